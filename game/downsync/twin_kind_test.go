package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
)

// kind is one kind of thing that a side keeps from others.
type kind struct {
	name string
	open bool // it is secret in an open match too
	// vary finds a change of what x keeps to itself: of the state, or of the records; nothing if there is nothing now.
	vary func(w *world, x game.Seat, d *gametest.Dice) (swap func(*state), edit func([]game.Record))
	// secret tells whether a reply of x's is of the kind, so that it is made in one world alone.
	secret func(game.Reply) bool
	// out tells whether the step has made the secret known, as the rules have it.
	out func(before *state, x game.Seat, f game.Fact) bool
}

func never(*state, game.Seat, game.Fact) bool { return false }
func noReply(game.Reply) bool                 { return false }

func replyOf[R game.Reply](r game.Reply) bool {
	_, ok := r.(R)
	return ok
}

var kinds = []*kind{
	{name: "reserve", vary: otherReserve, secret: noReply, out: never},
	{name: "salt", vary: otherSalt, secret: noReply, out: never},
	{name: "rider", vary: otherRider, secret: noReply, out: riderOut},
	{name: "tokens", vary: otherTokens, secret: noReply, out: never},
	{name: "overwatch", vary: otherWatch, secret: replyOf[ActOverwatch], out: watchOut},
	{name: "plan", open: true, vary: otherPlans, secret: replyOf[Plan], out: never},
	{name: "standing", open: true, vary: otherStanding, secret: replyOf[StandingPass], out: never},
	{name: "sealed", open: true, vary: otherSeal, secret: noReply, out: sealOut},
}

// like are the Units that could stand in the Reserve in the Unit's place: of its Signature and faction.
func like(s *state, slug string) []string {
	var out []string
	for _, u := range s.env.cards.All() {
		if was := s.unit(slug); u.Slug != slug && u.PackagedWith == "" && u.Signature == was.Signature && u.Faction == was.Faction {
			out = append(out, u.Slug)
		}
	}
	return out
}

// committed makes the force the one that stands in the state, as if it had been committed to.
func committed(s *state, x game.Seat) { s.Conf.Forces[x-1] = s.roster(x) }

// declaring: who reacts has shown that somebody can, and must have somebody.
func declaring(s *state) bool {
	return s.RE != nil && (s.RE.Stage == stageJoin || s.RE.Stage == stageDeclare)
}

func otherReserve(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	now := w.truth()
	if declaring(now) {
		return nil, nil
	}
	reserve := slices.Clone(now.Reserve[x-1])
	changed := false
	for i, slug := range reserve {
		if others := like(now, slug); len(others) > 0 && (d.N(2) == 0 || i == len(reserve)-1 && !changed) {
			reserve[i], changed = others[d.N(len(others))], true
		}
	}
	if !changed {
		return nil, nil
	}
	return func(s *state) {
		s.Reserve[x-1] = inCardOrder(s.env.cards, reserve)
		committed(s, x)
	}, nil
}

func otherSalt(w *world, x game.Seat, _ *gametest.Dice) (func(*state), func([]game.Record)) {
	return func(s *state) { s.Conf.Salts[x-1] += " or another" }, nil
}

// otherRider takes a hidden squad off its transport, or puts one into a transport that has none.
func otherRider(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	now := w.truth()
	hidden := func(r rider) bool { return r.Seat == x && !r.Known }
	if slices.ContainsFunc(now.Riders, hidden) {
		return func(s *state) {
			s.Riders = slices.DeleteFunc(s.Riders, hidden)
			committed(s, x)
		}, nil
	}
	if now.Round == 0 {
		return nil, nil
	}
	var aboard []rider
	for _, u := range now.env.cards.All() {
		m, ok := u.Trait("mechanized")
		if !ok {
			continue
		}
		if slices.Contains(now.Reserve[x-1], m.Unit) {
			aboard = append(aboard, rider{Seat: x, Piece: offTable(u)})
		}
		for _, p := range now.side(x, func(p piece) bool { return p.Unit == m.Unit }) {
			if _, full := now.cargo(p.Label); !full {
				aboard = append(aboard, rider{Seat: x, In: p.Label, Piece: offTable(u)})
			}
		}
	}
	if aboard == nil {
		return nil, nil
	}
	r := aboard[d.N(len(aboard))]
	return func(s *state) {
		s.Riders = append(s.Riders, r)
		committed(s, x)
	}, nil
}

// riderOut: the squad is set down, or lost with its transport.
func riderOut(before *state, x game.Seat, f game.Fact) bool {
	switch f := f.(type) {
	case Destroyed:
		return f.Target.Label.Seat() == x && len(f.Aboard) > 0
	case Placed:
		return f.From.Seat() == x && before.unit(f.Slug).PackagedWith == ""
	}
	return false
}

