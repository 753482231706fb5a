package campaign

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/wait"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/series"
	"downsync/game/table"
)

const (
	// turnTime is how long the players who are called have before everybody of their side may act.
	turnTime = 3 * 24 * time.Hour
	// idleTime is how long a side may let the other wait before that may end the campaign as won.
	idleTime = 14 * 24 * time.Hour
	// mostRung is the longest time that a side may take, however often another of its players is notified meanwhile. A challenge
	// waits longer (bot.SeriesLife).
	mostRung = 21 * 24 * time.Hour
	// awayTime is how long without a break a side must then be away if the campaign waits for it to be ready: on short clocks two
	// players who come each day may miss each other for weeks, although neither is away.
	awayTime = bot.SeriesAway
	// mostTeam is how many players a side may have.
	mostTeam = 8
	// mostKept is how many campaigns of a server are kept. Of the finished ones, those without a played match are deleted first,
	// then the oldest. None is deleted while an appeal in it is open; bound.WaitingCampaigns leaves room for others.
	mostKept = 50
	// quietTime is how long a player who must act may be left without a notification, because they were notified of something else
	// shortly before.
	quietTime = time.Hour
	// shortly is a time after which the commit that ends a match has most likely been made; otherwise the job finds the news when
	// it looks next.
	shortly = 100 * time.Millisecond
	// mostFormer is how many users who left a side are remembered.
	mostFormer = 100
	// maxName limits a campaign's name, in characters.
	maxName = 60
)

// campaign is the record of a series on a server.
type campaign struct {
	Version  int            `json:"v"`
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Titled   wire.UserID    `json:"titled,omitempty"` // the user after whom it is named; "": it was given a name, or an older program did not record it
	Kind     string         `json:"kind"`             // one of the game's Kinds
	Chosen   string         `json:"chosen,omitempty"` // of the game's Options, each as name=value
	Game     string         `json:"game,omitempty"`   // in the form of App.Recorded
	Guild    wire.GuildID   `json:"guild"`
	Channel  wire.ChannelID `json:"channel"`
	Language string         `json:"language,omitempty"` // of everything public
	Theme    string         `json:"theme,omitempty"`
	Clock    string         `json:"clock"` // of its matches
	Size     int            `json:"size"`  // how many players a side may have
	// Rival is the user for whom the second side's first place is reserved; "": anybody. Quiet: they are not notified.
	Rival wire.UserID `json:"rival,omitempty"`
	// RivalName is their name; "" in records of older programs.
	RivalName string `json:"rival_name,omitempty"`
	Quiet     bool   `json:"quiet,omitempty"`
	// Plays says how the program plays its side; nil: people have both. Tried is when it last chose a match that has not been
	// counted.
	Plays *bot.RivalSeat `json:"plays,omitempty"`
	Tried time.Time      `json:"tried,omitzero"`
	Began time.Time      `json:"began"`

	Teams   [2]team    `json:"teams"`
	Log     series.Log `json:"log"`
	Matches []table.ID `json:"matches,omitempty"` // of Log.Played
	Next    *attack    `json:"next,omitempty"`    // the match that was begun last, until it is counted
	Since   time.Time  `json:"since"`             // the beginning of the current state
	Over    *ending    `json:"over,omitempty"`
	Drop    table.ID   `json:"drop,omitempty"` // the challenge that was open at the end of the campaign, until it is known to be withdrawn
	// Former lists the users who left a side, the latest last: they never decide about the campaign as moderators. If one has their
	// data removed while it runs, bot.Unnamed replaces their id until it ends.
	Former []wire.UserID `json:"former,omitempty"`
	// Rulings holds the acts of moderators, the latest last.
	Rulings []ruling `json:"rulings,omitempty"`
	// absent lists the players of Next's challenge who are not ready; they are read with it, and not stored.
	absent []wire.UserID
	// challenge is Next's challenge as it was read with it.
	challenge table.Record

	// Stage counts the events that notify somebody. Card is the public card; it shows the stage Shown, and notified at Rung. Deaf
	// is the stage that has notified nobody, because its card could not be posted.
	Stage int            `json:"stage"`
	Shown int            `json:"shown,omitempty"`
	Rung  time.Time      `json:"rung,omitzero"`
	Deaf  int            `json:"deaf,omitempty"`
	Card  wire.MessageID `json:"card,omitempty"`
	// Old lists earlier cards that are not marked as replaced yet.
	Old []wire.MessageID `json:"old,omitempty"`
	bot.Skipped
}

