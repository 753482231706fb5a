package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game/table"
)

// tableKeys begins the keys of tables.
const tableKeys = "table/"

func tableKey(id string) string { return tableKeys + id }

// newestKey returns the key of the record that names the user's newest table. Adding a table fails if that record has
// changed since the user's open tables were counted, so that the second of two simultaneous tables counts the first.
func newestKey(u wire.UserID) string { return "newest-challenge/" + string(u) }

// add saves a table that the call's user makes, with other records, and counts its card. The error is bot.Reached if
// they may not make another now, and table.ErrChanged if the table exists or another of the records has changed since it
// was read.
func add(ctx context.Context, c *bot.Call, t Table, also ...table.Record) error {
	if c.User == bot.RivalUser { // the program makes one for each match of a series
		return save(ctx, c, t, also...)
	}
	var failed error
	err := bot.Retry(func() error {
		failed = nil
		var id string
		newest, err := c.Guard(ctx, newestKey(c.User), &id)
		if err != nil {
			return err
		}
		open, err := tables(ctx, c, func(x Table) bool { return x.Host == c.User && x.ID != t.ID })
		if err != nil {
			return err
		}
		if err := c.Fits(bound.Challenges, len(open)); err != nil {
			return err
		}
		cards, err := c.CountAll(ctx, t.ID, cardAccounts(c, t)...)
		if err != nil {
			return err
		}
		mine, err := bot.With(newest, t.ID)
		if err != nil {
			return err
		}
		counts := append(cards, mine)
		failed = save(ctx, c, t, slices.Concat(also, counts)...)
		if errors.Is(failed, table.ErrChanged) && c.Changed(ctx, counts...) {
			return failed // they, or somebody on the server, have made another meanwhile
		}
		return nil
	})
	return errors.Join(err, failed)
}

// cardAccounts returns who accounts for a new card of the table.
func cardAccounts(c *bot.Call, t Table) []bot.Account {
	return []bot.Account{bot.AccountOf(bound.Cards, c.User), bot.AccountOf(bound.ServerCards, t.Guild)}
}

// mayPost reports whether the call's user may have a table's card posted again, and counts it. In a series the card
// counts but may always be posted, because a side loses by not being told; a table notifies its host once for each user.
// The first card was counted with its table.
func mayPost(ctx context.Context, c *bot.Call, t Table) bool {
	act := t.ID
	if t.Message != "" {
		act = "again " + string(c.ID)
	}
	if t.Series != nil {
		countCard(ctx, c, t, act)
		return true
	}
	ok, err := c.Take(ctx, act, cardAccounts(c, t)...)
	if err != nil {
		c.Log.Warn("card not counted, and not posted again", "challenge", t.ID, "error", err.Error())
	}
	return ok
}

// countCard counts a card that is posted in any case, on each account that has room for it. The program has none.
func countCard(ctx context.Context, c *bot.Call, t Table, act string) {
	if c.User == bot.RivalUser {
		return
	}
	for _, account := range cardAccounts(c, t) {
		if _, err := c.Take(ctx, act, account); err != nil {
			c.Log.Warn("card not counted", "challenge", t.ID, "error", err.Error())
		}
	}
}

// save writes a table that is new, or unchanged since it was read; otherwise the error is table.ErrChanged. Other
// records are written with it.
func save(ctx context.Context, c *bot.Call, t Table, also ...table.Record) error {
	older := table.Record{Key: olderKeys + t.ID, If: true}
	is := table.Record{Key: tableKey(t.ID), If: true}
	switch t.kept.Key {
	case older.Key: // the new record replaces this one
		older = t.kept
	case is.Key:
		is = t.kept
	}
	r, err := bot.With(is, t)
	if err != nil {
		return err
	}
	return put(ctx, c, t, append(also, older, r)...)
}

// put writes records of a table.
func put(ctx context.Context, c *bot.Call, t Table, rs ...table.Record) error {
	defer changed(c, t)
	return c.Records.Put(ctx, rs...)
}

// changed has the card of the table's series drawn again, if it belongs to one.
func changed(c *bot.Call, t Table) {
	if t.Series != nil {
		c.SeriesChanged()
	}
}

