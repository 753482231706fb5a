package person

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"downsync/bot"
	"downsync/bot/rating"
	"downsync/bot/wire"
)

// Matches of three or more have their own rating, beside the rating of matches of two. They count by the same rules. The result ranks the
// players, and players who left early rank behind all who stayed. A player who has met one of the others bound.Meetings times within
// a day can lose points in a match, but not gain any.

// severalRank is a user's record in a season at tables of three or more.
type severalRank struct {
	Skill  rating.Skill `json:"skill"`
	Played int          `json:"played"`
	Firsts int          `json:"firsts"` // matches in which they came first, alone or with others
}

// nextSeason returns the record at the beginning of the next season.
func (s *severalRank) nextSeason() *severalRank {
	if s == nil {
		return nil
	}
	return &severalRank{Skill: s.Skill.Idle(overSeason)}
}

// skill returns the user's skill.
func (r *ranked) skill() rating.Skill {
	if r.Several == nil {
		return rating.NewSkill()
	}
	return r.Several.Skill
}

// playsSeveral counts a match against several opponents, after which the user has that skill and that place in the
// result. It reports whether the user's record changes.
func (r *ranked) playsSeveral(opponents []wire.UserID, after rating.Skill, place int, now time.Time) bool {
	within := true
	for _, u := range opponents {
		var ok bool
		r.Met, ok = meets(r.Met, mostMet, u, now)
		within = within && ok
	}
	before := r.skill()
	lowers := after.Mu <= before.Mu && after.Sure() < before.Sure()
	if !within && !lowers {
		return false
	}
	if r.Several == nil {
		r.Several = &severalRank{}
	}
	r.Several.Skill = after
	if within {
		r.Last = now
	}
	r.Several.Played++
	if place == 1 {
		r.Several.Firsts++
	}
	return true
}

// atTables reports whether all the user's matches in the season were of three or more.
func (r ranked) atTables() bool {
	return r.Several != nil && r.Tally == (bot.Tally{}) && r.Rating.Dev >= rating.MostDev
}

// atTables returns the season's players at tables of three or more, the best first.
func atTables(all []ranked) []ranked {
	all = slices.DeleteFunc(slices.Clone(all), func(s ranked) bool { return s.Several == nil || s.Several.Played == 0 })
	slices.SortStableFunc(all, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(y.Several.Skill.Sure(), x.Several.Skill.Sure()), cmp.Compare(x.User, y.User))
	})
	return all
}

// severalLines returns a page of players at tables of three or more, a line each.
func severalLines(c *bot.Call, all []ranked, pages bot.Pages) (lines []string) {
	if len(all) <= pages.From {
		return nil
	}
	lines = append(lines, c.Text("**At tables of three or more**"))
	for n := pages.From; n < min(pages.To, len(all)); n++ {
		lines = append(lines, severalLine(c, n, all[n]))
	}
	return append(lines, c.Text("person.ladder-tables"))
}

// severalLine returns the line of the nth player, from 0, at tables of three or more.
func severalLine(c *bot.Call, n int, s ranked) string {
	x := s.Several
	return column(n, strconv.Itoa(int(x.Skill.Points()+0.5))) + " " +
		c.Say("%s · first in %d of %d, give or take %d", wire.Mention(s.User, s.Name), x.Firsts, x.Played, int(x.Skill.Range()+0.5))
}
