package rival_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Matches that stand still are none of the five that a user may play against the program at once: neither disputed ones, nor one that
// is held after a fault.
func TestStandingBotMatches(t *testing.T) {
	frozen := map[table.ID]bool{}
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) {
		s.Hall = func(h bot.Hall) bot.Hall { return bot.HallOf(frozenHall{h, frozen}) }
	})
	for range 5 {
		p.Against()
	}
	ids, err := p.Bot.LiveMatches(ctx, ann)
	if err != nil || len(ids) != 5 {
		t.Fatal(ids, err)
	}
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)), "You play 5 matches against me")
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "why"), party.Opt("match", string(ids[0].Match)))
	p.Settle()
	p.Against()
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)), "You play 5 matches against me")
	frozen[ids[1].Match] = true
	p.Pass(mind.Calm) // its answer comes due
	p.Against()
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)), "You play 5 matches against me")
	clear(frozen)
	p.Pass(mind.Calm)
	p.Slash(ann, []string{"dispute", "withdraw"}, party.Opt("match", string(ids[0].Match)))
	p.Settle()
	p.Says(p.Slash(ann, party.Challenge, party.ChallengeTo(bottest.Self)), "You play 5 matches against me")
}

// frozenHall holds matches after a fault.
type frozenHall struct {
	bot.Hall
	frozen map[table.ID]bool
}

func (h frozenHall) Position(ctx context.Context, id table.ID, s game.Seat) (table.Position, error) {
	if h.frozen[id] {
		return table.Position{}, fmt.Errorf("%w: match %s", table.ErrFrozen, id)
	}
	return h.Hall.Position(ctx, id, s)
}

func (h frozenHall) ActOn(ctx context.Context, cause string, id table.ID, s game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error) {
	if h.frozen[id] {
		return table.Outcome{}, fmt.Errorf("%w: match %s", table.ErrFrozen, id)
	}
	return h.Hall.ActOn(ctx, cause, id, s, mark, ask, r, more...)
}

// A match against the program has no clock. Once a person has its seat, a rematch is between people, with the server's clock.
func TestRematchOfReplacedBot(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Default = "slow" })
	p.May[judge] = wire.ManageServer
	id := p.Against()
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(ben)))
	p.Slash(ann, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
	p.Settle()
	p.Press(ann, p.Console(ann), "rematch|"+string(id))
	party.Has(t, p.Card(), "slow")
	p.NoFaults()
}

// A list of matches says of one against the program how it ended and how its player stands against that strength, and no more than
// that it is over of one that counts for nobody.
func TestListOfBotMatches(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{}, func(s *bottest.Setup) { s.Dice = nil })
	p.May[judge] = wire.ManageServer
	toEnd(p, p.Against())
	p.Says(p.Slash(ann, []string{"match", "list"}), "won; against the bot, recruit: 1 win (not rated)")
	toEnd(p, p.Against(party.Opt("rival", "regular")))
	p.Says(p.Slash(ann, []string{"match", "list"}), "against the bot, regular: 1 win (not rated)")
	p.Against()
	p.Pass(mind.Calm)
	p.Pass(8 * 24 * time.Hour) // nobody goes on with it
	if got := party.Text(p.Slash(ann, []string{"match", "list"})); strings.Count(got, "not rated") != 4 || !strings.Contains(got, "): over") {
		t.Error(got)
	}
}

// An imagined game waits while a press is worked on, and no longer than it may.
func TestGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		enter, leave := make(chan struct{}), make(chan struct{})
		a := bottest.App(bot.Config{Games: []bot.Game{plain.Forms{}.Game()}, Records: waiting{enter: enter, leave: leave}})
		took := func() time.Duration {
			start := time.Now()
			a.GiveWay(20 * time.Millisecond)
			return time.Since(start)
		}
		if d := took(); d != 0 {
			t.Errorf("nobody presses, and it waits for %s", d)
		}
		go a.Handle(t.Context(), wire.Interaction{ID: "x", Kind: wire.Press, User: ann, CustomID: "none"})
		<-enter
		if d := took(); d != 20*time.Millisecond {
			t.Errorf("it waits for %s while a press is worked on", d)
		}
		time.AfterFunc(5*time.Millisecond, func() { close(leave) })
		if d := took(); d < 5*time.Millisecond || d > 6*time.Millisecond {
			t.Errorf("it waits for %s, though the press is done after 5 ms", d)
		}
	})
}

// waiting are records that are read once somebody lets them.
type waiting struct {
	table.Store
	enter, leave chan struct{}
}

func (w waiting) Get(context.Context, string) ([]byte, error) {
	select {
	case <-w.leave:
	case w.enter <- struct{}{}:
		<-w.leave
	}
	return nil, table.ErrNoRecord
}
