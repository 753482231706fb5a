package game

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// A snapshot holds what replay needs of the records up to a version, so that a long match loads quickly. It is a cache:
// replaying the records produces the same match, which gametest proves after every step. It belongs to the truth.
type snapshot struct {
	Form    string // layout of the state in this program; a snapshot of another layout is not read
	Card    Card
	Seats   int
	Version int
	State   json.RawMessage
	// The next fields belong to match.
	Answers, Standings, Shown, Counts, Undoable, Rolls []int
	UndoSeat                                           Seat
	Acted                                              []string
	Pending                                            []sealedReply
	// Halves lists the versions at which replies were sealed.
	Halves []int
}

// sealedReply is a sealed reply with its ask.
type sealedReply struct {
	Seat     Seat
	ID, Name string
	Group    string
	Order    string
	Lapse    bool
}

// kernelForm changes when the kernel's part of a snapshot does.
const kernelForm = "4"

// formOf returns a fingerprint of the state's layout. It changes when a field is added, renamed or retyped, so that a
// program never reads a state of another layout.
func formOf[S any](r Ruleset[S]) string {
	h := sha256.New()
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		fmt.Fprintf(h, "%s %s;", t, t.Kind())
		if seen[t] {
			return
		}
		seen[t] = true
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(t.Elem())
		case reflect.Map:
			walk(t.Key())
			walk(t.Elem())
		case reflect.Struct:
			for f := range t.Fields() {
				if f.IsExported() {
					fmt.Fprintf(h, "%s %q ", f.Name, f.Tag)
					walk(f.Type)
				}
			}
		}
	}
	walk(reflect.TypeFor[S]())
	card := r.Card()
	return kernelForm + "/" + card.Version + "/" + hex.EncodeToString(h.Sum(nil)[:8])
}

func (m *match[S]) Snapshot() ([]byte, error) {
	state, err := m.rules.Save(m.state)
	if err != nil {
		return nil, fmt.Errorf("snapshot at %d: %w", len(m.entries), err)
	}
	counts := make([]int, len(m.told))
	for i := range counts {
		counts[i] = m.skipped[i] + len(m.told[i])
	}
	s := snapshot{Form: m.form, Card: m.rules.Card(), Seats: m.seats, Version: len(m.entries), State: state,
		Answers: m.answers, Standings: m.standings, Shown: m.shown, Counts: counts, Undoable: m.undoable, Rolls: m.rolls, UndoSeat: m.undoSeat, Acted: m.acted}
	for k, p := range m.pending {
		s.Pending = append(s.Pending, sealedReply{k.seat, k.id, p.name, p.group, p.reply.Order(), p.lapse})
	}
	slices.SortFunc(s.Pending, func(a, b sealedReply) int { return int(a.Seat - b.Seat) })
	for i, e := range m.entries {
		if e.sealed > 0 {
			s.Halves = append(s.Halves, i+1)
		}
	}
	return json.Marshal(s)
}

func (g sealed[S]) Restore(raw []byte, before [][]byte) (Match, error) {
	var s snapshot
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	if s.Form != g.form || !s.Card.same(g.rules.Card()) {
		return nil, ErrOtherForm
	}
	if s.Version < 1 || s.Version != len(before) {
		return nil, fmt.Errorf("%w: it is of version %d, with %d records before it", ErrSnapshot, s.Version, len(before))
	}
	if len(s.Answers) != s.Seats+1 || len(s.Standings) != s.Seats+1 || len(s.Shown) != s.Seats+1 || len(s.Counts) != s.Seats+2 ||
		len(s.Rolls) != s.Seats+2 || len(s.Acted) != s.Seats+1 {
		return nil, fmt.Errorf("%w: its counts are not for %d seats", ErrSnapshot, s.Seats)
	}
	state, err := g.rules.Load(s.State)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	m := newMatch(g, s.Seats)
	m.state, m.past, m.base, m.entries = state, before, s.Version, make([]entry, s.Version)
	m.answers, m.standings, m.shown, m.skipped, m.rolls = s.Answers, s.Standings, s.Shown, s.Counts, s.Rolls
	m.undoable, m.undoSeat, m.acted = s.Undoable, s.UndoSeat, s.Acted
	m.recent[s.Version] = state
	for _, p := range s.Pending {
		r, err := g.rules.Parse(p.Order)
		if err != nil {
			return nil, fmt.Errorf("%w: sealed order %q: %w", ErrSnapshot, p.Order, err)
		}
		m.pending[askKey{p.Seat, p.ID}] = held{name: p.Name, group: p.Group, reply: r, lapse: p.Lapse}
	}
	for _, v := range s.Halves {
		if v < 1 || v > s.Version {
			return nil, fmt.Errorf("%w: half a step at %d of %d", ErrSnapshot, v, s.Version)
		}
		m.entries[v-1].sealed = 1
	}
	return m, nil
}

// unpack decodes the records before the snapshot that the match was restored from. It does so on demand: when somebody
// reads their facts, or undoes a step before the snapshot. It panics on a record that does not decode, which is a fault
// of the store or the program.
func unpack[S any](m *match[S]) {
	if m.past == nil {
		return
	}
	before := make([][]Fact, len(m.told))
	for i, raw := range m.past {
		rec, err := DecodeRecord(raw)
		if err != nil {
			panic(fmt.Sprintf("game: record %d: %v", i+1, err))
		}
		facts, err := decodeFacts(m.rules, rec.Facts)
		if err != nil {
			panic(fmt.Sprintf("game: record %d: %v", i+1, err))
		}
		rec.Facts = nil
		e := &m.entries[i]
		e.rec, e.facts, e.from, e.folds = rec, facts, i, facts
		if rec.Kind == recordUndo {
			e.from, e.folds = rec.Back, kept(m.entries[rec.Back:i], rec.Seat != 0)
			m.undone = true
		}
		for k := range before {
			before[k] = appendTold(before[k], facts, viewer(m, k))
		}
	}
	for k := range before {
		m.told[k], m.skipped[k] = append(before[k], m.told[k]...), 0
	}
	m.past = nil
}
