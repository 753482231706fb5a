package campaign_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// justBefore is a store in which something happens once, right before a challenge is written or becomes a match.
type justBefore struct {
	hosts.BeforeTable
}

func (s justBefore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if does := *s.Does; does != nil && slices.ContainsFunc(c.Records, func(r table.Record) bool { return strings.HasPrefix(r.Key, "table/") }) {
		*s.Does = nil
		does()
	}
	return s.Store.Commit(ctx, c)
}

// A user leaves a side, or is removed from it, at the very moment at which they choose, accept or are ready for its
// next match. They play no match for it, and do not block the place for others.
func TestCheatByLeavingMeanwhile(t *testing.T) {
	for _, clock := range []string{"slow", "none"} {
		for _, what := range []string{"chooses", "accepts", "is ready"} {
			for _, how := range []string{"leaves", "is taken out"} {
				if clock == "none" && what == "is ready" {
					continue
				}
				t.Run(clock+", "+what+", "+how, func(t *testing.T) {
					var does func()
					w := campaigns.NewAs(t, func(s *bottest.Setup) {
						s.Store = func(s table.Store) table.Store { return justBefore{hosts.BeforeTable{Store: s, Does: &does}} }
					}, party.Opt("clock", clock))
					second := w.Start()
					w.Joins(ben, "2")
					u, other := w.First(ann, ben)
					w.Joins(cal, campaigns.SideOf[u])
					w.Joins(dan, campaigns.SideOf[other])
					mole, captain := cal, u
					if what == "accepts" {
						mole, captain = dan, other
					}
					away := func() {
						i := wire.Interaction{ID: "meanwhile", Kind: wire.Press, User: mole, Name: string(mole), Guild: "guild", Channel: bottest.General,
							CustomID: "campaign|" + w.CampaignID() + "@guild|left"}
						if how == "is taken out" {
							i.User, i.Name, i.CustomID = captain, string(captain), strings.Replace(i.CustomID, "left", "out", 1)
							i.Values = []string{string(mole)}
						}
						w.Says(second.Bot.Handle(t.Context(), i), map[string]string{"leaves": "You have left", "is taken out": "no longer plays"}[how])
					}
					w.Control(captain, "named", string(mole))
					switch what {
					case "chooses":
						does = away
						w.Control(mole, "attack", "1")
					case "accepts":
						id := w.Attacks(u)
						w.Press(mole, w.CampaignCard(), "accept|"+string(id))
						does = away
						w.Click(mole, w.Newest(mole), "force|", "blue")
					case "is ready":
						id := w.Attacks(mole)
						w.Takes(other, id)
						does = away
						w.Press(mole, w.Card(), "ready|"+string(id))
					}
					w.Settle()
					if does != nil {
						t.Fatal("nothing happened meanwhile")
					}
					if all, err := w.Hall.MatchesOf(ctx, mole); err != nil || len(all) > 0 {
						t.Errorf("who went away plays %v: %v", all, err)
					}
					w.Control(eve, "map")
					if what != "accepts" {
						w.Says(w.Control(u, "attack", "1"), "Your challenge is out")
						w.Settle()
					}
					w.Press(other, w.CampaignCard(), party.ControlOf(t, w.Card(), "accept|"))
					w.Says(w.Click(other, w.Newest(other), "force|", "blue"), map[string]string{"slow": "You are in", "none": "The match begins"}[clock])
				})
			}
		}
	}
}

