package downsync

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// The chance of a kill includes a Defense Aura, which everybody sees, but no token that only its owner sees (S5).
func TestTryKill(t *testing.T) {
	v := View{Viewer: game.Player(2), Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "gsv-aurora", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}, R: 1378}}},
		{Label: "A2", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 20000}, R: 1378}}},
		{Label: "B1", Seat: 2, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 30000}, R: 1378}}},
	}}
	try := func() Odds {
		t.Helper()
		o, ok := v.Try().Kill(Ref{Label: "B1"}, "medium-cannon", Ref{Label: "A2"})
		if !ok {
			t.Fatal("no odds")
		}
		return o
	}
	plain := try()
	if plain.Low >= plain.High || plain.Low == 0 {
		t.Errorf("against up to two hidden tokens: %+v", plain)
	}
	v.Pieces[0].Aura = true
	if aura := try(); aura.Low >= plain.Low || aura.High != plain.High {
		t.Errorf("with a Defense Aura %+v, without %+v", aura, plain)
	}
	none := 0
	v.Pieces[1].Bases[0].CM, v.Pieces[1].Bases[0].Hardened = &none, &none
	if known := try(); known.Low != plain.High || known.High != plain.High {
		t.Errorf("known to have no token: %+v", known)
	}
}

// A STUN does nothing to a stunned Unit (Q57).
func TestTryKillOfTheStunned(t *testing.T) {
	stunned := Base{N: 1, Point: plane.Point{X: 23000, Y: 20000}, R: 1378, Stun: true}
	for _, u := range cards.Printed().All() {
		for _, a := range u.Actions {
			if a.Effect != cards.Stun {
				continue
			}
			v := View{Viewer: game.Player(2), Pieces: []Piece{
				{Label: "A1", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{stunned}},
				{Label: "B1", Seat: 2, Kind: "unit", Unit: u.Slug, Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 30000}, R: 1378}}},
			}}
			o, ok := v.Try().Kill(Ref{Label: "B1"}, a.ID, Ref{Label: "A1"})
			_, deadly := a.Trait("double-tap")
			if !ok || (o.High == 0) == deadly {
				t.Errorf("%s of %s: %+v, %t", a.ID, u.Slug, o, ok)
			}
		}
	}
}

// The die of a CM token needs the attack's number, one less under a Defense Aura (R23.3).
func TestTryCounter(t *testing.T) {
	v := View{Viewer: game.Player(1), Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "gsv-aurora", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}, R: 1378}}},
		{Label: "A2", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 20000}, R: 1378}}},
		{Label: "B1", Seat: 2, Kind: "unit", Unit: "samson", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 30000}, R: 1378}}},
	}}
	if o, _, ok := v.Try().Counter(Counter{Token: "cm"}); ok {
		t.Errorf("no effect waits, but the odds are %+v", o)
	}
	v.Hit = &Hit{By: Ref{Label: "B1"}, Action: "smart-med-cannon", Target: Ref{Label: "A2"}}
	if o, harder, ok := v.Try().Counter(Counter{Token: "cm"}); !ok || o != (Odds{Need: 5, Low: 33, High: 33}) || harder != "Smart" {
		t.Errorf("against a smart weapon: %+v, %t", o, ok)
	}
	if o, _, _ := v.Try().Counter(Counter{Token: "cm", Boost: true}); o != (Odds{Need: 5, Low: 56, High: 56}) {
		t.Errorf("boosted: %+v", o)
	}
	two, one := 2, 1
	v.Pieces[1].Bases[0].CM, v.Pieces[1].Bases[0].Hardened = &two, &one
	for _, x := range []struct {
		effect cards.Effect
		o      Counter
		want   int
	}{
		{cards.Stun, Counter{Token: "cm", All: true}, 56}, {cards.Stun, Counter{Token: "cm", All: true, Boost: true}, 80},
		{cards.Stun, Counter{Token: "cm", Turn: true}, 56}, {cards.Kill, Counter{Token: "cm", Turn: true}, 100}, {cards.Kill, Counter{Token: "hardened"}, 100},
	} {
		v.Hit.Effect = x.effect
		if o, _, ok := v.Try().Counter(x.o); !ok || o.Low != x.want || o.High != x.want {
			t.Errorf("%s by %s: %+v, %t; expected %d", x.effect, x.o.Order(), o, ok, x.want)
		}
	}
	if o, _, ok := v.Try().Counter(Counter{Token: "none"}); ok {
		t.Errorf("no token stops it: %+v", o)
	}
	v.Pieces[0].Aura = true
	if o, _, ok := v.Try().Counter(Counter{Token: "cm"}); !ok || o != (Odds{Need: 4, Low: 50, High: 50}) {
		t.Errorf("under a Defense Aura: %+v, %t", o, ok)
	}
}

