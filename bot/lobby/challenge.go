package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/customid"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

const wordGuildOnly game.Text = "lobby.guild-only"

const wordNoDirect game.Text = "I play with you in direct messages, and I cannot write to you. Allow them, and try again."

// tableLife is how long a table stays open.
const tableLife = 24 * time.Hour

// The values of the option "pace" of /play.
const paceNow, paceDays = "now", "days"

// play is /play: a challenge by the clock for that pace.
func play(ctx context.Context, c *bot.Call) wire.Answer {
	pace := c.Options.Text("pace")
	delete(c.Options, "pace")
	if against, err := againstRival(c); err != nil {
		return c.Trouble("", err)
	} else if against || pace == "" { // no clock runs against the program
		return challengeCmd(ctx, c)
	}
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return c.Trouble("", err)
	}
	if offered := pacings(c, cmp.Or(server.Clock, c.Default)); offered != nil {
		c.Options["clock"] = offered[slices.Index([]string{paceNow, paceDays}, pace)].clock
	}
	return challengeCmd(ctx, c)
}

// challengeCmd makes a challenge from all choices, which /play leaves at their defaults.
func challengeCmd(ctx context.Context, c *bot.Call) wire.Answer {
	t, err := readChallenge(ctx, c)
	if err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	return post(ctx, c, t)
}

// post saves a new table, with other records, and posts its card. If the program has all other seats, the match begins.
func post(ctx context.Context, c *bot.Call, t Table, also ...table.Record) wire.Answer {
	if err := canShow(ctx, c, t); err != nil && !errors.Is(err, errMute) {
		return c.Trouble(table.ID(t.ID), err)
	} // where the bot may post nothing, the card's own failure says why
	card, err := lobbyCard(c, t)
	if err != nil {
		return c.Trouble(table.ID(t.ID), err)
	}
	if len(card.Mention) > 0 {
		t.silent(c.Clock.Now())
	}
	switch err := add(ctx, c, t, also...); { // before its card, which seals its dice, is seen
	case errors.Is(err, table.ErrChanged): // the same command delivered twice, or a further press on the same card
		if t, err = openTable(ctx, c, t.ID); err != nil {
			return tooLate(ctx, c, table.ID(t.ID))
		}
		if t.beginsAtOnce() {
			return sayReady(ctx, c, t, inPlace)
		}
		return showSide(ctx, c, t, c.Text(wordDesk), inPlace)
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	}
	if _, err := c.Hall.Meta(ctx, table.ID(t.ID)); err == nil { // a late repeat: its match has begun
		if _, err := drop(ctx, c, t); err != nil {
			return c.Trouble(table.ID(t.ID), err)
		}
		return tooLate(ctx, c, table.ID(t.ID))
	}
	calls := len(card.Mention) > 0
	card.Mention = slices.DeleteFunc(card.Mention, func(u wire.UserID) bool { return !mayCall(ctx, c, t, u) })
	quiet := calls && len(card.Mention) == 0
	message, err := postCard(ctx, c, t, card, c.NewID("card "+t.ID))
	unseen := stays(c, t, err)
	if err != nil && !unseen {
		if _, derr := drop(ctx, c, t); derr != nil {
			return c.Trouble(table.ID(t.ID), derr)
		}
		if errors.Is(err, wire.ErrClosedDM) {
			return c.Answer(wordNoDirect)
		}
		if errors.Is(err, wire.ErrDenied) || errors.Is(err, wire.ErrGone) {
			return noPost(c, err)
		}
		return c.Trouble(table.ID(t.ID), err)
	}
	t.Message = message
	switch now, err := changeTable(ctx, c, t.ID, func(x *Table) {
		if x.Message = cmp.Or(x.Message, message); !quiet && !unseen {
			x.delivered(t, c.Clock.Now())
		}
	}); {
	case errors.Is(err, table.ErrNoRecord): // accepted already, from a list
		closeGone(ctx, c, t)
		return tooLate(ctx, c, table.ID(t.ID))
	case err != nil:
		closeLobby(ctx, c, t, "Withdrawn.")
		return c.Trouble(table.ID(t.ID), err)
	case now.Message != message: // accepted already; it has a newer card
		closeLobby(ctx, c, t, "See the newer card.")
	case now.shown() != t.shown():
		redraw(ctx, c, now)
	}
	next := game.Text("lobby.will-call")
	switch {
	case t.isProgram(0): // nobody waits for an answer
		return wire.Answer{}
	case t.beginsAtOnce():
		return sayReady(ctx, c, t, inPlace)
	case t.againstProgram():
		next = "I am ready. The match begins when you press **Ready**; choose your force first."
	case unseen:
		next = "⚠️ I cannot post in this challenge's channel. Once I can, I will notify your opponent there."
	case t.several():
		next = "lobby.will-gather"
	case !clocked(c, t):
		next = "lobby.will-begin"
	}
	out := game.Text("**Your challenge is out.** It ends <t:%d:f> if nobody accepts it.")
	if t.several() {
		out = "**Your table is open.** It closes <t:%d:f> if nobody takes a seat."
	}
	head := c.Say(out, t.Until.Unix()) + "\n" + c.Text(next)
	if t.Seats[0].Entropy != "" {
		head += "\n" + c.Text("lobby.words-early")
	}
	return showSide(ctx, c, t, head, inPlace)
}

