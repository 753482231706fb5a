package jagged

import (
	"encoding/json"
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// View is what a viewer knows of a battle: everything but what is under seal, which the kernel keeps.
type View struct {
	Viewer     game.Viewer  `json:"viewer"`
	board      *board       // public as a whole
	Attacker   string       `json:"attacker"` // the faction of seat 1
	Board      string       `json:"board,omitempty"`
	Pieces     []Piece      `json:"pieces,omitempty"`
	PV         int          `json:"pv"`
	Position   string       `json:"position,omitempty"`
	Penalties  []string     `json:"penalties,omitempty"`
	Zone       plane.Inch   `json:"zone"`              // the length of a zone's edge
	Options    []string     `json:"options,omitempty"` // those not at their default, each as "wounds combined"
	Round      int          `json:"round"`             // 0 before Round 1
	Phase      Phase        `json:"phase"`
	Part       int          `json:"part,omitempty"` // of Melee: 1 while those who rushed attack, then 2
	Initiative game.Seat    `json:"initiative"`
	Left       []game.Seat  `json:"left,omitempty"` // who has still to act in the phase, in order
	Sides      Sides        `json:"sides"`
	Models     []Model      `json:"models"`
	Objectives []Objective  `json:"objectives"`
	Going      *Going       `json:"going,omitempty"`
	Attack     *Attacked    `json:"attack,omitempty"`
	Charge     *Charge      `json:"charge,omitempty"`
	Drawing    []game.Seat  `json:"drawing,omitempty"`
	Result     *game.Result `json:"result"`
}

// For is whose view it is.
func (v View) For() game.Viewer { return v.Viewer }

// Sides are both sides; JSON {"1":…,"2":…}.
type Sides [2]Side

// Of is the side of that seat.
func (s Sides) Of(seat game.Seat) Side { return s[seat-1] }

// MarshalJSON writes the sides by seat.
func (s Sides) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]Side{"1": s[0], "2": s[1]})
}

// Side is one Force.
type Side struct {
	Faction        string   `json:"faction"`
	Role           string   `json:"role"`
	List           []Pick   `json:"list,omitempty"` // once it is known
	Flares         int      `json:"flares"`
	Kept           int      `json:"kept"` // BP for Reinforcements
	Reinforcements int      `json:"reinforcements"`
	FR             int      `json:"fr"`
	VP             int      `json:"vp"`
	Lost           []string `json:"lost,omitempty"` // units destroyed
	LostFR         int      `json:"lost_fr,omitempty"`
	Used           []string `json:"used,omitempty"` // special rules used up
	Owned          int      `json:"owned"`          // Objectives
}

// Model is a model on the table, or to be deployed.
type Model struct {
	Label    Label         `json:"label"`
	Seat     game.Seat     `json:"seat"`
	Unit     string        `json:"unit"`
	Name     string        `json:"name"`
	At       *plane.Point  `json:"at,omitempty"` // nil before it is deployed
	Level    plane.Inch    `json:"level,omitempty"`
	Radius   plane.Inch    `json:"radius"`
	Wounds   int           `json:"wounds"`
	Max      int           `json:"max_wounds"`
	Sum      int           `json:"sum,omitempty"` // DAM that adds up (JQ53)
	SR       int           `json:"sr"`
	W        int           `json:"w"`        // now
	Evade    int           `json:"ev"`       // now
	Movement plane.Inch    `json:"movement"` // now
	Grenade  string        `json:"grenade,omitempty"`
	Engaged  bool          `json:"engaged,omitempty"`
	Effects  []ModelEffect `json:"effects,omitempty"`
	Done     []string      `json:"done,omitempty"` // what it has done this Round
}

// ModelEffect is a lasting effect on a model.
type ModelEffect struct {
	cards.Effect
	From  string `json:"from"`
	Since int    `json:"since"`
	Until int    `json:"until"`
}

// Objective is a marker.
type Objective struct {
	At        plane.Point `json:"at"`
	Owner     game.Seat   `json:"owner,omitempty"`
	Contested bool        `json:"contested,omitempty"`
}

// Going is a model that has to finish its move.
type Going struct {
	Unit Label      `json:"unit"`
	Max  plane.Inch `json:"max"`
}

// Attacked is an attack under way.
type Attacked struct {
	Aim  Aim    `json:"aim"`
	Face int    `json:"face"`
	Ask  string `json:"ask"`
}