// skirmish returns a random position in which A1 can act: Units and contacts of both sides near each other, on boards with and
// without terrain, with tokens of all kinds.
func skirmish(seed uint64) Config {
	d := gametest.NewDice(seed)
	c := Defaults()
	c.Rules, c.Secrecy = Editions[seed%2], []string{Veiled, Open}[seed/2%2]
	if seed%3 == 0 {
		c.Map = fmt.Sprintf("random:%d", seed)
	}
	c.Lab = &Lab{Active: 1, Reserve: [2][]string{{"harbinger"}, {"harbinger", "virago", "samson"}}}
	e := newEnv(c)
	all := slices.DeleteFunc(slices.Clone(e.cards.All()), func(u *cards.Unit) bool { return u.PackagedWith != "" })
	placed := &state{Conf: e.conf, env: e}
	put := func(p LabPiece, near plane.Point, bases int) {
		q := p.piece(e.cards)
		for len(p.Bases) < bases {
			b := LabBase{At: plane.Point{X: near.X + plane.Inch(d.N(7000)), Y: near.Y + plane.Inch(d.N(9000))}}
			if checkRoom(placed, plane.Disc{At: b.At, R: q.radius()}, Ref{}, q.infantry()) != nil {
				near.Y += 100 // until there is room
				continue
			}
			b.Stun, b.Stealth = d.N(5) == 0 && p.Unit != "" && p.Label != "A1", d.N(8) == 0 && p.Unit != ""
			if n := 0; d.N(3) == 0 && p.Unit != "" {
				b.CM, b.Hardened = &n, &n
			}
			p.Bases = append(p.Bases, b)
			stands := LabPiece{Label: "B99", Sig: p.Sig, Unit: p.Unit, Bases: []LabBase{b}}.piece(e.cards)
			placed.Pieces = append(placed.Pieces, &stands)
		}
		c.Lab.Pieces = append(c.Lab.Pieces, p)
	}
	for i := range 6 {
		seat := game.Seat(1 + i/3)
		u := all[d.N(len(all))]
		if i == 0 {
			u = all[int(seed)%len(all)]
		}
		if i == 0 && seed%5 == 4 {
			u = e.cards.Must("mandible") // Clustered
		}
		put(LabPiece{Label: labelFor(seat, 1+i%3), Unit: u.Slug}, plane.Point{X: plane.Inch(14000 + 6000*(i%3)), Y: plane.Inch(11000 + 8000*int(seat-1))}, u.Bases())
	}
	for i, sig := range cards.Signatures {
		put(LabPiece{Label: labelFor(2, 7+i), Sig: sig}, plane.Point{X: plane.Inch(14000 + 6000*i), Y: 26000}, 1)
	}
	return c
}

