package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot/rating"
	"downsync/game"
	"downsync/game/table"
)

// The ladder of a server, by seasons of a quarter of a year.
//
// What counts: a match that got beyond its set-up and ended by play, by agreement, by giving up, or by missed turns; who gave up or
// missed them has lost. What does not: a match that ended in its set-up, that a moderator ended or declared void, or that one side
// left by having all about them removed. Each match is a rating period of its own; for each 30 days without one a rating
// becomes less certain. A season begins with the ratings of the last, less certain by half a year's idleness.

const (
	idlePeriod = 30 * 24 * time.Hour
	overSeason = 6 // idle periods between seasons
	topShown   = 15
	surelyDev  = 110 // a rating with a greater deviation is shown as not settled
)

// ranked is a user's place on a server's ladder in a season.
type ranked struct {
	User     Snowflake        `json:"user"`
	Season   string           `json:"season"`
	Rating   rating.Rating    `json:"rating"`
	Tally    tally            `json:"tally"`
	Factions map[string]tally `json:"factions,omitempty"`
	Last     time.Time        `json:"last"`
}

// tally counts results.
type tally struct {
	Won   int `json:"won,omitempty"`
	Drawn int `json:"drawn,omitempty"`
	Lost  int `json:"lost,omitempty"`
}

func (t *tally) add(score float64) {
	switch score {
	case 1:
		t.Won++
	case 0:
		t.Lost++
	default:
		t.Drawn++
	}
}

func (t tally) String() string { return fmt.Sprintf("%d–%d–%d", t.Won, t.Drawn, t.Lost) }

// rankKey is where a user stands now, seasonKey where they stood when a season was over for them.
func rankKey(g, u Snowflake) string { return "rating/" + string(g) + "/" + string(u) }

func seasonKey(g Snowflake, season string, u Snowflake) string {
	return "season/" + string(g) + "/" + season + "/" + string(u)
}

// seasonOf is the quarter: "2150-1" to "2150-4".
func seasonOf(at time.Time) string {
	at = at.UTC()
	return fmt.Sprintf("%d-%d", at.Year(), (int(at.Month())+2)/3)
}

// Ended is what changes on the ladder and in what is known of conduct as a match ends; it is committed with the end. The match is
// as everybody sees it then.
func (b *Bot) Ended(ctx context.Context, p table.Public) ([]table.Record, error) {
	place, err := placeOf(p.Meta)
	if err != nil || place.Guild == "" || p.Result == nil || len(p.Meta.Users) != 2 {
		return nil, err
	}
	out, err := b.conductOf(ctx, p, place.Guild)
	if err != nil || !counts(p, b.Forms.Turn(p)) {
		return out, err
	}
	now := b.Clock.Now().UTC()
	var sides [2]ranked
	for n, u := range p.Meta.Users {
		var old []table.Record
		if sides[n], old, err = b.standing(ctx, place.Guild, Snowflake(u), now); err != nil {
			return nil, err
		}
		out = append(out, old...)
	}
	before := [2]rating.Rating{sides[0].Rating, sides[1].Rating}
	factions := b.Forms.Factions(p)
	for n := range sides {
		s := &sides[n]
		score := scoreOf(*p.Result, n)
		s.Rating = before[n].After(rating.Result{Against: before[1-n], Score: score})
		s.Tally.add(score)
		if n < len(factions) && factions[n] != "" {
			t := s.Factions[factions[n]]
			t.add(score)
			s.Factions[factions[n]] = t
		}
		s.Last = now
		raw, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		out = append(out, table.Record{Key: rankKey(place.Guild, s.User), Value: raw})
	}
	return out, nil
}

// counts tells whether the match counts on the ladder.
func counts(p table.Public, turn int) bool {
	for _, u := range p.Meta.Users {
		if strings.HasPrefix(string(u), goneUser) {
			return false
		}
	}
	return turn > 0 && p.Result.Why != "ruling" && p.Result.Why != "void" && p.Meta.Users[0] != p.Meta.Users[1]
}

// scoreOf is a side's score: 1, 0, or a half.
func scoreOf(r game.Result, side int) float64 {
	switch mine, other := r.Rank[side], r.Rank[1-side]; {
	case mine < other:
		return 1
	case mine > other:
		return 0
	}
	return 0.5
}

// standing is where a user stands as a match of this moment begins to count. If their last one was in another season, what they had
// then is put away.
func (b *Bot) standing(ctx context.Context, g, u Snowflake, now time.Time) (s ranked, old []table.Record, err error) {
	s = ranked{User: u, Season: seasonOf(now), Rating: rating.New(), Last: now}
	if err := b.record(ctx, rankKey(g, u), &s); err != nil {
		return s, nil, err
	}
	if season := seasonOf(now); s.Season != season {
		raw, err := json.Marshal(s)
		if err != nil {
			return s, nil, err
		}
		old = []table.Record{{Key: seasonKey(g, s.Season, u), Value: raw}}
		s.Season, s.Tally, s.Factions, s.Rating = season, tally{}, nil, s.Rating.Idle(overSeason)
	}
	s.Rating = s.Rating.Idle(int(now.Sub(s.Last) / idlePeriod))
	if s.Factions == nil {
		s.Factions = map[string]tally{}
	}
	return s, old, nil
}

