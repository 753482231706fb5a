package person

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/rating"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/rival"
	"downsync/game/seal"
	"downsync/game/table"
)

// The ladder of a server, by seasons of a quarter of a year.
//
// A match counts if it got beyond its set-up and ended by play, by agreement, by a concession, or by missed turns; the
// player who conceded or missed the turns has lost. In its set-up a match counts if somebody concedes it or misses the
// turns once everybody has learned the sides' lists: otherwise a player could look at the other's and begin again. Apart
// from that, a match does not count if it ended in its set-up; if a moderator
// ended it or declared it void; if a moderator put another player into a seat, who did not choose that position; if a
// player's data was removed; or if both let their last turn lapse at once. Matches against the program, and with hints,
// count nowhere here.
//
// Of the matches that a player does not lose against the same opponent, at most bound.Meetings count for them within a
// day: otherwise somebody with two accounts could win as often as they like. A match beyond that is in no tally; it may
// lower the player's place but not raise it, because otherwise a player who has won as many would play the next match
// without risk. Every match that a player loses is in their tally, so that a player who is losing several cannot
// concede them all on one day without a trace; beyond bound.Meetings, losses do not raise their place either. A place
// rises with each result that makes the rating more certain, even with a draw or a loss, so the bound applies to the
// place and not to the rating.
//
// Each match is a rating period of its own. For each 30 days without a match a rating becomes less certain. A season
// begins with the ratings of the last one, less certain by half a year's idleness.

const (
	idlePeriod = 30 * 24 * time.Hour
	overSeason = 6 // idle periods between seasons
	// mostMet and mostGiven bound the matches that a user's record remembers, far above what can be played in a day: a
	// record too large for the store would prevent their matches from ending.
	mostMet   = 200
	mostGiven = 100
	topShown  = 15
	surelyDev = 110 // a rating with a greater deviation is shown as unsettled
)

// ranked is a user's place on a server's ladder in a season.
type ranked struct {
	User     wire.UserID          `json:"user"`
	Name     string               `json:"name,omitempty"` // as of the last match that counted; "" in older records
	Season   string               `json:"season"`
	Rating   rating.Rating        `json:"rating"`
	Tally    bot.Tally            `json:"tally"`
	Factions map[string]bot.Tally `json:"factions,omitempty"`
	Several  *severalRank         `json:"several,omitempty"` // nil: no match of three or more
	Last     time.Time            `json:"last"`
	// Met holds the matches within a day that counted and were not lost, and Given those that were lost, at most
	// bound.Meetings of each against the same opponent. The latest come last, at most mostMet and mostGiven.
	Met   []meeting `json:"met,omitempty"`
	Given []meeting `json:"given,omitempty"`
}

// meeting is a match that counted. It holds a keyed hash of the opponent, so that removing their data does not erase
// the match, and nobody's id stays in another user's record.
type meeting struct {
	At   time.Time `json:"at"`
	Key  string    `json:"key"`
	Hash string    `json:"hash"`
	Lost bool      `json:"lost,omitempty"` // set by older programs only
}

// meets adds a match against the opponent to those within a day, unless there are already bound.Meetings against
// them; ok is false then.
func meets(past []meeting, most int, opponent wire.UserID, now time.Time) (all []meeting, ok bool) {
	same := 0
	for _, m := range past {
		if m.Lost || now.Sub(m.At) >= bound.Meetings.Span {
			continue
		}
		all = append(all, m)
		if m.Hash == bot.KeyedHash(m.Key, string(opponent)) {
			same++
		}
	}
	if ok = same < bound.Meetings.Most; ok {
		key := rand.Text()
		all = append(all, meeting{At: now, Key: key, Hash: bot.KeyedHash(key, string(opponent))})
	}
	return all[max(0, len(all)-most):], ok
}

