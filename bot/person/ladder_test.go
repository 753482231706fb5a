package person

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/lang"
	"downsync/bot/rating"
	"downsync/bot/wire"
)

// beginner returns a player's place before their first match.
func beginner(u wire.UserID, at time.Time) *ranked {
	return &ranked{User: u, Rating: rating.New(), Factions: map[string]bot.Tally{}, Last: at}
}

// Two players who agree on their results gain nothing beyond the day's limit of counting matches: no sequence of
// further results raises either player's place, or adds a win or a draw to their tally.
func TestNothingIsGainedBeyondTheDay(t *testing.T) {
	lot := rand.New(rand.NewPCG(3, 7))
	scores := []float64{0, 0.5, 1}
	raised := 0
	for n := range 300 {
		now := time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC)
		us := [2]*ranked{beginner("a", now), beginner("b", now)}
		for i := range us { // they may have played before
			us[i].Rating.R += 600 * (lot.Float64() - 0.5)
			us[i].Rating.Dev = 30 + 320*lot.Float64()
		}
		draws := n%3 == 0
		counted := [2]map[bool]int{{}, {}} // by lost (true) and other matches
		log := ""
		for range 40 {
			now = now.Add(time.Duration(lot.IntN(30)) * time.Minute)
			score := scores[lot.IntN(3)]
			if draws {
				score = 0.5
			}
			before := [2]ranked{*us[0], *us[1]}
			for i, s := range []float64{score, 1 - score} {
				x := us[i]
				x.plays(us[1-i].User, before[1-i].Rating, s, "red", now)
				log += fmt.Sprintf("%s %v: %.1f to %.1f\n", x.User, s, before[i].Rating.Sure(), x.Rating.Sure())
				raises := x.Rating.Sure() > before[i].Rating.Sure()
				if counted[i][s == 0]++; counted[i][s == 0] <= bound.Meetings.Most {
					if raises {
						raised++
					}
					continue
				}
				won, drawn := x.Tally.Won-before[i].Tally.Won, x.Tally.Drawn-before[i].Tally.Drawn
				if raises || x.Rating.R > before[i].Rating.R || won+drawn > 0 || x.Factions["red"] != x.Tally {
					t.Fatalf("%s gains by the result %v beyond the bound: %+v, before %+v\n%s", x.User, s, *x, before[i], log)
				}
			}
		}
		for i, x := range us {
			if lost := counted[i][true]; x.Tally.Lost != lost {
				t.Errorf("%s has lost %d, and the tally says %s", x.User, lost, x.Tally.In(lang.English))
			}
		}
	}
	if raised == 0 {
		t.Error("no result raised anybody: the test shows nothing")
	}
}

// Within the bound a match changes the rating exactly as Glicko-2 does.
func TestMatchesOfADayCountInFull(t *testing.T) {
	now := time.Date(2150, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, score := range []float64{0, 0.5, 1} {
		x, want := beginner("a", now), rating.New()
		for range bound.Meetings.Most {
			against := rating.Rating{R: 1650, Dev: 60, Vol: 0.06}
			want = want.After(rating.Result{Against: against, Score: score})
			if !x.plays("b", against, score, "", now) || x.Rating != want {
				t.Fatalf("score %v: %+v, expected %+v", score, x.Rating, want)
			}
		}
		sure := x.Rating.Sure()
		x.plays("b", rating.Rating{R: 1650, Dev: 60, Vol: 0.06}, score, "", now.Add(bound.Meetings.Span-1))
		if x.Rating.Sure() > sure {
			t.Errorf("score %v: the fourth raises the place", score)
		}
		x.plays("b", rating.Rating{R: 1650, Dev: 60, Vol: 0.06}, score, "", now.Add(bound.Meetings.Span))
		if x.Rating == want {
			t.Errorf("score %v: it does not count a day later", score)
		}
	}
}

// The lines of the ladder are in columns: the place and the rating have one width, whatever they are. A rating that is not sure is not shown.
func TestLadderColumns(t *testing.T) {
	c := &bot.Call{}
	sure := ranked{User: "u", Rating: rating.Rating{R: 1662.4, Dev: surelyDev}, Tally: bot.Tally{Won: 9, Drawn: 1}}
	unsure := sure
	unsure.Rating.Dev += 0.1
	for _, x := range []struct {
		n    int
		s    ranked
		want string
	}{{0, sure, "`  1. 1662` <@u> · 9 wins, 1 draw"}, {99, sure, "`100. 1662` <@u> · 9 wins, 1 draw"}, {9, unsure, "` 10.    –` <@u> · 9 wins, 1 draw, too few matches to rank yet"}} {
		if got := rankLine(c, x.n, x.s); got != x.want {
			t.Errorf("%q, expected %q", got, x.want)
		}
	}
}
