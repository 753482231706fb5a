package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/rival"
	"downsync/game/table"
)

// The program plays too. It has a seat in a match like any player, under the id of no Discord user, and gets the same
// questions. Nobody writes to it.

// RivalUser is the user in a seat that the program plays.
const RivalUser wire.UserID = "rival"

// RivalAt returns the user in the nth seat, from 1, that the program plays in the same match. The first is RivalUser.
func RivalAt(n int) wire.UserID {
	if n == 1 {
		return RivalUser
	}
	return RivalUser + wire.UserID("."+strconv.Itoa(n))
}

// IsRival reports whether the program plays in the user's seat.
func IsRival(u wire.UserID) bool {
	return u == RivalUser || strings.HasPrefix(string(u), string(RivalUser)+".")
}

// Reachable reports whether the bot can notify or write to the user: not the program itself, and not a user whose data
// was removed.
func Reachable(u wire.UserID) bool { return !IsRival(u) && !IsGone(u) }

// RivalSeat says how the program plays in a match. It is public.
type RivalSeat struct {
	Seat     game.Seat      `json:"seat"`
	Strength rival.Strength `json:"strength"`
	Style    rival.Style    `json:"style"`
}

// RivalWish is a user's wish for the program as an opponent; "" leaves it to the bot.
type RivalWish struct{ Strength, Style string }

// Name returns the program's public name in its seat.
func (s RivalSeat) Name(l lang.Language) string {
	return l.Say("Bot (%s, %s)", l.Text(s.Strength.Word()), l.Text(s.Style.Word()))
}

// NameOf is Name for the nth seat, from 1, when the program has several.
func (s RivalSeat) NameOf(n int, l lang.Language) string {
	if n == 1 {
		return s.Name(l)
	}
	return l.Say("Bot %d (%s, %s)", n, l.Text(s.Strength.Word()), l.Text(s.Style.Word()))
}

// Thought records what the program considered before one answer.
type Thought struct {
	N     int       `json:"n"`              // from 1, by seat
	Seat  game.Seat `json:"seat,omitempty"` // 0: the program's only seat
	At    time.Time `json:"at"`
	News  int       `json:"news"` // how many facts it had been told
	Ask   string    `json:"ask"`
	Order string    `json:"order"`
	Why   string    `json:"why,omitempty"`
	// Fault explains why it answered with the question's default; "" if it chose the answer.
	Fault      string          `json:"fault,omitempty"`
	Considered []rival.Weighed `json:"considered,omitempty"`
}

// RivalOf returns the program's mind for a game, nil if there is none.
func (gs Games) RivalOf(game string) rival.Mind {
	g, _ := gs.find(game)
	return g.Rival
}

// PlaysItself reports whether the program plays any of the games.
func (gs Games) PlaysItself() bool {
	return slices.ContainsFunc(gs, func(g Game) bool { return g.Rival != nil })
}

// RivalOption is the option of a command that asks for the program as an opponent. It suggests the strengths that has
// accepts (nil: all) for the game that the command means. They are not fixed choices, because fixed choices cannot
// depend on the option that names the game.
func RivalOption(has func(Forms) bool) CommandOption {
	return CommandOption{Name: "rival", Description: "Play against the bot: how strong it is; default: against people", Kind: wire.StringOption}.Suggested(
		func(ctx context.Context, c *Call) (out []wire.Choice) {
			game, err := c.Chosen(ctx, has)
			if err != nil || c.Games.RivalOf(game) == nil {
				return nil
			}
			typed := strings.ToLower(c.Options.Text("rival"))
			for _, s := range c.Games.RivalOf(game).Strengths() {
				if line := c.Text(s.Line()); strings.Contains(strings.ToLower(line), typed) || strings.HasPrefix(string(s), typed) {
					out = append(out, wire.Choice{Name: line, Value: string(s)})
				}
			}
			return out
		})
}

// Called mentions the player in a seat, or names the program.
func Called(l lang.Language, m table.Meta, seat game.Seat) string {
	if u := m.Player(seat); Reachable(u) {
		return wire.Mention(u, nameIn(m, seat))
	}
	if place, err := PlaceOf(m); err == nil {
		return "**" + wire.Plain(place.NowIn(l)[seat-1]) + "**"
	}
	return "?"
}

// nameIn returns the name under which the seat's player began the match, as they wrote it, or "" if it is not known.
func nameIn(m table.Meta, seat game.Seat) string {
	if place, err := PlaceOf(m); err == nil && int(seat) <= len(place.Names) {
		return place.Names[seat-1]
	}
	return ""
}

// programNames are the words for the program as an opponent, in any language. Discord sends its own users as ids.
var programNames = []string{"bot", "program", "programm"}

// Opponent returns the user that the option names as the opponent, "" for none: the program by its own user, or by a word for it.
func (c *Call) Opponent() wire.UserID {
	u := c.Options.User("opponent")
	if slices.Contains(programNames, strings.ToLower(strings.TrimPrefix(strings.TrimSpace(string(u)), "@"))) {
		return c.Self
	}
	return u
}

// LongestName bounds a player's name in a sentence, in characters.
const LongestName = 32

// NameOf returns the seat's player's name in a form that is safe to show, or the side's letter if the name is not
// known.
func NameOf(m table.Meta, seat game.Seat) string {
	if name := nameIn(m, seat); name != "" {
		return wire.Plain(wire.Clip(name, LongestName))
	}
	return SideName(seat)
}

// LeaverOption is the option of a game that can leave a seat in play for the program when its player leaves the match
// (game.Keeper). The value LeaverProgram asks for it.
func LeaverOption() CommandOption {
	return CommandOption{Name: "leaver", Description: "When a player leaves three or more: their side is out, or the bot plays on; default: out", Kind: wire.StringOption,
		Choices: wire.ChoicesOf("out", LeaverProgram)}
}

// SureToLeave completes the question whether a player gives up the match, "" for none: it says if the program would play on in their place.
func (v Voice) SureToLeave(p table.Private, question string) string {
	if question == "" || !p.PlaysOn {
		return question
	}
	return question + " " + v.Text("The bot then plays on in your place; you do not get the seat back.")
}

// LeaverProgram is the value of the option leaver that lets the program play on.
const LeaverProgram = "program"

// StandIn returns how the program plays on in a seat whose player left: as in its own seats of the match, otherwise as a regular.
func (p Place) StandIn(seat game.Seat) RivalSeat {
	s := RivalSeat{Strength: rival.Regular, Style: rival.Careful}
	if p.Rival != nil {
		s = *p.Rival
	}
	s.Seat = seat
	return s
}

// RivalCalm is the choice of an opponent that takes its time; "" is a brisk one.
const RivalCalm = "calm"

// RivalsOff stops the program from playing on a server.
const RivalsOff = "off"

// Casual reports whether a match stays out of ratings and records between people: it is against the program, or hints
// are allowed.
func (p Place) Casual() bool { return p.Rival != nil || p.Hints }
