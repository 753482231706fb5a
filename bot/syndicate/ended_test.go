package syndicate

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/table"
)

// seat returns the seat's knowledge of the match.
func (s *seated) seat(seat game.Seat) table.Private {
	s.t.Helper()
	p, err := s.hall.Private(s.t.Context(), "m", seat)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// A contest that is won without a push says why, in the log and on the card of its event.
func TestWhyNobodyIsPushed(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}))
	p, _ := s.asked()
	for l, words := range map[lang.Language]map[string]string{
		lang.English:  {"shock-dampeners": "B Velocity is not pushed (Shield Bash): Shock Dampeners holds it", "hardpoint": "Hardpoint holds it", "no-space": "no space behind it is free"},
		lang.Of("de"): {"shock-dampeners": "B Velocity wird nicht gestoßen (Shield Bash): Shock Dampeners hält es", "hardpoint": "Hardpoint hält es", "no-space": "kein Feld dahinter ist frei"}} {
		v := Forms{Voice: bot.Voice{Language: l}}.reads(p.View, p.Meta)
		for why, want := range words {
			fast := rules.StoodFast{Unit: "B", By: "shield-bash", Why: why}
			if said := v.line(fast); !strings.Contains(said, want) {
				t.Errorf("%s: %q, want %q", l, said, want)
			}
			if len(v.results([]game.Fact{fast})) != 1 {
				t.Errorf("%s: the round's results leave it out", why)
			}
			card := v.Ruling([]game.Fact{rules.Contested{By: "A", Target: "B", Card: "shield-bash", Dice: [2]int{6, 1}}, fast}, 1, game.Number{Event: 1})
			if !strings.Contains(card, want) || !strings.Contains(card, "push it 1 space") && l == lang.English {
				t.Errorf("%s: the card of the event says\n%s", l, card)
			}
		}
	}
}

// If a unit ends elsewhere than ordered, its player's console says where and why, and which ability was used.
func TestStrayedUnitsAreTold(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, a := s.asked()
	s.act(p, a, "commit dash usual")
	p, a = s.asked()
	s.act(p, a, "commit dash to 8,4 attack A proposed")
	p, a = s.asked()
	if a.Name != "surge" || p.Seat != 2 {
		t.Fatalf("seat %d is asked %q", p.Seat, a.Name)
	}
	s.act(p, a, "move to 9,5")
	if _, a, ok := s.until("plan", 5); !ok {
		t.Fatalf("asked is %q", a.Name)
	}
	p = s.seat(2)
	for l, want := range map[lang.Language]string{lang.English: "You ordered B Velocity to 8,4; it stands at 9,5: Surge Step.", lang.Of("de"): "Du hast B Velocity nach 8,4 geschickt; sie steht auf 9,5: Surge Step."} {
		w := sketched
		w.Language = l
		c, err := play{w}.Console(p, bot.Page{})
		if err != nil {
			t.Fatal(err)
		}
		said := bottest.Words(c.Message)
		if !strings.Contains(said, want) || !strings.Contains(said, "Surge Step.") {
			t.Errorf("%s: no %q in\n%s", l, want, said)
		}
		if used := w.Say("%s uses %s.", "B", "Surge Step"); !strings.Contains(said, used) {
			t.Errorf("%s: no %q in\n%s", l, used, said)
		}
	}
	v := sketched.reads(p.View, p.Meta)
	if said := v.strayed([]game.Fact{rules.Planned{Seat: 2, Ahead: rules.Ahead{To: spot(8, 3)}}}); len(said) != 1 || !strings.Contains(said[0], "it could not go there") {
		t.Errorf("out of reach: %q", said)
	}
}

