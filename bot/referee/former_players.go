package referee

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Former players. A player who is replaced knows one side's secrets, so the match remembers them: they neither judge it
// nor take a seat in it again. Nor may a moderator who has looked at its secrets take a seat, or decide an appeal
// against their own decision. If their data is removed during the match, a keyed hash replaces their id until it ends,
// so that a removal does not erase this past.

// mark recognises a user whose data was removed, during the match. The zero mark is nobody's.
type mark struct {
	Key  string `json:"key,omitempty"`
	Hash string `json:"hash,omitempty"` // in hex
}

func newMark(id table.ID, u wire.UserID) mark {
	key := rand.Text()
	return mark{key, hashOf(key, id, u)}
}

// of reports whether it is the user's mark in the match.
func (m mark) of(id table.ID, u wire.UserID) bool {
	return m.Hash != "" && m.Hash == hashOf(m.Key, id, u)
}

// past is the record of a former player.
type past struct {
	Seat game.Seat `json:"seat"`
	mark           // of a user whose data was removed; the record's key does not name them then
}

const pastSort = "past/"

func pastKey(id table.ID, u wire.UserID) string { return pastSort + string(id) + "/" + string(u) }

// hashOf returns the hash by which a former player is recognised.
func hashOf(key string, id table.ID, u wire.UserID) string {
	return bot.KeyedHash(key, string(id)+"/"+string(u))
}

// pastOf returns the former players of a match, with the last part of each record's key.
func pastOf(ctx context.Context, c *bot.Call, id table.ID) ([]string, []past, error) {
	const most = 1000
	return bot.ReadKeyed[past](ctx, c.App, pastKey(id, ""), most)
}

// hasPlayed reports whether another player took over the user's seat in the match.
func hasPlayed(ctx context.Context, c *bot.Call, id table.ID, u wire.UserID) (bool, error) {
	users, all, err := pastOf(ctx, c, id)
	for n, x := range all {
		if users[n] == string(u) || x.of(id, u) {
			return true, err
		}
	}
	return false, err
}

// replacedPlayer returns the record of the player whose seat a ruling gives to another.
func (rv review) replacedPlayer(s game.Seat) (table.Record, error) {
	return bot.RecordOf(pastKey(rv.ID, rv.Meta.Users[s-1]), past{Seat: s})
}

// pastMatches returns the matches in which another player took over the user's seat.
func pastMatches(ctx context.Context, c *bot.Call, u wire.UserID) (ids []table.ID, err error) {
	keys, err := c.KeysOfUser(ctx, u, pastSort)
	for _, key := range keys {
		id, _, _ := strings.Cut(strings.TrimPrefix(key, pastSort), "/")
		ids = append(ids, table.ID(id))
	}
	return ids, err
}

// forgetPast removes the user from the matches that they no longer play in, and from those that they moderated.
func forgetPast(ctx context.Context, c *bot.Call, u wire.UserID) error {
	ids, err := pastMatches(ctx, c, u)
	if err != nil {
		return err
	}
	moderated, err := moderatedMatches(ctx, c, u)
	if err != nil {
		return err
	}
	ids = append(ids, moderated...)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := bot.Retry(func() error { return forgetPart(ctx, c, id, u) }); err != nil {
			return err
		}
	}
	return nil
}

// forgetPart removes the user from one match that they no longer play in.
func forgetPart(ctx context.Context, c *bot.Call, id table.ID, u wire.UserID) error {
	p, err := c.Hall.Public(ctx, id)
	if err != nil && !errors.Is(err, table.ErrNoMatch) {
		return fmt.Errorf("match %s: %w", id, err)
	}
	on := err == nil && p.Result == nil
	records, err := unsigned(ctx, c, id, u, wire.UserID(bot.GoneUser+wire.NewID()), on)
	if err != nil {
		return err
	}
	var x past
	was, err := c.Guard(ctx, pastKey(id, u), &x)
	switch {
	case err != nil:
		return err
	case was.Was == nil: // it was a moderator's part
		return c.Records.Put(ctx, records...)
	}
	records = append(records, was)
	if on {
		x.mark = newMark(id, u)
		r, err := bot.RecordOf(pastKey(id, wire.UserID(bot.GoneUser+wire.NewID())), x)
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	return c.Records.Put(ctx, records...)
}

// moderatedMatches returns the matches in which the user did something as a moderator.
func moderatedMatches(ctx context.Context, c *bot.Call, u wire.UserID) (ids []table.ID, err error) {
	err = bot.EachOf(ctx, c.App, actSort, func(r table.Record, a act) error {
		if a.By == u && !a.Player {
			id, _, _ := strings.Cut(strings.TrimPrefix(r.Key, actSort), "/")
			ids = append(ids, table.ID(id))
		}
		return nil
	})
	return ids, err
}

// shedPast returns the records that drop the marks of users whose data was removed, at the end of their match.
func shedPast(ctx context.Context, c *bot.Call, p table.Public) (out []table.Record, err error) {
	users, all, err := pastOf(ctx, c, p.ID)
	for n, x := range all {
		if x.Hash != "" {
			out = append(out, table.Record{Key: pastKey(p.ID, wire.UserID(users[n]))})
		}
	}
	if err != nil {
		return nil, err
	}
	err = eachAct(ctx, c, p.ID, func(r table.Record, a act) error {
		if a.mark == (mark{}) {
			return nil
		}
		a.mark = mark{}
		r, err := bot.With(r, a)
		out = append(out, r)
		return err
	})
	return out, err
}
