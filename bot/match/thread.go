package match

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// deliverSeats updates a seat's direct messages.
func deliverSeats(ctx context.Context, c *bot.Call, d table.Delivery) (table.Kept, error) {
	seat, err := strconv.Atoi(strings.TrimPrefix(d.Queue, seatQueues))
	if err != nil {
		return table.Kept{}, fmt.Errorf("%w: no queue %q", table.ErrGiveUp, d.Queue)
	}
	var was *seatMemory
	out, err := bot.Remembering(d, func(at *seatMemory) error {
		was = at
		return deliverSeat(ctx, c, d, game.Seat(seat), at)
	})
	if was != nil {
		out.Records = was.records
	}
	return out, err
}

// seatQueues begins the names of the queues of seats.
const seatQueues = "seat/"

// threadMemory is the memory of the public queue: the thread, and the card of the current turn.
type threadMemory struct {
	Seq    uint64         `json:"seq,omitempty"`    // of the last delivered update
	Thread wire.ChannelID `json:"thread,omitempty"` // or the channel, if there is none
	Bare   bool           `json:"bare,omitempty"`   // it is the channel
	posted
	Turn   int      `json:"turn"`
	From   int      `json:"from"`            // facts before this index are on earlier cards
	Before pastCard `json:"before,omitzero"` // the card of the previous turn
	Ill    string   `json:"ill,omitempty"`   // why the last try failed
	Told   bool     `json:"told,omitempty"`  // the result was announced
	// Called holds, by seat, since when the seats with a question at the last update have had it, notified or not.
	Called map[game.Seat]int `json:"called,omitempty"`
	// Wanted holds, by seat, what others wanted of it at the last update, notified or not; see wantedOf.
	Wanted map[game.Seat][]string `json:"wanted,omitempty"`
	// Joined holds, by seat, a checksum of the user who was made a member of the thread.
	Joined map[game.Seat]uint32 `json:"joined,omitempty"`
}

// pastCard is the card of a past turn.
type pastCard struct {
	Message wire.MessageID `json:"message"`
	Turn    int            `json:"turn,omitempty"` // records of older versions lack it
	From    int            `json:"from"`           // facts before this index are on earlier cards
	To      int            `json:"to"`             // facts before this index are on this card or an earlier one
	Void    bool           `json:"void,omitempty"` // it shows what a referee took back
}

func deliverPublic(ctx context.Context, c *bot.Call, d table.Delivery, at *threadMemory) error {
	p, err := c.Hall.Public(ctx, d.Match)
	if err != nil {
		return err
	}
	if p.Result != nil {
		p.Meta = c.Named(ctx, p.Meta)
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return err
	}
	c = c.In(place.Voice())
	if place.Direct {
		return deliverDirect(ctx, c, d, p, at)
	}
	if d.Again() {
		if err := closeAgain(ctx, c, p, at); err != nil {
			return err
		}
	}
	sure := c.FirstTry(d, at.Seq)
	err = showPublic(ctx, c, p, at, sure)
	if errors.Is(err, wire.ErrGone) { // the thread itself is gone: use the channel instead
		*at = threadMemory{Seq: at.Seq, From: at.From, Turn: at.Turn, posted: posted{Try: at.Try + 1}, Ill: at.Ill, Bare: true, Called: at.Called, Wanted: at.Wanted}
		err = showPublic(ctx, c, p, at, sure)
	}
	ill := undelivered.Fault(err)
	if undelivered.IsDenied(ill) {
		ill = undelivered.Lacking(ill, lacking(ctx, c, place))
	}
	if ill != at.Ill {
		if nerr := c.PutNote(ctx, undelivered.CardKey(p.ID), ill); nerr != nil {
			return errors.Join(err, nerr)
		}
		at.Ill = ill
		if p.Result == nil { // their consoles show the fault, and its end
			if rerr := c.Hall.Refresh(ctx, fmt.Sprintf("n:%d:%d:%s", d.Seq, d.Tries, ill), p.ID); rerr != nil {
				return errors.Join(err, rerr)
			}
		}
	}
	if err != nil {
		return err
	}
	if at.Seq == 0 && p.Result == nil {
		if err := callToStart(ctx, c, p, at.Thread); err != nil {
			return err
		}
	}
	if err := callAsked(ctx, c, p, at); err != nil {
		return err
	}
	if err := callWanted(ctx, c, p, at); err != nil {
		return err
	}
	at.Seq = d.Seq
	if p.Result != nil && !at.Told {
		if err := callToEnd(ctx, c, p, at.Thread); err != nil {
			return err
		}
		if err := showResult(ctx, c, p); err != nil {
			return err
		}
		at.Told = true // it is no part of the match: a failure is not tried again
		tellResult(ctx, c, p)
	}
	return shown(ctx, c, p, d.Seq)
}

