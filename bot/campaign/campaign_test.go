package campaign_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/series"
	"downsync/game/table"
	"downsync/game/toy"
)

// Two people play a series to its end by buttons alone. Its card says who must act, and history and result match its
// matches.
func TestCampaignOfTwo(t *testing.T) {
	w := campaigns.New(t, party.Opt("opponent", "ben"))
	w.CardSays("It begins when <@ben> (Name of ben) joins **Sun**")
	w.Says(w.Click(eve, w.CampaignCard(), "Join: Sun"), "kept for another player")
	w.Says(w.Click(ben, w.CampaignCard(), "Join: Sun"), "You play for **Sun** now.")
	w.Settle()
	u, other := w.First(ann, ben)
	w.Says(w.Command(other, "attack"), wire.Mention(u, "Name of "+string(u))+" of")
	one := w.Fights(u, other)
	w.CardSays("The match is on: **rounds: 1**")
	w.Quits(other, one)
	w.CardSays("Matches won")
	w.Says(w.Command(eve, "history"), "**1.** rounds: 1, won by who chose")
	two := w.Fights(other, u)
	w.Quits(other, two)
	w.CardSays("has won: by its matches")
	w.Says(w.Command(eve, "history"), "**2.** rounds: 1, won by the other")
	w.Says(w.Command(u, "attack"), "no such campaign here")

	// The matches themselves lead to the same log.
	log := anew(w)
	s, err := log.State(toy.Cup{})
	if err != nil {
		t.Fatal(err)
	}
	side, over := s.Winner()
	if names := [2]wire.UserID{ann, ben}; !over || names[side] != u {
		t.Errorf("worked out anew side %d has won, %t", side, over)
	}
}

// anew returns the campaign's log, computed from its matches alone. It fails unless the stored log is the same.
func anew(w campaigns.Campaign) series.Log {
	w.T.Helper()
	kept := w.Record()
	log := series.Log{Version: kept.Log.Version, Setup: kept.Log.Setup}
	for n, id := range kept.Matches {
		p, err := w.Hall.Public(ctx, id)
		if err != nil {
			w.T.Fatal(err)
		}
		place, err := bot.PlaceOf(p.Meta)
		if err != nil || place.Series == nil || place.Series.N != n+1 {
			w.T.Fatalf("match %d of the series: %+v, %v", n+1, place.Series, err)
		}
		log.Played = append(log.Played, series.Played{Choice: place.Series.Choice, Result: *p.Result})
	}
	a, _ := json.Marshal(log)
	b, _ := json.Marshal(kept.Log)
	if string(a) != string(b) {
		w.T.Errorf("worked out anew\n%s\nkept\n%s", a, b)
	}
	return log
}

// teams returns a campaign of ann and cal against ben and dan. one and other are the captains; the side of one chooses
// first.
func teams(t *testing.T) (w campaigns.Campaign, one, other, oneMate, otherMate wire.UserID) {
	t.Helper()
	return teamsAs(t, func(*bottest.Setup) {})
}

func teamsAs(t *testing.T, change func(*bottest.Setup)) (w campaigns.Campaign, one, other, oneMate, otherMate wire.UserID) {
	t.Helper()
	w = campaigns.NewAs(t, change, party.Opt("form", "five"))
	w.Click(ben, w.CampaignCard(), "Join: Sun")
	w.Click(cal, w.CampaignCard(), "Join: Moon")
	w.Says(w.Command(dan, "join", party.Opt("side", "Sun")), "You play for **Sun** now.")
	w.Settle()
	one, other = w.First(ann, ben)
	mates := map[wire.UserID]wire.UserID{ann: cal, ben: dan}
	return w, one, other, mates[one], mates[other]
}

