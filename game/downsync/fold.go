package downsync

import (
	"slices"

	"downsync/game"
)

// fold is the state after the fact. The only place where state changes.
func (s *state) fold(f game.Fact) *state {
	if f, ok := f.(setUp); ok {
		return f.begin()
	}
	n := s.clone()
	n.apply(f)
	return n
}

// begin is the state of a match just set up.
func (f setUp) begin() *state {
	s := &state{Conf: f.Conf, env: newEnv(f.Conf), Phase: Deploying, Reserve: f.Reserve, Pieces: slices.Clone(f.Pieces)}
	s.env.attach(s.Pieces)
	s.CP = Both{f.Conf.Capacity(), f.Conf.Capacity()}
	if lab := f.Conf.Lab; lab != nil {
		s.Round, s.First, s.VP = 1, lab.Active, lab.VP
		if lab.CP != nil {
			s.CP = *lab.CP
		}
		for _, p := range s.Pieces {
			if !p.isPing() {
				s.board(p.Label, p.card())
			}
		}
		lab.takeAboard(s)
	}
	return s.clone()
}

// apply changes a fresh copy.
func (s *state) apply(f game.Fact) {
	switch f := f.(type) {
	case StartRolled:
		s.Chooser = 1
		if sum(f.Dice[1][:]) > sum(f.Dice[0][:]) {
			s.Chooser = 2
		}
	case FirstChosen:
		s.First, s.Active = f.First, f.First
	case Deployed:
		s.at(f.Ping).Bases = []base{{N: 1, At: f.At}}
	case DeploymentDone:
		s.Active = other(f.Seat)
		if f.Seat != s.First {
			s.Active = 0
		}
	case RoundBegan:
		s.beginRound(f)
	case TurnBegan:
		s.beginTurn(f)
	case Designated:
		s.Taskforce = f.Pieces
	case PhaseBegan:
		s.Phase = f.Phase
	case DrawOffered:
		s.Draw[f.Seat-1] = true
	case standingSet:
		s.Passing[f.Seat-1] = passing{Until: f.Until, Turn: s.Turn, Round: s.Round, Units: f.Units}
	case planned:
		s.at(f.Ping).Plan = f.As
	case mounted:
		s.mount(f)
	case Placed:
		s.place(f)
	case Loaded:
		s.load(f)
	case Sprinted:
		for i, at := range f.Bases {
			s.at(f.Unit).Bases[i].At = at
		}
	case Revealed:
		s.reveal(f)
	case ContactFound:
		s.Found = append(s.Found, found{f.Pings, f.Why})
	case Refreshed:
		s.refresh(f)
	case Moved:
		s.move(f)
	case MoveDone:
		s.at(f.Piece).Moved, s.Mover = true, nil
	case MoveTaken:
		s.Mover = nil
		for _, b := range f.Bases {
			x := s.baseAt(Ref{f.Unit, b.N})
			x.At, x.Moved, x.Slowed = b.At, false, false // nothing slows before the Move phase
		}
	case TurnEnded:
		s.endTurn()
	case Scored:
		s.VP[f.Seat-1] += f.VP
	case Ended:
		s.Result = &game.Result{Rank: f.Rank, Why: f.Why}
		s.Phase, s.Found, s.Hit, s.Acts, s.RE, s.Mover = Over, nil, nil, nil, nil, nil
	default:
		if !s.applyRuling(f) {
			s.applyFight(f)
		}
	}
}