// deliverDirect is deliverPublic for a match on no server: nobody but its player sees it, and their console shows it. Only the result is shown besides.
func deliverDirect(ctx context.Context, c *bot.Call, d table.Delivery, p table.Public, at *threadMemory) error {
	at.Seq = d.Seq
	if p.Result != nil && !at.Told {
		if err := showResult(ctx, c, p); err != nil && !wire.Final(err) {
			return err
		}
		at.Told = true
	}
	return shown(ctx, c, p, d.Seq)
}

// addPlayers makes the players members of their match's thread, so that they can find it again. When a player was replaced, it also
// updates the card of the challenge.
func addPlayers(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory) error {
	if at.Bare || p.Result != nil {
		at.Joined = nil // otherwise it would recognise a user whose data is removed
		return nil
	}
	for n := range p.Meta.Users {
		seat := game.Seat(n + 1)
		u := p.Meta.Player(seat)
		sum := crc32.ChecksumIEEE([]byte(u))
		if at.Joined[seat] == sum || !bot.Reachable(u) {
			continue
		}
		if _, replaced := at.Joined[seat]; replaced { // the challenge's card names the new player too
			place, err := bot.PlaceOf(p.Meta)
			if err == nil {
				err = showBegun(ctx, c, p, place)
			}
			if err != nil && !wire.Final(err) && !bot.Replaceable(err) {
				return err
			}
		}
		err := c.Wire.AddMember(ctx, at.Thread, u)
		if err != nil && !wire.Final(err) {
			return err
		}
		if err != nil { // for example, they have left the server
			c.Log.Info("player not added to the thread", "match", p.ID, "error", err.Error())
		}
		if at.Joined == nil {
			at.Joined = map[game.Seat]uint32{}
		}
		at.Joined[seat] = sum
	}
	return nil
}

// tellResult announces the result in the server's channel for results, if it has one.
func tellResult(ctx context.Context, c *bot.Call, p table.Public) {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || place.Guild == "" || place.Rival != nil {
		return
	}
	s, err := c.Server(ctx, place.Guild)
	if err == nil && s.Announce != "" {
		text := c.Say("🏁 %s. %s", c.Of(p.Meta).Outcome(p), c.Played(p.Meta.Game, place)) + c.InThread(ctx, p.ID)
		if places := places(c, p.Meta, p.Facts, *p.Result); places != "" {
			text += "\n" + places
		}
		_, err = c.Wire.Post(ctx, s.Announce, wire.Message{Blocks: []wire.Block{wire.Text(wire.Clip(text, wire.LongestText))}}, "a"+string(p.ID))
	}
	if err != nil {
		c.Log.Warn("result not announced", "match", p.ID, "error", err.Error())
	}
}

// shown records that everybody could see the current state of the match, which starts the clocks. If the match has
// moved on meanwhile, it has a newer update, and the card of that one counts.
func shown(ctx context.Context, c *bot.Call, p table.Public, seq uint64) error {
	now, err := c.Hall.Public(ctx, p.ID)
	if err != nil {
		return err
	}
	if len(now.Facts) != len(p.Facts) || now.Clocks.Changes != p.Clocks.Changes || !slices.EqualFunc(now.Asked, p.Asked, sameAsked) {
		return nil
	}
	return c.Hall.Shown(ctx, fmt.Sprintf("s:%d", seq), p.ID)
}

func sameAsked(x, y table.Asked) bool { return x.Seat == y.Seat && x.Name == y.Name }

// showPublic closes the card of a past turn and shows the current one.
func showPublic(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory, sure bool) error {
	if at.Thread == "" {
		if err := openThread(ctx, c, p, at); err != nil {
			return err
		}
	}
	if err := addPlayers(ctx, c, p, at); err != nil { // the thread announces it, so do it before the card
		return err
	}
	turn := c.Of(p.Meta).Turn(p)
	if turn != at.Turn && at.Message != "" {
		to := c.Of(p.Meta).Split(p.Facts, at.Turn)
		if turn < at.Turn { // a referee rewound the match: this card ends, and the resumed turn begins with the announcement
			to = afterVoid(p.Facts)
		}
		was := pastCard{at.Message, at.Turn, min(at.From, to), to, turn < at.Turn}
		n, err := was.draw(ctx, c, p, at.Bare)
		if err != nil {
			return err
		}
		if err := send(ctx, c, p, at, n, sure); err != nil {
			return err
		}
		was.Message = at.Message // a new one replaces a message that is gone
		at.Before, at.From, at.Message = was, to, ""
	}
	at.Turn = turn
	expectAsked(c, p.Asked)
	n, err := drawCard(ctx, c, p, at.Bare, min(at.From, len(p.Facts)))
	if err != nil {
		return err
	}
	return send(ctx, c, p, at, n, sure)
}

