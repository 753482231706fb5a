package campaign_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A side has chosen even if its choice cannot be announced because the bot may not post in the channel at that moment.
// The other side is awaited, and notified once the bot may. Otherwise whoever manages the channel could remove the
// permission whenever the other side chooses, and win on time.
func TestCheatByForbiddingTheChoice(t *testing.T) {
	for _, how := range []string{"denied", "gone"} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"), party.Opt("form", "five"))
		u, other := w.First(ann, ben)
		page := func(x wire.UserID, verb string) string {
			return party.Text(w.Press(x, bottest.Message{ID: "m1", Channel: wire.ChannelID("dm-" + x), Only: x}, "campaign|"+onlyCampaign(w)+"@guild|"+verb))
		}
		w.Wire.Deny(bottest.General, true)
		if how == "gone" {
			w.Wire.Remove(string(bottest.General))
		}
		party.Has(t, bottest.Message{Message: *w.Press(u, bottest.Message{ID: "m1", Channel: wire.ChannelID("dm-" + u), Only: u}, "campaign|"+onlyCampaign(w)+"@guild|attack", "1").Letter},
			"Your challenge is out", "I cannot post in this challenge's channel")
		w.Settle()
		if how == "gone" {
			w.Pass(14*day + time.Hour)
			for _, x := range []wire.UserID{u, other} {
				if said := page(x, "end"); !strings.Contains(said, "The other side wins") {
					t.Errorf("%s may say: %s", x, said)
				}
			}
			continue
		}
		w.Wire.Deny(bottest.General, false)
		w.Pass(14*day + time.Hour)
		for _, x := range []wire.UserID{other, u} {
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

// A side loses on time only while the card that notified it exists. If a moderator of the other side deletes that card,
// the side is notified again and then has the time to come. However often it is deleted, the other side does not wait
// for ever.
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

// onlyCampaign returns the id of the only stored campaign.
func onlyCampaign(w campaigns.Campaign) string {
	w.T.Helper()
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 9)
	if err != nil || len(rs) != 1 {
		w.T.Fatal(len(rs), err)
	}
	return strings.TrimPrefix(rs[0].Key, "campaign/guild/")
}
