package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/game/table"
)

// Lists of matches and challenges.

// What /match list lists.
const listMine, listServer, listOpen = "mine", "server", "open"

// listCmd is /match list.
func (b *Bot) listCmd(ctx context.Context, i Interaction) Answer {
	switch i.Options["which"] {
	case listServer:
		return b.listServer(ctx, i)
	case listOpen:
		return b.listOpen(ctx, i)
	}
	return b.list(ctx, i)
}

// listOpen lists the challenges that the user may take up.
func (b *Bot) listOpen(ctx context.Context, i Interaction) Answer {
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.visible(i) && c.side(i.User) < 0 && c.Taker == nil })
	if err != nil {
		return b.trouble("", err)
	}
	var lines []string
	for _, c := range cs {
		lines = append(lines, b.openLine(c))
	}
	if len(lines) == 0 {
		return b.say(wordOpenEmpty)
	}
	return b.say("%s", b.bounded(lines))
}

// bounded joins as many lines as a list has, and says how many more there are.
func (b *Bot) bounded(lines []string) string {
	if left := len(lines) - mostListed; left > 0 {
		lines = append(lines[:mostListed:mostListed], b.sayf(wordMore, left))
	}
	return strings.Join(lines, "\n")
}

// mostScanned bounds how many matches of a server are looked through for its list.
const mostScanned = 500

// listServer lists the matches that run on the server, and the challenges there that are open to anyone. Notes of
// matches that are over are cleared away on the way.
func (b *Bot) listServer(ctx context.Context, i Interaction) Answer {
	if i.Guild == "" {
		return b.say(wordGuildOnly)
	}
	rs, err := b.Records.List(ctx, onServerKey(i.Guild, ""), "", mostScanned)
	if err != nil {
		return b.trouble("", err)
	}
	var lines []string
	for _, r := range rs {
		id := table.ID(strings.TrimPrefix(r.Key, onServerKey(i.Guild, "")))
		line, over := b.serverLine(ctx, id)
		if over {
			if err := b.Records.Put(ctx, table.Record{Key: r.Key}); err != nil {
				return b.trouble(id, err)
			}
			continue
		}
		lines = append(lines, line)
	}
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.Guild == i.Guild && c.To == "" && c.Taker == nil })
	if err != nil {
		return b.trouble("", err)
	}
	for _, c := range cs {
		lines = append(lines, b.openLine(c))
	}
	if len(lines) == 0 {
		return b.say(wordServerEmpty)
	}
	return b.say("%s", b.bounded(lines))
}

// serverLine is a match as anybody may know of it.
func (b *Bot) serverLine(ctx context.Context, id table.ID) (line string, over bool) {
	p, err := b.Hall.Public(ctx, id)
	var place Place
	if err == nil {
		place, err = placeOf(p.Meta)
	}
	switch {
	case errors.Is(err, table.ErrNoMatch) || err == nil && p.Result != nil:
		return "", true
	case err != nil || len(place.Names) != 2:
		return b.sayf(wordServerLine, string(id), b.text(wordHeld), ""), false
	}
	names := b.sayf(wordAgainst, place.Names[0], place.Names[1])
	return b.sayf(wordServerLine, Plain(names), b.played(place), b.inThread(ctx, id)), false
}

// inThread leads to the match's thread, "" if it has none.
func (b *Bot) inThread(ctx context.Context, id table.ID) string {
	raw, err := b.Records.Get(ctx, roomKey(id))
	if err != nil {
		return ""
	}
	return b.sayf(wordInThread, string(raw))
}

// roomKey is of the record that names a match's thread.
func roomKey(id table.ID) string { return "room/" + string(id) }

// mostListed is how many lines /match list has.
const mostListed = 20

// list is /match list: first the matches that run, then the challenges, then what is over.
func (b *Bot) list(ctx context.Context, i Interaction) Answer {
	seats, err := b.Hall.MatchesOf(ctx, table.User(i.User))
	if err != nil {
		return b.trouble("", err)
	}
	slices.SortStableFunc(seats, func(x, y table.Seated) int { return rank(x) - rank(y) })
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.visible(i) })
	if err != nil {
		return b.trouble("", err)
	}
	var lines, over []string
	left := 0
	for _, s := range seats {
		switch {
		case len(lines)+len(over) >= mostListed:
			left++
		case s.Over:
			over = append(over, b.matchLine(ctx, s))
		default:
			lines = append(lines, b.matchLine(ctx, s))
		}
	}
	for _, c := range cs {
		lines = append(lines, b.openLine(c))
	}
	lines = append(lines, over...)
	if len(lines) == 0 {
		return b.say(wordNoMatches)
	}
	if n := len(lines); n > mostListed || left > 0 {
		lines = append(lines[:min(n, mostListed):min(n, mostListed)], b.sayf(wordMore, left+max(0, n-mostListed)))
	}
	return b.say("%s", strings.Join(lines, "\n"))
}

// rank puts matches that run before those that are over.
func rank(s table.Seated) int {
	if s.Over {
		return 1
	}
	return 0
}

// matchLine is a match in a list: who plays, and whether the user has to move.
func (b *Bot) matchLine(ctx context.Context, s table.Seated) string {
	names, state := b.matchState(ctx, s)
	return b.sayf(wordMatchLine, s.Match, Plain(names), state) + b.inThread(ctx, s.Match)
}

// matchState is who plays and how the match stands for the user.
func (b *Bot) matchState(ctx context.Context, s table.Seated) (names, state string) {
	meta, err := b.Hall.Meta(ctx, s.Match)
	var place Place
	if err == nil {
		place, err = placeOf(meta)
	}
	if err != nil || len(place.Names) != 2 {
		return "?", b.text(wordHeld)
	}
	names = b.sayf(wordAgainst, place.Names[0], place.Names[1])
	if s.Over {
		return names, b.text(wordOver)
	}
	p, err := b.Hall.Private(ctx, s.Match, s.Seat)
	switch {
	case err != nil:
		return names, b.text(wordHeld)
	case p.Result != nil:
		return names, b.text(wordOver)
	case owed(p) != "":
		return names, b.text(wordYouMustAct)
	}
	return names, b.text(wordWaiting)
}
