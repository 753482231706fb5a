package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/habit"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// View holds what one viewer knows of a match. It is built from the board, which everybody knows, and the viewer's own hand and
// deck.
type View struct {
	Viewer  game.Viewer `json:"viewer"`
	board   *board      // never the state
	Size    string      `json:"size"`
	Secrecy string      `json:"secrecy"`
	Map     string      `json:"map"`
	Ground  []string    `json:"ground"` // rows, the northernmost first
	Mission string      `json:"mission"`
	// ScoresFrom is the first round that may score at the Relay; 0: from the start, or there is no Relay.
	ScoresFrom int `json:"scores_from,omitempty"`
	// Losses is set if the side that lost fewer HP in the round scores when the Relay holds equal units (R-V3).
	Losses    bool         `json:"losses,omitempty"`
	MaxRounds int          `json:"max_rounds,omitempty"` // 0: no limit
	Options   []string     `json:"options,omitempty"`    // options not at their default, each as "max_rounds 6"
	Round     int          `json:"round"`                // 0 until the units are deployed
	Phase     Phase        `json:"phase"`
	Priority  game.Seat    `json:"priority"`       // 0 before it is rolled
	Left      []game.Seat  `json:"left,omitempty"` // who has yet to act in the phase, in order
	Sides     sides        `json:"sides"`
	Units     []Unit       `json:"units"` // units on the board, or before that still to be deployed
	Objects   []Object     `json:"objects"`
	Card      *Playing     `json:"card,omitempty"`   // being carried out
	Attack    *Attacked    `json:"attack,omitempty"` // under way
	Drawing   []game.Seat  `json:"drawing,omitempty"`
	Result    *game.Result `json:"result"`
}

// For returns the viewer.
func (v View) For() game.Viewer { return v.Viewer }

// Offering returns the seats that offer a draw.
func (v View) Offering() []game.Seat { return v.Drawing }

// sides holds both sides.
type sides = game.Both[Side]

// Side is one side. Hand, Deck and List are there only if the viewer knows them.
type Side struct {
	Operator    string   `json:"operator"`
	Weapon      string   `json:"weapon"`
	Armor       string   `json:"armor"`
	Mercenaries []string `json:"mercenaries"`
	Encumbered  bool     `json:"encumbered,omitempty"`
	HandCount   int      `json:"hand_count"`
	DeckCount   int      `json:"deck_count"`
	Discards    []string `json:"discards"`            // in order
	Committed   string   `json:"committed,omitempty"` // known once both are in
	Mode        string   `json:"mode,omitempty"`      // of the Hydra, with it
	Fizzled     bool     `json:"fizzled,omitempty"`   // its card had no effect
	Points      int      `json:"points,omitempty"`
	Lost        int      `json:"lost,omitempty"` // HP lost this round, where they decide who scores (R-V3)
	Used        []string `json:"used,omitempty"` // abilities used this round, or for good
	// Hand is in the order drawn. Deck holds the cards left, List the deck as brought; both map a card to its number.
	Hand []string       `json:"hand,omitempty"`
	Deck map[string]int `json:"deck,omitempty"`
	List map[string]int `json:"list,omitempty"`
	// Ahead holds the side's orders for the rest of the round, Habits its constant answers to reactions, if the viewer knows them.
	Ahead  *Ahead     `json:"ahead,omitempty"`
	Habits habit.Rows `json:"habits,omitempty"`
}

// Unit is an Operator or a Mercenary on the board.
type Unit struct {
	Label    Label      `json:"label"`
	Seat     game.Seat  `json:"seat"`
	ID       string     `json:"id"` // of its card
	Name     string     `json:"name"`
	At       grid.Space `json:"at"` // "" before it is deployed
	HP       int        `json:"hp"`
	MaxHP    int        `json:"max_hp"`
	ACC      int        `json:"acc"` // printed
	DOD      int        `json:"dod"` // now, without cover
	ARM      int        `json:"arm"` // now
	Range    int        `json:"range"`
	Statuses []string   `json:"statuses"`
	Changes  []string   `json:"changes,omitempty"` // what changes its figures: cards, weapons, abilities
	Moved    int        `json:"moved,omitempty"`
	Attacked bool       `json:"attacked,omitempty"` // its attack is spent
}

// Object is something placed on the board.
type Object struct {
	ID   int        `json:"id"`
	Is   string     `json:"is"`
	Seat game.Seat  `json:"seat"`
	At   grid.Space `json:"at"`
}

// Playing is a card that is being carried out.
type Playing struct {
	Seat   game.Seat  `json:"seat"`
	Card   string     `json:"card"`
	Target Label      `json:"target,omitempty"`
	Space  grid.Space `json:"space,omitzero"`
	Pushed Label      `json:"pushed,omitempty"` // the unit being pushed now
}

