// Package appeal holds what bans and acts in campaigns share once somebody appeals against them: the stored appeal, who may decide it,
// its lines in a list, and the messages about it. Appeals against acts in a match stop the match, and belong to the referee.
package appeal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Waits is how long an appeal waits for another moderator. After it, whoever did the act may decide the appeal too: otherwise nobody
// could on a server with one moderator.
const Waits = 7 * 24 * time.Hour

// Appeal is somebody's appeal against an act of a moderator. There is one at most for each act.
type Appeal struct {
	By     wire.UserID `json:"by"`
	Name   string      `json:"name"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason,omitempty"`
	// Decision decided it; nil: it is open.
	Decision *Decision `json:"decision,omitempty"`
	// Told names the last message about it to the moderators: ToldOpen, ToldDecided or "".
	Told string `json:"told,omitempty"`
}

// The messages to the moderators about an appeal.
const (
	ToldOpen    = "open"
	ToldDecided = "decided"
)

// Decision is an act of a moderator about an appeal, or of whoever appealed: they withdraw it.
type Decision struct {
	What   string      `json:"what"` // a name in deed
	By     wire.UserID `json:"by"`
	Name   string      `json:"name"`
	At     time.Time   `json:"at"`
	Reason string      `json:"reason,omitempty"`
}

// New returns the appeal of the call's user.
func New(c *bot.Call, reason string) *Appeal {
	return &Appeal{By: c.User, Name: c.Name, At: c.Clock.Now().UTC(), Reason: reason}
}

// Open reports whether there is an appeal that is not decided.
func (a *Appeal) Open() bool { return a != nil && a.Decision == nil }

// Skip moves the start of an open appeal, so that time in which moderators could reach no host does not count.
func (a *Appeal) Skip(o table.Outage) {
	if a.Open() {
		a.At = o.Skip(a.At)
	}
}

// Fits returns bot.Reached if the act has been appealed before.
func Fits(c *bot.Call, a *Appeal) error {
	made := 0
	if a != nil {
		made = 1
	}
	return c.Fits(bound.Appeals, made)
}

// Decide records the call's user's decision.
func (a *Appeal) Decide(c *bot.Call, what, reason string) {
	a.Decision = &Decision{What: what, By: c.User, Name: c.Name, At: c.Clock.Now().UTC(), Reason: reason}
}

// Of reports whether the appeal is open and the user's. In the scope, users are still known whose data was removed.
func (a *Appeal) Of(scope string, u wire.UserID) bool {
	return a.Open() && bot.IsUser(a.By, scope, u)
}

// Withdraw closes the appeal of the call's user for good: the act cannot be appealed again.
func (a *Appeal) Withdraw(c *bot.Call, scope string) error {
	switch {
	case !a.Open():
		return c.Refuse(wordDecided)
	case !a.Of(scope, c.User):
		return c.Refuse("That is somebody else's appeal; only they can withdraw it.")
	}
	a.Decide(c, deed.Withdrawn, "")
	return nil
}

// IsWithdrawn reports whether whoever appealed has withdrawn the appeal.
func (a *Appeal) IsWithdrawn() bool {
	return a != nil && a.Decision != nil && a.Decision.What == deed.Withdrawn
}

// Withdrawal returns a button with which the user withdraws their appeal. It takes effect at once, and for good.
func Withdrawal(c *bot.Call, id string) wire.Row {
	return wire.Row{{ID: id, Label: c.Text("Withdraw the appeal"), Style: wire.Danger}}
}

// ToldWithdrawn is the answer to whoever has withdrawn an appeal.
const ToldWithdrawn game.Text = "You have withdrawn your appeal. The moderators are told."

const (
	wordOwn     game.Text = "This appeal is about you or is yours: another moderator must decide it."
	wordAgainst game.Text = "appeal.against"
	wordDecided game.Text = "That appeal is decided, or there is none."
)

// Bars refuses a moderator who may not decide the appeal now: whoever appealed, whom the act concerns, and for a while whoever did it. In
// the scope, users are still known whose data was removed.
func (a *Appeal) Bars(c *bot.Call, scope string, author, concerned wire.UserID) error {
	free := time.Time{}
	if a != nil {
		free = a.At.Add(Waits)
	}
	switch {
	case !a.Open():
		return c.Refuse(wordDecided)
	case bot.IsUser(a.By, scope, c.User), concerned == c.User:
		return c.Refuse(wordOwn)
	case bot.IsUser(author, scope, c.User) && c.Clock.Now().Before(free):
		return c.Refuse(wordAgainst, free.Unix())
	}
	return nil
}

// Reason returns the reason that the call's user has given in a form. Without one it asks for it in a form, which then does the same as
// the press; the error contains the form.
func Reason(c *bot.Call, id string, title game.Text) (string, error) {
	reason := strings.TrimSpace(c.Fields["reason"])
	switch {
	case deed.GoodReason(reason):
		return reason, nil
	case c.Kind == wire.Submit:
		return "", c.Refuse("⚠️ Give a reason, of at most %d characters.", deed.MaxReason)
	}
	return "", bot.Refuse(wire.Answer{Form: &wire.Form{ID: id, Title: c.Text(title), Fields: []wire.Field{{ID: "reason",
		Label: c.Text("Why? Everybody may read it, with your name"), Min: 1, Max: deed.MaxReason, Required: true}}}})
}

