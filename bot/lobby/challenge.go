package lobby

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

const wordGuildOnly game.Text = "Challenges are made in a server's channel, where the match gets its thread."

const (
	// challengeLife is how long a challenge waits.
	challengeLife = 24 * time.Hour
	// mostChallenges is how many one user may have open.
	mostChallenges = 10
	// mostLive is how many matches of one user may run at once.
	mostLive = 100
)

// challenge is an open challenge: a mutable record that the match's opening uses up.
type challenge struct {
	ID       string           `json:"id"` // becomes the match's id
	From     bot.UserID       `json:"from"`
	FromName string           `json:"from_name"`
	To       bot.UserID       `json:"to,omitempty"` // "": anyone
	ToName   string           `json:"to_name,omitempty"`
	Settings json.RawMessage  `json:"settings"`
	Force    string           `json:"force"` // the challenger's, secret
	kept     table.Record     // its record as it was read: what is written takes its place only
	note     string           // what noted is to know of the force that they have just chosen
	noted    bot.UserID       // who is told the note
	Seed     string           `json:"seed,omitempty"`    // of the dice, secret; drawn with the challenge
	Entropy  string           `json:"entropy,omitempty"` // the hash of the challenger's words for the dice; "": they gave none
	Timing   string           `json:"timing"`
	AsksWhen bool             `json:"asks_when,omitempty"` // its maker named no clock and may still choose one
	Pace     string           `json:"pace,omitempty"`      // strict, or "": natural
	Turn     time.Duration    `json:"turn,omitempty"`      // its own times, 0 for those of the clock
	React    time.Duration    `json:"react,omitempty"`
	Guild    bot.GuildID      `json:"guild"`
	Language string           `json:"language,omitempty"` // of all that is public
	Theme    string           `json:"theme,omitempty"`    // of its pictures
	Game     string           `json:"game,omitempty"`     // as App.Recorded names it
	Channel  bot.ChannelID    `json:"channel"`
	Message  bot.MessageID    `json:"message"`
	Until    time.Time        `json:"until"`
	Choosing []taker          `json:"choosing,omitempty"` // users who have accepted and are choosing a force, the newest last
	Taker    *taker           `json:"taker,omitempty"`    // the user who took it up
	Ready    [2]time.Time     `json:"ready,omitzero"`     // when either side said so
	Since    time.Time        `json:"since,omitzero"`     // in a series, since when one of them waits for the other
	Let      [2]time.Duration `json:"let,omitzero"`       // in a series, how long either had let the other wait before that
	Quiet    time.Time        `json:"quiet,omitzero"`     // in a series, since when somebody is waited for who was not called for it
	Calling  time.Time        `json:"calling,omitzero"`   // in a series, when a host began to call them after all
	Rung     time.Time        `json:"rung,omitzero"`      // in a series, when they were called for it after all
	Called   time.Time        `json:"called,omitzero"`    // what a side last said that was called again since, as that was too long ago
	Callers  []caller         `json:"callers,omitempty"`  // those who took it up, for whom the challenger was called
	Away     []bot.UserID     `json:"away,omitempty"`     // those whom the challenger sent away, who cannot take it up again
	Of       table.ID         `json:"of,omitempty"`       // the match that it is a rematch of
	Rival    *bot.RivalSeat   `json:"rival,omitempty"`    // the program is the taker; nil: it is not
	Hints    bool             `json:"hints,omitempty"`    // both may ask the program what it would do
	Written  []written        `json:"written,omitempty"`  // the direct messages that call for Ready
	Series   *bot.SeriesMatch `json:"series,omitempty"`   // it is the next match of a series
	Headline string           `json:"headline,omitempty"` // above its terms
	bot.Skipped
}

// written is a direct message with buttons of a challenge.
type written struct {
	User    bot.UserID    `json:"user"`
	Channel bot.ChannelID `json:"channel"`
	Message bot.MessageID `json:"message"`
}

// program is the side that the program plays, -1 for neither.
func (c challenge) program() int {
	if c.Rival == nil {
		return -1
	}
	return int(c.Rival.Seat) - 1
}

func challengeKey(id string) string { return "challenge/" + id }

func challengeCmd(ctx context.Context, c *bot.Call) bot.Answer {
	ch, no, ok := readChallenge(ctx, c)
	if !ok {
		return no
	}
	return post(ctx, c, ch)
}

