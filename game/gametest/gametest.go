// Package gametest tests what every ruleset must pass: the kernel's promises under random legal play (Run), and twin matches,
// which prove that secrets are kept (Twins).
package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"downsync/game"
	"downsync/game/chance"
)

// Case is a ruleset under test.
type Case struct {
	Game   game.Game
	Seats  int
	Config func(seed uint64) game.Config
	Games  int
	// MaxSteps is the number of steps within which a game must end.
	MaxSteps int
	// Guess returns values for a slot with free values, given the order so far.
	Guess func(d *Dice, v game.View, a game.Ask, line string, s game.Slot) string
	// Ruling returns a referee's ruling to try now and then, given the referee's view; nil: there are none.
	Ruling func(d *Dice, v game.View) string
	// Concede is the order that concedes a match, "" if there is none. It is given only once in ConcedeIn times that it is
	// offered, so that most games have another end.
	Concede   string
	ConcedeIn int
	// Rare holds further orders that may end a match, such as an offer of a draw. They are given just as rarely.
	Rare []string
	// Narrow returns the part of a menu to answer from this time; nil: all of it.
	Narrow func(*Dice, game.Menu) game.Menu
	// Check looks at the match after each step, if set.
	Check func(game.Match) error
	// Keep is given each record, if set.
	Keep func(game.Record)
	// Every is the number of steps between two full replays and checks of everything that everybody sees; 0: after each step,
	// negative: never.
	Every int
	// Unchecked games are only played, as for a benchmark: no promise is checked.
	Unchecked bool
}

// Dice is a deterministic source of chance.
type Dice struct{ source chance.Source }

// NewDice returns dice with that seed. The seed is mixed first: a chance.Source counts up by a fixed step, and seeds that
// differ by multiples of that step would give one sequence, shifted.
func NewDice(seed uint64) *Dice {
	mixer := chance.Source(seed)
	return &Dice{chance.Source(mixer.Next())}
}

// N returns a number from 0 to n-1.
func (d *Dice) N(n int) int { return int(d.source.Next() >> 1 % uint64(n)) }

// Roll rolls a die.
func (d *Dice) Roll(_ game.Seat, _, sides int) (int, error) { return d.N(sides) + 1, nil }

// Stats counts the events of all games.
type Stats struct {
	Steps, Refused, Lapsed, Undone, Sealed, Ruled, Dropped int
	// Joined counts steps taken back together with the previous one.
	Joined int
	// Ahead counts standing acts that told onlookers nothing.
	Ahead int
	// Kept counts steps taken back from under another seat's standing act.
	Kept int
	Ends map[string]int
	// Facts holds the first stored fact of each kind.
	Facts map[string]json.RawMessage
	forms map[string]bool // the forms of orders whose slips were all typed
}

// String leaves out the facts, except for the number of their kinds.
func (s Stats) String() string {
	return fmt.Sprintf("%d steps, %d refused, %d lapsed, %d undone, %d sealed, ends %v, %d kinds of facts", s.Steps, s.Refused, s.Lapsed, s.Undone, s.Sealed, s.Ends, len(s.Facts))
}

// Run plays the games and checks the promises of package game after every step. GAME=794 in the environment plays only that
// game and skips the rest of the test, which may count the events of all games.
func Run(t testing.TB, c Case) Stats {
	t.Helper()
	st := Stats{Ends: map[string]int{}, Facts: map[string]json.RawMessage{}, forms: map[string]bool{}}
	if alone, err := strconv.ParseUint(os.Getenv("GAME"), 10, 64); err == nil {
		c.playGame(t, alone, &st)
		t.Skipf("only game %d was played: %s", alone, st)
	}
	for seed := range uint64(c.Games) {
		c.playGame(t, seed, &st)
	}
	return st
}

// playGame plays the game with that number, which does not depend on the games before it.
func (c Case) playGame(t testing.TB, seed uint64, st *Stats) {
	t.Helper()
	p := &play{Case: c, d: NewDice(seed + 1), stats: st}
	if err := p.run(seed); err != nil {
		t.Fatalf("game %d, step %d: %v\nGAME=%d plays this game alone", seed, len(p.records), err, seed)
	}
}

