package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/prefs"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// opened reads an open table. If it is not open, the error answers the call's user.
func opened(ctx context.Context, c *bot.Call, id string) (Table, error) {
	t, err := openTable(ctx, c, id)
	if errors.Is(err, table.ErrNoRecord) {
		err = bot.Refuse(tooLate(ctx, c, table.ID(id)))
	}
	return t, err
}

// press handles a table's buttons and the commands that do the same.
func press(ctx context.Context, c *bot.Call, kind, id string) wire.Answer {
	t, err := opened(ctx, c, id)
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	t = adopted(ctx, c, t)
	switch kind {
	case customid.Decline, customid.Cancel:
		return decline(ctx, c, kind, t)
	case customid.Ready:
		return sayReady(ctx, c, t, inPlace)
	case customid.Change:
		return changeForce(ctx, c, t)
	}
	if err := mayTakePart(ctx, c, t, kind); err != nil {
		return c.Trouble(table.ID(id), err)
	}
	switch kind {
	case customid.Accept:
		return accept(ctx, c, t, c.Options["luck"])
	case customid.Words:
		return giveWords(ctx, c, t)
	case customid.OwnForce:
		if c.Kind == wire.Submit { // a form cannot open another form
			return c.Answer(bot.OldButton)
		}
		return wire.Answer{Form: &wire.Form{ID: customid.Force + "|" + t.ID, Title: c.Text("Your force"), Fields: []wire.Field{{ID: "force",
			Label: forms(c, t).About.ListHow, Placeholder: wire.Clip(forms(c, t).Forces(t.Settings, t.seat(c.User))[0].Units, wire.LongestChoice), Min: 1, Max: bot.MaxForce, Required: true}}}}
	}
	return chooseForce(ctx, c, t, kind)
}

// mayTakePart refuses a user who may not accept, or choose a force.
func mayTakePart(ctx context.Context, c *bot.Call, t Table, kind string) error {
	if err := mayAccept(ctx, c, t, kind); err != nil {
		return err
	}
	if err := hasRoom(ctx, c); err != nil {
		return err
	}
	return mayPlay(ctx, c, t, t.Host)
}

// accept notes that the user accepts, shows on the card that they are choosing a force, and offers them forces in
// private. words are for the dice, "" for none.
func accept(ctx context.Context, c *bot.Call, t Table, words string) wire.Answer {
	entropy, ok := readLuck(words)
	if !ok {
		return c.Answer(wordLongLuck, maxLuck)
	}
	sits := t.place(c.User) >= 0
	switch {
	case sits && entropy != "":
		return mixIn(ctx, c, t, words)
	case sits:
		return showSide(ctx, c, t, c.Text(wordDesk), fresh)
	}
	if err := canShow(ctx, c, t); err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	known := t.chooser(c.User) >= 0
	t, err := update(ctx, c, t, func(x *Table) { x.choose(Seat{User: c.User, Name: c.Name, Entropy: entropy}) })
	switch {
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	case !known:
		redraw(ctx, c, t)
	}
	head := c.Text("**Choose your force, and you are in.** Your opponent is not told which.")
	if t.several() {
		head = c.Text("**Choose your force, and you are in.** The others are not told which.")
	}
	if entropy != "" {
		head = mixedIn(c, t, entropy) + "\n" + head
	}
	return showSide(ctx, c, t, head, fresh)
}

// choosingLine names the users who are choosing a force.
func choosingLine(c *bot.Call, t Table) string {
	var names []string
	for _, x := range t.Choosing {
		names = append(names, "**"+wire.Plain(x.Name)+"**")
	}
	if len(names) == 1 {
		return c.Say("⏳ %s is choosing a force.", names[0])
	}
	return c.Say("⏳ %s are choosing a force.", strings.Join(names, ", "))
}

// chooseForce takes a force for the table: a chosen, typed or just built one.
func chooseForce(ctx context.Context, c *bot.Call, t Table, kind string) wire.Answer {
	typed := c.Fields["force"]
	if len(c.Values) == 1 {
		typed = c.Values[0]
	}
	if kind == idUsual {
		typed = forms(c, t).Forces(t.Settings, t.seat(c.User))[0].Value
	}
	var err error
	if kind == idBuilt {
		typed, err = c.ForceDraft(ctx, c)
	} else {
		typed, err = c.ForceMeant(ctx, c, c.Games.GameOf(t.Game), typed)
	}
	if err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	force, note, err := forms(c, t).ReadForce(t.Settings, t.seat(c.User), typed)
	if err != nil {
		return c.Cannot(err)
	}
	t.note, t.noted = note, c.User
	if t.place(c.User) >= 0 {
		return changeForceTo(ctx, c, t, force)
	}
	return takeSeat(ctx, c, t, force)
}

