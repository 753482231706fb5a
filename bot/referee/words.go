package referee

import "downsync/game"

// Texts that are used in several places.
const (
	wordNoEvent    game.Text = "log.no-public-event"
	wordModGuild   game.Text = "`/mod` is for a server: use it in one of its channels, or in the match's thread."
	wordNeedReason game.Text = "⚠️ Give a reason, of at most %d characters."
	wordNoDispute  game.Text = "There is no open dispute or appeal in this match."
	wordModGone    game.Text = "That is no longer waiting to be confirmed: done, dropped or too old. Give the command again."
	wordModNewer   game.Text = "That is no longer waiting to be confirmed: a newer command of yours has replaced it."
)
