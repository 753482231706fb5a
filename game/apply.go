package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tookBackKind is the kind of TookBack.
const tookBackKind = "took-back"

// TookBack is a fact of the kernel: a seat (0: the referee) took back steps, and what was told of them is void. Viewers
// who were told nothing of the steps are not told of this either.
type TookBack struct {
	Seat Seat `json:"seat"`
	// Public is set if everybody had been told something. Otherwise only Seats had.
	Public bool   `json:"public,omitempty"`
	Seats  []Seat `json:"seats,omitempty"`
}

// Kind returns "took-back".
func (TookBack) Kind() string { return tookBackKind }

// For tells those who had been told of the void steps, without saying who else had.
func (f TookBack) For(v Viewer) Fact {
	if f.Public || v.IsReferee() || slices.ContainsFunc(f.Seats, func(s Seat) bool { return v.Sees(s) }) {
		return TookBack{Seat: f.Seat, Public: f.Public}
	}
	return nil
}

// tookBack returns the fact for taking back the entries void. Announcements of a referee in the meantime stay, and do not make
// an undo known: others would learn that there was something to take back. In older records they did.
func tookBack[S any](m *match[S], by Seat, void []entry, older bool) TookBack {
	if by != 0 && !older {
		void = slices.DeleteFunc(slices.Clone(void), func(e entry) bool { return e.rec.Kind == recordMark })
	}
	f := TookBack{Seat: by, Public: told(void, Onlooker())}
	for s := Seat(1); int(s) <= m.seats && !f.Public; s++ {
		if s == by || told(void, Player(s)) {
			f.Seats = append(f.Seats, s)
		}
	}
	return f
}

// told reports whether the viewer was told anything of the entries that a rewind makes void.
func told(void []entry, v Viewer) bool {
	for _, e := range void {
		if isStanding(e.rec) {
			continue
		}
		for _, f := range e.facts {
			if f.For(v) != nil {
				return true
			}
		}
	}
	return false
}

func decodeTookBack(b []byte) (Fact, error) {
	var f TookBack
	err := json.Unmarshal(b, &f)
	return f, err
}

func (m *match[S]) Undo(s Seat) (Step, error) {
	if !m.CanUndo(s) {
		return Step{}, &Refusal{Code: "no-undo", Text: "nothing to take back: only your own last step, before anyone answered it, and only if nothing was rolled or revealed"}
	}
	return back(m, Record{Kind: recordUndo, Seat: s, Back: m.undoable[len(m.undoable)-1]}, true, false)
}

// undoAgain decides the undo of the record again, which may be one of an older program.
func undoAgain[S any](m *match[S], rec Record) (Step, error) {
	st, err := m.Undo(rec.Seat)
	if err != nil || slices.EqualFunc(st.Record.Facts, rec.Facts, func(a, b StoredFact) bool { return a.Kind == b.Kind && bytes.Equal(a.Data, b.Data) }) {
		return st, err
	}
	return back(m, Record{Kind: recordUndo, Seat: rec.Seat, Back: st.Record.Back}, true, true)
}

func (m *match[S]) Join(st Step) Step {
	rec := &st.Record
	rec.Joined = m.CanUndo(rec.Seat) && rec.Kind == recordStep && !rec.Bound && !isStanding(*rec)
	return st
}

func (m *match[S]) End(r Result) (Step, error) {
	if _, over := m.Result(); over {
		return Step{}, &Refusal{Code: "over", Text: "the match is over"}
	}
	if len(r.Rank) != m.seats || r.Why == "" {
		return Step{}, fmt.Errorf("a result of %d ranks, why %q: expected %d and a reason", len(r.Rank), r.Why, m.seats)
	}
	tx := begin(m, nil)
	m.rules.End(tx, r)
	return finish(m, tx, Record{Kind: recordEnd, Bound: true})
}

func (m *match[S]) Drop(seat Seat, why string, d Dice) (Step, error) {
	rules, ok := m.rules.(Dropper[S])
	now := m.Seating()
	switch _, over := m.Result(); {
	case !ok || seat < 1 || int(seat) > m.seats || why == "":
		return Step{}, fmt.Errorf("seat %d of a match of %s cannot go out, why %q", seat, m.rules.Card().ID, why)
	case over:
		return Step{}, &Refusal{Code: "over", Text: "the match is over"}
	case !now.In(seat):
		return Step{}, &Refusal{Code: "out", Text: "that seat is out already"}
	case len(now.Without(seat).Left()) < 2:
		return Step{}, &Refusal{Code: "end", Text: "only one side would be left: the match has to end"}
	}
	tx := begin(m, d)
	rules.Drop(tx, seat, why)
	return finish(m, tx, Record{Kind: recordDrop, Seat: seat, Note: why, Bound: true})
}

func (m *match[S]) Rewind(to int) (Step, error) {
	if to < 1 || to >= len(m.entries) {
		return Step{}, &Refusal{Code: "no-such-step", Text: "a rewind goes to a step from 1 to %d", Args: []any{len(m.entries) - 1}}
	}
	return back(m, Record{Kind: recordUndo, Back: to, Bound: true}, false, false)
}