// A user who joins the other side in order to lose its campaign cannot do so when that side keeps the other waiting. If
// they become captain then, they play its matches, but for two weeks they can neither give it up nor empty it. The
// captain before them can take the lead back.
func TestCheatByTakingTheLead(t *testing.T) {
	begins := func() (w campaigns.Campaign, captain wire.UserID) {
		w = campaigns.NewTeams(t, party.Opt("clock", "slow"))
		u, _ := w.First(ann, ben)
		side := campaigns.SideOf[u]
		w.Joins(cal, side) // the infiltrator
		w.Joins(dan, side)
		w.Pass(3*day + time.Hour)
		return w, u
	}
	members := func(w campaigns.Campaign, n int) {
		t.Helper()
		if got := strings.Count(party.Text(w.Control(dan, "side")), "•"); got != n {
			t.Errorf("the side has %d members, not %d", got, n)
		}
	}
	w, captain := begins()
	for _, x := range []wire.UserID{captain, dan} {
		w.Says(w.Control(cal, "out", string(x)), "Only the captain")
	}
	w.Says(w.Control(cal, "captain", "cal"), "leads your side now")
	for range 2 {
		for _, x := range []wire.UserID{captain, dan} {
			w.Says(w.Control(cal, "out", string(x)), "Only the captain")
		}
		w.Says(w.Control(cal, "end"), "campaign")
		w.Control(cal, "ended", "resigned")
		w.Says(w.Control(eve, "map"), "chooses the next match")
		w.Control(cal, "captain", "dan") // returns the lead, so that it is complete
		w.Control(dan, "captain", "cal")
		w.Pass(6 * day)
	}
	members(w, 3)
	w.Says(w.Control(captain, "captain", string(captain)), "leads your side now")
	w.Says(w.Control(captain, "out", "cal"), "no longer plays for your side")
	members(w, 2)
	w.Says(w.Control(captain, "ended", "resigned"), "is over")

	// They cannot withdraw other members' challenges either, unless the challenger is away.
	w, captain = begins()
	other := map[wire.UserID]wire.UserID{ann: ben, ben: ann}[captain]
	w.Says(w.Control(cal, "captain", "cal"), "leads your side now")
	id := w.Attacks(dan)
	w.Says(w.Control(cal, "back"), "You cannot do that now")
	w.Takes(other, id)
	w.Pass(23 * time.Hour)
	w.Says(w.Control(cal, "back"), "You cannot do that now")
	w.Pass(time.Hour)
	w.Says(w.Control(cal, "back"), "chooses the next match")
	w.Pass(day) // those who were not away may act then
	w.Attacks(dan)
	w.Says(w.Control(captain, "back"), "chooses the next match")

	// This includes a user whom the captain appoints, and one who has led for two weeks.
	w, captain = begins()
	w.Says(w.Control(cal, "captain", "dan"), "leads your side now")
	w.Pass(14 * day)
	w.Says(w.Control(dan, "out", string(captain)), "no longer plays for your side")
	w, captain = begins()
	w.Says(w.Control(captain, "captain", "dan"), "leads your side now")
	w.Says(w.Control(captain, "out", "dan"), "Only the captain")
	w.Says(w.Control(dan, "end"), "The other side wins")
}

// A user who has joined a side in order to lose its campaign cannot hold its place in the next match either: once they
// have been away for a day, any member who was there all the while can free it.
func TestCheatByHoldingThePlace(t *testing.T) {
	for _, player := range []string{"challenger", "taker"} {
		w := campaigns.NewTeams(t, party.Opt("clock", "quick"))
		u, other := w.First(ann, ben)
		lost := map[string]wire.UserID{"challenger": u, "taker": other}[player] // the user of the player's side
		for _, x := range []wire.UserID{cal, dan} {
			w.Joins(x, campaigns.SideOf[lost])
		}
		w.Pass(3*day + time.Hour)
		var id table.ID
		if player == "challenger" {
			id = w.Attacks(cal)
			w.Takes(other, id)
		} else {
			id = w.Attacks(u)
			w.Pass(3*day + time.Hour)
			w.Takes(cal, id)
			w.Pass(time.Hour)
			w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "You are ready")
		}
		w.Joins(eve, campaigns.SideOf[lost]) // she was not there
		w.Pass(day - time.Minute)
		w.Says(w.Control(dan, "back"), "You cannot do that now")
		w.Pass(time.Minute)
		w.Says(w.Control(eve, "back"), "You cannot do that now")
		if player == "challenger" {
			w.Says(w.Control(dan, "back"), "chooses the next match")
			w.Says(w.Control(cal, "attack", "1"), "You cannot do that now") // for a day
			id = w.Attacks(dan)
			w.Takes(other, id)
			w.Says(w.Press(dan, w.Card(), "ready|"+string(id)), "The match begins")
			continue
		}
		w.Says(w.Control(dan, "back"), "accepts now")
		w.Says(w.Press(cal, w.CampaignCard(), "accept|"+string(id)), "is for somebody else")
		w.Takes(dan, id)
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "The match begins")
		w.Erase(cal)
		if s := w.About("cal"); len(s) > 0 {
			t.Errorf("it is kept of who was away: %v", s)
		}
	}
}

// A moderator who had a side is remembered even if another account joins, leaves and has its data removed again and
// again.
func TestCheatByBeingForgotten(t *testing.T) {
	w := campaigns.NewTeams(t)
	u, other := w.First(ann, ben)
	side := campaigns.SideOf[u]
	w.May[judge] = wire.ManageServer
	w.Joins(judge, side)
	w.Says(w.Control(judge, "left"), "You have left")
	id := w.Fights(u, other)
	for range 101 {
		w.Control(cal, "join."+side)
		w.Control(cal, "left")
		w.Erase(cal)
	}
	w.Says(w.Mod(judge, id, "end", party.Opt("result", "a"), party.Opt("reason", "x")), "You have or had a side")
	if n := strings.Count(w.Stored("campaign/guild/"+w.CampaignID()), bot.GoneUser); n != 1 {
		t.Errorf("it remembers %d users who are gone", n)
	}
}
