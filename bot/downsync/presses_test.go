package downsync

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"math/rand/v2"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// The most presses that a Turn may take of its player, and a match of both sides together, on average over some seeds of
// dice. The Turn has five Units. Three of them are revealed in it, and those with a target shoot. A match took 247 presses
// before one press could give several orders. Its dice and its Turns are not known.
const (
	mostTurnPresses  = 15
	mostMatchPresses = 80
)

// newcomers returns the number of newcomers' matches that a test plays. SOAK=1 raises it.
func newcomers() uint64 {
	if gametest.Soak() {
		return 12
	}
	return 2
}

// newcomer plays both sides like somebody who reads the question and presses the main button, which has a colour. Without one
// they choose from the first list, or press the first button.
type newcomer struct {
	t       testing.TB
	hall    *table.Hall
	store   table.Store
	at      map[game.Seat]bot.Page
	presses []string
	acts    int
	forms   wording.Reader
	seen    func(p table.Private, page bot.Page) // called before each press, unless nil
	prefers string                               // a button to press wherever it appears; "" for none
	roams   *rand.Rand                           // if not nil, presses anything that leads on
}

func newNewcomer(t testing.TB, c rules.Config, dice uint64) *newcomer {
	t.Helper()
	store := memory.New()
	n := &newcomer{t: t, store: store, forms: wording.Reader{Brush: blank{}}, at: map[game.Seat]bot.Page{}, hall: table.New(store, tabletest.NewClock(),
		table.Options{Games: []game.Game{rules.Rules()}, Dice: seededDice(dice), Moot: true})}
	if err := n.hall.Open(t.Context(), "open", "m", table.Opening{Game: "downsync", Config: c.Encode(), Users: []wire.UserID{"ann", "ben"},
		Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		t.Fatal(err)
	}
	return n
}

// play presses until the match has ended or stop returns true.
func (n *newcomer) play(most int, stop func(rules.View) bool) rules.View {
	n.t.Helper()
	for len(n.presses) <= most {
		asked := false
		for _, seat := range []game.Seat{1, 2} {
			p, err := n.hall.Private(n.t.Context(), "m", seat)
			if err != nil {
				n.t.Fatal(err)
			}
			v := p.View.(rules.View)
			if p.Result != nil || stop(v) {
				return v
			}
			if len(p.Asks) > 0 && !p.Asks[0].Standing {
				asked = true
				n.press(p)
				break
			}
		}
		if asked {
			continue
		}
		if _, err := n.hall.Timers().Fire(n.t.Context()); err != nil { // a window waits to be closed
			n.t.Fatal(err)
		}
	}
	n.t.Fatalf("not over after %d presses:\n%s", most, n.where())
	return rules.View{}
}

// where counts the presses by kind of question.
func (n *newcomer) where() string {
	count := map[string]int{}
	for _, s := range n.presses {
		count[s[:strings.IndexByte(s, ':')]]++
	}
	return fmt.Sprintf("%d presses %v\n%s", len(n.presses), count, strings.Join(n.presses, "\n"))
}

func (n *newcomer) press(p table.Private) {
	n.t.Helper()
	l, err := play{n.forms}.Console(p, n.at[p.Seat])
	if err == nil {
		err = bottest.Sendable(l.Message)
	}
	if err != nil {
		n.t.Fatal(err)
	}
	if n.seen != nil {
		n.seen(p, n.at[p.Seat])
	}
	did, label, step := n.choose(p, l.Message)
	n.presses = append(n.presses, fmt.Sprintf("%s: Turn %d, %s presses %q", p.Asks[0].Name, p.View.(rules.View).Turn, bot.SideName(p.Seat), label))
	if n.at[p.Seat] = (bot.Page{Ask: did.Ask, Order: step.Draft}); step.Order == "" {
		return
	}
	n.at[p.Seat] = bot.Page{}
	var rs []game.Reply
	for line := range strings.SplitSeq(step.Order, ";") {
		r, err := n.hall.Parse(n.t.Context(), "m", strings.TrimSpace(line))
		if err != nil {
			n.t.Fatalf("%q: %v", step.Order, err)
		}
		rs = append(rs, r)
	}
	n.acts++
	_, err = n.hall.Act(n.t.Context(), fmt.Sprint(n.acts), "m", p.Seat, did.Ask, rs[0], rs[1:]...)
	if no := (*table.Halted)(nil); err != nil && !(asHalted(err, &no) && no.Done > 0) {
		n.t.Fatalf("%q: %v", step.Order, err)
	}
}

// choose returns what a newcomer presses: the control, its label, and the step that it takes.
func (n *newcomer) choose(p table.Private, m wire.Message) (wire.Control, string, bot.Step) {
	c := bottest.ControlsOf(m)
	pressed := func(b wire.Button) (wire.Control, string, bot.Step) {
		if b.Does.Kind == wire.ControlSubmit {
			return b.Does, b.Label, bot.Step{Order: b.Does.Draft}
		}
		return b.Does, b.Label, bot.Step{Draft: b.Does.Draft}
	}
	if n.roams != nil {
		return n.roam(p, c)
	}
	if i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return n.prefers != "" && strings.HasPrefix(b.Label, n.prefers) }); i >= 0 {
		return pressed(c.Buttons[i])
	}
	if i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool {
		return !b.Disabled && (b.Style == wire.Primary || b.Style == wire.Success || b.Style == wire.Danger)
	}); i >= 0 {
		return pressed(c.Buttons[i])
	}
	if len(c.Selects) > 0 && p.Asks[0].Name != "reveal" {
		s := c.Selects[0]
		var values, labels, pieces []string
		reserve := slices.Clone(p.View.(rules.View).Reserve)
		for _, o := range s.Options {
			piece, _, _ := strings.Cut(o.Label, " ")
			unit, _, revealing := strings.Cut(o.Value, "@")
			i := slices.Index(reserve, unit)
			if len(values) == max(1, s.Max) || slices.Contains(pieces, piece) || revealing && i < 0 {
				continue
			}
			if i >= 0 {
				reserve = slices.Delete(reserve, i, i+1)
			}
			values, labels, pieces = append(values, o.Value), append(labels, o.Label), append(pieces, piece)
		}
		return s.Does, strings.Join(labels, ", "), play{n.forms}.Press(p, s.Does.Ask, s.Does.Draft, values)
	}
	i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return !b.Disabled })
	if i < 0 {
		n.t.Fatalf("nothing to press:\n%s", bottest.Words(m))
	}
	return pressed(c.Buttons[i])
}

