// Package books looks things up for anybody, in a match or not: the rules, the unit cards, the words of Downsync and its battlefields.
//
// The files. Each mostly uses the ones above it:
//
//	terms.go  words of the game, explained
//	books.go  rules and unit cards
//	maps.go   battlefields: chosen for a match, and shown
package books
