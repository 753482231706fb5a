package jagged

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
)

// placing returns a battle on a board at the question for the place of A's Objective.
func placing(t *testing.T, board string) *desk {
	t.Helper()
	c := rules.Defaults()
	c.Board = board
	for i, role := range roles {
		c.Brought[i] = rules.Picks(cards.Starter(c.Faction(game.Seat(i+1)), role))
	}
	m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return &desk{t, sketched, m}
}

// picked returns the result of choosing a value in the select with that placeholder: a page, or an order.
func (d *desk) picked(seat game.Seat, draft, placeholder, value string) bot.Step {
	d.t.Helper()
	p := table.Private{Seat: seat, View: d.View(game.Player(seat))}
	for _, a := range d.Asks(seat) {
		p.Asks = append(p.Asks, table.OpenAsk{Ask: a})
	}
	words, c := d.console(seat, draft)
	for _, s := range c.Selects {
		if strings.HasPrefix(s.Placeholder, placeholder) {
			return play{sketched}.Press(p, d.ask(seat).ID, s.Does.Draft, []string{value})
		}
	}
	d.t.Fatalf("no select %q at %q:\n%s", placeholder, draft, words)
	return bot.Step{}
}

// choices returns the values of the select with that placeholder on a page, none if there is none. It checks the size of all
// selects on the page.
func (d *desk) choices(seat game.Seat, draft, placeholder string) (out []string) {
	d.t.Helper()
	_, c := d.console(seat, draft)
	for _, s := range c.Selects {
		if len(s.Options) == 0 || len(s.Options) > menu.MostOptions {
			d.t.Errorf("at %q %q has %d options", draft, s.Placeholder, len(s.Options))
		}
		if strings.HasPrefix(s.Placeholder, placeholder) {
			for _, o := range s.Options {
				out = append(out, o.Value)
			}
		}
	}
	return out
}

// If a select cannot hold all squares there is a page for each column, from the first to the last. The pages together have every
// square with a legal place, each square shows such places, and the rules accept each place that is shown.
func TestSquarePages(t *testing.T) {
	for _, b := range boards.All() {
		d := placing(t, b.Slug)
		v := d.View(game.Player(1)).(rules.View)
		if got := d.choices(1, "", "A square"); got != nil {
			t.Errorf("%s: squares before a column is chosen: %v", b.Slug, got)
		}
		letters := d.choices(1, "", "A column")
		if len(letters) != 8 || letters[0] != "@C" || letters[7] != "@J" {
			t.Fatalf("%s: the columns are %v", b.Slug, letters)
		}
		all := map[string]bool{}
		for _, letter := range letters {
			page := d.picked(1, "", "A column", letter).Draft
			squares := d.choices(1, page, "A square")
			if len(squares) == 0 || len(squares) > squareRows || !slices.Equal(d.choices(1, page, "A column"), letters) {
				t.Errorf("%s, column %s: %v", b.Slug, letter, squares)
			}
			for _, square := range squares {
				if all[square] || !strings.HasPrefix(square, letter) {
					t.Errorf("%s: %s is on the page of %s", b.Slug, square, letter)
				}
				all[square] = true
				at := d.picked(1, page, "A square", square).Draft
				places := d.choices(1, at, "A place in")
				if len(places) == 0 {
					t.Errorf("%s: no place in %s", b.Slug, square)
				}
				for i, place := range places {
					if p, err := plane.ParsePoint(place); err != nil || v.Marks(p) != nil {
						t.Errorf("%s: %s is offered: %v", b.Slug, place, err)
					}
					if i > 0 || len(all)%9 != 1 {
						continue
					}
					chosen := d.picked(1, at, "A place in", place)
					_, c := d.console(1, chosen.Draft)
					if !slices.ContainsFunc(c.Buttons, func(b wire.Button) bool { return b.Style == wire.Success && b.Does.Draft == "objective at "+place }) {
						t.Errorf("%s: after %s the buttons are %+v", b.Slug, place, c.Buttons)
					}
				}
			}
		}
		for x := range squareRows { // every square with a legal place at a round number of inches from its corner
			for y := range squareRows {
				at := plane.Point{X: plane.Inch(x*squareEdge + squareEdge/2), Y: plane.Inch(y*squareEdge + squareEdge/2)}
				if v.Marks(at) == nil && !all["@"+squareName(x, y)] {
					t.Errorf("%s: %s is not offered", b.Slug, squareName(x, y))
				}
			}
		}
	}
}

