package arcturus

import (
	"iter"
	"slices"
	"strconv"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Phase is a part of a match.
type Phase string

// Phases of a match. The collection (N13) follows the Sovereign card in the same step.
const (
	Choosing Phase = "syndicates" // N4.6
	Turns    Phase = "turns"      // Phase 1
	Judging  Phase = "sovereign"  // Phase 2
	Over     Phase = "over"
)

// state is the truth of a match: the table, and what is not in sight or will soon be settled.
type state struct {
	board
	Undealt  []string // Operation cards, sorted: they have no order
	Discards []string // Operation cards, the last one discarded at the end
	Pool     []string // bonus tiles that nobody has taken, sorted
	Pending  *pending
	Offers   []Offer
	Result   *game.Result
}

// board is the table with the players. Prices, incomes, odds and scores depend on nothing else.
type board struct {
	Seats      int
	Terms      Terms
	Phase      Phase
	Round      int
	Last       int // the last round, once the star was turned; 0: not yet
	Alert      int
	Destroyer  string    // its territory; "": off the board
	Marker     game.Seat // the first player of the round
	Turn       game.Seat // the active seat; 0: none
	Players    []player  // by seat
	Bases      []base    // in board order
	Turned     []string  // Sovereign cards, in the order in which they were turned
	Level      int       // the alert at which this round's card worked, Informers included
	Immune     []game.Seat
	Inventions []string // open Advanced Tech cards, in list order
	Awards     []Taken
	Spent      []string    // bonus tiles that were played, sorted
	Out        []game.Seat // the seats that have left, in that order
}

// player holds everything of one seat.
type player struct {
	Mat           string
	Have          cards.Amount
	Assault, Tech int // levels
	Dice, Ships   int // armed
	Cubes         Cubes
	Inventions    []string
	Wins          int // missions and robberies
	Conquests     int
	Rerolled      bool  // Prediction Engine was used in this round
	Quiet         bool  // the assault of this round that does not raise the alert was made
	Passed        bool  // its turn of this round is over
	Due           []int // the tiers of the Advanced Tech cards that it may take
	secrets
}

// secrets is the part of a player that only its seat knows.
type secrets struct {
	Dealt []string // syndicates
	Hand  []string // sorted
	Face  *Laid    // face-down on the mat
	Tiles []string // sorted
	Mine  string   // what its mines give: "" for the default, or a resource (S60)
	Cube  string   // the ladder from which it takes cubes back; "" for the default (S51)
	Flip  []string // the bases to flip first if crew is short (S3)
	Habit string   // its kept answer to Sovereign cards: "", pardon or take
}

// Cubes counts a seat's cubes on the ladders of the Black Market (N9.2).
type Cubes struct {
	Tech    int `json:"tech"`
	Assault int `json:"assault"`
}

// base is a territory with its base and its tile.
type base struct {
	Seat      game.Seat // 0: no base
	Fortified bool
	Flipped   bool
	Research  int
	Tile      bool // a bonus tile that nobody has taken
}

// Taken is an award with its holder.
type Taken struct {
	Award string    `json:"award"`
	Seat  game.Seat `json:"seat"`
}

// Copy returns a copy that a fact may write to: its lists are replaced, except for the players and the bases.
func (s *state) Copy() *state {
	n := *s
	n.Players, n.Bases = slices.Clone(s.Players), slices.Clone(s.Bases)
	if s.Pending != nil {
		p := *s.Pending
		n.Pending = &p
	}
	return &n
}

// Derive has nothing to do: all of the state is stored.
func (s *state) Derive() error { return nil }

// Ended returns the result, nil while the match runs.
func (s *state) Ended() *game.Result { return s.Result }

func (s *board) player(seat game.Seat) *player { return &s.Players[seat-1] }

// base returns what is on the territory.
func (s *board) base(territory string) *base { return &s.Bases[cards.Place(territory)] }

// plays reports whether somebody plays the seat: its player, or the program for one who left (S67).
func (s *board) plays(seat game.Seat) bool {
	return s.Terms.Leaver == "" || !slices.Contains(s.Out, seat)
}

// played yields the seats that somebody plays.
func (s *board) played() iter.Seq[game.Seat] { return s.which(s.plays) }

// in yields the seats that have not left.
func (s *board) in() iter.Seq[game.Seat] {
	return s.which(func(seat game.Seat) bool { return !slices.Contains(s.Out, seat) })
}

func (s *board) which(want func(game.Seat) bool) iter.Seq[game.Seat] {
	return func(yield func(game.Seat) bool) {
		for seat := game.Seat(1); int(seat) <= s.Seats; seat++ {
			if want(seat) && !yield(seat) {
				return
			}
		}
	}
}

// clockwise yields the seats that somebody plays, beginning with that one (S6).
func (s *board) clockwise(from game.Seat) iter.Seq[game.Seat] {
	return func(yield func(game.Seat) bool) {
		for n := range s.Seats {
			seat := (from+game.Seat(n)-1)%game.Seat(s.Seats) + 1
			if s.plays(seat) && !yield(seat) {
				return
			}
		}
	}
}

// others yields the seats clockwise from the one after that seat.
func (s *board) others(seat game.Seat) iter.Seq[game.Seat] {
	return func(yield func(game.Seat) bool) {
		for o := range s.clockwise(seat) {
			if o != seat && !yield(o) {
				return
			}
		}
	}
}

// held yields the places of a seat's bases in board order.
func (s *board) held(seat game.Seat) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range s.Bases {
			if s.Bases[i].Seat == seat && seat != 0 && !yield(i) {
				return
			}
		}
	}
}

