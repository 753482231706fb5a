package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Began: a match was set up (S3.1). Squads have decks only in an open match. Decks holds the decks' commitments in a veiled one.
type Began struct {
	Terms  Terms          `json:"terms"`
	Squads [2]cards.Squad `json:"squads"`
	Decks  []string       `json:"decks,omitempty"`
}

func (Began) Kind() string                { return "began-told" }
func (f Began) For(game.Viewer) game.Fact { return f }

// ListsTold returns 2 in an open match, where everybody sees both decks from the start.
func (f Began) ListsTold() int {
	if f.Terms.Secrecy == Open {
		return 2
	}
	return 0
}

var _ = twin[Began]()

// began: a match was set up, with everything in it, secret or not.
type began struct {
	Conf Config `json:"conf"`
}

func (began) Kind() string { return "began" }

func (f began) For(v game.Viewer) game.Fact {
	out := Began{Terms: f.Conf.Terms, Squads: f.Conf.Squads, Decks: f.Conf.commitments()}
	for i := range out.Squads {
		if f.Conf.Secrecy != Open && !v.Sees(game.Seat(i+1)) {
			out.Squads[i].Deck = nil
		}
	}
	return out
}

var _ = secret(func(s *state, f began) {
	*s = state{board: board{Terms: f.Conf.Terms, Began: true, Sides: f.sides()}, Salts: f.Conf.Salts}
	env, err := newEnv(s.Terms, s.Sides)
	if err != nil {
		panic("syndicate: " + err.Error()) // decode and Open have checked it
	}
	s.env = env
	if f.Conf.Lab != nil {
		f.Conf.Lab.begin(s)
		return
	}
	s.Phase = Deploying
	for i := range s.Sides {
		s.Lists[i], s.Decks[i] = f.Conf.Squads[i].Deck, f.Conf.Squads[i].List()
		for _, l := range labels[i] {
			s.Units = append(s.Units, unit{Label: l, HP: s.maxHP(l)})
		}
	}
})

// sides returns both sides with what they brought.
func (f began) sides() (out [2]side) {
	for i, q := range f.Conf.Squads {
		out[i] = side{Operator: q.Operator, Weapon: q.Weapon, Armor: q.Armor, Mercenaries: q.Mercenaries}
	}
	return out
}

func (rules) Open(t tx, seats int, raw game.Config) error {
	c, err := decodeConfig(raw)
	if err != nil {
		return err
	}
	g, err := c.ground()
	if err != nil {
		return err
	}
	c.Terms = c.withGround(g)
	t.Emit(began{c})
	if lab := c.Lab; lab != nil {
		if lab.Priority == 0 {
			rollPriority(t)
		}
		if !t.Failed() {
			t.Emit(RoundBegan{Round: t.State().Round, Priority: t.State().Priority})
		}
	}
	return nil
}

// inZone reports whether a space is in the side's zone: the two rows next to its edge (S2.6).
func inZone(b *board, s game.Seat, at grid.Space) bool {
	n := b.env.ground.Edge()
	return b.env.ground.Holds(at) && !b.env.ground.At(at).Solid() && (s == 1 && at.Y <= 2 || s == 2 && at.Y >= n-1)
}

// zone returns the spaces where a side may deploy.
func zone(b *board, s game.Seat) []grid.Space {
	var out []grid.Space
	b.env.ground.Each(func(at grid.Space) {
		if inZone(b, s, at) {
			out = append(out, at)
		}
	})
	return out
}

func menuDeploy(s *state, seat game.Seat) game.Menu {
	free := spaces(zone(&s.board, seat))
	return game.Menu{offer("deploy", nil, slotOperator.Of(free...), slotFirst.Of(free...), slotSecond.Of(free...))}
}

// fallbackDeploy returns the formation in the middle, or middling under older rulings.
func fallbackDeploy(s *state, seat game.Seat) game.Reply {
	if !s.Terms.rev().formation {
		return middling(s, seat)
	}
	at, _ := Formation(zone(&s.board, seat), s.env.ground.Edge(), seat, 2) // a zone has room for three: maps are checked for that
	return deploy{at}
}

