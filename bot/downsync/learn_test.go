package downsync

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/course"
)

// pupil goes through the lesson on the wire by doing only what 👉 says.
type pupil struct {
	*sitting
	language lang.Language
	read     map[string]bool // the lines read so far
	words    int
	presses  int
}

func newPupil(t *testing.T, language lang.Language) *pupil {
	return newPupilBefore(t, language, blank{})
}

func newPupilBefore(t *testing.T, language lang.Language, b wording.Brush) *pupil {
	s := &sitting{t: t, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: b}, Dice: seededDice(1)})}
	s.Slash(ann, []string{"settings"}, bottest.Option{Name: "language", Value: language.String()})
	s.Slash(ann, []string{"learn"})
	return &pupil{sitting: s, language: language, read: map[string]bool{}}
}

// screen returns the lesson's current text, without its controls and pictures.
func (p *pupil) screen() string {
	var b strings.Builder
	var walk func([]wire.Block)
	walk = func(bs []wire.Block) {
		for _, x := range bs {
			switch x := x.(type) {
			case wire.Text:
				b.WriteString(string(x) + "\n")
			case wire.Box:
				walk(x.Blocks)
			}
		}
	}
	walk(p.Newest(ann).Blocks)
	return b.String()
}

// signs returns the labels of the controls while no list is open.
func signs(m wire.Message) []string {
	c := bottest.ControlsOf(m)
	var out []string
	for _, b := range c.Buttons {
		out = append(out, b.Label)
	}
	for _, s := range c.Selects {
		out = append(out, s.Placeholder)
	}
	return out
}

// aWord matches one word: letters or figures without a blank between them.
var aWord = regexp.MustCompile(`\S*[\pL\pN]\S*`)

// look counts the words of every new line on the screen, and the words that 👉 says.
func (p *pupil) look() {
	for _, l := range append(strings.Split(p.screen(), "\n"), signs(p.Newest(ann).Message)...) {
		if !p.read[l] || strings.HasPrefix(l, "👉") {
			p.words += len(aWord.FindAllString(l, -1))
		}
		p.read[l] = true
	}
}

// hint returns what 👉 says to press: the names of controls, the last of them in bold.
func (p *pupil) hint() []string {
	p.t.Helper()
	_, line, ok := strings.Cut(p.screen(), "👉 ")
	if !ok {
		p.t.Fatalf("nothing says what to press:\n%s", p.screen())
	}
	line, _, _ = strings.Cut(line, "\n")
	var out []string
	for _, m := range regexp.MustCompile(`\*\*(.+?)\*\*`).FindAllStringSubmatch(line, -1) {
		out = append(out, m[1])
	}
	return out
}

// find returns the control that 👉 names: a button, or a select with the values to choose.
func (p *pupil) find(m bottest.Message, hint []string) (id string, values []string, ok bool) {
	c := bottest.ControlsOf(m.Message)
	for _, b := range c.Buttons {
		if len(hint) == 1 && b.Label == hint[0] && !b.Disabled {
			return b.ID, nil, true
		}
	}
	for _, s := range c.Selects {
		var values []string
		for _, o := range s.Options {
			if slices.Contains(hint, o.Label) {
				values = append(values, o.Value)
			}
		}
		if len(values) == len(hint) {
			return s.ID, values, true
		}
	}
	return "", nil, false
}

// follow presses what 👉 says on the screen.
func (p *pupil) follow(m bottest.Message, hint []string) {
	p.t.Helper()
	id, values, ok := p.find(m, hint)
	if !ok {
		p.t.Fatalf("%q is nowhere on\n%s", hint, p.screen())
	}
	p.presses += 1 + len(values) // a list must also be opened
	if len(values) > 1 {
		p.presses++ // and closed
	}
	p.Press(ann, m, id, values...)
}

// over reports whether the lesson is finished.
func (p *pupil) over() bool { return strings.Contains(p.screen(), "🎓") }

// step returns the title of the screen's step.
func (p *pupil) step() string {
	return regexp.MustCompile(`📘 \*\*[^*]+`).FindString(p.screen())
}

