package syndicate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/order"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/render"
	"downsync/render/rendertest"
	draw "downsync/render/syndicate"
)

// watched plays a match at random until stop returns true.
func watched(t testing.TB, size string, mission string, stop func(rules.View) bool) game.Match {
	t.Helper()
	c := rules.Defaults()
	c.Size, c.Map, c.Mission = size, rules.MapFor(size), mission
	c.Squads = [2]cards.Squad{cards.Starters()[1].Squad, cards.Starters()[3].Squad}
	d := gametest.NewDice(3)
	m, st, err := rules.Rules().Start(2, c.Encode(), d)
	for err == nil {
		m.Apply(st)
		if _, over := m.Result(); over || stop(m.View(game.Onlooker()).(rules.View)) {
			return m
		}
		seat := m.Groups()[0].Open[0]
		a := m.Asks(seat)[0]
		guess := func(d *gametest.Dice, _ game.View, _ game.Ask, _ string, _ order.Slot) string {
			return grid.Space{X: d.N(12) + 1, Y: d.N(12) + 1}.String()
		}
		r, no := rules.Parse(gametest.Line(d, m.View(game.Player(seat)), a, guess))
		if no == nil {
			st, no = m.Answer(seat, a.ID, r, d)
		}
		if no != nil {
			st, err = m.Lapse(seat, a.ID, d)
		}
	}
	t.Fatal(err)
	return m
}

func planning(round int) func(rules.View) bool {
	return func(v rules.View) bool { return v.Round == round && v.Phase == rules.Planning }
}

func view(m game.Match, v game.Viewer) rules.View { return m.View(v).(rules.View) }

// scenes returns one picture of every kind.
func scenes(t testing.TB, l draw.Look) map[string]render.Scene {
	t.Helper()
	plan := watched(t, rules.Small, "", planning(3))
	own := view(plan, game.Player(1))
	u, _ := own.Unit("A")
	attack := watched(t, rules.Small, rules.Relay, func(v rules.View) bool {
		return v.Phase == rules.Attacking && len(v.Units) == 6 && v.Round > 2
	})
	shooter := view(attack, game.Player(1))
	aim, _ := shooter.Aim("A", "B", false)
	large := watched(t, rules.Standard, rules.Extract, planning(2))
	begun := watched(t, rules.Small, "", func(v rules.View) bool { return v.Phase == rules.Deploying })
	over := watched(t, rules.Small, "", func(rules.View) bool { return false })
	return map[string]render.Scene{
		"plan":    l.Scene(own, &draw.Staged{Card: own.Sides[0].Hand[1], Reach: own.Reach("A", 2), From: u.At, To: own.Reach("A", 2)[0], Chosen: "A"}, draw.News{}),
		"public":  l.Scene(view(attack, game.Onlooker()), nil, draw.News{}),
		"attack":  l.Scene(shooter, &draw.Staged{Aims: []rules.Aim{aim}}, draw.News{}),
		"large":   l.Scene(view(large, game.Player(2)), nil, draw.News{}),
		"deploy":  l.Scene(view(begun, game.Player(1)), &draw.Staged{Placed: []draw.Piece{{Label: "A", At: grid.Space{X: 6, Y: 2}}}}, draw.News{}),
		"over":    l.Scene(view(over, game.Onlooker()), nil, draw.News{}),
		"nothing": l.Scene(rules.View{Viewer: game.Onlooker()}, nil, draw.News{}),
	}
}

