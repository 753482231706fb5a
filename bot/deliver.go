package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/table"
)

// Deliver pays one wish of a match: it brings the public thread, or a seat's direct messages, to what is now so.
func (b *Bot) Deliver(ctx context.Context, d table.Delivery) ([]byte, error) {
	if d.Lane == table.PublicLane {
		return pay(d, func(at *posted) error { return b.deliverPublic(ctx, d, at) })
	}
	if d.Lane == actsLane || strings.HasPrefix(d.Lane, noteLanes) {
		return pay(d, func(at *noted) error { return b.deliverAct(ctx, d, at) })
	}
	n, ok := strings.CutPrefix(d.Lane, "seat/")
	var seat game.Seat
	if _, err := fmt.Sscan(n, &seat); !ok || err != nil {
		return nil, fmt.Errorf("%w: no lane %q", table.ErrGiveUp, d.Lane)
	}
	return pay(d, func(at *lettered) error { return b.deliverSeat(ctx, d, seat, at) })
}

// pay delivers with what the lane remembers, which is kept also beside an error: what was posted stays posted.
func pay[T any](d table.Delivery, deliver func(*T) error) ([]byte, error) {
	var at T
	if d.Prior != nil {
		if err := json.Unmarshal(d.Prior, &at); err != nil {
			return nil, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
		}
	}
	err := deliver(&at)
	result, jerr := json.Marshal(at)
	if jerr != nil {
		return nil, jerr
	}
	return result, verdict(err)
}

// verdict turns an error of the wire into one the outbox understands.
func verdict(err error) error {
	var w *WireError
	switch {
	case errors.Is(err, ErrGone):
		return fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	case errors.As(err, &w) && w.RetryAfter > 0:
		return &table.Later{After: w.RetryAfter, Err: err}
	}
	return err
}

// tooOld is Discord's code for too many edits of a message older than an hour.
const tooOld = 30046

// replaceable tells whether a message that could not be edited is to be posted anew.
func replaceable(err error) bool {
	var w *WireError
	return errors.Is(err, ErrGone) || errors.As(err, &w) && w.Code == tooOld
}

// posted is what a public lane remembers: its thread and the card of the running turn.
type posted struct {
	Seq     uint64    `json:"seq,omitempty"`    // of the last wish paid
	Thread  Snowflake `json:"thread,omitempty"` // or the channel, where there is none
	Bare    bool      `json:"bare,omitempty"`   // it is the channel
	Message Snowflake `json:"message,omitempty"`
	Turn    int       `json:"turn"`
	From    int       `json:"from"`           // facts that stand in earlier cards
	Try     int       `json:"try"`            // makes a nonce for a card posted again
	Ill     string    `json:"ill,omitempty"`  // why the last try failed
	Told    bool      `json:"told,omitempty"` // the result was announced
}

func (b *Bot) deliverPublic(ctx context.Context, d table.Delivery, at *posted) error {
	p, err := b.Hall.Public(ctx, d.Match)
	if err != nil {
		return err
	}
	place, err := placeOf(p.Meta)
	if err != nil {
		return err
	}
	b = b.in(place.voice())
	sure := d.Seq <= at.Seq+1
	err = b.showPublic(ctx, p, at, sure)
	if errors.Is(err, ErrGone) { // the thread itself is gone: the channel takes its place
		*at = posted{Seq: at.Seq, From: at.From, Turn: at.Turn, Try: at.Try + 1, Ill: at.Ill, Bare: true}
		err = b.showPublic(ctx, p, at, sure)
	}
	if ill := illness(err); ill != at.Ill {
		if nerr := b.putNote(ctx, cardNote(p.ID), ill); nerr != nil {
			return errors.Join(err, nerr)
		}
		at.Ill = ill
	}
	if err != nil {
		return err
	}
	at.Seq = d.Seq
	if p.Result != nil && !at.Told {
		at.Told = true // it is no part of the match: what fails is not tried again
		b.tellResult(ctx, p)
	}
	return b.shown(ctx, p, d.Seq)
}

// tellResult tells the result in the server's channel for that, if it has one.
func (b *Bot) tellResult(ctx context.Context, p table.Public) {
	place, err := placeOf(p.Meta)
	if err != nil || place.Guild == "" {
		return
	}
	s, err := b.Server(ctx, place.Guild)
	if err == nil && s.Announce != "" {
		text := b.sayf(wordResult, b.Forms.Outcome(p), b.played(place)) + b.inThread(ctx, p.ID)
		_, err = b.Wire.Post(ctx, s.Announce, Message{Blocks: []Block{Text(Clip(text, longestText))}}, "a"+string(p.ID))
	}
	if err != nil {
		b.Log.Warn("result not announced", "match", p.ID, "error", err.Error())
	}
}

// longestText is Discord's bound of a message's text, in characters.
const longestText = 4000

// shown records that everybody could see the match as it stands, which starts the clocks. A match that has moved on
// meanwhile has a newer wish, and that one's card counts.
func (b *Bot) shown(ctx context.Context, p table.Public, seq uint64) error {
	now, err := b.Hall.Public(ctx, p.ID)
	if err != nil {
		return err
	}
	if len(now.Facts) != len(p.Facts) || now.Clocks.Changes != p.Clocks.Changes || !slices.EqualFunc(now.Asked, p.Asked, sameAsked) {
		return nil
	}
	return b.Hall.Shown(ctx, fmt.Sprintf("s:%d", seq), p.ID)
}

func sameAsked(x, y table.Asked) bool { return x.Seat == y.Seat && x.Name == y.Name }

