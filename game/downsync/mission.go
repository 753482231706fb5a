package downsync

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/downsync/maps"
	"downsync/game/ending"
	"downsync/game/plane"
)

// Missions: VIP Capture (R25, rulings Q88 to Q92) and Control Objectives (V22, D9).

// Mission says how a match is won: where and when Units score, which of them count, and how many Victory Points win. Other code asks
// the mission of a match or its View.Goals, and compares no mission's name.
type Mission struct {
	// Name is stored with the match and typed as the option "mission". Its words for players are in bot/downsync.
	Name string
	fits func(*Edition) bool // which editions have it besides the one whose own mission it is; nil: all
	// goals places the goals, numbered from 1. At most one belongs to each side. The error says that there is no place for them.
	goals func(Config, Terrain) ([]Goal, error)
	zone  plane.Inch // the depth of the deployment zones (R25.2)

	EachTurn   bool       // the Active Player scores at the end of each Turn (R25.4); otherwise both sides at the end of each Round
	From       int        // the first Round in which points are scored
	ScoreRange plane.Inch // how near to a goal a Unit has to be to score
	BlockRange plane.Inch // how near to a goal an enemy Unit has to be to block
	// Takes returns how many bases of a Unit must be near, of those left of its full number; ok is false if too few are left.
	Takes func(left, full int) (near int, ok bool)
	// VP returns the Victory Points at one goal for so many scorers against so many blockers; there is at least one scorer.
	VP  func(scorers, blockers int) int
	Win int // this many Victory Points win the match (R25.6)
}

// missions lists the missions.
var missions = []*Mission{
	{
		Name: "vip-capture", fits: itsBook, goals: vips, zone: maps.Depth,
		EachTurn: true, ScoreRange: 1 * 1000, BlockRange: 4 * 1000, Takes: mostBases, VP: lessBlockers, Win: 3,
	},
	{
		Name: "control-objectives", fits: itsBook, goals: controlObjectives, zone: 8 * 1000,
		From: 2, ScoreRange: 1 * 1000, BlockRange: 6 * 1000, Takes: anyBase, VP: lessBlockers, Win: 3,
	},
}

// mostBases: more than half of the surviving bases must be near (R25.5, Q90).
func mostBases(left, _ int) (near int, ok bool) { return left/2 + 1, true }

// anyBase: one base is enough, if at least half of the Unit's bases survive (V22).
func anyBase(left, full int) (near int, ok bool) { return 1, 2*left >= full }

// lessBlockers: each scorer is worth a point, less one for each blocker (R25.4, Q89).
func lessBlockers(scorers, blockers int) int { return max(0, scorers-blockers) }

// itsBook: only the edition whose own mission it is has the mission.
func itsBook(*Edition) bool { return false }

// playedBy reports whether the edition has the mission.
func (m *Mission) playedBy(e *Edition) bool {
	return e.mission == m.Name || m.fits == nil || m.fits(e)
}

// MissionsOf returns the names of the missions that the edition has.
func MissionsOf(edition string) (out []string) {
	for _, m := range missions {
		if m.playedBy(editionOf(edition)) {
			out = append(out, m.Name)
		}
	}
	return out
}

// Mission returns the mission that the options name, or the edition's own; nil if the edition does not have it.
func (c Config) Mission() *Mission {
	name := cmp.Or(c.MissionName, editionOf(c.Rules).mission)
	i := slices.IndexFunc(missions, func(m *Mission) bool { return m.Name == name && m.playedBy(editionOf(c.Rules)) })
	if i < 0 {
		return nil
	}
	return missions[i]
}

// Mission returns the mission of the match.
func (v View) Mission() *Mission { return known(v).mission }

// scoreTurn counts the Active Player's Units when the Taskforce Activation ends (R25.4, Q88, Q89).
func scoreTurn(t tx) {
	if s := t.State(); mission(s).EachTurn {
		scoreGoals(t, s.Active)
	}
}

