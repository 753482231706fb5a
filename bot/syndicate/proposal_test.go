package syndicate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// starters returns a match of two starters, beginning with set-up.
func starters(a, b int) rules.Config {
	c := rules.Defaults()
	c.Squads = [2]cards.Squad{cards.Starters()[a].Squad, cards.Starters()[b].Squad}
	return c
}

// A player whose time runs out deploys as the board shows.
func TestDeploysAsShown(t *testing.T) {
	t.Parallel()
	s := sit(t, starters(0, 1))
	for _, seat := range []game.Seat{1, 2} {
		p, err := s.hall.Private(t.Context(), "m", seat)
		if err != nil {
			t.Fatal(err)
		}
		a := p.Asks[0]
		if b := s.labelled(s.console(p, a), "Deploy in the middle, as shown"); b.Does.Draft != a.Default.Order() {
			t.Errorf("seat %d is shown %q; by the clock it is %q", seat, b.Does.Draft, a.Default.Order())
		}
	}
}

// lab returns a match in which both plan: Rampart with Wall and Brick as A, Velocity with Slip and Trace as B.
func lab(change func(*rules.Config), units ...rules.LabUnit) rules.Config {
	c := rules.Defaults()
	c.Map = "plain"
	c.Squads = [2]cards.Squad{
		{Operator: "rampart", Weapon: "ironclad-lmg", Armor: "composite-armor-rig", Mercenaries: []string{"wall", "brick"}},
		{Operator: "velocity", Weapon: "blitz-m7", Armor: "light-tactical-vest", Mercenaries: []string{"slip", "trace"}}}
	c.Lab = &rules.Lab{Round: 2, Priority: 1, Units: units, Hands: [2][]string{{"shield-bash", "dash"}, {"dash", "dash"}},
		Decks: [2][]string{{"dash", "dash"}, {"dash", "dash"}}}
	if change != nil {
		change(&c)
	}
	return c
}

func spot(x, y int) grid.Space { return grid.Space{X: x, Y: y} }

// An extraction shows how many units each side has at the enemy's terminal, and the HP lost if both sides could score; a card that met
// armor says how much that stopped. By older rulings nobody counts units there.
func TestExtractionShowsWhoHolds(t *testing.T) {
	t.Parallel()
	for rulings, want := range map[int]bool{1: false, rules.NewestRulings: true} {
		s := sit(t, lab(func(c *rules.Config) { c.Rulings, c.Mission, c.Lab.Round = rulings, rules.Extract, 5 },
			rules.LabUnit{Label: "A", At: spot(7, 10)}, rules.LabUnit{Label: "B", At: spot(6, 3)}))
		p, _ := s.asked()
		v := sketched.reads(p.View, p.Meta)
		said := v.standing()
		for _, part := range []string{"units at the enemy's terminal A 1, B 1", "HP lost this round A 0, B 0"} {
			if strings.Contains(said, part) != want {
				t.Errorf("rulings %d: %q in %q is not %t", rulings, part, said, want)
			}
		}
		if said := v.told([]game.Fact{rules.Hurt{Unit: "B", N: 1, Armor: 1, By: "predictive-counter"}}); !strings.Contains(strings.Join(said, "\n"), "Armor stops 1.") {
			t.Errorf("%q", said)
		}
	}
}

// A contest shows its chances: with the card in the hand, and at each enemy with which it can begin.
func TestContestsShowTheirChances(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}, rules.LabUnit{Label: "B1", At: spot(4, 5)}))
	p, a := s.asked()
	f, _ := p.View.(rules.View).Contest(1, "shield-bash", "B")
	odds := fmt.Sprintf("B Velocity: wins %.0f%%, tie %.0f%%", 100*f.Win, 100*f.Tie)
	if said := bottest.Words(s.console(p, a)); !strings.Contains(said, odds) {
		t.Errorf("the hand does not say %q:\n%s", odds, said)
	}
	s.act(p, a, "commit shield-bash")
	p, a = s.asked()
	s.act(p, a, "commit dash")
	p, a, ok := s.until("use", 5)
	if !ok {
		t.Fatalf("asked is %q", a.Name)
	}
	s.labelled(s.console(p, a), odds)
}

