package bot_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

// takenUp is a challenge with clocks, made by ann, that ben has taken up with a force.
func takenUp(t *testing.T, options ...bottest.Option) *party {
	t.Helper()
	p := newParty(t)
	p.Slash(ann, challenge, append(options, opt("clock", "quick"))...)
	p.click(ben, p.lobby(), "accept|")
	p.says(p.click(ben, p.Newest(ben), "force|", "blue"), "presses **Ready** too")
	return p
}

// A match with clocks begins when both are there; the card calls whoever is awaited, and says who is ready.
func TestReady(t *testing.T) {
	p := takenUp(t, challengeTo(ben))
	card := p.lobby()
	has(t, card, "<@ann>: ⏳ not yet", "<@ben>: ✔️ ready")
	if len(card.Mention) != 1 || card.Mention[0] != ann {
		t.Errorf("it calls %v", card.Mention)
	}
	if first := p.Wire.Messages(bottest.General)[0]; len(bottest.ControlsOf(first.Message).Buttons) > 0 {
		t.Errorf("the first card still has buttons")
	}
	p.says(p.click(eve, card, "ready|"), "for somebody else")
	p.says(p.click(ben, card, "ready|"), "as soon as **Name of ann**")
	p.says(p.click(ann, card, "ready|"), "The match begins")
	p.says(p.click(ann, card, "ready|"), "console of seat 1")
	p.Settle()
	if n := len(p.Wire.Threads()); n != 1 {
		t.Errorf("%d threads", n)
	}
}

// What somebody is told of a challenge on a server stays as it is when the challenge goes on elsewhere: it says where the challenge is shown as
// it stands, and nothing that will be wrong. A direct message is brought up to date instead. What it offers does what there is to do then.
func TestPrivateAnswersOfAChallengeStayTrue(t *testing.T) {
	const where = "The card in the channel shows how it stands now."
	p := newParty(t)
	out := p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
	p.says(out, "if nobody accepts it.")
	p.says(out, where)
	card := p.Newest(ann)
	p.click(ben, p.lobby(), "accept|")
	taken := p.click(ben, p.Newest(ben), "force|", "blue")
	p.says(taken, where)
	written := p.dms(ann)
	if len(written) != 1 || strings.Contains(bottest.Words(written[0].Message), where) {
		t.Errorf("the direct messages: %v", written)
	}
	p.says(p.click(ann, p.lobby(), "ready|"), "The match begins")
	p.says(p.click(ann, card, "cancel|"), "console of seat 1")
	p.says(p.click(ann, card, "force|", "blue"), "console of seat 1")
}

// With short clocks a Ready stands for ten minutes: whoever waited longer is called again, and nobody's clock runs meanwhile.
func TestReadyLapses(t *testing.T) {
	p := takenUp(t)
	p.Clock.Advance(10*time.Minute + time.Second)
	p.says(p.click(ann, p.lobby(), "ready|"), "as soon as **Name of ben**")
	card := p.lobby()
	has(t, card, "<@ann>: ✔️ ready", "<@ben>: ⏳ not yet")
	if len(card.Mention) != 1 || card.Mention[0] != ben {
		t.Errorf("it calls %v", card.Mention)
	}
	p.Clock.Advance(10 * time.Minute)
	p.says(p.click(ben, card, "ready|"), "The match begins")
}

