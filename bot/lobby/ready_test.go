package lobby_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	toyrival "downsync/game/toy/rival"
)

// takenUp returns a challenge with clocks that ann made and ben has accepted with a force.
func takenUp(t *testing.T, options ...bottest.Option) *party.Party {
	t.Helper()
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, append(options, party.Opt("clock", "quick"))...)
	p.Click(ben, p.Card(), "accept|")
	p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "presses **Ready** too")
	return p
}

// A match with clocks begins when both players are ready. The card notifies the player who is waited for, and says who
// is ready.
func TestReady(t *testing.T) {
	p := takenUp(t, party.ChallengeTo(ben))
	card := p.Card()
	party.Has(t, card, "<@ann> (Name of ann): ⏳ not yet", "<@ben> (Name of ben): ✔️ ready")
	if len(card.Mention) != 1 || card.Mention[0] != ann {
		t.Errorf("it calls %v", card.Mention)
	}
	if first := p.Wire.Messages(bottest.General)[0]; len(bottest.ControlsOf(first.Message).Buttons) > 0 {
		t.Errorf("the first card still has buttons")
	}
	p.Says(p.Click(eve, card, "ready|"), "This match is between")
	p.Says(p.Click(ben, card, "ready|"), "as soon as **Name of ann**")
	p.Says(p.Click(ann, card, "ready|"), "The match begins")
	p.Says(p.Click(ann, card, "ready|"), "console of seat 1")
	p.Settle()
	if n := len(p.Wire.Threads()); n != 1 {
		t.Errorf("%d threads", n)
	}
}

// A private answer about a challenge on a server stays as it is while the challenge goes on. So it says where to see
// the current state, and nothing that becomes wrong. A direct message is updated instead. Its controls do what is now
// due.
func TestPrivateAnswersOfAChallengeStayTrue(t *testing.T) {
	const where = "The card in the channel shows the current state."
	p := party.Plain(t)
	out := p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	p.Says(out, "if nobody accepts it.")
	p.Says(out, where)
	card := p.Newest(ann)
	p.Click(ben, p.Card(), "accept|")
	taken := p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Says(taken, where)
	written := p.Direct(ann)
	if len(written) != 1 || strings.Contains(bottest.Words(written[0].Message), where) {
		t.Errorf("the direct messages: %v", written)
	}
	p.Says(p.Click(ann, p.Card(), "ready|"), "The match begins")
	p.Says(p.Click(ann, card, "cancel|"), "console of seat 1")
	p.Says(p.Click(ann, card, "force|", "blue"), "console of seat 1")
}

// With short clocks a Ready counts for ten minutes. A player who has waited longer is notified again, and no clock runs
// meanwhile.
func TestReadyLapses(t *testing.T) {
	p := takenUp(t)
	p.Clock.Advance(10*time.Minute + time.Second)
	p.Says(p.Click(ann, p.Card(), "ready|"), "as soon as **Name of ben**")
	card := p.Card()
	party.Has(t, card, "<@ann> (Name of ann): ✔️ ready", "<@ben> (Name of ben): ⏳ not yet")
	if len(card.Mention) != 1 || card.Mention[0] != ben {
		t.Errorf("it calls %v", card.Mention)
	}
	p.Clock.Advance(10 * time.Minute)
	p.Says(p.Click(ben, card, "ready|"), "The match begins")
}

// The challenger is notified once for each user who accepts the challenge, and for five users at most: withdrawing and
// accepting again notifies nobody. The match begins as usual.
func TestCallsAreBounded(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, party.Opt("clock", "quick"))
	takes := func(user wire.UserID, calls int) {
		t.Helper()
		p.Click(user, p.Card(), "accept|")
		before, after, written := p.Wire.Count(), 0, len(p.Direct(ann))
		p.Says(p.Click(user, p.Newest(user), "force|", "blue"), "presses **Ready** too")
		for _, s := range p.Wire.Delivered(ann, before) {
			if s.What == "post" && slices.Contains(s.Mention, ann) {
				after++
			}
		}
		if after != calls || len(p.Direct(ann))-written != calls {
			t.Errorf("%s calls %d times and has %d messages written, expected %d", user, after, len(p.Direct(ann))-written, calls)
		}
		party.Has(t, p.Card(), "<@ann> (Name of ann): ⏳ not yet", wire.Mention(user, "Name of "+string(user))+": ✔️ ready")
	}
	for n, user := range []wire.UserID{ben, ben, eve, ben, eve, "one", "two", "three", "four", "two"} {
		calls := map[int]int{0: 1, 2: 1, 5: 1, 6: 1, 7: 1}
		takes(user, calls[n])
		p.Says(p.Click(user, p.Card(), "decline|"), "open again")
	}
	takes(ben, 0)
	p.Says(p.Click(ann, p.Card(), "ready|"), "The match begins")
}

