package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// presses plays a match through its consoles for that many presses, and then concedes it.
func presses(c *hosts.Crowd, r *rand.Rand, id table.ID, users [2]wire.UserID, n int) {
	order := func(u wire.UserID, line string) {
		c.Does(r, wire.Interaction{Kind: wire.Slash, User: u, Command: []string{"order"}, Options: wire.Options{"line": line, "match": string(id)}})
	}
	for _, line := range []string{"0 bid 3", "1 bid 2", "0 done", "0 claim", "0 leave"} { // a whole round: the match counts
		order(users[line[0]-'0'], line[2:])
	}
	for range n {
		side := r.IntN(2)
		u := users[side]
		a := c.Does(r, wire.Interaction{Kind: wire.Slash, User: u, Command: []string{"match", "show"}, Options: wire.Options{"match": string(id)}})
		controls := bottest.ControlsOf(*a.Letter)
		for _, b := range controls.Buttons {
			isHonest(c, r, id, game.Seat(side+1), b.ID, b.Label)
		}
		for _, s := range controls.Selects {
			isHonest(c, r, id, game.Seat(side+1), s.ID, s.Placeholder)
		}
		skip := func(id string) bool { return strings.HasPrefix(id, "t|") || strings.HasPrefix(id, "rematch|") }
		custom, values, ok := bottest.Presser{User: u, Rand: r, Skip: skip}.Choose(*a.Letter)
		if ok {
			c.Does(r, wire.Interaction{Kind: wire.Press, User: u, CustomID: custom, Values: values, Private: true})
		}
	}
	order(users[r.IntN(2)], "quit")
}

// isHonest fails if a control on a host does something other than its label says. It may have stopped working.
func isHonest(c *hosts.Crowd, r *rand.Rand, id table.ID, seat game.Seat, custom, label string) {
	does, err := c.Two[r.IntN(2)].Bot.Control(context.Background(), id, seat, custom)
	if err != nil || does.Kind == wire.ControlUndo || does.Kind == wire.ControlOpen {
		return
	}
	if want := strings.TrimPrefix(strings.TrimPrefix(label, "draft "), "type "); does.Draft != want {
		c.T.Errorf("%s of seat %d says %q and does %q", custom, seat, label, does.Draft)
	}
}

// Two hosts share one store: nothing is lost or doubled, no button does something other than it says, and every ending
// is counted.
func TestTwoHosts(t *testing.T) {
	c := hosts.NewCrowd(t)
	ctx, stop := context.WithCancel(t.Context())
	var pumps, matches sync.WaitGroup
	pump := func(h bottest.Host) { // runs the due work of each host
		if _, err := h.Hall.Timers().Fire(context.Background()); err != nil {
			t.Error(err)
		}
		if _, err := h.Outbox.Send(context.Background()); err != nil {
			t.Error(err)
		}
		if _, err := h.Bot.Due(context.Background()); err != nil {
			t.Error(err)
		}
	}
	for _, h := range c.Two {
		pumps.Go(func() {
			for ctx.Err() == nil {
				pump(h)
			}
		})
	}
	var ids sync.Map
	const rounds = 3
	pairs := [][2]wire.UserID{{ann, ben}, {ben, eve}, {eve, ann}, {ben, ann}}
	for n, users := range pairs {
		matches.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 21))
			for range rounds {
				id := c.Begins(r, users[0], users[1])
				if _, twice := ids.LoadOrStore(id, true); twice {
					t.Errorf("%s was opened twice", id)
				}
				presses(c, r, id, users, 12)
			}
		})
	}
	matches.Wait()
	stop()
	pumps.Wait()
	for range 2 {
		for _, h := range c.Two {
			pump(h)
		}
	}
	total := 0
	for _, u := range []wire.UserID{ann, ben, eve} {
		seated, err := c.Hall.MatchesOf(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range seated {
			if _, known := ids.Load(s.Match); !known || !s.Over {
				t.Errorf("match %s of %s: opened by a command %t, over %t", s.Match, u, known, s.Over)
			}
		}
		var conduct struct{ Played int }
		if err := json.Unmarshal([]byte(c.Stored("conduct/guild/"+string(u))), &conduct); err != nil || conduct.Played != len(seated) {
			t.Errorf("%s has played %d matches, %d were counted: %v", u, len(seated), conduct.Played, err)
		}
		total += len(seated)
	}
	if total != 2*rounds*len(pairs) {
		t.Errorf("%d seats in matches, expected %d", total, 2*rounds*len(pairs))
	}
	for _, u := range []wire.UserID{ann, ben, eve} {
		for _, m := range c.Wire.Messages(wire.ChannelID("dm-" + u)) {
			if s := bottest.Words(m.Message); strings.Contains(s, "over false") {
				t.Errorf("%s is left with %s", u, s)
			}
		}
	}
	for id, causes := range c.Played {
		for _, cause := range causes {
			if r, err := c.Store.Commit(t.Context(), table.Commit{Match: id, Cause: cause, Events: [][]byte{{}}}); !r.Repeat {
				t.Errorf("match %s: %s was answered as done, and is not stored: %v", id, cause, err)
			}
		}
	}
	if ds, err := c.Store.Lease(t.Context(), c.Clock.Now(), 1, 9); len(ds) > 0 || err != nil {
		t.Errorf("still to be delivered: %v %v", ds, err)
	}
	if log := c.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}

