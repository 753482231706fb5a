package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync/cards"
)

// Imagining a match: first the viewer's knowledge is put together from nothing, then the rest is drawn at random. Only apparent
// reads the truth.

// Imagine draws what the viewer cannot know of a side: its Reserve, the contacts that it has not deployed, tokens, Overwatch
// and passengers. It draws no plans and no standing orders of others.
func (rules) Imagine(truth *state, v game.Viewer, told []game.Fact, c *chance.Source) *state {
	s := apparent(truth, v)
	for _, seat := range []game.Seat{1, 2} {
		if !opened(s, v, seat) {
			(&dream{s, seat, told, c}).draw()
		}
	}
	return s
}

// apparent returns the state as the viewer knows it. For a side that is not open to the viewer it copies public facts only. A
// new field of the state stays zero here until somebody adds it.
func apparent(truth *state, v game.Viewer) *state {
	s := &state{Conf: truth.env.conf, env: truth.env, Phase: truth.Phase, Round: truth.Round, Turn: truth.Turn, First: truth.First, Chooser: truth.Chooser,
		Active: truth.Active, CP: truth.CP, VP: truth.VP, Draw: truth.Draw, Lost: slices.Clone(truth.Lost), Taskforce: slices.Clone(truth.Taskforce), Free: truth.Free,
		Found: slices.Clone(truth.Found)}
	for _, seat := range []game.Seat{1, 2} {
		if opened(truth, v, seat) {
			s.Reserve[seat-1] = slices.Clone(truth.Reserve[seat-1])
		}
		if v.Sees(seat) {
			s.Passing[seat-1], s.Countering[seat-1] = truth.Passing[seat-1], truth.Countering[seat-1]
		}
	}
	for _, p := range truth.Pieces {
		if p.onTable() || opened(truth, v, p.seat()) {
			q := apparentPiece(truth, *p, v)
			s.Pieces = append(s.Pieces, &q)
		}
	}
	for _, r := range truth.Riders {
		if r.Known || opened(truth, v, r.Seat) {
			s.Riders = append(s.Riders, rider{Seat: r.Seat, In: r.In, Known: r.Known, Piece: apparentRider(truth, r, v)})
		}
	}
	apparentFight(s, truth, v)
	return s
}

// apparentPiece returns a piece as the viewer knows it, without its hidden tokens.
func apparentPiece(truth *state, p piece, v game.Viewer) piece {
	q := piece{unit: p.unit, Label: p.Label, Sig: p.Sig, Unit: p.Unit, Activated: p.Activated, MayWatch: p.MayWatch, WatchKnown: p.WatchKnown,
		Refreshed: p.Refreshed, Fresh: p.Fresh, AuraCP: p.AuraCP, Moved: p.Moved}
	if v.Sees(p.seat()) {
		q.Plan = p.Plan
	}
	own := opened(truth, v, p.seat())
	q.Overwatch = p.Overwatch && (own || p.WatchKnown)
	for _, b := range p.Bases {
		if !own {
			b.CM, b.Hardened = 0, 0
		}
		q.Bases = append(q.Bases, b)
	}
	return q
}

// apparentRider returns a carried Unit as the viewer knows it. A Unit that nobody has seen yet has no label, and so no seat of
// its own.
func apparentRider(truth *state, r rider, v game.Viewer) piece {
	p := r.Piece
	p.folds, p.Bases = 0, slices.Clone(p.Bases)
	if opened(truth, v, r.Seat) {
		return p
	}
	p.Plan, p.Overwatch = "", false
	for i := range p.Bases {
		p.Bases[i].CM, p.Bases[i].Hardened = 0, 0
	}
	return p
}

