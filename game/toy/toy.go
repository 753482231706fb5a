// Package toy is a small game that uses every part of the kernel, for 2 to 5 seats: replies under seal, private steps that
// can be taken back, a race, a window, dice of each kind, a private note, forces that open at the end, rulings, a turn of several
// questions, seats that go out, and pairs.
//
// Rule numbers (T4) are those of rules.md. The state and the stored facts are unexported: others learn of a match only through
// View and Fact.
package toy

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
)

// Numbered is rules.md: the rules under the numbers that are cited everywhere, as Markdown.
//
//go:embed rules.md
var Numbered string

// Rules returns the ruleset, ready to be hosted.
func Rules() game.Game { return game.Seal[state](rules{}) }

// Colours lists the forces that a player may choose from (T2).
var Colours = []string{"red", "blue", "green"}

// Config holds the options of a match. The zero Config is a match of three rounds without colours.
type Config struct {
	Rounds  int      `json:"rounds,omitempty"`  // 1 to 5; 0 is 3
	Colours []string `json:"colours,omitempty"` // by seat; empty: nobody chose one
	Rebid   bool     `json:"rebid,omitempty"`   // bids that nobody wins are bid again, once a round (T4)
	Loud    bool     `json:"loud,omitempty"`    // everybody hears a tuning (T5)
	Peek    int      `json:"peek,omitempty"`    // how many seconds the peek at the deck takes, 1 to 60; 0: the host's time (T7)
	Pairs   bool     `json:"pairs,omitempty"`   // of four seats, each plays with the one opposite (T11)
	Keep    bool     `json:"keep,omitempty"`    // the program plays on for players who are out (T13)
}

// Encode writes the options for game.Game.Start.
func (c Config) Encode() game.Config { return game.ConfigOf(c) }

// CheckSettings says what is wrong with the options, except for the colours, which are chosen later.
func (c Config) CheckSettings() error {
	if c.Rounds < 0 || c.Rounds > 5 {
		return game.Errorf("%d {round|rounds}: expected 1 to 5", c.Rounds)
	}
	if c.Peek < 0 || c.Peek > 60 {
		return game.Errorf("a peek of %d {second|seconds}: expected 1 to 60", c.Peek)
	}
	return nil
}

// readConfig reads and checks the options of a match of that many seats. No options are the zero Config.
func readConfig(raw game.Config, seats int) (c Config, err error) {
	if len(raw) > 0 {
		if err := raw.Read(&c); err != nil {
			return c, err
		}
	}
	if err := c.CheckSettings(); err != nil {
		return c, err
	}
	if c.Pairs && seats != 4 {
		return c, game.Errorf("pairs: expected four seats, not %d", seats)
	}
	if len(c.Colours) > 0 && len(c.Colours) != seats {
		return c, game.Errorf("%d colours: expected %d", len(c.Colours), seats)
	}
	for _, colour := range c.Colours {
		if !slices.Contains(Colours, colour) {
			return c, game.Errorf("colour %q: expected red, blue or green", colour)
		}
	}
	if c.Rounds == 0 {
		c.Rounds = 3
	}
	return c, nil
}

// rules is the ruleset. Its state is a value; only fold changes it.
type rules struct{}

type tx = *game.Tx[state]

func (rules) Card() game.Card {
	return game.Card{ID: "toy", Version: "1", MinSeats: 2, MaxSeats: 5, OnForfeit: game.Drops}
}

func (rules) Open(t tx, seats int, raw game.Config) error {
	c, err := readConfig(raw, seats)
	if err != nil {
		return err
	}
	t.Emit(fact{What: "began", N: seats, Rounds: c.Rounds, Rebid: c.Rebid, Loud: c.Loud, Peek: c.Peek, Pairs: c.Pairs, Keep: c.Keep})
	for i, colour := range c.Colours {
		t.Emit(fact{What: "colour", Seat: game.Seat(i + 1), Text: colour})
	}
	drawCard(t)
	return nil
}

// reply is an order: a word, and the bid's number or the note's text.
type reply struct {
	word, value string
}

func (r reply) Order() string { return strings.TrimSpace(r.word + " " + r.value) }

func (rules) Parse(line string) (game.Reply, error) {
	w := strings.Fields(line)
	switch {
	case len(w) == 2 && w[0] == "bid":
		if n, err := strconv.Atoi(w[1]); err == nil && strconv.Itoa(n) == w[1] {
			return reply{"bid", w[1]}, nil
		}
	case len(w) == 2 && w[0] == "note":
		return reply{"note", w[1]}, nil
	case len(w) == 1 && slices.Contains([]string{"tune", "done", "claim", "pass", "peek", "leave", "quit", "draw"}, w[0]):
		return reply{word: w[0]}, nil
	}
	return nil, &game.Refusal{Code: "no-order", Text: "%q is no order", Args: []any{line}}
}

