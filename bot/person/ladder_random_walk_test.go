package person_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/stage"
	"downsync/bot/wire"
	"downsync/game/table"
)

// tallies returns the ladder's tally of each user, over all seasons.
func tallies(s *stage.Stage) map[wire.UserID]bot.Tally {
	out := map[wire.UserID]bot.Tally{}
	for _, sort := range []string{"rating", "season"} {
		rs, err := s.Store.List(ctx, sort, "", 999)
		if err != nil {
			s.T.Fatal(err)
		}
		for _, r := range rs {
			var x struct {
				User   wire.UserID
				Season string
				Tally  bot.Tally
			}
			if err := json.Unmarshal(r.Value, &x); err != nil {
				s.T.Fatal(r.Key, err)
			}
			if sort == "season" && strings.Contains(s.Stored(strings.Replace(r.Key[:strings.LastIndex(r.Key, "/")], "season", "rating", 1)), x.Season) {
				continue
			}
			t := out[x.User]
			t.Won, t.Lost, t.Drawn = t.Won+x.Tally.Won, t.Lost+x.Tally.Lost, t.Drawn+x.Tally.Drawn
			out[x.User] = t
		}
	}
	return out
}

// Whatever users do about matches, the ladder's tallies match the results of those that count.
func TestCheatTheTally(t *testing.T) {
	kinds := map[string]int{}
	for _, seed := range hosts.Seeds(1, 2, 3) {
		s := stage.New(t, uint64(seed))
		seen := map[string]bool{}
		want := map[wire.UserID]bot.Tally{}
		met := map[[2]wire.UserID][]time.Time{}
		var log []string
		unsure := false
		for range 60 {
			d := s.Any()
			if strings.HasPrefix(d.I.CustomID, "privacy|") {
				continue
			}
			if d.Span > 0 && s.IntN(3) > 0 {
				d.Span = min(d.Span, 9*time.Hour)
			}
			said := s.Do(s.Hosts()[s.IntN(2)], d)
			s.Settle()
			log = append(log, fmt.Sprintf("%s %s: %.70q", s.Clock.Now().Format("Jan 02 15:04"), d, said))
			for _, id := range s.IDs("match/") {
				p, err := s.Hall.Public(ctx, table.ID(id))
				if err != nil {
					t.Fatal(err)
				}
				if p.Result == nil || seen[id] {
					continue
				}
				seen[id] = true
				place, err := bot.PlaceOf(p.Meta)
				if err != nil {
					t.Fatal(err)
				}
				kinds[p.Result.Why]++
				if place.Casual() || slices.Contains([]string{"ruling", "void", "idle"}, p.Result.Why) || bot.Replaced(p.Facts, 0) {
					kinds["not counted"]++
					continue
				}
				for n := range 2 {
					u, o := p.Meta.Users[n], p.Meta.Users[1-n]
					score := bot.ScoreOf(*p.Result, n)
					if score > 0 {
						now := s.Clock.Now()
						all := slices.DeleteFunc(met[[2]wire.UserID{u, o}], func(x time.Time) bool { return now.Sub(x) >= 24*time.Hour })
						if len(all) >= 3 {
							kinds["too many"]++
							unsure = unsure || score < 1 // it counts if it costs the player something
							continue
						}
						met[[2]wire.UserID{u, o}] = append(all, now)
					}
					x := want[u]
					x.Add(score)
					want[u] = x
					log = append(log, fmt.Sprintf("-- %s %s: %s %v", id, p.Result.Why, u, score))
				}
			}
		}
		if got := tallies(s); !unsure && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("seed %d: the ladder says %v, expected %v\n%s", seed, got, want, strings.Join(log, "\n"))
		}
	}
	t.Log(kinds)
}
