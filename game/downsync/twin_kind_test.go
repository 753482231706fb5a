package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
)

func never(*state, game.Seat, game.Fact) bool { return false }
func noReply(game.Reply) bool                 { return false }

func replyOf[R game.Reply](r game.Reply) bool {
	_, ok := r.(R)
	return ok
}

// kinds lists all secrets; an open match keeps those in openKinds too.
var kinds = append([]*kind{
	{Name: "reserve", Vary: varied(otherReserve), Secret: noReply, Out: never},
	{Name: "salt", Vary: varied(otherSalt), Secret: noReply, Out: never},
	{Name: "rider", Vary: varied(otherRider), Secret: noReply, Out: riderOut},
	{Name: "tokens", Vary: varied(otherTokens), Secret: noReply, Out: never, Told: bought},
	{Name: "overwatch", Vary: varied(otherWatch), Secret: replyOf[ActOverwatch], Out: watchOut, Later: true},
}, openKinds...)

var openKinds = []*kind{
	{Name: "plan", Vary: varied(otherPlans), Secret: replyOf[plan], Out: never},
	{Name: "standing", Vary: varied(otherStanding), Secret: replyOf[StandingPass], Out: never},
	{Name: "countering", Vary: varied(otherCountering), Secret: noReply, Out: hitOut},
	{Name: "sealed", Vary: gametest.OtherSeal(twinCase(nil)), Secret: noReply, Out: sealOut, Sealed: true},
}

// varied returns a function that copies the state with the change that vary finds, if it finds one.
func varied(vary func(*world, game.Seat, *gametest.Dice) func(*state)) func(*world, game.Seat, *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	return func(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
		change := vary(w, x, d)
		if change == nil {
			return nil, nil
		}
		return func(s *state) *state {
			n := s.Copy()
			change(n)
			return n
		}, nil
	}
}

// like returns the Units that could be in the Reserve in place of the Unit: the ones of its Signature and faction.
func like(s *state, slug string) []string {
	var out []string
	for _, u := range s.env.cards.All() {
		if was := s.unit(slug); u.Slug != slug && u.PackagedWith == "" && u.Signature == was.Signature && u.Faction == was.Faction {
			out = append(out, u.Slug)
		}
	}
	return out
}

// committed sets the force to the state's roster, as if it had been committed to.
func committed(s *state, x game.Seat) { s.Conf.Forces[x-1] = roster(s, x) }

// declaring: the reacting side has shown that one of its Units can react, so it must have one.
func declaring(s *state) bool {
	return s.RE != nil && (s.RE.Stage == stageJoin || s.RE.Stage == stageDeclare)
}

func otherReserve(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	now := w.Truth()
	if declaring(now) {
		return nil
	}
	reserve := slices.Clone(now.Reserve[x-1])
	changed := false
	for i, slug := range reserve {
		if others := like(now, slug); len(others) > 0 && (d.N(2) == 0 || i == len(reserve)-1 && !changed) {
			reserve[i], changed = others[d.N(len(others))], true
		}
	}
	if !changed {
		return nil
	}
	return func(s *state) {
		s.Reserve[x-1] = inCardOrder(s.env.cards, reserve)
		committed(s, x)
	}
}

func otherSalt(w *world, x game.Seat, _ *gametest.Dice) func(*state) {
	return func(s *state) { s.Conf.Salts[x-1] += " or another" }
}

