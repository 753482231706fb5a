// Package advice weighs what a side can do in a match of Downsync. It knows what one seat sees and no more: it works on a View, and
// imports no hosting and no bot. Consoles propose by it, hints do, and the rival plays by it.
//
// The files, each of which uses only those above it:
//
//	lists.go       choosing and sorting
//	unit_moves.go  moves of a Unit, base by base
//	position.go    a question as its seat sees it
//	ways.go        where a move can go, how far it gets, and who sees it there
//	guarding.go    the own VIP: who guards it, who threatens it, whom to send
//	march.go       all that can move goes the same way
//	scoring.go     who may come to score, and who had better move on
//	shooting.go    whom to shoot at, and who had better react
//	worth.go       what a piece, a place and a shot are worth, with the weights of a taste
//	contacts.go    where contacts are deployed, and what they become
package advice
