package match_test

import (
	"context"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game/toy"
)

// sluggish is a Wire on which one edit takes until something else has happened.
type sluggish struct {
	wire.Wire
	next *stall
}

type stall struct {
	message wire.MessageID
	until   func()
}

func (w sluggish) Edit(ctx context.Context, channel wire.ChannelID, message wire.MessageID, m wire.Message) error {
	if until := w.next.until; until != nil && message == w.next.message {
		w.next.until = nil
		until()
	}
	return w.Wire.Edit(ctx, channel, message, m)
}

// A host is so slow that another host makes its delivery too, and then overwrites that one's message. Afterwards
// everything shows the current state: the card, the card of the turn that has ended meanwhile, and a console.
func TestSlowHostShowsNothingOld(t *testing.T) {
	for _, what := range []string{"the card", "the card of a turn that is over", "a console"} {
		t.Run(what, func(t *testing.T) {
			next := &stall{}
			p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{},
				Through: func(_ *bottest.Room, w wire.Wire) wire.Wire { return sluggish{w, next} }})}
			p.Begin()
			p.Play(ann, "bid 3")
			p.Play(ben, "bid 2")
			order := func(u wire.UserID, line string) { p.Slash(u, []string{"order"}, party.Opt("line", line)) }
			shown := func() string {
				if next.message == "" {
					t.Fatal("nothing is shown")
				}
				for _, u := range []wire.ChannelID{p.Wire.Threads()[0], "dm-ann"} {
					for _, m := range p.Wire.Messages(u) {
						if m.ID == next.message {
							return bottest.Words(m.Message)
						}
					}
				}
				t.Fatal("it is gone")
				return ""
			}
			cards := p.Cards()
			next.message = cards[len(cards)-1].ID
			if what == "a console" {
				next.message = p.Console(ann).ID
			}
			meanwhile := []string{"claim"}
			if what == "the card of a turn that is over" {
				meanwhile = append(meanwhile, "leave")
			}
			order(ann, "done")
			var newest string
			next.until = func() {
				p.Clock.Advance(2 * time.Minute)
				for _, line := range meanwhile {
					order(ann, line)
				}
				before := shown()
				p.Settle()
				if newest = shown(); newest == before {
					t.Error("nothing newer was shown")
				}
			}
			p.Settle()
			if next.until != nil || newest == "" {
				t.Fatal("nothing was slow")
			}
			if got := shown(); got != newest {
				t.Errorf("it shows\n%s\nand not\n%s", got, newest)
			}
		})
	}
}

// The same holds if the newest state is in an answer to the console's owner, whichever hosts do what.
func TestSlowHostShowsNothingOldAfterAnAnswer(t *testing.T) {
	for host := range 8 {
		next := &stall{}
		p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{},
			Through: func(_ *bottest.Room, w wire.Wire) wire.Wire { return sluggish{w, next} }})}
		p.Begin()
		turns := func(n int) {
			for range n {
				p.Slash(eve, inbox)
			}
		}
		p.Slash(ann, []string{"clock", "extend"}, party.Opt("by", "1d"))
		turns(host % 2)
		next.message = p.Console(ann).ID
		newest := ""
		next.until = func() {
			p.Clock.Advance(2 * time.Minute)
			turns(host / 2 % 2)
			newest = bottest.Words(*p.Click(ann, p.Console(ann), "c|", "2").Letter)
			turns(host / 4)
			p.Settle()
		}
		p.Settle()
		if got := bottest.Words(p.Console(ann).Message); newest == "" || got != newest {
			t.Errorf("%d: it shows\n%s\nand not\n%s", host, got, newest)
		}
	}
}