// post saves a new challenge, with other records, and posts its card. One that the program has accepted begins.
func post(ctx context.Context, c *bot.Call, ch challenge, also ...table.Record) bot.Answer {
	card, err := lobbyCard(c, ch)
	if err != nil {
		return c.Trouble(table.ID(ch.ID), err)
	}
	if len(card.Mention) > 0 {
		ch.silent(c.Clock.Now())
	}
	switch err := add(ctx, c, ch, also...); { // before its card is seen, which seals its dice
	case errors.Is(err, errTooMany):
		return c.Answer(wordTooMany, mostChallenges)
	case errors.Is(err, table.ErrChanged): // the same command, delivered twice, or a further press on the same card
		if ch, err = openChallenge(ctx, c, ch.ID); err != nil {
			return tooLate(ctx, c, table.ID(ch.ID))
		}
		if ch.beginsAtOnce() {
			return sayReady(ctx, c, ch)
		}
		return showSide(ctx, c, ch, c.Text(wordDesk), inPlace)
	case err != nil:
		return c.Trouble(table.ID(ch.ID), err)
	}
	if _, err := c.Hall.Meta(ctx, table.ID(ch.ID)); err == nil { // a late repeat: its match has begun
		if _, err := drop(ctx, c, ch); err != nil {
			return c.Trouble(table.ID(ch.ID), err)
		}
		return tooLate(ctx, c, table.ID(ch.ID))
	}
	quiet := len(card.Mention) > 0 && !mayCall(ctx, c, ch, ch.To)
	if quiet {
		card.Mention = nil
	}
	message, err := postCard(ctx, c, ch, card, c.NewID("card "+ch.ID))
	unseen := stays(c, ch, err)
	if err != nil && !unseen {
		if _, derr := drop(ctx, c, ch); derr != nil {
			return c.Trouble(table.ID(ch.ID), derr)
		}
		if errors.Is(err, bot.ErrDenied) || errors.Is(err, bot.ErrGone) {
			return c.Answer("lobby.no-post")
		}
		return c.Trouble(table.ID(ch.ID), err)
	}
	ch.Message = message
	switch now, err := changeChallenge(ctx, c, ch.ID, func(x *challenge) {
		if x.Message = cmp.Or(x.Message, message); !quiet && !unseen {
			x.delivered(ch, c.Clock.Now())
		}
	}); {
	case errors.Is(err, table.ErrNoRecord): // accepted already, from a list
		closeGone(ctx, c, ch)
		return tooLate(ctx, c, table.ID(ch.ID))
	case err != nil:
		closeLobby(ctx, c, ch, "~~Challenge of %s.~~ Taken back.")
		return c.Trouble(table.ID(ch.ID), err)
	case now.Message != message: // taken up already, which has a card of its own
		closeLobby(ctx, c, ch, "~~Challenge of %s.~~ See the newer card.")
	case now.shown() != ch.shown():
		redraw(ctx, c, now)
	}
	next := game.Text("lobby.will-call")
	switch {
	case ch.program() == 0: // nobody waits for an answer
		return bot.Answer{}
	case ch.beginsAtOnce():
		return sayReady(ctx, c, ch)
	case ch.program() == 1:
		next = "I am ready. The match begins when you press **Ready**; choose your force before."
	case unseen:
		next = "lobby.no-card"
	case !clocked(c, ch):
		next = "lobby.will-begin"
	}
	head := c.Say("**Your challenge is out.** It ends <t:%d:f> if nobody accepts it.", ch.Until.Unix()) + "\n" + c.Text(next)
	if ch.Entropy != "" {
		head += "\n" + c.Text("lobby.words-early")
	}
	return showSide(ctx, c, ch, head, inPlace)
}