// otherRider takes a hidden squad off its transport, or puts one into a transport that has none.
func otherRider(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	now := w.Truth()
	hidden := func(r rider) bool { return r.Seat == x && !r.Known }
	if slices.ContainsFunc(now.Riders, hidden) {
		return func(s *state) {
			s.Riders = slices.DeleteFunc(slices.Clone(s.Riders), hidden)
			committed(s, x)
		}
	}
	if now.Round == 0 {
		return nil
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
		for _, p := range side(now, x, func(p piece) bool { return p.Unit == m.Unit }) {
			if _, full := cargo(now, p.Label); !full {
				aboard = append(aboard, rider{Seat: x, In: p.Label, Piece: offTable(u)})
			}
		}
	}
	if aboard == nil {
		return nil
	}
	r := aboard[d.N(len(aboard))]
	return func(s *state) {
		s.Riders = append(slices.Clip(s.Riders), r)
		committed(s, x)
	}
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

func otherTokens(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	changed := map[Ref][2]int{}
	for _, p := range side(w.Truth(), x, isUnit) {
		for _, b := range p.Bases {
			if n := [2]int{d.N(p.card().CMStat() + 1), d.N(p.card().Hardened + 1)}; n != [2]int{b.CM, b.Hardened} && d.N(3) > 0 {
				changed[Ref{p.Label, b.N}] = n
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return func(s *state) {
		for r, n := range changed {
			baseAt(s, r).CM, baseAt(s, r).Hardened = n[0], n[1]
		}
	}
}

func otherWatch(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	var may []Label
	now := w.Truth()
	if declaring(now) {
		return nil
	}
	for _, p := range side(now, x, isUnit) {
		opened := p.Overwatch && p.WatchKnown || now.RE != nil && now.RE.has(p.Label)
		if p.MayWatch && !opened && d.N(3) > 0 {
			may = append(may, p.Label)
		}
	}
	for _, r := range now.Riders {
		if r.Seat == x && r.Piece.MayWatch && !r.Piece.WatchKnown && d.N(3) > 0 {
			may = append(may, r.Piece.Label)
		}
	}
	if may == nil {
		return nil
	}
	return func(s *state) {
		every(s, func(p *piece) {
			p.Overwatch = p.Overwatch != (p.Label != "" && slices.Contains(may, p.Label))
		})
	}
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

func otherPlans(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	now, plans := w.Truth(), map[Label]string{}
	for _, p := range side(now, x, piece.isPing) {
		options := append(reserveOf(now, x, p.Sig), "")
		if o := options[d.N(len(options))]; o != p.Plan {
			plans[p.Label] = o
		}
	}
	if len(plans) == 0 {
		return nil
	}
	return func(s *state) {
		for l, as := range plans {
			s.at(l).Plan = as
		}
	}
}

func otherStanding(w *world, x game.Seat, d *gametest.Dice) func(*state) {
	now := w.Truth()
	if now.Round == 0 {
		return nil
	}
	units := ownUnits(now, x)
	o := passing{Until: passFor[d.N(len(passFor))], Turn: now.Turn, Round: now.Round, Units: units, Restored: units}
	if now.Passing[x-1].Until != "" && d.N(2) == 0 {
		o = passing{}
	}
	return func(s *state) { s.Passing[x-1] = o }
}

func otherCountering(w *world, x game.Seat, _ *gametest.Dice) func(*state) {
	now := w.Truth()
	if now.Turn == 0 || now.Hit != nil { // a hit that waits has been asked about
		return nil
	}
	turn := now.Turn
	if counters(now, x) {
		turn = 0
	}
	return func(s *state) { s.Countering[x-1] = turn }
}

// hitOut: a hit is answered at once, or asked about.
func hitOut(_ *state, x game.Seat, f game.Fact) bool {
	roll, ok := f.(AttackRolled)
	return ok && roll.Hit && roll.Target.Label.Seat() == x
}

// sealOut: the group of sealed answers has closed.
func sealOut(_ *state, _ game.Seat, f game.Fact) bool {
	switch f.(type) {
	case Boosted, EngagementBegan, WindowClosed:
		return true
	}
	return false
}

// otherForce returns a force of the same Signatures and faction.
func otherForce(s *state, force []string, d *gametest.Dice) []string {
	out := slices.Clone(force)
	for i, slug := range out {
		if others := like(s, slug); len(others) > 0 && d.N(2) == 0 {
			out[i] = others[d.N(len(others))]
		}
	}
	return out
}

// finishes reports whether the roll's modifiers depend on the number of the target's tokens: the roll then buys that number.
func finishes(before *state, f AttackRolled) bool {
	p, ok := before.piece(f.By.Label)
	if !ok || p.isPing() {
		return false
	}
	a, _ := p.card().Action(f.Action)
	has := func(t cards.Trait) bool { return t.ID == "finisher" }
	return slices.ContainsFunc(p.card().Traits, has) || slices.ContainsFunc(a.Traits, has)
}

// bought: a Finisher's roll has revealed how many tokens there are.
func bought(a, b *state, x game.Seat, fs []game.Fact) bool {
	return slices.ContainsFunc(fs, func(f game.Fact) bool {
		roll, ok := f.(AttackRolled)
		if !ok || roll.Target.Label.Seat() != x || !finishes(a, roll) {
			return false
		}
		none := func(s *state) bool { b := baseAt(s.Copy(), roll.Target); return b.CM+b.Hardened == 0 }
		return none(a) != none(b)
	})
}
