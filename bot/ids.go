package bot

import (
	"strings"

	"downsync/bot/lang"
	"downsync/game/table"
)

// Custom ids of buttons and selects are "kind|…". On a public message they carry the match or the challenge, and the
// commitment of its dice. Those of private controls are made by Bind and carry numbers only.
const (
	IDView      = "view"      // view|match
	IDAccept    = "accept"    // accept|challenge
	IDDecline   = "decline"   // decline|challenge
	IDForce     = "force"     // force|challenge, with the force chosen
	IDOwnForce  = "own"       // own|challenge: the form for a list of one's own
	IDCancel    = "cancel"    // cancel|challenge: by the user who made it
	IDChange    = "change"    // change|challenge: the user's side of it
	IDReady     = "ready"     // ready|challenge
	IDSendAway  = "away"      // away|challenge|user: by the user who made it, takes out who took it up
	IDConcede   = "x"         // x|match: the user has confirmed it
	IDChallenge = "challenge" // challenge, or challenge|game: asks whom to challenge
	IDRematch   = "rematch"   // rematch|match
	IDFilm      = "film"      // film|match, and with |again: although it was drawn before
	IDReel      = "reel"      // reel|match, the same for the highlights
	IDSeal      = "seal"      // seal|match|commitment
	IDWords     = "words"     // words|challenge: the form for words that are mixed into the dice
	IDRival     = "rival"     // rival|game, and with |strength: plays the program
	IDTakeRival = "rivals"    // rivals|challenge, and with |strength: has the program accept the user's own challenge
	IDHint      = "hint"      // hint|match
	IDLearn     = "learn"     // learn|what|game; without a what: begin the lesson, or go on
	IDForces    = "forces"    // forces|what|game; without a what: the saved forces, in an answer of their own
	IDBuild     = "build"     // build|part, with the values chosen, or build|part|value
	IDBook      = "book"      // book|command|where, with the value chosen
	IDCampaigns = "campaigns" // campaigns|game, and with |side: begins a campaign and leads that side
)

// ViewButton opens the reader's own console. Every public card has it.
func ViewButton(match table.ID, l lang.Language) Button {
	return Button{ID: IDView + "|" + string(match), Label: l.Text("My view"), Style: Primary}
}

// FilmButton offers the film of a match that is over.
func FilmButton(match table.ID, l lang.Language) Button {
	return Button{ID: IDFilm + "|" + string(match), Label: l.Text("Film of the match")}
}

// HighlightsButton offers the highlights of a match that is over.
func HighlightsButton(match table.ID, l lang.Language) Button {
	return Button{ID: IDReel + "|" + string(match), Label: l.Text("Highlights")}
}

// RematchButton stands on the last card and the last console of a match. It challenges somebody at once, and comes as a finger may be on its
// way to another button, so it is of the style Danger.
func RematchButton(match table.ID, l lang.Language) Button {
	return Button{ID: IDRematch + "|" + string(match), Label: l.Text("Rematch"), Style: Danger}
}

// SealButton tells the whole commitment of the match's dice when it is pressed. The custom id carries it too, so that it
// stands in the public message itself: another seed could meet the few digits that the card spells out. Without a
// commitment the button checks the match.
func SealButton(match table.ID, commitment string, l lang.Language) Button {
	return Button{ID: strings.TrimSuffix(IDSeal+"|"+string(match)+"|"+commitment, "|"), Label: l.Text("Fair dice")}
}

// BookControl is the custom id of a select in a book's answer. The value chosen becomes the command's first option.
func BookControl(command string) string { return IDBook + "|" + command }

// BookAside is BookControl for a select beside other things: its answer is a message of its own.
func BookAside(command string) string { return BookControl(command) + "|" + BookIsAside }

// BookIsAside marks the custom ids that BookAside makes.
const BookIsAside = "aside"

// BookButton is a button that opens an entry of a game's book in a message of its own.
func BookButton(game, command, entry, label string) Button {
	return Button{ID: BookAside(command) + "|" + game + ":" + entry, Label: label}
}

// BuildControl is the custom id of a select of the force builder.
func BuildControl(part string) string { return IDBuild + "|" + part }

// BuildButton is the custom id of a button of the force builder, which does what a select of that part with this value would do.
func BuildButton(part, value string) string { return BuildControl(part) + "|" + value }
