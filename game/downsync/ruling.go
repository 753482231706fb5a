package downsync

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/plane"
)

// A referee's rulings correct what a dispute has shown to be wrong. Each is one line:
//
//	token A3.1 stun on         stun, stealth: of a base · activated, overwatch: of a Unit or Ping · on or off
//	token A3.1 cm 2            cm, hardened: the number of a base's countermeasure tokens, at most the card's. Only its owner is
//	                           told, whereas everybody is told of Overwatch by a ruling
//	place A3.1 at 12,30        moves the base there
//	points 1 vp 2              Victory Points of side 1, fewer than win; cp: Command Points, with those on its Units at most the Capacity
//	remove A3.1                takes the base away, and with its last the Unit and its passengers; a Ping cannot be removed, as its Unit is in the Reserve
//	return A3 at 12,30 13,30   brings a destroyed Unit back, a base at each point, its tokens as on a fresh card
//	withdraw 2                 takes back side 2's offer of a draw, also while something is being settled
//
// A ruling cannot change what is being settled at the moment: rewind first.

// TokenRuled: a ruling put a token on, took it off, or set its count.
type TokenRuled struct {
	Base  Ref    `json:"base"`
	Token string `json:"token"` // stun, stealth, activated, overwatch, cm, hardened
	N     int    `json:"n"`     // 1 on, 0 off; of cm and hardened how many
}

func (TokenRuled) Kind() string                { return "rule-token-told" }
func (f TokenRuled) For(game.Viewer) game.Fact { return f }

var _ = twin[TokenRuled]()

// HiddenRuled tells the others of a ruling on a token that is its owner's secret.
type HiddenRuled struct {
	Seat game.Seat `json:"seat"`
}

func (HiddenRuled) Kind() string                { return "rule-hidden" }
func (f HiddenRuled) For(game.Viewer) game.Fact { return f }

var _ = twin[HiddenRuled]()

// PlacedByRuling: a ruling moved the base to this point.
type PlacedByRuling struct {
	Base Ref         `json:"base"`
	At   plane.Point `json:"at"`
}

func (PlacedByRuling) Kind() string                { return "rule-place" }
func (f PlacedByRuling) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PlacedByRuling) { baseAt(s, f.Base).At = f.At })

// PointsRuled: a ruling set a side's points; What is "vp" or "cp".
type PointsRuled struct {
	Seat game.Seat `json:"seat"`
	What string    `json:"what"`
	N    int       `json:"n"`
}

func (PointsRuled) Kind() string                { return "rule-points" }
func (f PointsRuled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f PointsRuled) {
	points := &s.VP
	if f.What == "cp" {
		points = &s.CP
	}
	points[f.Seat-1] = f.N
})

// RemovedByRuling: a ruling took the base away; Gone: it was the Unit's last.
type RemovedByRuling struct {
	Base Ref  `json:"base"`
	Gone bool `json:"gone,omitempty"`
}

func (RemovedByRuling) Kind() string                { return "rule-remove" }
func (f RemovedByRuling) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f RemovedByRuling) { destroy(s, Destroyed{Target: f.Base, Gone: f.Gone}) })

// LostAboard: the passengers of a piece that a ruling removed are lost with it (Q75, Q78).
type LostAboard struct {
	In    Label    `json:"in"`
	Units []string `json:"units"`
}

func (LostAboard) Kind() string                { return "rule-aboard" }
func (f LostAboard) For(game.Viewer) game.Fact { return f }

var _ = public[LostAboard](nil) // they left with their transport

// ReturnedByRuling: a destroyed Unit is back on the table, its bases 1, 2, … at the points.
type ReturnedByRuling struct {
	Unit  Label         `json:"unit"`
	Slug  string        `json:"slug"`
	Bases []plane.Point `json:"bases"`
}

func (ReturnedByRuling) Kind() string                { return "rule-return" }
func (f ReturnedByRuling) For(game.Viewer) game.Fact { return f }

var _ = public(returnUnit)

// tokenRuled is TokenRuled with its audience.
type tokenRuled struct {
	TokenRuled
	Open bool `json:"open,omitempty"`
}