// showPublic closes the card of a turn that is over and shows the running one.
func (b *Bot) showPublic(ctx context.Context, p table.Public, at *posted, sure bool) error {
	if at.Thread == "" {
		if err := b.openThread(ctx, p, at); err != nil {
			return err
		}
	}
	turn := b.Forms.Turn(p)
	if turn != at.Turn && at.Message != "" {
		to := b.Forms.Split(p.Facts, at.Turn)
		if err := b.card(ctx, p, at, p.Facts[min(at.From, to):to], true, sure); err != nil {
			return err
		}
		at.From, at.Message = to, ""
	}
	at.Turn = turn
	b.expectAsked(p.Asked)
	return b.card(ctx, p, at, p.Facts[min(at.From, len(p.Facts)):], false, sure)
}

// expectAsked fills in when the clocks will run out that begin with the card on its way.
func (b *Bot) expectAsked(asked []table.Asked) {
	for n, a := range asked {
		if a.By.IsZero() && a.Limit > 0 && a.Left == 0 {
			asked[n].By = b.Clock.Now().Add(a.Limit)
		}
	}
}

// expect does the same for a console, unless a note says that the card does not get through.
func (b *Bot) expect(p *table.Private, note string) {
	if note != "" {
		return
	}
	b.expectAsked(p.Asked)
	for n, a := range p.Asks {
		if a.By.IsZero() && a.Limit > 0 && a.Left == 0 {
			p.Asks[n].By = b.Clock.Now().Add(a.Limit)
		}
	}
}

// card brings out the card of the turn at.Turn.
func (b *Bot) card(ctx context.Context, p table.Public, at *posted, facts []game.Fact, closed, sure bool) error {
	n, err := b.Forms.Card(p, facts, closed)
	if err != nil {
		return formsFailed("card", err)
	}
	if place, err := placeOf(p.Meta); err == nil && !closed && p.Result == nil {
		if lines := b.clockLines(p.Clocks, place.Names, p.Meta.Timing.Misses); lines != "" {
			n.Blocks = append(n.Blocks, Text(Clip(lines, maxClockLines)))
		}
	}
	if p.Dice.Seed != "" && !closed {
		n.Blocks = append(n.Blocks, Text(b.text(wordDiceOpen)), Row{b.sealButton(p.ID, p.Dice.Commitment)})
	}
	if at.Bare {
		n.Blocks = append([]Block{Text(b.text(wordThreadGone))}, n.Blocks...)
	}
	return b.announce(ctx, at, n, fmt.Sprintf("p%s.%d", p.ID, at.Turn), sure)
}

// announce sends or renews the public card. Only a Notice can get here.
func (b *Bot) announce(ctx context.Context, at *posted, n Notice, nonce string, sure bool) error {
	if at.Message != "" {
		err := b.Wire.Edit(ctx, at.Thread, at.Message, n.Message)
		if !replaceable(err) {
			return err
		}
		at.Message = ""
		at.Try++ // the card was deleted, or is too old to be edited: a new one takes its place
	}
	id, err := b.post(ctx, at.Thread, n.Message, fmt.Sprintf("%s.%d", nonce, at.Try), sure)
	if id != "" && errors.Is(err, ErrGone) { // posted, and deleted before it could be brought up to date: the thread is there
		at.Try++
		id, err = b.post(ctx, at.Thread, n.Message, fmt.Sprintf("%s.%d", nonce, at.Try), true)
	}
	at.Message = id
	return err
}

// post sends a message. Unless we are sure that nothing was sent before with that nonce and other words, it is brought
// up to date as well: a try that seemed to fail, or one before a crash, may have got through, and Discord then gives
// back that first message as it was.
func (b *Bot) post(ctx context.Context, channel Snowflake, m Message, nonce string, sure bool) (Snowflake, error) {
	id, err := b.Wire.Post(ctx, channel, m, nonce)
	if err != nil || sure {
		return id, err
	}
	return id, b.Wire.Edit(ctx, channel, id, m)
}

// openThread starts the match's thread on the challenge's message. Where there can be none the channel itself serves.
func (b *Bot) openThread(ctx context.Context, p table.Public, at *posted) error {
	place, err := placeOf(p.Meta)
	if err != nil {
		return err
	}
	if !at.Bare {
		text, row := b.sayf(wordLobbyOn, Plain(place.Names[0]), Plain(place.Names[1]), b.played(place)), Row{ViewButton(p.ID, b.lang)}
		if p.Dice.Commitment != "" {
			text += "\n" + b.sealed(p.Dice.Commitment)
			row = append(row, b.sealButton(p.ID, p.Dice.Commitment))
		}
		lobby := Message{Blocks: []Block{Box{Accent: 0x4fd37a, Blocks: []Block{Text(text), row}}}}
		err := b.Wire.Edit(ctx, place.Channel, place.Message, lobby)
		if err == nil {
			at.Thread, err = b.Wire.Thread(ctx, place.Channel, place.Message, b.Forms.Title(p, place.Names))
		}
		if err != nil && !threadless(err) {
			return err
		}
	}
	if at.Thread == "" {
		at.Thread, at.Bare = place.Channel, true
		return nil
	}
	return b.Records.Put(ctx, table.Record{Key: threadKey(at.Thread), Value: []byte(p.ID)}, table.Record{Key: roomKey(p.ID), Value: []byte(at.Thread)})
}

// threadless tells whether there can be no thread: the challenge's message is gone, or Discord will have none there, as
// in a thread. A permission that is missing may come.
func threadless(err error) bool {
	var w *WireError
	return errors.Is(err, ErrGone) || !errors.Is(err, ErrDenied) && errors.As(err, &w) && w.RetryAfter == 0
}
