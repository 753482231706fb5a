package lobby_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// openChallenges returns the channel's messages that offer to accept a challenge or to be ready for its match.
func openChallenges(p *party.Party) (all []string) {
	for _, m := range p.Wire.Messages(bottest.General) {
		for _, b := range bottest.ControlsOf(m.Message).Buttons {
			if strings.HasPrefix(b.ID, "accept|") || strings.HasPrefix(b.ID, "ready|") {
				all = append(all, bottest.Words(m.Message))
				break
			}
		}
	}
	return all
}

// A challenge's card finally shows the current state of the challenge, whichever edit arrives last.
func TestCardOfAChallengeOutlastsAnOlderEdit(t *testing.T) {
	for _, x := range []struct {
		what string
		does func(p *party.Party, card bottest.Message) // happens while the card that says that ben is choosing a force is on its way
		says string
		open int
	}{
		{"another chooses too", func(p *party.Party, card bottest.Message) { p.Click(eve, card, "accept|") }, "**Name of ben**, **Name of eve** are choosing a force", 1},
		{"it is taken back", func(p *party.Party, card bottest.Message) {
			p.Says(p.Slash(ann, []string{"match", "cancel"}), "Withdrawn")
		}, "no longer open", 0},
		{"the match begins", func(p *party.Party, card bottest.Message) {
			p.Click(eve, card, "accept|")
			p.Says(p.Click(eve, p.Newest(eve), "force|", "blue"), "The match begins")
			p.Settle()
		}, "the match is on", 0},
		{"the match begins and ends", func(p *party.Party, card bottest.Message) {
			p.Click(eve, card, "accept|")
			p.Click(eve, p.Newest(eve), "force|", "blue")
			p.Settle()
			p.Slash(eve, []string{"order"}, party.Opt("line", "quit"))
			p.Settle()
		}, "🏁", 0},
	} {
		t.Run(x.what, func(t *testing.T) {
			p := party.Plain(t)
			p.Slash(ann, party.Challenge)
			card, done := p.Card(), false
			p.Wire.OnTheWay(bottest.General, func() {
				done = true
				x.does(p, card)
			})
			p.Click(ben, card, "accept|")
			p.Settle()
			if !done {
				t.Fatal("the card was not edited")
			}
			party.Has(t, p.Wire.Messages(bottest.General)[0], x.says)
			if all := openChallenges(p); len(all) != x.open {
				t.Errorf("%d cards are open:\n%s", len(all), strings.Join(all, "\n"))
			}
		})
	}
}

// A challenge goes on while one of its cards is being posted. At most one card stays open afterwards, and it shows the
// current state.
func TestCardThatIsPostedLate(t *testing.T) {
	ready := func(u wire.UserID) func(p *party.Party) {
		return func(p *party.Party) { p.Says(p.Click(u, p.Card(), "ready|"), "The match begins") }
	}
	accept := func(p *party.Party) {
		p.Slash(ben, []string{"match", "accept"})
		p.Click(ben, p.Newest(ben), "force|", "blue")
	}
	for _, x := range []struct {
		what, clock string
		channel     wire.ChannelID
		first, does func(p *party.Party)
		says        string // the text of the open card, if there is one
	}{
		{"somebody chooses a force", "none", bottest.General, nil, func(p *party.Party) { p.Slash(ben, []string{"match", "accept"}) }, "is choosing a force"},
		{"it is accepted", "quick", bottest.General, nil, accept, "<@ben> (Name of ben): ✔️ ready"},
		{"its match begins", "none", bottest.General, nil, accept, ""},
		{"it is taken back", "none", bottest.General, nil, func(p *party.Party) { p.Slash(ann, []string{"match", "cancel"}) }, ""},
		{"whoever accepts backs out", "quick", bottest.General, func(p *party.Party) { p.Slash(ann, party.Challenge, party.Opt("clock", "quick")) }, func(p *party.Party) {
			p.Says(p.Slash(ben, []string{"match", "decline"}, party.Opt("challenge", strings.TrimPrefix(party.ControlOf(p.T, p.Card(), "accept|"), "accept|"))), "You have left")
		}, "challenges **anyone**"},
		{"both are ready", "quick", "dm-ann", func(p *party.Party) { p.Slash(ann, party.Challenge, party.Opt("clock", "quick")) }, ready(ann), ""},
	} {
		t.Run(x.what, func(t *testing.T) {
			p := party.Plain(t)
			done := false
			if x.first != nil {
				x.first(p)
			}
			p.Wire.OnPost(x.channel, func() {
				done = true
				x.does(p)
			})
			if x.first != nil {
				accept(p)
			} else {
				p.Slash(ann, party.Challenge, party.Opt("clock", x.clock))
			}
			if !done {
				t.Fatal("nothing was posted")
			}
			p.Settle()
			all := openChallenges(p)
			if (x.says != "") != (len(all) == 1) || len(all) == 1 && !strings.Contains(all[0], x.says) {
				t.Errorf("expected one card with %q to be open at most; there are %d:\n%s", x.says, len(all), strings.Join(all, "\n\n"))
			}
			for _, m := range slices.Concat(p.Direct(ann), p.Direct(ben)) {
				if strings.Contains(x.says, "ready") {
					break
				}
				if _, ok := bottest.ControlsOf(m.Message).Find("ready|"); ok {
					t.Errorf("a direct message still asks for Ready:\n%s", bottest.Words(m.Message))
				}
			}
		})
	}
}