// plays counts a match with a faction ("" for none) against an opponent with that rating. score is 1 for a win, 0 for a
// loss. It reports whether the player's place or tally changes.
func (r *ranked) plays(opponent wire.UserID, against rating.Rating, score float64, faction string, now time.Time) bool {
	ok := false
	if score > 0 {
		r.Met, ok = meets(r.Met, mostMet, opponent, now)
	} else {
		r.Given, ok = meets(r.Given, mostGiven, opponent, now)
	}
	after := r.Rating.After(rating.Result{Against: against, Score: score})
	lowers := after.R <= r.Rating.R && after.Sure() < r.Rating.Sure()
	if ok || lowers {
		r.Rating = after
	}
	if ok {
		r.Last = now
	}
	if !ok && score > 0 {
		return lowers
	}
	r.Tally.Add(score)
	if faction != "" {
		t := r.Factions[faction]
		t.Add(score)
		r.Factions[faction] = t
	}
	return true
}

// rankKey is the key of a user's current place, seasonKey of their place at the end of a season.
func rankKey(c *bot.Call, game string, g wire.GuildID, u wire.UserID) string {
	return c.Games.KeyOf("rating", game) + string(g) + "/" + string(u)
}

func seasonKey(c *bot.Call, game string, g wire.GuildID, season string, u wire.UserID) string {
	return c.Games.KeyOf("season", game) + string(g) + "/" + season + "/" + string(u)
}

// seasonOf returns the quarter: "2150-1" to "2150-4".
func seasonOf(at time.Time) string {
	at = at.UTC()
	return fmt.Sprintf("%d-%d", at.Year(), (int(at.Month())+2)/3)
}

// ended returns the ladder's records that change when a match ends. They are committed with the end.
func ended(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Guild == "" || place.Casual() || p.Result == nil {
		return nil, err
	}
	if !counts(p, c.Of(p.Meta).Turn(p), c.Of(p.Meta).About.Conceded) {
		return nil, nil
	}
	var out []table.Record
	now := c.Clock.Now().UTC()
	seats := len(p.Meta.Users)
	sides, guards, old := make([]ranked, seats), make([]table.Record, seats), make([][]table.Record, seats)
	for n, u := range p.Meta.Users {
		if sides[n], guards[n], old[n], err = standing(ctx, c, p.Meta.Game, place.Guild, u, now); err != nil {
			return nil, err
		}
	}
	var play func(n int, faction string) bool
	if seats == 2 {
		before := [2]rating.Rating{sides[0].Rating, sides[1].Rating}
		play = func(n int, faction string) bool {
			return sides[n].plays(sides[1-n].User, before[1-n], bot.ScoreOf(*p.Result, n), faction, now)
		}
	} else {
		var before []rating.Skill
		for _, s := range sides {
			before = append(before, s.skill())
		}
		after := rating.AfterMatch(before, p.Result.Rank)
		play = func(n int, _ string) bool {
			others := slices.Delete(slices.Clone(p.Meta.Users), n, n+1)
			return sides[n].playsSeveral(others, after[n], p.Result.Rank[n], now)
		}
	}
	factions := c.Of(p.Meta).Factions(p)
	for n := range sides {
		s := &sides[n]
		faction := ""
		if n < len(factions) {
			faction = factions[n]
		}
		if !play(n, faction) {
			continue
		}
		if n < len(place.Names) {
			s.Name = place.Names[n]
		}
		r, err := bot.With(guards[n], s)
		if err != nil {
			return nil, err
		}
		out = append(append(out, old[n]...), r)
	}
	return out, nil
}

// counts reports whether the match counts on the ladder, given its turn and the reason of results by a concession.
func counts(p table.Public, turn int, conceded string) bool {
	for _, u := range p.Meta.Users {
		if bot.IsGone(u) {
			return false
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(p.Meta.Users)))) < len(p.Meta.Users) {
		return false // somebody plays against themselves
	}
	if gaveUp := slices.Contains([]string{conceded, table.WhyTime}, p.Result.Why); turn == 0 && !(gaveUp && seal.AllTold(p.Facts, len(p.Meta.Users))) {
		return false
	}
	return !bot.Replaced(p.Facts, 0) && !slices.Contains([]string{"ruling", "void", table.WhyIdle}, p.Result.Why)
}

