package downsync

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// roam presses any button that leads on, or chooses anything from a list.
func (n *newcomer) roam(p table.Private, c bottest.Controls) (wire.Control, string, bot.Step) {
	buttons := wording.Those(c.Buttons, func(b wire.Button) bool {
		return b.Does.Kind == wire.ControlSubmit || b.Does.Kind == wire.ControlDraft && !strings.HasPrefix(" "+b.Does.Draft, " @") && b.Label != "Details"
	})
	i := n.roams.IntN(len(buttons) + len(c.Selects))
	if i >= len(buttons) {
		s := c.Selects[i-len(buttons)]
		o := s.Options[n.roams.IntN(len(s.Options))]
		return s.Does, o.Label, play{n.forms}.Press(p, s.Does.Ask, s.Does.Draft, []string{o.Value})
	}
	if b := buttons[i]; b.Does.Kind == wire.ControlDraft {
		return b.Does, b.Label, bot.Step{Draft: b.Does.Draft}
	}
	return buttons[i].Does, buttons[i].Label, bot.Step{Order: buttons[i].Does.Draft}
}

// mostEmptyEnds, mostEmptyRest and mostAskedAgain bound what a player who presses anything meets in a match, on average: ends
// of activations with nothing left to do, other needless questions with only one answer, and questions about which Units
// react after the player has chosen to react.
const (
	mostEmptyEnds  = 2
	mostEmptyRest  = 1
	mostAskedAgain = 3
)

// askedAll are the questions that everybody is asked, so that nobody learns who has a choice (S13, S14).
var askedAll = []string{"react", "join", "boost", "counter"}

// However they play, players seldom press a button that decides nothing, except where everybody is asked alike. No button's
// label is the beginning of another's on the same console, unless the rest only names the end of an activation, a boost or a
// chance.
func TestRoamingPlayers(t *testing.T) {
	const seeds = 2
	ends := regexp.MustCompile(`^(, then (end|end activation|Overwatch)|, boosted.*|, CM on later hits)?(: .*)?$`)
	empty := map[string]int{}
	for seed := range uint64(seeds) {
		n := newNewcomer(t, starters(t), seed+1)
		n.roams = rand.New(rand.NewPCG(seed+1, 1))
		n.seen = func(p table.Private, page bot.Page) {
			a := p.Asks[0]
			if page.Order == "" && (a.Name == "declare" || len(a.Menu) == 1 && !menu.Picks(a.Menu[0])) {
				empty[a.Name]++
			}
			l, err := play{n.forms}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			labels := map[string]string{}
			for _, b := range bottest.ControlsOf(l.Message).Buttons {
				for other, does := range labels {
					more, ok := strings.CutPrefix(b.Label, other)
					if !ok {
						more, ok = strings.CutPrefix(other, b.Label)
					}
					if ok && (more == "" || !ends.MatchString(more)) && does != b.Does.Draft && len(b.Label) > len("Details") && !strings.HasPrefix(other, "Pass") {
						t.Errorf("%s: %q beside %q", a.Name, b.Label, other)
					}
				}
				labels[b.Label] = b.Does.Draft
			}
		}
		n.play(3000, func(v rules.View) bool { return v.Round > 4 })
	}
	t.Logf("in %d matches, with one answer: %v", seeds, empty)
	rest := 0
	for name, times := range empty { // if a Unit must act now, the buttons say what it does
		if name != "act" && name != "declare" && name != "priority" && !strings.Contains(strings.Join(askedAll, " "), name) {
			rest += times
		}
	}
	if float64(empty["act"]) > seeds*mostEmptyEnds || float64(rest) > seeds*mostEmptyRest || float64(empty["declare"]) > seeds*mostAskedAgain {
		t.Errorf("asked for nothing in %d matches: %v", seeds, empty)
	}
}