// bases counts a seat's bases.
func (s *board) bases(seat game.Seat) (n int) {
	for range s.held(seat) {
		n++
	}
	return n
}

// abilities yields the lasting effects of a seat's syndicate and Advanced Tech.
func (s *board) abilities(seat game.Seat) iter.Seq[*cards.Ability] {
	return func(yield func(*cards.Ability) bool) {
		p := s.player(seat)
		if m := cards.FindMat(p.Mat); m != nil && !yield(&m.Effect) {
			return
		}
		for _, id := range p.Inventions {
			if !yield(&cards.FindTech(id).Effect) {
				return
			}
		}
	}
}

// ability yields those with that operation.
func (s *board) ability(seat game.Seat, op string) iter.Seq[*cards.Ability] {
	return func(yield func(*cards.Ability) bool) {
		for a := range s.abilities(seat) {
			if a.Op == op && !yield(a) {
				return
			}
		}
	}
}

// sum adds up a number of a seat's abilities (S63).
func (s *board) sum(seat game.Seat, op string, of func(*cards.Ability) int) (n int) {
	for a := range s.ability(seat, op) {
		n += of(a)
	}
	return n
}

// cost returns a price of a seat after its discounts, which add up (S63).
func (s *board) cost(seat game.Seat, of string, price cards.Amount) cards.Amount {
	var less cards.Amount
	least := 0
	for a := range s.ability(seat, cards.Cost) {
		if a.Of == of {
			less, least = less.Plus(a.Less), max(least, a.Least)
		}
	}
	return price.Less(less, least)
}

// span names the turn that is being played.
func (s *board) span() string { return "round " + strconv.Itoa(s.Round) }

// group names the questions about this round's Sovereign card.
func (s *board) group() string { return "sovereign-" + strconv.Itoa(s.Round) }

// with returns the list with more behind it, and leaves the list as it is.
func with[T any](list []T, more ...T) []T { return append(slices.Clip(list), more...) }

// sorted returns the list with more in it, sorted.
func sorted(list []string, more ...string) []string {
	out := append(slices.Clone(list), more...)
	slices.Sort(out)
	return out
}

// without returns the list without these, each taken out once. Those that are not there are passed over.
func without(list []string, gone ...string) []string {
	out := slices.Clone(list)
	for _, x := range gone {
		if i := slices.Index(out, x); i >= 0 {
			out = slices.Delete(out, i, i+1)
		}
	}
	return out
}

// holds reports whether the list has all of these, each as often as it is named.
func holds(list, these []string) bool { return len(without(list, these...)) == len(list)-len(these) }
