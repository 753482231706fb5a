package referee

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/customid"
	"downsync/bot/deed"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Seats that a moderator gives to another player. Nobody is put into a seat unasked: a moderator offers it to a member
// of the server in the match's thread, and the member takes it with a button. Until then the current player goes on,
// and all clocks run as before. The offer lapses; a newer offer in the same match replaces it.

// idSeat is seat|match|act|choice: takes or declines the seat that the act of that number offers.
const idSeat = "seat"

const (
	seatTake, seatLeave = "take", "no"

	// offerWait is how long an offer is open.
	offerWait = 48 * time.Hour
)

const wordOfferGone game.Text = "That offer is no longer open."

// offer is a seat that a moderator offers to a user.
type offer struct {
	Act  int         `json:"act"` // its number
	Seat game.Seat   `json:"seat"`
	User wire.UserID `json:"user"`
	Left wire.UserID `json:"left"` // the current player
	// UserName and LeftName are their names; "" in records of older programs.
	UserName string      `json:"user_name,omitempty"`
	LeftName string      `json:"left_name,omitempty"`
	By       wire.UserID `json:"by"`
	Name     string      `json:"name"` // the moderator's
	Reason   string      `json:"reason"`
	Until    time.Time   `json:"until"`
	// Channel and Message locate its notice; they are empty until it is posted, and in records of older programs.
	Channel wire.ChannelID `json:"channel,omitempty"`
	Message wire.MessageID `json:"message,omitempty"`
	bot.Skipped
}

// Skip moves the offer's end, so that time in which players could reach no host does not count.
func (o *offer) Skip(x table.Outage) { o.Until = x.Skip(o.Until.Add(-offerWait)).Add(offerWait) }

// offerSort begins the keys of offers. A match has at most one.
const offerSort = "offer/"

func offerKey(id table.ID) string { return offerSort + string(id) }

// readReplace reads the offer of a seat.
func readReplace(ctx context.Context, c *bot.Call, o wire.Options, rv review, r *table.Ruling) (string, error) {
	s, err := readSide(c, o, rv)
	if err != nil {
		return "", err
	}
	r.What, r.Seat = deed.Offer, s
	u := o.User("user")
	if _, err := rv.maySit(ctx, c, s, u); err != nil {
		return "", err
	}
	x := offer{Act: rv.acts + 1, Seat: s, User: u, Left: rv.Meta.Users[s-1], UserName: cmp.Or(o.Text("name"), c.Names[u]), LeftName: rv.place.Names[s-1], By: c.User, Name: c.Name, Reason: o.Text("reason"),
		Until: c.Clock.Now().UTC().Add(offerWait)}
	record, err := bot.RecordOf(offerKey(rv.ID), x)
	if err != nil {
		return "", err
	}
	often, err := c.CountAll(ctx, string(c.ID), bot.AccountOf(bound.Offered, u), bot.AccountOf(bound.Offering, c.User))
	if err != nil {
		return "", err
	}
	r.Records, r.Live = append(often, record), true
	return bot.SideName(s) + ", " + wire.Mention(x.Left, "") + " → " + wire.Mention(u, ""), nil
}

// maySit returns an error that tells the moderator why the user cannot have the seat; nil if they can. The guards make
// a write fail if that has changed.
func (rv review) maySit(ctx context.Context, c *bot.Call, s game.Seat, u wire.UserID) (guards []table.Record, err error) {
	saw, err := hasLooked(ctx, c, rv.ID, u)
	if err != nil {
		return nil, err
	}
	played, err := hasPlayed(ctx, c, rv.ID, u)
	switch {
	case err != nil:
		return nil, err
	case rv.Result != nil:
		return nil, &game.Refusal{Code: "over", Text: "the match is over"}
	case slices.Contains(rv.Meta.Users, u):
		return nil, &game.Refusal{Code: "seated", Text: "they play in this match already"}
	case slices.Contains(rv.Out, s):
		return nil, expected(c.Text("that side is out of the match; name one that plays on"))
	case played:
		return nil, expected(c.Text("a former player cannot rejoin this match; name someone else"))
	case saw:
		return nil, expected(c.Text("they have looked at this match's secrets and cannot play in it; name someone else"))
	case rv.place.Series == nil:
		return nil, nil
	}
	side := (rv.place.Series.Side + int(s) - 1) % 2
	guard, ok, err := c.SeriesMember(ctx, c, rv.place.Guild, rv.place.Series.ID, side, u)
	if err == nil && !ok {
		err = expected(c.Text("they are not on that side of the match's campaign; name one of its members"))
	}
	return []table.Record{guard}, err
}

