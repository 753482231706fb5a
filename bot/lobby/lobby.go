package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// opened is an open challenge. ok is false with the answer to give.
func opened(ctx context.Context, c *bot.Call, id string) (ch challenge, no bot.Answer, ok bool) {
	ch, err := openChallenge(ctx, c, id)
	switch {
	case errors.Is(err, table.ErrNoRecord):
		return ch, tooLate(ctx, c, table.ID(id)), false
	case err != nil:
		return ch, c.Trouble(table.ID(id), err), false
	}
	return ch, no, true
}

// press handles the buttons of a challenge and the commands that do the same.
func press(ctx context.Context, c *bot.Call, kind, id string) bot.Answer {
	ch, no, ok := opened(ctx, c, id)
	switch {
	case !ok:
		return no
	}
	ch = adopted(ctx, c, ch)
	switch {
	case kind == bot.IDDecline || kind == bot.IDCancel:
		return decline(ctx, c, kind, ch)
	case kind == bot.IDReady:
		return sayReady(ctx, c, ch)
	case kind == bot.IDChange:
		return changeForce(ctx, c, ch)
	}
	if a, ok := mayAccept(ctx, c, ch, kind); !ok {
		return a
	}
	if a, ok := hasRoom(ctx, c); !ok {
		return a
	}
	if no, ok := mayPlay(ctx, c, ch, ch.From); !ok {
		return no
	}
	switch kind {
	case bot.IDAccept:
		return accept(ctx, c, ch, c.Options["luck"])
	case bot.IDWords:
		return giveWords(ctx, c, ch)
	case bot.IDOwnForce:
		if c.Kind == bot.Submit { // no form opens another
			return c.Answer(bot.OldButton)
		}
		return bot.Answer{Form: &bot.Form{ID: bot.IDForce + "|" + ch.ID, Title: c.Text("Your force"), Fields: []bot.Field{{ID: "force",
			Label: forms(c, ch).About.ListHow, Placeholder: bot.Clip(forms(c, ch).Forces(ch.Settings, ch.seat(c.User))[0].Units, bot.LongestChoice), Min: 1, Max: bot.MaxForce, Required: true}}}}
	}
	return chooseForce(ctx, c, ch, kind)
}

// accept notes that the user accepts, shows on the card that they are choosing a force, and offers them some in private. The words are for
// the dice, "" for none.
func accept(ctx context.Context, c *bot.Call, ch challenge, words string) bot.Answer {
	entropy, ok := readLuck(words)
	if !ok {
		return c.Answer(wordLongLuck, maxLuck)
	}
	head := c.Text("**Choose your force, and you are in.** Your opponent is not told which.")
	switch {
	case ch.Taker != nil && entropy != "": // it is theirs already
		return mixIn(ctx, c, ch, words)
	case ch.Taker != nil:
		head = c.Text(wordDesk)
	default:
		known := ch.chooser(c.User) >= 0
		var no bot.Answer
		ch, no, ok = update(ctx, c, ch, func(x *challenge) { x.choose(taker{User: c.User, Name: c.Name, Entropy: entropy}) })
		switch {
		case !ok:
			return no
		case !known:
			redraw(ctx, c, ch)
		}
		if entropy != "" {
			head = mixedIn(c, ch, entropy) + "\n" + head
		}
	}
	return showSide(ctx, c, ch, head, fresh)
}

// mostChoosing is how many of those who are choosing a force for the same challenge are remembered.
const mostChoosing = 5

// chooser is the place of the user among those who are choosing, -1 if they are not.
func (c challenge) chooser(u bot.UserID) int {
	return slices.IndexFunc(c.Choosing, func(x taker) bool { return x.User == u })
}

