package lobby

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/rival"
	"downsync/game/table"
)

// A match against the program is a challenge that the program has accepted from the start. The program counts as ready,
// and the match begins at once.

// rivalOptions returns the choices of a challenge that ask for the program as an opponent; none if it plays no
// game.
func rivalOptions(a *bot.App) []bot.CommandOption {
	if !a.Games.PlaysItself() {
		return nil
	}
	style := bot.CommandOption{Name: "style", Description: "The bot's style; default: a different one each time", Kind: wire.StringOption}
	for _, s := range rival.Styles {
		style.Choices = append(style.Choices, wire.Choice{Name: string(s.Line()), Value: string(s)})
	}
	return []bot.CommandOption{bot.RivalOption(nil), style, hintsOption()}
}

func hintsOption() bot.CommandOption {
	return bot.CommandOption{Name: "hints", Description: "All players may ask the bot for advice, and the match is not rated; default: no", Kind: wire.BoolOption}
}

// againstRival reports whether the options ask for the program as an opponent. They cannot ask for it and for another
// user.
func againstRival(c *bot.Call) (bool, error) {
	opponent, asked := c.Opponent(), c.Options.Text("rival") != "" || c.Options.Text("style") != ""
	switch {
	case opponent != "" && opponent == c.Self:
		return true, nil
	case asked && opponent != "":
		return false, c.Refuse("⚠️ `rival` and `style` are for a match against me: leave `opponent` empty.")
	}
	return asked, nil
}

// accepts seats the program, which is ready at once. In the first seat it is the host.
func accepts(c *bot.Call, t *Table, seat bot.RivalSeat) error {
	offered := forms(c, *t).Forces(t.Settings, seat.Seat)
	force, _, err := forms(c, *t).ReadForce(t.Settings, seat.Seat, offered[rand.IntN(len(offered))].Value)
	if err != nil {
		return bot.FormsFailed("force", err)
	}
	t.Seats = slices.Clone(t.Seats)
	t.Seats[seat.Seat-1] = Seat{}
	n := 1
	for t.place(bot.RivalAt(n)) >= 0 {
		n++
	}
	t.Seats[seat.Seat-1] = Seat{User: bot.RivalAt(n), Name: seat.NameOf(n, lang.Of(t.Language)), Force: force, Rival: &seat}
	if seat.Seat == 1 {
		t.Host = bot.RivalAt(n)
	}
	if t.full() {
		t.Choosing = nil
	}
	return nil
}

// playRival answers the buttons that begin a match against the program on the usual terms.
func playRival(ctx context.Context, c *bot.Call, game, strength string) wire.Answer {
	switch {
	case !c.Games.Offers(game):
		return c.Answer(bot.OldButton)
	case strength == "":
		return askStrength(ctx, c, game, customid.Rival+"|"+game, wordUnclocked)
	}
	c.Options = wire.Options{"game": game, "rival": strength}
	return challengeCmd(ctx, c)
}

// wordUnclocked describes the clock of a match of one person against the program.
const wordUnclocked game.Text = "No clock runs. For one, choose a clock after `/play` and then press **Play the bot**."

// askStrength asks how strong the program should be. It highlights the strength that suits the user best. clock says by
// which clock the match is played; "" if the table's card says it.
func askStrength(ctx context.Context, c *bot.Call, game, id string, clock game.Text) wire.Answer {
	usual, err := c.Rival(ctx, c, game, bot.RivalWish{})
	if err != nil {
		return c.Trouble("", err)
	}
	row, lines := wire.Row{}, c.Text("lobby.which-rival")
	if clock != "" {
		lines += " " + c.Text(clock)
	}
	for _, s := range c.Games.RivalOf(game).Strengths() {
		b := wire.Button{ID: id + "|" + string(s), Label: wire.Capital(c.Text(s.Word()))}
		if s == usual.Strength {
			b.Style = wire.Success
		}
		row, lines = append(row, b), lines+"\n• "+c.Text(s.Line())
	}
	return wire.Fresh(wire.Text(lines), row)
}

