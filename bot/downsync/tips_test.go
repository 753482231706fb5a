package downsync

import (
	"math"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/game/table"
)

// advised returns the lines of advice on the seat's console at the draft, "" if there are none. It also checks that there are
// none when advice is switched off.
func (s *playground) advised(seat int, draft string) string {
	s.t.Helper()
	p := s.private()
	if seat == 2 {
		var err error
		if p, err = s.hall.Private(s.t.Context(), "m", 2); err != nil {
			s.t.Fatal(err)
		}
	}
	found := ""
	for _, plain := range []bool{false, true} {
		l, err := play{wording.Reader{Brush: blank{}, Voice: bot.Voice{Plain: plain}}}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: draft})
		if err != nil {
			s.t.Fatal(err)
		}
		if err := strings.Contains(bottest.Words(l.Message), "💡"); plain && err {
			s.t.Error("advice that is switched off")
		}
		for line := range strings.SplitSeq(bottest.Words(l.Message), "\n") {
			if text, ok := strings.CutPrefix(line, "💡 "); ok && !plain {
				found = wording.Paragraph(found, text)
			}
		}
	}
	return found
}

// The distance of an enemy that nobody reaches is never shown as the reach: it is rounded up.
func TestDistanceBeyondTheReach(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 3)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(2, 2)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 30.001)}}}}
	s := newPlaygroundOn(t, maps.Plain, lab, "designate A1", "done")
	if got, want := s.advised(2, ""), "Nobody is in range: the nearest enemy is A1, 24.1\" from B1, which reaches 24\"."; !strings.HasPrefix(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}

// A player who may react is told which Units have a target, or how far away the enemy is. In the second case Pass is the main
// button. React is never red.
func TestAdviceOnReactions(t *testing.T) {
	for _, x := range []struct {
		board string
		x, y  float64 // B1's place
		want  string
		main  string
	}{
		{maps.Plain, 20, 24, "In range: B1. Best: B1 2 × Smart Med. Cannon at A1: ", "React with B1, no boost"},
		{maps.Plain, 20, 45, "Nobody is in range: the nearest enemy is A1, ", "Pass"},
		{"harrow-down", 24, 10, "No target in sight: the nearest enemy is A1, 5.1\" from B1.", "Pass"}, // behind a building
	} {
		lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}}, Pieces: []rules.LabPiece{
			{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 3)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(2, 2)}},
			{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(x.x, x.y)}}}}
		s := newPlaygroundOn(t, x.board, lab, "designate A1", "done")
		if got := s.advised(2, ""); !strings.HasPrefix(got, x.want) {
			t.Errorf("B1 at %v,%v: %q, expected %q", x.x, x.y, got, x.want)
		}
		p, err := s.hall.Private(t.Context(), "m", 2)
		if err != nil {
			t.Fatal(err)
		}
		l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{})
		if err != nil {
			t.Fatal(err)
		}
		buttons := bottest.ControlsOf(l.Message).Buttons
		if buttons[0].Label != "Pass" || !strings.HasPrefix(buttons[1].Label, "React") {
			t.Errorf("Pass does not come first: %v", buttons)
		}
		for _, b := range buttons[:2] {
			if b.Style == wire.Danger || (b.Style == wire.Primary) != (b.Label == x.main) {
				t.Errorf("B1 at %v,%v: %s has style %d, the main button is %s", x.x, x.y, b.Label, b.Style, x.main)
			}
		}
	}
}