// The challenger is called once for each user who takes the challenge up, and for five at most: nobody calls anew by backing out and
// accepting again. The match begins as before.
func TestCallsAreBounded(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, challenge, opt("clock", "quick"))
	takes := func(user bot.UserID, calls int) {
		t.Helper()
		p.click(user, p.lobby(), "accept|")
		before, after, written := p.Wire.Count(), 0, len(p.dms(ann))
		p.says(p.click(user, p.Newest(user), "force|", "blue"), "presses **Ready** too")
		for _, s := range p.Wire.Delivered(ann, before) {
			if s.What == "post" && slices.Contains(s.Mention, ann) {
				after++
			}
		}
		if after != calls || len(p.dms(ann))-written != calls {
			t.Errorf("%s calls %d times and has %d messages written, expected %d", user, after, len(p.dms(ann))-written, calls)
		}
		has(t, p.lobby(), "<@ann>: ⏳ not yet", "<@"+string(user)+">: ✔️ ready")
	}
	for n, user := range []bot.UserID{ben, ben, eve, ben, eve, "one", "two", "three", "four", "two"} {
		calls := map[int]int{0: 1, 2: 1, 5: 1, 6: 1, 7: 1}
		takes(user, calls[n])
		p.says(p.click(user, p.lobby(), "decline|"), "open as before")
	}
	takes(ben, 0)
	p.says(p.click(ann, p.lobby(), "ready|"), "The match begins")
}

// Either may change their force in private, or call it off; what was open to anyone is open again.
func TestReadyChanges(t *testing.T) {
	p := takenUp(t)
	card := p.lobby()
	public := bottest.Words(card.Message)
	for _, user := range []bot.UserID{ann, ben} {
		p.says(p.click(user, card, "change|"), "**Your force: the ")
		p.says(p.click(user, p.Newest(user), "force|", "red"), "force is changed")
	}
	if bottest.Words(p.lobby().Message) != public {
		t.Error("the change shows")
	}
	p.says(p.click(eve, card, "change|"), "for somebody else")
	p.says(p.click(eve, card, "decline|"), "open to anyone")
	p.says(p.Slash(eve, []string{"match", "accept"}), "No challenge is open")
	p.says(p.click(ben, card, "decline|"), "open as before")
	p.says(p.click(eve, p.lobby(), "accept|"), "Choose your force")
	p.click(eve, p.Newest(eve), "force|", "red")
	p.says(p.click(ann, p.lobby(), "decline|"), "Taken back.")
	has(t, p.lobby(), "Taken back")
	p = takenUp(t, challengeTo(ben))
	p.says(p.click(ben, p.lobby(), "decline|"), "Declined.")
	p = takenUp(t, challengeTo(ben))
	card = p.lobby()
	p.Clock.Advance(24*time.Hour + time.Second)
	p.says(p.click(ann, card, "ready|"), "no longer open")
	has(t, p.lobby(), "Nobody took it up")
}

// over brings a match to its end by conceding.
func (p *party) over(user bot.UserID, id string) {
	p.t.Helper()
	p.Slash(user, []string{"match", "concede"}, opt("match", id))
	p.click(user, p.Newest(user), "Concede")
	p.Settle()
}

// A rematch takes one press of each, with the same settings and forces; the order does not matter, and a double press
// makes one challenge.
func TestRematch(t *testing.T) {
	p := newParty(t)
	id := string(p.begin(opt("clock", "quick")))
	p.says(p.Press(ann, p.lobby(), "rematch|"+id), "not over yet")
	p.over(ann, id)
	p.says(p.Press(eve, p.lobby(), "rematch|"+id), "Only those who played")
	p.says(p.Press(ben, p.lobby(), "rematch|"+id), "when **Name of ann** is ready too")
	n := len(p.Wire.Messages(bottest.General))
	if m := p.lobby().Mention; len(m) != 1 || m[0] != ann {
		t.Errorf("it calls %v", m)
	}
	p.says(p.Press(ben, p.lobby(), "rematch|"+id), "as soon as **Name of ann**")
	if now := len(p.Wire.Messages(bottest.General)); now != n {
		t.Errorf("a double press posts %d messages", now-n)
	}
	card := p.lobby()
	has(t, card, "a plain game", "<@ann>: ⏳ not yet")
	p.says(p.Press(ann, card, "rematch|"+id), "The match begins")
	p.Settle()
	if n := len(p.Wire.Threads()); n != 2 {
		t.Errorf("%d threads", n)
	}
	p.says(p.Slash(ben, []string{"match", "list"}), "Name of ben against Name of ann")
}

