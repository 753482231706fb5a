package jagged

import (
	"slices"

	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
)

// mostOwn is how many results of the reader's own acts come before other news.
const mostOwn = 2

// Ranks of the news of a console.
const (
	losses = iota
	ownResults
	otherNews
)

// news returns the news of facts for a console. Losses and points of this Round come first, before the Shooting Phase also those of the
// last Round, then the newest results of the reader's own acts.
func (v reading) news(facts []game.Fact) (all page.Headlines) {
	begun := 0 // the beginning of the Round whose losses are included
	rounds := 1
	if v.Phase == rules.Commanding || v.Phase == rules.Reinforce || v.Phase == rules.Moving {
		rounds = 2
	}
	for i, f := range slices.Backward(facts) {
		if _, is := f.(rules.RoundBegan); is {
			if rounds--; rounds == 0 {
				begun = i
				break
			}
		}
	}
	lines := v.Teller().Plainly(facts)
	acts := func(i int) bool {
		by := actor(facts[i])
		return lines[i] != "" && i >= begun && by != "" && by.Seat() == v.Viewer.Seat()
	}
	own := len(facts) // where the newest results of the reader's own acts begin
	for i, n := len(facts)-1, 0; i >= 0 && n < mostOwn; i-- {
		if acts(i) {
			own, n = i, n+1
		}
	}
	for i, f := range facts {
		rank := otherNews
		switch {
		case lines[i] == "":
			continue
		case i >= begun && decides(f):
			rank = losses
		case i >= own && acts(i):
			rank = ownResults
		}
		all = all.With(page.Headline{Line: "• " + wire.Clip(lines[i], maxLine), Rank: rank, At: i})
	}
	return all
}

// decides reports whether a fact tells of a loss or of points.
func decides(f game.Fact) bool {
	switch f := f.(type) {
	case rules.AttackResolved:
		return f.Destroyed
	case rules.Scored:
		return f.VP != [2]int{}
	}
	return false
}

// actor returns the model whose act had the fact as its result: an attack, a Rush, a Disengage, Warp Pulse; "" for all other facts.
func actor(f game.Fact) rules.Label {
	switch f := f.(type) {
	case rules.AttackResolved:
		return f.By
	case rules.Pulsed:
		return f.By
	case rules.Rushed:
		return f.Unit
	case rules.TriedToDisengage:
		return f.Unit
	}
	return ""
}
