package table

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// ID names a match: 1 to 40 characters of a-z, 0-9 and '-'. It is public, because custom ids contain it.
type ID string

// Effect is a request to deliver something about a match. Queue names the queue, and with it the recipient ("public",
// "seat/1", …). Deliveries of one queue are made one after another.
type Effect struct {
	Queue string
	Body  []byte
	// Coalesce makes the effect a desired state: a newer coalescing effect replaces older pending ones of its queue.
	// Effects that do not coalesce are all delivered, in order.
	Coalesce bool
}

// Delivery is one leased effect.
type Delivery struct {
	Match ID
	Queue string
	Seq   uint64 // grows with every effect of the queue; Done and Fail with an older Seq change nothing newer
	Token uint64 // this lease; ErrLost refuses Done and Fail after the delivery was leased again
	Body  []byte
	Prior []byte    // result of the queue's last Done or Fail, such as message ids; nil before the first
	Tries int       // how often this delivery failed before
	Due   time.Time // when it became due; a host that started later may not be the first to make it
	// Unsettled reports whether an earlier lease of the queue ended without Done or Fail: its host may have sent something that it did
	// not note.
	Unsettled bool
}

// Record is a small mutable value beside the matches: users, seats, settings, challenges. A nil Value deletes the
// record. Keys are 1 to 200 bytes, separated by '/', and sort bytewise. Values hold at most 64 KiB.
//
// With If it is written only while the store holds the value that was read: Was, or nothing if Was is nil. Otherwise the whole
// Put or Commit is refused with ErrChanged. So nobody who reads a record, decides and writes it needs a lock, and any number of
// hosts may do so.
type Record struct {
	Key   string
	Value []byte
	If    bool
	Was   []byte
}

// Stands reports whether the record may replace the stored value.
func (r Record) Stands(value []byte, found bool) bool {
	return !r.If || found == (r.Was != nil) && bytes.Equal(value, r.Was)
}

// Commit is one accepted decision. It is stored whole or not at all.
type Commit struct {
	Match   ID
	Expect  uint64    // the version (number of events) for which the decision was made; 0: the match must not exist yet
	Cause   string    // unique in the match: "i:<interaction>", "t:<timer>", "a:<referee action>", "l:<lost lease>"; 1 to 100 bytes
	At      time.Time // stored with each event, to the millisecond
	Events  [][]byte  // at least one
	State   []byte    // optional snapshot of the state after Events
	Wake    time.Time // the match's next timer; zero: none
	Send    []Effect  // what to deliver; it is saved BEFORE anything is sent
	Due     time.Time // when the deliveries are due; zero: At
	Records []Record  // small records that change with the decision
	Reply   []byte    // a repeat of Cause returns it
	Late    bool      // it may wait a few ms to share others' write; whoever needs the match meanwhile waits with it
}

// Stored returns the commit's events as a store keeps them.
func (c Commit) Stored() []Event {
	out := make([]Event, len(c.Events))
	for i, data := range c.Events {
		out[i] = Event{Seq: c.Expect + uint64(i) + 1, At: c.At.Truncate(time.Millisecond).UTC(), Data: bytes.Clone(data)}
	}
	return out
}

// SendDue returns when the commit's deliveries are due. At may be later than the host's clock: events keep the order of their
// times.
func (c Commit) SendDue() time.Time {
	if c.Due.IsZero() {
		return c.At
	}
	return c.Due.UTC().Truncate(time.Millisecond)
}

// Receipt is the result of a Commit.
type Receipt struct {
	Version uint64 // the match's version after the decision
	Repeat  bool   // the cause was applied before; nothing changed, and Reply is the first one
	Reply   []byte
}

// Event is one stored event of a match.
type Event struct {
	Seq  uint64 // 1 is the match's first
	At   time.Time
	Data []byte
}

// Head is the position of a match in its events. Two matches with the same head have the same events.
type Head struct {
	Version uint64            // the number of its events
	Hash    [sha256.Size]byte // of its chain of events; see Link
}

// Next returns the head of the match with one event more.
func (h Head) Next(e Event) Head { return Head{Version: e.Seq, Hash: Link(h.Hash, e)} }

