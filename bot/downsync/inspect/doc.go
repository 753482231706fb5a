// Package inspect answers what a reader may ask about a match of Downsync: measurements, what is known of each contact, the board
// in words, its past and its film. A seat is answered from what it knows, everybody else from what is public.
//
// The files. Each mostly uses the ones above it:
//
//	boardtext.go  the board in words
//	measure.go    measuring and showing
//	film.go       earlier moments, the log, films and endings
package inspect
