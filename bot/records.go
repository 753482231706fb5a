package bot

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"

	"downsync/game/table"
)

// RecordVersion is the form of records with a version. A record of a later form is refused, not guessed at.
const RecordVersion = 1

// Read reads a record into v, which stays as it is if there is none. The error names the record and quotes nothing of it, as
// a record may be secret.
func (a *App) Read(ctx context.Context, key string, v any) error {
	raw, err := a.Records.Get(ctx, key)
	if err != nil {
		return NotFound(err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("record %s: %T", key, err)
	}
	return nil
}

// ReadVersion is Read for a record with a version, which v gives.
func (a *App) ReadVersion(ctx context.Context, key string, v any, version *int) error {
	err := a.Read(ctx, key, v)
	if err == nil && *version > RecordVersion {
		err = fmt.Errorf("record %s is of a later form %d", key, *version)
	}
	return err
}

// Write writes a record.
func (a *App) Write(ctx context.Context, key string, v any) error {
	r, err := RecordOf(key, v)
	if err != nil {
		return err
	}
	return a.Records.Put(ctx, r)
}

// Delete deletes records.
func (a *App) Delete(ctx context.Context, keys ...string) error {
	var rs []table.Record
	for _, k := range keys {
		rs = append(rs, table.Record{Key: k})
	}
	return a.Records.Put(ctx, rs...)
}

// RecordOf is a record with v as its value.
func RecordOf(key string, v any) (table.Record, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return table.Record{}, fmt.Errorf("record %s: %w", key, err)
	}
	return table.Record{Key: key, Value: raw}, nil
}

// ReadAll reads records of one sort, at most so many, in the order of their keys.
func ReadAll[T any](ctx context.Context, a *App, prefix string, most int) ([]T, error) {
	_, all, err := ReadKeyed[T](ctx, a, prefix, most)
	return all, err
}

// ReadKeyed reads them with what follows the prefix in the key of each.
func ReadKeyed[T any](ctx context.Context, a *App, prefix string, most int) (keys []string, all []T, err error) {
	rs, err := a.Records.List(ctx, prefix, "", most)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rs {
		var v T
		if err := json.Unmarshal(r.Value, &v); err != nil {
			return nil, nil, fmt.Errorf("record %s: %T", r.Key, err)
		}
		keys, all = append(keys, strings.TrimPrefix(r.Key, prefix)), append(all, v)
	}
	return keys, all, nil
}

// NotFound forgives that a record is not there.
func NotFound(err error) error {
	if errors.Is(err, table.ErrNoRecord) {
		return nil
	}
	return err
}

// KeyedMutex is a fixed number of mutexes, chosen by name. Two names may share one.
type KeyedMutex [64]sync.Mutex

// Lock locks the mutex of that name and returns what unlocks it.
func (s *KeyedMutex) Lock(name string) (unlock func()) {
	h := fnv.New32a()
	h.Write([]byte(name)) // documented never to fail
	mu := &s[h.Sum32()%uint32(len(s))]
	mu.Lock()
	return mu.Unlock
}

// NewID is a random id of 8 letters and digits without those that look alike.
func NewID() string {
	const alphabet = "abcdefghjkmnpqrstuvwxyz23456789a" // 32 of them, so that a byte picks evenly
	raw := make([]byte, 8)
	_, _ = rand.Read(raw) // documented never to fail
	for i := range raw {
		raw[i] = alphabet[raw[i]%32]
	}
	return string(raw)
}

// KeysOfUser are the keys of records of those sorts that end with the user.
func (a *App) KeysOfUser(ctx context.Context, u UserID, sorts ...string) (keys []string, err error) {
	const page = 500
	for _, sort := range sorts {
		for after := ""; ; {
			rs, err := a.Records.List(ctx, sort, after, page)
			if err != nil {
				return nil, err
			}
			for _, r := range rs {
				if strings.HasSuffix(r.Key, "/"+string(u)) {
					keys = append(keys, r.Key)
				}
			}
			if len(rs) < page {
				break
			}
			after = rs[len(rs)-1].Key
		}
	}
	return keys, nil
}