func otherTokens(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	changed := map[Ref][2]int{}
	for _, p := range w.truth().side(x, isUnit) {
		for _, b := range p.Bases {
			if n := [2]int{d.N(p.card().CMStat() + 1), d.N(p.card().Hardened + 1)}; n != [2]int{b.CM, b.Hardened} && d.N(3) > 0 {
				changed[Ref{p.Label, b.N}] = n
			}
		}
	}
	if len(changed) == 0 {
		return nil, nil
	}
	return func(s *state) {
		for r, n := range changed {
			s.baseAt(r).CM, s.baseAt(r).Hardened = n[0], n[1]
		}
	}, nil
}

func otherWatch(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	var may []Label
	now := w.truth()
	if declaring(now) {
		return nil, nil
	}
	for _, p := range now.side(x, isUnit) {
		opened := p.Overwatch && p.WatchKnown || now.RE != nil && now.RE.has(p.Label)
		if p.MayWatch && !opened && d.N(3) > 0 {
			may = append(may, p.Label)
		}
	}
	if may == nil {
		return nil, nil
	}
	return func(s *state) {
		for _, l := range may {
			s.at(l).Overwatch = !s.at(l).Overwatch
		}
	}, nil
}

// watchOut: a Unit with the token takes part, which opens it.
func watchOut(before *state, x game.Seat, f game.Fact) bool {
	holds := func(l Label) bool {
		p, ok := before.piece(l)
		return ok && l.Seat() == x && p.MayWatch
	}
	switch f := f.(type) {
	case Joined:
		return slices.ContainsFunc(f.Units, holds)
	case Declared:
		return slices.ContainsFunc(f.Units, holds)
	}
	return false
}

func otherPlans(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	now, plans := w.truth(), map[Label]string{}
	for _, p := range now.side(x, piece.isPing) {
		options := append(now.reserveOf(x, p.Sig), "")
		if o := options[d.N(len(options))]; o != p.Plan {
			plans[p.Label] = o
		}
	}
	if len(plans) == 0 {
		return nil, nil
	}
	return func(s *state) {
		for l, as := range plans {
			s.at(l).Plan = as
		}
	}, nil
}

func otherStanding(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	now := w.truth()
	if now.Round == 0 {
		return nil, nil
	}
	o := passing{Until: passFor[d.N(len(passFor))], Turn: now.Turn, Round: now.Round, Units: now.ownUnits(x)}
	if now.Passing[x-1].Until != "" && d.N(2) == 0 {
		o = passing{}
	}
	return func(s *state) { s.Passing[x-1] = o }, nil
}

// otherSeal has another order under x's seal.
func otherSeal(w *world, x game.Seat, d *gametest.Dice) (func(*state), func([]game.Record)) {
	at := len(w.records) - 1
	for ; at >= 0 && !(w.records[at].Sealed() && w.records[at].Seat == x); at-- {
	}
	if at < 0 {
		return nil, nil
	}
	now, view := w.truth(), w.View(game.Player(x))
	for _, g := range w.Groups() {
		for _, a := range g.Asks {
			if a.Seat != x || a.ID != w.records[at].Ask || slices.Contains(g.Open, x) {
				continue
			}
			for range 8 {
				line := gametest.Line(d, view, a, guessPoint)
				if r, err := Parse(line); err == nil && line != w.records[at].Order && (rules{}).Check(now, a, r) == nil {
					return nil, func(rs []game.Record) { rs[at].Order = r.Order() }
				}
			}
		}
	}
	return nil, nil
}

// sealOut: the group has closed.
func sealOut(_ *state, _ game.Seat, f game.Fact) bool {
	switch f.(type) {
	case Boosted, EngagementBegan, WindowClosed:
		return true
	}
	return false
}

// otherForce is a force of the same Signatures and faction.
func otherForce(s *state, force []string, d *gametest.Dice) []string {
	out := slices.Clone(force)
	for i, slug := range out {
		if others := like(s, slug); len(others) > 0 && d.N(2) == 0 {
			out[i] = others[d.N(len(others))]
		}
	}
	return out
}

// finishes tells whether the roll's modifiers come from how many tokens the target has: then the count is bought.
func finishes(before *state, f AttackRolled) bool {
	p, ok := before.piece(f.By.Label)
	if !ok || p.isPing() {
		return false
	}
	a, _ := p.card().Action(f.Action)
	has := func(t cards.Trait) bool { return t.ID == "finisher" }
	return slices.ContainsFunc(p.card().Traits, has) || slices.ContainsFunc(a.Traits, has)
}
