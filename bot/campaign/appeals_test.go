package campaign_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// ruled is a campaign of two on each side, in which judge and second may decide. u leads the side that chooses, mate is on it.
type ruled struct {
	campaigns.Campaign
	u, mate, other wire.UserID
}

func newRuled(t *testing.T) ruled {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	w.Joins(cal, campaigns.SideOf[u])
	w.Joins(dan, campaigns.SideOf[other])
	w.May[judge], w.May[second] = wire.ManageServer, wire.ManageServer
	w.Slash(second, []string{"mod", "list"})
	return ruled{w, u, cal, other}
}

// acts lists the campaign's acts for the user.
func (w ruled) acts(u wire.UserID) wire.Answer { return w.Command(u, "acts") }

// does chooses an act from a select of the list, or presses a button below it, and gives a reason.
func (w ruled) does(u wire.UserID, words, reason string, values ...string) wire.Answer {
	w.T.Helper()
	m := w.Newest(u)
	a := w.Click(u, m, words, values...)
	if a.Form != nil {
		a = w.Submit(u, m, a.Form, map[string]string{"reason": reason})
	}
	w.Settle()
	return a
}

// appeals appeals against the act of that number.
func (w ruled) appeals(u wire.UserID, n int) wire.Answer {
	w.T.Helper()
	w.acts(u)
	return w.does(u, "|appeal", "it was not right", fmt.Sprint(n))
}

// decides decides about the appeal against the act of that number.
func (w ruled) decides(u wire.UserID, n int, what string) wire.Answer {
	w.T.Helper()
	w.acts(u)
	if a := w.does(u, "|judge", "", fmt.Sprint(n)); !strings.Contains(party.Text(a), "The appeal: ") {
		return a
	}
	return w.does(u, "|"+what, "having looked again")
}

// offers reports whether the list of acts offers the user a control with these words.
func (w ruled) offers(u wire.UserID, words string) bool {
	a := w.acts(u)
	_, ok := bottest.ControlsOf(*a.Letter).Find(words)
	return ok
}

// Each act of a moderator in a campaign that changes something can be appealed once, by those whom it concerns. Granted, it is undone;
// everybody reads the decision on the card, and the person and the moderators are told.
func TestActsInACampaignAreAppealed(t *testing.T) {
	captain := func(w ruled, u wire.UserID) bool { return w.Record().Teams[w.sideOf(u)].Members[0].User == u }
	for _, x := range []struct {
		what   string
		by     func(ruled) wire.UserID
		not    []func(ruled) wire.UserID
		undone func(ruled) bool // what it looks like then
	}{
		{"named.cal", func(w ruled) wire.UserID { return w.u }, []func(ruled) wire.UserID{func(w ruled) wire.UserID { return w.other }}, nil},
		{"captain.cal", func(w ruled) wire.UserID { return w.u }, []func(ruled) wire.UserID{func(w ruled) wire.UserID { return w.other }, func(ruled) wire.UserID { return eve }},
			func(w ruled) bool { return captain(w, w.u) }},
		{"out.cal", func(ruled) wire.UserID { return cal }, []func(ruled) wire.UserID{func(w ruled) wire.UserID { return w.u }}, func(w ruled) bool { return w.sideOf(cal) == w.sideOf(w.u) }},
		{"ended.moderator", func(w ruled) wire.UserID { return w.other }, []func(ruled) wire.UserID{func(ruled) wire.UserID { return eve }}, func(w ruled) bool {
			return !strings.Contains(bottest.Words(w.CampaignCard().Message), "It is over")
		}},
	} {
		for _, decision := range []string{"undone", "confirms"} {
			t.Run(x.what+" "+decision, func(t *testing.T) {
				w := newRuled(t)
				w.Control(judge, x.what)
				w.Settle()
				if x.undone != nil && x.undone(w) {
					t.Fatal("the act changes nothing")
				}
				for _, not := range x.not {
					if w.offers(not(w), "|appeal") {
						t.Errorf("%s may appeal", not(w))
					}
				}
				cards, u := len(w.Wire.Messages(bottest.General)), x.by(w)
				w.Says(w.appeals(u, 1), "Your appeal is open")
				w.CardSays("Appeal by Name of " + string(u) + ": it was not right")
				if n := len(w.Wire.Messages(bottest.General)); n != cards {
					t.Error("an appeal posts a new card")
				}
				if w.offers(u, "|appeal") {
					t.Error("it can be appealed twice")
				}
				for user, loud := range map[wire.UserID]bool{second: true, judge: false} {
					if m := w.Direct(user); len(m) != 1 || !strings.Contains(bottest.Words(m[0].Message), "it was not right") || m[0].Message.Silent == loud {
						t.Errorf("%s is sent %v", user, m)
					}
				}
				w.Says(w.decides(judge, 1, decision), "another moderator must decide it")
				w.Says(w.decides(second, 1, decision), "Decided")
				w.CardSays("Name of second, as a moderator: the appeal is ")
				if x.undone != nil && x.undone(w) != (decision == "undone") {
					t.Errorf("undone: %t", x.undone(w))
				}
				for _, user := range []wire.UserID{u, judge} {
					if s := bottest.Words(w.Direct(user)[len(w.Direct(user))-1].Message); !strings.Contains(s, "The decision: the appeal is ") {
						t.Errorf("%s is told %s", user, s)
					}
				}
				w.Restart()
				w.Says(w.acts(eve), "having looked again")
				if w.offers(second, "|judge") || w.offers(u, "|appeal") {
					t.Error("there is something left to appeal or decide")
				}
				w.Says(w.Press(u, w.Newest(u), w.id()+"|appeal.1"), map[bool]string{true: "appealed before", false: "appeal"}[x.undone == nil || decision == "confirms"])
			})
		}
	}
}

