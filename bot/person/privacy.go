package person

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"downsync/bot"
	"downsync/bot/keys"
	"downsync/bot/ledger"
	"downsync/bot/prefs"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Privacy: the user's stored data as a file, and its removal. A finished match keeps its moves, under a name that says
// nothing. A running match needs both its players, so it is conceded first.

// idPrivacy is privacy|what|until: the confirmation of a removal, valid until that second; outages postpone it.
const idPrivacy = "privacy"

const (
	// privacyWait is how long a removal waits for its confirmation.
	privacyWait = 10 * time.Minute
	// mostExported bounds an export, in bytes. Beyond it, the facts told in further matches are left out.
	mostExported = 6 << 20
)

const wordPrivacyOld game.Text = "That question is too old. `/privacy delete` asks again."

func privacyCommand() bot.Command {
	return bot.Command{Name: "privacy", Description: "What I keep about you", Sub: []bot.Command{
		{Name: "show", Description: "What I keep about you, in short", Run: privacyShow},
		{Name: "export", Description: "All that I keep about you, as a file for your eyes only", Run: privacyExport},
		{Name: "delete", Description: "Remove what I keep about you", Run: privacyAsk},
	}}
}

// gather reads the user's stored data, with or without the facts that they were told in each match.
func gather(ctx context.Context, c *bot.Call, whole bool) (*bot.Export, error) {
	e := &bot.Export{User: c.User, Made: c.Clock.Now().UTC().Truncate(time.Second)}
	seats, err := c.Hall.MatchesOf(ctx, c.User)
	if err != nil {
		return e, err
	}
	size := 0
	for _, s := range seats {
		if s.Over {
			e.Over = append(e.Over, s)
		} else {
			e.Live = append(e.Live, s)
		}
		if whole {
			if err := gatherMatch(ctx, c, e, s, &size); err != nil {
				return e, err
			}
		}
	}
	for _, k := range c.Keepers() {
		if k.Tell != nil {
			if err := k.Tell(ctx, c, e); err != nil {
				return e, err
			}
		}
	}
	return e, nil
}

// tell adds the user's settings, forces and lessons.
func tell(ctx context.Context, c *bot.Call, e *bot.Export) (err error) {
	if e.Settings, err = c.Prefs(ctx, e.User); err != nil {
		return err
	}
	own, err := savedOf(ctx, c, e.User)
	if err != nil {
		return err
	}
	if own.Draft.Code != "" {
		own.Forces = append(own.Forces, own.Draft)
	}
	if e.SavedForces = len(own.Forces); e.SavedForces > 0 {
		e.Forces = own.Forces
	}
	for _, g := range c.Games {
		var k learning
		if err := c.Read(ctx, classroomOf(c, g.ID, e.User).key(), &k); err != nil {
			return err
		}
		switch {
		case len(k.Orders) == 0:
		case g.First:
			e.Lesson = k.Orders
		default:
			if e.Lessons == nil {
				e.Lessons = map[string][]string{}
			}
			e.Lessons[g.ID] = k.Orders
		}
	}
	raw, err := c.Records.Get(ctx, undelivered.DMKey(e.User))
	e.DMs = string(raw)
	return bot.NotFound(err)
}

// forget deletes the user's standings, forces, lessons and settings.
func forget(ctx context.Context, c *bot.Call, u wire.UserID) error {
	for _, g := range c.Games {
		if err := classroomOf(c, g.ID, u).forget(ctx); err != nil {
			return err
		}
	}
	rated, err := c.KeysOfUser(ctx, u, "rating", "season")
	if err != nil {
		return err
	}
	return c.Delete(ctx, append(rated, forcesKey(u), undelivered.DMKey(u), keys.Direct(u), prefs.UserKey(u))...)
}

// gatherMatch adds a match as the user sees it: one that they left to the program, as everybody does.
func gatherMatch(ctx context.Context, c *bot.Call, e *bot.Export, s table.Seated, size *int) error {
	p, err := c.Hall.Private(ctx, s.Match, s.Seat)
	if errors.Is(err, table.ErrNoSeat) {
		var all table.Public
		if all, err = c.Hall.Public(ctx, s.Match); err == nil && all.Meta.Users[s.Seat-1] != e.User { // another player has the seat now
			return nil
		}
		p = table.Private{ID: s.Match, Seat: s.Seat, Meta: all.Meta, View: all.View, Facts: all.Facts, Result: all.Result}
	}
	if err != nil {
		return err
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return err
	}
	m := bot.ExportMatch{ID: s.Match, Seat: s.Seat, Began: p.Meta.Began, Place: place, Result: p.Result}
	if m.Delivered, err = c.OwnLedger(ctx, p); err != nil {
		return err
	}
	for _, f := range p.Facts {
		m.Told = append(m.Told, bot.ExportFact{Kind: f.Kind(), Fact: f})
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("match %s: %T", s.Match, err) // the text of the error is secret
	}
	if *size+len(raw) > mostExported {
		m.Told = nil
		e.ShortOf++
	} else {
		*size += len(raw)
	}
	e.Matches = append(e.Matches, m)
	return nil
}

func privacyShow(ctx context.Context, c *bot.Call) wire.Answer {
	k, err := gather(ctx, c, false)
	if err != nil {
		return c.Trouble("", err)
	}
	return c.Answer("person.privacy-kept", len(k.Live), len(k.Over), len(k.Challenges), k.SavedForces, len(k.Campaigns))
}

