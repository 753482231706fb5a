package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Each turn has one card. It is updated while the turn runs, and loses its controls when the next turn begins.
func TestCardPerTurn(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	if n := len(p.Cards()); n != 1 {
		t.Fatalf("%d cards", n)
	}
	first := p.Cards()[0]
	party.Has(t, first, "card of round 0, closed false", "asked 1 bid", "asked 2 bid", "view|")
	if len(first.Mention) != 0 {
		t.Errorf("it calls %v, who are written to themselves", first.Mention)
	}
	p.Play(ann, "bid 2")
	if got := p.Cards()[0]; got.Edits != first.Edits {
		t.Errorf("a sealed bid changed the card: %s", bottest.Words(got.Message))
	}
	p.Play(ben, "bid 3")
	party.Has(t, p.Cards()[0], "bid 1 2", "bid 2 3", "asked 1 tune")
	p.Play(ann, "done")
	p.Play(ann, "claim")
	p.Play(ann, "leave")
	cards := p.Cards()
	if len(cards) != 2 {
		t.Fatalf("%d cards after a round", len(cards))
	}
	party.Has(t, cards[0], "closed true", "bid 2 3")
	if k := bottest.ControlsOf(cards[0].Message); len(k.Buttons) != 1 || k.Buttons[0].Label != "What happened" {
		t.Errorf("the old card has the buttons %+v", k.Buttons)
	}
	party.Has(t, cards[1], "card of round 1, closed false")
	if strings.Contains(bottest.Words(cards[1].Message), "bid 2 3") {
		t.Errorf("the new card tells the old turn's story")
	}
}

// The clock begins with the card, which shows its end.
func TestCardStartsTheClock(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin(party.Opt("clock", "quick"))
	party.Has(t, p.Cards()[0], "asked 1 bid by 12:10:00")
	party.Has(t, p.Console(ann), "asked bid.0 by 12:10:00")
	pub, err := p.Hall.Public(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if got := pub.Asked[0].By.Format(time.TimeOnly); got != "12:10:00" {
		t.Errorf("the clock ends at %s", got)
	}
	p.Pass(10 * time.Minute)
	party.Has(t, p.Cards()[0], "bid 1 1", "bid 2 1")
}

// Without a card there is no clock, and only the players are told why. Once the card gets through, everything works.
func TestCardDenied(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin(party.Opt("clock", "quick"))
	thread := p.Wire.Threads()[0]
	p.Wire.Deny(thread, true)
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	a := p.Press(ann, p.Cards()[0], "view|"+string(id))
	p.Says(a, "I can no longer post in the match's channel")
	p.Says(a, "asked tune.1 by 00:00:00")
	p.Pass(time.Hour)
	if pub, _ := p.Hall.Public(t.Context(), id); pub.Asked[0].Name != "tune" || !pub.Asked[0].By.IsZero() {
		t.Errorf("a clock ran without a card: %+v", pub.Asked)
	}
	if strings.Contains(p.Log.String(), "level=ERROR") || !strings.Contains(p.Log.String(), "delivery postponed") {
		t.Errorf("the operator reads:\n%s", p.Log)
	}
	p.Wire.Deny(thread, false)
	p.Pass(10 * time.Minute)
	party.Has(t, p.Cards()[0], "asked 1 tune by 13:20:00")
	if a := p.Press(ann, p.Cards()[0], "view|"+string(id)); strings.Contains(party.Text(a), "no longer post") {
		t.Errorf("still told: %s", party.Text(a))
	}
}

func TestCardDeleted(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Wire.Remove(string(p.Cards()[0].ID))
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	if n := len(p.Cards()); n != 1 {
		t.Fatalf("%d cards", n)
	}
	party.Has(t, p.Cards()[0], "bid 2 3", "asked 1 tune")
}

// A card that Discord no longer lets the bot edit is posted again, and the old one is deleted.
func TestCardTooOld(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ann, "bid 2")
	p.Slash(ben, []string{"order"}, party.Opt("line", "bid 3"))
	p.Wire.Fail(1, wire.ErrUneditable)
	p.Settle()
	if n := len(p.Cards()); n != 1 {
		t.Fatalf("%d cards", n)
	}
	party.Has(t, p.Cards()[0], "bid 2 3")
}

