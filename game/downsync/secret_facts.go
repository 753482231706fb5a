package downsync

import (
	"slices"

	"downsync/game"
)

// Facts with secrets. They are unexported, so that no other package can name them, and For decides what each viewer is told.
// Usually that is a twin: an exported fact, declared above its secret one. A twin holds what one viewer was told; its own For
// tells nobody.

// forOwner tells everybody of the fact if it is open, otherwise only its owner.
func forOwner(f game.Fact, owner game.Seat, open bool, v game.Viewer) game.Fact {
	if open || v.Sees(owner) {
		return f
	}
	return nil
}

// Began: the match was set up.
type Began struct {
	Rules   string `json:"rules,omitempty"`
	Size    string `json:"size"`
	Secrecy string `json:"secrecy"`
	Map     string `json:"map"`
	// Options holds those that are not at their default, each as "max_rounds 6".
	Options []string `json:"options,omitempty"`
	// Older: its rulings have changed since (Config.Rulings).
	Older bool `json:"older,omitempty"`
	// Rosters holds the forces' commitments, of side 1 and side 2; none in an open match (S9).
	Rosters []string `json:"rosters,omitempty"`
}

func (Began) Kind() string                { return "began" }
func (f Began) For(game.Viewer) game.Fact { return f }

// ListsTold returns 2 in an open match, where everybody sees both forces from the start.
func (f Began) ListsTold() int {
	if f.Secrecy == Open {
		return 2
	}
	return 0
}

var _ = twin[Began]()

// setUp is the first fact: options, both reserves, and in a lab the whole position.
type setUp struct {
	Conf    Config      `json:"conf"`
	Pieces  []piece     `json:"pieces"`
	Reserve [2][]string `json:"reserve"`
}

func (setUp) Kind() string { return "set-up" }

// For tells everybody the options and nothing else (S15).
func (f setUp) For(game.Viewer) game.Fact {
	return Began{Rules: editionName(f.Conf.Rules), Size: f.Conf.Size, Secrecy: f.Conf.Secrecy, Map: f.Conf.Map, Options: f.Conf.Changed(),
		Older: f.Conf.Rulings < NewestRulings, Rosters: f.Conf.commitments()}
}

var _ = secret(func(s *state, f setUp) { *s = *f.begin() })

// Mounted tells the owner of a Unit that rides from the start; in an open match it tells everybody (Q76).
type Mounted struct {
	Seat game.Seat `json:"seat"`
	Unit string    `json:"unit"`
	In   string    `json:"in"`
}

func (Mounted) Kind() string              { return "mounted" }
func (Mounted) For(game.Viewer) game.Fact { return nil }

var _ = twin[Mounted]()

// mounted: a Unit rides in a transport from the start. Only its owner knows the pairing (S15); in an open match everybody does
// (Q76).
type mounted struct {
	Mounted
	Open bool `json:"open,omitempty"`
}

func (mounted) Kind() string { return "mount" }

func (f mounted) For(v game.Viewer) game.Fact {
	return forOwner(f.Mounted, f.Seat, f.Open, v)
}

var _ = secret(mount)

// StandingOrdered tells the owner of a standing order: reaction windows are passed for the "turn", for the "round", or
// "until-change" of the own Units; "" takes the order back.
type StandingOrdered struct {
	Seat  game.Seat `json:"seat"`
	Until string    `json:"until"`
}

func (StandingOrdered) Kind() string              { return "standing-ordered" }
func (StandingOrdered) For(game.Viewer) game.Fact { return nil }

var _ = twin[StandingOrdered]()

// standingSet: a seat ordered to pass, or took that back. Nobody else is told in either mode of secrecy.
type standingSet struct {
	StandingOrdered
	Units string `json:"units"`
	// It was given in this Turn and Round; 0 before rulings 4 (D18).
	Turn  int `json:"turn,omitempty"`
	Round int `json:"round,omitempty"`
}

func (standingSet) Kind() string { return "standing" }

func (f standingSet) For(v game.Viewer) game.Fact {
	return forOwner(f.StandingOrdered, f.Seat, false, v)
}

var _ = secret((*state).order)

// Recovered: a base paid for its Stun Token and lost it (edition 4.2). With is "cp" if a CP was paid, which everybody sees;
// only the owner is told of any other payment.
type Recovered struct {
	Base Ref    `json:"base"`
	With string `json:"with,omitempty"` // cp, ap, cm, hardened
}

func (Recovered) Kind() string              { return "recovered" }
func (Recovered) For(game.Viewer) game.Fact { return nil }

var _ = twin[Recovered]()