// Pages that do not exist, or no longer, are replaced by the first page: nothing is chosen, and no select is empty or too long.
func TestSquarePagesThatAreGone(t *testing.T) {
	d := placing(t, "spire-yard")
	first := d.choices(1, "", "A column")
	step := d.picked(1, "", "A column", "@F")
	for _, gone := range []string{"@Z", "@", "@c", "@F9", "@F0", "@B1", "@K8", "@f4", "@F44", "@Ä", "@E4E", "@@", "@-1"} {
		next := d.picked(1, step.Draft, "A column", gone)
		if next.Order != "" {
			t.Errorf("%s is played as %q", gone, next.Order)
		}
		if got := d.choices(1, next.Draft, "A column"); !slices.Equal(got, first) {
			t.Errorf("%s: the columns are %v", gone, got)
		}
		if places := d.choices(1, next.Draft, "A place in"); places != nil {
			t.Errorf("%s: places %v", gone, places)
		}
	}
	// This square is full by now: the other side's Objective is there.
	d.plays(1, "objective at 12,32")
	if got := d.choices(2, "objective @E6", "A place in"); got != nil {
		t.Errorf("beside an Objective the places are %v", got)
	}
	if got := d.choices(2, "objective @E6", "A column"); len(got) == 0 {
		t.Error("there is no way back to the columns")
	}
}

// If one select holds all squares there are no columns: for a model's move, and for a Reinforcement's place in its Zone.
func TestSquaresOfAMove(t *testing.T) {
	for _, x := range []struct {
		phase rules.Phase
		draft string
		most  int
	}{{rules.Moving, "move A1", 16}, {rules.Reinforce, "reinforce colonist-rifleman", 9}} {
		d := deskAt(t, x.phase, rules.Options{}, rules.LabModel{Label: "A1", Unit: "combat-engineer", At: at(6, 6)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(44, 44)})
		squares := d.choices(1, x.draft, "A square")
		if len(squares) < 2 || len(squares) > x.most || d.choices(1, x.draft, "A column") != nil {
			t.Errorf("%s: the squares are %v", x.draft, squares)
		}
		for _, square := range squares {
			page := d.picked(1, x.draft, "A square", square).Draft
			for _, place := range d.choices(1, page, "A place in") {
				order := d.picked(1, page, "A place in", place)
				_, c := d.console(1, order.Draft)
				i := slices.IndexFunc(c.Buttons, func(b wire.Button) bool { return b.Style == wire.Success })
				if i < 0 || !strings.Contains(c.Buttons[i].Does.Draft, place) {
					t.Fatalf("%s: after %s the page is %+v", x.draft, place, c.Buttons)
				}
				r, err := rules.Parse(c.Buttons[i].Does.Draft)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := d.Answer(1, d.ask(1).ID, r, gametest.NewDice(1)); err != nil {
					t.Errorf("%s: %v", c.Buttons[i].Does.Draft, err)
				}
			}
		}
	}
}

// On the wire, a page pressed twice is the same page, a place pressed twice is placed once, and a late press changes nothing and
// says so.
func TestSquaresPressedTwice(t *testing.T) {
	s := newArena(t, lang.English, nil)
	m := s.consoleOf(ann)
	column := bottest.MustFind(t, m, "A column")
	page := func(id, value string) bottest.Message {
		t.Helper()
		return bottest.Message{Message: *s.Press(ann, m, id, value).Letter}
	}
	first, again := page(column, "@C"), page(column, "@C")
	if a, b := s.selected(first, "A square"), s.selected(again, "A square"); len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("pressed twice the page has %v, then %v", a, b)
	}
	last := page(bottest.MustFind(t, again, "A column"), "@J")
	square := s.selected(last, "A square")[0]
	places := page(bottest.MustFind(t, last, "A square"), square)
	place := s.selected(places, "A place in")[0]
	chosen := page(bottest.MustFind(t, places, "A place in"), place)
	green := bottest.MustFind(t, chosen, "Place it at "+place)
	for n := range 2 {
		words := bottest.Said(s.Press(ann, chosen, green))
		if late := strings.Contains(words, "already answered"); late != (n == 1) {
			t.Errorf("press %d: %s", n+1, words)
		}
	}
	for id, value := range map[string]string{column: "@D", bottest.MustFind(t, places, "A place in"): place} { // for a closed question
		if words := bottest.Said(s.Press(ann, chosen, id, value)); !strings.Contains(words, "already answered") {
			t.Errorf("%s: %s", value, words)
		}
	}
	if o := s.Public().View.(rules.View).Objectives; len(o) != 2 || o[1].At.String() != place {
		t.Errorf("the Objectives are %+v, ann's at %s expected", o, place)
	}
}

// consoleOf returns the user's own console with a question.
func (s *arena) consoleOf(user wire.UserID) bottest.Message {
	s.T.Helper()
	return bottest.Message{Message: *s.Press(user, bottest.Message{}, "view|"+string(s.ID)).Letter}
}

// selected returns the values of a select.
func (s *arena) selected(m bottest.Message, placeholder string) (out []string) {
	for _, k := range bottest.ControlsOf(m.Message).Selects {
		if strings.HasPrefix(k.Placeholder, placeholder) {
			for _, o := range k.Options {
				out = append(out, o.Value)
			}
		}
	}
	return out
}
