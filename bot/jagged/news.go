package jagged

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"

	rules "downsync/game/jagged"
)

// mostLosses is how many losses lead the news of a console.
const mostLosses = 2

// news are the newest lines of facts, for a console. What was lost in this Round, and before the Movement Phase in the last, leads where
// later lines would hide it.
func (v reading) news(facts []game.Fact) string {
	begun := 0 // where the Round began that losses are told of
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
	t := v.teller()
	var lines []string
	var lost []int
	for i, line := range t.Plainly(facts) {
		if line == "" {
			continue
		}
		if f, is := facts[i].(rules.AttackResolved); is && f.Destroyed && i >= begun {
			lost = append(lost, len(lines))
		}
		lines = append(lines, "• "+bot.Clip(line, maxLine))
	}
	lost = slices.DeleteFunc(lost, func(n int) bool { return n >= len(lines)-recentLines+mostLosses })
	lost = lost[max(0, len(lost)-mostLosses):]
	var lead []string
	size := 0
	for _, n := range lost {
		lead = append(lead, lines[n])
		size += len([]rune(lines[n])) + 1
	}
	for _, n := range slices.Backward(lost) {
		lines = slices.Delete(lines, n, n+1)
	}
	return strings.TrimSpace(strings.Join(append(lead, t.Newest(lines, recentLines-len(lead), maxNews-size)), "\n"))
}
