package lobby

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game/table"
)

// A match against the program is a challenge that the program has accepted when it is made: it counts as ready, and the match
// begins at once.

// rivalOptions are those of /match challenge that ask for the program as an opponent; none if no game has one.
func rivalOptions(a *bot.App) []bot.CommandOption {
	if !a.Games.PlaysItself() {
		return nil
	}
	style := bot.CommandOption{Name: "style", Description: "How the bot likes to play; left out: another each time", Kind: bot.StringOption}
	for _, s := range bot.Styles {
		style.Choices = append(style.Choices, bot.Choice{Name: string(bot.StyleLines[s]), Value: string(s)})
	}
	return []bot.CommandOption{bot.RivalOption(nil), style,
		{Name: "hints", Description: "Both may ask the bot what it would do, and the match is not rated; left out: no", Kind: bot.BoolOption}}
}

// againstRival tells whether the options ask for the program as an opponent. ok is false with the answer to give if they ask for it
// and for somebody else.
func againstRival(c *bot.Call) (against bool, no bot.Answer, ok bool) {
	opponent, asked := c.Options.User("opponent"), c.Options.Text("rival") != "" || c.Options.Text("style") != ""
	switch {
	case opponent != "" && opponent == c.Self:
		return true, no, true
	case asked && opponent != "":
		return false, c.Answer("⚠️ `rival` and `style` are for a match against me: leave `opponent` empty."), false
	}
	return asked, no, true
}

// accepts makes the program the taker of a challenge, ready to begin; in the first seat, its challenger.
func accepts(c *bot.Call, ch *challenge, seat bot.RivalSeat) error {
	offered := forms(c, *ch).Forces(ch.Settings, seat.Seat)
	force, _, err := forms(c, *ch).ReadForce(ch.Settings, seat.Seat, offered[rand.IntN(len(offered))].Value)
	if err != nil {
		return bot.FormsFailed("force", err)
	}
	ch.Rival, ch.Choosing = &seat, nil
	if name := seat.Name(lang.Of(ch.Language)); ch.program() == 0 {
		ch.From, ch.FromName, ch.Force = bot.RivalUser, name, force
	} else {
		ch.Taker = &taker{User: bot.RivalUser, Name: name, Force: force}
	}
	return nil
}

// playRival answers the buttons that begin a match against the program, with everything as is usual.
func playRival(ctx context.Context, c *bot.Call, game, strength string) bot.Answer {
	switch {
	case c.Guild == "":
		return c.Answer(wordGuildOnly)
	case !c.Games.Offers(game):
		return c.Answer(bot.OldButton)
	case strength == "":
		return askStrength(ctx, c, game, bot.IDRival+"|"+game)
	}
	c.Options = bot.Options{"game": game, "rival": strength}
	return challengeCmd(ctx, c)
}

// askStrength asks how strong the program shall be. What suits the user best stands out.
func askStrength(ctx context.Context, c *bot.Call, game, id string) bot.Answer {
	usual, no, ok := c.Rival(ctx, c, game, bot.RivalWish{})
	if !ok {
		return no
	}
	row, lines := bot.Row{}, c.Text("lobby.which-rival")
	for _, s := range c.Games.RivalOf(game).Strengths() {
		b := bot.Button{ID: id + "|" + string(s), Label: bot.Capital(c.Text(bot.StrengthWords[s]))}
		if s == usual.Strength {
			b.Style = bot.Success
		}
		row, lines = append(row, b), lines+"\n• "+c.Text(bot.StrengthLines[s])
	}
	return bot.Fresh(bot.Text(lines), row)
}