// Every picture can be drawn in every theme and language, in at most 200 KB. With BOARDS_DIR the pictures are written for
// inspection.
func TestPictures(t *testing.T) {
	for _, theme := range render.Themes {
		for name, s := range scenes(t, draw.Look{Reader: render.Reader{Theme: theme}}) {
			png, err := render.Draw(s)
			if err != nil || len(png) > 200<<10 {
				t.Errorf("%s %s: %d bytes, %v", name, theme, len(png), err)
			}
			rendertest.Keep(t, name+string(theme), png)
		}
	}
	long := draw.Look{Reader: render.Reader{Say: func(s game.Text, args ...any) string { return strings.Repeat("ü", 80) + s.Format(args...) }}}
	for name, s := range scenes(t, long) {
		if _, err := render.Draw(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if alt := long.Alt(view(watched(t, rules.Small, "", planning(2)), game.Onlooker())); len(alt) > render.MaxAlt || len(alt) < 80 {
		t.Errorf("a description of %d bytes", len(alt))
	}
}

// A scene holds no card that its viewer does not know: of the hands only the viewer's own, and of both sides the cards played.
func TestSceneHoldsTheViewOnly(t *testing.T) {
	m, l := watched(t, rules.Small, "", planning(2)), draw.Look{}
	for _, viewer := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		v := view(m, viewer)
		text := l.Scene(v, nil, draw.News{}).String() + l.Alt(v)
		for i := range 2 {
			for _, id := range view(m, game.Player(game.Seat(i+1))).Sides[i].Hand {
				x, _ := v.Catalogue().Card(id)
				if !viewer.Sees(game.Seat(i+1)) && slices.Contains(v.Sides[1-i].Hand, id) {
					continue // in the viewer's own hand
				}
				if knows := viewer.Sees(game.Seat(i + 1)); !knows && strings.Contains(text, `"`+x.Name+`"`) || knows && !strings.Contains(text, x.Name) {
					t.Errorf("the scene of %s has %s of side %d: %t", viewer, x.Name, i+1, !knows)
				}
			}
		}
	}
	used := view(watched(t, rules.Small, "", func(v rules.View) bool { return v.Sides[0].Committed != "" }), game.Onlooker())
	for _, s := range used.Sides {
		x, _ := used.Catalogue().Card(s.Committed)
		if text := l.Scene(used, nil, draw.News{}).String(); !strings.Contains(text, x.Name) {
			t.Errorf("%s is not shown:\n%s", x.Name, text)
		}
	}
}

// A picture is drawn only from the view of its viewer.
func TestViewers(t *testing.T) {
	m := watched(t, rules.Small, "", planning(1))
	for _, v := range []game.Viewer{game.Player(1), game.Referee()} {
		if _, err := (draw.Look{}).Public(view(m, v), draw.News{}); err == nil {
			t.Errorf("the view of %s was drawn as a public picture", v)
		}
	}
	for _, v := range []game.Viewer{game.Onlooker(), game.Referee()} {
		if _, err := (draw.Look{}).Private(view(m, v), nil, draw.News{}); err == nil {
			t.Errorf("the view of %s was drawn as a private picture", v)
		}
	}
	if p, err := (draw.Look{}).Private(view(m, game.Player(2)), nil, draw.News{}); err != nil || p.Seat != 2 || len(p.PNG) == 0 {
		t.Errorf("a picture for seat %d of %d bytes: %v", p.Seat, len(p.PNG), err)
	}
	named, g, _ := grid.Find("relay-court", grid.SmallEdge)
	if p, err := (draw.Look{}).Preview(named, g, rules.Relay); err != nil || len(p.PNG) == 0 {
		t.Errorf("a battlefield of %d bytes: %v", len(p.PNG), err)
	}
}

// Every card has a figure, which distinguishes it from an empty one, and a sign of its type.
func TestFigures(t *testing.T) {
	for _, x := range cards.Printed().Cards {
		if k := (draw.Look{}).Card(x, 1); k.Figure == "" || k.Sign == nil || k.Kind == "" || len(k.Figure) > 16 {
			t.Errorf("%s: %+v", x.ID, k)
		}
	}
}

// The life of every unit is on the plate with its label, so that it is not left out in a crowd.
func TestLifeIsOnThePlate(t *testing.T) {
	v := view(watched(t, rules.Small, "", planning(3)), game.Onlooker())
	s := draw.Look{}.Scene(v, &draw.Staged{}, draw.News{}).String()
	for _, u := range v.Units {
		if u.At.On() && !strings.Contains(s, fmt.Sprintf("%q \"\"", u.Label)) || !strings.Contains(s, fmt.Sprintf("figure %d", u.HP)) {
			t.Errorf("%s: no life of %d on its plate:\n%s", u.Label, u.HP, s)
		}
	}
}

// A match without a result is not a draw.
func TestNoResult(t *testing.T) {
	v := view(watched(t, rules.Small, "", planning(3)), game.Onlooker())
	for why, want := range map[string]string{"void": "no result", "idle": "no result", "agreement": "a draw"} {
		v.Result = &game.Result{Rank: []int{1, 1}, Why: why}
		if s := (draw.Look{}).Scene(v, &draw.Staged{}, draw.News{}).String(); !strings.Contains(s, want) {
			t.Errorf("%s:\n%s", why, s)
		}
	}
}

// All pictures of a reader who is not waiting for them are patient.
func TestPatience(t *testing.T) {
	for name, s := range scenes(t, draw.Look{Reader: render.Reader{Patient: true}}) {
		if !s.Patient {
			t.Errorf("%s is drawn as if somebody waited for it", name)
		}
	}
}