// standing returns a user's place when a match begins to count now, with the guard of its record. If their last match
// was in another season, old holds the record of that season. A season can come back, because the clocks of two hosts
// differ, or one was ahead for a while. It then continues where it was, so that nobody loses it, or gets rid of it,
// through a match that ends at that time.
func standing(ctx context.Context, c *bot.Call, game string, g wire.GuildID, u wire.UserID, now time.Time) (s ranked, guard table.Record, old []table.Record, err error) {
	s = ranked{User: u, Season: seasonOf(now), Rating: rating.New(), Last: now}
	if guard, err = c.Guard(ctx, rankKey(c, game, g, u), &s); err != nil {
		return s, guard, nil, err
	}
	if season := seasonOf(now); s.Season != season {
		r, err := bot.RecordOf(seasonKey(c, game, g, s.Season, u), s)
		if err != nil {
			return s, guard, nil, err
		}
		left := ranked{Rating: s.Rating.Idle(overSeason), Several: s.Several.nextSeason()}
		again, err := c.Guard(ctx, seasonKey(c, game, g, season, u), &left)
		if err != nil {
			return s, guard, nil, err
		}
		if old = []table.Record{r}; again.Was != nil {
			old, left.Rating = append(old, again), s.Rating
			if left.Several != nil && s.Several != nil {
				left.Several.Skill = s.Several.Skill
			}
		}
		s.Season, s.Tally, s.Factions, s.Rating, s.Several = season, left.Tally, left.Factions, left.Rating, left.Several
	}
	s.Rating = s.Rating.Idle(int(now.Sub(s.Last) / idlePeriod))
	if s.Factions == nil {
		s.Factions = map[string]bot.Tally{}
	}
	return s, guard, old, nil
}

func ladderCommand(a *bot.App) bot.Command {
	return bot.Command{Name: "ladder", Description: "Who plays best on this server, by season", GuildOnly: true, Run: ladder,
		Options: append(a.Games.GameOption(nil),
			bot.CommandOption{Name: "user", Description: "A player's place and their record by faction", Kind: wire.UserOption},
			bot.CommandOption{Name: "season",
				Description: "A season, such as 2150-1 for the first quarter; default: the current one",
				Kind:        wire.StringOption})}
}

func ladder(ctx context.Context, c *bot.Call) wire.Answer {
	if c.Guild == "" {
		return c.Answer("Each server has its own ladder: use `/ladder` in one of its channels.")
	}
	game, err := c.Chosen(ctx, nil)
	if err != nil {
		return c.Trouble("", err)
	}
	season := cmp.Or(c.Options.Text("season"), seasonOf(c.Clock.Now()))
	all, err := seasonRanks(ctx, c, game, c.Guild, season)
	if err != nil {
		return c.Trouble("", err)
	}
	if u := c.Options.User("user"); u != "" {
		more, err := c.RivalTally(ctx, c, game, c.Guild, u, rival.Strengths...)
		if err != nil {
			return c.Trouble("", err)
		}
		for n := range more {
			more[n] = "• " + more[n]
		}
		return oneRank(c, game, all, u, season, more)
	}
	var lines []string
	tables := atTables(all)
	all = slices.DeleteFunc(all, ranked.atTables)
	pages := bot.PagesOf(max(len(all), len(tables)), topShown, c.Options.Text(optionPage))
	for n := pages.From; n < min(pages.To, len(all)); n++ {
		s := all[n]
		lines = append(lines, rankLine(c, n, s))
	}
	if len(lines) > 0 {
		lines = append(lines, c.Text("person.ladder-two"))
	}
	lines = append(lines, severalLines(c, tables, pages)...)
	if len(lines) == 0 {
		return c.Answer("Nobody has played a match that counts in the season %s.", wire.Clip(wire.Plain(season), 20))
	}
	if s := shares(c, all); s != "" {
		lines = append(lines, s)
	}
	if says := pages.Says(c); says != "" {
		lines = append(lines, says)
	}
	a := c.Answer("**Season %s**\n%s", c.NameGame(game, season), strings.Join(lines, "\n"))
	if row := pages.Turn(c, strings.Join([]string{idTurn, turnsLadder, game, season}, "|")); row != nil {
		a.Letter.Blocks = append(a.Letter.Blocks, row)
	}
	return a
}

