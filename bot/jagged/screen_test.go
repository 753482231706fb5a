package jagged

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest/screens"
	"downsync/bot/jagged/worlds"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/table"
)

// controls returns the orders that the buttons of a console play, the green one first, and the drafts that its buttons and selects
// continue.
func controls(blocks []wire.Block) (plays, drafts []string) {
	for _, b := range blocks {
		switch b := b.(type) {
		case wire.Box:
			p, d := controls(b.Blocks)
			plays, drafts = append(plays, p...), append(drafts, d...)
		case wire.Row:
			for _, x := range b {
				switch {
				case x.Does.Kind == wire.ControlDraft:
					drafts = append(drafts, x.Does.Draft)
				case x.Does.Kind == wire.ControlSubmit && x.Style == wire.Success:
					plays = append([]string{x.Does.Draft}, plays...)
				case x.Does.Kind == wire.ControlSubmit:
					plays = append(plays, x.Does.Draft)
				}
			}
		case wire.Select:
			for _, o := range b.Options[:min(2, len(b.Options))] {
				if !strings.HasPrefix(o.Value, "@") {
					drafts = append(drafts, strings.TrimSpace(b.Does.Draft+" "+o.Value))
				}
			}
		}
	}
	return plays, drafts
}

// gallery plays battles by the consoles' own proposals and keeps the longest console of every kind of question, and of the drafts
// that its controls begin.
type gallery struct {
	*screens.Gallery
	t *testing.T
}

// newGallery returns a gallery of the game's consoles.
func newGallery(t *testing.T) *gallery {
	return &gallery{screens.NewGallery(t, func(l lang.Language, p table.Private, at bot.Page) (wire.Letter, error) {
		f := sketched
		f.Language = l
		return play{f}.Console(p, at)
	}, func(l lang.Language, p table.Private, at bot.Page) (wire.Letter, error) {
		return play{Forms{Voice: bot.Voice{Language: l}}}.Console(p, at)
	}, func(l lang.Language, p table.Private, a table.OpenAsk) string {
		return play{Forms{Voice: bot.Voice{Language: l}}}.Question(p, a)
	}, play{sketched}.Press), t}
}

func (g *gallery) play(seed uint64, c rules.Config) {
	g.t.Helper()
	d := gametest.NewDice(seed)
	g.Play(rules.Rules(), c.Encode(), func(table.ID) game.Dice { return gametest.NewDice(seed) }, 400, func(hall *table.Hall, p table.Private, cause string) {
		a := p.Asks[0]
		plays, drafts := controls(g.Keep(a.Name, p, bot.Page{Ask: a.ID}).Blocks)
		if len(drafts) > 0 {
			g.Keep(a.Name+" begun", p, bot.Page{Ask: a.ID, Order: drafts[d.N(len(drafts))]})
		}
		g.answer(hall, p, cause, d, plays)
	})
}

// answer plays the first button's orders, sometimes a Sprint; otherwise the default.
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

// Every kind of question fits one screen of a phone, and no text of a console is longer than a player reads, in both languages. The
// orders of the green buttons are legal.
func TestOneScreen(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.Holds = func(order string) bool { return strings.HasPrefix(order, "skip ") }
	for seed, lists := range [][2]string{{"h-a-line", "m-d-seer"}, {"m-a-hunt", "h-d-bastion"}, {"h-a-mech", "m-d-swarm"}, {"m-a-monsters", "h-d-line"}} {
		c := rules.Defaults()
		c.Attacker, c.Board = cards.FindList(lists[0]).Faction, boards.All()[seed%3].Slug
		c.Zones, c.Melee = "deep", "ask"
		if seed == 3 { // the questions for lists that were not chosen before
			c.Board, c.Penalties = "", []string{"human-data-archive"}
		} else {
			c.Brought = [2][]rules.Pick{rules.Picks(cards.FindList(lists[0])), rules.Picks(cards.FindList(lists[1]))}
		}
		g.play(uint64(seed)+23, c)
	}
	g.play(1, worlds.Counter())
	for seed := range uint64(4) { // until a Walker Turret misses
		c := worlds.Counter()
		c.Lab.Phase, c.Lab.Models = rules.Shooting, []rules.LabModel{{Label: "A1", Unit: "walker-turret", At: at(20, 20)}, {Label: "B1", Unit: "rootblade-initiate", At: at(28, 20)}}
		g.play(seed+1, c)
	}
	if g.Standing == 0 {
		t.Error("no button gave a standing answer")
	}
	g.Words.Report(t)
	g.One("board", "list", "list begun", "objective", "objective begun", "deploy", "deploy begun", "steal", "glimpse", "glimpse begun", "insight", "reinforce",
		"reinforce begun", "move", "move begun", "go", "go begun", "shoot", "shoot begun", "rush", "counter", "melee", "melee begun", "reroll")
}
