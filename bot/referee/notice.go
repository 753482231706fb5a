package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/deed"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Notices tell both players, in their own languages, and the match's thread about each act. They are queued in the
// commit of the act. A notice's body is the act's number.

// actsQueue is the queue of notices to the thread.
const actsQueue = "acts"

const noteQueues = "note/"

// noteQueue returns the queue of notices to a seat's player.
func noteQueue(s game.Seat) string { return fmt.Sprintf("%s%d", noteQueues, s) }

// leftQueue is the queue of notices to players who lost their seats.
const leftQueue = noteQueues + "left"

// noted is the memory of these queues.
type noted struct {
	Seq uint64 `json:"seq,omitempty"` // of the last delivered update
}

// deliverAct sends a notice of an act to the thread, or to a seat.
func deliverAct(ctx context.Context, c *bot.Call, d table.Delivery, at *noted) error {
	n, err := strconv.Atoi(string(d.Body))
	if err != nil {
		return fmt.Errorf("%w: no act %q", table.ErrGiveUp, d.Body)
	}
	var a act
	if err := c.Read(ctx, actKey(d.Match, n), &a); err != nil {
		return err
	}
	if a.N == 0 {
		return fmt.Errorf("%w: act %d is gone", table.ErrGiveUp, n)
	}
	sure := c.FirstTry(d, at.Seq)
	if d.Queue == leftQueue {
		err = tellLeft(ctx, c, d.Match, a, sure)
	} else if side, ok := strings.CutPrefix(d.Queue, noteQueues); ok {
		err = tellSeat(ctx, c, d.Match, side, a, sure)
	} else {
		err = tellThread(ctx, c, d.Match, a, sure)
	}
	if unheard(err) {
		err = nil // the log and /match rulings show it
	}
	if err == nil {
		at.Seq = d.Seq
	}
	return err
}

// unheard reports whether a notice can never be sent.
func unheard(err error) bool {
	return errors.Is(err, wire.ErrClosedDM) || errors.Is(err, wire.ErrGone) || errors.Is(err, wire.ErrDenied)
}

// tellSeat writes to the seat's player.
func tellSeat(ctx context.Context, c *bot.Call, id table.ID, side string, a act, sure bool) error {
	seat, err := strconv.Atoi(side)
	meta, merr := c.Hall.Meta(ctx, id)
	if err != nil || merr != nil || seat < 1 || seat > len(meta.Users) {
		return errors.Join(merr, fmt.Errorf("%w: no seat %q", table.ErrGiveUp, side))
	}
	user := meta.Users[seat-1]
	if a.Player && user == a.By || !bot.Reachable(user) {
		return nil // they know, or nobody is there
	}
	t, err := c.UserVoice(ctx, user)
	if err != nil {
		return err
	}
	c = c.In(t)
	format, args := game.Text("⚖️ %s By %s: %s\n-# Match `%s`%s"),
		[]any{a.said(c), wire.Plain(a.Name), wire.Plain(cmp.Or(a.Reason, "-")), id, c.InThread(ctx, id)}
	switch {
	case a.appealable():
		format, args = "referee.notice-act", append(args, a.N)
	case !a.Player:
		format, args = "referee.notice-act-still", append(args, a.N)
	}
	m := wire.Message{Blocks: []wire.Block{wire.Text(c.Say(format, args...))}, Silent: c.IsPresent(ctx, id, game.Seat(seat)) || !rings(ctx, c, id, a, user)}
	return write(ctx, c, user, m, fmt.Sprintf("a%s.%d.%d", id, seat, a.N), sure)
}

