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
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	draw "downsync/render/syndicate"
	"downsync/storage/memory"
)

// seated is a match at a table, played by orders.
type seated struct {
	t    *testing.T
	hall *table.Hall
	acts int
}

func sit(t *testing.T, c rules.Config) *seated {
	t.Helper()
	s := &seated{t: t, hall: table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{rules.Rules()},
		Dice: func(table.ID) game.Dice { return gametest.NewDice(4) }, Moot: true})}
	if err := s.hall.Open(t.Context(), "open", "m", table.Opening{Game: "syndicate", Config: c.Encode(), Users: []wire.UserID{"ann", "ben"}, Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		t.Fatal(err)
	}
	return s
}

// asked returns the seat that is asked first, and its question.
func (s *seated) asked() (p table.Private, a table.OpenAsk) {
	s.t.Helper()
	for _, seat := range []game.Seat{1, 2} {
		p, err := s.hall.Private(s.t.Context(), "m", seat)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(p.Asks) > 0 && !p.Asks[0].Standing {
			return p, p.Asks[0]
		}
	}
	s.t.Fatal("nobody is asked")
	return p, a
}

func (s *seated) act(p table.Private, a table.OpenAsk, line string) {
	s.t.Helper()
	s.acts++
	r, err := rules.Parse(line)
	if err == nil {
		_, err = s.hall.Act(s.t.Context(), fmt.Sprint(s.acts), "m", p.Seat, a.ID, r)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", line, err)
	}
}

// until plays on until the question is asked, with each attack at its first target and everything else by default, at most that
// often.
func (s *seated) until(name string, most int) (p table.Private, a table.OpenAsk, ok bool) {
	s.t.Helper()
	for range most {
		p, a = s.asked()
		if a.Name == name {
			return p, a, true
		}
		line := a.Default.Order()
		if a.Name == "attack" && a.Menu[0].Verb == "attack" {
			line = "attack " + a.Menu[0].Slots[0].Options[0]
		}
		s.act(p, a, line)
	}
	return p, a, false
}

func (s *seated) console(p table.Private, a table.OpenAsk) wire.Message {
	s.t.Helper()
	l, err := play{sketched}.Console(p, bot.Page{Ask: a.ID})
	if err != nil {
		s.t.Fatal(err)
	}
	return l.Message
}

// labelled returns the button whose label has these words.
func (s *seated) labelled(m wire.Message, words string) wire.Button {
	s.t.Helper()
	for _, b := range bottest.ControlsOf(m).Buttons {
		if strings.Contains(b.Label, words) {
			return b
		}
	}
	s.t.Fatalf("no button %q:\n%s", words, bottest.Words(m))
	return wire.Button{}
}

// An attack is one press, whose label has target, chance and damage; the best one is green.
func TestAttackIsOnePress(t *testing.T) {
	t.Parallel()
	s := sit(t, brawl(cards.Squad{Operator: "razor", Weapon: "viper-compact", Armor: "composite-armor-rig", Mercenaries: []string{"", ""}}, "vault"))
	p, a, _ := s.until("attack", 20)
	m := s.console(p, a)
	b := s.labelled(m, "%")
	if b.Does.Kind != wire.ControlSubmit || b.Does.Draft != "attack B" || b.Style != wire.Success || !strings.Contains(b.Label, "damage") || !strings.Contains(b.Label, "B Velocity: ") {
		t.Errorf("the button is %+v", b)
	}
	if said := bottest.Words(m); !strings.Contains(said, "at **B Velocity**: Viper Compact, ") {
		t.Errorf("the weapon is not named:\n%s", said)
	}
}

