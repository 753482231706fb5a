package lobby

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

const (
	// readyLasts is how long a Ready counts in a match whose clocks are shorter than longClock.
	readyLasts = 10 * time.Minute
	longClock  = 2 * time.Hour
)

// clocked reports whether clocks would run in the table's match.
func clocked(c *bot.Call, t Table) bool { return len(c.Timings[t.Clock].Clocks) > 0 }

// ready reports whether the place is ready at that time.
func ready(c *bot.Call, t Table, place int, now time.Time) bool {
	if t.isProgram(place) {
		return true
	}
	said := t.Seats[place].Ready
	if said.IsZero() {
		return false
	}
	for _, d := range c.Timings[t.Clock].Clocks {
		if d > 0 && d < longClock && now.Sub(said) > readyLasts {
			return false
		}
	}
	return true
}

// unready returns the taken places, except besides, that are not ready at that time.
func unready(c *bot.Call, t Table, besides int, now time.Time) (places []int) {
	for _, n := range t.taken() {
		if n != besides && !ready(c, t, n, now) {
			places = append(places, n)
		}
	}
	return places
}

// usersOf returns the users in the places.
func (t Table) usersOf(places []int) (us []wire.UserID) {
	for _, n := range places {
		us = append(us, t.Seats[n].User)
	}
	return us
}

// namesOf joins the names of the users in the places, each in bold.
func (t Table) namesOf(places []int) string {
	var names []string
	for _, n := range places {
		names = append(names, t.Seats[n].Name)
	}
	return inBold(names)
}

// came ends the wait for a place of a series' match. All waits for a place add up, so that being slightly late often
// counts too. The wait for the places that are not ready begins.
func (t *Table) came(c *bot.Call, place int, now time.Time) {
	if t.Series == nil {
		return
	}
	idle := len(t.Wait.For) == 0
	if (t.Wait.Came(place, now) || idle) && len(t.Wait.For) == 0 {
		t.Wait.Start(now, unready(c, *t, place, now)...)
	}
}