// conductOf notes how a match ended for each of its players.
func (b *Bot) conductOf(ctx context.Context, p table.Public, g Snowflake) ([]table.Record, error) {
	var out []table.Record
	for n, u := range p.Meta.Users {
		if strings.HasPrefix(string(u), goneUser) {
			continue
		}
		r, err := b.notePlayed(ctx, g, Snowflake(u), func(s *Standing) {
			s.Played++
			s.Missed += p.Clocks.Missed[game.Seat(n+1)]
			lost := scoreOf(*p.Result, n) == 0
			switch {
			case lost && p.Result.Why == b.Forms.About().Conceded:
				s.Conceded++
			case lost && p.Result.Why == table.WhyTime:
				s.Forfeited++
			}
		})
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func ladderCommand() Command {
	return Command{Name: "ladder", Description: wordLadderAbout, GuildOnly: true, Options: []CommandOption{
		{Name: "user", Description: wordLadderUser, Kind: UserOption}, {Name: "season", Description: wordLadderSeason, Kind: StringOption}}}
}

// ladder is /ladder.
func (b *Bot) ladder(ctx context.Context, i Interaction) Answer {
	if i.Guild == "" {
		return b.say(wordLadderGuild)
	}
	season := or(strings.TrimSpace(i.Options["season"]), seasonOf(b.Clock.Now()))
	all, err := b.seasonRanks(ctx, i.Guild, season)
	if err != nil {
		return b.trouble("", err)
	}
	if u := Snowflake(i.Options["user"]); u != "" {
		return b.oneRank(all, u, season)
	}
	var lines []string
	for n, s := range all[:min(len(all), topShown)] {
		lines = append(lines, b.sayf(wordLadderLine, n+1, s.User, int(s.Rating.R+0.5), int(2*s.Rating.Dev+0.5), s.Tally, b.unsettled(s)))
	}
	if len(lines) == 0 {
		return b.say(wordLadderEmpty, Clip(Plain(season), 20))
	}
	return b.say(wordLadder, season, strings.Join(lines, "\n"))
}

// seasonRanks are all who played in the season, the best first: by the rating that each surely has.
func (b *Bot) seasonRanks(ctx context.Context, g Snowflake, season string) ([]ranked, error) {
	const most = 5000
	now, err := readAll[ranked](ctx, b, rankKey(g, ""), most)
	if err != nil {
		return nil, err
	}
	before, err := readAll[ranked](ctx, b, seasonKey(g, season, ""), most)
	if err != nil && !errors.Is(err, table.ErrNoMatch) {
		return nil, err
	}
	out := slices.DeleteFunc(append(now, before...), func(s ranked) bool { return s.Season != season })
	slices.SortStableFunc(out, func(x, y ranked) int {
		switch {
		case x.Rating.Sure() > y.Rating.Sure():
			return -1
		case x.Rating.Sure() < y.Rating.Sure():
			return 1
		}
		return strings.Compare(string(x.User), string(y.User))
	})
	return out, nil
}

// oneRank is a user's place with their record by faction.
func (b *Bot) oneRank(all []ranked, u Snowflake, season string) Answer {
	n := slices.IndexFunc(all, func(s ranked) bool { return s.User == u })
	if n < 0 {
		return b.say(wordLadderNone, u, Clip(Plain(season), 20))
	}
	s := all[n]
	lines := []string{b.sayf(wordLadderLine, n+1, s.User, int(s.Rating.R+0.5), int(2*s.Rating.Dev+0.5), s.Tally, b.unsettled(s))}
	var names []string
	for f := range s.Factions {
		names = append(names, f)
	}
	slices.Sort(names)
	for _, f := range names {
		lines = append(lines, b.sayf(wordLadderFaction, b.text(f), s.Factions[f]))
	}
	return b.say(wordLadder, season, strings.Join(lines, "\n"))
}

func (b *Bot) unsettled(s ranked) string {
	if s.Rating.Dev > surelyDev {
		return b.text(wordUnsettled)
	}
	return ""
}

// standingsOf are the records of a user's results and conduct on every server, and of the disputes they opened, to be deleted.
func (b *Bot) standingsOf(ctx context.Context, u Snowflake) ([]table.Record, error) {
	const page = 500
	out := []table.Record{{Key: disputesKey(u)}}
	for _, prefix := range []string{"conduct/", "rating/", "season/"} {
		for after := ""; ; {
			rs, err := b.Records.List(ctx, prefix, after, page)
			if err != nil {
				return nil, err
			}
			for _, r := range rs {
				if strings.HasSuffix(r.Key, "/"+string(u)) {
					out = append(out, table.Record{Key: r.Key})
				}
			}
			if len(rs) < page {
				break
			}
			after = rs[len(rs)-1].Key
		}
	}
	return out, nil
}
