package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Deliver pays one wish of a match: it brings the public thread, or a seat's direct messages, to what is now so.
func (b *Bot) Deliver(ctx context.Context, d table.Delivery) ([]byte, error) {
	if d.Lane == table.PublicLane {
		return b.deliverPublic(ctx, d)
	}
	var seat game.Seat
	if _, err := fmt.Sscanf(d.Lane, "seat/%d", &seat); err != nil {
		return nil, fmt.Errorf("%w: no lane %q", table.ErrGiveUp, d.Lane)
	}
	return b.deliverSeat(ctx, d, seat)
}

// posted is what a public lane remembers: its thread and the card of the running turn.
type posted struct {
	Thread  Snowflake `json:"thread,omitempty"`
	Message Snowflake `json:"message,omitempty"`
	Turn    int       `json:"turn"`
	From    int       `json:"from"` // facts that stand in earlier cards
	Try     int       `json:"try"`  // makes a nonce for a card posted again
}

// announce sends or renews the public card. Only a Notice can get here.
func (b *Bot) announce(ctx context.Context, at *posted, n Notice, nonce string) error {
	if at.Message != "" {
		err := b.Wire.Edit(ctx, at.Thread, at.Message, n.Message)
		if err == nil || !isGone(err) {
			return err
		}
		at.Try++ // the card was deleted, or is too old to be edited: a new one takes its place
	}
	id, err := b.Wire.Post(ctx, at.Thread, n.Message, fmt.Sprintf("%s.%d", nonce, at.Try))
	if err == nil {
		at.Message = id
	}
	return err
}

// tooOld is Discord's code for too many edits of a message older than an hour.
const tooOld = 30046

func isGone(err error) bool {
	var w *WireError
	return errors.Is(err, ErrGone) || errors.As(err, &w) && w.Code == tooOld
}

func (b *Bot) deliverPublic(ctx context.Context, d table.Delivery) ([]byte, error) {
	var at posted
	if d.Prior != nil {
		if err := json.Unmarshal(d.Prior, &at); err != nil {
			return nil, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
		}
	}
	p, err := b.Hall.Public(ctx, d.Match)
	if err != nil {
		return nil, err
	}
	err = b.showPublic(ctx, p, &at)
	if errors.Is(err, ErrGone) { // the thread itself is gone: begin again, with a new one
		at = posted{From: at.From, Turn: at.Turn, Try: at.Try + 1}
		err = b.showPublic(ctx, p, &at)
	}
	result, jerr := json.Marshal(at)
	if jerr != nil {
		return nil, jerr
	}
	if err != nil {
		return result, b.verdict(err)
	}
	return result, b.Hall.Shown(ctx, fmt.Sprintf("s:%d", d.Seq), d.Match)
}

// showPublic closes the card of a turn that is over and shows the running one.
func (b *Bot) showPublic(ctx context.Context, p table.Public, at *posted) error {
	if at.Thread == "" {
		if err := b.openThread(ctx, p, at); err != nil {
			return err
		}
	}
	turn := b.Forms.Turn(p)
	if turn != at.Turn && at.Message != "" {
		to := b.Forms.Split(p.Facts, at.Turn)
		n, err := b.Forms.Card(p, p.Facts[at.From:to], true)
		if err != nil {
			return err
		}
		if err := b.announce(ctx, at, n, fmt.Sprintf("p%s.%d", p.ID, at.Turn)); err != nil {
			return err
		}
		at.From, at.Message = to, ""
	}
	at.Turn = turn
	n, err := b.Forms.Card(p, p.Facts[min(at.From, len(p.Facts)):], false)
	if err != nil {
		return err
	}
	return b.announce(ctx, at, n, fmt.Sprintf("p%s.%d", p.ID, turn))
}

