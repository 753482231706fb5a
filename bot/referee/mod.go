package referee

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// Moderation. A moderator's rights are those of their user id on the match's server at the moment they act. Nobody moderates a
// match that they play in or have played in. An act is tried, shown to the moderator and confirmed. Then one commit does it, tells
// everybody, and writes who did it and why into a record of its own, which is never part of the match's events.

const wordModAppealed game.Text = "An appeal against a decision of yours is open: another moderator has to decide it."

const (
	idMod = "mod" // mod|match|go|tag or mod|match|no

	maxReason = 300 // characters
)

// act is the record of something that a referee or a player in a dispute did.
type act struct {
	N      int        `json:"n"`
	What   string     `json:"what"`
	Seat   game.Seat  `json:"seat,omitempty"`
	By     bot.UserID `json:"by"`
	Name   string     `json:"name"`
	At     time.Time  `json:"at"`
	Reason string     `json:"reason"`
	Detail string     `json:"detail,omitempty"` // what exactly, for moderators
	Event  int        `json:"event,omitempty"`  // what a dispute is about, in everybody's count; 0: nothing certain
	Player bool       `json:"player,omitempty"` // a player did it
	Role   bot.RoleID `json:"role,omitempty"`   // who is called
	Final  bool       `json:"final,omitempty"`  // it decided an appeal
	mark              // of a moderator whose data has been removed
}

// actSort begins the keys of acts.
const actSort = "act/"

func actKey(id table.ID, n int) string { return fmt.Sprintf("%s%s/%04d", actSort, id, n) }

// mention is how the user stands in a text.
func mention(u bot.UserID) string { return "<@" + string(u) + ">" }

// pending is a verb that a moderator has been asked to confirm.
type pending struct {
	Verb    string      `json:"verb"`
	Options bot.Options `json:"options"`
	Acts    int         `json:"acts"` // how many there were when it was shown
	Facts   int         `json:"facts"`
}

// asked is when a moderator was asked to confirm something, in Unix seconds; 0: by an older program, and not found since.
type asked struct {
	At int64 `json:"at,omitempty"`
}

// waiting and waitingBan are what is stored of it.
type (
	waiting struct {
		pending
		asked
	}
	waitingBan struct {
		pendingBan
		asked
	}
)

// confirmWait is how long what a moderator was asked to confirm waits for them. It is deleted after that.
const confirmWait = time.Hour

// askedNow is the moment of a question that is asked now.
func askedNow(c *bot.Call) asked { return asked{c.Clock.Now().Unix()} }

// stale tells whether it has waited too long.
func (a asked) stale(c *bot.Call) bool {
	return a.At > 0 && !c.Clock.Now().Before(time.Unix(a.At, 0).Add(confirmWait))
}

