package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	forms "downsync/bot/downsync"
	"downsync/bot/downsync/worlds"
	jagged "downsync/bot/jagged/worlds"
	"downsync/bot/local"
	syndicate "downsync/bot/syndicate/worlds"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// gate is a store that releases deliveries only while it is open, one at a time, so that what is delivered, and in which order,
// does not depend on how fast this machine is.
type gate struct {
	table.Store
	mu    sync.Mutex
	open  bool
	out   int           // wishes given out and not settled
	moved chan struct{} // closed and replaced whenever something was written
}

func newGate(s table.Store) *gate { return &gate{Store: s, moved: make(chan struct{})} }

func (g *gate) set(open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = open
}

// move reports that something was written.
func (g *gate) move(settled int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.out -= settled
	close(g.moved)
	g.moved = make(chan struct{})
}

func (g *gate) next() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.moved
}

func (g *gate) Lease(ctx context.Context, now time.Time, d time.Duration, _ int) ([]table.Delivery, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.open || g.out > 0 {
		return nil, nil
	}
	ds, err := g.Store.Lease(ctx, now, d, 1)
	g.out += len(ds)
	return ds, err
}

func (g *gate) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	defer g.move(0)
	return g.Store.Commit(ctx, c)
}

func (g *gate) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	defer g.move(1)
	return g.Store.Done(ctx, d, result, rs...)
}

func (g *gate) Fail(ctx context.Context, d table.Delivery, retryAt time.Time, result []byte, rs ...table.Record) error {
	defer g.move(1)
	return g.Store.Fail(ctx, d, retryAt, result, rs...)
}

// stepped is a stage on which the bot does one thing after another. Ann is player1, ben player2, eve looks on as player3.
type stepped struct {
	*stage
	gate *gate
	game *twins.Game
}

var players = map[string]string{"ann": "player1", "ben": "player2", "eve": "player3"}

// newStepped makes a stage that has not started yet.
func newStepped(t *testing.T, dice game.Dice) *stepped {
	t.Helper()
	s := &stepped{stage: bareStage(t, local.Still(tabletest.Noon))}
	s.conf.seams.dice = func(table.ID) game.Dice { return dice }
	s.conf.seams.store = func(kept table.Store) table.Store {
		s.gate = newGate(kept)
		return s.gate
	}
	return s
}

// settle lets the bot do everything due at this time, step by step.
func (s *stepped) settle() {
	s.t.Helper()
	for {
		s.until("the clocks", func() bool { return s.backlog().Overdue == 0 })
		if s.backlog().Due == 0 {
			return
		}
		s.gate.set(true)
		s.host.hall.Timers().Nudge()
		s.until("the deliveries", func() bool { return s.backlog().Due == 0 })
		s.gate.set(false)
	}
}

func (s *stepped) backlog() storage.Backlog {
	s.t.Helper()
	b, err := s.host.store.Backlog(s.srv.Clock().Now())
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// until waits for something that comes with a write to the store.
func (s *stepped) until(what string, cond func() bool) {
	s.t.Helper()
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		moved := s.gate.next()
		if cond() {
			return
		}
		select {
		case <-moved:
		case <-late.C:
			s.t.Fatalf("waiting for %s: %+v\nlog:\n%s", what, s.backlog(), s.log.String())
		}
	}
}

// open opens the world's match in #general.
func (s *stepped) open(w twins.World) {
	s.t.Helper()
	s.game = w.Game
	ctx := context.Background()
	general := wire.ChannelID(s.srv.User("player1").View().Channel("#general").ID.String())
	card, err := s.host.client.Post(ctx, general, wire.Message{Blocks: []wire.Block{wire.Text("a match")}}, "card")
	if err != nil {
		s.t.Fatal(err)
	}
	place, err := json.Marshal(bot.Place{Channel: general, Message: card, Names: []string{"ann", "ben"}, Summary: "twins"})
	if err != nil {
		s.t.Fatal(err)
	}
	err = s.host.hall.Open(ctx, "open", "twin", table.Opening{Game: w.ID, Config: w.Config, Timing: twins.Timing(), Place: place,
		Users: []wire.UserID{wire.UserID(s.srv.User("player1").ID().String()), wire.UserID(s.srv.User("player2").ID().String())}})
	if err != nil {
		s.t.Fatal(err)
	}
}

// act does one step of a world.
func (s *stepped) act(a twins.Act) {
	s.t.Helper()
	user := s.srv.User(players[a.Who])
	slash := func(text string) string {
		return s.answer(user.Name(), s.finish(user.Slash("#general", text)))
	}
	measure := "/measure match:twin"
	for _, o := range s.game.Measure {
		measure += " " + o.Name + ":" + o.Value
	}
	switch {
	case a.Wait > 0:
		s.srv.Clock().Advance(a.Wait)
	case a.Order != "":
		if got := slash("/order match:twin line:" + a.Order); !strings.Contains(got, "✔") {
			s.t.Fatalf("%s: %s", a, got)
		}
	case a.Look == twins.Show:
		slash("/match show match:twin")
	case a.Look == twins.Know:
		slash("/know match:twin")
	case a.Look == twins.Measure:
		slash(measure)
	case a.Look == twins.Wrong:
		slash("/order match:twin line:" + s.game.Wrong)
	case a.Look == twins.Late:
		s.srv.Clock().Advance(twins.TooLate)
		if got := slash("/order match:twin line:" + s.game.Late); strings.Contains(got, "✔") {
			s.t.Fatalf("%s: %s", a, got)
		}
	case a.Look == twins.Settings:
		slash("/settings language:de theme:light")
	case a.Set.Name != "":
		slash("/settings " + a.Set.Name + ":" + a.Set.Value)
	case a.Look == twins.Complete:
		if _, err := user.Autocomplete(context.Background(), "#general", "/order match:twin line:"+s.game.Begins); err != nil {
			s.t.Fatal(err)
		}
	case a.Look == twins.Draft:
		m := console(user.View())
		all := unfolded(m)
		k := all[slices.IndexFunc(all, func(k *local.Component) bool { return strings.HasPrefix(k.CustomID, wire.ControlChoose+"|") })]
		id, values := through(m, k.CustomID, []string{k.Options[0].Value})
		s.finish(user.Click(m.ID, id, values...))
	case a.Look == twins.Closed:
		user.CloseDM(true)
	default:
		s.t.Fatalf("no act %q", a)
	}
}