// readChallenge builds a table from the command's options.
func readChallenge(ctx context.Context, c *bot.Call) (t Table, err error) {
	against, err := againstRival(c)
	if err != nil {
		return t, err
	}
	channel, err := whereToPlay(ctx, c, against)
	if err != nil {
		return t, err
	}
	invited, err := readInvited(ctx, c, against)
	if err != nil {
		return t, err
	}
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return t, err
	}
	game, err := c.Chosen(ctx, nil)
	if err != nil {
		return t, err
	}
	seats, err := readSeats(c, game, len(invited)+1)
	if err != nil {
		return t, err
	}
	if err := permits(c, server, c.Forms(game), c.Channel, c.Options.Text("secrecy")); err != nil {
		return t, err
	}
	if err := knowTyped(ctx, c, invited); err != nil {
		return t, err
	}
	chosen := maps.Clone(c.Options)
	usualSecrecy(c, server, game)
	wish := bot.RivalWish{Strength: c.Options.Text("rival"), Style: c.Options.Text("style")}
	var seat bot.RivalSeat
	if against {
		if seat, err = c.Rival(ctx, c, game, wish); err != nil {
			return t, err
		}
	}
	seed := newSeed(c)
	at, err := readTerms(c, game, server, seed, against && unclocked(c.Options))
	if err != nil {
		return t, err
	}
	force := cmp.Or(c.Options.Text("force"), c.Forms(game).Forces(at.Settings, 1)[0].Value)
	if force, err = c.ForceMeant(ctx, c, game, force); err != nil {
		return t, err
	}
	force, note, err := c.Forms(game).ReadForce(at.Settings, 1, force)
	if err != nil {
		return t, bot.Refuse(c.Cannot(err))
	}
	entropy, ok := readLuck(c.Options["luck"])
	if !ok {
		return t, c.Refuse(wordLongLuck, maxLuck)
	}
	if err := hasRoom(ctx, c); err != nil {
		return t, err
	}
	voice := bot.ServerVoice(server, c.Interaction)
	t = Table{ID: c.NewIDOfCard("challenge"), Host: c.User, Seats: make([]Seat, seats), Invited: invited,
		Game: c.Games.Recorded(game), Settings: at.Settings, Clock: at.Clock, AsksWhen: !against && unclocked(c.Options), Pace: at.Pace, Turn: at.Turn, React: at.React,
		Hints: c.Options.Text("hints") == "true" && c.Games.RivalOf(game) != nil, Seed: table.NewSeed().Hex(),
		Guild: c.Guild, Channel: channel, Language: voice.Language.String(), Theme: voice.Theme, Until: c.Clock.Now().Add(tableLife),
		note: note, noted: c.User}
	t.keepChoices(c, chosen, seed)
	t.Seats[0] = Seat{User: c.User, Name: c.Name, Force: force, Entropy: entropy}
	for against && len(t.Seats)-len(t.taken()) > len(invited) {
		seat.Seat = t.seat("")
		if err := accepts(c, &t, seat); err != nil {
			return t, err
		}
		if seat, err = c.Rival(ctx, c, game, wish); err != nil {
			return t, err
		}
	}
	return t, nil
}

// whereToPlay returns the channel of a new table: where its host acts or, for a match against the program that begins on no server, their direct
// channel.
func whereToPlay(ctx context.Context, c *bot.Call, against bool) (wire.ChannelID, error) {
	switch {
	case c.Guild != "" || c.Direct && against && unclocked(c.Options):
		return c.Channel, nil
	case !against || !unclocked(c.Options):
		return "", c.Refuse(wordGuildOnly)
	}
	channel, err := c.Wire.DM(ctx, c.User)
	if errors.Is(err, wire.ErrClosedDM) {
		err = c.Refuse(wordNoDirect)
	}
	return channel, err
}