// back decides to return to the version rec.Back. If keep is set it keeps the standing facts made since, because they may
// belong to other seats. older is as in tookBack.
func back[S any](m *match[S], rec Record, keep, older bool) (Step, error) {
	if rec.Back < 1 || rec.Back >= len(m.entries) {
		return Step{}, fmt.Errorf("a step back to %d of %d", rec.Back, len(m.entries))
	}
	if m.entries[rec.Back-1].sealed > 0 {
		return Step{}, &Refusal{Code: "half-step", Text: "that point lies inside a step; choose the one before or after"}
	}
	if rec.Back < m.base {
		unpack(m)
	}
	f := tookBack(m, rec.Seat, m.entries[rec.Back:], older)
	stored, err := storeFacts([]Fact{f})
	if err != nil {
		return Step{}, err
	}
	rec.Facts = stored
	return Step{Record: rec, facts: []Fact{f}, next: stateAt(m, rec.Back, kept(m.entries[rec.Back:], keep)), on: len(m.entries)}, nil
}

// kept returns the standing facts of the entries if keep is set.
func kept(since []entry, keep bool) []Fact {
	var out []Fact
	for _, e := range since {
		if keep && isStanding(e.rec) {
			out = append(out, e.facts...)
		}
	}
	return out
}

// stateAt returns the state at the version with more folded on top. It follows each undo to the version to which it led back,
// so that undone steps cost nothing.
func stateAt[S any](m *match[S], version int, more []Fact) S {
	var parts [][]Fact
	var state S
	for v := version; v > 0; v = m.entries[v-1].from {
		if s, ok := m.recent[v]; ok {
			state = s
			break
		}
		parts = append(parts, m.entries[v-1].folds)
	}
	for _, part := range slices.Backward(parts) {
		state = folded(m, state, part)
	}
	return folded(m, state, more)
}

func (m *match[S]) Apply(st Step) {
	if st.on != len(m.entries) {
		panic("game: step applied to another version")
	}
	next := m.state
	if st.next != nil {
		next = st.next.(S)
	}
	rec := st.Record
	rec.Facts = nil
	m.ahead, m.aheadOf = st.asks, len(m.entries)+1
	adopt(m, entry{rec: rec, facts: st.facts}, next)
}

func (m *match[S]) Replay(r Record) error {
	facts, err := decodeFacts(m.rules, r.Facts)
	if err != nil {
		return fmt.Errorf("record %d: %w", len(m.entries)+1, err)
	}
	if !slices.Contains(recordKinds, r.Kind) {
		return fmt.Errorf("record %d: of kind %q: %w", len(m.entries)+1, r.Kind, ErrNewer)
	}
	if r.Seat < 0 || int(r.Seat) > m.seats {
		return fmt.Errorf("record %d: seat %d of %d", len(m.entries)+1, r.Seat, m.seats)
	}
	for _, d := range r.Rolls {
		if d.Stream < 0 || d.Stream > NobodysDice(m.seats) {
			return fmt.Errorf("record %d: a die of stream %d", len(m.entries)+1, d.Stream)
		}
	}
	r.Facts = nil
	if err := replay(m, entry{rec: r, facts: facts}); err != nil {
		return fmt.Errorf("record %d: %w", len(m.entries)+1, err)
	}
	return nil
}

// replay applies a stored entry.
func replay[S any](m *match[S], e entry) error {
	next := m.state
	if e.rec.Kind == recordUndo {
		st, err := back(m, Record{Kind: recordUndo, Seat: e.rec.Seat, Back: e.rec.Back}, e.rec.Seat != 0, false)
		if err != nil {
			return err
		}
		adopt(m, e, st.next.(S))
		return nil
	}
	next = folded(m, next, e.facts)
	if e.rec.Kind == recordSealed {
		if _, err := m.rules.Parse(e.rec.Order); err != nil {
			return fmt.Errorf("sealed order %q: %w", e.rec.Order, err)
		}
	}
	adopt(m, e, next)
	return nil
}

// keepStates is the number of earlier states kept beside the current one.
const keepStates = 32

// adopt appends the entry and makes next the state. It updates seals, counts and undo.
func adopt[S any](m *match[S], e entry, next S) {
	rec := e.rec
	if rec.Group != "" {
		openAsks(m) // openAsks must see the state before the record.
	}
	if rec.Kind == recordSealed {
		seal(m, rec)
	}
	count(m, rec)
	countShown(m, e)
	remember(m, rec)
	for _, r := range rec.Rolls {
		m.rolls[r.Stream] = r.Number
	}
	e.from, e.folds = len(m.entries), e.facts
	if rec.Kind == recordUndo {
		e.from, e.folds = rec.Back, kept(m.entries[rec.Back:], rec.Seat != 0)
		m.undone = true
		clear(m.stand)
	}
	if m.state = next; len(e.facts) > 0 {
		m.views = nil
	}
	m.entries = append(m.entries, e)
	m.recent[len(m.entries)] = next
	if old := len(m.entries) - keepStates; old != m.base {
		delete(m.recent, old)
	}
	for i := range m.told {
		m.told[i] = appendTold(m.told[i], e.facts, viewer(m, i))
	}
	if rec.Kind != recordMark && rec.Kind != recordSealed {
		unseal(m, rec)
		prunePending(m)
	} else if m.asksOf == len(m.entries)-1 {
		m.asksOf++ // the open questions are unchanged
	}
	m.entries[len(m.entries)-1].sealed = len(m.pending)
}

