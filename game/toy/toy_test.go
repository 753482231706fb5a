package toy_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/toy"
)

func TestPromises(t *testing.T) {
	joined, whole := 0, true
	for seats := 2; seats <= 5; seats++ {
		whole = t.Run(fmt.Sprintf("seats=%d", seats), func(t *testing.T) { joined += promises(t, seats) }) && whole
	}
	if joined == 0 && whole && os.Getenv("GAME") == "" {
		t.Error("no act of several steps was taken back")
	}
}

// promises plays games of that many seats and returns how many acts of several steps were taken back.
func promises(t *testing.T, seats int) (joined int) {
	t.Helper()
	st := gametest.Run(t, gametest.Case{Game: toy.Rules(), Seats: seats, Games: 60, MaxSteps: 400, Config: config(seats), Concede: "quit", ConcedeIn: 1,
		Ruling: func(d *gametest.Dice, _ game.View) string {
			if d.N(3) == 0 {
				return game.Withdrawal(game.Seat(1 + d.N(seats)))
			}
			return fmt.Sprintf("points %d %d", d.N(6), d.N(4))
		}})
	if st.Refused == 0 || st.Undone == 0 || st.Sealed == 0 || st.Ruled == 0 || st.Kept == 0 || st.Ahead == 0 || st.Ends["points"] == 0 || st.Ends["quit"] == 0 || (st.Dropped == 0) != (seats == 2) {
		t.Errorf("something never happened: %+v", st)
	}
	for _, kind := range toy.Kinds() {
		rare := kind == "ruled" || kind == "agreed" || kind == "withdrawn" || (kind == "left" || kind == "kept") && seats == 2 // TestDraw has them; of two nobody is left
		if st.Facts[kind] == nil && !rare {
			t.Errorf("no fact of kind %q", kind)
		}
	}
	return st.Joined
}

// config returns options of all kinds: of every length, with and without colours.
func config(seats int) func(seed uint64) game.Config {
	return func(seed uint64) game.Config {
		c := toy.Config{Rounds: int(seed % 6), Rebid: seed%2 == 1, Loud: seed%3 == 0, Peek: int(seed % 7), Pairs: seats == 4 && seed%2 == 0, Keep: seed%3 == 1}
		for i := range seats {
			if seed%4 > 0 {
				c.Colours = append(c.Colours, toy.Colours[(int(seed)+i*i)%3])
			}
		}
		return c.Encode()
	}
}

// A seat that quits goes out while two sides are left, and ranks behind all who are in; the first to go ranks last. Pairs play on
// while one of them is in (T9, T11).
func TestSeatsGoOut(t *testing.T) {
	for _, c := range []struct {
		seats int
		conf  toy.Config
		leave []game.Seat // in this order
		over  bool        // after the last of them
		rank  []int
	}{
		{2, toy.Config{}, []game.Seat{2}, true, []int{1, 2}},
		{3, toy.Config{}, []game.Seat{2}, false, nil},
		{3, toy.Config{}, []game.Seat{2, 1}, true, []int{2, 3, 1}},
		{5, toy.Config{}, []game.Seat{1, 5, 3}, false, nil},
		{5, toy.Config{}, []game.Seat{1, 5, 3, 2}, true, []int{5, 2, 3, 1, 4}},
		{4, toy.Config{Pairs: true}, []game.Seat{1, 2}, false, nil},
		{4, toy.Config{Pairs: true}, []game.Seat{1, 2, 3}, true, []int{3, 1, 3, 1}},
	} {
		for _, how := range []string{"quit", "time"} {
			m, st, err := toy.Rules().Start(c.seats, c.conf.Encode(), gametest.NewDice(7))
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
			for n, seat := range c.leave {
				if last := n == len(c.leave)-1; how == "time" && !(last && c.over) {
					st, err = m.Drop(seat, "time", gametest.NewDice(1))
				} else {
					st, err = say(t, m, seat, game.StandingName, "quit")
				}
				if err != nil {
					t.Fatalf("%+v: seat %d by %s: %v", c, seat, how, err)
				}
				m.Apply(st)
			}
			r, over := m.Result()
			if over != c.over || !slices.Equal(r.Rank, c.rank) {
				t.Errorf("%+v by %s: %+v, %v", c, how, r, over)
			}
			if !over {
				if asked := m.Asks(c.leave[0]); len(asked) > 0 || !slices.Equal(m.Seating().Out, c.leave) {
					t.Errorf("%+v by %s: asked %v, out %v", c, how, asked, m.Seating().Out)
				}
			}
		}
	}
}

