package toy

import (
	"fmt"

	"downsync/game"
	rules "downsync/game/toy"
	"downsync/render"
	"downsync/render/reel"
)

// Result draws the end of a match: how all seats finished and who went out, the last board, and the rounds that decided. told holds
// what everybody was told. It refuses any view except an onlooker's, and a match in progress.
func (l Look) Result(v rules.View, end *game.Result, told []game.Fact) (render.Public, error) {
	return l.end(v, end, told).Draw()
}

func (l Look) end(v rules.View, end *game.Result, told []game.Fact) render.End {
	return render.End{Viewer: v.Viewer, Result: end, Lay: func() render.Result { return l.result(v, *end, told) }}
}

// read makes a story from facts that everybody was told, and says in which round each seat went out.
func read(told []game.Fact) (s reel.Story, out map[game.Seat]int) {
	s.Turns, out = 1, map[game.Seat]int{}
	for i, f := range told {
		switch f, _ := f.(rules.Fact); f.What {
		case "round":
			if i < len(told)-1 {
				s.Turns++
			}
		case "score":
			s.Add(reel.Deed{Side: render.Side(f.Seat), Points: f.N})
		case "left", "kept", "quit":
			out[f.Seat] = s.Turns
			s.Add(reel.Deed{Side: render.Side(f.Seat), Of: string('@' + rune(f.Seat)), Leaves: true})
		}
	}
	return s, out
}

func (l Look) result(v rules.View, end game.Result, told []game.Fact) render.Result {
	s, out := read(told)
	r := l.Ending(end, l.Names, v.Points)
	for i := range r.Sides {
		if round := out[game.Seat(i+1)]; round > 0 {
			r.Sides[i].Out = l.Text("out in round %d", round)
		}
	}
	r.Turns, r.Counted, r.Board = max(1, s.Turns), l.Text("R"), l.track(v, columns(v))
	r.Of = render.Origin{Game: "Toy", Server: l.Server}
	r.Facts = render.Facts(l.Text("%d {round|rounds}", max(1, v.Round)), l.Text(whys[end.Why]))
	r.Moments = s.Moments(func(d reel.Deed) (note, brief string) {
		name, letter := r.Sides[d.Side-1].Name, string('@'+rune(d.Side))
		if d.Of != "" {
			return l.Text("%s goes out", name), l.Text("%s goes out", letter)
		}
		return l.Text("%s scores %d", name, d.Points), l.Text("%s scores %d", letter, d.Points)
	})
	return r
}

// whys maps the reasons of an end to words.
var whys = map[string]game.Text{"points": "by points", "quit": "everyone else quit", "time": "everyone else's time ran out", "agreement": "by agreement"}

// Frame is a step of a finished match, as a referee saw it.
type Frame struct {
	Step, Of int         // from 1
	Note     string      // what happened, in at most two lines
	Facts    []game.Fact // the same, as told to a referee
	Truth    rules.View
}

// film shows a finished match.
type film = reel.Film[Frame]

// Numbers returns the number of the step, from 1, and how many there are.
func (f Frame) Numbers() (n, of int) { return f.Step, f.Of }

// Over reports whether the match has ended.
func (f Frame) Over() bool { return f.Truth.Stage == "over" }

// Check makes sure that the view is a referee's.
func (f Frame) Check() error {
	if f.Truth.Viewer != game.Referee() {
		return fmt.Errorf("step %d has the view of %s: expected a referee's", f.Step, f.Truth.Viewer)
	}
	return nil
}

// hold returns the time for which a step should be shown; 0: nothing that everybody sees happens.
func hold(f Frame) (out int) {
	for _, f := range f.Facts {
		switch f, _ := f.(rules.Fact); f.What {
		case "score", "left", "kept", "quit":
			return reel.KillTime
		case "bid":
			out = reel.MoveTime
		}
	}
	return out
}

// Highlights draws the best of a finished match: bids, points, who went out, and its result. end is an onlooker's view at the end,
// and told holds what everybody was told.
func (l Look) Highlights(film film, v rules.View, end *game.Result, told []game.Fact, progress func(done, of int) error) ([]byte, error) {
	columns := columns(v) // as at the end, because an animation has one board
	return reel.Highlights(film, hold, func(f Frame) func() render.Strip {
		return func() render.Strip {
			return reel.Strip(l.Reader, f, l.track(f.Truth, columns), f.Note)
		}
	}, l.end(v, end, told), progress)
}
