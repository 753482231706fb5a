package syndicate

import (
	"cmp"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Orders for the rest of a round are given with the commit (R-P9) and sealed with it. Each is carried out when its question would
// be asked, if it is legal by then; otherwise the question is asked. Nobody else learns of orders that were not carried out.

// Ahead holds a side's orders ahead of a round's questions. Its zero value orders nothing.
type Ahead struct {
	To     grid.Space `json:"to,omitzero"`     // where the Operator goes when its card moves it
	First  grid.Space `json:"first,omitzero"`  // where the first Mercenary goes; if it is its own space, it stays
	Second grid.Space `json:"second,omitzero"` // where the second Mercenary goes
	On     Label      `json:"on,omitempty"`    // the unit that the card is used on
	At     grid.Space `json:"at,omitzero"`     // the space that the card is used at
	// Attack names the Operator's target: an enemy's label, Nearest or Best. The Mercenaries attack too: the same enemy if they
	// may, otherwise one that they may attack.
	Attack string `json:"attack,omitempty"`
	Never  bool   `json:"never,omitempty"` // reactions are answered as they are when time runs out
	Usual  bool   `json:"usual,omitempty"` // every other question is answered as it is when time runs out
	// Proposed lets an order that cannot be carried out be done as nearly as possible, and sends units without a destination where
	// it is worth most (Ranked). Reactions and moves after the attack are still asked: no unit leaves the space that its
	// player chose without being asked.
	Proposed bool `json:"proposed,omitempty"`
}

// These orders choose a target when the attack comes: the nearest enemy, the first by label among several; or the enemy where the
// attack is worth most (Worth).
const (
	Nearest = "nearest"
	Best    = "best"
)

// These are the slots of orders ahead.
var (
	aheadTo     = order.Slot{Name: "to", Mark: "to", Kind: spaceKind, Max: 1}
	aheadFirst  = order.Slot{Name: "first", Mark: "first", Kind: spaceKind, Max: 1}
	aheadSecond = order.Slot{Name: "second", Mark: "second", Kind: spaceKind, Max: 1}
	aheadOn     = order.Slot{Name: "on", Mark: "on", Kind: labelKind, Max: 1}
	aheadAt     = order.Slot{Name: "at", Mark: "at", Kind: spaceKind, Max: 1}
	aheadAttack = order.Slot{Name: "attack", Mark: "attack", Options: []string{"A", "A1", "A2", "B", "B1", "B2", Nearest, Best}, Max: 1}
	aheadNever  = order.Flag("never")
	aheadUsual  = order.Flag("usual")
	aheadNearly = order.Flag("proposed")
)

func aheadOf(p order.Partial) Ahead {
	return Ahead{To: spaceIn(p, "to"), First: spaceIn(p, "first"), Second: spaceIn(p, "second"), On: Label(p.Value("on")), At: spaceIn(p, "at"),
		Attack: p.Value("attack"), Never: p.Has("never"), Usual: p.Has("usual"), Proposed: p.Has("proposed")}
}

// words writes the orders in the form that follows a commit.
func (p Ahead) words() string {
	var out strings.Builder
	for _, x := range []struct{ mark, value string }{{"to", p.To.String()}, {"first", p.First.String()}, {"second", p.Second.String()},
		{"on", string(p.On)}, {"at", p.At.String()}, {"attack", p.Attack}} {
		if x.value != "" {
			out.WriteString(" " + x.mark + " " + x.value)
		}
	}
	if p.Never {
		out.WriteString(" never")
	}
	if p.Usual {
		out.WriteString(" usual")
	}
	if p.Proposed {
		out.WriteString(" proposed")
	}
	return out.String()
}

// opening returns the card's steps from the first for which asks is true, nil if there is none.
func opening(c *cards.Card, asks func(cards.Op) bool) []cards.Op {
	i := slices.IndexFunc(c.Do, asks)
	if i < 0 {
		return nil
	}
	return c.Do[i:]
}

func moves(o cards.Op) bool { return o.Op == "move" || o.Op == "appear" }

func works(o cards.Op) bool { return o.Op == "choose" || o.Op == "place" || o.Op == "contest" }

// goesTo returns the spaces to which a card of the side would bring its Operator from its present place.
func goesTo(b *board, seat game.Seat, c *cards.Card) []string {
	todo := opening(c, moves)
	if todo == nil {
		return nil
	}
	return destinations(ways(b, cardJourney(b, playing{Seat: seat, Card: c.ID, Todo: todo})))
}

// worksOn returns the units or the spaces that a card of the side could be used on while the units are where they are. For a card
// that moves first, this cannot be known.
func worksOn(b *board, seat game.Seat, c *cards.Card) (list []string, space bool) {
	todo := opening(c, func(o cards.Op) bool { return moves(o) || works(o) })
	if todo == nil || moves(todo[0]) {
		return nil, false
	}
	return choices(b, playing{Seat: seat, Card: c.ID, Todo: todo}), onSpace(todo[0])
}

// slotsAhead returns the orders ahead that a side may give with one of these cards.
func slotsAhead(b *board, seat game.Seat, ids []string) []order.Slot {
	var to, on, at []string
	for _, id := range ids {
		c, ok := b.env.cat.Card(id)
		if !ok {
			continue
		}
		to = append(to, goesTo(b, seat, c)...)
		if list, space := worksOn(b, seat, c); space {
			at = append(at, list...)
		} else {
			on = append(on, list...)
		}
	}
	out := make([]order.Slot, 0, 8)
	add := func(s order.Slot, options []string) {
		if len(options) > 0 {
			out = append(out, s.Of(each1(options)...))
		}
	}
	if u := b.unit(operator(seat)); len(to) > 0 && u != nil {
		to = append(to, u.At.String()) // it stays
	}
	add(aheadTo, to)
	for i, s := range []order.Slot{aheadFirst, aheadSecond} {
		if m := b.unit(labels[seat-1][i+1]); m != nil && m.At.On() {
			j := mercJourney(b, m)
			j.ahead = true
			add(s, append([]string{m.At.String()}, destinations(ways(b, j))...))
		}
	}
	add(aheadOn, on)
	add(aheadAt, at)
	add(aheadAttack, append(labelsOf(b.enemies(seat)), Nearest, Best))
	return append(out, aheadNever, aheadUsual, aheadNearly)
}

// each1 returns the list without duplicates.
func each1(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, x := range list {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

// checkAhead refuses orders that can never be carried out this round, because no movement goes so far or no such unit exists.
func checkAhead(b *board, seat game.Seat, card string, p Ahead) error {
	for _, at := range []grid.Space{p.To, p.First, p.Second, p.At} {
		if at.On() && !b.env.ground.Holds(at) {
			return refuse("blocked", "%s is not on the board", at.String())
		}
	}
	if err := checkTo(b, seat, card, p.To); err != nil {
		return err
	}
	for i, at := range []grid.Space{p.First, p.Second} {
		l := labels[seat-1][i+1]
		switch m := b.unit(l); {
		case !at.On():
		case m == nil:
			return refuse("no-unit", "%s is not on the board", l)
		case grid.Distance(m.At, at) > b.merc(l).Move():
			return refuseBy("S4.6", "too-far", "%s is %d {space|spaces} away; this move is %d", at.String(), grid.Distance(m.At, at), b.merc(l).Move())
		}
	}
	if p.On != "" && b.unit(p.On) == nil {
		return refuse("no-unit", "%s is not on the board", p.On)
	}
	if e := Label(p.Attack); p.Attack != "" && p.Attack != Nearest && p.Attack != Best && (e.Seat() == seat || b.unit(e) == nil) {
		return refuseBy("S6.2", "no-target", "%s cannot be attacked: expected %s", p.Attack, strings.Join(append(labelsOf(b.enemies(seat)), Nearest, Best), ", "))
	}
	return nil
}

// checkTo refuses a space to which the card cannot bring the Operator. A card of another type than Movement may start from another
// space, after a push.
func checkTo(b *board, seat game.Seat, card string, to grid.Space) error {
	if !to.On() {
		return nil
	}
	var todo []cards.Op
	if card != "" {
		todo = opening(b.card(card), moves)
	}
	if todo == nil {
		return refuse("not-now", "the card moves nobody: order no space to go to with it")
	}
	u := b.unit(operator(seat))
	if j := cardJourney(b, playing{Seat: seat, Card: card, Todo: todo}); b.card(card).Type == cards.Movement && j.pass != "enemy" && grid.Distance(u.At, to) > j.most {
		return refuse("too-far", "%s is %d {space|spaces} away; this move is %d", to.String(), grid.Distance(u.At, to), j.most)
	}
	return nil
}

// Planned records what a seat ordered ahead of the round's questions. Only that seat is told.
type Planned struct {
	Seat  game.Seat `json:"seat"`
	Ahead Ahead     `json:"ahead"`
}

func (Planned) Kind() string                { return "planned-told" }
func (f Planned) For(game.Viewer) game.Fact { return f }

var _ = twin[Planned]()

// planned is the stored form of Planned.
type planned struct{ Planned }

func (planned) Kind() string { return "planned" }

func (f planned) For(v game.Viewer) game.Fact {
	if v.Sees(f.Seat) {
		return f.Planned
	}
	return nil
}

var _ = secret(func(s *state, f planned) { s.Plans[f.Seat-1] = f.Ahead })

// reactions are the questions that the order "never" answers.
var reactions = map[string]bool{"relay": true, "jam": true, "reduce": true, "surge": true, "press": true}

// ordered returns the answer that the seat has ordered ahead to the question; nil if no such answer is legal now.
func ordered(s *state, name string, seat game.Seat) game.Reply {
	p, b := s.Plans[seat-1], &s.board
	if p == (Ahead{}) {
		return usual(s, name, seat)
	}
	var list []game.Reply
	switch name {
	case "move":
		if p.To.On() {
			list = append(list, goOrStay("", b.unit(operator(seat)), p.To))
		}
	case "use":
		if p.On != "" || p.At.On() {
			list = append(list, Use{On: p.On, At: p.At})
		}
	case "mercs":
		for i, at := range []grid.Space{p.First, p.Second} {
			l := labels[seat-1][i+1]
			if m := b.unit(l); at.On() && m != nil && !m.Acted {
				list = append(list, goOrStay(l, m, at))
			}
		}
	case "attack":
		list = p.attacks(b, seat)
	}
	if p.Never && reactions[name] {
		list = append(list, questions[name].fallback(s, seat))
	}
	if p.Proposed {
		if r := usual(s, name, seat); r != nil {
			list = append(list, r)
		}
		list = append(list, p.nearly(s, name, seat)...)
	}
	if p.Usual {
		list = append(list, questions[name].fallback(s, seat))
	}
	for _, r := range list {
		if questions[name].check(s, seat, r) == nil {
			return r
		}
	}
	return usual(s, name, seat)
}

// nearly returns answers close to an order that cannot be carried out, the nearest first. It uses only what the seat knows.
func (p Ahead) nearly(s *state, name string, seat game.Seat) (list []game.Reply) {
	v, b := view(s, game.Player(seat)), &s.board
	taste := b.advisor(seat)
	toward := func(named Label, u *unit, goal grid.Space, to []grid.Space) {
		all := v.Ranked(u.Label, append(to, u.At), taste)
		if goal.On() {
			slices.SortStableFunc(all, func(x, y grid.Space) int { return grid.Distance(x, goal) - grid.Distance(y, goal) })
		}
		list = append(list, goOrStay(named, u, all[0]))
	}
	offered := func(slot string) []string {
		for _, c := range questions[name].menu(s, seat) {
			for _, x := range c.Slots {
				if x.Name == slot {
					return x.Options
				}
			}
		}
		return nil
	}
	switch name {
	case "move":
		toward("", b.unit(operator(seat)), p.To, grid.All(offered("to")))
	case "mercs":
		for i, goal := range []grid.Space{p.First, p.Second} {
			if m := b.unit(labels[seat-1][i+1]); m != nil && !m.Acted {
				toward(m.Label, m, goal, grid.All(destinations(ways(b, mercJourney(b, m)))))
			}
		}
	case "use":
		if on := labelled(offered("on")); p.On != "" && len(on) > 0 {
			list = append(list, Use{On: ranked(on, func(l Label) float64 { return v.Gain(seat, l, taste) })[0]})
		}
	case "attack":
		p.Attack = Best
		list = p.attacks(b, seat)
	}
	return list
}

// goOrStay sends a unit to a space, or leaves it there.
func goOrStay(named Label, u *unit, at grid.Space) game.Reply {
	if u.At == at {
		return Stay{named}
	}
	return Move{Unit: named, To: at}
}

// attacks returns the ordered attacks, as answers to the question.
func (p Ahead) attacks(b *board, seat game.Seat) (list []game.Reply) {
	switch {
	case p.Attack == "":
	case b.Phase == Attacking:
		u := b.unit(operator(seat))
		near := targets(b, u)
		slices.SortStableFunc(near, p.before(b, u))
		for _, e := range near {
			if p.Attack == Nearest || p.Attack == Best || p.Attack == string(e.Label) {
				return []game.Reply{Attack{Target: e.Label, Mark: marks(b, seat)}}
			}
		}
	default:
		for _, m := range shooters(b, seat) {
			may := targets(b, m)
			if p.Attack == Best {
				slices.SortStableFunc(may, p.before(b, m))
			}
			i := max(0, slices.IndexFunc(may, func(e *unit) bool { return p.Attack == string(e.Label) }))
			list = append(list, Attack{Target: may[i].Label, By: m.Label})
		}
	}
	return list
}

// before returns the comparison that sorts the targets of an attack as the orders want them.
func (p Ahead) before(b *board, u *unit) func(x, y *unit) int {
	if p.Attack != Best {
		return func(x, y *unit) int { return distance(u, x) - distance(u, y) }
	}
	t := b.advisor(u.Label.Seat())
	return func(x, y *unit) int {
		return cmp.Compare(b.worth(y, b.expected(u, y), t), b.worth(x, b.expected(u, x), t))
	}
}