// sealed and port find the parts of a delivery that are random by design, besides the names of files: hashes with salt, and the
// server's port. Each must have its form, which reveals nothing.
var sealed, port = regexp.MustCompile("`[0-9a-f]{12}…`"), regexp.MustCompile(`127\.0\.0\.1:\d+`)

// delivered returns everything that the user was delivered, to be compared between worlds: a random part is replaced by the
// order in which it appeared.
func (s *stepped) delivered(user string) string {
	s.t.Helper()
	items := s.srv.User(user).Delivered()
	seen := map[string]string{}
	for i := range items {
		of := func(name string) string {
			if seen[name] == "" {
				seen[name] = fmt.Sprintf("~%d", len(seen)+1)
			}
			return seen[name]
		}
		data := twins.Renamed(string(items[i].Data), ".png", 24, "0123456789abcdef", of)
		items[i].Data = []byte(port.ReplaceAllStringFunc(sealed.ReplaceAllStringFunc(data, of), of))
	}
	return string(trace(items))
}

// playTwin plays a world through the whole program, with a leak planted in it, and returns what each of the two others was
// delivered.
func playTwin(t *testing.T, w twins.World, leak twins.Leak) map[string]string {
	t.Helper()
	s := newStepped(t, w.Dice())
	s.conf.seams.hall = leak.Hall
	s.conf.seams.wire = func(w wire.Wire) wire.Wire {
		return leak.Wire(w, wire.UserID(s.srv.User("player1").ID().String()), s.srv.Clock().Advance)
	}
	s.start()
	s.open(w)
	s.settle()
	for _, a := range w.Acts {
		s.act(a)
		s.settle()
	}
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
	return map[string]string{"ben": s.delivered("player2"), "eve": s.delivered("player3")}
}

// Twin worlds of all games through the whole program: two matches on the local Discord that differ only in ann's secrets
// deliver the same to ben and to an onlooker, to the byte of every picture and the millisecond of the clock. Every fourth kind
// of secrets takes part, and calls come by direct message for one half of them and in the thread for the other; under SOAK all
// do, with both.
func TestTwinsOnTheLocalDiscord(t *testing.T) {
	const every = 4
	var pairs []twins.Pair
	for n, pair := range slices.Concat(worlds.Pairs(), syndicate.Pairs(), jagged.Pairs()) {
		if gametest.Soak() || n%(2*every) == 0 {
			pairs = append(pairs, pair)
		}
		if gametest.Soak() || n%(2*every) == every {
			pairs = append(pairs, pair.Under(twins.CalledInThread))
		}
	}
	for _, pair := range pairs {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			one, other := playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[1], twins.Leak{})
			for _, user := range []string{"ben", "eve"} {
				if d := twins.Difference(one[user], other[user]); d != "" {
					t.Errorf("%s can tell the worlds apart: %s", user, d)
				}
			}
		})
	}
}

// They do so on every clock of the program, at either pace, if both players answer at the same moments.
func TestTwinsOnEveryClock(t *testing.T) {
	pairs := worlds.Pairs()
	plan := pairs[slices.IndexFunc(pairs, func(p twins.Pair) bool { return p.Kind == "plan" })]
	for name, clock := range defaults().timings() {
		for pace, window := range map[string]time.Duration{bot.PaceNatural: 0, bot.PaceStrict: clock.Strict} {
			clock.Strict = window
			pair := plan.On(name+", "+pace, clock)
			t.Run(pair.Kind, func(t *testing.T) {
				t.Parallel()
				var seen [2]map[wire.UserID]string
				for i, w := range pair.World {
					seen[i] = twins.Play(t, w, bottest.Setup{Forms: forms.Forms{}}, twins.Leak{}, nil).Others()
				}
				twins.Alike(t, seen[0], seen[1])
			})
		}
	}
}

// The comparison sees a difference if there is one, and none between two runs of one world.
func TestTwinsOnTheLocalDiscordCanDiffer(t *testing.T) {
	t.Parallel()
	pair := worlds.Apart()
	one, same, other := playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[1], twins.Leak{})
	for _, user := range []string{"ben", "eve"} {
		if len(one[user]) < 10000 {
			t.Errorf("%s was delivered no more than %s", user, one[user])
		}
		if d := twins.Difference(one[user], same[user]); d != "" {
			t.Errorf("%s tells two runs of one world apart: %s", user, d)
		}
		if twins.Difference(one[user], other[user]) == "" {
			t.Errorf("a contact an inch aside makes no difference to %s", user)
		}
	}
}

// Every leak planted in the messages is found.
func TestPlantedLeaksOnTheLocalDiscord(t *testing.T) {
	for _, leak := range twins.Leaks() {
		t.Run(leak.Name, func(t *testing.T) {
			t.Parallel()
			pair := worlds.For(leak)
			one, other := playTwin(t, pair.World[0], leak), playTwin(t, pair.World[1], leak)
			if twins.Difference(one["ben"], other["ben"]) == "" {
				t.Error("the leak is not noticed")
			}
		})
	}
}