// tooLate says what became of a table that is gone. While its match runs, a player of it sees their console too.
func tooLate(ctx context.Context, c *bot.Call, id table.ID) wire.Answer {
	p, err := c.Hall.Public(ctx, id)
	switch {
	case errors.Is(err, table.ErrNoMatch) && c.Message != "":
		return c.Gone(ctx, "lobby.gone")
	case err != nil:
		return inStead(c, c.Text("That challenge is no longer open: it was withdrawn or declined, or its time ran out."))
	case p.Result != nil:
		return inStead(c, c.Text("That challenge is no longer open: its match is over."), wire.Row{customid.ViewButton(id, c.Language)})
	}
	seat, err := c.Hall.SeatOf(ctx, id, c.User)
	if err != nil {
		return inStead(c, c.Text("That challenge is no longer open: its match has begun."), wire.Row{customid.ViewButton(id, c.Language)})
	}
	return c.Show(ctx, c, id, seat, bot.Page{Note: c.Text("That challenge is no longer open: its match has begun.")})
}

// inStead replaces the pressed private message, whose controls are void. Other presses and commands get a new message.
func inStead(c *bot.Call, text string, more ...wire.Block) wire.Answer {
	a := wire.Settled(text, more...)
	a.Fresh = !c.Private
	return a
}

// notTheirs answers a user for whom the table is not meant. If its card is visible where they are, the answer names the
// players, because the card does so too.
func notTheirs(c *bot.Call, t Table) wire.Answer {
	switch {
	case t.isBanned(c.User):
		return c.Answer(wordAway, wire.Plain(t.hostName()))
	case t.several() && !t.full() && (t.openToAnyone() || t.invites(c.User)):
		return c.Answer("You have no seat at this table yet. Press **Take a seat** on its card.")
	case c.Guild != t.Guild || c.Channel != t.Channel:
	case t.full() && t.several():
		return c.Answer("You have no seat at this table: all seats are taken, by %s.", inBold(t.names()))
	case t.full():
		return c.Answer("This match is between **%s** and **%s**.", wire.Plain(t.names()[0]), wire.Plain(t.names()[1]))
	case t.several():
		return c.Answer("The free seats of this table are for those who are invited: %s.", guestList(t.Invited))
	case len(t.Invited) > 0:
		return c.Answer("That challenge is for somebody else: **%s** is asked to accept it.", t.Invited[0].name())
	}
	return c.Answer("That challenge is for somebody else.")
}

// name returns the guest's name for a private text.
func (g Guest) name() string {
	if g.Name == "" { // Discord did not say
		return g.mention()
	}
	return wire.Plain(g.Name)
}

// mention mentions the guest on a card.
func (g Guest) mention() string { return wire.Mention(g.User, g.Name) }

// mention mentions the seat's user on a card.
func (s Seat) mention() string { return wire.Mention(s.User, s.Name) }

// guestList joins the names of guests, each in bold. It mentions all of them if a name is unknown.
func guestList(gs []Guest) string {
	var out []string
	unknown := slices.ContainsFunc(gs, func(g Guest) bool { return g.Name == "" })
	for _, g := range gs {
		name := g.name()
		if unknown {
			name = g.mention()
		}
		out = append(out, "**"+name+"**")
	}
	return strings.Join(out, ", ")
}

// inBold joins names, each in bold.
func inBold(names []string) string {
	var out []string
	for _, name := range names {
		out = append(out, "**"+wire.Plain(name)+"**")
	}
	return strings.Join(out, ", ")
}

// mayAccept refuses a user who may not accept, or choose a force.
func mayAccept(ctx context.Context, c *bot.Call, t Table, kind string) error {
	sits := t.place(c.User) >= 0
	switch {
	case sits && (t.full() || c.User != t.Host):
		return nil
	case sits && kind != customid.Accept: // they change their own force
		return nil
	case t.full() && t.several():
		return c.Refuse("All seats are taken; the players are getting ready.")
	case t.full():
		return c.Refuse(wordTakenUp)
	case sits:
		return c.Refuse(wordOwnChallenge)
	case t.isBanned(c.User):
		return c.Refuse(wordAway, wire.Plain(t.hostName()))
	case !visible(ctx, c, t):
		return bot.Refuse(notTheirs(c, t))
	}
	return nil
}

