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

	"downsync/game/table"
)

// callAgain is how long a user who has called another for something that came to nothing calls them for nothing of that sort again: who makes
// it, takes it back and makes it again would else have the other's phone ring each time.
const callAgain = time.Hour

// mostCalled is how many of those that a user has called lately are remembered.
const mostCalled = 100

// called is somebody whom a user has called. A keyed hash stands for them, so that nobody's id stays in the record of somebody else.
type called struct {
	At   time.Time `json:"at"`
	For  string    `json:"for"` // the id of what they were called for: a match, if it came to one
	Key  string    `json:"key"`
	Hash string    `json:"hash"`
}

// CalledKey is the key of the record of the people that the user has called lately.
func CalledKey(u UserID) string { return "called/" + string(u) }

// MayCall tells whether the user of the call may have another notified of something that they make, of that sort and with that id, and notes
// it.
func (c *Call) MayCall(ctx context.Context, sort string, to UserID, id string) (may bool, err error) {
	who := sort + "/" + string(to)
	_, err = Change(ctx, c.App, CalledKey(c.User), func(all *[]called) error {
		now := c.Clock.Now().UTC()
		*all = slices.DeleteFunc(*all, func(x called) bool { return now.Sub(x.At) >= callAgain })
		may = true
		for _, x := range *all {
			if x.Hash != KeyedHash(x.Key, who) {
				continue
			}
			switch _, err := c.Hall.Meta(ctx, table.ID(x.For)); {
			case x.For == id: // the same once more
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

// KeyedHash is a hash by which a text is recognised by who has the key, and not read.
func KeyedHash(key, text string) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(text)) // documented never to fail
	return hex.EncodeToString(h.Sum(nil))
}