// A side card in a direct message offers nothing any more after its challenge, even if the challenge ended while the
// card was on its way, and even if the card has replaced a reminder.
func TestSideCardOfAChallengeThatIsOver(t *testing.T) {
	for _, x := range []struct {
		what string
		does func(p *party.Party, ready string)
	}{
		{"on its way", func(p *party.Party, _ string) {
			p.Meanwhile = func() { p.Says(p.Slash(ann, []string{"match", "cancel"}), "Withdrawn") }
			p.Click(ann, p.Console(ann), "force|", "blue")
		}},
		{"on its way, and the match begins", func(p *party.Party, ready string) {
			p.Meanwhile = func() { p.Says(p.Press(ann, p.Card(), ready), "The match begins") }
			p.Click(ann, p.Console(ann), "force|", "blue")
		}},
		{"in the place of a reminder", func(p *party.Party, ready string) {
			id, err := p.Wire.Post(ctx, "dm-ann", wire.Message{Blocks: []wire.Block{wire.Text("⏰")}}, "reminder")
			if err != nil {
				t.Fatal(err)
			}
			p.Clock.Advance(time.Hour) // ben's Ready lapses
			p.Says(p.Press(ann, bottest.Message{ID: id, Channel: "dm-ann", Only: ann}, ready), "You are ready")
			p.Says(p.Slash(ann, []string{"match", "cancel"}), "Withdrawn")
		}},
	} {
		t.Run(x.what, func(t *testing.T) {
			p := takenUp(t)
			x.does(p, party.ControlOf(t, p.Card(), "ready|"))
			for _, m := range p.Direct(ann) {
				if c := bottest.ControlsOf(m.Message); len(c.Selects) > 0 {
					t.Errorf("a direct message still stands:\n%s", bottest.Words(m.Message))
				}
			}
		})
	}
}

// Two simultaneous presses choose a force, or change the one under construction. The card finally shows the valid
// choice.
func TestCardsOfForcesShowWhatHolds(t *testing.T) {
	p := takenUp(t)
	p.Click(ann, p.Card(), "change|")
	other := p.Newest(ann)
	p.Meanwhile = func() { p.Says(p.Click(ann, other, "force|", "red"), "Your force: the red") }
	p.Click(ann, p.Console(ann), "force|", "blue")
	if words := bottest.Words(p.Console(ann).Message); !strings.Contains(words, "Your force: the red") {
		t.Errorf("the force is red, and the card says\n%s", words)
	}

	p.Slash(ann, []string{"force"})
	p.Click(ann, p.Newest(ann), "Build a new one")
	page := p.Newest(ann)
	p.Meanwhile = func() { p.Click(ann, page, "build|colour", "red") }
	p.Click(ann, page, "build|colour", "blue")
	p.Shows(ann, "colour T-red")
}

// A card whose post got through unnoticed is updated like any other.
func TestCardThatWasPostedUnheard(t *testing.T) {
	lost := errors.New("the connection broke")
	p := party.Plain(t)
	p.Wire.Lose(1, lost)
	p.Says(p.Slash(ann, party.Challenge, party.Opt("clock", "quick")), "Your challenge is out")
	card := p.Card()
	p.Click(ben, card, "accept|")
	p.Wire.OnPost(bottest.General, func() { p.Wire.Lose(1, lost) })
	p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "presses **Ready** too")
	p.Says(p.Click(ben, p.Card(), "decline|"), "You have left")
	if all := openChallenges(p); len(all) != 1 || !strings.Contains(all[0], "challenges **anyone**") {
		t.Errorf("%d cards are open:\n%s", len(all), strings.Join(all, "\n"))
	}
	if words := bottest.Words(p.Console(ann).Message); !strings.Contains(words, "had accepted has left") {
		t.Errorf("the challenger's direct message says\n%s", words)
	}
}

// A host dies while it posts a challenge's card. The card is still the match's card and gets its thread.
func TestCardOfAHostThatDied(t *testing.T) {
	tried := 0
	for left := 1; left < 9; left++ {
		now := &hosts.Life{}
		p := party.PlainAs(t, func(s *bottest.Setup) {
			s.Store = func(x table.Store) table.Store { return hosts.MortalStore{Store: x, Life: now} }
			s.Through = func(room *bottest.Room, x wire.Wire) wire.Wire {
				return hosts.MortalWire{Wire: x, Life: now, Called: map[wire.UserID]time.Time{}, Clock: func() time.Time { return room.Clock.Now() }}
			}
		})
		now.Left, now.After = left, true
		p.Slash(ann, party.Challenge)
		if !now.Dead || len(openChallenges(p)) == 0 {
			continue
		}
		tried++
		now.Dead, now.Left = false, 0
		p.Restart()
		p.Click(ben, p.Card(), "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Settle()
		if card := bottest.Words(p.Wire.Messages(bottest.General)[0].Message); !strings.Contains(card, "the match is on") || len(p.Wire.Threads()) != 1 {
			t.Errorf("dead after %d: %d threads, and the card says\n%s", left, len(p.Wire.Threads()), card)
		}
	}
	if tried == 0 {
		t.Error("no host died after its card was posted")
	}
}
