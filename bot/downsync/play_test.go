package downsync

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// blank is a brush for tests that read only words.
type blank struct{}

func (blank) Public(v rules.View, _ draw.PublicNews) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
	}
	return render.Public{PNG: []byte("public")}, nil
}

func (blank) Result(v rules.View, news draw.PublicNews) (render.Public, error) {
	_, err := blank{}.Public(v, news)
	return render.Public{PNG: []byte("result")}, err
}

func (blank) Preview(rules.View) (render.Public, error) {
	return render.Public{PNG: []byte("public")}, nil
}

func (x blank) Measured(v rules.View, _ *draw.Line) (render.Public, error) {
	return x.Public(v, draw.PublicNews{})
}

func (blank) PublicDice([]game.Fact, int) (render.Public, error) {
	return render.Public{PNG: []byte("public")}, nil
}

func (blank) PrivateDice(seat game.Seat, _ []game.Fact, _ int) (render.Private, error) {
	return render.Private{Seat: seat, PNG: []byte("private " + game.Player(seat).String())}, nil
}

func (blank) Private(v rules.View, _ *draw.Staged, _ draw.PrivateNews) (render.Private, error) {
	return render.Private{Seat: v.Viewer.Seat(), PNG: []byte("private " + v.Viewer.String())}, nil
}

// seeded are dice that roll the same every time.
type seeded struct{ *rand.Rand }

func (d seeded) Roll(_ game.Seat, _, sides int) (int, error) { return d.IntN(sides) + 1, nil }

func seededDice(seed uint64) func(table.ID) game.Dice {
	d := seeded{rand.New(rand.NewPCG(seed, 1))}
	return func(table.ID) game.Dice { return d }
}

// live are clocks with windows of constant shape.
var live = map[string]table.Timing{"live": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute, "react": 3 * time.Minute},
	Tick: 15 * time.Second, MinWindow: 5 * time.Second}}

// sitting is a room with a match of ann against ben.
type sitting struct {
	*bottest.Room
	t testing.TB
}

const ann, ben, eve = wire.UserID("ann"), wire.UserID("ben"), wire.UserID("eve")

func newRoom(t testing.TB, seed uint64, timings map[string]table.Timing, name string) *sitting {
	return &sitting{t: t, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: blank{}}, Dice: seededDice(seed),
		Timings: timings, Default: name})}
}

// seat brings a match to its first question.
func (s *sitting) seat(options ...bottest.Option) {
	s.t.Helper()
	s.Slash(ann, []string{"match", "challenge"}, append(options, bottest.Option{Name: "opponent", Value: string(ben)})...)
	s.press(ben, s.Wire.Messages(bottest.General)[0], "accept|")
	pick := s.Newest(ben)
	c := bottest.ControlsOf(pick.Message)
	s.Press(ben, pick, c.Selects[0].ID, c.Selects[0].Options[0].Value)
	ms := s.Wire.Messages(bottest.General)
	if id, ok := bottest.ControlsOf(ms[len(ms)-1].Message).Find("ready|"); ok {
		s.Press(ann, ms[len(ms)-1], id)
	}
	s.Settle()
}

// press presses the control that contains the words. The test fails if there is none.
func (s *sitting) press(user wire.UserID, m bottest.Message, words string, values ...string) {
	s.t.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		s.t.Fatalf("%s finds no %q in:\n%s", user, words, bottest.Words(m.Message))
	}
	s.Press(user, m, id, values...)
}

// console returns the user's newest direct message.
func (s *sitting) console(user wire.UserID) bottest.Message {
	s.t.Helper()
	m, ok := s.Wire.Console(user)
	if !ok {
		s.t.Fatalf("%s was sent nothing", user)
	}
	return m
}

// asking reports whether the console has anything for its user to press: a question, or the way back to one.
func asking(m bottest.Message) bool {
	c := bottest.ControlsOf(m.Message)
	for _, b := range c.Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		if kind == wire.ControlSubmit || kind == wire.ControlDraft || kind == wire.ControlType {
			return true
		}
	}
	return len(c.Selects) > 0
}

// watch records which Units each side has shown, and finds Units that were named too early.
type watch struct {
	s     *sitting
	seen  int
	shown map[string]bool
}

func (w *watch) check() {
	w.s.t.Helper()
	for _, it := range w.s.Wire.Delivered(eve, w.seen) {
		w.learn(bottest.Words(it.Message.Message))
	}
	for _, u := range []wire.UserID{ann, ben} {
		for _, it := range w.s.Wire.Delivered(u, w.seen) {
			w.learn(bottest.Words(it.Message.Message))
		}
	}
	w.user(ann, "republic-of-terra")
	w.user(ben, "coalition")
	w.user(eve, "coalition")
	w.user(eve, "republic-of-terra")
	w.seen = w.s.Wire.Count()
}

// learn notes which Units were revealed.
func (w *watch) learn(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, " is revealed") || strings.Contains(line, " sets down ") || strings.Contains(line, " aboard.") {
			for _, u := range cards.Printed().All() {
				if strings.Contains(line, "**"+u.Name+"**") {
					w.shown[u.Name] = true
					if t, ok := u.Trait("carrier"); ok { // the card names the Unit that comes with it
						w.shown[cards.Printed().Must(t.Unit).Name] = true
					}
				}
			}
		}
	}
}

