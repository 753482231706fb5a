package toy_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/toy"
	"downsync/render"
	"downsync/render/rendertest"
	draw "downsync/render/toy"
)

// players are the names of five players.
var players = []string{"Alexandra", "Ben", "Cal", "Bot (veteran, cunning)", "Eve"}

// ended returns a finished match of that many seats, at most five, and what everybody was told. With five, the fourth and then the
// fifth go out.
func ended(seats int) (v rules.View, end game.Result, told []game.Fact) {
	score := func(seat, n int) { told = append(told, rules.Fact{What: "score", Seat: game.Seat(seat), N: n}) }
	score(2, 4)
	score(1, 3)
	told = append(told, rules.Fact{What: "round"})
	v = rules.View{Viewer: game.Onlooker(), Round: 3, Rounds: 3, Stage: "over", Points: []int{9, 4, 4, 0, 1}[:seats], Colours: make([]string, seats)}
	end = game.Result{Rank: []int{1, 2, 2, 4, 5}[:seats], Why: "points"}
	if seats == 5 {
		told = append(told, rules.Fact{What: "left", Seat: 5})
		score(3, 4)
		told = append(told, rules.Fact{What: "left", Seat: 4})
		v.Out, end.Rank = []game.Seat{5, 4}, []int{1, 2, 2, 4, 5}
	}
	score(1, 4)
	told = append(told, rules.Fact{What: "round"})
	score(1, 2)
	return v, end, append(told, rules.Fact{What: "round"})
}

// The result of two to five seats names how all finished, who went out and when, and what decided. With BOARDS_DIR the pictures are
// written for inspection.
func TestResult(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		v, end, told := ended(seats)
		l := draw.Look{Names: players, Server: "Tabletop Club"}
		r := l.ResultOf(v, end, told)
		var out []string
		for _, s := range r.Sides {
			out = append(out, s.Out)
		}
		if len(r.Sides) != seats || r.Title != "Alexandra wins" || r.Sides[seats-1].Name != players[seats-1] || r.Turns != 3 {
			t.Errorf("%d seats: %q, %+v, %d rounds", seats, r.Title, r.Sides, r.Turns)
		}
		if want := map[bool]string{true: "|||out in round 2|out in round 2", false: strings.Repeat("|", seats-1)}[seats == 5]; strings.Join(out, "|") != want {
			t.Errorf("%d seats: %q are out, expected %q", seats, out, want)
		}
		decided := rendertest.Told(r)
		if !strings.Contains(decided, "Alexandra scores 4") {
			t.Errorf("%d seats: decided by %s", seats, decided)
		}
		if seats == 5 && (!strings.Contains(decided, "Eve goes out") || !strings.Contains(decided, "Bot (veteran, cunning) goes out")) {
			t.Errorf("who went out is not said: %s", decided)
		}
		for _, theme := range render.Themes {
			l.Theme = theme
			pic, err := l.Result(v, &end, told)
			if err != nil || len(pic.PNG) > 100<<10 {
				t.Errorf("%d seats: %d bytes, %v", seats, len(pic.PNG), err)
			}
			if seats == 5 && !(strings.Contains(pic.Alt, "Alexandra wins · ") && strings.Contains(pic.Alt, "Bot (veteran, cunning) 0 out in round 2") && strings.Contains(pic.Alt, "Alexandra scores 4")) {
				t.Errorf("in words: %s", pic.Alt)
			}
			rendertest.Keep(t, "result-"+string(rune('0'+seats))+string(theme), pic.PNG)
		}
	}
}

// Pairs that share the first place win together; when all share it, nobody does.
func TestSharedFirstPlace(t *testing.T) {
	v, end, told := ended(4)
	for want, rank := range map[string][]int{"Alexandra, Cal win": {1, 3, 1, 3}, "a draw": {1, 1, 1, 1}} {
		end.Rank = rank
		r := draw.Look{Names: players}.ResultOf(v, end, told)
		if r.Title != want || r.Winner != 0 || !r.Sides[0].Won || r.Sides[1].Won != (rank[1] == 1) {
			t.Errorf("%v: %q, winner %d, %+v", rank, r.Title, r.Winner, r.Sides)
		}
	}
}

// A result is drawn only of a finished match as everybody sees it.
func TestResultOnlyOfWhatIsOver(t *testing.T) {
	v, end, told := ended(3)
	if _, err := (draw.Look{}).Result(v, nil, told); err == nil {
		t.Error("the result of a match in progress")
	}
	for _, viewer := range []game.Viewer{game.Player(1), game.Referee()} {
		v.Viewer = viewer
		if _, err := (draw.Look{}).Result(v, &end, told); err == nil {
			t.Errorf("a result from the view of %s", viewer)
		}
	}
}

// filmOf returns a film of a finished match in which every fact is a step, with the view of its end as the last.
func filmOf(v rules.View, told []game.Fact) func(func(draw.Frame) error) error {
	return func(show func(draw.Frame) error) error {
		for i, f := range told {
			at := v
			at.Viewer = game.Referee()
			if i < len(told)-1 {
				at.Stage, at.Points = "claim", make([]int, len(v.Points))
				at.Points[0] = i
			}
			if err := show(draw.Frame{Step: i + 1, Of: len(told), Note: "note", Facts: []game.Fact{f}, Truth: at}); err != nil {
				return err
			}
		}
		return nil
	}
}

// A player for whom the program plays on goes out in the pictures of the match as one does whose seat stays empty (T9, T13).
func TestPicturesOfWhoLeft(t *testing.T) {
	v, end, told := ended(5)
	kept := slices.Clone(told)
	for i, f := range kept {
		if f, ok := f.(rules.Fact); ok && f.What == "left" {
			f.What = "kept"
			kept[i] = f
		}
	}
	l := draw.Look{Names: players}
	if left, kept := fmt.Sprint(l.ResultOf(v, end, told)), fmt.Sprint(l.ResultOf(v, end, kept)); left != kept || !strings.Contains(kept, "out in round 2") {
		t.Errorf("the results are %s and %s", left, kept)
	}
	var films [][]byte
	for _, facts := range [][]game.Fact{told, kept} {
		raw, err := l.Highlights(filmOf(v, facts), v, &end, facts, func(int, int) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		films = append(films, raw)
	}
	if !bytes.Equal(films[0], films[1]) {
		t.Error("the highlights differ")
	}
}

// Highlights show the rounds of all seats on one board, however many points they get, and end with the result.
func TestHighlights(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		v, end, told := ended(seats)
		v.Points[0] = 20
		raw, err := draw.Look{Names: players}.Highlights(filmOf(v, told), v, &end, told, func(int, int) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		rendertest.Keep(t, "highlights-"+string(rune('0'+seats)), raw)
		times := rendertest.Times(t, raw)
		if want := map[bool]int{true: 8, false: 5}[seats == 5]; len(times) != want || times[len(times)-1] != 400 {
			t.Errorf("%d seats: shown for %v, expected %d pictures", seats, times, want)
		}
	}
}