// questions holds the asks of each stage, without their seat.
var questions = map[string]game.Ask{
	"bid":   {Group: "bid", Default: reply{"bid", "1"}, Menu: game.Menu{with("bid", "n", "1", "2", "3", "4")}},
	"tune":  {Turn: true, Default: reply{word: "done"}, Menu: words("tune", "done")},
	"claim": {Group: "claim", Close: game.WhenAny, Default: reply{word: "pass"}, Menu: words("claim", "pass")},
	"peek":  {Group: "peek", Window: true, Quiet: true, Default: reply{word: "leave"}, Menu: words("peek", "leave")},
}

var standing = game.Menu{with("note", "text", "red", "blue", "rest", "low"), {Words: "quit"}, {Words: "draw"}}

func words(list ...string) (m game.Menu) {
	for _, w := range list {
		m = append(m, game.Choice{Words: w})
	}
	return m
}

func with(word, slot string, options ...string) game.Choice {
	return game.Choice{Words: word, Slots: []game.Slot{{Name: slot, Options: options, Min: 1, Max: 1}}}
}

func (rules) Asks(s state) (asks []game.Ask) {
	if s.Stage == "over" {
		return nil
	}
	for seat := range s.played() {
		a := questions[s.Stage]
		a.Name, a.Seat, a.Clock = s.Stage, seat, "turn"
		switch s.Stage {
		case "tune", "peek":
			if seat != s.first() {
				continue
			}
			a.Early = a.Window && s.ordered(a) != nil // T8
			if a.Turn {
				a.Span = "round " + strconv.Itoa(s.Round)
			} else {
				a.Lasts = s.Peek
			}
		}
		a.Given = s.Stage == "bid" && s.low(seat) // T8
		asks = append(asks, a)
	}
	for seat := range s.in() {
		asks = append(asks, game.Ask{Seat: seat, Standing: true, Quiet: true, Menu: standing})
	}
	return asks
}

func (rules) Check(s state, a game.Ask, r game.Reply) error {
	o := r.(reply)
	switch {
	case !slices.ContainsFunc(a.Menu, func(c game.Choice) bool { return c.Words == o.word }):
		return &game.Refusal{Code: "not-now", Text: "that is not asked now"}
	case o.word == "bid" && (len(o.value) != 1 || o.value < "1" || o.value > "4"):
		return &game.Refusal{Code: "range", Rule: "T4", Text: "a bid is 1 to 4"}
	case o.word == "tune" && s.Tuned == 3:
		return &game.Refusal{Code: "enough", Rule: "T5", Text: "you have tuned three times this round"}
	case o.word == "draw" && slices.Contains(s.Offers, a.Seat):
		return &game.Refusal{Code: "offered", Rule: "T12", Text: "you offer a draw already"}
	}
	return nil
}

func (rules) Answer(t tx, as []game.Answered) {
	seat, o := as[0].Ask.Seat, as[0].Reply.(reply)
	switch o.word {
	case "note":
		t.Emit(fact{What: "note", Seat: seat, Text: o.value})
	case "quit":
		t.Bind()
		rules{}.leave(t, seat)
	case "draw":
		offerDraw(t, seat)
	case "bid":
		openBids(t, as)
	case "tune":
		t.Emit(fact{What: tuned(t.State()), Seat: seat})
	case "done":
		t.Emit(fact{What: "stage", Text: "claim"})
	case "claim", "pass":
		for _, a := range as {
			if a.Reply.(reply).word == "claim" {
				t.Emit(fact{What: "score", Seat: a.Ask.Seat, N: t.Roll(0, "claim", 6)})
			}
		}
		t.Emit(fact{What: "stage", Text: "peek"})
	case "peek":
		t.Emit(fact{What: "peek", Seat: seat, N: t.State().Next})
		endRound(t)
	case "leave":
		endRound(t)
	}
}

// openBids opens the bids and scores the highest, if it is alone (T4).
func openBids(t tx, as []game.Answered) {
	best, who := 0, game.Seat(0)
	for _, a := range as {
		n, _ := strconv.Atoi(a.Reply.(reply).value) // Check made sure that it is a number
		t.Emit(fact{What: "bid", Seat: a.Ask.Seat, N: n})
		if n == best {
			who = 0
		}
		if n > best {
			best, who = n, a.Ask.Seat
		}
	}
	stage := "tune"
	switch s := t.State(); {
	case who != 0:
		t.Emit(fact{What: "score", Seat: who, N: best})
	case s.Rebid && !s.Again:
		stage = "bid"
	}
	t.Emit(fact{What: "stage", Text: stage})
}