// Teams take turns: the member who has waited longest plays, unless the captain appoints another or the players whose
// turn it is do not come.
func TestCampaignOfTeams(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.Says(w.Command(oneMate, "attack"), wire.Mention(one, "Name of "+string(one))+" of")
	w.Quits(other, w.Fights(one, other))
	w.Says(w.Command(other, "attack", party.Opt("target", "7")), "cannot be chosen now")
	w.Says(w.Command(otherMate, "appoint", party.Opt("member", string(other))), "Only the captain")
	w.Says(w.Command(other, "appoint", party.Opt("member", string(one))), "somebody of your own side")
	w.Says(w.Command(one, "attack"), wire.Mention(otherMate, "Name of "+string(otherMate))+" of") // who has waited longest
	two := w.Fights(otherMate, oneMate)
	w.Quits(oneMate, two)
	w.CardSays("Matches won: 1 to 1")
	w.Says(w.Command(one, "appoint"), "plays the next match?")
	w.Says(w.Click(one, w.Newest(one), "plays the next match", string(oneMate)), "plays the next match of your side")
	w.Settle()
	w.Says(w.Command(other, "attack"), wire.Mention(oneMate, "Name of "+string(oneMate))+" of")
	w.Says(w.Command(other, "appoint", party.Opt("member", string(otherMate)), party.Opt("as", "captain")), "leads your side now")
	w.Says(w.Command(other, "appoint", party.Opt("member", string(otherMate))), "Only the captain")

	w.Pass(3*24*time.Hour - time.Minute)
	w.Command(one, "leave") // the captain may leave at any time, and the next member leads the side
	w.Says(w.Click(one, w.Newest(one), "Leave the campaign"), "You have left")
	w.Says(w.Command(one, "attack"), "neither side")
	w.Quits(other, w.Fights(oneMate, other))
	anew(w)
	w.Says(w.Command(otherMate, "appoint", party.Opt("member", string(other)), party.Opt("as", "out")), "no longer plays for your side")
	w.Says(w.Command(eve, "map"), wire.Mention(otherMate, "Name of "+string(otherMate))+" of **")
	w.Command(oneMate, "leave")
	party.Has(t, w.Newest(oneMate), "nobody else, so the other side wins")
	w.Click(oneMate, w.Newest(oneMate), "Leave the campaign")
	w.Settle()
	w.CardSays("has won: as the other side has nobody left")
}

// The players whose turn it is have three days; then any member of their side may act, and leads it.
func TestCampaignThatWaits(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.Pass(3 * 24 * time.Hour)
	w.Says(w.Command(oneMate, "map"), "has let it wait")
	w.Says(w.Command(oneMate, "appoint", party.Opt("member", string(oneMate)), party.Opt("as", "captain")), "leads your side now")
	w.Says(w.Command(oneMate, "attack", party.Opt("target", "1")), "Your challenge is out")
	w.Settle()
	w.Says(w.Click(otherMate, w.CampaignCard(), "accept|"), "for somebody else")
	w.Says(w.Click(eve, w.CampaignCard(), "accept|"), "for somebody else")
	w.Says(w.Slash(other, []string{"match", "decline"}), "cannot decline")
	w.Says(w.Command(other, "end"), "The other side wins")
	w.Pass(3 * 24 * time.Hour)
	w.Says(w.Click(otherMate, w.CampaignCard(), "accept|"), "Choose your force")
	w.Says(w.Click(oneMate, w.CampaignCard(), "Take it back"), "chooses the next match")
	w.Settle()
	w.CardSays("chooses the next match")
	w.Says(w.Click(otherMate, w.Newest(otherMate), "force|", "blue"), "no longer open")

	w.Pass(14 * 24 * time.Hour)
	w.Says(w.Command(other, "end"), "has let it wait, so your side wins")
	w.Says(w.Command(one, "end"), "Only the captain")
	w.Says(w.Click(other, w.Newest(other), "End it"), "is over")
	w.Says(w.Click(other, w.Newest(other), "Map"), "as the other side let it wait too long")
}

