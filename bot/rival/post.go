package rival

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/table"
)

// post is the record of a seat that the program plays. It is secret, and is deleted when the match ends.
type post struct {
	Version int           `json:"v"`
	User    wire.UserID   `json:"user"`            // the opponent for whom it was opened; "": it plays on for a player who left
	Guild   wire.GuildID  `json:"guild,omitempty"` // "": an older program opened it
	Seat    bot.RivalSeat `json:"seat"`
	Key     string        `json:"key"` // the source of its chance and its delays

	// Ask is the open question, "" for none. Mark identifies what it knew when it was asked, Moment the public part
	// of that.
	Ask    string `json:"ask,omitempty"`
	Mark   string `json:"mark,omitempty"`
	Moment string `json:"moment,omitempty"`
	// Row counts the publicly visible moments at which it alone was asked, since another seat was.
	Row int       `json:"row,omitempty"`
	Due time.Time `json:"due,omitzero"`
	// Spent counts its time of thought in that moment.
	Spent time.Duration `json:"spent,omitempty"`
	// Order is the answer once it is worked out, "" before. Default is played if the rules refuse it; it is "" once it has been
	// tried.
	Order   string `json:"order,omitempty"`
	Default string `json:"default,omitempty"`
	Stuck   bool   `json:"stuck,omitempty"` // the rules refuse both

	Thoughts int          `json:"thoughts,omitempty"` // number of thoughts stored
	Turn     int          `json:"turn"`
	Answers  int          `json:"answers,omitempty"` // answers worked out in that Turn, whether given or dropped
	Offer    *table.Offer `json:"offer,omitempty"`   // the opponent's proposal about the clocks
	// Since is when everybody was last told something, or the match last stood still, to the accuracy of sinceStep.
	Facts   int       `json:"facts"` // number of facts that everybody had been told then
	Stopped bool      `json:"stopped,omitempty"`
	Held    bool      `json:"held,omitempty"` // after a fault
	Since   time.Time `json:"since"`
	Missed  int       `json:"missed,omitempty"` // turns that the opponent missed
}

func (s *post) Form() *int { return &s.Version }

// Empty reports whether there is no such seat, or no longer one.
func (s post) Empty() bool { return s.Key == "" }

const postKeys = "rival/"

// postKey returns the key of the post of the program's user in a match. For its only seat, or the first of several, this is the
// match's id.
func postKey(id table.ID, u wire.UserID) string {
	return postKeys + string(id) + strings.Replace(strings.TrimPrefix(string(u), string(bot.RivalUser)), ".", "/", 1)
}

// newestKey is the key of the match that the program began last. The program writes each new match only if this record has not
// changed since it counted the matches in progress, so that the second of two simultaneous ones counts the first.
const newestKey = "rivals"

