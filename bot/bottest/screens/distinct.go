package screens

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
)

// Distinct checks that no two controls of a console do the same. It follows one match in its store and plays each order that a
// control sends on a copy of the match.
type Distinct struct {
	t     testing.TB
	rules game.Game
	store table.Store
	id    table.ID
	match game.Match // up to date with the stored records
	// records are the stored records, which a copy needs.
	records [][]byte
	press   Press
	// looked counts the consoles of each kind. Copies take time, so only the first mostCopied of a kind are played.
	looked map[string]int
}

// Press says what a press with values does to a draft, as bot.Play does.
type Press func(p table.Private, ask, draft string, values []string) bot.Step

// mostCopied is the number of consoles of a kind whose orders are played. With SOAK set there is no limit.
const mostCopied = 8

// NewDistinct returns a check of the consoles of a match in that store.
func NewDistinct(t testing.TB, rules game.Game, store table.Store, id table.ID, press Press) *Distinct {
	return &Distinct{t: t, rules: rules, store: store, id: id, press: press, looked: map[string]int{}}
}

// catchUp applies the records that were stored since the last call.
func (d *Distinct) catchUp() {
	d.t.Helper()
	for {
		events, err := d.store.Events(d.t.Context(), d.id, uint64(len(d.records)), 100)
		if err != nil {
			d.t.Fatal(err)
		}
		if len(events) == 0 {
			return
		}
		for _, e := range events {
			r, err := game.DecodeRecord(e.Data)
			if err == nil && d.match == nil {
				d.match, err = d.rules.Resume([]game.Record{r})
			} else if err == nil {
				err = d.match.Replay(r)
			}
			if err != nil {
				d.t.Fatal(err)
			}
			d.records = append(d.records, e.Data)
		}
	}
}

// control holds the effect of a press: a control plays orders, or a button leads to another page. Two ways of choosing a place may lead
// to the same page: the place may be both the northernmost and the nearest to an objective.
type control struct{ label, orders, page string }

// controls returns what the enabled controls of a console do.
func (d *Distinct) controls(p table.Private, m wire.Message) (out []control) {
	all := bottest.ControlsOf(m)
	for _, b := range all.Buttons {
		switch {
		case b.Disabled || b.Stays || b.Does == wire.Control{}:
		case b.Does.Kind == wire.ControlSubmit:
			out = append(out, control{label: b.Label, orders: b.Does.Draft})
		default:
			out = append(out, control{label: b.Label, page: fmt.Sprint(b.Does)})
		}
	}
	for _, s := range all.Selects {
		if s.Does.Kind != wire.ControlChoose || s.Min > 1 {
			continue
		}
		for _, o := range s.Options {
			if step := d.press(p, s.Does.Ask, s.Does.Draft, []string{o.Value}); step.Order != "" {
				out = append(out, control{label: o.Label, orders: step.Order})
			}
		}
	}
	return out
}

// Console checks one console of the seat's question.
func (d *Distinct) Console(kind string, p table.Private, ask string, m wire.Message) {
	d.t.Helper()
	d.catchUp()
	d.looked[kind]++
	snapshot, err := d.match.Snapshot()
	if err != nil {
		d.t.Fatal(err)
	}
	plays := gametest.Soak() || d.looked[kind] <= mostCopied
	does := map[string]string{}
	for _, c := range d.controls(p, m) {
		what := c.page
		if c.orders != "" {
			what = "plays " + c.orders
		}
		if c.orders != "" && plays {
			what = "leads to " + d.after(snapshot, p.Seat, ask, c.orders)
		}
		if other, twice := does[what]; twice {
			d.t.Errorf("%s: [%s] and [%s] do the same", kind, other, c.label)
		}
		does[what] = c.label
	}
}

// rolls are the dice with which each order is played: what happens by chance alone is not the same.
var rolls = []uint64{1, 2}

// after returns what the orders lead to with several dice.
func (d *Distinct) after(snapshot []byte, seat game.Seat, ask, orders string) (all string) {
	d.t.Helper()
	for _, seed := range rolls {
		all += d.afterWith(gametest.NewDice(seed), snapshot, seat, ask, orders) + "\n"
	}
	return all
}

// afterWith returns the match after the orders: its state, what happened, and the sealed answers. Orders that stop halfway lead to where
// they stop. Refused ones are as different as their words.
func (d *Distinct) afterWith(dice game.Dice, snapshot []byte, seat game.Seat, ask, orders string) string {
	d.t.Helper()
	m, err := d.rules.Restore(snapshot, d.records)
	if err != nil {
		d.t.Fatal(err)
	}
	played, told := 0, m.Count(game.Referee())
	for line := range strings.SplitSeq(orders, ";") {
		r, err := d.rules.Parse(strings.TrimSpace(line))
		if err != nil {
			return "refused " + orders
		}
		if !answered(m, seat, ask, r, dice) {
			break
		}
		played++
		ask = ""
	}
	if played == 0 {
		return "refused " + orders
	}
	raw, err := m.Snapshot()
	if err != nil {
		d.t.Fatal(err)
	}
	var s struct {
		State   json.RawMessage
		Pending []struct {
			Seat        game.Seat
			Name, Order string
		}
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		d.t.Fatal(err)
	}
	_, over := m.Result()
	var facts []string
	for _, f := range m.Told(game.Referee(), told) {
		facts = append(facts, fmt.Sprintf("%s %+v", f.Kind(), f))
	}
	slices.Sort(facts) // two orders may do the same to several pieces one after another
	return fmt.Sprintf("%s %v %v %s", s.State, s.Pending, over, strings.Join(facts, "; "))
}

// answered plays a reply to the ask, or to the first that takes it, and reports whether it was taken.
func answered(m game.Match, seat game.Seat, ask string, r game.Reply, dice game.Dice) bool {
	for _, a := range m.Open(seat) {
		if ask != "" && a.ID != ask {
			continue
		}
		if step, err := m.Answer(seat, a.ID, r, dice); err == nil {
			m.Apply(step)
			return true
		}
	}
	return false
}