// toAct plays the position until A1 acts.
func toAct(t *testing.T, c Config) game.Match {
	t.Helper()
	d := gametest.NewDice(1)
	m, st, err := Rules().Start(2, c.Encode(), d)
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	for range 20 {
		for seat, order := range map[game.Seat]string{1: "done", 2: "pass"} {
			switch a := m.Asks(seat)[0]; {
			case a.Standing:
				continue
			case a.Name == "act":
				return m
			case a.Name == "designate":
				order = "designate A1"
			case a.Name == "next":
				order = "activate A1"
			}
			r, err := Parse(order)
			if err != nil {
				t.Fatal(err)
			}
			if st, err = m.Answer(seat, m.Asks(seat)[0].ID, r, d); err != nil {
				t.Fatalf("%s: %v", order, err)
			}
			m.Apply(st)
		}
		for _, g := range m.Groups() {
			if len(g.Open) == 0 {
				if st, err = m.CloseWindow(g.Key, d); err != nil {
					t.Fatal(err)
				}
				m.Apply(st)
			}
		}
	}
	t.Fatal("A1 does not come to act")
	return nil
}

// order returns the order that uses the chance's action.
func (c Chance) order(by, target Ref) Act {
	if c.At != nil {
		return Act{Action: c.Action, By: by, At: []plane.Point{*c.At}, Targets: []Ref{target}}
	}
	return Act{Action: c.Action, By: by, Target: target}
}

// fallen counts the rolls of two dice with which the order hits, and returns what a countermeasure then needs.
func fallen(t *testing.T, m game.Match, o Act) (hits, counter int) {
	t.Helper()
	for n := range 36 {
		st, err := m.Answer(1, m.Asks(1)[0].ID, o, &faces{next: []int{1 + n/6, 1 + n%6}})
		if err != nil {
			t.Fatalf("%s: %v", o.Order(), err)
		}
		for _, f := range st.Told(game.Onlooker()) {
			switch f := f.(type) {
			case AttackRolled:
				hits, counter = hits+when(f.Hit, 1), f.Counter
			case ScanRolled:
				hits += when(f.Hit, 1)
			}
		}
	}
	return hits, counter
}

// An action has a chance exactly if its order would be accepted, and otherwise the reason given is the order's refusal. The
// chance is exactly the chance of the dice.
func TestChancesAreOfOrders(t *testing.T) {
	taken, refused, rolled, aims := 0, map[string]int{}, 0, 0
	for seed := range uint64(40) {
		m := toAct(t, skirmish(seed))
		v, truth := m.View(game.Player(1)).(View), m.View(game.Referee()).(View)
		me, _ := v.Piece("A1")
		ask := m.Asks(1)[0].ID
		for _, b := range me.Bases {
			by := pieceOf(v, me).ref(b.N)
			for _, e := range v.Pieces {
				for _, eb := range e.Bases {
					target := pieceOf(v, e).ref(eb.N)
					if e.Seat == 1 {
						if v.Chances(by, target) != nil {
							t.Errorf("a chance against the own %s", target)
						}
						continue
					}
					for _, c := range v.Chances(by, target) {
						o := c.order(by, target)
						weapon, _ := v.Cards().Must(me.Unit).Action(c.Action)
						if isClustered(weapon) && c.At == nil {
							o = Act{Action: c.Action, By: by, At: []plane.Point{eb.Point}, Targets: []Ref{target}}
						}
						_, err := m.Answer(1, ask, o, &faces{next: []int{1, 1}})
						if c.Why != nil {
							if fmt.Sprint(err) != fmt.Sprint(c.Why) {
								t.Errorf("seed %d, %s: %v; the chance says %v", seed, o.Order(), err, c.Why)
							}
							var no *game.Refusal
							if errors.As(c.Why, &no) {
								refused[no.Code]++
							}
							continue
						}
						if err != nil {
							t.Errorf("seed %d, %s has a chance of %+v: %v", seed, o.Order(), c.Odds, err)
							continue
						}
						if taken++; c.At != nil {
							aims++
						}
						if taken%5 > 0 {
							continue // rolling takes the most time
						}
						rolled++
						checkChance(t, m, truth, c, o, target)
					}
				}
			}
		}
	}
	t.Logf("%d with a chance, %d of them Clustered, %d rolled; refused: %v", taken, aims, rolled, refused)
	if taken < 150 || aims < 5 || rolled < 30 || len(refused) < 7 {
		t.Error("something is hardly tried")
	}
}

