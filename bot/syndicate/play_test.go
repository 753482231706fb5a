package syndicate

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/syndicate"
	draw "downsync/render/syndicate"
)

const (
	ann = bot.UserID("ann")
	ben = bot.UserID("ben")
	eve = bot.UserID("eve")
)

// sketch gives scenes as text in place of pictures, which take most of a test's time.
type sketch struct{ draw.Look }

func (s sketch) Public(v rules.View) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
	}
	return render.Public{PNG: []byte(s.Scene(v, nil).String())}, nil
}

func (s sketch) Private(v rules.View, st *draw.Staged) (render.Private, error) {
	return render.Private{Seat: v.Viewer.Seat(), PNG: []byte(s.Scene(v, st).String())}, nil
}

// sketched are the forms with sketches.
var sketched = Forms{brush: func(l draw.Look) brush { return sketch{l} }}

// arena is a room in which ann and ben play.
type arena struct {
	*bottest.Room
	lang.Language
	t  testing.TB
	id table.ID
}

func opt(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }

func text(a bot.Answer) string {
	if a.Letter == nil {
		return ""
	}
	return bottest.Words(*a.Letter)
}

// newArena lets ann challenge ben in a language, and both choose a starter by buttons.
func newArena(t testing.TB, l lang.Language, options ...bottest.Option) *arena {
	t.Helper()
	s := &arena{t: t, Language: l, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: sketched, Dice: func(table.ID) game.Dice { return gametest.NewDice(7) },
		Timings: map[string]table.Timing{"quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute, "react": 3 * time.Minute}}}, Default: "quick"})}
	locale := map[lang.Language]string{lang.English: "en-GB", lang.German: "de"}[l]
	s.Locales = map[bot.UserID]string{ann: locale, ben: locale, eve: locale, "": locale}
	s.Slash(ann, []string{"match", "challenge"}, append(options, opt("opponent", string(ben)))...)
	card := s.lobby()
	s.click(ben, card, "accept|")
	s.choose(ben, "velocity-starter")
	if m, ok := s.find(ann, "force|"); ok {
		s.Press(ann, m, mustFind(t, m, "force|"), "razor-starter")
	}
	s.click(ann, s.lobby(), "ready|")
	s.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	s.id = table.ID(id)
	return s
}

func mustFind(t testing.TB, m bottest.Message, words string) string {
	t.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		t.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	return id
}

func (s *arena) find(user bot.UserID, words string) (bottest.Message, bool) {
	ms := s.Wire.Messages(bot.ChannelID("eph-" + user))
	for _, m := range slices.Backward(ms) {
		if _, ok := bottest.ControlsOf(m.Message).Find(words); ok {
			return m, true
		}
	}
	return bottest.Message{}, false
}

func (s *arena) lobby() bottest.Message {
	ms := s.Wire.Messages(bottest.General)
	return ms[len(ms)-1]
}

func (s *arena) click(user bot.UserID, m bottest.Message, words string, values ...string) bot.Answer {
	s.t.Helper()
	return s.Press(user, m, mustFind(s.t, m, words), values...)
}

func (s *arena) choose(user bot.UserID, starter string) {
	s.t.Helper()
	s.click(user, s.Newest(user), "force|", starter)
}

func (s *arena) public() table.Public {
	s.t.Helper()
	p, err := s.Hall.Public(context.Background(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// over tells whether the match is.
func (s *arena) over() bool { return s.public().Result != nil }

// pressing presses one control of the user's console: the green one, else a proposal, else what there is. ok is false if
// there is nothing to press.
func (s *arena) pressing(user bot.UserID) (ok bool) {
	s.t.Helper()
	m, ok := s.Wire.Console(user)
	if !ok {
		return false
	}
	c := bottest.ControlsOf(m.Message)
	best, rank := bot.Button{}, 0
	for _, b := range c.Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		n := 0
		switch {
		case b.Disabled || kind != bot.ControlSubmit && kind != bot.ControlDraft:
		case b.Style == bot.Success:
			n = 4
		case b.Style == bot.Primary:
			n = 3
		case kind == bot.ControlSubmit && b.Style != bot.Danger:
			n = 1
		}
		if n > rank {
			best, rank = b, n
		}
	}
	if rank > 1 || rank > 0 && len(c.Selects) == 0 {
		s.Press(user, m, best.ID)
	} else if len(c.Selects) > 0 {
		s.Press(user, m, c.Selects[0].ID, c.Selects[0].Options[0].Value)
	} else {
		return false
	}
	s.Settle()
	return true
}

// play goes on by buttons until stop is satisfied.
func (s *arena) play(stop func() bool, each func(user bot.UserID)) (presses int) {
	s.t.Helper()
	for presses = 0; !stop(); presses++ {
		if presses > 3000 {
			s.t.Fatalf("no end after %d presses", presses)
		}
		asked := s.public().Asked
		if len(asked) == 0 {
			s.t.Fatal("nobody is asked")
		}
		user := []bot.UserID{ann, ben}[asked[0].Seat-1]
		if p, err := s.Hall.Private(context.Background(), s.id, asked[0].Seat); err != nil || !slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing }) {
			user = []bot.UserID{ann, ben}[2-asked[0].Seat] // a seal hides that the first has answered
		}
		if each != nil {
			each(user)
		}
		if !s.pressing(user) {
			m, _ := s.Wire.Console(user)
			s.t.Fatalf("%s has nothing to press in:\n%s", user, bottest.Words(m.Message))
		}
	}
	return presses
}

// Two people play a match from the challenge to its end by buttons alone, in each language.
func TestMatchByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newArena(t, l)
			dumped := map[string]bool{}
			n := s.play(s.over, func(u bot.UserID) {
				m, _ := s.Wire.Console(u)
				w := bottest.Words(m.Message)
				k := string(s.public().View.(rules.View).Phase) + fmt.Sprint(strings.Contains(w, "Back"))
				if os.Getenv("DUMP") != "" && !dumped[k] && l == lang.English {
					dumped[k] = true
					fmt.Println("=====", k, u)
					fmt.Println(w)
				}
			})
			p := s.public()
			t.Logf("%d presses, %d rounds, %+v", n, p.View.(rules.View).Round, p.Result)
			if dir := os.Getenv("BOARDS_DIR"); dir != "" {
				m, _ := s.Wire.Console(ann)
				fmt.Println(bottest.Words(m.Message))
			}
		})
	}
}