// readInvited returns the users whom the options invite by name; none: anyone may come.
func readInvited(ctx context.Context, c *bot.Call, against bool) (out []Guest, err error) {
	users, rest := mentioned(c.Options["invite"])
	if rest != "" {
		return nil, c.Refuse("lobby.no-mention", wire.Plain(wire.Clip(rest, 40)))
	}
	if o := c.Opponent(); o != "" && !against {
		users = append([]wire.UserID{o}, users...)
	}
	for n, u := range users {
		switch {
		case u == c.User:
			return nil, c.Refuse("You cannot challenge yourself. Leave `opponent` empty to let anyone accept.")
		case c.Bots[u] || u == c.Self:
			return nil, c.Refuse(wordBotsInvited)
		case slices.Contains(users[:n], u):
			continue
		}
		out = append(out, Guest{User: u, Name: c.Names[u]})
	}
	asked := []wire.UserID{c.User, ""}
	for _, g := range out {
		asked = append(asked, g.User)
	}
	return out, c.Admit(ctx, c, c.Guild, asked...)
}

// knowTyped adds the names of guests who were typed: Discord sends the names of other guests along. A name that cannot be found out stays unknown. The error
// refuses a bot.
func knowTyped(ctx context.Context, c *bot.Call, guests []Guest) error {
	for n, g := range guests {
		if g.Name != "" {
			continue
		}
		m, err := c.Wire.Member(ctx, c.Guild, g.User)
		switch {
		case m.Bot:
			return c.Refuse(wordBotsInvited)
		case err != nil && !errors.Is(err, wire.ErrGone):
			c.Log.Warn("name of a guest not read", "error", err.Error())
		}
		guests[n].Name = m.Name
	}
	return nil
}

const wordBotsInvited game.Text = "Bots do not play. Leave `opponent` empty to let anyone accept."

// mention matches a mention of a user in Discord's format.
var mention = regexp.MustCompile(`<@!?([^>]+)>`)

// mentioned returns the users that a text mentions. rest is the other text, without surrounding commas and spaces.
func mentioned(text string) (users []wire.UserID, rest string) {
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		users = append(users, wire.UserID(m[1]))
	}
	return users, strings.Trim(mention.ReplaceAllString(text, ""), " ,;\n")
}

// readSeats returns the table's number of seats: the requested number, but at least one for each named user.
func readSeats(c *bot.Call, game string, named int) (int, error) {
	least, most := c.Games.Seats(game)
	n := max(least, named)
	if typed := c.Options.Text("seats"); typed != "" {
		var err error
		if n, err = strconv.Atoi(typed); err != nil {
			n = 0
		}
	}
	switch {
	case n < least || n > most:
		return 0, c.Refuse("⚠️ %s is for %d to %d people, the host included; name that many seats.", c.Forms(game).About.Name, least, most)
	case n < named:
		return 0, c.Refuse("⚠️ You invite more people than there are seats: with you %d for %d {seat|seats}.", named, n)
	}
	return n, nil
}

// mayCall reports whether a new table of the call's user notifies another user. If it cannot find out, it reports true.
func mayCall(ctx context.Context, c *bot.Call, t Table, to wire.UserID) bool {
	if c.User == bot.RivalUser {
		return true
	}
	may, err := c.MayCall(ctx, "challenge", to, t.ID)
	if err != nil {
		c.Log.Warn("earlier challenges not read", "match", t.ID, "error", err.Error())
	}
	return may || err != nil
}

// closeWritten removes the buttons from the direct messages about a table. It skips the message that was just pressed,
// which the answer replaces.
func closeWritten(ctx context.Context, c *bot.Call, t Table, text game.Text) {
	for _, w := range t.Written {
		v, err := c.UserVoice(ctx, w.User)
		if err == nil && w.Message != c.Message {
			err = c.Wire.Edit(ctx, w.Channel, w.Message, wire.Message{Silent: true, Blocks: []wire.Block{wire.Text(v.Text(text))}})
		}
		if err != nil && !errors.Is(err, wire.ErrGone) {
			c.Log.Warn("direct message not closed", "match", t.ID, "error", err.Error())
		}
	}
}

// hasRoom refuses a user who may not begin another match.
func hasRoom(ctx context.Context, c *bot.Call) error {
	live, err := c.LiveMatches(ctx, c.User)
	taken := 0
	if err == nil {
		taken, err = c.TakenSeats(ctx, c.User)
	}
	if err != nil {
		return err
	}
	return c.Fits(bound.Matches, len(live)-taken)
}

// idWhom is whom|game, with the chosen user, or whom|game|user|name for a button: challenges them.
const idWhom = "whom"

