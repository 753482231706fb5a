package campaign_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game/table"
)

// The user who appealed an act in a campaign may withdraw the appeal, once and for good, from its answer or from the list of acts. Nobody else can. Everybody reads it
// on the card and in the list, and the moderators are told.
func TestAppealInACampaignIsWithdrawn(t *testing.T) {
	for _, fromList := range []bool{false, true} {
		w := newRuled(t)
		w.Control(judge, "captain", "cal")
		w.Settle()
		w.Says(w.appeals(w.u, 1), "Your appeal is open")
		for _, u := range []wire.UserID{w.mate, w.other, judge, second, eve} {
			if w.offers(u, "|withdrawn") {
				t.Errorf("%s may withdraw it", u)
			}
			w.Says(w.Press(u, w.Newest(u), w.id()+"|withdrawn.1"), "only they can withdraw it")
		}
		cards := len(w.Wire.Messages(bottest.General))
		if fromList {
			w.acts(w.u)
			w.Says(w.does(w.u, "|withdrawn", "", "1"), "You have withdrawn your appeal")
		} else {
			w.Says(w.does(w.u, "|withdrawn", ""), "You have withdrawn your appeal")
		}
		w.CardSays("Name of " + string(w.u) + " has withdrawn the appeal")
		if n := len(w.Wire.Messages(bottest.General)); n != cards {
			t.Error("it posts a new card")
		}
		for user, want := range map[wire.UserID]int{second: 1, judge: 1, w.u: 0} {
			n := 0
			for _, m := range w.Direct(user) {
				if strings.Contains(bottest.Words(m.Message), "has withdrawn the appeal. The act: ") {
					n++
				}
			}
			if n != want {
				t.Errorf("%s is told %d times", user, n)
			}
		}
		w.Says(w.Press(w.u, w.Newest(w.u), w.id()+"|withdrawn.1"), "That appeal is decided")
		w.Says(w.Press(w.u, w.Newest(w.u), w.id()+"|appeal.1"), "appealed before")
		w.Says(w.Press(second, w.Newest(second), w.id()+"|undone.1"), "That appeal is decided")
		if w.offers(second, "|judge") || w.offers(w.u, "|withdrawn") || w.offers(w.u, "|appeal") {
			t.Error("there is something left to decide")
		}
		w.Says(w.acts(eve), "has withdrawn the appeal")
		w.Slash(w.u, party.PrivacyCommand("export"))
		if file := string(w.Newest(w.u).Files[0].Data); !strings.Contains(file, "withdrawn") || strings.Contains(file, `"decisions"`) {
			t.Errorf("the export:\n%s", file)
		}
	}
}

// A finished campaign whose appeal waits is not deleted to make room, however many others end; once it is decided, it goes like any other.
func TestAppealKeepsItsCampaign(t *testing.T) {
	w := newRuled(t)
	id := w.CampaignID()
	w.Control(judge, "ended.moderator")
	w.Settle()
	w.Says(w.appeals(w.u, 1), "Your appeal is open")
	others := func() {
		for n := range 60 {
			w.Clock.Advance(time.Hour / 30)
			w.Says(w.Command(eve, "start", party.Opt("name", fmt.Sprint("x", n))), "x")
			w.Press(eve, w.Newest(eve), strings.Replace(party.ControlOf(t, w.Newest(eve), "|history"), "history", "ended.off", 1))
		}
	}
	others()
	rs, err := w.Store.List(ctx, "campaign/guild/", "", 100)
	if err != nil || len(rs) > 50 {
		t.Errorf("%d campaigns are kept (%v)", len(rs), err)
	}
	if w.Stored("campaign/guild/"+id) == "" {
		t.Fatal("it is deleted with its appeal")
	}
	w.Press(second, w.CampaignCard(), "campaign|"+id+"|acts")
	w.Says(w.does(second, "|judge", "", "1"), "The appeal: ")
	w.Says(w.does(second, "|confirms", "having looked again"), "Decided")
	others()
	if w.Stored("campaign/guild/"+id) != "" {
		t.Error("it stays after the decision")
	}
}

// A server whose finished campaigns wait for appeals begins no further one beyond the bound: otherwise nothing could be deleted.
func TestWaitingCampaignsAreBounded(t *testing.T) {
	w := newRuled(t)
	id := w.CampaignID()
	w.Control(judge, "ended.moderator")
	w.Settle()
	w.Says(w.appeals(w.u, 1), "Your appeal is open")
	raw := w.Stored("campaign/guild/" + id)
	for n := 2; n <= bound.WaitingCampaigns.Most; n++ {
		if n == bound.WaitingCampaigns.Most { // one less than the bound
			w.Says(w.Command(eve, "start", party.Opt("name", "last")), "last")
		}
		other := fmt.Sprintf("%s%d", id[:len(id)-2], n+10)
		if err := w.Store.Put(ctx, table.Record{Key: "campaign/guild/" + other, Value: []byte(strings.ReplaceAll(raw, id, other))}); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(time.Hour)
	if said := party.Text(w.Command(judge, "start", party.Opt("name", "beyond"))); !strings.Contains(said, fmt.Sprint(bound.WaitingCampaigns.Most)) || strings.Contains(said, "beyond") {
		t.Errorf("answered %s", said)
	}
}