// readTable reads the record of a table or of an older challenge.
func readTable(ctx context.Context, c *bot.Call, r table.Record) (t Table, err error) {
	if strings.HasPrefix(r.Key, olderKeys) {
		var x olderChallenge
		err = c.Decode(ctx, r, &x)
		t = x.table()
	} else {
		err = c.Decode(ctx, r, &t)
	}
	t.kept = table.Record{Key: r.Key, If: true, Was: r.Value}
	return t, err
}

// tables returns the open tables for which fits is true. It clears expired ones away on the way.
func tables(ctx context.Context, c *bot.Call, fits func(Table) bool) (out []Table, err error) {
	each := func(r table.Record) error {
		t, err := readTable(ctx, c, r)
		switch {
		case err != nil:
			c.Log.Error("challenge unreadable", "key", r.Key, "error", fmt.Sprintf("%T", err))
		case !c.Games.Offers(c.Games.GameOf(t.Game)): // the host no longer offers its game
		case expired(c, t):
			return expire(ctx, c, t)
		case fits(t):
			out = append(out, t)
		}
		return nil
	}
	for _, prefix := range []string{tableKeys, olderKeys} {
		if err := c.Each(ctx, prefix, each); err != nil {
			return out, err
		}
	}
	return out, nil
}

// openTable reads an open table. If it is not open, the error is table.ErrNoRecord.
func openTable(ctx context.Context, c *bot.Call, id string) (t Table, err error) {
	r := table.Record{Key: tableKey(id)}
	r.Value, err = c.Records.Get(ctx, r.Key)
	if errors.Is(err, table.ErrNoRecord) {
		r.Key = olderKeys + id
		r.Value, err = c.Records.Get(ctx, r.Key)
	}
	if err != nil {
		return t, err
	}
	if t, err = readTable(ctx, c, r); err != nil {
		return t, err
	}
	switch {
	case !c.Games.Offers(c.Games.GameOf(t.Game)):
		return t, table.ErrNoRecord
	case expired(c, t):
		return t, errors.Join(table.ErrNoRecord, expire(ctx, c, t))
	}
	return t, nil
}

// changeTable changes an open table; the error is table.ErrNoRecord if it is gone.
func changeTable(ctx context.Context, c *bot.Call, id string, do func(*Table)) (t Table, err error) {
	err = bot.Retry(func() error {
		if t, err = openTable(ctx, c, id); err != nil {
			return err
		}
		was := t.Seats
		do(&t)
		if t.Series != nil && !slices.EqualFunc(was, t.Seats, sameOnCard) { // the series' card shows who is ready
			return save(ctx, c, t, bot.SeriesNews(t.Guild, t.Series.ID))
		}
		return save(ctx, c, t)
	})
	return t, err
}

// sameOnCard reports whether two seats look the same on the public card.
func sameOnCard(x, y Seat) bool { return x.User == y.User && x.Ready.Equal(y.Ready) }

// update is changeTable with an error that answers the call's user.
func update(ctx context.Context, c *bot.Call, t Table, do func(*Table)) (Table, error) {
	next, err := changeTable(ctx, c, t.ID, do)
	if errors.Is(err, table.ErrNoRecord) {
		err = bot.Refuse(tooLate(ctx, c, table.ID(t.ID)))
	}
	next.note, next.noted = t.note, t.noted
	return next, err
}

// drop deletes a table. gone reports whether it was already gone.
func drop(ctx context.Context, c *bot.Call, t Table) (gone bool, err error) {
	err = bot.Retry(func() error {
		now, err := openTable(ctx, c, t.ID)
		if err != nil {
			return err
		}
		return put(ctx, c, now, now.gone()...)
	})
	return errors.Is(err, table.ErrNoRecord), bot.NotFound(err)
}

// gone returns the records that delete a table, guarded by its state when read.
func (t Table) gone() []table.Record {
	rs := []table.Record{t.kept}
	if t.Series != nil {
		rs = append(rs, bot.SeriesNews(t.Guild, t.Series.ID))
	}
	return rs
}

func expired(c *bot.Call, t Table) bool { return c.Clock.Now().After(t.Until) }

// expire deletes a table whose time has run out, unless somebody has just taken a seat.
func expire(ctx context.Context, c *bot.Call, t Table) error {
	switch err := put(ctx, c, t, t.gone()...); {
	case errors.Is(err, table.ErrChanged):
		return nil
	case err != nil:
		return err
	}
	end(ctx, c, t, "Nobody accepted it in time.")
	return nil
}
