package arcturus

import (
	"iter"
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Affair is an attempt, an assault or a purchase that is being settled, as everybody knows it.
type Affair struct {
	What      string       `json:"what"` // Attempt, Assault or Purchase
	Card      string       `json:"card,omitempty"`
	Territory string       `json:"territory"`
	Of        game.Seat    `json:"of,omitempty"`  // the holder of the territory, or the victim of a robbery
	How       string       `json:"how,omitempty"` // of a mission: none, own, coop, other
	Hands     bool         `json:"hands,omitempty"`
	Tile      string       `json:"tile,omitempty"` // laid for the roll
	Plain     bool         `json:"plain,omitempty"`
	Ships     int          `json:"ships,omitempty"` // reinforcements of an assault
	Paid      cards.Amount `json:"paid"`
}

// Kinds of affairs.
const (
	Attempt  = "attempt"
	Assaults = "assault"
	Purchase = "purchase"
)

// pending is an affair with its traps.
type pending struct {
	Affair
	Open    bool        // a window for traps is open
	Tape    game.Seat   // whose Red Tape the buyer must answer; 0: nobody's
	More    int         // what it asks for
	Decided bool        // the traps are decided
	Springs []game.Seat // the seats that spring their traps; secret until they do
}

// trapSeconds is how long a window for traps is open, whatever is answered (S13).
const trapSeconds = 8

// Words of a standing order: against whom, and when. Seats are named by their number.
const (
	Anybody = "anybody"
	Leader  = "leader"
	Richest = "richest" // for Skimming
	Fullest = "fullest" // for Pickpocket

	Chance = "chance" // the first chance
	Big    = "big"    // an attempt that pays 10 units, a robbery, an assault, a Middle or Inner base
	Me     = "me"     // a base of the trap's owner is the target or the place
	Never  = "never"
)

// bigPay is the least reward of a big mission.
const bigPay = 10

// Standing is the standing order of a face-down card (S13). The zero value is anybody, at the first chance.
type Standing struct {
	Against []string `json:"against,omitempty"`
	When    string   `json:"when,omitempty"`
}

// Laid is a face-down card with its order.
type Laid struct {
	Card  string   `json:"card"`
	Order Standing `json:"order"`
}

// laid: a seat lays a card face-down, and burns the one that lay there (N8.1).
type laid struct{ CardLaid }

// CardLaid tells of it: everybody which card was burned, the seat all.
type CardLaid struct {
	Seat   game.Seat `json:"seat"`
	Burned string    `json:"burned,omitempty"`
	Laid   *Laid     `json:"laid,omitempty"`
}

func (CardLaid) Kind() string                { return "laid-told" }
func (f CardLaid) For(game.Viewer) game.Fact { return f }
func (laid) Kind() string                    { return "laid" }
func (f laid) For(v game.Viewer) game.Fact {
	out := f.CardLaid
	if !v.Sees(f.Seat) {
		out.Laid = nil
	}
	return out
}

var (
	_ = secret(func(s *state, f laid) {
		p := s.player(f.Seat)
		if f.Burned != "" {
			s.Discards = with(s.Discards, f.Burned)
		}
		p.Hand, p.Face = without(p.Hand, f.Laid.Card), f.Laid
	})
	_ = twin[CardLaid]()
)

func checkLay(s *state, seat game.Seat, o Lay) error {
	switch {
	case o.Card == "":
		return refuse("lay", "a face-down card is burned by laying another one over it: name the card to lay")
	case !slices.Contains(s.player(seat).Hand, o.Card):
		return refuse("hand", "%s is not in your hand", cardName(o.Card))
	}
	return checkOrder(s, seat, o.Standing)
}

// checkOrder refuses an order against seats that do not play, or against its owner.
func checkOrder(s *state, seat game.Seat, o Standing) error {
	for _, w := range o.Against {
		if n := seatOf(w); n != 0 && (n == seat || int(n) > s.Seats) {
			return refuse("no-seat", "seat %s: expected another seat of this table", w)
		}
	}
	return nil
}

// seatOf returns the seat that the word names, 0 if it names none.
func seatOf(word string) game.Seat {
	if len(word) == 1 && word[0] >= '1' && word[0] <= '0'+MaxSeats {
		return game.Seat(word[0] - '0')
	}
	return 0
}

func lay(t tx, seat game.Seat, o Lay) {
	f := laid{CardLaid{Seat: seat, Laid: &Laid{o.Card, o.Standing}}}
	if was := t.State().player(seat).Face; was != nil {
		f.Burned = was.Card
	}
	t.Emit(f)
}

// ordered: a seat changes the order of its face-down card. Only that seat is told.
type ordered struct{ Ordered }

// Ordered tells a seat of its order.
type Ordered struct {
	Seat  game.Seat `json:"seat"`
	Order Standing  `json:"order"`
}

func (Ordered) Kind() string                { return "ordered-told" }
func (f Ordered) For(game.Viewer) game.Fact { return f }
func (ordered) Kind() string                { return "ordered" }
func (f ordered) For(v game.Viewer) game.Fact {
	if v.Sees(f.Seat) {
		return f.Ordered
	}
	return nil
}

var (
	_ = secret(func(s *state, f ordered) {
		if p := s.player(f.Seat); p.Face != nil { // it may have been taken back
			p.Face = &Laid{p.Face.Card, f.Order}
		}
	})
	_ = twin[Ordered]()
)

// trappers returns the seats that decide in a window: all with a face-down card but the active one, decoys too (S13, S16).
func trappers(s *state) (seats []game.Seat) {
	for seat := range s.others(s.Turn) {
		if s.player(seat).Face != nil {
			seats = append(seats, seat)
		}
	}
	return seats
}

// windowed reports whether an affair that begins now opens a window (S13).
func (s *state) windowed() bool { return s.Terms.Traps == "ask" && len(trappers(s)) > 0 }

// trap returns the sleeper that lies face-down before the seat, nil if there is none; decoys are none.
func (s *state) trap(seat game.Seat) *cards.Operation {
	if f := s.player(seat).Face; f != nil {
		if o := cards.FindOperation(f.Card); o.Type == cards.Sleeper {
			return o
		}
	}
	return nil
}

// window returns the window of an affair.
func (a *Affair) window() string {
	return map[string]string{Attempt: cards.OnMission, Assaults: cards.OnAssault, Purchase: cards.OnBase}[a.What]
}

// robbery reports whether the affair is one.
func (a *Affair) robbery() bool {
	return a.What == Attempt && cards.FindOperation(a.Card).Type == cards.Robbery
}

// big reports whether an order for big affairs fits.
func (a *Affair) big() bool {
	switch a.What {
	case Attempt:
		return a.robbery() || cards.FindOperation(a.Card).Reward.Sum() >= bigPay
	case Purchase:
		return cards.FindTerritory(a.Territory).Zone != cards.Exo
	}
	return true
}

// boundsHold reports whether the bounds of the seat's trap hold in the affair that is pending (S12, S14).
func (s *state) boundsHold(seat game.Seat) bool {
	c, p := s.trap(seat), s.Pending
	if c == nil || c.Window != p.window() {
		return false
	}
	switch c.Effect.Op {
	case cards.Share:
		if c.Effect.Back {
			return p.robbery() && p.Of == seat
		}
		return !p.robbery()
	case cards.AsFortified:
		return p.Of == seat && !s.walled(cards.Place(p.Territory))
	case cards.Fewer:
		return p.Ships > 0
	case cards.Take:
		return s.base(p.Territory).Tile
	}
	return true
}

// orderFits reports whether the standing order of the seat's card has it sprung in the affair that is pending.
func (s *state) orderFits(seat game.Seat) bool {
	o, p := s.player(seat).Face.Order, s.Pending
	switch o.When {
	case Never:
		return false
	case Big:
		if !p.big() {
			return false
		}
	case Me:
		if p.Of != seat {
			return false
		}
	}
	return len(o.Against) == 0 || slices.ContainsFunc(o.Against, func(w string) bool {
		switch w {
		case Leader:
			return s.leader(seat) == s.Turn
		case Anybody, Richest, Fullest:
			return true
		}
		return seatOf(w) == s.Turn
	})
}

// leader returns the seat with the highest score besides that one; of equals the first clockwise.
func (s *board) leader(but game.Seat) (best game.Seat) {
	for seat := range s.others(but) {
		if best == 0 || s.score(seat) > s.score(best) {
			best = seat
		}
	}
	return best
}

// decided settles which traps are sprung in the affair that is pending. Nobody is told: each is told as it is turned over.
type decided struct {
	Springs []game.Seat `json:"springs,omitempty"`
}

func (decided) Kind() string              { return "decided" }
func (decided) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f decided) {
	s.Pending.Open, s.Pending.Decided, s.Pending.Springs = false, true, f.Springs
})

