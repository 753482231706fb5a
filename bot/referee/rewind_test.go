package referee_test

import (
	"strconv"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/customid"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/toy"
)

// After a rewind past the beginning of a round the thread continues with a separate card for the repeated round, which
// shows nothing of the voided events. The log strikes those out, and commands about such an event say that it was taken
// back.
func TestRewindOverARound(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: small.Forms{}})}
	p.May[owner] = wire.ManageServer
	p.Slash(owner, []string{"setup"}, party.Opt("moderators", string(modRole)))
	p.Roles[judge] = []wire.RoleID{modRole}
	id := p.Begin(party.Opt("rounds", "5"))
	p.Round()
	p.Play(ann, "bid 4")
	p.Play(ben, "bid 1")
	told := p.PublicOf(id).Facts
	bids := func(n int) (at string) { // the number of the nth bid of the match
		for i, f := range told {
			if f, is := f.(toy.Fact); is && f.What == "bid" {
				if n--; n == 0 {
					return strconv.Itoa(i + 1)
				}
			}
		}
		t.Fatal("no such bid")
		return ""
	}
	first, second := bids(1), bids(3)
	before := p.Cards()

	p.Moderates(judge, id, "rewind", party.Opt("event", first))
	cards := p.Cards()
	if len(cards) <= len(before) {
		t.Fatalf("no card after the rewind, of %d", len(before))
	}
	card := func() (said string) { // the newest card, because notices are below it
		for _, m := range p.Cards() {
			if strings.Contains(bottest.Words(m.Message), "board-") || len(m.Message.Files) > 0 {
				said = bottest.Words(m.Message)
			}
		}
		return said
	}
	open := 0
	for _, m := range cards {
		for _, control := range bottest.ControlsOf(m.Message).Buttons {
			if strings.HasPrefix(control.ID, customid.View) {
				open++
			}
		}
	}
	if open != 1 {
		t.Errorf("%d cards have the button to one's view, expected the last", open)
	}
	if said := card(); !strings.Contains(said, "is void, including what older cards show") || strings.Contains(said, " bid 3") {
		t.Errorf("the card after the rewind reads\n%s", said)
	}
	for _, f := range p.PublicOf(id).Facts[len(told):] {
		if _, void := f.(game.Void); void {
			t.Errorf("%v is void", f)
		}
	}
	log := bottest.Words(*p.Slash(ann, []string{"match", "log"}).Letter)
	if !strings.Contains(log, "~~A bid 3.") || !strings.Contains(log, "~~A bid 4.") {
		t.Errorf("the log does not strike through what is void:\n%s", log)
	}
	p.Says(p.Mod(judge, id, "legal", party.Opt("event", second)), "taken back later")
	p.Says(p.Mod(judge, id, "rewind", party.Opt("event", second), party.Opt("reason", "again")), "was taken back and does not stand")

	p.Play(ann, "bid 2")
	p.Play(ben, "bid 1")
	if said := card(); !strings.Contains(said, "A bid 2.") || strings.Contains(said, "bid 3") {
		t.Errorf("the round that is played again reads\n%s", said)
	}
	p.Says(p.Mod(judge, id, "rewind", party.Opt("event", strconv.Itoa(len(told)+1)), party.Opt("reason", "as it was")), "taken back there count again")
	p.Click(judge, p.Newest(judge), "|go")
	p.Settle()
	if log := bottest.Words(*p.Slash(ann, []string{"match", "log"}).Letter); !strings.Contains(log, "~~A bid 2.") || strings.Contains(log, "~~A bid 4.") {
		t.Errorf("what was taken back does not stand again:\n%s", log)
	}
}

// Notices of disputes and of moderators are posted where the cards are: in the channel after the thread was deleted,
// both before and after the next card, and in no new thread.
func TestNoticesGoWhereTheCardsAre(t *testing.T) {
	p, id := party.Court(t)
	p.Wire.Remove(string(p.Wire.Threads()[0]))
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "a slip"), party.In(string(id)))
	p.Settle()
	p.Moderates(judge, id, "uphold")
	p.Play(ann, "bid 2")
	p.Moderates(judge, id, "note")
	said := ""
	for _, m := range p.Wire.Messages(bottest.General) {
		said += bottest.Words(m.Message) + "\n"
	}
	for _, want := range []string{"opened a dispute", "upheld the dispute or appeal", "wrote a note", "has no thread"} {
		if !strings.Contains(said, want) {
			t.Errorf("the channel does not say %q:\n%s", want, said)
		}
	}
	if n := len(p.Wire.Threads()); n != 1 {
		t.Errorf("%d threads, expected the one that was deleted", n)
	}
}

// Before a moderator ends a match, or resumes one while a dispute is open, they read the consequences.
func TestConfirmationsSayWhatFollows(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "nothing changes the result afterwards")
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "a slip"), party.In(string(id)))
	p.Settle()
	p.Says(p.Mod(judge, id, "resume", party.Opt("reason", "x")), "The dispute stays open")
	for _, decides := range []string{"dismiss", "uphold"} {
		p.Mod(judge, id, decides, party.Opt("reason", "x"))
		if got := bottest.Words(p.Newest(judge).Message); strings.Contains(got, "stays open") || !strings.Contains(got, "about to") {
			t.Errorf("%s: %s", decides, got)
		}
	}
}

// A notice of a moderator's act links to the match.
func TestNoticesLeadToTheMatch(t *testing.T) {
	p, id := party.Court(t)
	p.Moderates(judge, id, "note")
	want := "⚖️ A moderator wrote a note into the match's record. By Name of judge: for a good reason\n-# Match `" + string(id) + "` · <#" + string(p.Wire.Threads()[0]) + ">"
	for _, user := range []wire.UserID{ann, ben} {
		said := ""
		for _, m := range p.Wire.Messages(wire.ChannelID("dm-" + user)) {
			said += bottest.Words(m.Message) + "\n"
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s is not told %q:\n%s", user, want, said)
		}
	}
}
