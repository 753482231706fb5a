package referee

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/deed"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// askSure tries the ruling that the moderator wants, and shows its effects.
func askSure(ctx context.Context, c *bot.Call, rv review, v verb) wire.Answer {
	r, what, err := v.ruling(ctx, c, c.Options, rv)
	if err != nil {
		return cannot(c, rv.ID, err)
	}
	if rv.bars(c) {
		return c.Answer(wordModAppealed)
	}
	if err := admit(ctx, c, c.Guild, "", c.Options.User("user")); err != nil {
		return c.Trouble(rv.ID, err)
	}
	told, err := c.Hall.TryRuling(ctx, rv.ID, r)
	var none *table.NoPoint
	switch {
	case errors.As(err, &none):
		return c.Answer(wordNoEvent, none.Events)
	case err != nil:
		return cannot(c, rv.ID, err)
	}
	options := wire.Options{}
	for _, name := range []string{"view", bot.EventOption, "ruling", "side", "hours", "user", "result", "reason"} {
		if v := c.Options[name]; v != "" {
			options[name] = v
		}
	}
	options["name"] = c.Names[c.Options.User("user")]
	p := pending{v.name, options, rv.acts, len(rv.Facts)}
	if err := c.Write(ctx, pendingKey(rv.ID, c.User), waiting{p, askedNow(c)}); err != nil {
		return c.Trouble(rv.ID, err)
	}
	sure := game.Text("referee.mod-sure")
	if !(act{What: r.What}).appealable() {
		sure = "referee.mod-sure-still"
	}
	text := c.Say(sure, rv.named(c, what), wire.Plain(options["reason"]), effect(c, rv, v, r, told))
	a := askConfirm(c, text, idMod+"|"+string(rv.ID), p)
	if back := rv.opened.Event; v.name == verbUphold && r.Before == 0 && back > 0 && rv.Result == nil {
		a.Letter.Blocks = append(a.Letter.Blocks, wire.Row{{ID: idMod + "|" + string(rv.ID) + "|back|" + tagOf(p), Label: c.Say("Also go back to before event %d …", back)}})
	}
	return a
}

// named puts the names beside the mentions in a description of a ruling. What is stored of it mentions people by their ids alone, so
// that no name remains there after its user's data is removed.
func (rv review) named(c *bot.Call, what string) string {
	names := maps.Clone(c.Names)
	if names == nil {
		names = map[wire.UserID]string{}
	}
	for n, u := range rv.Meta.Users {
		names[u] = rv.place.Names[n]
	}
	for u, name := range names {
		what = strings.ReplaceAll(what, wire.Mention(u, ""), wire.Mention(u, name))
	}
	return what
}

// askConfirm asks whether to carry out the pending act that the text describes. The buttons' ids end in "go" with the
// act's tag, and in "no".
func askConfirm(c *bot.Call, text, id string, pending any) wire.Answer {
	return wire.Fresh(wire.Text(text), wire.Row{{ID: id + "|go|" + tagOf(pending), Label: c.Text("Do it"), Style: wire.Danger},
		{ID: id + "|no", Label: c.Text("Leave it")}})
}

// tagOf distinguishes pending acts, so that a button does only what its message says.
func tagOf(pending any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", pending)) // fmt prints maps in the order of their keys
	return hex.EncodeToString(sum[:6])
}

// confirms reports whether the press is on the message of this pending act. Messages of older programs have no tag.
func confirms(tag string, pending any) bool { return tag == "" || tag == tagOf(pending) }

// decides reports whether a verb decides the open dispute or appeal.
func decides(verb string) bool { return verb == verbDismiss || verb == verbUphold }

