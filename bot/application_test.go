package bot_test

import (
	"context"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	small "downsync/bot/toy"
)

// ofOthers is a wire on which some messages are another application's: they can be neither edited nor deleted.
type ofOthers struct {
	bot.Wire
	theirs map[bot.MessageID]bool
}

func (w ofOthers) Edit(ctx context.Context, channel bot.ChannelID, id bot.MessageID, m bot.Message) error {
	if w.theirs[id] {
		return bot.ErrUneditable
	}
	return w.Wire.Edit(ctx, channel, id, m)
}

func (w ofOthers) Delete(ctx context.Context, channel bot.ChannelID, id bot.MessageID) error {
	if w.theirs[id] {
		return bot.ErrDenied
	}
	return w.Wire.Delete(ctx, channel, id)
}

// messages are all public messages, and the direct ones of both players.
func (p *party) messages() (all []bottest.Message) {
	for _, channel := range append(p.Wire.Threads(), bottest.General, "dm-ann", "dm-ben") {
		all = append(all, p.Wire.Messages(channel)...)
	}
	return all
}

// Whatever still stands is posted again, once, when the bot becomes another application, which can edit nothing of the one before: each
// kind of message, with its controls.
func TestEachKindIsPostedAgain(t *testing.T) {
	nothing := func(*party) {}
	for name, c := range map[string]struct {
		begin func(p *party) (after func(p *party))
		says  string
		press string // begins the id of a control
		times int
	}{
		"a challenge": {func(p *party) func(*party) { p.Slash(ann, challenge, challengeTo(ben)); return nothing }, "challenges", "accept|", 1},
		"a challenge that is taken up": {func(p *party) func(*party) {
			p.Slash(ann, challenge, challengeTo(ben), opt("clock", "slow"))
			p.click(ben, p.lobby(), "accept|")
			p.click(ben, p.Newest(ben), "force|", "blue")
			return nothing
		}, "ready?", "ready|", 1},
		"a campaign": {func(p *party) func(*party) { p.war(); return nothing }, "## ⚔️", "campaign|", 1},
		"a challenge of a campaign": {func(p *party) func(*party) {
			w := p.war()
			u, _ := w.first(ann, ben)
			w.attacks(u)
			return nothing
		}, "challenges", "accept|", 1},
		"a match's card": {func(p *party) func(*party) { p.begin(); return nothing }, "", "view|", 1},
		"the consoles":   {func(p *party) func(*party) { p.begin(); return nothing }, "", "o|", 2},
		"a match that waits for a moderator": {func(p *party) func(*party) {
			id := p.begin()
			p.Slash(ann, []string{"dispute", "open"}, opt("reason", "look"), slashIn(string(id)))
			return nothing
		}, "waits for a moderator", "view|", 1},
		"an offer of a seat": {func(p *party) func(*party) {
			p, id := courtOn(p)
			p.offers(judge, id, "B", eve)
			return nothing
		}, "seat", "seat|", 1},
		"a result": {func(p *party) func(*party) {
			id := p.begin()
			return func(p *party) {
				p.Slash(ann, []string{"order"}, opt("line", "quit"), opt("match", string(id)))
				p.Settle()
			}
		}, "🏁", "view|", 1},
	} {
		t.Run(name, func(t *testing.T) {
			theirs := map[bot.MessageID]bool{}
			p := newPartyAs(t, func(s *bottest.Setup) {
				s.Forms, s.Dice = small.Forms{}, nil
				s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ofOthers{w, theirs} }
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
			for _, m := range p.messages() {
				theirs[m.ID] = true
			}
			become("now")
			after(p)
			count := func() (n int) {
				for _, m := range p.messages() {
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
