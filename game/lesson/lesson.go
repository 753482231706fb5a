// Package lesson plays a match that teaches: its options and dice are fixed, the opponents have a script, and each step accepts
// only certain orders. A lesson is played again from the learner's orders every time, so that only they must be kept. Each game
// provides a Lesson.
package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"downsync/game"
)

// Learner is the learner's seat. Opponents play the others.
const Learner game.Seat = 1

// MostOrders limits the orders of a lesson, including those taken back.
const MostOrders = 200

// Orders of the learner's that do not belong to the match.
const (
	Undo = "undo" // takes back the last order
	Next = "next" // marks a step that only tells something as read
)

// Lesson is a match that teaches a game.
type Lesson struct {
	Game   game.Game
	Seats  int // of the match; 0: the fewest that the game allows
	Config game.Config
	Faces  []int // of the dice, in rolling order, whatever their stream; after them every die shows 1
	Steps  []Step
	// Opponent returns the order of the opponent who is asked. It knows only that seat's view and question.
	Opponent func(game.View, game.Ask) string
}

// Players returns the number of seats of the match.
func (l Lesson) Players() int { return cmp.Or(l.Seats, l.Game.Card().MinSeats) }

// Step is one order of the learner's; between steps the opponents play. The host decides what to say about it.
type Step struct {
	ID string
	// Example is an order that the step accepts; Next if it only tells something.
	Example string
	// Fits reports whether the step accepts an order; nil: only the example.
	Fits func(order string, v game.View) bool
}

// Takes makes a Fits from a function on parsed orders of type R and views of type V. Orders and views of other types do not
// fit.
func Takes[R game.Reply, V game.View](parse func(string) (game.Reply, error), fits func(R, V) bool) func(string, game.View) bool {
	return func(order string, v game.View) bool {
		r, err := parse(order)
		o, ordered := r.(R)
		at, seen := v.(V)
		return err == nil && ordered && seen && fits(o, at)
	}
}

// Tells reports whether the step is only to be read.
func (s Step) Tells() bool { return s.Example == Next }

// Along returns the longest start of an order that leads to one the step accepts. It returns "" if the order leads elsewhere
// from its first word on or goes beyond what the step accepts.
func (s Step) Along(begun string, v game.View) string {
	if s.takes(begun, v) {
		return begun
	}
	words, way := strings.Fields(begun), strings.Fields(s.Example)
	n := 0
	for n < len(words) && n < len(way) && strings.EqualFold(words[n], way[n]) {
		n++
	}
	if n == len(way) {
		return ""
	}
	return strings.Join(words[:n], " ")
}

// takes reports whether the step accepts the order.
func (s Step) takes(order string, v game.View) bool {
	if s.Fits == nil {
		return strings.EqualFold(order, s.Example)
	}
	return s.Fits(order, v)
}

// Scene is a lesson as its learner sees it.
type Scene struct {
	Step    Step // the current step; the zero Step when the lesson has ended
	Done    int  // completed steps
	View    game.View
	Facts   []game.Fact
	News    int // index of the first of Facts that the last order caused
	Asks    []game.Ask
	CanUndo bool
	Result  *game.Result
}

// ErrStray: the step does not ask for this order, though the rules might accept it.
var ErrStray = errors.New("not what this step is about")

// errStuck: the script no longer fits the rules. The tests play it through.
var errStuck = errors.New("the lesson does not go on")

// Play plays the lesson with the learner's orders. A *game.Refusal or ErrStray concerns the last of them; the scene is then the
// one before it.
func (l Lesson) Play(orders []string) (Scene, error) {
	if len(orders) > MostOrders {
		return Scene{}, fmt.Errorf("%d orders: expected at most %d", len(orders), MostOrders)
	}
	c, err := l.begin()
	if err != nil {
		return Scene{}, err
	}
	for i, order := range orders {
		err := c.take(order)
		if err == nil {
			err = c.goOn()
		}
		if err != nil && i < len(orders)-1 {
			return Scene{}, fmt.Errorf("order %d, %s: %w", i+1, order, err)
		}
		if err != nil {
			return c.scene(), err
		}
	}
	return c.scene(), nil
}

// class is a running lesson.
type class struct {
	Lesson
	match game.Match
	dice  *dice
	done  []int // the steps that each order of the match completed, so that they can be taken back
	step  int
	seen  int // facts told before the last order
}

func (l Lesson) begin() (*class, error) {
	c := &class{Lesson: l, dice: &dice{faces: l.Faces}}
	m, step, err := l.Game.Start(l.Players(), l.Config, c.dice)
	if err != nil {
		return nil, err
	}
	c.match = m
	m.Apply(step)
	c.seen = c.told()
	return c, c.goOn()
}

