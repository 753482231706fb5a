package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// View holds what a viewer knows of a battle: everything except sealed answers, which the kernel keeps.
type View struct {
	Viewer     game.Viewer  `json:"viewer"`
	board      *board       // all of it is public
	Attacker   string       `json:"attacker"` // the faction of seat 1
	Board      string       `json:"board,omitempty"`
	Pieces     []Piece      `json:"pieces,omitempty"`
	PV         int          `json:"pv"`
	Position   string       `json:"position,omitempty"`
	Penalties  []string     `json:"penalties,omitempty"`
	Zone       plane.Inch   `json:"zone"`              // the length of a zone's edge
	Options    []string     `json:"options,omitempty"` // options that differ from a new battle's, each as "wounds printed"
	Round      int          `json:"round"`             // 0 before Round 1
	Phase      Phase        `json:"phase"`
	Part       int          `json:"part,omitempty"` // of Melee: 1 while the models that rushed attack, then 2
	Initiative game.Seat    `json:"initiative"`
	Left       []game.Seat  `json:"left,omitempty"` // who has yet to act in the phase, in order
	Sides      sides        `json:"sides"`
	Models     []Model      `json:"models"`
	Objectives []Objective  `json:"objectives"`
	Going      *Going       `json:"going,omitempty"`
	Attack     *Attacked    `json:"attack,omitempty"`
	Charge     *Charge      `json:"charge,omitempty"`
	Drawing    []game.Seat  `json:"drawing,omitempty"`
	Result     *game.Result `json:"result"`
}

// For returns the viewer.
func (v View) For() game.Viewer { return v.Viewer }

// Offering returns the seats that offer a draw.
func (v View) Offering() []game.Seat { return v.Drawing }

// sides holds both sides.
type sides = game.Both[Side]

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
	Skips          []string `json:"skips,omitempty"`  // the questions that it is not asked (J5.6)
	Called         []string `json:"called,omitempty"` // units of its Reinforcements, in the order of their labels
	Lost           []string `json:"lost,omitempty"`   // units destroyed
	LostFR         int      `json:"lost_fr,omitempty"`
	Used           []string `json:"used,omitempty"` // special rules used up
	Owned          int      `json:"owned"`          // Objectives
}

// Model is a model on the table, or still to be deployed.
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

// Going is a model that must finish its move.
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

// Terms returns the terms of the battle.
func (v View) Terms() Terms { return v.board.Terms }

func (v View) pair(by, target Label) (m, e *model, err error) {
	m, e = v.board.onTable(by), v.board.onTable(target)
	if m == nil || e == nil || by.Seat() == target.Seat() {
		return nil, nil, refuse("no-unit", "expected two models of different sides on the table")
	}
	return m, e, nil
}

// Aim computes an attack from where the models are: with a weapon, or "" for the one that an order without a weapon uses. The
// error, a refusal, says why it cannot be made; the Aim is computed all the same if both models are on the table.
func (v View) Aim(by, target Label, weapon string, aid Aid) (Aim, error) {
	a, w, err := v.reckon(by, target, weapon, aid)
	if err != nil {
		return Aim{}, err
	}
	m, e := v.board.onTable(by), v.board.onTable(target)
	switch {
	case w.Melee() && !v.board.engages(m, e):
		err = refuse("out-of-range", "%s is not within 1\" of %s", e.Label, m.Label)
	case !w.Melee():
		if err = v.board.attacker(m).whyNoShot(); err == nil {
			err = v.board.attacker(m).whyNotTarget(e, w)
		}
	}
	return a, err
}