// Charge is a Rush that waits for its answer.
type Charge struct {
	By     Label `json:"by"`
	Target Label `json:"target"`
}

// Model finds a model by its label.
func (v View) Model(l Label) (Model, bool) {
	i := slices.IndexFunc(v.Models, func(m Model) bool { return m.Label == l })
	if i < 0 {
		return Model{}, false
	}
	return v.Models[i], true
}

// Terms are what the battle is played by.
func (v View) Terms() Terms { return v.board.Terms }

func (v View) pair(by, target Label) (m, e *model, err error) {
	m, e = v.board.onTable(by), v.board.onTable(target)
	if m == nil || e == nil || by.Seat() == target.Seat() {
		return nil, nil, refuse("no-unit", "expected two models of different sides on the table")
	}
	return m, e, nil
}

// Aim works out an attack from where the models stand: with a weapon, or "" for the one that an order without a weapon uses. The
// error, a refusal, says why it cannot be made; the Aim is worked out all the same, as far as both models are on the table.
func (v View) Aim(by, target Label, weapon string, aid Aid) (Aim, error) {
	m, e, err := v.pair(by, target)
	if err != nil {
		return Aim{}, err
	}
	b := v.board
	w := cards.FindWeapon(m.unit().Melee)
	if weapon != w.ID && (weapon != "" || !b.engages(m, e)) {
		w = b.armed(m, e, weapon)
	}
	if w == nil {
		return Aim{}, refuse("no-weapon", "%s has no such weapon", m.Label)
	}
	a := b.aim(m, e, w, aid.Part, aid.Stabilize && aid.Part == "")
	switch {
	case w.Melee() && !b.engages(m, e):
		err = refuse("out-of-range", "%s is not within 1\" of %s", e.Label, m.Label)
	case !w.Melee():
		if err = b.whyNoShot(m); err == nil {
			err = b.whyNotTarget(m, e, w)
		}
	}
	return a, err
}

// RushAim is a Rush worked out.
type RushAim struct {
	By     Label      `json:"by"`
	Target Label      `json:"target"`
	Gap    plane.Inch `json:"gap"`
	Base   plane.Inch `json:"base"` // what the die adds to
	Halved bool       `json:"halved,omitempty"`
	// Need is the lowest face that succeeds, 7 if none does. A place to stand is looked for at the end alone.
	Need int `json:"need"`
}

// Rush works a Rush out. The error, a refusal, says why it cannot be made.
func (v View) Rush(by Label, target Label) (RushAim, error) {
	b := v.board
	m := b.onTable(by)
	if m == nil {
		return RushAim{}, refuse("no-unit", "%s is not on the table", by)
	}
	if err := b.whyNoRush(m); err != nil {
		return RushAim{}, err
	}
	e, err := b.rushed(m, Rush{by, target})
	if err != nil {
		return RushAim{}, err
	}
	way, err := b.rushing(m, e)
	if err != nil {
		return RushAim{}, err
	}
	out := RushAim{By: by, Target: e.Label, Gap: plane.Gap(m.disc(), e.disc()), Base: b.rushBase(m, way.halved), Halved: way.halved, Need: 7}
	for face := 6; face >= 1; face-- {
		there := *m
		there.At = b.rushEnd(m, way, out.Base+plane.In(face))
		if !b.engages(&there, e) {
			break
		}
		out.Need = face
	}
	return out, nil
}

// Reach is the area in which a model's move of so many inches may end, climbing aside: for drawing.
func (v View) Reach(l Label, most plane.Inch) []plane.Polygon {
	m := v.board.onTable(l)
	if m == nil {
		return nil
	}
	return v.board.env.solid.Reach(v.board.mover(m, most), m.At)
}

// Way is the way that a model would go to a place, and its length with climbing. The error says why it cannot.
func (v View) Way(l Label, to plane.Point, via []plane.Point, most plane.Inch) (plane.Path, plane.Inch, error) {
	m := v.board.onTable(l)
	if m == nil {
		return nil, 0, refuse("no-unit", "%s is not on the table", l)
	}
	return v.board.path(m, to, via, most)
}

// Zone is a side's Deployment Zone.
func (v View) ZoneOf(seat game.Seat) plane.Rect { return v.board.Terms.Zone(seat) }

