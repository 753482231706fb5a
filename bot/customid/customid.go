// Package customid has the custom ids of the bot's public buttons and selects, and the buttons that several rooms show.
package customid

import (
	"strings"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/table"
)

// The first parts of custom ids. The custom ids of buttons and selects are "kind|…". On a public message they hold the match or the challenge, and the
// commitment of its dice. bot.App.Bind makes the ids of private controls; those hold numbers only.
const (
	View      = "view"      // view|match
	Accept    = "accept"    // accept|challenge
	Decline   = "decline"   // decline|challenge
	Force     = "force"     // force|challenge, with the chosen force
	OwnForce  = "own"       // own|challenge: opens the form for a list of one's own
	Cancel    = "cancel"    // cancel|challenge: for the challenger
	Change    = "change"    // change|challenge: changes the user's side of it
	Ready     = "ready"     // ready|challenge
	SendAway  = "away"      // away|challenge|user: for the challenger, removes the user who had accepted
	Concede   = "x"         // x|match: concedes, after the user has confirmed it
	Challenge = "challenge" // challenge, or challenge|game: asks whom to challenge
	Anybody   = "anybody"   // anybody|game: makes a challenge that anyone may accept
	Rematch   = "rematch"   // rematch|match
	Film      = "film"      // film|match, and with |again: even if it was drawn before
	Reel      = "reel"      // reel|match: as film, for the highlights
	Replay    = "replay"    // replay|match: opens the replay; replay|match|step.n, and with |view: shows a step in place
	Seal      = "seal"      // seal|match|commitment
	Happened  = "happened"  // happened|match|from.to, and with |page: the public facts of a closed card, by index
	Words     = "words"     // words|challenge: opens the form for words that are mixed into the dice
	Rival     = "rival"     // rival|game, and with |strength: begins a match against the program
	TakeRival = "rivals"    // rivals|challenge, and with |strength: lets the program accept the user's own challenge
	Hint      = "hint"      // hint|match
	Learn     = "learn"     // learn|what|game; without what: begins or continues the lesson
	Forces    = "forces"    // forces|what|game; without what: the saved forces, in a new answer
	Build     = "build"     // build|part, with the chosen values, or build|part|value
	Book      = "book"      // book|command|where, with the chosen value
	Campaigns = "campaigns" // campaigns|game, and with |side: begins a campaign and takes command of that side
)

// ViewButton opens the reader's own console. Every public card has it.
func ViewButton(match table.ID, l lang.Language) wire.Button {
	return wire.Button{ID: View + "|" + string(match), Label: l.Text("My view"), Style: wire.Primary}
}

// FilmButton offers the film of a finished match.
func FilmButton(match table.ID, l lang.Language) wire.Button {
	return wire.Button{ID: Film + "|" + string(match), Label: l.Text("Film of the match")}
}

// HighlightsButton offers the highlights of a finished match.
func HighlightsButton(match table.ID, l lang.Language) wire.Button {
	return wire.Button{ID: Reel + "|" + string(match), Label: l.Text("Highlights")}
}

// ReplayButton opens the replay of a match.
func ReplayButton(match table.ID, l lang.Language) wire.Button {
	return wire.Button{ID: Replay + "|" + string(match), Label: l.Text("Replay")}
}

// RematchButton is on the last card and the last console of a match. It has the style Danger, because it challenges
// somebody at once, and it appears when a finger may be on its way to another button.
func RematchButton(match table.ID, l lang.Language) wire.Button {
	return wire.Button{ID: Rematch + "|" + string(match), Label: l.Text("Rematch"), Style: wire.Danger}
}

// SealButton shows the whole commitment of the match's dice when pressed. The custom id holds it too, so that the
// public message itself contains it: another seed could match the few digits that the card spells out. Without a
// commitment the button checks the match.
func SealButton(match table.ID, commitment string, l lang.Language) wire.Button {
	return wire.Button{ID: strings.TrimSuffix(Seal+"|"+string(match)+"|"+commitment, "|"), Label: l.Text("Fair dice")}
}

// BookControl returns the custom id of a select in a book's answer. The chosen value becomes the command's first
// option.
func BookControl(command string) string { return Book + "|" + command }

// BookAside is BookControl for a select in another message: its answer is a new message.
func BookAside(command string) string { return BookControl(command) + "|" + BookIsAside }

// BookIsAside marks the custom ids that BookAside makes.
const BookIsAside = "aside"

// BookButton opens an entry of a game's book in a new message.
func BookButton(game, command, entry, label string) wire.Button {
	return wire.Button{ID: BookAside(command) + "|" + game + ":" + entry, Label: label}
}

// BuildControl returns the custom id of a select of the force builder.
func BuildControl(part string) string { return Build + "|" + part }

// BuildButton returns the custom id of a button that does the same as choosing the value in a select of that part.
func BuildButton(part, value string) string { return BuildControl(part) + "|" + value }