// told returns how many facts the learner was told.
func (c *class) told() int { return len(c.match.Told(game.Player(Learner), 0)) }

func (c *class) scene() Scene {
	me := game.Player(Learner)
	s := Scene{Done: c.step, View: c.match.View(me), Facts: c.match.Told(me, 0), Asks: c.match.Asks(Learner), CanUndo: c.match.CanUndo(Learner)}
	s.News = min(c.seen, len(s.Facts))
	if c.step < len(c.Steps) {
		s.Step = c.Steps[c.step]
	}
	if s.Step.Tells() {
		s.Asks = []game.Ask{{Name: "tell", ID: fmt.Sprintf("tell.%d", c.step), Seat: Learner, Menu: game.Menu{{Words: Next}}}}
	}
	if r, over := c.match.Result(); over {
		s.Result = &r
	}
	return s
}

// take plays a line of the learner's if the steps ask for it: an order, or several separated by semicolons, which are
// taken back together.
func (c *class) take(line string) error {
	if line == Undo {
		return c.undo()
	}
	for n, order := range strings.Split(line, ";") {
		err := error(nil)
		if n > 0 {
			err = c.goOn()
		}
		if err == nil {
			err = c.order(strings.TrimSpace(order), n > 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// order plays an order if the step asks for it; joined makes it one act with the previous one.
func (c *class) order(line string, joined bool) error {
	if c.step >= len(c.Steps) {
		return &game.Refusal{Code: "over", Text: "the lesson is over"}
	}
	if c.Steps[c.step].Tells() {
		if line != Next {
			return ErrStray
		}
		c.seen = c.told()
		c.step++
		return nil
	}
	r, err := c.Game.Parse(line)
	if err != nil {
		return err
	}
	if !c.Steps[c.step].takes(r.Order(), c.match.View(game.Player(Learner))) {
		return ErrStray
	}
	ask, ok := owed(c.match, Learner)
	if !ok {
		return errStuck
	}
	step, err := c.match.Answer(Learner, ask.ID, r, c.dice)
	if err != nil {
		return err
	}
	c.seen = c.told()
	if joined {
		step = c.match.Join(step)
	}
	c.match.Apply(step)
	if !step.Record.Joined {
		c.done = append(c.done, c.step)
	}
	c.step++
	return nil
}

func (c *class) undo() error {
	step, err := c.match.Undo(Learner)
	if err != nil {
		return err
	}
	c.seen = c.told()
	c.match.Apply(step)
	if n := len(c.done); n > 0 {
		c.step, c.done = c.done[n-1], c.done[:n-1]
	}
	return nil
}

// owed returns the question with which the seat holds up the match.
func owed(m game.Match, s game.Seat) (game.Ask, bool) {
	for _, a := range m.Asks(s) {
		if !a.Standing {
			return a, true
		}
	}
	return game.Ask{}, false
}

// goOn lets the opponents play, and windows close, until the learner is asked something or the match ends.
func (c *class) goOn() error {
	const most = 100
	for range most {
		if _, over := c.match.Result(); over {
			return nil
		}
		if _, ok := owed(c.match, Learner); ok {
			return nil
		}
		step, err := c.next()
		if err != nil {
			return err
		}
		c.match.Apply(step)
	}
	return errStuck
}

// next returns the next step of an opponent, in the order of the seats, or the closing of a window.
func (c *class) next() (game.Step, error) {
	for seat := Learner + 1; int(seat) <= c.Players(); seat++ {
		ask, ok := owed(c.match, seat)
		if !ok {
			continue
		}
		r, err := c.Game.Parse(c.Opponent(c.match.View(game.Player(seat)), ask))
		if err != nil {
			return game.Step{}, fmt.Errorf("the opponent in seat %d: %w", seat, err)
		}
		return c.match.Answer(seat, ask.ID, r, c.dice)
	}
	for _, g := range c.match.Groups() {
		if g.Window && len(g.Open) == 0 {
			return c.match.CloseWindow(g.Key, c.dice)
		}
	}
	return game.Step{}, errStuck
}

// dice shows the lesson's faces.
type dice struct{ faces []int }

// Roll returns the next face.
func (d *dice) Roll(_ game.Seat, _, sides int) (int, error) {
	if len(d.faces) == 0 {
		return 1, nil
	}
	face := d.faces[0]
	d.faces = d.faces[1:]
	return min(face, sides), nil
}