// A ban keeps from the matches that have yet to begin: from Ready, whoever presses it, and from a rematch.
func TestBannedSinceTheyAgreed(t *testing.T) {
	for _, banned := range []bot.UserID{ann, ben} {
		p := newParty(t)
		p.May[owner] = bot.ManageServer
		id := string(p.begin())
		p.over(ann, id)
		p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
		p.click(ben, p.lobby(), "accept|")
		p.says(p.click(ben, p.Newest(ben), "force|", "blue"), "presses **Ready** too")
		p.Slash(owner, []string{"mod", "ban"}, opt("user", string(banned)), opt("reason", "rude"))
		p.says(p.click(owner, p.Newest(owner), "ban|go"), "is kept from matches")
		card := p.lobby()
		for _, user := range []bot.UserID{ann, ben} {
			p.says(p.click(user, card, "ready|"), "from matches here")
			p.says(p.Press(user, card, "rematch|"+id), "from matches here")
		}
		p.Settle()
		if n := len(p.Wire.Threads()); n != 1 {
			t.Errorf("%s is banned, and a second match begins", banned)
		}
	}
}

// A list tells how each challenge stands and till when, in its reader's language, and leads to what may be done with it.
func TestListLeadsOn(t *testing.T) {
	p := newParty(t)
	list := []string{"match", "list"}
	choose := func(user bot.UserID, label string) bot.Answer {
		t.Helper()
		p.Slash(user, list)
		m := p.Newest(user)
		for _, o := range bottest.ControlsOf(m.Message).Selects[0].Options {
			if strings.HasPrefix(o.Label, label) {
				return p.Press(user, m, "go", o.Value)
			}
		}
		t.Fatalf("no %q in %s", label, bottest.Words(m.Message))
		return bot.Answer{}
	}
	p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
	p.says(p.Slash(ann, list), "It waits to be accepted. Open, ends <t:")
	p.says(choose(ann, "My force: against Name of ben"), "**Your force: the red**")
	p.says(choose(ben, "Accept: Name of ann"), "Choose your force")
	p.says(p.Slash(ann, list), "Name of ben is choosing a force.")
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.says(p.Slash(ben, list), "Accepted; it begins when both are ready.")
	p.says(choose(ann, "Ready: Name of ben"), "The match begins")
	p.Settle()
	p.says(choose(ben, "Look: Name of ann against Name of ben"), "console of seat 2")
	p.Slash(ann, challenge)
	p.says(choose(ann, "Take back: to anyone"), "Taken back.")
	p.Slash(ann, challenge, challengeTo(ben))
	p.says(choose(ben, "Decline: Name of ann"), "Declined.")
	p.Slash(ann, challenge)
	p.Locales = map[bot.UserID]string{eve: "de"}
	p.says(p.Slash(eve, list), "Sie wartet darauf, angenommen zu werden.")
	for _, value := range []string{"x|" + string(p.matchOf(ben)), "go", "", "privacy|go"} { // no way around other questions
		p.says(p.Press(ben, p.Newest(ben), "go", value), "older message")
	}
	p.says(p.Press(ben, p.Newest(ben), "go"), "older message")
}

// The lists of a server and of open challenges hold what anybody may know, and lead to the threads.
func TestLists(t *testing.T) {
	p := newParty(t)
	list := []string{"match", "list"}
	p.says(p.Slash(eve, list, opt("which", "server")), "Nothing is being played")
	p.says(p.Slash(eve, list, opt("which", "open")), "No challenge is open")
	id := string(p.begin())
	thread := string(p.Wire.Threads()[0])
	p.says(p.Slash(eve, list, opt("which", "server")), "Name of ann against Name of ben: a plain game")
	p.says(p.Slash(eve, list, opt("which", "server")), "<#"+thread+">")
	p.says(p.Slash(ann, list), "<#"+thread+">")
	p.says(p.Slash(eve, list, opt("which", "server"), opt("guild", "other")), "Nothing is being played")
	p.says(p.Slash(eve, list, opt("which", "server"), opt("in", "dm-eve")), "in a server's channel")
	p.Slash(ben, challenge)
	p.says(p.Slash(eve, list, opt("which", "open")), "Name of ben to anyone")
	p.says(p.Slash(eve, list, opt("which", "server")), "Name of ben to anyone")
	if s := text(p.Slash(ben, list, opt("which", "open"))); strings.Contains(s, "ben to anyone") {
		t.Errorf("one's own challenge is open to oneself: %s", s)
	}
	p.over(ann, id)
	if s := text(p.Slash(eve, list, opt("which", "server"))); strings.Contains(s, "against") {
		t.Errorf("it lists what is over: %s", s)
	}
}

