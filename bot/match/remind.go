package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Notifications: one for each answer that is really owed.
//
// A new question comes as a direct message, without a sound in quiet hours. A user may choose to be notified in the
// match's thread instead; quiet hours do not apply there. If a user accepts no direct messages, nobody else learns of
// it, so they are not notified elsewhere instead.
//
// A player who has just pressed something in the match needs no sound. They are notified once they have pressed nothing
// for ten minutes and still owe the answer.
//
// When a quarter of the time is left, or earlier when the quiet hours end, one message reminds of everything that
// waits. Nothing public depends on a secret: in the thread a player is notified when they are asked, and reminded only
// of questions whose answers everybody sees at once.

// remindPrefix begins the key of a reminder, "remind/<second>/<match>/<seat>", so that those due come first. The value
// is the id of the question and, after a space, the second at which the last quarter of its time begins, 0 without a
// clock. Older programs wrote the id alone.
const remindPrefix = "remind/"

func remindKey(at time.Time, id table.ID, seat game.Seat) string {
	return fmt.Sprintf("%s%011d/%s/%d", remindPrefix, at.Unix(), id, seat)
}

// reminder is a decoded reminder.
type reminder struct {
	key   string
	at    time.Time
	match table.ID
	seat  game.Seat
	ask   string
	last  int64 // when the last quarter of the question's time begins, as a second; -1 if an older program wrote it
}

// record returns the reminder as a record.
func (x reminder) record() table.Record {
	return table.Record{Key: x.key, Value: fmt.Appendf(nil, "%s %d", x.ask, x.last)}
}

// secondOf returns a time as a reminder stores it.
func secondOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

func readReminder(r table.Record) (reminder, error) {
	x := reminder{key: r.Key, last: -1}
	ask, last, timed := strings.Cut(string(r.Value), " ")
	if x.ask = ask; timed {
		if _, err := fmt.Sscan(last, &x.last); err != nil {
			return x, fmt.Errorf("record %s: %w", r.Key, err)
		}
	}
	parts := strings.Split(strings.TrimPrefix(r.Key, remindPrefix), "/")
	if len(parts) != 3 {
		return x, fmt.Errorf("record %s: no reminder", r.Key)
	}
	var at int64
	if _, err := fmt.Sscan(strings.TrimLeft(parts[0], "0"), &at); err != nil {
		return x, fmt.Errorf("record %s: %w", r.Key, err)
	}
	if _, err := fmt.Sscan(parts[2], &x.seat); err != nil {
		return x, fmt.Errorf("record %s: %w", r.Key, err)
	}
	x.at, x.match = time.Unix(at, 0), table.ID(parts[1])
	return x, nil
}

// schedule sets, moves or deletes the one reminder of what the seat owes. The change is written when the delivery is
// marked as done. In the thread its time depends on public information, so that a secret step in between does not move
// it.
func schedule(c *bot.Call, p table.Private, who prefs.User, at *seatMemory) {
	key, ask, public := "", bot.Owed(p), askedOf(p)
	when := remindAt(c, p, who, at.Ring)
	wish := wishAt(c, who, at.RingWish)
	if !wish.IsZero() && (when.IsZero() || wish.Before(when)) {
		when = wish
	}
	switch {
	case who.Calls == prefs.CallsThread && ask != "" && public == at.RemindOf:
		key = at.Remind
	case !when.IsZero():
		key = remindKey(when, p.ID, p.Seat)
	}
	if key == at.Remind && (key == "" || ask == at.Reminds) {
		at.RemindOf = public
		return
	}
	if x, err := readReminder(table.Record{Key: at.Remind}); err == nil && !x.at.After(c.Clock.Now()) && public == at.RemindOf && wish.IsZero() {
		return // it is due, or was sent
	}
	if at.Remind != "" {
		at.reminders = append(at.reminders, table.Record{Key: at.Remind})
	}
	if key != "" {
		a, _ := bot.OwedAsk(p)
		at.reminders = append(at.reminders, reminder{key: key, ask: ask, last: secondOf(lastQuarter(a))}.record())
	}
	at.Remind, at.Reminds, at.RemindOf = key, ask, public
}

