package downsync

import (
	"downsync/game"
	"downsync/game/downsync/plane"
)

// VIP Capture: R25, rulings Q88 to Q92.

const (
	vpToWin    = 3        // R25.6
	scoreRange = 1 * 1000 // R25.4
	blockRange = 4 * 1000 // R25.4
)

// score counts the Active Player's Units at the enemy side's VIP (R25.4, Q88, Q89), in edition 4.2 at both Control
// Objectives, and ends the match at 3 VP.
func score(t tx) {
	s := t.State()
	seat, goals := s.Active, s.Conf.goals()
	if !s.ed().objectives {
		scoreAt(t, goals[other(seat)-1], 0)
	} else {
		for i, g := range goals {
			scoreAt(t, g, i+1)
		}
	}
	if s = t.State(); s.VP.Of(seat) >= vpToWin {
		end(t, endByPoints(s, "vp"))
	}
}

// scoreAt counts at one VIP or Control Objective.
func scoreAt(t tx, vip plane.Disc, goal int) {
	s := t.State()
	seat := s.Active
	f := Scored{Seat: seat, Goal: goal}
	for _, p := range s.side(seat, isUnit) {
		if near := p.near(vip, scoreRange); 2*near > len(p.Bases) { // R25.5, Q90
			f.Scorers = append(f.Scorers, p.Label)
		}
	}
	if len(f.Scorers) == 0 {
		return
	}
	for _, p := range s.side(other(seat), isUnit) {
		if p.near(vip, s.ed().blockRange) > 0 {
			f.Blockers = append(f.Blockers, p.Label)
		}
	}
	f.VP = max(0, len(f.Scorers)-len(f.Blockers))
	t.Emit(f)
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

// endByPoints ends the match with the most VP ahead.
func endByPoints(s *state, why string) Ended {
	f := Ended{Rank: []int{1, 1}, Why: why}
	switch {
	case s.VP[0] > s.VP[1]:
		f.Rank[1] = 2
	case s.VP[1] > s.VP[0]:
		f.Rank[0] = 2
	}
	return f
}

// wipeOut ends the match when a side has neither Unit nor Ping left (R25.6, Q91, Q92).
func wipeOut(t tx) {
	s := t.State()
	f := Ended{Rank: []int{1, 1}, Why: "wipe-out"}
	lost := 0
	for _, seat := range []game.Seat{1, 2} {
		if len(s.side(seat, anyPiece)) == 0 {
			f.Rank[seat-1] = 2
			lost++
		}
	}
	switch lost {
	case 1:
		end(t, f)
	case 2:
		end(t, Ended{Rank: []int{1, 1}, Why: "wipe-out"})
	}
}
