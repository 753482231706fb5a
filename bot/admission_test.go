package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game/table/tabletest"
)

// counted is a handler that counts its calls and can be held.
type counted struct {
	mu   sync.Mutex
	n    map[wire.UserID]int
	in   chan struct{}
	hold chan struct{}
}

func (c *counted) Handle(_ context.Context, i wire.Interaction) wire.Answer {
	c.mu.Lock()
	c.n[i.User]++
	c.mu.Unlock()
	if c.hold != nil {
		c.in <- struct{}{}
		<-c.hold
	}
	return wire.Answer{Letter: &wire.Message{Blocks: []wire.Block{wire.Text("done")}}}
}

// Cost returns the cost that a bot with the toy computes.
func (c *counted) Cost(i wire.Interaction) int {
	return bottest.App(bot.Config{Games: []bot.Game{plain.Forms{}.Game()}}).Cost(i)
}

func gateOn(r bot.Rates) (*bot.Gate, *counted, *tabletest.Clock) {
	c, clock := &counted{n: map[wire.UserID]int{}}, tabletest.NewClock()
	return bot.NewGate(c, clock, r), c, clock
}

func saidTo(a wire.Answer) string { return strings.TrimSpace(party.Text(a)) }

var pressed = wire.Interaction{Kind: wire.Press, User: "ann", CustomID: "view|m"}

// Each user has a rate of their own. A user who is too fast is told in private, in their language, when to try again,
// and nothing is done. After that time, and not before, they are let through.
func TestRatesOfAUser(t *testing.T) {
	g, c, clock := gateOn(bot.Rates{})
	for range 30 {
		if a := g.Handle(t.Context(), pressed); saidTo(a) != "done" {
			t.Fatalf("turned away within the burst: %s", saidTo(a))
		}
	}
	a := g.Handle(t.Context(), pressed)
	if got := saidTo(a); !strings.Contains(got, "try again in 1 s") || !a.Fresh || c.n["ann"] != 30 {
		t.Errorf("one too many: %s", got)
	}
	german := pressed
	german.Locale = "de"
	if got := saidTo(g.Handle(t.Context(), german)); !strings.Contains(got, "in 1 s noch einmal") {
		t.Errorf("in German: %s", got)
	}
	other := pressed
	other.User = "ben"
	if got := saidTo(g.Handle(t.Context(), other)); got != "done" {
		t.Errorf("another user waits too: %s", got)
	}
	clock.Advance(499 * time.Millisecond)
	if got := saidTo(g.Handle(t.Context(), pressed)); got == "done" {
		t.Error("let through too early")
	}
	clock.Advance(time.Millisecond)
	if got := saidTo(g.Handle(t.Context(), pressed)); got != "done" {
		t.Errorf("not let through in time: %s", got)
	}
	if g.Refused() != 3 {
		t.Errorf("%d refused", g.Refused())
	}
}

// Heavier interactions cost more. Suggestions while typing have a limit of their own, and are refused silently.
func TestWorkIsCounted(t *testing.T) {
	for _, c := range []struct {
		i    wire.Interaction
		want int // of a full burst
	}{
		{wire.Interaction{Kind: wire.Press}, 30},
		{wire.Interaction{Kind: wire.Submit}, 30},
		{wire.Interaction{Kind: wire.Slash, Command: []string{"order"}}, 15},
		{wire.Interaction{Kind: wire.Slash, Command: []string{"match", "list"}}, 15},
		{wire.Interaction{Kind: wire.Slash, Command: []string{"match", "challenge"}}, 6},
		{wire.Interaction{Kind: wire.Slash, Command: []string{"measure"}}, 6},
		{wire.Interaction{Kind: wire.Complete, Command: []string{"order"}}, 120},
	} {
		g, n, _ := gateOn(bot.Rates{})
		c.i.User = "ann"
		var last wire.Answer
		for range 200 {
			last = g.Handle(t.Context(), c.i)
		}
		if n.n["ann"] != c.want {
			t.Errorf("%v: %d went through, want %d", c.i, n.n["ann"], c.want)
		}
		if c.i.Kind == wire.Complete && (last.Letter != nil || last.Choices == nil) {
			t.Errorf("%v: answered %+v", c.i, last)
		}
	}
}

// Only so many interactions of one user are in progress at once, however long they take.
func TestAtOnce(t *testing.T) {
	g, c, _ := gateOn(bot.Rates{})
	c.in, c.hold = make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { g.Handle(context.Background(), pressed) })
		<-c.in
	}
	if got := saidTo(g.Handle(t.Context(), pressed)); !strings.Contains(got, "still working") {
		t.Errorf("a fifth: %s", got)
	}
	close(c.hold)
	wg.Wait()
	go func() { <-c.in }()
	if got := saidTo(g.Handle(t.Context(), pressed)); got != "done" {
		t.Errorf("afterwards: %s", got)
	}
}

// A crowd of strangers takes bounded memory, and no user who is inside loses their place.
func TestGateIsBounded(t *testing.T) {
	g, _, clock := gateOn(bot.Rates{})
	for n := range 12000 {
		i := pressed
		i.User = wire.UserID(fmt.Sprint(n))
		if got := saidTo(g.Handle(t.Context(), i)); got != "done" {
			t.Fatalf("user %d: %s", n, got)
		}
		if n%1000 == 0 {
			clock.Advance(time.Second)
		}
	}
	if n := g.Users(); n > 10000 {
		t.Errorf("%d users are remembered", n)
	}
}

// Several hosts that answer the same users in turn let each user through as often as one host would.
func TestRatesOfSeveralHosts(t *testing.T) {
	g, _, clock := gateOn(bot.Rates{Every: time.Second, Burst: 1})
	passes := func() int { // the interactions let through in twelve seconds
		n := 0
		for range 12 {
			clock.Advance(time.Second)
			if saidTo(g.Handle(t.Context(), pressed)) == "done" {
				n++
			}
		}
		return n
	}
	for _, c := range []struct{ hosts, passes int }{{1, 12}, {3, 4}, {0, 12}} {
		if g.Share(c.hosts); passes() != c.passes {
			t.Errorf("of %d hosts each does not let %d through", c.hosts, c.passes)
		}
	}
}
