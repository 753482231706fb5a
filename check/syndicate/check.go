package syndicate

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Difference is a fact of a match that the rules do not allow, or one that is missing.
type Difference struct {
	Record int    // the number of the stored record, from 0
	Fact   string // the kind of the fact at which it was found
	Rule   string // the rule or ruling, such as S6.5
	What   string
}

func (d Difference) String() string {
	return fmt.Sprintf("record %d, %s: %s (%s)", d.Record, d.Fact, d.What, d.Rule)
}

// roll is a die that was rolled: the face of a six-sided die, or the number of the card drawn from the sorted deck.
type roll struct {
	Seat  int    `json:"s"` // whose deck; 0 for a die
	Sides int    `json:"d"`
	Face  int    `json:"f"`
	For   string `json:"for"`
}

// record is a stored record. docs/formats.md describes the events of an exported match.
type record struct {
	Kind  string `json:"kind"`
	Back  int    `json:"back"` // of an undo: the number of records that stay
	Rolls []roll `json:"rolls"`
	Facts []fact `json:"facts"`
}

// fact is a fact with its record.
type fact struct {
	Kind string          `json:"k"`
	Data json.RawMessage `json:"d"`

	record int
}

// Check plays a match again and returns every difference from the rules, in order. raw holds the records of the match, one JSON object a
// line: the data of the events of an exported match. After a fact that cannot follow at all, the rest is not checked. An error means that
// the match could not be read, or that its options or rulings are among those which this package leaves out.
func Check(cards Cards, raw io.Reader) ([]Difference, error) {
	facts, rolls, err := read(raw)
	if err != nil {
		return nil, err
	}
	m := &match{story: story{facts: facts, rolls: rolls}, board: board{cards: cards}}
	err = m.play()
	return m.found, err
}

// play checks the match until it ends, cannot be followed any more, or has something that is not checked.
func (m *match) play() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			err = r.err
		default:
			panic(r)
		}
	}()
	m.setUp()
	for {
		m.playRound()
	}
}

// stop ends the check of a match from any depth.
type stop struct{ err error }

// read returns the facts that count, those that were not taken back, and the rolls of each record.
func read(raw io.Reader) ([]fact, map[int][]roll, error) {
	const most = 16 << 20
	lines := bufio.NewScanner(raw)
	lines.Buffer(nil, most)
	var all []record
	kept := [][]int{nil} // the numbers of the records that count after that many records
	for n := 0; lines.Scan(); n++ {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, nil, fmt.Errorf("record %d: %w", n, err)
		}
		now := kept[n]
		if r.Kind == "undo" {
			if r.Back < 0 || r.Back > n {
				return nil, nil, fmt.Errorf("record %d goes back to %d", n, r.Back)
			}
			now = kept[r.Back]
			r.Facts, r.Rolls = nil, nil // they only put back what is secret
		}
		all = append(all, r)
		kept = append(kept, append(slices.Clip(now), n))
	}
	if err := lines.Err(); err != nil {
		return nil, nil, err
	}
	if len(all) == 0 {
		return nil, nil, errors.New("no records")
	}
	var facts []fact
	rolls := map[int][]roll{}
	for _, n := range kept[len(all)] {
		rolls[n] = all[n].Rolls
		for _, f := range all[n].Facts {
			f.record = n
			facts = append(facts, f)
		}
	}
	return facts, rolls, nil
}

// notes lists the kinds of facts that say nothing about the table, or nothing that the rules decide.
var notes = []string{"went", "planned", "accustomed", "draw-offered", "draw-withdrawn"}

// outside lists the kinds of facts that are not checked: rulings of a referee.
var outside = []string{"rule-hp", "rule-place", "rule-status", "rule-points"}

// next returns the kind of the next fact that counts; "" at the end of the records.
func (m *match) next() string {
	for m.at < len(m.facts) && slices.Contains(notes, m.facts[m.at].Kind) {
		m.at++
	}
	if m.at == len(m.facts) {
		return ""
	}
	kind := m.facts[m.at].Kind
	if slices.Contains(outside, kind) {
		panic(stop{fmt.Errorf("record %d: a fact of the kind %q is not checked", m.facts[m.at].record, kind)})
	}
	if kind == "ended" && !m.ending {
		m.endedOtherwise()
	}
	return kind
}

// peek returns the next fact without taking it, and whether it is of that kind.
func peek[F any](m *match, kind string) (f F, ok bool) {
	if m.next() != kind {
		return f, false
	}
	if err := json.Unmarshal(m.facts[m.at].Data, &f); err != nil {
		panic(stop{fmt.Errorf("record %d, %s: %w", m.facts[m.at].record, kind, err)})
	}
	return f, true
}

// take takes the next fact, which must be of that kind. Otherwise the match cannot be followed any more.
func take[F any](m *match, kind, rule string) F {
	f, ok := peek[F](m, kind)
	if !ok {
		m.lose(rule, "%s was expected", kind)
	}
	m.taken()
	return f
}

// takeIf takes the next fact if it is of that kind and fits.
func takeIf[F any](m *match, kind string, fits func(F) bool) (f F, ok bool) {
	if f, ok = peek[F](m, kind); ok && fits(f) {
		m.taken()
		return f, true
	}
	return f, false
}

// taken goes on to the next fact. The dice of a record are all told before the next record begins.
func (m *match) taken() {
	f := m.facts[m.at]
	if f.record != m.record {
		m.unrolled()
		m.record = f.record
	}
	m.kind = f.Kind
	m.at++
}

// unrolled notes the dice of the record that no fact told of.
func (s *story) unrolled() {
	if left := s.rolls[s.record]; len(left) > 0 {
		s.differ("S6.4", "the dice %v were rolled and no fact tells of them", left)
		s.rolls[s.record] = nil
	}
}

// rolled compares faces that a fact tells with the dice of its record. Seat is the side whose deck is drawn from, or 0.
func (s *story) rolled(rule string, seat, sides int, faces ...int) {
	for _, face := range faces {
		left := s.rolls[s.record]
		if len(left) == 0 {
			s.differ(rule, "a die shows %d that was not rolled", face)
			continue
		}
		if r := left[0]; r.Seat != seat || r.Sides != sides || r.Face != face {
			s.differ(rule, "%d of a die with %d sides for side %d is told, and %d of %d for side %d was rolled", face, sides, seat, r.Face, r.Sides, r.Seat)
		}
		s.rolls[s.record] = left[1:]
	}
}

// differ notes a difference at the fact that was taken last.
func (s *story) differ(rule, format string, args ...any) {
	s.found = append(s.found, Difference{s.record, s.kind, rule, fmt.Sprintf(format, args...)})
}

// expect notes a difference unless ok.
func (s *story) expect(ok bool, rule, format string, args ...any) {
	if !ok {
		s.differ(rule, format, args...)
	}
}

// lose notes that the next fact cannot follow, and ends the check.
func (m *match) lose(rule, format string, args ...any) {
	d := Difference{m.record, "the end of the records", rule, fmt.Sprintf(format, args...)}
	if m.next() != "" {
		f := m.facts[m.at]
		d.Record, d.Fact = f.record, f.Kind
		d.What += fmt.Sprintf(", not %s", f.Data)
	}
	m.found = append(m.found, d)
	panic(stop{})
}
