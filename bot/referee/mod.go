package referee

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"downsync/bot"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Moderation. A moderator's rights are those that their user id has on the match's server at the moment they act.
// Nobody moderates a match that they play in or have played in. An act is tried, shown to the moderator and confirmed.
// Then one commit carries it out, tells everybody, and writes who did it and why into a separate record, which is never
// part of the match's events.

const wordModAppealed game.Text = "An appeal against your decision is open: another moderator must decide it."

// idMod is mod|match|go|tag or mod|match|no.
const idMod = "mod"

// act is the record of something that a referee or a player in a dispute did.
type act struct {
	N      int         `json:"n"`
	What   string      `json:"what"`
	Seat   game.Seat   `json:"seat,omitempty"`
	By     wire.UserID `json:"by"`
	Name   string      `json:"name"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason"`
	Detail string      `json:"detail,omitempty"` // its details, for moderators
	Event  int         `json:"event,omitempty"`  // the disputed event, in the public count; 0: none is named
	Player bool        `json:"player,omitempty"` // a player did it
	Role   wire.RoleID `json:"role,omitempty"`   // the role to notify
	Final  bool        `json:"final,omitempty"`  // it decided an appeal
	Left   wire.UserID `json:"left,omitempty"`   // the user who lost their seat
	Comes  wire.UserID `json:"comes,omitempty"`  // the user who took it; "" in records of older programs
	// LeftName and ComesName are their names; "" in records of older programs, and once the data of the user was removed.
	LeftName  string `json:"left_name,omitempty"`
	ComesName string `json:"comes_name,omitempty"`
	Former    bool   `json:"former,omitempty"` // a former player of the seat did it
	mark             // of a moderator whose data was removed
}

// actSort begins the keys of acts.
const actSort = "act/"

func actKey(id table.ID, n int) string { return fmt.Sprintf("%s%s/%04d", actSort, id, n) }

// pending is a verb that a moderator was asked to confirm.
type pending struct {
	Verb    string       `json:"verb"`
	Options wire.Options `json:"options"`
	Acts    int          `json:"acts"` // the number of acts when it was shown
	Facts   int          `json:"facts"`
}

// asked is when a moderator was asked to confirm something, in Unix seconds; 0: by an older program, and not yet found.
type asked struct {
	At int64 `json:"at,omitempty"`
	bot.Skipped
}

// Skip moves the moment, so that time in which players could reach no host does not count.
func (a *asked) Skip(o table.Outage) {
	if a.At > 0 {
		a.At = o.Skip(time.Unix(a.At, 0)).Unix()
	}
}

// waiting and waitingBan are the stored forms.
type (
	waiting struct {
		pending
		asked
	}
	waitingBan struct {
		pendingBan
		asked
		Name string `json:"name,omitempty"` // the user's
	}
)

// confirmWait is how long a question to a moderator waits for the confirmation, not counting outages. It is deleted
// after that. A late press is safe: it is refused if the match, its record or the moderator's rights have changed.
const confirmWait = time.Hour

// askedNow returns the moment of a question that is asked now.
func askedNow(c *bot.Call) asked { return asked{At: c.Clock.Now().Unix()} }

// stale reports whether it has waited too long.
func (a asked) stale(c *bot.Call) bool {
	return a.At > 0 && !c.Clock.Now().Before(time.Unix(a.At, 0).Add(confirmWait))
}

// dropStale deletes the questions that have waited too long. The wait of a question from an older program begins now. n
// counts both.
func dropStale(ctx context.Context, c *bot.Call) (n int, err error) {
	err = bot.EachOf(ctx, c.App, pendingSort, func(r table.Record, all map[string]any) error {
		var a asked
		if err := c.Decode(ctx, r, &a); err != nil || a.At > 0 && !a.stale(c) {
			return err
		}
		next := table.Record{Key: r.Key, If: true, Was: r.Value}
		if a.At == 0 {
			all["at"] = c.Clock.Now().Unix()
			if next, err = bot.With(next, all); err != nil {
				return err
			}
		}
		n++
		if err := c.Records.Put(ctx, next); !errors.Is(err, table.ErrChanged) { // otherwise it was replaced, or confirmed
			return err
		}
		return nil
	})
	return n, err
}