// Sprung: a trap is turned over, and discarded (N8.2).
type Sprung struct {
	Seat game.Seat `json:"seat"`
	Card string    `json:"card"`
}

func (Sprung) Kind() string                { return "sprung" }
func (f Sprung) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Sprung) {
	s.player(f.Seat).Face = nil
	s.Discards = with(s.Discards, f.Card)
})

// spring turns over the seat's trap.
func spring(t tx, seat game.Seat) {
	t.Emit(Sprung{seat, t.State().player(seat).Face.Card})
}

// Settled: an affair has ended.
type Settled struct {
	Seat  game.Seat `json:"seat"`
	Won   bool      `json:"won,omitempty"`
	Quiet bool      `json:"quiet,omitempty"` // an assault that did not raise the alert by its syndicate's ability
}

func (Settled) Kind() string                { return "settled" }
func (f Settled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Settled) {
	p := s.player(f.Seat)
	switch {
	case f.Won && s.Pending.What == Attempt:
		p.Wins++
	case f.Won && s.Pending.What == Assaults:
		p.Conquests++
	}
	p.Quiet = p.Quiet || f.Quiet
	s.Pending = nil
})

// springs yields the seats that spring a trap of one of these operations, clockwise, while their bounds hold (S14).
func springs(t tx, ops ...string) iter.Seq2[game.Seat, *cards.Operation] {
	return func(yield func(game.Seat, *cards.Operation) bool) {
		for _, seat := range t.State().Pending.Springs {
			if c := t.State().trap(seat); c != nil && slices.Contains(ops, c.Effect.Op) && t.State().boundsHold(seat) && !yield(seat, c) {
				return
			}
		}
	}
}