type play struct {
	Case
	d       *Dice
	m       game.Match
	records []game.Record
	stats   *Stats
	clean   map[int]glance // the sights of everybody at some versions
	shot    []byte         // a snapshot, taken at version shotAt
	shotAt  int
	whole   []bool // versions at which no reply was under seal
}

func (p *play) run(seed uint64) error {
	m, st, err := p.Game.Start(p.Seats, p.Config(seed), p.d)
	if err != nil {
		return err
	}
	p.m = m
	p.clean, p.whole = map[int]glance{}, []bool{true}
	if err := p.apply(st); err != nil {
		return err
	}
	for len(p.records) < p.MaxSteps {
		if r, over := p.m.Result(); over {
			p.stats.Ends[r.Why]++
			return p.ended()
		}
		if err := p.step(); err != nil {
			return err
		}
	}
	return fmt.Errorf("no end after %d steps", p.MaxSteps)
}

// ended: a finished match asks nothing.
func (p *play) ended() error {
	for s := game.Seat(1); int(s) <= p.Seats; s++ {
		if asks := p.m.Asks(s); len(asks) > 0 {
			return fmt.Errorf("the match is over and seat %d is asked %s", s, asks[0].ID)
		}
	}
	if p.Every < 0 || p.Unchecked {
		return nil
	}
	return p.replays()
}

// step closes a window, takes a step back, or answers a random open question.
func (p *play) step() error {
	groups := p.m.Groups()
	if len(groups) == 0 {
		return errors.New("nobody is asked anything")
	}
	g := groups[p.d.N(len(groups))]
	if len(g.Open) == 0 {
		st, err := p.m.CloseWindow(g.Key, p.d)
		if err != nil {
			return fmt.Errorf("closing %s: %w", g.Key, err)
		}
		return p.apply(st)
	}
	for s := game.Seat(1); int(s) <= p.Seats; s++ {
		if p.m.CanUndo(s) && p.d.N(12) == 0 {
			return p.undo(s)
		}
	}
	if p.Game.Card().OnForfeit == game.Drops && p.d.N(50) == 0 {
		return p.drop(game.Seat(1 + p.d.N(p.Seats)))
	}
	if p.Ruling != nil && p.d.N(12) == 0 {
		if done, err := p.rule(); done || err != nil {
			return err
		}
	}
	seat := g.Open[p.d.N(len(g.Open))]
	standing := p.d.N(15) == 0
	for _, a := range p.m.Asks(seat) {
		if !a.Standing && a.Default == nil {
			return fmt.Errorf("ask %s has no default", a.ID)
		}
		if a.Standing == standing {
			return p.answer(a)
		}
	}
	return nil
}

// rule tries a ruling; a refused one changes nothing.
func (p *play) rule() (done bool, err error) {
	line := p.Ruling(p.d, p.m.View(game.Referee()))
	before := p.look()
	if err := p.mistyped(line); err != nil {
		return false, err
	}
	st, err := p.m.Rule(line, p.d)
	var no *game.Refusal
	switch {
	case errors.As(err, &no):
		if d := differ(before, p.look()); d != "" {
			return false, fmt.Errorf("the refused ruling %q changed %s", line, d)
		}
		return false, nil
	case err != nil:
		return false, fmt.Errorf("ruling %q: %w", line, err)
	}
	p.stats.Ruled++
	if st, err = st.Refereed(game.Refereed{N: p.stats.Ruled, What: "rule"}); err != nil {
		return false, err
	}
	return true, p.apply(st)
}