// apparentFight copies what interrupts the Turn. All of it is public, except for AP spent out of sight and CP paid for checks
// (S11).
func apparentFight(s, truth *state, v game.Viewer) {
	if m := truth.Mover; m != nil {
		s.Mover = &mover{Label: m.Label, Start: slices.Clone(m.Start)}
	}
	if h := truth.Hit; h != nil {
		s.Hit = &hit{By: h.By, Action: h.Action, Target: h.Target, Effect: h.Effect, Need: h.Need}
		if opened(truth, v, h.Target.Label.Seat()) {
			s.Hit.Paid = h.Paid
		}
	}
	if e := truth.RE; e != nil {
		s.RE = &engagement{Stage: e.Stage, Parts: slices.Clone(e.Parts), Called: e.Called, Joined: e.Joined}
		if v.Sees(other(truth.Active)) {
			s.RE.Intent = e.Intent
		}
	}
	for _, a := range truth.Acts {
		b := activation{Piece: a.Piece, Action: a.Action, By: a.By, Left: a.Left, Now: a.Now, Fired: a.Fired, Used: slices.Clone(a.Used),
			Named: slices.Clone(a.Named), Recover: slices.Clone(a.Recover), Eye: a.Eye, One: a.One}
		if a.Aim != nil {
			aim := *a.Aim
			b.Aim = &aim
		}
		own := opened(truth, v, a.Piece.Seat())
		b.Watched = a.Watched && own
		if v.Sees(a.Piece.Seat()) {
			b.Then = a.Then
		}
		for _, x := range a.Actors {
			if !own {
				acted := x.Shown || x.Over || x.N == a.Now
				x = actor{N: x.N, AP: when(!x.Shown || x.Limited, 1), Limited: x.Limited, Stunned: x.Stunned, Shown: x.Shown, Over: x.Over, Spent: acted}
			}
			b.Actors = append(b.Actors, x)
		}
		s.Acts = append(s.Acts, b)
	}
}

// dream draws the secrets of one side.
type dream struct {
	s    *state
	seat game.Seat
	told []game.Fact
	c    *chance.Source
}

// one returns true once in that many times, at random.
func (d *dream) one(in int) bool { return d.n(in) == 0 }

// n draws a number from 0 to n-1.
func (d *dream) n(n int) int { return int(d.c.Next() % uint64(n)) }

func (d *dream) draw() {
	d.deploy()
	d.board()
	d.reserve()
	d.tokens()
	d.watch()
	d.reactor()
}

// deploying reports whether the side has not yet declared its deployment done.
func (d *dream) deploying() bool {
	s := d.s
	return s.Round == 0 && !(s.First == d.seat && s.Active != d.seat)
}

// limit returns how many Units of the Signature the size allows.
func (d *dream) limit(sig cards.Signature) int { return sizes[d.s.Conf.Size].limits[sig] }

// deploy adds the contacts that still wait: a whole force, because nobody knows how many there are (S15).
func (d *dream) deploy() {
	if !d.deploying() {
		return
	}
	var left []cards.Signature
	for _, sig := range cards.Signatures {
		for range d.limit(sig) - len(side(d.s, d.seat, func(p piece) bool { return p.Sig == sig })) {
			left = append(left, sig)
		}
	}
	for n := 1; len(left) > 0; n++ {
		if l := labelFor(d.seat, n); index(d.s, l) < 0 {
			d.s.Pieces, left = append(d.s.Pieces, &piece{Label: l, Sig: left[0]}), left[1:]
		}
	}
	slices.SortStableFunc(d.s.Pieces, func(a, b *piece) int { return compareLabels(a.Label, b.Label) })
}

// seen returns the Units that everybody knows the side to have or to have had, without those that come packaged.
func (d *dream) seen() []string { return roster(d.s, d.seat) }

// faction returns the side's faction, which one Unit seen reveals (Q7), or else draws one of the existing ones.
func (d *dream) faction() string {
	for _, slug := range d.seen() {
		return d.s.unit(slug).Faction
	}
	var all []string
	for _, u := range d.s.env.cards.All() {
		if !slices.Contains(all, u.Faction) {
			all = append(all, u.Faction)
		}
	}
	return all[d.n(len(all))]
}

// reserve draws a Unit for each contact, half of the time out of one of the starter armies.
func (d *dream) reserve() {
	pings := side(d.s, d.seat, piece.isPing)
	if len(pings) == 0 {
		return
	}
	faction, list := d.faction(), []string(nil)
	if d.one(2) {
		list = d.army(faction)
	}
	var out []string
	for _, p := range pings {
		var of []string
		for _, slug := range list {
			if d.s.unit(slug).Signature == p.Sig {
				of = append(of, slug)
			}
		}
		if len(of) == 0 {
			of = d.fitting(faction, p.Sig)
		}
		if len(of) == 0 {
			continue
		}
		slug := of[d.n(len(of))]
		if out = append(out, slug); slices.Contains(list, slug) {
			list = without(list, slug)
		}
	}
	d.s.Reserve[d.seat-1] = inCardOrder(d.s.env.cards, out)
}

// army returns what is left of an army of the faction and size after the Units seen.
func (d *dream) army(faction string) []string {
	for _, a := range cards.Armies() {
		if a.Faction != faction || a.Size != d.s.Conf.Size {
			continue
		}
		list := slices.Clone(a.Units)
		for _, slug := range d.seen() {
			list = without(list, slug)
		}
		return slices.DeleteFunc(list, func(slug string) bool { _, ok := d.s.env.cards.Find(slug); return !ok })
	}
	return nil
}

