package lobby

import "downsync/game"

// Texts that are used in several places.
const (
	wordBegins       game.Text = "The match begins. Your board comes in a message of its own."
	wordCameOrWent   game.Text = "Somebody came or went just now; the card shows who is in."
	wordTaken        game.Text = "Somebody else was faster: the match is on."
	wordTakenUp      game.Text = "Somebody has taken that challenge up already; the two are getting ready."
	wordOwnChallenge game.Text = "That is your own challenge; it waits for somebody else. `/match cancel` takes it back."
	wordAway         game.Text = "lobby.sent-away"
	wordTooMany      game.Text = "You have %d {challenge|challenges} open, which is the most. `/match cancel` takes one back."
	wordOut          game.Text = "Whoever took this challenge up is out of it again."
	wordDesk         game.Text = "Your side of the challenge, for your eyes only."
)
