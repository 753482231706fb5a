package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
)

// A moderator on no side does not make a side win: neither by taking everybody of the other out, nor by a captain who does as they say.
func TestCheatByDecidingForASide(t *testing.T) {
	for name, does := range map[string]func(w war, u, own bot.UserID){
		"the last one out": func(w war, u, own bot.UserID) {
			w.control(judge, "out", string(own))
			w.control(judge, "out", string(u))
		},
		"a captain": func(w war, u, own bot.UserID) {
			w.says(w.control(judge, "captain", string(own)), "leads your side now")
		},
		"a captain, as all before are out": func(w war, u, own bot.UserID) {
			w.control(judge, "out", string(u))
		},
		"a captain, as the one before is out": func(w war, u, own bot.UserID) {
			w.control(judge, "captain", string(own))
			w.control(judge, "out", string(u))
		},
		"a captain again and again": func(w war, u, own bot.UserID) {
			for range 3 {
				w.control(judge, "captain", string(own))
				w.control(judge, "captain", string(u))
			}
			w.control(judge, "captain", string(own))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTeams(t)
			u, other := w.first(ann, ben)
			w.joins(cal, sideOf[u])
			w.joins(dan, sideOf[other])
			w.May[judge] = bot.ManageServer
			does(w, u, cal)
			w.Settle()
			if got := text(w.control(cal, "end")); strings.Contains(got, "The other side wins") {
				t.Errorf("who leads by a moderator may give up: %s", got)
			}
			w.control(cal, "ended", "resigned")
			w.control(cal, "out", string(u))
			w.Settle()
			if got := bottest.Words(w.card().Message); strings.Contains(got, "has won:") && !strings.Contains(got, "nobody has won") {
				t.Errorf("a side has won: %s", got)
			}
			w.saysCard("Name of judge, as a moderator: ")
			w.saysCard("Reason: for a good reason")
			w.Restart()
			w.says(w.control(eve, "map"), "Name of judge, as a moderator: ")
		})
	}
}

// The captain whom a moderator took the lead from may take it back, and after two weeks the new one decides.
func TestCaptainByAModerator(t *testing.T) {
	w := newTeams(t)
	u, _ := w.first(ann, ben)
	w.joins(cal, sideOf[u])
	w.May[judge] = bot.ManageServer
	w.control(judge, "captain", "cal")
	w.says(w.control(u, "captain", string(u)), "leads your side now")
	w.control(judge, "captain", "cal")
	w.Pass(14*24*time.Hour + time.Minute)
	w.says(w.control(cal, "end"), "The other side wins")
}

// Without a reason a moderator does nothing about a campaign, and everybody reads it with their name, once for each act; it goes with their data.
func TestRulingsOfACampaign(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	w.joins(cal, sideOf[u])
	w.joins(dan, sideOf[other])
	w.May[judge] = bot.ManageServer
	before := w.stored("campaign/guild/" + w.id())
	id := strings.Join(strings.Split(controlOf(t, w.card(), "campaign|"), "|")[:2], "|")
	for _, what := range []string{"named.cal", "captain.cal", "out.cal", "ended.moderator"} {
		a := w.Press(judge, w.card(), id+"|"+what)
		if a.Form == nil {
			t.Fatalf("%s asks for no reason: %s", what, text(a))
		}
		for _, reason := range []string{"", " ", strings.Repeat("x", 301)} {
			w.says(w.Submit(judge, w.card(), a.Form, map[string]string{"reason": reason}), "Give a reason")
		}
	}
	if now := w.stored("campaign/guild/" + w.id()); now != before {
		t.Errorf("it changed:\n%s\n%s", before, now)
	}
	for _, x := range [][2]string{{"named.cal", "<@cal> plays the next match of"}, {"captain.cal", "<@cal> leads"}, {"out.cal", "<@cal> no longer plays for"}} {
		cards := len(w.Wire.Messages(bottest.General))
		w.control(judge, x[0])
		w.Settle()
		w.saysCard("Name of judge, as a moderator: " + x[1])
		if n := len(w.Wire.Messages(bottest.General)); n != cards+1 {
			t.Errorf("%s: %d new cards, expected one", x[0], n-cards)
		}
	}
	w.Slash(judge, []string{"mod", "ban"}, opt("user", "dan"), opt("reason", "rude"))
	w.click(judge, w.Newest(judge), "|go")
	w.Settle()
	w.saysCard("Name of judge, as a moderator: <@dan> of")
	w.saysCard("Reason: rude")
	w.Slash(judge, privacy("export"))
	if file := string(w.Newest(judge).Files[0].Data); !strings.Contains(file, "for a good reason") {
		t.Errorf("the export does not tell of it:\n%s", file)
	}
	for _, who := range []bot.UserID{judge, cal} {
		w.erase(who)
		if s := w.stored("campaign/guild/" + w.id()); strings.Contains(s, `"`+string(who)+`"`) || strings.Contains(s, "Name of "+string(who)) {
			t.Errorf("%s stands in %s", who, s)
		}
	}
}