// takeRival seats the program at the user's own table.
func takeRival(ctx context.Context, c *bot.Call, id, strength string) wire.Answer {
	t, err := opened(ctx, c, id)
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case c.User != t.Host:
		return c.Answer("That is somebody else's challenge; only its challenger may play the bot instead.")
	case t.Series != nil:
		return notTheirs(c, t)
	case t.full() && !t.againstProgram():
		return c.Answer(wordTakenUp)
	case strength == "":
		return askStrength(ctx, c, c.Games.GameOf(t.Game), customid.TakeRival+"|"+id, clockBesideProgram(t))
	}
	if err := hasRoom(ctx, c); err != nil {
		return c.Trouble(table.ID(id), err)
	}
	seat, err := c.Rival(ctx, c, c.Games.GameOf(t.Game), bot.RivalWish{Strength: strength})
	if err != nil {
		return c.Trouble(table.ID(id), err)
	}
	was := len(t.programs())
	var wrong error
	t, err = update(ctx, c, t, func(x *Table) {
		if wrong = nil; !x.full() && len(x.programs()) == was {
			seat.Seat = x.seat("")
			wrong = accepts(c, x, seat)
			if x.againstProgram() && x.clockIsUsual() {
				x.Clock, x.AsksWhen = "", false
			}
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(id), err)
	case wrong != nil:
		return c.Trouble(table.ID(id), wrong)
	case len(t.programs()) == 0: // somebody took the seat meanwhile
		return c.Answer(wordTakenUp)
	case t.several():
		redraw(ctx, c, t)
		return showSide(ctx, c, t, c.Text("The bot has taken a seat."), inPlace)
	}
	return sayReady(ctx, c, t, inPlace)
}

// clockIsUsual reports whether the host has chosen no clock: neither in the command nor with a button.
func (t Table) clockIsUsual() bool { return t.AsksWhen && t.Usual == "" }

// clockBesideProgram says which clock the match has if the program takes a seat at the table; "" if the card says it,
// because other people may still come.
func clockBesideProgram(t Table) game.Text {
	switch {
	case t.several():
		return ""
	case t.clockIsUsual():
		return "No clock runs, because you have chosen none."
	case t.Clock == "":
		return "No clock runs."
	}
	return "The clock that you have chosen runs. Nobody loses on time against me."
}

// rivalAgain begins a rematch against the program at once. The program plays another style and may bring another force.
func rivalAgain(ctx context.Context, c *bot.Call, t *Table, place int) error {
	was := *t.Seats[place].Rival
	seat, err := c.Rival(ctx, c, c.Games.GameOf(t.Game), bot.RivalWish{Strength: string(was.Strength)})
	if err != nil {
		return err
	}
	t.Seats[place] = Seat{}
	seat.Seat = game.Seat(place + 1)
	return accepts(c, t, seat)
}

// notBegun answers for a challenge for which the program has no room. It withdraws one that was to begin at once; one
// of a series stays open.
func notBegun(ctx context.Context, c *bot.Call, t Table, no bot.Reached) wire.Answer {
	if t.Series == nil {
		gone, err := drop(ctx, c, t)
		switch {
		case err != nil:
			return c.Trouble(table.ID(t.ID), err)
		case gone: // it has begun on another host
			return accepted(ctx, c, table.ID(t.ID), "")
		default:
			closeLobby(ctx, c, t, "Withdrawn.")
		}
	}
	return c.Trouble(table.ID(t.ID), no)
}

// opening returns the records to write with the opening of a challenge's match.
func opening(ctx context.Context, c *bot.Call, t Table) ([]table.Record, error) {
	rs := append(t.gone(), table.Record{Key: keys.OnServer(t.Guild, table.ID(t.ID)), Value: []byte("1")})
	var seats []bot.RivalSeat
	for _, n := range t.programs() {
		seats = append(seats, *t.Seats[n].Rival)
	}
	if len(seats) == 0 {
		return rs, nil
	}
	more, err := c.RivalOpens(ctx, c, table.ID(t.ID), t.Guild, t.Seats[t.people()[0]].User, seats)
	return append(rs, more...), err
}

// timing returns the timing of a challenge's match. Nobody loses to the program on time. Without a clock, windows close
// on a finer grid than between people, because the program's answering times reveal nothing (see bot/rival).
func timing(c *bot.Call, t Table) table.Timing {
	x := c.Timing(terms(c, t))
	if !t.againstProgram() {
		return x
	}
	x.Misses = 0
	if len(x.Clocks) == 0 {
		x.Tick, x.MinWindow = time.Second, time.Second
	}
	return x
}

// unclocked reports whether the options leave the clock open. A match against the program then has none.
func unclocked(o wire.Options) bool {
	return !slices.ContainsFunc([]string{"clock", "pace", "turn_time", "reaction_time"}, func(name string) bool { return o.Text(name) != "" })
}