// A player is told that their Operator attacked another enemy than ordered ahead, or nobody. Nothing is said of an order that was carried
// out, or that left the choice open.
func TestOtherTargetThanOrdered(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}, rules.LabUnit{Label: "B1", At: spot(9, 9)}))
	p, _ := s.asked()
	v := sketched.reads(p.View, p.Meta)
	attack := func(target rules.Label) game.Fact { return rules.AttackRolled{Aim: rules.Aim{By: "A", Target: target}} }
	for _, x := range []struct {
		ordered string
		round   []game.Fact
		says    string
	}{
		{"B1", []game.Fact{attack("B")}, "it could not be attacked then, so A"}, {"B1", nil, "it could not be attacked then."},
		{"B1", []game.Fact{attack("B1")}, ""}, {rules.Nearest, []game.Fact{attack("B")}, ""}, {rules.Best, nil, ""}, {"", []game.Fact{attack("B")}, ""},
	} {
		said := v.strayed(append([]game.Fact{rules.Planned{Seat: 1, Ahead: rules.Ahead{Attack: x.ordered}}}, x.round...))
		if x.says == "" && len(said) > 0 || x.says != "" && (len(said) != 1 || !strings.Contains(said[0], x.says)) {
			t.Errorf("%q ordered, %v: %q", x.ordered, x.round, said)
		}
	}
}

// The last messages of a match begin with the decisive events, however long the last round was; a console then has the cards and the rest.
func TestEndBeginsWithWhatDecided(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}))
	p, _ := s.asked()
	told := []game.Fact{rules.Committed{Cards: [2]string{"shield-bash", "dash"}}, rules.Eliminated{Unit: "B1"}}
	told = append(told, slices.Repeat([]game.Fact{rules.AttackDeclared{By: "A", Target: "B"}}, 80)...)
	told = append(told, rules.Scored{Seat: 1, Points: 4, Mission: rules.Uplink})
	p.Facts, p.Asks, p.Result = append(slices.Clone(p.Facts), told...), nil, &game.Result{Rank: []int{1, 2}, Why: "mission"}
	c, err := play{sketched}.Console(p, bot.Page{})
	if err != nil {
		t.Fatal(err)
	}
	public, err := s.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	public.Facts, public.Result = append(slices.Clone(public.Facts), told...), p.Result
	n, err := play{sketched}.Board(public)
	if err != nil {
		t.Fatal(err)
	}
	for what, x := range map[string]struct {
		wire.Message
		wants []string
	}{"console": {c.Message, []string{"is eliminated", "A scores", "Both cards are shown: A **Shield Bash**, B **Dash**", "earlier lines", "attacks B"}},
		"card": {n.Message, []string{"the mission is done", "**Lost** B1", "**A scores: 4 points**"}}} {
		said := bottest.Words(x.Message)
		at := -1
		for _, want := range x.wants {
			i := strings.Index(said, want)
			if i <= at {
				t.Errorf("the %s has no %q in its place:\n%s", what, want, said)
			}
			at = i
		}
	}
}

// When a match has ended the console and the public card state the result, and what both sides still held: the hands are open.
func TestEndSaysWhatBothHeld(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}))
	p, _ := s.asked()
	public, err := s.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	over := func(view game.View) game.View {
		v := view.(rules.View)
		v.Result, v.Phase = &game.Result{Rank: []int{2, 1}, Why: "mission"}, rules.Over
		v.Sides[0].Points, v.Sides[1].Points = 3, 4
		v.Sides[0].Hand, v.Sides[1].Hand = []string{"grenade", "dash", "grenade"}, nil
		return v
	}
	p.View, p.Asks, public.View = over(p.View), nil, over(public.View)
	p.Result = p.View.(rules.View).Result
	public.Result = p.Result
	for l, want := range map[lang.Language][2]string{lang.English: {"Points A 3, B 4 of 4", "In hand at the end: **A** 1 Dash, 2 Grenade · **B** nothing"}, lang.Of("de"): {"Punkte A 3, B 4 von 4", "Am Ende auf der Hand: **A** 1 Dash, 2 Grenade · **B** nichts"}} {
		w := sketched
		w.Language = l
		c, err := play{w}.Console(p, bot.Page{})
		if err != nil {
			t.Fatal(err)
		}
		n, err := play{w}.Board(public)
		if err != nil {
			t.Fatal(err)
		}
		for what, m := range map[string]wire.Message{"console": c.Message, "card": n.Message} {
			for _, x := range want {
				if said := bottest.Words(m); !strings.Contains(said, x) {
					t.Errorf("the %s has no %q:\n%s", what, x, said)
				}
			}
		}
	}
}
