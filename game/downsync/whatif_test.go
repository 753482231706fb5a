package downsync

import (
	"errors"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// The chance of a kill reckons with a Defense Aura, which everybody sees, and with no token that only its owner does (S5).
func TestTryKill(t *testing.T) {
	v := View{Viewer: game.Player(2), Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "gsv-aurora", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}, R: 1378}}},
		{Label: "A2", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 20000}, R: 1378}}},
		{Label: "B1", Seat: 2, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 30000}, R: 1378}}},
	}}
	try := func() Odds {
		t.Helper()
		o, ok := v.TryKill(Ref{Label: "B1"}, "medium-cannon", Ref{Label: "A2"})
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

// A STUN does nothing to a Unit that is stunned already (Q57).
func TestTryKillOfTheStunned(t *testing.T) {
	stunned := Base{N: 1, Point: plane.Point{X: 23000, Y: 20000}, R: 1378, Stun: true}
	for _, u := range cards.Printed().All() {
		for _, a := range u.Actions {
			if a.Effect != cards.Stun {
				continue
			}
			v := View{Viewer: game.Player(2), Pieces: []Piece{
				{Label: "A1", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{stunned}},
				{Label: "B1", Seat: 2, Kind: "unit", Unit: u.Slug, Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 25000}, R: 1378}}},
			}}
			o, ok := v.TryKill(Ref{Label: "B1"}, a.ID, Ref{Label: "A1"})
			_, deadly := a.Trait("double-tap")
			if !ok || (o.High == 0) == deadly {
				t.Errorf("%s of %s: %+v, %t", a.ID, u.Slug, o, ok)
			}
		}
	}
}

// The die of a CM token needs what the attack says, one less under a Defense Aura (R23.3).
func TestTryCounter(t *testing.T) {
	v := View{Viewer: game.Player(1), Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "gsv-aurora", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}, R: 1378}}},
		{Label: "A2", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 20000}, R: 1378}}},
		{Label: "B1", Seat: 2, Kind: "unit", Unit: "samson", Bases: []Base{{N: 1, Point: plane.Point{X: 23000, Y: 30000}, R: 1378}}},
	}}
	if o, _, ok := v.TryCounter(false); ok {
		t.Errorf("no effect waits, but the odds are %+v", o)
	}
	v.Hit = &Hit{By: Ref{Label: "B1"}, Action: "smart-med-cannon", Target: Ref{Label: "A2"}}
	if o, harder, ok := v.TryCounter(false); !ok || o != (Odds{Need: 5, Low: 33, High: 33}) || harder != "Smart" {
		t.Errorf("against a smart weapon: %+v, %t", o, ok)
	}
	if o, _, _ := v.TryCounter(true); o != (Odds{Need: 5, Low: 55, High: 55}) {
		t.Errorf("boosted: %+v", o)
	}
	v.Pieces[0].Aura = true
	if o, _, ok := v.TryCounter(false); !ok || o != (Odds{Need: 4, Low: 50, High: 50}) {
		t.Errorf("under a Defense Aura: %+v, %t", o, ok)
	}
}

// What a refused move could do instead takes long to work out, so it is worked out when the refusal is read.
func TestSuggestionsWait(t *testing.T) {
	v := View{Viewer: game.Player(1), Pieces: []Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "virago", Bases: []Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}, R: 1378}}},
	}}
	s := v.board(0)
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
