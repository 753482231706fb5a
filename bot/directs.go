package bot

import (
	"context"
	"errors"
	"slices"
	"sync"

	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/table"
)

// directs is a Wire that stores the channels of users' direct messages in the records, so that each is opened once.
// Discord refuses a bot that opens them too often.
type directs struct {
	wire.Wire
	records table.Records

	mu   sync.Mutex
	used map[wire.ChannelID]wire.UserID // the channels that this process used
}

// DM returns the direct channel to a user. It opens the channel the first time.
func (d *directs) DM(ctx context.Context, user wire.UserID) (wire.ChannelID, error) {
	raw, err := d.records.Get(ctx, keys.Direct(user))
	if err = NotFound(err); err != nil {
		return "", err
	}
	id := wire.ChannelID(raw)
	if id == "" {
		if id, err = d.Wire.DM(ctx, user); err != nil {
			return id, err
		}
		if err := d.records.Put(ctx, table.Record{Key: keys.Direct(user), Value: []byte(id)}); err != nil {
			return "", err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.used[id] = user
	return id, nil
}

// Post sends a message and notifies only users who can be reached. If a direct channel is gone, or belongs to another
// bot because the token changed, the next DM opens it again.
func (d *directs) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	m.Mention = slices.DeleteFunc(slices.Clone(m.Mention), func(u wire.UserID) bool { return !Reachable(u) })
	id, err := d.Wire.Post(ctx, channel, m, nonce)
	if !errors.Is(err, wire.ErrGone) && !errors.Is(err, wire.ErrDenied) {
		return id, err
	}
	return id, d.forget(ctx, channel, err)
}

// Edit edits a message. If the bot may not enter a direct channel, the channel belongs to another bot, and the next DM
// opens it again.
func (d *directs) Edit(ctx context.Context, channel wire.ChannelID, message wire.MessageID, m wire.Message) error {
	err := d.Wire.Edit(ctx, channel, message, m)
	if errors.Is(err, wire.ErrDenied) {
		err = d.forget(ctx, channel, err)
	}
	return err
}

// forget drops a direct channel that Discord refused with the error.
func (d *directs) forget(ctx context.Context, channel wire.ChannelID, refused error) error {
	d.mu.Lock()
	user, known := d.used[channel]
	delete(d.used, channel)
	d.mu.Unlock()
	if !known {
		return refused
	}
	return errors.Join(refused, d.records.Put(ctx, table.Record{Key: keys.Direct(user)}))
}
