package rival

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

const (
	// mostAnswers limits the answers worked out in a Turn. Further questions get their defaults, so that no opponent goes round in
	// circles.
	mostAnswers = 150
	// giveWay is the longest wait of an imagined game for the users' presses, and givesWay the longest total wait of a thought. It
	// leaves most of a thought's time: otherwise users who keep pressing would keep an opponent from thinking.
	giveWay, givesWay = 20 * time.Millisecond, 60 * time.Millisecond
	// maxOrder limits an answer, in bytes.
	maxOrder = 4000
)

// These errors say why a question got its default.
var (
	errLate  = errors.New("late")
	errBound = errors.New("bound")
	errNone  = errors.New("none")
)

// panicked is the error of an opponent that panicked. Its text may quote secrets, so only its type is logged.
type panicked struct{ what string }

func (p panicked) Error() string { return "panic " + p.what }

// think works out the answers that are needed, in all matches at once, and returns their number. It leaves questions that came to
// another host to that host until the answer is due.
func (r *room) think(ctx context.Context, c *bot.Call) (int, error) {
	all, err := posts(ctx, c)
	if err != nil {
		return 0, err
	}
	now := c.Clock.Now()
	all = slices.DeleteFunc(all, func(x posted) bool {
		_, mine := r.mine.Load(x.key())
		return !x.waits() || !mine && x.Due.After(now)
	})
	slices.SortStableFunc(all, func(x, y posted) int { return x.Due.Compare(y.Due) })
	errs := make([]error, len(all))
	var wg sync.WaitGroup
	for n, x := range all {
		r.turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-r.turns }()
			if errs[n] = r.work(ctx, c, x); outOfReach(errs[n]) {
				errs[n] = cmp.Or(held(ctx, c, x), errs[n])
			}
		})
	}
	wg.Wait()
	errs = slices.DeleteFunc(errs, outOfReach)
	if len(errs) > 0 {
		r.wake(r.answering)
	}
	return len(errs), errors.Join(errs...)
}

// work works out one answer and stores it.
func (r *room) work(ctx context.Context, c *bot.Call, x posted) error {
	p, err := c.Hall.Position(ctx, x.id, x.Seat.Seat)
	switch {
	case err != nil:
		return err
	case p.Mark != x.Mark || p.Result != nil:
		return r.asked(ctx, c, x.id, x.Seat.Seat)
	}
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == x.Ask })
	if i < 0 || p.Asks[i].Default == nil {
		return fmt.Errorf("match %s: the question has no default", x.id)
	}
	ask := p.Asks[i].Ask
	t := bot.Thought{Seat: x.Seat.Seat, At: c.Clock.Now().UTC(), News: len(p.Facts), Ask: ask.ID, Order: ask.Default.Order()}
	err = errBound
	var choice rival.Choice
	if x.Answers < mostAnswers {
		choice, err = choose(c, r.places, p, ask, x.Seat, x.chance(), cmp.Or(c.Think, thinks)-x.Spent, givesWay)
	}
	spent := c.Clock.Now().Sub(t.At)
	if err == nil {
		t.Order, t.Considered = choice.Orders(), choice.Considered[:min(len(choice.Considered), rival.MostConsidered)]
		if choice.Why != "" {
			t.Why = choice.Why.Format(choice.Args...)
		}
	} else {
		t.Fault = err.Error()
		r.fault(c, x.id, err)
	}
	if err := keep(ctx, c, x, ask, t, spent); err != nil {
		return err
	}
	x.Order = t.Order
	return r.giveUnnoticed(ctx, c, x)
}

// fault logs why an opponent's answer is the default. The error of a game's own opponent may quote secrets.
func (r *room) fault(c *bot.Call, id table.ID, err error) {
	var p panicked
	switch {
	case errors.As(err, &p):
		c.Log.Error("opponent panicked", "match", id, "panic", p.what)
	case errors.Is(err, errLate), errors.Is(err, errBound), errors.Is(err, errNone):
		c.Log.Warn("opponent answers by default", "match", id, "reason", err)
	default:
		c.Log.Warn("opponent answers by default", "match", id, "error", fmt.Sprintf("%T", err))
	}
}

// keep stores an answer with the alternatives considered, unless the seat is asked something else by now. spent is how long the thought
// took.
func keep(ctx context.Context, c *bot.Call, x posted, ask game.Ask, t bot.Thought, spent time.Duration) error {
	return bot.Retry(func() error {
		var s post
		guard, err := c.Guard(ctx, x.key(), &s)
		if err != nil || s.Ask != x.Ask || s.Mark != x.Mark || !s.waits() {
			return err // another host was faster, or the question has changed
		}
		s.Order, s.Default = t.Order, ask.Default.Order()
		s.Spent += spent
		s.Thoughts++
		t.N = s.Thoughts
		if guard, err = bot.With(guard, s); err != nil {
			return err
		}
		thought, err := bot.RecordOf(thoughtKey(x, t.N), t)
		if err != nil {
			return err
		}
		return c.Records.Put(ctx, guard, thought)
	})
}

const thoughtKeys = "thought/"

// thoughtKey returns the key of the nth thought of a post. The first seat's thoughts sort before the thoughts of the match's other seats.
func thoughtKey(x posted, n int) string {
	return fmt.Sprintf("%s%s/%s%05d", thoughtKeys, x.id, strings.TrimPrefix(string(x.user), string(bot.RivalUser)), n)
}

// thoughts returns the thoughts in a match, oldest first.
func thoughts(ctx context.Context, c *bot.Call, id table.ID) ([]bot.Thought, error) {
	const most = 10_000
	return bot.ReadAll[bot.Thought](ctx, c.App, thoughtKeys+string(id)+"/", most)
}

// choose makes an opponent answer a question within that time. A thought that takes longer keeps its place in the pool, a token of
// places, until it ends. Its imagined games let the users' presses go first, in total for at most patient.
func choose(c *bot.Call, places chan struct{}, p table.Position, ask game.Ask, seat bot.RivalSeat, from *chance.Source, within, patient time.Duration) (rival.Choice, error) {
	type result struct {
		choice rival.Choice
		err    error
	}
	mind := c.Games.RivalOf(p.Meta.Game)
	if mind == nil {
		return rival.Choice{}, errNone
	}
	limit := time.NewTimer(within)
	defer limit.Stop()
	select {
	case places <- struct{}{}:
	case <-limit.C:
		return rival.Choice{}, errLate
	}
	at := rival.Position{Seat: p.Seat, View: p.View, Told: p.Facts, Ask: ask, Imagine: func(s *chance.Source) (game.Sim, error) {
		if p.Imagine == nil {
			return nil, game.ErrNotImagined
		}
		patient -= c.GiveWay(min(patient, giveWay))
		return p.Imagine(s)
	}}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if what := recover(); what != nil {
				done <- result{err: panicked{fmt.Sprintf("%T", what)}}
			}
			<-places
		}()
		choice, err := mind.Choose(at, rival.Level{Strength: seat.Strength, Style: seat.Style}, from)
		if err == nil && (choice.Reply == nil || len(choice.Orders()) > maxOrder || len(choice.Then) >= bot.MostOrders) {
			err = errNone
		}
		done <- result{choice, err}
	}()
	select {
	case x := <-done:
		return x.choice, x.err
	case <-limit.C:
		return rival.Choice{}, errLate
	}
}
