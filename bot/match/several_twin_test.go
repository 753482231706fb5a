package match_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// secretPair is a pair of matches that differ in one secret of the last seat. Otherwise they are played alike, until
// the secret opens.
type secretPair struct {
	name    string
	colours [2]string   // of the last seat
	acts    [2][]string // of the last seat, each before the others' acts
	leaves  bool        // then it leaves, and the program plays on
}

// people are the players in the order of their seats.
var people = []wire.UserID{party.Ann, party.Ben, party.Cal, party.Dan, party.Eve}

const looksOn = wire.UserID("fay")

// Whatever the last of three to five players keeps secret changes nothing that any other seat or an onlooker receives,
// until it opens. Nor does it once they have left and the program plays on.
func TestTwinsOfSeveral(t *testing.T) {
	pairs := []secretPair{
		{name: "bid", acts: [2][]string{{"bid 1"}, {"bid 4"}}},
		{name: "colour", colours: [2]string{"red", "green"}},
		{name: "note", acts: [2][]string{{"note red"}, {"note rest"}}},
		{name: "bid of one who leaves", acts: [2][]string{{"bid 1"}, {"bid 4"}}, leaves: true},
		{name: "whether one who leaves has bid", acts: [2][]string{{"bid 4"}, {"note blue"}}, leaves: true},
		{name: "colour of one who leaves", colours: [2]string{"red", "green"}, leaves: true},
		{name: "note of one who leaves", acts: [2][]string{{"note low"}, {"note rest"}}, leaves: true},
		{name: "bid and note", acts: [2][]string{{"bid 2", "note blue"}, {"bid 3", "note low"}}},
	}
	for seats := 3; seats <= 5; seats++ {
		for _, pair := range pairs {
			t.Run(fmt.Sprintf("%s of %d", pair.name, seats), func(t *testing.T) {
				var worlds [2]map[wire.UserID]string
				for w := range worlds {
					worlds[w] = sentIn(t, seats, pair, w)
				}
				for u, sent := range worlds[0] {
					if other := worlds[1][u]; sent != other {
						t.Errorf("%s is sent something else:\n%s", u, difference(sent, other))
					}
				}
				if worlds[0][looksOn] == "" || !strings.Contains(worlds[0][party.Ann], "post") {
					t.Error("nothing was sent")
				}
			})
		}
	}
}

// difference returns the place where two texts first differ, with its surroundings.
func difference(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	around := func(s string) string { return s[max(0, n-80):min(len(s), n+80)] }
	return around(a) + "\n" + around(b)
}

// sentIn plays one of the two matches and returns everything that each other player and an onlooker received, with the
// times.
func sentIn(t *testing.T, seats int, pair secretPair, world int) map[wire.UserID]string {
	t.Helper()
	p := party.New(t, mind.Mind{})
	card, err := p.Wire.Post(t.Context(), bottest.General, wire.Message{Blocks: []wire.Block{wire.Text("a match")}}, "card")
	if err != nil {
		t.Fatal(err)
	}
	conf := toy.Config{Rounds: 2, Keep: pair.leaves, Colours: make([]string, seats)}
	for n := range seats {
		conf.Colours[n] = toy.Colours[n%len(toy.Colours)]
	}
	if c := pair.colours[world]; c != "" {
		conf.Colours[seats-1] = c
	}
	users := people[:seats]
	place := bot.Place{Guild: "guild", Channel: bottest.General, Message: card, Names: make([]string, seats), Clock: "quick", Settings: json.RawMessage(toy.Config{Rounds: 2}.Encode())}
	for n, u := range users {
		place.Names[n] = string(u)
	}
	raw, err := json.Marshal(place)
	if err != nil {
		t.Fatal(err)
	}
	seed := table.Seed{1: 7} // the same in both
	timing := p.Bot.Timings["quick"]
	if err := p.Hall.Open(t.Context(), "open", "twin", table.Opening{Game: "toy", Config: conf.Encode(), Users: users, Timing: timing, Place: raw,
		Seed: seed, Entropy: make([]string, seats)}); err != nil {
		t.Fatal(err)
	}
	p.Settle()
	last, others := users[seats-1], users[:seats-1]
	for _, line := range pair.acts[world] {
		if said := p.Orders(last, line); !strings.Contains(said, "✔️") {
			t.Fatalf("%s: %s", line, said)
		}
		p.Pass(10 * time.Second)
	}
	if pair.leaves {
		p.Orders(last, "quit")
		p.Pass(10 * time.Second)
		if u := p.PublicOf("twin").Meta.Player(game.Seat(seats)); u != table.StandIn(game.Seat(seats)) {
			t.Fatalf("%s plays for who left", u)
		}
	}
	for _, u := range others {
		p.Orders(u, "bid 2")
		p.Slash(u, []string{"match", "log"})
		p.Pass(10 * time.Second)
		if u == others[len(others)-2] {
			break // the last seat but one does not bid: nothing opens
		}
	}
	p.Slash(looksOn, []string{"match", "list"}, party.Options("which:server")...)
	out := map[wire.UserID]string{}
	for _, u := range append(append([]wire.UserID{}, others...), looksOn) {
		var b strings.Builder
		for _, s := range p.Wire.Delivered(u, 0) {
			s.Files = slices.Clone(s.Files)
			for i := range s.Files {
				s.Files[i].Name = "" // drawn at random for each picture
			}
			line, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(line)
			b.WriteByte('\n')
		}
		out[u] = b.String()
	}
	return out
}