// askedOf sums up the public information about the seat's questions.
func askedOf(p table.Private) (s string) {
	for _, a := range p.Asked {
		if a.Seat == p.Seat {
			s += fmt.Sprintf("%s %d %d ", a.Name, a.Since, a.By.UnixMilli())
		}
	}
	return s
}

// wishAt returns when to notify of others' wishes that came without a sound; zero: no longer. ring is RingWish of the
// seat's memory.
func wishAt(c *bot.Call, who prefs.User, ring time.Time) time.Time {
	if until := who.QuietUntil(ring); !ring.IsZero() && !until.IsZero() {
		ring = until
	}
	if !ring.After(c.Clock.Now()) {
		return time.Time{}
	}
	return ring
}

// remindAt returns when to remind of what the seat owes; zero: not at all. ring is when to notify of a question that
// came without a sound; zero: it came with one.
func remindAt(c *bot.Call, p table.Private, who prefs.User, ring time.Time) time.Time {
	a, owed := bot.OwedAsk(p)
	if !owed || p.Clocks.Stopped() || a.Early && who.Calls != prefs.CallsThread { // already answered in advance; the thread must not reveal that
		return time.Time{}
	}
	now := c.Clock.Now()
	early := who.QuietUntil(now) // it came without a sound until then
	if until := who.QuietUntil(ring); !ring.IsZero() && !until.IsZero() {
		ring = until
	}
	if ring.After(now) && ring.After(early) {
		early = ring
	}
	if a.By.IsZero() {
		return early
	}
	when := lastQuarter(a)
	if until := who.QuietUntil(when); !until.IsZero() {
		when = until
	}
	if !early.IsZero() && early.Before(when) {
		when = early
	}
	if when.Before(now) || a.By.Sub(when) < a.Limit/20 {
		return time.Time{} // too late to be useful
	}
	return when
}

// lastQuarter returns when a quarter of the time for the answer is left; zero if no clock runs.
func lastQuarter(a table.OpenAsk) time.Time {
	if a.By.IsZero() {
		return time.Time{}
	}
	return a.By.Add(-a.Limit / 4)
}

// mostReminders is how many reminders one run handles.
const mostReminders = 200

// remindAll sends the reminders that are due, one message a user, and returns their number. Failures are tried again.
// It is safe to call after a crash, because each message has its own nonce.
func remindAll(ctx context.Context, c *bot.Call) (int, error) {
	rs, err := c.Records.List(ctx, remindPrefix, "", mostReminders)
	if err != nil {
		return 0, err
	}
	due := map[wire.UserID][]owing{}
	n := 0
	for _, r := range rs {
		x, err := readReminder(r)
		if err != nil {
			c.Log.Error("reminder passed over", "error", err.Error())
			continue
		}
		if x.at.After(c.Clock.Now()) {
			break
		}
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		n++
		p, err := c.Hall.Private(ctx, x.match, x.seat)
		if err == nil && bot.Reachable(p.User()) && stillWaits(c, p, x) {
			a, _ := bot.OwedAsk(p)
			due[p.User()] = append(due[p.User()], owing{x, lastQuarter(a), c.Present(ctx, x.match, x.seat)})
			continue
		}
		if err := c.Delete(ctx, x.key); err != nil { // answered meanwhile
			return n, err
		}
	}
	var failed error
	for u, xs := range due {
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		failed = errors.Join(failed, remind(ctx, c, u, xs))
	}
	return n, failed
}

// stillWaits reports whether to remind the seat of the question or of others' wishes. While a moderator holds the
// match, the seat can answer neither.
func stillWaits(c *bot.Call, p table.Private, x reminder) bool {
	if stillOwed(p, x) && !p.Clocks.Stopped() {
		return true
	}
	return x.ask == "" && p.Clocks.Held == "" && len(wantedOf(c, p)) > 0
}

