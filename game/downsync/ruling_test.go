package downsync

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// places remembers the places of bases, to which one may go back.
type places struct {
	now, before map[Ref]plane.Point
}

// note stores the places after a step, and checks the match.
func (p *places) note(m game.Match) error {
	if m.Version() == 1 {
		p.now, p.before = map[Ref]plane.Point{}, map[Ref]plane.Point{}
	}
	v := m.View(game.Referee()).(View)
	for _, q := range v.Pieces {
		for _, b := range q.Bases {
			r := Ref{q.Label, b.N}
			if at, ok := p.now[r]; ok && at != b.Point {
				p.before[r] = at
			}
			p.now[r] = b.Point
		}
	}
	return checkInvariants(m)
}

// ruling returns a ruling that may or may not be consistent: half of its places are a former place of a base, or beside one.
func (p *places) ruling(d *gametest.Dice, view game.View) string {
	v := view.(View)
	q := v.Pieces[d.N(len(v.Pieces))]
	base, point := string(q.Label), fmt.Sprintf("%d,%d", d.N(48), d.N(48))
	if len(q.Bases) > 1 {
		base = fmt.Sprintf("%s.%d", q.Label, q.Bases[d.N(len(q.Bases))].N)
	}
	if stood := slices.SortedFunc(maps.Keys(p.before), func(a, b Ref) int {
		return cmp.Or(compareLabels(a.Label, b.Label), cmp.Compare(a.N, b.N))
	}); len(stood) > 0 && d.N(2) == 0 {
		at := p.before[stood[d.N(len(stood))]]
		point = plane.Point{X: at.X + plane.Inch(d.N(4000)-2000), Y: at.Y + plane.Inch(d.N(4000)-2000)}.String()
	}
	switch d.N(6) {
	case 0:
		return "place " + base + " at " + point
	case 1:
		return fmt.Sprintf("points %d %s %d", 1+d.N(2), []string{"vp", "cp"}[d.N(2)], d.N(8))
	case 2:
		if d.N(2) == 0 {
			return "remove " + base
		}
	case 3:
		if n := len(v.Lost); n > 0 {
			return fmt.Sprintf("return %s at %s", v.Lost[d.N(n)].Label, point)
		}
	}
	token := []string{"stun", "stealth", "activated", "overwatch", "cm", "hardened"}[d.N(6)]
	return fmt.Sprintf("token %s %s %s", base, token, []string{"on", "off", "0", "1", "2"}[d.N(5)])
}

// D14: random games with random rulings in them keep the invariants, end, replay, and are decided again to the byte. SOAK=1
// plays 400.
func TestD14RandomRulings(t *testing.T) {
	games, every := 4, 500
	if gametest.Soak() {
		games, every = 400, 5000
	}
	var p places
	st := gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: games, MaxSteps: 8000, Config: randomConfig, Guess: guessPoint,
		Ruling: p.ruling, Check: p.note, Every: every})
	t.Log(st)
	for _, kind := range []string{"rule-token", "rule-place", "rule-points", "rule-remove", "rule-return"} {
		if _, ok := st.Facts[kind]; !ok {
			t.Errorf("no %s was accepted", kind)
		}
	}
}

// duel is a lab of a few pieces, player 1 to designate.
func duel(t *testing.T) game.Match {
	t.Helper()
	l := &Lab{Active: 1, Pieces: []LabPiece{
		{Label: "A1", Unit: "virago", Bases: []LabBase{{At: at(10, 10)}}}, {Label: "A2", Sig: "small", Bases: []LabBase{{At: at(20, 10)}}},
		{Label: "B1", Unit: "samson", Bases: []LabBase{{At: at(30, 30)}}}}}
	c := Defaults()
	c.Lab = l
	m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// D14: the limits of a ruling, and who is told of it.
func TestD14Rulings(t *testing.T) {
	m := duel(t)
	for _, c := range []struct{ line, code string }{
		{"", "no-order"}, {"win 1", "no-order"}, {"token A1 stun", "no-order"}, {"token A1 stun maybe", "no-order"}, {"token A1 crown on", "no-order"},
		{"token A1 cm 9", "no-order"}, {"token A2 stun on", "not-a-unit"}, {"token A9 stun on", "no-piece"}, {"place A1 at 30,30", "occupied"},
		{"place A1 at 99,99", "off-table"}, {"place A1 20,20", "no-order"}, {"place A1 at nowhere", "no-order"}, {"points 3 vp 1", "no-order"}, {"points 1 vp 3", "no-order"}, {"points 1 cp 99", "no-order"},
		{"token frog stun on", "no-order"}, {"token frog activated on", "no-order"}, {"token A1.x stun on", "no-order"}, {"place 12 at 30,30", "no-order"},
		{"remove A", "no-order"}, {"remove A1.0", "no-order"}, {"return frog at 5,5", "no-order"}, {"return A1.1 at 5,5", "no-order"},
		{"remove A2", "not-a-unit"}, {"remove A9", "no-piece"}, {"return B1 at 5,5", "no-piece"}, {"return", "no-order"},
	} {
		_, err := m.Rule(c.line, nil)
		var no *game.Refusal
		if !errors.As(err, &no) || no.Code != c.code {
			t.Errorf("%q: %v, expected %s", c.line, err, c.code)
		}
	}
	told := map[string]string{}
	for _, line := range []string{"token A1 cm 1", "token A1 stun on", "place A1 at 12,12", "points 2 vp 2", "points 1 cp 0"} {
		st, err := m.Rule(line, nil)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		n := map[game.Viewer]int{}
		for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
			n[v] = m.Count(v)
		}
		m.Apply(st)
		for v, n := range n {
			told[line] += fmt.Sprintf("%s:%T ", v, m.Told(v, n)[0])
		}
	}
	if s := told["token A1 cm 1"]; strings.Count(s, "HiddenRuled") != 2 || !strings.Contains(s, "1:downsync.TokenRuled") {
		t.Errorf("a secret token is told as %s", s)
	}
	if s := told["token A1 stun on"]; strings.Count(s, "TokenRuled") != 3 {
		t.Errorf("a public token is told as %s", s)
	}
	v := m.View(game.Player(1)).(View)
	p, _ := v.Piece("A1")
	if b := p.Bases[0]; !b.Stun || *b.CM != 1 || b.X != 12000 || v.VP[1] != 2 || v.CP[0] != 0 {
		t.Errorf("after the rulings %+v, %v, %v", b, v.VP, v.CP)
	}
	if st, err := m.Rule("remove B1", nil); err != nil {
		t.Error(err)
	} else if m.Apply(st); func() bool { _, over := m.Result(); return !over }() {
		t.Error("the last Unit is removed and nobody has won")
	}
}
