package downsync

import (
	"fmt"
	"strconv"
	"strings"
)

// match is the state of a match as the rules have it, and what was found so far.
type match struct {
	cards   Cards
	found   []Difference
	outside error // a part of the rules that is not checked

	record int
	kind   string // of the fact
	order  string // of the record
	faces  []int  // the record's dice that no fact has told of

	conf       conf
	objectives []disc // V22
	ground     ground
	pieces     []*piece // on the table, aboard or still to be deployed
	reserve    [2][]string
	mounted    [2][]rider // squads mounted in set-up, by the kind of their transport (D8)
	cp, vp     [2]int

	chooser int
	first   int
	done    int // sides that have deployed

	round, turn int
	active      int
	phase       string
	over        bool
	ending      []string // reasons for which the match must end now

	act     []*activation // the running activations; one may be inside another (Q76, Q79)
	hit     *hit
	due     []*duty
	re      *engagement
	scoring bool
}

type conf struct {
	Rules         string      `json:"rules"`
	Rulings       int         `json:"rulings"`
	Size          string      `json:"size"`
	Secrecy       string      `json:"secrecy"`
	Terrain       *ground     `json:"terrain"`
	Forces        [2][]string `json:"forces"`
	Mixed         bool        `json:"mixed_factions"`
	DeployMeasure string      `json:"deploy_measure"`
	VIPBase       float64     `json:"vip_base_mm"`
	NoSweep       bool        `json:"no_sweep"`
	MaxRounds     int         `json:"max_rounds"`
	NoCircle      bool        `json:"no_squad_circle"`
	Mission       string      `json:"mission"`
	BailOut       float64     `json:"bail_out_in"`

	Cards []json0 `json:"cards"`
	Lab   *json0  `json:"lab"`
}

// json0 is a value that only has to be there.
type json0 struct{}

func (*json0) UnmarshalJSON([]byte) error { return nil }

// capacity returns the Command Points at the start of a Round (R4.2, R4.3).
func (c conf) capacity() int {
	if c.Size == "small" {
		return 5
	}
	return 7
}

// rider is a Unit in a transport.
type rider struct{ unit, in string }

// piece is a Ping or a Unit.
type piece struct {
	label string
	seat  int
	sig   string
	unit  *card // nil: a Ping
	bases []*base

	activated, overwatch bool
	aura                 bool // it holds a CP (Q24)
	tf                   bool // in the Taskforce, or the Reaction Taskforce
	refreshed            bool // in this Turn
	fresh                bool // refreshed in this Round (V20)
	moved                bool // its Move-phase move is done
	acted                bool // has had its Unit Activation of this Turn
	firstMoved           bool // some base has begun the move
	carrying             *piece
	drones               string // a packaged Unit still aboard
}

// base is a base with its own tokens (R13.6).
type base struct {
	n int
	disc
	cm, hardened   int
	stun, stealth  bool
	tagged, locked bool
	// Of this Turn:
	moved, slowed bool
	fresh         bool // the Stun Token came in the running engagement (Q60)
}

func newMatch(c Cards) *match { return &match{cards: c} }

// inch is the number of millimetres in an inch.
const inch = 25.4

// radius returns the radius of a base by Signature (Q1).
func radius(sig string) float64 {
	return map[string]float64{"small": 60, "medium": 70, "large": 80, "infantry": 40}[sig] / 2 / inch
}

// spd returns how far the piece moves (R7.8, R14.4).
func (p *piece) spd() float64 {
	if p.unit == nil {
		return 4
	}
	return p.unit.SPD
}

func (p *piece) ping() bool     { return p.unit == nil }
func (p *piece) infantry() bool { return p.unit != nil && p.unit.infantry() }

// onTable reports whether the piece is on the table.
func (p *piece) onTable() bool { return len(p.bases) > 0 }

func (p *piece) base(n int) *base {
	for _, b := range p.bases {
		if b.n == n {
			return b
		}
	}
	return nil
}

// stunned reports whether any of the piece's bases has a Stun Token.
func (p *piece) stunned() bool {
	for _, b := range p.bases {
		if b.stun {
			return true
		}
	}
	return false
}

func (m *match) piece(label string) *piece {
	for _, p := range m.pieces {
		if p.label == label {
			return p
		}
	}
	return nil
}

// known returns the piece on the table with that label, or notes that there is none.
func (m *match) known(label string) *piece {
	p := m.piece(label)
	if p == nil || !p.onTable() {
		m.differ("R3.4", "%s is not on the table", label)
		return nil
	}
	return p
}

