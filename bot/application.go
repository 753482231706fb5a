package bot

import (
	"context"

	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/table"
)

// applicationKey is the key of the record that names the application that the bot last ran as.
const applicationKey = "application"

// DirectAgain reopens the direct channel to a user, for example when the stored channel belongs to another bot.
func (a *App) DirectAgain(ctx context.Context, user wire.UserID) (wire.ChannelID, error) {
	if err := a.Records.Put(ctx, table.Record{Key: keys.Direct(user)}); err != nil {
		return "", err
	}
	return a.Wire.DM(ctx, user)
}

// Become notes which application the bot runs as. The bot cannot edit another application's messages, answer for them,
// or enter its direct channels. So after a change it posts the open challenges and the series again, and matches queues
// a new delivery for every running match. Every step may be repeated; the application is noted last.
func (a *App) Become(ctx context.Context, application string, matches func(context.Context) error) error {
	was, err := a.Records.Get(ctx, applicationKey)
	if NotFound(err) != nil || string(was) == application {
		return err
	}
	if was != nil { // otherwise an older program wrote the store
		if err := a.takeOver(ctx, matches); err != nil {
			return err
		}
	}
	return a.Records.Put(ctx, table.Record{Key: applicationKey, Value: []byte(application)})
}

// takeOver replaces everything that another application posted.
func (a *App) takeOver(ctx context.Context, matches func(context.Context) error) error {
	err := a.Each(ctx, keys.Direct(""), func(r table.Record) error { return a.Delete(ctx, r.Key) })
	if err != nil {
		return err
	}
	if err := matches(ctx); err != nil {
		return err
	}
	return repost(ctx, a)
}

// repost updates the messages of challenges and series, and posts again those that cannot be edited.
func repost(ctx context.Context, a *App) error {
	for _, room := range a.rooms {
		if room.Reposts != nil {
			if err := room.Reposts(ctx, call(a)); err != nil {
				return err
			}
		}
	}
	return nil
}