// choosingLine names those who are choosing a force.
func choosingLine(c *bot.Call, ch challenge) string {
	var names []string
	for _, x := range ch.Choosing {
		names = append(names, "**"+bot.Plain(x.Name)+"**")
	}
	if len(names) == 1 {
		return c.Say("⏳ %s is choosing a force.", names[0])
	}
	return c.Say("⏳ %s are choosing a force.", strings.Join(names, ", "))
}

// choose notes somebody who is choosing a force.
func (c *challenge) choose(t taker) {
	if n := c.chooser(t.User); n >= 0 {
		c.Choosing[n].Entropy = cmp.Or(t.Entropy, c.Choosing[n].Entropy)
		return
	}
	if len(c.Choosing) >= mostChoosing { // somebody who gave no words goes first, as words are not asked for again
		oldest := max(0, slices.IndexFunc(c.Choosing, func(x taker) bool { return x.Entropy == "" }))
		c.Choosing = slices.Delete(slices.Clone(c.Choosing), oldest, oldest+1)
	}
	c.Choosing = append(c.Choosing, t)
}

// chooseForce takes a force for the challenge: one chosen, typed, or built just now.
func chooseForce(ctx context.Context, c *bot.Call, ch challenge, kind string) bot.Answer {
	typed := c.Fields["force"]
	if len(c.Values) == 1 {
		typed = c.Values[0]
	}
	var err error
	if kind == idBuilt {
		typed, err = c.ForceDraft(ctx, c)
	} else {
		typed, err = c.ForceMeant(ctx, c, c.Games.GameOf(ch.Game), typed)
	}
	if err != nil {
		return c.Trouble(table.ID(ch.ID), err)
	}
	force, note, err := forms(c, ch).ReadForce(ch.Settings, ch.seat(c.User), typed)
	if err != nil {
		return c.Cannot(err)
	}
	ch.note, ch.noted = note, c.User
	if ch.side(c.User) >= 0 {
		return changeForceTo(ctx, c, ch, force)
	}
	return takeUp(ctx, c, ch, force)
}

// tooLate answers a press on a challenge that is over. A player of its match sees their console.
func tooLate(ctx context.Context, c *bot.Call, id table.ID) bot.Answer {
	if _, err := c.Hall.SeatOf(ctx, id, c.User); err == nil {
		return c.View(ctx, c, id)
	}
	return c.Answer("That challenge is no longer open.")
}

// notTheirs answers somebody whom the challenge is not for. Where its card stands they are told who plays, as the card tells everybody.
func notTheirs(c *bot.Call, ch challenge) bot.Answer {
	switch {
	case ch.sentAway(c.User):
		return c.Answer(wordAway, bot.Plain(ch.FromName))
	case c.Guild != ch.Guild || c.Channel != ch.Channel:
	case ch.Taker != nil:
		return c.Answer("That challenge is for somebody else: **%s** and **%s** play this match.", bot.Plain(ch.FromName), bot.Plain(ch.Taker.Name))
	case ch.To != "":
		return c.Answer("That challenge is for somebody else: **%s** is asked to accept it.", bot.Plain(ch.ToName))
	}
	return c.Answer("That challenge is for somebody else.")
}

// mayAccept tells whether the user may accept, or choose a force; if not, what to tell them.
func mayAccept(ctx context.Context, c *bot.Call, ch challenge, kind string) (bot.Answer, bool) {
	switch {
	case ch.Taker != nil && ch.side(c.User) >= 0:
		return bot.Answer{}, true
	case c.User == ch.From && kind != bot.IDAccept: // their own force
		return bot.Answer{}, true
	case ch.Taker != nil:
		return c.Answer(wordTakenUp), false
	case c.User == ch.From:
		return c.Answer(wordOwnChallenge), false
	case ch.sentAway(c.User):
		return c.Answer(wordAway, bot.Plain(ch.FromName)), false
	case !visible(ctx, c, ch):
		return notTheirs(c, ch), false
	}
	return bot.Answer{}, true
}