// Either player may change their force in private, or withdraw; a challenge that was open to anyone is open again.
func TestReadyChanges(t *testing.T) {
	p := takenUp(t)
	card := p.Card()
	public := bottest.Words(card.Message)
	for _, user := range []wire.UserID{ann, ben} {
		p.Says(p.Click(user, card, "change|"), "**Your force: the ")
		p.Says(p.Click(user, p.Newest(user), "force|", "red"), "force is changed")
	}
	if bottest.Words(p.Card().Message) != public {
		t.Error("the change shows")
	}
	p.Says(p.Click(eve, card, "change|"), "This match is between")
	p.Says(p.Click(eve, card, "decline|"), "open to anyone")
	p.Says(p.Slash(eve, []string{"match", "accept"}), "No challenge is open")
	p.Says(p.Click(ben, card, "decline|"), "open again")
	p.Says(p.Click(eve, p.Card(), "accept|"), "Choose your force")
	p.Click(eve, p.Newest(eve), "force|", "red")
	p.Says(p.Click(ann, p.Card(), "decline|"), "Withdrawn.")
	party.Has(t, p.Card(), "Withdrawn")
	p = takenUp(t, party.ChallengeTo(ben))
	p.Says(p.Click(ben, p.Card(), "decline|"), "Declined.")
	p = takenUp(t, party.ChallengeTo(ben))
	card = p.Card()
	p.Clock.Advance(24*time.Hour + time.Second)
	p.Says(p.Click(ann, card, "ready|"), "no longer open")
	party.Has(t, p.Card(), "Nobody accepted it")
}

// Every control of the message that a challenger keeps says what became of the challenge. The answer replaces the message.
func TestKeptChallengeSaysWhatBecameOfIt(t *testing.T) {
	accept := func(p *party.Party) {
		p.Click(ben, p.Card(), "accept|")
		p.Click(ben, p.Newest(ben), "force|", "red")
		p.Settle()
	}
	for says, became := range map[string]func(*party.Party){
		"it was withdrawn or declined, or its time ran out": func(p *party.Party) { p.Slash(ann, []string{"match", "cancel"}) },
		"its match has begun":                               accept,
		"its match is over": func(p *party.Party) {
			accept(p)
			concedes(p, ann, string(p.MatchOf(ann)))
		},
	} {
		for _, control := range []string{"cancel|", "rivals|"} {
			p := party.PlainWithRival(t, toyrival.New())
			p.Slash(ann, party.Challenge, party.Opt("clock", "none"))
			kept := p.Newest(ann)
			id := party.ControlOf(t, kept, control)
			became(p)
			a := p.Press(ann, kept, id)
			if party.Want(t, party.Text(a), "no longer open", says); a.Fresh {
				t.Errorf("%s: %s leaves the old message", says, control)
			}
		}
	}
}

// concedes ends a match by conceding it.
func concedes(p *party.Party, user wire.UserID, id string) {
	p.T.Helper()
	p.Slash(user, []string{"match", "concede"}, party.Opt("match", id))
	p.Click(user, p.Newest(user), "Concede")
	p.Settle()
}

// A rematch takes one press by each player, with the same settings and forces. The order does not matter, and a double
// press makes one challenge.
func TestRematch(t *testing.T) {
	p := party.Plain(t)
	id := string(p.Begin(party.Opt("clock", "quick")))
	p.Says(p.Press(ann, p.Card(), "rematch|"+id), "not over yet")
	concedes(p, ann, id)
	p.Says(p.Press(eve, p.Card(), "rematch|"+id), "Only those who played")
	p.Says(p.Press(ben, p.Card(), "rematch|"+id), "when **Name of ann** is ready too")
	n := len(p.Wire.Messages(bottest.General))
	if m := p.Card().Mention; len(m) != 1 || m[0] != ann {
		t.Errorf("it calls %v", m)
	}
	p.Says(p.Press(ben, p.Card(), "rematch|"+id), "as soon as **Name of ann**")
	if now := len(p.Wire.Messages(bottest.General)); now != n {
		t.Errorf("a double press posts %d messages", now-n)
	}
	card := p.Card()
	party.Has(t, card, "a plain game", "<@ann> (Name of ann): ⏳ not yet")
	p.Says(p.Press(ann, card, "rematch|"+id), "The match begins")
	p.Settle()
	threads := p.Wire.Threads()
	if len(threads) != 2 {
		t.Fatalf("%d threads", len(threads))
	}
	p.Says(p.Slash(ben, []string{"match", "list"}), "Name of ben against Name of ann")
	ms, err := p.Hall.MatchesOf(t.Context(), ann)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range ms { // a rematch of the rematch
		if string(m.Match) != id {
			concedes(p, ann, string(m.Match))
			p.Press(ann, p.Card(), "rematch|"+string(m.Match))
			p.Press(ben, p.Card(), "rematch|"+string(m.Match))
			p.Settle()
		}
	}
	var endings []string // threads with the same players have different names
	for _, thread := range p.Wire.Threads() {
		_, ending, _ := strings.Cut(p.Wire.ThreadName(thread), " · ")
		endings = append(endings, ending)
	}
	if slices.Sort(endings); !slices.Equal(endings, []string{"", "match 2", "match 3"}) {
		t.Errorf("the threads' names end in %q", endings)
	}
}

