package game

import (
	"fmt"
	"slices"
	"strconv"
)

// entry is one applied record with its facts decoded.
type entry struct {
	rec   Record
	facts []Fact
	// The state after the entry is the state at version from with folds folded in. Except after an undo, these are the
	// previous version and the entry's own facts.
	from  int
	folds []Fact
	// sealed is the number of sealed replies after the entry.
	sealed int
}

// held is a sealed reply.
type held struct {
	name, group string // of its ask
	reply       Reply
	lapse       bool
}

// match is a Match of one ruleset.
type match[S any] struct {
	rules   Ruleset[S]
	seats   int
	state   S
	entries []entry
	// told holds what each viewer was told, by viewer, including facts of undone steps. skipped counts the facts before
	// told[i], which are in the records of past.
	told    [][]Fact
	skipped []int
	// undone is set once anything was taken back. stand caches the last results of Standing, by viewer.
	undone bool
	stand  [][]Fact
	// numbers holds what Numbers has worked out, by viewer.
	numbers []numbered
	// past holds the records before the snapshot that the match was restored from, undecoded. Their entries are empty
	// except for sealed.
	past [][]byte
	base int    // the version of that snapshot; its state stays in recent
	form string // form of snapshots
	// asks holds the open asks with their ids, answered ones included, at version asksOf.
	asks   []Ask
	asksOf int
	// ahead holds the asks of version aheadOf, computed when its step was decided, without ids.
	ahead   []Ask
	aheadOf int
	// views holds the viewers' views of the state that somebody has asked for.
	views map[Viewer]View
	// recent holds the states at the latest versions, so that an undo does not fold the whole match again.
	recent map[int]S
	// pending holds the sealed replies of open groups, by ask.
	pending map[askKey]held
	// answers counts each seat's answers to timed asks, and standings its answers to standing asks. Neither ever goes down, so
	// that an id is never used again.
	answers, standings []int
	// shown counts each seat's answers and undos of which everybody was told something.
	shown []int
	// undoable holds the version before each act that undoSeat may undo, oldest first. An act is a step with those that
	// were joined to it.
	undoable []int
	undoSeat Seat
	rolls    []int // dice rolled, by stream; never goes down
	// acted holds the Span in which everybody last saw each seat answer.
	acted []string
}

func newMatch[S any](g sealed[S], seats int) *match[S] {
	return &match[S]{rules: g.rules, form: g.form, seats: seats, asksOf: -1, recent: map[int]S{}, pending: map[askKey]held{},
		answers: make([]int, seats+1), standings: make([]int, seats+1), shown: make([]int, seats+1), rolls: make([]int, seats+2), acted: make([]string, seats+1),
		told: make([][]Fact, seats+2), stand: make([][]Fact, seats+2), skipped: make([]int, seats+2)}
}

func (m *match[S]) Card() Card             { return m.rules.Card() }
func (m *match[S]) Seats() int             { return m.seats }
func (m *match[S]) Version() int           { return len(m.entries) }
func (m *match[S]) Result() (Result, bool) { return m.rules.Result(m.state) }

func (m *match[S]) Seating() Seating { return seating(m, m.state) }

// seating reads from a state who is in, and who plays together.
func seating[S any](m *match[S], state S) Seating {
	s := Seating{Seats: m.seats}
	if r, ok := m.rules.(Dropper[S]); ok {
		s.Out = r.Out(state)
	}
	if r, ok := m.rules.(Keeper[S]); ok {
		s.PlaysOn = r.Keeps(state)
	}
	if r, ok := m.rules.(Allied[S]); ok {
		s.Sides = r.Sides(state)
	}
	return s
}

func (m *match[S]) View(v Viewer) View {
	if m.views == nil {
		m.views = map[Viewer]View{}
	}
	view, ok := m.views[v]
	if !ok {
		view = m.rules.View(m.state, v)
		m.views[v] = view
	}
	return view
}

func begin[S any](m *match[S], d Dice) *Tx[S] {
	return &Tx[S]{rules: m.rules, state: m.state, dice: d, count: slices.Clone(m.rolls)}
}

func (m *match[S]) CanUndo(s Seat) bool {
	_, over := m.Result()
	return !over && s != 0 && s == m.undoSeat && len(m.undoable) > 0
}

func (m *match[S]) Mark(note string) Step {
	return Step{Record: Record{Kind: recordMark, Note: note}, on: len(m.entries)}
}

func (m *match[S]) Count(v Viewer) int {
	i := reader(m, v)
	return m.skipped[i] + len(m.told[i])
}

