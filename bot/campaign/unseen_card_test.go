package campaign_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/game/table"
)

// A side whose choice cannot be told, as the bot may not write in the channel at that moment, has chosen: the other side is waited for, and called
// when it may. Whoever manages the channel could else take that right whenever the other side chooses, and win by the time.
func TestCheatByForbiddingTheChoice(t *testing.T) {
	for _, how := range []string{"denied", "gone"} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"), party.Opt("form", "five"))
		u, other := w.First(ann, ben)
		page := func(x bot.UserID, verb string) string {
			return party.Text(w.Press(x, bottest.Message{ID: "m1", Channel: bot.ChannelID("dm-" + x), Only: x}, "campaign|"+onlyCampaign(w)+"@guild|"+verb))
		}
		w.Wire.Deny(bottest.General, true)
		if how == "gone" {
			w.Wire.Remove(string(bottest.General))
		}
		party.Has(t, bottest.Message{Message: *w.Press(u, bottest.Message{ID: "m1", Channel: bot.ChannelID("dm-" + u), Only: u}, "campaign|"+onlyCampaign(w)+"@guild|attack", "1").Letter},
			"Your challenge is out", "I cannot post in this challenge's channel")
		w.Settle()
		if how == "gone" {
			w.Pass(14*day + time.Hour)
			for _, x := range []bot.UserID{u, other} {
				if said := page(x, "end"); !strings.Contains(said, "The other side wins") {
					t.Errorf("%s may say: %s", x, said)
				}
			}
			continue
		}
		w.Wire.Deny(bottest.General, false)
		w.Pass(14*day + time.Hour)
		for _, x := range []bot.UserID{other, u} {
			if said := page(x, "end"); !strings.Contains(said, "The other side wins") {
				t.Errorf("%s may say: %s", x, said)
			}
		}
		w.Settle()
		if calls := w.Card().Mention; len(calls) != 1 || calls[0] != other {
			t.Errorf("the card calls %v:\n%s", calls, bottest.Words(w.Card().Message))
		}
		id := table.ID(strings.TrimPrefix(party.ControlOf(t, w.Card(), "accept|"), "accept|"))
		w.Takes(other, id)
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "The match begins")
	}
}

// A side loses by the time only while the card stands that called it. A moderator of the other side who deletes that card has them called again,
// and they have the time to come then; however often it is deleted, the other side does not wait for ever.
func TestCheatByDeletingTheCard(t *testing.T) {
	for _, hides := range []bool{false, true} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"), party.Opt("form", "five"))
		late, waits := w.First(ann, ben)
		ends := func() string {
			return party.Text(w.Press(waits, bottest.Message{ID: "m1", Channel: bottest.General}, "campaign|"+onlyCampaign(w)+"@guild|ended.idle"))
		}
		w.Wire.Remove(string(w.CampaignCard().ID))
		w.Pass(14*day + time.Hour)
		w.Wire.Deny(bottest.General, hides)
		if said := ends(); !strings.Contains(said, "The other side wins") {
			t.Fatalf("it may end: %s", said)
		}
		w.Wire.Deny(bottest.General, false)
		w.Settle()
		if hides {
			if said := ends(); !strings.Contains(said, "The other side wins") {
				t.Fatalf("it may end: %s", said)
			}
			w.Settle()
		}
		if calls := w.CampaignCard().Mention; len(calls) != 1 || calls[0] != late {
			t.Errorf("the card calls %v", calls)
		}
		days := 0
		for ; days < 9 && !strings.Contains(ends(), "is over"); days++ {
			w.Wire.Remove(string(w.CampaignCard().ID))
			w.Pass(day + time.Hour)
		}
		if days < 6 || days == 9 {
			t.Errorf("it ends after %d more days", days)
		}
	}
}

// onlyCampaign is the id of the only campaign that is stored.
func onlyCampaign(w campaigns.Campaign) string {
	w.T.Helper()
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 9)
	if err != nil || len(rs) != 1 {
		w.T.Fatal(len(rs), err)
	}
	return strings.TrimPrefix(rs[0].Key, "campaign/guild/")
}