// challengeThem is Challenge, in the context menu of a user: it asks for the game if there are several.
func challengeThem(ctx context.Context, c *bot.Call) wire.Answer {
	user, games := c.Target.User, c.Games
	if c.Guild == "" {
		return c.Answer(wordGuildOnly)
	}
	c.Options = wire.Options{"opponent": string(user)}
	if user == c.Self {
		games = slices.DeleteFunc(slices.Clone(games), func(g bot.Game) bool { return g.Rival == nil })
	} else if _, err := readInvited(ctx, c, false); err != nil {
		return c.Trouble("", err)
	}
	if len(games) == 1 {
		c.Options["game"] = games[0].ID
		return challengeCmd(ctx, c)
	}
	if len(games) == 0 {
		return c.Answer("Bots do not play. Leave `opponent` empty to let anyone accept.")
	}
	blocks := []wire.Block{wire.Text(c.Say("**To which game do you challenge %s?**", c.Mention(user)))}
	for some := range slices.Chunk(games[:min(len(games), wire.MostChoices)], wire.MostInRow) {
		var row wire.Row
		for _, g := range some {
			row = append(row, wire.Button{ID: strings.Join([]string{idWhom, g.ID, string(user), wire.Clip(strings.ReplaceAll(c.Names[user], "|", " "), longestName)}, "|"), Label: g.Name})
		}
		blocks = append(blocks, row)
	}
	return wire.Fresh(blocks...)
}

// longestName bounds a name in a custom id, in characters. Discord's are no longer.
const longestName = 32

// askWhom asks whom to challenge to a game.
func askWhom(_ context.Context, c *bot.Call, game, _ string) wire.Answer {
	if c.Guild == "" {
		return c.Answer(wordGuildOnly)
	}
	ask := func(id string) string { return strings.TrimSuffix(id+"|"+game, "|") }
	blocks := []wire.Block{wire.Text(c.Text("lobby.whom"))}
	if game == "" && len(c.Games) > 1 {
		for some := range slices.Chunk(c.Games, wire.MostInRow) {
			var row wire.Row
			for _, g := range some {
				row = append(row, wire.Button{ID: customid.Challenge + "|" + g.ID, Label: g.Name})
			}
			blocks = append(blocks, row)
		}
	}
	return wire.Fresh(append(blocks, wire.People{ID: ask(idWhom), Placeholder: c.Text("Choose your opponent")},
		wire.Row{{ID: ask(customid.Anybody), Label: c.Text("Anyone here")}})...)
}

// challengeWhom makes a challenge by buttons, with the server's usual terms.
func challengeWhom(ctx context.Context, c *bot.Call, game, whom string) wire.Answer {
	if user, name, named := strings.Cut(whom, "|"); named && slices.Contains(c.Controls, c.CustomID) {
		c.Values, c.Names[wire.UserID(user)] = []string{user}, name
	}
	if len(c.Values) != 1 {
		return c.Answer("That button is from an older message and no longer works. `/match list` shows your matches.")
	}
	c.Options = wire.Options{"game": game, "opponent": c.Values[0]}
	return challengeCmd(ctx, c)
}

// challengeAnybody makes a challenge by buttons that anyone may accept.
func challengeAnybody(ctx context.Context, c *bot.Call, game, _ string) wire.Answer {
	c.Options = wire.Options{"game": game}
	return challengeCmd(ctx, c)
}

// noPost says why the bot cannot post where somebody challenges.
func noPost(c *bot.Call, err error) wire.Answer {
	if errors.Is(err, wire.ErrTimedOut) {
		return c.Answer("lobby.timed-out")
	}
	if lacks := c.Lacking(bot.NeededIn(c.IsThread), c.BotMay); lacks != "" {
		return c.Answer("lobby.lacks", c.Channel, lacks)
	}
	return c.Answer("lobby.no-post")
}

// errMute wraps the refusal of a match where the bot may post nothing at all: it lacks rights, or it is timed out.
var errMute = errors.New("the bot may post nothing")

// canShow refuses a match that the bot could not show in the table's channel, and names the rights that it lacks. If it cannot find these out, the match is allowed.
// A match of a series is never refused: otherwise one side could remove a right whenever it is the other one's turn, and win on time. Its
// players have their consoles, which say what is missing.
func canShow(ctx context.Context, c *bot.Call, t Table) error {
	if t.Series != nil || t.Guild == "" {
		return nil
	}
	needed, may, err := c.RightsIn(ctx, t.Guild, t.Channel)
	if err != nil {
		c.Log.Warn("channel not checked", "channel", t.Channel, "error", err.Error())
		return nil
	}
	lacks := c.Lacking(needed, may)
	switch {
	case lacks == "":
		return nil
	case bot.Missing(bot.NeededIn(false), may)&wire.SendMessages != 0 && bot.Missing(needed, may)&wire.SendMessagesInThreads != 0:
		return fmt.Errorf("%w: %w", errMute, c.Refuse("lobby.mute", t.Channel, lacks))
	}
	return c.Refuse("lobby.lacks", t.Channel, lacks)
}