func (m *match[S]) Told(v Viewer, after int) []Fact {
	i := reader(m, v)
	if after < m.skipped[i] {
		unpack(m)
	}
	from, to := after-m.skipped[i], len(m.told[i])
	if from >= to {
		return nil
	}
	return m.told[i][from:to:to]
}

func (m *match[S]) Asks(s Seat) []Ask {
	asks := openAsks(m)
	for i := range asks {
		if asks[i].Seat == s {
			asks[i] = asks[i].WithMenu()
		}
	}
	return m.Open(s)
}

func (m *match[S]) Open(s Seat) []Ask {
	var out []Ask
	for _, a := range openAsks(m) {
		if _, done := m.replied(a); a.Seat == s && !done {
			out = append(out, a)
		}
	}
	return out
}

// replied returns the sealed reply to an open ask, or the one that was given before it.
func (m *match[S]) replied(a Ask) (h held, ok bool) {
	if a.Given {
		return held{name: a.Name, group: a.Group, reply: a.Default}, true
	}
	h, ok = m.pending[a.key()]
	return h, ok
}

func (m *match[S]) Groups() []Group {
	var out []Group
	for _, a := range openAsks(m) {
		if a.Standing {
			continue
		}
		key := publicKey(m, a)
		i := slices.IndexFunc(out, func(g Group) bool { return g.Key == key })
		if i < 0 {
			i = len(out)
			out = append(out, Group{Key: key, Clock: a.Clock, Window: a.Window, Span: a.Span})
		}
		out[i].Asks = append(out[i].Asks, a)
		out[i].Lasts = max(out[i].Lasts, a.Lasts)
		if _, done := m.replied(a); !done {
			out[i].Open = append(out[i].Open, a.Seat)
		}
	}
	return out
}

// publicKey returns the key of the ask's group. If a question is asked again after an answer of which nobody else learned, it
// keeps its key, because everybody else sees one question. All questions of a Span share one key in the same way.
func publicKey[S any](m *match[S], a Ask) string {
	switch {
	case a.Group != "":
		return a.Group
	case a.Span != "":
		return strconv.Itoa(int(a.Seat)) + "/" + a.Span
	}
	return strconv.Itoa(int(a.Seat)) + ":" + a.Name + ":" + strconv.Itoa(m.shown[a.Seat])
}

// openAsks derives the open asks from the state and gives them ids. It does so on demand, because nobody reads them
// during a replay.
func openAsks[S any](m *match[S]) []Ask {
	if m.asksOf == len(m.entries) {
		return m.asks
	}
	m.asksOf = len(m.entries)
	if m.aheadOf == len(m.entries) && m.ahead != nil {
		m.asks, m.ahead = m.ahead, nil
	} else {
		m.asks = m.rules.Asks(m.state)
	}
	for i := range m.asks {
		a := &m.asks[i]
		n := m.answers[a.Seat]
		if a.Standing {
			a.Name, n = StandingName, m.standings[a.Seat]
		} else if sealed := sealedName(m, a.Seat, a.Name); sealed != "" {
			a.ID = sealed
			continue
		}
		a.ID = a.Name + "." + strconv.Itoa(n)
	}
	return m.asks
}

// sealedName returns the id under which the seat's open ask was answered under seal, or "" if it was not.
func sealedName[S any](m *match[S], s Seat, name string) string {
	for k, p := range m.pending {
		if k.seat == s && p.name == name {
			return k.id
		}
	}
	return ""
}

func find[S any](m *match[S], s Seat, id string) (Ask, error) {
	for _, a := range m.Open(s) {
		if a.ID == id {
			return a, nil
		}
	}
	return Ask{}, &Refusal{Code: "stale", Text: "that question is closed"}
}

func (m *match[S]) Answer(s Seat, id string, r Reply, d Dice) (Step, error) {
	a, err := find(m, s, id)
	if err != nil {
		return Step{}, err
	}
	if err := m.rules.Check(m.state, a, r); err != nil {
		return Step{}, err
	}
	return take(m, Answered{Ask: a, Reply: r}, d)
}

func (m *match[S]) Lapse(s Seat, id string, d Dice) (Step, error) {
	a, err := find(m, s, id)
	if err != nil {
		return Step{}, err
	}
	if a.Default == nil {
		return Step{}, fmt.Errorf("ask %s has no default", id)
	}
	return take(m, Answered{Ask: a, Reply: a.Default, Lapse: true}, d)
}

func (m *match[S]) Redo(rec Record, d Dice) (Step, error) {
	st, err := redo(m, rec, d)
	if rec.Joined && err == nil {
		st = m.Join(st)
	}
	if f, ok := rec.Refereed(); ok && err == nil {
		return st.Refereed(f)
	}
	return st, err
}