// Measure is what two enemies are to each other: for scripts and questions.
type Measure struct {
	Gap     plane.Inch `json:"gap"`
	Sees    bool       `json:"sees"`
	Engaged bool       `json:"engaged"`
	Cover   string     `json:"cover"` // none, light, heavy: of the target
	Weapon  string     `json:"weapon,omitempty"`
	Need    int        `json:"need,omitempty"`
	Chance  int        `json:"chance,omitempty"`
	Parts   []Part     `json:"parts,omitempty"`
}

// Measure measures from one model to an enemy. weapon "" is the one that an order without a weapon uses.
func (v View) Measure(by, target Label, weapon string) (Measure, error) {
	m, e, err := v.pair(by, target)
	if err != nil {
		return Measure{}, err
	}
	out := Measure{Gap: plane.Gap(m.disc(), e.disc()), Sees: v.board.sees(m, e), Engaged: v.board.engages(m, e), Cover: "none"}
	a, _ := v.Aim(by, target, weapon, Aid{})
	if a.Weapon == "" {
		return out, nil
	}
	if a.Cover != "" {
		out.Cover = string(a.Cover)
	}
	out.Weapon, out.Need, out.Chance, out.Parts = a.Weapon, a.Need, a.Chance(), a.Parts
	return out, nil
}

func view(s *state, v game.Viewer) View {
	out := View{Viewer: v, Models: []Model{}, Objectives: []Objective{}}
	if s == nil || !s.Began {
		return out
	}
	b := &s.board
	t := b.Terms
	out.board = b
	out.Attacker, out.Board, out.Pieces, out.PV, out.Position, out.Penalties, out.Zone = t.Attacker, t.Board, t.Pieces, t.Value(), t.Position, t.Penalties, t.ZoneSize()
	out.Options, out.Round, out.Phase, out.Initiative, out.Left, out.Result = t.Changed(), b.Round, b.Phase, b.Initiative, b.Left, b.Result
	if b.Phase == Fighting {
		out.Part = 2
		if b.charging() {
			out.Part = 1
		}
	}
	for i := range out.Sides {
		seat := game.Seat(i + 1)
		d := b.Sides[i]
		out.Sides[i] = Side{Faction: b.faction(seat), Role: roleOf(seat), List: d.Units, Flares: d.Flares, Kept: d.Kept,
			Reinforcements: t.reinforcements(b, seat) - d.Came, FR: d.FR, VP: d.VP, Lost: d.Lost, LostFR: d.LostFR, Used: d.Used}
		if b.Drawing[i] {
			out.Drawing = append(out.Drawing, seat)
		}
	}
	for _, o := range b.Objectives {
		out.Objectives = append(out.Objectives, Objective(o))
		if o.Owner != 0 {
			out.Sides[o.Owner-1].Owned++
		}
	}
	for i := range b.Models {
		out.Models = append(out.Models, b.modelView(&b.Models[i]))
	}
	if b.Going != nil {
		out.Going = &Going{b.Going.Unit, b.Going.Max}
	}
	if a := b.Attack; a != nil {
		out.Attack = &Attacked{a.Aim, a.Face, a.Ask}
	}
	if b.Charge != nil {
		out.Charge = &Charge{b.Charge.By, b.Charge.Target}
	}
	return out
}

func (b *board) modelView(m *model) Model {
	u := m.unit()
	out := Model{Label: m.Label, Seat: m.seat(), Unit: m.Unit, Name: u.Name, Radius: radius(u), Wounds: m.Wounds, Max: u.Wounds, Sum: m.Sum,
		SR: u.SR, W: u.W, Evade: u.EV, Movement: b.movement(m), Grenade: m.Grenade}
	for _, e := range m.Effects {
		out.Effects = append(out.Effects, ModelEffect{e.Effect, e.From, e.Since, e.Until})
	}
	if !m.Placed {
		return out
	}
	at := m.At
	out.At, out.Level, out.Engaged, out.W, out.Evade = &at, b.env.level(m.disc()), b.engaged(m), b.woundThreshold(m), b.evade(m)
	for _, x := range []struct {
		word string
		is   bool
	}{{"moved", m.Moved}, {"sprinted", m.Sprinted}, {"tried-to-disengage", m.Tried}, {"disengaged", m.Disengaged}, {"shot", m.Shot}, {"rushed", m.Rushed},
		{"charged", m.Charged}, {"struck", m.Struck}} {
		if x.is {
			out.Done = append(out.Done, x.word)
		}
	}
	return out
}
