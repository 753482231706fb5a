// Package advice weighs the answers of a side in a battle of Jagged Shards. It knows only what one seat sees: it works on a View,
// and imports no hosting and no bot. Consoles, hints and the rival all use it.
//
// The files:
//
//	position.go  a question as its seat sees it, and the worth of each answer with the weights of a taste
//	place.go     the worth of a place for a model: Objectives, attacks from it, attacks on it
//	round.go     what to do in a Round
//	setup.go     answers before the first Round, and Reinforcements
//	attack.go    attacks and Rushes compared, for proposals of several at once
//	part.go      what all models do in a Movement part, as one proposal
//	purpose.go   the way of a model for a purpose that a player names
package advice
