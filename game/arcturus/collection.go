package arcturus

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Armed: a seat's Action Dice and reinforcements are armed again (N13.2).
type Armed struct {
	Seat  game.Seat `json:"seat"`
	Dice  int       `json:"dice"`
	Ships int       `json:"ships"`
}

func (Armed) Kind() string                { return "armed" }
func (f Armed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Armed) { s.player(f.Seat).Dice, s.player(f.Seat).Ships = f.Dice, f.Ships })

// Collected: a seat's income and crew costs in one sum, its research markers, and the cube that it takes back (N13.3 to N13.6).
type Collected struct {
	Seat     game.Seat    `json:"seat"`
	Got      cards.Amount `json:"got"`                // crew costs included
	Mined    cards.Amount `json:"mined"`              // the part of it that mines gave
	Flipped  []string     `json:"flipped,omitempty"`  // bases without crew
	Research []string     `json:"research,omitempty"` // bases with one more marker
	Cube     string       `json:"cube,omitempty"`     // the ladder
}

func (Collected) Kind() string                { return "collected" }
func (f Collected) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Collected) {
	s.gain(f.Seat, f.Got)
	for _, id := range f.Flipped {
		s.base(id).Flipped = true
	}
	for _, id := range f.Research {
		s.base(id).Research++
	}
	if f.Cube != "" {
		*s.player(f.Seat).Cubes.on(f.Cube)--
	}
})

// burden returns what this round's Sovereign card changes in the seat's collection.
func (s *board) burden(seat game.Seat) (b cards.Band) {
	if s.card() != nil && !slices.Contains(s.Immune, seat) && s.effect().Op == cards.Collection {
		b = *s.effect()
	}
	return b
}

// collect is Phase 3: cards, dice, income, research and cubes for each seat, then the traps of the collection, and the next round
// or the end (N13).
func collect(t tx) {
	order := slices.Collect(t.State().clockwise(t.State().Marker))
	for _, seat := range order {
		drawCards(t, seat)
	}
	for _, seat := range order {
		arm(t, seat)
		t.Emit(t.State().collection(seat))
	}
	for _, seat := range order {
		takeAfter(t, seat)
	}
	s := t.State()
	if s.Last != 0 && s.Round >= s.Last {
		finish(t)
		return
	}
	marker := s.Marker
	for seat := range s.others(s.Marker) {
		marker = seat
		break
	}
	t.Emit(RoundBegan{s.Round + 1, marker})
}

// drawCards draws two cards, and one for each armed die, at most two more (N13.1, S55).
func drawCards(t tx, seat game.Seat) {
	s := t.State()
	n := 2 + min(2, s.player(seat).Dice) + s.sum(seat, cards.Collection, func(a *cards.Ability) int { return a.Cards })
	draw(t, seat, max(0, n+s.burden(seat).Cards), "collection")
}

// arm arms dice and reinforcements; some may begin the next round used.
func arm(t tx, seat game.Seat) {
	s := t.State()
	b := s.burden(seat)
	n := dice + s.sum(seat, cards.MoreDice, func(a *cards.Ability) int { return a.More })
	t.Emit(Armed{seat, max(0, n-b.DiceUsed), max(0, s.player(seat).Assault-b.ShipsUsed)})
}

// harvest holds the income of a seat while the bases at some places work.
type harvest struct {
	sum  cards.Amount // without mines and crew costs
	ore  int
	crew int // crew costs
}

// harvest adds up the income of a seat whose bases at these places work (N13.3).
func (s *board) harvest(seat game.Seat, works []int) (h harvest) {
	b := s.burden(seat)
	if m := cards.FindMat(s.player(seat).Mat); m != nil && !b.NoRacketeering { // nil: not chosen yet
		h.sum = m.Income
		h.sum.Credits = max(0, h.sum.Credits+b.Racketeering)
	}
	for a := range s.ability(seat, cards.Collection) {
		h.sum = h.sum.Plus(a.Income)
	}
	for _, i := range works {
		at := cards.At(i)
		in := cards.FindZone(at.Zone).Income
		if at.Zone != cards.Exo {
			in.Credits = max(0, in.Credits+b.FarCredits)
		}
		h.crew += s.upkeep(seat, i)
		in.Crew = max(0, in.Crew)
		h.sum = h.sum.Plus(in)
		if !b.Embargo {
			h.ore += at.Ore
		}
	}
	for _, r := range cards.Routes() {
		missing := slices.ContainsFunc(r.Bases, func(id string) bool { return !slices.Contains(works, cards.Place(id)) })
		if !missing && !b.Embargo {
			h.sum = h.sum.Plus(r.Income)
		}
	}
	return h
}

// upkeep returns the crew that a base at a place costs the seat.
func (s *board) upkeep(seat game.Seat, place int) int {
	return s.cost(seat, cards.OfUpkeep, cards.Amount{Crew: max(0, -cards.FindZone(cards.At(place).Zone).Income.Crew)}).Crew
}

// crewOre returns how much of the ore becomes crew if so much is short (S60).
func (p *player) crewOre(ore, short int) int {
	switch p.Mine {
	case mineCrew:
		return ore
	case "":
		return min(ore, max(0, short))
	}
	return 0
}

