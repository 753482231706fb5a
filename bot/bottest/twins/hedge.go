package twins

import (
	"os"
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

// hedges lists lines that ben gives with an answer of his, "@", and an order that is always refused, "!".
var hedges = []string{"@; !", "@; draw; !", "draw; @; !", "@; @"}

// Hedged makes ben answer his question at the end of each world, with refused orders before and after. If the worlds then differ
// for anybody, his answer must be final in both: otherwise he has learned the secret for free, and may change his answer
// accordingly. Each pair is tried with one line for each answer, under SOAK with all lines.
func Hedged(t *testing.T, setup bottest.Setup, pairs ...Pair) {
	for turn, pair := range pairs {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			for i, answer := range hedging(t, pair.World[0], setup) {
				for n, hedge := range hedges {
					if n != (turn+i)%len(hedges) && os.Getenv("SOAK") != "1" {
						continue
					}
					line := strings.NewReplacer("@", answer.order, "!", pair.World[0].Wrong).Replace(hedge)
					var seen [2]string
					var free [2]bool
					for n, w := range pair.World {
						s := Play(t, w, setup, Leak{}, nil)
						s.Slash(Ben, []string{"order"}, option("match", "twin"), option("line", line))
						s.Settle()
						p := s.private(2)
						free[n] = p.CanUndo || p.Result == nil && slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == answer.ask })
						s.Slash(Ben, []string{"order"}, option("match", "twin"), option("line", "undo"))
						s.Settle()
						out := s.Others()
						seen[n] = out[Ben] + out[Eve]
					}
					if free[0] != free[1] || free[0] && seen[0] != seen[1] {
						t.Errorf("%q: ben may answer otherwise: %v\n%s", line, free, Difference(seen[0], seen[1]))
					}
				}
			}
		})
	}
}

// answered is a possible answer of ben, with its question.
type answered struct{ ask, order string }

// hedging returns possible answers of ben at the end of the world, the default first.
func hedging(t *testing.T, w World, setup bottest.Setup) (out []answered) {
	t.Helper()
	p := Play(t, w, setup, Leak{}, nil).private(2)
	for _, a := range p.Asks {
		if a.Standing || p.Result != nil {
			continue
		}
		out = append(out, answered{a.ID, a.Default.Order()})
		for _, c := range a.Menu {
			if line, ok := plainest(c); ok && line != a.Default.Order() && len(out) < 3 {
				out = append(out, answered{a.ID, line})
			}
		}
	}
	return out
}

// plainest returns the choice with the first value of each required slot; ok is false if one has no list of values.
func plainest(c game.Choice) (line string, ok bool) {
	line = c.Words
	for _, s := range c.Slots {
		if s.Min > 0 && len(s.Options) < s.Min {
			return "", false
		}
		if s.Min > 0 {
			line += strings.TrimRight(" "+s.Mark, " ") + " " + strings.Join(s.Options[:s.Min], " ")
		}
	}
	return line, true
}

func (s *Table) private(seat game.Seat) table.Private {
	s.t.Helper()
	p, err := s.Hall.Private(s.t.Context(), "twin", seat)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}
