package twins

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
)

// Noise is a match of random orders that is played in two worlds at once. In the second world ann also does many things that change
// nothing: she looks things up, begins orders and leaves them, types nonsense, changes her settings, closes her direct messages,
// and takes back steps that nobody was told of. The others must not notice. The clock, and the way in which both are notified,
// depend on the seed.
type Noise struct {
	World World
	Setup bottest.Setup
	Order func(game.View, game.Ask) string // returns a random order of the menu
	Idle  func(game.Ask) []string          // answers that nobody is told of; nil: there are none
	Seed  uint64
	Steps int

	both [2]*Table
	lot  *rand.Rand
	done []string // attacks so far
}

// Alike plays it, and fails the test if the others can distinguish the worlds. It returns the numbers of private acts and idle
// answers.
func (n Noise) Alike(t *testing.T) (acts, idle int) {
	t.Helper()
	n.World.Acts = nil
	n.lot = rand.New(rand.NewPCG(n.Seed, 9))
	if n.Seed%3 == 2 { // windows close as answers come
		n.World.Clock = n.World.clock()
		n.World.Clock.Strict, n.World.Clock.MinWindow = 0, 15*time.Second
	}
	for i := range n.both {
		n.both[i] = Open(t, n.World, n.Setup, nil)
	}
	if n.Seed%4 > 1 { // everybody sees when they are notified
		n.together(func(s *Table) {
			s.Slash(Ann, []string{"settings"}, CalledInThread)
			s.Slash(Ben, []string{"settings"}, CalledInThread)
		})
	}
	for step := 0; step < n.Steps && n.both[0].private(1).Result == nil; step++ {
		for range n.lot.IntN(4) {
			n.both[1].noise(n.lot)
			acts++
		}
		idle += n.takesBack()
		switch {
		case n.Seed%4 == 2 && n.lot.IntN(4) == 0:
			n.attacks()
		case n.Seed > 0 && n.lot.IntN(12) == 0: // reminders go out
			n.together(func(s *Table) { s.Pass(50 * time.Minute) })
		case !n.orders():
			n.together(func(s *Table) { s.Pass(time.Minute) })
		}
		if n.both[0].private(1).Result == nil { // the end opens everything, including what was taken back
			n.together(func(s *Table) { s.looks(rand.New(rand.NewPCG(n.Seed, uint64(step)))) })
		}
	}
	for _, u := range append([]wire.UserID{Ben, Eve}, outsiders...) {
		if one, other := n.both[0].delivered(u), n.both[1].delivered(u); one != other {
			t.Fatalf("%s: %s can tell the worlds apart:\n%s", strings.Join(n.done, ", "), u, Difference(one, other))
		}
	}
	return acts, idle
}

// attacks tries the same attack in both worlds.
func (n *Noise) attacks() {
	x, draw := links[n.lot.IntN(len(links))], n.lot.Uint64()
	n.done = append(n.done, x.name)
	n.together(func(s *Table) {
		lot := chance.Source(draw)
		x.does(s, func(most int) int { return int(lot.Next() % uint64(most)) })
	})
}

func (n *Noise) together(do func(*Table)) {
	for _, s := range n.both {
		do(s)
		s.Settle()
	}
}

// orders makes a seat answer at random a question that both worlds ask; it returns false if nobody is asked anything.
func (n *Noise) orders() bool {
	for _, x := range n.lot.Perm(2) {
		user := n.both[0].sits(game.Seat(x + 1))
		p := n.both[0].private(game.Seat(x + 1))
		ask, owed := bot.OwedAsk(p)
		for try := 0; owed && try < 20; try++ {
			line := n.Order(p.View, ask.Ask)
			if n.both[0].accepts(user, line) {
				if !n.both[1].accepts(user, line) {
					n.both[1].t.Fatalf("%s> %s is taken in one world alone", user, line)
				}
				n.together(func(*Table) {})
				return true
			}
			if x == 1 { // the order is refused in both
				n.both[1].accepts(user, line)
			}
		}
	}
	return false
}