// openThread starts the match's thread on the challenge's message. If that message is gone the channel itself serves.
func (b *Bot) openThread(ctx context.Context, p table.Public, at *posted) error {
	var place Place
	if err := json.Unmarshal(p.Meta.Place, &place); err != nil {
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	lobby := Message{Blocks: []Block{Box{Accent: 0x4fd37a, Blocks: []Block{
		Text(fmt.Sprintf(wordLobbyOn, place.Names[0], place.Names[1], place.Summary)), Row{ViewButton(p.ID)}}}}}
	err := b.Wire.Edit(ctx, place.Channel, place.Message, lobby)
	if err == nil && at.Try == 0 {
		at.Thread, err = b.Wire.Thread(ctx, place.Channel, place.Message, b.Forms.Title(p, place.Names))
	}
	if errors.Is(err, ErrGone) || err == nil && at.Thread == "" {
		at.Thread, err = place.Channel, nil
	}
	if err != nil {
		return err
	}
	return b.Records.Put(ctx, table.Record{Key: threadKey(at.Thread), Value: []byte(p.ID)})
}

// verdict turns an error of the wire into one the outbox understands.
func (b *Bot) verdict(err error) error {
	var w *WireError
	switch {
	case errors.Is(err, ErrGone):
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	case errors.As(err, &w) && w.RetryAfter > 0:
		return &table.Later{After: w.RetryAfter, Err: err}
	}
	return err
}

// lettered is what a seat's lane remembers: its console in the user's direct messages.
type lettered struct {
	Channel Snowflake `json:"channel,omitempty"`
	Message Snowflake `json:"message,omitempty"`
	Owed    bool      `json:"owed,omitempty"`   // the console asked for an answer
	Ask     string    `json:"ask,omitempty"`    // the question it was posted for
	Closed  bool      `json:"closed,omitempty"` // the user takes no direct messages
	Try     int       `json:"try"`
}

// whisper sends or renews a seat's console. Only a Letter can get here, and its seat is checked once more against the
// user who reads that channel.
func (b *Bot) whisper(ctx context.Context, p table.Private, at *lettered, l Letter) error {
	if l.Seat != p.Seat {
		return fmt.Errorf("%w: a letter for seat %d on the lane of seat %d", table.ErrGiveUp, l.Seat, p.Seat)
	}
	ask := owed(p)
	if at.Message != "" && (at.Owed || ask == "") {
		err := b.Wire.Edit(ctx, at.Channel, at.Message, l.Message)
		if err == nil || !isGone(err) {
			return err
		}
		at.Try++
	}
	old := at.Message
	id, err := b.Wire.Post(ctx, at.Channel, l.Message, nonceFor(p, ask, at.Try))
	if err != nil {
		return err
	}
	at.Message, at.Ask = id, ask
	if old != "" && old != id {
		moved := Message{Blocks: []Block{Text(wordConsoleMoved)}}
		if err := b.Wire.Edit(ctx, at.Channel, old, moved); err != nil && !isGone(err) {
			return err
		}
	}
	return nil
}

// nonceFor is at most 25 characters.
func nonceFor(p table.Private, ask string, try int) string {
	n := ask[strings.LastIndexByte(ask, '.')+1:]
	s := fmt.Sprintf("%s.%d.%s.%d", p.ID, p.Seat, n, try)
	return s[max(0, len(s)-25):]
}

func (b *Bot) deliverSeat(ctx context.Context, d table.Delivery, seat game.Seat) ([]byte, error) {
	var at lettered
	if d.Prior != nil {
		if err := json.Unmarshal(d.Prior, &at); err != nil {
			return nil, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
		}
	}
	p, err := b.Hall.Private(ctx, d.Match, seat)
	if err != nil {
		return nil, err
	}
	err = b.showSeat(ctx, p, &at)
	switch {
	case errors.Is(err, ErrClosedDM):
		at.Closed, err = true, b.noteDM(ctx, Snowflake(p.User()), true)
	case err == nil:
		at.Owed = owed(p) != ""
		if at.Closed {
			at.Closed, err = false, b.noteDM(ctx, Snowflake(p.User()), false)
		}
	}
	result, jerr := json.Marshal(at)
	if jerr != nil {
		return nil, jerr
	}
	if err != nil {
		return result, b.verdict(err)
	}
	return result, nil
}

func (b *Bot) showSeat(ctx context.Context, p table.Private, at *lettered) error {
	l, err := b.Forms.Console(p, "", "")
	if err != nil {
		return err
	}
	if at.Channel == "" {
		if at.Channel, err = b.Wire.DM(ctx, Snowflake(p.User())); err != nil {
			return err
		}
	}
	return b.whisper(ctx, p, at, l)
}

// noteDM keeps that a user's direct messages are closed, so that "My view" can tell them; nobody else is told.
func (b *Bot) noteDM(ctx context.Context, u Snowflake, closed bool) error {
	r := table.Record{Key: "dm/" + string(u)}
	if closed {
		r.Value = []byte("closed")
	}
	return b.Records.Put(ctx, r)
}

// dmNote is what to tell a user whose direct messages are closed.
func (b *Bot) dmNote(ctx context.Context, u Snowflake) string {
	if _, err := b.Records.Get(ctx, "dm/"+string(u)); err == nil {
		return wordDMClosed
	}
	return ""
}