// A ban applies to matches that have not begun: it stops a Ready, whoever presses it, and a rematch.
func TestBannedSinceTheyAgreed(t *testing.T) {
	for _, banned := range []wire.UserID{ann, ben} {
		p := party.Plain(t)
		p.May[owner] = wire.ManageServer
		id := string(p.Begin())
		concedes(p, ann, id)
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
		p.Click(ben, p.Card(), "accept|")
		p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "presses **Ready** too")
		p.Slash(owner, []string{"mod", "ban"}, party.Opt("user", string(banned)), party.Opt("reason", "rude"))
		p.Says(p.Click(owner, p.Newest(owner), "ban|go"), "is banned from matches")
		card := p.Card()
		for _, user := range []wire.UserID{ann, ben} {
			p.Says(p.Click(user, card, "ready|"), "from matches here")
			p.Says(p.Press(user, card, "rematch|"+id), "from matches here")
		}
		p.Settle()
		if n := len(p.Wire.Threads()); n != 1 {
			t.Errorf("%s is banned, and a second match begins", banned)
		}
	}
}

// A list gives each challenge's state and deadline, in its reader's language, and leads to what its reader can do with
// it.
func TestListLeadsOn(t *testing.T) {
	p := party.Plain(t)
	list := []string{"match", "list"}
	choose := func(user wire.UserID, label string) wire.Answer {
		t.Helper()
		p.Slash(user, list)
		m := p.Newest(user)
		for _, o := range bottest.ControlsOf(m.Message).Selects[0].Options {
			if strings.HasPrefix(o.Label, label) {
				return p.Press(user, m, "go", o.Value)
			}
		}
		t.Fatalf("no %q in %s", label, bottest.Words(m.Message))
		return wire.Answer{}
	}
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	p.Says(p.Slash(ann, list), "It waits to be accepted. Open, ends <t:")
	p.Says(choose(ann, "My force: against Name of ben"), "**Your force: the red**")
	p.Says(choose(ben, "Accept: Name of ann"), "Choose your force")
	p.Says(p.Slash(ann, list), "Name of ben is choosing a force.")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Says(p.Slash(ben, list), "Accepted; it begins when both are ready.")
	p.Says(choose(ann, "Ready: Name of ben"), "The match begins")
	p.Settle()
	p.Says(choose(ben, "Look: Name of ann against Name of ben"), "console of seat 2")
	p.Slash(ann, party.Challenge)
	p.Says(choose(ann, "Take back: to anyone"), "Withdrawn.")
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Says(choose(ben, "Decline: Name of ann"), "Declined.")
	p.Slash(ann, party.Challenge)
	p.Locales = map[wire.UserID]string{eve: "de"}
	p.Says(p.Slash(eve, list), "Sie wartet darauf, angenommen zu werden.")
	for _, value := range []string{"x|" + string(p.MatchOf(ben)), "go", "", "privacy|go"} { // other questions cannot be bypassed
		p.Says(p.Press(ben, p.Newest(ben), "go", value), "older message")
	}
	p.Says(p.Press(ben, p.Newest(ben), "go"), "older message")
}

