package syndicate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/order"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"

	rules "downsync/game/syndicate"
)

// shown is a console that somebody was shown, to be drawn when the longest of its kind is known.
type shown struct {
	p    table.Private
	page bot.Page
	long int // in bytes
}

// drafts are the drafts that the buttons of a console go on with, by the buttons' labels.
func drafts(blocks []bot.Block) map[string]string {
	out := map[string]string{}
	for _, b := range blocks {
		switch b := b.(type) {
		case bot.Box:
			for label, draft := range drafts(b.Blocks) {
				out[label] = draft
			}
		case bot.Row:
			for _, x := range b {
				if x.Does.Kind == bot.ControlDraft {
					out[x.Label] = x.Does.Draft
				}
			}
		}
	}
	return out
}

// gallery plays matches at random between the starters and keeps the longest console of every kind of question, and of every draft that
// its buttons begin.
type gallery struct {
	t    *testing.T
	best map[string]shown
}

func (g *gallery) keep(kind string, p table.Private, page bot.Page) bot.Message {
	g.t.Helper()
	p.Asks = append([]table.OpenAsk{}, p.Asks...)
	p.Asks[0].By = time.Unix(2e9, 0) // a clock runs
	c, err := sketched.Console(p, page)
	if err != nil {
		g.t.Fatal(err)
	}
	if err := screens.Sendable(c.Message); err != nil {
		g.t.Errorf("%s, %v: %v", kind, page, err)
	}
	green := 0
	for _, b := range bottest.ControlsOf(c.Message).Buttons {
		if b.Style == bot.Success {
			green++
		}
	}
	if green > 1 {
		g.t.Errorf("%s, %v: %d main buttons", kind, page, green)
	}
	if long := len(bottest.Words(c.Message)); long > g.best[kind].long {
		g.best[kind] = shown{p, page, long}
	}
	return c.Message
}

func (g *gallery) play(seed uint64, c rules.Config) {
	g.t.Helper()
	hall := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{rules.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(seed) }, Moot: true})
	if err := hall.Open(g.t.Context(), "open", "m", table.Opening{Game: "syndicate", Config: c.Encode(), Users: []bot.UserID{"ann", "ben"}, Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		g.t.Fatal(err)
	}
	d := gametest.NewDice(seed)
	for n := range 250 {
		for _, seat := range []game.Seat{1, 2} {
			p, err := hall.Private(g.t.Context(), "m", seat)
			if err != nil || p.Result != nil {
				return
			}
			if len(p.Asks) == 0 || p.Asks[0].Standing {
				continue
			}
			a := p.Asks[0]
			for _, draft := range drafts(g.keep(a.Name, p, bot.Page{Ask: a.ID}).Blocks) {
				if !strings.HasPrefix(draft, "concede") && !strings.HasPrefix(draft, "draw") {
					next := g.keep(a.Name+" begun", p, bot.Page{Ask: a.ID, Order: draft})
					if whole, ok := drafts(next.Blocks)["Change the orders"]; ok {
						g.keep("plan ahead", p, bot.Page{Ask: a.ID, Order: whole})
					}
				}
			}
			guess := func(d *gametest.Dice, _ game.View, _ game.Ask, _ string, _ order.Slot) string {
				return grid.Space{X: d.N(12) + 1, Y: d.N(12) + 1}.String()
			}
			r, err := rules.Parse(strings.TrimSuffix(strings.TrimSuffix(gametest.Line(d, p.View, a.Ask, guess), " usual"), " always"))
			if err == nil {
				_, err = hall.Act(g.t.Context(), fmt.Sprint("act", n, seat), "m", seat, a.ID, r)
			}
			if err != nil {
				if _, err := hall.Act(g.t.Context(), fmt.Sprint("lapse", n, seat), "m", seat, a.ID, a.Default); err != nil {
					g.t.Fatal(err)
				}
			}
		}
	}
}

// brawl is a match in which A stands beside B and plays one card again and again.
func brawl(a cards.Squad, card string) rules.Config {
	c := rules.Defaults()
	c.Map = "plain"
	c.Squads = [2]cards.Squad{a, {Operator: "velocity", Weapon: "blitz-m7", Armor: "light-tactical-vest", Mercenaries: []string{"", ""}}}
	hand := []string{card, card, card}
	c.Lab = &rules.Lab{Round: 1, Priority: 1, Hands: [2][]string{hand, {"vault", "vault", "vault"}}, Decks: [2][]string{hand, {"vault", "vault"}},
		Units: []rules.LabUnit{{Label: "A", At: grid.Space{X: 5, Y: 5}}, {Label: "B", At: grid.Space{X: 6, Y: 5}}}}
	if a.Mercenaries[0] != "" {
		c.Lab.Units = append(c.Lab.Units, rules.LabUnit{Label: "A1", At: grid.Space{X: 4, Y: 4}})
	}
	return c
}

// Every kind of question is on one screen of a phone, in both languages.
func TestOneScreen(t *testing.T) {
	t.Parallel()
	g := &gallery{t: t, best: map[string]shown{}}
	for seed := range 12 {
		c := rules.Defaults()
		for i := range c.Squads {
			c.Squads[i] = cards.Starters()[(seed+i)%5].Squad
		}
		if seed%2 == 0 {
			c.Mission, c.MaxRounds = "", 20
		}
		c.Mulligan, c.Squads[0].Weapon, c.Squads[1].Armor = true, cards.Printed().Weapons[seed*5%21].ID, cards.Printed().Armors[seed%3].ID
		g.play(uint64(seed), c)
	}
	for seed := range uint64(4) {
		g.play(seed, brawl(cards.Squad{Operator: "rampart", Weapon: "ironclad-lmg", Armor: "bulwark-exo-shell", Mercenaries: []string{"", ""}}, "shield-bash"))
		g.play(seed, brawl(cards.Squad{Operator: "glitch", Weapon: "ironclad-lmg", Armor: "light-tactical-vest", Mercenaries: []string{"ping", ""}}, "vault"))
		g.play(seed, brawl(cards.Squad{Operator: "razor", Weapon: "cyclone-rotary-gun", Armor: "composite-armor-rig", Mercenaries: []string{"brick", ""}}, "vault"))
	}
	consoles := map[string]bot.Message{}
	for name, s := range g.best {
		for _, l := range lang.All() {
			c, err := Forms{Language: l}.Console(s.p, s.page)
			if err != nil {
				t.Fatal(err)
			}
			consoles[name+" "+l.String()] = c.Message
		}
	}
	screens.One(t, consoles, "deploy", "mulligan", "plan", "plan begun", "plan ahead", "move", "use", "push", "mercs", "attack", "relay", "jam", "reduce", "surge", "press")
}
