package toy_test

import (
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/toy"
	"downsync/render"
	"downsync/render/rendertest"
	draw "downsync/render/toy"
)

// bids returns the facts of a round in which seat i bids list[i-1].
func bids(list ...int) (out []game.Fact) {
	for i, n := range list {
		out = append(out, rules.Fact{What: "bid", Seat: game.Seat(i + 1), N: n})
	}
	return out
}

// view returns a viewer's knowledge in the second round.
func view(viewer game.Viewer, stage string, points ...int) rules.View {
	return rules.View{Viewer: viewer, Round: 1, Rounds: 3, Stage: stage, First: 2, Points: points, Colours: make([]string, len(points))}
}

// own returns seat 2's knowledge while it tunes.
func own() rules.View {
	v := view(game.Player(2), "tune", 4, 9, 0)
	v.Colours[1], v.Note, v.Tuned = "blue", "rest", 2
	return v
}

// pictures returns one picture of every kind: its view and its facts.
func pictures() map[string]struct {
	v     rules.View
	facts []game.Fact
} {
	over := view(game.Onlooker(), "over", 14, 52, 999, 0, 7)
	over.Colours = []string{"red", "green", "blue", "", "red"}
	return map[string]struct {
		v     rules.View
		facts []game.Fact
	}{
		"sealed":  {view(game.Onlooker(), "bid", 4, 9), append(bids(1, 4), rules.Fact{What: "round"})},
		"open":    {view(game.Onlooker(), "claim", 4, 9, 0, 12, 3), bids(2, 4, 4, 1, 3)},
		"private": {own(), bids(2, 4, 3)},
		"over":    {over, nil},
		"none":    {rules.View{Viewer: game.Onlooker()}, nil},
	}
}

// Every picture can be drawn in every theme and language, is small, and has a description. With BOARDS_DIR the pictures are written
// for inspection.
func TestPictures(t *testing.T) {
	for name, p := range pictures() {
		for _, theme := range render.Themes {
			l := draw.Look{Reader: render.Reader{Theme: theme}}
			png, err := render.Draw(l.Scene(p.v, p.facts))
			if err != nil || len(png) > 60<<10 {
				t.Errorf("%s %s: %d bytes, %v", name, theme, len(png), err)
			}
			rendertest.Keep(t, name+string(theme), png)
		}
		long := draw.Look{Reader: render.Reader{Say: func(s game.Text, args ...any) string { return strings.Repeat("ü", 80) + s.Format(args...) }}}
		if _, err := render.Draw(long.Scene(p.v, p.facts)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if alt := long.Alt(p.v, p.facts); len(alt) > render.MaxAlt || len(alt) < 80 {
			t.Errorf("%s: a description of %d bytes", name, len(alt))
		}
	}
}

// A scene holds only what its view and the open bids hold.
func TestSceneHoldsTheViewOnly(t *testing.T) {
	l := draw.Look{}
	for text, want := range map[string]bool{`2 "colour B" "blue"`: true, `"rest"`: true, `"tuned" "2"`: true, `2 "bid B" "4"`: true, `"red"`: false} {
		if got := l.Scene(own(), bids(2, 4, 3)).String(); strings.Contains(got, text) != want {
			t.Errorf("the scene of seat 2 has %s is not %t:\n%s", text, want, got)
		}
	}
	public := l.Scene(view(game.Onlooker(), "tune", 4, 9, 0), bids(2, 4, 3)).String()
	for _, secret := range []string{"blue", "rest", "tuned"} {
		if strings.Contains(public, secret) {
			t.Errorf("the public scene has %q", secret)
		}
	}
	sealed := pictures()["sealed"]
	if got := l.Scene(sealed.v, bids(1, 3)).String(); strings.Contains(got, `"3"`) || !strings.Contains(got, "down:true") {
		t.Errorf("a bid is open before its time:\n%s", got)
	}
	if got := l.Alt(own(), bids(2, 4, 3)); got != "ROUND 2 OF 3: B may tune. Your note is rest. You tuned 2 times this round. "+
		"A has 4 points. A bid 2. B has 9 points. B bid 4. B has the colour blue. C has 0 points. C bid 3." {
		t.Error(got)
	}
}

// A picture is drawn only from the view of its viewer.
func TestViewers(t *testing.T) {
	for _, v := range []game.Viewer{game.Player(1), game.Referee()} {
		if _, err := (draw.Look{}).Public(view(v, "bid", 1, 2), nil); err == nil {
			t.Errorf("the view of %s was drawn as a public picture", v)
		}
	}
	for _, v := range []game.Viewer{game.Onlooker(), game.Referee()} {
		if _, err := (draw.Look{}).Private(view(v, "bid", 1, 2), nil); err == nil {
			t.Errorf("the view of %s was drawn as a private picture", v)
		}
	}
	if p, err := (draw.Look{}).Public(view(game.Onlooker(), "bid", 1, 2), nil); err != nil || len(p.PNG) == 0 {
		t.Errorf("a public picture of %d bytes: %v", len(p.PNG), err)
	}
	if p, err := (draw.Look{}).Private(own(), nil); err != nil || p.Seat != 2 || len(p.PNG) == 0 {
		t.Errorf("a picture for seat %d of %d bytes: %v", p.Seat, len(p.PNG), err)
	}
}

// All pictures of a reader who is not waiting for them are patient.
func TestPatience(t *testing.T) {
	for name, p := range pictures() {
		if s := (draw.Look{Reader: render.Reader{Patient: true}}).Scene(p.v, p.facts); !s.Patient {
			t.Errorf("%s is drawn as if somebody waited for it", name)
		}
	}
}

// The description of the board says who is out, and whom the program plays.
func TestAltOfSeatsThatAreOut(t *testing.T) {
	v := rules.View{Viewer: game.Onlooker(), Rounds: 3, Stage: "claim", Points: []int{1, 2, 3}, Colours: make([]string, 3), Out: []game.Seat{2}}
	for keep, says := range map[bool]string{false: "B is out.", true: "The bot plays B."} {
		v.Keep = keep
		if alt := (draw.Look{}).Alt(v, nil); !strings.Contains(alt, says) || strings.Contains(alt, "A is out") {
			t.Errorf("expected %q in: %s", says, alt)
		}
	}
}
