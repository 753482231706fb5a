package game

import (
	"encoding/json"
)

// What a referee does to a match is recorded like everything else, and told to everybody by the kernel's own fact.

const refereedKind = "refereed"

// Refereed is the kernel's own fact: a referee did something. Everybody is told that it was done and of which sort it was; who
// did it and why stands in the host's records under its number, as that is free text.
type Refereed struct {
	N    int    `json:"n"`    // counts what referees did in the match, from 1
	What string `json:"what"` // the host's word: "look", "rule", …
	Seat Seat   `json:"seat,omitempty"`
}

// Kind is "refereed".
func (Refereed) Kind() string { return refereedKind }

// For tells everybody.
func (f Refereed) For(Viewer) Fact { return f }

// Refereed is the step with the referee's fact added to it.
func (st Step) Refereed(f Refereed) (Step, error) {
	stored, err := storeFacts([]Fact{f})
	if err != nil {
		return Step{}, err
	}
	st.Record.Facts = append(st.Record.Facts[:len(st.Record.Facts):len(st.Record.Facts)], stored...)
	st.facts = append(st.facts[:len(st.facts):len(st.facts)], f)
	return st, nil
}

// Told is what the viewer will be told with the step.
func (st Step) Told(v Viewer) []Fact {
	var out []Fact
	for _, f := range st.facts {
		if told := f.For(v); told != nil {
			out = append(out, told)
		}
	}
	return out
}

// Refereed is the referee's fact of the record; ok is false if no referee had a hand in it.
func (r Record) Refereed() (f Refereed, ok bool) {
	for _, s := range r.Facts {
		if s.Kind == refereedKind {
			return f, json.Unmarshal(s.Data, &f) == nil
		}
	}
	return f, false
}

// folded is the state after the facts; the kernel's own change nothing.
func (m *match[S]) folded(s S, fs []Fact) S {
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
		if p := recover(); p != nil { // the position does not bear it: nothing has happened yet
			st, err = Step{}, inconsistent()
		}
	}()
	tx := m.begin(d)
	if err := m.rules.Rule(tx, line); err != nil {
		return Step{}, err
	}
	st, err = m.finish(tx, Record{Kind: recordRuling, Order: line, Bound: true})
	if err == nil && !m.goesOn(st, tx.state) {
		return Step{}, inconsistent()
	}
	return st, err
}

func inconsistent() error {
	return &Refusal{Code: "inconsistent", Text: "the match could not go on from there; rewind to before what is being settled, and rule then"}
}

// goesOn tells whether the match is over after the step, or somebody is asked something, and every question can be answered by
// its default.
func (m *match[S]) goesOn(st Step, s S) bool {
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