// said describes the act to everybody, and names the players if it put one in the place of another. Their
// names go with their data.
func (a act) said(c *bot.Call) string {
	former := map[string]game.Text{"appeal": "A former player of side %s appeals against a decision; another moderator will look.",
		"withdraw": "A former player of side %s withdrew their dispute or appeal."}
	if format, ok := former[a.What]; ok && a.Former {
		return c.Say(format, bot.SideName(a.Seat))
	}
	if bot.IsPlayersAct(a.What) && a.Name != "" {
		return bot.ActBy(c.Language, a.What, wire.Plain(wire.Clip(a.Name, bot.LongestName)))
	}
	text := bot.ActText(c.Language, game.Refereed{What: a.What, Seat: a.Seat})
	if a.Left != "" && a.Comes != "" && bot.Reachable(a.Left) && bot.Reachable(a.Comes) {
		text += " " + c.Say("%s leaves, and %s plays %s now.", wire.Mention(a.Left, a.LeftName), wire.Mention(a.Comes, a.ComesName), bot.SideName(a.Seat))
	}
	return text
}

// tellLeft writes to the player who lost their seat by the act.
func tellLeft(ctx context.Context, c *bot.Call, id table.ID, a act, sure bool) error {
	if !bot.Reachable(a.Left) {
		return nil
	}
	t, err := c.UserVoice(ctx, a.Left)
	if err != nil {
		return err
	}
	c = c.In(t)
	comes := c.Text("another player")
	if a.Comes != "" && bot.Reachable(a.Comes) {
		comes = wire.Mention(a.Comes, a.ComesName)
	}
	text := c.Say("referee.notice-left", comes, id, wire.Plain(a.Name), wire.Plain(cmp.Or(a.Reason, "-")), id, a.N)
	m := wire.Message{Silent: !rings(ctx, c, id, a, a.Left), Blocks: []wire.Block{wire.Text(text)}}
	return write(ctx, c, a.Left, m, fmt.Sprintf("l%s.%d", id, a.N), sure)
}

// rings reports whether the notice of an act to a user comes with a sound.
func rings(ctx context.Context, c *bot.Call, id table.ID, a act, u wire.UserID) bool {
	return c.Rings(ctx, fmt.Sprintf("%s %d", id, a.N), bot.AccountOf(bound.ActNotices, u))
}

// write sends a direct message.
func write(ctx context.Context, c *bot.Call, user wire.UserID, m wire.Message, nonce string, sure bool) error {
	channel, err := c.Wire.DM(ctx, user)
	if err != nil {
		return err
	}
	_, err = c.Post(ctx, channel, m, nonce, sure)
	return err
}

// tellThread writes into the match's thread, and notifies the moderators of a dispute.
func tellThread(ctx context.Context, c *bot.Call, id table.ID, a act, sure bool) error {
	meta, err := c.Hall.Meta(ctx, id)
	if err != nil {
		return err
	}
	place, err := bot.PlaceOf(meta)
	if err != nil {
		return err
	}
	c = c.In(place.Voice())
	m, err := threadNotice(ctx, c, id, meta, place, a)
	if err != nil {
		return err
	}
	room, err := roomOf(ctx, c, id, meta, place)
	if err != nil {
		return err
	}
	nonce := fmt.Sprintf("a%s.%d", id, a.N)
	posted, err := c.Post(ctx, room, m, nonce, sure)
	if errors.Is(err, wire.ErrGone) && room != place.Channel { // the thread was deleted; the match's next card finds that out too
		room = place.Channel
		posted, err = c.Post(ctx, room, m, nonce, sure)
	}
	if err != nil || a.What != deed.Offer {
		return err
	}
	open, err := noteOffer(ctx, c, id, a.N, room, posted)
	if err != nil || open {
		return err
	}
	if m, err = threadNotice(ctx, c, id, meta, place, a); err != nil { // it was answered before anybody knew which message to close
		return err
	}
	return c.Wire.Edit(ctx, room, posted, m)
}

