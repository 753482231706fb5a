package arcturus

import (
	"downsync/game"
	"downsync/game/ruleset"
)

// Rules returns the ruleset, ready for hosting.
func Rules() game.Game { return game.Seal[*state](ours) }

type rules struct{ ruleset.Shell[state, *state] }

type tx = *game.Tx[*state]

var ours = rules{ruleset.Shell[state, *state]{ID: "arcturus", Version: "1", Orders: Parse, Facts: factKinds, Continues: continues, Finish: end}}

// MinSeats and MaxSeats say how many play (N1.1). Two need an option (S1).
const (
	MinSeats = 2
	MaxSeats = 5
)

// Card describes the game.
func (r rules) Card() game.Card {
	c := r.Shell.Card()
	c.MinSeats, c.MaxSeats, c.OnForfeit = MinSeats, MaxSeats, game.Drops
	return c
}

func (rules) View(s *state, v game.Viewer) game.View { return view(s, v) }

// question is one kind of ask: its possible answers, the default, and what the answers of all seats that are asked do.
type question struct {
	menu     func(*state, game.Seat) game.Menu
	fallback func(*state, game.Seat) game.Reply
	check    func(*state, game.Seat, game.Reply) error
	answer   func(tx, []game.Answered)
	clock    string
	turn     bool // it belongs to the seat's turn: they share one time limit, and letting it lapse is a missed turn
	sealed   bool // all seats that are asked answer under seal
}

// questions holds the asks by name; each is declared in the file of its chapter.
var questions map[string]question

func init() {
	questions = map[string]question{
		"syndicate": {menuSyndicate, fallbackSyndicate, checkSyndicate, answerSyndicate, "turn", false, true},
		"turn":      {menuTurn, fixed(Pass{}), checkTurn, answerTurn, "turn", true, false},
		"tech":      {menuTech, fallbackTech, checkTech, answerTech, "turn", true, false},
		"red-tape":  {menuTape, fallbackTape, checkTape, answerTape, "turn", true, false},
		"trap":      {menuTrap, fallbackTrap, checkTrap, answerTrap, "react", false, true},
		"sovereign": {menuSovereign, fallbackSovereign, checkSovereign, answerSovereign, "react", false, true},
	}
}

// fixed returns a fallback that always plays the same reply.
func fixed(r game.Reply) func(*state, game.Seat) game.Reply {
	return func(*state, game.Seat) game.Reply { return r }
}

// asked returns the question that the match waits for, and the seats that it asks; "" if the match can continue without an answer.
// It follows from what everybody knows.
func asked(s *state) (name string, seats []game.Seat) {
	switch s.Phase {
	case Choosing:
		for seat := range s.played() {
			if s.player(seat).Mat == "" {
				seats = append(seats, seat)
			}
		}
		return "syndicate", seats
	case Turns:
		switch p := s.Pending; {
		case p != nil && p.Open:
			return "trap", trappers(s)
		case p != nil && p.Tape != 0:
			return "red-tape", []game.Seat{s.Turn}
		case p != nil || s.Turn == 0:
			return "", nil
		case len(s.player(s.Turn).Due) > 0:
			return "tech", []game.Seat{s.Turn}
		}
		return "turn", []game.Seat{s.Turn}
	case Judging:
		return "sovereign", answering(s)
	}
	return "", nil
}

// Asks lists the current asks and the standing asks.
func (rules) Asks(s *state) []game.Ask {
	if s == nil || s.Result != nil || s.Phase == "" {
		return nil
	}
	var asks []game.Ask
	name, seats := asked(s)
	for _, seat := range seats {
		asks = append(asks, ask(s, name, seat))
	}
	for seat := range s.in() {
		asks = append(asks, game.Ask{Name: game.StandingName, Seat: seat, Standing: true, Quiet: true, Offer: func() game.Menu { return menuStanding(s, seat) }})
	}
	return asks
}

// ask returns the question of that name.
func ask(s *state, name string, seat game.Seat) game.Ask {
	q := questions[name]
	a := game.Ask{Name: name, Seat: seat, Default: q.fallback(s, seat), Clock: q.clock, Turn: q.turn, Offer: func() game.Menu { return q.menu(s, seat) }}
	switch {
	case q.turn:
		a.Span = s.span()
	case q.sealed:
		a.Group = name
	}
	switch name {
	case "trap":
		a.Window, a.Lasts = true, trapSeconds
	case "sovereign":
		a.Group = s.group()
		a.Early = s.player(seat).Habit != ""
	}
	return a
}

func (rules) Check(s *state, a game.Ask, r game.Reply) error {
	if a.Standing {
		return checkStanding(s, a.Seat, r)
	}
	return questions[a.Name].check(s, a.Seat, r)
}

func (rules) Answer(t tx, as []game.Answered) {
	if as[0].Ask.Standing {
		answerStanding(t, as[0].Ask.Seat, as[0].Reply)
		return
	}
	questions[as[0].Ask.Name].answer(t, as)
	advance(t)
}

// advance continues the match until somebody must be asked or it ends.
func advance(t tx) {
	for !t.Failed() {
		s := t.State()
		if _, seats := asked(s); len(seats) > 0 || s.Result != nil || s.Phase == "" {
			return
		}
		switch {
		case s.Phase == Choosing:
			start(t)
		case s.Phase == Judging:
			judge(t, nil)
		case s.Pending != nil:
			settle(t)
		default:
			nextTurn(t)
		}
	}
}