// effect lists the facts that everybody will be told of a ruling, or the events that a rewind voids.
func effect(c *bot.Call, rv review, v verb, r table.Ruling, told []game.Fact) string {
	format, lines, again := game.Text("Everybody will be told:\n%s\n"), c.Of(rv.Meta).Log(rv.View, rv.Meta, told), ""
	if r.Before > 0 {
		format, lines = "These events become void, as everybody was told them:\n%s\n",
			c.Of(rv.Meta).Log(rv.View, rv.Meta, rv.Facts)[r.Before-1:]
		for n, f := range rv.Facts[r.Before-1:] {
			switch f.(type) {
			case game.Refereed, game.Void: // moderators' acts stay; the others are already void
				lines[n] = ""
			case game.TookBack:
				again = c.Text("Steps that were taken back there count again.\n")
			}
		}
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	switch {
	case r.End != nil:
		return c.Text("referee.end-final")
	case r.Release && rv.dispute.Open && !decides(v.name):
		again = c.Text("The dispute stays open: `uphold` or `dismiss` decides it, and resumes the match as well.\n")
	}
	if len(lines) == 0 {
		return c.Text("Nothing in the position changes.\n") + again
	}
	text := ""
	for n, line := range lines {
		if n == wire.LogLines {
			text += "\n…"
			break
		}
		text += "\n• " + wire.Clip(line, wire.LogLine)
	}
	return c.Say(format, strings.TrimSpace(text)) + again
}

// renamed returns the match's place with another player's name in it.
func (rv review) renamed(seat game.Seat, name string) (json.RawMessage, error) {
	place := rv.place
	place.Names = slices.Clone(place.Names)
	if int(seat) <= len(place.Names) {
		place.Names[seat-1] = cmp.Or(name, "?")
	}
	return json.Marshal(place.WithoutProgram(seat))
}

// modPress confirms or drops a pending act. Rights are checked again.
func modPress(ctx context.Context, c *bot.Call, match, choice string) wire.Answer {
	id := table.ID(match)
	rv, err := moderatorReview(ctx, c, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	var p waiting
	if err := c.Read(ctx, pendingKey(id, c.User), &p); err != nil {
		return c.Trouble(id, err)
	}
	choice, tag, _ := strings.Cut(choice, "|")
	switch {
	case p.Verb == "" || p.stale(c):
		return wire.Settled(c.Text(wordModGone))
	case !confirms(tag, p.pending):
		return wire.Settled(c.Text(wordModNewer))
	}
	if n := p.Options["number"]; n != "" { // as an older program named the event
		p.Options[bot.EventOption] = n
	}
	if choice == "back" {
		v, _ := verbNamed(c, verbUphold)
		c.Options = maps.Clone(p.Options)
		c.Options[bot.EventOption] = strconv.Itoa(rv.opened.Event)
		return askSure(ctx, c, rv, v)
	}
	if choice != "go" {
		if err := c.Delete(ctx, pendingKey(id, c.User)); err != nil {
			return c.Trouble(id, err)
		}
		return wire.Settled(c.Text("Nothing was changed."))
	}
	v, known := verbNamed(c, p.Verb)
	if !known { // another version of the program asked
		return wire.Settled(c.Text(wordModGone))
	}
	r, what, err := v.ruling(ctx, c, p.Options, rv)
	if r.Order != "" || r.Before > 0 || r.Lapse > 0 { // these were shown for one position
		r.Facts = p.Facts
	}
	switch {
	case err != nil:
		return cannot(c, id, err)
	case rv.bars(c):
		return c.Answer(wordModAppealed)
	case p.Acts != rv.acts || r.Facts > 0 && r.Facts != len(rv.Facts):
		return another(ctx, c, id)
	}
	if err := admit(ctx, c, c.Guild, "", p.Options.User("user")); err != nil { // there may be a new ban
		return c.Trouble(id, err)
	}
	return carryOut(ctx, c, rv, p.pending, r, what)
}

// another refuses a confirmation because something has happened since the question was shown, and shows the current
// state of the match.
func another(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	return c.BoardUnder(ctx, id, "referee.mod-another", false)
}

// carryOut carries out a confirmed act, in one commit with its record and the notices.
func carryOut(ctx context.Context, c *bot.Call, rv review, p pending, r table.Ruling, what string) wire.Answer {
	a := act{N: rv.acts + 1, What: r.What, Seat: r.Seat, By: c.User, Name: c.Name, At: c.Clock.Now().UTC(),
		Reason: p.Options.Text("reason"), Detail: what}
	if decides(p.Verb) {
		a.Final = rv.dispute.Against != ""
		rv.dispute.close()
	}
	if err := file(&r, rv, a); err != nil {
		return c.Trouble(rv.ID, err)
	}
	r.Records = append(r.Records, table.Record{Key: pendingKey(rv.ID, c.User)})
	var err error
	var seen *table.Opened
	if p.Verb == "show" || p.Verb == "evidence" || p.Verb == verbRival {
		var o table.Opened
		o, err = c.Hall.Disclose(ctx, c.Cause(), rv.ID, r)
		seen = &o
	} else {
		_, err = c.Hall.Referee(ctx, c.Cause(), rv.ID, r)
	}
	var refused *game.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == "another":
		return another(ctx, c, rv.ID)
	case err != nil:
		return cannot(c, rv.ID, err)
	case p.Verb == "evidence":
		return evidence(ctx, c, rv, a, *seen)
	case p.Verb == verbRival:
		return rivalFile(seen.Reading(ctx), c, rv, p)
	case seen != nil:
		return looked(c, rv, *seen)
	}
	return wire.Settled(c.Say("Done: it is number %d in the match's record. The players are told.", a.N))
}

// playersAct says who is told of what a player does in a dispute.
var playersAct = deed.Deed{Told: []deed.Audience{deed.Players, deed.Thread}}

// appealable reports whether a player may appeal the act.
func (a act) appealable() bool {
	d, is := deed.Of(a.What)
	return is && d.Appeal != deed.Nobody && !a.Player
}

// file adds the act's record, the dispute's record, and the notices to both players and to the thread.
func file(r *table.Ruling, rv review, a act) error {
	for key, v := range map[string]any{actKey(rv.ID, a.N): a, disputeKey(rv.ID): rv.dispute} {
		record, err := bot.RecordOf(key, v)
		if err != nil {
			return err
		}
		r.Records = append(r.Records, record)
	}
	d, is := deed.Of(a.What)
	switch {
	case a.Player:
		d = playersAct
	case !is || a.Reason == "":
		return fmt.Errorf("the act %q is not in the table of moderators' acts, or has no reason", a.What)
	}
	tell := func(who deed.Audience, queue string) {
		if d.Tells(who) {
			r.Send = append(r.Send, table.Effect{Queue: queue, Body: []byte(strconv.Itoa(a.N))})
		}
	}
	for seat := range rv.Meta.Users {
		tell(deed.Players, noteQueue(game.Seat(seat+1)))
	}
	tell(deed.Left, leftQueue)
	tell(deed.Thread, actsQueue)
	return nil
}

// looked shows the moderator alone what a look opened.
func looked(c *bot.Call, rv review, o table.Opened) wire.Answer {
	m, err := c.Of(rv.Meta).Disclosed(o, rv.Meta)
	if err != nil {
		return c.Trouble(rv.ID, bot.FormsFailed("look", err))
	}
	m.Blocks = append([]wire.Block{wire.Text(c.Say("What you asked to see of match `%s`. The players have been told that you looked.",
		rv.ID))}, m.Blocks...)
	return wire.Answer{Letter: &m, Fresh: true}
}
