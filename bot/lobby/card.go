package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// lobbyCard returns the public card of an open table, in the table's language.
func lobbyCard(c *bot.Call, t Table) (wire.Message, error) {
	c = c.In(bot.Voice{Language: lang.Of(t.Language), Theme: t.Theme})
	switch {
	case t.several():
		return severalCard(c, t)
	case t.againstProgram() && !t.isProgram(0):
		row := wire.Row(nil)
		if !t.beginsAtOnce() {
			row = readyRow(c, t)
		}
		return startCard(c, t, t.Headline+c.Say("⚔️ **%s** plays %s against **%s**.\n%s", wire.Plain(t.names()[0]), forms(c, t).About.Name, wire.Plain(t.names()[1]),
			explain(c, t)), row)
	}
	to, mention := c.Text("anyone"), []wire.UserID(nil)
	if len(t.Invited) > 0 {
		to, mention = t.Invited[0].mention(), []wire.UserID{t.Invited[0].User}
	}
	row := wire.Row{{ID: customid.Accept + "|" + t.ID, Label: c.Text("Accept"), Style: wire.Success}}
	if len(t.Invited) > 0 && t.Series == nil { // nobody declines for everybody
		row = append(row, wire.Button{ID: customid.Decline + "|" + t.ID, Label: c.Text("Decline"), Style: wire.Danger})
	}
	state := c.Say("Open, ends <t:%d:R>.", t.Until.Unix())
	if len(t.Choosing) > 0 {
		state = choosingLine(c, t) + " " + state
	}
	m, err := startCard(c, t,
		c.Say("⚔️ **%s** challenges **%s** to %s.", wire.Plain(t.hostName()), to, forms(c, t).About.Name)+"\n"+t.Headline+explain(c, t)+"\n"+state, row)
	m.Mention = mention
	return m, err
}

// severalCard returns the public card of a table for more than two: who has a seat and who is ready, who is invited,
// what is missing.
func severalCard(c *bot.Call, t Table) (wire.Message, error) {
	now := c.Clock.Now()
	least, _ := c.Games.Seats(c.Games.GameOf(t.Game))
	lines := []string{c.Say("⚔️ **%s** opens a table of %s for %d {player|players}.", wire.Plain(t.hostName()), forms(c, t).About.Name, len(t.Seats))}
	if t.Of != "" {
		lines[0] = c.Say("🔁 **%s** offers a rematch of %s to those who played.", wire.Plain(t.hostName()), forms(c, t).About.Name)
	}
	if !t.full() {
		lines = append(lines, explain(c, t))
	} else {
		lines = append(lines, c.Summary(terms(c, t)))
	}
	for n, s := range t.Seats {
		switch {
		case s.User == "":
			lines = append(lines, c.Say("%d. free", n+1))
		case t.isProgram(n):
			lines = append(lines, c.Say("%d. **%s**: %s", n+1, wire.Plain(s.Name), readyState(c, t, n, now)))
		default:
			lines = append(lines, c.Say("%d. %s: %s", n+1, s.mention(), readyState(c, t, n, now)))
		}
	}
	var mention []wire.UserID
	if awaited := t.awaited(); len(awaited) > 0 && !t.full() {
		var names []string
		for _, g := range awaited {
			names, mention = append(names, g.mention()), append(mention, g.User)
		}
		lines = append(lines, c.Say("Invited: %s.", strings.Join(names, ", ")))
		if t.openToAnyone() {
			lines[len(lines)-1] += " " + c.Text("Anyone may take the other seats.")
		}
	}
	var declined []string
	for _, g := range t.Invited {
		if g.Declined {
			declined = append(declined, g.name())
		}
	}
	if len(declined) > 0 {
		lines = append(lines, c.Say("Declined: %s.", strings.Join(declined, ", ")))
	}
	if len(t.Choosing) > 0 {
		lines = append(lines, choosingLine(c, t))
	}
	taken := len(t.taken())
	switch {
	case t.full():
		lines = append(lines, c.Say("The match begins when all are ready. Open, ends <t:%d:R>.", t.Until.Unix()))
	case taken < least:
		lines = append(lines, c.Say("%d more {player is|players are} needed. Open, ends <t:%d:R>.", least-taken, t.Until.Unix()))
	default:
		lines = append(lines, c.Say("**%s** can start now, or wait for more. Open, ends <t:%d:R>.", wire.Plain(t.hostName()), t.Until.Unix()))
	}
	var row wire.Row
	if !t.full() {
		row = append(row, wire.Button{ID: customid.Accept + "|" + t.ID, Label: c.Text("Take a seat"), Style: wire.Success})
	}
	row = append(row, wire.Button{ID: customid.Ready + "|" + t.ID, Label: c.Text("Ready")})
	if t.full() {
		row[len(row)-1].Style = wire.Success
	}
	row = append(row, wire.Button{ID: customid.Change + "|" + t.ID, Label: c.Text("My seat")},
		wire.Button{ID: customid.Decline + "|" + t.ID, Label: c.Text("Leave"), Style: wire.Danger})
	m, err := startCard(c, t, t.Headline+strings.Join(lines, "\n"), row)
	m.Mention = mention
	return m, err
}

