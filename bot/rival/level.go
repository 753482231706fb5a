package rival

import (
	"context"
	"math/rand/v2"
	"slices"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game/rival"
)

// pick picks how the program plays against the user: as they wish, or as suits them.
func pick(ctx context.Context, c *bot.Call, game string, wish bot.RivalWish) (seat bot.RivalSeat, err error) {
	mind := c.Games.RivalOf(game)
	if mind == nil {
		return seat, c.Refuse("⚠️ I do not play %s myself yet; `/play` asks people.", c.Forms(game).About.Name)
	}
	offered := mind.Strengths()
	server, err := c.Server(ctx, c.Guild)
	if err != nil {
		return seat, err
	}
	switch {
	case server.Rivals == bot.RivalsOff:
		return seat, c.Refuse("I do not play on this server: those who manage it have decided so. `/play` asks people.")
	case wish.Strength != "" && !slices.Contains(offered, rival.Strength(wish.Strength)):
		return seat, c.Refuse("⚠️ There is no opponent %q; the choices are %s.", wire.Clip(wire.Plain(wish.Strength), 40), wire.Joined(offered))
	case wish.Style != "" && !slices.Contains(rival.Styles, rival.Style(wish.Style)):
		return seat, c.Refuse("⚠️ There is no style %q; the choices are %s.", wire.Clip(wire.Plain(wish.Style), 40), wire.Joined(rival.Styles))
	}
	if err := hasPlace(ctx, c, c.Guild, c.User); err != nil {
		return seat, err
	}
	seat = bot.RivalSeat{Seat: 2, Strength: rival.Strength(wish.Strength), Style: rival.Style(wish.Style)}
	if seat.Strength == "" {
		if seat.Strength, err = suiting(ctx, c, game, offered); err != nil {
			return seat, err
		}
	}
	if seat.Style == "" {
		seat.Style = rival.Styles[rand.IntN(len(rival.Styles))]
	}
	return seat, nil
}

// suiting returns the strength that suits the user: the one above the strongest that they have beaten, the weakest for a user
// without a finished match, otherwise the second.
func suiting(ctx context.Context, c *bot.Call, game string, offered []rival.Strength) (rival.Strength, error) {
	var t tallied
	if err := c.Read(ctx, tallyKey(c, game, c.Guild, c.User), &t); err != nil {
		return "", err
	}
	for n := len(offered) - 1; n >= 0; n-- {
		if t.By[offered[n]].Won > 0 {
			return offered[min(n+1, len(offered)-1)], nil
		}
	}
	all, err := c.Hall.MatchesOf(ctx, c.User)
	for _, s := range all {
		if s.Over && len(t.By) == 0 {
			return offered[min(1, len(offered)-1)], err
		}
	}
	return offered[0], err
}
