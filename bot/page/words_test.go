package page

import (
	"strings"
	"testing"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The winner is named with the reason, a draw with its own reason.
func TestOutcome(t *testing.T) {
	whys := map[string]game.Text{"time": " on time"}
	m := table.Meta{Users: []wire.UserID{"ann", "ben"}, Place: []byte(`{"names":["Ann","Ben"]}`)}
	for want, rank := range map[string][]int{"Ann wins on time": {1, 2}, "Ben wins on time": {2, 1}, "A draw: on time": {1, 1}} {
		if got := Outcome(lang.English, m, game.Result{Rank: rank, Why: "time"}, whys); got != want {
			t.Errorf("%v: %q, expected %q", rank, got, want)
		}
	}
	for why, want := range map[string]string{"void": "No result: a moderator declared it void", "idle": "No result, as nobody went on"} {
		if got := Outcome(lang.English, m, game.Result{Rank: []int{1, 1}, Why: why}, whys); got != want {
			t.Errorf("%s: %q, expected %q", why, got, want)
		}
	}
	m.Place = []byte(`{"names":["You","The opponent"],"learner":1}`)
	for want, rank := range map[string][]int{"You win on time": {1, 2}, "The opponent wins on time": {2, 1}} {
		if got := Outcome(lang.English, m, game.Result{Rank: rank, Why: "time"}, whys); got != want {
			t.Errorf("%v in a lesson: %q, expected %q", rank, got, want)
		}
	}
	if got := Outcome(lang.English, table.Meta{}, game.Result{Rank: []int{1, 2}}, whys); got != "" {
		t.Errorf("of a match without names: %q", got)
	}
}

// Facts belong to the round that the last of them began. Before set-up there are none, and no round begins after the last.
func TestRounds(t *testing.T) {
	round := func(f game.Fact) int { n, _ := f.(began); return int(n) }
	facts := []game.Fact{began(0), began(1), began(0), began(2), began(0)}
	for turn, want := range map[int]int{-1: 1, 0: 1, 1: 3, 2: 5} {
		if got := Before(facts, turn, round); got != want {
			t.Errorf("%d facts before turn %d is over, expected %d", got, turn, want)
		}
	}
	if got := LastRound(facts, round); got != 2 {
		t.Errorf("the last round is %d", got)
	}
}

// began is a fact that begins the round of its number, or none if the number is 0.
type began int

func (began) Kind() string                { return "began" }
func (f began) For(game.Viewer) game.Fact { return f }

// Suggestions contain the typed words in their value or their label, whatever their case.
func TestSuggestions(t *testing.T) {
	s := Suggest("Spi")
	s.Add("spire-yard", "A yard")
	s.Add("open", "No spikes")
	s.Add("moon", "The moon")
	if c := s.Choices(); len(c) != 2 || c[0].Value != "spire-yard" || c[1].Name != "No spikes" {
		t.Errorf("suggested %+v", c)
	}
	s = Suggest("")
	s.Done = "ü, "
	s.Add(strings.Repeat("ü", wire.LongestChoice-3), "as long as may be")
	s.Add(strings.Repeat("ü", wire.LongestChoice-2), "longer")
	if c := s.Choices(); len(c) != 1 || c[0].Name != "ü, as long as may be" {
		t.Errorf("of values at the limit are suggested %+v", c)
	}
	if c := Suggest("x").Choices(); c == nil || len(c) != 0 {
		t.Errorf("nothing is suggested as %#v", c)
	}
}

// A picture's text is read aloud, so it has no marks of Discord's formatting.
func TestUnbold(t *testing.T) {
	if got := Unbold("### A: **4** models\n-# From rim to rim\nA-# B # 2"); got != "A: 4 models\nFrom rim to rim\nA-# B # 2" {
		t.Errorf("%q", got)
	}
}