func (tokenRuled) Kind() string { return "rule-token" }

// For tells everybody of public tokens; of the others only their owner learns which.
func (f tokenRuled) For(v game.Viewer) game.Fact {
	if secret := f.Token == "cm" || f.Token == "hardened"; secret && !f.Open && !v.Sees(f.Base.Label.Seat()) {
		return HiddenRuled{Seat: f.Base.Label.Seat()}
	}
	return f.TokenRuled
}

var _ = secret((*state).ruleToken)

// rulings holds the functions that carry out a ruling, by its first word.
var rulings = map[string]func(tx, []string) error{"token": ruleToken, "place": rulePlace, "points": rulePoints, "remove": ruleRemove, "return": ruleReturn}

// Rule carries out a referee's ruling.
func (rules) Rule(t tx, line string) error {
	offered := t.State().Draw
	if f, is, err := ending.Withdrawn(line, offered[:]); is { // at any moment: the offer depends on nothing else
		if err == nil {
			t.Emit(f)
		}
		return err
	}
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 || rulings[words[0]] == nil {
		return refuse("no-order", "expected a ruling: token, place, points, remove, return or withdraw")
	}
	switch s := t.State(); {
	case s.Phase == Deploying:
		return refuse("not-now", "%q is not asked now; expected %s", line, game.Word("a match whose deployment is over"))
	case s.RE != nil || s.Hit != nil || len(s.Found) > 0: // whether it could go on depends on secrets such as who may ambush
		return refuse("busy", "a fight is being settled; rewind to before it, or wait for its end, and rule then")
	}
	if err := rulings[words[0]](t, words[1:]); err != nil {
		return err
	}
	wipeOut(t)
	switch s := t.State(); {
	case s.Result != nil:
		return nil
	case s.Phase == Designating && len(side(s, s.Active, unactivated)) == 0:
		return refuse("busy", "the active side would have nothing left to designate; wait for its next Turn, and rule then")
	}
	advance(t)
	return nil
}

// ruledBase finds the base that a ruling names.
func ruledBase(s *state, word string) (piece, base, error) {
	r, err := parseRef(word)
	if err != nil {
		return piece{}, base{}, refuse("no-order", "%s", err)
	}
	p, ok := s.piece(r.Label)
	if !ok || !p.onTable() {
		return p, base{}, refuse("no-piece", "there is no %s on the table", r.Label)
	}
	b, ok := p.base(r.N)
	if !ok {
		return p, b, whichBase(s, p, r.N)
	}
	return p, b, nil
}

// checkIdle refuses a ruling on a piece that is in the middle of something.
func checkIdle(s *state, l Label) error {
	busy := s.Mover != nil && s.Mover.Label == l || s.Hit != nil && (s.Hit.Target.Label == l || s.Hit.By.Label == l) ||
		slices.ContainsFunc(s.Acts, func(a activation) bool { return a.Piece == l || a.Eye.Label == l || a.aims(l) }) ||
		slices.ContainsFunc(s.Found, func(f found) bool { return slices.Contains(f.Pings, l) })
	if s.RE != nil {
		busy = busy || slices.ContainsFunc(s.RE.Parts, func(p part) bool { return p.Label == l })
	}
	if busy {
		return refuse("busy", "%s is in the middle of something that is being settled; rewind to before it, and rule then", l)
	}
	return nil
}

// aims reports whether the activation has named the piece as a target (Q80).
func (a activation) aims(l Label) bool {
	return a.Aim != nil && slices.ContainsFunc(a.Aim.Targets, func(r Ref) bool { return r.Label == l })
}