// With T13 a seat that goes out is asked on, with its note and its sealed bid, and has no standing act. It ranks as without, and the
// others agree to a draw without it.
func TestProgramPlaysOn(t *testing.T) {
	start := func() (game.Match, func(game.Step, error)) {
		m, st, err := toy.Rules().Start(3, toy.Config{Rounds: 2, Keep: true}.Encode(), gametest.NewDice(7))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		return m, func(st game.Step, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
		}
	}
	m, must := start()
	must(say(t, m, 1, game.StandingName, "note low"))
	must(say(t, m, 1, "bid", "bid 4"))
	must(say(t, m, 1, game.StandingName, "quit"))
	must(say(t, m, 2, "bid", "bid 2"))
	must(say(t, m, 3, "bid", "bid 3"))
	if s := m.Seating(); !s.PlaysOn || !slices.Equal(s.Out, []game.Seat{1}) {
		t.Errorf("the seating is %+v", s)
	}
	if v := m.View(game.Onlooker()).(toy.View); v.Points[0] != 4 || v.First != 1 {
		t.Errorf("after the bids: %+v", v)
	}
	if asks := m.Asks(1); len(asks) != 1 || asks[0].Name != "tune" {
		t.Errorf("seat 1 is asked %+v", asks)
	}
	must(say(t, m, 1, "tune", "done"))
	must(say(t, m, 1, "claim", "claim"))
	must(say(t, m, 1, "peek", "leave"))
	for _, g := range m.Groups() {
		if g.Window {
			must(m.CloseWindow(g.Key, gametest.NewDice(1)))
		}
	}
	if asks := m.Asks(1); len(asks) != 0 || !m.View(game.Player(1)).(toy.View).Low {
		t.Errorf("the note of seat 1 does not bid: it is asked %+v", asks)
	}
	must(say(t, m, 2, game.StandingName, "draw"))
	must(say(t, m, 3, game.StandingName, "draw"))
	if r, over := m.Result(); !over || !slices.Equal(r.Rank, []int{3, 1, 1}) {
		t.Errorf("after a draw of those who are in: %+v, %v", r, over)
	}
	m, must = start()
	must(m.Drop(3, "time", gametest.NewDice(1)))
	must(say(t, m, 2, game.StandingName, "quit"))
	if r, over := m.Result(); !over || !slices.Equal(r.Rank, []int{1, 2, 3}) {
		t.Errorf("after all but one have left: %+v, %v", r, over)
	}
}

// A seat that goes out holds nobody up: bids that waited for it alone are closed by the host, and another is the first player.
func TestNobodyWaitsForSeatsThatAreOut(t *testing.T) {
	m, must := begin(t)
	must(say(t, m, 2, "bid", "bid 3"))
	must(say(t, m, 3, "bid", "bid 2"))
	must(m.Drop(1, "time", gametest.NewDice(1)))
	g := m.Groups()
	if len(g) != 1 || len(g[0].Open) != 0 || len(g[0].Asks) != 2 {
		t.Fatalf("open: %+v", g)
	}
	must(m.CloseWindow(g[0].Key, gametest.NewDice(1)))
	if v := m.View(game.Onlooker()).(toy.View); v.Stage != "tune" || v.First != 2 || v.Points[1] != 3 {
		t.Errorf("after the bids: %+v", v)
	}
}

