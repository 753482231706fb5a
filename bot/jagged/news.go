package jagged

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"

	rules "downsync/game/jagged"
)

// mostLosses is how many losses the news of a console keep although later lines would hide them, mostOwn how many results of the
// reader's own acts.
const mostLosses, mostOwn = 2, 2

// news returns the newest lines of facts for a console, in order. They include the newest results of the reader's own acts, and the
// losses of this Round; before the Shooting Phase also the losses of the last Round.
func (v reading) news(facts []game.Fact) string {
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
	var lines []string
	var lost, own []int
	for i, line := range v.Teller().Plainly(facts) {
		if line == "" {
			continue
		}
		if f, is := facts[i].(rules.AttackResolved); is && f.Destroyed && i >= begun {
			lost = append(lost, len(lines))
		}
		if by := actor(facts[i]); i >= begun && by != "" && by.Seat() == v.Viewer.Seat() {
			own = append(own, len(lines))
		}
		lines = append(lines, "• "+bot.Clip(line, maxLine))
	}
	chosen := selected(lines, own[max(0, len(own)-mostOwn):], lost[max(0, len(lost)-mostLosses):])
	var out []string
	if n := len(lines) - len(chosen); n > 0 {
		out = append(out, v.Say("-# Left out here: %d {line|lines}; `/match log` has all.", n))
	}
	for _, n := range chosen {
		out = append(out, lines[n])
	}
	return strings.Join(out, "\n")
}

// selected returns the lines for which there is room, in order: the newest, the lines to keep, then the newest of the others.
func selected(lines []string, keep ...[]int) (out []int) {
	size := 60 // of the line about omitted lines
	add := func(n int) bool {
		switch room := size + len([]rune(lines[n])) + 1; {
		case slices.Contains(out, n):
		case len(out) == recentLines || room > maxNews:
			return false
		default:
			out, size = append(out, n), room
		}
		return true
	}
	if len(lines) > 0 {
		add(len(lines) - 1)
	}
	for _, some := range keep {
		for _, n := range slices.Backward(some) {
			add(n)
		}
	}
	for n := range slices.Backward(lines) {
		if !add(n) {
			break
		}
	}
	slices.Sort(out)
	return out
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
