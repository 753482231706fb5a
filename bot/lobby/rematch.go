package lobby

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// rematch asks for another match like that one, or agrees to it.
func rematch(ctx context.Context, c *bot.Call, match, _ string) bot.Answer {
	id := table.ID(match)
	seat, err := c.SeatIn(ctx, id)
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case seat == 0:
		return c.Answer("Only the two who played can have a rematch. `/match challenge` starts a match of your own.")
	}
	var last string // the rematch that was asked for last; two players may ask at once
	latest, err := c.Guard(ctx, rematchKey(id), &last)
	if err != nil {
		return c.Trouble(id, err)
	}
	open, err := challenges(ctx, c, func(ch challenge) bool { return ch.Of == id })
	switch {
	case err != nil:
		return c.Trouble(id, err)
	case len(open) > 0:
		return sayReady(ctx, c, open[0])
	}
	switch begun, err := c.Hall.Public(ctx, table.ID(last)); { // after the challenges: it may have begun meanwhile
	case err == nil && begun.Result == nil:
		return tooLate(ctx, c, table.ID(last))
	case err != nil && !errors.Is(err, table.ErrNoMatch):
		return c.Trouble(id, err)
	}
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	ch, same, err := rematchOf(c, p, int(seat)-1)
	if err != nil {
		return c.Answer("%s", c.Language.Error(err))
	}
	switch {
	case ch.Rival != nil:
		if no, ok := rivalAgain(ctx, c, &ch, *ch.Rival); !ok {
			return no
		}
	case ch.Timing == "": // a person has taken the program's seat
		server, err := c.Server(ctx, ch.Guild)
		if err != nil {
			return c.Trouble(id, err)
		}
		ch.Timing = cmp.Or(server.Clock, c.Default)
	}
	if no, ok := mayPlay(ctx, c, ch, ch.Taker.User); !ok {
		return no
	}
	if no, ok := hasRoom(ctx, c); !ok {
		return no
	}
	if _, err := c.Hall.Meta(ctx, table.ID(ch.ID)); err == nil { // a late repeat: its match has begun
		return tooLate(ctx, c, table.ID(ch.ID))
	}
	if latest, err = bot.With(latest, ch.ID); err != nil {
		return c.Trouble(id, err)
	}
	if ch.Rival != nil {
		return post(ctx, c, ch, latest)
	}
	switch err := add(ctx, c, ch, latest); { // as the newest rematch of its match
	case errors.Is(err, errTooMany):
		return c.Answer(wordTooMany, mostChallenges)
	case errors.Is(err, table.ErrChanged): // the other player, or the same press on another host
		return rematch(ctx, c, match, "")
	case err != nil:
		return c.Trouble(id, err)
	}
	call := ch.Taker.User
	if !mayCall(ctx, c, ch, call) {
		call = ""
	}
	switch err := callReady(ctx, c, ch, call); {
	case err == nil:
	case errors.Is(err, bot.ErrDenied), errors.Is(err, bot.ErrGone):
		if _, err := drop(ctx, c, ch); err != nil {
			return c.Trouble(id, err)
		}
		return c.Answer("lobby.no-post")
	case errors.Is(err, table.ErrNoRecord):
		return tooLate(ctx, c, table.ID(ch.ID))
	default:
		return c.Trouble(id, err)
	}
	told := game.Text("lobby.rematch-out")
	if !same {
		told = "lobby.rematch-exchanged"
	}
	return showSide(ctx, c, ch, c.Say(told, bot.Plain(ch.Taker.Name)), fresh)
}

func rematchKey(id table.ID) string { return "rematch/" + string(id) }

var (
	errNotOver = game.Errorf("That match is not over yet.")
	errNoAgain = game.Errorf("That match cannot be repeated as it was. `/match challenge` starts a new one.")
	errLeft    = game.Errorf("Your opponent of that match has had their data deleted and cannot be asked. `/match challenge` starts a new one.")
)

// rematchOf makes the challenge, from the side that asked for it. same tells whether both sides bring the forces that they played.
func rematchOf(c *bot.Call, p table.Public, side int) (ch challenge, same bool, err error) {
	if p.Result == nil {
		return ch, false, errNotOver
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return ch, false, err
	}
	f := c.Of(p.Meta)
	played, ok := f.Played(p)
	forces := slices.Clone(played)
	if _, clock := c.Timings[place.Clock]; !ok || !clock && place.Clock != "" || place.Settings == nil || len(place.Names) != 2 || len(p.Meta.Users) != 2 {
		return ch, false, errNoAgain // of an older form, or with a clock that is no more
	}
	now := c.Clock.Now()
	other := 1 - side
	same = true
	for i, x := range []int{side, other} { // who asks sits first now; a force may fit the other seat alone
		read, _, err := f.ReadForce(place.Settings, game.Seat(i+1), forces[x])
		if err != nil {
			same = false
			read = f.Forces(place.Settings, game.Seat(i+1))[0].Value
		}
		forces[x] = read
	}
	if bot.IsGone(p.Meta.Users[other]) {
		return ch, false, errLeft
	}
	return challenge{ID: c.NewID("rematch"), Game: c.Games.Recorded(p.Meta.Game), Of: p.ID, From: p.Meta.Users[side], FromName: place.Names[side], To: p.Meta.Users[other],
		ToName: place.Names[other], Settings: place.Settings, Force: forces[side], Timing: place.Clock, Pace: place.Pace, Turn: place.Turn, React: place.React,
		Guild: place.Guild, Language: place.Language, Theme: place.Theme, Rival: place.Rival, Hints: place.Hints, Seed: table.NewSeed().Hex(), Channel: place.Channel, Until: now.Add(challengeLife), Ready: [2]time.Time{now},
		Taker: &taker{User: p.Meta.Users[other], Name: place.Names[other], Force: forces[other]}}, same, nil
}