// asTold returns the facts as they were told, including those that were taken back since.
func asTold(facts []game.Fact) []game.Fact {
	out := slices.Clone(facts)
	for i, f := range out {
		if void, is := f.(game.Void); is {
			out[i] = void.Fact
		}
	}
	return out
}

// afterVoid counts the facts up to the last one that was taken back.
func afterVoid(facts []game.Fact) int {
	for i, f := range slices.Backward(facts) {
		if _, void := f.(game.Void); void {
			return i + 1
		}
	}
	return 0
}

// expectAsked fills in the deadlines of the clocks that begin with the card on its way.
func expectAsked(c *bot.Call, asked []table.Asked) {
	for n, a := range asked {
		if a.By.IsZero() && a.Limit > 0 && a.Left == 0 {
			asked[n].By = c.Clock.Now().Add(a.Limit)
		}
	}
}

// expect does the same for a console, unless a note says that the card does not get through.
func expect(c *bot.Call, p *table.Private, note string) {
	if note != "" {
		return
	}
	expectAsked(c, p.Asked)
	for n, a := range p.Asks {
		if a.By.IsZero() && a.Limit > 0 && a.Left == 0 {
			p.Asks[n].By = c.Clock.Now().Add(a.Limit)
		}
	}
}

// closeAgain shows the card of the previous turn again as it was at that turn's end. A card that is gone or cannot be
// edited is left alone.
func closeAgain(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory) error {
	was := at.Before
	if was.Message == "" {
		return nil
	}
	if was.Turn == 0 && was.From > 0 {
		was.Turn = at.Turn - 1
	}
	n, err := was.draw(ctx, c, p, at.Bare)
	if err != nil {
		return err
	}
	if err = c.Wire.Edit(ctx, at.Thread, was.Message, n.Message); bot.Replaceable(err) {
		return nil
	}
	return err
}

// send posts or updates the card of the turn at.Turn.
func send(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory, n wire.Notice, sure bool) error {
	nonce := fmt.Sprintf("p%s.%d", p.ID, at.Turn)
	n.Silent = true                           // the seats with a question are notified separately
	if again := rewound(p.Facts); again > 0 { // the turn may have had a card before
		nonce += fmt.Sprintf("r%d", again)
	}
	return sendNotice(ctx, c, &at.posted, at.Thread, n, nonce, sure)
}

// rewound counts how often a referee rewound the match.
func rewound(facts []game.Fact) (n int) {
	for _, f := range facts {
		if void, is := f.(game.Void); is {
			f = void.Fact
		}
		if back, is := f.(game.TookBack); is && back.Seat == 0 {
			n++
		}
	}
	return n
}

// draw draws the card of a past turn: the position right after its last fact, and a button for what happened.
func (was pastCard) draw(ctx context.Context, c *bot.Call, p table.Public, bare bool) (wire.Notice, error) {
	then, _, err := c.Hall.PublicAt(ctx, p.ID, table.AtPublic(was.To))
	if err != nil {
		return wire.Notice{}, err
	}
	then.Meta = p.Meta
	f, told := c.Of(p.Meta), p.Facts[was.From:was.To]
	if was.Void {
		told = asTold(told)
	}
	then.Facts = then.Facts[:f.Split(then.Facts, was.Turn)] // the same step may have begun the next turn
	n, err := f.Closed(then, was.Turn, told, wire.Row{happenedButton(c, p.ID, span{was.From, was.To})})
	if err != nil {
		return n, bot.FormsFailed("closed card", err)
	}
	return bared(c, n, bare), nil
}

// bared says on a card that its match has no thread, if it has none.
func bared(c *bot.Call, n wire.Notice, bare bool) wire.Notice {
	if bare {
		n.Blocks = append([]wire.Block{wire.Text(c.Text("-# This match has no thread; it continues here."))}, n.Blocks...)
	}
	return n
}