// privacyExport answers with all of it as a file.
func privacyExport(ctx context.Context, c *bot.Call) wire.Answer {
	k, err := gather(ctx, c, true)
	if err != nil {
		return c.Trouble("", err)
	}
	raw, err := json.MarshalIndent(k, "", " ")
	if err != nil {
		return c.Trouble("", fmt.Errorf("export: %T", err))
	}
	text := c.Text("person.privacy-file")
	if k.ShortOf > 0 {
		text += "\n" + c.Say("person.privacy-short", k.ShortOf)
	}
	return wire.Answer{Fresh: true,
		Letter: &wire.Message{Files: []wire.File{{Name: wire.NewID() + wire.NewID() + ".json", Data: raw}},
			Blocks: []wire.Block{wire.Text(text), wire.Attached(0)}}}
}

// privacyAsk explains the effects of a removal and asks for a confirmation.
func privacyAsk(ctx context.Context, c *bot.Call) wire.Answer {
	k, err := gather(ctx, c, false)
	if err != nil {
		return c.Trouble("", err)
	}
	text, label := c.Say("person.privacy-sure", len(k.Over)), c.Text("Remove all")
	if n := len(k.Live); n > 0 {
		text += "\n" + c.Say("person.privacy-live", n)
		label = c.Say("Concede %d {match|matches} and remove all", n)
	}
	id := fmt.Sprintf("%s|%d|%d", idPrivacy, len(k.Live), c.Clock.Now().Add(privacyWait).Unix())
	return wire.Fresh(wire.Text(text), wire.Row{{ID: id, Label: label, Style: wire.Danger}})
}

// privacyPress removes the user's data after the confirmation. The button works for ten minutes without outages, and
// only while the user has as many running matches as it named.
func privacyPress(ctx context.Context, c *bot.Call, live, until string) wire.Answer {
	last, err := strconv.ParseInt(until, 10, 64)
	if err != nil {
		return c.Answer(wordPrivacyOld)
	}
	ends, err := c.Ends(ctx, time.Unix(last, 0).Add(-privacyWait), privacyWait)
	switch {
	case err != nil:
		return c.Trouble("", err)
	case c.Clock.Now().Unix() > ends.Unix():
		return c.Answer(wordPrivacyOld)
	}
	k, err := gather(ctx, c, false)
	switch {
	case err != nil:
		return c.Trouble("", err)
	case strconv.Itoa(len(k.Live)) != live:
		return privacyAsk(ctx, c)
	}
	for _, s := range k.Live {
		if err := giveUp(ctx, c, c.Cause(), s); err != nil {
			return c.Trouble(s.Match, err)
		}
	}
	all, running := append(k.Over, k.Live...), 0
	for _, s := range all {
		p, err := c.Hall.Public(ctx, s.Match)
		if err == nil && p.Result == nil && slices.Contains(p.Out, s.Seat) { // the others play on, and its players are named until it ends
			running++
			continue
		}
		if err := leaveMatch(ctx, c, c.Cause(), s); err != nil {
			return c.Trouble(s.Match, err)
		}
	}
	for _, keeper := range c.Keepers() {
		if keeper.Forget != nil {
			if err := keeper.Forget(ctx, c, c.User); err != nil {
				return c.Trouble("", err)
			}
		}
	}
	a := c.Answer("person.privacy-done", len(all)-running)
	if running > 0 {
		a.Letter.Blocks = append(a.Letter.Blocks, wire.Text(c.Say("person.privacy-running", running)))
	}
	return a
}

// giveUp concedes a running match. Other acts of the user may outdate its question meanwhile, so it reads the question
// again.
func giveUp(ctx context.Context, c *bot.Call, cause string, s table.Seated) (err error) {
	const tries = 20
	for range tries {
		p, err := c.Hall.Private(ctx, s.Match, s.Seat)
		if errors.Is(err, table.ErrNoSeat) { // a moderator has put another player there
			return nil
		}
		if err != nil || p.Result != nil {
			return err
		}
		r, err := c.Hall.Parse(ctx, s.Match, c.Of(p.Meta).About.Concede)
		if err != nil {
			return err
		}
		for _, a := range p.Asks {
			if a.Standing {
				_, err = c.Hall.Act(ctx, cause, s.Match, s.Seat, a.ID, r)
			}
		}
		var no *game.Refusal
		switch {
		case !errors.As(err, &no):
			return err
		case no.Code == "seat": // a moderator has put another player there
			return nil
		}
	}
	return err
}

// leaveMatch replaces the user's name in a finished match with one that says nothing.
func leaveMatch(ctx context.Context, c *bot.Call, cause string, s table.Seated) error {
	meta, err := c.Hall.Meta(ctx, s.Match)
	if err != nil {
		return err
	}
	user := meta.Users[s.Seat-1]
	if user != c.User {
		return nil
	}
	name := wire.NewID()
	unnamed := func(meta table.Meta) (json.RawMessage, error) {
		place, err := bot.PlaceOf(meta)
		if err == nil && int(s.Seat) <= len(place.Names) {
			place.Names[s.Seat-1] = bot.GoneUser + name
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(place)
	}
	// Before the match itself: if the host dies in between, a repeated removal finds only the matches that still name
	// the user.
	err = bot.Retry(func() error {
		gone := []table.Record{{Key: ledger.Key(s.Match, s.Seat)}, {Key: keys.Presence(s.Match, s.Seat)}}
		for _, k := range c.Keepers() {
			if k.Rename == nil {
				continue
			}
			more, err := k.Rename(ctx, c, s.Match, s.Seat, user, wire.UserID(bot.GoneUser+name))
			if err != nil {
				return err
			}
			gone = append(gone, more...)
		}
		return c.Records.Put(ctx, gone...)
	})
	if err == nil {
		_, err = c.Hall.RemoveUser(ctx, cause+"/part", s.Match, s.Seat, wire.UserID(bot.GoneUser+name), unnamed)
	}
	return err
}
