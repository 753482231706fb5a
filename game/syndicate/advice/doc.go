// Package advice weighs the answers of a side in a match of Syndicate Protocol. It knows only what one seat sees: it works on a View,
// and imports no hosting and no bot. Consoles, hints and the rival all use it.
//
// The rules themselves estimate what a place and an attack are worth, because orders given ahead may ask for the best
// (View.Standing, View.Worth, View.Gain). All else is weighed here, with these estimates.
//
// The files; each uses only those above it:
//
//	position.go  a question as its seat sees it, and its answers with their worth
//	places.go    moves, and the places for a purpose that a player names
//	targets.go   attacks, what a card is used on, and dice to roll again
//	plan.go      the card of a round, and what all units do with it
package advice