// team holds a side's people. The first is its captain.
type team struct {
	Members []member    `json:"members,omitempty"`
	Named   wire.UserID `json:"named,omitempty"` // the member that the captain has appointed for the next match
	// Before was the captain when somebody else appointed another, at Took. If it is "" and Took is set, a moderator removed the
	// captain.
	Before wire.UserID `json:"before,omitempty"`
	Took   time.Time   `json:"took,omitzero"`
	// Freed lost the place as the side's player for being away; whoever freed it (at Since) has first claim for a while.
	Freed wire.UserID `json:"freed,omitempty"`
	Since time.Time   `json:"freed_at,omitzero"`
}

// member is a member of a team.
type member struct {
	User wire.UserID `json:"user"`
	Name string      `json:"name"`
	Last int         `json:"last,omitempty"` // the number of the match that they last played
	// Joined is when they came; zero: before this was recorded.
	Joined time.Time `json:"joined,omitzero"`
}

// attack is a match of the series that is yet to be played.
type attack struct {
	Choice string      `json:"choice"`
	Match  table.ID    `json:"match"`
	By     wire.UserID `json:"by"`
	// Used is how long its side had let the other wait before. This time continues to count if the challenge is taken back.
	Used time.Duration `json:"used,omitempty"`
	// Taken and Wait come from its challenge as it was last read (bot.OpenChallenge). Place 0 is its challenger, 1 its taker.
	Taken bool         `json:"taken,omitempty"`
	Wait  wait.Waiting `json:"wait,omitzero"`
}

// away returns how long the present wait for the challenger (0) or the taker (1) to be ready has lasted. It is 0 while nobody has
// accepted.
func (a *attack) away(place int, now time.Time) time.Duration {
	if !a.Taken {
		return 0
	}
	return a.Wait.Current(place, now)
}

// meets returns the player who must be ready: the challenger (0) or the taker (1). ok is false if there is none.
func (a *attack) meets() (place int, ok bool) {
	if a == nil || !a.Taken || len(a.Wait.For) == 0 {
		return 0, false
	}
	return a.Wait.For[0], true
}

type ending struct {
	Side int       `json:"side"` // the winner; nobody: neither side
	Why  string    `json:"why"`  // one of the keys of whys
	At   time.Time `json:"at"`
	Act  int       `json:"act,omitempty"` // of a moderator, by which it ended; 0: another reason, or an older program
}

// byModerator reports whether an act of a moderator ended it; nil means no end.
func (e *ending) byModerator() bool { return e != nil && e.Why == "moderator" }

// byMatches reports whether the matches decided it; nil means no end.
func (e *ending) byMatches() bool { return e != nil && (e.Why == "played" || e.Why == "long") }

// nobody is the winner of a campaign without a winner.
const nobody = -1

// whys lists the ways in which a campaign ends.
var whys = map[string]game.Text{"played": "by its matches", "resigned": "as the other side gave up", "left": "as the other side has nobody left",
	"idle": "as the other side let it wait too long", "moderator": "as a moderator ended it", "barred": "as a moderator kept a side from its matches", "long": "as it had the most matches that a campaign may have", "off": "before it began"}

func (w *campaign) Form() *int { return &w.Version }

// form2 is the form of campaigns whose next match is a table. A program that only knows challenges must not read one: it would find
// no challenge, and let the side choose again.
const form2 = 2

// LatestForm returns the form in which campaigns are written.
func (*campaign) LatestForm() int { return form2 }

// Empty reports whether the campaign does not exist.
func (w campaign) Empty() bool { return w.ID == "" }

// prefix begins the keys of campaigns.
const prefix = "campaign/"

func key(g wire.GuildID, id string) string { return prefix + string(g) + "/" + id }

// errNone says that the campaign does not exist.
var errNone = refuse(noneOpen)