// Attacked is an attack under way. Aim and Faces are set once it is rolled.
type Attacked struct {
	By     Label `json:"by"`
	Target Label `json:"target"`
	Decoy  bool  `json:"decoy,omitempty"`
	Aim    *Aim  `json:"aim,omitempty"`
	Faces  []int `json:"faces,omitempty"`
	Blow   *Blow `json:"blow,omitempty"`
}

// Unit finds a unit by its label.
func (v View) Unit(l Label) (Unit, bool) {
	i := slices.IndexFunc(v.Units, func(u Unit) bool { return u.Label == l })
	if i < 0 {
		return Unit{}, false
	}
	return v.Units[i], true
}

// Printed returns the id and the printed name of a unit, on the board or not; both are "" if there is no such unit.
func (v View) Printed(l Label) (id, name string) {
	if l == "" || l.Seat() == 0 {
		return "", ""
	}
	side, cat := v.Sides.Of(l.Seat()), v.Catalogue()
	if l.Operator() {
		if o, ok := cat.Operator(side.Operator); ok {
			return o.ID, o.Name
		}
		return "", ""
	}
	if i := int(l[1] - '1'); i < len(side.Mercenaries) {
		if m, ok := cat.Mercenary(side.Mercenaries[i]); ok {
			return m.ID, m.Name
		}
	}
	return "", ""
}

// Catalogue returns the match's cards.
func (v View) Catalogue() *cards.Catalogue { return v.board.env.cat }

// Terrain returns the battlefield.
func (v View) Terrain() *grid.Ground { return v.board.env.ground }

// Aim computes an attack from where the units are. The error, a refusal, says why it cannot be made; the Aim is computed all the
// same if both units are on the board.
func (v View) Aim(by, target Label, mark bool) (Aim, error) {
	u, e := v.board.unit(by), v.board.unit(target)
	if u == nil || e == nil || !u.At.On() || !e.At.On() || by.Seat() == target.Seat() {
		return Aim{}, refuse("no-unit", "expected two units of different sides on the board")
	}
	return aim(v.board, u, e, mark), whyNot(v.board, u, e)
}

// Reach returns the spaces that a unit could go to by a Movement card of that many spaces, or as a Mercenary by its movement.
func (v View) Reach(l Label, most int) []grid.Space {
	u := v.board.unit(l)
	if u == nil || !u.At.On() {
		return nil
	}
	j := journey{unit: l, most: slowed(v.board, u, most), climb: climbing}
	if !l.Operator() {
		j = mercJourney(v.board, u)
	}
	var out []grid.Space
	for _, w := range ways(v.board, j) {
		out = append(out, w.to)
	}
	return out
}

// Goes returns the spaces to which a card would bring a side's Operator from its present place.
func (v View) Goes(seat game.Seat, card string) []grid.Space {
	c, ok := v.Catalogue().Card(card)
	if !ok || v.board.unit(operator(seat)) == nil {
		return nil
	}
	return grid.All(goesTo(v.board, seat, c))
}

// Spaces returns how many spaces a Movement card moves a side's Operator now, and as printed; 0 for other cards.
func (v View) Spaces(seat game.Seat, card string) (now, printed int) {
	c, ok := v.Catalogue().Card(card)
	if !ok || c.Type != cards.Movement || v.board.unit(operator(seat)) == nil {
		return 0, 0
	}
	todo := opening(c, func(o cards.Op) bool { return o.Op == "move" })
	if todo == nil {
		return 0, 0
	}
	return cardJourney(v.board, playing{Seat: seat, Card: card, Todo: todo}).most, todo[0].UpTo
}

// Works returns the units or the spaces that a side could use a card on while the units are where they are.
func (v View) Works(seat game.Seat, card string) (on []Label, at []grid.Space) {
	c, ok := v.Catalogue().Card(card)
	if !ok || v.board.unit(operator(seat)) == nil {
		return nil, nil
	}
	list, space := worksOn(v.board, seat, c)
	if space {
		return nil, grid.All(list)
	}
	return labelled(list), nil
}

// Planted reports whether the unit is a Mercenary that does not attack after it has moved.
func (v View) Planted(l Label) bool {
	return !l.Operator() && v.board.unit(l) != nil && v.board.merc(l).Planted
}

// Targets returns the enemies that a unit could attack from where all units are, whether or not it is its turn (S6.2, S6.3).
func (v View) Targets(l Label) (out []Label) {
	u := v.board.unit(l)
	if u == nil || !u.At.On() || !l.Operator() && (planted(v.board, u) || v.board.unit(operator(l.Seat())) == nil) {
		return nil
	}
	return labelled(labelsOf(targets(v.board, u)))
}

// Following returns the view as if the side's units were where they are ordered to go.
func (v View) Following(seat game.Seat, p Ahead) View {
	for i, at := range []grid.Space{p.To, p.First, p.Second} {
		if at.On() {
			v = v.Moved(labels[seat-1][i], at)
		}
	}
	return v
}

// labelled returns words as labels.
func labelled(list []string) (out []Label) {
	for _, l := range list {
		out = append(out, Label(l))
	}
	return out
}