// The public card invites users to join until the first match is under way or both sides are full. A user who comes
// later, or presses another user's control, is told the current state.
func TestCampaignCardForOthers(t *testing.T) {
	joins := func(m bottest.Message) bool { _, ok := bottest.ControlsOf(m.Message).Find("Join: "); return ok }
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	one, other := w.First(ann, ben)
	if !joins(w.CampaignCard()) {
		t.Error("nobody can join before the first match")
	}
	id := w.Attacks(one)
	if joins(w.CampaignCard()) {
		t.Error("the card calls to join a campaign that goes on")
	}
	w.CardSays("`/campaign join` joins a side")
	w.Says(w.Click(eve, w.CampaignCard(), "accept|"), "**Name of "+string(other)+"** is asked to accept it")
	w.Takes(other, id)
	w.Settle()
	w.Says(w.Click(eve, w.CampaignCard(), "ready|"), "between **Name of "+string(one)+"** and **Name of "+string(other)+"**")
	w.CardSays("The match begins when " + wire.Mention(one, "Name of "+string(one)) + " is ready.")
	w.Says(w.Click(eve, w.CampaignCard(), "My side"), "`/campaign join` joins one")
	w.Command(eve, "map")
	if !joins(w.Newest(eve)) {
		t.Error("whoever comes later cannot join from the map")
	}

	full := campaigns.New(t, party.Opt("size", "1"))
	full.Says(full.Click(ben, full.CampaignCard(), "Join: Sun"), "You play for **Sun** now.")
	full.Settle()
	if joins(full.CampaignCard()) {
		t.Error("the card calls to join sides that are full")
	}
	full.Says(full.Click(eve, full.CampaignCard(), "My side"), "and both are full")
}

// A newcomer begins a campaign from /help, with two presses.
func TestCampaignFromHelp(t *testing.T) {
	w := campaigns.New(t)
	w.Slash(eve, []string{"help"})
	w.Says(w.Click(eve, w.Newest(eve), "Campaigns"), "The cup")
	m := w.Newest(eve)
	m.Channel = bottest.General // where Discord shows it
	w.Says(w.Press(eve, m, party.ControlOf(t, m, "Lead: Sun")), "It begins when somebody joins **Moon**")
	w.Settle()
	w.CardSays("Campaign of Name of eve")
	w.Says(w.Press(eve, w.Newest(eve), "campaigns|chess|1"), "older message")
}

// The card may be drawn, which the record notes, between the reading of a campaign and an attack in it. The attack is
// made anyway.
func TestCampaignChosenAsTheCardIsDrawn(t *testing.T) {
	w := campaigns.New(t, party.Opt("opponent", "ben"))
	w.Click(ben, w.CampaignCard(), "Join: Sun")
	w.Settle()
	u, other := w.First(ann, ben)
	drawn := 0
	for _, h := range w.Hosts() {
		challenge := h.Bot.Hooks.SeriesChallenge
		h.Bot.Hooks.SeriesChallenge = func(ctx context.Context, c *bot.Call, x bot.SeriesChallenge) wire.Answer {
			if drawn++; drawn == 1 {
				r := x.Also[0]
				if err := c.Records.Put(ctx, table.Record{Key: r.Key, Value: append(r.Was, ' ')}); err != nil {
					t.Error(err)
				}
			}
			return challenge(ctx, c, x)
		}
	}
	w.Fights(u, other)
	if drawn != 2 {
		t.Errorf("tried %d times, expected 2", drawn)
	}
}