// dropStale deletes what waited too long to be confirmed. What an older program asked waits from now on. n is how many of either.
func dropStale(ctx context.Context, c *bot.Call) (n int, err error) {
	err = bot.EachOf(ctx, c.App, pendingSort, func(r table.Record, all map[string]any) error {
		var a asked
		if err := json.Unmarshal(r.Value, &a); err != nil || a.At > 0 && !a.stale(c) {
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
		if err := c.Records.Put(ctx, next); !errors.Is(err, table.ErrChanged) { // else it was asked anew, or confirmed
			return err
		}
		return nil
	})
	return n, err
}

// pendingSort begins the keys of what moderators were asked to confirm: a pending by match, a pendingBan by server.
const pendingSort = "confirm/"

func pendingKey(id table.ID, u bot.UserID) string {
	return pendingSort + string(id) + "/" + string(u)
}

// dispute is the open dispute or appeal of a match, with counts of earlier ones.
type dispute struct {
	Open     bool                `json:"open"`
	By       bot.UserID          `json:"by,omitempty"`
	Against  bot.UserID          `json:"against,omitempty"` // an appeal: the moderator who may not decide it
	Opened   map[bot.UserID]int  `json:"opened,omitempty"`
	Appealed map[string]struct{} `json:"appealed,omitempty"` // acts by number
	Since    time.Time           `json:"since,omitzero"`     // when the appeal was opened; zero: by an older program
	About    int                 `json:"about,omitempty"`    // the act that the appeal is about; 0: by an older program
}

// appealWaits is how long an appeal waits for another moderator. After it whoever made the decision decides the appeal too: on a
// server with one moderator the loser could else stop a match for good.
const appealWaits = 7 * 24 * time.Hour

// bars tells whether the open appeal is against a decision of the user's, who then does nothing in the match.
func (rv review) bars(c *bot.Call) bool {
	d := rv.dispute
	return d.Open && (d.Against == c.User || rv.about.of(rv.ID, c.User)) && (d.Since.IsZero() || c.Clock.Now().Before(d.Since.Add(appealWaits)))
}

// close ends it.
func (d *dispute) close() { d.Open, d.By, d.Against, d.About = false, "", "", 0 }

func disputeKey(id table.ID) string { return "dispute/" + string(id) }

// requireModerator tells whether the user is a moderator of the server they act on.
func requireModerator(ctx context.Context, c *bot.Call) (no bot.Answer, ok bool) {
	if c.Guild == "" {
		return c.Answer(wordModGuild), false
	}
	s, err := c.Server(ctx, c.Guild)
	if err != nil {
		return c.Trouble("", err), false
	}
	role := s.ModRole
	switch {
	case role != "" && slices.Contains(c.Roles, role):
	case c.May(bot.ManageServer):
		role = ""
	default:
		if err := c.ForgetModerator(ctx, c.Guild, c.User); err != nil {
			return c.Trouble("", err), false
		}
		return c.Answer("referee.not-mod"), false
	}
	if err := c.NoteModerator(ctx, role); err != nil {
		return c.Trouble("", err), false
	}
	return bot.Answer{}, true
}

// review is a match that a moderator or a player in a dispute acts on, with its dispute.
type review struct {
	table.Public
	place   bot.Place
	dispute dispute
	about   act // that an open appeal is about
	acts    int // how many there were
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
	if err := c.Read(ctx, disputeKey(id), &rv.dispute); err != nil || rv.dispute.About == 0 {
		return rv, err
	}
	return rv, c.Read(ctx, actKey(id, rv.dispute.About), &rv.about)
}

// moderatorReview reads a match that the user may moderate. ok is false with the answer to give.
func moderatorReview(ctx context.Context, c *bot.Call, id table.ID) (rv review, no bot.Answer, ok bool) {
	if no, ok := requireModerator(ctx, c); !ok {
		return rv, no, false
	}
	rv, err := readReview(ctx, c, id)
	switch {
	case err != nil:
		return rv, c.Trouble(id, err), false
	case rv.place.Guild != c.Guild:
		return rv, c.Answer("That match is played on another server; its moderators judge it."), false
	case slices.Contains(rv.Meta.Users, c.User):
		return rv, c.Answer("referee.mod-plays"), false
	}
	played, err := hasPlayed(ctx, c, id, c.User)
	switch {
	case err != nil:
		return rv, c.Trouble(id, err), false
	case played:
		return rv, c.Answer("You have played in this match, so you do not judge it: another moderator has to."), false
	case rv.place.Series == nil:
		return rv, bot.Answer{}, true
	}
	sided, err := c.SeriesSide(ctx, c, rv.place.Guild, rv.place.Series.ID, c.User)
	switch {
	case err != nil:
		return rv, c.Trouble(id, err), false
	case sided:
		return rv, c.Answer("You have or had a side in this match's campaign: another moderator has to judge it."), false
	}
	return rv, bot.Answer{}, true
}

// matchVerb is /mod with a verb about a match.
func matchVerb(ctx context.Context, c *bot.Call, id table.ID, v verb) bot.Answer {
	rv, no, ok := moderatorReview(ctx, c, id)
	switch {
	case !ok:
		return no
	case v.name == "legal":
		return legal(ctx, c, rv)
	case !goodReason(c.Options.Text("reason")):
		return c.Answer(wordNeedReason, maxReason)
	case v.name == "show" && c.Options.Text("view") == "public":
		return c.Onlook(ctx, id)
	case v.name == bot.ActReplace && c.Bots[c.Options.User("user")]:
		return c.Answer("Bots do not play. Leave `opponent` empty to let anyone accept.")
	}
	return askSure(ctx, c, rv, v)
}

// goodReason tells whether the reason is given and not too long.
func goodReason(s string) bool {
	return s != "" && len([]rune(s)) <= maxReason
}

// legal answers whether an event was legal.
func legal(ctx context.Context, c *bot.Call, rv review) bot.Answer {
	n, _ := c.Options.Int("number", 1, math.MaxInt) // 0 is no event
	ok, err := c.Hall.Legal(ctx, rv.ID, n)
	var none *table.NoPoint
	switch {
	case n < 1 || errors.As(err, &none):
		return c.Answer(wordNoEvent, len(rv.Facts))
	case err != nil:
		return c.Trouble(rv.ID, err)
	case !ok:
		return c.Answer("referee.legal-no", n)
	}
	return c.Answer("referee.legal-yes", n, c.Of(rv.Meta).Log(rv.View, rv.Meta, rv.Facts)[n-1])
}

// askSure tries what the moderator wants, and shows what it will do.
func askSure(ctx context.Context, c *bot.Call, rv review, v verb) bot.Answer {
	r, what, err := v.ruling(ctx, c, c.Options, rv)
	if err != nil {
		return c.Cannot(err)
	}
	if rv.bars(c) {
		return c.Answer(wordModAppealed)
	}
	if no, ok := admit(ctx, c, c.Guild, "", r.Replace); !ok {
		return no
	}
	told, err := c.Hall.TryRuling(ctx, rv.ID, r)
	var none *table.NoPoint
	switch {
	case errors.As(err, &none):
		return c.Answer(wordNoEvent, none.Events)
	case errors.As(err, new(*game.Refusal)):
		return c.Cannot(err)
	case err != nil:
		return c.Trouble(rv.ID, err)
	}
	options := bot.Options{}
	for _, name := range []string{"view", "number", "ruling", "side", "hours", "user", "result", "reason"} {
		if v := c.Options[name]; v != "" {
			options[name] = v
		}
	}
	options["name"] = c.Names[c.Options.User("user")]
	p := pending{v.name, options, rv.acts, len(rv.Facts)}
	if err := c.Write(ctx, pendingKey(rv.ID, c.User), waiting{p, askedNow(c)}); err != nil {
		return c.Trouble(rv.ID, err)
	}
	text := c.Say("referee.mod-sure", what, bot.Plain(options["reason"]), effect(c, rv, r, told))
	return askConfirm(c, text, idMod+"|"+string(rv.ID), p)
}

// askConfirm asks whether to do what the text says, which is pending. The buttons' ids end in "go", with the pending act's tag,
// and "no".
func askConfirm(c *bot.Call, text, id string, pending any) bot.Answer {
	return bot.Fresh(bot.Text(text), bot.Row{{ID: id + "|go|" + tagOf(pending), Label: c.Text("Do it"), Style: bot.Danger},
		{ID: id + "|no", Label: c.Text("Leave it")}})
}

// tagOf tells pending acts apart, so that a button does only what its message says.
func tagOf(pending any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", pending)) // fmt prints maps in the order of their keys
	return hex.EncodeToString(sum[:6])
}

// confirms tells whether the press is on a message that asked for this. Messages of older programs have no tag.
func confirms(tag string, pending any) bool { return tag == "" || tag == tagOf(pending) }

// effect says what everybody will be told of a ruling, or what a rewind voids.
func effect(c *bot.Call, rv review, r table.Ruling, told []game.Fact) string {
	format, lines := game.Text("Everybody will be told:\n%s\n"), c.Of(rv.Meta).Log(rv.View, rv.Meta, told)
	if r.Before > 0 {
		format, lines = "These events become void, as everybody was told them:\n%s\n",
			c.Of(rv.Meta).Log(rv.View, rv.Meta, rv.Facts)[r.Before-1:]
		for n, f := range rv.Facts[r.Before-1:] {
			if _, ok := f.(game.Refereed); ok {
				lines[n] = "" // what moderators did stands
			}
		}
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	if len(lines) == 0 {
		return c.Text("Nothing in the position changes.\n")
	}
	text := ""
	for n, line := range lines {
		if n == bot.LogLines {
			text += "\n…"
			break
		}
		text += "\n• " + bot.Clip(line, bot.LogLine)
	}
	return c.Say(format, strings.TrimSpace(text))
}

// hasLooked tells whether the match's secrets were opened to the user, who then must not play in it.
func hasLooked(ctx context.Context, c *bot.Call, id table.ID, u bot.UserID) (bool, error) {
	all, err := actsOf(ctx, c, id)
	return slices.ContainsFunc(all, func(a act) bool {
		return (a.By == u || a.of(id, u)) && slices.Contains([]string{table.DisclosedAll, table.DisclosedSeat, table.Evidence}, a.What)
	}), err
}

var results = map[string]*game.Result{"a": {Rank: []int{1, 2}, Why: "ruling"}, "b": {Rank: []int{2, 1}, Why: "ruling"},
	"draw": {Rank: []int{1, 1}, Why: "ruling"}, "void": {Rank: []int{1, 1}, Why: "void"}}

// renamed is the match's place with another player's name in it.
func (rv review) renamed(seat game.Seat, name string) (json.RawMessage, error) {
	place := rv.place
	place.Names = slices.Clone(place.Names)
	if int(seat) <= len(place.Names) {
		place.Names[seat-1] = cmp.Or(name, "?")
	}
	if place.Rival != nil && place.Rival.Seat == seat { // whose seat it was
		place.Rival = nil
	}
	return json.Marshal(place)
}

// modPress confirms or leaves what was proposed. Rights are checked again.
func modPress(ctx context.Context, c *bot.Call, match, choice string) bot.Answer {
	id := table.ID(match)
	rv, no, ok := moderatorReview(ctx, c, id)
	if !ok {
		return no
	}
	var p waiting
	if err := c.Read(ctx, pendingKey(id, c.User), &p); err != nil {
		return c.Trouble(id, err)
	}
	choice, tag, _ := strings.Cut(choice, "|")
	if p.Verb == "" || p.stale(c) || !confirms(tag, p.pending) {
		return bot.Settled(c.Text(wordModGone))
	}
	if choice != "go" {
		if err := c.Delete(ctx, pendingKey(id, c.User)); err != nil {
			return c.Trouble(id, err)
		}
		return bot.Settled(c.Text("Left as it was."))
	}
	r, what, err := verbNamed(p.Verb).ruling(ctx, c, p.Options, rv)
	if r.Order != "" || r.Before > 0 || r.Lapse > 0 { // which fit what stood when they were shown
		r.Facts = p.Facts
	}
	switch {
	case err != nil:
		return c.Cannot(err)
	case rv.bars(c):
		return c.Answer(wordModAppealed)
	case p.Acts != rv.acts || r.Facts > 0 && r.Facts != len(rv.Facts):
		return another(ctx, c, id)
	}
	if no, ok := admit(ctx, c, c.Guild, "", r.Replace); !ok { // a ban since
		return no
	}
	return carryOut(ctx, c, rv, p.pending, r, what)
}

// another refuses what was confirmed, as something has happened since it was shown, and shows how the match stands now.
func another(ctx context.Context, c *bot.Call, id table.ID) bot.Answer {
	a := bot.Settled(c.Text("referee.mod-another"))
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	board, err := c.Of(p.Meta).Board(p)
	if err != nil {
		return c.Trouble(id, bot.FormsFailed("board", err))
	}
	m := board.Message
	m.Blocks, m.Mention = append(a.Letter.Blocks, m.Blocks...), nil
	return bot.Answer{Letter: &m}
}

// carryOut does what was confirmed, in one commit with its record and the notices.
func carryOut(ctx context.Context, c *bot.Call, rv review, p pending, r table.Ruling, what string) bot.Answer {
	a := act{N: rv.acts + 1, What: r.What, Seat: r.Seat, By: c.User, Name: c.Name, At: c.Clock.Now().UTC(),
		Reason: p.Options.Text("reason"), Detail: what}
	if p.Verb == "dismiss" || p.Verb == "uphold" {
		a.Final = rv.dispute.Against != ""
		rv.dispute.close()
	}
	if err := file(c, &r, rv, a); err != nil {
		return c.Trouble(rv.ID, err)
	}
	r.Records = append(r.Records, table.Record{Key: pendingKey(rv.ID, c.User)})
	if r.Replace != "" {
		left, err := rv.replacedPlayer(r.Seat)
		if err != nil {
			return c.Trouble(rv.ID, err)
		}
		r.Records = append(r.Records, left)
	}
	var err error
	var seen *table.Opened
	if p.Verb == "show" || p.Verb == "evidence" || p.Verb == verbRival {
		var o table.Opened
		o, err = c.Hall.Disclose(ctx, c.Cause(), rv.ID, r)
		seen = &o
	} else {
		_, err = c.Hall.Referee(ctx, c.Cause(), rv.ID, r)
	}
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == "another":
		return another(ctx, c, rv.ID)
	case errors.As(err, &refused):
		return c.Cannot(err)
	case err != nil:
		return c.Trouble(rv.ID, err)
	case p.Verb == "evidence":
		return evidence(ctx, c, rv, a, *seen)
	case p.Verb == verbRival:
		return rivalFile(seen.Reading(ctx), c, rv, p)
	case seen != nil:
		return looked(c, rv, *seen)
	}
	return bot.Settled(c.Say("Done: it stands in the match's record as number %d, and both players are told.", a.N))
}

// file adds the act's record, the dispute's, and the notices to both players and in the thread.
func file(c *bot.Call, r *table.Ruling, rv review, a act) error {
	for key, v := range map[string]any{actKey(rv.ID, a.N): a, disputeKey(rv.ID): rv.dispute} {
		record, err := bot.RecordOf(key, v)
		if err != nil {
			return err
		}
		r.Records = append(r.Records, record)
	}
	body := []byte(strconv.Itoa(a.N))
	for seat := range rv.Meta.Users {
		r.Send = append(r.Send, table.Effect{Queue: noteQueue(game.Seat(seat + 1)), Body: body})
	}
	r.Send = append(r.Send, table.Effect{Queue: actsQueue, Body: body})
	return nil
}

// looked shows what a look opened, to nobody but the moderator.
func looked(c *bot.Call, rv review, o table.Opened) bot.Answer {
	m, err := c.Of(rv.Meta).Disclosed(o, rv.Meta)
	if err != nil {
		return c.Trouble(rv.ID, bot.FormsFailed("look", err))
	}
	m.Blocks = append([]bot.Block{bot.Text(c.Say("What you asked to see of match `%s`. Both players have been told that you looked.",
		rv.ID))}, m.Blocks...)
	return bot.Answer{Letter: &m, Fresh: true}
}