// threadNotice returns the notice of an act for the thread. It notifies the moderators of a dispute.
func threadNotice(ctx context.Context, c *bot.Call, id table.ID, meta table.Meta, place bot.Place, a act) (m wire.Message, err error) {
	var row wire.Row
	lines := []string{c.Say("⚖️ %s By %s: %s", a.said(c), wire.Plain(a.Name), wire.Plain(cmp.Or(a.Reason, "-")))}
	if a.Event > 0 {
		lines = append(lines, c.Say("It is about event %d.", a.Event))
	}
	if a.Player && a.What != "withdraw" && a.What != actUnheard {
		more, err := callModerators(ctx, c, id, meta, place, a, &m)
		if err != nil {
			return m, err
		}
		lines, row = append(lines, more), judgeButtons(c, id, a)
	}
	if a.What == deed.Offer {
		line, take, err := offered(ctx, c, id, a, &m)
		if err != nil {
			return m, err
		}
		if row = take; line != "" {
			lines = append(lines, line)
		}
	}
	m.Blocks = []wire.Block{wire.Text(strings.Join(lines, "\n"))}
	if len(row) > 0 {
		m.Blocks = append(m.Blocks, row)
	}
	return m, nil
}

// roomOf returns the channel of the match's cards: its thread, or the channel if it has none.
func roomOf(ctx context.Context, c *bot.Call, id table.ID, meta table.Meta, place bot.Place) (wire.ChannelID, error) {
	room, err := c.Records.Get(ctx, keys.Room(id))
	if !errors.Is(err, table.ErrNoRecord) {
		return wire.ChannelID(room), err
	}
	thread, err := c.Wire.Thread(ctx, place.Channel, place.Message, c.TitleOf(ctx, table.Public{ID: id, Meta: meta}, place))
	if bot.Threadless(err) {
		return place.Channel, nil
	}
	return thread, err
}

// callModerators notifies moderators of a dispute, so that at least one person learns of it. It mentions their role in
// the message m, if that notifies them. Otherwise it writes direct messages to the moderators whom the bot knows, or if
// none is reached to the server's owner. It returns the line for the thread, which says so if nobody could be told.
func callModerators(ctx context.Context, c *bot.Call, id table.ID, meta table.Meta, place bot.Place, a act, m *wire.Message) (string, error) {
	const look game.Text = "%s Please look and decide."
	var here wire.Guild
	var err error
	if place.Guild != "" {
		here, err = c.Wire.GuildNow(ctx, place.Guild, a.Role, "")
	}
	if err != nil && !wire.Final(err) {
		return "", err
	}
	sounds := c.Rings(ctx, fmt.Sprintf("%s %d", id, a.N), bot.AccountOf(bound.CalledModerators, place.Guild))
	if m.Silent = !sounds; a.Role != "" && sounds {
		m.Call = []wire.RoleID{a.Role}
	}
	if here.Pings && a.Role != "" {
		return c.Say(look, "<@&"+string(a.Role)+">"), nil
	}
	known, err := c.Moderators(ctx, place.Guild, a.Role)
	if err != nil {
		return "", err
	}
	told, err := writeTo(ctx, c, id, meta, a, sounds, known)
	if err == nil && told == 0 && here.Owner != "" {
		told, err = writeTo(ctx, c, id, meta, a, sounds, []wire.UserID{here.Owner})
	}
	switch {
	case err != nil:
		return "", err
	case told == 0:
		return c.Text("referee.nobody-told"), nil
	}
	return c.Say("I have written to %d {moderator|moderators} of this server.", told), nil
}

// writeTo tells users about a dispute in direct messages, and counts those whom it reached. It skips the match's
// players, because they do not judge it.
func writeTo(ctx context.Context, c *bot.Call, id table.ID, meta table.Meta, a act, sounds bool, users []wire.UserID) (told int, err error) {
	for _, u := range users {
		if slices.Contains(meta.Users, u) {
			continue
		}
		v, err := c.UserVoice(ctx, u)
		if err != nil {
			return told, err
		}
		own := c.In(v)
		m := wire.Message{Silent: !sounds, Blocks: []wire.Block{wire.Text(own.Say("referee.dispute-waits", id, own.InThread(ctx, id), wire.Plain(a.Name), wire.Plain(cmp.Or(a.Reason, "-"))))}}
		channel, err := c.Wire.DM(ctx, u)
		if err == nil {
			_, err = c.Wire.Post(ctx, channel, m, fmt.Sprintf("d%s.%d", id, a.N))
		}
		switch {
		case err == nil:
			told++
		case !wire.Final(err):
			return told, err
		}
	}
	return told, nil
}
