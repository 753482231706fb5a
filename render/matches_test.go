package render_test

import (
	"image"
	"slices"
	"strings"
	"sync"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync/rival"
	"downsync/game/gametest"
	minds "downsync/game/rival"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// moment is the view of a seat when it was asked, with the facts that it had been told.
type moment struct {
	seat   game.Seat
	view   rules.View
	told   []game.Fact
	unread bool // it had not looked since then
}

// news returns the news on its board.
func (m moment) news() draw.PrivateNews {
	news := draw.TellSeat(m.seat, m.told)
	if m.unread {
		news = news.Unread()
	}
	return news
}

// moments returns moments of four matches that the program plays against itself, taken now and then when a seat is asked.
var moments = sync.OnceValues(func() (out []moment, err error) {
	for n, ground := range []string{"saltmarket", "cutters-ridge", "saltmarket", "cutters-ridge"} {
		c := rules.Defaults()
		c.Size, c.Map, c.MaxRounds = rules.Standard, ground, 6
		for i, army := range []string{"coalition-ex1", "republic-ex1"} {
			if c.Forces[i], err = c.ForceOf([]string{army}); err != nil {
				return nil, err
			}
		}
		asked := 0
		look := func(p minds.Position, lots *chance.Source) (minds.Choice, error) {
			if asked++; asked%7 == 0 {
				out = append(out, moment{p.Seat, p.View.(rules.View), slices.Clone(p.Told), p.Ask.Name == "designate"})
			}
			return rival.New().Choose(p, minds.Level{Strength: minds.Recruit, Style: minds.Bold}, lots)
		}
		if _, err := gametest.Contest(rules.Rules(), c.Encode(), uint64(n+1), []gametest.Contestant{look, look}, 4000); err != nil {
			return nil, err
		}
	}
	return out, nil
})

// matches returns the boards of these moments, with the news since the seat last looked.
func matches() (out []render.Scene, err error) {
	all, err := moments()
	for _, m := range all {
		out = append(out, draw.Look{}.PrivateScene(m.view, nil, m.news()))
	}
	return out, err
}

// played returns the boards of matches.
func played(t *testing.T) []render.Scene {
	t.Helper()
	out, err := matches()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// In matches every label is nearer to its own piece than to any other, or a line leads to it; and a shot's note is nearer to its
// line than to any other shot's. Such a line hardly ever runs over anything, and a note seldom has no room.
func TestLabelsInMatches(t *testing.T) {
	const rare, seldom = 20, 12 // one in so many
	labels, led, stray, shots, missing := 0, 0, 0, 0, 0
	for n, s := range played(t) {
		if len(s.Shots) == 0 && n%4 > 0 {
			continue // one of several equal ones is enough
		}
		for _, p := range render.Placings(s) {
			labels++
			shot := strings.HasPrefix(p.Of, "shot")
			if p.Led {
				led++
			}
			if p.Led && p.Over {
				stray++
			}
			if shot {
				shots++
			}
			switch {
			case p.Missing:
				missing++
			case p.Own >= p.Other && (shot || !p.Led):
				t.Errorf("board %d: the label of %s is %.0f from it and %.0f from another", n, p.Of, p.Own, p.Other)
			}
		}
	}
	t.Logf("%d labels, %d with a line, %d of them over something; %d shots, %d without words", labels, led, stray, shots, missing)
	if shots < 30 || led < 60 || stray*rare > led || missing*seldom > shots {
		t.Error("too few to tell, or too many")
	}
}

// A shot never begins or ends in empty ground: at each end there is a piece or a wreck, or a labelled trail begins.
func TestShotsHaveTheirPieces(t *testing.T) {
	tied := 0
	for n, s := range played(t) {
		for _, x := range s.Shots {
			for _, e := range [][2]float64{{x.X0, x.Y0}, {x.X1, x.Y1}} {
				at := func(x, y float64) bool { return x == e[0] && y == e[1] }
				switch {
				case slices.ContainsFunc(s.Discs, func(d render.Disc) bool { return at(d.X, d.Y) }):
				case slices.ContainsFunc(s.Wrecks, func(w render.Wreck) bool { return at(w.X, w.Y) }):
				case slices.ContainsFunc(s.Trails, func(t render.Trail) bool { return t.Label != "" && at(t.X[0], t.Y[0]) }):
					tied++
				default:
					t.Errorf("board %d: nothing tells what was at %v:\n%s", n, e, s)
				}
			}
		}
	}
	if tied == 0 {
		t.Error("nobody moved on after a shot")
	}
}

// Marks of former places and of destinations cover no other piece: in matches, with each piece of a board sent to the place of the
// next.
func TestGhostsCoverNoPiece(t *testing.T) {
	drawn := func(s render.Scene) image.Image {
		raw, err := render.Draw(s)
		if err != nil {
			t.Fatal(err)
		}
		return decoded(t, raw)
	}
	all := played(t)
	for n := 30; n < len(all); n += 30 {
		s := render.Scene{W: 48, H: 48, Discs: slices.Clone(all[n].Discs)}
		for i := range s.Discs {
			d := &s.Discs[i]
			d.Label, d.Note, d.Chips, d.Alert = "", "", nil, false
		}
		alone := drawn(s)
		for i, d := range s.Discs {
			to := s.Discs[(i+1)%len(s.Discs)]
			s.Paths = append(s.Paths, render.Path{X: []float64{d.X, to.X + 0.3}, Y: []float64{d.Y, to.Y}, R: d.R, Side: d.Side})
			s.Trails = append(s.Trails, render.Trail{X: []float64{to.X, d.X}, Y: []float64{to.Y - 0.3, d.Y}, R: d.R, Side: d.Side})
		}
		covered := 0
		busy, field := drawn(s), render.BoardAt(s)
		scale := float64(field.Dx()) / s.W
		for _, d := range s.Discs {
			x, y, r := float64(field.Min.X)+d.X*scale, float64(field.Max.Y)-d.Y*scale, 0.6*d.R*scale
			for px := int(x - r); px < int(x+r); px++ {
				for py := int(y - r); py < int(y+r); py++ {
					if busy.At(px, py) != alone.At(px, py) {
						covered++
					}
				}
			}
		}
		if covered > 0 {
			t.Errorf("board %d: %d pixels of pieces are covered", n, covered)
		}
	}
}