// pendingSort begins the keys of the questions to moderators: a pending by match, a pendingBan by server.
const pendingSort = "confirm/"

func pendingKey(id table.ID, u wire.UserID) string {
	return pendingSort + string(id) + "/" + string(u)
}

// dispute is the open dispute or appeal of a match, with the numbers of earlier ones.
type dispute struct {
	Open     bool                `json:"open"`
	By       wire.UserID         `json:"by,omitempty"`
	Against  wire.UserID         `json:"against,omitempty"` // for an appeal: the moderator who may not decide it
	Opened   map[wire.UserID]int `json:"opened,omitempty"`
	Appealed map[string]struct{} `json:"appealed,omitempty"` // the appealed acts by number
	Since    time.Time           `json:"since,omitzero"`     // when the appeal was opened; zero: by an older program
	About    int                 `json:"about,omitempty"`    // the act under appeal; 0: by an older program
	Act      int                 `json:"act,omitempty"`      // the act that opened it; 0: by an older program
	bot.Skipped
}

// Skip moves the start of the appeal, so that time in which players could reach no host does not count.
func (d *dispute) Skip(o table.Outage) { d.Since = o.Skip(d.Since) }

// appealWaits is how long an appeal waits for another moderator. After it, the moderator who made the decision may
// decide the appeal too: otherwise, on a server with one moderator, the loser could stop a match for ever.
const appealWaits = 7 * 24 * time.Hour

// bars reports whether the open appeal is against a decision by the user, who must then do nothing in the match.
func (rv review) bars(c *bot.Call) bool {
	d := rv.dispute
	return d.Open && (d.Against == c.User || rv.about.of(rv.ID, c.User)) && (d.Since.IsZero() || c.Clock.Now().Before(d.Since.Add(appealWaits)))
}

func (d *dispute) close() { d.Open, d.By, d.Against, d.About, d.Act = false, "", "", 0, 0 }

func disputeKey(id table.ID) string { return "dispute/" + string(id) }

// requireModerator refuses a user who is not a moderator of the server where they act.
func requireModerator(ctx context.Context, c *bot.Call) error {
	if c.Guild == "" {
		return c.Refuse(wordModGuild)
	}
	s, err := c.Server(ctx, c.Guild)
	if err != nil {
		return err
	}
	role, ok := deed.Moderators.Holds(c.Interaction, s.ModRole)
	if !ok {
		if err := c.ForgetModerator(ctx, c.Guild, c.User); err != nil {
			return err
		}
		return c.Refuse("referee.not-mod")
	}
	if err := c.NoteModerator(ctx, role); err != nil {
		return err
	}
	return nil
}

// review is a match, with its dispute, in which a moderator or a player in a dispute acts.
type review struct {
	table.Public
	place   bot.Place
	dispute dispute
	about   act // the act that an open appeal is about
	opened  act // the act that opened the dispute or appeal
	acts    int // the number of acts
}

// readReview reads a match with its dispute.
func readReview(ctx context.Context, c *bot.Call, id table.ID) (rv review, err error) {
	if rv.Public, err = c.Hall.Public(ctx, id); err != nil {
		return rv, err
	}
	if rv.place, err = bot.PlaceOf(rv.Meta); err != nil {
		return rv, err
	}
	rv.acts = table.Rulings(rv.Facts)
	if err := c.Read(ctx, disputeKey(id), &rv.dispute); err != nil {
		return rv, err
	}
	for n, into := range map[int]*act{rv.dispute.About: &rv.about, rv.dispute.Act: &rv.opened} {
		if n == 0 {
			continue
		}
		if err := c.Read(ctx, actKey(id, n), into); err != nil {
			return rv, err
		}
	}
	return rv, nil
}

