package lobby_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// dyingLobby is a lobby whose hosts die while users act on challenges.
type dyingLobby struct {
	*party.Party
	lot *rand.Rand
	now *hosts.Life
	log []string
	// how often hosts died, and how many matches there were at the end
	died, began int
}

func (d *dyingLobby) notes(format string, args ...any) {
	d.log = append(d.log, d.Clock.Now().Format("15:04 ")+fmt.Sprintf(format, args...))
}

// opened returns the open tables.
func (d *dyingLobby) opened() []bottest.OpenTable {
	d.T.Helper()
	return bottest.OpenTables(d.T, d.Store)
}

// does has a user act on a challenge or a match. The host may die during it.
func (d *dyingLobby) does() {
	u := []wire.UserID{ann, ben, eve}[d.lot.IntN(3)]
	whom := []wire.UserID{ann, ben, eve}[d.lot.IntN(3)]
	id := "none"
	if all := d.opened(); len(all) > 0 {
		id = all[d.lot.IntN(len(all))].ID
	}
	live, err := d.Hall.MatchesOf(ctx, u)
	if err != nil {
		d.T.Fatal(err)
	}
	match := "none"
	if len(live) > 0 {
		match = string(live[d.lot.IntN(len(live))].Match)
	}
	if d.lot.IntN(3) == 0 {
		d.now.Left, d.now.After = 1+d.lot.IntN(6), d.lot.IntN(2) == 0
	}
	what := d.lot.IntN(11)
	d.notes("%s does %d to %s, %s, %s; dies after %d", u, what, whom, id, match, d.now.Left)
	card := d.someCard()
	switch what {
	case 0, 1:
		options := []bottest.Option{party.Opt("clock", []string{"none", "quick", "slow"}[d.lot.IntN(3)])}
		if whom != u {
			options = append(options, party.ChallengeTo(whom))
		}
		d.Slash(u, party.Challenge, options...)
	case 2, 3:
		d.Press(u, card, "accept|"+id)
		d.Press(u, card, "force|"+id, "blue")
	case 4, 5, 6:
		d.Press(u, card, "ready|"+id)
	case 7:
		d.Press(u, card, []string{"decline|", "cancel|"}[d.lot.IntN(2)]+id)
	case 8:
		d.Slash(u, []string{"order"}, party.Opt("line", "quit"), party.In(match))
	case 9:
		d.Press(u, card, "rematch|"+match)
	case 10:
		if d.lot.IntN(4) == 0 {
			d.Slash(u, []string{"privacy", "delete"})
			if b, ok := bottest.ControlsOf(d.Newest(u).Message).Find("privacy|"); ok {
				d.Press(u, d.Newest(u), b)
			}
		}
	}
	if d.now.Dead {
		d.died++
		d.now = &hosts.Life{}
		d.Restart()
	}
	d.now.Left = 0
	d.Settle()
}

// someCard returns a random message that can be pressed.
func (d *dyingLobby) someCard() bottest.Message {
	if ms := d.Wire.Messages(bottest.General); len(ms) > 0 {
		return ms[len(ms)-1]
	}
	return bottest.Message{}
}

// goesOn begins the matches of all open challenges, for users who may.
func (d *dyingLobby) goesOn() {
	for _, x := range d.opened() {
		taker := ben
		switch {
		case x.Full():
			taker = x.Seats[1].User
		case len(x.Invited) > 0:
			taker = x.Invited[0].User
		case x.Host == ben:
			taker = ann
		}
		card := d.someCard()
		for _, u := range []wire.UserID{taker, x.Host, taker} {
			d.Press(u, card, "accept|"+x.ID)
			if u == taker && !x.Full() {
				d.Press(u, card, "force|"+x.ID, "blue")
			}
			d.Press(u, card, "ready|"+x.ID)
		}
		d.Settle()
		if p, err := d.Hall.Public(ctx, table.ID(x.ID)); err != nil || p.Result != nil {
			d.T.Errorf("no match comes of %+v: %v", x, err)
		}
	}
}

// A host may die at any moment while users act on challenges. Every open challenge can still be played, none stays open
// beside its match, and both players see every match that began.
func TestCheatByHostsThatDieInTheLobby(t *testing.T) {
	seeds := 6
	if os.Getenv("SOAK") == "1" {
		seeds = 600
	}
	died, began := 0, 0
	for seed := range uint64(seeds) {
		d := &dyingLobby{lot: rand.New(rand.NewPCG(seed, 9)), now: &hosts.Life{}}
		d.Party = party.PlainAs(t, func(s *bottest.Setup) {
			s.Store = func(x table.Store) table.Store { return hosts.MortalStore{Store: x, Life: d.now} }
			s.Through = func(room *bottest.Room, x wire.Wire) wire.Wire {
				return hosts.MortalWire{Wire: x, Life: d.now, Called: map[wire.UserID]time.Time{}, Clock: func() time.Time { return room.Clock.Now() }}
			}
		})
		for range 25 {
			d.does()
			if d.lot.IntN(4) == 0 {
				d.Pass(time.Duration(d.lot.IntN(30)) * time.Minute)
			}
			for _, x := range d.opened() {
				if _, err := d.Hall.Meta(ctx, table.ID(x.ID)); err == nil {
					t.Errorf("a challenge is open beside its match: %+v", x)
				}
			}
		}
		d.goesOn()
		for _, u := range []wire.UserID{ann, ben, eve} {
			all, err := d.Hall.MatchesOf(ctx, u)
			if err != nil {
				t.Fatal(err)
			}
			d.began += len(all)
			for _, m := range all {
				if a := party.Text(d.Slash(u, []string{"match", "show"}, party.In(string(m.Match)))); !strings.Contains(a, "console of seat") {
					t.Errorf("%s sees of %s: %s", u, m.Match, a)
				}
			}
		}
		if s := d.Log.String(); strings.Contains(s, "panic") {
			t.Error(s)
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, strings.Join(d.log, "\n"))
		}
		died, began = died+d.died, began+d.began/2
	}
	if t.Logf("they died %d times, and %d matches began", died, began); died == 0 || began == 0 {
		t.Error("something never happened")
	}
}