// The match ends in a draw of all who are in once they all offer one; a ruling takes an offer back; offers lapse with the round (T12).
func TestDraw(t *testing.T) {
	m, must := begin(t)
	must(say(t, m, 1, game.StandingName, "draw"))
	if _, err := say(t, m, 1, game.StandingName, "draw"); err == nil {
		t.Error("a draw was offered twice")
	}
	must(say(t, m, 3, game.StandingName, "draw"))
	must(m.Rule(game.Withdrawal(1), gametest.NewDice(1)))
	must(say(t, m, 2, game.StandingName, "draw"))
	if _, over := m.Result(); over {
		t.Fatal("a draw that was taken back counts")
	}
	must(m.Drop(1, "time", gametest.NewDice(1))) // the only one who offers none
	if r, over := m.Result(); !over || r.Why != "agreement" || !slices.Equal(r.Rank, []int{3, 1, 1}) {
		t.Errorf("%+v, %v", r, over)
	}
}

// All tunings of a round are one turn: the question keeps its clock, and a player who was heard to tune has not missed the turn
// (T5).
func TestOneTurnOfSeveralQuestions(t *testing.T) {
	for _, c := range []struct {
		loud, tunes, missed bool
	}{{true, true, false}, {true, false, true}, {false, true, true}} { // nobody may learn of a silent tuning by what counts as missed
		m, st, err := toy.Rules().Start(2, toy.Config{Loud: c.loud}.Encode(), gametest.NewDice(7))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		var records []game.Record
		must := func(st game.Step, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
			records = append(records, st.Record)
		}
		must(say(t, m, 1, "bid", "bid 3"))
		must(say(t, m, 2, "bid", "bid 2"))
		key := m.Groups()[0].Key
		if c.tunes {
			must(say(t, m, 1, "tune", "tune"))
		}
		if now := m.Groups()[0].Key; now != key {
			t.Errorf("%+v: the clock %s became %s", c, key, now)
		}
		must(m.Lapse(1, m.Asks(1)[0].ID, gametest.NewDice(1)))
		if last := records[len(records)-1]; last.Missed != c.missed {
			t.Errorf("%+v: missed %v", c, last.Missed)
		}
	}
}

// begin starts a toy match of three.
func begin(t *testing.T) (game.Match, func(game.Step, error)) {
	t.Helper()
	m, st, err := toy.Rules().Start(3, nil, gametest.NewDice(7))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m, func(st game.Step, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
	}
}