// moderatorReview reads a match that the user may moderate.
func moderatorReview(ctx context.Context, c *bot.Call, id table.ID) (rv review, err error) {
	if err := requireModerator(ctx, c); err != nil {
		return rv, err
	}
	rv, err = readReview(ctx, c, id)
	switch {
	case err != nil:
		return rv, err
	case rv.place.Guild != c.Guild:
		return rv, c.Refuse("That match is played on another server; its moderators judge it.")
	case slices.Contains(rv.Meta.Users, c.User):
		return rv, c.Refuse("You play in this match, so you cannot judge it: another moderator must.")
	}
	played, err := hasPlayed(ctx, c, id, c.User)
	switch {
	case err != nil:
		return rv, err
	case played:
		return rv, c.Refuse("You have played in this match, so you cannot judge it: another moderator must.")
	case rv.place.Series == nil:
		return rv, nil
	}
	sided, err := c.SeriesSide(ctx, c, rv.place.Guild, rv.place.Series.ID, c.User)
	switch {
	case err != nil:
		return rv, err
	case sided:
		return rv, c.Refuse("You have or had a side in this match's campaign: another moderator must judge it.")
	}
	return rv, nil
}

// matchVerb is /mod with a verb about a match.
func matchVerb(ctx context.Context, c *bot.Call, id table.ID, v verb) wire.Answer {
	rv, err := moderatorReview(ctx, c, id)
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case v.name == "legal":
		return legal(ctx, c, rv)
	case v.name == "show" && c.Options.Text("view") == viewPublic: // it reveals nothing, so nobody needs a reason
		return c.Onlook(ctx, id)
	case !deed.GoodReason(c.Options.Text("reason")):
		return c.Answer(wordNeedReason, deed.MaxReason)
	case v.name == deed.Replace && c.Bots[c.Options.User("user")]:
		return c.Answer("Bots do not play. Leave `opponent` empty to let anyone accept.")
	case v.name == deed.Replace && !c.Members[c.Options.User("user")]:
		return c.Answer("They are not on this server; name one of its members.")
	}
	return askSure(ctx, c, rv, v)
}

// legal answers whether an event was legal, and shows it as everybody saw it.
func legal(ctx context.Context, c *bot.Call, rv review) wire.Answer {
	n, _ := c.Options.Int(bot.EventOption, 1, math.MaxInt) // 0 is no event
	ok, err := c.Hall.Legal(ctx, rv.ID, n)
	var none *table.NoPoint
	switch {
	case n < 1 || errors.As(err, &none):
		return c.Answer(wordNoEvent, len(rv.Facts))
	case err != nil:
		return c.Trouble(rv.ID, err)
	}
	m, err := c.PublicRuling(ctx, rv.ID, n)
	if err != nil {
		return c.Trouble(rv.ID, err)
	}
	said := c.Say("referee.legal-no", n)
	if ok {
		said = c.Say("✅ Event %d was legal and followed the rules, and so was everything before it.", n)
	}
	if _, void := rv.Facts[n-1].(game.Void); void {
		said += " " + c.Text("It was taken back later and no longer counts.")
	}
	below := c.Text("referee.legal-seen")
	m.Blocks = slices.Concat([]wire.Block{wire.Text(said)}, m.Blocks, []wire.Block{wire.Text(below)})
	return wire.Answer{Letter: &m, Fresh: true}
}

// hasLooked reports whether the user has looked at the match's secrets, and so must not play in it.
func hasLooked(ctx context.Context, c *bot.Call, id table.ID, u wire.UserID) (bool, error) {
	all, err := actsOf(ctx, c, id)
	return slices.ContainsFunc(all, func(a act) bool {
		return (a.By == u || a.of(id, u)) && slices.Contains([]string{table.DisclosedAll, table.DisclosedSeat, table.Evidence}, a.What)
	}), err
}