// The orders of a round offer every space in reach: the spaces of the Relay first, with how they count.
func TestGoalsAreListed(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) { c.Lab.Hands[0] = []string{"advance", "dash"} },
		rules.LabUnit{Label: "A", At: spot(5, 3)}, rules.LabUnit{Label: "A1", At: spot(3, 3)}, rules.LabUnit{Label: "B", At: spot(8, 8)}))
	p, a := s.asked()
	l, err := play{sketched}.Console(p, bot.Page{Ask: a.ID, Order: "commit advance attack best @ahead"})
	if err != nil {
		t.Fatal(err)
	}
	v := p.View.(rules.View)
	listed, far := map[string]string{}, false
	for _, x := range bottest.ControlsOf(l.Message).Selects {
		for i, o := range x.Options {
			at, ok := strings.CutPrefix(o.Value, "to ")
			if !ok {
				continue
			}
			listed[at] = o.Label + ", " + o.Note
			where, err := grid.Parse(at)
			if err != nil {
				t.Fatal(err)
			}
			if plain := !strings.Contains(strings.TrimPrefix(o.Label, "A Rampart · "), " · "); plain && v.Counts(where) && far {
				t.Errorf("option %d, %s, is of the Relay and comes after one that is not", i, at)
			} else if plain && !strings.Contains(o.Label, "Stay") {
				far = !v.Counts(where)
			}
		}
	}
	for _, to := range v.Goes(1, "advance") {
		said, ok := listed[to.String()]
		if !ok {
			t.Errorf("%s is not offered", to)
			continue
		}
		moved := v.Moved("A", to)
		_, err := moved.Aim("B", "A", false)
		if strings.Contains(said, "Relay") != v.Counts(to) || strings.Contains(said, "B can shoot here") != (err == nil) {
			t.Errorf("%s is said to be %q", to, said)
		}
	}
}

// A unit that is to stay is not said to go to its own space, and the button of a proposal names the card's destination.
func TestProposalsSayWhere(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) { c.Lab.Hands[0] = []string{"advance"} }, rules.LabUnit{Label: "A", At: spot(5, 3)}, rules.LabUnit{Label: "A1", At: spot(3, 3)}, rules.LabUnit{Label: "B", At: spot(8, 8)}))
	p, a := s.asked()
	v := (Forms{}).reads(p.View, p.Meta)
	if said := v.ordered(1, rules.Ahead{To: spot(5, 3), First: spot(4, 4)}, true); said != "A Rampart stays, A1 Wall to 4,4" {
		t.Errorf("it is said %q", said)
	}
	to := advice.Read(v.View, a.Ask, v.Advisor(1)).Plan("advance").To
	s.labelled(s.console(p, a), "Play Advance to "+to.String())
}

// The bot says which attacks a proposal or orders give up: the attack of a Mercenary that must not move for it, and the attack of a
// unit that ends out of reach.
func TestOrdersSayWhoseAttackTheyTake(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) {
		c.Squads[0].Mercenaries = []string{"wall", "havoc"}
		c.Lab.Hands[0] = []string{"advance", "dash"}
	}, rules.LabUnit{Label: "A", At: spot(4, 5)}, rules.LabUnit{Label: "A2", At: spot(5, 6)}, rules.LabUnit{Label: "B", At: spot(9, 5)}))
	p, a := s.asked()
	v := p.View.(rules.View)
	away := slices.IndexFunc(v.Goes(1, "advance"), func(at grid.Space) bool { return len(v.Moved("A", at).Targets("A")) == 0 })
	if len(v.Targets("A")) == 0 || len(v.Targets("A2")) == 0 || away < 0 {
		t.Fatalf("A attacks %v, A2 %v, A goes to %v", v.Targets("A"), v.Targets("A2"), v.Goes(1, "advance"))
	}
	order := "commit advance to " + v.Goes(1, "advance")[away].String() + " second 6,6 attack best proposed"
	for l, wants := range map[lang.Language][]string{
		lang.English:  {"A2 Havoc does not attack after it has moved.", "A Rampart loses its attack by this: from its present space it could attack B Velocity", "no attack after moving"},
		lang.Of("de"): {"A2 Havoc greift nach einer Bewegung nicht an.", "nimmt das A Rampart den Angriff", "nach Bewegung kein Angriff"}} {
		w := sketched
		w.Language = l
		c, err := play{w}.Console(p, bot.Page{Ask: a.ID, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		said := bottest.Words(c.Message)
		for _, x := range bottest.ControlsOf(c.Message).Selects {
			for _, o := range x.Options {
				said += "\n" + o.Note
			}
		}
		for _, want := range wants {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in\n%s", l, want, said)
			}
		}
	}
	if said := sketched.reads(p.View, p.Meta).idle(1, rules.Ahead{To: spot(4, 5), Second: spot(5, 6)}); said != "" {
		t.Errorf("who stays is said to lose the attack: %q", said)
	}
}