// readChallenge makes a challenge of the command's options. ok is false with the answer to give.
func readChallenge(ctx context.Context, c *bot.Call) (ch challenge, no bot.Answer, ok bool) {
	opponent := c.Options.User("opponent")
	against, no, ok := againstRival(c)
	if against {
		opponent = ""
	}
	switch {
	case c.Guild == "":
		return ch, c.Answer(wordGuildOnly), false
	case !ok:
		return ch, no, false
	case opponent == c.User:
		return ch, c.Answer("You cannot challenge yourself. Leave `opponent` empty to let anyone accept."), false
	case c.Bots[opponent]:
		return ch, c.Answer("Bots do not play. Leave `opponent` empty to let anyone accept."), false
	}
	if no, ok := c.Admit(ctx, c, c.Guild, c.User, opponent); !ok {
		return ch, no, false
	}
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return ch, c.Trouble("", err), false
	}
	game, no, ok := c.Chosen(ctx, nil)
	if !ok {
		return ch, no, false
	}
	ch.Game = c.Games.Recorded(game)
	if no, ok := permits(c, server, c.Forms(game), c.Channel, c.Options.Text("secrecy")); !ok {
		return ch, no, false
	}
	if allowed := server.Allowed(c.Forms(game)); len(server.Modes) > 0 && len(allowed) > 0 && c.Options["secrecy"] == "" {
		c.Options["secrecy"] = allowed[0]
	}
	var seat bot.RivalSeat
	if against {
		wish := bot.RivalWish{Strength: c.Options.Text("rival"), Style: c.Options.Text("style")}
		if seat, no, ok = c.Rival(ctx, c, game, wish); !ok {
			return ch, no, false
		}
	}
	at, no, ok := readTerms(c, game, server, against && unclocked(c.Options))
	if !ok {
		return ch, no, false
	}
	force := c.Options.Text("force")
	if force == "" {
		force = c.Forms(game).Forces(at.Settings, 1)[0].Value
	}
	if force, err = c.ForceMeant(ctx, c, c.Games.GameOf(ch.Game), force); err != nil {
		return ch, c.Trouble("", err), false
	}
	note := ""
	if force, note, err = c.Forms(game).ReadForce(at.Settings, 1, force); err != nil {
		return ch, c.Cannot(err), false
	}
	entropy, ok := readLuck(c.Options["luck"])
	if !ok {
		return ch, c.Answer(wordLongLuck, maxLuck), false
	}
	if a, ok := hasRoom(ctx, c); !ok {
		return ch, a, false
	}
	voice := server.Voice(c.Interaction)
	ch = challenge{Hints: c.Options.Text("hints") == "true" && c.Games.RivalOf(game) != nil, Game: ch.Game, ID: c.NewIDOfCard("challenge"), From: c.User, FromName: c.Name, To: opponent, ToName: c.Names[opponent], Settings: at.Settings,
		Force: force, note: note, noted: c.User, Seed: table.NewSeed().Hex(), Entropy: entropy, Timing: at.Clock, Pace: at.Pace, Turn: at.Turn, React: at.React,
		Guild: c.Guild, Language: voice.Language.String(), Theme: voice.Theme, Channel: c.Channel, Until: c.Clock.Now().Add(challengeLife), AsksWhen: !against && unclocked(c.Options)}
	if against {
		if err := accepts(c, &ch, seat); err != nil {
			return ch, c.Trouble(table.ID(ch.ID), err), false
		}
	}
	return ch, bot.Answer{}, true
}

// newestKey is the key of the challenge that the user made last. Each that they make is written only while that is as it was when those that
// are open were counted, so that of two at once the second counts the first.
func newestKey(u bot.UserID) string { return "newest-challenge/" + string(u) }

var errTooMany = errors.New("the user has the most challenges open")

// add saves a challenge that the user of the call makes, with other records. The error is errTooMany if they have the most already, and
// table.ErrChanged if there is this challenge, or another of the records is not as it was read.
func add(ctx context.Context, c *bot.Call, ch challenge, also ...table.Record) error {
	if c.User == bot.RivalUser { // which makes one for each match of a series
		return saveChallenge(ctx, c, ch, also...)
	}
	var failed error
	err := bot.Retry(func() error {
		var id string
		newest, err := c.Guard(ctx, newestKey(c.User), &id)
		if err != nil {
			return err
		}
		open, err := challenges(ctx, c, func(x challenge) bool { return x.From == c.User && x.ID != ch.ID })
		if err != nil {
			return err
		}
		if len(open) >= mostChallenges {
			return errTooMany
		}
		mine, err := bot.With(newest, ch.ID)
		if err != nil {
			return err
		}
		failed = saveChallenge(ctx, c, ch, append(slices.Clip(also), mine)...)
		now, err := c.Guard(ctx, newestKey(c.User), &id)
		if errors.Is(failed, table.ErrChanged) && err == nil && !bytes.Equal(now.Was, newest.Was) {
			return failed // they have made another meanwhile
		}
		return nil
	})
	return errors.Join(err, failed)
}

// mayCall tells whether a new challenge of the user of the call notifies another. Where that is not known it does.
func mayCall(ctx context.Context, c *bot.Call, ch challenge, to bot.UserID) bool {
	if c.User == bot.RivalUser {
		return true
	}
	may, err := c.MayCall(ctx, "challenge", to, ch.ID)
	if err != nil {
		c.Log.Warn("earlier challenges not read", "match", ch.ID, "error", err.Error())
	}
	return may || err != nil
}

// saveChallenge writes a challenge that is new, or that nobody has changed since it was read; else table.ErrChanged. Other records are
// written with it.
func saveChallenge(ctx context.Context, c *bot.Call, ch challenge, also ...table.Record) error {
	r, err := challengeRecord(ch)
	if err != nil {
		return err
	}
	return put(ctx, c, ch, append(also, r)...)
}

func challengeRecord(ch challenge) (table.Record, error) {
	ch.kept.Key, ch.kept.If = challengeKey(ch.ID), true
	return bot.With(ch.kept, ch)
}

// closeWritten takes the buttons off the direct messages about a challenge. The one that was pressed just now is answered anyway.
func closeWritten(ctx context.Context, c *bot.Call, ch challenge, text game.Text) {
	for _, w := range ch.Written {
		v, err := c.UserVoice(ctx, w.User)
		if err == nil && w.Message != c.Message {
			err = c.Wire.Edit(ctx, w.Channel, w.Message, bot.Message{Silent: true, Blocks: []bot.Block{bot.Text(v.Text(text))}})
		}
		if err != nil && !errors.Is(err, bot.ErrGone) {
			c.Log.Warn("direct message not closed", "match", ch.ID, "error", err.Error())
		}
	}
}

