package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"downsync/bot/lang"
	"downsync/game/table"
)

// Films: the animation of a whole match is drawn once, beside everything else, and posted in the match's thread, where it
// stays. One is drawn at a time; what is to be drawn is recorded, so that a restart does not lose it.

const idFilm = "film" // film|match, and with |again: although it was drawn before

// again draws a film anew, as when its message was deleted.
const again = "again"

// maxFilms is how many films may wait to be drawn.
const maxFilms = 16

// FilmButton offers the film of a match that is over.
func FilmButton(match table.ID, t lang.Language) Button {
	return Button{ID: idFilm + "|" + string(match), Label: t.Text(wordFilmButton)}
}

// films guards the queue, which is kept in records.
type films struct {
	sync.Mutex
	wake chan struct{} // holds one when there may be something new
}

// screening is where a match's film is, or will be: a mutable record.
type screening struct {
	Channel Snowflake `json:"channel"`
	Message Snowflake `json:"message,omitempty"`
	Done    bool      `json:"done,omitempty"`
	Try     int       `json:"try,omitempty"` // makes a nonce for a film posted again
}

func screeningKey(id table.ID) string { return "film/" + string(id) }

// waiting is what the records of films begin with that are to be drawn.
const waiting = "filming/"

// film says where the match's film is, or has it drawn.
func (b *Bot) film(ctx context.Context, id table.ID) Answer {
	var at screening
	if err := b.record(ctx, screeningKey(id), &at); err != nil {
		return b.trouble(id, err)
	}
	if at.Done {
		a := b.say(wordFilmHere, at.Channel)
		a.Letter.Blocks = append(a.Letter.Blocks, Row{{ID: strings.Join([]string{idFilm, string(id), again}, "|"), Label: b.text(wordFilmAgain)}})
		return a
	}
	return b.orderFilm(ctx, id)
}

// filmPress answers the button of a film.
func (b *Bot) filmPress(ctx context.Context, id table.ID, how string) Answer {
	p, err := b.Hall.Public(ctx, id)
	switch {
	case err != nil:
		return b.trouble(id, err)
	case p.Result == nil:
		return b.say(wordStillOn)
	case how == again:
		return b.orderFilm(ctx, id)
	}
	return b.film(ctx, id)
}

// orderFilm has the match's film drawn.
func (b *Bot) orderFilm(ctx context.Context, id table.ID) Answer {
	b.films.Lock()
	defer b.films.Unlock()
	queue, err := b.Records.List(ctx, waiting, "", maxFilms)
	if err != nil {
		return b.trouble(id, err)
	}
	key := waiting + string(id)
	there := slices.ContainsFunc(queue, func(r table.Record) bool { return r.Key == key })
	switch {
	case there:
		return b.say(wordFilmBegins)
	case len(queue) >= maxFilms:
		return b.say(wordFilmsFull)
	}
	if err := b.Records.Put(ctx, table.Record{Key: key, Value: []byte("{}")}); err != nil {
		return b.trouble(id, err)
	}
	select {
	case b.films.wake <- struct{}{}:
	default: // there is one already
	}
	if n := len(queue); n > 0 {
		return b.say(wordFilmWaits, n)
	}
	return b.say(wordFilmBegins)
}

// RunFilms draws films until the context ends, first those that an earlier run left undone.
func (b *Bot) RunFilms(ctx context.Context) {
	for {
		b.DrawFilms(ctx)
		select {
		case <-b.films.wake:
		case <-ctx.Done():
			return
		}
	}
}

// DrawFilms draws the films that wait, one after another. What fails is not tried again until somebody asks again.
func (b *Bot) DrawFilms(ctx context.Context) {
	for {
		next, err := b.Records.List(ctx, waiting, "", 1)
		if err == nil && len(next) == 0 {
			return
		}
		if err == nil {
			id := table.ID(strings.TrimPrefix(next[0].Key, waiting))
			failed := b.drawFilm(ctx, id)
			if ctx.Err() != nil {
				return // it is drawn when the bot is back
			}
			if failed != nil {
				b.Log.Error("film not drawn", "match", id, "error", failed.Error())
			}
			err = b.Records.Put(ctx, table.Record{Key: next[0].Key})
		}
		if err != nil {
			b.Log.Error("films that wait not read", "error", err.Error())
			return
		}
	}
}

// drawFilm draws one and posts it.
func (b *Bot) drawFilm(ctx context.Context, id table.ID) error {
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return err
	}
	place, err := placeOf(p.Meta)
	if err != nil {
		return err
	}
	b = b.in(place.voice())
	var at screening
	if err := b.record(ctx, screeningKey(id), &at); err != nil {
		return err
	}
	at.Done = false
	if at.Channel == "" {
		if at.Channel, err = b.home(ctx, p, place); err != nil {
			return err
		}
	}
	err = b.screen(ctx, p, &at)
	if errors.Is(err, ErrGone) && at.Channel != place.Channel { // the thread itself is gone: the channel takes its place
		at = screening{Channel: place.Channel, Try: at.Try + 1}
		err = b.screen(ctx, p, &at)
	}
	if ctx.Err() != nil {
		return err
	}
	if err != nil && at.Message != "" {
		sorry := Notice{Message{Blocks: []Block{Text(b.text(wordFilmFailed)), Row{FilmButton(id, b.lang)}}}}
		err = errors.Join(err, b.project(ctx, id, &at, sorry))
	}
	return errors.Join(err, b.putRecord(ctx, screeningKey(id), at, false))
}

// screen draws the film and brings it out, with how far it has come while it is drawn.
func (b *Bot) screen(ctx context.Context, p table.Public, at *screening) error {
	progress := func(text string) error {
		return b.project(ctx, p.ID, at, Notice{Message{Blocks: []Block{Text(text)}, Silent: true}})
	}
	if err := progress(b.text(wordFilmDrawn)); err != nil {
		return err
	}
	if err := b.putRecord(ctx, screeningKey(p.ID), *at, false); err != nil {
		return err
	}
	const parts = 5
	told := 0
	n, err := b.Forms.Film(b.frames(ctx, p.ID), func(done, of int) error {
		if part := done * parts / of; part > told && part < parts {
			told = part
			return progress(b.sayf(wordFilmAt, done, of))
		}
		return ctx.Err()
	})
	if err != nil {
		return formsFailed("film", err)
	}
	n.Silent = true
	if err := b.project(ctx, p.ID, at, n); err != nil {
		return err
	}
	at.Done = true
	return nil
}

// project posts the film's message or renews it. Only a Notice can get here.
func (b *Bot) project(ctx context.Context, id table.ID, at *screening, n Notice) error {
	if at.Message != "" {
		err := b.Wire.Edit(ctx, at.Channel, at.Message, n.Message)
		if !replaceable(err) {
			return err
		}
		at.Message = ""
		at.Try++ // it was deleted, or is too old to be edited
	}
	var err error
	at.Message, err = b.post(ctx, at.Channel, n.Message, fmt.Sprintf("f%s.%d", id, at.Try), false)
	return err
}

// home is the match's thread, or the channel where there is none.
func (b *Bot) home(ctx context.Context, p table.Public, place Place) (Snowflake, error) {
	thread, err := b.Wire.Thread(ctx, place.Channel, place.Message, b.Forms.Title(p, place.Names))
	if err != nil && threadless(err) {
		return place.Channel, nil
	}
	return thread, err
}