// applyFight are the facts of activations, attacks and engagements.
func (s *state) applyFight(f game.Fact) {
	switch f := f.(type) {
	case ActivationBegan:
		s.beginActivation(f)
	case ActionBegan:
		s.beginAction(f)
	case AttackLost:
		s.check(false)
	case recovered:
		s.recover(f)
	case ScanRolled:
		s.check(f.Boost)
	case AttackRolled:
		if b := s.baseAt(f.By); b.Stealth && !s.silent(f.By.Label, f.Action) {
			s.act().Fired = b.N
		}
		s.check(f.Boost)
		if f.Hit {
			s.Hit = &hit{By: f.By, Action: f.Action, Target: f.Target, Effect: f.Effect, Need: f.Counter}
		}
	case Dropped:
		s.act().Left, s.act().Aim = 0, nil
	case overwatchTaken:
		p := s.at(f.Unit)
		p.Overwatch, s.act().Watched = true, true // everybody reckons with it once the activation has ended (S2)
		for i := range s.act().Actors {
			x := &s.act().Actors[i]
			x.AP, x.Spent = 0, true
		}
	case CounterPaid:
		s.CP[f.Seat-1]--
	case counterUsed:
		s.spend(f)
	case Marked:
		b := s.baseAt(f.Target)
		b.Tagged, b.Locked = b.Tagged || f.As == "tagged", b.Locked || f.As == "target-lock"
	case StealthGained:
		for _, n := range f.Bases {
			s.baseAt(Ref{f.Unit, n}).Stealth = true
		}
	case StealthLost:
		s.loseStealth(f)
	case Stopped, NoEffect:
		s.Hit = nil
	case Stunned:
		b := s.baseAt(f.Target)
		b.Stun, b.Fresh, s.Hit = true, s.RE != nil, nil
	case Destroyed:
		s.destroy(f)
	case ActivationEnded:
		s.endActivation(f)
	default:
		s.applyEngagement(f)
	}
}

func (s *state) applyEngagement(f game.Fact) {
	switch f := f.(type) {
	case EngagementBegan:
		s.RE = &engagement{Stage: stageJoin}
		for _, p := range s.members(isUnit) {
			s.RE.Parts = append(s.RE.Parts, part{Label: p.Label})
		}
	case Joined:
		s.RE.Stage = stageDeclare
		for _, l := range f.Units {
			if !s.inTaskforce(l) {
				s.Taskforce = append(slices.Clone(s.Taskforce), l)
			}
		}
		s.take(f.Units)
	case Declared:
		s.RE.Stage = stageBoost
		s.CP[other(s.Active)-1] -= f.CP
		s.take(f.Units)
	case Boosted:
		s.CP[f.Seat-1] -= len(f.Units)
		for i, p := range s.RE.Parts {
			s.RE.Parts[i].Boost = p.Boost || slices.Contains(f.Units, p.Label)
		}
		if s.open() && f.Seat == s.firstToBoost() {
			s.RE.Stage = stageBoost2
		}
	case PriorityRolled:
		s.RE.part(f.Unit).Die = f.Die
		if !slices.ContainsFunc(s.RE.Parts, func(p part) bool { return p.Die == 0 }) {
			s.RE.Stage = stageResolve
		}
	case Held:
		s.RE.part(f.Unit).Die = f.Die
	case Called:
		s.RE.Called = f.Unit
	case EngagementEnded:
		s.endEngagement(f)
	}
}

// every writes to all pieces, those aboard too: what ends with a Turn, a Round or an engagement ends there as well.
func (s *state) every(do func(*piece)) {
	for i := range s.Pieces {
		do(&s.Pieces[i])
	}
	for i := range s.Riders {
		do(&s.Riders[i].Piece)
	}
}

func (s *state) everyBase(do func(*base)) {
	s.every(func(p *piece) {
		for i := range p.Bases {
			do(&p.Bases[i])
		}
	})
}

// at is the piece to write to.
func (s *state) at(l Label) *piece { return &s.Pieces[s.index(l)] }

// baseAt is the base to write to.
func (s *state) baseAt(r Ref) *base {
	p := s.at(r.Label)
	if r.N == 0 {
		return &p.Bases[0]
	}
	return &p.Bases[slices.IndexFunc(p.Bases, func(b base) bool { return b.N == r.N })]
}

// act is the running activation to write to.
func (s *state) act() *activation { return &s.Acts[len(s.Acts)-1] }

func (e *engagement) has(l Label) bool {
	return slices.ContainsFunc(e.Parts, func(p part) bool { return p.Label == l })
}

func (e *engagement) part(l Label) *part {
	return &e.Parts[slices.IndexFunc(e.Parts, func(p part) bool { return p.Label == l })]
}

