package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
)

// justBefore is a store that has something happen right before a challenge is written or becomes a match, once.
type justBefore struct {
	between
}

func (s justBefore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if does := *s.does; does != nil && slices.ContainsFunc(c.Records, func(r table.Record) bool { return strings.HasPrefix(r.Key, "table/") }) {
		*s.does = nil
		does()
	}
	return s.Store.Commit(ctx, c)
}

// A user who leaves a side, or is taken out of it, at the very moment at which they choose, accept or are ready for its next match, plays no
// match for it, and does not keep the place of those who would.
func TestCheatByLeavingMeanwhile(t *testing.T) {
	for _, clock := range []string{"slow", "none"} {
		for _, what := range []string{"chooses", "accepts", "is ready"} {
			for _, how := range []string{"leaves", "is taken out"} {
				if clock == "none" && what == "is ready" {
					continue
				}
				t.Run(clock+", "+what+", "+how, func(t *testing.T) {
					var does func()
					w := newWarAs(t, func(s *bottest.Setup) {
						s.Store = func(s table.Store) table.Store { return justBefore{between{s, &does}} }
					}, opt("clock", clock))
					second := w.Start()
					w.joins(ben, "2")
					u, other := w.first(ann, ben)
					w.joins(cal, sideOf[u])
					w.joins(dan, sideOf[other])
					mole, captain := cal, u
					if what == "accepts" {
						mole, captain = dan, other
					}
					away := func() {
						i := bot.Interaction{ID: "meanwhile", Kind: bot.Press, User: mole, Name: string(mole), Guild: "guild", Channel: bottest.General,
							CustomID: "campaign|" + w.id() + "@guild|left"}
						if how == "is taken out" {
							i.User, i.Name, i.CustomID = captain, string(captain), strings.Replace(i.CustomID, "left", "out", 1)
							i.Values = []string{string(mole)}
						}
						w.says(second.Bot.Handle(t.Context(), i), map[string]string{"leaves": "You have left", "is taken out": "no longer plays"}[how])
					}
					w.control(captain, "named", string(mole))
					switch what {
					case "chooses":
						does = away
						w.control(mole, "attack", "1")
					case "accepts":
						id := w.attacks(u)
						w.Press(mole, w.card(), "accept|"+string(id))
						does = away
						w.click(mole, w.Newest(mole), "force|", "blue")
					case "is ready":
						id := w.attacks(mole)
						w.takes(other, id)
						does = away
						w.Press(mole, w.lobby(), "ready|"+string(id))
					}
					w.Settle()
					if does != nil {
						t.Fatal("nothing happened meanwhile")
					}
					if all, err := w.Hall.MatchesOf(ctx, mole); err != nil || len(all) > 0 {
						t.Errorf("who went away plays %v: %v", all, err)
					}
					w.control(eve, "map")
					if what != "accepts" {
						w.says(w.control(u, "attack", "1"), "Your challenge is out")
						w.Settle()
					}
					w.Press(other, w.card(), controlOf(t, w.lobby(), "accept|"))
					w.says(w.click(other, w.Newest(other), "force|", "blue"), map[string]string{"slow": "You are in", "none": "The match begins"}[clock])
				})
			}
		}
	}
}