// shares says how much of the possible points each faction has won, with draws as halves, over all players of the
// season; "" for fewer than two factions.
func shares(c *bot.Call, all []ranked) string {
	sums := map[string]bot.Tally{}
	for _, s := range all {
		for f, t := range s.Factions {
			sum := sums[f]
			sums[f] = bot.Tally{Won: sum.Won + t.Won, Drawn: sum.Drawn + t.Drawn, Lost: sum.Lost + t.Lost}
		}
	}
	if len(sums) < 2 {
		return ""
	}
	var said []string
	for _, f := range slices.Sorted(maps.Keys(sums)) {
		t := sums[f]
		played := t.Won + t.Drawn + t.Lost
		said = append(said, c.Say("%s %d %% of %d", c.Text(game.Text(f)), (200*t.Won+100*t.Drawn+played)/(2*played), played))
	}
	return c.Say("-# Won by faction: %s", strings.Join(said, ", "))
}

// seasonRanks returns every player of the season, the best first, by the lower bound of the rating.
func seasonRanks(ctx context.Context, c *bot.Call, game string, g wire.GuildID, season string) ([]ranked, error) {
	const most = 5000
	now, err := bot.ReadAll[ranked](ctx, c.App, rankKey(c, game, g, ""), most)
	if err != nil {
		return nil, err
	}
	before, err := bot.ReadAll[ranked](ctx, c.App, seasonKey(c, game, g, season, ""), most)
	if err != nil {
		return nil, err
	}
	out := slices.DeleteFunc(append(now, before...), func(s ranked) bool { return s.Season != season })
	slices.SortStableFunc(out, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(y.Rating.Sure(), x.Rating.Sure()), cmp.Compare(x.User, y.User))
	})
	return out, nil
}

// oneRank returns a user's place with their record by faction, and more lines of their record.
func oneRank(c *bot.Call, played string, all []ranked, u wire.UserID, season string, more []string) wire.Answer {
	n := slices.IndexFunc(all, func(s ranked) bool { return s.User == u })
	if n < 0 {
		none := c.Say("%s has played no match that counts in the season %s.", c.Mention(u), wire.Clip(wire.Plain(season), 20))
		return c.Answer("%s", strings.Join(append([]string{none}, more...), "\n"))
	}
	s := all[n]
	var lines []string
	if !s.atTables() {
		twos := slices.DeleteFunc(slices.Clone(all[:n]), ranked.atTables)
		lines = append(lines, rankLine(c, len(twos), s), c.Say("• rating %d, give or take %d", int(s.Rating.R+0.5), int(2*s.Rating.Dev+0.5)), c.Text("person.ladder-two"))
	}
	if s.Several != nil && s.Several.Played > 0 {
		ahead := 0
		for _, x := range all {
			if x.Several != nil && x.Several.Played > 0 && x.Several.Skill.Sure() > s.Several.Skill.Sure() {
				ahead++
			}
		}
		lines = append(lines, c.Text("**At tables of three or more**"), severalLine(c, ahead, s), c.Text("person.ladder-tables"))
	}
	for _, f := range slices.Sorted(maps.Keys(s.Factions)) {
		lines = append(lines, c.Say("• with %s: %s", c.Text(game.Text(f)), s.Factions[f].In(c)))
	}
	lines = append(lines, more...)
	return c.Answer("**Season %s**\n%s", c.NameGame(played, season), strings.Join(lines, "\n"))
}

// rankLine returns the line of the nth player, from 0, in matches of two. A rating that may still be far off is not shown.
func rankLine(c *bot.Call, n int, s ranked) string {
	if s.Rating.Dev > surelyDev {
		return column(n, "–") + " " + c.Say("%s · %s, too few matches to rank yet", wire.Mention(s.User, s.Name), s.Tally.In(c))
	}
	return column(n, strconv.Itoa(int(s.Rating.R+0.5))) + " " + fmt.Sprintf("%s · %s", wire.Mention(s.User, s.Name), s.Tally.In(c))
}

// column begins the line of the nth player, from 0: the place and the rating, in letters of one width, so that lines are aligned.
func column(n int, rating string) string { return fmt.Sprintf("`%3d. %4s`", n+1, rating) }
