package downsync

import (
	"downsync/game"
)

// What is told of a fact is a row of one table: its words, and the numbers of the rules that it follows from. A new fact needs a
// row here or beside what it belongs to: says, or silent with the reason. A test names the facts that have none.

type row struct {
	words  func(teller, game.Fact) string // nil: silent
	cites  func(game.Fact) []string       // the first one first; none for what needs no rule
	silent string                         // why it says nothing
}

// rows are the facts by kind.
var rows = map[string]row{}

// says enters a fact with its words, "" where it goes without saying, and the rules it follows from.
func says[F game.Fact](words func(teller, F) string, cites ...string) {
	saysBy(words, func(F) []string { return cites })
}

// saysBy is says for a fact that follows from one rule or another.
func saysBy[F game.Fact](words func(teller, F) string, cites func(F) []string) {
	var zero F
	rows[zero.Kind()] = row{
		words: func(w teller, f game.Fact) string { return words(w, f.(F)) },
		cites: func(f game.Fact) []string { return cites(f.(F)) },
	}
}

// silent enters a fact that the log has no words for.
func silent[F game.Fact](because string, cites ...string) {
	var zero F
	rows[zero.Kind()] = row{silent: because, cites: func(game.Fact) []string { return cites }}
}

// line says one fact, "" for what needs no words.
func (w teller) line(f game.Fact) string {
	if r := rows[f.Kind()]; r.words != nil {
		return r.words(w, f)
	}
	return ""
}

// cited are the numbers of the rules that a fact follows from.
func cited(f game.Fact) []string {
	if r := rows[f.Kind()]; r.cites != nil {
		return r.cites(f)
	}
	return nil
}
