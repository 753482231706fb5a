package downsync

import (
	"math/rand/v2"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest/screens"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	rules "downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/table"
)

// No two controls of a console do the same, whatever the players press.
func TestControlsDiffer(t *testing.T) {
	seeds := uint64(2)
	if gametest.Soak() {
		seeds = 20
	}
	var words screens.Words
	for seed := range seeds {
		c := starters(t)
		if seed%2 == 1 {
			c.Rules = rules.Edition42
		}
		n := newNewcomer(t, c, seed+1)
		n.roams = rand.New(rand.NewPCG(seed+1, 5))
		watchControls(t, n)
		check := n.seen
		n.seen = func(p table.Private, page bot.Page) {
			seen, err := play{n.forms}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			words.Add(seen.Message)
			check(p, page)
		}
		n.play(3000, func(v rules.View) bool { return v.Turn > 4 })
	}
	words.Report(t)
}

// Buttons that give a standing answer are grey, and the console says that it can be taken back, in both languages.
func TestStandingAnswersSaySo(t *testing.T) {
	n, seen := newNewcomer(t, starters(t), 1), 0
	n.seen = func(p table.Private, page bot.Page) {
		for _, l := range lang.All() {
			m, err := play{wording.Reader{Brush: blank{}, Voice: bot.Voice{Language: l}}}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			seen += screens.Standing(t, p.Asks[0].Name+" "+l.String(), l, m.Message, func(order string) bool { return strings.HasPrefix(order, "standing ") })
		}
	}
	n.play(400, func(v rules.View) bool { return v.Turn > 3 })
	if seen == 0 {
		t.Error("no button gave a standing answer")
	}
}

// watchControls checks the consoles that the newcomer sees.
func watchControls(t *testing.T, n *newcomer) {
	distinct := screens.NewDistinct(t, rules.Rules(), n.store, "m", play{n.forms}.Press)
	n.seen = func(p table.Private, page bot.Page) {
		seen, err := play{n.forms}.Console(p, page)
		if err != nil {
			t.Fatal(err)
		}
		distinct.Console(p.Asks[0].Name, p, p.Asks[0].ID, seen.Message)
	}
}

// In the refresh of one Unit that may pay for an aura, one control declines: to refresh it as it is and to pay nothing more are the same.
func TestRefreshDeclinedOnce(t *testing.T) {
	c := rules.Defaults()
	lab := fiveUnits()
	lab.Pieces[4].Unit = "gsv-aurora"
	c.Lab = &lab
	n := newNewcomer(t, c, 1)
	watchControls(t, n)
	asked, watch := 0, n.seen
	n.seen = func(p table.Private, page bot.Page) {
		if p.Asks[0].Name == "refresh" {
			asked++
		}
		watch(p, page)
	}
	n.play(400, func(v rules.View) bool { return v.Turn > 1 })
	if asked == 0 {
		t.Error("no refresh was asked")
	}
}
