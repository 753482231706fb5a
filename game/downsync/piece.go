package downsync

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// The forms of a piece: as it is, as a viewer knows it, as a view rebuilds it, and as a lab puts it on the table. Whatever a
// piece or base can carry is added here in each form. A new field of piece or base is written with omitempty: the record that
// begins a match holds the pieces, and must keep every byte.

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
	// MayWatch: everybody must reckon with an Overwatch Token; WatchKnown: everybody has seen it.
	MayWatch, WatchKnown bool
	Refreshed            bool // this Turn
	Fresh                bool // refreshed this Round (edition 4.2)
	AuraCP               bool // a CP is on it for its Defense Aura (Q24)
	Moved                bool // its move of the Move phase has ended
	folds                int  // the number of folds of the state for which it was copied
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
	// Moved: in this Turn's Move phase, and not before a Stun Token came (Q60).
	Moved bool
	// Slowed: a move of this Turn has already gone through slowing terrain (Q27).
	Slowed bool
}

func (p piece) seat() game.Seat   { return p.Label.Seat() }
func (p piece) isPing() bool      { return p.Unit == "" }
func (p piece) onTable() bool     { return len(p.Bases) > 0 }
func (p piece) card() *cards.Unit { return p.unit }

// infantry reports whether the piece is a Unit on Infantry Bases.
func (p piece) infantry() bool { return !p.isPing() && p.card().Infantry() }

// spd returns the speed (R12.2, R14.4).
func (p piece) spd() plane.Inch {
	if p.isPing() {
		return plane.In(cards.PingSpd)
	}
	return plane.In(p.card().Spd)
}

// radius returns the radius of each of its bases.
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

// ref names one of its bases, without the number if there can be only one.
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

// beginRound takes off what lasts for a Round; beginTurn takes off what lasts for a Turn.
func (p *piece) beginRound() { p.Activated, p.Fresh = false, false }
func (p *piece) beginTurn()  { p.Refreshed, p.Moved = false, false }

// stopWatching takes off the Overwatch Token, if there is one. This follows from public facts, so everybody knows that there is
// none.
func (p *piece) stopWatching() { p.Overwatch, p.MayWatch, p.WatchKnown = false, false, false }

// stunned reports whether some base has a Stun Token that has effect now.
func (p piece) stunned() bool {
	return slices.ContainsFunc(p.Bases, func(b base) bool { return b.Stun && !b.Fresh })
}

// Piece is a Ping or a Unit as the viewer knows it.
type Piece struct {
	Label     Label           `json:"label"`
	Seat      game.Seat       `json:"seat"`
	Kind      string          `json:"kind"` // ping, unit
	Sig       cards.Signature `json:"sig"`
	Unit      string          `json:"unit,omitempty"` // slug
	Plan      string          `json:"plan,omitempty"` // the owner's private note on a Ping: a slug
	Bases     []Base          `json:"bases"`          // empty while not deployed
	Activated bool            `json:"activated"`
	Acted     bool            `json:"acted,omitempty"`     // acted in the running Reaction Engagement (Q69)
	Overwatch *bool           `json:"overwatch,omitempty"` // nil: the viewer may not know
	MayWatch  bool            `json:"may_watch,omitempty"` // everybody must reckon with an Overwatch Token
	Aura      bool            `json:"aura,omitempty"`      // a CP is on it for its Defense Aura
}

// IsPing reports whether the piece is an unidentified contact.
func (p Piece) IsPing() bool { return p.Kind == "ping" }

// Base finds a base by number; 0 means the first.
func (p Piece) Base(n int) (Base, bool) {
	for _, b := range p.Bases {
		if n == 0 || b.N == n {
			return b, true
		}
	}
	return Base{}, false
}

