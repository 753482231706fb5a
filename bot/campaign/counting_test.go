package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A match counts once in its campaign, however it ends and whichever process dies on the way.
func TestCampaignThroughKills(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.Restart()
	id := w.Fights(one, other)
	w.Restart()
	w.CardSays("The match is on")
	w.Slash(other, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id))) // nothing is told before the process dies
	if got := countedMatches(w); len(got) != 1 || got[0] != id {
		t.Errorf("with the end of %s were counted %v", id, got)
	}
	w.Restart()
	w.Says(w.Command(one, "history"), "matches 1 to 1 of 1")
	w.Settle()
	w.CardSays("Matches won")
	w.Restart()
	w.Quits(oneMate, w.Fights(otherMate, oneMate))
	w.Restart()
	w.Quits(other, w.Fights(one, other))
	w.Quits(one, w.Fights(otherMate, oneMate)) // not in it: nothing happens
	w.Says(w.Command(eve, "history"), "matches 1 to 3 of 3")
	anew(w)
	cards := 0
	for _, m := range w.Wire.Messages(bottest.General) {
		if strings.Contains(bottest.Words(m.Message), "## ⚔️") {
			cards++
		}
	}
	if cards != 1 {
		t.Errorf("%d cards show the campaign; expected the newest alone", cards)
	}
}

// blind is a store that fails to return the campaign's record while it is set, so that an end is committed without it.
type blind struct {
	table.Store
	on *bool
}

func (s blind) Get(ctx context.Context, key string) ([]byte, error) {
	if *s.on && strings.HasPrefix(key, "campaign/") {
		return nil, errors.New("out of reach")
	}
	return s.Store.Get(ctx, key)
}