// A user who joins the other side to lose it its campaign does not come to do that when the side lets the other wait: who is made captain then
// plays its matches, and neither gives it up nor empties it for two weeks. The captain before takes the lead back.
func TestCheatByTakingTheLead(t *testing.T) {
	begins := func() (w war, captain bot.UserID) {
		w = newTeams(t, opt("clock", "slow"))
		u, _ := w.first(ann, ben)
		side := sideOf[u]
		w.joins(cal, side) // the infiltrator
		w.joins(dan, side)
		w.Pass(3*day + time.Hour)
		return w, u
	}
	members := func(w war, n int) {
		t.Helper()
		if got := strings.Count(text(w.control(dan, "side")), "•"); got != n {
			t.Errorf("the side has %d members, not %d", got, n)
		}
	}
	w, captain := begins()
	for _, x := range []bot.UserID{captain, dan} {
		w.says(w.control(cal, "out", string(x)), "Only the captain")
	}
	w.says(w.control(cal, "captain", "cal"), "leads your side now")
	for range 2 {
		for _, x := range []bot.UserID{captain, dan} {
			w.says(w.control(cal, "out", string(x)), "Only the captain")
		}
		w.says(w.control(cal, "end"), "campaign")
		w.control(cal, "ended", "resigned")
		w.says(w.control(eve, "map"), "chooses the next match")
		w.control(cal, "captain", "dan") // who gives the lead back, for it to be whole
		w.control(dan, "captain", "cal")
		w.Pass(6 * day)
	}
	members(w, 3)
	w.says(w.control(captain, "captain", string(captain)), "leads your side now")
	w.says(w.control(captain, "out", "cal"), "no longer plays for your side")
	members(w, 2)
	w.says(w.control(captain, "ended", "resigned"), "is over")

	// Nor do they take back what the others of the side make, unless its challenger is away.
	w, captain = begins()
	other := map[bot.UserID]bot.UserID{ann: ben, ben: ann}[captain]
	w.says(w.control(cal, "captain", "cal"), "leads your side now")
	id := w.attacks(dan)
	w.says(w.control(cal, "back"), "You cannot do that now")
	w.takes(other, id)
	w.Pass(23 * time.Hour)
	w.says(w.control(cal, "back"), "You cannot do that now")
	w.Pass(time.Hour)
	w.says(w.control(cal, "back"), "chooses the next match")
	w.Pass(day) // in which others may who were not away
	w.attacks(dan)
	w.says(w.control(captain, "back"), "chooses the next match")

	// Whom the captain appoints is one, and so is who leads for two weeks.
	w, captain = begins()
	w.says(w.control(cal, "captain", "dan"), "leads your side now")
	w.Pass(14 * day)
	w.says(w.control(dan, "out", string(captain)), "no longer plays for your side")
	w, captain = begins()
	w.says(w.control(captain, "captain", "dan"), "leads your side now")
	w.says(w.control(captain, "out", "dan"), "Only the captain")
	w.says(w.control(dan, "end"), "The other side wins")
}

// Nor does a user who has joined a side to lose it its campaign hold its place in the next match: once they have been away for a day, any
// member who was there all the while frees it.
func TestCheatByHoldingThePlace(t *testing.T) {
	for _, player := range []string{"challenger", "taker"} {
		w := newTeams(t, opt("clock", "quick"))
		u, other := w.first(ann, ben)
		lost := map[string]bot.UserID{"challenger": u, "taker": other}[player] // whose side it is
		for _, x := range []bot.UserID{cal, dan} {
			w.joins(x, sideOf[lost])
		}
		w.Pass(3*day + time.Hour)
		var id table.ID
		if player == "challenger" {
			id = w.attacks(cal)
			w.takes(other, id)
		} else {
			id = w.attacks(u)
			w.Pass(3*day + time.Hour)
			w.takes(cal, id)
			w.Pass(time.Hour)
			w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "You are ready")
		}
		w.joins(eve, sideOf[lost]) // who was not there
		w.Pass(day - time.Minute)
		w.says(w.control(dan, "back"), "You cannot do that now")
		w.Pass(time.Minute)
		w.says(w.control(eve, "back"), "You cannot do that now")
		if player == "challenger" {
			w.says(w.control(dan, "back"), "chooses the next match")
			w.says(w.control(cal, "attack", "1"), "You cannot do that now") // for a day
			id = w.attacks(dan)
			w.takes(other, id)
			w.says(w.Press(dan, w.lobby(), "ready|"+string(id)), "The match begins")
			continue
		}
		w.says(w.control(dan, "back"), "accepts now")
		w.says(w.Press(cal, w.card(), "accept|"+string(id)), "is for somebody else")
		w.takes(dan, id)
		w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "The match begins")
		w.erase(cal)
		if s := w.about("cal"); len(s) > 0 {
			t.Errorf("it is kept of who was away: %v", s)
		}
	}
}

// A moderator who had a side is not forgotten because another account comes and goes and has its data removed, again and again.
func TestCheatByBeingForgotten(t *testing.T) {
	w := newTeams(t)
	u, other := w.first(ann, ben)
	side := sideOf[u]
	w.May[judge] = bot.ManageServer
	w.joins(judge, side)
	w.says(w.control(judge, "left"), "You have left")
	id := w.fights(u, other)
	for range 101 {
		w.control(cal, "join."+side)
		w.control(cal, "left")
		w.erase(cal)
	}
	w.says(w.mod(judge, id, "end", opt("result", "a"), opt("reason", "x")), "You have or had a side")
	if n := strings.Count(w.stored("campaign/guild/"+w.id()), bot.GoneUser); n != 1 {
		t.Errorf("it remembers %d users who are gone", n)
	}
}
