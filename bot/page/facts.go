package page

import (
	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
)

// Fact is the row of one kind of fact: its words and the numbers of its rules. A game adds to the words whatever else its facts
// need, such as the reader's view.
type Fact[W bot.Words] struct {
	kind  string
	say   func(W, game.Fact) string
	cites func(W, game.Fact) []string
}

// Says returns the row of a kind of fact. say returns the words of a fact, possibly none; rules holds the numbers of its rules.
func Says[W bot.Words, F game.Fact](say func(W, F) string, rules ...string) Fact[W] {
	return SaysBy(say, func(W, F) []string { return rules })
}

// SaysBy is Says for a fact whose rules depend on its content.
func SaysBy[W bot.Words, F game.Fact](say func(W, F) string, rules func(W, F) []string) Fact[W] {
	var zero F
	return Fact[W]{zero.Kind(), func(w W, f game.Fact) string { return say(w, f.(F)) }, func(w W, f game.Fact) []string { return rules(w, f.(F)) }}
}

// Silent returns the row of a kind of fact without words.
func Silent[W bot.Words, F game.Fact](rules ...string) Fact[W] {
	return Says(func(W, F) string { return "" }, rules...)
}

// SaysKind is Says for a type that holds several kinds of facts.
func SaysKind[W bot.Words, F game.Fact](kind string, say func(W, F) string, rules ...string) Fact[W] {
	x := Says(say, rules...)
	x.kind = kind
	return x
}

// Facts holds the rows of a game by their kinds.
type Facts[W bot.Words] map[string]Fact[W]

// Rows returns the rows of a game together with those that all games share: what was taken back, and what referees did. It panics if a
// kind has two rows.
func Rows[W bot.Words](rows ...Fact[W]) Facts[W] {
	all := Facts[W]{}
	for _, x := range append(rows, Says(func(w W, f game.TookBack) string { return tookBack(w, f) }), Says(func(w W, f game.Refereed) string { return bot.ActText(w, f) })) {
		if _, twice := all[x.kind]; twice {
			panic("two rows for facts of kind " + x.kind)
		}
		all[x.kind] = x
	}
	return all
}

// tookBack returns the words for steps taken back by a player or by a referee.
func tookBack(w bot.Words, f game.TookBack) string {
	if f.Seat == 0 {
		return w.Text("Everything that happened after that point is void, including what older cards show.")
	}
	return w.Text("A step was taken back.")
}

// Line returns the words for a fact, "" if it has none.
func (fs Facts[W]) Line(w W, f game.Fact) string {
	if x, ok := fs[f.Kind()]; ok {
		return x.say(w, f)
	}
	return ""
}

// Cites returns the numbers of the rules that a fact follows from.
func (fs Facts[W]) Cites(w W, f game.Fact) []string {
	if x, ok := fs[f.Kind()]; ok {
		return x.cites(w, f)
	}
	return nil
}

// Teller returns a Teller that uses these rows.
func (fs Facts[W]) Teller(l lang.Language, w W) Teller {
	return Teller{Lang: l,
		Line:  func(f game.Fact) string { return fs.Line(w, f) },
		Cites: func(f game.Fact) []string { return fs.Cites(w, f) }}
}
