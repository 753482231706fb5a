package jagged

import (
	"fmt"
	"slices"
)

// tableEdge is the length of the table's edge in inches, and lastRound the number of Rounds (J1.2).
const (
	tableEdge = 48.0
	lastRound = 5
)

// match is a battle at the point that Check has reached.
type match struct {
	table
	found []Difference

	// the record and the fact
	record int
	kind   string
	seat   int
	order  string
	dice   []die // not yet told
	ender  ender

	initiative int
	stolen     bool
	faces      [3]int // of the Initiative rolls of this Round, by seat
	phase      string
	left       []int // the sides of the parts of the phase that are still to be played
	best       bool  // the rest of the part's attacks go where they do the most harm, or are not made (JQ60)
	counted    bool  // this Round has been scored
	over       bool

	attack *attack  // rolled and not resolved
	due    []given  // effects that must come next
	flares []string // Positions whose Flare must come next
	going  *going
	charge *charge
}

// table holds the public state of a battle: all that measuring and thresholds depend on.
type table struct {
	cards      Cards
	conf       config
	pieces     []piece
	sides      [3]side // by seat; 0 is nobody's
	models     []*model
	objectives []objective
	round      int
}

// config holds the options of a battle.
type config struct {
	Attacker   string   `json:"attacker"`
	Board      string   `json:"board"`
	Position   string   `json:"position"`
	PV         int      `json:"pv"`
	Penalties  []string `json:"penalties"`
	Rulings    int      `json:"rulings"`
	Lab        any      `json:"lab"`
	Victory    string   `json:"victory"`
	Zones      string   `json:"zones"`
	WalkIn     string   `json:"walk_in"`
	RushTarget string   `json:"rush_target"`
	Grenades   string   `json:"grenades"`
	Deploy     string   `json:"deploy"`
	Cannon     string   `json:"cannon"`
	EmptyCrits string   `json:"empty_crits"`
	Wounds     string   `json:"wounds"`
	PVs        string   `json:"pvs"`
}

// piece is a piece of terrain (J7.1).
type piece struct {
	Name  string  `json:"name"`
	Class string  `json:"class"` // light, heavy, obscuring, impassable
	Climb float64 `json:"climb"` // its height, if it can be climbed
	Shape shape   `json:"shape"`
}

// barred reports whether no base may enter the piece (J7.2).
func (p piece) barred() bool { return p.Class == "obscuring" || p.Class == "impassable" }

// side is a Force.
type side struct {
	faction   string
	listed    []*unit
	deployed  bool
	flares    int
	kept      int // BP for Reinforcements
	fr        int
	vp        int
	came      int // Reinforcements so far
	last      int // the highest number of a label
	lost      []string
	lostFR    int
	used      []string // special rules used up for the battle
	grenades  []string // of the list, by model
	pushed    bool     // Coordinated Push was used this Round
	held      bool     // no Rush this Round
	noCalls   bool     // it is not asked for Reinforcements
	best      bool     // its models shoot where they do the most harm, or not at all
	farRushes bool     // it is not asked for Rushes that cannot arrive
	said      []string // words about questions, this Round
}

// model is a base on the table.
type model struct {
	label string
	seat  int
	unit  *unit
	at    point
	wounds,
	sum int
	grenade string
	effects []effect
	escaped bool // it has used its automatic Disengage
	thrown  bool
	acts
}

// acts holds the acts of a model in this Round.
type acts struct{ acted, moved, sprinted, tried, disengaged, shot, rushed, charged, struck, rerolled bool }

func (m *model) disc() disc { return disc{m.at, m.unit.radius()} }

// objective is a marker (J4.4).
type objective struct {
	at        point
	owner     int
	contested bool
}

func (o objective) disc() disc { return disc{o.at, 0.630} }

// going is a model that must finish its move.
type going struct {
	unit *model
	max  float64
	by   string
}

// charge is a successful Rush that may be answered.
type charge struct {
	by, target *model
	asked      bool // the other side is asked
}

// ender is a side that has ended its part of a phase by its order.
type ender struct {
	seat  int
	phase string
}

// model returns the model with that label on the table. If there is none, it notes a difference and returns nil.
func (m *match) model(label string) *model {
	for _, x := range m.models {
		if x.label == label {
			return x
		}
	}
	m.differ("J1.7", "%s is not on the table", label)
	return nil
}

// of returns the models of a side.
func (t *table) of(seat int) (out []*model) {
	for _, x := range t.models {
		if x.seat == seat {
			out = append(out, x)
		}
	}
	return out
}

// with returns the side's model with a special rule, or nil.
func (t *table) with(seat int, rules ...string) *model {
	for _, x := range t.of(seat) {
		for _, r := range rules {
			if x.unit.has(r) {
				return x
			}
		}
	}
	return nil
}

// penalties returns the Positions with such an effect on the side now (J15.3, J16.5).
func (t *table) penalties(seat int, is string) (out []*position) {
	for _, id := range t.conf.Penalties {
		p := t.cards.positions[id]
		suffers := (p.Faction == t.sides[seat].faction) != p.Penalty.Taker
		if suffers && p.Penalty.Is == is && (!p.Penalty.First || t.round == 1) {
			out = append(out, p)
		}
	}
	return out
}

// use notes that a special rule of once a battle is used.
func (m *match) use(seat int, rule, number string) {
	m.expect(!slices.Contains(m.sides[seat].used, rule), number, "%s was used before", rule)
	m.sides[seat].used = append(m.sides[seat].used, rule)
}

// pay takes a Flare.
func (m *match) pay(seat int, rule string) {
	m.expect(m.sides[seat].flares > 0, rule, "side %d has no Flare", seat)
	m.sides[seat].flares--
}

// join puts a new model on the table.
func (m *match) join(seat int, u *unit, at point, grenade string) *model {
	s := &m.sides[seat]
	s.last++
	x := &model{label: fmt.Sprintf("%c%d", 'A'+seat-1, s.last), seat: seat, unit: u, at: at, wounds: u.Wounds, grenade: grenade}
	m.models = append(m.models, x)
	return x
}

// inPart checks that it is the side's part of the phase.
func (m *match) inPart(seat int, rule string, phases ...string) {
	m.expect(slices.Contains(phases, m.phase), rule, "in the phase %s", m.phase)
	m.expect(len(m.left) > 0 && m.left[0] == seat, "J5.2", "it is not side %d's part", seat)
}