// reckon computes an attack without asking whether it can be made. The error says that there is no such weapon or model.
func (v View) reckon(by, target Label, weapon string, aid Aid) (Aim, *cards.Weapon, error) {
	m, e, err := v.pair(by, target)
	if err != nil {
		return Aim{}, nil, err
	}
	w := cards.FindWeapon(m.unit().Melee)
	if weapon != w.ID && (weapon != "" || !v.board.engages(m, e)) {
		w = v.board.attacker(m).armed(e, weapon)
	}
	if w == nil {
		return Aim{}, nil, refuse("no-weapon", "%s has no such weapon", m.Label)
	}
	return v.board.attacker(m).aim(e, w, aid.Part, aid.Stabilize && aid.Part == ""), w, nil
}

// RushAim is a computed Rush.
type RushAim struct {
	By     Label      `json:"by"`
	Target Label      `json:"target"`
	Gap    plane.Inch `json:"gap"`
	Base   plane.Inch `json:"base"` // the distance to which the die is added
	Halved bool       `json:"halved,omitempty"`
	// Need is the lowest face that succeeds, 7 if none does. Only the end of the Rush is searched for a place to stand.
	Need int `json:"need"`
	// Counter is the enemy that may counter-charge if the Rush succeeds and ends where the highest face takes it (J14.8); "": none.
	Counter Label `json:"counter,omitempty"`
}

// Rush computes a Rush. The error, a refusal, says why it cannot be made.
func (v View) Rush(by Label, target Label) (RushAim, error) {
	b := v.board
	m := b.onTable(by)
	if m == nil {
		return RushAim{}, refuse("no-unit", "%s is not on the table", by)
	}
	if err := b.rusher(m).whyNot(); err != nil {
		return RushAim{}, err
	}
	e, err := b.rusher(m).chosen(Rush{by, target})
	if err != nil {
		return RushAim{}, err
	}
	return b.rusher(m).aim(e)
}

// RushEnd returns the end of a computed Rush with that face (J10.5).
func (v View) RushEnd(r RushAim, face int) plane.Point {
	m, e := v.board.onTable(r.By), v.board.onTable(r.Target)
	way, _ := v.board.rusher(m).straight(e)
	return v.board.rusher(m).end(way, r.Base+plane.In(face))
}

// Counter computes the Counter-Charge that is offered as an answer to a Rush; ok is false if there is none.
func (v View) Counter() (aim RushAim, ok bool) {
	b := v.board
	if b == nil || b.Charge == nil {
		return RushAim{}, false
	}
	e := b.onTable(b.Charge.By)
	c := b.rusher(e).counter(b.Charge.Target)
	if c == nil {
		return RushAim{}, false
	}
	aim, err := b.rusher(c).aim(e)
	return aim, err == nil
}

// RushAt computes a Rush at any enemy, even if another is nearer or in sight. It leaves out the Counter-Charge.
func (v View) RushAt(by, target Label) (RushAim, error) {
	m, e, err := v.pair(by, target)
	if err == nil {
		err = v.board.rusher(m).whyNot()
	}
	if err != nil {
		return RushAim{}, err
	}
	aim, _, err := v.board.rusher(m).charge(e)
	return aim, err
}

// aim computes a Rush at that enemy along the straight way.
func (by rusher) aim(e *model) (RushAim, error) {
	out, way, err := by.charge(e)
	if err == nil && out.Need <= 6 {
		then := *by.b
		then.Models = slices.Clone(by.b.Models)
		there := then.onTable(by.m.Label)
		there.At = by.end(way, out.Base+plane.In(6))
		if c := then.rusher(there).counter(e.Label); c != nil {
			out.Counter = c.Label
		}
	}
	return out, err
}

// charge is aim without the Counter-Charge, with the way.
func (by rusher) charge(e *model) (RushAim, rush, error) {
	way, err := by.straight(e)
	if err != nil {
		return RushAim{}, way, err
	}
	out := RushAim{By: by.m.Label, Target: e.Label, Gap: plane.Gap(by.m.disc(), e.disc()), Base: by.base(way.halved), Halved: way.halved, Need: 7}
	for face := 6; face >= 1; face-- {
		there := *by.m
		there.At = by.end(way, out.Base+plane.In(face))
		if !by.b.engages(&there, e) {
			break
		}
		out.Need = face
	}
	return out, way, nil
}