// offerOf reads the offer that an act of the match made, with its guard. ok is false if the offer is no longer open.
func offerOf(ctx context.Context, c *bot.Call, rv review, n int) (o offer, guard table.Record, ok bool, err error) {
	if guard, err = c.Guard(ctx, offerKey(rv.ID), &o); err != nil {
		return o, guard, false, err
	}
	ok = n > 0 && o.Act == n && rv.Result == nil && c.Clock.Now().Before(o.Until) && rv.Meta.Users[o.Seat-1] == o.Left
	guard.Value = nil
	return o, guard, ok, nil
}

// seatPress takes or declines the offered seat. If something happens in the match or to the record of the offer meanwhile, it decides
// again from what stands then.
func seatPress(ctx context.Context, c *bot.Call, match, rest string) (a wire.Answer) {
	err := bot.Retry(func() (err error) {
		a, err = answerOffer(ctx, c, table.ID(match), rest)
		return err
	})
	if err != nil {
		return c.Trouble(table.ID(match), err)
	}
	return a
}

// answerOffer takes or declines the offered seat. The error is table.ErrChanged if something has happened since it read the match and
// the offer.
func answerOffer(ctx context.Context, c *bot.Call, id table.ID, rest string) (none wire.Answer, err error) {
	number, choice, _ := strings.Cut(rest, "|")
	n, _ := strconv.Atoi(number)
	rv, err := readReview(ctx, c, id)
	if err != nil {
		return none, err
	}
	o, guard, ok, err := offerOf(ctx, c, rv, n)
	judge := *c
	judge.User = o.By
	switch {
	case err != nil:
		return none, err
	case !ok || c.Guild != rv.place.Guild || rv.bars(&judge):
		return c.Answer(wordOfferGone), nil
	case o.User != c.User:
		return c.Answer("That seat is offered to somebody else."), nil
	case choice == seatLeave:
		if err := c.Records.Put(ctx, guard); err != nil {
			return none, err
		}
		rv.closeOffer(ctx, c, o)
		return c.Answer("You have declined the seat."), nil
	case choice != seatTake:
		return c.Answer(bot.OldButton), nil
	}
	if err := admit(ctx, c, c.Guild, c.User); err != nil {
		return none, err
	}
	guards, err := rv.maySit(ctx, c, o.Seat, c.User)
	switch {
	case unmet(err):
		return c.Answer(wordOfferGone), nil
	case err != nil:
		return none, err
	}
	return rv.takeSeat(ctx, c, o, append(guards, guard))
}

// takeSeat puts the user into the seat offered to them, in one commit with the guards. The error is table.ErrChanged if something has
// happened since the match and the guards were read.
func (rv review) takeSeat(ctx context.Context, c *bot.Call, o offer, guards []table.Record) (none wire.Answer, err error) {
	a := act{N: rv.acts + 1, What: deed.Replace, Seat: o.Seat, By: o.By, Name: o.Name, At: c.Clock.Now().UTC(), Reason: o.Reason,
		Detail: c.Say("put another player into a seat: %s", bot.SideName(o.Seat)+", "+wire.Mention(o.User, "")), Left: o.Left, Comes: o.User,
		LeftName: rv.place.Names[o.Seat-1], ComesName: c.Name}
	left, err := rv.replacedPlayer(o.Seat)
	if err != nil {
		return none, err
	}
	r := table.Ruling{What: a.What, Seat: o.Seat, Replace: o.User, Expect: rv.acts, Records: append(guards, left,
		table.Record{Key: keys.Taken(o.User, rv.ID), Value: json.RawMessage(`{}`)}, table.Record{Key: keys.Taken(o.Left, rv.ID)})}
	if r.Place, err = rv.renamed(o.Seat, c.Name); err != nil {
		return none, err
	}
	if err := file(&r, rv, a); err != nil {
		return none, err
	}
	_, err = c.Hall.Referee(ctx, c.Cause(), rv.ID, r)
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == "another":
		return none, table.ErrChanged
	case unmet(err):
		return c.Cannot(err), nil
	case err != nil:
		return none, err
	}
	rv.closeOffer(ctx, c, o)
	return wire.Fresh(wire.Text(c.Say("You play **%s** in this match now.", bot.SideName(o.Seat))), wire.Row{customid.ViewButton(rv.ID, c.Language)}), nil
}

