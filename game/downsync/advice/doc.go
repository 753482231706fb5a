// Package advice weighs the options of a side in a match of Downsync. It knows only what one seat sees: it works on a View, and
// imports no hosting and no bot. Consoles, hints and the rival all use it.
//
// The files; each uses only those above it:
//
//	lists.go       choosing and sorting
//	unit_moves.go  moves of a Unit, base by base
//	position.go    a question as its seat sees it
//	ways.go        where a move can go, how far it gets, and which enemies see it there
//	guarding.go    the own VIP: who guards it, who threatens it, whom to send
//	march.go       all that can move take the same direction
//	scoring.go     Units that may soon score, and Units that should move on
//	shooting.go    targets to shoot at, and Units that should react
//	worth.go       the worth of a piece, a place and a shot, with the weights of a taste
//	contacts.go    where to deploy contacts, and which Units to reveal
package advice