func redo[S any](m *match[S], rec Record, d Dice) (Step, error) {
	switch rec.Kind {
	case recordStep, recordSealed:
		if rec.Lapse {
			return m.Lapse(rec.Seat, rec.Ask, d)
		}
		r, err := m.rules.Parse(rec.Order)
		if err != nil {
			return Step{}, err
		}
		return m.Answer(rec.Seat, rec.Ask, r, d)
	case recordClosed:
		return m.CloseWindow(rec.Group, d)
	case recordUndo:
		if rec.Seat == 0 {
			return m.Rewind(rec.Back)
		}
		return undoAgain(m, rec)
	case recordMark:
		return m.Mark(rec.Note), nil
	case recordRuling:
		return m.Rule(rec.Order, d)
	case recordDrop:
		return m.Drop(rec.Seat, rec.Note, d)
	case recordEnd:
		facts, err := decodeFacts(m.rules, rec.Facts)
		if err != nil {
			return Step{}, err
		}
		r, _ := m.rules.Result(folded(m, m.state, facts)) // a host's decision shows only in its facts
		return m.End(r)
	}
	return Step{}, fmt.Errorf("a record of kind %q cannot be decided again", rec.Kind)
}

// decided reports whether this reply alone closes the ask's group.
func (a Ask) decided(r Reply) bool {
	return a.Close == WhenAny && (a.Default == nil || r.Order() != a.Default.Order())
}

// take seals the reply or, if it closes its group, answers the group.
func take[S any](m *match[S], an Answered, d Dice) (Step, error) {
	a := an.Ask
	rec := Record{Kind: recordStep, Seat: a.Seat, Ask: a.ID, Group: a.Group, Order: an.Reply.Order(), Lapse: an.Lapse, Span: a.Span}
	rec.Missed = an.Lapse && a.Turn && !a.Moot && (a.Span == "" || m.acted[a.Seat] != a.Span)
	replies := replies(m, a.group(), &an)
	if !a.decided(an.Reply) && (a.Window || len(replies) < groupSize(m, a.group())) {
		rec.Kind = recordSealed
		return Step{Record: rec, on: len(m.entries)}, nil
	}
	tx := begin(m, d)
	rec.Bound = len(replies) > 1 || an.Lapse && a.Moot // it used up other seats' replies, or would only be given again
	m.rules.Answer(tx, replies)
	return finish(m, tx, rec)
}

func (m *match[S]) CloseWindow(group string, d Dice) (Step, error) {
	replies := replies(m, group, nil)
	if n := groupSize(m, group); n == 0 || len(replies) < n {
		return Step{}, &Refusal{Code: "stale", Text: "that window is not waiting to be closed"}
	}
	tx := begin(m, d)
	m.rules.Answer(tx, replies)
	return finish(m, tx, Record{Kind: recordClosed, Group: group})
}

// replies returns the group's replies so far and one more, in the order of the asks.
func replies[S any](m *match[S], group string, more *Answered) []Answered {
	var out []Answered
	for _, a := range openAsks(m) {
		if a.group() != group {
			continue
		}
		if p, ok := m.replied(a); ok {
			out = append(out, Answered{Ask: a, Reply: p.reply, Lapse: p.lapse})
		} else if more != nil && more.Ask.key() == a.key() {
			out = append(out, *more)
		}
	}
	return out
}

func groupSize[S any](m *match[S], group string) int {
	n := 0
	for _, a := range openAsks(m) {
		if a.group() == group {
			n++
		}
	}
	return n
}

// finish turns a transaction into a step. A step that asks another seat a new question, or ends the match, is bound: it
// cannot be undone.
func finish[S any](m *match[S], tx *Tx[S], rec Record) (Step, error) {
	if tx.err != nil {
		return Step{}, tx.err
	}
	stored, err := storeFacts(tx.facts)
	if err != nil {
		return Step{}, err
	}
	rec.Facts, rec.Rolls = stored, tx.rolls
	asks := m.rules.Asks(tx.state)
	_, over := m.rules.Result(tx.state) // the end reveals secrets
	rec.Bound = rec.Bound || tx.bound || over || rec.Kind == recordClosed || asksOthers(m, asks, rec.Seat)
	return Step{Record: rec, facts: tx.facts, next: tx.state, on: len(m.entries), asks: asks}, nil
}

// asksOthers reports whether a seat other than s is asked something new.
func asksOthers[S any](m *match[S], asks []Ask, s Seat) bool {
	for _, a := range asks {
		if a.Seat == s || a.Standing {
			continue
		}
		if !slices.ContainsFunc(openAsks(m), func(b Ask) bool { return b.Seat == a.Seat && b.Name == a.Name }) {
			return true
		}
	}
	return false
}
