package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game/table"
)

// Films: the animation of a whole match is drawn once, beside everything else, and posted in the match's thread, where it
// stays. One is drawn at a time. What is to be drawn is recorded, so that a restart does not lose it.

// again draws a film anew, as when its message was deleted.
const again = "again"

// maxFilms is how many films may wait to be drawn.
const maxFilms = 16

// films draws the films that wait, which are kept in records.
type films struct {
	wake chan struct{} // holds one when there may be something new
}

// filmPost is where a match's film is, or will be: a mutable record.
type filmPost struct {
	Channel bot.ChannelID `json:"channel"`
	Message bot.MessageID `json:"message,omitempty"`
	Done    bool          `json:"done,omitempty"`
	Try     int           `json:"try,omitempty"`   // makes a nonce for a film posted again
	Stale   bot.MessageID `json:"stale,omitempty"` // the film that could not be edited, until it is deleted
}

func filmKey(id table.ID) string { return "film/" + string(id) }

// waiting begins the keys of films that are still to be drawn.
const waiting = "filming/"

// show says where the match's film is, or has it drawn.
func (f films) show(ctx context.Context, c *bot.Call, id table.ID) bot.Answer {
	var at filmPost
	if err := c.Read(ctx, filmKey(id), &at); err != nil {
		return c.Trouble(id, err)
	}
	if at.Done {
		a := c.Answer("The film of that match is in <#%s>. If its message is gone, it can be drawn again.", at.Channel)
		a.Letter.Blocks = append(a.Letter.Blocks,
			bot.Row{{ID: strings.Join([]string{bot.IDFilm, string(id), again}, "|"), Label: c.Text("Draw it again")}})
		return a
	}
	return f.order(ctx, c, id)
}

// press answers the button of a film.
func (f films) press(ctx context.Context, c *bot.Call, id, how string) bot.Answer {
	match := table.ID(id)
	p, err := c.Hall.Public(ctx, match)
	switch {
	case err != nil:
		return c.Trouble(match, err)
	case p.Result == nil:
		return c.Answer("match.still-on")
	case how == again:
		return f.order(ctx, c, match)
	}
	return f.show(ctx, c, match)
}

// order has the match's film drawn.
func (f films) order(ctx context.Context, c *bot.Call, id table.ID) bot.Answer {
	queue, err := c.Records.List(ctx, waiting, "", maxFilms)
	if err != nil {
		return c.Trouble(id, err)
	}
	key := waiting + string(id)
	there := slices.ContainsFunc(queue, func(r table.Record) bool { return r.Key == key })
	switch {
	case there:
		return c.Answer("match.film-begins")
	case len(queue) >= maxFilms: // or a few more, by who asks at the same moment
		return c.Answer("⚠️ Many films are being drawn just now. Please ask again in a few minutes.")
	}
	switch err := c.Records.Put(ctx, table.Record{Key: key, Value: []byte("{}"), If: true}); {
	case errors.Is(err, table.ErrChanged):
		return c.Answer("match.film-begins")
	case err != nil:
		return c.Trouble(id, err)
	}
	select {
	case f.wake <- struct{}{}:
	default: // there is one already
	}
	if n := len(queue); n > 0 {
		return c.Answer("The film will be drawn after %d {other|others} and comes into the match's thread.", n)
	}
	return c.Answer("match.film-begins")
}

// draw draws the films that wait, one after another, first those that an earlier run left undone. What fails is not tried
// again until somebody asks again.
func (f films) draw(ctx context.Context, c *bot.Call) (n int, err error) {
	for {
		next, err := c.Records.List(ctx, waiting, "", 1)
		if err != nil || len(next) == 0 {
			return n, err
		}
		id := table.ID(strings.TrimPrefix(next[0].Key, waiting))
		failed := drawFilm(ctx, c, id)
		if ctx.Err() != nil {
			return n, nil // it is drawn when the bot is back
		}
		if failed != nil {
			c.Log.Error("film not drawn", "match", id, "error", failed.Error())
		}
		if err := c.Delete(ctx, next[0].Key); err != nil {
			return n, err
		}
		n++
	}
}