// decline closes a table for its only guest or for its host, or crosses the user off the invited. The card's button
// does either. /match cancel only closes it, for its host.
func decline(ctx context.Context, c *bot.Call, kind string, t Table) wire.Answer {
	told := game.Text("Declined.")
	leaves := t.place(c.User) > 0 && (len(t.Invited) == 0 || t.Series != nil || t.several())
	switch {
	case c.User == t.Host:
		told = "Withdrawn."
	case kind == customid.Cancel:
		return c.Answer("That is somebody else's challenge. `/match decline` declines one that is for you.")
	case leaves:
		return leaveSeat(ctx, c, t)
	case t.Series != nil:
		return c.Answer("lobby.no-decline")
	case len(t.Invited) == 0:
		return c.Answer("That challenge is open to anyone; only its challenger can withdraw it.")
	case !t.invites(c.User):
		return notTheirs(c, t)
	case t.several() && (len(t.taken()) > 1 || len(t.awaited()) > 1):
		return declineSeat(ctx, c, t)
	}
	gone, err := drop(ctx, c, t)
	switch {
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	case gone:
		return tooLate(ctx, c, table.ID(t.ID))
	}
	end(ctx, c, t, told)
	return c.Answer("%s", c.Text(told))
}

// declineSeat notes that a guest of a table of several declines. The table stays reserved for the other guests until
// its host opens it to anyone.
func declineSeat(ctx context.Context, c *bot.Call, t Table) wire.Answer {
	next, err := update(ctx, c, t, func(x *Table) {
		x.Invited = slices.Clone(x.Invited)
		for n := range x.Invited {
			if x.Invited[n].User == c.User {
				x.Invited[n].Declined = true
			}
		}
		x.stopChoosing(c.User)
	})
	if err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	redraw(ctx, c, next)
	return c.Answer("%s", c.Text("Declined."))
}

// begin opens the match of a table, in one commit that deletes the table. It reads the table again; agree turns it into
// the table to play, or returns false, and begin then answers with the refusal. The note is for the user.
func begin(ctx context.Context, c *bot.Call, id, note string, refusal game.Text, agree func(*Table) bool) wire.Answer {
	var t Table
	var agreed bool
	if at, err := openTable(ctx, c, id); err == nil {
		if err := canShow(ctx, c, at); err != nil {
			return c.Trouble(table.ID(id), err)
		}
	}
	err := bot.Retry(func() (err error) {
		t, agreed, err = open(ctx, c, id, agree)
		return err
	})
	var full bot.Reached // the program has no room for the match
	switch {
	case errors.As(err, &full):
		return notBegun(ctx, c, t, full)
	case errors.Is(err, table.ErrNoRecord), errors.Is(err, table.ErrConflict): // accepted a moment ago, by a double click or by another user
		return accepted(ctx, c, table.ID(id), "")
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case !agreed:
		return c.Answer(refusal)
	}
	changed(c, t)
	closeWritten(ctx, c, t, wordBegins)
	for _, u := range slices.DeleteFunc(t.users(), func(u wire.UserID) bool { return !bot.Reachable(u) }) {
		if _, err := c.ChangePrefs(ctx, u, func(p *prefs.User) { p.Played = c.Games.GameOf(t.Game) }); err != nil {
			c.Log.Warn("game not kept as the one played last", "match", id, "error", err.Error())
		}
	}
	return accepted(ctx, c, table.ID(id), note)
}

// open opens the match if agree accepts its table. The error is table.ErrNoRecord if the table is gone or one of its
// players is no longer on their side of its series, and table.ErrChanged if somebody has changed it meanwhile.
func open(ctx context.Context, c *bot.Call, id string, agree func(*Table) bool) (t Table, agreed bool, err error) {
	if t, err = openTable(ctx, c, id); err != nil || !agree(&t) {
		return t, false, err
	}
	if err := t.moveUp(c); err != nil {
		return t, false, err
	}
	var forces, entropy []string
	for _, s := range t.Seats {
		forces, entropy = append(forces, s.Force), append(entropy, s.Entropy)
	}
	conf, err := forms(c, t).Config(t.Settings, forces)
	if err != nil {
		return t, false, bot.FormsFailed("config", err)
	}
	at := bot.Place{Guild: t.Guild, Direct: t.Guild == "" && len(t.people()) == 1, Channel: t.Channel, Message: t.Message, Language: t.Language, Theme: t.Theme, Names: t.names(),
		Settings: t.Settings, Clock: t.Clock, Pace: t.Pace, Turn: t.Turn, React: t.React, Hints: t.Hints, Series: t.Series, Again: t.Again}
	for _, n := range t.programs() {
		at.AddProgram(*t.Seats[n].Rival)
	}
	place, err := json.Marshal(at)
	if err != nil {
		return t, false, err
	}
	seed, err := t.seedOf()
	if err != nil {
		return t, false, err
	}
	records, err := opening(ctx, c, t)
	if err != nil {
		return t, false, err
	}
	if t.Series != nil {
		guard, ok, err := c.SeriesPlays(ctx, c, t.Guild, t.Series.ID, t.users())
		switch {
		case err != nil:
			return t, false, err
		case !ok:
			return t, false, table.ErrNoRecord
		}
		records = append(records, guard)
	}
	if n := t.place(c.User); n >= 0 { // the press that opens the match counts as a press in it
		c.Attend(table.ID(id), game.Seat(n+1))
	}
	for _, n := range t.people() { // a press on Ready shortly before counts too
		ready := bot.Presence{At: t.Seats[n].Ready}
		if t.Seats[n].User == c.User || !ready.Recent(c.Clock.Now()) {
			continue
		}
		r, err := bot.RecordOf(keys.Presence(table.ID(id), game.Seat(n+1)), ready)
		if err != nil {
			return t, false, err
		}
		records = append(records, r)
	}
	return t, true, c.Hall.Open(ctx, c.Cause(), table.ID(id), table.Opening{Game: c.Games.GameOf(t.Game), Config: conf,
		Users: t.users(), Timing: timing(c, t), Place: place, Seed: seed, Entropy: entropy}, records...)
}

