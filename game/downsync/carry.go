package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Carried and packaged Units: Carrier, Packaged and Deploy Drones (Q75); Mechanized, Transport, Unload and Load (Q76 to Q78). A
// carried Unit is not on the table: it is no target, does not score and keeps no Round open.

// rider is a Unit that is not on the table. In is "" while its transport is not revealed. Known: everybody knows of the Unit.
type rider struct {
	Seat  game.Seat
	In    Label
	Known bool
	Piece piece // without a label until it is first placed on the table
}

// cargo returns the Unit aboard, if any.
func cargo(s *state, l Label) (rider, bool) {
	i := slices.IndexFunc(s.Riders, func(r rider) bool { return r.In == l })
	if i < 0 {
		return rider{}, false
	}
	return s.Riders[i], true
}

// nextLabel returns the seat's next free label.
func nextLabel(s *state, seat game.Seat) Label {
	used := func(l Label) bool {
		return index(s, l) >= 0 || slices.ContainsFunc(s.Lost, func(x Lost) bool { return x.Label == l }) ||
			slices.ContainsFunc(s.Riders, func(r rider) bool { return r.Piece.Label == l })
	}
	n := 1
	for used(labelFor(seat, n)) {
		n++
	}
	return labelFor(seat, n)
}

// mountable returns the pairs that a seat may still make before its first Ping is deployed.
func mountable(s *state, seat game.Seat) []Mount {
	if len(side(s, seat, piece.onTable)) > 0 {
		return nil
	}
	var out []Mount
	for _, slug := range s.Reserve[seat-1] {
		m, ok := s.unit(slug).Trait("mechanized")
		if o := (Mount{slug, m.Unit}); ok && freeTransports(s, seat, m.Unit) > 0 && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// freeTransports returns how many of the transports in Reserve carry nobody.
func freeTransports(s *state, seat game.Seat, slug string) int {
	n := 0
	for _, r := range s.Reserve[seat-1] {
		n += when(r == slug, 1)
	}
	for _, r := range s.Riders {
		n -= when(r.Seat == seat && r.In == "" && ridesIn(r.Piece.card(), slug), 1)
	}
	return n
}

// ridesIn reports whether the Unit is Mechanized for that transport.
func ridesIn(u *cards.Unit, transport string) bool {
	m, ok := u.Trait("mechanized")
	return ok && m.Unit == transport
}

func checkMount(s *state, seat game.Seat, o Mount) error {
	if slices.Contains(mountable(s, seat), o) {
		return nil
	}
	return refuse("mount", "%s cannot ride in %s: expected a Mechanized Unit and a free transport of your force, before your first contact is deployed", o.Unit, o.In)
}

// mount puts the Unit aboard: it leaves the Reserve, and one Ping of its Signature is not deployed. The remaining Pings are
// numbered without a gap, so that their labels reveal nothing (S10).
func mount(s *state, f mounted) {
	u := s.unit(f.Unit)
	i := slices.Index(s.Reserve[f.Seat-1], f.Unit)
	s.Reserve[f.Seat-1] = slices.Delete(slices.Clone(s.Reserve[f.Seat-1]), i, i+1)
	s.Riders = append(slices.Clip(s.Riders), rider{Seat: f.Seat, Piece: offTable(u), Known: open(s)})
	i = slices.IndexFunc(s.Pieces, func(p *piece) bool { return p.seat() == f.Seat && p.Sig == u.Signature })
	s.Pieces = slices.Delete(s.pieces(), i, i+1)
	n := 0
	for i, p := range s.Pieces {
		if p.seat() == f.Seat {
			n++
			s.own(i).Label = labelFor(f.Seat, n)
		}
	}
}

// offTable returns a fresh Unit that is not on the table yet.
func offTable(u *cards.Unit) piece {
	var p piece
	p.become(u, make([]plane.Point, u.Bases()))
	return p
}

// board puts the Unit that comes with a newly revealed Unit aboard: the packaged Unit of a Carrier, which everybody knows of,
// or a squad that was mounted in a transport nobody had seen yet.
func board(s *state, l Label, u *cards.Unit) {
	if t, ok := u.Trait("carrier"); ok {
		free := s.unit(t.Unit)
		s.Riders = append(slices.Clip(s.Riders), rider{Seat: l.Seat(), In: l, Known: true, Piece: offTable(free)})
		if i := l.Seat() - 1; free.PackagedWith == "" {
			s.Free[i] = append(slices.Clip(s.Free[i]), free.Slug)
		}
	}
	i := slices.IndexFunc(s.Riders, func(r rider) bool { return r.Seat == l.Seat() && r.In == "" && ridesIn(r.Piece.card(), u.Slug) })
	if i >= 0 {
		s.riders()[i].In = l
	}
}

// place puts a carried Unit on the table (Q29: placing is no move). If its transport sets it down, it joins the Taskforce and
// so loses its Overwatch Token (D17); if it bails out, it keeps its tokens.
func place(s *state, f Placed) {
	i := slices.IndexFunc(s.Riders, func(r rider) bool { return r.In == f.From })
	p := s.Riders[i].Piece
	s.Riders = slices.Delete(slices.Clone(s.Riders), i, i+1)
	p.Label = f.Unit
	if unloaded := act(s).Piece == f.From; unloaded && rev(s).marksAboard {
		p.stopWatching()
	}
	p.Bases, p.folds = slices.Clone(p.Bases), s.folds
	for i := range p.Bases {
		p.Bases[i].At, p.Bases[i].Moved, p.Bases[i].Slowed = f.Bases[i], false, false
	}
	s.Pieces = append(s.pieces(), &p)
	slices.SortStableFunc(s.Pieces, func(a, b *piece) int { return compareLabels(a.Label, b.Label) })
	if f.Joins {
		s.Taskforce = append(slices.Clone(s.Taskforce), f.Unit)
	}
}

// load takes a Unit off the table; it has an Activated Token (Q77). A participant that is loaded instead of acting loses its
// Overwatch Token, as it would by acting (R24.15, D17).
func load(s *state, f Loaded) {
	i := index(s, f.Unit)
	p := *s.Pieces[i]
	if rev(s).marksAboard && s.RE != nil && !hasActed(s, p) {
		p.stopWatching()
	}
	p.Activated = true
	leave(s, f.Unit)
	s.Riders = append(slices.Clip(s.Riders), rider{Seat: f.Unit.Seat(), In: f.In, Known: true, Piece: p})
}

// leave takes a piece off the table, out of the Taskforce and out of the engagement.
func leave(s *state, l Label) {
	s.Pieces = slices.DeleteFunc(s.pieces(), func(p *piece) bool { return p.Label == l })
	s.Taskforce = slices.DeleteFunc(slices.Clone(s.Taskforce), func(x Label) bool { return x == l })
	if s.RE != nil {
		s.RE.Parts = slices.DeleteFunc(s.RE.Parts, func(q part) bool { return q.Label == l })
	}
}

// beside returns how the Unit aboard is placed: within 3" of its carrier.
func beside(s *state, p piece, r rider) placing {
	return placing{by: p.disc(p.Bases[0]), of: p.Label, in: placeRange, card: r.Piece.card(), seat: p.seat()}
}

// checkCarried checks the places for the Unit aboard. If none are given, the engine places it, and there must be room.
func checkCarried(s *state, p piece, o Act) error {
	r, ok := cargo(s, p.Label)
	if !ok {
		return refuse("empty", "nobody is aboard %s", p.Label)
	}
	at := o.At
	if len(at) == 0 {
		at = freePlacesFor(s, p, r)
	}
	if n := len(r.Piece.Bases); len(at) != n {
		return refuse("bases", "the %s has %d {base|bases}; %d {point|points} given", r.Piece.card().Name, n, len(at))
	}
	w := beside(s, p, r)
	w.card = withBases(w.card, len(r.Piece.Bases))
	return checkPlaces(s, w, at)
}

// withBases returns the card of a Unit that has n bases left.
func withBases(u *cards.Unit, n int) *cards.Unit {
	if !u.Infantry() || u.InfantryBases == n {
		return u
	}
	v := *u
	v.InfantryBases = n
	return &v
}

func freePlacesFor(s *state, p piece, r rider) []plane.Point {
	return freePlaces(s, beside(s, p, r), len(r.Piece.Bases))
}

// setDown places the Unit aboard and returns its label. Packaged Units come fresh, with Stealth if they have it (Q75).
func setDown(t tx, p piece, at []plane.Point, joins bool) Label {
	s := t.State()
	r, _ := cargo(s, p.Label)
	f := Placed{Unit: r.Piece.Label, Slug: r.Piece.Unit, From: p.Label, Bases: at, Joins: joins}
	fresh := f.Unit == ""
	if fresh {
		f.Unit = nextLabel(s, p.seat())
	}
	if len(at) == 0 {
		f.Bases = freePlacesFor(s, p, r)
	}
	if !r.Known || !rev(s).knownFree { // otherwise nothing is revealed that could not be taken back (D19)
		t.Bind()
	}
	t.Emit(f)
	if fresh {
		stealthy(t, f.Unit)
	}
	placedNear(t, f.Unit)
	return f.Unit
}

// slotsPlaces offers places for the bases of the Unit aboard.
func slotsPlaces(s *state, p piece, _ base) []game.Slot {
	a, _ := acting(s)
	r, ok := cargo(s, p.Label)
	if !ok || slices.Contains(a.Used, "load") || checkCarried(s, p, Act{}) != nil {
		return nil
	}
	return []game.Slot{slotAt.Times(0, len(r.Piece.Bases))}
}

func checkDrones(s *state, p piece, _ base, o Act) error { return checkCarried(s, p, o) }

// doDrones sets drones down: they are unactivated and do not belong to this Taskforce (Q75).
func doDrones(t tx, p piece, _ base, o Act) { setDown(t, p, o.At, false) }

func checkUnload(s *state, p piece, _ base, o Act) error {
	if a, _ := acting(s); slices.Contains(a.Used, "load") {
		return refuse("once", "no Load and Unload in one activation")
	}
	return checkCarried(s, p, o)
}

// doUnload sets the squad down; each base may take one action at once, unless it has an Activated Token (Q76).
func doUnload(t tx, p piece, _ base, o Act) {
	l := setDown(t, p, o.At, p.seat() == t.State().Active)
	if !must(t.State(), l).Activated {
		t.Emit(ActivationBegan{Piece: l, One: true})
	}
}

// checkLoadable says why the transport cannot take the Unit aboard (Q77).
func checkLoadable(s *state, p, q piece) error {
	a, _ := acting(s)
	_, full := cargo(s, p.Label)
	switch {
	case q.isPing():
		return refuse("not-a-unit", "%s is a contact", q.Label)
	case !together(s, p, q):
		return refuse("not-in-force", "%s is not of the same Taskforce", q.Label)
	case !ridesIn(q.card(), p.Unit):
		return refuse("mount", "the %s does not ride in a %s", q.card().Name, p.card().Name)
	case slices.Contains(a.Used, "unload"):
		return refuse("once", "no Load and Unload in one activation")
	case full:
		return refuse("full", "%s is not empty", p.Label)
	case q.Moved && hasActed(s, q):
		return refuse("moved", "%s has moved and acted this Turn", q.Label)
	}
	for _, b := range q.Bases {
		if !plane.Within(q.disc(b), p.disc(p.Bases[0]), placeRange) {
			return refuse("range", "%s is %s\" away; expected at most 3\"", q.ref(b.N), plane.Gap(q.disc(b), p.disc(p.Bases[0])))
		}
	}
	return nil
}

func checkLoad(s *state, p piece, _ base, o Act) error {
	q, err := own(s, p.seat(), o.Target.Label)
	if err != nil {
		return err
	}
	return checkLoadable(s, p, q)
}

func doLoad(t tx, p piece, _ base, o Act) { t.Emit(Loaded{Unit: o.Target.Label, In: p.Label}) }

func slotsLoad(s *state, p piece, _ base) []game.Slot {
	units := names(side(s, p.seat(), func(q piece) bool { return q.Label != p.Label && checkLoadable(s, p, q) == nil }))
	if len(units) == 0 {
		return nil
	}
	return []game.Slot{slotUnit.Of(units...)}
}

// bailOut places the passengers of a transport that is about to be lost, if the option says so (Q78). They keep their tokens
// and act later as usual. Packaged drones are lost with their carrier (Q75).
func bailOut(t tx, p piece) {
	s := t.State()
	r, ok := cargo(s, p.Label)
	if !ok || s.Conf.BailOutIn == 0 || r.Piece.card().PackagedWith != "" {
		return
	}
	places := freePlacesFor(s, p, r)
	for _, at := range places {
		if !plane.Within(plane.Disc{At: at, R: r.Piece.radius()}, p.disc(p.Bases[0]), plane.In(s.Conf.BailOutIn)) {
			return // no room within range: lost after all
		}
	}
	setDown(t, p, places, false)
}

// Aboard returns the Unit that the piece carries, or would carry once revealed as unit, as the viewer knows it; ok is false if
// there is none. within is the range in inches in which it is placed if its carrier is destroyed and there is room; 0 means
// that it is lost too (Q75, Q78, D8).
func (v View) Aboard(l Label, unit string) (r Rider, within int, ok bool) {
	card := func(r Rider) *cards.Unit { return v.Cards().Must(r.Unit) }
	i := slices.IndexFunc(v.Riders, func(r Rider) bool {
		return r.In == l || unit != "" && r.In == "" && r.Seat == l.Seat() && ridesIn(card(r), unit)
	})
	if i < 0 {
		return Rider{}, 0, false
	}
	if r = v.Riders[i]; card(r).PackagedWith == "" {
		within = known(v).conf.BailOutIn
	}
	return r, within, true
}

// lostAboard returns the Units that are lost with the piece.
func lostAboard(s *state, l Label) []string {
	if r, ok := cargo(s, l); ok {
		return []string{r.Piece.Unit}
	}
	return nil
}

// Placed: a Unit came off its carrier onto the table, its bases at the points (Q75, Q76). Joins: it belongs to the
// Taskforce now.
type Placed struct {
	Unit  Label         `json:"unit"`
	Slug  string        `json:"slug"`
	From  Label         `json:"from"`
	Bases []plane.Point `json:"bases"`
	Joins bool          `json:"joins,omitempty"`
}

func (Placed) Kind() string                { return "placed" }
func (f Placed) For(game.Viewer) game.Fact { return f }

var _ = public(place)

// Loaded: a Unit went aboard and has an Activated Token (Q77).
type Loaded struct {
	Unit Label `json:"unit"`
	In   Label `json:"in"`
}

func (Loaded) Kind() string                { return "loaded" }
func (f Loaded) For(game.Viewer) game.Fact { return f }

var _ = public(load)