// A pupil who presses only what each screen says wins the lesson: the control that it names is there, in every language. No
// two controls of a screen have the same label, and every piece that is named is on the board.
func TestLessonLeads(t *testing.T) {
	for _, language := range lang.All() {
		p := newPupil(t, language)
		for n := 0; !p.over(); n++ {
			if n > 5*len(course.Lesson.Steps) {
				t.Fatalf("%s: it does not end:\n%s", language, p.screen())
			}
			p.look()
			var seen []string
			for _, b := range bottest.ControlsOf(p.Newest(ann).Message).Buttons {
				if slices.Contains(seen, b.Label) {
					t.Errorf("%s, %s: two buttons are called %s", language, p.step(), b.Label)
				}
				seen = append(seen, b.Label)
			}
			p.follow(p.Newest(ann), p.hint())
		}
		p.look()
		if won := lang.Of(language.String()).Say("you win %s", ""); !strings.Contains(p.screen(), strings.TrimSpace(won)) {
			t.Errorf("%s: nobody has won:\n%s", language, p.screen())
		}
		if n := len(p.Wire.Messages(bottest.General)); n != 0 {
			t.Errorf("%d public messages", n)
		}
		// The pace of a slow reader who reads everything and searches for the control to press.
		const aMinute, aPress, atMost = 200, 5, 13.0
		minutes := float64(p.words)/aMinute + float64(p.presses)*aPress/60
		t.Logf("%s: %d steps, %d words, %d presses, %.1f minutes", language, len(course.Lesson.Steps), p.words, p.presses, minutes)
		if minutes > atMost {
			t.Errorf("%s: the lesson takes %.1f minutes; expected at most %.1f", language, minutes, atMost)
		}
	}
}

// Whatever else is pressed on any screen, the lesson says again what to press, and following that continues the lesson.
func TestLessonBringsBack(t *testing.T) {
	p := newPupil(t, lang.English)
	leaves := map[string]bool{"Skip this step": true, "Begin again": true, "Leave the lesson": true, "Undo": true,
		"Type a point": true}
	for n := 0; !p.over(); n++ {
		if n > 5*len(course.Lesson.Steps) {
			t.Fatalf("it does not end:\n%s", p.screen())
		}
		m, step, hint := p.Newest(ann), p.step(), p.hint()
		c := bottest.ControlsOf(m.Message)
		wrong := func(label, id string, values ...string) {
			t.Helper()
			if p.step() != step || p.over() || leaves[label] || slices.Contains(hint, label) {
				return
			}
			p.Press(ann, m, id, values...)
			now := p.hint()
			if _, _, ok := p.find(p.Newest(ann), now); !ok {
				t.Errorf("%s, after %s: %q is nowhere on it", step, label, now)
			}
			if words := p.screen(); strings.Contains(words, "**"+"Do it"+"**") && label != hint[0] {
				t.Errorf("%s: %s is staged:\n%s", step, label, words)
			}
		}
		for _, b := range c.Buttons {
			if !b.Disabled {
				wrong(b.Label, b.ID)
			}
		}
		for _, s := range c.Selects {
			for _, o := range s.Options[:min(len(s.Options), 12)] {
				wrong(o.Label, s.ID, o.Value)
			}
		}
		p.follow(m, hint)
	}
}

// Every step has words that fit a phone's screen together with its controls, in every language. They name only pieces on its
// board.
func TestStepWords(t *testing.T) {
	const most = 200 // characters, about five lines of a phone
	piece := regexp.MustCompile(`\b[AB]\d`)
	var orders []string
	for {
		l, err := lessons{wording.Reader{}}.Lesson(orders)
		if err != nil {
			t.Fatal(err)
		}
		if l.Example == "" {
			break
		}
		for _, tg := range lang.All() {
			told, err := lessons{wording.Reader{Voice: bot.Voice{Language: tg}}}.Lesson(orders)
			if n := len([]rune(told.Tell)); err != nil || n < 20 || n > most {
				t.Errorf("step %d in %s has %d characters, %v", l.Step, tg, n, err)
			}
			for _, name := range piece.FindAllString(told.Tell, -1) {
				if !onBoard(l.View.(rules.View), l.Facts[l.News:], rules.Label(name)) {
					t.Errorf("step %d in %s names %s, which is not there", l.Step, tg, name)
				}
			}
		}
		orders = append(orders, l.Example)
	}
	if len(orders) != len(stepWords) {
		t.Errorf("%d steps, words for %d", len(orders), len(stepWords))
	}
}

// onBoard reports whether the piece is on the board, or was destroyed just now.
func onBoard(v rules.View, news []game.Fact, l rules.Label) bool {
	if _, ok := v.Piece(l); ok {
		return true
	}
	return slices.ContainsFunc(news, func(f game.Fact) bool {
		d, ok := f.(rules.Destroyed)
		return ok && d.Target.Label == l
	})
}