func reply(t *testing.T, line string) game.Reply {
	t.Helper()
	r, err := toy.Rules().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// say answers the seat's question of that name.
func say(t *testing.T, m game.Match, s game.Seat, name, line string) (game.Step, error) {
	t.Helper()
	for _, a := range m.Asks(s) {
		if a.Name == name {
			return m.Answer(s, a.ID, reply(t, line), gametest.NewDice(3))
		}
	}
	t.Fatalf("seat %d is not asked %s", s, name)
	return game.Step{}, nil
}

// An id that was answered never comes back, not even after an undo, so that an old button is recognized.
func TestIDsNeverComeBack(t *testing.T) {
	m, must := begin(t)
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	old := m.Asks(1)[0].ID
	must(say(t, m, 1, "tune", "tune"))
	must(m.Undo(1))
	if now := m.Asks(1)[0].ID; now == old {
		t.Errorf("the id %s came back", old)
	}
	if _, err := m.Answer(1, old, reply(t, "tune"), gametest.NewDice(1)); err == nil {
		t.Error("an old question was answered")
	}
}

// Taking back a step that only its seat was told tells nobody else; later notes stay.
func TestUndoOfASecretStep(t *testing.T) {
	m, must := begin(t)
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	seen := m.Count(game.Player(2))
	must(say(t, m, 1, "tune", "tune"))
	must(say(t, m, 2, game.StandingName, "note red"))
	if !m.CanUndo(1) || m.CanUndo(2) {
		t.Error("another seat's private note changes what can be taken back")
	}
	must(m.Undo(1))
	if got := m.Count(game.Player(2)); got != seen+1 { // its own note
		t.Errorf("seat 2 was told %d facts more, want 1", got-seen)
	}
	if v := gametest.Text(m.View(game.Player(2))); !strings.Contains(v, "red") {
		t.Errorf("the note was lost: %s", v)
	}
	for s, want := range map[game.Seat]int{0: 0, 1: 1, 2: 0, 3: 0} { // the taken-back tuning is void to those who were told of it, the note to nobody
		void := 0
		for _, f := range m.Standing(game.Player(s)) {
			if _, is := f.(game.Void); is {
				void++
			}
		}
		if void != want {
			t.Errorf("of what seat %d was told %d facts are void, want %d", s, void, want)
		}
	}
}

// A dispute opened after a secret step does not reveal the step when it is taken back. Records of programs that told everybody
// then are decided again unchanged.
func TestCheatByDisputingBeforeAnUndo(t *testing.T) {
	m, must := begin(t)
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	must(say(t, m, 1, "tune", "tune"))
	must(m.Mark("hold dispute").Refereed(game.Refereed{N: 1, What: "dispute", Seat: 2}))
	seen := m.Count(game.Player(2))
	now, err := m.Undo(1)
	if err != nil {
		t.Fatal(err)
	}
	older := now.Record
	older.Facts = []game.StoredFact{{Kind: "took-back", Data: []byte(`{"seat":1,"public":true}`)}}
	for _, rec := range []game.Record{now.Record, older} {
		if st, err := m.Redo(rec, gametest.NewDice(1)); err != nil || gametest.Text(st.Record) != gametest.Text(rec) {
			t.Errorf("decided again it is %+v (%v), and was %+v", st.Record, err, rec)
		}
	}
	m.Apply(now)
	if got := m.Count(game.Player(2)); got != seen {
		t.Errorf("seat 2 was told of it")
	}
}

// A clock that the host keeps by a group's key does not begin again with an answer that nobody else was told.
func TestGroupKeyKeepsSecrets(t *testing.T) {
	m, must := begin(t)
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	key, id := m.Groups()[0].Key, m.Asks(1)[0].ID
	must(say(t, m, 1, "tune", "tune"))
	if got := m.Groups()[0].Key; got != key || m.Asks(1)[0].ID == id {
		t.Errorf("after a secret answer the key is %q (was %q), the id %q (was %q)", got, key, m.Asks(1)[0].ID, id)
	}
	must(m.Undo(1))
	if got := m.Groups()[0].Key; got != key {
		t.Errorf("after a secret step back the key is %q, was %q", got, key)
	}
	must(say(t, m, 1, "tune", "done"))
	if got := m.Groups()[0].Key; got == key {
		t.Errorf("after a public answer the key is still %q", got)
	}
}

// The first answer that is no pass closes a first-come group; the others' questions close too.
func TestFirstCome(t *testing.T) {
	m, must := begin(t)
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	must(say(t, m, 1, "tune", "done"))
	old := m.Asks(3)[0].ID
	must(say(t, m, 2, "claim", "pass"))
	must(say(t, m, 1, "claim", "claim"))
	if _, err := m.Answer(3, old, reply(t, "claim"), gametest.NewDice(1)); err == nil {
		t.Error("a claim after the first was taken")
	}
}

// Only its seat sees a quiet question; a window waits for the host.
func TestQuietWindow(t *testing.T) {
	m, must := begin(t)
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	must(say(t, m, 1, "tune", "done"))
	must(say(t, m, 1, "claim", "claim"))
	g := m.Groups()[0]
	if !g.Window || !g.Asks[0].Quiet {
		t.Fatalf("group %+v", g)
	}
	if _, err := m.CloseWindow(g.Key, gametest.NewDice(1)); err == nil {
		t.Error("a window closed before it was answered")
	}
	before := m.Count(game.Onlooker())
	must(say(t, m, 1, "peek", "peek"))
	if m.Count(game.Onlooker()) != before || len(m.Groups()[0].Open) != 0 {
		t.Error("an answer in a window was told, or not taken")
	}
	must(m.CloseWindow(g.Key, gametest.NewDice(1)))
	for s, want := range map[game.Seat]bool{0: false, 1: true, 2: false} {
		told := gametest.Text(m.Told(game.Player(s), 0))
		if strings.Contains(told, "peek\"") && strings.Contains(told, `"what":"peek"`) != want {
			t.Errorf("viewer %d was told %s", s, told)
		}
	}
}

// Only the referee is told the card.
func TestFactsForNobody(t *testing.T) {
	m, _ := begin(t)
	for s := game.Seat(0); s <= 3; s++ {
		if strings.Contains(gametest.Text(m.Told(game.Player(s), 0)), `"card"`) {
			t.Errorf("viewer %d was told the deck's card", s)
		}
	}
	if !strings.Contains(gametest.Text(m.Told(game.Referee(), 0)), `"card"`) {
		t.Error("the referee was not told the card")
	}
	if (game.Viewer{}) != game.Onlooker() || (game.Viewer{}).Sees(0) || (game.Viewer{}).Sees(1) {
		t.Error("the zero viewer is not the onlooker")
	}
}

func TestRefusedStarts(t *testing.T) {
	for _, seats := range []int{1, 6} {
		if _, _, err := toy.Rules().Start(seats, nil, gametest.NewDice(1)); err == nil {
			t.Errorf("started with %d seats", seats)
		}
	}
	m, _ := begin(t)
	for _, to := range []int{0, 1, 9} {
		if _, err := m.Rewind(to); err == nil {
			t.Errorf("rewound to %d of %d", to, m.Version())
		}
	}
	card := game.Card{ID: "toy", Version: "2"}
	if _, err := toy.Rules().Resume([]game.Record{{Kind: "start", Card: &card, Seats: 3}}); err == nil {
		t.Error("a match of another version was resumed")
	}
	if _, err := toy.Rules().Resume(nil); err == nil {
		t.Error("a match without records was resumed")
	}
}

func TestOptions(t *testing.T) {
	for options, ok := range map[string]bool{
		``: true, `{}`: true, `{"rounds":5}`: true, `{"colours":["red","red"]}`: true,
		`{"rounds":6}`: false, `{"rounds":-1}`: false, `{"colours":["red"]}`: false, `{"colours":["red","grey"]}`: false, `{"speed":1}`: false, `[]`: false,
	} {
		if _, _, err := toy.Rules().Start(2, game.Config(options), gametest.NewDice(1)); (err == nil) != ok {
			t.Errorf("options %s: %v", options, err)
		}
	}
}

// Only its player knows a colour until the match ends; then everybody is told (T2).
func TestColoursOpenAtTheEnd(t *testing.T) {
	m, st, err := toy.Rules().Start(2, toy.Config{Rounds: 1, Colours: []string{"red", "green"}}.Encode(), gametest.NewDice(7))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	knows := func(v game.Viewer, colour string) bool {
		return strings.Contains(gametest.Text(m.View(v)), colour) && strings.Contains(gametest.Text(m.Told(v, 0)), colour)
	}
	if !knows(game.Player(1), "red") || knows(game.Player(2), "red") || knows(game.Onlooker(), "red") || !knows(game.Referee(), "red") {
		t.Error("red is known to the wrong viewers")
	}
	if st, err = say(t, m, 2, game.StandingName, "quit"); err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		if !knows(v, "red") || !knows(v, "green") {
			t.Errorf("viewer %s does not know the colours at the end", v)
		}
	}
}

