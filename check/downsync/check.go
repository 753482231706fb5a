package downsync

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
	Rule   string // the rule or ruling, such as R21.5
	What   string
}

func (d Difference) String() string {
	return fmt.Sprintf("record %d, %s: %s (%s)", d.Record, d.Fact, d.What, d.Rule)
}

// record holds the parts of a stored record that matter here. docs/formats.md describes the events of an exported match.
type record struct {
	Kind  string `json:"kind"`
	Back  int    `json:"back"` // of an undo: the number of records that stay
	Order string `json:"order"`
	Rolls []struct {
		Face int `json:"f"`
	} `json:"rolls"`
	Facts []struct {
		Kind string          `json:"k"`
		Data json.RawMessage `json:"d"`
	} `json:"facts"`

	number int
}

// Check plays a match again and returns every difference from the rules, in order. raw holds the records of the match, one JSON object a
// line: the data of the events of an exported match. An error means that the match could not be read, or that its options or rulings
// are among those which this package leaves out.
func Check(cards Cards, raw io.Reader) ([]Difference, error) {
	records, err := read(raw)
	if err != nil {
		return nil, err
	}
	m := newMatch(cards)
	for _, r := range records {
		m.record = r.number
		var faces []int
		for _, x := range r.Rolls {
			faces = append(faces, x.Face)
		}
		m.faces, m.order = faces, r.Order
		for _, f := range r.Facts {
			if err := m.fact(f.Kind, f.Data); err != nil {
				return m.found, fmt.Errorf("record %d: %w", r.number, err)
			}
		}
		m.kind = "record"
		if len(m.faces) > 0 {
			m.differ("R2.1", "the dice %v were rolled and no fact tells of them", m.faces)
		}
	}
	return m.found, nil
}

// read returns the records that count: those that were not taken back.
func read(raw io.Reader) ([]record, error) {
	const most = 16 << 20
	lines := bufio.NewScanner(raw)
	lines.Buffer(nil, most)
	kept := [][]record{nil} // after that many records
	for n := 0; lines.Scan(); n++ {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("record %d: %w", n, err)
		}
		r.number = n
		now := kept[n]
		if r.Kind == "undo" {
			if r.Back < 0 || r.Back > n {
				return nil, fmt.Errorf("record %d goes back to %d", n, r.Back)
			}
			now = kept[r.Back]
			r.Facts = nil // they only put back what is secret
			r.Rolls = nil
		}
		kept = append(kept, append(slices.Clip(now), r))
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(kept) == 1 {
		return nil, errors.New("no records")
	}
	return kept[len(kept)-1], nil
}

// rules has the check of each kind of fact. A kind that is missing here is unknown.
var rules = map[string]func(*match, json.RawMessage) error{
	"set-up":          by(setUp),
	"mount":           by(mounts),
	"start-roll":      by(startRoll),
	"first":           by(chooses),
	"deployed":        by(deployed),
	"deployment-done": by(deploymentDone),
	"rosters":         ignored,

	"round":      by(roundBegins),
	"turn":       by(turnBegins),
	"designated": by(designated),
	"phase":      by(phaseBegins),
	"refreshed":  by(refreshed),
	"turn-end":   by(turnEnds),
	"scored":     by(scored),
	"ended":      by(ends),

	"recover":      by(recovers),
	"sprinted":     by(sprinted),
	"moved":        by(moved),
	"move-done":    by(moveDone),
	"move-taken":   by(moveTaken),
	"contact":      by(contact),
	"revealed":     by(revealed),
	"placed":       by(placed),
	"loaded":       by(loaded),
	"stealth":      by(stealthGained),
	"stealth-lost": by(stealthLost),

	"activation":     by(activationBegins),
	"action":         by(actionBegins),
	"overwatch":      by(overwatch),
	"dropped":        by(dropped),
	"activation-end": by(activationEnds),
	"scan":           by(scanned),
	"attack":         by(attacked),
	"attack-lost":    by(attackLost),
	"marked":         by(marked),
	"counter":        by(counter),
	"stopped":        by(stopped),
	"no-effect":      by(noEffect),
	"stunned":        by(stunned),
	"destroyed":      by(destroyed),

	"window-closed":  ignored,
	"engagement":     by(engagementBegins),
	"joined":         by(joined),
	"declared":       by(declared),
	"boosted":        by(boosted),
	"priority":       by(priority),
	"held":           by(held),
	"called":         by(called),
	"engagement-end": by(engagementEnds),

	// Secret notes, offers, and news of what other facts say.
	"plan": ignored, "standing": ignored, "end-planned": ignored, "intended": ignored, "counter-ordered": ignored,
	"draw-offered": ignored, "draw-withdrawn": ignored,
	"counter-paid": by(counterPaid),
}

// by makes a check of one that takes the fact's fields.
func by[F any](check func(*match, F)) func(*match, json.RawMessage) error {
	return func(m *match, raw json.RawMessage) error {
		var f F
		if err := json.Unmarshal(raw, &f); err != nil {
			return err
		}
		check(m, f)
		return m.outside
	}
}

func ignored(*match, json.RawMessage) error { return nil }

// notes lists the kinds that may come at any time and answer nothing that is due.
var notes = []string{"plan", "standing", "end-planned", "intended", "counter-ordered", "draw-offered", "draw-withdrawn", "counter-paid"}

func (m *match) fact(kind string, raw json.RawMessage) error {
	check, known := rules[kind]
	if !known {
		return fmt.Errorf("facts of the kind %q are not checked", kind)
	}
	m.kind = kind
	if m.over {
		if kind != "rosters" {
			m.differ("R25.6", "the match had ended")
		}
		return nil
	}
	if !slices.Contains(notes, kind) {
		m.settle(kind)
	}
	if err := check(m, raw); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	return nil
}

// differ notes a difference.
func (m *match) differ(rule, format string, args ...any) {
	m.found = append(m.found, Difference{m.record, m.kind, rule, fmt.Sprintf(format, args...)})
}

// expect notes a difference unless ok.
func (m *match) expect(ok bool, rule, format string, args ...any) {
	if !ok {
		m.differ(rule, format, args...)
	}
}