// Measure describes the relation of two spaces with units, for scripts and questions.
type Measure struct {
	Distance int    `json:"distance"`
	Line     bool   `json:"line"`
	Cover    string `json:"cover"` // none, light, heavy: of the target
	Need     int    `json:"need"`
}

// Measure measures from one unit to another.
func (v View) Measure(by, target Label) (Measure, error) {
	u, e := v.board.unit(by), v.board.unit(target)
	if u == nil || e == nil || !u.At.On() || !e.At.On() {
		return Measure{}, refuse("no-unit", "expected two units on the board")
	}
	a := aim(v.board, u, e, false)
	return Measure{Distance: a.Distance, Line: !v.board.line(u, e).Blocked, Cover: [3]string{"none", "light", "heavy"}[a.Cover], Need: a.Need}, nil
}

func view(s *state, v game.Viewer) View {
	out := View{Viewer: v}
	if s == nil || !s.Began {
		return out
	}
	b := &s.board
	out.board = b
	t := b.Terms
	out.Size, out.Secrecy, out.Map, out.Ground, out.Mission, out.ScoresFrom, out.MaxRounds = t.Size, t.Secrecy, t.Map, t.Ground, t.MissionName(), t.scoresFrom(), t.MaxRounds
	out.Losses = t.CountsLosses()
	out.Options, out.Round, out.Phase, out.Priority, out.Left, out.Result = t.Changed(), b.Round, b.Phase, b.Priority, b.Left, b.Result
	for i := range out.Sides {
		seat := game.Seat(i + 1)
		out.Sides[i] = b.sideView(seat)
		side := &out.Sides[i]
		side.HandCount, side.DeckCount = len(s.Hands[i]), len(s.Decks[i])
		if v.Sees(seat) || b.Result != nil {
			side.Hand, side.Deck = s.Hands[i], counted(s.Decks[i])
		}
		if v.Sees(seat) && s.Plans[i] != (Ahead{}) {
			side.Ahead = &s.Plans[i]
		}
		if v.Sees(seat) {
			side.Habits = s.Habits[i]
		}
		if v.Sees(seat) || b.Result != nil || t.Secrecy == Open {
			side.List = s.Lists[i]
		}
		if b.Drawing[i] {
			out.Drawing = append(out.Drawing, seat)
		}
	}
	for i := range b.Units {
		out.Units = append(out.Units, b.unitView(&b.Units[i]))
	}
	out.Objects = []Object{}
	for _, o := range b.Objects {
		out.Objects = append(out.Objects, Object{o.ID, o.Is, o.Seat, o.At})
	}
	if p := b.Playing; p != nil {
		out.Card = &Playing{Seat: p.Seat, Card: p.Card, Target: p.Target, Space: p.Space}
		if len(p.Victims) > 0 {
			out.Card.Pushed = p.Victims[0]
		}
	}
	if a := b.Attack; a != nil {
		out.Attack = &Attacked{By: a.By, Target: a.Target, Decoy: a.Decoy != 0}
		if a.Faces != nil {
			out.Attack.Aim, out.Attack.Faces = &a.Aim, a.Faces
		}
		if a.Blow.Hits > 0 {
			out.Attack.Blow = &a.Blow
		}
	}
	return out
}

// counted returns a list as cards, and how many of each.
func counted(list []string) map[string]int {
	out := map[string]int{}
	for _, id := range list {
		out[id]++
	}
	return out
}

// listOf is the inverse of counted; its list is in alphabetical order.
func listOf(deck map[string]int) []string { return cards.Squad{Deck: deck}.List() }

func (b *board) sideView(seat game.Seat) Side {
	s := b.Sides[seat-1]
	return Side{Operator: s.Operator, Weapon: s.Weapon, Armor: s.Armor, Mercenaries: s.Mercenaries, Encumbered: b.encumbered(seat),
		Discards: append([]string{}, s.Gone...), Committed: s.Committed, Mode: s.Mode, Fizzled: s.Fizzled, Points: s.Points, Lost: b.Lost[seat-1],
		Used: slices.Concat(s.Used, s.Spent)}
}

func (b *board) unitView(u *unit) Unit {
	seat := u.Label.Seat()
	out := Unit{Label: u.Label, Seat: seat, At: u.At, HP: u.HP, MaxHP: b.maxHP(u.Label), ACC: printedACC(b, u), DOD: dodge(b, u), Range: rangeOf(b, u),
		Statuses: []string{}, Moved: u.Moved, Attacked: u.Attacked}
	if u.Label.Operator() {
		k := b.kit(seat)
		out.ID, out.Name = k.operator.ID, k.operator.Name
	} else {
		m := b.merc(u.Label)
		out.ID, out.Name = m.ID, m.Name
	}
	out.ARM = max(0, sum(armor(b, u)))
	for _, s := range u.Statuses {
		out.Statuses = append(out.Statuses, s.Is)
	}
	b.each(u, func(c change) { out.Changes = append(out.Changes, c.From) })
	return out
}
