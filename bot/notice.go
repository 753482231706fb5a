package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// What was done in a dispute is told to both players, each in their language, and in the match's thread. The wishes to tell it are
// saved with what was done; their bodies are its number.

// actsLane is the lane of what is told in the thread.
const actsLane = "acts"

const noteLanes = "note/"

// noteLane is the lane of what a seat's player is told of decisions.
func noteLane(s game.Seat) string { return fmt.Sprintf("%s%d", noteLanes, s) }

// noted is what these lanes remember.
type noted struct {
	Seq uint64 `json:"seq,omitempty"` // of the last wish paid
}

// deliverAct tells of an act in the thread, or to a seat.
func (b *Bot) deliverAct(ctx context.Context, d table.Delivery, at *noted) error {
	n, err := strconv.Atoi(string(d.Body))
	if err != nil {
		return fmt.Errorf("%w: no act %q", table.ErrGiveUp, d.Body)
	}
	var a act
	if err := b.record(ctx, actKey(d.Match, n), &a); err != nil {
		return err
	}
	if a.N == 0 {
		return fmt.Errorf("%w: act %d is gone", table.ErrGiveUp, n)
	}
	sure := d.Tries == 0 && d.Seq == at.Seq+1
	if lane, ok := strings.CutPrefix(d.Lane, noteLanes); ok {
		err = b.tellSeat(ctx, d.Match, lane, a, sure)
	} else {
		err = b.tellThread(ctx, d.Match, a, sure)
	}
	if errors.Is(err, ErrClosedDM) || errors.Is(err, ErrGone) || errors.Is(err, ErrDenied) {
		err = nil // it stands in the log and in /dispute list
	}
	if err == nil {
		at.Seq = d.Seq
	}
	return err
}

// tellSeat writes to the seat's player.
func (b *Bot) tellSeat(ctx context.Context, id table.ID, lane string, a act, sure bool) error {
	seat, err := strconv.Atoi(lane)
	meta, merr := b.Hall.Meta(ctx, id)
	if err != nil || merr != nil || seat < 1 || seat > len(meta.Users) {
		return errors.Join(merr, fmt.Errorf("%w: no seat %q", table.ErrGiveUp, lane))
	}
	user := Snowflake(meta.Users[seat-1])
	if a.Player && user == a.By || strings.HasPrefix(string(user), goneUser) {
		return nil // they know, or are gone
	}
	t, err := b.userVoice(ctx, user)
	if err != nil {
		return err
	}
	b = b.in(t)
	format, args := wordNoticePlayer, []any{id, ActText(b.lang, game.Refereed{What: a.What, Seat: a.Seat}), Plain(a.Name), Plain(or(a.Reason, "-"))}
	if !a.Player {
		format, args = wordNoticeAct, append(args, a.N)
	}
	channel, err := b.Wire.DM(ctx, user)
	if err != nil {
		return err
	}
	_, err = b.post(ctx, channel, Message{Blocks: []Block{Text(b.sayf(format, args...))}}, fmt.Sprintf("a%s.%d.%d", id, seat, a.N), sure)
	return err
}

// tellThread writes into the match's thread, and calls the moderators to a dispute.
func (b *Bot) tellThread(ctx context.Context, id table.ID, a act, sure bool) error {
	meta, err := b.Hall.Meta(ctx, id)
	if err != nil {
		return err
	}
	place, err := placeOf(meta)
	if err != nil {
		return err
	}
	b = b.in(place.voice())
	lines := []string{b.sayf(wordThreadAct, ActText(b.lang, game.Refereed{What: a.What, Seat: a.Seat}), Plain(a.Name), Plain(or(a.Reason, "-")))}
	if a.Event > 0 {
		lines = append(lines, b.sayf(wordThreadAbout, a.Event))
	}
	m := Message{}
	if a.Player && a.What != "withdraw" {
		called := ""
		if a.Role != "" {
			called, m.Call = "<@&"+string(a.Role)+">", []Snowflake{a.Role}
		}
		lines = append(lines, strings.TrimSpace(b.sayf(wordModCall, called)))
	}
	m.Blocks = []Block{Text(strings.Join(lines, "\n"))}
	channel, err := b.Wire.Thread(ctx, place.Channel, place.Message, b.Forms.Title(table.Public{ID: id, Meta: meta}, place.Names))
	if threadless(err) {
		channel, err = place.Channel, nil
	}
	if err != nil {
		return err
	}
	_, err = b.post(ctx, channel, m, fmt.Sprintf("a%s.%d", id, a.N), sure)
	return err
}