// Base is one base on the table. Numbers begin at 1 and stay with their base.
type Base struct {
	N int `json:"n"`
	plane.Point
	R        plane.Inch `json:"r"` // radius
	CM       *int       `json:"cm,omitempty"`
	Hardened *int       `json:"hardened,omitempty"`
	Stun     bool       `json:"stun"`
	Stealth  bool       `json:"stealth"`
	Tagged   bool       `json:"tagged,omitempty"` // DEF -2 this Turn
	Locked   bool       `json:"locked,omitempty"` // Target Lock: DEF -2 this Turn
	// Spent: it is stunned and has moved in this Turn's Move phase, so it has no action (Q58).
	Spent bool `json:"spent,omitempty"`
}

// Disc returns the base's footprint.
func (b Base) Disc() plane.Disc { return plane.Disc{At: b.Point, R: b.R} }

// shown holds the places of a view's bases, and the tokens on them.
type shown struct {
	bases  []Base
	tokens []int
	watch  []bool
}

// newShown returns a shown with room for all pieces of the state.
func newShown(s *state) *shown {
	n := 0
	for _, p := range s.Pieces {
		n += len(p.Bases)
	}
	return &shown{make([]Base, 0, n), make([]int, 0, 2*n), make([]bool, 0, len(s.Pieces))}
}

func viewPiece(s *state, p *piece, v game.Viewer, in *shown) Piece {
	out := Piece{Label: p.Label, Seat: p.seat(), Kind: "ping", Sig: p.Sig, Activated: p.Activated}
	own := opened(s, v, p.seat())
	if v.Sees(p.seat()) || s.Result != nil {
		out.Plan = p.Plan // private in both modes
	}
	if !p.isPing() {
		out.Kind, out.Unit, out.Aura, out.MayWatch = "unit", p.Unit, p.AuraCP, p.MayWatch
		if own || p.Overwatch && p.WatchKnown {
			in.watch = append(in.watch, p.Overwatch)
			out.Overwatch = &in.watch[len(in.watch)-1]
		}
		if s.RE != nil {
			i := slices.IndexFunc(s.RE.Parts, func(q part) bool { return q.Label == p.Label })
			out.Acted = i >= 0 && s.RE.Parts[i].Acted
		}
	}
	from, radius := len(in.bases), p.radius()
	for _, b := range p.Bases {
		vb := Base{N: b.N, Point: b.At, R: radius, Stun: b.Stun, Spent: b.Stun && b.Moved && !b.Fresh, Stealth: b.Stealth, Tagged: b.Tagged, Locked: b.Locked}
		if own && !p.isPing() {
			in.tokens = append(in.tokens, b.CM, b.Hardened)
			last := in.tokens[len(in.tokens)-2:]
			vb.CM, vb.Hardened = &last[0], &last[1]
		}
		in.bases = append(in.bases, vb)
	}
	out.Bases = in.bases[from:len(in.bases):len(in.bases)]
	return out
}

// rebuilt returns a piece with what a view shows of it. Its bases are appended to the given ones.
func rebuilt(s *state, p *Piece, bases []base) (piece, []base) {
	q := piece{Label: p.Label, Sig: p.Sig, Unit: p.Unit, Activated: p.Activated, AuraCP: p.Aura}
	if p.Unit != "" {
		q.unit = s.unit(p.Unit)
	}
	from := len(bases)
	for _, b := range p.Bases {
		nb := base{N: b.N, At: b.Point, Stun: b.Stun, Moved: b.Spent, Stealth: b.Stealth, Tagged: b.Tagged, Locked: b.Locked}
		if b.CM != nil {
			nb.CM, nb.Hardened = *b.CM, *b.Hardened
		}
		bases = append(bases, nb)
	}
	q.Bases = bases[from:len(bases):len(bases)]
	return q, bases
}

// LabPiece is a piece of the position: a Ping (Sig) or a Unit (Unit).
type LabPiece struct {
	Label     Label           `json:"label"`
	Sig       cards.Signature `json:"sig,omitempty"`
	Unit      string          `json:"unit,omitempty"`
	Bases     []LabBase       `json:"bases"`
	Activated bool            `json:"activated,omitempty"`
	Overwatch bool            `json:"overwatch,omitempty"`
	// Aboard is the slug of the Mechanized Unit that rides in it.
	Aboard string `json:"aboard,omitempty"`
}

