package lobby_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// crossing is a lobby in which, while a message is being sent, somebody does something else about the same challenge.
type crossing struct {
	*party.Party
	lot   *rand.Rand
	depth int
	log   []string
}

// challenge returns the open challenge, "" if there is none, and whether it is accepted.
func (x *crossing) challenge() (id string, taken bool) {
	open := bottest.OpenTables(x.T, x.Store)
	if len(open) > 1 {
		x.T.Fatal(open)
	}
	if len(open) == 0 {
		return "", false
	}
	return open[0].ID, open[0].Full()
}

// acts has a user do something, and perhaps another user do something while a message about it is being sent.
func (x *crossing) acts() {
	if x.depth > 2 {
		return
	}
	x.depth++
	defer func() { x.depth-- }()
	meanwhile := []func(wire.ChannelID, func()){x.Wire.OnTheWay, x.Wire.OnPost}[x.lot.IntN(2)]
	meanwhile([]wire.ChannelID{bottest.General, "dm-ann", "dm-ben"}[x.lot.IntN(3)], x.acts)
	u := []wire.UserID{ann, ben, eve}[x.lot.IntN(3)]
	id, _ := x.challenge()
	if id == "" {
		x.log = append(x.log, fmt.Sprintf("%d: ann challenges", x.depth))
		x.Slash(ann, party.Challenge, party.Opt("clock", []string{"none", "quick"}[x.lot.IntN(2)]))
		return
	}
	var card bottest.Message // one of the challenge's cards, half of the time the newest
	for _, m := range x.Wire.Messages(bottest.General) {
		if strings.Contains(bottest.Words(m.Message), "|"+id) && (card.ID == "" || x.lot.IntN(2) == 0) {
			card = m
		}
	}
	if card.ID == "" {
		return
	}
	what := []string{"accept|", "accept|", "force|", "force|", "ready|", "decline|", "away|"}[x.lot.IntN(7)]
	x.log = append(x.log, fmt.Sprintf("%d: %s %s", x.depth, u, what))
	switch what {
	case "force|":
		x.Press(u, bottest.Message{ID: "x", Channel: wire.ChannelID("eph-" + u), Only: u}, what+id, "blue")
	case "away|":
		x.Press(u, card, what+id+"|ben")
	default:
		x.Press(u, card, what+id)
	}
}

// check fails if more than one card is open, if the open card does not show the current state of the challenge, or if a
// direct message asks for Ready without effect.
func (x *crossing) check() {
	x.T.Helper()
	id, taken := x.challenge()
	open := 0
	for _, m := range x.Wire.Messages(bottest.General) {
		for _, b := range bottest.ControlsOf(m.Message).Buttons {
			kind, of, _ := strings.Cut(b.ID, "|")
			if kind != "accept" && kind != "ready" {
				continue
			}
			if open++; of != id || taken != (kind == "ready") {
				x.T.Errorf("challenge %q, taken up: %t; a card says\n%s", id, taken, bottest.Words(m.Message))
			}
		}
	}
	if open > 1 {
		x.T.Errorf("%d cards are open", open)
	}
	for _, u := range []wire.UserID{ann, ben, eve} {
		for _, m := range x.Direct(u) {
			if ready, ok := bottest.ControlsOf(m.Message).Find("ready|"); ok && (!taken || ready != "ready|"+id) {
				x.T.Errorf("challenge %q, taken up: %t; a direct message of %s says\n%s", id, taken, u, bottest.Words(m.Message))
			}
		}
	}
}

// Whatever users do about a challenge while its cards are on their way, the cards finally show its state.
func TestCardsThatCross(t *testing.T) {
	seeds := uint64(200)
	if os.Getenv("SOAK") == "1" {
		seeds = 20000
	}
	for seed := range seeds {
		x := &crossing{Party: party.Plain(t), lot: rand.New(rand.NewPCG(seed, 3))}
		for range 20 {
			x.acts()
		}
		x.Settle()
		if x.check(); t.Failed() {
			t.Fatalf("seed %d\n%s", seed, strings.Join(x.log, "\n"))
		}
	}
}
