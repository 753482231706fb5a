// Package toy draws a viewer's view of a match of the toy game: a track of points, and below it the bids as cards. It uses only
// what the view and the viewer's facts hold.
package toy

import (
	"fmt"
	"slices"

	"downsync/game"
	rules "downsync/game/toy"
	"downsync/render"
)

// Look determines how the game's pictures are drawn for a reader.
type Look struct {
	render.Reader
	Names  []string // of the players, by seat; "": the seat's letter
	Server string   // where the match is played; "": unknown
}

// Public draws what everybody sees. facts holds what everybody was told in this round; Public draws the bids in it. It refuses any
// view except an onlooker's.
func (l Look) Public(v rules.View, facts []game.Fact) (render.Public, error) {
	return render.DrawPublic(v.Viewer, l.Scene(v, facts))
}

// Private draws the same as one seat sees it, with its own note and colour. It refuses a view without a seat.
func (l Look) Private(v rules.View, facts []game.Fact) (render.Private, error) {
	return render.DrawPrivate(v.Viewer, l.Scene(v, facts))
}

// These are the least and the greatest number of columns of the track. Discs with more points are on its last column. Rows are as
// high as the columns of the shortest track are wide.
const leastColumns, mostColumns = 11, 25

// columns returns the number of columns that hold everybody's points.
func columns(v rules.View) int {
	if len(v.Points) == 0 {
		return leastColumns
	}
	return min(mostColumns, max(leastColumns, slices.Max(v.Points)+1))
}

// Scene returns the scene of the view.
func (l Look) Scene(v rules.View, facts []game.Fact) render.Scene {
	s := l.track(v, columns(v))
	s.Cards = l.cards(v, facts)
	if v.First > 0 && v.Stage != "over" {
		s.Legend = []render.Key{{Disc: &render.Disc{Chosen: true}, Text: l.Text("first player")}}
	}
	return s
}

// track returns the scene of a track with that many columns, without cards and legend.
func (l Look) track(v rules.View, columns int) render.Scene {
	high := float64(columns) / leastColumns
	s := render.Scene{Theme: l.Theme, Patient: l.Patient, W: float64(columns), H: high * float64(max(1, len(v.Points))), Grid: render.Track, Title: l.title(v), Status: l.status(v)}
	for i, points := range v.Points {
		side, y := render.Side(i+1), s.H-high*(float64(i)+0.5)
		x := float64(min(points, columns-1)) + 0.5
		s.Zones = append(s.Zones, render.Zone{X1: s.W, Y0: y - high/2, Y1: y + high/2, Side: side})
		s.Scores = append(s.Scores, l.Text("%c  %d", 'A'+i, points))
		s.Paths = append(s.Paths, render.Path{Side: side, Style: render.Link, X: []float64{0, x}, Y: []float64{y, y}})
		s.Discs = append(s.Discs,
			render.Disc{X: x, Y: y, R: min(0.5, high*0.36), Side: side, Mark: string(rune('A' + i)),
				Chosen: game.Seat(side) == v.First && v.Stage != "over"})
	}
	if v.Stage == "tune" || v.Stage == "peek" {
		s.Active = render.Side(v.First)
	}
	return s
}

// cards returns everybody's bids, face down until they open, the colours that the viewer knows, and the viewer's own note and
// tunings.
func (l Look) cards(v rules.View, facts []game.Fact) (out []render.Card) {
	bids := opened(v, facts)
	for i := range v.Points {
		card := render.Card{Side: render.Side(i + 1), Name: l.Text("bid %c", 'A'+i), Down: v.Stage == "bid"}
		if n, ok := bids[game.Seat(i+1)]; ok {
			card.Figure = fmt.Sprint(n)
		}
		if card.Down || card.Figure != "" {
			out = append(out, card)
		}
	}
	for i, colour := range v.Colours {
		if colour != "" {
			out = append(out, render.Card{Side: render.Side(i + 1), Name: l.Text("colour %c", 'A'+i), Figure: l.Text(game.Text(colour))})
		}
	}
	if v.Note != "" {
		out = append(out, render.Card{Name: l.Text("note"), Figure: l.Text(game.Text(v.Note))})
	}
	if v.Tuned > 0 {
		out = append(out, render.Card{Name: l.Text("tuned"), Figure: fmt.Sprint(v.Tuned)})
	}
	return out
}

// opened returns this round's open bids, by seat.
func opened(v rules.View, facts []game.Fact) map[game.Seat]int {
	bids := map[game.Seat]int{}
	for _, f := range facts {
		switch f, _ := f.(rules.Fact); f.What {
		case "round":
			clear(bids)
		case "bid":
			bids[f.Seat] = f.N
		}
	}
	if v.Stage == "bid" {
		clear(bids)
	}
	return bids
}

func (l Look) title(v rules.View) string {
	if v.Stage == "over" {
		return l.Text("MATCH OVER")
	}
	return l.Text("ROUND %d OF %d", v.Round+1, v.Rounds)
}

var stages = map[string]game.Text{"bid": "all bid in secret", "tune": "%c may tune", "claim": "the first claim rolls the die",
	"peek": "%c may look at the next card", "over": "all colours are open"}

func (l Look) status(v rules.View) string {
	if word := stages[v.Stage]; v.Stage == "tune" || v.Stage == "peek" {
		return l.Text(word, 'A'-1+v.First)
	} else if word != "" {
		return l.Text(word)
	}
	return ""
}

// Alt describes the picture in words, in at most render.MaxAlt bytes.
func (l Look) Alt(v rules.View, facts []game.Fact) string {
	var own, all []string
	if v.Note != "" {
		own = append(own, l.Text("Your note is %s.", l.Text(game.Text(v.Note))))
	}
	if v.Tuned > 0 {
		own = append(own, l.Text("You tuned %d {time|times} this round.", v.Tuned))
	}
	bids := opened(v, facts)
	for i, points := range v.Points {
		all = append(all, l.Text("%c has %d {point|points}.", 'A'+i, points))
		switch out := slices.Contains(v.Out, game.Seat(i+1)); {
		case out && v.Keep && v.Stage != "over":
			all = append(all, l.Text("The bot plays %c.", 'A'+i))
		case out:
			all = append(all, l.Text("%c is out.", 'A'+i))
		}
		if n, ok := bids[game.Seat(i+1)]; ok {
			all = append(all, l.Text("%c bid %d.", 'A'+i, n))
		}
		if v.Colours[i] != "" {
			all = append(all, l.Text("%c has the colour %s.", 'A'+i, l.Text(game.Text(v.Colours[i]))))
		}
	}
	return render.Alt(l.Text("%s: %s.", l.title(v), l.status(v)), append(own, all...),
		func(left int) string { return l.Text(" … and %d more.", left) })
}
