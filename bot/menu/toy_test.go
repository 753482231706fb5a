package menu_test

import (
	"errors"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/lesson"
	"downsync/game/order"
	"downsync/game/table"
	"downsync/game/toy"
)

// toyWords provides the toy's words, which is all that a game must provide.
type toyWords struct{ lang.Language }

func (w toyWords) Label(c order.Choice, _ bool) string {
	return strings.ToUpper(c.Words[:1]) + c.Words[1:]
}
func (toyWords) Note(order.Choice) string { return "" }
func (toyWords) Value(_ menu.Draft, s order.Slot, v string) (label, note string) {
	return s.Name + " " + v, ""
}
func (toyWords) Placeholder(_ menu.Draft, s order.Slot) string { return "Choose " + s.Name }
func (toyWords) Staged(d menu.Draft) bool                      { return d.Choice.Words == "quit" }
func (toyWords) Apart(order.Choice) bool                       { return false }
func (toyWords) Offer(menu.Draft, order.Slot) bool             { return false }
func (toyWords) Best(_ menu.Draft, s order.Slot) []string      { return best(s.Options) }
func (toyWords) Style(order.Choice) wire.Style                 { return wire.Primary }
func (w toyWords) Played(d menu.Draft) (orders, label string) {
	return d.Partial.String(), w.Label(d.Choice, false)
}
func (toyWords) Sure(c order.Choice) string {
	if c.Words == "quit" {
		return "Really?"
	}
	return ""
}

// best puts the greatest value first.
func best(values []string) []string {
	values = slices.Clone(values)
	slices.Reverse(values)
	return values
}

func layout(a game.Ask) *menu.Layout {
	return &menu.Layout{Game: toyWords{lang.English}, Ask: table.OpenAsk{Ask: a}, Lang: lang.English}
}

// presses returns the results of the controls: the orders that their buttons play, and the result of choosing each value.
func presses(a game.Ask, controls []wire.Block) []bot.Step {
	var out []bot.Step
	for _, b := range controls {
		switch b := b.(type) {
		case wire.Row:
			for _, x := range b {
				if x.Does.Kind == wire.ControlSubmit {
					out = append(out, bot.Step{Order: x.Does.Draft})
				} else {
					out = append(out, bot.Step{Draft: x.Does.Draft})
				}
			}
		case wire.Select:
			for _, o := range b.Options {
				d, _ := menu.Read(a.Menu, b.Does.Draft)
				out = append(out, layout(a).Press(d, []string{o.Value}))
			}
		}
	}
	return out
}

// reach follows the controls from the draft and returns the orders that they lead to.
func reach(t *testing.T, a game.Ask, text string, depth int) []string {
	d, ok := menu.Read(a.Menu, text)
	if !ok || d.String() != text || depth > 4 {
		t.Fatalf("%s: %q is read as %q", a.Name, text, d)
	}
	var out []string
	for _, s := range presses(a, layout(a).Controls(d)) {
		if s.Order != "" {
			out = append(out, s.Order)
		} else {
			out = append(out, reach(t, a, s.Draft, depth+1)...)
		}
	}
	return out
}

// The controls allow every answer to the toy's questions, and nothing else.
func TestToy(t *testing.T) {
	seen := map[string]bool{}
	gametest.Run(t, gametest.Case{Game: toy.Rules(), Seats: 3, Games: 10, MaxSteps: 200, Every: -1,
		Config: func(uint64) game.Config { return toy.Config{}.Encode() }, Concede: "quit", ConcedeIn: 3,
		Check: func(m game.Match) error {
			for seat := game.Seat(1); seat <= 3; seat++ {
				for _, a := range m.Asks(seat) {
					want := map[string]bool{}
					for _, c := range a.Menu {
						if len(c.Slots) == 0 {
							want[c.Words] = true
							continue
						}
						for _, o := range c.Slots[0].Options {
							want[c.Words+" "+o] = true
						}
					}
					for _, line := range reach(t, a, "", 0) {
						if _, err := toy.Rules().Parse(line); err != nil || !want[line] {
							return errors.Join(errors.New("the controls play "+line), err)
						}
						delete(want, line)
						seen[line] = true
					}
					for line := range want {
						return errors.New("no control plays " + line)
					}
				}
			}
			return nil
		}})
	if len(seen) < 10 {
		t.Errorf("only %d orders", len(seen))
	}
}

// selects returns the selects among the controls.
func selects(controls []wire.Block) (out []wire.Select) {
	for _, b := range controls {
		if s, ok := b.(wire.Select); ok {
			out = append(out, s)
		}
	}
	return out
}

