package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"downsync/bot/wire"
	"downsync/game/table"
)

// RecordVersion is the form of records with a version, unless their type names a later one. A record of a still later
// form is refused, not guessed at.
const RecordVersion = 1

// formed is a record with a version. A type with a form later than RecordVersion has a method LatestForm.
type formed interface{ Form() *int }

func latestForm(x formed) int {
	if later, ok := x.(interface{ LatestForm() int }); ok {
		return later.LatestForm()
	}
	return RecordVersion
}

// Read reads a record into v, and leaves v unchanged if there is none. The error names the record but quotes none of
// it, because it may be secret.
func (a *App) Read(ctx context.Context, key string, v any) error {
	_, err := a.Guard(ctx, key, v)
	return err
}

// Guard is Read, and returns a guard: a record without a value, whose write fails unless the store still holds what was
// read.
func (a *App) Guard(ctx context.Context, key string, v any) (table.Record, error) {
	guard := table.Record{Key: key, If: true}
	raw, err := a.Records.Get(ctx, key)
	if err != nil {
		return guard, NotFound(err)
	}
	if err := a.Decode(ctx, table.Record{Key: key, Value: raw}, v); err != nil {
		return guard, err
	}
	if x, ok := v.(formed); ok && *x.Form() > latestForm(x) {
		return guard, fmt.Errorf("record %s is of a later form %d", key, *x.Form())
	}
	guard.Was = raw
	return guard, nil
}

// Decode reads the record's value into v and moves the deadlines in it, so that no outage counts.
func (a *App) Decode(ctx context.Context, r table.Record, v any) error {
	if err := json.Unmarshal(r.Value, v); err != nil {
		return fmt.Errorf("record %s: %T", r.Key, err)
	}
	if x, ok := v.(timed); ok {
		return a.skipOutages(ctx, x)
	}
	return nil
}

// With returns the record with v as its value.
func With(r table.Record, v any) (table.Record, error) {
	var err error
	if r.Value, err = json.Marshal(v); err != nil {
		return r, fmt.Errorf("record %s: %w", r.Key, err)
	}
	return r, nil
}

// Retry repeats a function that reads records, decides and writes them. The function returns table.ErrChanged if others
// changed the records meanwhile. Each failure means that another user succeeded, so the tries end soon; it gives up
// after more tries than any number of users needs.
func Retry(do func() error) (err error) {
	const tries = 100
	for range tries {
		if err = do(); !errors.Is(err, table.ErrChanged) {
			return err
		}
	}
	return err
}

// Change changes a record. The function gets the stored value, or the zero value. Change writes the result unless it is
// the same or the function fails, and deletes the record if the result has a method Empty that returns true. If others
// change the record meanwhile, it calls the function again.
func Change[T any](ctx context.Context, a *App, key string, change func(*T) error) (v T, err error) {
	return ChangeWith(ctx, a, key, func(v *T) ([]table.Record, error) { return nil, change(v) })
}

// ChangeWith is Change with further records to write with the change, such as guards of the records behind the
// decision.
func ChangeWith[T any](ctx context.Context, a *App, key string, change func(*T) ([]table.Record, error)) (v T, err error) {
	err = Retry(func() error {
		v = *new(T)
		r, err := a.Guard(ctx, key, &v)
		if err != nil {
			return err
		}
		before, err := With(r, v)
		if err != nil {
			return err
		}
		also, err := change(&v)
		if err != nil {
			return err
		}
		x, isFormed := any(&v).(formed)
		same, err := With(r, v)
		if err != nil || bytes.Equal(same.Value, before.Value) {
			return err
		}
		if isFormed {
			*x.Form() = latestForm(x)
		}
		if e, ok := any(v).(interface{ Empty() bool }); !ok || !e.Empty() {
			if r, err = With(r, v); err != nil {
				return err
			}
		}
		return a.Records.Put(ctx, append(also, r)...)
	})
	return v, err
}

// Write writes a record in its own commit.
func (a *App) Write(ctx context.Context, key string, v any) error {
	r, err := RecordOf(key, v)
	if err != nil {
		return err
	}
	return a.Records.Put(ctx, r)
}

// Delete deletes records in one commit.
func (a *App) Delete(ctx context.Context, keys ...string) error {
	var rs []table.Record
	for _, k := range keys {
		rs = append(rs, table.Record{Key: k})
	}
	return a.Records.Put(ctx, rs...)
}

// RecordOf returns a record with v as its value.
func RecordOf(key string, v any) (table.Record, error) {
	return With(table.Record{Key: key}, v)
}

// ReadAll reads the records of one sort, at most that many, in the order of their keys.
func ReadAll[T any](ctx context.Context, a *App, prefix string, most int) ([]T, error) {
	_, all, err := ReadKeyed[T](ctx, a, prefix, most)
	return all, err
}

// ReadKeyed is ReadAll. It also returns the rest of each key after the prefix.
func ReadKeyed[T any](ctx context.Context, a *App, prefix string, most int) (keys []string, all []T, err error) {
	rs, err := a.Records.List(ctx, prefix, "", most)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rs {
		var v T
		if err := a.Decode(ctx, r, &v); err != nil {
			return nil, nil, err
		}
		keys, all = append(keys, strings.TrimPrefix(r.Key, prefix)), append(all, v)
	}
	return keys, all, nil
}

// Each calls do with each record whose key begins with the prefix, in the order of the keys, until do fails.
func (a *App) Each(ctx context.Context, prefix string, do func(table.Record) error) error {
	const page = 500
	for after := ""; ; {
		rs, err := a.Records.List(ctx, prefix, after, page)
		if err != nil {
			return err
		}
		for _, r := range rs {
			if err := do(r); err != nil {
				return err
			}
		}
		if len(rs) < page {
			return nil
		}
		after = rs[len(rs)-1].Key
	}
}

// EachOf is Each with the decoded value of each record.
func EachOf[T any](ctx context.Context, a *App, prefix string, do func(table.Record, T) error) error {
	return a.Each(ctx, prefix, func(r table.Record) error {
		var v T
		if err := a.Decode(ctx, r, &v); err != nil {
			return err
		}
		return do(r, v)
	})
}

// NotFound returns nil for the error that a record does not exist, and any other error unchanged.
func NotFound(err error) error {
	if errors.Is(err, table.ErrNoRecord) {
		return nil
	}
	return err
}

// KeysOfUser returns the keys of the records of those sorts that belong to the user.
func (a *App) KeysOfUser(ctx context.Context, u wire.UserID, sorts ...string) (keys []string, err error) {
	for _, sort := range sorts {
		err = errors.Join(err, a.Each(ctx, sort, func(r table.Record) error {
			if strings.HasSuffix(r.Key, "/"+string(u)) {
				keys = append(keys, r.Key)
			}
			return nil
		}))
	}
	return keys, err
}
