package downsync

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// seated is a Standard match in a hall, played at random.
type seated struct {
	hall *table.Hall
	d    *gametest.Dice
	acts int
}

const benchMatch table.ID = "bench"

func newSeated(b *testing.B) *seated {
	h := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(1) }})
	if err := h.Open(context.Background(), "open", benchMatch, table.Opening{Game: "downsync", Config: standardGame(0), Users: []table.User{"1", "2"}}); err != nil {
		b.Fatal(err)
	}
	return &seated{hall: h, d: gametest.NewDice(1)}
}

// act answers for the seat. It reports whether the reply was taken.
func (s *seated) act(b *testing.B, seat game.Seat, ask, line string) bool {
	r, err := Parse(line)
	if err != nil {
		b.Fatal(err)
	}
	s.acts++
	_, err = s.hall.Act(context.Background(), fmt.Sprint("i:", s.acts), benchMatch, seat, ask, r)
	var no *game.Refusal
	if err != nil && !errors.As(err, &no) {
		b.Fatal(err)
	}
	return err == nil
}

// look reads the match as both seats and as an onlooker.
func (s *seated) look(b *testing.B) (ps [2]table.Private) {
	ctx := context.Background()
	for i := range ps {
		var err error
		if ps[i], err = s.hall.Private(ctx, benchMatch, game.Seat(i+1)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := s.hall.Public(ctx, benchMatch); err != nil {
		b.Fatal(err)
	}
	return ps
}

// reply gives a random reply, which both seats and an onlooker then read, and returns the time taken.
func (s *seated) reply(b *testing.B) time.Duration {
	for {
		ps := s.look(b)
		p := ps[s.d.N(2)]
		i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })
		if i < 0 {
			continue
		}
		line := gametest.Line(s.d, p.View, p.Asks[i].Ask, guessPoint)
		start := gametest.Processor()
		if !s.act(b, p.Seat, p.Asks[i].ID, line) {
			continue
		}
		s.look(b)
		return gametest.Processor() - start
	}
}

// BenchmarkReplyToViews measures the replies of a random Standard match in processor time, each with its commit in memory and
// the views of two seats and an onlooker that follow. The same replies are given from step 50, and from steps 500 and 3,000 of
// a match that was made longer by standing orders. The goal is a median of 150 µs at any length.
func BenchmarkReplyToViews(b *testing.B) {
	const begun, replies = 50, 100
	for _, steps := range []int{50, 500, 3000} {
		b.Run(fmt.Sprintf("step=%d", steps), func(b *testing.B) {
			median, slow := time.Hour, time.Duration(0)
			for b.Loop() {
				s := newSeated(b)
				for range begun {
					s.reply(b)
				}
				for i := range steps - begun {
					if !s.act(b, 1, "", []string{"standing pass turn", "standing off"}[i%2]) {
						b.Fatal("a standing order is refused")
					}
				}
				var took []time.Duration
				for range replies {
					took = append(took, s.reply(b))
				}
				slices.Sort(took)
				if m := took[len(took)/2]; m < median {
					median, slow = m, took[len(took)*99/100]
				}
			}
			b.ReportMetric(float64(median.Nanoseconds())/1000, "µs/median")
			b.ReportMetric(float64(slow.Nanoseconds())/1000, "µs/p99")
		})
	}
}