// Disengage returns the number that a model must reach to Disengage (J8.6), the parts of it that are added to its SR, and whether
// it is engaged.
func (v View) Disengage(l Label) (need int, parts []Part, engaged bool) {
	m := v.board.onTable(l)
	if m == nil {
		return 0, nil, false
	}
	need, parts = m.unit().SR, v.board.walker(m).leaving()
	for _, p := range parts {
		need += p.N
	}
	return need, parts, v.board.engaged(m)
}

// StrikesFirst reports whether a side's models strike before the other side's, among those that rushed (JQ33).
func (v View) StrikesFirst(seat game.Seat) bool { return v.board.strikesFirst() == seat }

// Again returns on how many faces in a hundred a side has the Initiative if it rolls again by Tactical Insight (J14.5, JQ37); ok is
// false before anybody has rolled in the Round.
func (v View) Again(seat game.Seat) (chance int, ok bool) {
	b := v.board
	if b == nil || b.Faces == [2]int{} {
		return 0, false
	}
	for face := 1; face <= 100; face++ {
		faces := b.Faces
		faces[seat-1] = face
		if b.initiative(b.totals(faces)) == seat {
			chance++
		}
	}
	return chance, true
}

// Biting returns the Positions whose loss has an effect in this Round, or will have one in Round 1 (J16.5, JQ50).
func (v View) Biting() (ids []string) {
	for _, id := range v.Penalties {
		if cards.FindPosition(id).Penalty.In(v.Round) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Reach returns the area in which a model's move of that many inches may end, without climbing: for drawing.
func (v View) Reach(l Label, most plane.Inch) []plane.Polygon {
	m := v.board.onTable(l)
	if m == nil {
		return nil
	}
	return v.board.env.solid.Reach(v.board.mover(m, most), m.At)
}

// Way returns the way of a model to a place, and its length with climbing. The error says why there is none.
func (v View) Way(l Label, to plane.Point, via []plane.Point, most plane.Inch) (plane.Path, plane.Inch, error) {
	m := v.board.onTable(l)
	if m == nil {
		return nil, 0, refuse("no-unit", "%s is not on the table", l)
	}
	return v.board.walker(m).path(to, via, most)
}

// Fits reports whether a model may end a move at a place, whatever the way.
func (v View) Fits(l Label, at plane.Point) bool {
	m := v.board.onTable(l)
	if m == nil {
		return false
	}
	mv := v.board.mover(m, 0)
	mv.Others = append(mv.Others, mv.Enemies...)
	return v.board.env.solid.Stand(mv, at) == nil
}

// Reaches reports whether a model may move to a place, as Way finds it. It may miss a way that takes all of the distance.
func (v View) Reaches(l Label, to plane.Point, most plane.Inch) bool {
	m := v.board.onTable(l)
	return m != nil && v.board.walker(m).reaches(to, most)
}

// Nearest returns the place nearest to another at which a model's move of that many inches may end. ok is false if none is nearer
// than its present place.
func (v View) Nearest(l Label, to plane.Point, most plane.Inch) (at plane.Point, ok bool) {
	m := v.board.onTable(l)
	if m == nil {
		return at, false
	}
	p, found := v.board.env.solid.Nearest(v.board.mover(m, most), m.At, to)
	if !found {
		return at, false
	}
	at = p[len(p)-1]
	_, _, err := v.board.walker(m).path(at, nil, most) // climbing may make it too far
	return at, err == nil
}

// Onward returns the place to which that many inches of the shortest way to another lead. ok is false if it is not nearer than the
// model's present place.
func (v View) Onward(l Label, to plane.Point, most plane.Inch) (at plane.Point, ok bool) {
	m := v.board.onTable(l)
	if m == nil {
		return at, false
	}
	p, found := v.board.env.solid.Onward(v.board.mover(m, most), m.At, to)
	if !found {
		return at, false
	}
	at = p[len(p)-1]
	return at, v.board.walker(m).reaches(at, most)
}

// Toward returns the end of a model's move of that many inches that goes as far as it can towards a place and stays farther than 1"
// from enemies. ok is false if the model should stay.
func (v View) Toward(l Label, to plane.Point, most plane.Inch) (at plane.Point, ok bool) {
	m := v.board.onTable(l)
	if m == nil {
		return at, false
	}
	return v.board.walker(m).toward(to, most)
}

// Standing returns the view as if a model were elsewhere, or, if it is still to be deployed, as if it were there. It is for
// measuring.
func (v View) Standing(l Label, at plane.Point) View {
	t := v.Trial(l)
	t.Put(at)
	return t.View
}

// Trial is a view in which one model is put in one place after another, for measuring.
type Trial struct {
	View
	which int // the index of the model; -1: there is none
}

// Trial returns a copy of the view in which that model can be put elsewhere.
func (v View) Trial(l Label) *Trial {
	b := *v.board
	b.Models = slices.Clone(b.Models)
	v.board, v.Models = &b, slices.Clone(v.Models)
	return &Trial{v, slices.IndexFunc(b.Models, func(m model) bool { return m.Label == l })}
}

// Put moves the model, or, if it is still to be deployed, deploys it.
func (t *Trial) Put(at plane.Point) {
	if t.which < 0 {
		return
	}
	m := &t.board.Models[t.which]
	m.At, m.Placed = at, true
	t.board.place(&t.Models[t.which], m)
}

// Stands returns the reason that a base of a seat may not be placed there in its zone, nil if it may: for a model that is deployed
// or comes as a Reinforcement (J4.3, J6.3). It must keep clear of all bases on the table.
func (v View) Stands(seat game.Seat, d plane.Disc) error { return v.board.player(seat).whyNotSet(d) }

// Deploys returns the reason that a seat's models may not be deployed at those places, nil if they may (J4.3).
func (v View) Deploys(seat game.Seat, at []plane.Point) error {
	return v.board.player(seat).whyNotDeployed(at)
}

// Marks returns the reason that an Objective may not lie there, nil if it may (JQ7).
func (v View) Marks(at plane.Point) error { return v.board.whyNoMark(at) }

// Sees reports whether a model sees another (J7.4).
func (v View) Sees(by, target Label) bool {
	m, e, err := v.pair(by, target)
	return err == nil && v.board.sees(m, e)
}

// ZoneOf returns a side's Deployment Zone.
func (v View) ZoneOf(seat game.Seat) plane.Rect { return v.board.Terms.Zone(seat) }

// Measure describes the relation of two enemies, for scripts and questions.
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

// Measure measures from one model to an enemy. weapon "" means the weapon that an order without one uses.
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
		out.Sides[i] = Side{Faction: b.Terms.Faction(seat), Role: roleOf(seat), List: d.Units, Flares: d.Flares, Kept: d.Kept,
			Reinforcements: t.reinforcements(b, seat) - d.Came, Skips: d.Skips, Called: d.Called, FR: d.FR, VP: d.VP, Lost: d.Lost, LostFR: d.LostFR, Used: d.Used}
		if b.Drawing[i] {
			out.Drawing = append(out.Drawing, seat)
		}
	}
	for _, o := range b.Objectives {
		out.Objectives = append(out.Objectives, Objective(o))
		if seat := b.countsFor(o); seat != 0 {
			out.Sides[seat-1].Owned++
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
	b.place(&out, m)
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

// place sets what depends on the place of a model on the table.
func (b *board) place(out *Model, m *model) {
	at := m.At
	out.At, out.Level, out.Engaged, out.W, out.Evade = &at, b.env.level(m.disc()), b.engaged(m), b.woundThreshold(m), b.evade(m)
}
