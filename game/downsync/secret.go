package downsync

import (
	"downsync/game"
)

// Facts with secrets. They are unexported: nobody outside can spell them, and For decides what anybody is told.

// forOwner is a fact that its owner alone is told, if it is not open to everybody; nothing for the others.
func forOwner(f game.Fact, owner game.Seat, open bool, v game.Viewer) game.Fact {
	if open || v.Sees(owner) {
		return f
	}
	return nil
}

// setUp is the beginning: options, both reserves, and in a lab the whole position.
type setUp struct {
	Conf    Config      `json:"conf"`
	Pieces  []piece     `json:"pieces"`
	Reserve [2][]string `json:"reserve"`
}

func (setUp) Kind() string { return "set-up" }

// For tells everybody the options, no more (A4).
func (f setUp) For(game.Viewer) game.Fact {
	return Began{Rules: editionName(f.Conf.Rules), Size: f.Conf.Size, Secrecy: f.Conf.Secrecy, Map: f.Conf.Map, Options: f.Conf.Changed(), Rosters: f.Conf.commitments()}
}

// mounted: a Unit rides in a transport from the start. The pairing is its owner's to know (A4), in an open match
// everybody's (Q76).
type mounted struct {
	Mounted
	Open bool `json:"open,omitempty"`
}

func (mounted) Kind() string { return "mount" }

func (f mounted) For(v game.Viewer) game.Fact {
	return forOwner(f.Mounted, f.Seat, f.Open, v)
}

// standingSet: a seat ordered to pass, or took that back. Nobody else is told in either mode.
type standingSet struct {
	StandingOrdered
	Units string `json:"units"`
}

func (standingSet) Kind() string { return "standing" }

func (f standingSet) For(v game.Viewer) game.Fact {
	return forOwner(f.StandingOrdered, f.Seat, false, v)
}

// recovered: a base paid for its Stun Token. Everybody sees the token go, and CP; of what kind a countermeasure token was
// spent, or that it was an Action Point, only the owner knows (A1).
type recovered struct {
	Recovered
	Open bool `json:"open,omitempty"`
}

func (recovered) Kind() string { return "recover" }

func (f recovered) For(v game.Viewer) game.Fact {
	if f.Open || f.With == "cp" || v.Sees(f.Base.Label.Seat()) {
		return f.Recovered
	}
	return Recovered{Base: f.Base}
}

// overwatchTaken: a Unit received an Overwatch Token. To the enemy it reads like an activation without an action
// (S2).
type overwatchTaken struct {
	Unit Label `json:"unit"`
	Open bool  `json:"open,omitempty"`
}

func (overwatchTaken) Kind() string { return "overwatch" }

func (f overwatchTaken) For(v game.Viewer) game.Fact {
	return forOwner(OverwatchTaken{Unit: f.Unit}, f.Unit.Seat(), f.Open, v)
}

// counterUsed: a token was spent on a countermeasure. The table learns only whether the effect was stopped (A1).
type counterUsed struct {
	CounterChecked
	Open bool `json:"open,omitempty"`
}

func (counterUsed) Kind() string { return "counter" }

func (f counterUsed) For(v game.Viewer) game.Fact {
	return forOwner(f.CounterChecked, f.Target.Label.Seat(), f.Open, v)
}

// planned: a private note was pinned to a Ping (S10).
type planned struct {
	Planned
}

func (planned) Kind() string { return "plan" }

func (f planned) For(v game.Viewer) game.Fact {
	return forOwner(f.Planned, f.Ping.Seat(), false, v)
}
