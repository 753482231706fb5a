package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/plane"
)

// VIP Capture: R25, rulings Q88 to Q92; with Control Objectives in edition 4.2 (V22, D9).

// VPToWin is how many Victory Points win the match (R25.6).
const VPToWin = 3

// ScoreRange is how near to a VIP or a Control Objective a Unit has to be to score (R25.4, V22).
const ScoreRange plane.Inch = 1000

const blockRange = 4 * 1000 // R25.4

// scoreTurn counts the Active Player's Units at the enemy side's VIP when the Taskforce Activation ends (R25.4, Q88, Q89).
func scoreTurn(t tx) {
	if s := t.State(); !ed(s).objectives {
		scoreAt(t, s.Active, goals(s)[other(s.Active)-1], 0)
		winByPoints(t)
	}
}

// firstScoring is the first Round in which Control Objectives score, at its end (V22).
const firstScoring = 2

// scoreRound counts both sides' Units at both Control Objectives when the Round ends (V22).
func scoreRound(t tx) {
	s := t.State()
	if !ed(s).objectives || s.Round < firstScoring {
		return
	}
	for i, g := range goals(s) {
		for _, seat := range []game.Seat{1, 2} {
			scoreAt(t, seat, g, i+1)
		}
	}
	winByPoints(t)
}

// winByPoints ends the match when a side has 3 VP (R25.6, Q92).
func winByPoints(t tx) {
	if s := t.State(); max(s.VP[0], s.VP[1]) >= VPToWin {
		end(t, endByPoints(s, "vp"))
	}
}

// scoreAt counts a side's Units at one VIP or Control Objective.
func scoreAt(t tx, seat game.Seat, vip plane.Disc, goal int) {
	if f := scored(t.State(), seat, vip, goal); len(f.Scorers) > 0 {
		t.Emit(f)
	}
}

// scored returns what a side's Units at one VIP or Control Objective score in the current position.
func scored(s *state, seat game.Seat, vip plane.Disc, goal int) Scored {
	f := Scored{Seat: seat, Goal: goal}
	for _, p := range side(s, seat, isUnit) {
		if scores(s, p, vip) {
			f.Scorers = append(f.Scorers, p.Label)
		}
	}
	if len(f.Scorers) == 0 {
		return f
	}
	for _, p := range side(s, other(seat), isUnit) {
		if p.near(vip, ed(s).blockRange) > 0 {
			f.Blockers = append(f.Blockers, p.Label)
		}
	}
	f.VP = max(0, len(f.Scorers)-len(f.Blockers))
	return f
}

// Scoring returns what the side would score at the piece's place if its Turn (in edition 4.2, the Round) ended now, as the
// viewer knows the board. ok is false if the piece does not count there: a contact, too far off, or with too few of its bases.
func (v View) Scoring(l Label) (f Scored, ok bool) {
	s, seat := v.board(), l.Seat()
	for i, g := range goals(s) {
		if !ed(s).objectives {
			if i != int(other(seat))-1 {
				continue
			}
			i = -1 // the VIP has no number
		}
		if f = scored(s, seat, g, i+1); slices.Contains(f.Scorers, l) {
			if ed(s).objectives && v.Round < firstScoring {
				f.VP, f.Blockers = 0, nil
			}
			return f, true
		}
	}
	return Scored{}, false
}

// ToScore returns the distance from the piece to where it counts for its side, at the nearer of two such places. It is the
// distance of the last base that it needs there (R25.5, Q90, V22), while all others stay in place. ok is false if the piece
// cannot count anywhere: a contact, or too few of its bases survive.
func (v View) ToScore(l Label) (far plane.Inch, ok bool) {
	s := v.board()
	p, there := s.piece(l)
	if !there || p.isPing() || len(p.Bases) == 0 {
		return 0, false
	}
	takes := len(p.Bases)/2 + 1
	both := goals(s)
	at := both[2-l.Seat() : 3-l.Seat()]
	if ed(s).objectives {
		if 2*len(p.Bases) < p.card().Bases() {
			return 0, false
		}
		takes, at = 1, both[:]
	}
	for i, g := range at {
		var gaps []plane.Inch
		for _, b := range p.Bases {
			gaps = append(gaps, plane.Gap(p.disc(b), g))
		}
		slices.Sort(gaps)
		if gap := gaps[takes-1]; i == 0 || gap < far {
			far = gap
		}
	}
	return far, true
}

// BlockRange returns how near to a VIP or a Control Objective an enemy Unit must be to take a point from the scoring side
// (R25.4, V22).
func (v View) BlockRange() plane.Inch { return ed(v.board()).blockRange }

// scores reports whether the Unit is near enough: with more than half of its surviving bases (R25.5, Q90). At a Control
// Objective any one base is enough, if at least half of those it began with survive (V22).
func scores(s *state, p piece, at plane.Disc) bool {
	near := p.near(at, ScoreRange)
	if ed(s).objectives {
		return near > 0 && 2*len(p.Bases) >= p.card().Bases()
	}
	return 2*near > len(p.Bases)
}

// near counts the bases within the range of the place.
func (p piece) near(at plane.Disc, within plane.Inch) int {
	n := 0
	for _, b := range p.Bases {
		if plane.Within(p.disc(b), at, within) {
			n++
		}
	}
	return n
}

// endByPoints ends the match; the side with the most VP wins.
func endByPoints(s *state, why string) Ended {
	return ending.Most(s.VP[:], why)
}

// wipeOut ends the match when a side has neither Unit nor Ping left (R25.6, Q91, Q92).
func wipeOut(t tx) {
	s := t.State()
	left := [2]int{len(side(s, 1, anyPiece)), len(side(s, 2, anyPiece))}
	if left[0] == 0 || left[1] == 0 {
		end(t, ending.Most(left[:], "wipe-out"))
	}
}

// Scored: Victory Points for Units at the enemy side's VIP (R25.4, Q89), or at a Control Objective (V22). It is told whenever a
// Unit was within 1".
type Scored struct {
	Seat     game.Seat `json:"seat"`
	Scorers  []Label   `json:"scorers"`
	Blockers []Label   `json:"blockers,omitempty"`
	VP       int       `json:"vp"` // added
	// Goal is the Control Objective, 1 or 2 (edition 4.2); 0: the VIP on the enemy's side.
	Goal int `json:"goal,omitempty"`
}

func (Scored) Kind() string                { return "scored" }
func (f Scored) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Scored) { s.VP[f.Seat-1] += f.VP })