// moveUp drops the free seats of a table that begins without filling them all. If a force does not fit its player's new
// seat, that seat's usual force replaces it.
func (t *Table) moveUp(c *bot.Call) error {
	seats := make([]Seat, 0, len(t.Seats))
	for place, s := range t.Seats {
		n := len(seats)
		switch {
		case s.User == "":
			continue
		case n == place:
		case s.Rival != nil:
			moved := *s.Rival
			moved.Seat = game.Seat(n + 1)
			s.Rival = &moved
			fallthrough
		default:
			f := forms(c, *t)
			force, _, err := f.ReadForce(t.Settings, game.Seat(n+1), s.Force)
			if err != nil {
				force, _, err = f.ReadForce(t.Settings, game.Seat(n+1), f.Forces(t.Settings, game.Seat(n+1))[0].Value)
			}
			if err != nil {
				return bot.FormsFailed("force", err)
			}
			s.Force = force
		}
		seats = append(seats, s)
	}
	t.Seats = seats
	return nil
}

// accepted tells the user who pressed last that the match continues in their direct messages. If their direct messages
// are known to be closed, it shows their console at once.
func accepted(ctx context.Context, c *bot.Call, id table.ID, note string) wire.Answer {
	seat, err := c.Hall.SeatOf(ctx, id, c.User)
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return c.Answer(wordTaken)
	case errors.Is(err, table.ErrNoMatch):
		return c.Answer("That challenge is no longer open.")
	case err != nil:
		return c.Trouble(id, err)
	case c.Direct: // their console arrives right below
		return wire.Settled(c.Text(wordBegins))
	}
	if c.Guild == "" {
		return wire.Settled(c.Text("The match begins. It goes on in our direct messages."), wire.Row{customid.ViewButton(id, c.Language)})
	}
	note = strings.TrimSpace(c.Text("lobby.begins") + "\n" + note)
	if c.Note(ctx, undelivered.DMKey(c.User)) != "" {
		return c.Show(ctx, c, id, seat, bot.Page{Note: note})
	}
	return wire.Settled(note, wire.Row{customid.ViewButton(id, c.Language)})
}

// answerChallenge handles /match accept, decline and cancel, for the named table or the only one that fits.
func answerChallenge(ctx context.Context, c *bot.Call, kind string) wire.Answer {
	if id := c.Options.Text("challenge"); id != "" {
		return press(ctx, c, kind, id)
	}
	fits, err := tables(ctx, c, func(t Table) bool {
		switch kind {
		case customid.Cancel:
			return t.Host == c.User
		case customid.Decline:
			return t.invites(c.User) || t.several() && t.place(c.User) > 0
		}
		return t.Host != c.User && visible(ctx, c, t)
	})
	switch {
	case err != nil:
		return c.Trouble("", err)
	case len(fits) == 0:
		return c.Answer("No challenge is open to you. `/play` makes one.")
	case len(fits) > 1:
		a := c.List(ctx, c)
		a.Letter.Blocks = append([]wire.Block{wire.Text(c.Text("Several challenges are open: name one with the option `challenge`, or use the buttons on its card."))}, a.Letter.Blocks...)
		return a
	}
	return press(ctx, c, kind, fits[0].ID)
}

// visible reports whether the table concerns the user: they have a seat, are invited, or may take a seat in a channel
// that they can see.
func visible(ctx context.Context, c *bot.Call, t Table) bool {
	return t.place(c.User) >= 0 || t.invites(c.User) && t.Series == nil || openTo(ctx, c, t) || openInSeries(ctx, c, t)
}

// openTo reports whether anyone may take a seat, in a channel of this server that the user can see.
func openTo(ctx context.Context, c *bot.Call, t Table) bool {
	return t.openToAnyone() && t.Series == nil && !t.full() && !t.isBanned(c.User) && t.Guild == c.Guild && c.Sees(ctx, t.Channel)
}

// several reports whether the table is for more than two.
func (t Table) several() bool { return len(t.Seats) > 2 }