// change changes a campaign if it exists, otherwise it returns errNone.
func change(ctx context.Context, c *bot.Call, g wire.GuildID, id string, do func(*campaign) error) (campaign, error) {
	return changeWith(ctx, c, g, id, func(w *campaign) ([]table.Record, error) { return nil, do(w) })
}

// changeWith is change with additional records that are written with the campaign.
func changeWith(ctx context.Context, c *bot.Call, g wire.GuildID, id string, do func(*campaign) ([]table.Record, error)) (campaign, error) {
	return bot.ChangeWith(ctx, c.App, key(g, id), func(w *campaign) ([]table.Record, error) {
		if w.Empty() || !c.Games.Offers(c.Games.GameOf(w.Game)) {
			return nil, errNone
		}
		return do(w)
	})
}

// onServer returns the server's campaigns whose games are offered, the newest first.
func onServer(ctx context.Context, c *bot.Call, g wire.GuildID) ([]campaign, error) {
	all, err := bot.ReadAll[campaign](ctx, c.App, key(g, ""), 2*mostKept)
	all = slices.DeleteFunc(all, func(w campaign) bool { return !c.Games.Offers(c.Games.GameOf(w.Game)) })
	slices.SortStableFunc(all, func(x, y campaign) int { return y.Began.Compare(x.Began) })
	return all, err
}

func (w campaign) forms(c *bot.Call) bot.Forms { return c.Forms(c.Games.GameOf(w.Game)) }

func (w campaign) state(c *bot.Call) (series.State, error) {
	return w.Log.State(w.forms(c).Series.Rules())
}

// side returns the user's side, nobody if they are in neither team.
func (w campaign) side(u wire.UserID) int {
	return slices.IndexFunc(w.Teams[:], func(t team) bool { return t.has(u) >= 0 })
}

func (t team) has(u wire.UserID) int {
	return slices.IndexFunc(t.Members, func(m member) bool { return m.User == u })
}

// captain returns the side's captain, "" where there is nobody.
func (t team) captain() wire.UserID {
	if len(t.Members) == 0 {
		return ""
	}
	return t.Members[0].User
}

// called returns the member who plays the side's next match: the one appointed by the captain, otherwise the one who has waited
// longest.
func (t team) called() member {
	if n := t.has(t.Named); n >= 0 {
		return t.Members[n]
	}
	return slices.MinFunc(t.Members, func(x, y member) int { return cmp.Compare(x.Last, y.Last) })
}

// form returns the form and options with which the campaign's rules begin it.
func (w campaign) form() string { return strings.TrimSpace(w.Kind + " " + w.Chosen) }

// begun reports whether both sides have a member.
func (w campaign) begun() bool { return len(w.Teams[0].Members) > 0 && len(w.Teams[1].Members) > 0 }

// overdue reports whether everybody of the side that must act may do so.
func (d delay) overdue(now time.Time) bool { return !now.Before(d.w.Since.Add(turnTime)) }

// mayAct reports whether the user may play the side's next match: the member who is called, the captain, and everybody once these
// have let it wait.
func (w campaign) mayAct(side int, u wire.UserID, now time.Time) bool {
	t := w.Teams[side]
	if u == t.Freed && now.Before(t.Since.Add(awayTime)) && !t.commands(u, now) {
		return false
	}
	return t.has(u) >= 0 && (t.called().User == u || t.captain() == u || delay{w}.waited(side, u, now))
}

// waited reports whether the user has been on the side for all of the time in which it let the other wait too long. A user who
// joins later, perhaps for the other side, gains nothing by it.
func (d delay) waited(side int, u wire.UserID, now time.Time) bool {
	n := d.w.Teams[side].has(u)
	return n >= 0 && d.overdue(now) && !now.Before(d.w.Teams[side].Members[n].Joined.Add(turnTime))
}

// join adds the user to a side.
func (w *campaign) join(side int, m member, now time.Time) {
	t := &w.Teams[side]
	m.Joined = now
	for n, x := range t.Members { // a new member takes their turn after those who wait
		if n == 0 || x.Last < m.Last {
			m.Last = x.Last
		}
	}
	before := w.begun()
	t.Members = append(t.Members, m)
	if !before && w.begun() {
		w.Since = now
		w.Stage++
	}
}