// Advice warns of a move out of cover and names the passenger. It never does so for contacts.
func TestAdviceOnCover(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}}, Pieces: []rules.LabPiece{{Label: "A1", Unit: "courier", Aboard: "vector-squad"}, {Label: "A2", Sig: "medium"},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(26, 34)}}}}
	said := 0
	for i := 0; i < 60 && said < 3; i++ {
		x, y := 4+float64(i%15)*2.7, 10+float64(i/15)*6
		lab.Pieces[0].Bases, lab.Pieces[1].Bases = []rules.LabBase{at(x, y)}, []rules.LabBase{at(x, 3)}
		c := rules.Defaults()
		c.Lab, c.Map = &lab, "harrow-down"
		if c.Check() != nil {
			continue // a building is there
		}
		s := newPlaygroundOn(t, "harrow-down", lab, "designate A1 A2", "done")
		v := wording.Read(wording.Reader{}, s.private().View, s.private().Meta)
		ask := s.private().Asks[0]
		l := newLayout(s.private(), v, withShortcuts(v, ask))
		p, b, _ := v.Base(rules.Ref{Label: "A1"})
		step := s.press("move A1", "north 5", "")
		m, ok := readMove(v, l.Ask.Menu, mustRead(t, l, step.Draft))
		if !ok || !m.Has {
			continue
		}
		before, _ := l.pos.Watchers(p, b, b.Point, 1)
		after, _ := l.pos.Watchers(p, b, m.To, 1)
		want := ""
		if len(before) == 0 && len(after) > 0 {
			want = "In the open after it, and not now: A1 with Vector Squad aboard."
			said++
		}
		if got := s.advised(1, step.Draft); got != want {
			t.Errorf("from %v,%v: %q, expected %q", x, y, got, want)
		}
		if got := s.advised(1, s.press("move A2", "north 3", "").Draft); got != "" {
			t.Errorf("a contact is warned: %q", got)
		}
	}
	if said == 0 {
		t.Error("nobody leaves cover")
	}
}

// Advice names the shot left when an activation ends, and says when a CP is the last one.
func TestAdviceOnWhatIsLeft(t *testing.T) {
	lab := side()
	lab.CP = &rules.Both{1, 3}
	lab.Pieces[2].Bases[0].Stun = true
	lab.Pieces[6].Bases = []rules.LabBase{at(20, 22)}
	s := newPlayground(t, lab, "designate A3")
	if got := s.advised(1, ""); !strings.HasPrefix(got, "Your last CP") {
		t.Errorf("the last CP: %q", got)
	}
	lab.Pieces[2].Bases[0].Stun = false
	s = newPlayground(t, lab, "designate A3", "done")
	for s.private().Asks[0].Name != "act" {
		if s.private().Asks[0].Name == "next" {
			s.order("activate A3")
			continue
		}
		s.other()
	}
	if got := s.advised(1, "end"); !strings.HasPrefix(got, "Left to shoot: 2 × Medium Cannon at B2: ") {
		t.Errorf("a shot left: %q", got)
	}
}

func mustRead(t *testing.T, c *layout, text string) draft {
	t.Helper()
	d, ok := menu.Read(c.Ask.Menu, text)
	if !ok {
		t.Fatalf("%q is no draft", text)
	}
	return d
}

// A Unit whose remaining move leads to where it scores is named beside Overwatch.
func TestAdviceOnScoring(t *testing.T) {
	for y, want := range map[float64]string{41: "A Move Action may take it to where it scores: A1 (", 20: ""} {
		lab := rules.Lab{Active: 1, Pieces: []rules.LabPiece{{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(12, y)}}, {Label: "B1", Unit: "virago", Bases: []rules.LabBase{at(2, 2)}}}}
		s := newPlayground(t, lab, "done")
		for s.private().Asks[0].Name != "next" {
			s.other()
		}
		if got := s.advised(1, ""); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("A1 at %v: %q, expected %q", y, got, want)
		}
	}
}

// A Unit is not named if its distance is short enough but something blocks its way.
func TestAdviceOnScoringKnowsTheWay(t *testing.T) {
	barred := 0
	for i := range 24 {
		from := rules.VIPs[1]
		from = plane.Point{X: from.X + plane.Inch(8500*math.Cos(float64(i)*math.Pi/12)), Y: from.Y + plane.Inch(8500*math.Sin(float64(i)*math.Pi/12))}
		lab := rules.Lab{Active: 1, Pieces: []rules.LabPiece{{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{{At: from}}}, {Label: "B1", Unit: "virago", Bases: []rules.LabBase{at(46, 2)}}}}
		c := rules.Defaults()
		if c.Lab, c.Map = &lab, "relay-seven"; c.Check() != nil {
			continue // a building is there
		}
		s := newPlaygroundOn(t, "relay-seven", lab, "done")
		for s.private().Asks[0].Name != "next" {
			s.other()
		}
		_, gets := s.layout().pos.ToScoring("A1")
		if !gets {
			barred++
		}
		if named := strings.HasPrefix(s.advised(1, ""), "A Move Action may take it"); named != gets {
			t.Errorf("from %v: named is %t, gets there is %t", from, named, gets)
		}
	}
	if barred == 0 || barred == 24 {
		t.Errorf("barred %d times", barred)
	}
}

