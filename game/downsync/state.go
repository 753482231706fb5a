package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// state is the truth of a match: the fold of its facts. It is never written to once folded.
type state struct {
	Conf    Config
	env     *env // worked out from Conf; not stored
	Phase   Phase
	Round   int
	Turn    int
	First   game.Seat // who deploys first; 0: not chosen yet
	Chooser game.Seat // who won the starting roll
	Active  game.Seat
	CP, VP  Both
	Pieces  []piece // by label; destroyed Units are gone from here
	Reserve [2][]string
	Riders  []rider    // Units that ride in another, or come with it
	Passing [2]passing // standing orders
	Draw    [2]bool    // who has offered a draw this Turn
	Lost    []Lost
	Result  *game.Result

	Taskforce []Label
	Mover     *mover // the Multi-Base Unit whose move is under way
	// Interrupts, innermost last: what must be answered before the Turn goes on. Plain data, so that every pause
	// can be stored.
	Found []found
	Hit   *hit
	Acts  []activation
	RE    *engagement
}

// piece is a Ping (Unit "") or a Unit.
type piece struct {
	unit      *cards.Unit // its card; nil for a Ping
	Label     Label
	Sig       cards.Signature
	Unit      string
	Plan      string
	Bases     []base // empty: not deployed
	Activated bool
	Overwatch bool
	// MayWatch: everybody must reckon with an Overwatch Token; WatchKnown: everybody has seen that it is there.
	MayWatch, WatchKnown bool
	Refreshed            bool // this Turn
	Fresh                bool // refreshed this Round (edition 4.2)
	AuraCP               bool // a CP lies on it for its Defense Aura (Q24)
	Moved                bool // its move of the Move phase is over
}

// base is one base on the table.
type base struct {
	N            int
	At           plane.Point
	CM, Hardened int
	Stun         bool
	Stealth      bool
	// Tagged, Locked: DEF -2 each until the Taskforce Activation ends (Q84).
	Tagged, Locked bool
	// Fresh: the Stun Token came in the running engagement and has no effect in it (R24.16, Q60).
	Fresh bool
	Moved bool // in this Turn's Move phase
	// Slowed: a move of this Turn has been through slowing terrain already (Q27).
	Slowed bool
}

// mover is a Multi-Base Unit between its first base's move and the end of the Unit's move (Q25).
type mover struct {
	Label Label
	Start []BaseAt
}

// found are Pings that their owner must identify.
type found struct {
	Pings []Label
	Why   string
}

// hit is an attack's effect that waits for countermeasures.
type hit struct {
	By     Ref
	Action string
	Target Ref
	Effect cards.Effect
	Need   int // what an ordinary die must reach (R23.3)
}

// activation is a running Unit Activation.
type activation struct {
	Piece  Label
	Actors []actor
	// Action, By, Left: an action that still has checks or attacks.
	Action string
	By     int
	Left   int
	// Fired is a stealthed base that has attacked; it loses the token when the action is over (Q55). 0: none.
	Fired int
	// Used are the Special Actions used already (Q49).
	Used []string
	// Aim are the attacks still to be rolled of an action whose targets were all named first (Q80).
	Aim *aim
	// Recover are the stunned bases that have still to pay for their tokens (edition 4.2).
	Recover []int
	// Eye is the observer's base through which it fires its one action (Q79); zero: an ordinary activation.
	Eye Ref `json:",omitzero"`
	// Watched: it has taken Overwatch.
	Watched bool
	// One: it has just been unloaded and has one action a base (Q76).
	One bool
}

// actor is one base of the acting piece.
type actor struct {
	N       int
	AP      int
	Limited bool // one action only, of any cost: stunned (Q58) or just unloaded (Q76)
	Stunned bool // loses its Stun Token when the activation ends (Q59)
	Spent   bool // has had an action
	Shown   bool // everybody saw it spend its AP
}

// engagement is a running Reaction Engagement.
type engagement struct {
	Stage  string // join, declare, boost, boost-2, resolve
	Parts  []part
	Called Label // the Unit whose time has come and that is about to act; "" for none
}

// Stages of an engagement.
const (
	stageJoin    = "join"
	stageDeclare = "declare"
	stageBoost   = "boost"
	stageBoost2  = "boost-2" // the second side's boosts in an open match (R24.8)
	stageResolve = "resolve"
)

// part is a participant.
type part struct {
	Label Label
	Die   int // 0: not rolled
	Boost bool
	Acted bool
}

func (p piece) seat() game.Seat   { return p.Label.Seat() }
func (p piece) isPing() bool      { return p.Unit == "" }
func (p piece) onTable() bool     { return len(p.Bases) > 0 }
func (p piece) card() *cards.Unit { return p.unit }

// infantry tells whether the piece is a Unit on Infantry Bases.
func (p piece) infantry() bool { return !p.isPing() && p.card().Infantry() }

// spd is the speed (R12.2, R14.4).
func (p piece) spd() plane.Inch {
	if p.isPing() {
		return plane.In(cards.PingSpd)
	}
	return plane.In(p.card().Spd)
}

