package hosts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Crowd plays over two hosts at once: each interaction goes to either, and a quarter of them to both.
type Crowd struct {
	*party.Party
	Two    [2]bottest.Host
	next   atomic.Int64
	mu     sync.Mutex
	Played map[table.ID][]string // the causes of what was answered as done, by match
}

// SlowStore is a store as over a network: others get on between what a host reads and what it writes.
type SlowStore struct{ table.Store }

func (SlowStore) wait() {
	for range 3 {
		runtime.Gosched()
	}
}

func (s SlowStore) Get(ctx context.Context, key string) ([]byte, error) {
	defer s.wait()
	return s.Store.Get(ctx, key)
}

func (s SlowStore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	s.wait()
	return s.Store.Commit(ctx, c)
}

func (s SlowStore) List(ctx context.Context, prefix, after string, most int) ([]table.Record, error) {
	defer s.wait()
	return s.Store.List(ctx, prefix, after, most)
}

// NewCrowd makes a crowd on a SlowStore.
func NewCrowd(t *testing.T) *Crowd {
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Dice, s.Store = nil, func(s table.Store) table.Store { return SlowStore{s} }
	})
	return CrowdOf(p)
}

// CrowdOf has the people of a party play over two hosts.
func CrowdOf(p *party.Party) *Crowd {
	return &Crowd{Party: p, Two: [2]bottest.Host{p.Start(), p.Start()}, Played: map[table.ID][]string{}}
}

// Does hands an interaction over, and returns one of the answers to it.
func (c *Crowd) Does(r *rand.Rand, i wire.Interaction) (a wire.Answer) {
	i.ID, i.At, i.Name, i.Guild = wire.InteractionID(fmt.Sprintf("c%d", c.next.Add(1))), c.Clock.Now(), string(i.User), "guild"
	if i.Channel == "" {
		i.Channel = bottest.General
	}
	var wg sync.WaitGroup
	if r.IntN(4) == 0 {
		wg.Go(func() { c.Two[0].Bot.Handle(context.Background(), i) })
		a = c.Two[1].Bot.Handle(context.Background(), i)
	} else {
		a = c.Two[r.IntN(2)].Bot.Handle(context.Background(), i)
	}
	wg.Wait()
	if s := party.Text(a); strings.Contains(s, "did not work") || a.Letter == nil {
		c.T.Errorf("answered %q to %+v", s, i)
	} else if id := table.ID(i.Options["match"]); strings.Contains(s, "✔️") && id != "" {
		c.mu.Lock()
		c.Played[id] = append(c.Played[id], "i:"+string(i.ID))
		c.mu.Unlock()
	}
	return a
}

// Begins opens a match between the two.
func (c *Crowd) Begins(r *rand.Rand, from, to wire.UserID) table.ID {
	a := c.Does(r, wire.Interaction{Kind: wire.Slash, User: from, Command: party.Challenge, Options: wire.Options{"opponent": string(to)}})
	id, _ := bottest.ControlsOf(*a.Letter).Find("force|")
	_, id, _ = strings.Cut(id, "|")
	press := func(custom string, values ...string) {
		c.Does(r, wire.Interaction{Kind: wire.Press, User: to, CustomID: custom + "|" + id, Values: values})
	}
	press("accept")
	press("force", "blue")
	return table.ID(id)
}
