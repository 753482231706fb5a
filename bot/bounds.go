package bot

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Reached is an error: there is no room under a bound. Call.Trouble answers with the bound's refusal.
type Reached struct {
	Bound bound.Bound
	Most  int       // its number on this host
	Next  time.Time // when the act is possible again; zero without a Span
}

func (r Reached) Error() string { return "reached: " + r.Bound.Name }

// said returns the refusal.
func (r Reached) said(v Voice) string {
	args := []any{r.Most, r.Next.Unix()}
	if r.Next.IsZero() {
		args = args[:1]
	}
	return v.Say(r.Bound.Told, args...)
}

// ReachedText returns the refusal if the error is that a bound is reached, "" otherwise.
func (v Voice) ReachedText(err error) string {
	var reached Reached
	if !errors.As(err, &reached) {
		return ""
	}
	return reached.said(v)
}

// Most returns the number of a bound on this host.
func (a *App) Most(b bound.Bound) int { return a.Limits.Most(b) }

// Fits returns Reached if so many of a bound's things exist that there can be no further one.
func (a *App) Fits(b bound.Bound, exist int) error {
	if most := a.Most(b); exist >= most {
		return Reached{Bound: b, Most: most}
	}
	return nil
}

const (
	boundKeys = "bound/"
	// boundKeyRecord is the key of the record of the key with which whom a bound counts is hashed.
	boundKeyRecord = "bound-key"
	// boundsEvery is how often lapsed counts are looked for.
	boundsEvery = 10 * time.Minute
)

// counted is an act that a bound counts. For identifies it, so that the same act counts once however often it is repeated.
type counted struct {
	At  time.Time `json:"at"`
	For string    `json:"for,omitempty"`
}

// Account is a bound for one of those whom it counts apart: a user, a server, or several ids together.
type Account struct {
	Bound bound.Bound
	Of    []string
}

// AccountOf returns the account of these ids.
func AccountOf[T ~string](b bound.Bound, of ...T) Account {
	a := Account{Bound: b}
	for _, id := range of {
		a.Of = append(a.Of, string(id))
	}
	return a
}

// Count returns the record that counts an act by a bound. Written with the act, it fails if another act was counted meanwhile. The
// error is Reached if the bound is reached. An act with the same name, such as an interaction delivered twice, counts once.
func (a *App) Count(ctx context.Context, of Account, act string) (table.Record, error) {
	x := tally{a, of}
	r, acts, err := x.read(ctx)
	if err != nil {
		return r, err
	}
	return x.with(r, acts, act)
}

