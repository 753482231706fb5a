package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
)

// The knowledge panel: what everybody can know of a side from public facts. It reads only the public part of a view and the
// public facts, so that it is the same for everybody.

// Contact lists the Units that a Ping can still be.
type Contact struct {
	Label Label
	Sig   cards.Signature
	Units []string // slugs, in card order
}

// Suspect holds what a Unit may hold.
type Suspect struct {
	Label  Label
	Unit   string // slug
	Bases  []AtMost
	Watch  bool   // it may be on Overwatch
	Aboard string // the Unit that may ride in it; "": none
}

// AtMost is the most tokens that a base may hold: CM and Hardened together.
type AtMost struct {
	N      int
	Tokens int
	Of     int // the number on a fresh card
}

// Knowledge holds what everybody can know of a side.
type Knowledge struct {
	Contacts []Contact
	Suspects []Suspect
}

// Knowledge derives what can be known of the side from the view's public part and the facts that the viewer was told.
func (v View) Knowledge(seat game.Seat, told []game.Fact) Knowledge {
	var k Knowledge
	spent := stops(told)
	for _, p := range v.Pieces {
		switch {
		case p.Seat != seat || len(p.Bases) == 0:
		case p.IsPing():
			k.Contacts = append(k.Contacts, Contact{Label: p.Label, Sig: p.Sig, Units: canBe(v, p)})
		default:
			k.Suspects = append(k.Suspects, suspect(v, p, spent))
		}
	}
	return k
}

// canBe lists the Units of the Ping's Signature that agree with what the side has shown: if factions do not mix, one Unit seen
// reveals the faction (Q7).
func canBe(v View, p Piece) []string {
	faction := ""
	if !known(v).conf.MixedFactions {
		faction = factionOf(v, p.Seat)
	}
	var out []string
	for _, u := range v.Cards().All() {
		if u.Signature == p.Sig && (faction == "" || u.Faction == faction) {
			out = append(out, u.Slug)
		}
	}
	return out
}

func factionOf(v View, seat game.Seat) string {
	for _, p := range v.Pieces {
		if p.Seat == seat && !p.IsPing() {
			return v.Cards().Must(p.Unit).Faction
		}
	}
	for _, l := range v.Lost {
		if l.Seat == seat {
			return v.Cards().Must(l.Unit).Faction
		}
	}
	return ""
}

func suspect(v View, p Piece, spent map[Ref]stopped) Suspect {
	u := v.Cards().Must(p.Unit)
	s := Suspect{Label: p.Label, Unit: p.Unit, Watch: p.MayWatch}
	for _, b := range p.Bases {
		x := spent[pieceOf(v, p).ref(b.N)]
		beyond := x.beyond(u.CMStat())
		left := max(0, u.CMStat()+u.Hardened-beyond-min(x.now, u.CMStat()))
		s.Bases = append(s.Bases, AtMost{N: b.N, Tokens: left, Of: u.CMStat() + u.Hardened})
	}
	if !carries(v, p.Label) {
		for _, r := range v.Cards().All() {
			if ridesIn(r, p.Unit) && r.Faction == u.Faction {
				s.Aboard = r.Slug
			}
		}
	}
	return s
}

// carries reports whether everybody knows of a Unit aboard.
func carries(v View, l Label) bool {
	return slices.ContainsFunc(v.Riders, func(r Rider) bool { return r.In == l && r.Label != "" })
}

// stopped counts the effects that a base's tokens have stopped: between each two refreshes, and since the last one.
type stopped struct {
	past []int
	now  int
}

// beyond returns how many of them the ordinary tokens cannot have stopped. Those were stopped by Hardened ones, which never
// come back.
func (x stopped) beyond(cm int) int {
	n := max(0, x.now-cm)
	for _, s := range x.past {
		n += max(0, s-cm)
	}
	return n
}

// stops reads the facts. It counts lent tokens as the target's own, so that the stated most of a lender is never too low.
func stops(told []game.Fact) map[Ref]stopped {
	out := map[Ref]stopped{}
	for _, f := range told {
		switch f := f.(type) {
		case Stopped:
			x := out[f.Target]
			x.now++
			out[f.Target] = x
		case Refreshed:
			for r, x := range out {
				if r.Label == f.Unit {
					out[r] = stopped{past: append(slices.Clone(x.past), x.now)}
				}
			}
		}
	}
	return out
}