// Unheard is told to whoever appealed if no moderator could be told.
const Unheard game.Text = "⚠️ Your appeal is open, but I could tell no other moderator of it. Ask one of them to look at it."

// Where returns the server's name as messages show it.
func Where(ctx context.Context, c *bot.Call, g wire.GuildID) string {
	if name := c.ServerName(ctx, g); name != "" {
		return "**" + wire.Plain(name) + "**"
	}
	return c.Text("a server")
}

// Who returns a user's name in a list of acts.
func Who(c *bot.Call, u wire.UserID, name string) string {
	if bot.IsGone(u) || name == "" {
		return c.Text("somebody whose data was removed")
	}
	return wire.Plain(wire.Clip(name, longestName))
}

// longestName is how much of a name a list shows, in characters.
const longestName = 40

// LongestReason is how much of a reason a list shows, in characters.
const LongestReason = 150

// Shown returns a reason as lists show it.
func Shown(reason string) string {
	return wire.Clip(wire.Plain(cmp.Or(reason, "-")), LongestReason)
}

// Lines returns the lines about an appeal that follow its act in a list.
func (a *Appeal) Lines(c *bot.Call) (lines []string) {
	if a == nil {
		return nil
	}
	lines = append(lines, c.Say("-# ↳ <t:%d:d> Appeal by %s: %s", a.At.Unix(), Who(c, a.By, a.Name), Shown(a.Reason)))
	if d := a.Decision; a.IsWithdrawn() {
		lines = append(lines, c.Say("-# ↳ <t:%d:d> %s has withdrawn the appeal.", d.At.Unix(), Who(c, d.By, d.Name)))
	} else if d != nil {
		act, _ := deed.Of(d.What)
		lines = append(lines, c.Say("-# ↳ <t:%d:d> %s, as a moderator: %s. Reason: %s", d.At.Unix(), Who(c, d.By, d.Name), c.Text(act.Public), Shown(d.Reason)))
	}
	return lines
}

// Forget removes a user whose data is removed, and puts as in their place.
func (a *Appeal) Forget(scope string, u, as wire.UserID) {
	if a == nil {
		return
	}
	if a.By == u {
		a.By, a.Name, a.Reason = as, "", ""
	}
	if d := a.Decision; d != nil && d.By == u {
		d.By, d.Name, d.Reason = as, "", ""
	}
}

// Names reports whether the appeal contains the user's id.
func (a *Appeal) Names(u wire.UserID) bool {
	return a != nil && (a.By == u || a.Decision != nil && a.Decision.By == u)
}

// Subject describes the messages about an appeal.
type Subject struct {
	Guild   wire.GuildID
	Role    wire.RoleID // the moderators' role; "": only those who manage the server decide
	ID      string      // of the appeal, for nonces
	Not     []wire.UserID
	Author  wire.UserID // who did the act: they hear of an appeal against it, but nobody relies on them
	Compose func(*bot.Call) string
}

// Call tells the moderators whom the bot knows that an appeal is open, and reports whether one of them was reached who may decide it now.
// If there is none, it tells the server's owner.
func Call(ctx context.Context, c *bot.Call, s Subject) (reached bool, err error) {
	here, err := c.Wire.GuildNow(ctx, s.Guild, s.Role, "")
	if err != nil && !wire.Final(err) {
		return false, err
	}
	known, err := c.Moderators(ctx, s.Guild, s.Role)
	if err != nil {
		return false, err
	}
	sounds := c.Rings(ctx, s.ID, bot.AccountOf(bound.CalledModerators, s.Guild))
	others := slices.DeleteFunc(slices.Clone(known), func(u wire.UserID) bool { return u == s.Author })
	told, err := Write(ctx, c, s, !sounds, others)
	if err == nil && told == 0 && here.Owner != "" && here.Owner != s.Author {
		told, err = Write(ctx, c, s, !sounds, []wire.UserID{here.Owner})
	}
	if err != nil {
		return false, err
	}
	_, err = Write(ctx, c, s, true, []wire.UserID{s.Author})
	return told > 0, err
}

// TellModerators tells the moderators whom the bot knows, without a sound.
func TellModerators(ctx context.Context, c *bot.Call, s Subject) error {
	known, err := c.Moderators(ctx, s.Guild, s.Role)
	if err != nil {
		return err
	}
	if !slices.Contains(known, s.Author) {
		known = append(known, s.Author)
	}
	_, err = Write(ctx, c, s, true, known)
	return err
}

// Write sends the message to users, and counts those whom it reached. A repeat sends it again to nobody who has it.
func Write(ctx context.Context, c *bot.Call, s Subject, silent bool, users []wire.UserID) (told int, err error) {
	for _, u := range users {
		if u == "" || slices.Contains(s.Not, u) || !bot.Reachable(u) {
			continue
		}
		v, err := c.UserVoice(ctx, u)
		if err != nil {
			return told, err
		}
		m := wire.Message{Silent: silent, Blocks: []wire.Block{wire.Text(s.Compose(c.In(v)))}}
		channel, err := c.Wire.DM(ctx, u)
		if err == nil {
			_, err = c.Wire.Post(ctx, channel, m, bot.KeyedHash(s.ID, string(u))[:20])
		}
		switch {
		case err == nil:
			told++
		case !wire.Final(err):
			return told, fmt.Errorf("appeal: %w", err)
		}
	}
	return told, nil
}