// Both players ask for a rematch at the same moment on two hosts: there is one rematch.
func TestTwoHostsOneRematch(t *testing.T) {
	for round := range uint64(20) {
		c := hosts.NewCrowd(t)
		r := rand.New(rand.NewPCG(round, 22))
		id := c.Begins(r, ann, ben)
		c.Does(r, wire.Interaction{Kind: wire.Slash, User: ann, Command: []string{"order"}, Options: wire.Options{"line": "quit", "match": string(id)}})
		var wg sync.WaitGroup
		for n, u := range []wire.UserID{ann, ben} {
			wg.Go(func() {
				c.Two[n].Bot.Handle(t.Context(), wire.Interaction{ID: wire.InteractionID(u), Kind: wire.Press, User: u, Guild: "guild", Channel: bottest.General,
					CustomID: "rematch|" + string(id)})
			})
		}
		wg.Wait()
		open, err := c.Store.List(t.Context(), "table/", "", 9)
		matches, merr := c.Store.List(t.Context(), "match/", "", 9)
		if err != nil || merr != nil || len(open)+len(matches) != 2 {
			t.Fatalf("%d rematches are open and %d matches were played: %v %v", len(open), len(matches), err, merr)
		}
	}
}

// Two hosts bind a page of the same seat at once: no number means two pages.
func TestTwoHostsOnePage(t *testing.T) {
	c := hosts.NewCrowd(t)
	for round := range 30 {
		p := table.Private{ID: table.ID(fmt.Sprintf("m%d", round)), Seat: 1}
		var letters [2]wire.Letter
		var wg sync.WaitGroup
		for n := range letters {
			wg.Go(func() {
				does := wire.Control{Kind: wire.ControlSubmit, Ask: "bid.1", Draft: fmt.Sprintf("bid %d", n)}
				letters[n].Blocks = []wire.Block{wire.Row{{Does: does}}}
				if err := c.Two[n].Bot.Bind(t.Context(), p, &letters[n]); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for n, l := range letters {
			id := bottest.ControlsOf(wire.Message{Blocks: l.Blocks}).Buttons[0].ID
			if does, err := c.Bot.Control(t.Context(), p.ID, 1, id); err != nil || does.Draft != fmt.Sprintf("bid %d", n) {
				t.Fatalf("the button %s of %d does %q: %v", id, n, does.Draft, err)
			}
		}
	}
}

// A record that two hosts change at once holds both changes.
func TestTwoHostsOneRecord(t *testing.T) {
	c := hosts.NewCrowd(t)
	var wg sync.WaitGroup
	const times = 40
	for _, h := range c.Two {
		wg.Go(func() {
			for range times {
				if _, err := bot.Change(t.Context(), h.Bot, "count", func(n *int) error { *n++; return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if s := c.Stored("count"); s != fmt.Sprint(2*times) {
		t.Errorf("counted to %s, expected %d", s, 2*times)
	}
}

// A note about a press stays on its console, whichever of two hosts answered that press, and whichever delivers the match's update. The answer to
// the press before it, if it is tried again, gives way to the note.
func TestTwoHostsKeepANote(t *testing.T) {
	for _, first := range []int{0, 1} {
		for _, delivers := range []int{0, 1} {
			p := party.Plain(t)
			p.Begin()
			old := p.Console(ann)
			c, _ := bottest.ControlsOf(old.Message).Find("c|")
			lost := p.Hosts()[first].Bot.Handle(t.Context(), wire.Interaction{ID: "i0", Kind: wire.Press, Self: bottest.Self, At: p.Clock.Now(), User: ann, Name: "Name of ann", Channel: old.Channel,
				Message: old.ID, Private: true, Locale: "en-US", CustomID: c, Values: []string{"2"}})
			if newer, err := lost.Newer(t.Context()); err != nil || newer.Letter != nil {
				t.Errorf("before any other press there is something newer: %v", err)
			}
			lost.Placed(false)
			p.Turn(1 - first)
			p.Says(p.Click(ann, old, "c|", "3"), "already answered")
			if newer, err := lost.Newer(t.Context()); err != nil || !strings.Contains(party.Text(newer), "already answered") {
				t.Errorf("tried again after %v, the answer to the first press would show\n%s", err, party.Text(newer))
			} else if again, err := newer.Newer(t.Context()); err != nil || again.Letter != nil {
				t.Errorf("and something newer for ever: %v", err)
			}
			p.Turn(delivers)
			p.Settle()
			party.Has(t, p.Console(ann), "already answered")
			if p.Console(ann).ID != old.ID {
				t.Fatal("a new console has replaced it: nothing was tried")
			}
			p.Play(ben, "bid 3")
			if words := bottest.Words(p.Console(ann).Message); strings.Contains(words, "already answered") {
				t.Errorf("it stays for longer than the state that it was given in: %s", words)
			}
		}
	}
}

// An order that a player begins stays on their console, whichever of two hosts answered that press: the answer to an older press that arrives later shows the order begun
// last. The match's update shows it too, whichever host delivers it.
func TestTwoHostsKeepAnOrderBegun(t *testing.T) {
	drafts := func(m bottest.Message) (ids []string) {
		for _, b := range bottest.ControlsOf(m.Message).Buttons {
			if strings.HasPrefix(b.ID, wire.ControlDraft+"|") {
				ids = append(ids, b.ID)
			}
		}
		return ids
	}
	at := func(p *party.Party, host, n int, m bottest.Message, control string) wire.Answer {
		return p.Hosts()[host].Bot.Handle(t.Context(), wire.Interaction{ID: wire.InteractionID(fmt.Sprint("i", n)), Kind: wire.Press, Self: bottest.Self, At: p.Clock.Now(), User: ann, Name: "Name of ann", Channel: m.Channel,
			Message: m.ID, Private: true, Locale: "en-US", CustomID: control})
	}
	for _, older := range []int{0, 1} {
		for _, late := range []bool{false, true} { // the older press is answered after the newer one
			p := party.Plain(t)
			p.Begin()
			old := p.Console(ann)
			ids := drafts(old)
			if len(ids) < 2 {
				t.Fatalf("orders to begin: %v", ids)
			}
			var first, second wire.Answer
			if late {
				second = at(p, 1-older, 901, old, ids[1])
			}
			first = at(p, older, 900, old, ids[0])
			if !late {
				second = at(p, 1-older, 901, old, ids[1])
			}
			begun := party.Text(second)
			begun = begun[strings.Index(begun, "begun: "):]
			begun, _, _ = strings.Cut(begun, "\n")
			if newer, err := second.Newer(t.Context()); err != nil || newer.Letter != nil {
				t.Errorf("after the last press there is something newer: %v", err)
			}
			newer, err := first.Newer(t.Context())
			if err != nil || !strings.Contains(party.Text(newer), begun) {
				t.Fatalf("host %d, late: %t: after %v the answer to the older press leaves\n%s\nexpected %q", older, late, err, party.Text(newer), begun)
			}
			if again, err := newer.Newer(t.Context()); err != nil || again.Letter != nil {
				t.Errorf("and something newer for ever: %v", err)
			}
		}
	}
	for _, answers := range []int{0, 1} {
		for _, delivers := range []int{0, 1} {
			p := party.Plain(t)
			p.Begin()
			old := p.Console(ann)
			p.Turn(1 - answers)
			a := p.Click(ann, old, "c|", "2") // its update is still to be delivered
			now := old
			now.Message = *a.Letter
			p.Turn(answers)
			if a := p.Press(ann, now, drafts(now)[0]); !strings.Contains(party.Text(a), "begun: ") {
				t.Fatal(party.Text(a))
			}
			p.Turn(delivers)
			p.Settle()
			if p.Console(ann).ID != old.ID {
				t.Fatal("a new console has replaced it: nothing was tried")
			}
			party.Has(t, p.Console(ann), "begun: ")
			p.Play(ben, "bid 3")
			if words := bottest.Words(p.Console(ann).Message); strings.Contains(words, "begun: ") {
				t.Errorf("it stays for longer than its question: %s", words)
			}
		}
	}
}