// What the server has restricted since a challenge was made, or a match was played, holds for it too: the channel and the secrecy.
func TestRestrictedSince(t *testing.T) {
	for _, x := range []struct {
		option bottest.Option
		says   string
	}{{opt("channel", "arena"), "matches are played in <#arena>"}, {opt("secrecy", "masked"), "may be masked, not plain"}} {
		p := newParty(t)
		p.May[owner] = bot.ManageServer
		id := string(p.begin())
		p.over(ann, id)
		p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
		made := p.lobby()
		p.Slash(ben, challenge, challengeTo(ann), opt("clock", "quick"))
		p.click(ann, p.lobby(), "accept|")
		p.says(p.click(ann, p.Newest(ann), "force|", "blue"), "presses **Ready** too")
		taken := p.lobby()
		p.Slash(owner, setup, x.option)
		p.says(p.Press(ben, p.lobby(), "rematch|"+id), x.says)
		p.says(p.click(ben, made, "accept|"), x.says)
		p.says(p.click(ben, taken, "ready|"), x.says)
		p.Settle()
		if n := len(p.Wire.Threads()); n != 1 {
			t.Errorf("%s: %d threads", x.option.Value, n)
		}
	}
}

// watched notes the forces that a match begins with.
type watched struct {
	toyForms
	forces *[]string
}

func (w watched) Game() bot.Game { return gameOf(w) }

func (w watched) Config(settings json.RawMessage, forces []string) (game.Config, error) {
	*w.forces = forces
	return w.toyForms.Config(settings, forces)
}

// meanwhile is a hall in which something else happens once, while the bot looks up somebody's matches.
type meanwhile struct {
	bot.Hall
	do *func()
}

func (h meanwhile) MatchesOf(ctx context.Context, u bot.UserID) ([]table.Seated, error) {
	if do := *h.do; do != nil {
		*h.do = nil
		do()
	}
	return h.Hall.MatchesOf(ctx, u)
}

// A match begins by how its challenge stands at that moment, and not by how it was when somebody pressed: with the force that was
// chosen meanwhile, and with whoever took it up first.
func TestBeginsAsTheChallengeStands(t *testing.T) {
	var forces []string
	var do func()
	p := newPartyAs(t, func(s *bottest.Setup) {
		s.Forms, s.Hall = watched{forces: &forces}, func(h bot.Hall) bot.Hall { return bot.HallOf(meanwhile{h, &do}) }
	})
	p.Slash(ann, challenge)
	mine := p.Newest(ann)
	p.click(ben, p.lobby(), "accept|")
	do = func() { p.says(p.click(ann, mine, "force|", "blue"), "Your force is changed") }
	p.says(p.click(ben, p.Newest(ben), "force|", "blue"), "The match begins")
	if len(forces) != 2 || forces[0] != "blue" {
		t.Errorf("the match begins with %v; ann had chosen blue", forces)
	}
	p.Slash(ann, challenge)
	card := p.lobby()
	p.click(ben, card, "accept|")
	p.click(eve, card, "accept|")
	do = func() { p.says(p.click(eve, p.Newest(eve), "force|", "red"), "The match begins") }
	p.says(p.click(ben, p.Newest(ben), "force|", "blue"), "Somebody else")
	if forces[1] != "red" {
		t.Errorf("the match begins with %v; eve came first", forces)
	}
}
