package game

import "slices"

// Sim is a position to think ahead from: decisions are carried out without records and without a store. A Sim never changes.
// Play returns another, which shares the unchanged parts, so that positions may be kept, continued in several ways and read by
// several goroutines at once. A ruleset makes one with NewSim, of a state in which a viewer's guesses replace what the viewer
// cannot know.
type Sim interface {
	// Asks returns the open questions of all seats except those answered under seal. They have no ids, and an Offer if the
	// ruleset sets one. The caller must not change them.
	Asks() []Ask
	// Check refuses a reply to one of Asks if Match.Answer would refuse it.
	Check(Ask, Reply) error
	// Play carries out a reply to one of Asks that Check has accepted, or holds it under seal until its group is full. A full
	// window closes at once. An error comes from the dice.
	Play(Ask, Reply, Dice) (Sim, error)
	View(Viewer) View
	Result() (Result, bool)
}

// NewSim returns a Sim of the state, to which nobody may write any more.
func NewSim[S any](r Ruleset[S], s S) Sim { return newSim(r, s, nil, make([]int, r.Card().MaxSeats+2)) }

// sim is a Sim of one ruleset.
type sim[S any] struct {
	rules Ruleset[S]
	state S
	asks  []Ask
	held  []Answered // sealed replies to asks that are still open
	rolls []int      // dice rolled, by stream
}

func newSim[S any](r Ruleset[S], s S, held []Answered, rolls []int) *sim[S] {
	asks := r.Asks(s)
	open := func(a Ask) bool { return slices.ContainsFunc(asks, a.same) }
	held = slices.DeleteFunc(slices.Clone(held), func(h Answered) bool { return !open(h.Ask) })
	for _, a := range asks {
		if a.Given {
			held = append(held, Answered{Ask: a, Reply: a.Default})
		}
	}
	return &sim[S]{r, s, asks, held, rolls}
}

// same reports whether the two are one question of one position.
func (a Ask) same(b Ask) bool {
	return a.Seat == b.Seat && a.Name == b.Name && a.Standing == b.Standing
}

// shares reports whether the two questions of one position close together.
func (a Ask) shares(b Ask) bool { return a.same(b) || a.Group != "" && a.Group == b.Group }

func (m *sim[S]) View(v Viewer) View         { return m.rules.View(m.state, v) }
func (m *sim[S]) Result() (Result, bool)     { return m.rules.Result(m.state) }
func (m *sim[S]) Check(a Ask, r Reply) error { return m.rules.Check(m.state, a, r) }

// answer returns the reply to the ask that is held under seal.
func (m *sim[S]) answer(a Ask) (h Answered, ok bool) {
	i := slices.IndexFunc(m.held, func(h Answered) bool { return h.Ask.same(a) })
	if i < 0 {
		return h, false
	}
	return m.held[i], true
}

func (m *sim[S]) Asks() []Ask {
	if len(m.held) == 0 {
		return m.asks
	}
	return slices.DeleteFunc(slices.Clone(m.asks), func(a Ask) bool {
		_, done := m.answer(a)
		return done
	})
}

func (m *sim[S]) Play(a Ask, r Reply, d Dice) (Sim, error) {
	one := Answered{Ask: a, Reply: r}
	var replies, rest []Answered
	size := 0
	for _, b := range m.asks {
		h, done := m.answer(b)
		switch {
		case !a.shares(b):
			if done {
				rest = append(rest, h)
			}
			continue
		case a.same(b):
			replies = append(replies, one)
		case done:
			replies = append(replies, h)
		}
		size++
	}
	if !a.decided(r) && len(replies) < size {
		next := *m
		next.held = append(slices.Clip(m.held), one)
		return &next, nil
	}
	next, err := m.close(replies, rest, d)
	for err == nil {
		full, rest := next.full()
		if len(full) == 0 {
			return next, nil
		}
		next, err = next.close(full, rest, d)
	}
	return nil, err
}

// close answers a group with its replies; rest holds the other replies under seal.
func (m *sim[S]) close(replies, rest []Answered, d Dice) (*sim[S], error) {
	tx := &Tx[S]{rules: m.rules, state: m.state, dice: d, count: slices.Clone(m.rolls)}
	m.rules.Answer(tx, replies)
	if tx.err != nil {
		return nil, tx.err
	}
	return newSim(m.rules, tx.state, rest, tx.count), nil
}

// full returns the replies of a group that no longer waits for anybody, because the last seat that had not answered went out.
// rest holds the other replies under seal.
func (m *sim[S]) full() (replies, rest []Answered) {
	for _, h := range m.held {
		waits := slices.ContainsFunc(m.asks, func(a Ask) bool {
			_, done := m.answer(a)
			return h.Ask.shares(a) && !done
		})
		if waits || len(replies) > 0 && !replies[0].Ask.shares(h.Ask) {
			rest = append(rest, h)
		} else {
			replies = append(replies, h)
		}
	}
	return replies, rest
}