// takeRival has the program accept the user's own challenge, which nobody else has.
func takeRival(ctx context.Context, c *bot.Call, id, strength string) bot.Answer {
	ch, no, ok := opened(ctx, c, id)
	switch {
	case !ok:
		return no
	case c.User != ch.From:
		return c.Answer("That is somebody else's challenge; only who made it may play the bot instead.")
	case ch.Series != nil:
		return notTheirs(c, ch)
	case ch.Taker != nil && ch.Rival == nil:
		return c.Answer(wordTakenUp)
	case strength == "":
		return askStrength(ctx, c, c.Games.GameOf(ch.Game), bot.IDTakeRival+"|"+id)
	}
	if no, ok := hasRoom(ctx, c); !ok {
		return no
	}
	seat, no, ok := c.Rival(ctx, c, c.Games.GameOf(ch.Game), bot.RivalWish{Strength: strength})
	if !ok {
		return no
	}
	var wrong error
	ch, no, ok = update(ctx, c, ch, func(x *challenge) {
		if wrong = nil; x.Taker == nil {
			wrong = accepts(c, x, seat)
		}
	})
	switch {
	case !ok:
		return no
	case ch.Rival == nil && wrong == nil: // meanwhile
		return c.Answer(wordTakenUp)
	case wrong != nil:
		return c.Trouble(table.ID(id), wrong)
	}
	return sayReady(ctx, c, ch)
}

// rivalAgain begins a rematch against the program at once, with another style and perhaps another force of its.
func rivalAgain(ctx context.Context, c *bot.Call, ch *challenge, was bot.RivalSeat) (no bot.Answer, ok bool) {
	seat, no, ok := c.Rival(ctx, c, c.Games.GameOf(ch.Game), bot.RivalWish{Strength: string(was.Strength)})
	if !ok {
		return no, false
	}
	ch.To, ch.ToName = "", ""
	if err := accepts(c, ch, seat); err != nil {
		return c.Trouble(table.ID(ch.ID), err), false
	}
	return no, true
}

// noPlace is the error of a match against the program that it has no place for, with the answer.
type noPlace struct{ bot.Answer }

var errNoPlace = errors.New("the program plays in too many matches")

func (noPlace) Error() string { return errNoPlace.Error() }

// notBegun answers for a challenge that the program has no place for. One that was to begin at once is taken back; that of a series waits.
func notBegun(ctx context.Context, c *bot.Call, ch challenge, no noPlace) bot.Answer {
	if ch.Series == nil {
		gone, err := drop(ctx, c, ch)
		switch {
		case err != nil:
			return c.Trouble(table.ID(ch.ID), err)
		case gone: // it has begun on another host
			return accepted(ctx, c, table.ID(ch.ID), "")
		default:
			closeLobby(ctx, c, ch, "~~Challenge of %s.~~ Taken back.")
		}
	}
	return no.Answer
}

// opening are the records that go with the opening of a challenge's match.
func opening(ctx context.Context, c *bot.Call, ch challenge) ([]table.Record, error) {
	rs := append(ch.gone(), table.Record{Key: bot.OnServerKey(ch.Guild, table.ID(ch.ID)), Value: []byte("1")})
	if ch.Rival == nil {
		return rs, nil
	}
	more, no, err := c.RivalOpens(ctx, c, table.ID(ch.ID), ch.users()[1-ch.program()], *ch.Rival)
	if err == nil && more == nil {
		err = noPlace{no}
	}
	return append(rs, more...), err
}

// timing is the timing of a challenge's match. Nobody loses to the program by time. Without a clock windows close on a finer grid than
// between people: the time of the program's answers tells nothing (see bot/rival).
func timing(c *bot.Call, ch challenge) table.Timing {
	t := c.Timing(terms(c, ch))
	if ch.Rival == nil {
		return t
	}
	t.Misses = 0
	if len(t.Clocks) == 0 {
		t.Tick, t.MinWindow = time.Second, time.Second
	}
	return t
}

// unclocked tells whether the options name nothing of a clock. A match against the program has none then.
func unclocked(o bot.Options) bool {
	return !slices.ContainsFunc([]string{"clock", "pace", "turn_time", "reaction_time"}, func(name string) bool { return o.Text(name) != "" })
}
