package downsync

import (
	"slices"

	"downsync/game"
)

// The facts of a Reaction Engagement: R24. The orders of its players are in reaction.go.

// WindowClosed: the reaction window closed without a Reaction Engagement.
type WindowClosed struct{}

func (WindowClosed) Kind() string                { return "window-closed" }
func (f WindowClosed) For(game.Viewer) game.Fact { return f }

var _ = public[WindowClosed](nil)

// EngagementBegan: the Non-Active Player starts a Reaction Engagement (R24.2).
type EngagementBegan struct{}

func (EngagementBegan) Kind() string                { return "engagement" }
func (f EngagementBegan) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f EngagementBegan) {
	s.RE = &engagement{Stage: stageJoin}
	for _, p := range members(s, isUnit) {
		s.RE.Parts = append(s.RE.Parts, part{Label: p.Label})
	}
})

// Joined: Overwatch Units of the Active Player join the Taskforce (R24.4). May be none.
type Joined struct {
	Units []Label `json:"units"`
}

func (Joined) Kind() string                { return "joined" }
func (f Joined) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Joined) {
	s.RE.Stage, s.RE.Joined = stageDeclare, len(f.Units) > 0
	for _, l := range f.Units {
		if !inTaskforce(s, l) {
			s.Taskforce = append(slices.Clone(s.Taskforce), l)
		}
	}
	take(s, f.Units)
})

// Declared: the reacting Units and the CP paid for those beyond the free number (R24.5, R24.6).
type Declared struct {
	Units []Label `json:"units"`
	CP    int     `json:"cp"`
}

func (Declared) Kind() string                { return "declared" }
func (f Declared) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Declared) {
	s.RE.Stage = stageBoost
	s.CP[other(s.Active)-1] -= f.CP
	take(s, f.Units)
})

// Boosted: which Reaction Priority Rolls a side paid for, opened together (R24.8, S4).
type Boosted struct {
	Seat  game.Seat `json:"seat"`
	Units []Label   `json:"units"`
}

func (Boosted) Kind() string                { return "boosted" }
func (f Boosted) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Boosted) {
	s.CP[f.Seat-1] -= len(f.Units)
	for i, p := range s.RE.Parts {
		s.RE.Parts[i].Boost = p.Boost || slices.Contains(f.Units, p.Label)
	}
	if open(s) && f.Seat == firstToBoost(s) {
		s.RE.Stage = stageBoost2
	}
})

// PriorityRolled: a Unit's Reaction Priority (R24.9).
type PriorityRolled struct {
	Unit Label `json:"unit"`
	Roll Roll  `json:"roll"`
	Mods []Mod `json:"mods,omitempty"`
	Die  int   `json:"die"`
}

func (PriorityRolled) Kind() string                { return "priority" }
func (f PriorityRolled) For(game.Viewer) game.Fact { return f }

func (f PriorityRolled) DiceTold() (stream game.Seat, faces []int) { return 0, f.Roll.Faces }

var _ = public(func(s *state, f PriorityRolled) {
	s.RE.part(f.Unit).Die = f.Die
	if !slices.ContainsFunc(s.RE.Parts, func(p part) bool { return p.Die == 0 }) {
		s.RE.Stage = stageResolve
	}
})

// Held: a Unit waits; its die goes down by 1 (R24.13).
type Held struct {
	Unit Label `json:"unit"`
	Die  int   `json:"die"`
}

func (Held) Kind() string                { return "held" }
func (f Held) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Held) { s.RE.part(f.Unit).Die = f.Die })

// Called: a participant's time has come and its owner chose to act with it (R24.12).
type Called struct {
	Unit Label `json:"unit"`
}

func (Called) Kind() string                { return "called" }
func (f Called) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Called) { s.RE.Called = f.Unit })

// EngagementEnded: the engagement has ended; these Units receive Activated Tokens (R24.17).
type EngagementEnded struct {
	Units []Label `json:"units"`
}

func (EngagementEnded) Kind() string                { return "engagement-end" }
func (f EngagementEnded) For(game.Viewer) game.Fact { return f }

var _ = public(endEngagement)

func (e *engagement) has(l Label) bool {
	return slices.ContainsFunc(e.Parts, func(p part) bool { return p.Label == l })
}

func (e *engagement) part(l Label) *part {
	return &e.Parts[slices.IndexFunc(e.Parts, func(p part) bool { return p.Label == l })]
}

// take makes Units participants. From now on everybody knows about their Overwatch Tokens (S2).
func take(s *state, units []Label) {
	for _, l := range units {
		s.RE.Parts = append(s.RE.Parts, part{Label: l})
	}
	for _, q := range s.RE.Parts {
		p := s.at(q.Label)
		p.WatchKnown = p.Overwatch
	}
}

// endEngagement: every participant receives an Activated Token (R24.17); Stun Tokens count again, but not for a move that was
// made before they came (Q60).
func endEngagement(s *state, f EngagementEnded) {
	s.RE = nil
	for _, l := range f.Units {
		s.at(l).Activated = true
	}
	everyBase(s, func(b *base) {
		b.Moved = b.Moved && !(b.Fresh && rev(s).lateStun)
		b.Fresh = false
	})
}