// Loaded is a match as stored: its newest snapshot, if any, and its events. The snapshot is a cache: the events alone
// determine the match.
type Loaded struct {
	Version  uint64
	Snapshot []byte  // nil: none, and Events begin at Seq 1
	Base     uint64  // version of the snapshot
	Before   []Event // events up to Base
	Events   []Event // events after Base
	Wake     time.Time
}

// Due is a match whose timer has run out.
type Due struct {
	Match ID
	Wake  time.Time
}

// bodyAgain is the body of an effect that shows a state again.
const bodyAgain = "again"

// Again reports whether the queue may show something older than its last delivery, although nothing has changed since: a
// delivery that outlived its lease may have arrived after it.
func (d Delivery) Again() bool { return string(d.Body) == bodyAgain }

var (
	// ErrConflict: the match is not at the expected version. Load it and decide again.
	ErrConflict = errors.New("the match has moved on")
	// ErrChanged: a guarded record (Record.If) no longer holds what was read. Read it and decide again.
	ErrChanged = errors.New("a record has changed since it was read")
	// ErrUnknown: the commit may or may not be stored. Repeat the same Commit to find out.
	ErrUnknown = errors.New("not known whether the decision was stored")
	// ErrNoMatch: there is no such match.
	ErrNoMatch = errors.New("no such match")
	// ErrNoRecord: there is no such record.
	ErrNoRecord = errors.New("no such record")
	// ErrLost: the lease ran out, and the delivery was leased again.
	ErrLost = errors.New("the delivery was leased again")
	// ErrDamaged: the match's events do not fit their hash chain. That match is frozen; the others go on.
	ErrDamaged = errors.New("the stored match is damaged")
)

// Store keeps matches. Package storage/storetest proves its promises: a commit is durable before it returns; a cause is
// applied once, however often it is sent; every effect is delivered at least once, unless a newer coalescing effect
// replaced it; events form a hash chain.
type Store interface {
	Matches
	Queues
	Records
	Close() error
}

// Matches keeps the decisions of matches, and their timers.
type Matches interface {
	// Commit stores one decision. Errors: ErrConflict, ErrChanged, ErrUnknown, and ErrNoMatch if Expect > 0 and there is no match.
	Commit(context.Context, Commit) (Receipt, error)
	// Load returns the newest snapshot and the events before and after it. Errors: ErrNoMatch, ErrDamaged.
	Load(context.Context, ID) (Loaded, error)
	// Head returns the match's head. Error: ErrNoMatch.
	Head(context.Context, ID) (Head, error)
	// Events returns at most max events with Seq > after, oldest first.
	Events(ctx context.Context, m ID, after uint64, max int) ([]Event, error)
	// Due lists at most max matches whose Wake is not after now, earliest first. It changes nothing: firing a timer is
	// a Commit, which sets the next Wake.
	Due(ctx context.Context, now time.Time, max int) ([]Due, error)
	// NextWake returns the earliest Wake of all matches, or the zero time if there is none.
	NextWake(context.Context) (time.Time, error)
}

// Queues keeps the deliveries that are still to be made.
type Queues interface {
	// Lease leases up to max deliveries that are due, at most one per queue, for the duration d. A queue whose first
	// delivery is leased offers no other.
	Lease(ctx context.Context, now time.Time, d time.Duration, max int) ([]Delivery, error)
	// Done removes the delivery and keeps result as the queue's Prior; nil keeps the old one. Newer deliveries of the
	// queue stay. Records are written with it or not at all. Errors: ErrLost; ErrChanged, after which the lease still holds.
	Done(ctx context.Context, d Delivery, result []byte, rs ...Record) error
	// Fail postpones the delivery to retryAt at the earliest. result and records are kept as in Done, for a partial delivery.
	Fail(ctx context.Context, d Delivery, retryAt time.Time, result []byte, rs ...Record) error
	// RetryNow makes every delivery due that waits for a time after now.
	RetryNow(ctx context.Context, now time.Time) error
}

// Records keeps small mutable records beside the matches. A record without a value is deleted.
type Records interface {
	// Get returns the value of one record, or ErrNoRecord.
	Get(ctx context.Context, key string) ([]byte, error)
	// List returns at most max records with the prefix and Key > after, in key order.
	List(ctx context.Context, prefix, after string, max int) ([]Record, error)
	// Put writes records, all or none. Error: ErrChanged.
	Put(ctx context.Context, rs ...Record) error
}
