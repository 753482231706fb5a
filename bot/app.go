package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// OldButton answers a press on what is out of date.
const OldButton game.Text = "That button is from an older message and does nothing any more. `/match list` shows your matches."

// Config holds what an App is made with.
type Config struct {
	Wire    Wire
	Hall    Hall
	Records table.Records
	Clock   table.Clock
	Games   Games // at least one, in the order in which they are offered
	// Timings are the clocks to choose from at a challenge, by name; Default is one of them.
	Timings map[string]table.Timing
	Default string
	Log     *slog.Logger // nil: none. Ids and codes only.
	// Think is how long the program may think about a question as an opponent; 0: 350 ms.
	Think time.Duration
}

// App is the bot. It lives as long as the process and is safe for concurrent use. All that it must remember is in the
// records and the matches' queues, so that it may be replaced at any moment.
type App struct {
	Config
	Hooks
	Commands []Command // every slash command, as it is registered
	Shown    Shown

	presences presences

	rooms   []Room
	working atomic.Int64 // interactions that are worked on now
	presses map[string]Pressed
	started time.Time
	forms   sync.Map // of Forms by formsOf
}

var (
	_ Handler         = (*App)(nil)
	_ table.Deliverer = (*App)(nil)
)

// New makes an App of its rooms. It panics if two of them answer the same kind of button.
func New(c Config, rooms ...func(*App) Room) *App {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Wire = &directs{Wire: c.Wire, records: c.Records, used: map[ChannelID]UserID{}}
	a := &App{Config: c, presses: map[string]Pressed{}}
	if c.Clock != nil { // a list of commands needs none
		a.started = c.Clock.Now()
	}
	for _, open := range rooms {
		room := open(a)
		a.rooms = append(a.rooms, room)
		a.Commands = merge(a.Commands, room.Commands)
		for kind, press := range room.Presses {
			if a.presses[kind] != nil {
				panic("bot: two rooms answer " + kind)
			}
			a.presses[kind] = press
		}
	}
	return a
}

// Handle answers one interaction, in its user's language.
func (a *App) Handle(ctx context.Context, i Interaction) (answer Answer) {
	a.working.Add(1)
	defer a.working.Add(-1)
	c := call(a)
	ctx = table.As(ctx, i.User)
	c.Interaction, c.Patient, c.receipt, c.attending = i, false, newReceipt(), &attending{app: a}
	defer func(r *receipt) { answer = r.of(i, answer) }(c.receipt)
	defer c.attending.settle(ctx)
	ctx = table.Beside(ctx, c.attending.records)
	c.Name, c.Names, c.Options = Clean(i.Name), maps.Clone(i.Names), maps.Clone(i.Options) // which a repeat of the interaction shares
	for u, name := range c.Names {
		c.Names[u] = Clean(name)
	}
	c = c.In(c.actorVoice(ctx))
	switch i.Kind {
	case Slash:
		if no, ok := c.tooLong(); ok {
			return no
		}
		if command, ok := a.command(i.Command); ok {
			c.unpack(command)
			if no, ok := c.badChoice(command); ok {
				return no
			}
			return command.Run(ctx, c)
		}
	case Complete:
		return Answer{Choices: c.suggestions(ctx)}
	case Press, Submit:
		return c.Press(ctx)
	}
	return c.Answer(OldButton)
}

// GiveWay lets interactions go first: it returns when none is worked on, at the latest after that time. It tells how long that took.
func (a *App) GiveWay(most time.Duration) time.Duration {
	const step = time.Millisecond
	began := time.Now()
	for a.working.Load() > 0 && time.Since(began) < most {
		time.Sleep(step)
	}
	return time.Since(began)
}

// call is a call that has no reader yet and that nobody waits for.
func call(a *App) *Call { return &Call{App: a, Hall: a.Hall, Voice: Voice{Patient: true}} }

// Press answers a button, a select or a form by its custom id.
func (c *Call) Press(ctx context.Context) Answer {
	parts := append(strings.SplitN(c.CustomID, "|", 3), "", "")
	if press := c.presses[parts[0]]; press != nil {
		return press(ctx, c, parts[1], parts[2])
	}
	return c.Answer(OldButton)
}

// Deliver brings a match's public thread, or a seat's direct messages, up to date. What is kept has what the queue remembers.
func (a *App) Deliver(ctx context.Context, d table.Delivery) (table.Kept, error) {
	for _, room := range a.rooms {
		for queue, deliver := range room.Queues {
			if d.Queue == queue || strings.HasSuffix(queue, "/") && strings.HasPrefix(d.Queue, queue) {
				return deliver(ctx, call(a), d)
			}
		}
	}
	return table.Kept{}, fmt.Errorf("%w: no queue %q", table.ErrGiveUp, d.Queue)
}

// Ended gives the records that change as a match ends. They are committed with the end. The match is as everybody sees it then.
func (a *App) Ended(ctx context.Context, p table.Public) ([]table.Record, error) {
	var out []table.Record
	for _, room := range a.rooms {
		if room.Ended == nil {
			continue
		}
		rs, err := room.Ended(ctx, call(a), p)
		if err != nil {
			return nil, err
		}
		out = append(out, rs...)
	}
	return out, nil
}

// jobEvery is how often the background work is looked at.
const jobEvery = 5 * time.Second

// Run does the work that comes due by itself until the context ends.
func (a *App) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for _, job := range a.jobs() {
		wg.Go(func() { run(ctx, a, job) })
	}
	wg.Wait()
}

func run(ctx context.Context, a *App, job Job) {
	tick := time.NewTicker(jobEvery)
	defer tick.Stop()
	for {
		if _, err := job.Due(ctx, call(a)); err != nil && ctx.Err() == nil {
			a.Log.Error("job failed", "job", job.Name, "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-job.Wake:
		}
	}
}

// Due does once what has come due, and tells how much that was.
func (a *App) Due(ctx context.Context) (int, error) {
	done, failed := 0, error(nil)
	for _, job := range a.jobs() {
		n, err := job.Due(ctx, call(a))
		done, failed = done+n, errors.Join(failed, err)
	}
	return done, failed
}

// jobs returns the work of all rooms that comes due by itself, and the bot's own.
func (a *App) jobs() []Job {
	all := []Job{{Name: "outages", Due: showOutage}}
	for _, room := range a.rooms {
		all = append(all, room.Jobs...)
	}
	return all
}

// Keepers returns the Keeper of each room.
func (a *App) Keepers() []Keeper {
	var out []Keeper
	for _, room := range a.rooms {
		out = append(out, room.Keeps)
	}
	return out
}

// ClockNames are the names of the clocks to choose from, in order.
func (a *App) ClockNames() []string { return slices.Sorted(maps.Keys(a.Timings)) }