// id begins the custom ids of the campaign's controls.
func (w ruled) id() string {
	return strings.Join(strings.Split(party.ControlOf(w.T, w.CampaignCard(), "campaign|"), "|")[:2], "|")
}

// sideOf returns the user's side by the record, -1 if they have none.
func (w ruled) sideOf(u wire.UserID) int {
	for n, t := range w.Record().Teams {
		for _, m := range t.Members {
			if m.User == u {
				return n
			}
		}
	}
	return -1
}

// No granted appeal makes a side win: a captain whom a moderator had named decides as little after it as before.
func TestCheatByAppealForTheLead(t *testing.T) {
	w := newRuled(t)
	w.Joins("gil", campaigns.SideOf[w.u])
	w.Control(judge, "captain", "cal")
	w.Control(judge, "captain", "gil")
	w.Settle()
	w.Says(w.appeals(cal, 2), "Your appeal is open")
	w.Says(w.decides(second, 2, "undone"), "Decided")
	if got := party.Text(w.Control(cal, "end")); strings.Contains(got, "The other side wins") {
		t.Errorf("who leads by a moderator may give up: %s", got)
	}
	w.Says(w.Control(w.u, "captain", string(w.u)), "leads your side now")
}

// If a moderator took out the last player of a side, the campaign goes on once the appeal is granted. Whoever took them out decides after
// a week, also with their data removed meanwhile.
func TestLastOneOutIsTakenBackIn(t *testing.T) {
	w := newRuled(t)
	w.Control(judge, "out", "cal")
	w.Control(judge, "out", string(w.u))
	w.Settle()
	w.CardSays("It is over, and nobody has won")
	if w.offers(cal, "|appeal") {
		t.Error("an act before the end may be appealed")
	}
	w.Says(w.appeals(w.u, 2), "Your appeal is open")
	w.Erase(judge)
	w.Says(w.decides(judge, 2, "undone"), "another moderator must decide it")
	w.Pass(7*24*time.Hour - time.Hour)
	w.Says(w.decides(judge, 2, "undone"), "another moderator must decide it")
	w.Pass(time.Hour)
	w.Says(w.decides(judge, 2, "undone"), "Decided")
	if w.sideOf(w.u) < 0 || strings.Contains(bottest.Words(w.CampaignCard().Message), "It is over") {
		t.Errorf("it does not go on: %s", bottest.Words(w.CampaignCard().Message))
	}
}

// The list shows all kept acts on pages, at most twenty. One under appeal stays whatever else moderators do.
func TestActsAreListed(t *testing.T) {
	w := newRuled(t)
	w.Control(judge, "named", "cal")
	w.Control(judge, "captain", "cal")
	w.Says(w.appeals(w.u, 2), "Your appeal is open")
	for range 20 {
		w.Control(judge, "named", "cal")
		w.Pass(time.Hour)
	}
	all := ""
	for page := range 3 {
		all += party.Text(w.Press(eve, w.CampaignCard(), fmt.Sprintf("%s|acts.%d", w.id(), page)))
	}
	if !strings.Contains(all, "`22`") || !strings.Contains(all, "`4`") || strings.Contains(all, "`3`") || !strings.Contains(all, "`2`") || strings.Contains(all, "`1`") || !strings.Contains(all, "Page 3 of 3") {
		t.Errorf("listed: %s", all)
	}
	w.Says(w.decides(second, 2, "confirms"), "Decided")
}

// An appeal lists with the user's data, and their words go with it.
func TestPrivacyDeleteOfAnAppeal(t *testing.T) {
	w := newRuled(t)
	w.Control(judge, "captain", "cal")
	w.Says(w.appeals(w.u, 1), "Your appeal is open")
	w.Says(w.decides(second, 1, "confirms"), "Decided")
	for u, own := range map[wire.UserID]string{w.u: "it was not right", judge: "for a good reason", second: "having looked again"} {
		w.Slash(u, party.PrivacyCommand("export"))
		if file := string(w.Newest(u).Files[0].Data); !strings.Contains(file, own) {
			t.Errorf("the export of %s lacks %q:\n%s", u, own, file)
		}
	}
	for u, own := range map[wire.UserID]string{w.u: "it was not right", judge: "for a good reason", second: "having looked again"} {
		w.Erase(u)
		for _, left := range []string{`"` + string(u) + `"`, "Name of " + string(u), own} {
			if s := w.Stored("campaign/guild/" + w.CampaignID()); strings.Contains(s, left) {
				t.Errorf("%q stands in %s", left, s)
			}
		}
	}
}
