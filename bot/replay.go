package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"downsync/game"
	"downsync/game/table"
)

// Replays. While a match is on, whoever asks sees how it stood for them at a step of theirs. When it is over nothing of
// it is secret any more: every step has a still of all sides, there is a contact sheet, and the whole match is drawn as an
// animation, once, for its thread (film.go).

// Kinds of pictures of a match that is over, beside the stills that its forms have.
const (
	viewFilm  = "film"
	viewSheet = "sheet"
)

// replayCommand is /match replay.
func (b *Bot) replayCommand(match CommandOption) Command {
	views := []Choice{{wordViewFilm, viewFilm}, {wordViewSheet, viewSheet}}
	return Command{Name: "replay", Description: wordReplay, Options: []CommandOption{
		{Name: "step", Description: wordReplayStep, Kind: IntOption},
		{Name: "view", Description: wordReplayView, Kind: StringOption, Choices: append(views, b.Forms.Stills()...)},
		match}}
}

// replay answers /match replay.
func (b *Bot) replay(ctx context.Context, i Interaction, id table.ID) Answer {
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	if b, err = b.at(p.Meta); err != nil {
		return b.trouble(id, err)
	}
	step, err := strconv.Atoi(or(i.Options["step"], "0"))
	if err != nil || step < 0 {
		return b.say(wordNoStepNumber)
	}
	view := i.Options["view"]
	still := slices.ContainsFunc(b.Forms.Stills(), func(c Choice) bool { return c.Value == view })
	switch {
	case view != "" && view != viewFilm && view != viewSheet && !still:
		return b.say(wordNoView)
	case p.Result == nil:
		return b.past(ctx, i, id, step)
	case view == viewSheet:
		return b.contactSheet(ctx, id)
	case step > 0:
		return b.still(ctx, id, step, view)
	case still:
		return b.say(wordWhichStep)
	}
	return b.film(ctx, id)
}

// past shows how a match that is on stood for its reader at a step of theirs.
func (b *Bot) past(ctx context.Context, i Interaction, id table.ID, step int) Answer {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	onlooker := errors.Is(err, table.ErrNoSeat)
	if err != nil && !onlooker {
		return b.trouble(id, err)
	}
	var m Message
	switch {
	case step == 0:
		return b.say(wordStillOn)
	case onlooker:
		m, err = b.publicPast(ctx, id, step)
	default:
		m, err = b.privatePast(ctx, i, id, seat, step)
	}
	if no := (*table.NoMoment)(nil); errors.As(err, &no) {
		return b.say(wordNoStep, no.Steps)
	}
	if err != nil {
		return b.trouble(id, err)
	}
	return Answer{Letter: &m, Fresh: true}
}

func (b *Bot) publicPast(ctx context.Context, id table.ID, step int) (Message, error) {
	p, when, err := b.Hall.PublicAt(ctx, id, table.AtStep(step))
	if err != nil {
		return Message{}, err
	}
	n, err := b.Forms.PublicThen(p, when)
	if err != nil {
		return Message{}, formsFailed("past", err)
	}
	return n.Message, nil
}

func (b *Bot) privatePast(ctx context.Context, i Interaction, id table.ID, seat game.Seat, step int) (Message, error) {
	p, when, err := b.Hall.PrivateAt(ctx, id, seat, table.AtStep(step))
	if err != nil {
		return Message{}, err
	}
	l, err := b.Forms.PrivateThen(p, when)
	if err != nil {
		return Message{}, formsFailed("past", err)
	}
	if err := misdirected(l, p, i.User); err != nil {
		return Message{}, err
	}
	return l.Message, nil
}

// still shows a step of a match that is over.
func (b *Bot) still(ctx context.Context, id table.ID, step int, view string) Answer {
	f, err := b.Hall.FrameAt(ctx, id, step)
	if no := (*table.NoMoment)(nil); errors.As(err, &no) {
		return b.say(wordNoStep, no.Steps)
	}
	if err != nil {
		return b.trouble(id, err)
	}
	n, err := b.Forms.Still(f, view)
	if err != nil {
		return b.trouble(id, formsFailed("still", err))
	}
	return Answer{Letter: &n.Message, Fresh: true}
}

// contactSheet shows the course of a match that is over.
func (b *Bot) contactSheet(ctx context.Context, id table.ID) Answer {
	n, err := b.Forms.ContactSheet(b.frames(ctx, id))
	if err != nil {
		return b.trouble(id, formsFailed("contact sheet", err))
	}
	return Answer{Letter: &n.Message, Fresh: true}
}

// Film shows the steps of a match that is over, in order, until the showing fails. It can be shown again.
type Film func(show func(table.Frame) error) error

func (b *Bot) frames(ctx context.Context, id table.ID) Film {
	return func(show func(table.Frame) error) error { return b.Hall.Film(ctx, id, show) }
}
