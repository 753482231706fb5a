package page

import (
	"slices"

	"downsync/bot"
	"downsync/game"
)

// Fact is a kind of fact with its words. W is the type that says them, F the type of the game's facts.
type Fact[W any, F game.Fact] struct {
	Kind  string
	Cites []string // the numbers of its rules
	Say   func(W, F) string
}

// Facts holds all kinds of facts of a game that need words.
type Facts[W any, F game.Fact] []Fact[W, F]

// Teller returns a Teller that uses these rows.
func (fs Facts[W, F]) Teller(v bot.Voice, words W) Teller {
	row := func(f game.Fact) (Fact[W, F], bool) {
		n := slices.IndexFunc(fs, func(x Fact[W, F]) bool { return x.Kind == f.Kind() })
		if n < 0 {
			return Fact[W, F]{}, false
		}
		return fs[n], true
	}
	return Teller{Lang: v.Language,
		Line: func(f game.Fact) string {
			if back, ok := f.(game.TookBack); ok {
				return TookBack(v.Language, back)
			}
			x, ok := row(f)
			if own, is := f.(F); ok && is {
				return x.Say(words, own)
			}
			return ""
		},
		Cites: func(f game.Fact) []string {
			x, _ := row(f)
			return x.Cites
		}}
}
