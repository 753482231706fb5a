package campaign_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A moderator on no side does not make a side win: neither by removing everybody from the other one, nor by appointing
// a captain who obeys them.
func TestCheatByDecidingForASide(t *testing.T) {
	for name, does := range map[string]func(w campaigns.Campaign, u, own wire.UserID){
		"the last one out": func(w campaigns.Campaign, u, own wire.UserID) {
			w.Control(judge, "out", string(own))
			w.Control(judge, "out", string(u))
		},
		"a captain": func(w campaigns.Campaign, u, own wire.UserID) {
			w.Says(w.Control(judge, "captain", string(own)), "leads your side now")
		},
		"a captain, as all before are out": func(w campaigns.Campaign, u, own wire.UserID) {
			w.Control(judge, "out", string(u))
		},
		"a captain, as the one before is out": func(w campaigns.Campaign, u, own wire.UserID) {
			w.Control(judge, "captain", string(own))
			w.Control(judge, "out", string(u))
		},
		"a captain again and again": func(w campaigns.Campaign, u, own wire.UserID) {
			for range 3 {
				w.Control(judge, "captain", string(own))
				w.Control(judge, "captain", string(u))
			}
			w.Control(judge, "captain", string(own))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := campaigns.NewTeams(t)
			u, other := w.First(ann, ben)
			w.Joins(cal, campaigns.SideOf[u])
			w.Joins(dan, campaigns.SideOf[other])
			w.May[judge] = wire.ManageServer
			does(w, u, cal)
			w.Settle()
			if got := party.Text(w.Control(cal, "end")); strings.Contains(got, "The other side wins") {
				t.Errorf("who leads by a moderator may give up: %s", got)
			}
			w.Control(cal, "ended", "resigned")
			w.Control(cal, "out", string(u))
			w.Settle()
			if got := bottest.Words(w.CampaignCard().Message); strings.Contains(got, "has won:") && !strings.Contains(got, "nobody has won") {
				t.Errorf("a side has won: %s", got)
			}
			w.CardSays("Name of judge, as a moderator: ")
			w.CardSays("Reason: for a good reason")
			w.Restart()
			w.Says(w.Control(eve, "map"), "Name of judge, as a moderator: ")
		})
	}
}

// A captain whom a moderator replaced may take the lead back, and after two weeks the new one decides.
func TestCaptainByAModerator(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, _ := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[u])
	w.May[judge] = wire.ManageServer
	w.Control(judge, "captain", "cal")
	w.Says(w.Control(u, "captain", string(u)), "leads your side now")
	w.Control(judge, "captain", "cal")
	w.Pass(14*24*time.Hour + time.Minute)
	w.Says(w.Control(cal, "end"), "The other side wins")
}

// A moderator needs a reason for an act about a campaign, and everybody reads it with their name, once for each act. It
// is deleted with their data.
func TestRulingsOfACampaign(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[u])
	w.Joins(dan, campaigns.SideOf[other])
	w.May[judge] = wire.ManageServer
	before := w.Stored("campaign/guild/" + w.CampaignID())
	id := strings.Join(strings.Split(party.ControlOf(t, w.CampaignCard(), "campaign|"), "|")[:2], "|")
	for _, what := range []string{"named.cal", "captain.cal", "out.cal", "ended.moderator"} {
		a := w.Press(judge, w.CampaignCard(), id+"|"+what)
		if a.Form == nil {
			t.Fatalf("%s asks for no reason: %s", what, party.Text(a))
		}
		for _, reason := range []string{"", " ", strings.Repeat("x", 301)} {
			w.Says(w.Submit(judge, w.CampaignCard(), a.Form, map[string]string{"reason": reason}), "Give a reason")
		}
	}
	if now := w.Stored("campaign/guild/" + w.CampaignID()); now != before {
		t.Errorf("it changed:\n%s\n%s", before, now)
	}
	for _, x := range [][2]string{{"named.cal", "<@cal> (Name of cal) plays the next match of"}, {"captain.cal", "<@cal> (Name of cal) leads"}, {"out.cal", "<@cal> (Name of cal) no longer plays for"}} {
		cards := len(w.Wire.Messages(bottest.General))
		w.Control(judge, x[0])
		w.Settle()
		w.CardSays("Name of judge, as a moderator: " + x[1])
		if n := len(w.Wire.Messages(bottest.General)); n != cards+1 {
			t.Errorf("%s: %d new cards, expected one", x[0], n-cards)
		}
	}
	w.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "dan"), party.Opt("reason", "rude"))
	w.Click(judge, w.Newest(judge), "|go")
	w.Settle()
	w.CardSays("Name of judge, as a moderator: <@dan> (Name of dan) of")
	w.CardSays("Reason: rude")
	w.Slash(judge, party.PrivacyCommand("export"))
	if file := string(w.Newest(judge).Files[0].Data); !strings.Contains(file, "for a good reason") {
		t.Errorf("the export does not tell of it:\n%s", file)
	}
	for _, who := range []wire.UserID{judge, cal} {
		w.Erase(who)
		if s := w.Stored("campaign/guild/" + w.CampaignID()); strings.Contains(s, `"`+string(who)+`"`) || strings.Contains(s, "Name of "+string(who)) {
			t.Errorf("%s stands in %s", who, s)
		}
	}
}
