package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/seal"
	"downsync/game/table"
)

// rematch asks for another match like the finished one, or agrees to it.
func rematch(ctx context.Context, c *bot.Call, match, _ string) wire.Answer {
	id := table.ID(match)
	meta, err := c.Hall.Meta(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	seat := slices.Index(meta.Users, c.User) // also of a user who left the match to the program
	if seat < 0 {
		return c.Answer("Only those who played can have a rematch. `/play` starts a match of your own.")
	}
	var last string // the newest rematch; two players may ask at once
	latest, err := c.Guard(ctx, rematchKey(id), &last)
	if err != nil {
		return c.Trouble(id, err)
	}
	open, err := tables(ctx, c, func(t Table) bool { return t.Of == id })
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case len(open) > 0:
		return sayReady(ctx, c, open[0], fresh)
	}
	begun, err := c.Hall.Public(ctx, table.ID(last))
	switch { // after the challenges: it may have begun meanwhile
	case err == nil && begun.Result == nil:
		return tooLate(ctx, c, table.ID(last))
	case err != nil && !errors.Is(err, table.ErrNoMatch):
		return c.Trouble(id, err)
	}
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	t, same, err := rematchOf(c, p, seat)
	if err != nil {
		return c.Answer("%s", c.Language.Error(err))
	}
	if place, err := bot.PlaceOf(begun.Meta); last != "" && err == nil { // an earlier rematch of the same match
		t.Again = max(t.Again, place.Again+1)
	}
	for _, n := range t.programs() {
		if err := rivalAgain(ctx, c, &t, n); err != nil {
			return c.Trouble(id, err)
		}
	}
	if t.Clock == "" && len(t.people()) > 1 { // a person has taken the program's seat
		server, err := c.Server(ctx, t.Guild)
		if err != nil {
			return c.Trouble(id, err)
		}
		t.Clock = cmp.Or(server.Clock, c.Default)
	}
	if err := mayPlay(ctx, c, t, t.others(c.User)...); err != nil {
		return c.Trouble(id, err)
	}
	if err := hasRoom(ctx, c); err != nil {
		return c.Trouble(id, err)
	}
	if _, err := c.Hall.Meta(ctx, table.ID(t.ID)); err == nil { // a late repeat: its match has begun
		return tooLate(ctx, c, table.ID(t.ID))
	}
	if err := canShow(ctx, c, t); err != nil {
		return c.Trouble(id, err)
	}
	if latest, err = bot.With(latest, t.ID); err != nil {
		return c.Trouble(id, err)
	}
	if t.againstProgram() {
		return post(ctx, c, t, latest)
	}
	switch err := add(ctx, c, t, latest); { // as the newest rematch of its match
	case errors.Is(err, table.ErrChanged): // the other player, or the same press on another host
		return rematch(ctx, c, match, "")
	case err != nil:
		return c.Trouble(id, err)
	}
	call := invitedPlayers(t)
	call = slices.DeleteFunc(call, func(u wire.UserID) bool { return !mayCall(ctx, c, t, u) })
	switch err := callReady(ctx, c, t, call); {
	case err == nil:
	case errors.Is(err, wire.ErrDenied), errors.Is(err, wire.ErrGone):
		if _, err := drop(ctx, c, t); err != nil {
			return c.Trouble(id, err)
		}
		return noPost(c, err)
	case errors.Is(err, table.ErrNoRecord):
		return tooLate(ctx, c, table.ID(t.ID))
	default:
		return c.Trouble(id, err)
	}
	told := game.Text("lobby.rematch-out")
	switch {
	case t.several():
		told = "lobby.rematch-several"
	case !same:
		told = "lobby.rematch-exchanged"
	}
	said := c.Say(told, wire.Plain(against(c, t, c.User)))
	if t.Known {
		said += "\n" + c.Text(wordKnown)
	}
	return showSide(ctx, c, t, said, fresh)
}

// invitedPlayers returns the people at a table besides its host.
func invitedPlayers(t Table) (us []wire.UserID) {
	for _, n := range t.people() {
		if t.Seats[n].User != t.Host {
			us = append(us, t.Seats[n].User)
		}
	}
	return us
}

func rematchKey(id table.ID) string { return "rematch/" + string(id) }

var (
	errNotOver = game.Errorf("That match is not over yet.")
	errNoAgain = game.Errorf("That match cannot be repeated as it was. `/play` starts a new one.")
	errLeft    = game.Errorf("Your opponent in that match has deleted their data and cannot be asked. `/play` starts a new one.")
)

// rematchOf builds the table for the seat that asked for it. Its player now has the first seat, and the others keep
// their order. same reports whether all bring the forces that they played.
func rematchOf(c *bot.Call, p table.Public, asker int) (t Table, same bool, err error) {
	if p.Result == nil {
		return t, false, errNotOver
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return t, false, err
	}
	f := c.Of(p.Meta)
	played, ok := f.Played(p)
	least, most := c.Games.Seats(p.Meta.Game)
	n := len(p.Meta.Users)
	if _, clock := c.Timings[place.Clock]; !ok || !clock && place.Clock != "" || place.Settings == nil || n < least || n > most || len(played) != n {
		return t, false, errNoAgain // from an older form, or with a clock that is gone
	}
	now := c.Clock.Now()
	t = Table{ID: c.NewID("rematch"), Host: p.Meta.Users[asker], Seats: make([]Seat, n), Of: p.ID, Again: place.Again + 1, Known: seal.AllTold(p.Facts, n),
		Game: c.Games.Recorded(p.Meta.Game), Settings: place.Settings, Clock: place.Clock, Pace: place.Pace, Turn: place.Turn, React: place.React, Hints: place.Hints,
		Seed: table.NewSeed().Hex(), Guild: place.Guild, Channel: place.Channel, Language: place.Language, Theme: place.Theme, Until: now.Add(tableLife)}
	order := []int{asker}
	for was := range n {
		if was != asker {
			order = append(order, was)
		}
	}
	same = true
	for at, was := range order {
		u := p.Meta.Users[was]
		if bot.IsGone(u) {
			if n == 2 {
				return t, false, errLeft
			}
			continue // the seat is free
		}
		force, _, err := f.ReadForce(place.Settings, game.Seat(at+1), played[was])
		if err != nil { // it may fit only the seat in which it was played
			same = false
			force = f.Forces(place.Settings, game.Seat(at+1))[0].Value
		}
		t.Seats[at] = Seat{User: u, Name: place.Names[was], Force: force, Rival: place.Program(game.Seat(was + 1))}
		if at > 0 && t.Seats[at].Rival == nil {
			t.Invited = append(t.Invited, Guest{User: u, Name: place.Names[was]})
		}
	}
	t.Seats[0].Ready = now
	return t, same, nil
}