// collection works out a seat's collection: bases are flipped until the crew costs of the others can be paid (N13.4, S3).
func (s *board) collection(seat game.Seat) Collected {
	f, p := Collected{Seat: seat}, s.player(seat)
	var works []int
	for i := range s.held(seat) {
		if s.works(i) {
			works = append(works, i)
		}
	}
	var h harvest
	var mined int
	for {
		h = s.harvest(seat, works)
		short := h.crew - p.Have.Crew - h.sum.Crew
		mined = p.crewOre(h.ore, short)
		if short <= mined {
			break
		}
		i := s.flipFirst(seat, works)
		f.Flipped = append(f.Flipped, cards.At(i).ID)
		works = slices.DeleteFunc(works, func(j int) bool { return j == i })
	}
	rest := amountOf(h.ore-mined, "c")
	if p.Mine == mineInfluence {
		rest = amountOf(h.ore-mined, "i")
	}
	f.Mined = rest.Plus(amountOf(mined, "w"))
	f.Got = h.sum.Plus(f.Mined).Minus(amountOf(h.crew, "w"))
	for _, i := range works {
		if n := s.boxes(i); n > s.Bases[i].Research {
			f.Research = append(f.Research, cards.At(i).ID)
		}
	}
	f.Cube = p.cubeBack()
	return f
}

// flipFirst returns the base to flip next: the seat's own list first, then the largest crew cost, the later territory on a tie.
func (s *board) flipFirst(seat game.Seat, works []int) int {
	cost := slices.DeleteFunc(slices.Clone(works), func(i int) bool { return s.upkeep(seat, i) == 0 })
	flip := s.player(seat).Flip
	return slices.MinFunc(cost, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(flip, a), rank(flip, b)), cmp.Compare(s.upkeep(seat, b), s.upkeep(seat, a)), cmp.Compare(b, a))
	})
}

// cubeBack returns the ladder from which the seat takes a cube back, "" if it has none (N9.3, S51).
func (p *player) cubeBack() string {
	track := p.Cube
	if track == "" || *p.Cubes.on(track) == 0 {
		track = Tech
		if p.Cubes.Assault > p.Cubes.Tech {
			track = Arms
		}
	}
	if *p.Cubes.on(track) == 0 {
		return ""
	}
	return track
}

// takeAfter springs a seat's trap after everyone has collected (S14, S65).
func takeAfter(t tx, seat game.Seat) {
	s := t.State()
	c := s.trap(seat)
	if c == nil || c.Window != cards.OnCollection {
		return
	}
	have := func(o game.Seat) int { return s.player(o).Have.Credits }
	if c.Effect.Cards > 0 {
		have = func(o game.Seat) int { return len(s.player(o).Hand) }
	}
	from := s.collectionVictim(seat, have)
	if from == 0 {
		return
	}
	spring(t, seat)
	if c.Effect.Cards == 0 {
		t.Emit(Paid{seat, from, min(c.Effect.Credits, have(from)), "skim"})
		return
	}
	hand := s.player(from).Hand
	t.Emit(picked{Picked{seat, from, hand[rollFor(t, seat, "pickpocket", len(hand))-1]}})
}

// bigMark is how much the victim of a trap of the collection must have, if its order waits for big affairs.
const bigMark = 4

// collectionVictim returns the victim that the standing order of the seat's trap names, 0 if there is none. have counts what can be taken.
func (s *board) collectionVictim(seat game.Seat, have func(game.Seat) int) game.Seat {
	o := s.player(seat).Face.Order
	if o.When == Never || o.When == Me {
		return 0
	}
	takes := func(from game.Seat) bool {
		return s.plays(from) && have(from) > 0 && (o.When != Big || have(from) >= bigMark)
	}
	most := func(of func(game.Seat) int) (best game.Seat) {
		for o := range s.others(seat) {
			if takes(o) && (best == 0 || of(o) > of(best)) {
				best = o
			}
		}
		return best
	}
	if len(o.Against) == 0 {
		return most(have)
	}
	for _, w := range o.Against {
		from := seatOf(w)
		switch w {
		case Anybody:
			from = most(have)
		case Richest:
			from = most(func(o game.Seat) int { return s.player(o).Have.Credits })
		case Fullest:
			from = most(func(o game.Seat) int { return len(s.player(o).Hand) })
		case Leader:
			from = s.leader(seat)
		}
		if from != 0 && takes(from) {
			return from
		}
	}
	return 0
}

// picked: a seat takes a card from another's hand, by a die that nobody is told (S65).
type picked struct{ Picked }

// Picked tells of it: the two which card, the others that it is one.
type Picked struct {
	Seat game.Seat `json:"seat"`
	From game.Seat `json:"from"`
	Card string    `json:"card,omitempty"`
}

func (Picked) Kind() string                { return "picked-told" }
func (f Picked) For(game.Viewer) game.Fact { return f }
func (picked) Kind() string                { return "picked" }
func (f picked) For(v game.Viewer) game.Fact {
	out := f.Picked
	if !v.Sees(f.Seat) && !v.Sees(f.From) {
		out.Card = ""
	}
	return out
}

var (
	_ = secret(func(s *state, f picked) {
		s.player(f.From).Hand = without(s.player(f.From).Hand, f.Card)
		s.player(f.Seat).Hand = sorted(s.player(f.Seat).Hand, f.Card)
	})
	_ = twin[Picked]()
)
