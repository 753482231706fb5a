package bot

import (
	"context"

	"downsync/game/table"
)

// applicationKey is the record of the application that the bot was last.
const applicationKey = "application"

// DirectAgain opens the direct channel to a user again, as where the one that was kept belongs to another bot.
func (a *App) DirectAgain(ctx context.Context, user UserID) (ChannelID, error) {
	if err := a.Records.Put(ctx, table.Record{Key: DirectKey(user)}); err != nil {
		return "", err
	}
	return a.Wire.DM(ctx, user)
}

// Become notes which application the bot is. The bot can neither edit nor answer for messages of another one, and cannot enter its direct
// channels. So after a change the open challenges and the series are posted again, and matches has all matches that go
// on delivered again. Each step may be repeated; the application is noted last.
func (a *App) Become(ctx context.Context, application string, matches func(context.Context) error) error {
	was, err := a.Records.Get(ctx, applicationKey)
	if NotFound(err) != nil || string(was) == application {
		return err
	}
	if was != nil { // otherwise an older program kept the store
		if err := a.takeOver(ctx, matches); err != nil {
			return err
		}
	}
	return a.Records.Put(ctx, table.Record{Key: applicationKey, Value: []byte(application)})
}

// takeOver has everything posted again that another application posted.
func (a *App) takeOver(ctx context.Context, matches func(context.Context) error) error {
	err := a.Each(ctx, DirectKey(""), func(r table.Record) error { return a.Delete(ctx, r.Key) })
	if err != nil {
		return err
	}
	if err := matches(ctx); err != nil {
		return err
	}
	return repost(ctx, a)
}

// repost brings up to date the messages of challenges and series, and posts again what cannot be edited.
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