// drawFilm draws one and posts it.
func drawFilm(ctx context.Context, c *bot.Call, id table.ID) error {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return err
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return err
	}
	c = c.In(place.Voice())
	var at filmPost
	if err := c.Read(ctx, filmKey(id), &at); err != nil {
		return err
	}
	at.Done = false
	if at.Channel == "" {
		if at.Channel, err = matchChannel(ctx, c, p, place); err != nil {
			return err
		}
	}
	err = renderFilm(ctx, c, p, &at)
	if errors.Is(err, bot.ErrGone) && at.Channel != place.Channel { // the thread itself is gone: the channel takes its place
		at = filmPost{Channel: place.Channel, Try: at.Try + 1}
		err = renderFilm(ctx, c, p, &at)
	}
	if ctx.Err() != nil {
		return err
	}
	if err != nil && at.Message != "" {
		sorry := bot.Notice{Message: bot.Message{Blocks: []bot.Block{bot.Text(c.Text("🎞️ The film of the match could not be drawn. The match itself is safe; please try again.")), bot.Row{bot.FilmButton(id, c.Language)}}}}
		err = errors.Join(err, postFilm(ctx, c, id, &at, sorry))
	}
	return errors.Join(err, c.Write(ctx, filmKey(id), at))
}

// renderFilm draws the film and brings it out, with how far it has come while it is drawn.
func renderFilm(ctx context.Context, c *bot.Call, p table.Public, at *filmPost) error {
	progress := func(text string) error {
		return postFilm(ctx, c, p.ID, at, bot.Notice{Message: bot.Message{Blocks: []bot.Block{bot.Text(text)}, Silent: true}})
	}
	if err := progress(c.Text("🎞️ The film of the match is being drawn…")); err != nil {
		return err
	}
	if err := c.Write(ctx, filmKey(p.ID), *at); err != nil {
		return err
	}
	const parts = 5
	told := 0
	n, err := c.Of(p.Meta).Film(frames(ctx, c, p.ID), func(done, of int) error {
		if part := done * parts / of; part > told && part < parts {
			told = part
			return progress(c.Say("🎞️ The film of the match is being drawn: step %d of %d…", done, of))
		}
		return ctx.Err()
	})
	if err != nil {
		return bot.FormsFailed("film", err)
	}
	n.Silent = true
	if err := postFilm(ctx, c, p.ID, at, n); err != nil {
		return err
	}
	at.Done = true
	return nil
}

// postFilm posts the film's message or renews it. Only a Notice can get here.
func postFilm(ctx context.Context, c *bot.Call, id table.ID, at *filmPost, n bot.Notice) error {
	if at.Message != "" {
		err := c.Wire.Edit(ctx, at.Channel, at.Message, n.Message)
		if !bot.Replaceable(err) {
			return err
		}
		at.Stale = bot.Stale(err, at.Message)
		at.Message = ""
		at.Try++ // it was deleted, or cannot be edited
	}
	var err error
	if at.Message, err = c.Post(ctx, at.Channel, n.Message, fmt.Sprintf("f%s.%d", id, at.Try), false); at.Message != "" {
		c.Discard(ctx, at.Channel, at.Stale, at.Message)
		at.Stale = ""
	}
	return err
}

// matchChannel is the match's thread, or the channel where there is none.
func matchChannel(ctx context.Context, c *bot.Call, p table.Public, place bot.Place) (bot.ChannelID, error) {
	thread, err := c.Wire.Thread(ctx, place.Channel, place.Message, c.Of(p.Meta).Title(p, place.Names))
	if err != nil && bot.Threadless(err) {
		return place.Channel, nil
	}
	return thread, err
}
