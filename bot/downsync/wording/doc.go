// Package wording says Downsync in words, for one reader: lengths, pieces and chances, views, and what happened. It knows no
// questions and no controls.
//
// The files. Each mostly uses the ones above it:
//
//	squares.go           the squares of the grid
//	lists.go             choosing and joining
//	saying.go            how lengths, pieces, actions and chances are said, and how texts are cut
//	reading.go           a reader, their view of a match, and the style of their pictures
//	mission_texts.go     names of missions and their goals
//	engagement_texts.go  checks, hits and countermeasures in words
//	lines.go             facts in words
//	headlines.go         recent events in a few lines
//	deeds.go             what counts of a past Turn
package wording