// closeOffer removes the buttons from the notice of an offer that was taken or declined. A failure is only logged: the buttons say the same.
func (rv review) closeOffer(ctx context.Context, c *bot.Call, o offer) {
	if o.Message == "" {
		return
	}
	var a act
	err := c.Read(ctx, actKey(rv.ID, o.Act), &a)
	if err == nil {
		var m wire.Message
		if m, err = threadNotice(ctx, c.In(rv.place.Voice()), rv.ID, rv.Meta, rv.place, a); err == nil {
			err = c.Wire.Edit(ctx, o.Channel, o.Message, m)
		}
	}
	if err != nil && !errors.Is(err, wire.ErrGone) {
		c.Log.Warn("offer not closed", "match", rv.ID, "error", err.Error())
	}
}

// offered adds the user and the buttons to the thread's notice of an offer, and notifies the user. A closed offer has
// no buttons.
func offered(ctx context.Context, c *bot.Call, id table.ID, a act, m *wire.Message) (line string, row wire.Row, err error) {
	var o offer
	if err := c.Read(ctx, offerKey(id), &o); err != nil || o.Act != a.N || !bot.Reachable(o.User) {
		return "", nil, err
	}
	m.Mention = []wire.UserID{o.User}
	at := fmt.Sprintf("%s|%s|%d|", idSeat, id, a.N)
	now, err := c.Hall.Public(ctx, id)
	if err != nil {
		return "", nil, err
	}
	said := game.Text("referee.seat-offered")
	if now.Clocks.Stopped() {
		said = "referee.seat-offered-stopped"
	}
	return c.Say(said, wire.Mention(o.User, o.UserName), bot.SideName(o.Seat), wire.Mention(o.Left, o.LeftName), o.Until.Unix()),
		wire.Row{{ID: at + seatTake, Label: c.Text("Take the seat"), Style: wire.Success}, {ID: at + seatLeave, Label: c.Text("No, thanks")}}, nil
}

// noteOffer notes the location of the notice of the offer that the act of that number made. open is false if the offer is no longer
// open.
func noteOffer(ctx context.Context, c *bot.Call, id table.ID, n int, channel wire.ChannelID, posted wire.MessageID) (open bool, err error) {
	o, err := bot.Change(ctx, c.App, offerKey(id), func(o *offer) error {
		if o.Act == n {
			o.Channel, o.Message = channel, posted
		}
		return nil
	})
	return o.Act == n, err
}

// repost updates the notices of all open offers. It posts a notice again that cannot be edited.
func repost(ctx context.Context, c *bot.Call) error {
	return bot.EachOf(ctx, c.App, offerSort, func(r table.Record, o offer) error {
		id := table.ID(strings.TrimPrefix(r.Key, offerSort))
		var a act
		if err := c.Read(ctx, actKey(id, o.Act), &a); err != nil || a.N == 0 || !c.Clock.Now().Before(o.Until) {
			return err
		}
		if err := repostOffer(ctx, c, id, o, a); !unheard(err) {
			return err
		}
		return nil
	})
}

func repostOffer(ctx context.Context, c *bot.Call, id table.ID, o offer, a act) error {
	if o.Message != "" {
		meta, err := c.Hall.Meta(ctx, id)
		if err != nil {
			return err
		}
		place, err := bot.PlaceOf(meta)
		if err != nil {
			return err
		}
		m, err := threadNotice(ctx, c.In(place.Voice()), id, meta, place, a)
		if err != nil {
			return err
		}
		if err := c.Wire.Edit(ctx, o.Channel, o.Message, m); !bot.Replaceable(err) {
			return err
		}
	}
	if err := tellThread(ctx, c, id, a, false); err != nil {
		return err
	}
	var now offer
	if err := c.Read(ctx, offerKey(id), &now); err != nil {
		return err
	}
	c.Discard(ctx, o.Channel, o.Message, now.Message)
	return nil
}

// dropOffers deletes the lapsed offers and returns their number.
func dropOffers(ctx context.Context, c *bot.Call) (n int, err error) {
	err = bot.EachOf(ctx, c.App, offerSort, func(r table.Record, o offer) error {
		if c.Clock.Now().Before(o.Until) {
			return nil
		}
		n++
		err := c.Records.Put(ctx, table.Record{Key: r.Key, If: true, Was: r.Value})
		if errors.Is(err, table.ErrChanged) { // a newer offer has replaced it
			return nil
		}
		return err
	})
	return n, err
}

// closeSeats returns the records to delete when a match ends: its offer, and the notes of seats taken over in it.
func closeSeats(p table.Public) []table.Record {
	out := []table.Record{{Key: offerKey(p.ID)}}
	for _, u := range p.Meta.Users {
		out = append(out, table.Record{Key: keys.Taken(u, p.ID)})
	}
	return out
}