// recovered: a base paid for its Stun Token. Everybody sees that the token is gone, and any CP spent. Only the owner knows
// whether an Action Point or a countermeasure token was spent, and which kind (S12).
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

var _ = secret((*state).recover)

// OverwatchTaken tells the owner of an Overwatch Action; in an open match it tells everybody.
type OverwatchTaken struct {
	Unit Label `json:"unit"`
}

func (OverwatchTaken) Kind() string              { return "overwatch-taken" }
func (OverwatchTaken) For(game.Viewer) game.Fact { return nil }

var _ = twin[OverwatchTaken]()

// overwatchTaken: a Unit received an Overwatch Token. To the enemy it reads like an activation without an action (S2).
type overwatchTaken struct {
	Unit Label `json:"unit"`
	Open bool  `json:"open,omitempty"`
}

func (overwatchTaken) Kind() string { return "overwatch" }

func (f overwatchTaken) For(v game.Viewer) game.Fact {
	return forOwner(OverwatchTaken{Unit: f.Unit}, f.Unit.Seat(), f.Open, v)
}

var _ = secret(func(s *state, f overwatchTaken) {
	p := s.at(f.Unit)
	p.Overwatch, act(s).Watched = true, true // everybody reckons with it once the activation has ended (S2)
	for i := range act(s).Actors {
		x := &act(s).Actors[i]
		x.AP, x.Spent = 0, true
	}
})

// CounterChecked tells the owner of a countermeasure: its kind, "cm" or "hardened", the die, and whether it stopped the effect.
type CounterChecked struct {
	Target  Ref    `json:"target"`
	Token   string `json:"token"`
	From    Label  `json:"from,omitempty"` // the Unit that lent the token; "" for its own
	Roll    *Roll  `json:"roll,omitempty"` // nil for a Hardened token
	Mods    []Mod  `json:"mods,omitempty"`
	Need    int    `json:"need,omitempty"`
	CP      int    `json:"cp,omitempty"` // the boost's CP, if the others are not told yet (S11)
	Stopped bool   `json:"stopped"`
}

func (CounterChecked) Kind() string              { return "counter-checked" }
func (CounterChecked) For(game.Viewer) game.Fact { return nil }

func (f CounterChecked) DiceTold() (stream game.Seat, faces []int) {
	if f.Roll == nil {
		return 0, nil
	}
	return f.Target.Label.Seat(), f.Roll.Faces
}

var _ = twin[CounterChecked]()

// counterUsed: a token was spent on a countermeasure. The others learn only whether the effect was stopped (S12).
type counterUsed struct {
	CounterChecked
	Open bool `json:"open,omitempty"`
}

func (counterUsed) Kind() string { return "counter" }

func (f counterUsed) For(v game.Viewer) game.Fact {
	return forOwner(f.CounterChecked, f.Target.Label.Seat(), f.Open, v)
}

var _ = secret(spend)

// Planned tells the owner of a private note on a Ping. As "" takes it off.
type Planned struct {
	Ping Label  `json:"ping"`
	As   string `json:"as"`
}

func (Planned) Kind() string              { return "planned" }
func (Planned) For(game.Viewer) game.Fact { return nil }

var _ = twin[Planned]()

// planned: a private note was pinned to a Ping (S10).
type planned struct {
	Planned
}

func (planned) Kind() string { return "plan" }

func (f planned) For(v game.Viewer) game.Fact {
	return forOwner(f.Planned, f.Ping.Seat(), false, v)
}

var _ = secret(func(s *state, f planned) { s.at(f.Ping).Plan = f.As })

// spend takes a countermeasure token off the target, or off the Unit that lends it.
func spend(s *state, f counterUsed) {
	s.Hit.Paid += f.CP
	r := f.Target
	if f.From != "" {
		r = Ref{Label: f.From}
	}
	if b := baseAt(s, r); f.Token == "cm" {
		b.CM--
	} else {
		b.Hardened--
	}
}

// recover takes a Stun Token off, together with its payment (edition 4.2).
func (s *state) recover(f recovered) {
	a, b := act(s), baseAt(s, f.Base)
	b.Stun, b.Fresh = false, false
	a.Recover = slices.DeleteFunc(a.Recover, func(n int) bool { return n == b.N })
	switch f.With {
	case "cp":
		s.CP[f.Base.Label.Seat()-1]--
	case "cm":
		b.CM--
	case "hardened":
		b.Hardened--
	case "ap":
		i := slices.IndexFunc(a.Actors, func(x actor) bool { return x.N == b.N })
		a.Actors[i].AP--
	}
}