// scoreRound counts both sides' Units when the Round ends (V22).
func scoreRound(t tx) {
	if !mission(t.State()).EachTurn {
		scoreGoals(t, 1, 2)
	}
}

// scoreGoals counts those sides' Units at all goals, and ends the match when a side has enough points (R25.6, Q92).
func scoreGoals(t tx, seats ...game.Seat) {
	if s := t.State(); s.Round < mission(s).From {
		return
	}
	for _, g := range goals(t.State()) {
		for _, seat := range seats {
			if f := scored(t.State(), seat, g); len(f.Scorers) > 0 {
				t.Emit(f)
			}
		}
	}
	if s := t.State(); max(s.VP[0], s.VP[1]) >= mission(s).Win {
		end(t, endByPoints(s, "vp"))
	}
}

// scored returns what a side's Units at one goal score in the current position.
func scored(s *state, seat game.Seat, g Goal) Scored {
	f := Scored{Seat: seat}
	if g.Owner == 0 {
		f.Goal = g.N
	}
	if !g.Scores(seat) {
		return f
	}
	for _, p := range side(s, seat, isUnit) {
		if scores(s, p, g) {
			f.Scorers = append(f.Scorers, p.Label)
		}
	}
	if len(f.Scorers) == 0 {
		return f
	}
	for _, p := range side(s, other(seat), isUnit) {
		if p.near(g.Disc, mission(s).BlockRange) > 0 {
			f.Blockers = append(f.Blockers, p.Label)
		}
	}
	f.VP = mission(s).VP(len(f.Scorers), len(f.Blockers))
	return f
}

// Scoring returns what the side would score at the piece's place if its Turn (or the Round, by the mission) ended now, as the
// viewer knows the board. ok is false if the piece does not count there: a contact, too far off, or with too few of its bases.
func (v View) Scoring(l Label) (f Scored, ok bool) {
	s := v.board()
	for _, g := range goals(s) {
		if f = scored(s, l.Seat(), g); slices.Contains(f.Scorers, l) {
			if v.Round < mission(s).From {
				f.VP, f.Blockers = 0, nil
			}
			return f, true
		}
	}
	return Scored{}, false
}

// ToScore returns the distance from the piece to where it counts for its side, at the nearest of several such places. It is the
// distance of the last base that it needs there (R25.5, Q90, V22), while all others stay in place. ok is false if the piece
// cannot count anywhere: a contact, or too few of its bases survive.
func (v View) ToScore(l Label) (far plane.Inch, ok bool) {
	s := v.board()
	p, there := s.piece(l)
	if !there || p.isPing() || len(p.Bases) == 0 {
		return 0, false
	}
	takes, enough := mission(s).Takes(len(p.Bases), p.card().Bases())
	if !enough {
		return 0, false
	}
	for _, g := range goals(s) {
		if !g.Scores(l.Seat()) {
			continue
		}
		var gaps []plane.Inch
		for _, b := range p.Bases {
			gaps = append(gaps, plane.Gap(p.disc(b), g.Disc))
		}
		slices.Sort(gaps)
		if gap := gaps[takes-1]; !ok || gap < far {
			far, ok = gap, true
		}
	}
	return far, ok
}

// scores reports whether enough of the Unit's bases are near enough to the goal (R25.5, Q90, V22).
func scores(s *state, p piece, at Goal) bool {
	takes, ok := mission(s).Takes(len(p.Bases), p.card().Bases())
	return ok && p.near(at.Disc, mission(s).ScoreRange) >= takes
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
// Unit was near enough.
type Scored struct {
	Seat     game.Seat `json:"seat"`
	Scorers  []Label   `json:"scorers"`
	Blockers []Label   `json:"blockers,omitempty"`
	VP       int       `json:"vp"` // added
	// Goal numbers the Control Objective; 0: the enemy side's VIP.
	Goal int `json:"goal,omitempty"`
}

func (Scored) Kind() string                { return "scored" }
func (f Scored) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Scored) { s.VP[f.Seat-1] += f.VP })