// If its thread is deleted, the match goes on in the channel and says so.
func TestThreadDeleted(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Wire.Remove(string(p.Wire.Threads()[0]))
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	party.Has(t, p.Card(), "has no thread", "bid 2 3", "asked 1 tune")
	p.Play(ann, "done")
	party.Has(t, p.Card(), "asked 1 claim")
	// The channel is not the match's: a command there means the user's own match.
	p.Says(p.Slash(eve, []string{"match", "show"}), "You are in no match")
	p.Says(p.Slash(ann, []string{"match", "show"}), "console of seat 1")
}

// A challenge made in a thread cannot have a thread.
func TestChallengeInAThread(t *testing.T) {
	p := party.Plain(t)
	p.Wire.Bare(bottest.General)
	p.Begin()
	party.Has(t, p.Card(), "has no thread", "asked 1 bid")
}

func TestChannelDeleted(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Wire.Remove(string(p.Wire.Threads()[0]))
	p.Wire.Remove(string(bottest.General))
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	party.Has(t, p.Console(ann), "asked tune.1")
	p.Says(p.Press(ann, p.Console(ann), "view|"+string(id)), "channel is gone")
	p.Play(ann, "done")
	p.Play(ann, "claim")
	party.Has(t, p.Console(ann), "asked peek", "channel is gone")
}

// Answers that get lost on the way leave neither two messages nor an outdated one.
func TestLostAnswers(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	late := &wire.WireError{Text: "no answer", RetryAfter: time.Second}
	p.Wire.Lose(8, late) // the first calls of each of the three queues
	p.Settle()
	p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"))
	p.Slash(ben, []string{"order"}, party.Opt("line", "bid 3"))
	for range 6 {
		p.Pass(time.Minute)
	}
	if n := len(p.Cards()); n != 1 {
		t.Errorf("%d cards", n)
	}
	party.Has(t, p.Cards()[0], "bid 2 3", "asked 1 tune")
	for user, want := range map[wire.UserID]string{ann: "asked tune.1", ben: "console of seat 2"} {
		if n := len(p.Wire.Messages(wire.ChannelID("dm-" + user))); n != 1 {
			t.Errorf("%s has %d consoles", user, n)
		}
		party.Has(t, p.Console(user), want)
	}
}