// drawCard draws the card of the current turn.
func drawCard(ctx context.Context, c *bot.Call, p table.Public, bare bool, from int) (wire.Notice, error) {
	facts, row := p.Facts[from:], wire.Row{}
	n, err := c.Of(p.Meta).Card(p, facts)
	if err != nil {
		return n, bot.FormsFailed("card", err)
	}
	place, err := bot.PlaceOf(p.Meta)
	if err == nil {
		if in := c.InSeries(ctx, p.Meta.Game, place); in != "" {
			n.Blocks = append([]wire.Block{wire.Text("-# " + in)}, n.Blocks...)
		}
	}
	if err == nil && p.Result == nil {
		if lines := ClockLines(c, p.Clocks, place.NowIn(c.Language), p.Meta.Timing.Misses, p.Out, 0); lines != "" {
			n.Blocks = append(n.Blocks, wire.Text(wire.Clip(lines, maxClockLines)))
		}
	}
	if p.Result == nil {
		return bared(c, n, bare), nil
	}
	if places := places(c, p.Meta, p.Facts, *p.Result); places != "" {
		n.Blocks = append(n.Blocks, wire.Text(places))
	}
	if len(facts) > 0 {
		row = append(row, happenedButton(c, p.ID, span{from, len(p.Facts)}))
	}
	if p.Dice.Seed != "" {
		n.Blocks = append(n.Blocks, wire.Text(c.Text("match.dice-open")))
		row = append(row, customid.SealButton(p.ID, p.Dice.Commitment, c.Language))
	}
	if len(row) > 0 {
		n.Blocks = append(n.Blocks, row)
	}
	return bared(c, n, bare), nil
}

// posted is a message that its queue or its record remembers and updates while it exists.
type posted struct {
	Message wire.MessageID `json:"message,omitempty"`
	Try     int            `json:"try,omitempty"`   // makes a new nonce for a repeated post
	Stale   wire.MessageID `json:"stale,omitempty"` // the one that could not be edited, until it is deleted
}

// lose notes that the message was deleted or cannot be edited, so that a new one replaces it.
func (at *posted) lose(err error) {
	at.Stale, at.Message = stale(err, at.Message), ""
	at.Try++
}

// sendNotice sends or updates a public message. It accepts only a Notice.
func sendNotice(ctx context.Context, c *bot.Call, at *posted, channel wire.ChannelID, n wire.Notice, nonce string, sure bool) error {
	if at.Message != "" {
		err := c.Wire.Edit(ctx, channel, at.Message, n.Message)
		if !bot.Replaceable(err) {
			return err
		}
		at.lose(err)
	}
	id, err := c.Post(ctx, channel, n.Message, fmt.Sprintf("%s.%d", nonce, at.Try), sure)
	if id != "" {
		c.Discard(ctx, channel, at.Stale, id)
		at.Message, at.Stale = id, ""
	}
	return err
}

// openThread starts the match's thread on the challenge's message. It uses the channel itself if a thread is
// impossible, or if the match began before the message was posted.
func openThread(ctx context.Context, c *bot.Call, p table.Public, at *threadMemory) error {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return err
	}
	if !at.Bare && place.Message != "" {
		err := showBegun(ctx, c, p, place)
		if err == nil || errors.Is(err, wire.ErrUneditable) { // an old challenge
			at.Thread, err = c.Wire.Thread(ctx, place.Channel, place.Message, c.TitleOf(ctx, p, place))
		}
		if err != nil && !bot.Threadless(err) {
			return err
		}
	}
	records := []table.Record{{Key: keys.Thread(at.Thread), Value: []byte(p.ID)}}
	if at.Thread == "" {
		at.Thread, at.Bare = place.Channel, true
		records = nil // commands in the channel may mean another match
	}
	return c.Records.Put(ctx, append(records, table.Record{Key: keys.Room(p.ID), Value: []byte(at.Thread)})...)
}

// lacking returns the rights that the bot needs and lacks in the channel of a match, or none if that cannot be found out.
func lacking(ctx context.Context, c *bot.Call, place bot.Place) wire.Permission {
	if place.Guild == "" {
		return 0
	}
	here, err := c.Wire.GuildNow(ctx, place.Guild, "", place.Channel)
	if err != nil {
		c.Log.Warn("channel not checked", "channel", place.Channel, "error", err.Error())
		return 0
	}
	return bot.Missing(bot.NeededIn(here.Thread), here.May)
}