// challenges are the open challenges that fit. Those whose time has run out are cleared away on the way.
func challenges(ctx context.Context, c *bot.Call, fits func(challenge) bool) (out []challenge, err error) {
	err = c.Each(ctx, challengeKey(""), func(r table.Record) error {
		var ch challenge
		switch err := c.Decode(ctx, r, &ch); {
		case err != nil:
			c.Log.Error("challenge unreadable", "key", r.Key, "error", fmt.Sprintf("%T", err))
		case !c.Games.Offers(c.Games.GameOf(ch.Game)): // the host has left its game out since
		case expired(c, ch):
			ch.kept = table.Record{Key: r.Key, If: true, Was: r.Value}
			return expire(ctx, c, ch)
		case fits(ch):
			out = append(out, ch)
		}
		return nil
	})
	return out, err
}

func expired(c *bot.Call, ch challenge) bool { return c.Clock.Now().After(ch.Until) }

// expire deletes a challenge whose time has run out, unless somebody has just taken it up.
func expire(ctx context.Context, c *bot.Call, ch challenge) error {
	switch err := put(ctx, c, ch, ch.gone()...); {
	case errors.Is(err, table.ErrChanged):
		return nil
	case err != nil:
		return err
	}
	end(ctx, c, ch, "~~Challenge of %s.~~ Nobody took it up in time.")
	return nil
}

// gone are the records that end a challenge as it was read.
func (c challenge) gone() []table.Record {
	rs := []table.Record{c.kept}
	if c.Series != nil {
		rs = append(rs, bot.SeriesNews(c.Guild, c.Series.ID))
	}
	return rs
}

// openChallenge reads a challenge that is still open; else table.ErrNoRecord.
func openChallenge(ctx context.Context, c *bot.Call, id string) (ch challenge, err error) {
	ch.kept, err = c.Guard(ctx, challengeKey(id), &ch)
	switch {
	case err != nil:
		return ch, err
	case ch.kept.Was == nil, !c.Games.Offers(c.Games.GameOf(ch.Game)):
		return ch, table.ErrNoRecord
	case expired(c, ch):
		return ch, errors.Join(table.ErrNoRecord, expire(ctx, c, ch))
	}
	return ch, nil
}

// hasRoom tells whether the user may begin another match; if not, what to tell them.
func hasRoom(ctx context.Context, c *bot.Call) (bot.Answer, bool) {
	live, err := c.LiveMatches(ctx, c.User)
	taken := 0
	if err == nil {
		taken, err = c.TakenSeats(ctx, c.User)
	}
	switch {
	case err != nil:
		return c.Trouble("", err), false
	case len(live)-taken >= mostLive:
		return c.Answer("lobby.too-many-matches", mostLive), false
	}
	return bot.Answer{}, true
}

const (
	idWhom    = "whom"    // challenges who was chosen
	idAnybody = "anybody" // challenges anyone
)

// askWhom asks whom to challenge, to the game named.
func askWhom(_ context.Context, c *bot.Call, game, _ string) bot.Answer {
	if c.Guild == "" {
		return c.Answer(wordGuildOnly)
	}
	ask := func(id string) string { return strings.TrimSuffix(id+"|"+game, "|") }
	blocks := []bot.Block{bot.Text(c.Text("lobby.whom"))}
	if game == "" && len(c.Games) > 1 {
		var row bot.Row
		for _, g := range c.Games[:min(len(c.Games), bot.MostInRow)] {
			row = append(row, bot.Button{ID: bot.IDChallenge + "|" + g.ID, Label: g.Name})
		}
		blocks = append(blocks, row)
	}
	return bot.Fresh(append(blocks, bot.People{ID: ask(idWhom), Placeholder: c.Text("Choose your opponent")},
		bot.Row{{ID: ask(idAnybody), Label: c.Text("Anyone here")}})...)
}

// challengeWhom makes a challenge by buttons, with everything as is usual on the server.
func challengeWhom(ctx context.Context, c *bot.Call, game, _ string) bot.Answer {
	if len(c.Values) != 1 {
		return c.Answer("That button is from an older message and does nothing any more. `/match list` shows your matches.")
	}
	c.Options = bot.Options{"game": game, "opponent": c.Values[0]}
	return challengeCmd(ctx, c)
}

// challengeAnybody makes one that anybody may accept.
func challengeAnybody(ctx context.Context, c *bot.Call, game, _ string) bot.Answer {
	c.Options = bot.Options{"game": game}
	return challengeCmd(ctx, c)
}