// A player who can react only by Ambush is told its cost before pressing the button for it.
func TestAdviceOnAmbush(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{nil, {"gsv-phantom"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 3)}}, {Label: "B1", Sig: "medium", Bases: []rules.LabBase{at(20, 40)}}}}
	s := newPlayground(t, lab, "done")
	if got := s.advised(2, ""); !strings.Contains(got, "reveals a contact") {
		t.Errorf("the cost of an Ambush: %q", got)
	}
	p, err := s.hall.Private(t.Context(), "m", 2)
	if err != nil {
		t.Fatal(err)
	}
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{})
	if err != nil {
		t.Fatal(err)
	}
	if b := bottest.ControlsOf(l.Message).Buttons; b[1].Label != "React: Ambush" || b[1].Style == wire.Primary {
		t.Errorf("the buttons: %v", b)
	}
}

// A second Turn in a row is explained to both sides, an ordinary one is not.
func TestSecondTurnInARow(t *testing.T) {
	p := newPlayground(t, side()).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	for ask, last := range map[string]game.Seat{"designate": 1, "react": 2} {
		for first := game.Seat(1); first <= 2; first++ {
			p.Facts = []game.Fact{rules.TurnBegan{Turn: 1, Active: first}, rules.TurnBegan{Turn: 2, Active: last}}
			if got := again(newLayout(p, v, table.OpenAsk{Ask: game.Ask{Name: ask}})); (got != "") != (first == last) {
				t.Errorf("%s, Turns of %d and %d: %q", ask, first, last, got)
			}
		}
	}
	p.Facts = []game.Fact{rules.TurnBegan{Turn: 1, Active: 1}, rules.TurnBegan{Turn: 2, Active: 1}}
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{})
	if err != nil || !strings.Contains(bottest.Words(l.Message), "A second Turn in a row") {
		t.Errorf("the console does not say it: %v\n%s", err, bottest.Words(l.Message))
	}
}

// Before their own Turn a player is warned if nobody guards the own VIP and an enemy can reach it and score. The warning
// ends when a Unit guards it.
func TestAdviceOnTheOwnVIP(t *testing.T) {
	home := rules.VIPs[0]
	for guard, want := range map[rules.LabBase]bool{at(40, 4): true, {At: plane.Point{X: home.X, Y: home.Y - 3000}}: false} {
		lab := rules.Lab{Active: 1, Pieces: []rules.LabPiece{
			{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{guard}}, {Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(2, 4)}},
			{Label: "B1", Unit: "virago", Bases: []rules.LabBase{{At: plane.Point{X: home.X, Y: home.Y + 12000}}}}}}
		s := newPlayground(t, lab)
		if got := s.advised(1, ""); strings.HasPrefix(got, "Nobody guards your VIP: B1 is ") != want {
			t.Errorf("guard at %v: %q", guard.At, got)
		}
	}
}

// Overwatch and its bluff are explained beside the first buttons that offer them, until the side has taken it. Holding is
// explained in its question.
func TestWordsAreExplainedAtFirst(t *testing.T) {
	const overwatch, bluff = "**Overwatch**: it may react in the enemy's Turns, though it has acted.", " **Bluff**: it may not, and the enemy cannot tell."
	s := askedOf(t, "next", lone("A1", "crusader", 4, 4), lone("A2", "crusader", 10, 4), lone("B1", "crusader", 30, 46))
	if got := s.advised(1, ""); got != overwatch+bluff {
		t.Errorf("beside the buttons of both: %q", got)
	}
	s.order("activate A1")
	if got := s.advised(1, ""); got != overwatch {
		t.Errorf("in an activation: %q", got)
	}
	s.order("act overwatch")
	s.order("end")
	if got := s.advised(1, ""); got != "" {
		t.Errorf("once it was taken: %q", got)
	}
	for l, want := range map[lang.Language]string{lang.English: "Act, or hold? It is your Unit's turn. If it holds, its die counts 1 less", lang.Of("de"): "Handeln oder warten? Deine Einheit ist an der Reihe. Wenn sie wartet, zählt ihr Würfel 1 weniger"} {
		if got := l.Text(questions.Named("priority").You); !strings.Contains(got, want) {
			t.Errorf("%q", got)
		}
	}
}