// takesBack makes ann give each idle answer in the second world, and take it back.
func (n *Noise) takesBack() (given int) {
	p := n.both[1].private(1)
	if n.Idle == nil || p.Result != nil || len(p.Asks) == 0 {
		return 0
	}
	for _, line := range n.Idle(p.Asks[0].Ask) {
		if n.both[1].accepts(n.both[1].sits(1), line) {
			n.together(func(s *Table) { s.looks(rand.New(rand.NewPCG(n.Seed, 1))) })
			n.both[1].accepts(n.both[1].sits(1), "undo")
			n.both[1].Settle()
			given++
		}
	}
	return given
}

// accepts gives an order and reports whether it was carried out.
func (s *Table) accepts(user wire.UserID, line string) bool {
	a := s.Slash(user, []string{"order"}, option("match", "twin"), option("line", line))
	return strings.Contains(bottest.Words(*a.Letter), "✔️")
}

// looked lists commands that look something up.
var looked = [][]string{{"match", "show"}, {"match", "log"}, {"match", "verify"}, {"match", "ledger"}, {"match", "list"}, {"privacy", "export"}, {"inbox"}, {"clock", "show"}}

// looks makes the others look something up.
func (s *Table) looks(lot *rand.Rand) {
	for _, u := range []wire.UserID{s.sits(2), Ben, Eve} {
		s.Slash(u, looked[lot.IntN(len(looked))], option("match", "twin"))
		s.Complete(u, []string{"order"}, option("match", "twin"), option("line", ""))
	}
}

// noise makes ann do something private that changes nothing.
func (s *Table) noise(lot *rand.Rand) {
	s.t.Helper()
	defer s.Settle()
	ann := s.sits(1)
	switch lot.IntN(8) {
	case 0:
		s.Slash(ann, looked[lot.IntN(len(looked))], option("match", "twin"))
	case 1:
		s.Complete(ann, []string{"order"}, option("match", "twin"), option("line", []string{"", s.world.Begins, "move ", "undo"}[lot.IntN(4)]))
	case 2:
		s.accepts(ann, []string{"fly", "fly; draw"}[lot.IntN(2)])
	case 3:
		all := []bottest.Option{option("language", "de"), option("language", "en"), option("theme", "light"), option("theme", "dark"),
			option("rival", bot.RivalCalm), option("quiet", "00:00-23:59"), option("quiet", "off"), option("zone", "Europe/Berlin"), option("advice", "off")}
		s.Slash(ann, []string{"settings"}, all[lot.IntN(len(all))])
	case 4:
		s.Wire.CloseDM(ann, lot.IntN(2) == 0)
	default:
		m, ok := s.Wire.Console(ann)
		if lot.IntN(2) == 0 {
			s.Slash(ann, []string{"match", "show"}, option("match", "twin"))
			m = s.Newest(ann)
		}
		skip := func(id string) bool { return s.plays(id, nil) }
		if id, values, presses := (bottest.Presser{User: ann, Rand: lot, Skip: skip}).Choose(m.Message); ok && presses && !s.plays(id, values) {
			s.press(m, id, values, lot.IntN(2) == 0)
		}
	}
}

// press presses one of ann's controls, and sends the form that it may open with text that is not an order.
func (s *Table) press(m bottest.Message, id string, values []string, send bool) {
	ann := s.sits(1)
	a := s.Press(ann, m, id, values...)
	if a.Form == nil || !send {
		return
	}
	fields := map[string]string{}
	for _, f := range a.Form.Fields {
		fields[f.ID] = "no such thing"
	}
	s.Submit(ann, m, a.Form, fields)
}

// plays reports whether ann gives an order, or takes one back, by pressing the control or choosing these values.
func (s *Table) plays(id string, values []string) bool {
	switch kind, _, _ := strings.Cut(id, "|"); kind {
	case wire.ControlChoose:
		c := s.Control(s.sits(1), id)
		return values != nil && s.forms.Game().In(bot.Voice{}).Press(s.private(1), c.Ask, c.Draft, values).Order != ""
	case wire.ControlSubmit, wire.ControlUndo, customid.Concede, "agree": // in answer to a proposal about the clocks
		return true
	}
	return false
}

// Seeds returns the number of random matches in a test: n, or soak under SOAK=1.
func Seeds(n, soak uint64) uint64 {
	if os.Getenv("SOAK") == "1" {
		return soak
	}
	return n
}
