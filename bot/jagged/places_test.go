package jagged

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/table"
)

// typed returns the page after a place was typed, with its green button.
func (d *desk) typed(seat game.Seat, draft, value string) (words, green string) {
	d.t.Helper()
	p := table.Private{Seat: seat, View: d.View(game.Player(seat))}
	for _, a := range d.Asks(seat) {
		p.Asks = append(p.Asks, table.OpenAsk{Ask: a})
	}
	step := play{sketched}.Press(p, d.ask(seat).ID, draft, []string{value})
	if step.Draft == "" {
		d.t.Fatalf("%s is played as %q", value, step.Order)
	}
	words, c := d.console(seat, step.Draft)
	if i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return b.Style == wire.Success }); i >= 0 {
		green = c.Buttons[i].Does.Draft
	}
	return words, green
}

// A place for an Objective is checked when it is typed: the green button never leads to a refusal. A square means its middle.
func TestTypedObjectives(t *testing.T) {
	d := placing(t, "spire-yard")
	for value, want := range map[string]string{"99,99": "from the edge", "0, 0": "from the edge", "5,5": "from both zones", "24,24": "from every other"} {
		if words, green := d.typed(1, "objective", value); !strings.Contains(words, want) || strings.Contains(green, " "+strings.ReplaceAll(value, " ", "")) {
			t.Errorf("%s: green is %q on\n%s", value, green, words)
		}
	}
	for value, want := range map[string]string{"12,32": "objective at 12,32", "e6": "objective at 15,33"} {
		if words, green := d.typed(1, "objective", value); green != want {
			t.Errorf("%s: green is %q on\n%s", value, green, words)
		}
	}
}

// Places of a deployment are checked when they are typed: their number, and which model cannot be placed where.
func TestTypedDeployment(t *testing.T) {
	d := placing(t, "spire-yard")
	for !slices.ContainsFunc(d.Asks(1), func(a game.Ask) bool { return a.Name == "deploy" }) {
		seat := game.Seat(1)
		if len(d.Asks(1)) == 0 || slices.ContainsFunc(d.Asks(2), func(a game.Ask) bool { return a.Name == "objective" }) {
			seat = 2
		}
		d.plays(seat, d.ask(seat).Default.Order())
	}
	n := len(d.ask(1).Default.(rules.Deploy).At)
	for value, want := range map[string]string{"3,3 4,4": "the places are 2: write one for each from A1 to A", "1,1;2,2": "the places are 2",
		strings.Repeat("5,5 ", n): "A2 at 5,5: the base would stand on another", strings.Repeat("40,40 ", n): "A1 at 40,40 is not wholly in your zone"} {
		if words, green := d.typed(1, "deploy", value); !strings.Contains(words, want) || strings.Contains(green, strings.Fields(value)[0]) {
			t.Errorf("%s: green is %q on\n%s", value, green, words)
		}
	}
	whole := d.ask(1).Default.Order()
	if words, green := d.typed(1, "deploy", strings.TrimPrefix(whole, "deploy ")); green != whole {
		t.Errorf("green is %q on\n%s", green, words)
	}
}

// A place to measure from may be a square, and a refusal explains both forms.
func TestSquaresAreMeasured(t *testing.T) {
	d := deskAt(t, rules.Moving, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(3, 27)})
	v := sketched.reads(d.View(game.Player(1)), table.Meta{})
	if text, _, err := v.measured("measure", map[string]string{"from": "C5", "to": "d5"}); err != nil || !strings.Contains(text, ": 6\"") {
		t.Errorf("%s: %v", text, err)
	}
	if _, _, err := v.measured("measure", map[string]string{"from": "A1", "to": "C99"}); err == nil ||
		!strings.Contains(err.Error(), "write one like A1 or B2, or a point like 12,30, or a square like F7") {
		t.Error(err)
	}
}