// tuned returns the kind of the fact for a tuning: told to its seat only, or to everybody (T5).
func tuned(s state) string {
	if s.Loud {
		return "loud"
	}
	return "tune"
}

// drawCard makes another card the deck's next. The roll is hidden from everybody, even the number of the die (T3).
func drawCard(t tx) {
	t.Emit(fact{What: "card", N: t.Roll(game.NobodysDice(t.State().Seats), "card", 20)})
}

// leave takes out a player who quits: with two sides left the match goes on without them (T9).
func (r rules) leave(t tx, seat game.Seat) {
	if len(seating(t.State()).Without(seat).Left()) > 1 {
		r.Drop(t, seat, "quit")
		return
	}
	openColours(t)
	t.Emit(fact{What: "quit", Seat: seat})
}

// Drop takes the seat out of the match, or leaves it to the program (T13).
func (rules) Drop(t tx, seat game.Seat, why string) {
	what := "left"
	if t.State().Keep {
		what = "kept"
	}
	t.Emit(fact{What: what, Seat: seat, Text: why})
	if offersAll(t.State()) {
		agree(t)
	}
}

// Out lists the seats that are out, in the order in which they went.
func (rules) Out(s state) []game.Seat { return s.Out }

// Keeps reports whether the program plays on for players who are out (T13).
func (rules) Keeps(s state) bool { return s.Keep }

// Sides returns the pairs, if there are any (T11).
func (rules) Sides(s state) []int {
	if s.Pairs {
		return []int{1, 2, 1, 2}
	}
	return nil
}

// seating says who is in, and who plays together.
func seating(s state) game.Seating {
	return game.Seating{Seats: s.Seats, Out: rules{}.Out(s), Sides: rules{}.Sides(s)}
}

// offerDraw notes the offer of a draw. The match ends in a draw once all who are in offer it (T12).
func offerDraw(t tx, seat game.Seat) {
	t.Emit(fact{What: "offered", Seat: seat})
	if offersAll(t.State()) {
		agree(t)
	}
}

// offersAll reports whether all who are in offer a draw.
func offersAll(s state) bool {
	for seat := range s.in() {
		if !slices.Contains(s.Offers, seat) {
			return false
		}
	}
	return true
}

// agree ends the match in a draw of all who are in.
func agree(t tx) {
	openColours(t)
	t.Emit(fact{What: "agreed"})
}

// endRound draws the next card, and scores the colours after the last round.
func endRound(t tx) {
	drawCard(t)
	if s := t.State(); s.Round+1 == s.Rounds {
		openColours(t)
		for i, colour := range s.Colours {
			if colour != "" && slices.Index(s.Colours, colour) == i && !slices.Contains(s.Colours[i+1:], colour) { // T2
				t.Emit(fact{What: "score", Seat: game.Seat(i + 1), N: 2})
			}
		}
	}
	t.Emit(fact{What: "round"})
}

// openColours tells everybody the colours when the match ends (T2).
func openColours(t tx) {
	for i, colour := range t.State().Colours {
		if colour != "" {
			t.Emit(fact{What: "opened", Seat: game.Seat(i + 1), Text: colour})
		}
	}
}

func (rules) End(t tx, r game.Result) {
	openColours(t)
	t.Emit(fact{What: "ruled", Rank: r.Rank, Text: r.Why})
}

// Rule reads "points SEAT N" (T10), and takes back what a seat offers.
func (rules) Rule(t tx, line string) error {
	for seat := range t.State().in() {
		if line != game.Withdrawal(seat) {
			continue
		}
		if !slices.Contains(t.State().Offers, seat) {
			return &game.Refusal{Code: "nothing", Rule: "T12", Text: "that seat offers no draw"}
		}
		t.Emit(fact{What: "withdrawn", Seat: seat})
		return nil
	}
	var seat, n int
	if _, err := fmt.Sscanf(line, "points %d %d", &seat, &n); err != nil || seat < 1 || seat > t.State().Seats || n < 0 {
		return &game.Refusal{Code: "no-order", Rule: "T10", Text: "expected points, a seat and a number"}
	}
	t.Emit(fact{What: "points", Seat: game.Seat(seat), N: n})
	return nil
}

func (rules) Result(s state) (game.Result, bool) {
	if s.Stage != "over" {
		return game.Result{}, false
	}
	if s.Ruled != nil {
		return *s.Ruled, true
	}
	if s.Agreed {
		return game.Result{Rank: seating(s).Ranks(), Why: "agreement"}, true
	}
	return game.Result{Rank: s.ranks(), Why: s.Why}, true
}