// ref returns the piece and base that a reference such as A3.2 or A3 names, or notes that there is none.
func (m *match) ref(text string) (*piece, *base) {
	label, number, dotted := strings.Cut(text, ".")
	p := m.known(label)
	if p == nil {
		return nil, nil
	}
	if !dotted {
		return p, p.bases[0]
	}
	n, err := strconv.Atoi(number)
	if b := p.base(n); err == nil && b != nil {
		return p, b
	}
	m.differ("R3.8", "there is no %s", text)
	return p, nil
}

// name returns the reference of a base.
func (p *piece) name(b *base) string {
	if p.unit == nil || p.unit.Bases < 2 {
		return p.label
	}
	return fmt.Sprintf("%s.%d", p.label, b.n)
}

// each calls do with every base on the table.
func (m *match) each(do func(*piece, *base)) {
	for _, p := range m.pieces {
		for _, b := range p.bases {
			do(p, b)
		}
	}
}

// of returns the pieces of a side for which is holds.
func (m *match) of(seat int, is func(*piece) bool) (out []*piece) {
	for _, p := range m.pieces {
		if p.seat == seat && is(p) {
			out = append(out, p)
		}
	}
	return out
}

// body returns the base as an end of lines of sight (R8.1, R11.6).
func (m *match) body(p *piece, b *base) body {
	return body{disc: b.disc, in: m.ground.inBuilding(b.disc, p.infantry())}
}

// pay takes Command Points from a side (R17.1).
func (m *match) pay(seat, cp int) {
	m.cp[seat-1] -= cp
	m.expect(m.cp[seat-1] >= 0, "R17.1", "side %d pays %d CP and has %d", seat, cp, m.cp[seat-1]+cp)
	m.cp[seat-1] = max(0, m.cp[seat-1])
}

// enemyNear reports whether an enemy Unit is within 2" of the base (R27.11, R27.12).
func (m *match) enemyNear(p *piece, b *base) verdict {
	best := no
	m.each(func(o *piece, x *base) {
		if o.seat != p.seat && !o.ping() {
			best = max(best, atMost(gap(b.disc, x.disc), 2))
		}
	})
	return best
}

// duty is a fact that the rules ask for before anything else happens.
type duty struct {
	kind string // contact or stealth-lost
	what string // the Ping or base
	must verdict
	rule string
}

// owe asks for a fact, unless the verdict is no.
func (m *match) owe(kind, what, rule string, must verdict) {
	if must == no {
		return
	}
	for _, d := range m.due {
		if d.kind == kind && d.what == what {
			d.must = max(d.must, must)
			return
		}
	}
	m.due = append(m.due, &duty{kind, what, must, rule})
}

// oweLoss asks for the loss of a base's Stealth Token; in edition 4.2 one token serves the Unit (V11).
func (m *match) oweLoss(p *piece, b *base, rule string, must verdict) {
	for _, x := range p.bases {
		if x.stealth && (x == b || m.v42()) {
			m.owe("stealth-lost", p.name(x), rule, must)
		}
	}
}

// fulfil takes a duty off, and reports whether there was one.
func (m *match) fulfil(kind, what string) bool {
	for i, d := range m.due {
		if d.kind == kind && d.what == what {
			m.due = append(m.due[:i:i], m.due[i+1:]...)
			return true
		}
	}
	return false
}

// settle notes what is missing before a fact of that kind.
func (m *match) settle(kind string) {
	switch kind {
	case "contact", "stealth-lost", "revealed", "stealth", "scored", "ended":
	default:
		for _, d := range m.due {
			m.expect(d.must != yes, d.rule, "no fact %q of %s", d.kind, d.what)
		}
		m.due = nil
	}
	if m.hit != nil {
		switch kind {
		case "counter", "stopped", "no-effect", "stunned", "destroyed", "marked", "placed", "ended":
		default:
			m.differ("R22.1", "the hit on %s has no effect", m.hit.ref)
			m.hit = nil
		}
	}
	if len(m.ending) > 0 && kind != "ended" && !(kind == "scored" && m.v42()) {
		m.differ("R25.6", "the match has not ended: %s", m.ending[0])
		m.ending = nil
	}
}

// roll is a roll as facts tell of it (R2).
type roll struct {
	Faces     []int `json:"faces"`
	Kept      []int `json:"kept"`
	Advantage int   `json:"advantage"`
	Sum       int   `json:"sum"`
}

// mod is a modifier, or a change of the number to reach.
type mod struct {
	Why string `json:"why"`
	By  int    `json:"by"`
}
