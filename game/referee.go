package game

import (
	"encoding/json"
	"fmt"
)

// Every action of a referee on a match is recorded, and the kernel's own fact announces it to everybody.

const refereedKind = "refereed"

// Refereed is a fact of the kernel: a referee acted. Everybody learns that it happened and what kind of action it was. The name
// and the reason are free text, so they are in the host's records under the same number.
type Refereed struct {
	N    int    `json:"n"`    // counts the referees' actions in the match, from 1
	What string `json:"what"` // the host's word for the action: "look", "rule", …
	Seat Seat   `json:"seat,omitempty"`
}

// Withdrawal returns the ruling that takes back what the seat offers the others, such as a draw: "withdraw 2". A ruleset
// without offers refuses it, like any ruling that it does not know. Every ruleset refuses it if the seat offers nothing.
func Withdrawal(s Seat) string { return fmt.Sprintf("%s %d", withdrawal, s) }

const withdrawal = "withdraw"

// Offered is a View of a game in which seats offer such things.
type Offered interface {
	View
	// Offering returns the seats with open offers, which everybody sees.
	Offering() []Seat
}

// Offering returns the seats whose offers are open in the view; none if the game has no offers.
func Offering(v View) []Seat {
	if o, ok := v.(Offered); ok {
		return o.Offering()
	}
	return nil
}

// Kind returns "refereed".
func (Refereed) Kind() string { return refereedKind }

// For returns the fact unchanged: everybody is told.
func (f Refereed) For(Viewer) Fact { return f }

// Refereed returns the step with the referee's fact added. An answer that it seals is no missed turn: that would tell everybody at
// once that the seat had not answered.
func (st Step) Refereed(f Refereed) (Step, error) {
	st.Record.Missed = st.Record.Missed && !st.Record.Sealed()
	stored, err := storeFacts([]Fact{f})
	if err != nil {
		return Step{}, err
	}
	st.Record.Facts = append(st.Record.Facts[:len(st.Record.Facts):len(st.Record.Facts)], stored...)
	st.facts = append(st.facts[:len(st.facts):len(st.facts)], f)
	return st, nil
}

// Told returns what the step will tell the viewer.
func (st Step) Told(v Viewer) []Fact {
	return appendTold(nil, st.facts, v)
}

// Refereed returns the record's referee fact; ok is false if it has none.
func (r Record) Refereed() (f Refereed, ok bool) {
	for _, s := range r.Facts {
		if s.Kind == refereedKind {
			return f, json.Unmarshal(s.Data, &f) == nil
		}
	}
	return f, false
}

// folded returns the state after the facts. The kernel's own facts change nothing.
func folded[S any](m *match[S], s S, fs []Fact) S {
	for _, f := range fs {
		switch f.(type) {
		case Refereed, TookBack:
		default:
			s = m.rules.Fold(s, f)
		}
	}
	return s
}

func (m *match[S]) Rule(line string, d Dice) (st Step, err error) {
	if _, over := m.Result(); over {
		return Step{}, &Refusal{Code: "over", Text: "the match is over"}
	}
	defer func() {
		if p := recover(); p != nil { // the position does not allow the ruling; nothing has happened yet
			st, err = Step{}, inconsistent()
		}
	}()
	tx := begin(m, d)
	if err := m.rules.Rule(tx, line); err != nil {
		return Step{}, err
	}
	st, err = finish(m, tx, Record{Kind: recordRuling, Order: line, Bound: true})
	if err == nil && !goesOn(m, st, tx.state) {
		return Step{}, inconsistent()
	}
	return st, err
}

func inconsistent() error {
	return &Refusal{Code: "inconsistent", Text: "the match could not go on from there; rewind to before what is being settled, and rule then"}
}

// goesOn reports whether the match can continue after the step: it has ended, or somebody is asked something and every default
// is legal.
func goesOn[S any](m *match[S], st Step, s S) bool {
	if _, over := m.rules.Result(s); over {
		return true
	}
	owed := false
	for _, a := range st.asks {
		if a.Standing {
			continue
		}
		if owed = true; a.Default == nil || m.rules.Check(s, a, a.Default) != nil {
			return false
		}
	}
	return owed
}
