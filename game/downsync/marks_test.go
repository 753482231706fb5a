package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// besideTransport returns a position with a squad beside a transport whose activation is running, and an enemy.
func besideTransport(t *testing.T, rulings int) *state {
	t.Helper()
	conf := Defaults()
	conf.Rulings = rulings
	at := func(x, y int) LabBase { return LabBase{At: plane.Point{X: plane.In(x), Y: plane.In(y)}} }
	conf.Lab = &Lab{Active: 1, Reserve: [2][]string{{"harbinger"}, nil}, Pieces: []LabPiece{
		{Label: "A1", Unit: "courier", Bases: []LabBase{at(20, 10)}},
		{Label: "A2", Unit: "vector-squad", Bases: []LabBase{at(20, 13), at(22, 13), at(24, 13)}},
		{Label: "A3", Sig: cards.Medium, Bases: []LabBase{at(40, 10)}},
		{Label: "B1", Unit: "virago", Bases: []LabBase{at(40, 40)}},
	}}
	if err := conf.Check(); err != nil {
		t.Fatal(err)
	}
	var pieces []piece
	for _, p := range conf.Lab.Pieces {
		pieces = append(pieces, p.piece(newEnv(conf).cards))
	}
	s := setUp{Conf: conf, Pieces: pieces}.begin()
	s.Active, s.Phase, s.Taskforce = 1, Activating, []Label{"A1", "A2", "A3"}
	s.Acts = []activation{{Piece: "A1"}}
	return s
}

// A token or mark of a squad ends at the moment that its rule names, on the table and aboard, and stays at all other moments
// (Q18). D17 is the ruling on those that end only aboard.
func TestD17_MarksAboard(t *testing.T) {
	type moment struct {
		name   string
		aboard bool // the squad is aboard before
		play   func(s *state) *state
	}
	loaded, unloaded := Loaded{Unit: "A2", In: "A1"}, Placed{Unit: "A2", From: "A1", Bases: []plane.Point{{X: 18000}, {X: 20000}, {X: 22000}}}
	engaged := func(acted bool, f Loaded) func(*state) *state {
		return func(s *state) *state {
			s = s.Copy()
			s.RE = &engagement{Stage: stageResolve, Parts: []part{{Label: "A1"}, {Label: "A2", Acted: acted}}}
			return ours.Fold(s, f)
		}
	}
	moments := []moment{
		{"load", false, func(s *state) *state { return ours.Fold(s, loaded) }},
		{"load instead of reacting", false, engaged(false, loaded)},
		{"load after reacting", false, engaged(true, loaded)},
		{"engagement", true, func(s *state) *state {
			s = s.Copy()
			s.RE = &engagement{}
			return ours.Fold(s, EngagementEnded{})
		}},
		{"turn", true, func(s *state) *state {
			return ours.Fold(ours.Fold(s, TurnEnded{Turn: 1}), TurnBegan{Turn: 2, Active: 2})
		}},
		{"round", true, func(s *state) *state { return ours.Fold(s, RoundBegan{Round: 2}) }},
		{"designate", true, func(s *state) *state { return ours.Fold(s, Designated{Pieces: []Label{"A1"}}) }},
		{"designate others", true, func(s *state) *state { return ours.Fold(s, Designated{Pieces: []Label{"A3"}}) }},
		{"unload", true, func(s *state) *state { return ours.Fold(s, unloaded) }},
		{"bail out", true, func(s *state) *state {
			s = s.Copy()
			s.Acts = append(s.Acts, activation{Piece: "B1"})
			return ours.Fold(s, unloaded)
		}},
	}
	first := func(p *piece) *base { return &p.Bases[0] }
	for _, mark := range []struct {
		name string
		put  func(*piece)
		lies func(*piece) bool
		ends string // the moments, separated by "; "
		why  string
	}{
		{"Overwatch", func(p *piece) { p.Overwatch, p.MayWatch = true, true }, func(p *piece) bool { return p.Overwatch },
			"load instead of reacting; designate; unload", "R24.15, R27.4, D17"},
		{"no Overwatch that may lie there", func(p *piece) { p.MayWatch = true }, func(p *piece) bool { return p.MayWatch },
			"load instead of reacting; designate; unload", "S2, D17"},
		{"known Overwatch", func(p *piece) { p.Overwatch, p.MayWatch, p.WatchKnown = true, true, true }, func(p *piece) bool { return p.WatchKnown },
			"load instead of reacting; designate; unload", "S2, D17"},
		{"Activated", func(p *piece) { p.Activated = true }, func(p *piece) bool { return p.Activated }, "round", "R27.1"},
		{"Stun", func(p *piece) { first(p).Stun = true }, func(p *piece) bool { return first(p).Stun }, "", "R27.5: an activation or a CP takes it"},
		{"Stun of the engagement", func(p *piece) { first(p).Stun, first(p).Fresh = true, true }, func(p *piece) bool { return first(p).Fresh }, "engagement", "R24.16"},
		{"Stealth", func(p *piece) { first(p).Stealth = true }, func(p *piece) bool { return first(p).Stealth }, "", "R27.12, Q33: placing is no move"},
		{"spent Countermeasures", func(p *piece) { first(p).CM = 0 }, func(p *piece) bool { return first(p).CM == 0 }, "", "Q18: a refresh brings them back"},
		{"Hardened Countermeasures", func(p *piece) { first(p).Hardened = 1 }, func(p *piece) bool { return first(p).Hardened == 1 }, "", "R27.3"},
		{"Tag", func(p *piece) { first(p).Tagged = true }, func(p *piece) bool { return first(p).Tagged }, "turn", "Q84"},
		{"Target Lock", func(p *piece) { first(p).Locked = true }, func(p *piece) bool { return first(p).Locked }, "turn", "Q84"},
		{"refreshed this Turn", func(p *piece) { p.Refreshed = true }, func(p *piece) bool { return p.Refreshed }, "turn", "R7.6"},
		{"refreshed this Round", func(p *piece) { p.Fresh = true }, func(p *piece) bool { return p.Fresh }, "round", "4.2"},
		{"moved this Turn", func(p *piece) { p.Moved = true }, func(p *piece) bool { return p.Moved }, "turn", "R7.8"},
		{"move of a base", func(p *piece) { first(p).Moved = true }, func(p *piece) bool { return first(p).Moved }, "turn; unload; bail out", "Q58, Q76"},
		{"slowed", func(p *piece) { first(p).Slowed = true }, func(p *piece) bool { return first(p).Slowed }, "turn; unload; bail out", "Q27, Q76"},
		{"CP of an aura", func(p *piece) { p.AuraCP = true }, func(p *piece) bool { return p.AuraCP }, "", "Q24: a refresh brings it back"},
	} {
		for _, m := range moments {
			s := besideTransport(t, NewestRulings)
			if m.aboard {
				s = ours.Fold(s, loaded)
				for i := range s.Riders {
					s.Riders[i].Piece.Activated = false
				}
				mark.put(&s.riders()[0].Piece)
			} else {
				s = s.Copy()
				mark.put(s.at("A2"))
			}
			was := passenger(s)
			if mark.name == "Activated" && !m.aboard {
				continue // loading puts it there (Q77)
			}
			if !mark.lies(was) {
				t.Fatalf("%s was not put on", mark.name)
			}
			got := !mark.lies(passenger(m.play(s)))
			if want := slices.Contains(strings.Split(mark.ends, "; "), m.name); got != want {
				t.Errorf("%s, %s: it ends: %t (%s)", mark.name, m.name, got, mark.why)
			}
		}
	}
}

