package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// Notifications: one for each answer that is really owed. A question newly owed comes as a direct message, in quiet hours
// without a sound. A user may choose to be called in the match's thread instead. That somebody takes no direct messages is nobody
// else's business, and is not told by calling them elsewhere. When a quarter of the time is left, or the quiet hours
// end before that, one message reminds of all that waits. Nothing public depends on a secret: in the thread
// somebody is called when they are asked, and reminded only of questions whose answer everybody would see at once.

// reminders are kept as "remind/<second>/<match>/<seat>", so that those due come first; the value is the question's id.
const remindPrefix = "remind/"

func remindKey(at time.Time, id table.ID, seat game.Seat) string {
	return fmt.Sprintf("%s%011d/%s/%d", remindPrefix, at.Unix(), id, seat)
}

// reminder is one that was read back.
type reminder struct {
	key   string
	at    time.Time
	match table.ID
	seat  game.Seat
	ask   string
}

func readReminder(r table.Record) (reminder, error) {
	x := reminder{key: r.Key, ask: string(r.Value)}
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

// schedule keeps the one reminder of what the seat owes, or takes it away.
func schedule(ctx context.Context, c *bot.Call, p table.Private, who bot.Prefs, at *seatMemory) error {
	key, ask := "", bot.Owed(p)
	if when := remindAt(c, p, who); !when.IsZero() {
		key = remindKey(when, p.ID, p.Seat)
	}
	if key == at.Remind {
		return nil
	}
	var rs []table.Record
	if at.Remind != "" {
		rs = append(rs, table.Record{Key: at.Remind})
	}
	if key != "" {
		rs = append(rs, table.Record{Key: key, Value: []byte(ask)})
	}
	if err := c.Records.Put(ctx, rs...); err != nil {
		return err
	}
	at.Remind = key
	return nil
}

// remindAt is when to remind of what the seat owes; zero: not at all.
func remindAt(c *bot.Call, p table.Private, who bot.Prefs) time.Time {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })
	if i < 0 || p.Clocks.Stopped() || p.Asks[i].Early { // answered in advance, so far
		return time.Time{}
	}
	a, now := p.Asks[i], c.Clock.Now()
	silent := who.QuietUntil(now) // until then it came without a sound
	if a.By.IsZero() {
		return silent
	}
	when := a.By.Add(-a.Limit / 4)
	if until := who.QuietUntil(when); !until.IsZero() {
		when = until
	}
	if !silent.IsZero() && silent.Before(when) {
		when = silent
	}
	if when.Before(now) || a.By.Sub(when) < a.Limit/20 {
		return time.Time{} // too late to be of use
	}
	return when
}

// mostReminders is how many are looked at in one go.
const mostReminders = 200

// remindAll sends the reminders whose time has come, one message a user, and tells how many there were. What fails is tried
// again; it is safe to call after a crash, as each message has a name of its own.
func remindAll(ctx context.Context, c *bot.Call) (int, error) {
	rs, err := c.Records.List(ctx, remindPrefix, "", mostReminders)
	if err != nil {
		return 0, err
	}
	due := map[bot.UserID][]reminder{}
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
		if err == nil && bot.Owed(p) == x.ask && !p.Clocks.Stopped() {
			due[p.User()] = append(due[p.User()], x)
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

// remind sends one user's reminders.
func remind(ctx context.Context, c *bot.Call, u bot.UserID, xs []reminder) error {
	who, err := c.Prefs(ctx, u)
	if err != nil {
		return err
	}
	if until := who.QuietUntil(c.Clock.Now()); !until.IsZero() { // chosen since
		return putOff(ctx, c, xs, until)
	}
	if who.Calls == bot.CallsThread {
		for _, x := range xs {
			if err := remindInThread(ctx, c, x); err != nil {
				c.Log.Info("reminder not posted", "match", x.match, "error", err.Error())
			}
		}
		return putOff(ctx, c, xs, time.Time{})
	}
	reader := c.In(who.Voice(who.Discord))
	m, err := c.Inbox(ctx, reader, u, reader.Text("⏰ **Your time is running:**"))
	if err != nil {
		return err
	}
	channel, err := c.Wire.DM(ctx, u)
	if err == nil {
		_, err = c.Wire.Post(ctx, channel, m, fmt.Sprintf("r%d.%s", xs[0].at.Unix(), u[max(0, len(u)-13):]))
	}
	switch {
	case err == nil:
	case !bot.Final(err):
		return err
	default:
		c.Log.Info("reminder given up", "error", err.Error())
	}
	return putOff(ctx, c, xs, time.Time{})
}

// putOff moves reminders to a later time; zero: they are done.
func putOff(ctx context.Context, c *bot.Call, xs []reminder, to time.Time) error {
	var rs []table.Record
	for _, x := range xs {
		rs = append(rs, table.Record{Key: x.key})
		if !to.IsZero() {
			rs = append(rs, table.Record{Key: remindKey(to, x.match, x.seat), Value: []byte(x.ask)})
		}
	}
	return c.Records.Put(ctx, rs...)
}

// remindInThread calls somebody in the thread, unless that would tell that they have not answered a
// question whose answers are sealed.
func remindInThread(ctx context.Context, c *bot.Call, x reminder) error {
	p, err := c.Hall.Private(ctx, x.match, x.seat)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == x.ask })
	if i < 0 || p.Asks[i].Group != "" || p.Asks[i].Quiet {
		return nil
	}
	return callInThread(ctx, c, p, "m")
}

// callOnce calls the user once for each question. An answer under seal that is taken back asks anew, and nobody may learn of
// that: such a question is known by what everybody was told when it was asked.
func callOnce(ctx context.Context, c *bot.Call, p table.Private, at *seatMemory) error {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })
	if i < 0 || p.Asks[i].Quiet {
		return nil
	}
	key := p.Asks[i].ID
	if p.Asks[i].Group != "" {
		public, err := c.Hall.Public(ctx, p.ID)
		if err != nil {
			return err
		}
		key = fmt.Sprintf("%s/%d", p.Asks[i].Name, len(public.Facts))
	}
	if key == at.Called {
		return nil
	}
	if err := callInThread(ctx, c, p, "n"); err != nil {
		return err
	}
	at.Called = key
	return nil
}

// callInThread calls a seat's user to the match's thread because they are asked something.
func callInThread(ctx context.Context, c *bot.Call, p table.Private, kind string) error {
	room, err := c.Records.Get(ctx, bot.RoomKey(p.ID))
	if err != nil {
		return bot.NotFound(err) // no card is out yet; it will be seen there
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return err
	}
	u, c := p.User(), c.In(place.Voice())
	who, err := c.Prefs(ctx, u)
	if err != nil {
		return err
	}
	m := bot.Message{Mention: []bot.UserID{u}, Silent: !who.QuietUntil(c.Clock.Now()).IsZero(),
		Blocks: []bot.Block{bot.Text(c.Say("<@%s>: you are asked something in this match. **My view** shows it.", string(u))),
			bot.Row{bot.ViewButton(p.ID, c.Language)}}}
	nonce := fmt.Sprintf("%s%s.%d.%s", kind, p.ID, p.Seat, bot.AskNumber(bot.Owed(p)))
	_, err = c.Wire.Post(ctx, bot.ChannelID(room), m, nonce[:min(len(nonce), 25)])
	return err
}