func ruleToken(t tx, w []string) error {
	s := t.State()
	if len(w) != 3 {
		return refuse("no-order", "expected token, a piece or base, the token, and on, off or a number; like %s", game.Word("token A3.1 stun on"))
	}
	whole := w[1] == "activated" || w[1] == "overwatch"
	r, err := parseRef(w[0])
	if err != nil {
		return refuse("no-order", "%s", err)
	}
	if p, ok := s.piece(r.Label); ok && whole && len(p.Bases) > 0 {
		w[0] = Ref{r.Label, p.Bases[0].N}.String() // one token for the whole Unit (R13.6)
	}
	p, b, err := ruledBase(s, w[0])
	if err == nil {
		err = checkIdle(s, p.Label)
	}
	if err != nil {
		return err
	}
	f := tokenRuled{TokenRuled: TokenRuled{Base: p.ref(b.N), Token: w[1]}, Open: open(s)}
	if whole {
		f.Base = Ref{Label: p.Label}
	}
	f.N, err = tokenCount(p, w[1], w[2])
	if err != nil {
		return err
	}
	if w[1] == "activated" && inTaskforce(s, p.Label) {
		return refuse("busy", "%s is in the middle of something that is being settled; rewind to before it, and rule then", p.Label)
	}
	t.Emit(f)
	return nil
}

// tokenCount reads how many tokens the piece may have.
func tokenCount(p piece, token, word string) (int, error) {
	most := 1
	switch {
	case p.isPing() && token != "activated":
		return 0, refuse("not-a-unit", "a contact has no token but the Activated one")
	case token == "cm" || token == "hardened":
		most = p.card().CMStat()
		if token == "hardened" {
			most = p.card().Hardened
		}
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > most {
			return 0, refuse("no-order", "%s has 0 to %d of these tokens on its card", p.Label, most)
		}
		return n, nil
	case token != "stun" && token != "stealth" && token != "activated" && token != "overwatch":
		return 0, refuse("no-order", "expected stun, stealth, activated, overwatch, cm or hardened")
	case word == "on":
		return 1, nil
	case word == "off":
		return 0, nil
	}
	return 0, refuse("no-order", "expected on or off")
}

// ruledPoint reads a place.
func ruledPoint(word string) (plane.Point, error) {
	at, err := plane.ParsePoint(word)
	if err != nil {
		return at, refuse("no-order", "%s", err)
	}
	return at, nil
}

func rulePlace(t tx, w []string) error {
	s := t.State()
	if len(w) != 3 || w[1] != "at" {
		return refuse("no-order", "expected place, a base, at and a point; like %s", game.Word("place A3.1 at 12,30"))
	}
	p, b, err := ruledBase(s, w[0])
	if err == nil {
		err = checkIdle(s, p.Label)
	}
	if err != nil {
		return err
	}
	at, err := ruledPoint(w[2])
	if err != nil {
		return err
	}
	moved := plane.Disc{At: at, R: p.radius()}
	if err := checkRuledRoom(s, moved, p.ref(b.N), p.infantry()); err != nil {
		return err
	}
	if err := checkCoherent(s, p.standingAt(b, at), b.N); err != nil {
		return err
	}
	t.Emit(PlacedByRuling{Base: p.ref(b.N), At: at})
	return nil
}

// checkRuledRoom says why a base may not be put there: there is no room, or there would be none if the unfinished move is taken
// back (D5).
func checkRuledRoom(s *state, d plane.Disc, self Ref, infantry bool, placed ...plane.Disc) error {
	if err := checkRoom(s, d, self, infantry, placed...); err != nil || s.Mover == nil || !rev(s).keptFree {
		return err
	}
	back := s.Copy()
	takeBack(back, MoveTaken{Unit: s.Mover.Label, Bases: s.Mover.Start})
	if checkRoom(back, d, self, infantry, placed...) != nil {
		return refuse("busy", "%s is on the move and may still go back to there; wait for the end of its move, or name another place", s.Mover.Label)
	}
	return nil
}