// passenger returns the squad, aboard or on the table.
func passenger(s *state) *piece {
	if r, aboard := cargo(s, "A1"); aboard {
		return &r.Piece
	}
	p := must(s, "A2")
	return &p
}

// D17: a CP on a Unit aboard counts towards the Capacity like one on the table, and comes back when the Unit is lost with its
// transport. An older match keeps its rulings.
func TestD17_AuraAboard(t *testing.T) {
	for rulings, want := range map[int]struct{ round, lost int }{NewestRulings: {4, 5}, 2: {5, 5}} {
		s := besideTransport(t, rulings)
		s = s.Copy()
		s.at("A2").AuraCP = true
		s = ours.Fold(ours.Fold(s, Loaded{Unit: "A2", In: "A1"}), RoundBegan{Round: 2})
		lost := ours.Fold(s, Destroyed{Target: Ref{Label: "A1"}, Gone: true})
		if got := s.CP.Of(1); got != want.round || lost.CP.Of(1) != want.lost {
			t.Errorf("rulings %d: %d CP in the next Round, %d after the loss; want %+v", rulings, got, lost.CP.Of(1), want)
		}
	}
}

// A Unit that a referee brings back has the marks of a fresh card, but cannot act again this Round (D14). The destroyed Unit
// lost its marks.
func TestD14_MarksOfAReturnedUnit(t *testing.T) {
	s := besideTransport(t, NewestRulings).Copy()
	p := s.at("B1")
	p.Overwatch, p.MayWatch, p.WatchKnown, p.Refreshed, p.Fresh, p.Moved, p.AuraCP = true, true, true, true, true, true, true
	p.Bases[0] = base{N: 1, At: p.Bases[0].At, Stun: true, Stealth: true, Tagged: true, Locked: true, Fresh: true, Moved: true, Slowed: true}
	s = ours.Fold(s, RemovedByRuling{Base: Ref{Label: "B1"}, Gone: true})
	s = ours.Fold(s, ReturnedByRuling{Unit: "B1", Slug: "virago", Bases: []plane.Point{{X: 30000, Y: 30000}}})
	want := piece{Label: "B1", Activated: true}
	want.become(s.unit("virago"), []plane.Point{{X: 30000, Y: 30000}})
	got := must(s, "B1")
	got.folds = 0
	if gametest.Text(got) != gametest.Text(want) {
		t.Errorf("it returns as\n%s\nwant\n%s", gametest.Text(got), gametest.Text(want))
	}
}
