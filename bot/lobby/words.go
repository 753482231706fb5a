package lobby

import "downsync/game"

// Texts that are used in several places.
const (
	wordBegins       game.Text = "The match begins. Your board comes in a separate message."
	wordCameOrWent   game.Text = "Somebody came or went just now; the card shows who is in."
	wordTaken        game.Text = "Somebody else was faster: the match is on."
	wordKnown        game.Text = "-# Everybody knows the forces of the last match; anyone may choose another."
	wordTakenUp      game.Text = "Somebody has already accepted that challenge; both are getting ready."
	wordOwnChallenge game.Text = "That is your own challenge; it waits for an opponent. `/match cancel` withdraws it."
	wordAway         game.Text = "lobby.sent-away"
	wordNewer        game.Text = "Accepted; see the newer card."
	wordOut          game.Text = "The player who had accepted has left."
	wordDesk         game.Text = "Your side of the challenge, for your eyes only."
)
