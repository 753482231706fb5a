package rival

import (
	"runtime"
	"sync"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
)

// thinks is how long an opponent may think about a question. Each pace is slower.
const thinks = 350 * time.Millisecond

// room is the room's own memory: a bounded pool, and channels that wake its jobs.
type room struct {
	places    chan struct{} // a token for each thinking opponent, half as many as there are processors
	advising  chan struct{} // the same for hints: asking for many hints must not starve the opponents
	turns     chan struct{} // a token for each answer that is worked on or waits for a place
	thinking  chan struct{}
	answering chan struct{}
	given     sync.Map // by match, the cause of the last answer that this host gave
	mine      sync.Map // matches whose questions came to this host, which works out their answers
}

// New makes the room of the opponents that the program plays.
func New(a *bot.App) bot.Room {
	places := max(1, runtime.GOMAXPROCS(0)/2)
	r := &room{places: make(chan struct{}, places), advising: make(chan struct{}, places), turns: make(chan struct{}, places), thinking: make(chan struct{}, 1), answering: make(chan struct{}, 1)}
	a.Hooks.Rival, a.Hooks.RivalOpens, a.Hooks.RivalAsked = pick, opens, r.asked
	a.Hooks.RivalThoughts, a.Hooks.RivalTally = thoughts, tallies
	return bot.Room{
		Presses: map[string]bot.Pressed{customid.Hint: r.hint},
		Jobs:    []bot.Job{{Name: "think", Due: r.think, Wake: r.thinking}, {Name: "answer", Due: r.answer, Wake: r.answering}},
		Ended:   ended,
		Keeps:   bot.Keeper{Forget: forget, Tell: tell},
	}
}

// poke wakes both jobs.
func (r *room) poke() {
	r.wake(r.thinking)
	r.wake(r.answering)
}

func (r *room) wake(job chan struct{}) {
	select {
	case job <- struct{}{}:
	default: // they will be woken anyway
	}
}

// wakeAfter wakes both jobs after a time.
func (r *room) wakeAfter(d time.Duration) { time.AfterFunc(d, r.poke) }