// Only facts of a known kind are read.
func TestUnknownFacts(t *testing.T) {
	card := toy.Rules().Card()
	for _, f := range []game.StoredFact{{Kind: "dance", Data: []byte(`{"what":"dance"}`)}, {Kind: "began", Data: []byte(`{"what":"card"}`)}, {Kind: "began", Data: []byte(`[]`)}} {
		if _, err := toy.Rules().Resume([]game.Record{{Kind: "start", Card: &card, Seats: 2, Facts: []game.StoredFact{f}}}); err == nil {
			t.Errorf("%s %s was read", f.Kind, f.Data)
		}
	}
}

// Every rule that a refusal names is in the rules.
func TestRefusalsNameRules(t *testing.T) {
	m, must := begin(t)
	for line, rule := range map[string]string{"bid 5": "T4", "bid 0": "T4"} {
		refused(t, m, "bid", line, rule)
	}
	for s := game.Seat(1); s <= 3; s++ {
		must(say(t, m, s, "bid", "bid 2"))
	}
	for range 3 {
		must(say(t, m, 1, "tune", "tune"))
	}
	refused(t, m, "tune", "tune", "T5")
	refused(t, m, "tune", "claim", "")
}

// refused checks that seat 1 is told of that rule, which is in the book.
func refused(t *testing.T, m game.Match, name, line, rule string) {
	t.Helper()
	var no *game.Refusal
	if _, err := say(t, m, 1, name, line); !errors.As(err, &no) || no.Rule != rule || rule != "" && !strings.Contains(toy.Numbered, "**"+rule+"**") {
		t.Errorf("%s: %v of rule %q, want %q", line, err, no.Rule, rule)
	}
}