// without returns the list without one of the words.
func without(list []string, word string) []string {
	if i := slices.Index(list, word); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return list
}

// fitting returns the faction's Units of the Signature. If factions mix, or the faction has none, it returns the Units of all
// factions.
func (d *dream) fitting(faction string, sig cards.Signature) []string {
	var own, all []string
	for _, u := range d.s.env.cards.All() {
		if u.Signature != sig || u.PackagedWith != "" {
			continue
		}
		if all = append(all, u.Slug); u.Faction == faction {
			own = append(own, u.Slug)
		}
	}
	if own == nil || d.s.Conf.MixedFactions {
		return all
	}
	return own
}

// board puts unseen squads into transports that everybody has seen: one in three if the force has room for it, all of them if
// the force must be full.
func (d *dream) board() {
	if d.deploying() {
		return
	}
	for _, p := range side(d.s, d.seat, isUnit) {
		if _, full := cargo(d.s, p.Label); full || d.emptied(p.Label) {
			continue
		}
		for _, u := range d.s.env.cards.All() {
			if !ridesIn(u, p.Unit) || d.room(u.Signature) <= 0 {
				continue
			}
			if ed(d.s).fullForce || d.one(3) {
				d.s.Riders = append(d.s.Riders, rider{Seat: d.seat, In: p.Label, Piece: offTable(u)})
			}
			break
		}
	}
}

// emptied reports whether a Unit was set down from the piece, or went aboard it, in public.
func (d *dream) emptied(l Label) bool {
	return slices.ContainsFunc(d.told, func(f game.Fact) bool {
		switch f := f.(type) {
		case Placed:
			return f.From == l
		case Loaded:
			return f.In == l
		}
		return false
	})
}

// room returns how many more Units of the Signature the side may have.
func (d *dream) room(sig cards.Signature) int {
	n := d.limit(sig) - len(side(d.s, d.seat, func(p piece) bool { return p.isPing() && p.Sig == sig }))
	for _, slug := range d.seen() {
		n -= when(d.s.unit(slug).Signature == sig, 1)
	}
	return n
}

// tokens draws the bases' tokens: mostly as many as the effects that they stopped leave, and none after an effect came through.
func (d *dream) tokens() {
	spent := stops(d.told)
	fill := func(p *piece) {
		for i := range p.Bases {
			b, u := &p.Bases[i], p.card()
			x := spent[p.ref(b.N)]
			b.CM, b.Hardened = max(0, u.CMStat()-x.now), max(0, u.Hardened-x.beyond(u.CMStat()))
			switch {
			case b.Stun && !d.one(4):
				b.CM, b.Hardened = 0, 0
			case d.one(4):
				b.CM = d.n(b.CM + 1)
			}
		}
	}
	for _, p := range d.s.Pieces {
		if p.seat() == d.seat && !p.isPing() {
			fill(p)
		}
	}
	for i := range d.s.Riders {
		if r := &d.s.Riders[i]; r.Seat == d.seat {
			fill(&r.Piece)
		}
	}
}

// watch draws Overwatch Tokens: half of those that everybody must reckon with. A Unit that takes part in an engagement and has
// not acted has shown whether it has one (S2).
func (d *dream) watch() {
	for _, p := range d.s.Pieces {
		shown := d.s.RE != nil && d.s.RE.has(p.Label) && !d.s.RE.part(p.Label).Acted
		if p.seat() == d.seat && p.MayWatch && !p.WatchKnown && !shown {
			p.Overwatch = d.one(2)
		}
	}
}

// reactor finds a Unit that can react, if the side has shown that it has one (R24.2).
func (d *dream) reactor() {
	s := d.s
	if s.RE == nil || s.RE.Stage != stageJoin && s.RE.Stage != stageDeclare || d.seat == s.Active {
		return
	}
	if len(side(s, d.seat, eligible)) > 0 || canAmbush(s, d.seat) {
		return
	}
	for _, p := range s.Pieces {
		if p.seat() == d.seat && p.MayWatch {
			p.Overwatch = true
			return
		}
	}
	for _, u := range s.env.cards.All() {
		at := slices.IndexFunc(s.Reserve[d.seat-1], func(slug string) bool { return s.unit(slug).Signature == u.Signature })
		if ambushes(u) && at >= 0 {
			reserve := slices.Clone(s.Reserve[d.seat-1])
			reserve[at] = u.Slug
			s.Reserve[d.seat-1] = inCardOrder(s.env.cards, reserve)
			return
		}
	}
}

var _ game.Imaginer[*state] = ours