// After a crash between a delivery and its receipt, the delivery is made again into the same message.
func TestCrashAfterPost(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	ds, err := p.Store.Lease(t.Context(), p.Clock.Now(), time.Minute, 10)
	if err != nil || len(ds) != 3 {
		t.Fatalf("%d wishes, %v", len(ds), err)
	}
	for _, d := range ds {
		if _, err := p.Bot.Deliver(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	p.Restart()
	p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"))
	p.Pass(2 * time.Minute)
	if n := len(p.Cards()); n != 1 {
		t.Errorf("%d cards", n)
	}
	if n := len(p.Wire.Messages("dm-ann")); n != 1 {
		t.Errorf("%d consoles", n)
	}
	if strings.Contains(bottest.Words(p.Console(ann).Message), "asked bid") {
		t.Errorf("the console is behind: %s", bottest.Words(p.Console(ann).Message))
	}
}

// After such a crash, the console that got through shows the current deadline, not the one expected before: once the host runs again, and
// if another host, which ran all along, takes over.
func TestTimesAfterACrashAfterPost(t *testing.T) {
	for _, restarted := range []bool{true, false} {
		p := party.Plain(t)
		other := p.Start()
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
		p.Click(ben, p.Card(), "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Click(ann, p.Card(), "ready|")
		p.Click(ben, p.Card(), "ready|")
		consoles := func(host *bot.App) {
			t.Helper()
			ds, err := p.Store.Lease(t.Context(), p.Clock.Now(), time.Minute, 10)
			if err != nil || len(ds) != 3 {
				t.Fatalf("%d wishes, %v", len(ds), err)
			}
			for _, d := range ds {
				if d.Queue == table.PublicQueue { // its receipt starts the clock
					continue
				}
				if _, err := host.Deliver(t.Context(), d); err != nil {
					t.Fatal(err)
				}
			}
		}
		consoles(p.Bot)
		party.Has(t, p.Console(ann), "by 12:10:00")
		p.Clock.Advance(4 * time.Minute)
		if restarted {
			p.Restart()
			consoles(p.Bot)
		} else {
			consoles(other.Bot)
		}
		party.Has(t, p.Console(ann), "by 12:14:00")
		party.Has(t, p.Console(ben), "by 12:14:00")
	}
}

// A new question comes as a new message, which notifies, and the old message is deleted. Everything else is an edit.
func TestConsoleNotifies(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3", "note red")
	if n := len(p.Wire.Messages("dm-ben")); n != 1 {
		t.Fatalf("%d consoles before anything new is owed", n)
	}
	party.Has(t, p.Console(ben), `note "red"`)
	first := p.Console(ben).ID
	p.Play(ann, "done")
	ms := p.Wire.Messages("dm-ben")
	if len(ms) != 1 || ms[0].ID == first {
		t.Fatalf("%d consoles", len(ms))
	}
	party.Has(t, ms[0], "asked claim")
	p.Play(ann, "pass")
	if now := p.Wire.Messages("dm-ben"); len(now) != 1 || now[0].ID != ms[0].ID {
		t.Errorf("an edit notified")
	}
}

// An invisible change does not touch the console: a draft there stays.
func TestConsoleKeepsADraft(t *testing.T) {
	p := party.Plain(t)
	p.Begin(party.Opt("clock", "quick"))
	m := p.Console(ann)
	p.Click(ann, m, "draft bid")
	party.Has(t, p.Console(ann), "begun: bid")
	p.Play(ben, "note blue")
	p.Play(ben, "bid 3") // sealed
	p.Pass(time.Minute)
	party.Has(t, p.Console(ann), "begun: bid")
}

func TestConsoleDeleted(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Wire.Remove(string(p.Console(ann).ID))
	p.Play(ann, "bid 2")
	party.Has(t, p.Console(ann), "console of seat 1")
}

// Only their owner is told that direct messages are closed, and they are tried again only with the next question.
func TestClosedDM(t *testing.T) {
	p := party.Plain(t)
	p.Wire.CloseDM(ann, true)
	id := p.Begin()
	if _, ok := p.Wire.Console(ann); ok {
		t.Fatal("a console got through")
	}
	before := p.Wire.Count()
	p.Says(p.Press(ann, p.Cards()[0], "view|"+string(id)), "direct messages are closed")
	p.Says(p.Press(ben, p.Cards()[0], "view|"+string(id)), "console of seat 2")
	for _, user := range []wire.UserID{ben, eve} {
		for _, s := range p.Wire.Delivered(user, before) {
			if strings.Contains(bottest.Words(s.Message.Message), "closed to me") {
				t.Errorf("%s is told", user)
			}
		}
	}
	p.Wire.CloseDM(ann, false)
	p.Play(ann, "note red")
	if _, ok := p.Wire.Console(ann); ok {
		t.Error("tried again without a new question")
	}
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	party.Has(t, p.Console(ann), "asked tune.1")
	if a := p.Press(ann, p.Cards()[0], "view|"+string(id)); strings.Contains(party.Text(a), "closed") {
		t.Errorf("still told: %s", party.Text(a))
	}
}

// While the bot is timed out on a server, consoles say so and blame no permission; the card follows once it may write again.
func TestTimedOut(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	thread := p.Wire.Threads()[0]
	p.Wire.Refuse(thread, fmt.Errorf("%w: %w", wire.ErrTimedOut, wire.ErrDenied))
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	for _, user := range []wire.UserID{ann, ben} {
		words := bottest.Words(p.Console(user).Message)
		if !strings.Contains(words, "timed me out") || strings.Contains(words, "Send Messages") {
			t.Errorf("%s reads %s", user, words)
		}
	}
	p.Wire.Refuse(thread, nil)
	p.Pass(10 * time.Minute)
	if words := bottest.Words(p.Console(ann).Message); strings.Contains(words, "timed me out") {
		t.Errorf("afterwards: %s", words)
	}
}

// A quarantined bot writes no direct messages: players are told that it is not theirs that are closed.
func TestQuarantine(t *testing.T) {
	p := party.Plain(t)
	p.Wire.Refuse(wire.ChannelID("dm-"+ann), fmt.Errorf("%w: %w: %w", wire.ErrBarred, wire.ErrClosedDM, wire.ErrFinal))
	id := p.Begin()
	a := p.Press(ann, p.Cards()[0], "view|"+string(id))
	p.Says(a, "whoever runs me has been told")
	if strings.Contains(party.Text(a), "closed to me") {
		t.Errorf("blames the user: %s", party.Text(a))
	}
}

// What Discord never takes is not tried again, and holds up nothing after it.
func TestFinalRefusal(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	final := fmt.Errorf("%w: %w", wire.ErrFinal, &wire.WireError{Status: 400, Code: 50035})
	if _, err := bot.Remembering(table.Delivery{}, func(*struct{}) error { return final }); !errors.Is(err, table.ErrGiveUp) {
		t.Errorf("told %v, and tries again", err)
	}
	if _, err := bot.Remembering(table.Delivery{}, func(*struct{}) error { return wire.ErrDenied }); err == nil || errors.Is(err, table.ErrGiveUp) {
		t.Errorf("a missing permission: %v", err)
	}
}

// The last check: a letter for another seat is not sent, whatever the forms do.
func TestWall(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	other := bottest.App(bot.Config{Wire: p.Wire, Hall: bot.HallOf(p.Hall), Records: p.Store, Clock: p.Clock, Games: []bot.Game{crossedForms{}.Game()}})
	before := p.Wire.Count()
	_, err := other.Deliver(t.Context(), table.Delivery{Match: id, Queue: table.SeatQueue(1), Seq: 9})
	if !errors.Is(err, table.ErrGiveUp) {
		t.Errorf("delivered: %v", err)
	}
	p.Says(other.Handle(t.Context(), wire.Interaction{ID: "x", Kind: wire.Press, User: ann, CustomID: "view|" + string(id)}), "did not work")
	for n, c := range []wire.Interaction{
		{Command: []string{"count"}},
		{Command: []string{"match", "event"}, Options: map[string]string{"event": "1"}},
		{Command: []string{"match", "replay"}, Options: map[string]string{"step": "1"}},
	} {
		if c.Options == nil {
			c.Options = map[string]string{}
		}
		c.ID, c.Kind, c.User, c.Options["match"] = wire.InteractionID(fmt.Sprint("y", n)), wire.Slash, ann, string(id)
		p.Says(p.Bot.Handle(t.Context(), c), "seat 1")
		p.Says(other.Handle(t.Context(), c), "did not work")
	}
	if p.Wire.Count() != before {
		t.Error("something was sent")
	}
	for _, queue := range []string{"nonsense", "seat/x", "seat/9"} {
		if _, err := other.Deliver(t.Context(), table.Delivery{Match: id, Queue: queue}); err == nil {
			t.Errorf("queue %q was delivered", queue)
		}
	}
}

// crossedForms address every letter to the other seat.
type crossedForms struct{ plain.Forms }

func (f crossedForms) Game() bot.Game { return plain.GameOf(f) }

func crossed(l wire.Letter, err error) (wire.Letter, error) {
	l.Seat = game.Seat(3) - l.Seat
	return l, err
}

func (f crossedForms) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	return crossed(f.Forms.Console(p, page))
}

func (f crossedForms) Query(p table.Private, command string, options map[string]string) (wire.Letter, error) {
	return crossed(f.Forms.Query(p, command, options))
}

func (f crossedForms) PrivateThen(p table.Private, when table.Moment) (wire.Letter, error) {
	return crossed(f.Forms.PrivateThen(p, when))
}

func (f crossedForms) RulingOwn(before, after table.Private, n int) (wire.Letter, error) {
	return crossed(f.Forms.RulingOwn(before, after, n))
}

// Both players are members of their match's thread from the start, without a mention. A player who takes a seat later
// becomes one too.
func TestPlayersAreMembersOfTheirThread(t *testing.T) {
	p := party.Plain(t)
	p.May[judge] = wire.ManageServer
	id := p.Begin()
	room, err := p.Store.Get(t.Context(), keys.Room(id))
	if err != nil {
		t.Fatal(err)
	}
	thread := wire.ChannelID(room)
	if got := p.Wire.Members(thread); !slices.Equal(got, []wire.UserID{ann, ben}) {
		t.Errorf("members %v", got)
	}
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	p.Restart()
	p.Settle()
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	p.Settle()
	if got := p.Wire.Members(thread); !slices.Equal(got, []wire.UserID{ann, ben, eve}) {
		t.Errorf("after a replacement: members %v", got)
	}
	added := 0
	for _, s := range p.Wire.Delivered(eve, 0) {
		if strings.HasPrefix(s.What, "member ") {
			added++
		}
		if offered := strings.Contains(bottest.Words(s.Message.Message), "do you take the seat"); s.Channel == thread && len(s.Mention) > 0 && !offered {
			t.Errorf("%v is mentioned", s.Mention)
		}
	}
	if added != 3 {
		t.Errorf("%d users were added, expected three", added)
	}
}

// A user who cannot be added, for example because they left the server, does not stop anything. A failure that may pass
// is tried again.
func TestPlayerNotAdded(t *testing.T) {
	for _, c := range []struct {
		err  error
		want []wire.UserID
	}{{&wire.WireError{Status: 404, Code: 10007}, []wire.UserID{ben}}, {&wire.WireError{Status: 503, RetryAfter: time.Second}, []wire.UserID{ann, ben}}} {
		p := party.Plain(t)
		p.Wire.FailMember(ann, c.err)
		id := p.Begin()
		p.Pass(time.Minute)
		room, err := p.Store.Get(t.Context(), keys.Room(id))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Wire.Members(wire.ChannelID(room)); !slices.Equal(got, c.want) {
			t.Errorf("after %v: members %v", c.err, got)
		}
		party.Has(t, p.Cards()[0], "card of round")
	}
}

// In a locked thread the card waits. Both players are told in their consoles, until the thread is unlocked.
func TestLockedThread(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	room, err := p.Store.Get(t.Context(), keys.Room(id))
	if err != nil {
		t.Fatal(err)
	}
	p.Wire.Lock(wire.ChannelID(room), true)
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	p.Pass(20 * time.Minute)
	for _, u := range []wire.UserID{ann, ben} {
		if said := p.Written(u); !strings.Contains(said, "has locked the match's thread") {
			t.Errorf("%s reads %s", u, said)
		}
	}
	p.Wire.Lock(wire.ChannelID(room), false)
	p.Pass(5 * time.Minute)
	cards := p.Cards()
	party.Has(t, cards[len(cards)-1], "bid 2 3 ;")
	for _, u := range []wire.UserID{ann, ben} {
		if words := p.Written(u); strings.Contains(words, "locked") {
			t.Errorf("after it is unlocked %s reads\n%s", u, words)
		}
	}
}

// A host that is killed between a post and its note of it leaves a console that nothing remembers. The next host finds
// it and deletes it, and nothing else.
func TestForgottenConsoleIsRetired(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	other := p.Console(ann)
	id := p.Begin()
	stale := p.Console(ann)
	post := func(nonce string, m wire.Message) wire.MessageID {
		got, err := p.Wire.Post(t.Context(), "dm-ann", m, nonce)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	left := post("left", stale.Message)
	plain := post("plain", wire.Message{Blocks: []wire.Block{wire.Text("hello"), wire.Row{customid.ViewButton(id, lang.English)}}})
	p.Pass(time.Second)
	p.Slash(ann, []string{"order"}, party.Opt("line", "note red"), party.Opt("match", string(id)))
	p.Settle()
	stands := func(id wire.MessageID) bool {
		return slices.ContainsFunc(p.Direct(ann), func(m bottest.Message) bool { return m.ID == id })
	}
	if !stands(left) {
		t.Fatal("it is looked for without need")
	}
	p.Slash(ann, []string{"order"}, party.Opt("line", "note blue"), party.Opt("match", string(id)))
	p.Clock.Advance(time.Second)
	p.Restart() // the delivery is still due
	p.Settle()
	if stands(left) {
		t.Error("it stands still")
	}
	for what, id := range map[string]wire.MessageID{"a message without orders": plain, "the other match's console": other.ID, "the console": stale.ID} {
		if !stands(id) {
			t.Errorf("%s is gone", what)
		}
	}
}

// Whichever right the bot loses in the channel of a match, its players read that one, in their consoles and when they challenge.
func TestTheMissingRightIsNamed(t *testing.T) {
	for _, lost := range bot.NeededToPlay {
		p := party.Plain(t)
		id := p.Begin()
		p.Wire.Forbid(bottest.General, lost.Bit)
		p.Wire.Deny(p.Wire.Threads()[0], true)
		p.Play(ann, "bid 2")
		p.Play(ben, "bid 3")
		said := party.Text(p.Press(ann, p.Cards()[0], "view|"+string(id)))
		party.Want(t, said, "I lack "+string(lost.Name)+" there")
		for _, other := range bot.NeededToPlay {
			if other != lost && strings.Contains(strings.Replace(said, "I lack "+string(lost.Name)+" there", "", 1), string(other.Name)) {
				t.Errorf("without %s it names %s: %s", lost.Name, other.Name, said)
			}
		}
		p.Wire.Forbid(bottest.General, lost.Bit|wire.SendMessages|wire.AttachFiles) // more is lost meanwhile
		p.Pass(time.Hour)
		party.Want(t, party.Text(p.Press(ann, p.Cards()[0], "view|"+string(id))), "Send Messages", "Attach Files")
		p.Wire.Forbid(bottest.General, 0)
		p.Wire.Deny(p.Wire.Threads()[0], false)
		p.Pass(time.Hour)
		if said := party.Text(p.Press(ann, p.Cards()[0], "view|"+string(id))); strings.Contains(said, "I lack") {
			t.Errorf("still told: %s", said)
		}
	}
}