func rulePoints(t tx, w []string) error {
	s := t.State()
	if len(w) != 3 || w[0] != "1" && w[0] != "2" || w[1] != "vp" && w[1] != "cp" {
		return refuse("no-order", "expected points, side 1 or 2, vp or cp, and a number; like %s", game.Word("points 1 vp 2"))
	}
	seat, most, laid := game.Seat(w[0][0]-'0'), mission(s).Win-1, 0
	if w[1] == "cp" {
		most = s.Conf.Capacity()
		if rev(s).auraRuled {
			laid = upkeep(s, seat) // they come back (Q24)
		}
	}
	n, err := strconv.Atoi(w[2])
	switch bad := err != nil || n < 0 || n > most-laid; {
	case bad && laid > 0:
		return refuse("no-order", "expected a number from 0 to %d: %d CP {lies|lie} on this side's Units and will come back", most-laid, laid)
	case bad:
		return refuse("no-order", "expected a number from 0 to %d; who has won is told by ending the match", most)
	}
	t.Emit(PointsRuled{Seat: seat, What: w[1], N: n})
	return nil
}

func ruleRemove(t tx, w []string) error {
	s := t.State()
	if len(w) != 1 {
		return refuse("no-order", "expected remove and a base; like %s", game.Word("remove A3.1"))
	}
	p, b, err := ruledBase(s, w[0])
	if err == nil {
		err = checkIdle(s, p.Label)
	}
	switch {
	case err != nil:
		return err
	case p.isPing():
		return refuse("not-a-unit", "%s is a contact: what it stands for is in the Reserve", p.Label)
	}
	gone, aboard := len(p.Bases) == 1, lostAboard(s, p.Label)
	t.Emit(RemovedByRuling{Base: p.ref(b.N), Gone: gone})
	if gone && len(aboard) > 0 { // only its owner knew of the passenger: it is lost, and is no reason to refuse
		t.Emit(LostAboard{In: p.Label, Units: aboard})
	}
	return nil
}

func ruleReturn(t tx, w []string) error {
	s := t.State()
	if len(w) < 3 || w[1] != "at" {
		return refuse("no-order", "expected return, a destroyed Unit, at and a point for each base; like %s", game.Word("return A3 at 12,30 13,31"))
	}
	l, err := parseLabel(w[0])
	if err != nil {
		return refuse("no-order", "%s", err)
	}
	i := slices.IndexFunc(s.Lost, func(x Lost) bool { return x.Label == l })
	if _, there := s.piece(l); i < 0 || there {
		return refuse("no-piece", "there is no destroyed %s", l)
	}
	u := s.unit(s.Lost[i].Unit)
	points := w[2:]
	if len(points) > u.Bases() {
		return refuse("no-order", "%s has at most %d {base|bases}", u.Name, u.Bases())
	}
	f := ReturnedByRuling{Unit: l, Slug: u.Slug}
	var placed []plane.Disc
	for _, word := range points {
		at, err := ruledPoint(word)
		if err != nil {
			return err
		}
		d := plane.Disc{At: at, R: plane.Radius(u.BaseMM())}
		if err := checkRuledRoom(s, d, Ref{Label: l}, u.Infantry(), placed...); err != nil {
			return err
		}
		placed, f.Bases = append(placed, d), append(f.Bases, at)
	}
	if err := checkPlacedTogether(s, placed); err != nil {
		return err
	}
	t.Emit(f)
	return nil
}

func returnUnit(s *state, f ReturnedByRuling) {
	s.Lost = slices.DeleteFunc(slices.Clone(s.Lost), func(x Lost) bool { return x.Label == f.Unit })
	p := piece{Label: f.Unit, Activated: true, folds: s.folds}
	p.become(s.unit(f.Slug), f.Bases)
	s.Pieces = append(s.pieces(), &p)
	slices.SortStableFunc(s.Pieces, func(a, b *piece) int { return compareLabels(a.Label, b.Label) })
}

func (s *state) ruleToken(f tokenRuled) {
	p := s.at(f.Base.Label)
	on := f.N > 0
	switch f.Token {
	case "activated":
		p.Activated = on
	case "overwatch":
		p.Overwatch, p.MayWatch, p.WatchKnown = on, on, on
	case "stun":
		b := baseAt(s, f.Base)
		b.Stun, b.Fresh = on, false
	case "stealth":
		baseAt(s, f.Base).Stealth = on
	case "cm":
		baseAt(s, f.Base).CM = f.N
	case "hardened":
		baseAt(s, f.Base).Hardened = f.N
	}
}