// stillOwed reports whether the seat owes what the reminder is about. After a secret step the same question has another
// id and the same deadline.
func stillOwed(p table.Private, x reminder) bool {
	a, owed := bot.OwedAsk(p)
	if x.ask == "" { // it is about others' wishes
		return false
	}
	again := strings.HasPrefix(x.ask, a.Name+".")
	switch last := lastQuarter(a); {
	case x.last >= 0:
		again = again && secondOf(last) == x.last
	default:
		again = again && !last.IsZero() && !last.After(x.at)
	}
	return owed && (a.ID == x.ask || again)
}

// owing is a due reminder of a question that is still open.
type owing struct {
	reminder
	quarter time.Time    // when the last quarter of its time begins; zero if no clock runs
	pressed bot.Presence // the player's last press in the match
}

// early reports whether the reminder is for a question that came without a sound. The last quarter has its own
// reminder.
func (x owing) early(now time.Time) bool { return x.quarter.IsZero() || now.Before(x.quarter) }

// present postpones those reminders whose players pressed something in the match so recently that they need no
// notification yet, and returns the others.
func present(ctx context.Context, c *bot.Call, xs []owing) (rest []owing, err error) {
	now := c.Clock.Now()
	for _, x := range xs {
		if !x.early(now) || !x.pressed.Within(awayAfter, now) {
			rest = append(rest, x)
			continue
		}
		to := x.pressed.At.Add(awayAfter)
		if !x.quarter.IsZero() && x.quarter.Before(to) {
			to = x.quarter
		}
		if err := putOff(ctx, c, []owing{x}, to); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// sentOff deletes the reminders that were sent. The reminder of the last quarter follows an early one.
func sentOff(ctx context.Context, c *bot.Call, xs []owing) error {
	for _, x := range xs {
		to := time.Time{}
		if x.early(c.Clock.Now()) {
			to = x.quarter
		}
		if err := putOff(ctx, c, []owing{x}, to); err != nil {
			return err
		}
	}
	return nil
}

// remind sends one user's reminders.
func remind(ctx context.Context, c *bot.Call, u wire.UserID, xs []owing) error {
	who, err := c.Prefs(ctx, u)
	if err != nil {
		return err
	}
	if until := who.QuietUntil(c.Clock.Now()); !until.IsZero() { // chosen since
		return putOff(ctx, c, xs, until)
	}
	if who.Calls == prefs.CallsThread {
		for _, x := range xs {
			if err := remindInThread(ctx, c, x.reminder); err != nil {
				c.Log.Info("reminder not posted", "match", x.match, "error", err.Error())
			}
		}
		return putOff(ctx, c, xs, time.Time{})
	}
	if xs, err = present(ctx, c, xs); err != nil || len(xs) == 0 {
		return err
	}
	reader := c.In(bot.UserVoice(who, who.Discord))
	below := ""
	if slices.ContainsFunc(xs, func(x owing) bool { return !x.early(c.Clock.Now()) }) {
		below = reader.Text("-# ⏰ Your time is running.")
	}
	m, err := c.Inbox(ctx, reader, u, below)
	if err != nil {
		return err
	}
	m.Silent = !slices.ContainsFunc(xs, func(x owing) bool { return !x.pressed.Recent(c.Clock.Now()) })
	channel, err := c.Wire.DM(ctx, u)
	if err == nil {
		_, err = c.Wire.Post(ctx, channel, m, fmt.Sprintf("r%d.%s", xs[0].at.Unix(), u[max(0, len(u)-13):]))
	}
	switch {
	case err == nil:
	case !wire.Final(err):
		return err
	default:
		c.Log.Info("reminder given up", "error", err.Error())
	}
	return sentOff(ctx, c, xs)
}

// putOff moves reminders to a later time; zero: they are done.
func putOff(ctx context.Context, c *bot.Call, xs []owing, to time.Time) error {
	var rs []table.Record
	for _, x := range xs {
		rs = append(rs, table.Record{Key: x.key})
		if !to.IsZero() {
			x.key = remindKey(to, x.match, x.seat)
			rs = append(rs, x.record())
		}
	}
	return c.Records.Put(ctx, rs...)
}

// remindInThread notifies a player in the thread, unless that would reveal that they have not answered a question with
// sealed answers.
func remindInThread(ctx context.Context, c *bot.Call, x reminder) error {
	p, err := c.Hall.Private(ctx, x.match, x.seat)
	if err != nil {
		return err
	}
	a, owed := bot.OwedAsk(p)
	if !owed || a.Group != "" || a.Quiet {
		return nil
	}
	room, err := c.Records.Get(ctx, keys.Room(p.ID))
	if err != nil {
		return bot.NotFound(err) // no card is out yet; the card will show it
	}
	pub, err := c.Hall.Public(ctx, x.match)
	if err != nil {
		return err
	}
	place, err := bot.PlaceOf(pub.Meta)
	if err != nil {
		return err
	}
	c = c.In(place.Voice())
	return callInThread(ctx, c, pub, x.seat, wire.ChannelID(room), publicQuestion(c, pub, x.seat), fmt.Sprintf("m%s.%d.%d", p.ID, x.seat, x.at.Unix()))
}

// newWishes returns the lines about wishes of others that a seat has not been notified of, and the names of all that are open.
func newWishes(c *bot.Call, p table.Public, at *threadMemory, seat game.Seat) (lines, names []string) {
	for _, w := range wantedOf(c, onlooker(p, seat)) {
		if names = append(names, w.name); !slices.Contains(at.Wanted[seat], w.name) {
			lines = append(lines, c.Say(w.text, w.args...))
		}
	}
	return lines, names
}

// callAsked notifies players in the thread who have chosen that, once for each new question. The message also tells of new wishes of
// others, so that it is the only one. It looks only at public
// information: neither a notification nor its nonce may reveal anything about a secret answer.
func callAsked(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory) error {
	gone := func(seat game.Seat, _ int) bool {
		return !slices.ContainsFunc(p.Asked, func(a table.Asked) bool { return a.Seat == seat })
	}
	if maps.DeleteFunc(at.Called, gone); at.Called == nil {
		at.Called = map[game.Seat]int{}
	}
	for _, a := range p.Asked {
		if since, ok := at.Called[a.Seat]; !ok || since != a.Since {
			who, err := c.Prefs(ctx, p.Meta.Player(a.Seat))
			if err != nil {
				return err
			}
			lines, names := newWishes(c, p, at, a.Seat)
			if who.Calls == prefs.CallsThread {
				text := strings.Join(append([]string{publicQuestion(c, p, a.Seat)}, lines...), "\n")
				err = callInThread(ctx, c, p, a.Seat, at.Thread, text, fmt.Sprintf("n%s.%d.%d", p.ID, a.Seat, a.Since))
			}
			if err := unlessFinal(c, p, err); err != nil {
				return err
			}
			if len(lines) > 0 {
				at.Wanted = maps.Clone(at.Wanted)
				if at.Wanted == nil {
					at.Wanted = map[game.Seat][]string{}
				}
				at.Wanted[a.Seat] = names
			}
		}
		at.Called[a.Seat] = a.Since
	}
	return nil
}

// callWanted notifies players in the thread who have chosen that, once for each new wish of another seat.
func callWanted(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory) error {
	wanted := map[game.Seat][]string{}
	for n, u := range p.Meta.Users {
		seat := game.Seat(n + 1)
		lines, names := newWishes(c, p, at, seat)
		if len(names) > 0 {
			wanted[seat] = names
		}
		if len(lines) == 0 {
			continue
		}
		who, err := c.Prefs(ctx, u)
		if err != nil {
			return err
		}
		if who.Calls == prefs.CallsThread {
			err = callInThread(ctx, c, p, seat, at.Thread, strings.Join(lines, "\n"), fmt.Sprintf("w%s.%d.%d", p.ID, seat, at.Seq))
		}
		if err := unlessFinal(c, p, err); err != nil {
			return err
		}
	}
	at.Wanted = wanted
	return nil
}

// callToStart announces the start in the thread to the players who have chosen to be notified there and have no question
// yet. callAsked notifies the others.
func callToStart(ctx context.Context, c *bot.Call, p table.Public, room wire.ChannelID) error {
	asked := func(seat game.Seat) bool {
		return slices.ContainsFunc(p.Asked, func(a table.Asked) bool { return a.Seat == seat })
	}
	return callAll(ctx, c, p, room, "s", asked, func(names string) string {
		return c.Say("**Your match is on.** %s, **My view** shows it.", names)
	})
}

// callToEnd announces in the thread how the match ended, to all players who have chosen to be notified there.
func callToEnd(ctx context.Context, c *bot.Call, p table.Public, room wire.ChannelID) error {
	return callAll(ctx, c, p, room, "e", func(game.Seat) bool { return false }, func(names string) string {
		return c.Say("**%s.** %s, **My view** shows the end.", c.Of(p.Meta).Outcome(p), names)
	})
}

// callAll notifies all players who have chosen to be notified in the thread with one message, except for those of some seats; if there
// is nobody to notify, it posts nothing. kind begins the message's nonce. It does not depend on presses: in the thread everybody would
// see that.
func callAll(ctx context.Context, c *bot.Call, p table.Public, room wire.ChannelID, kind string, except func(game.Seat) bool, says func(names string) string) error {
	var called []wire.UserID
	var names []string
	for n := range p.Meta.Users {
		u := p.Meta.Player(game.Seat(n + 1))
		who, err := c.Prefs(ctx, u)
		if err != nil {
			return err
		}
		if who.Calls == prefs.CallsThread && !except(game.Seat(n+1)) {
			called, names = append(called, u), append(names, wire.Ping(u))
		}
	}
	if len(called) == 0 {
		return nil
	}
	m := wire.Message{Mention: called, Blocks: []wire.Block{wire.Text(says(strings.Join(names, ", "))), wire.Row{customid.ViewButton(p.ID, c.Language)}}}
	_, err := c.Wire.Post(ctx, room, m, nonceOf(kind+string(p.ID)))
	return unlessFinal(c, p, err)
}

// unlessFinal returns the error of a notification in the thread if a later try may succeed. A final refusal by Discord
// stops nothing else.
func unlessFinal(c *bot.Call, p table.Public, err error) error {
	if err == nil || !wire.Final(err) {
		return err
	}
	c.Log.Info("call given up", "match", p.ID, "error", err.Error())
	return nil
}

// callInThread notifies a seat's user in the match's thread of its question. Both asks and c are in the thread's
// language. The nonce names the notification by public information.
func callInThread(ctx context.Context, c *bot.Call, p table.Public, seat game.Seat, room wire.ChannelID, asks, nonce string) error {
	u := p.Meta.Player(seat)
	m := wire.Message{Mention: []wire.UserID{u},
		Blocks: []wire.Block{wire.Text(c.Say("%s %s, answer under **My view**.", asks, wire.Ping(u))),
			wire.Row{customid.ViewButton(p.ID, c.Language)}}}
	_, err := c.Wire.Post(ctx, room, m, nonceOf(nonce))
	return err
}

// nonceOf shortens a post's name to Discord's 25 characters. It keeps the end, which differs from post to post.
func nonceOf(name string) string { return name[max(0, len(name)-25):] }

// publicQuestion words the seat's question from an onlooker's view, as everybody may see it.
func publicQuestion(c *bot.Call, p table.Public, seat game.Seat) string {
	for _, a := range p.Asked {
		if a.Seat == seat {
			return "**" + sentence(c.Of(p.Meta).Question(onlooker(p, seat), table.OpenAsk{Ask: game.Ask{Name: a.Name, Seat: seat}})) + "**"
		}
	}
	return c.Text("**You are asked something.**")
}

// onlooker returns the public view of a match, for texts that address the seat.
func onlooker(p table.Public, seat game.Seat) table.Private {
	return table.Private{ID: p.ID, Seat: seat, Meta: p.Meta, View: p.View, Asked: p.Asked, Clocks: p.Clocks, Out: p.Out, Result: p.Result}
}
