package bot

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/table"
)

// callAgain is how long a user must wait before their requests of one sort can notify the same person again, if the
// last came to nothing. Otherwise repeatedly making and withdrawing a challenge would ring the other user's phone each
// time.
const callAgain = time.Hour

// mostCalled bounds how many recent calls of a user are remembered.
const mostCalled = 100

// called is a person whom a user has called. It holds a keyed hash, so that nobody's id stays in another user's record.
type called struct {
	At   time.Time `json:"at"`
	For  string    `json:"for"` // the id of the thing they were called for: a match, if one came of it
	Key  string    `json:"key"`
	Hash string    `json:"hash"`
}

// MayCall reports whether the call's user may notify another user of something new, of that sort and with that id. If
// so, it notes the call.
func (c *Call) MayCall(ctx context.Context, sort string, to wire.UserID, id string) (may bool, err error) {
	who := sort + "/" + string(to)
	_, err = Change(ctx, c.App, keys.Called(c.User), func(all *[]called) error {
		now := c.Clock.Now().UTC()
		*all = slices.DeleteFunc(*all, func(x called) bool { return now.Sub(x.At) >= callAgain })
		may = true
		for _, x := range *all {
			if x.Hash != KeyedHash(x.Key, who) {
				continue
			}
			switch _, err := c.Hall.Meta(ctx, table.ID(x.For)); {
			case x.For == id: // a repeat of the same call
				return nil
			case errors.Is(err, table.ErrNoMatch):
				may = false
			case err != nil:
				return err
			}
		}
		if may {
			key := rand.Text()
			*all = append(*all, called{now, id, key, KeyedHash(key, who)})
			*all = (*all)[max(0, len(*all)-mostCalled):]
		}
		return nil
	})
	return may, err
}

// KeyedHash returns a hash by which a holder of the key can recognise a text but cannot read it.
func KeyedHash(key, text string) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(text)) // documented never to fail
	return hex.EncodeToString(h.Sum(nil))
}
