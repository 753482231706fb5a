package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
)

// justBefore is a store that has something happen right before a challenge is written or becomes a match, once.
type justBefore struct {
	between
}

func (s justBefore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if does := *s.does; does != nil && slices.ContainsFunc(c.Records, func(r table.Record) bool { return strings.HasPrefix(r.Key, "challenge/") }) {
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
					w.joins(cal, map[bot.UserID]string{ann: "1", ben: "2"}[u])
					w.joins(dan, map[bot.UserID]string{ann: "1", ben: "2"}[other])
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