// startCard returns the public card of a match before its beginning: some text, the commitment of its dice, its
// battlefield and buttons.
func startCard(c *bot.Call, t Table, text string, row wire.Row) (wire.Message, error) {
	seed, err := t.seedOf()
	if err != nil {
		return wire.Message{}, err
	}
	if t.Known {
		text += "\n" + c.Text(wordKnown)
	}
	text += "\n" + bot.Sealed(c.Language, seed.Commitment())
	row = append(row, customid.SealButton(table.ID(t.ID), seed.Commitment(), c.Language))
	preview, err := forms(c, t).Preview(t.Settings)
	if err != nil {
		return wire.Message{}, bot.FormsFailed("preview", err)
	}
	blocks := append(append([]wire.Block{wire.Text(text)}, preview.Blocks...), row)
	return wire.Message{Files: preview.Files, Blocks: []wire.Block{wire.Box{Accent: 0x35d0ff, Blocks: blocks}}}, nil
}

// tableBecame words for a table of three or more what became of a challenge, where the words differ.
var tableBecame = map[game.Text]game.Text{
	wordNewer:                     "All seats are taken; see the newer card.",
	"Nobody accepted it in time.": "Too few players came in time.",
}

// closeLobby shows on a challenge's card that no match came of it. A failure is only logged, because the card's buttons
// say the same. A challenge that was to begin at once has no card.
func closeLobby(ctx context.Context, c *bot.Call, t Table, became game.Text) {
	if t.Message == "" {
		return
	}
	c.NoteClosed(t.Message)
	l, of := lang.Of(t.Language), game.Text("~~Challenge of %s.~~")
	if t.several() {
		of = "~~Table of %s.~~"
		if became == wordNewer && !t.full() {
			became = "See the newer card."
		}
		became = cmp.Or(tableBecame[became], became)
	}
	text := l.Say(of, wire.Plain(t.hostName())) + " " + l.Text(became)
	m := wire.Message{Blocks: []wire.Block{wire.Box{Accent: 0x55606b, Blocks: []wire.Block{wire.Text(text)}}}}
	if err := c.Wire.Edit(ctx, t.Channel, t.Message, m); err != nil && !errors.Is(err, wire.ErrGone) {
		c.Log.Warn("lobby not updated", "match", t.ID, "error", err.Error())
	}
}

// end shows on a challenge's card and in the direct messages about it that no match came of it.
func end(ctx context.Context, c *bot.Call, t Table, became game.Text) {
	closeLobby(ctx, c, t, became)
	closeWritten(ctx, c, t, "That challenge is no longer open.")
}

// postCard posts a card of the challenge. It posts again if the first try may have got through unnoticed: Discord shows
// a message with the same nonce only once, and an unnoticed card would never be updated.
func postCard(ctx context.Context, c *bot.Call, t Table, card wire.Message, nonce string) (wire.MessageID, error) {
	id, err := c.Wire.Post(ctx, t.Channel, card, nonce)
	if err != nil && !wire.Final(err) {
		id, err = c.Wire.Post(ctx, t.Channel, card, nonce)
	}
	return id, err
}

