package bot

import (
	"context"
	"errors"
	"time"

	"downsync/bot/lang"
	"downsync/game/table"
)

// A rematch is a challenge that is taken up already: the same two, settings and forces. Whoever presses first is ready,
// and the other's press, on either card, begins it.

const idRematch = "rematch" // rematch|match

// RematchButton is the button of the last card of a match, in its language.
func RematchButton(match table.ID, t lang.Language) Button {
	return Button{ID: idRematch + "|" + string(match), Label: t.Text(wordRematch)}
}

// withEnd adds to a console whose match is over what may follow: another one, the film, the check of dice and forces.
func (b *Bot) withEnd(l *Letter, p table.Private) {
	if p.Result == nil {
		return
	}
	again := RematchButton(p.ID, b.lang)
	again.Style = Success
	l.Blocks = append(l.Blocks, Row{again, FilmButton(p.ID, b.lang), b.sealButton(p.ID, "")})
}

// rematch asks for another match like that one, or agrees to it.
func (b *Bot) rematch(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return b.say(wordNotTheirs)
	case err != nil:
		return b.trouble(id, err)
	}
	open, err := b.challenges(ctx, func(c challenge) bool { return c.Of == id })
	switch {
	case err != nil:
		return b.trouble(id, err)
	case len(open) > 0:
		return b.sayReady(ctx, i, open[0])
	}
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	c, err := b.rematchOf(p, int(seat)-1)
	if err != nil {
		return b.say("%s", b.lang.Error(err))
	}
	mine, err := b.challenges(ctx, func(c challenge) bool { return c.From == i.User })
	switch {
	case err != nil:
		return b.trouble(id, err)
	case len(mine) >= mostChallenges:
		return b.say(wordTooMany, mostChallenges)
	}
	if err := b.keep(ctx, c); err != nil {
		return b.trouble(id, err)
	}
	switch err := b.callReady(ctx, c, c.Taker.User); {
	case err == nil:
	case errors.Is(err, ErrDenied), errors.Is(err, ErrGone):
		if _, err := b.drop(ctx, c); err != nil {
			return b.trouble(id, err)
		}
		return b.say(wordNoPost)
	default:
		return b.trouble(id, err)
	}
	desk := b.desk(ctx, c, i.User, b.sayf(wordRematchOut, Plain(c.Taker.Name)))
	return Answer{Letter: &desk, Fresh: true}
}

var (
	errNotOver = errors.New(wordNotOver)
	errNoAgain = errors.New(wordNoAgain)
	errLeft    = errors.New(wordHasLeft)
)

// rematchOf makes the challenge, from the side that asked for it.
func (b *Bot) rematchOf(p table.Public, side int) (challenge, error) {
	if p.Result == nil {
		return challenge{}, errNotOver
	}
	place, err := placeOf(p.Meta)
	if err != nil {
		return challenge{}, err
	}
	forces, ok := b.Forms.Played(p)
	if _, clock := b.Timings[place.Clock]; !ok || !clock || place.Settings == nil || len(place.Names) != 2 || len(p.Meta.Users) != 2 {
		return challenge{}, errNoAgain // of an older form, or with a clock that is no more
	}
	now := b.Clock.Now()
	other := 1 - side
	if isGone(Snowflake(p.Meta.Users[other])) {
		return challenge{}, errLeft
	}
	return challenge{ID: newID(), Of: p.ID, From: Snowflake(p.Meta.Users[side]), FromName: place.Names[side], To: Snowflake(p.Meta.Users[other]),
		ToName: place.Names[other], Settings: place.Settings, Force: forces[side], Timing: place.Clock, Pace: place.Pace, Turn: place.Turn, React: place.React,
		Guild: place.Guild, Language: place.Language, Theme: place.Theme, Seed: table.NewSeed().Hex(), Channel: place.Channel, Until: now.Add(challengeLife), Ready: [2]time.Time{now},
		Taker: &taker{User: Snowflake(p.Meta.Users[other]), Name: place.Names[other], Force: forces[other]}}, nil
}

// onServerKey is of a record that a match is on that server.
func onServerKey(g Snowflake, id table.ID) string { return "on/" + string(g) + "/" + string(id) }