// beginRound takes off Activated Tokens and sets CP to Capacity (R6.1, R17.1, Q18).
func (s *state) beginRound(f RoundBegan) {
	s.Round = f.Round
	s.CP = Both{s.Conf.Capacity() - s.upkeep(1), s.Conf.Capacity() - s.upkeep(2)} // Q24
	s.every(func(p *piece) { p.Activated, p.Fresh = false, false })
}

// endTurn ends what lasts until the end of the Taskforce Activation.
func (s *state) endTurn() {
	s.Taskforce = nil
	s.everyBase(func(b *base) { b.Tagged, b.Locked = false, false })
}

// spend takes a countermeasure token off the target, or off the Unit that lends it.
func (s *state) spend(f counterUsed) {
	r := f.Target
	if f.From != "" {
		r = Ref{Label: f.From}
	}
	if b := s.baseAt(r); f.Token == "cm" {
		b.CM--
	} else {
		b.Hardened--
	}
}

func (s *state) loseStealth(f StealthLost) {
	s.baseAt(f.Base).Stealth = false
	if n := len(s.Acts); n > 0 && s.Acts[n-1].Piece == f.Base.Label {
		s.Acts[n-1].Fired = 0
	}
}

func (s *state) beginTurn(f TurnBegan) {
	s.Turn, s.Active, s.Phase, s.Taskforce, s.Draw = f.Turn, f.Active, Designating, nil, [2]bool{}
	s.every(func(p *piece) { p.Refreshed, p.Moved = false, false })
	s.everyBase(func(b *base) { b.Moved, b.Slowed = false, false })
}

// reveal makes the Ping the Unit with the tokens of a fresh card (R16.4, R16.5, Q21); an Activated Token stays
// (Q17).
func (s *state) reveal(f Revealed) {
	p := s.at(f.Piece)
	u := s.unit(f.Unit)
	was := p.Bases[0]
	p.become(u, f.Bases)
	for i := range p.Bases {
		p.Bases[i].Moved, p.Bases[i].Slowed = was.Moved, was.Slowed
	}
	if f.Why == RevealedByAmbush {
		p.Activated = false // Q74
	}
	s.board(f.Piece, u)
	seat := f.Piece.Seat()
	i := slices.Index(s.Reserve[seat-1], f.Unit)
	s.Reserve[seat-1] = slices.Delete(s.Reserve[seat-1], i, i+1)
	if n := len(s.Found); n > 0 {
		top := &s.Found[n-1]
		top.Pings = slices.DeleteFunc(slices.Clone(top.Pings), func(l Label) bool { return l == f.Piece })
		if len(top.Pings) == 0 {
			s.Found = s.Found[:n-1]
		}
	}
}

// refresh: R7.6 in the printed order.
func (s *state) refresh(f Refreshed) {
	p := s.at(f.Unit)
	seat := f.Unit.Seat()
	if p.AuraCP { // comes back just before the refresh (Q24)
		p.AuraCP = false
		s.CP[seat-1]++
	}
	p.Overwatch, p.MayWatch, p.WatchKnown = false, false, false // Q23
	for i := range p.Bases {
		b := &p.Bases[i]
		b.CM = max(b.CM, p.card().CMStat()) // R23.6
		if slices.Contains(f.Unstunned, b.N) {
			b.Stun, b.Fresh = false, false
		}
	}
	s.CP[seat-1] -= len(f.Unstunned) + len(f.Paid)
	p.AuraCP = slices.Contains(f.Paid, "defense-aura")
	p.Refreshed, p.Fresh = true, true
}

func (s *state) move(f Moved) {
	p, b := s.at(f.Base.Label), s.baseAt(f.Base)
	to := f.Path[len(f.Path)-1]
	b.Slowed = b.Slowed || f.Slowed
	if f.Action {
		s.pay(b.N, 1)
		b.At = to
		return
	}
	if len(p.Bases) > 1 && s.Mover == nil {
		s.Mover = &mover{Label: p.Label}
	}
	if s.Mover != nil {
		s.Mover.Start = append(slices.Clone(s.Mover.Start), BaseAt{b.N, b.At})
	}
	b.At, b.Moved = to, true
}

