package syndicate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/table"
)

// console returns the newest console of the user.
func (s *arena) console(user wire.UserID) bottest.Message {
	s.T.Helper()
	m, ok := s.Wire.Console(user)
	if _, found := bottest.ControlsOf(m.Message).Find(wire.ControlDraft + "|"); ok && found {
		return m
	}
	s.In(user, "match show")
	return s.Newest(user)
}

// tap presses the control of the user's console.
func (s *arena) tap(user wire.UserID, words string, values ...string) {
	s.T.Helper()
	s.Click(user, s.console(user), words, values...)
	s.Settle()
}

// plan chooses the user's first card that is not for a space, and orders the round ahead, by presses.
func (s *arena) plan(user wire.UserID, seat game.Seat) {
	s.T.Helper()
	p, err := s.Hall.Private(context.Background(), s.ID, seat)
	if err != nil {
		s.T.Fatal(err)
	}
	v := (Forms{}).reads(p.View, p.Meta)
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.Name == "plan" })
	if i < 0 {
		s.T.Fatalf("%s is asked %+v", user, p.Asks)
	}
	hand := p.Asks[i].Menu[0].Slots[0].Options
	id := hand[slices.IndexFunc(hand, func(id string) bool { // a card for a space asks for it, because that depends on where the enemy goes
		_, at := v.Works(seat, id)
		return len(at) == 0
	})]
	s.tap(user, v.called(id))
	s.tap(user, "Change the orders")
	enemy := string(rules.Label(bot.SideName(3 - seat)))
	s.tap(user, "Attack …", "attack "+enemy)
	m := s.console(user)
	if words := bottest.Words(m.Message); !strings.Contains(words, "attack "+v.name(rules.Label(enemy))) {
		s.T.Errorf("the console does not say whom %s attacks:\n%s", user, words)
	}
	s.tap(user, "Commit ")
}

// A round of two players who plan ahead by presses is one hand-over each, and neither learns which orders of the other failed.
func TestPlanTheRound(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, func(table.ID) game.Dice { return gametest.NewDice(3) })
	s.Play(s.reached(1, rules.Planning), nil)
	s.plan(ann, 1)
	if v := s.Public().View.(rules.View); v.Phase != rules.Planning {
		t.Fatalf("one has committed, and the phase is %s", v.Phase)
	}
	s.plan(ben, 2)
	if v := s.Public().View.(rules.View); v.Round != 2 || v.Phase != rules.Planning {
		t.Fatalf("both have planned round 1, and it is %s of round %d", v.Phase, v.Round)
	}
	if said := s.Thread(); strings.Contains(said, "ordered ahead") {
		t.Errorf("the thread tells orders:\n%s", said)
	}
	p, err := s.Hall.Private(context.Background(), s.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join((Forms{}).reads(p.View, p.Meta).told(p.Facts), "\n"); !strings.Contains(said, "You ordered ahead: A") || strings.Count(said, "ordered ahead") != 1 {
		t.Errorf("ann is told\n%s", said)
	}
}

// An order that cannot be carried out is repeated with the question, and with the reason: somebody is there, or no way leads there.
func TestOrdersInVainAreSaid(t *testing.T) {
	t.Parallel()
	units := []rules.LabUnit{{Label: "A", At: spot(5, 5)}, {Label: "A1", At: spot(3, 3)}, {Label: "B", At: spot(8, 6)}, {Label: "B1", At: spot(3, 6)}}
	for _, x := range []struct{ one, two, ask, want string }{
		{"commit dash to 6,6", "commit dash to 6,6", "move", "You ordered A Rampart to 6,6: taken by B Velocity."},
		{"commit dash to 6,7", "commit dash to 8,6", "move", "You ordered A Rampart to 6,7: out of reach."},
		{"commit dash to 5,5 first 3,4", "commit dash to 8,6 first 3,4", "mercs", "You ordered A1 Wall to 3,4: taken by B1 Slip."},
	} {
		s := sit(t, lab(func(c *rules.Config) { c.Lab.Priority = 2 }, units...))
		for _, line := range []string{x.one, x.two} {
			p, a := s.asked()
			s.act(p, a, line)
		}
		p, a, ok := s.until(x.ask, 5)
		if !ok || p.Seat != 1 {
			t.Fatalf("%s: seat %d is asked %q", x.one, p.Seat, a.Name)
		}
		if said := bottest.Words(s.console(p, a)); !strings.Contains(said, x.want) {
			t.Errorf("no %q in\n%s", x.want, said)
		}
	}
}

// A choice from a select is replaced by a later choice, and the card alone can still be committed.
func TestOrdersAreReplaced(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, func(table.ID) game.Dice { return gametest.NewDice(7) })
	s.Play(s.reached(1, rules.Planning), nil)
	p, err := s.Hall.Private(context.Background(), s.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	card := p.Asks[0].Menu[0].Slots[0].Options[0]
	a := p.Asks[0].ID
	at := func(draft string, words string) {
		t.Helper()
		l, err := play{sketched}.Console(p, bot.Page{Ask: a, Order: draft})
		if err != nil {
			t.Fatal(err)
		}
		if said := bottest.Words(l.Message); !strings.Contains(said, words) {
			t.Errorf("%q shows no %q:\n%s", draft, words, said)
		}
	}
	chosen := "commit " + card
	for _, value := range []string{"attack B", "attack nearest", "attack B1"} {
		l, err := play{sketched}.Console(p, bot.Page{Ask: a, Order: chosen + " @ahead"})
		if err != nil {
			t.Fatal(err)
		}
		if step := (play{sketched}).Press(p, a, "commit "+card, []string{value}); step.Draft != "commit "+card+" "+value {
			t.Errorf("%q leads to %+v from\n%s", value, step, bottest.Words(l.Message))
		}
	}
	at(chosen+" attack B1 never", "attack B1")
	at(chosen+" attack B1 never", "no reactions")
	at(chosen+" usual @ahead", "Ask me the rest")
	at(chosen, "Change the orders")
	for draft, alone := range map[string]bool{chosen: true, chosen + " usual @ahead": false} { // no other screen mentions that button
		l, err := play{sketched}.Console(p, bot.Page{Ask: a, Order: draft})
		if err != nil {
			t.Fatal(err)
		}
		if words := bottest.Words(l.Message); !strings.Contains(words, "It cannot be taken back") || strings.Contains(words, "With a card **alone**") != alone {
			t.Errorf("%q shows\n%s", draft, words)
		}
	}
}

// Orders whose questions are no longer asked name separately what fails and what remains.
func TestOrdersNameTheRestOnce(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, _ := s.asked()
	for _, l := range lang.All() {
		v := (Forms{Voice: bot.Voice{Language: l}}).reads(p.View, p.Meta)
		proposed, usual := v.Text("the rest as proposed"), v.Text("the rest as when time runs out")
		for _, x := range []struct {
			orders rules.Ahead
			want   string
		}{{rules.Ahead{Proposed: true}, proposed}, {rules.Ahead{Usual: true}, usual},
			{rules.Ahead{Proposed: true, Usual: true}, v.Text("what fails as proposed") + ", " + usual}} {
			if said := v.ordered(1, x.orders, true); said != x.want {
				t.Errorf("%s: it is said %q, expected %q", l, said, x.want)
			}
		}
	}
}