// A player who answers with always is not asked again, reads so in the console, and is asked again on demand.
func TestAlways(t *testing.T) {
	t.Parallel()
	c := brawl(cards.Squad{Operator: "rampart", Weapon: "ironclad-lmg", Armor: "bulwark-exo-shell", Mercenaries: []string{"", ""}}, "vault")
	c.Squads[1].Weapon = "cyclone-rotary-gun"
	s := sit(t, c)
	p, a, ok := s.until("reduce", 40)
	if !ok {
		t.Fatal("Hold the Line is not asked")
	}
	s.act(p, a, s.labelled(s.console(p, a), "always").Does.Draft)
	if _, _, ok := s.until("reduce", 30); ok {
		t.Error("it is asked again")
	}
	p, err := s.hall.Private(t.Context(), "m", 1)
	if err != nil {
		t.Fatal(err)
	}
	if said := bottest.Words(s.console(p, p.Asks[0])); !strings.Contains(said, "Without asking: Hold the Line") {
		t.Errorf("the console does not say what is not asked:\n%s", said)
	}
	again := s.labelled(s.console(p, p.Asks[0]), "Ask me everything again") // beside the question, not beyond conceding
	for _, a := range p.Asks {
		if a.Standing && a.ID == again.Does.Ask {
			s.act(p, a, again.Does.Draft)
		}
	}
	if _, _, ok := s.until("reduce", 60); !ok {
		t.Error("it is not asked again on demand")
	}
}

// A card that affects the surroundings of a space offers few places, each with the units hit; the board shows them by their
// letters.
func TestBlastsHaveLetters(t *testing.T) {
	t.Parallel()
	s := sit(t, brawl(cards.Squad{Operator: "razor", Weapon: "viper-compact", Armor: "composite-armor-rig", Mercenaries: []string{"", ""}}, "grenade"))
	p, a, ok := s.until("use", 20)
	if !ok {
		t.Fatal("no space is asked")
	}
	m := s.console(p, a)
	b := s.labelled(m, "P · ")
	if b.Does.Kind != wire.ControlSubmit || !strings.HasSuffix(b.Label, ": B") {
		t.Errorf("the best place is %+v", b)
	}
	at, err := grid.Parse(strings.TrimPrefix(b.Does.Draft, "use at "))
	if err != nil {
		t.Fatal(err)
	}
	scene := (draw.Look{}).Scene(p.View.(rules.View), sketched.reads(p.View, p.Meta).panel(p, a).staged(menu.Draft{}), draw.News{})
	for _, d := range scene.Discs {
		if d.Mark == "P" && d.X == float64(at.X)-0.5 && d.Y == float64(at.Y)-0.5 {
			return
		}
	}
	t.Errorf("no P at %s on the board", at)
}

// If a card that strikes around a space reaches nobody, its buttons say so, and every other space says whom it reaches.
func TestBlastsAtNobodySaySo(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) {
		c.Lab.Hands = [2][]string{{"grenade"}, {"dash"}}
	}, rules.LabUnit{Label: "A", At: spot(2, 2)}, rules.LabUnit{Label: "B", At: spot(11, 11)}))
	p, a := s.asked()
	s.act(p, a, "commit grenade")
	p, a, ok := s.until("use", 6)
	if !ok {
		t.Fatalf("asked is %q", a.Name)
	}
	m := s.console(p, a)
	if b := s.labelled(m, "P · "); !strings.HasSuffix(b.Label, ": nobody") {
		t.Errorf("a place where nobody stands is %q", b.Label)
	}
	notes := map[string]string{}
	note := func(m wire.Message) {
		for _, x := range bottest.ControlsOf(m).Selects {
			for _, o := range x.Options {
				notes[o.Value] = o.Note
			}
		}
	}
	note(m)
	for _, b := range bottest.ControlsOf(m).Buttons { // some selects open with a button
		if strings.Contains(b.Does.Draft, "@list.") {
			l, err := play{sketched}.Console(p, bot.Page{Ask: a.ID, Order: b.Does.Draft})
			if err != nil {
				t.Fatal(err)
			}
			note(l.Message)
		}
	}
	if notes["3,3"] != "A Rampart" || notes["4,4"] != "nobody there or beside it" {
		t.Errorf("3,3 says %q, 4,4 %q", notes["3,3"], notes["4,4"])
	}
}