// The orders show the chances of an attack if they are exact: with a card that only moves, from its destination.
func TestOrderedAttacksShowTheirChances(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) { c.Lab.Hands[0] = []string{"advance", "brace-and-break"} }, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, a := s.asked()
	v := p.View.(rules.View)
	for _, x := range []struct{ order, card string }{{"commit advance to 6,5", "advance"}, {"commit brace-and-break", ""}} {
		c, err := play{sketched}.Console(p, bot.Page{Ask: a.ID, Order: x.order + " @ahead"})
		if err != nil {
			t.Fatal(err)
		}
		moved := v.Moved("A", spot(6, 5))
		aim, err := moved.Aim("A", "B", false)
		odds := moved.Odds(aim)
		want := fmt.Sprintf("as all stand now: %d%%, %.1f damage", odds.Chance, odds.Damage)
		if err != nil {
			t.Fatal(err)
		}
		if x.card == "" {
			want = ""
		}
		found := false
		for _, sel := range bottest.ControlsOf(c.Message).Selects {
			for _, o := range sel.Options {
				if o.Value == "attack B" {
					found = true
					if o.Note != want {
						t.Errorf("%s: %q, want %q", x.order, o.Note, want)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: no attack on B is offered:\n%s", x.order, bottest.Words(c.Message))
		}
	}
}

// The button of a proposal fits a phone whatever card and space it names, with the mode of a weapon.
func TestProposalsFitTheirButtons(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 3)}, rules.LabUnit{Label: "B", At: spot(8, 8)}))
	p, _ := s.asked()
	for _, l := range lang.All() {
		v := Forms{Voice: bot.Voice{Language: l}}.reads(p.View, p.Meta)
		for _, x := range cards.Printed().Cards {
			to := grid.Space{}
			if x.Moves() {
				to = spot(24, 24)
			}
			for _, label := range []string{v.playing(x.ID, to, false, false), v.playing(x.ID, to, true, false), v.playing(x.ID, to, false, true) + ", " + v.Text(modeWords["rof"])} {
				if len([]rune(label)) > menu.LongestButton {
					t.Errorf("%s: %q has %d characters", l, label, len([]rune(label)))
				}
			}
		}
	}
}

// The proposal is preselected in the list of spaces, including to stay, and no unit is sent to the space of a friend that stays.
func TestProposalsAreChosenInTheirLists(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) { c.Lab.Hands[0] = []string{"advance"}; c.Mission = "" },
		rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "A1", At: spot(4, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, a := s.asked()
	options := func(order string) (out []wire.Option) {
		c, err := play{sketched}.Console(p, bot.Page{Ask: a.ID, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range bottest.ControlsOf(c.Message).Selects {
			out = append(out, x.Options...)
		}
		return out
	}
	c := sketched.reads(p.View, p.Meta).panel(p, a)
	whole, _ := c.proposed(menu.Draft{})
	if to := orderedAhead(whole).To; !to.On() {
		t.Fatalf("no space is proposed: %s", whole.Partial)
	}
	for _, slot := range []string{"to", "first"} {
		chosen := false
		for _, o := range options(whole.Looking(ahead).Partial.String() + " @ahead") {
			if strings.HasPrefix(o.Value, slot+" ") && o.Chosen {
				chosen = true
				if !strings.Contains(o.Label, "Proposed · ") {
					t.Errorf("%s is chosen and not called proposed", o.Label)
				}
			}
		}
		if !chosen {
			t.Errorf("nothing is chosen for %s of %s", slot, whole.Partial)
		}
	}
	for order, want := range map[string]string{"commit advance to 5,5 @ahead": "", "commit advance attack best @ahead": "", "commit advance to 6,5 @ahead": "A Rampart will have left"} {
		note, there := "", false
		for _, o := range options(order) {
			if o.Value == "first 5,5" {
				note, there = o.Note, true
			}
		}
		if there != (want != "") || !strings.HasPrefix(note, want) {
			t.Errorf("%s: the Operator's space is offered: %t, %q", order, there, note)
		}
	}
}

// Figures with a decimal are written in the style of the language.
func TestDecimalsAreOfTheLanguage(t *testing.T) {
	t.Parallel()
	for l, want := range map[lang.Language]string{lang.English: "0.4", lang.Of("de"): "0,4"} {
		if said := (reading{Forms: Forms{Voice: bot.Voice{Language: l}}}).tenths(0.42); said != want {
			t.Errorf("%s writes %q, expected %q", l, said, want)
		}
	}
}