// middling returns the free spaces nearest to the middle of the zone's inner row, as older matches use them.
func middling(s *state, seat game.Seat) game.Reply {
	free, n := zone(&s.board, seat), s.env.ground.Edge()
	middle := grid.Space{X: n / 2, Y: 2}
	if seat == 2 {
		middle = grid.Space{X: n + 1 - middle.X, Y: n - 1}
	}
	slices.SortStableFunc(free, func(a, b grid.Space) int { return grid.Distance(a, middle) - grid.Distance(b, middle) })
	return deploy{[3]grid.Space(free[:3])}
}

// Formation returns an Operator in the front row between its Mercenaries, on free spaces around a quarter of the width of a
// battlefield of that edge: 1 left, 2 the middle, 3 right. No enemy reaches them there before they move, and in heavy armor each
// row counts. ok is false if fewer than three spaces are free.
func Formation(free []grid.Space, edge int, seat game.Seat, quarter int) (out [3]grid.Space, ok bool) {
	x, front := max(2, edge*quarter/4), 2
	if seat == 2 {
		front = edge - 1
	}
	left := slices.Clone(free)
	for i, want := range []grid.Space{{X: x, Y: front}, {X: x - 1, Y: front}, {X: x + 1, Y: front}} {
		if len(left) == 0 {
			return out, false
		}
		out[i] = slices.MinFunc(left, func(a, b grid.Space) int { return grid.Distance(a, want) - grid.Distance(b, want) })
		left = slices.DeleteFunc(left, func(at grid.Space) bool { return at == out[i] })
	}
	return out, true
}

func checkDeploy(s *state, seat game.Seat, r game.Reply) error {
	o, ok := r.(deploy)
	if !ok {
		return notNow(r, "deploy and three spaces")
	}
	for i, at := range o.At {
		switch {
		case !inZone(&s.board, seat, at):
			return refuse("zone", "%s is not in your two rows, or nobody can stand there", at.String())
		case slices.Contains(o.At[:i], at):
			return refuse("occupied", "two units cannot stand in %s", at.String())
		}
	}
	return nil
}

// Deployed: a side's units are on the board, the Operator first. Both sides' facts are told together.
type Deployed struct {
	Seat game.Seat     `json:"seat"`
	At   [3]grid.Space `json:"at"`
}

func (Deployed) Kind() string                { return "deployed" }
func (f Deployed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Deployed) {
	for i, l := range labels[f.Seat-1] {
		s.unit(l).At = f.At[i]
	}
})

func answerDeploy(t tx, as []game.Answered) {
	for _, a := range as {
		t.Emit(Deployed{a.Ask.Seat, a.Reply.(deploy).At})
	}
	for _, seat := range []game.Seat{1, 2} {
		draw(t, seat, handSize, "start")
	}
	if t.State().Terms.Mulligan {
		turn(t, func(c *cursor) { c.Phase = Mulligans })
		return
	}
	firstRound(t)
}

// handSize is the number of cards in an opening hand (S3.3).
const handSize = 5

// Drew: a side drew cards. Only its owner is told which. Why is "start", "mulligan", "reload" or the id of a card.
type Drew struct {
	Seat  game.Seat `json:"seat"`
	N     int       `json:"n"`
	Why   string    `json:"why"`
	Cards []string  `json:"cards,omitempty"`
}

func (Drew) Kind() string                { return "drew-told" }
func (f Drew) For(game.Viewer) game.Fact { return f }

var _ = twin[Drew]()

// drew is the stored form of Drew.
type drew struct{ Drew }

func (drew) Kind() string { return "drew" }

func (f drew) For(v game.Viewer) game.Fact {
	out := f.Drew
	if !v.Sees(f.Seat) {
		out.Cards = nil
	}
	return out
}

var _ = secret(func(s *state, f drew) {
	deck := slices.Clone(s.Decks[f.Seat-1])
	for _, c := range f.Cards {
		i := slices.Index(deck, c)
		deck = slices.Delete(deck, i, i+1)
	}
	s.Decks[f.Seat-1] = deck
	s.Hands[f.Seat-1] = append(slices.Clip(s.Hands[f.Seat-1]), f.Cards...)
})

// Reshuffled: a side's discards are its deck again (S4.9, R-T4).
type Reshuffled struct {
	Seat game.Seat `json:"seat"`
}