// decline ends a challenge, for its opponent or for its challenger. The card's button does either, /match cancel only
// the latter.
func decline(ctx context.Context, c *bot.Call, kind string, ch challenge) bot.Answer {
	card, told := game.Text("~~Challenge of %s.~~ Declined."), game.Text("Declined.")
	switch {
	case c.User == ch.From:
		card, told = "~~Challenge of %s.~~ Taken back.", "Taken back."
	case kind == bot.IDCancel:
		return c.Answer("That is somebody else's challenge. `/match decline` declines one that is for you.")
	case (ch.To == "" || ch.Series != nil) && ch.side(c.User) == 1:
		return backOut(ctx, c, ch)
	case ch.Series != nil:
		return c.Answer("lobby.no-decline")
	case ch.To == "":
		return c.Answer("That challenge is open to anyone; only who made it takes it back.")
	case ch.To != c.User:
		return notTheirs(c, ch)
	}
	gone, err := drop(ctx, c, ch)
	switch {
	case err != nil:
		return c.Trouble(table.ID(ch.ID), err)
	case gone:
		return tooLate(ctx, c, table.ID(ch.ID))
	}
	end(ctx, c, ch, card)
	return c.Answer("%s", c.Text(told))
}

// drop deletes a challenge unless it was used up meanwhile.
func drop(ctx context.Context, c *bot.Call, ch challenge) (gone bool, err error) {
	err = bot.Retry(func() error {
		now, err := openChallenge(ctx, c, ch.ID)
		if err != nil {
			return err
		}
		return put(ctx, c, now, now.gone()...)
	})
	return errors.Is(err, table.ErrNoRecord), bot.NotFound(err)
}

// begin opens the match of a challenge: one commit that uses the challenge up. What counts is how the challenge stands then:
// agree makes it the one to be played, or refuses it because somebody else was faster. The note is for the user.
func begin(ctx context.Context, c *bot.Call, id, note string, agree func(*challenge) bool) bot.Answer {
	var ch challenge
	var agreed bool
	err := bot.Retry(func() (err error) {
		ch, agreed, err = open(ctx, c, id, agree)
		return err
	})
	var full noPlace
	switch {
	case errors.As(err, &full):
		return notBegun(ctx, c, ch, full)
	case errors.Is(err, table.ErrNoRecord), errors.Is(err, table.ErrConflict): // accepted a moment ago, by a double click or by another
		return accepted(ctx, c, table.ID(id), "")
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case !agreed:
		return c.Answer(wordTaken)
	}
	changed(c, ch)
	closeWritten(ctx, c, ch, wordBegins)
	for _, u := range slices.DeleteFunc(ch.users(), func(u bot.UserID) bool { return !bot.Reachable(u) }) {
		if _, err := c.ChangePrefs(ctx, u, func(p *bot.Prefs) { p.Played = c.Games.GameOf(ch.Game) }); err != nil {
			c.Log.Warn("game not kept as the one played last", "match", id, "error", err.Error())
		}
	}
	return accepted(ctx, c, table.ID(id), note)
}