// A player whose note is "low" when a round begins has bid 1 in it (T8): that player is not asked, the bids close with the
// others', and nobody else can tell it from a bid under seal.
func TestBidBeforehand(t *testing.T) {
	begins := func(acts ...string) game.Match {
		t.Helper()
		m, st, err := toy.Rules().Start(3, toy.Config{Rounds: 2}.Encode(), gametest.NewDice(3))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		for _, a := range acts {
			seat, line, _ := strings.Cut(a, " ")
			r, err := toy.Rules().Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			s := game.Seat(seat[0] - '0')
			for _, q := range m.Open(s) {
				if q.Standing == strings.HasPrefix(line, "note") {
					if st, err = m.Answer(s, q.ID, r, gametest.NewDice(3)); err != nil {
						t.Fatalf("%s: %v", a, err)
					}
					m.Apply(st)
				}
			}
			for _, g := range m.Groups() {
				if len(g.Open) == 0 {
					if st, err = m.CloseWindow(g.Key, gametest.NewDice(3)); err != nil {
						t.Fatal(err)
					}
					m.Apply(st)
				}
			}
		}
		return m
	}
	round := []string{"1 bid 2", "2 bid 2", "3 bid 3", "1 done", "1 pass", "2 pass", "3 pass", "1 leave"}
	given := begins(append([]string{"3 note low"}, round...)...)
	sealed := begins(append(append([]string{"3 note low", "3 note red"}, round...), "3 bid 1")...)
	for s := game.Seat(0); s <= 2; s++ {
		v := game.Player(s)
		for what, of := range map[string]func(game.Match) any{
			"asked":  func(m game.Match) any { return m.Asks(s) },
			"shown":  func(m game.Match) any { return m.View(v) },
			"told":   func(m game.Match) any { return m.Told(v, 0) },
			"waited": func(m game.Match) any { return m.Groups()[0].Open },
			"undone": func(m game.Match) any { return m.CanUndo(s) },
		} {
			if a, b := gametest.Text(of(given)), gametest.Text(of(sealed)); a != b {
				t.Errorf("seat %d is %s\n%s\nafter a bid beforehand, and\n%s\nafter one under seal", s, what, a, b)
			}
		}
	}
	if len(given.Open(3)) != 1 || !given.Open(3)[0].Standing {
		t.Errorf("seat 3 is asked %+v", given.Open(3))
	}
	bids := append(append([]string{"3 note low"}, round...), "1 bid 3", "2 bid 2")
	m := begins(bids...)
	if told := gametest.Text(m.Told(game.Onlooker(), 0)); m.View(game.Onlooker()).(toy.View).Stage != "tune" || !strings.Contains(told, `{"what":"bid","seat":3,"n":1}`) {
		t.Errorf("the bids are not open: %s", told)
	}
	all := begins(append([]string{"1 note low", "2 note low", "3 note low"}, round...)...)
	if g := all.Groups()[0]; len(g.Open) != 3 {
		t.Errorf("all have bid beforehand, and %v are waited for", g.Open)
	}
}
