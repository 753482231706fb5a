package referee

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// Former players. A player who is replaced knows what one side hides, so the match remembers them: they neither judge it nor take
// a seat in it again. If they have their data removed while it runs, a keyed hash takes the place of their id until it ends, so
// that nobody sheds the past by a removal.

// past is the record of a former player.
type past struct {
	Seat game.Seat `json:"seat"`
	// Key and Hash, in hex, recognise a user whose data has been removed. The record's key does not name them then.
	Key  string `json:"key,omitempty"`
	Hash string `json:"hash,omitempty"`
}

const pastSort = "past/"

func pastKey(id table.ID, u bot.UserID) string { return pastSort + string(id) + "/" + string(u) }

// hashOf is the hash by which a former player is recognised.
func hashOf(key string, id table.ID, u bot.UserID) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(string(id) + "/" + string(u))) // documented never to fail
	return hex.EncodeToString(h.Sum(nil))
}

// pastOf are the former players of a match, by what ends the key of each record.
func pastOf(ctx context.Context, c *bot.Call, id table.ID) ([]string, []past, error) {
	const most = 1000
	return bot.ReadKeyed[past](ctx, c.App, pastKey(id, ""), most)
}

// hasPlayed tells whether the user had a seat in the match that somebody else took over.
func hasPlayed(ctx context.Context, c *bot.Call, id table.ID, u bot.UserID) (bool, error) {
	users, all, err := pastOf(ctx, c, id)
	for n, x := range all {
		if users[n] == string(u) || x.Hash != "" && x.Hash == hashOf(x.Key, id, u) {
			return true, err
		}
	}
	return false, err
}

// replacedPlayer is the record of the player whose seat a ruling gives to another.
func (rv review) replacedPlayer(s game.Seat) (table.Record, error) {
	return bot.RecordOf(pastKey(rv.ID, rv.Meta.Users[s-1]), past{Seat: s})
}

// pastMatches are the matches in which the user had a seat that somebody else took over.
func pastMatches(ctx context.Context, c *bot.Call, u bot.UserID) (ids []table.ID, err error) {
	keys, err := c.KeysOfUser(ctx, u, pastSort)
	for _, key := range keys {
		id, _, _ := strings.Cut(strings.TrimPrefix(key, pastSort), "/")
		ids = append(ids, table.ID(id))
	}
	return ids, err
}

// forgetPast removes the user from the matches that they no longer play in.
func forgetPast(ctx context.Context, c *bot.Call, u bot.UserID) error {
	ids, err := pastMatches(ctx, c, u)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := bot.Retry(func() error { return forgetPart(ctx, c, id, u) }); err != nil {
			return err
		}
	}
	return nil
}

// forgetPart removes the user from one match that they no longer play in.
func forgetPart(ctx context.Context, c *bot.Call, id table.ID, u bot.UserID) error {
	records, err := unsign(ctx, c, id, 0, u, bot.UserID(bot.GoneUser+bot.NewID()))
	if err != nil {
		return err
	}
	var x past
	if err := c.Read(ctx, pastKey(id, u), &x); err != nil {
		return err
	}
	records = append(records, table.Record{Key: pastKey(id, u)})
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return fmt.Errorf("match %s: %w", id, err)
	}
	if p.Result == nil {
		x.Key = rand.Text()
		x.Hash = hashOf(x.Key, id, u)
		r, err := bot.RecordOf(pastKey(id, bot.UserID(bot.GoneUser+bot.NewID())), x)
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	return c.Records.Put(ctx, records...)
}

// shedPast gives the records that drop the hashes of former players as their match ends.
func shedPast(ctx context.Context, c *bot.Call, p table.Public) (out []table.Record, err error) {
	users, all, err := pastOf(ctx, c, p.ID)
	for n, x := range all {
		if x.Hash != "" {
			out = append(out, table.Record{Key: pastKey(p.ID, bot.UserID(users[n]))})
		}
	}
	return out, err
}
