package jagged

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Difference is a fact of a battle that the rules do not allow, or one that is missing.
type Difference struct {
	Record int    // the number of the stored record, from 0
	Fact   string // the kind of the fact at which it was found
	Rule   string // the rule or ruling, such as J8.3
	What   string
}

func (d Difference) String() string {
	return fmt.Sprintf("record %d, %s: %s (%s)", d.Record, d.Fact, d.What, d.Rule)
}

// record holds the parts of a stored record that the rules need. docs/formats.md describes the events of an exported match.
type record struct {
	Kind  string `json:"kind"`
	Back  int    `json:"back"` // of an undo: the number of records that stay
	Seat  int    `json:"seat"`
	Order string `json:"order"`
	Rolls []die  `json:"rolls"`
	Facts []struct {
		Kind string          `json:"k"`
		Data json.RawMessage `json:"d"`
	} `json:"facts"`

	number int
}

// die is a roll as the record keeps it.
type die struct {
	Sides int `json:"d"`
	Face  int `json:"f"`
}

// Check plays a battle again and returns every difference from the rules, in order. raw holds the records of the battle, one JSON object
// a line: the data of the events of an exported match. An error means that the battle could not be read, or that its options or
// rulings are among those which this package leaves out.
func Check(cards Cards, raw io.Reader) ([]Difference, error) {
	records, err := read(raw)
	if err != nil {
		return nil, err
	}
	m := &match{table: table{cards: cards}}
	for _, r := range records {
		m.record, m.dice, m.seat, m.order = r.number, r.Rolls, r.Seat, r.Order
		m.ender = ender{}
		if endsPart(r.Order) {
			m.ender = ender{r.Seat, m.phase}
		}
		for _, f := range r.Facts {
			if err := m.fact(f.Kind, f.Data); err != nil {
				return m.found, fmt.Errorf("record %d: %s: %w", r.number, f.Kind, err)
			}
		}
		m.kind = "record"
		m.expect(len(m.dice) == 0, "J2.2", "the dice %v were rolled and no fact tells of them", m.dice)
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
			now, r.Facts, r.Rolls = kept[r.Back], nil, nil
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
	"began":            began,
	"board-set":        by((*match).boardSet),
	"listed":           by((*match).listed),
	"objective-placed": by((*match).objectivePlaced),
	"deployed":         by((*match).deployed),
	"inserted":         by((*match).inserted),
	"stole":            by((*match).stole),

	"went":             by((*match).went),
	"round-began":      by((*match).roundBegan),
	"flare-gained":     by((*match).flareGained),
	"initiative-taken": by((*match).initiativeTaken),
	"reinforced":       by((*match).reinforced),
	"held":             by((*match).held),
	"question-skipped": by((*match).questionSkipped),

	"moved":              by((*match).moved),
	"sprinted":           by((*match).sprinted),
	"stayed":             by((*match).stayed),
	"tried-to-disengage": by((*match).triedToDisengage),
	"rushed":             by((*match).rushed),
	"declined":           by((*match).declined),

	"attack-rolled":   by((*match).attackRolled),
	"attack-rerolled": by((*match).attackRerolled),
	"insight-used":    by((*match).insightUsed),
	"attack-resolved": by((*match).attackResolved),
	"effect-given":    by((*match).effectGiven),
	"pulsed":          by((*match).pulsed),
	"stabilized":      by((*match).stabilized),

	"scored": by((*match).scored),
	"ended":  by((*match).ended),

	"draw-offered": ignored, "draw-withdrawn": ignored,
}

// by makes a check of one that takes the fact's fields.
func by[F any](check func(*match, F)) func(*match, json.RawMessage) error {
	return func(m *match, raw json.RawMessage) error {
		var f F
		if err := json.Unmarshal(raw, &f); err != nil {
			return err
		}
		check(m, f)
		return nil
	}
}

func ignored(*match, json.RawMessage) error { return nil }

// notes lists the kinds that may come at any time.
var notes = []string{"draw-offered", "draw-withdrawn", "question-skipped", "ended"}

func (m *match) fact(kind string, raw json.RawMessage) error {
	check, known := rules[kind]
	if !known {
		return errors.New("facts of this kind are not checked")
	}
	m.kind = kind
	if m.over {
		m.expect(kind == "went", "J13.1", "the battle had ended")
		return nil
	}
	if !slices.Contains(notes, kind) {
		m.settle(kind)
	}
	return check(m, raw)
}

// settle notes what should have come before a fact of that kind.
func (m *match) settle(kind string) {
	if kind != "effect-given" {
		for _, e := range m.due {
			m.differ("J12.2", "%s of %s on %s is missing", e.effect.Is, e.effect.From, e.on)
		}
		m.due = nil
	}
	if kind != "flare-gained" && kind != "round-began" {
		for _, id := range m.flares {
			m.differ("J6.1", "the Flare of %s is missing", id)
		}
		m.flares = nil
	}
	answers := []string{"attack-rerolled", "insight-used", "attack-resolved", "went", "declined"}
	if m.attack != nil && !slices.Contains(answers, kind) {
		m.differ("J5.3", "the attack of %s is not resolved", m.attack.by.label)
		m.attack = nil
	}
	if m.going != nil && !slices.Contains([]string{"moved", "stayed", "went"}, kind) {
		m.differ("J5.3", "%s has not finished its move", m.going.unit.label)
		m.going = nil
	}
	if m.charge != nil && !m.charge.asked && kind != "went" {
		m.unanswered()
	}
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

// rolled checks that the record's next die shows that face.
func (m *match) rolled(sides, face int) {
	if len(m.dice) == 0 {
		m.differ("J2.2", "no die was rolled for the face %d", face)
		return
	}
	d := m.dice[0]
	m.dice = m.dice[1:]
	m.expect(d.Sides == sides, "J2.1", "a die of %d sides, expected %d", d.Sides, sides)
	m.expect(d.Face == face, "J2.2", "the die reads %d and shows %d", face, d.Face)
	m.expect(face >= 1 && face <= sides, "J2.1", "a face of %d", face)
}