// opens returns the records for a match in which the program is about to have those seats.
func opens(ctx context.Context, c *bot.Call, id table.ID, guild wire.GuildID, user wire.UserID, seats []bot.RivalSeat) (rs []table.Record, err error) {
	var newest table.ID
	guard, err := c.Guard(ctx, newestKey, &newest)
	if err != nil {
		return nil, err
	}
	if err := hasPlace(ctx, c, guild, user); err != nil {
		return nil, err
	}
	for n, seat := range seats {
		r, err := bot.RecordOf(postKey(id, bot.RivalAt(n+1)), post{Version: bot.RecordVersion, User: user, Guild: guild, Seat: seat, Key: rand.Text(), Turn: -1, Since: c.Clock.Now()})
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	guard, err = bot.With(guard, id)
	return append(rs, guard), err
}

// hasPlace refuses the user if the program cannot play another match against them on the server. Matches that stand still, or whose
// opponent is silent, do not count towards what it plays at once. They count towards what is kept, because all of them may continue.
func hasPlace(ctx context.Context, c *bot.Call, guild wire.GuildID, user wire.UserID) error {
	all, err := posts(ctx, c)
	if err != nil {
		return err
	}
	exist := map[string]int{}
	note := func(b bound.Bound, is bool) {
		if is {
			exist[b.Name]++
		}
	}
	now := c.Clock.Now()
	for _, x := range all {
		theirs, here, stands, silent := x.User == user, x.Guild == guild, x.stands(), x.silent(now)
		note(bound.AgainstProgram, theirs)
		note(bound.GoingProgram, theirs && !stands)
		note(bound.ServerProgram, here && !stands && !silent)
		note(bound.ServerProgramKept, here)
		note(bound.Program, !stands && !silent)
		note(bound.ProgramKept, true)
	}
	for _, b := range []bound.Bound{bound.AgainstProgram, bound.GoingProgram, bound.ServerProgram, bound.ServerProgramKept, bound.Program, bound.ProgramKept} {
		if err := c.Fits(b, exist[b.Name]); err != nil {
			return err
		}
	}
	return nil
}

// posted is a post with its match and the program's user in it.
type posted struct {
	id   table.ID
	user wire.UserID
	post
}

// key returns the key of the post.
func (x posted) key() string { return postKey(x.id, x.user) }

// mostRead is more posts than the bounds allow.
const mostRead = 100_000

func posts(ctx context.Context, c *bot.Call) ([]posted, error) { return postsFrom(ctx, c, "") }

// postsFrom returns the posts of all matches whose ids begin with id.
func postsFrom(ctx context.Context, c *bot.Call, id table.ID) ([]posted, error) {
	keys, all, err := bot.ReadKeyed[post](ctx, c.App, postKeys+string(id), mostRead)
	out := make([]posted, len(all))
	for i, s := range all {
		match, n, several := strings.Cut(string(id)+keys[i], "/")
		out[i] = posted{table.ID(match), bot.RivalUser, s}
		if several {
			out[i].user += wire.UserID("." + n)
		}
	}
	return out, err
}

// postsOf returns the posts of a match.
func postsOf(ctx context.Context, c *bot.Call, id table.ID) ([]posted, error) {
	all, err := postsFrom(ctx, c, id)
	return slices.DeleteFunc(all, func(x posted) bool { return x.id != id }), err
}

// change changes a post; it does nothing if there is none.
func change(ctx context.Context, c *bot.Call, key string, do func(*post)) (post, error) {
	return bot.Change(ctx, c.App, key, func(s *post) error {
		if !s.Empty() {
			do(s)
		}
		return nil
	})
}

// asked records the seat's present question, and when to answer it.
func (r *room) asked(ctx context.Context, c *bot.Call, id table.ID, seat game.Seat) error {
	p, err := c.Hall.Position(ctx, id, seat)
	if err != nil {
		return err
	}
	all, err := c.Hall.Public(ctx, id)
	if err != nil {
		return err
	}
	turn := c.Of(all.Meta).Turn(all)
	of, err := postsOf(ctx, c, id)
	if err == nil && p.Result == nil && p.User() == table.StandIn(seat) {
		of, err = standIn(ctx, c, p, of)
	}
	for _, x := range of {
		if x.Seat.Seat != seat {
			continue
		}
		s, err := change(ctx, c, x.key(), func(s *post) {
			if p.Result != nil || s.Seat.Seat != seat || p.User() != x.user {
				*s = post{} // it has ended, or the seat has changed hands
				r.given.Delete(x.key())
				r.mine.Delete(x.key())
				return
			}
			s.note(c, p, all, turn)
		})
		if err != nil {
			return err
		}
		if s.Ask != "" || s.Offer != nil {
			r.mine.Store(x.key(), true)
			r.poke()
		}
	}
	return err
}

// standIn returns the posts with the one of a seat in which the program plays on for a player who left. It opens it if necessary: with
// the news that the seat is the program's, which the commit of their leaving has sent.
func standIn(ctx context.Context, c *bot.Call, p table.Position, of []posted) ([]posted, error) {
	user := p.User()
	if slices.ContainsFunc(of, func(x posted) bool { return x.user == user }) {
		return of, nil
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return of, err
	}
	s, err := bot.Change(ctx, c.App, postKey(p.ID, user), func(s *post) error {
		if s.Empty() {
			*s = post{Version: bot.RecordVersion, Guild: place.Guild, Seat: place.StandIn(p.Seat), Key: rand.Text(), Turn: -1, Since: c.Clock.Now()}
		}
		return nil
	})
	return append(of, posted{p.ID, user, s}), err
}

// standsIn reports whether the program plays on there for a player who left.
func (x posted) standsIn() bool { return x.user == table.StandIn(x.Seat.Seat) }

// note records what the seat sees now.
func (s *post) note(c *bot.Call, p table.Position, all table.Public, turn int) {
	now := c.Clock.Now()
	still := stopped(all)
	if len(all.Facts) != s.Facts && now.Sub(s.Since) >= sinceStep || still != s.Stopped {
		s.Facts, s.Stopped, s.Since = len(all.Facts), still, now
	}
	s.Offer, s.Missed, s.Held = nil, 0, false
	for seat, n := range all.Clocks.Missed {
		if seat != s.Seat.Seat && !slices.Contains(all.Out, seat) {
			s.Missed = max(s.Missed, n)
		}
	}
	for _, m := range all.Clocks.Motions(now) {
		if !m.Wants(s.Seat.Seat) && !slices.Contains(all.Out, s.Seat.Seat) {
			s.Offer = &m.Offer
		}
	}
	others := slices.ContainsFunc(all.Asked, func(a table.Asked) bool { return a.Seat != s.Seat.Seat })
	if others {
		s.Row = 0
	}
	ask := bot.Owed(p.Private)
	if p.Clocks.Stopped() {
		ask = ""
	}
	if ask == s.Ask && (p.Mark == s.Mark || ask == "") {
		return
	}
	if s.Ask != "" && s.Order != "" { // and it has most likely been answered
		s.Answers++
	}
	s.Ask, s.Mark, s.Order, s.Default, s.Stuck = ask, p.Mark, "", "", false
	if turn != s.Turn {
		s.Turn, s.Answers = turn, 0
	}
	if moment := momentOf(all, s.Seat.Seat); ask != "" && moment != s.Moment {
		s.Moment, s.Spent = moment, 0
		s.Row++
		s.Due = now.Add(s.delay(c, p.Private))
		if others { // at once: by the time they are told next, they may or may not have answered, and no delay may reveal whether a sealed answer exists
			s.Row = 0
		}
	}
}

// sinceStep is the accuracy with which a post knows since when nothing has happened: it is not written for less.
const sinceStep = 10 * time.Minute

// silentAfter is how long an opponent must be silent for their match not to count towards what the program plays at once: one
// who comes back plays on.
const silentAfter = time.Hour

// silent reports whether nothing has happened in the match for silentAfter.
func (s *post) silent(now time.Time) bool { return now.Sub(s.Since) >= silentAfter+sinceStep }

// momentOf identifies the publicly visible moment at which a seat is asked. Questions that follow from sealed answers of the seat
// have the same moment, so that no delay reveals their number.
func momentOf(all table.Public, seat game.Seat) string {
	s := fmt.Sprint(len(all.Facts))
	for _, a := range all.Asked {
		if a.Seat == seat {
			s += fmt.Sprintf(" %s %d", a.Name, a.Since)
		}
	}
	return s
}

// pace is how fast the seat answers: between the shortest and the longest time. The shortest is longer than a thought may take, so
// the time of an answer does not depend on the thought.
type pace struct {
	shortest, longest time.Duration
	less              float64 // the factor by which each further answer in a row takes less of its time, down to the shortest
}

// soonest is the shortest time to any answer.
const soonest = 400 * time.Millisecond

// paces holds the paces that a user chooses from. The default one gets faster in a row, so that the user does not wait long for a
// whole Turn.
var paces = map[string]pace{"": {soonest, 800 * time.Millisecond, 0.8}, bot.RivalCalm: {8 * time.Second, 20 * time.Second, 1}}

// delay returns how long the seat takes to answer, computed from public facts. It does not keep a reaction window open past a
// quarter of its time, unless that quarter is shorter than a thought may take.
func (s *post) delay(c *bot.Call, p table.Private) time.Duration {
	who, err := c.Prefs(context.Background(), s.User)
	if err != nil {
		c.Log.Warn("pace of an opponent not read", "error", err.Error())
	}
	at, known := paces[who.Rival]
	if !known {
		at = paces[""]
	}
	d := at.shortest + time.Duration(float64(at.longest-at.shortest)*s.unit("delay "+s.Moment))
	d = max(at.shortest, time.Duration(float64(d)*math.Pow(at.less, float64(s.Row-1))))
	for _, a := range p.Asks {
		if a.ID == s.Ask && a.Limit > 0 {
			d = max(soonest, min(d, time.Duration(float64(a.Limit)/8*(1+s.unit("delay "+s.Moment))))) // here too the time is random
		}
	}
	return d.Truncate(time.Millisecond)
}

// draw returns a random number of the post for a purpose.
func (s *post) draw(purpose string) uint64 {
	mac := hmac.New(sha256.New, []byte(s.Key))
	mac.Write([]byte(purpose)) // documented never to fail
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// unit returns a number from 0 to 1.
func (s *post) unit(purpose string) float64 { return float64(s.draw(purpose)>>11) / (1 << 53) }

// chance returns the source from which it draws its choice of an answer: never the match's seed.
func (s *post) chance() *chance.Source {
	source := chance.Source(s.draw("choice " + s.Moment + " " + s.Ask))
	return &source
}

// waits reports whether the seat has an answer to work out.
func (s *post) waits() bool { return s.Ask != "" && s.Order == "" && !s.Stuck }

// ready reports whether an answer is due.
func (s *post) ready(now time.Time) bool {
	return s.Ask != "" && s.Order != "" && !s.Stuck && !s.Due.After(now)
}

// stands reports whether the match stands still: disputed, paused, on vacation, or held after a fault.
func (s *post) stands() bool { return s.Stopped || s.Held }

// held records that an inaccessible match is held.
func held(ctx context.Context, c *bot.Call, x posted) error {
	if x.Held {
		return nil
	}
	_, err := change(ctx, c, x.key(), func(s *post) { s.Held = true })
	return err
}

// outOfReach reports whether a match is held after a fault, which the hall has logged. Access is tried again, without success until
// that is mended.
func outOfReach(err error) bool {
	return slices.ContainsFunc([]error{table.ErrFrozen, table.ErrDamaged, table.ErrNoMatch}, func(x error) bool { return errors.Is(err, x) })
}