// unseal drops the sealed replies that the record used up or made void.
func unseal[S any](m *match[S], rec Record) {
	for k, p := range m.pending {
		if rec.Overrules() || rec.Group != "" && p.group == rec.Group {
			delete(m.pending, k)
		}
	}
}

// appendTold appends what the viewer is told of the facts.
func appendTold(told, fs []Fact, v Viewer) []Fact {
	for _, f := range fs {
		if f := f.For(v); f != nil {
			told = append(told, f)
		}
	}
	return told
}

// reader returns the viewer's place among those whose facts are kept. A viewer without a seat here is an onlooker.
func reader[S any](m *match[S], v Viewer) int {
	switch {
	case v.IsReferee():
		return m.seats + 1
	case int(v.Seat()) > m.seats:
		return 0
	}
	return int(v.Seat())
}

// viewer returns the i-th viewer whose facts are kept: the onlooker, the seats, the referee.
func viewer[S any](m *match[S], i int) Viewer {
	if i > m.seats {
		return Referee()
	}
	return Player(Seat(i))
}

// prunePending drops sealed replies whose question has closed, as when a match ends.
func prunePending[S any](m *match[S]) {
	for k := range m.pending {
		if !slices.ContainsFunc(openAsks(m), func(a Ask) bool { return a.key() == k }) {
			delete(m.pending, k)
		}
	}
}

func seal[S any](m *match[S], rec Record) {
	for _, a := range openAsks(m) {
		if a.key() != (askKey{rec.Seat, rec.Ask}) {
			continue
		}
		// Check has already shown that the order parses, or replay has.
		r, _ := m.rules.Parse(rec.Order)
		m.pending[a.key()] = held{name: a.Name, group: a.Group, reply: r, lapse: rec.Lapse}
	}
}

// count advances the answer counts, so that answered and voided questions get new ids.
func count[S any](m *match[S], rec Record) {
	switch {
	case rec.Kind == recordStart || rec.Kind == recordMark || rec.Kind == recordClosed || rec.Kind == recordEnd || rec.Kind == recordDrop || rec.withdraws():
	case isStanding(rec):
		m.standings[rec.Seat]++
	case rec.Overrules():
		for s := range m.answers {
			m.answers[s]++
		}
	default:
		m.answers[rec.Seat]++
		countVoided(m, rec)
	}
}

// countShown counts a seat's step that everybody was told. An undo by the referee counts for every seat.
func countShown[S any](m *match[S], e entry) {
	switch {
	case e.rec.Overrules():
		for s := range m.shown {
			m.shown[s]++
		}
	case e.rec.Seat != 0 && !isStanding(e.rec) && slices.ContainsFunc(e.facts, func(f Fact) bool { return f.For(Onlooker()) != nil }):
		if m.shown[e.rec.Seat]++; !e.rec.Lapse && e.rec.Span != "" {
			m.acted[e.rec.Seat] = e.rec.Span
		}
	}
}

// countVoided counts the seats whose ask was closed unanswered by a decisive reply.
func countVoided[S any](m *match[S], rec Record) {
	if rec.Kind != recordStep || rec.Group == "" {
		return
	}
	for _, a := range openAsks(m) {
		if _, done := m.pending[a.key()]; a.Group == rec.Group && a.Seat != rec.Seat && !done {
			m.answers[a.Seat]++
		}
	}
}

// remember keeps what may be undone. A standing act of another seat leaves it alone (promise 7).
func remember[S any](m *match[S], rec Record) {
	others := rec.Seat != m.undoSeat
	switch {
	case rec.Kind == recordMark, rec.Kind == recordSealed && others, isStanding(rec) && (others || !rec.Bound):
	case rec.Kind == recordUndo && rec.Seat != 0:
		m.undoable = m.undoable[:len(m.undoable)-1]
	case rec.Bound || rec.Kind != recordStep:
		m.undoable, m.undoSeat = nil, 0
	default:
		if rec.Seat != m.undoSeat {
			m.undoable, m.undoSeat = nil, rec.Seat
		}
		if !rec.Joined || len(m.undoable) == 0 {
			m.undoable = append(m.undoable, len(m.entries))
		}
	}
}

// isStanding reports whether the record answers a standing ask.
func isStanding(rec Record) bool {
	return rec.Kind == recordStep && strings.HasPrefix(rec.Ask, StandingName+".")
}