// radius is the radius of each of its bases.
func (p piece) radius() plane.Inch {
	if p.isPing() {
		return plane.Radius(p.Sig.BaseMM())
	}
	return plane.Radius(p.card().BaseMM())
}

func (p piece) disc(b base) plane.Disc { return plane.Disc{At: b.At, R: p.radius()} }

// base finds a base by number; 0 means the only one.
func (p piece) base(n int) (base, bool) {
	if n == 0 && len(p.Bases) == 1 {
		return p.Bases[0], true
	}
	i := slices.IndexFunc(p.Bases, func(b base) bool { return b.N == n })
	if i < 0 {
		return base{}, false
	}
	return p.Bases[i], true
}

// ref names one of its bases, without the number where there can be but one.
func (p piece) ref(n int) Ref {
	if p.isPing() || p.card().Bases() == 1 {
		return Ref{Label: p.Label}
	}
	return Ref{p.Label, n}
}

// become makes a Ping the Unit, its bases at the points with the tokens of a fresh card (Q21).
func (p *piece) become(u *cards.Unit, at []plane.Point) {
	p.Unit, p.unit, p.Plan, p.Bases = u.Slug, u, "", nil
	if u.Signature != "" {
		p.Sig = u.Signature
	}
	for i, pt := range at {
		p.Bases = append(p.Bases, base{N: i + 1, At: pt, CM: u.CMStat(), Hardened: u.Hardened})
	}
}

// stunned tells whether some base has a Stun Token that counts now.
func (p piece) stunned() bool {
	return slices.ContainsFunc(p.Bases, func(b base) bool { return b.Stun && !b.Fresh })
}

func (s *state) piece(l Label) (piece, bool) {
	i := s.index(l)
	if i < 0 {
		return piece{}, false
	}
	return s.Pieces[i], true
}

// must finds a piece that is known to be there.
func (s *state) must(l Label) piece {
	p, ok := s.piece(l)
	if !ok {
		panic("downsync: no piece " + string(l))
	}
	return p
}

func (s *state) index(l Label) int {
	return slices.IndexFunc(s.Pieces, func(p piece) bool { return p.Label == l })
}

// side lists a seat's pieces for which keep holds.
func (s *state) side(seat game.Seat, keep func(piece) bool) []piece {
	var out []piece
	for _, p := range s.Pieces {
		if p.seat() == seat && keep(p) {
			out = append(out, p)
		}
	}
	return out
}

// members are the Taskforce's pieces still there for which keep holds.
func (s *state) members(keep func(piece) bool) []piece {
	var out []piece
	for _, l := range s.Taskforce {
		if p, ok := s.piece(l); ok && keep(p) {
			out = append(out, p)
		}
	}
	return out
}

func anyPiece(piece) bool         { return true }
func isUnit(p piece) bool         { return !p.isPing() }
func unactivated(p piece) bool    { return !p.Activated }
func other(s game.Seat) game.Seat { return 3 - s }

func (s *state) inTaskforce(l Label) bool { return slices.Contains(s.Taskforce, l) }
func (s *state) open() bool               { return s.Conf.Secrecy == Open }

// reserveOf are the distinct Units of that Signature a seat may still reveal, in card order.
func (s *state) reserveOf(seat game.Seat, sig cards.Signature) []string {
	var out []string
	for _, slug := range s.Reserve[seat-1] {
		if s.unit(slug).Signature == sig && !slices.Contains(out, slug) {
			out = append(out, slug)
		}
	}
	return out
}

// ownBases gives the pieces copies of their bases, all cut from one piece of memory.
func ownBases(ps []piece) {
	n := 0
	for i := range ps {
		n += len(ps[i].Bases)
	}
	all := make([]base, 0, n)
	for i := range ps {
		from := len(all)
		all = append(all, ps[i].Bases...)
		ps[i].Bases = all[from:len(all):len(all)]
	}
}

// clone copies everything that fold may write to.
func (s *state) clone() *state {
	c := *s
	c.Pieces = slices.Clone(s.Pieces)
	ownBases(c.Pieces)
	for i := range c.Reserve {
		c.Reserve[i] = slices.Clone(c.Reserve[i])
	}
	c.Riders = slices.Clone(s.Riders)
	for i := range c.Riders {
		c.Riders[i].Piece.Bases = slices.Clone(c.Riders[i].Piece.Bases)
	}
	c.Lost = slices.Clone(s.Lost)
	c.Taskforce = slices.Clone(s.Taskforce)
	c.Found = slices.Clone(s.Found)
	c.Acts = slices.Clone(s.Acts)
	for i := range c.Acts {
		a := &c.Acts[i]
		a.Actors, a.Used, a.Recover = slices.Clone(a.Actors), slices.Clone(a.Used), slices.Clone(a.Recover)
		if a.Aim != nil {
			aim := *a.Aim
			a.Aim = &aim
		}
	}
	if s.Hit != nil {
		h := *s.Hit
		c.Hit = &h
	}
	if s.Mover != nil {
		m := *s.Mover
		c.Mover = &m
	}
	if s.RE != nil {
		e := *s.RE
		e.Parts = slices.Clone(e.Parts)
		c.RE = &e
	}
	return &c
}
