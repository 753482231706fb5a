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

	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// WordMore names the list of a console's further controls; see wire.Message.
const WordMore game.Text = "More …"

// OldButton answers a press on an outdated control.
const OldButton game.Text = "That button is from an older message and no longer works. `/match list` shows your matches."

// Config holds what an App needs to run.
type Config struct {
	Wire    wire.Wire
	Hall    Hall
	Records table.Records
	Clock   table.Clock
	// OldNames is the time at which old names of commands must still work to be offered; zero: all are.
	OldNames time.Time
	Games    Games // at least one, in the order in which players see them
	// Timings holds the clocks that a challenge can choose from, by name. Default names one of them.
	Timings map[string]table.Timing
	Default string
	Log     *slog.Logger // nil: no log. It holds ids and codes only.
	// Think is how long the program, as an opponent, may think about one question; 0: 350 ms.
	Think time.Duration
	// Limits holds the operator's numbers for bounds.
	Limits bound.Settings
}

// App is the bot. It lives as long as the process and is safe for concurrent use. Everything it must remember is in the
// records and in the matches' queues, so the process may be replaced at any moment.
type App struct {
	Config
	Hooks
	Commands []Command // every slash command, in the form that Discord registers
	Menus    []Menu    // every command of a context menu
	Shown    Shown

	presences presences
	hashed    atomic.Pointer[string]    // see boundKey
	looked    atomic.Pointer[time.Time] // when dropCounts last looked

	rooms   []Room
	working atomic.Int64 // interactions in progress
	presses map[string]Pressed
	started time.Time
	forms   sync.Map // Forms by formsOf
}

var (
	_ wire.Handler    = (*App)(nil)
	_ table.Deliverer = (*App)(nil)
)

// New builds an App from its rooms. It panics if two rooms answer the same kind of button.
func New(c Config, rooms ...func(*App) Room) *App {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Wire = &directs{Wire: c.Wire, records: c.Records, used: map[wire.ChannelID]wire.UserID{}}
	a := &App{Config: c, presses: map[string]Pressed{}}
	if c.Clock != nil { // nil if the App only lists its commands
		a.started = c.Clock.Now()
	}
	for _, open := range rooms {
		room := open(a)
		a.rooms = append(a.rooms, room)
		a.Commands = merge(a.Commands, room.Commands)
		a.Menus = append(a.Menus, room.Menus...)
		for kind, press := range room.Presses {
			if a.presses[kind] != nil {
				panic("bot: two rooms answer " + kind)
			}
			a.presses[kind] = press
		}
	}
	a.Commands = withOldNames(a.Commands, a.OldNames)
	return a
}

// Handle answers one interaction in its user's language.
func (a *App) Handle(ctx context.Context, i wire.Interaction) (answer wire.Answer) {
	a.working.Add(1)
	defer a.working.Add(-1)
	c := call(a)
	ctx = table.As(ctx, i.User)
	c.Interaction, c.Patient, c.receipt, c.attending = i, false, newReceipt(), &attending{app: a}
	defer func(r *receipt) { answer = r.of(i, answer) }(c.receipt)
	defer c.attending.settle(ctx)
	ctx = table.Beside(ctx, c.attending.records)
	c.Name, c.Names, c.Options = wire.Clean(i.Name), maps.Clone(i.Names), maps.Clone(i.Options) // a repeat of the interaction shares the maps, so clone them
	for u, name := range c.Names {
		c.Names[u] = wire.Clean(name)
	}
	c = c.In(c.actorVoice(ctx))
	switch i.Kind {
	case wire.Slash:
		if err := c.tooLong(); err != nil {
			return c.Trouble("", err)
		}
		if command, ok := commandAt(a.Commands, i.Command); ok {
			c.unpack(command)
			if err := c.badChoice(command); err != nil {
				return c.Trouble("", err)
			}
			return command.Run(ctx, c)
		}
	case wire.OnUser, wire.OnMessage:
		if menu, ok := menuOf(a.Menus, i); ok {
			return menu.Run(ctx, c)
		}
	case wire.Complete:
		return wire.Answer{Choices: c.suggestions(ctx)}
	case wire.Press, wire.Submit:
		return c.Press(ctx)
	}
	return c.Answer(OldButton)
}

// GiveWay lets interactions go first. It returns once none is in progress, or after the time most. It returns how long
// it waited.
func (a *App) GiveWay(most time.Duration) time.Duration {
	const step = time.Millisecond
	began := time.Now()
	for a.working.Load() > 0 && time.Since(began) < most {
		time.Sleep(step)
	}
	return time.Since(began)
}

// call returns a Call that has no reader yet and that nobody waits for.
func call(a *App) *Call { return &Call{App: a, Hall: a.Hall, Voice: Voice{Patient: true}} }

// Press answers a button, a select or a form by its custom id.
func (c *Call) Press(ctx context.Context) wire.Answer {
	parts := append(strings.SplitN(c.CustomID, "|", 3), "", "")
	if press := c.presses[parts[0]]; press != nil {
		a := press(ctx, c, parts[1], parts[2])
		if c.receipt.gone.Load() {
			return c.Gone(ctx, goneMatch)
		}
		return a
	}
	return c.Answer(OldButton)
}

// Deliver updates a match's public thread or a seat's direct messages. The result holds what the queue remembers.
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

// Ended returns the records that change when a match ends. They are committed with the end. p is the public view after
// the end.
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

// Arrived tells the rooms of a server that the bot was added to. It may be told of the same one several times.
func (a *App) Arrived(ctx context.Context, at wire.Arrival) {
	for _, room := range a.rooms {
		if room.Arrived == nil {
			continue
		}
		if err := room.Arrived(ctx, call(a), at); err != nil {
			a.Log.Error("new server not greeted", "server", at.Guild, "error", err.Error())
		}
	}
}

// jobEvery is how often each background job runs.
const jobEvery = 5 * time.Second

// Run runs the background jobs until the context ends.
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

// Due runs each background job once and returns how many things they did.
func (a *App) Due(ctx context.Context) (int, error) {
	done, failed := 0, error(nil)
	for _, job := range a.jobs() {
		n, err := job.Due(ctx, call(a))
		done, failed = done+n, errors.Join(failed, err)
	}
	return done, failed
}

// jobs returns the background jobs of all rooms and the bot's own.
func (a *App) jobs() []Job {
	all := []Job{{Name: "outages", Due: showOutage}, {Name: "counts", Due: dropCounts}}
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

// ClockNames returns the names of the available clocks, sorted.
func (a *App) ClockNames() []string { return slices.Sorted(maps.Keys(a.Timings)) }