// If the end of a match could not be counted in its commit, the next reader on any host counts it, once.
func TestCampaignCountsLater(t *testing.T) {
	on := false
	w, one, other, _, _ := teamsAs(t, func(s *bottest.Setup) { s.Store = func(s table.Store) table.Store { return blind{s, &on} } })
	id := w.Fights(one, other)
	on = true
	w.Slash(other, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
	on = false
	if len(countedMatches(w)) != 0 {
		t.Fatal("it was counted at once")
	}
	for range 3 {
		w.Says(w.Command(eve, "history"), "matches 1 to 1 of 1")
	}
	w.Settle()
	w.CardSays("chooses the next match")
	anew(w)
}

// countedMatches returns the matches that the campaign has counted.
func countedMatches(w campaigns.Campaign) []table.ID { return w.Record().Matches }

// A void match does not count: the side may choose again. A ruling with a result counts like any other.
func TestCampaignRulings(t *testing.T) {
	w, one, other, oneMate, otherMate := teams(t)
	w.May[owner] = wire.ManageServer
	w.Slash(owner, setup, party.Opt("moderators", string(modRole)))
	w.Roles[judge] = []wire.RoleID{modRole}
	rules := func(id table.ID, result string) {
		t.Helper()
		w.Says(w.Slash(judge, []string{"mod", "end"}, party.Opt("match", string(id)), party.Opt("result", result), party.Opt("reason", "so")), "You are about to")
		w.Click(judge, w.Newest(judge), "|go")
		w.Settle()
	}
	rules(w.Fights(one, other), "void")
	if len(countedMatches(w)) != 0 {
		t.Error("a void match was counted")
	}
	w.CardSays(wire.Mention(one, "Name of "+string(one)) + " of")
	rules(w.Fights(one, other), "b")
	w.CardSays("Matches won")
	w.Says(w.Command(one, "history"), "won by the other")
	rules(w.Fights(otherMate, oneMate), "draw")
	w.Says(w.Command(one, "history"), "drawn")
	anew(w)
}

// again is a hall in which a finished match runs again, as after a restored backup.
type again struct {
	bot.Reader
	runs *table.ID
}

func (h again) Public(ctx context.Context, id table.ID) (table.Public, error) {
	p, err := h.Reader.Public(ctx, id)
	if id == *h.runs {
		p.Result = nil
	}
	return p, err
}

// A counted match that runs again is uncounted, and counted again after its end.
func TestCampaignTakesBack(t *testing.T) {
	runs := table.ID("")
	w, one, other, _, _ := teamsAs(t, func(s *bottest.Setup) {
		s.Hall = func(h bot.Hall) bot.Hall { h.Reader = again{h.Reader, &runs}; return h }
	})
	id := w.Fights(one, other)
	w.Quits(other, id)
	w.Says(w.Command(eve, "history"), "1 of 1")
	runs = id
	w.Says(w.Command(eve, "history"), "no match has been played yet")
	w.Says(w.Command(eve, "map"), "The match is on")
	runs = ""
	w.Says(w.Command(eve, "map"), "chooses the next match")
	anew(w)
	if got := countedMatches(w); !slices.Equal(got, []table.ID{id}) {
		t.Errorf("counted %v", got)
	}
}

// A campaign that somebody gave up stays finished and keeps its counted matches, even if one of them runs again.
func TestCampaignGivenUpStaysOver(t *testing.T) {
	runs := table.ID("")
	w, one, other, _, _ := teamsAs(t, func(s *bottest.Setup) {
		s.Hall = func(h bot.Hall) bot.Hall { h.Reader = again{h.Reader, &runs}; return h }
	})
	id := w.Fights(one, other)
	w.Quits(other, id)
	w.Says(w.Control(other, "ended", "resigned"), "is over")
	runs = id
	w.Says(w.Command(eve, "map"), "as the other side gave up")
	w.Says(w.Command(eve, "history"), "1 of 1")
	if got := countedMatches(w); !slices.Equal(got, []table.ID{id}) {
		t.Errorf("counted %v", got)
	}
}

// If no new card can be posted, the old one shows the campaign's current state.
func TestCampaignWithoutANewCard(t *testing.T) {
	w, one, other, _, _ := teams(t)
	id := w.Fights(one, other)
	w.Slash(other, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
	for _, h := range w.Hosts() {
		h.Bot.Wire = mute{h.Bot.Wire}
	}
	w.Settle()
	w.CardSays("chooses the next match")
}

// mute is a Discord that accepts no new messages in the channel of campaigns, for example because the bot lost its
// permission.
type mute struct{ wire.Wire }

func (m mute) Post(ctx context.Context, channel wire.ChannelID, x wire.Message, nonce string) (wire.MessageID, error) {
	if channel == bottest.General {
		return "", wire.ErrDenied
	}
	return m.Wire.Post(ctx, channel, x, nonce)
}

// A running match does not show in its campaign: the public view of the campaign is the same whatever is played.
func TestCampaignTellsNothingOfMatches(t *testing.T) {
	shows := func(lines ...string) (out []string) {
		w, one, other, _, _ := teams(t)
		id := w.Fights(one, other)
		for _, line := range lines {
			w.Slash(one, []string{"order"}, party.Opt("line", line), party.Opt("match", string(id)))
			w.Settle()
		}
		for _, command := range []string{"map", "history", "appoint"} {
			out = append(out, party.Text(w.Command(other, command)))
		}
		return append(out, bottest.Words(w.CampaignCard().Message), fmt.Sprint(w.CampaignCard().Edits))
	}
	quiet := shows()
	if got := shows("bid 3", "note red"); !slices.Equal(got, quiet) {
		t.Errorf("after a bid\n%s\nbefore it\n%s", got, quiet)
	}
}

// Two who choose at once, on two hosts, begin one match.
func TestCampaignChosenTwice(t *testing.T) {
	w, one, _, _, _ := teams(t)
	w.Command(one, "attack")
	asked := w.Newest(one)
	w.Says(w.Press(one, asked, party.ControlOf(t, asked, "campaign|"), "1"), "Your challenge is out")
	w.Says(w.Press(one, asked, party.ControlOf(t, asked, "campaign|"), "2"), "cannot do that now")
	w.Settle()
	if rs, err := w.Store.List(ctx, "table/", "", 9); err != nil || len(rs) != 1 {
		t.Errorf("%d challenges, %v", len(rs), err)
	}
	w.CardSays("rounds: 1")
}

// held is a wire on which something else happens once before a message is edited, as on a host that stands still for a while.
type held struct {
	wire.Wire
	before *func()
}

func (w held) Edit(ctx context.Context, channel wire.ChannelID, id wire.MessageID, m wire.Message) error {
	if do := *w.before; do != nil {
		*w.before = nil
		do()
	}
	return w.Wire.Edit(ctx, channel, id, m)
}

// A host that stands still while it brings a campaign's card up to date, and goes on when another has shown what is newer, has the card shown
// once more.
func TestCampaignCardAfterAPause(t *testing.T) {
	var before func()
	w := campaigns.NewAs(t, func(s *bottest.Setup) {
		s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return held{w, &before} }
	}, party.Opt("clock", "slow"))
	w.Joins(ben, "2")
	w.Command(cal, "join", party.Opt("side", "1"))
	before = func() {
		w.Command(dan, "join", party.Opt("side", "2"))
		if _, err := w.Hosts()[1].Bot.Due(ctx); err != nil {
			t.Error(err)
		}
		w.CardSays("<@dan>")
	}
	if _, err := w.Hosts()[0].Bot.Due(ctx); err != nil {
		t.Error(err)
	}
	w.Settle()
	w.CardSays("<@dan>")
	if before != nil {
		t.Error("nothing happened in between")
	}
}
