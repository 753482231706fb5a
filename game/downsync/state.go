package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
)

// state is the truth of a match: the fold of its facts. Once folded it is never written to, and it shares its unchanged parts
// with the states before and after it.
type state struct {
	Conf Config
	env  *env // derived from Conf; not stored
	// folds counts the facts since the match was begun or read. It identifies the pieces that belong to this state alone.
	folds int
	// ownPieces and ownRiders are set once fold has copied these lists to write to them.
	ownPieces, ownRiders bool

	Phase   Phase
	Round   int
	Turn    int
	First   game.Seat // who deploys first; 0: not chosen yet
	Chooser game.Seat // who won the starting roll
	Active  game.Seat
	CP, VP  Both
	Pieces  []*piece // by label, without destroyed Units
	Reserve [2][]string
	Riders  []rider // Units that ride in another, or come with it
	// Free lists the Units that came with a Carrier but could also be picked for a force, by slug. They do not count as part of
	// a force.
	Free    [2][]string `json:",omitzero"`
	Passing [2]passing  // standing orders
	// Countering holds the Turn in which each side's countermeasures are automatic.
	Countering [2]int  `json:",omitzero"`
	Draw       [2]bool // who has offered a draw this Turn
	Lost       []Lost
	Result     *game.Result

	Taskforce []Label
	Mover     *mover // the Multi-Base Unit whose move is unfinished
	// Interrupts, innermost last: questions that must be answered before the Turn goes on. They are plain data, so that every
	// pause can be stored.
	Found []found
	Hit   *hit
	Acts  []activation
	RE    *engagement
}

// mover is a Multi-Base Unit between its first base's move and the end of the Unit's move (Q25).
type mover struct {
	Label Label
	Start []BaseAt
}

// found holds Pings that their owner must identify.
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
	Need   int // the least that stops it, on an ordinary die (R23.3)
	Paid   int `json:",omitempty"` // CP paid for checks, not yet known to the others (S11)
}

// activation is a running Unit Activation.
type activation struct {
	Piece  Label
	Actors []actor
	// Action, By, Left: an action that still has checks or attacks.
	Action string
	By     int
	Left   int
	// Now is the base that acted last (R13.4); 0: none.
	Now int `json:",omitempty"`
	// Fired is a stealthed base that has attacked. It loses the token when the action ends (Q55). 0: none.
	Fired int
	// Used lists the Special Actions already used (Q49).
	Used []string
	// Aim holds the attacks still to be rolled of an action whose targets were all named first (Q80).
	Aim *aim
	// Named holds the targets of an action's checks or attacks that were named with its first one (Q51).
	Named []Ref `json:",omitempty"`
	// Recover lists the stunned bases that still have to pay for their tokens (edition 4.2).
	Recover []int
	// Eye is the observer's base through which it fires its one action (Q79); zero: an ordinary activation.
	Eye Ref `json:",omitzero"`
	// Watched: it has taken Overwatch.
	Watched bool
	// One: it has just been unloaded and has one action a base (Q76).
	One bool
	// Then says how its player ends it once nothing is left of the running action: see Act.
	Then string `json:",omitempty"`
}

// actor is one base of the acting piece.
type actor struct {
	N       int
	AP      int
	Limited bool // one action only, of any cost: stunned (Q58) or just unloaded (Q76)
	Stunned bool // loses its Stun Token when the activation ends (Q59)
	Spent   bool // has had an action
	Shown   bool // everybody saw it spend its AP
	Over    bool `json:",omitempty"` // another base has acted since it did (R13.4)
}

// engagement is a running Reaction Engagement.
type engagement struct {
	Stage  string // join, declare, boost, boost-2, resolve
	Parts  []part
	Called Label // the Unit that is about to act; "" for none
	// Intent holds the answers that the reacting player gave together with the reaction. Joined: Units have joined the
	// Taskforce since.
	Intent *intent `json:",omitempty"`
	Joined bool    `json:",omitempty"`
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

func (s *state) piece(l Label) (piece, bool) {
	i := index(s, l)
	if i < 0 {
		return piece{}, false
	}
	return *s.Pieces[i], true
}

// must returns a piece that is known to exist.
func must(s *state, l Label) piece {
	p, ok := s.piece(l)
	if !ok {
		panic("downsync: no piece " + string(l))
	}
	return p
}

func index(s *state, l Label) int {
	return slices.IndexFunc(s.Pieces, func(p *piece) bool { return p.Label == l })
}

// side lists a seat's pieces for which keep holds.
func side(s *state, seat game.Seat, keep func(piece) bool) []piece {
	n := 0
	for _, p := range s.Pieces {
		if p.seat() == seat && keep(*p) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]piece, 0, n)
	for _, p := range s.Pieces {
		if p.seat() == seat && keep(*p) {
			out = append(out, *p)
		}
	}
	return out
}

// members returns the remaining pieces of the Taskforce for which keep holds.
func members(s *state, keep func(piece) bool) []piece {
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

func inTaskforce(s *state, l Label) bool { return slices.Contains(s.Taskforce, l) }
func open(s *state) bool                 { return s.Conf.Secrecy == Open }

// reserveOf returns the distinct Units of that Signature that a seat may still reveal, in card order.
func reserveOf(s *state, seat game.Seat, sig cards.Signature) []string {
	var out []string
	for _, slug := range s.Reserve[seat-1] {
		if s.unit(slug).Signature == sig && !slices.Contains(out, slug) {
			out = append(out, slug)
		}
	}
	return out
}

// pointers returns pointers to the pieces of the list.
func pointers(ps []piece) []*piece {
	out := make([]*piece, len(ps))
	for i := range ps {
		out[i] = &ps[i]
	}
	return out
}

// Copy returns a copy that a fact may write to: pieces by at, baseAt, every and everyBase, which copy them first, and what
// interrupts a Turn directly. The other lists are replaced and never written to.
func (s *state) Copy() *state {
	c := *s
	c.folds++
	c.ownPieces, c.ownRiders = false, false
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