// leave takes the user out of their team. The next member then becomes captain; a side without members has lost, and a campaign
// that loses its last member before it begins is over.
func (w *campaign) leave(u wire.UserID, now time.Time) {
	if w.Next != nil && w.Next.By == u {
		w.Next.By = ""
	}
	side := w.side(u)
	if side < 0 {
		return
	}
	t, begun := &w.Teams[side], w.begun()
	t.Members = slices.Delete(t.Members, t.has(u), t.has(u)+1)
	if t.Named == u {
		t.Named = ""
	}
	if t.Before == u {
		t.Before, t.Took = "", time.Time{}
	}
	if t.Freed == u {
		t.Freed, t.Since = "", time.Time{}
	}
	// Each once, so that repeated leaving displaces nobody from the list.
	w.Former = append(slices.DeleteFunc(w.Former, func(x wire.UserID) bool { return bot.IsUser(x, w.ID, u) }), u)
	w.Former = w.Former[max(0, len(w.Former)-mostFormer):]
	switch {
	case len(t.Members) > 0 || w.Over != nil:
	case begun:
		w.end(1-side, "left", now)
	case len(w.Teams[1-side].Members) == 0:
		w.end(nobody, "off", now)
	}
}

func (w *campaign) end(side int, why string, now time.Time) {
	if w.Next != nil {
		w.Drop = w.Next.Match
	}
	w.Over, w.Next, w.Since = &ending{Side: side, Why: why, At: now}, nil, now
	if why != "moderator" { // otherwise it may go on after an appeal
		w.Former = slices.DeleteFunc(w.Former, bot.IsGone)
	}
	w.Stage++
}

// count records the result of the match that the campaign waits for. It ignores any other, so that none is counted twice.
func (w *campaign) count(c *bot.Call, id table.ID, r game.Result, users []wire.UserID, now time.Time) error {
	if w.Next == nil || w.Next.Match != id || w.Over != nil {
		return nil
	}
	choice := w.Next.Choice
	w.Next, w.Since, w.Tried = nil, now, time.Time{}
	w.Stage++
	if bot.CalledOff(r.Why) {
		return nil
	}
	rules := w.forms(c).Series.Rules()
	log, err := w.Log.With(rules, series.Played{Choice: choice, Result: r})
	if err != nil {
		return err
	}
	w.Log, w.Matches = log, append(w.Matches, id)
	for side := range w.Teams {
		t := &w.Teams[side]
		for _, u := range users {
			if n := t.has(u); n >= 0 {
				t.Members[n].Last = len(w.Matches)
			}
		}
		t.Named = ""
	}
	s, err := w.state(c)
	if err != nil {
		return err
	}
	if side, over := s.Winner(); over {
		w.end(side, "played", now)
	} else if len(w.Matches) >= series.Most {
		w.end(nobody, "long", now)
	}
	return nil
}

// uncount takes back the match that was counted last: it runs again, or ended differently. If it had ended the campaign, the
// campaign continues.
func (w *campaign) uncount(now time.Time) {
	n := len(w.Matches) - 1
	w.Next = &attack{Choice: w.Log.Played[n].Choice, Match: w.Matches[n]}
	w.Log.Played, w.Matches, w.Since = w.Log.Played[:n], w.Matches[:n], now
	w.Over = nil
	w.Stage++
}

// phase is the event that a campaign waits for.
type phase int

const (
	gathering phase = iota // people
	choosing               // a side to choose
	accepting              // the other side to accept the challenge
	meeting                // both players to be ready
	playing                // the end of a match
	over
)

// look reads a campaign in its present state. Anything that changes by this is news.
func look(ctx context.Context, c *bot.Call, g wire.GuildID, id string) (w campaign, p phase, err error) {
	if w, p, err = settled(ctx, c, g, id); err == nil && (!w.called() || w.programs(c, p)) {
		err = news(ctx, c, w)
	}
	return w, p, err
}

func settled(ctx context.Context, c *bot.Call, g wire.GuildID, id string) (w campaign, p phase, err error) {
	w, err = change(ctx, c, g, id, func(w *campaign) (err error) {
		p, err = settle(ctx, c, w)
		return err
	})
	return w, p, err
}

