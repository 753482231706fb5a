package bot_test

import (
	"context"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
)

// ofOthers is a wire on which some messages belong to another application: they can be neither edited nor deleted.
type ofOthers struct {
	wire.Wire
	theirs map[wire.MessageID]bool
}

func (w ofOthers) Edit(ctx context.Context, channel wire.ChannelID, id wire.MessageID, m wire.Message) error {
	if w.theirs[id] {
		return wire.ErrUneditable
	}
	return w.Wire.Edit(ctx, channel, id, m)
}

func (w ofOthers) Delete(ctx context.Context, channel wire.ChannelID, id wire.MessageID) error {
	if w.theirs[id] {
		return wire.ErrDenied
	}
	return w.Wire.Delete(ctx, channel, id)
}

// messages returns all public messages, and the direct messages of both players.
func messages(p *party.Party) (all []bottest.Message) {
	for _, channel := range append(p.Wire.Threads(), bottest.General, "dm-ann", "dm-ben") {
		all = append(all, p.Wire.Messages(channel)...)
	}
	return all
}

// When the bot becomes another application, it cannot edit the messages of the earlier one. Each kind of message that
// still matters is posted again, once, with its controls.
func TestEachKindIsPostedAgain(t *testing.T) {
	nothing := func(*party.Party) {}
	for name, c := range map[string]struct {
		begin func(p *party.Party) (after func(p *party.Party))
		says  string
		press string // the beginning of a control's id
		times int
	}{
		"a challenge": {func(p *party.Party) func(*party.Party) {
			p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
			return nothing
		}, "challenges", "accept|", 1},
		"a challenge that is taken up": {func(p *party.Party) func(*party.Party) {
			p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "slow"))
			p.Click(ben, p.Card(), "accept|")
			p.Click(ben, p.Newest(ben), "force|", "blue")
			return nothing
		}, "ready?", "ready|", 1},
		"a campaign": {func(p *party.Party) func(*party.Party) { newCampaign(p); return nothing }, "## ⚔️", "campaign|", 1},
		"a challenge of a campaign": {func(p *party.Party) func(*party.Party) {
			w := newCampaign(p)
			u, _ := w.First(ann, ben)
			w.Attacks(u)
			return nothing
		}, "challenges", "accept|", 1},
		"a match's card": {func(p *party.Party) func(*party.Party) { p.Begin(); return nothing }, "", "view|", 1},
		"the consoles":   {func(p *party.Party) func(*party.Party) { p.Begin(); return nothing }, "", "o|", 2},
		"a match that waits for a moderator": {func(p *party.Party) func(*party.Party) {
			id := p.Begin()
			p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "look"), party.In(string(id)))
			return nothing
		}, "waits for a moderator", "view|", 1},
		"an offer of a seat": {func(p *party.Party) func(*party.Party) {
			p, id := party.CourtOn(p)
			p.Offers(judge, id, "B", eve)
			return nothing
		}, "seat", "seat|", 1},
		"a result": {func(p *party.Party) func(*party.Party) {
			id := p.Begin()
			return func(p *party.Party) {
				p.Slash(ann, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
				p.Settle()
			}
		}, "🏁", "view|", 1},
	} {
		t.Run(name, func(t *testing.T) {
			theirs := map[wire.MessageID]bool{}
			p := party.PlainAs(t, func(s *bottest.Setup) {
				s.Forms, s.Dice = small.Forms{}, nil
				s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return ofOthers{w, theirs} }
			})
			become := func(application string) {
				t.Helper()
				p.Restart()
				if err := p.Bot.Become(ctx, application, p.Hall.Timers().TakeOver); err != nil {
					t.Fatal(err)
				}
				p.Settle()
			}
			become("before")
			after := c.begin(p)
			p.Settle()
			for _, m := range messages(p) {
				theirs[m.ID] = true
			}
			become("now")
			after(p)
			count := func() (n int) {
				for _, m := range messages(p) {
					_, ok := bottest.ControlsOf(m.Message).Find(c.press)
					if !theirs[m.ID] && ok && strings.Contains(bottest.Words(m.Message), c.says) {
						n++
					}
				}
				return n
			}
			if n := count(); n != c.times {
				t.Errorf("it is posted %d times, expected %d", n, c.times)
			}
			become("now")
			if n := count(); n != c.times {
				t.Errorf("after another start it is posted %d times, expected %d", n, c.times)
			}
		})
	}
}