// checkChance compares a chance with the dice, and with the tokens that the referee sees.
func checkChance(t *testing.T, m game.Match, truth View, c Chance, o Act, target Ref) {
	t.Helper()
	hits, counter := fallen(t, m, o)
	e, _ := truth.Piece(target.Label)
	eb, _ := e.Base(target.N)
	held := eb.CM != nil && *eb.CM+*eb.Hardened > 0
	want := c.High
	if held {
		want = c.Low
	}
	if got := int(math.Round(float64(hits) * 100 / 36)); got != want {
		t.Errorf("%s hits with %d of 36 rolls; the chance is %+v", o.Order(), hits, c.Odds)
	}
	if c.Kill == nil || eb.Stun && c.Kill.High == 0 { // a second STUN does nothing (Q57)
		return
	}
	tokens, hardened := *eb.CM, *eb.Hardened
	s := truth.board()
	p, _ := s.piece(target.Label)
	b, _ := p.base(target.N)
	for _, l := range lenders(s, p, b) {
		tokens += l.Bases[0].CM
	}
	through := float64(hits) * 100 / 36 * math.Pow(float64(counter-1)/6, float64(tokens))
	if hardened > 0 {
		through = 0
	}
	if n := int(math.Round(through)); n < c.Kill.Low || n > c.Kill.High || truth.Secrecy == Open && c.Kill.Low != c.Kill.High || c.Kill.Low == c.Kill.High && n != c.Kill.Low {
		t.Errorf("%s: %d%% with %d+%d tokens; told %+v", o.Order(), n, tokens, hardened, *c.Kill)
	}
}

// The chances of an action from another place equal those after its Unit has moved there.
func TestChancesFromThere(t *testing.T) {
	compared := 0
	for seed := range uint64(12) {
		c, by := skirmish(seed), Ref{Label: "A1"}
		here := toAct(t, c).View(game.Player(1)).(View)
		pt := plane.Point{X: plane.Inch(13000 + 700*int(seed)), Y: 11000}
		c.Lab.Pieces[0].Bases[0].At = pt
		if me, _ := here.Piece("A1"); len(me.Bases) > 1 || c.Check() != nil {
			continue
		}
		there, tried := toAct(t, c).View(game.Player(1)).(View), here.Standing(by, pt)
		for _, e := range here.Pieces {
			for _, eb := range e.Bases {
				target := pieceOf(here, e).ref(eb.N)
				if got, want := tried.Chances(by, target), there.Chances(by, target); gametest.Text(got) != gametest.Text(want) {
					t.Errorf("seed %d, A1 at %s against %s: %+v; standing there %+v", seed, pt, target, got, want)
				}
				compared++
			}
		}
	}
	if compared < 50 {
		t.Errorf("%d compared", compared)
	}
}

