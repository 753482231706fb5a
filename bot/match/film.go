package match

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Films: the animation of a whole match, and the short one of its highlights, are drawn once in the background and
// posted in the match's thread, where they stay. One is drawn at a time. The films to draw are recorded, so that a
// restart does not lose them.

// again draws a film again, for example after its message was deleted.
const again = "again"

// maxFilms is how many films may wait.
const maxFilms = 16

// films draws the waiting films, which are recorded.
type films struct {
	wake chan struct{} // holds a value when there may be something new
}

// filmPost says where a match's film is, or will be. It is a mutable record.
type filmPost struct {
	Channel wire.ChannelID `json:"channel"`
	posted
	Done bool `json:"done,omitempty"`
}

// movie is one of the two films of a match.
type movie struct {
	match table.ID
	reel  bool // the highlights
}

// name returns the match's id, for its highlights with an ending that no id has.
func (m movie) name() string {
	if m.reel {
		return string(m.match) + "." + customid.Reel
	}
	return string(m.match)
}

func movieOf(name string) movie {
	id, reel := strings.CutSuffix(name, "."+customid.Reel)
	return movie{table.ID(id), reel}
}

// button offers the film.
func (m movie) button(c *bot.Call) wire.Button {
	if m.reel {
		return customid.HighlightsButton(m.match, c.Language)
	}
	return customid.FilmButton(m.match, c.Language)
}

// nonce identifies a film's post, so that repeated tries post it once.
func (m movie) nonce() string {
	kind := "f"
	if m.reel {
		kind = "h"
	}
	return kind + string(m.match)
}

func (m movie) key() string { return "film/" + m.name() }

// waiting begins the keys of the films to draw.
const waiting = "filming/"

// show says where the film is, or orders it.
func (f films) show(ctx context.Context, c *bot.Call, m movie) wire.Answer {
	var at filmPost
	if err := c.Read(ctx, m.key(), &at); err != nil {
		return c.Trouble(m.match, err)
	}
	if at.Done {
		a := c.Answer("The film of that match is in <#%s>. If its message is gone, it can be drawn again.", at.Channel)
		a.Letter.Blocks = append(a.Letter.Blocks,
			wire.Row{{ID: m.button(c).ID + "|" + again, Label: c.Text("Draw it again")}})
		return a
	}
	return f.order(ctx, c, m)
}

// press answers the button of a film, or of highlights.
func (f films) press(reel bool) bot.Pressed {
	return func(ctx context.Context, c *bot.Call, id, how string) wire.Answer {
		return f.pressed(ctx, c, movie{table.ID(id), reel}, how)
	}
}

func (f films) pressed(ctx context.Context, c *bot.Call, m movie, how string) wire.Answer {
	p, err := c.Hall.Public(ctx, m.match)
	switch {
	case err != nil:
		return c.Trouble(m.match, err)
	case m.reel && c.Of(p.Meta).Endings == nil:
		return c.Answer("There are no highlights of this game.")
	case p.Result == nil:
		return c.Answer("match.still-on")
	case how == again:
		return f.order(ctx, c, m)
	}
	return f.show(ctx, c, m)
}

// order records that the film is to be drawn.
func (f films) order(ctx context.Context, c *bot.Call, m movie) wire.Answer {
	queue, err := c.Records.List(ctx, waiting, "", maxFilms)
	if err != nil {
		return c.Trouble(m.match, err)
	}
	key := waiting + m.name()
	there := slices.ContainsFunc(queue, func(r table.Record) bool { return r.Key == key })
	switch {
	case there:
		return begins(ctx, c, m)
	case len(queue) >= maxFilms: // simultaneous requests may exceed this by a few
		return c.Answer("⚠️ Many films are being drawn just now. Please ask again in a few minutes.")
	}
	switch err := c.Records.Put(ctx, table.Record{Key: key, Value: []byte("{}"), If: true}); {
	case errors.Is(err, table.ErrChanged):
		return begins(ctx, c, m)
	case err != nil:
		return c.Trouble(m.match, err)
	}
	select {
	case f.wake <- struct{}{}:
	default: // it is recorded already
	}
	if n := len(queue); n > 0 {
		return wire.Fresh(wire.Text(c.Say("The film will be drawn after %d {other|others} and posted in the match's thread.", n) + c.InThread(ctx, m.match)))
	}
	return begins(ctx, c, m)
}