// open opens the match if its challenge is agreed on. The error is table.ErrNoRecord if the challenge is gone or one of its players is not on
// their side of its series any more, and table.ErrChanged if somebody has changed it meanwhile.
func open(ctx context.Context, c *bot.Call, id string, agree func(*challenge) bool) (ch challenge, agreed bool, err error) {
	if ch, err = openChallenge(ctx, c, id); err != nil || !agree(&ch) {
		return ch, false, err
	}
	conf, err := forms(c, ch).Config(ch.Settings, []string{ch.Force, ch.Taker.Force})
	if err != nil {
		return ch, false, bot.FormsFailed("config", err)
	}
	place, err := json.Marshal(bot.Place{Guild: ch.Guild, Channel: ch.Channel, Message: ch.Message, Language: ch.Language, Theme: ch.Theme, Names: ch.names(),
		Settings: ch.Settings, Clock: ch.Timing, Pace: ch.Pace, Turn: ch.Turn, React: ch.React,
		Rival: ch.Rival, Hints: ch.Hints, Series: ch.Series})
	if err != nil {
		return ch, false, err
	}
	seed, err := ch.seedOf()
	if err != nil {
		return ch, false, err
	}
	records, err := opening(ctx, c, ch)
	if err != nil {
		return ch, false, err
	}
	if ch.Series != nil {
		guard, ok, err := c.SeriesPlays(ctx, c, ch.Guild, ch.Series.ID, ch.users())
		switch {
		case err != nil:
			return ch, false, err
		case !ok:
			return ch, false, table.ErrNoRecord
		}
		records = append(records, guard)
	}
	if side := slices.Index(ch.users(), c.User); side >= 0 { // the press that opens the match is made in it
		c.Attend(table.ID(id), game.Seat(side+1))
	}
	return ch, true, c.Hall.Open(ctx, c.Cause(), table.ID(id), table.Opening{Game: c.Games.GameOf(ch.Game), Config: conf,
		Users: ch.users(), Timing: timing(c, ch), Place: place, Seed: seed, Entropy: []string{ch.Entropy, ch.Taker.Entropy}}, records...)
}

// accepted tells the user who pressed last that the match goes on in their direct messages. A user whose messages are known to
// be closed sees their console at once.
func accepted(ctx context.Context, c *bot.Call, id table.ID, note string) bot.Answer {
	seat, err := c.Hall.SeatOf(ctx, id, c.User)
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return c.Answer(wordTaken)
	case errors.Is(err, table.ErrNoMatch):
		return c.Answer("That challenge is no longer open.")
	case err != nil:
		return c.Trouble(id, err)
	case c.Guild == "": // their console comes right below
		return bot.Settled(c.Text(wordBegins))
	}
	note = strings.TrimSpace(c.Text("lobby.begins") + "\n" + note)
	if c.Note(ctx, bot.DMNote(c.User)) != "" {
		return c.Show(ctx, c, id, seat, bot.Page{Note: note})
	}
	return bot.Settled(note, bot.Row{bot.ViewButton(id, c.Language)})
}

// answerChallenge is /match accept, decline and cancel: the challenge named, or the only one that fits.
func answerChallenge(ctx context.Context, c *bot.Call, kind string) bot.Answer {
	if id := c.Options.Text("challenge"); id != "" {
		return press(ctx, c, kind, id)
	}
	fits, err := challenges(ctx, c, func(ch challenge) bool {
		switch kind {
		case bot.IDCancel:
			return ch.From == c.User
		case bot.IDDecline:
			return ch.To == c.User
		}
		return ch.From != c.User && visible(ctx, c, ch)
	})
	switch {
	case err != nil:
		return c.Trouble("", err)
	case len(fits) == 0:
		return c.Answer("No challenge is open to you. `/match challenge` makes one.")
	case len(fits) > 1:
		a := c.List(ctx, c)
		a.Letter.Blocks = append([]bot.Block{bot.Text(c.Text("Several challenges are open: say which with the option `challenge`, or use the buttons on its card."))}, a.Letter.Blocks...)
		return a
	}
	return press(ctx, c, kind, fits[0].ID)
}

// visible tells whether the challenge concerns the user: their own, to them, or to anyone in a channel that they see.
func visible(ctx context.Context, c *bot.Call, ch challenge) bool {
	return ch.side(c.User) >= 0 || ch.To == c.User && ch.Series == nil || openTo(ctx, c, ch) || openInSeries(ctx, c, ch)
}

// openTo tells whether the challenge is to anyone in a channel that the user sees, on the server where they are.
func openTo(ctx context.Context, c *bot.Call, ch challenge) bool {
	return ch.To == "" && ch.Series == nil && ch.Taker == nil && !ch.sentAway(c.User) && ch.Guild == c.Guild && c.Sees(ctx, ch.Channel)
}