// nextSpring returns the first seat that springs a trap of that operation, 0 if there is none.
func (s *state) nextSpring(op string) game.Seat {
	for _, seat := range s.Pending.Springs {
		if c := s.trap(seat); c != nil && c.Effect.Op == op && s.boundsHold(seat) {
			return seat
		}
	}
	return 0
}

// settle goes on with the affair that is pending: the traps are decided, by the standing orders unless a window was open for
// them, and then the affair.
func settle(t tx) {
	s := t.State()
	p := s.Pending
	if !p.Decided {
		var f decided
		for seat := range s.others(s.Turn) {
			if !p.Open && s.boundsHold(seat) && s.orderFits(seat) {
				f.Springs = append(f.Springs, seat)
			}
		}
		t.Emit(f)
	}
	switch p.What {
	case Attempt:
		settleAttempt(t)
	case Assaults:
		settleAssault(t)
	case Purchase:
		settlePurchase(t)
	}
}

func menuTrap(s *state, seat game.Seat) game.Menu {
	if !s.boundsHold(seat) {
		return game.Menu{offer("hold", nil)}
	}
	return game.Menu{offer("spring", nil), offer("hold", nil)}
}

// fallbackTrap follows the standing order of the card.
func fallbackTrap(s *state, seat game.Seat) game.Reply {
	if s.boundsHold(seat) && s.orderFits(seat) {
		return Spring{}
	}
	return Hold{}
}

func checkTrap(s *state, seat game.Seat, r game.Reply) error {
	switch r.(type) {
	case Hold:
		return nil
	case Spring:
		if !s.boundsHold(seat) {
			return refuse("decoy", "your face-down card does nothing here; hold it")
		}
		return nil
	}
	return notNow(r, "spring or hold")
}

func answerTrap(t tx, as []game.Answered) {
	t.Bind()
	var f decided
	for _, a := range as {
		if _, yes := a.Reply.(Spring); yes {
			f.Springs = append(f.Springs, a.Ask.Seat)
		}
	}
	t.Emit(f)
}
