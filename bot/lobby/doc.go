// Package lobby is the bot's room for challenges, from the first command to the opened match, and for rematches.
//
// A challenge is one mutable record. It names its challenger, the terms of the match, and a public card in a channel. Another
// user accepts it and chooses a force; the record then holds that user as its taker. Where clocks run, both sides press Ready
// before the match opens. Opening the match and deleting the challenge is one commit, and the match has the challenge's id.
//
// The room registers /play, /match accept, decline and cancel, the buttons of challenge cards and of private side cards,
// and the hooks Challenges and PlayBuilt.
package lobby