func asHalted(err error, to **table.Halted) bool {
	h, ok := err.(*table.Halted)
	*to = h
	return ok
}

// fiveUnits returns a side of five near the enemy: three contacts to reveal, and two Units.
func fiveUnits() rules.Lab {
	return rules.Lab{Active: 1, Reserve: [2][]string{{"virago", "virago", "sentinel-tagger"}, {"harbinger"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Sig: "small", Bases: []rules.LabBase{at(8, 16)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(14, 16)}},
		{Label: "A3", Sig: "medium", Bases: []rules.LabBase{at(20, 16)}}, {Label: "A4", Unit: "guardian-destroyer", Bases: []rules.LabBase{at(26, 16)}},
		{Label: "A5", Unit: "gsv-phantom", Bases: []rules.LabBase{at(32, 16)}},
		{Label: "B1", Unit: "crusader", Bases: []rules.LabBase{at(10, 30)}}, {Label: "B2", Unit: "crusader", Bases: []rules.LabBase{at(18, 30)}},
		{Label: "B3", Unit: "samson", Bases: []rules.LabBase{at(26, 32)}}, {Label: "B4", Sig: "medium", Bases: []rules.LabBase{at(34, 32)}},
	}}
}

// A Turn of five Units, with three reveals, a Reaction Engagement and shots, takes few presses of its player.
func TestPressesOfATurn(t *testing.T) {
	c, lab := rules.Defaults(), fiveUnits()
	c.Lab = &lab
	n := newNewcomer(t, c, 1)
	v := n.play(200, func(v rules.View) bool { return v.Turn > 1 })
	mine := len(wording.Those(n.presses, func(s string) bool { return strings.Contains(s, ", A presses ") }))
	t.Logf("the Turn's player presses %d times, of %s", mine, n.where())
	if v.Turn != 2 || mine > mostTurnPresses {
		t.Errorf("a Turn of five Units takes %d presses of its player, at most %d", mine, mostTurnPresses)
	}
}

// starters returns a match of the two starter sets on a named map.
func starters(t testing.TB) rules.Config {
	t.Helper()
	c := rules.Defaults()
	c.Map = "harrow-down"
	for i, army := range []string{"coalition-starter", "republic-starter"} {
		units, err := c.ForceOf([]string{army})
		if err != nil {
			t.Fatal(err)
		}
		c.Forces[i] = units
	}
	return c
}

// A match of the two starter sets on a named map takes few presses of both sides together, whatever the dice.
func TestPressesOfAMatch(t *testing.T) {
	const seeds = 6
	total := 0
	for seed := range uint64(seeds) {
		n := newNewcomer(t, starters(t), seed+1)
		v := n.play(1000, func(rules.View) bool { return false })
		t.Logf("dice %d: over in Round %d, Turn %d, VP %v: %d presses", seed+1, v.Round, v.Turn, v.VP, len(n.presses))
		total += len(n.presses)
	}
	if mean := total / seeds; mean > mostMatchPresses {
		t.Errorf("a match takes %d presses on average, at most %d", mean, mostMatchPresses)
	}
}

// A Unit must be activated if it can hold no lower, has nothing to shoot at and cannot take Overwatch. It has a button for
// that.
func TestOnlyChoiceIsAButton(t *testing.T) {
	lab := fiveUnits()
	c := rules.Defaults()
	c.Lab = &lab
	n := newNewcomer(t, c, 1)
	n.play(200, func(v rules.View) bool { return v.Turn > 1 || v.Engagement != nil && v.Engagement.Stage == "resolve" })
	for _, seat := range []game.Seat{1, 2} {
		p, err := n.hall.Private(t.Context(), "m", seat)
		if err != nil {
			t.Fatal(err)
		}
		if p.Asks[0].Name != "priority" {
			continue
		}
		p.Asks = slices.Clone(p.Asks)
		p.Asks[0].Menu = wording.Those(p.Asks[0].Menu, func(ch game.Choice) bool { return ch.Verb == "activate" })[:1]
		l, err := play{n.forms}.Console(p, bot.Page{})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := bottest.ControlsOf(l.Message).Find("Activate "); !ok || len(bottest.ControlsOf(l.Message).Selects) > 0 {
			t.Errorf("what must be done is no button:\n%s", bottest.Words(l.Message))
		}
		return
	}
	t.Error("nobody's time has come")
}
