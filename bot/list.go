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

// idGo is of the select of a list; its values are the custom ids of what they lead to.
const idGo = "go"

// listing is a list, with what may be done from it.
type listing struct {
	lines []string
	ways  []Option
}

// mostListed is how many lines /match list has.
const mostListed = 20

// listed shows a list: as many lines as it has, how many more there are, and a select that leads on.
func (b *Bot) listed(l listing, empty string) Answer {
	if len(l.lines) == 0 {
		return b.say("%s", b.text(empty))
	}
	if left := len(l.lines) - mostListed; left > 0 {
		l.lines = append(l.lines[:mostListed:mostListed], b.sayf(wordMore, left))
	}
	m := Message{Blocks: []Block{Text(Clip(strings.Join(l.lines, "\n"), longestText))}}
	if len(l.ways) > 0 {
		m.Blocks = append(m.Blocks, Select{ID: idGo, Placeholder: b.text(wordListGo), Options: l.ways[:min(len(l.ways), mostChoices)]})
	}
	return Answer{Letter: &m, Fresh: true}
}

// goPress does what was chosen in a list, as if its button had been pressed.
func (b *Bot) goPress(ctx context.Context, i Interaction) Answer {
	if len(i.Values) != 1 {
		return b.say(wordOldButton)
	}
	kind, _, _ := strings.Cut(i.Values[0], "|")
	switch kind {
	case idView, idAccept, idDecline, idCancel, idReady, idChange:
		i.CustomID, i.Values = i.Values[0], nil
		return b.press(ctx, i)
	}
	return b.say(wordOldButton)
}

// addChallenge adds a challenge: who, what, how it stands and how long, and what the user may do with it.
func (b *Bot) addChallenge(l *listing, c challenge, u Snowflake) {
	l.lines = append(l.lines, b.openLine(c))
	way := func(kind, label string) {
		l.ways = append(l.ways, Option{Value: kind + "|" + c.ID, Label: Clip(b.sayf(label, b.against(c, u)), longestChoice), Note: Clip(b.summary(c.terms()), longestChoice)})
	}
	side := c.side(u)
	switch {
	case side < 0:
		way(idAccept, wordAcceptOf)
		if c.To == u {
			way(idDecline, wordDeclineOf)
		}
	case c.Taker == nil:
		way(idChange, wordForceFor)
		way(idCancel, wordCancelOf)
	default:
		if !b.ready(c, side, b.Clock.Now()) {
			way(idReady, wordReadyFor)
		}
		way(idChange, wordForceFor)
		way(idDecline, wordCallOffOf)
	}
}

// openLine is a challenge in a list.
func (b *Bot) openLine(c challenge) string {
	to, state := b.text(wordAnyone), b.text(wordOpenFree)
	if c.To != "" {
		to = Plain(c.ToName)
	}
	if len(c.Choosing) > 0 {
		state = b.sayf(wordLobbyChoosing, Plain(c.Choosing[len(c.Choosing)-1].Name))
	}
	if c.Taker != nil {
		to, state = Plain(c.Taker.Name), b.text(wordOpenReady)
	}
	return b.sayf(wordOpenLine, Plain(c.FromName), to, b.summary(c.terms()), state, c.Until.Unix())
}

// listOpen lists the challenges that the user may take up.
func (b *Bot) listOpen(ctx context.Context, i Interaction) Answer {
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.visible(i) && c.side(i.User) < 0 && c.Taker == nil })
	if err != nil {
		return b.trouble("", err)
	}
	var l listing
	for _, c := range cs {
		b.addChallenge(&l, c, i.User)
	}
	return b.listed(l, wordOpenEmpty)
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
	var l listing
	for _, r := range rs {
		id := table.ID(strings.TrimPrefix(r.Key, onServerKey(i.Guild, "")))
		if !b.addRunning(ctx, &l, id) {
			continue
		}
		if err := b.Records.Put(ctx, table.Record{Key: r.Key}); err != nil {
			return b.trouble(id, err)
		}
	}
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.Guild == i.Guild && c.To == "" && c.Taker == nil })
	if err != nil {
		return b.trouble("", err)
	}
	for _, c := range cs {
		b.addChallenge(&l, c, i.User)
	}
	return b.listed(l, wordServerEmpty)
}

// addRunning adds a match as anybody may know of it, unless it is over.
func (b *Bot) addRunning(ctx context.Context, l *listing, id table.ID) (over bool) {
	p, err := b.Hall.Public(ctx, id)
	var place Place
	if err == nil {
		place, err = placeOf(p.Meta)
	}
	switch {
	case errors.Is(err, table.ErrNoMatch) || err == nil && p.Result != nil:
		return true
	case err != nil || len(place.Names) != 2:
		l.lines = append(l.lines, b.sayf(wordServerLine, string(id), b.text(wordHeld), ""))
		return false
	}
	names := b.sayf(wordAgainst, place.Names[0], place.Names[1])
	l.lines = append(l.lines, b.sayf(wordServerLine, Plain(names), b.played(place), b.inThread(ctx, id)))
	l.ways = append(l.ways, Option{Value: idView + "|" + string(id), Label: Clip(b.sayf(wordLookAt, names), longestChoice), Note: Clip(b.played(place), longestChoice)})
	return false
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
	var l listing
	over := slices.IndexFunc(seats, func(s table.Seated) bool { return s.Over })
	if over < 0 {
		over = len(seats)
	}
	for _, s := range seats[:over] {
		b.addMatch(ctx, &l, s)
	}
	for _, c := range cs {
		b.addChallenge(&l, c, i.User)
	}
	for _, s := range seats[over:] {
		b.addMatch(ctx, &l, s)
	}
	return b.listed(l, wordNoMatches)
}

// rank puts matches that run before those that are over.
func rank(s table.Seated) int {
	if s.Over {
		return 1
	}
	return 0
}

// addMatch adds a match of the user's: who plays, and whether the user has to move. Beyond what a list shows it is only counted.
func (b *Bot) addMatch(ctx context.Context, l *listing, s table.Seated) {
	if len(l.lines) >= mostListed {
		l.lines = append(l.lines, "")
		return
	}
	names, state := b.matchState(ctx, s)
	l.lines = append(l.lines, b.sayf(wordMatchLine, Plain(names), state)+b.inThread(ctx, s.Match))
	l.ways = append(l.ways, Option{Value: idView + "|" + string(s.Match), Label: Clip(b.sayf(wordLookAt, names), longestChoice), Note: strings.Trim(state, "*")})
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