func (w *watch) user(user wire.UserID, faction string) {
	w.s.t.Helper()
	for _, it := range w.s.Wire.Delivered(user, w.seen) {
		text := bottest.Words(it.Message.Message)
		for _, c := range it.Choices {
			text += c.Name + c.Value
		}
		if strings.Contains(strings.ToLower(text), "match over") {
			continue // the end opens everything
		}
		for _, f := range it.Files {
			if string(f.Data) != "public" && string(f.Data) != "private "+map[wire.UserID]string{ann: "1", ben: "2"}[user] {
				w.s.t.Fatalf("%s was sent the picture %q", user, f.Data)
			}
		}
		for _, u := range cards.Printed().All() {
			if u.Faction == faction && !w.shown[u.Name] && (strings.Contains(text, u.Name) || strings.Contains(text, u.Slug)) {
				w.s.t.Fatalf("%s was told of %q before it was revealed:\n%s", user, u.Name, text)
			}
		}
	}
}

// Whole matches with random presses: nothing that is offered is refused, every press is answered within Discord's limits,
// nobody is told too much, and the match continues after a crash.
func TestMatchesByPressing(t *testing.T) {
	n := 6
	if os.Getenv("SOAK") != "" {
		n = 200
	}
	for seed := range uint64(n) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := newRoom(t, seed, nil, "")
			if seed%2 == 1 {
				s = newRoom(t, seed, live, "live")
			}
			size := []string{"small", "standard"}[seed%4/3]
			edition := rules.Editions[seed%3%2]
			s.seat(bottest.Option{Name: "size", Value: size}, bottest.Option{Name: "max_rounds", Value: "2"}, bottest.Option{Name: "rules", Value: edition})
			s.playOut(rand.New(rand.NewPCG(seed, 2)))
		})
	}
}

// playOut presses until the match has ended.
func (s *sitting) playOut(r *rand.Rand) {
	s.t.Helper()
	w := &watch{s: s, seen: s.Wire.Count(), shown: map[string]bool{}}
	concede := func(user wire.UserID) func(string) bool {
		return func(id string) bool { return s.Control(user, id).Draft == "concede" && r.IntN(400) > 0 }
	}
	for i, user := range []wire.UserID{ann, ben} { // puts proposals about the clocks on the consoles
		s.Slash(user, []string{"clock", "extend"}, bottest.Option{Name: "by", Value: []string{"1d", "2d"}[i]})
	}
	s.Settle()
	for step := 0; ; step++ {
		if step > 20000 {
			s.t.Fatalf("no end:\n%s\n%s\n%s", bottest.Words(s.console(ann).Message), bottest.Words(s.console(ben).Message), s.Log.String())
		}
		if strings.Contains(bottest.Words(s.console(ann).Message), "match over") {
			break
		}
		acted := false
		for _, user := range []wire.UserID{ann, ben} {
			m := s.console(user)
			if !asking(m) {
				continue
			}
			acted = true
			id, values, ok := bottest.Presser{User: user, Rand: r, Skip: concede(user)}.Choose(m.Message)
			if !ok {
				s.t.Fatalf("%s has nothing to press:\n%s", user, bottest.Words(m.Message))
			}
			s.one(user, m, id, values, r)
			break
		}
		if !acted {
			s.Pass(15 * time.Second)
		}
		if r.IntN(60) == 0 {
			s.Restart()
		}
		w.check()
	}
	for _, user := range []wire.UserID{ann, ben} {
		if m := s.console(user); asking(m) || !strings.Contains(bottest.Words(m.Message), "match over") {
			s.t.Errorf("%s's console after the end:\n%s", user, bottest.Words(m.Message))
		}
	}
	log := s.Log.String()
	if strings.Contains(log, "ERROR") {
		s.t.Error(log)
	}
	for _, u := range cards.Printed().All() { // a log holds ids and codes
		if strings.Contains(log, u.Slug) || strings.Contains(log, u.Name) {
			s.t.Errorf("the log speaks of the %s:\n%s", u.Name, log)
		}
	}
}

// one presses once, sometimes twice, and checks the answer.
func (s *sitting) one(user wire.UserID, m bottest.Message, id string, values []string, r *rand.Rand) {
	s.t.Helper()
	a := s.Press(user, m, id, values...)
	if a.Form != nil {
		a = s.Submit(user, m, a.Form, map[string]string{"1": fmt.Sprintf("%d, %d.5", r.IntN(50), r.IntN(50)), "2": ""})
	} else if text := bottest.Words(*a.Letter); strings.Contains(text, "⚠️") {
		s.t.Fatalf("%s pressed %s %v and was answered\n%s\nhaving seen\n%s", user, id, values, text, bottest.Words(m.Message))
	}
	if text := bottest.Words(*a.Letter); strings.Contains(text, "did not work") || strings.Contains(text, "is on hold") {
		s.t.Fatalf("%s pressed %s %v: %s\n%s", user, id, values, text, s.Log.String())
	}
	if r.IntN(10) == 0 {
		s.Press(user, m, id, values...)
	}
	s.Settle()
}

// The bot answers every command of the game.
func TestCommandsAnswer(t *testing.T) {
	s := newRoom(t, 1, live, "live")
	s.seat()
	for _, c := range bottest.Commands(Forms{}) {
		for _, sub := range c.Sub {
			if sub.Run == nil {
				t.Errorf("nothing answers /%s %s", c.Name, sub.Name)
			}
		}
		if len(c.Sub) == 0 && c.Run == nil {
			t.Errorf("nothing answers /%s", c.Name)
		}
	}
	if text := bottest.Words(*s.Slash(ann, []string{"board", "text"}).Letter); !strings.Contains(text, "48") {
		t.Errorf("/board text: %s", text)
	}
}