func (s *state) beginActivation(f ActivationBegan) {
	p := s.at(f.Piece)
	if s.RE != nil {
		p.Overwatch, p.MayWatch, p.WatchKnown = false, false, false // R24.15
		if s.RE.Called == f.Piece {
			s.RE.Called = ""
		}
	}
	s.Acts = append(s.Acts, s.begin(*p, f))
}

// beginAction pays for an action and sets up the checks or attacks that follow.
func (s *state) beginAction(f ActionBegan) {
	a := s.act()
	s.pay(f.By, when(!f.NoAP, 1))
	s.CP[f.Unit.Seat()-1] -= f.CP
	if f.ROF == 0 {
		a.Used = append(a.Used, f.Action)
		return
	}
	a.Action, a.By, a.Left = f.Action, f.By, f.ROF
	if f.Aim != nil {
		a.Aim = &aim{At: *f.Aim, Targets: f.Targets, Boosts: f.Boosts}
	}
}

// recover takes a Stun Token off and what was paid for it (edition 4.2).
func (s *state) recover(f recovered) {
	a, b := s.act(), s.baseAt(f.Base)
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

// silent tells whether the weapon leaves its user's Stealth Token alone.
func (s *state) silent(l Label, action string) bool {
	a, _ := s.must(l).card().Action(action)
	_, ok := a.Trait("silent")
	return ok
}

// pay spends the base's action and its AP; an AP spent is what everybody sees.
func (s *state) pay(n, ap int) {
	a := s.act()
	x := &a.Actors[slices.IndexFunc(a.Actors, func(x actor) bool { return x.N == n })]
	x.AP -= ap
	x.Spent, x.Shown = true, x.Shown || ap > 0
}

// check uses one check or attack of the running action.
func (s *state) check(boost bool) {
	a := s.act()
	if a.Aim != nil {
		a.Aim.Next++
	}
	if a.Left--; a.Left == 0 {
		a.Action, a.By, a.Aim = "", 0, nil
	}
	if boost {
		s.CP[a.Piece.Seat()-1]--
	}
}

// destroy takes a base away, and with its last the Unit (R22.2, Q42, Q67).
func (s *state) destroy(f Destroyed) {
	s.Hit = nil
	i := s.index(f.Target.Label)
	p := &s.Pieces[i]
	p.Bases = slices.DeleteFunc(p.Bases, func(b base) bool { return f.Target.N == 0 || b.N == f.Target.N })
	if len(p.Bases) > 0 {
		return
	}
	if p.AuraCP {
		s.CP[p.seat()-1]++ // Q24
	}
	s.Lost = append(s.Lost, Lost{Seat: p.seat(), Label: p.Label, Unit: p.Unit})
	if r, ok := s.cargo(p.Label); ok {
		s.Lost = append(s.Lost, Lost{Seat: r.Seat, Label: r.Piece.Label, Unit: r.Piece.Unit}) // Q75, Q78
		s.Riders = slices.DeleteFunc(s.Riders, func(r rider) bool { return r.In == f.Target.Label })
	}
	s.leave(f.Target.Label)
}

func (s *state) endActivation(f ActivationEnded) {
	s.Acts = s.Acts[:len(s.Acts)-1]
	p := s.at(f.Piece)
	p.Activated = p.Activated || f.Activated
	p.MayWatch = p.MayWatch || f.Quiet
	for _, n := range f.Unstunned {
		if i := slices.IndexFunc(p.Bases, func(b base) bool { return b.N == n }); i >= 0 {
			p.Bases[i].Stun = false
		}
	}
	if s.RE != nil && s.RE.has(f.Piece) {
		s.RE.part(f.Piece).Acted = true
	}
}

// take makes Units participants; what they carry of Overwatch is known from now on (S2).
func (s *state) take(units []Label) {
	for _, l := range units {
		s.RE.Parts = append(s.RE.Parts, part{Label: l})
	}
	for _, q := range s.RE.Parts {
		p := s.at(q.Label)
		p.WatchKnown = p.Overwatch
	}
}

// endEngagement: every participant receives an Activated Token (R24.17); Stun Tokens count again (Q60).
func (s *state) endEngagement(f EngagementEnded) {
	s.RE = nil
	for _, l := range f.Units {
		s.at(l).Activated = true
	}
	s.everyBase(func(b *base) { b.Fresh = false })
}