// A list of any length is offered whole, in parts of at most 25 options, the most worthwhile first; the lead towards an
// order goes through the parts. A list that changes while its player looks at a later part begins with its first.
func TestLongLists(t *testing.T) {
	for _, n := range []int{1, 24, 25, 26, 46, 47, 48, 69, 70, 200} {
		for _, choices := range []int{1, 2} {
			var values []string
			for i := range n {
				values = append(values, "c"+strconv.Itoa(i))
			}
			a := game.Ask{Name: "bid", Menu: game.Menu{{Words: "move", Slots: []order.Slot{{Name: "to", Options: values, Min: 1, Max: 1}}},
				{Words: "take", Slots: []order.Slot{{Name: "from", Options: values[:1], Min: 1, Max: 1}}}}[:choices]}
			want := values
			if n > menu.MostOptions {
				want = best(values)
			}
			begun := map[int]string{1: "", 2: "move"}[choices]
			var got []string
			for draft, parts := begun, 0; ; parts++ {
				d, ok := menu.Read(a.Menu, draft)
				all := selects(layout(a).Controls(d))
				if !ok || len(all) != 1 || len(all[0].Options) > menu.MostOptions || all[0].Min != 1 || parts > n {
					t.Fatalf("%d values, at %q: %d selects, %+v", n, draft, len(all), all)
				}
				draft = ""
				for _, o := range all[0].Options {
					switch step := layout(a).Press(d, []string{o.Value}); {
					case strings.HasPrefix(o.Label, "More"):
						draft = step.Draft
					case o.Value[0] == '@':
						if back, ok := menu.Read(a.Menu, step.Draft); !ok || selects(layout(a).Controls(back))[0].Options[0].Value != want[0] {
							t.Errorf("%d values: %q does not lead to the first", n, step.Draft)
						}
					case step.Order != "move "+o.Value:
						t.Errorf("%d values: %q plays %q", n, o.Value, step.Order)
					default:
						got = append(got, o.Value)
					}
				}
				if draft == "" {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d values are offered as %q", n, got)
			}
			last := want[len(want)-1]
			if n <= 70 { // longer ways are not told
				steps, all := menu.Way("move "+last, func(d menu.Draft) (*menu.Layout, []wire.Block) { l := layout(a); return l, l.Controls(d) })
				if !all {
					t.Errorf("%d values: the way to %q is %q", n, last, steps)
				}
			}
			if d, ok := menu.Read(a.Menu, strings.TrimSpace(begun+" @part.99")); !ok || selects(layout(a).Controls(d))[0].Options[0].Value != want[0] {
				t.Errorf("%d values: a part that is gone does not begin again", n)
			}
		}
	}
}

// A lesson names the control to press next, both on the way to its order and off it.
func TestLead(t *testing.T) {
	a := game.Ask{Name: "bid", Menu: game.Menu{{Words: "note", Slots: []order.Slot{{Name: "text", Options: []string{"red", "blue"}, Min: 1, Max: 1}}}, {Words: "tune", Slots: []order.Slot{{Name: "to", Options: []string{"a", "c"}, Min: 1, Max: 1}}}, {Words: "done"}}}
	for _, x := range []struct{ draft, order, want string }{
		{"", "done", "👉 Press **Done**."},
		{"", "note red", "👉 Choose **Note** from the list."},
		{"note", "note blue", "👉 Choose **text blue** from the list."},
		{"tune", "note blue", "👉 Press **Back**."},
	} {
		d, _ := menu.Read(a.Menu, x.draft)
		l := layout(a)
		if got := l.Lead(d, x.order, l.Controls(d)); got != x.want {
			t.Errorf("from %q to %q: %s, expected %s", x.draft, x.order, got, x.want)
		}
	}
}

// A lesson names each of several opponents, and the only one without a number.
func TestNamesInLesson(t *testing.T) {
	for seats, want := range map[int][]string{2: {"You", "The scripted opponent"}, 3: {"You", "Scripted opponent 1", "Scripted opponent 2"}} {
		l, err := menu.Lesson(lang.English, lesson.Lesson{Game: toy.Rules(), Seats: seats, Steps: []lesson.Step{{ID: "bid", Example: "bid 3"}}}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		l.Meta.Users = make([]table.User, 1+l.Opponents)
		if place, err := bot.PlaceOf(l.Meta); err != nil || !slices.Equal(place.Names, want) {
			t.Errorf("%d seats: %q, %v", seats, place.Names, err)
		}
	}
}

// Drafts are written with their mark last; without it they are partial orders.
func TestMarks(t *testing.T) {
	m := game.Menu{{Words: "note", Slots: []order.Slot{{Name: "text", Options: []string{"red@2"}, Max: 1}}}}
	for text, want := range map[string]string{"": "", "@why": "", "note": "note", "note @E3": "note", "note red@2": "note red@2", "note red@2 @fine": "note red@2"} {
		d, ok := menu.Read(m, text)
		if !ok || d.String() != text || d.Looking("").String() != want || menu.Unmarked(text) != want {
			t.Errorf("%q: %t, %q, without its mark %q and %q", text, ok, d, d.Looking(""), menu.Unmarked(text))
		}
	}
}

// Menus are arranged for every game: the package knows none.
func TestKnowsNoGame(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if strings.Contains(i.Path.Value, "/downsync/") || strings.HasSuffix(i.Path.Value, `/downsync"`) {
				t.Errorf("%s imports %s", name, i.Path.Value)
			}
		}
	}
}
