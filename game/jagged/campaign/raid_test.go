package campaign

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// battle plays a battle to its end: each seat answers by default, except that it shoots and rushes. It returns the result and the
// records.
func battle(t *testing.T, terms jagged.Terms, seed uint64) (game.Result, []game.Record) {
	t.Helper()
	d := gametest.NewDice(seed)
	m, st, err := jagged.Rules().Start(2, jagged.Config{Terms: terms}.Encode(), d)
	var records []game.Record
	for err == nil {
		m.Apply(st)
		records = append(records, st.Record)
		if r, over := m.Result(); over {
			return r, records
		}
		seat := m.Groups()[0].Open[0]
		for _, a := range m.Asks(seat) {
			if a.Standing {
				continue
			}
			r := a.Default
			for _, c := range a.Menu {
				if a.Name == "shoot" && c.Verb == "shoot all" {
					r = jagged.ShootAll{}
				}
				if a.Name == "rush" && c.Verb == "rush" && d.N(2) == 0 {
					r = jagged.Rush{Unit: jagged.Label(c.Value("unit"))}
				}
			}
			if st, err = m.Answer(seat, a.ID, r, d); err != nil {
				st, err = m.Lapse(seat, a.ID, d) // for example where two enemies are equally near
			}
			break
		}
	}
	t.Fatal(err)
	return game.Result{}, nil
}

// A campaign fought battle by battle under the rules ends, and rebuilding it from the records of its battles gives the same
// campaign.
func TestCampaignOfBattles(t *testing.T) {
	for seed, form := range []string{Raid, Short} {
		c := begin(t, Setup{Form: form, First: []string{cards.Humans, cards.Martians}[seed%2]})
		var again []Battle
		for n := uint64(1); ; n++ {
			if _, over := c.Winner(); over {
				break
			}
			if n > 200 {
				t.Fatalf("%s: no end", form)
			}
			targets := c.Targets()
			target := targets[int(n)%len(targets)]
			terms := c.Terms(target)
			r, records := battle(t, terms, n+uint64(seed)*1000)
			m, err := jagged.Rules().Resume(records)
			if err != nil {
				t.Fatal(err)
			}
			anew, over := m.Result()
			if !over {
				t.Fatal("a battle that ended has not ended")
			}
			again = append(again, Outcome(m.View(game.Onlooker()).(jagged.View).Position, anew))
			if c, err = c.Fought(Outcome(target, r)); err != nil {
				t.Fatal(err)
			}
		}
		d, err := Replay(c.Setup, again)
		if err != nil || len(d.History()) != len(c.History()) || len(c.Battles) < 3 {
			t.Errorf("%s: %d battles, worked out anew %d, %v", form, len(c.Battles), len(d.Battles), err)
		}
		w, _ := c.Winner()
		v, _ := d.Winner()
		t.Logf("%s: %s in %d battles", form, w, len(c.Battles))
		if w != v {
			t.Errorf("%s won, worked out anew %s", w, v)
		}
	}
}
