package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"downsync/bot/wire"
	"downsync/game/rival"
	"downsync/game/table"
)

// Game is a game that the bot offers.
type Game struct {
	ID   string // the ruleset's id
	Name string // the name that players know
	// First marks the game whose records may date from before there were several games: they do not name it.
	First bool
	// MinSeats and MaxSeats bound the number of players; 0 means two.
	MinSeats, MaxSeats int
	// Rival is the program's mind for it; nil: people play against each other only.
	Rival rival.Mind
	// In returns its forms for a reader.
	In func(Voice) Forms
}

// Games lists the games on offer.
type Games []Game

func (gs Games) find(id string) (Game, bool) {
	i := slices.IndexFunc(gs, func(g Game) bool { return g.ID == id })
	if i < 0 {
		return Game{}, false
	}
	return gs[i], true
}

// Seats returns the least and the greatest number of players of a game.
func (gs Games) Seats(game string) (least, most int) {
	g, _ := gs.find(game)
	return max(g.MinSeats, 2), max(g.MaxSeats, 2)
}

// MostSeats returns the greatest number of players of any of the games.
func (gs Games) MostSeats() int {
	most := 2
	for _, g := range gs {
		most = max(most, g.MaxSeats)
	}
	return most
}

// IDs returns the ids of the games.
func (gs Games) IDs() (out []string) {
	for _, g := range gs {
		out = append(out, g.ID)
	}
	return out
}

// Offers reports whether the bot offers that game.
func (gs Games) Offers(game string) bool {
	_, ok := gs.find(game)
	return ok
}

// Recorded returns the game's name in records: "" for the first game. GameOf reverses it.
func (gs Games) Recorded(game string) string {
	if g, ok := gs.find(game); ok && g.First {
		return ""
	}
	return game
}

// GameOf returns the id of the game that a record names.
func (gs Games) GameOf(recorded string) string {
	i := slices.IndexFunc(gs, func(g Game) bool { return recorded == "" && g.First })
	if i < 0 {
		return recorded
	}
	return gs[i].ID
}

// KeyOf returns the beginning of the keys of one sort of record, kept by game: "rating/" for the first game; for others
// "rating.", the game's id and "/".
func (gs Games) KeyOf(sort, game string) string {
	if name := gs.Recorded(game); name != "" {
		return sort + "." + name + "/"
	}
	return sort + "/"
}

// Forms returns a game's forms in the reader's voice. It panics for a game that is not offered: the hall loads no match
// of such a game, so the program is at fault.
func (c *Call) Forms(game string) Forms {
	key := formsOf{game, c.Voice}
	if f, ok := c.forms.Load(key); ok {
		return f.(Forms)
	}
	g, ok := c.Games.find(game)
	if !ok {
		panic("bot: no game " + game)
	}
	f := g.In(c.Voice)
	c.forms.Store(key, f)
	return f
}

// formsOf is the key of a game's forms in one voice. There are few voices.
type formsOf struct {
	game  string
	voice Voice
}

// Having returns the games whose forms satisfy has, in order. A nil has means all games.
func (gs Games) Having(has func(Forms) bool) []Game {
	return slices.DeleteFunc(slices.Clone(gs), func(g Game) bool { return has != nil && !has(g.In(Voice{})) })
}

// GameOption returns the option "game" for a command about the games whose forms satisfy has. If there is at most one
// such game, it returns no option.
func (gs Games) GameOption(has func(Forms) bool) []CommandOption {
	games := gs.Having(has)
	if len(games) < 2 {
		return nil
	}
	o := CommandOption{Name: "game", Description: "Which game; default: the thread's, otherwise the one you played last",
		Kind: wire.StringOption}
	for _, g := range games {
		o.Choices = append(o.Choices, wire.Choice{Name: g.Name, Value: g.ID})
	}
	return []CommandOption{o}
}

// Chosen returns the game that a command means. A game named in the options wins. Otherwise it picks among the games
// whose forms satisfy has: the game of the thread's match, otherwise the one that the user played last, otherwise the
// server's, otherwise the first. The error answers the user if the command cannot go on.
func (c *Call) Chosen(ctx context.Context, has func(Forms) bool) (id string, err error) {
	named := c.Options.Text("game")
	switch {
	case c.Games.Offers(named):
		return named, nil
	case named != "":
		return "", c.Refuse("⚠️ There is no game %q; the choices are %s.", wire.Plain(wire.Clip(named, 40)), strings.Join(c.Games.IDs(), ", "))
	}
	return c.usualGame(ctx, c.Games.Having(has))
}

// WithGame answers a command with f for the game that the command means; see Chosen.
func WithGame(has func(Forms) bool, f func(ctx context.Context, c *Call, game string) wire.Answer) Action {
	return func(ctx context.Context, c *Call) wire.Answer {
		game, err := c.Chosen(ctx, has)
		if err != nil {
			return c.Trouble("", err)
		}
		return f(ctx, c, game)
	}
}

func (c *Call) usualGame(ctx context.Context, games []Game) (string, error) {
	switch len(games) {
	case 0:
		return c.Games[0].ID, nil // its answer says that the game has no such thing
	case 1:
		return games[0].ID, nil
	}
	match, err := c.threadMatch(ctx)
	if err != nil {
		return "", err
	}
	thread := ""
	if match != "" {
		meta, err := c.Hall.Meta(ctx, match)
		if err != nil && !errors.Is(err, table.ErrNoMatch) { // the thread's match may be gone
			return "", err
		}
		thread = meta.Game
	}
	prefs, err := c.Prefs(ctx, c.User)
	if err != nil {
		return "", err
	}
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return "", err
	}
	for _, id := range []string{thread, prefs.Played, server.Game} {
		if slices.ContainsFunc(games, func(g Game) bool { return g.ID == id }) {
			return id, nil
		}
	}
	return games[0].ID, nil
}

// NameGame puts the game's name before a text, unless the bot offers only one game.
func (c *Call) NameGame(game, text string) string {
	if g, ok := c.Games.find(game); ok && len(c.Games) > 1 {
		return g.Name + " · " + text
	}
	return text
}

// Offered collects by name what the games offer: each name once, and for each name the games that offer it, in order.
func Offered[T any](a *App, of func(Forms) []T, name func(T) string) (all []T, by map[string][]string) {
	by = map[string][]string{}
	for _, g := range a.Games {
		for _, x := range of(g.In(Voice{})) {
			if by[name(x)] == nil {
				all = append(all, x)
			}
			by[name(x)] = append(by[name(x)], g.ID)
		}
	}
	return all, by
}
