package downsync

import (
	"downsync/game"
)

// Facts with secrets. They are unexported: nobody outside can spell them, and For decides what anybody is told.

// setUp is the beginning: options, both reserves, and in a lab the whole position.
type setUp struct {
	Conf    Config      `json:"conf"`
	Pieces  []piece     `json:"pieces"`
	Reserve [2][]string `json:"reserve"`
}

func (setUp) Kind() string { return "set-up" }

// For tells everybody the size, the modes and the number of contacts by Signature, no more (A4).
func (f setUp) For(game.Viewer) game.Fact {
	b := Began{Size: f.Conf.Size, Secrecy: f.Conf.Secrecy, Map: f.Conf.Map}
	for _, p := range f.Pieces {
		if p.isPing() {
			b.Pings[p.seat()-1][sigIndex(p.Sig)]++
		}
	}
	return b
}

// overwatchTaken: a Unit received an Overwatch Token. To the enemy it reads like an activation without an action
// (S2).
type overwatchTaken struct {
	Unit Label `json:"unit"`
	Open bool  `json:"open,omitempty"`
}

func (overwatchTaken) Kind() string { return "overwatch" }

func (f overwatchTaken) For(v game.Viewer) game.Fact {
	if f.Open || v.Sees(f.Unit.Seat()) {
		return OverwatchTaken{Unit: f.Unit}
	}
	return nil
}

// counterUsed: a token was spent on a countermeasure. The table learns only whether the effect was stopped (A1).
type counterUsed struct {
	CounterChecked
	Open bool `json:"open,omitempty"`
}

func (counterUsed) Kind() string { return "counter" }

func (f counterUsed) For(v game.Viewer) game.Fact {
	if f.Open || v.Sees(f.Target.Label.Seat()) {
		return f.CounterChecked
	}
	return nil
}

// planned: a private note was pinned to a Ping (S10).
type planned struct {
	Planned
}

func (planned) Kind() string { return "plan" }

func (f planned) For(v game.Viewer) game.Fact {
	if v.Sees(f.Ping.Seat()) {
		return f.Planned
	}
	return nil
}