// A result says how much HP the target has left, even in a finished round, and nothing if that is unknown.
func TestResultsSayWhatIsLeft(t *testing.T) {
	v := reading{View: rules.View{Units: []rules.Unit{{Label: "A", Seat: 1, HP: 9}, {Label: "B", Seat: 2, HP: 12}}, Round: 3}, Forms: Forms{Voice: bot.Voice{Language: lang.English}}}
	hit := func(target rules.Label, n int) game.Fact {
		return rules.AttackResolved{By: "A", Target: target, Blow: rules.Blow{Hits: 1}, Damage: n}
	}
	for _, x := range []struct {
		told, later []game.Fact
		want        string
	}{
		{[]game.Fact{hit("B", 2), hit("B", 1)}, nil, "13 12"},
		{[]game.Fact{hit("B", 2)}, []game.Fact{hit("B", 3), hit("A", 4)}, "15"},
		{[]game.Fact{hit("B", 2), rules.HPRuled{Unit: "B", HP: 13}, hit("B", 1)}, nil, "12"},
	} {
		var got []string
		for _, f := range v.leaving(x.told, x.later) {
			if l, ok := f.(leaves); ok {
				got = append(got, fmt.Sprint(l.hp))
			}
		}
		if s := strings.Join(got, " "); s != x.want {
			t.Errorf("%v leave %s, want %s", x.told, s, x.want)
		}
	}
}

// The last round is named, with the leader and the reason, on the card and on the board.
func TestStandingIsTold(t *testing.T) {
	t.Parallel()
	c := brawl(cards.Squad{Operator: "razor", Weapon: "viper-compact", Armor: "composite-armor-rig", Mercenaries: []string{"", ""}}, "vault")
	c.Lab.Round, c.Lab.Units[1].HP = c.MaxRounds, 3
	s := sit(t, c)
	p, a := s.asked()
	said := bottest.Words(s.console(p, a))
	for _, want := range []string{"Round 12, the last", "Points A 0, B 0 of 4", "units at the Relay A 1, B 1", "HP lost this round A 0, B 0", "B 3 of 17 HP", "A leads by what is left of the Operator's HP", "ROUND 12 · LAST"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in:\n%s", want, said)
		}
	}
	public, err := s.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := (play{sketched}).Board(public); err != nil || !strings.Contains(bottest.Words(n.Message), "A leads by") {
		t.Errorf("the card: %v\n%s", err, bottest.Words(n.Message))
	}
}

// Hits and misses name both the attacker and the target.
func TestHitsNameTheAttacker(t *testing.T) {
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(6, 5)}))
	p, _ := s.asked()
	for _, l := range lang.All() {
		v := Forms{Voice: bot.Voice{Language: l}}.reads(p.View, p.Meta)
		for _, f := range []rules.AttackResolved{{Blow: rules.Blow{Hits: 1}, Damage: 1}, {Blow: rules.Blow{Hits: 1}}, {}} {
			f.By, f.Target = "A", "B"
			if said := v.line(f); !strings.Contains(said, "A Rampart") || !strings.Contains(said, "B Velocity") {
				t.Errorf("%s: %q", l, said)
			}
		}
	}
}

// A space to push a unit into is described: its terrain, and whether it counts for the mission.
func TestPushesSayWhereTo(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(func(c *rules.Config) {
		c.Map = rules.Defaults().Map
		c.Lab.Hands = [2][]string{{"displacement-pulse"}, {"dash"}}
	}, rules.LabUnit{Label: "A", At: spot(9, 6)}, rules.LabUnit{Label: "B", At: spot(8, 6)}))
	p, a := s.asked()
	s.act(p, a, "commit displacement-pulse")
	p, a, ok := s.until("push", 6)
	if !ok {
		t.Fatalf("asked is %q", a.Name)
	}
	var labels []string
	for _, b := range bottest.ControlsOf(s.console(p, a)).Buttons {
		labels = append(labels, b.Label)
	}
	for _, want := range []string{"7,5 · light cover · Relay", "7,6 · heavy cover · Relay"} {
		if !slices.Contains(labels, want) {
			t.Errorf("no %q: %q", want, labels)
		}
	}
}