// takeSeat seats the user at the table, and asks everyone to be ready once it is full. Without clocks the match begins
// at that point.
func takeSeat(ctx context.Context, c *bot.Call, t Table, force string) wire.Answer {
	s := Seat{User: c.User, Name: c.Name, Force: force, By: c.ID}
	if n := t.chooser(c.User); n >= 0 {
		s.Entropy = t.Choosing[n].Entropy
	}
	last := len(t.Seats)-len(t.taken()) == 1
	if last && (!clocked(c, t) || t.isProgram(0)) {
		return begin(ctx, c, t.ID, t.note, wordTaken, func(x *Table) bool {
			if n := x.place(c.User); n >= 0 {
				x.Seats = slices.Clone(x.Seats)
				x.Seats[n] = s
				return x.full()
			}
			return x.admits(c.User) && x.sit(s) >= 0 && x.full()
		})
	}
	now := c.Clock.Now()
	s.Ready = now
	var taken bool
	var call []wire.UserID
	next, err := update(ctx, c, t, func(x *Table) {
		taken, call = false, nil
		n := x.place(c.User)
		switch {
		case n >= 0 && x.Seats[n].By != c.ID: // by another press at the same time
			x.setForce(n, force)
			return
		case n < 0:
			if n = -1; x.admits(c.User) {
				n = x.sit(s)
			}
			if n < 0 {
				taken = true
				return
			}
			x.came(c, n, now)
			x.silent(now)
			if x.Series == nil { // in a series, a user who accepts and withdraws has kept the other side waiting
				x.Until = now.Add(tableLife)
			}
		}
		if wanted := x.wanted(c, n, now); len(wanted) > 0 && x.calls(c.User, c.ID) {
			call = wanted
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	case taken && t.several():
		return c.Answer("All seats are taken; the players are getting ready.")
	case taken:
		return c.Answer(wordTaken)
	}
	begins := func(x *Table) bool { return x.place(c.User) >= 0 && x.full() }
	switch n := next.place(c.User); {
	case next.Seats[n].By != c.ID:
	case next.full() && (!clocked(c, next) || len(unready(c, next, n, now)) == 0): // somebody else has just taken the seat before it, or all are ready
		return begin(ctx, c, next.ID, next.note, wordTaken, begins)
	case len(call) > 0:
		updateHost(ctx, c, next)
		_ = callReady(ctx, c, next, call) // already logged; the old card does as well
	default:
		updateHost(ctx, c, next)
		redraw(ctx, c, next)
	}
	return showSide(ctx, c, next, seated(c, next), inPlace)
}

// seated tells a user who has taken a seat when the match begins.
func seated(c *bot.Call, t Table) string {
	switch {
	case !t.several():
		return c.Say("You are in, and count as ready. The match begins as soon as **%s** presses **Ready** too.", wire.Plain(t.hostName()))
	case t.full():
		return c.Say("You are in, and count as ready. The match begins as soon as all are ready.")
	}
	return c.Say("lobby.seated", wire.Plain(t.hostName()))
}

// setForce changes a place's force.
func (t *Table) setForce(place int, force string) {
	t.Seats = slices.Clone(t.Seats)
	t.Seats[place].Force = force
}

// wanted returns the users to notify when somebody takes the place: all who are not ready once no seat is free, and the
// host as soon as the match can start.
func (t Table) wanted(c *bot.Call, place int, now time.Time) []wire.UserID {
	least, _ := c.Games.Seats(c.Games.GameOf(t.Game))
	switch {
	case t.full():
		return t.usersOf(unready(c, t, place, now))
	case len(t.taken()) == least:
		return []wire.UserID{t.Host}
	}
	return nil
}

// callReady posts the ready card, which notifies the users in call, closes the earlier card, and writes to them. If it
// cannot post the card, it updates the old card instead, which notifies nobody; the error says why. It does the same,
// without an error, if there were too many new cards.
func callReady(ctx context.Context, c *bot.Call, t Table, call []wire.UserID) error {
	if !mayPost(ctx, c, t) {
		redraw(ctx, c, t)
		return nil
	}
	m, err := readyCard(c, t)
	if err != nil {
		return err
	}
	m.Mention = call
	id, err := postCard(ctx, c, t, m, t.nonce(c.NewID("ready "+t.ID)))
	old, now := t, Table{}
	if err == nil {
		t.Message = id
		now, err = changeTable(ctx, c, t.ID, func(x *Table) {
			if old.Message, x.Message = x.Message, id; len(call) > 0 {
				x.delivered(t, c.Clock.Now())
			}
		})
	}
	if errors.Is(err, table.ErrNoRecord) { // all were ready before it was up, or the challenge was withdrawn
		closeLobby(ctx, c, t, wordNewer)
		return err
	}
	if err != nil {
		c.Log.Warn("ready card not posted", "match", t.ID, "error", err.Error())
		redraw(ctx, c, old)
		return err
	}
	closeLobby(ctx, c, old, wordNewer)
	if now.shown() != t.shown() {
		redraw(ctx, c, now)
	}
	for _, u := range call {
		writeReady(ctx, c, now, u)
	}
	return nil
}

// readyCard returns the public card on which the players say that they are ready, in the table's language.
func readyCard(c *bot.Call, t Table) (wire.Message, error) {
	c = c.In(bot.Voice{Language: lang.Of(t.Language), Theme: t.Theme})
	if t.several() {
		return severalCard(c, t)
	}
	now := c.Clock.Now()
	asked := game.Text("⚔️ **%s** against **%s**, ready?\n%s")
	if t.Of != "" {
		asked = "🔁 **%s** asks **%s** for a rematch. Ready?\n%s"
	}
	lines := []string{c.Say(asked, wire.Plain(t.names()[0]), wire.Plain(t.names()[1]), c.Summary(terms(c, t)))}
	for n, s := range t.Seats {
		lines = append(lines, c.Say("• %s: %s", s.mention(), readyState(c, t, n, now)))
	}
	lines = append(lines, c.Say("The match begins when both are ready. Open, ends <t:%d:R>.", t.Until.Unix()))
	return startCard(c, t, strings.Join(lines, "\n"), readyRow(c, t))
}

// readyState describes whether a place is ready.
func readyState(c *bot.Call, t Table, place int, now time.Time) string {
	if ready(c, t, place, now) {
		return c.Text("✔️ ready")
	}
	return c.Text("⏳ not yet")
}

func readyRow(c *bot.Call, t Table) wire.Row {
	return wire.Row{{ID: customid.Ready + "|" + t.ID, Label: c.Text("Ready"), Style: wire.Success},
		{ID: customid.Change + "|" + t.ID, Label: c.Text("My force")}, {ID: customid.Decline + "|" + t.ID, Label: c.Text("Call it off"), Style: wire.Danger}}
}

// sayReady notes that the user is ready. Once all are, the match begins. Otherwise the answer is their side card, in a
// new message if isFresh.
func sayReady(ctx context.Context, c *bot.Call, t Table, isFresh bool) wire.Answer {
	place := t.place(c.User)
	switch {
	case place < 0:
		return notTheirs(c, t)
	case !t.full() && !t.several():
		return c.Answer(wordOwnChallenge)
	}
	if err := mayPlay(ctx, c, t, t.others(c.User)...); err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	now := c.Clock.Now()
	var recall []int // were ready too long ago, and must be notified again, once
	begins := false
	next, err := update(ctx, c, t, func(x *Table) {
		recall, begins = nil, false
		n := x.place(c.User)
		if n < 0 || !x.full() && !x.several() { // they, or the other side, withdrew a moment ago
			return
		}
		late := unready(c, *x, n, now)
		// Only the beginning notes the last player's Ready. It could fail, and the first player would then count as
		// late without having been notified.
		if begins = x.full() && len(late) == 0; begins {
			return
		}
		if x.Wait.Waits(n) { // the awaited player has come
			x.Wait.Heard()
		}
		x.came(c, n, now)
		x.Seats = slices.Clone(x.Seats)
		x.Seats[n].Ready = now
		for _, other := range late {
			if s := &x.Seats[other]; !s.Ready.IsZero() && !s.Recalled.Equal(s.Ready) {
				s.Recalled = s.Ready
				recall = append(recall, other)
			}
		}
		if len(recall) > 0 {
			x.silent(now)
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	case next.place(c.User) < 0, !next.full() && !next.several():
		return c.Answer("That challenge is no longer open.")
	case begins:
		return begin(ctx, c, t.ID, t.note, wordTaken, func(x *Table) bool {
			n := x.place(c.User)
			return n >= 0 && x.full() && slices.Equal(x.users(), next.users()) && len(unready(c, *x, n, now)) == 0
		})
	}
	if len(recall) > 0 {
		_ = callReady(ctx, c, next, next.usersOf(recall)) // already logged; the old card does as well
	} else {
		redraw(ctx, c, next)
	}
	return showSide(ctx, c, next, waitingFor(c, next, now), isFresh)
}

// waitingFor tells a user who is ready whom the match waits for.
func waitingFor(c *bot.Call, t Table, now time.Time) string {
	late := unready(c, t, t.place(c.User), now)
	switch {
	case !t.full():
		return c.Say("lobby.ready-early", wire.Plain(t.hostName()))
	case len(late) == 1:
		return c.Say("You are ready. The match begins as soon as **%s** is too; I have notified them.", wire.Plain(t.Seats[late[0]].Name))
	}
	return c.Say("You are ready. The match begins as soon as these players are too; I have notified them: %s.", t.namesOf(late))
}

// start begins a match of several for its host, without the free seats and the players who are not ready. The button
// says how many those are; if that has changed meanwhile, the host sees the new state first.
func start(ctx context.Context, c *bot.Call, id, shown string) wire.Answer {
	t, err := opened(ctx, c, id)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	now := c.Clock.Now()
	least, _ := c.Games.Seats(c.Games.GameOf(t.Game))
	there := len(t.taken()) - len(unready(c, t, 0, now))
	switch {
	case t.place(c.User) < 0:
		return notTheirs(c, t)
	case c.User != t.Host:
		return c.Answer("Only **%s** can start the match before all are ready.", wire.Plain(t.hostName()))
	case there < least:
		return c.Answer("%s needs %d {player|players} who are ready. The card shows who is missing.", forms(c, t).About.Name, least)
	}
	if shown != "" && shown != strconv.Itoa(there) {
		return showSide(ctx, c, t, c.Text(wordCameOrWent), inPlace)
	}
	if err := mayPlay(ctx, c, t, t.others(c.User)...); err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	players := func(x Table) []wire.UserID {
		late := unready(c, x, 0, now)
		return slices.DeleteFunc(x.users(), func(u wire.UserID) bool { return slices.Contains(x.usersOf(late), u) })
	}
	var before Table
	answer := begin(ctx, c, t.ID, t.note, wordCameOrWent, func(x *Table) bool {
		if x.Host != c.User || !slices.Equal(players(*x), players(t)) { // somebody came or went: the host sees it first
			return false
		}
		before = *x
		for _, n := range unready(c, *x, 0, now) {
			x.stand(n)
		}
		x.Closed = true
		return true
	})
	if m, err := c.Hall.Meta(ctx, table.ID(id)); err == nil {
		tellLeftOut(ctx, c, before, m.Users)
	}
	return answer
}

// tellLeftOut tells users who had a seat at the table, or were choosing a force for one, that the match has begun
// without them.
func tellLeftOut(ctx context.Context, c *bot.Call, t Table, playing []wire.UserID) {
	for _, s := range slices.Concat(t.Seats, t.Choosing) {
		if s.User == "" || s.Rival != nil || slices.Contains(playing, s.User) {
			continue
		}
		closeWritten(ctx, c, t.left(s.User), "The match has begun without you.")
		c.WriteTo(ctx, s.User, "o", func(c *bot.Call) wire.Message {
			return wire.Message{Blocks: []wire.Block{wire.Text(c.Say("lobby.left-out-by", wire.Plain(t.hostName()), forms(c, t).About.Name))}}
		})
	}
}

// leaveSeat takes the call's user off the table.
func leaveSeat(ctx context.Context, c *bot.Call, t Table) wire.Answer {
	switch err := giveBack(ctx, c, t.ID, c.User); {
	case errors.Is(err, table.ErrNoRecord):
		return tooLate(ctx, c, table.ID(t.ID))
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	}
	if t.several() {
		return c.Answer("You have left the table; your seat is free again.")
	}
	return c.Answer("You have left; the challenge is open again.")
}

// giveBack takes a user who is not the host off a table. Others may then take the seat, if it is open to anyone.
func giveBack(ctx context.Context, c *bot.Call, id string, u wire.UserID) error {
	var was Table
	barred, err := barred(ctx, c, id, u) // nobody could be ready to play them
	if err != nil {
		return err
	}
	t, err := changeTable(ctx, c, id, func(x *Table) {
		was = *x
		n := x.place(u)
		if n <= 0 {
			return
		}
		if x.Series != nil {
			// A shorter wait for the others counts against this place: otherwise they could accept while the challenger
			// sleeps, and withdraw in the morning.
			now := c.Clock.Now()
			if barred || x.Wait.Waits(n) || now.Sub(x.Wait.Since) < bot.SeriesAway {
				x.Wait.StartCharged(now, n, n)
			} else {
				x.Wait.Start(now, n)
			}
		}
		x.stand(n)
	})
	if err != nil {
		return err
	}
	closeWritten(ctx, c, was.left(u), wordOut)
	updateHost(ctx, c, t)
	redraw(ctx, c, t)
	return nil
}

// barred reports whether a ban bars the user from the match of a series' table.
func barred(ctx context.Context, c *bot.Call, id string, u wire.UserID) (bool, error) {
	t, err := openTable(ctx, c, id)
	if err != nil || t.Series == nil {
		return false, err
	}
	return c.Barred(ctx, c, t.Guild, t.Series.ID, u)
}