func (Reshuffled) Kind() string                { return "reshuffled" }
func (f Reshuffled) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Reshuffled) {
	side := &s.Sides[f.Seat-1]
	deck := append(slices.Clone(s.Decks[f.Seat-1]), side.Gone...)
	slices.Sort(deck)
	s.Decks[f.Seat-1], side.Gone = deck, nil
})

// draw draws n cards. For each it rolls a die of as many sides as the deck has cards, on the owner's own stream. A single card
// needs no die.
func draw(t tx, seat game.Seat, n int, why string) {
	var got []string
	flush := func() {
		if len(got) > 0 {
			t.Emit(drew{Drew{Seat: seat, N: len(got), Why: why, Cards: got}})
			got = nil
		}
	}
	for range n {
		deck := without(t.State().Decks[seat-1], got)
		if len(deck) == 0 {
			flush()
			if len(t.State().Sides[seat-1].Gone) == 0 {
				return
			}
			t.Emit(Reshuffled{seat})
			deck = t.State().Decks[seat-1]
		}
		face := 1
		if len(deck) > 1 {
			face = t.Roll(seat, "draw", len(deck))
		}
		if t.Failed() {
			return
		}
		got = append(got, deck[face-1])
	}
	flush()
}

// without returns the list without these, each taken out once.
func without(list, gone []string) []string {
	if len(gone) == 0 {
		return list
	}
	out := slices.Clone(list)
	for _, c := range gone {
		i := slices.Index(out, c)
		out = slices.Delete(out, i, i+1)
	}
	return out
}

func menuMulligan(*state, game.Seat) game.Menu {
	return game.Menu{offer("mulligan", nil), offer("keep", nil)}
}

func checkMulligan(_ *state, _ game.Seat, r game.Reply) error {
	switch r.(type) {
	case mulligan, keep:
		return nil
	}
	return notNow(r, "mulligan or keep")
}

// Mulliganed: a side returned its hand and draws a new one, or kept it. Both sides' facts are told together.
type Mulliganed struct {
	Seat game.Seat `json:"seat"`
	New  bool      `json:"new"`
}

func (Mulliganed) Kind() string                { return "mulliganed" }
func (f Mulliganed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Mulliganed) {
	if !f.New {
		return
	}
	deck := append(slices.Clone(s.Decks[f.Seat-1]), s.Hands[f.Seat-1]...)
	slices.Sort(deck)
	s.Decks[f.Seat-1], s.Hands[f.Seat-1] = deck, nil
})

func answerMulligan(t tx, as []game.Answered) {
	for _, a := range as {
		_, again := a.Reply.(mulligan)
		t.Emit(Mulliganed{a.Ask.Seat, again})
		if again {
			draw(t, a.Ask.Seat, handSize, "mulligan")
		}
	}
	firstRound(t)
}

// PriorityRolled: the sides rolled for Priority in Round 1 (S3.4). Dice are pairs, side 1's first; those that tie were rolled again.
type PriorityRolled struct {
	Dice  [][2]int  `json:"dice"`
	First game.Seat `json:"first"`
}

func (PriorityRolled) Kind() string                { return "priority-rolled" }
func (f PriorityRolled) For(game.Viewer) game.Fact { return f }

func (f PriorityRolled) DiceTold() (stream game.Seat, faces []int) {
	for _, d := range f.Dice {
		faces = append(faces, d[:]...)
	}
	return 0, faces
}

var _ = public(func(s *state, f PriorityRolled) { s.Priority = f.First })

// rollPriority rolls until the dice differ (S3.4).
func rollPriority(t tx) {
	var f PriorityRolled
	for f.First == 0 && !t.Failed() {
		a, b := t.Roll(0, "priority", 6), t.Roll(0, "priority", 6)
		f.Dice = append(f.Dice, [2]int{a, b})
		switch {
		case a > b:
			f.First = 1
		case b > a:
			f.First = 2
		}
	}
	if !t.Failed() {
		t.Emit(f)
	}
}

func firstRound(t tx) {
	rollPriority(t)
	if !t.Failed() {
		t.Emit(RoundBegan{Round: 1, Priority: t.State().Priority})
	}
}
