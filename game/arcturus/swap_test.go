package arcturus

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/gametest"
)

// meddled is a match in which every seat does something at any time, not only the one that is asked.
type meddled struct {
	m       game.Match
	now     *state
	d       *gametest.Dice
	records []game.Record
	facts   map[string]json.RawMessage
	swaps   int
	back    int // steps taken back after another seat's standing act
}

func meddle(seats int, seed uint64) (*meddled, error) {
	p := &meddled{d: gametest.NewDice(seed), facts: map[string]json.RawMessage{}}
	m, st, err := game.Seal[*state](watched{ours, &p.now}).Start(seats, randomConfig(seats)(seed), p.d)
	if err != nil {
		return nil, err
	}
	p.m = m
	return p, p.apply(st)
}

func (p *meddled) apply(st game.Step) error {
	rec, _, err := gametest.Stored(st.Record)
	if err != nil {
		return err
	}
	before := p.purse()
	p.m.Apply(st)
	p.records = append(p.records, rec)
	for _, f := range rec.Facts {
		p.facts[f.Kind] = f.Data
		if f.Kind == "swapped" {
			if p.swaps++; before != p.purse() {
				return fmt.Errorf("a swap makes of %s in all %s: %s", before, p.purse(), f.Data)
			}
		}
	}
	p.m.Result()
	return checkState(p.now)
}

// purse adds up everything that the seats have.
func (p *meddled) purse() (sum cards.Amount) {
	if p.m.Version() == 0 {
		return sum
	}
	for _, seat := range p.m.View(game.Referee()).(View).Players {
		sum = sum.Plus(seat.Have)
	}
	return sum
}

// step lets some seat act, or take back.
func (p *meddled) step() error {
	for _, g := range p.m.Groups() {
		if len(g.Open) == 0 {
			st, err := p.m.CloseWindow(g.Key, p.d)
			if err != nil {
				return err
			}
			return p.apply(st)
		}
	}
	seat := game.Seat(1 + p.d.N(p.m.Seats()))
	if p.m.CanUndo(seat) && p.d.N(3) == 0 {
		st, err := p.m.Undo(seat)
		if err != nil {
			return err
		}
		if last := p.records[len(p.records)-1]; last.Seat != seat {
			p.back++
		}
		return p.apply(st)
	}
	asks := p.m.Asks(seat)
	if len(asks) == 0 {
		return nil
	}
	a := asks[p.d.N(len(asks))]
	if a.Standing {
		a.Menu = mostlySwaps(p.d, a.Menu)
	}
	line := gametest.Line(p.d, p.m.View(game.Player(seat)), a, guess)
	if line == "concede" && p.d.N(20) > 0 || line == "pass" && p.d.N(3) > 0 {
		return nil
	}
	if p.d.N(2) == 0 && strings.HasPrefix(line, "accept") {
		line = strings.Join(strings.Fields(line)[:2], " ")
	}
	o, err := Parse(line)
	if err != nil {
		return fmt.Errorf("%q: %w", line, err)
	}
	st, err := p.m.Answer(seat, a.ID, o, p.d)
	if no := new(game.Refusal); errors.As(err, &no) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%q: %w", line, err)
	}
	return p.apply(st)
}

// meddleAll plays matches in which all seats meddle, and returns an example of each kind of fact.
func meddleAll(t *testing.T, games int) map[string]json.RawMessage {
	t.Helper()
	facts := map[string]json.RawMessage{}
	swaps, back := 0, 0
	for seed := range uint64(games) {
		p, err := meddle(3+int(seed%3), seed)
		for n := 0; err == nil && n < 1500; n++ {
			if _, over := p.m.Result(); over {
				break
			}
			err = p.step()
		}
		if err != nil {
			t.Fatalf("match %d, record %d: %v", seed, len(p.records), err)
		}
		again, err := Rules().Resume(p.records)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []game.Viewer{game.Referee(), game.Onlooker(), game.Player(1), game.Player(3)} {
			if a, b := gametest.Text(p.m.View(v)), gametest.Text(again.View(v)); a != b {
				t.Fatalf("match %d: %s sees\n%s\nand after a replay\n%s", seed, v, a, b)
			}
		}
		swaps, back = swaps+p.swaps, back+p.back
		for kind, raw := range p.facts {
			facts[kind] = raw
		}
	}
	t.Logf("%d matches: %d swaps, %d steps taken back under another seat's act", games, swaps, back)
	if swaps == 0 || back == 0 {
		t.Error("no swap was made, or nothing was taken back")
	}
	return facts
}

// Swaps move things and make none, while the active seat acts and takes back (N10.4, S56).
func TestSwapsAtAnyTime(t *testing.T) { meddleAll(t, 8) }
