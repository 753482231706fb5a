package table

import (
	"context"
	"errors"
	"time"
)

// ID names a match: 1 to 40 characters of a-z, 0-9 and '-'. It is public: it stands in custom ids.
type ID string

// Effect is a wish to deliver something about a match. Lane says to whom ("public", "seat/1", …);
// deliveries of one lane are made one after another.
type Effect struct {
	Lane string
	Body []byte
	// Coalesce makes the wish desired state: a newer coalescing wish of the same lane replaces an
	// unpaid older one. Wishes that do not coalesce are all paid, in order.
	Coalesce bool
}

// Delivery is one leased wish.
type Delivery struct {
	Match ID
	Lane  string
	Seq   uint64 // grows with every wish of the lane; Done and Fail with an older Seq change nothing newer
	Token uint64 // this lease; a Done or Fail of an expired and re-leased delivery is refused with ErrLost
	Body  []byte
	Prior []byte // what the lane's last Done left: message ids and the like; nil before the first
	Tries int    // how often this wish was leased before
}

// Record is a small mutable value beside the matches: users, seats, settings, challenges. A nil Value deletes.
// Keys are 1 to 200 bytes, '/'-separated, and sort bytewise. Values hold at most 64 KiB.
type Record struct {
	Key   string
	Value []byte
}

// Commit is one accepted decision, durable whole or not at all.
type Commit struct {
	Match   ID
	Expect  uint64    // the version (number of events) the decision was made on; 0: the match must not exist yet
	Cause   string    // unique in the match: "i:<interaction>", "t:<timer>", "a:<referee action>"; 1 to 100 bytes
	At      time.Time // kept with each event, to the millisecond
	Events  [][]byte  // one or more
	State   []byte    // optional snapshot after Events
	Wake    time.Time // the match's next timer; zero: none
	Send    []Effect  // wishes to deliver, saved BEFORE anything is sent
	Records []Record  // small records that change with the decision
	Reply   []byte    // a repeat of Cause gets this back
}

// Receipt is what a Commit came to.
type Receipt struct {
	Version uint64 // the match's version after the decision
	Repeat  bool   // the cause had been applied before; nothing changed, Reply is that of the first time
	Reply   []byte
}

// Event is one stored event of a match.
type Event struct {
	Seq  uint64 // 1 is the match's first
	At   time.Time
	Data []byte
}

// Loaded is a match as stored: the newest snapshot, if any, and its events. A snapshot is a cache: the events stand for
// themselves.
type Loaded struct {
	Version  uint64
	Snapshot []byte  // nil: none, Events begin at Seq 1
	Base     uint64  // version of the snapshot
	Before   []Event // those up to Base
	Events   []Event // those after it
	Wake     time.Time
}

// Due is a match whose timer has run out.
type Due struct {
	Match ID
	Wake  time.Time
}

var (
	// ErrConflict: the match is not at the expected version; load again and decide anew.
	ErrConflict = errors.New("the match has moved on")
	// ErrUnknown: the commit may or may not be stored; repeat the same Commit to learn which.
	ErrUnknown = errors.New("not known whether the decision was stored")
	// ErrNoMatch: no such match, or no such record.
	ErrNoMatch = errors.New("no such match")
	// ErrLost: the lease had run out and was given to another.
	ErrLost = errors.New("the delivery was leased again")
	// ErrDamaged: the match's stored events do not fit their hash chain; that match is frozen, others go on.
	ErrDamaged = errors.New("the stored match is damaged")
)

// Store keeps matches. Promises, proved by storage/storetest: a commit is durable before it returns; the same
// cause is applied once, however often it comes; every wish is paid at least once unless a newer coalescing one
// replaced it; events are chained by hash.
type Store interface {
	// Commit stores one decision. ErrConflict, ErrUnknown, ErrNoMatch (Expect > 0 and nothing there).
	Commit(context.Context, Commit) (Receipt, error)
	// Load returns the newest snapshot and the events before and after it. ErrNoMatch, ErrDamaged.
	Load(context.Context, ID) (Loaded, error)
	// Events returns at most max events with Seq > after, oldest first.
	Events(ctx context.Context, m ID, after uint64, max int) ([]Event, error)
	// Due lists at most max matches whose Wake is not after now, earliest first. It changes nothing: firing a
	// timer is a Commit, which sets the next Wake.
	Due(ctx context.Context, now time.Time, max int) ([]Due, error)
	// NextWake is the earliest Wake of all matches, zero if none.
	NextWake(context.Context) (time.Time, error)
	// Lease takes up to max wishes whose time has come, at most one a lane, and hides them for d. A lane with a
	// wish under lease gives no other.
	Lease(ctx context.Context, now time.Time, d time.Duration, max int) ([]Delivery, error)
	// Done marks the wish paid and keeps result as the lane's Prior (nil keeps the old one). A newer wish of the
	// lane stays.
	Done(ctx context.Context, d Delivery, result []byte) error
	// Fail gives the wish back, not to be leased before retryAt; result as in Done, for what was half done.
	Fail(ctx context.Context, d Delivery, retryAt time.Time, result []byte) error
	// Get returns one record's value; ErrNoMatch if there is none.
	Get(ctx context.Context, key string) ([]byte, error)
	// List returns at most max records with the prefix and Key > after, in key order.
	List(ctx context.Context, prefix, after string, max int) ([]Record, error)
	// Put writes records, all or none.
	Put(ctx context.Context, rs ...Record) error
	Close() error
}