// CountAll is Count for several accounts.
func (a *App) CountAll(ctx context.Context, act string, of ...Account) (rs []table.Record, err error) {
	for _, x := range of {
		r, err := a.Count(ctx, x, act)
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// Changed reports whether one of the records has changed since it was read.
func (a *App) Changed(ctx context.Context, rs ...table.Record) bool {
	for _, r := range rs {
		raw, err := a.Records.Get(ctx, r.Key)
		if NotFound(err) != nil || !bytes.Equal(raw, r.Was) {
			return true
		}
	}
	return false
}

// Take counts an act at once, in a commit of its own. ok is false if a bound is reached; nothing is counted then.
func (a *App) Take(ctx context.Context, act string, of ...Account) (ok bool, err error) {
	err = Retry(func() error {
		rs, err := a.CountAll(ctx, act, of...)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(rs, func(r table.Record) bool { return !bytes.Equal(r.Was, r.Value) }) { // counted before
			return nil
		}
		return a.Records.Put(ctx, rs...)
	})
	if errors.As(err, new(Reached)) {
		return false, nil
	}
	return err == nil, err
}

// tally holds the counts of an account in the store.
type tally struct {
	*App
	Account
}

// read returns the acts that count now, with the guard of their record. It first takes over the counts of an older program.
func (x tally) read(ctx context.Context) (r table.Record, acts []counted, err error) {
	for prefix, b := range olderCounts {
		if b.Name != x.Bound.Name || len(x.Of) != 1 {
			continue
		}
		older := table.Record{Key: prefix + x.Of[0]}
		if older.Value, err = x.Records.Get(ctx, older.Key); err == nil {
			err = takeOver(ctx, x.App, prefix, b, older)
		}
		if NotFound(err) != nil && !errors.Is(err, table.ErrChanged) { // otherwise another host has just done it
			return r, nil, err
		}
	}
	return x.own(ctx)
}

// own is read without the counts of an older program.
func (x tally) own(ctx context.Context) (r table.Record, acts []counted, err error) {
	key, err := x.boundKey(ctx)
	if err != nil {
		return r, nil, err
	}
	r, err = x.Guard(ctx, boundKeys+x.Bound.Name+"/"+KeyedHash(key, strings.Join(append([]string{x.Bound.Name}, x.Of...), "/")), &acts)
	return r, unlapsed(x.Clock.Now(), x.Bound, acts), err
}

// with returns the record with one more act. The error is Reached if the bound is reached.
func (x tally) with(r table.Record, acts []counted, act string) (table.Record, error) {
	if act == "" || !slices.ContainsFunc(acts, func(y counted) bool { return y.For == act }) {
		if most := x.Most(x.Bound); len(acts) >= most {
			return r, Reached{x.Bound, most, acts[len(acts)-most].At.Add(x.Bound.Span)}
		}
		acts = append(acts, counted{x.Clock.Now().UTC(), act})
	}
	return With(r, acts)
}

// unlapsed returns the acts that still count.
func unlapsed(now time.Time, b bound.Bound, acts []counted) []counted {
	return slices.DeleteFunc(acts, func(x counted) bool { return now.Sub(x.At) >= b.Span })
}

// boundKey returns the store's key for the hashes of counted users and servers.
func (a *App) boundKey(ctx context.Context) (key string, err error) {
	if known := a.hashed.Load(); known != nil {
		return *known, nil
	}
	key, err = Change(ctx, a, boundKeyRecord, func(key *string) error {
		if *key == "" {
			*key = rand.Text()
		}
		return nil
	})
	if err == nil {
		a.hashed.Store(&key)
	}
	return key, err
}

// MayCall reports whether the call's user may notify another user of something new, of that sort and with that id. If
// so, it counts the call. Calls from which a match with the other user came do not keep the user from further ones.
func (c *Call) MayCall(ctx context.Context, sort string, to wire.UserID, id string) (may bool, err error) {
	err = Retry(func() error {
		pair := tally{c.App, AccountOf(bound.Calls, string(c.User), sort, string(to))}
		guard, acts, err := pair.read(ctx)
		if err != nil {
			return err
		}
		for n := len(acts) - 1; n >= 0; n-- {
			if acts[n].For == id {
				continue
			}
			meta, err := c.Hall.Meta(ctx, table.ID(acts[n].For))
			switch {
			case err == nil && slices.Contains(meta.Users, to):
				acts = slices.Delete(acts, n, n+1)
			case err != nil && !errors.Is(err, table.ErrNoMatch):
				return err
			}
		}
		mine, err := pair.with(guard, acts, id)
		if err != nil {
			return err
		}
		theirs, err := c.Count(ctx, AccountOf(bound.Called, to), id)
		if err != nil {
			return err
		}
		return c.Records.Put(ctx, mine, theirs)
	})
	if errors.As(err, new(Reached)) {
		return false, nil
	}
	return err == nil, err
}

// Rings reports whether a message about the act may come with a sound, and counts it if so. If it cannot find out, it reports false.
func (a *App) Rings(ctx context.Context, act string, of ...Account) bool {
	ok, err := a.Take(ctx, act, of...)
	if err != nil {
		a.Log.Warn("sounds not counted", "error", err.Error())
	}
	return ok
}

// dropCounts deletes the lapsed counts, and takes over the counts of older programs, which named users.
func dropCounts(ctx context.Context, c *Call) (n int, err error) {
	now := c.Clock.Now()
	if last := c.looked.Load(); last != nil && now.Sub(*last) < boundsEvery && !now.Before(*last) {
		return 0, nil
	}
	err = c.Each(ctx, boundKeys, func(r table.Record) error {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.Key, boundKeys), "/")
		var acts []counted
		b, known := bound.Named(name)
		if err := json.Unmarshal(r.Value, &acts); err != nil || !known || len(unlapsed(now, b, acts)) > 0 { // or it is another program's
			return nil
		}
		n++
		if err := c.Records.Put(ctx, table.Record{Key: r.Key, If: true, Was: r.Value}); !errors.Is(err, table.ErrChanged) {
			return err
		}
		return nil
	})
	for prefix, b := range olderCounts {
		err = errors.Join(err, c.Each(ctx, prefix, func(r table.Record) error {
			n++
			if err := takeOver(ctx, c.App, prefix, b, r); !errors.Is(err, table.ErrChanged) { // otherwise another host has just done it
				return err
			}
			return nil
		}))
	}
	if err == nil {
		c.looked.Store(&now)
	}
	return n, err
}

// olderCounts begin the keys under which programs without this table counted by users' ids, with the bounds that take over their
// times. The others hold no times, or lapse within an hour.
var olderCounts = map[string]bound.Bound{"disputes/": bound.Disputes, "offered/": bound.Offered, "offering/": bound.Offering, "called/": {}, "reporting/": {}}

// takeOver deletes an older program's record of counts by a user's id. Its times go on to count.
func takeOver(ctx context.Context, a *App, prefix string, b bound.Bound, r table.Record) error {
	gone := table.Record{Key: r.Key, If: true, Was: r.Value}
	var times []time.Time
	if err := json.Unmarshal(r.Value, &times); b.Name == "" || err != nil {
		return a.Records.Put(ctx, gone)
	}
	guard, acts, err := tally{a, AccountOf(b, strings.TrimPrefix(r.Key, prefix))}.own(ctx)
	if err != nil {
		return err
	}
	for _, at := range times {
		acts = append(acts, counted{At: at})
	}
	slices.SortFunc(acts, func(x, y counted) int { return x.At.Compare(y.At) })
	if guard, err = With(guard, acts); err != nil {
		return err
	}
	return a.Records.Put(ctx, gone, guard)
}

// Unnamed returns a name that replaces a user's id in a record once their data is removed. IsUser recognises the user by it; it names nobody.
func Unnamed(scope string, u wire.UserID) wire.UserID {
	key := rand.Text()
	return wire.UserID(GoneUser + key + "." + KeyedHash(key, scope+"/"+string(u)))
}

// IsUser reports whether an entry of a record is the user, or has replaced their id since their data was removed. The scope is the one that
// Unnamed was given.
func IsUser(entry wire.UserID, scope string, u wire.UserID) bool {
	key, hash, gone := strings.Cut(strings.TrimPrefix(string(entry), GoneUser), ".")
	return entry == u || gone && hash == KeyedHash(key, scope+"/"+string(u))
}

// KeyedHash returns a hash by which a holder of the key can recognise a text but cannot read it.
func KeyedHash(key, text string) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(text)) // documented never to fail
	return hex.EncodeToString(h.Sum(nil))
}
