package jagged

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/jagged/worlds"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"

	rules "downsync/game/jagged"
)

// shown is a console that somebody was shown, to be drawn when the longest of its kind is known.
type shown struct {
	p    table.Private
	page bot.Page
	long int // in bytes
}

// controls are what the buttons of a console play, the green one first, and the drafts that its buttons and selects go on with.
func controls(blocks []bot.Block) (plays, drafts []string) {
	for _, b := range blocks {
		switch b := b.(type) {
		case bot.Box:
			p, d := controls(b.Blocks)
			plays, drafts = append(plays, p...), append(drafts, d...)
		case bot.Row:
			for _, x := range b {
				switch {
				case x.Does.Kind == bot.ControlDraft:
					drafts = append(drafts, x.Does.Draft)
				case x.Does.Kind == bot.ControlSubmit && x.Style == bot.Success:
					plays = append([]string{x.Does.Draft}, plays...)
				case x.Does.Kind == bot.ControlSubmit:
					plays = append(plays, x.Does.Draft)
				}
			}
		case bot.Select:
			for _, o := range b.Options[:min(2, len(b.Options))] {
				if !strings.HasPrefix(o.Value, "@") {
					drafts = append(drafts, strings.TrimSpace(b.Does.Draft+" "+o.Value))
				}
			}
		}
	}
	return plays, drafts
}

// gallery plays battles by the consoles' own proposals and keeps the longest console of every kind of question, and of the drafts that
// its controls begin.
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
	if long := len(bottest.Words(c.Message)); long > g.best[kind].long {
		g.best[kind] = shown{p, page, long}
	}
	return c.Message
}

func (g *gallery) play(seed uint64, c rules.Config) {
	g.t.Helper()
	hall := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{rules.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(seed) }, Moot: true})
	if err := hall.Open(g.t.Context(), "open", "m", table.Opening{Game: "jagged", Config: c.Encode(), Users: []bot.UserID{"ann", "ben"}, Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		g.t.Fatal(err)
	}
	d := gametest.NewDice(seed)
	for n := range 400 {
		for _, seat := range []game.Seat{1, 2} {
			p, err := hall.Private(g.t.Context(), "m", seat)
			if err != nil || p.Result != nil {
				return
			}
			if len(p.Asks) == 0 || p.Asks[0].Standing {
				continue
			}
			a := p.Asks[0]
			plays, drafts := controls(g.keep(a.Name, p, bot.Page{Ask: a.ID}).Blocks)
			if len(drafts) > 0 {
				g.keep(a.Name+" begun", p, bot.Page{Ask: a.ID, Order: drafts[d.N(len(drafts))]})
			}
			g.answer(hall, p, fmt.Sprint(n, seat), d, plays)
		}
	}
}

// answer plays what the first button plays, now and then a Sprint; else what time would play.
func (g *gallery) answer(hall *table.Hall, p table.Private, cause string, d *gametest.Dice, plays []string) {
	g.t.Helper()
	a := p.Asks[0]
	orders := ""
	if len(plays) > 0 {
		orders = plays[0]
	}
	for _, k := range a.Menu {
		if (k.Verb == "sprint" || k.Verb == "disengage") && d.N(12) == 0 {
			orders = k.Words
		}
	}
	var all []game.Reply
	for line := range strings.SplitSeq(orders, "; ") {
		if r, err := rules.Parse(line); err == nil {
			all = append(all, r)
		}
	}
	err := fmt.Errorf("nothing to play")
	if len(all) > 0 {
		_, err = hall.Act(g.t.Context(), "act"+cause, "m", p.Seat, a.ID, all[0], all[1:]...)
	}
	if halted := (*table.Halted)(nil); errors.As(err, &halted) && halted.Done > 0 { // the enemy is asked first
		return
	}
	if err != nil {
		if len(all) > 0 {
			g.t.Errorf("%s: a button plays %q: %v", a.Name, orders, err)
		}
		if _, err := hall.Act(g.t.Context(), "lapse"+cause, "m", p.Seat, a.ID, a.Default); err != nil {
			g.t.Fatal(err)
		}
	}
}

// Every kind of question is on one screen of a phone, in both languages. What the green buttons play is legal.
func TestOneScreen(t *testing.T) {
	t.Parallel()
	g := &gallery{t, map[string]shown{}}
	for seed, lists := range [][2]string{{"h-a-line", "m-d-seer"}, {"m-a-hunt", "h-d-bastion"}, {"h-a-mech", "m-d-swarm"}, {"m-a-monsters", "h-d-line"}} {
		c := rules.Defaults()
		c.Attacker, c.Board = cards.FindList(lists[0]).Faction, boards.All()[seed%3].Slug
		c.Zones, c.Melee = "deep", "ask"
		if seed == 3 { // what is asked where lists were not chosen before
			c.Board, c.Penalties = "", []string{"human-data-archive"}
		} else {
			c.Brought = [2][]rules.Pick{rules.Picks(cards.FindList(lists[0])), rules.Picks(cards.FindList(lists[1]))}
		}
		g.play(uint64(seed)+23, c)
	}
	g.play(1, worlds.Counter())
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
	screens.One(t, consoles, "board", "list", "list begun", "objective", "objective begun", "deploy", "deploy begun", "steal", "glimpse", "glimpse begun", "insight", "reinforce",
		"reinforce begun", "move", "move begun", "go", "go begun", "shoot", "shoot begun", "rush", "counter", "melee", "melee begun", "reroll")
}