// mistyped tries the ruling with one character left out, doubled or changed, and does not carry it out. It must be possible, or
// be refused with a code: any other error would be a fault of the program for the person who typed it.
func (p *play) mistyped(line string) error {
	if line == "" {
		return nil
	}
	d := diceOf(line)
	at := d.N(len(line))
	typed := line[:at] + []string{"", line[at:at+1] + line[at:at+1], "x", "9", ".", " "}[d.N(6)] + line[at+1:]
	_, err := p.m.Rule(typed, d)
	if no := new(game.Refusal); err != nil && (!errors.As(err, &no) || no.Code == "") {
		return fmt.Errorf("the ruling %q is neither possible nor refused: %w", typed, err)
	}
	return nil
}

// drop takes a seat out if it is in and two sides stay. It is then asked nothing, or the same as before but for its standing act.
func (p *play) drop(seat game.Seat) error {
	before, was, asked := p.look(), p.m.Seating(), timed(p.m.Asks(seat))
	may := was.In(seat) && len(was.Without(seat).Left()) > 1
	st, err := p.m.Drop(seat, "time", p.d)
	if no := new(game.Refusal); !may {
		if !errors.As(err, &no) || no.Code != "out" && no.Code != "end" {
			return fmt.Errorf("seat %d of %+v goes out: %v", seat, was, err)
		}
		if d := differ(before, p.look()); d != "" {
			return fmt.Errorf("a seat that could not go out changed %s", d)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if err := p.apply(st); err != nil {
		return err
	}
	p.stats.Dropped++
	now, want := p.m.Seating(), was.Without(seat)
	if !slices.Equal(now.Out, want.Out) || !slices.Equal(now.Sides, want.Sides) || now.PlaysOn != want.PlaysOn {
		return fmt.Errorf("seat %d went out of %+v, which is now %+v", seat, was, now)
	}
	if d, ok := game.DepartureOf(p.m.Standing(game.Onlooker()), seat); !ok || d.Why != "time" {
		return fmt.Errorf("seat %d went out by time, and everybody is told of %+v", seat, d)
	}
	asks := p.m.Asks(seat)
	if _, over := p.m.Result(); over || !now.PlaysOn {
		asked = nil
	}
	if len(timed(asks)) != len(asks) || !slices.Equal(timed(asks), asked) {
		return fmt.Errorf("seat %d is out, was asked %q, is asked %q, and %d questions in all", seat, asked, timed(asks), len(asks))
	}
	return nil
}

// timed returns the ids of the questions that are no standing asks.
func timed(asks []game.Ask) (ids []string) {
	for _, a := range asks {
		if !a.Standing {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// answer gives a random reply, or else the default, which must always be legal.
func (p *play) answer(a game.Ask) error {
	const tries = 5
	for range tries {
		line := p.line(a)
		if line != "" && (line == p.Concede || slices.Contains(p.Rare, line)) && p.d.N(p.ConcedeIn) > 0 {
			continue
		}
		r, err := p.Game.Parse(line)
		if err != nil {
			return fmt.Errorf("the menu of %s offers %q: %w", a.ID, line, err)
		}
		if err := p.readsBack(r); err != nil {
			return err
		}
		var before glance
		looked := !p.Unchecked && (p.Every == 0 || p.d.N(p.Every) == 0)
		if looked {
			before = p.look()
		}
		st, err := p.m.Answer(a.Seat, a.ID, r, p.d)
		var no *game.Refusal
		switch {
		case err == nil && p.Unchecked:
			return p.apply(st)
		case err == nil:
			if err := p.orders(a, line, r); err != nil {
				return err
			}
			return p.accept(a, st)
		case !errors.As(err, &no) || no.Code == "":
			return fmt.Errorf("%q of %s: %w", line, a.ID, err)
		}
		p.stats.Refused++
		if !looked {
			continue
		}
		if d := differ(before, p.look()); d != "" {
			return fmt.Errorf("the refused %q changed %s", line, d)
		}
	}
	if a.Standing {
		return nil
	}
	p.stats.Lapsed++
	if p.Unchecked {
		st, err := p.m.Lapse(a.Seat, a.ID, p.d)
		if err != nil {
			return err
		}
		return p.apply(st)
	}
	if _, err := p.m.Answer(a.Seat, a.ID, a.Default, p.d); err != nil {
		return fmt.Errorf("the default %q of %s is refused: %w", a.Default.Order(), a.ID, err)
	}
	st, err := p.m.Lapse(a.Seat, a.ID, p.d)
	if err != nil {
		return fmt.Errorf("lapse of %s: %w", a.ID, err)
	}
	return p.accept(a, st)
}

// readsBack checks that a reply, written and read, is the same.
func (p *play) readsBack(r game.Reply) error {
	if p.Unchecked {
		return nil
	}
	again, err := p.Game.Parse(r.Order())
	if err != nil || again.Order() != r.Order() {
		return fmt.Errorf("%q does not read back: %v", r.Order(), err)
	}
	return nil
}

// accept applies the step. A step under seal must change nothing for anybody else, and a standing act nothing for those whom it tells
// nothing, such as an order ahead (promise 6).
func (p *play) accept(a game.Ask, st game.Step) error {
	if len(p.records)%3 == 0 {
		st = p.m.Join(st)
	}
	var before glance
	public := ""
	if st.Record.Sealed() || a.Standing {
		before, public = p.look(), asked(p.m)
	}
	if err := p.apply(st); err != nil {
		return err
	}
	if _, err := p.m.Answer(a.Seat, a.ID, a.Default, p.d); err == nil && a.Default != nil {
		return fmt.Errorf("ask %s can be answered twice", a.ID)
	}
	if before == nil {
		return nil
	}
	if st.Record.Sealed() {
		p.stats.Sealed++
	}
	after := p.look()
	for i := range before {
		switch told := len(st.Told(game.Player(game.Seat(i)))) > 0; {
		case i == int(a.Seat) || told:
		case before[i] != after[i] || i == 0 && asked(p.m) != public:
			return fmt.Errorf("%q in answer to %s, which tells viewer %d nothing, changed what they see", st.Record.Order, a.ID, i)
		case a.Standing && i == 0:
			p.stats.Ahead++
		}
	}
	return nil
}

// line returns a random order of the ask's menu.
func (p *play) line(a game.Ask) string {
	if p.Narrow != nil {
		a.Menu = p.Narrow(p.d, a.Menu)
	}
	return Line(p.d, p.m.View(game.Player(a.Seat)), a, p.Guess)
}

// Line returns a random order of the ask's menu, for a seat that sees v. guess is as in Case.
func Line(d *Dice, v game.View, a game.Ask, guess func(*Dice, game.View, game.Ask, string, game.Slot) string) string {
	c := a.Menu[d.N(len(a.Menu))]
	line := c.Words
	for _, s := range c.Slots {
		n := s.Min
		if more := s.Max - s.Min; more > 0 && (!s.IsFree() || s.Min > 0) {
			n += d.N(more + 1)
		}
		if n == 0 {
			continue
		}
		if s.Mark != "" {
			line += " " + s.Mark
		}
		if s.IsFree() {
			for range n {
				line += " " + guess(d, v, a, line, s)
			}
			continue
		}
		options := append([]string{}, s.Options...)
		for ; n > 0 && len(options) > 0; n-- {
			i := d.N(len(options))
			line += " " + options[i]
			options = append(options[:i], options[i+1:]...)
		}
	}
	return line
}

// undo takes back the last act: the whole of it, so that the first step taken back is joined to none before it.
func (p *play) undo(s game.Seat) error {
	st, err := p.m.Undo(s)
	if err != nil {
		return fmt.Errorf("an undo that was offered is refused: %w", err)
	}
	if back := st.Record.Back; p.records[back].Joined || p.records[back].Seat != s {
		return fmt.Errorf("an undo goes back to before record %d, which is %+v", back+1, p.records[back])
	}
	for _, r := range p.records[st.Record.Back+1:] {
		if r.Joined {
			p.stats.Joined++
		}
	}
	p.stats.Undone++
	return p.apply(st)
}

// Stored returns a record as it is read back from the store, and its stored bytes.
func Stored(r game.Record) (game.Record, []byte, error) {
	raw, err := r.Encode()
	if err != nil {
		return game.Record{}, nil, err
	}
	r, err = game.DecodeRecord(raw)
	return r, raw, err
}

func (p *play) apply(st game.Step) error {
	if p.Unchecked {
		p.m.Apply(st)
		p.records = append(p.records, st.Record)
		p.stats.Steps++
		return nil
	}
	rec, raw, err := Stored(st.Record)
	if err != nil {
		return err
	}
	if err := p.redoes(rec, raw); err != nil {
		return err
	}
	p.m.Apply(st)
	p.records = append(p.records, rec)
	if p.Keep != nil {
		p.Keep(rec)
	}
	for _, f := range rec.Facts {
		if _, ok := p.stats.Facts[f.Kind]; !ok {
			p.stats.Facts[f.Kind] = f.Data
		}
	}
	p.stats.Steps++
	full := p.Every == 0 || p.Every > 0 && len(p.records)%p.Every == 0
	if full {
		p.clean[len(p.records)] = p.look()
	}
	p.whole = append(p.whole, !st.Record.Sealed() && p.unsealed())
	if p.Check != nil {
		if err := p.Check(p.m); err != nil {
			return err
		}
	}
	if full {
		return p.replays()
	}
	return nil
}

// redoes checks that a record decided again with its own dice is the same record; it tries one in three.
func (p *play) redoes(rec game.Record, raw []byte) error {
	if rec.Start() || len(p.records)%3 > 0 {
		return nil
	}
	again, err := p.m.Redo(rec, &replayed{rec.Rolls})
	if err != nil {
		return fmt.Errorf("decided again: %w", err)
	}
	if b, err := again.Record.Encode(); err != nil || !bytes.Equal(b, raw) {
		return fmt.Errorf("decided again it is\n%s\nand was\n%s", b, raw)
	}
	return nil
}

// replayed holds dice that were rolled before: the same dice must be asked for.
type replayed struct{ left []game.Rolled }

func (d *replayed) Roll(stream game.Seat, number, sides int) (int, error) {
	if len(d.left) == 0 {
		return 0, errors.New("a die more than before")
	}
	r := d.left[0]
	d.left = d.left[1:]
	if r.Stream != stream || r.Number != number || r.Sides != sides {
		return 0, fmt.Errorf("die %d of stream %d with %d sides, and before it was %+v", number, stream, sides, r)
	}
	return r.Face, nil
}

// unsealed reports whether no group holds a sealed answer.
func (p *play) unsealed() bool {
	for _, g := range p.m.Groups() {
		if len(g.Open) < len(g.Asks) {
			return false
		}
	}
	return true
}

// glance holds each viewer's sight: the onlooker's at 0, then the seats'.
type glance []sight

type sight struct {
	view, asks, facts string
	undo              bool
}

func (p *play) look() glance { return p.lookAt(p.m) }

func (p *play) lookAt(m game.Match) glance {
	out := make(glance, p.Seats+1)
	if m.Version() == 0 {
		return out
	}
	for i := range out {
		v := game.Player(game.Seat(i))
		out[i] = sight{view: Text(m.View(v)), undo: m.CanUndo(game.Seat(i))}
		if i > 0 {
			out[i].asks = Text(m.Asks(game.Seat(i)))
		}
		out[i].facts = fmt.Sprint(m.Count(v))
		if told := m.Told(v, max(0, m.Count(v)-3)); len(told) > 0 {
			out[i].facts += Text(told)
		}
	}
	return out
}

// Text returns any value as JSON, to be compared. It panics if a value does not encode.
func Text(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("gametest: what is compared does not encode: " + err.Error())
	}
	return string(raw)
}

// differ returns the name of the first difference.
func differ(a, b glance) string {
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			return fmt.Sprintf("what viewer %d sees:\n%+v\n%+v", i, a[i], b[i])
		}
	}
	return ""
}