// begins says that the film is on its way, and where.
func begins(ctx context.Context, c *bot.Call, m movie) wire.Answer {
	meta, err := c.Hall.Meta(ctx, m.match)
	if err != nil {
		return c.Trouble(m.match, err)
	}
	said := c.Text("The film is being drawn and will be in the match's thread in a moment.")
	if c.Of(meta).Films != nil {
		said += " " + c.Text("A picture of any step: `/match replay step:1`.")
	}
	return wire.Fresh(wire.Text(said + c.InThread(ctx, m.match)))
}

// draw draws the waiting films one after another, beginning with those that an earlier run left unfinished. A film that
// fails is not tried again until somebody requests it again.
func (f films) draw(ctx context.Context, c *bot.Call) (n int, err error) {
	for {
		next, err := c.Records.List(ctx, waiting, "", 1)
		if err != nil || len(next) == 0 {
			return n, err
		}
		m := movieOf(strings.TrimPrefix(next[0].Key, waiting))
		failed := drawFilm(ctx, c, m)
		if ctx.Err() != nil {
			return n, nil // it is drawn after the restart
		}
		if failed != nil {
			c.Log.Error("film not drawn", "match", m.match, "error", failed.Error())
		}
		if err := c.Delete(ctx, next[0].Key); err != nil {
			return n, err
		}
		n++
	}
}

func drawFilm(ctx context.Context, c *bot.Call, m movie) error {
	p, err := c.Hall.Public(ctx, m.match)
	if err != nil {
		return err
	}
	p.Meta = c.Named(ctx, p.Meta)
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return err
	}
	c = c.In(place.Voice())
	var at filmPost
	if err := c.Read(ctx, m.key(), &at); err != nil {
		return err
	}
	at.Done = false
	if at.Channel == "" {
		if at.Channel, err = matchChannel(ctx, c, p, place); err != nil {
			return err
		}
	}
	err = renderFilm(ctx, c, p, m, &at)
	if errors.Is(err, wire.ErrGone) && at.Channel != place.Channel { // the thread itself is gone: use the channel instead
		at = filmPost{Channel: place.Channel, posted: posted{Try: at.Try + 1}}
		err = renderFilm(ctx, c, p, m, &at)
	}
	if ctx.Err() != nil {
		return err
	}
	if err != nil && at.Message != "" {
		sorry := wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(c.Text("🎞️ The film of the match could not be drawn. The match itself is safe; please try again.")), wire.Row{m.button(c)}}}}
		err = errors.Join(err, sendNotice(ctx, c, &at.posted, at.Channel, sorry, m.nonce(), false))
	}
	return errors.Join(err, c.Write(ctx, m.key(), at))
}

// renderFilm draws the film and posts it, with its progress while it is being drawn.
func renderFilm(ctx context.Context, c *bot.Call, p table.Public, m movie, at *filmPost) error {
	progress := func(text string) error {
		n := wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(text)}, Silent: true}}
		return sendNotice(ctx, c, &at.posted, at.Channel, n, m.nonce(), false)
	}
	if err := progress(c.Text("🎞️ The film of the match is being drawn…")); err != nil {
		return err
	}
	if err := c.Write(ctx, m.key(), *at); err != nil {
		return err
	}
	const parts = 5
	told := 0
	drawn := func(done, of int) error {
		if part := done * parts / of; part > told && part < parts {
			told = part
			return progress(c.Say("🎞️ The film of the match is being drawn: step %d of %d…", done, of))
		}
		return ctx.Err()
	}
	var n wire.Notice
	var err error
	if m.reel {
		n, err = c.Of(p.Meta).Highlights(frames(ctx, c, p.ID), p, drawn)
	} else {
		n, err = c.Of(p.Meta).Film(frames(ctx, c, p.ID), p.Meta, drawn)
	}
	if err != nil {
		return bot.FormsFailed("film", err)
	}
	n.Silent = true
	if err := sendNotice(ctx, c, &at.posted, at.Channel, n, m.nonce(), false); err != nil {
		return err
	}
	at.Done = true
	return nil
}

// matchChannel returns the match's thread, or the channel if it has none.
func matchChannel(ctx context.Context, c *bot.Call, p table.Public, place bot.Place) (wire.ChannelID, error) {
	thread, err := c.Wire.Thread(ctx, place.Channel, place.Message, c.TitleOf(ctx, p, place))
	if err != nil && bot.Threadless(err) {
		return place.Channel, nil
	}
	return thread, err
}