// LabBase is a base of the position; nil tokens are the number on a fresh card.
type LabBase struct {
	At       plane.Point `json:"at"`
	CM       *int        `json:"cm,omitempty"`
	Hardened *int        `json:"hardened,omitempty"`
	Stun     bool        `json:"stun,omitempty"`
	Stealth  bool        `json:"stealth,omitempty"`
}

func (p LabPiece) check(cat *cards.Catalogue) error {
	if _, err := parseLabel(string(p.Label)); err != nil {
		return err
	}
	most := 1
	if p.Unit != "" {
		u, ok := cat.Find(p.Unit)
		if !ok {
			return fmt.Errorf("there is no Unit %q", p.Unit)
		}
		most = u.Bases()
		if p.Aboard != "" {
			if rider, ok := cat.Find(p.Aboard); !ok || !ridesIn(rider, p.Unit) {
				return fmt.Errorf("aboard %q: expected a Mechanized Unit of the %s", p.Aboard, u.Name)
			}
		}
	} else if p.Sig != cards.Small && p.Sig != cards.Medium && p.Sig != cards.Large {
		return fmt.Errorf("a contact is small, medium or large")
	}
	if n := len(p.Bases); n < 1 || n > most {
		return fmt.Errorf("%d bases given; expected 1 to %d", n, most)
	}
	for _, b := range p.Bases {
		for _, n := range []*int{b.CM, b.Hardened} {
			if n != nil && (*n < 0 || *n > maxTokens) {
				return fmt.Errorf("tokens: expected 0 to %d", maxTokens)
			}
		}
	}
	return nil
}

// piece returns the piece on the table.
func (p LabPiece) piece(cat *cards.Catalogue) piece {
	out := piece{Label: p.Label, Sig: p.Sig, Activated: p.Activated, Overwatch: p.Overwatch, MayWatch: p.Overwatch}
	if p.Unit != "" {
		out.become(cat.Must(p.Unit), nil)
	}
	for i, b := range p.Bases {
		nb := base{N: i + 1, At: b.At, Stun: b.Stun, Stealth: b.Stealth}
		if p.Unit != "" {
			u := cat.Must(p.Unit)
			nb.CM, nb.Hardened = u.CMStat(), u.Hardened
		}
		if b.CM != nil {
			nb.CM = *b.CM
		}
		if b.Hardened != nil {
			nb.Hardened = *b.Hardened
		}
		out.Bases = append(out.Bases, nb)
	}
	return out
}

// Put puts a token on base n of the piece, 0 for all of them: stun, stealth, cm=N, hardened=N; activated and overwatch apply to
// the whole piece. The error lists the tokens.
func (p *LabPiece) Put(n int, word string) error {
	switch word {
	case "activated":
		p.Activated = true
		return nil
	case "overwatch":
		p.Overwatch = true
		return nil
	}
	for i := range p.Bases {
		if n == 0 || n == i+1 {
			if err := p.Bases[i].put(word); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *LabBase) put(word string) error {
	name, value, counted := strings.Cut(word, "=")
	n, err := strconv.Atoi(value)
	switch {
	case word == "stun":
		b.Stun = true
	case word == "stealth":
		b.Stealth = true
	case counted && err == nil && name == "cm":
		b.CM = &n
	case counted && err == nil && name == "hardened":
		b.Hardened = &n
	default:
		return fmt.Errorf("%q is no token: expected stun, overwatch, activated, stealth, cm=N or hardened=N", word)
	}
	return nil
}

// Ref returns the name of a base by its number. A piece of one base leaves the number out.
func (p Piece) Ref(n int) Ref {
	if len(p.Bases) == 1 {
		n = 0
	}
	return Ref{Label: p.Label, N: n}
}