// An impossible action has a reason, a CM of "-" makes the chance certain, and a Shroud Aura conceals.
func TestChancesOfKnownSlips(t *testing.T) {
	unit := func(l Label, slug string, at ...plane.Point) Piece {
		p := Piece{Label: l, Seat: l.Seat(), Kind: "unit", Unit: slug}
		for i, pt := range at {
			p.Bases = append(p.Bases, Base{N: i + 1, Point: pt, R: 1378})
		}
		return p
	}
	at := func(x, y int) plane.Point { return plane.Point{X: plane.In(x), Y: plane.In(y)} }
	v := View{Viewer: game.Player(1), Pieces: []Piece{
		unit("A1", "guardian-destroyer", at(20, 20)), unit("A2", "vector-squad", at(24, 20), at(26, 20), at(28, 20)), unit("A3", "crusader", at(30, 20)),
		unit("A4", "gsv-phantom", at(34, 20)), unit("B1", "virago", at(20, 30)), unit("B2", "mandible", at(30, 30)), unit("B3", "gsv-aurora", at(24, 30))}}
	code := func(by Ref, action string, target Ref) string {
		for _, c := range v.Chances(by, target) {
			var no *game.Refusal
			if c.Action == action && errors.As(c.Why, &no) {
				return no.Code
			}
		}
		return ""
	}
	for _, c := range []struct {
		by     Ref
		action string
		target Ref
		want   string
	}{
		{Ref{Label: "A1"}, "hmg", Ref{Label: "B1"}, "only-vs"},
		{Ref{Label: "A4"}, "scan", Ref{Label: "B1"}, "not-scannable"},
		{Ref{"A2", 1}, "micro-artillery", Ref{Label: "B1"}, "team"},
		{Ref{"A2", 3}, "micro-artillery", Ref{Label: "B1"}, ""},
	} {
		if got := code(c.by, c.action, c.target); got != c.want {
			t.Errorf("%s %s on %s: %q, expected %q", c.by, c.action, c.target, got, c.want)
		}
	}
	if o, ok := v.Try().Act(Ref{Label: "A3"}, "medium-cannon", Ref{Label: "B2"}, false); !ok || o.Low != o.High {
		t.Errorf("a Finisher against a CM of \"-\": %+v, %t", o, ok)
	}
	if o, ok := v.Try().Act(Ref{Label: "A3"}, "medium-cannon", Ref{Label: "B1"}, false); !ok || o.Low == o.High {
		t.Errorf("a Finisher against hidden tokens: %+v, %t", o, ok)
	}
	from, _ := v.Spots("A1")
	to, _ := v.Spots("B3")
	if m := v.Measure(from, to); !m.Concealed || len(m.Why) == 0 {
		t.Errorf("an Aurora in the open (Q83): %+v", m)
	}
}

// Q32: with a Move Action every base of the Unit counts; before rulings 1 only the base that moved did, except in the Move
// phase.
func TestFinds(t *testing.T) {
	c := Defaults()
	v := View{Viewer: game.Player(1), Phase: Activating, Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "vector-squad", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}}, {N: 2, Point: plane.Point{X: 24000, Y: 20000}}}},
		{Label: "B1", Seat: 2, Kind: "ping", Sig: cards.Small, Bases: []Base{{N: 1, Point: plane.Point{X: 24000, Y: 23500}}}}}}
	for _, x := range []struct {
		rulings int
		phase   Phase
		want    int
	}{{1, Activating, 1}, {0, Activating, 0}, {0, Moving, 1}, {1, Moving, 1}} {
		c.Rulings = x.rulings
		v.env, v.Phase = newEnv(c), x.phase
		if got := v.Finds(Ref{"A1", 1}, plane.Point{X: 19000, Y: 20000}); len(got) != x.want {
			t.Errorf("rulings %d, %s: %v", x.rulings, x.phase, got)
		}
	}
}

// Suggestions for a refused move take long to compute, so they are computed when the refusal is read.
func TestSuggestionsWait(t *testing.T) {
	v := View{Viewer: game.Player(1), Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}, R: 1378}}},
	}}
	s := v.board()
	p, _ := s.piece("A1")
	var no *game.Refusal
	if !errors.As(checkReach(s, p, p.Bases[0], plane.Point{X: 20000, Y: 40000}, nil), &no) {
		t.Fatal("20 inches are not refused")
	}
	if no.Say == nil || no.Text != "" || no.Args != nil {
		t.Errorf("the suggestion does not wait: %+v", no)
	}
	if said := no.Error(); !strings.Contains(said, "too far; it can get as near as 20,") {
		t.Errorf("no suggestion: %s", said)
	}
}