// Every text about a campaign's match names the campaign and the match's subject, in public and to its players. Its
// result says what it changed, with a button to the page. In direct messages the inbox knows the campaigns that wait
// for the user, and its button works there.
func TestCampaignIsNamed(t *testing.T) {
	w := campaigns.New(t, party.Opt("opponent", "ben"))
	w.Click(ben, w.CampaignCard(), "Join: Sun")
	w.Settle()
	u, other := w.First(ann, ben)
	for who, waits := range map[wire.UserID]bool{u: true, other: false, eve: false} {
		if said := bottest.Words(*inDirect(w, who, "inbox").Letter); strings.Contains(said, "The cup") != waits {
			t.Errorf("%s is told %s", who, said)
		}
	}
	inDirect(w, u, "inbox")
	inbox := w.Newest(u)
	inbox.Channel = wire.ChannelID("dm-" + u)
	own := party.ControlOf(t, inbox, "campaign|")
	w.Says(w.Press(u, inbox, own), "also plays the match")
	inbox.Channel = wire.ChannelID("dm-" + eve)
	w.Says(w.Press(eve, inbox, own), "no such campaign here") // the id is no secret
	id := w.Fights(u, other)
	const in = "⚔️ **The cup** · rounds: 1"
	if all := w.Wire.Messages(bottest.General); !strings.Contains(bottest.Words(all[len(all)-1].Message), in) {
		t.Errorf("the channel says %s", bottest.Words(all[len(all)-1].Message))
	}
	raw, err := w.Store.Get(t.Context(), keys.Room(id))
	if err != nil {
		t.Fatal(err)
	}
	if name := w.Wire.ThreadName(wire.ChannelID(raw)); !strings.HasPrefix(name, "The cup · rounds: 1 · ") || !strings.Contains(name, "Name of ann") {
		t.Errorf("the thread is called %q", name)
	}
	if card := w.Wire.Messages(wire.ChannelID(raw)); len(card) == 0 || !strings.Contains(bottest.Words(card[len(card)-1].Message), in) {
		t.Errorf("the thread has %d messages without %s", len(card), in)
	}
	if m, ok := w.Wire.Console(u); !ok || !strings.Contains(bottest.Words(m.Message), in) {
		t.Errorf("the player's console says %s", bottest.Words(m.Message))
	}
	w.Quits(other, id)
	var result bottest.Message
	for _, m := range w.Wire.Messages(bottest.General) {
		if strings.Contains(bottest.Words(m.Message), "🏁") {
			result = m
		}
	}
	if said := bottest.Words(result.Message); !strings.Contains(said, "⚔️ **The cup**: rounds: 1, won by who chose.") || !strings.Contains(said, "chooses the next match") {
		t.Errorf("the result says %s", said)
	}
	w.Says(w.Click(eve, result, "campaign|"), "Matches won: ")
	if m, ok := w.Wire.Console(u); !ok || !strings.Contains(bottest.Words(m.Message), "won by who chose") {
		t.Errorf("the player is told %s", bottest.Words(m.Message))
	} else {
		w.Says(w.Press(u, m, party.ControlOf(t, m, "campaign|")), "Matches won: ")
	}
}

// inDirect gives a command in direct messages.
func inDirect(w campaigns.Campaign, u wire.UserID, command string) wire.Answer {
	w.T.Helper()
	return w.Slash(u, []string{command}, party.Opt("in", "dm-"+string(u)))
}

// A user's own page of a campaign leaves out what they have done: joining, and being ready. A user who may not end it
// sees no button for that. After a match the green button continues the campaign and does not offer a rematch.
func TestOwnPageOfACampaign(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	has := func(who wire.UserID, what, button string) bool {
		w.T.Helper()
		w.Control(who, what)
		_, ok := bottest.ControlsOf(w.Newest(who).Message).Find(button)
		return ok
	}
	if has(u, "map", "Join: ") || !has(eve, "map", "Join: ") {
		t.Error("who has joined is offered to join, or who has not is not")
	}
	w.Joins(cal, "1")
	if has(cal, "side", "End the campaign") || !has(ann, "side", "End the campaign") {
		t.Error("a member ends the campaign, or the captain does not")
	}
	id := w.Attacks(u)
	w.Pass(13 * 24 * time.Hour)
	w.Takes(other, id)
	if has(other, "map", "ready|") || !has(u, "map", "ready|") {
		t.Error("who is ready is asked to be, or who is not is not")
	}
}