// settle brings a campaign up to date with its matches, and returns the phase.
func settle(ctx context.Context, c *bot.Call, w *campaign) (phase, error) {
	now := c.Clock.Now()
	if w.Drop != "" && w.Over != nil { // its host may have died before it did so
		if err := c.DropChallenge(ctx, c, w.Drop); err != nil {
			return over, err
		}
		w.Drop = ""
	}
	// A campaign that ended for another reason stays finished whatever happens to its last match, which stays as it was counted.
	if n := len(w.Matches) - 1; n >= 0 && w.Next == nil && (w.Over == nil || w.Over.byMatches()) {
		p, err := c.Hall.Public(ctx, w.Matches[n])
		if was := w.Log.Played[n].Result; err == nil && (p.Result == nil || was.Why != p.Result.Why || !slices.Equal(was.Rank, p.Result.Rank)) {
			w.uncount(now)
		}
	}
	if w.Next != nil {
		o, err := challengeOf(ctx, c, w)
		w.absent, w.challenge = o.Absent, o.Guard
		if o.Open {
			w.Next.Taken, w.Next.Wait = o.Taken, o.Wait
		}
		switch {
		case err != nil:
			return accepting, err
		case o.Taken:
			return meeting, nil
		case o.Open:
			return accepting, w.address(ctx, c, o.To)
		}
		p, err := c.Hall.Public(ctx, w.Next.Match)
		switch {
		case errors.Is(err, table.ErrNoMatch): // it was taken back, or nobody accepted it
			used := w.Next.Used + w.Next.Wait.Earlier(0) + w.Next.away(0, now)
			if !now.Before(w.Since.Add(bot.SeriesLife)) {
				used = w.Next.away(0, now)
			}
			w.Next, w.Since = nil, now.Add(-used)
		case err != nil && !errors.Is(err, table.ErrFrozen) && !errors.Is(err, table.ErrDamaged):
			return playing, err
		case err != nil || p.Result == nil:
			return playing, nil
		default:
			if err := w.count(c, w.Next.Match, *p.Result, p.Meta.Users, now); err != nil {
				return playing, err
			}
		}
	}
	switch {
	case w.Over != nil:
		return over, nil
	case !w.begun():
		return gathering, nil
	}
	return choosing, nil
}

// challengeOf returns the state of the next match's challenge. A player who made or accepted it and may no longer play it is
// removed from it: they may have left at that very moment, or been banned since. The other side is not blamed for the waiting.
func challengeOf(ctx context.Context, c *bot.Call, w *campaign) (bot.OpenChallenge, error) {
	o, err := c.ChallengeOpen(ctx, c, w.Next.Match)
	if err != nil || !o.Open {
		return o, err
	}
	out := w.strangers(c, o.Players)
	for _, u := range o.Players {
		barred, err := c.Barred(ctx, c, w.Guild, w.ID, u)
		if err != nil {
			return o, err
		}
		if barred {
			out = append(out, u)
		}
	}
	for _, u := range out {
		if err := c.LeaveChallenge(ctx, c, w.Next.Match, u); err != nil {
			return o, err
		}
	}
	quiet := !o.Wait.Unnotified.IsZero() && c.Clock.Now().Sub(o.Wait.Unnotified) >= quietTime
	if quiet {
		err = c.CallQuiet(ctx, c, w.Next.Match)
	}
	if err != nil || len(out) == 0 && !quiet {
		return o, err
	}
	return c.ChallengeOpen(ctx, c, w.Next.Match)
}

// ended counts a match of a campaign. The result is committed with the match's end.
func ended(ctx context.Context, c *bot.Call, p table.Public) ([]table.Record, error) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Series == nil || p.Result == nil {
		return nil, err
	}
	var w campaign
	r, err := c.Guard(ctx, key(place.Guild, place.Series.ID), &w)
	if err != nil || w.Empty() {
		return nil, err
	}
	if err := w.count(c, p.ID, *p.Result, p.Meta.Users, c.Clock.Now()); err != nil {
		return nil, err
	}
	r, err = bot.With(r, w)
	time.AfterFunc(shortly, c.SeriesChanged)
	return []table.Record{r, bot.SeriesNews(w.Guild, w.ID)}, err
}