// The lists of a server and of open challenges hold only public information, and lead to the threads.
func TestLists(t *testing.T) {
	p := party.Plain(t)
	list := []string{"match", "list"}
	p.Says(p.Slash(eve, list, party.Opt("which", "server")), "Nothing is being played")
	p.Says(p.Slash(eve, list, party.Opt("which", "open")), "No challenge is open")
	id := string(p.Begin())
	thread := string(p.Wire.Threads()[0])
	p.Says(p.Slash(eve, list, party.Opt("which", "server")), "Name of ann against Name of ben: a plain game")
	p.Says(p.Slash(eve, list, party.Opt("which", "server")), "<#"+thread+">")
	p.Says(p.Slash(ann, list), "<#"+thread+">")
	p.Says(p.Slash(eve, list, party.Opt("which", "server"), party.Opt("guild", "other")), "Nothing is being played")
	p.Says(p.Slash(eve, list, party.Opt("which", "server"), party.Opt("in", "dm-eve")), "of a server")
	p.Slash(ben, party.Challenge)
	p.Says(p.Slash(eve, list, party.Opt("which", "open")), "Name of ben to anyone")
	p.Says(p.Slash(eve, list, party.Opt("which", "server")), "Name of ben to anyone")
	if s := party.Text(p.Slash(ben, list, party.Opt("which", "open"))); strings.Contains(s, "ben to anyone") {
		t.Errorf("one's own challenge is open to oneself: %s", s)
	}
	concedes(p, ann, id)
	if s := party.Text(p.Slash(eve, list, party.Opt("which", "server"))); strings.Contains(s, "against") {
		t.Errorf("it lists what is over: %s", s)
	}
}

// A restriction that came after a challenge was made, or a match was played, holds for it too: for its channel and its
// secrecy.
func TestRestrictedSince(t *testing.T) {
	for _, x := range []struct {
		option bottest.Option
		says   string
	}{{party.Opt("channel", "arena"), "matches are played in <#arena>"}, {party.Opt("secrecy", "masked"), "may be masked, not plain"}} {
		p := party.Plain(t)
		p.May[owner] = wire.ManageServer
		id := string(p.Begin())
		concedes(p, ann, id)
		p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
		made := p.Card()
		p.Slash(ben, party.Challenge, party.ChallengeTo(ann), party.Opt("clock", "quick"))
		p.Click(ann, p.Card(), "accept|")
		p.Says(p.Click(ann, p.Newest(ann), "force|", "blue"), "presses **Ready** too")
		taken := p.Card()
		p.Slash(owner, setup, x.option)
		p.Says(p.Press(ben, p.Card(), "rematch|"+id), x.says)
		p.Says(p.Click(ben, made, "accept|"), x.says)
		p.Says(p.Click(ben, taken, "ready|"), x.says)
		p.Settle()
		if n := len(p.Wire.Threads()); n != 1 {
			t.Errorf("%s: %d threads", x.option.Value, n)
		}
	}
}

// watched notes the forces with which a match begins.
type watched struct {
	plain.Forms
	forces *[]string
}

func (w watched) Game() bot.Game { return plain.GameOf(w) }

func (w watched) Config(settings json.RawMessage, forces []string) (game.Config, error) {
	*w.forces = forces
	return w.Forms.Config(settings, forces)
}

// meanwhile is a hall in which something else happens once, while the bot looks up a user's matches.
type meanwhile struct {
	bot.Hall
	do *func()
}

func (h meanwhile) MatchesOf(ctx context.Context, u wire.UserID) ([]table.Seated, error) {
	if do := *h.do; do != nil {
		*h.do = nil
		do()
	}
	return h.Hall.MatchesOf(ctx, u)
}

// A match begins from the state of its challenge at that moment, not at the moment of the press: with the force that
// was chosen meanwhile, and with the user who accepted it first.
func TestBeginsAsTheChallengeStands(t *testing.T) {
	var forces []string
	var do func()
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Forms, s.Hall = watched{forces: &forces}, func(h bot.Hall) bot.Hall { return bot.HallOf(meanwhile{h, &do}) }
	})
	p.Slash(ann, party.Challenge)
	mine := p.Newest(ann)
	p.Click(ben, p.Card(), "accept|")
	do = func() { p.Says(p.Click(ann, mine, "force|", "blue"), "Your force is changed") }
	p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "The match begins")
	if len(forces) != 2 || forces[0] != "blue" {
		t.Errorf("the match begins with %v; ann had chosen blue", forces)
	}
	p.Slash(ann, party.Challenge)
	card := p.Card()
	p.Click(ben, card, "accept|")
	p.Click(eve, card, "accept|")
	do = func() { p.Says(p.Click(eve, p.Newest(eve), "force|", "red"), "The match begins") }
	p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "Somebody else")
	if forces[1] != "red" {
		t.Errorf("the match begins with %v; eve came first", forces)
	}
}
