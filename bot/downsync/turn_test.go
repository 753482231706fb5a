package downsync

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// playground is a match from a position, with seat 1 to move.
type playground struct {
	t    testing.TB
	hall *table.Hall
	n    int
}

func newPlayground(t testing.TB, lab rules.Lab, orders ...string) *playground {
	t.Helper()
	return newPlaygroundOn(t, maps.Plain, lab, orders...)
}

func newPlaygroundOn(t testing.TB, board string, lab rules.Lab, orders ...string) *playground {
	t.Helper()
	c := rules.Defaults()
	c.Lab, c.Map = &lab, board
	return newPlaygroundOf(t, c, orders...)
}

func newPlaygroundOf(t testing.TB, c rules.Config, orders ...string) *playground {
	t.Helper()
	clock := tabletest.NewClock()
	s := &playground{t: t, hall: table.New(memory.New(), clock, table.Options{Games: []game.Game{rules.Rules()}, Dice: seededDice(1), Moot: true})}
	place := []byte(`{"names":["Ann","Ben"]}`)
	if err := s.hall.Open(t.Context(), "open", "m",
		table.Opening{Game: "downsync", Config: c.Encode(), Users: []wire.UserID{"ann", "ben"}, Place: place}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.hall.Timers().Fire(t.Context()); err != nil { // questions without a choice are not asked
		t.Fatal(err)
	}
	for _, line := range orders {
		s.order(line)
	}
	return s
}

func (s *playground) private() table.Private {
	s.t.Helper()
	p, err := s.hall.Private(s.t.Context(), "m", 1)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// order answers seat 1's question.
func (s *playground) order(line string) {
	s.t.Helper()
	r, err := s.hall.Parse(s.t.Context(), "m", line)
	if err == nil {
		s.n++
		_, err = s.hall.Act(s.t.Context(), time.Duration(s.n).String(), "m", 1, s.private().Asks[0].ID, r)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", line, err)
	}
}

// other plays the default answer to seat 2's question.
func (s *playground) other() {
	s.t.Helper()
	p, err := s.hall.Private(s.t.Context(), "m", 2)
	if err != nil {
		s.t.Fatal(err)
	}
	if s.n++; s.n > 20 {
		s.t.Fatalf("nobody is asked anything: %+v", p.Asks)
	}
	if p.Asks[0].Standing { // a window waits to be closed
		_, err = s.hall.Timers().Fire(s.t.Context())
	} else {
		_, err = s.hall.Lapse(s.t.Context(), time.Duration(s.n).String(), "m", 2, p.Asks[0].ID)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *playground) console(draft string) wire.Message {
	s.t.Helper()
	p := s.private()
	l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: draft})
	if err != nil {
		s.t.Fatal(err)
	}
	if err := bottest.Sendable(l.Message); err != nil {
		s.t.Errorf("%q: %v", draft, err)
	}
	return l.Message
}

func (s *playground) press(draft string, values ...string) bot.Step {
	s.t.Helper()
	p := s.private()
	return play{wording.Reader{Brush: blank{}}}.Press(p, p.Asks[0].ID, draft, values)
}

func at(x, y float64) rules.LabBase {
	return rules.LabBase{At: plane.Point{X: plane.Inch(x * 1000), Y: plane.Inch(y * 1000)}}
}

// field returns a position with a vehicle, a squad of three bases and enemies, on open ground.
func field() rules.Lab {
	return rules.Lab{Active: 1, Reserve: [2][]string{nil, {"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(10, 10)}},
		{Label: "A2", Unit: "vector-squad", Bases: []rules.LabBase{at(20, 10), at(22, 10), at(20, 12)}},
		{Label: "B1", Sig: "medium", Bases: []rules.LabBase{at(10, 20)}},
		{Label: "B2", Unit: "virago", Bases: []rules.LabBase{at(40, 40)}},
	}}
}

// aPoint matches a point at the end of a draft, which must not be there if the place could not be read.
var aPoint = regexp.MustCompile(` [0-9.]+,[0-9.]+$`)

// A place may be given in words: the goal and the distance.
func TestTowards(t *testing.T) {
	s := newPlayground(t, field(), "designate A1 A2")
	for typed, want := range map[string]string{
		"north 3": "10,13", "3 n": "10,13", "N 2.5\"": "10,12.5", "towards B1 up to 4\"": "10,14", "b1 4": "10,14", "East": "17,10",
		"ne 1":   "10.707,10.707",
		"12, 14": "12,14", "12 14": "12,14", "B2": "14.949,14.949", "vip": "10.537,16.979", "A2.1 2": "12,10",
	} {
		step := s.press("move A1", typed, "")
		if step.Draft != "move A1 to "+want {
			t.Errorf("%q leads to %q, order %q", typed, step.Draft, step.Order)
		}
	}
	for _, typed := range []string{"B9 4", "north south", "up to 3", "-3 north", "A1 2", "noth"} {
		if step := s.press("move A1", typed, ""); aPoint.MatchString(step.Draft) {
			t.Errorf("%q leads to %q", typed, step.Draft)
		}
	}
}

// The way to a VIP ends where it counts, beside another Unit if one is there already.
func TestBesideVIP(t *testing.T) {
	s := newPlayground(t, field(), "designate A1 A2")
	v := wording.Read(wording.Reader{}, s.private().View, s.private().Meta)
	c := newLayout(s.private(), v, table.OpenAsk{})
	p, _ := v.Piece("A1")
	from, vip := p.Bases[0].Point, v.VIPs[1]
	alone := c.pos.Beside(p, vip, from)
	taken := p
	taken.Label, taken.Bases = "A9", []rules.Base{{N: 1, Point: alone, R: v.Radius(p)}}
	v.Pieces = append(slices.Clone(v.Pieces), taken)
	c = newLayout(s.private(), v, table.OpenAsk{})
	second := c.pos.Beside(p, vip, from)
	gap := plane.Gap(plane.Disc{At: second, R: v.Radius(p)}, taken.Bases[0].Disc())
	if second == alone || gap == 0 || plane.Gap(plane.Disc{At: second, R: v.Radius(p)}, v.Goals()[1].Disc) > v.Mission().ScoreRange {
		t.Errorf("alone %s, beside another %s, %s\" from it", alone, second, gap)
	}
	far, m := plane.Point{X: vip.X, Y: vip.Y - 10000}, advice.Move{Ref: rules.Ref{Label: "A1"}}
	if there, away := toScore(c, m, second), toScore(c, m, far); there != "would score 2 VP" || !strings.HasSuffix(away, "to where it scores") {
		t.Errorf("there: %q, away: %q", there, away)
	}
}

// A staged move can be nudged in eight directions by an inch or a quarter, and shortened along its way. It says which
// contacts it would find.
func TestNudges(t *testing.T) {
	s := newPlayground(t, field(), "designate A1 A2")
	m := s.console("move A1 to 10,14")
	c := bottest.ControlsOf(m)
	nudged := map[string]string{}
	for _, b := range c.Buttons {
		nudged[b.Label] = b.Does.Draft
	}
	if nudged["▲"] != "move A1 to 10,15" || nudged["◀"] != "move A1 to 9,14" || nudged["↘"] != "move A1 to 10.707,13.293" || nudged["Steps of ¼\""] != "move A1 to 10,14 @fine" {
		t.Errorf("nudges %v", nudged)
	}
	var far []string
	for _, x := range c.Selects {
		if x.Placeholder == "How far that way?" {
			for _, o := range x.Options {
				far = append(far, o.Value)
			}
		}
	}
	if strings.Join(far, " ") != "10,11 10,12 10,13 10,14 10,15 10,16 10,17" {
		t.Errorf("how far: %v", far)
	}
	fine := map[string]string{}
	for _, b := range bottest.ControlsOf(s.console("move A1 to 10,14 @fine")).Buttons {
		fine[b.Label] = b.Does.Draft
	}
	if fine["▲"] != "move A1 to 10,14.25 @fine" || fine["Move there"] != "move A1 to 10,14" || fine["Steps of 1\""] != "move A1 to 10,14" {
		t.Errorf("fine nudges %v", fine)
	}
	if words := bottest.Words(m); strings.Contains(words, "R16.2") {
		t.Errorf("it finds something:\n%s", words)
	}
	if words := bottest.Words(s.console("move A1 to 10,15.5")); !strings.Contains(words, "within 2\" of B1") {
		t.Errorf("it finds nothing:\n%s", words)
	}
}

// A squad moves in formation: one choice gives an order for each base, and the rules accept these.
func TestTogether(t *testing.T) {
	s := newPlayground(t, field(), "designate A1 A2")
	if words := bottest.Words(s.console("")); !strings.Contains(words, "Move all of A2 Vector Squad together") {
		t.Fatalf("not offered:\n%s", words)
	}
	step := s.press("together A2", "n 3", "")
	if step.Draft != "together A2 to 20,13" {
		t.Fatalf("staged %q, order %q", step.Draft, step.Order)
	}
	m := s.console(step.Draft)
	play := ""
	for _, b := range bottest.ControlsOf(m).Buttons {
		if b.Does.Kind == wire.ControlSubmit && b.Style == wire.Success {
			play = b.Does.Draft
		}
	}
	if play != "move A2.3 to 20,15; move A2.1 to 20,13; move A2.2 to 22,13" {
		t.Fatalf("played as %q", play)
	}
	for line := range strings.SplitSeq(play, "; ") {
		s.order(line)
	}
	if words := bottest.Words(s.console("")); strings.Contains(words, "together") {
		t.Errorf("offered again:\n%s", words)
	}
	step = s.press("together A2", "n 3", "")
	if step.Draft != "" {
		t.Errorf("moved twice: %q", step.Draft)
	}
}

// On request the console says which targets an action does not have, and why.
func TestWhyNot(t *testing.T) {
	s := newPlayground(t, field(), "designate A1", "done")
	for s.private().Asks[0].Name != "act" {
		if s.private().Asks[0].Name == "next" {
			s.order("activate A1")
			continue
		}
		s.other()
	}
	var offered bool
	for _, b := range bottest.ControlsOf(s.console("")).Buttons {
		offered = offered || b.Label == "Details" && b.Does.Draft == "@"+more
	}
	if !offered {
		t.Error("nobody can ask")
	}
	for _, mark := range []string{more, why} { // consoles of an earlier program have the mark why
		words := bottest.Words(s.console("@" + mark))
		for _, want := range []string{"Not possible now", "B2 is", "away; the range"} {
			if !strings.Contains(words, want) {
				t.Errorf("%q is missing in:\n%s", want, words)
			}
		}
	}
}

// An order may be typed with a place in words, or for all bases of a squad.
func TestTypedWays(t *testing.T) {
	s := newPlayground(t, field(), "designate A1 A2")
	for line, want := range map[string]string{
		"move a1 towards B1 up to 4\"": "move A1 to 10,14",
		"Move A1 b1 4":                 "move A1 to 10,14",
		"move A2.1 south 2":            "move A2.1 to 20,8",
		"together A2 n 3":              "move A2.3 to 20,15; move A2.1 to 20,13; move A2.2 to 22,13",
		"together a2 to 20,13":         "move A2.3 to 20,15; move A2.1 to 20,13; move A2.2 to 22,13",
		"move A1 to 10,14":             "move A1 to 10,14",
		"move A1 somewhere":            "move A1 somewhere",
		"done":                         "done",
		"":                             "",
	} {
		if got := (shorthand{wording.Reader{}}).Typed(s.private(), line); got != want {
			t.Errorf("%q is read as %q, expected %q", line, got, want)
		}
	}
}

func FuzzTypedWays(f *testing.F) {
	f.Add("move A1 towards B1 up to 4")
	f.Add("together A2 to 1e9,1")
	f.Add("act move by A1 99999999999999999999 north")
	p := newPlayground(f, field(), "designate A1 A2").private()
	f.Fuzz(func(_ *testing.T, line string) { shorthand{wording.Reader{}}.Typed(p, line) })
}