// adopted returns the challenge with the pressed card noted, if the challenge knew of no card: its host died before
// noting the posted card. The card is updated from now on and gets the match's thread. In a series, other cards also
// have such buttons, so it changes nothing there.
func adopted(ctx context.Context, c *bot.Call, t Table) Table {
	if t.Message != "" || t.Series != nil || c.Kind != wire.Press || c.Private || c.Channel != t.Channel {
		return t
	}
	now, err := changeTable(ctx, c, t.ID, func(x *Table) { x.Message = cmp.Or(x.Message, c.Message) })
	if err != nil {
		if bot.NotFound(err) != nil {
			c.Log.Warn("card not noted", "match", t.ID, "error", err.Error())
		}
		return t
	}
	return now
}

// redraw updates a challenge's card, again and again while the challenge changes: of two simultaneous edits, either may
// arrive last. A failure is only logged, because the card's buttons say the same.
func redraw(ctx context.Context, c *bot.Call, t Table) {
	const most = 9
	for n, again := 0, t.Message != ""; again && n < most; n++ {
		m, err := lobbyCard(c, t)
		if t.full() && len(t.programs()) == 0 {
			m, err = readyCard(c, t)
		}
		if err == nil {
			err = c.Wire.Edit(ctx, t.Channel, t.Message, m)
		}
		if errors.Is(err, wire.ErrUneditable) {
			t, err = replaceCard(ctx, c, t, m)
		}
		if err != nil {
			if !errors.Is(err, wire.ErrGone) {
				c.Log.Warn("lobby not updated", "match", t.ID, "error", err.Error())
			}
			return
		}
		t, again = newer(ctx, c, t)
	}
}

// replaceCard posts a new card for a challenge whose card cannot be edited, and returns the challenge with it. It
// notifies nobody, because everybody concerned already knows of the challenge.
func replaceCard(ctx context.Context, c *bot.Call, t Table, m wire.Message) (Table, error) {
	m.Mention, m.Silent = nil, true
	old := t.Message
	id, err := c.Post(ctx, t.Channel, m, "again"+string(old[max(0, len(old)-20):]), false)
	if err != nil {
		return t, err
	}
	now, err := changeTable(ctx, c, t.ID, func(x *Table) {
		if x.Message == old {
			x.Message = id
		}
	})
	if err == nil {
		c.Discard(ctx, t.Channel, old, id)
	}
	return now, err
}

// repost updates the cards of all open challenges.
func repost(ctx context.Context, c *bot.Call) error {
	open, err := tables(ctx, c, func(t Table) bool { return t.Message != "" })
	for _, t := range open {
		redraw(ctx, c, t)
	}
	return err
}

// newer returns the current state of the challenge whose card was edited, and whether the card must change again. If
// the challenge is no longer open or has a newer card, it closes the edited card.
func newer(ctx context.Context, c *bot.Call, t Table) (now Table, changed bool) {
	now, err := openTable(ctx, c, t.ID)
	switch {
	case errors.Is(err, table.ErrNoRecord):
		closeGone(ctx, c, t)
		return t, false
	case err != nil:
		c.Log.Warn("challenge not read", "match", t.ID, "error", err.Error())
		return t, false
	case now.Message != t.Message:
		closeLobby(ctx, c, t, "See the newer card.")
		return now, false
	}
	return now, now.shown() != t.shown()
}

// shown sums up the changeable contents of a table's card.
func (t Table) shown() string {
	s := fmt.Sprintf("%s %v %s %s %d %s %s %d %d %t", t.Message, t.Invited, t.Headline, t.Clock, t.Until.Unix(), t.Settings, t.Pace, t.Turn, t.React, t.Hints)
	for _, x := range t.Seats {
		s += fmt.Sprintf(" %s %d", x.User, x.Ready.UnixNano())
	}
	for _, x := range t.Choosing {
		s += " " + string(x.User)
	}
	return s
}

// closeGone shows on the card of a closed challenge what became of it.
func closeGone(ctx context.Context, c *bot.Call, t Table) {
	if t.Message == "" {
		return
	}
	is, err := c.Begun(ctx, c, table.ID(t.ID), t.Message)
	switch {
	case err != nil:
		c.Log.Warn("lobby not updated", "match", t.ID, "error", err.Error())
	case !is:
		closeLobby(ctx, c, t, "It is no longer open.")
	}
}
