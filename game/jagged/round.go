package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// RoundBegan: a Round began (J6.1). Effects that lasted until now have ended, and "once a Round" rules can be used again.
type RoundBegan struct {
	Round int `json:"round"`
}

func (RoundBegan) Kind() string                { return "round-began" }
func (f RoundBegan) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f RoundBegan) {
	s.Round, s.Initiative, s.Drawing = f.Round, 0, [2]bool{}
	s.cursor = cursor{Phase: Commanding}
	for i := range s.Sides {
		s.Sides[i].Pushed, s.Sides[i].Held, s.Sides[i].Said = false, false, nil
	}
	for i := range s.Models {
		m := &s.Models[i]
		m.roundFlags, m.Sum = roundFlags{}, 0
		m.Effects = kept(m.Effects, func(e effect) bool { return e.Until >= f.Round })
	}
})

// kept returns a new list of the elements that hold.
func kept[T any](list []T, holds func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return !holds(x) })
}

// FlareGained: a side gained a Flare from a Position that it took (J6.5, J16.5).
type FlareGained struct {
	Seat game.Seat `json:"seat"`
	From string    `json:"from"`
}

func (FlareGained) Kind() string                { return "flare-gained" }
func (f FlareGained) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f FlareGained) { s.Sides[f.Seat-1].Flares++ })

// beginRound begins a Round: J6.1 (a), and (b) from Round 2.
func beginRound(t tx, n int) {
	t.Emit(RoundBegan{n})
	b := &t.State().board
	for _, seat := range []game.Seat{2, 1} { // J5.4
		for _, p := range b.penalties(seat, cards.FlareEachRound) {
			t.Emit(FlareGained{seat, p.from})
		}
	}
	if n == 1 {
		first := game.Seat(1)
		if t.State().Stolen {
			first = 2
		}
		t.Emit(InitiativeTaken{Seat: first})
		return
	}
	rollInitiative(t, 0)
}

// InitiativeTaken: a side has the Initiative of a Round (J4.6, J6.2). Faces holds the dice by seat, Totals their sums with
// modifiers; both are zero in Round 1. Again is the side that rolled its own die again, by Tactical Insight.
type InitiativeTaken struct {
	Seat   game.Seat `json:"seat"`
	Faces  [2]int    `json:"faces,omitzero"`
	Totals [2]int    `json:"totals,omitzero"`
	Tied   bool      `json:"tied,omitempty"`
	Again  game.Seat `json:"again,omitempty"`
}

func (InitiativeTaken) Kind() string                { return "initiative-taken" }
func (f InitiativeTaken) For(game.Viewer) game.Fact { return f }

func (f InitiativeTaken) DiceTold() (stream game.Seat, faces []int) {
	switch {
	case f.Faces == [2]int{}:
		return 0, nil
	case f.Again > 0:
		return 0, []int{f.Faces[f.Again-1]}
	}
	return 0, f.Faces[:]
}

var _ = public(func(s *state, f InitiativeTaken) {
	s.Initiative, s.Faces = f.Seat, f.Faces
	if f.Again != 0 {
		s.use(f.Again, "tactical-insight")
	}
})

// use marks a special rule as used up.
func (b *board) use(seat game.Seat, rule string) {
	side := &b.Sides[seat-1]
	side.Used = append(slices.Clip(side.Used), rule)
}

// rollInitiative rolls for both, or again for one (J6.2, J14.5).
func rollInitiative(t tx, again game.Seat) {
	b := &t.State().board
	f := InitiativeTaken{Faces: b.Faces, Again: again}
	for i := range f.Faces {
		seat := game.Seat(i + 1)
		if again == 0 || again == seat {
			f.Faces[i] = t.Roll(0, "initiative", 100)
		}
	}
	if t.Failed() {
		return
	}
	f.Totals = b.totals(f.Faces)
	f.Seat, f.Tied = b.initiative(f.Totals), f.Totals[0] == f.Totals[1]
	t.Emit(f)
}

// totals returns the totals of Initiative rolls (J6.2, J16.5).
func (b *board) totals(faces [2]int) [2]int {
	for i := range faces {
		for _, p := range b.penalties(game.Seat(i+1), cards.LowerInitiative) {
			faces[i] += p.N
		}
	}
	return faces
}

// initiative returns the seat that wins the Initiative with those totals. A tie goes to the lower FR, then to the Defender (J6.2).
func (b *board) initiative(totals [2]int) game.Seat {
	loses := func(seat game.Seat) bool { return len(b.penalties(seat, cards.LosesTies)) > 0 }
	switch {
	case totals[0] != totals[1]:
		if totals[0] > totals[1] {
			return 1
		}
		return 2
	case loses(1) != loses(2):
		if loses(1) {
			return 2
		}
		return 1
	case b.Sides[0].FR < b.Sides[1].FR:
		return 1
	}
	return 2
}

// insighted returns the side that is asked about Tactical Insight, 0 for none. It is asked if a second roll can help it (JQ37).
func (b *board) insighted() game.Seat {
	if b.Faces == [2]int{} || b.Initiative == 0 {
		return 0
	}
	seat := other(b.Initiative)
	if b.with(seat, "tactical-insight") == nil || b.player(seat).used("tactical-insight") {
		return 0
	}
	return seat
}

// Held: a side makes no Rush in this Round (J5.3, J5.5).
type Held struct {
	Seat game.Seat `json:"seat"`
}

func (Held) Kind() string                { return "held" }
func (f Held) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Held) { s.Sides[f.Seat-1].Held = true })

// checkHold returns the reason that a side cannot hold back, as its menu offers: if it already does, "hold on" would only restore its
// whole time, and "hold" would say no more than "done".
func (p player) checkHold() error {
	if p.b.Sides[p.seat-1].Held {
		return refuse("used", "your side makes no Rush in this Round already; expected done")
	}
	return nil
}

// hold carries out a Hold: the part ends, unless it is to go on.
func hold(t tx, seat game.Seat, o Hold) {
	t.Emit(Held{seat})
	if !o.On {
		next(t)
	}
}

func menuInsight(*board, game.Seat) game.Menu { return game.Menu{offer("insight", nil, slotYes)} }

var checkInsight = only[Insight]("insight yes or insight no")

func answerInsight(t tx, seat game.Seat, r game.Reply) {
	if t.State().Attack != nil {
		answerSeer(t, r.(Insight).Yes)
		return
	}
	if r.(Insight).Yes {
		rollInitiative(t, seat)
	}
	if !t.Failed() {
		begin(t, Reinforce)
	}
}

// after maps each phase to the next (J5.1).
var after = map[Phase]Phase{Reinforce: Moving, Moving: Shooting, Shooting: Rushing, Rushing: Fighting}

// begin begins a phase: the player with Initiative first. In Melee two parts for the models that rushed come before (J11.3).
func begin(t tx, p Phase) {
	first := t.State().Initiative
	left := []game.Seat{first, other(first)}
	if p == Fighting {
		rushers := t.State().strikesFirst()
		left = append([]game.Seat{rushers, other(rushers)}, left...)
	}
	turn(t, func(c *cursor) { *c = cursor{Phase: p, Left: left} })
}

// phaseOn continues the phase as long as nobody needs to be asked.
func phaseOn(t tx) {
	b := &t.State().board
	switch {
	case b.Phase == Listing:
		turn(t, func(c *cursor) { *c = cursor{Phase: Placing, Left: []game.Seat{1, 2}} })
		t.Emit(ObjectivePlaced{At: boards.Objectives[0]})
	case b.Phase == Placing:
		var left []game.Seat
		if b.Terms.Deploy == "defender-first" {
			left = []game.Seat{2, 1}
		}
		turn(t, func(c *cursor) { *c = cursor{Phase: Deploying, Left: left} })
	case b.Phase == Deploying:
		insert(t)
	case b.Phase == Glimpsing:
		beginRound(t, 1)
	case b.Phase == Commanding && b.Round == 1:
		begin(t, Moving)
	case b.Phase == Commanding:
		begin(t, Reinforce)
	case len(b.Left) == 0 && b.Phase == Fighting:
		resolve(t)
	case len(b.Left) == 0:
		begin(t, after[b.Phase])
	case b.Phase == Fighting:
		fight(t)
	case b.Phase == Shooting && b.All:
		fire(t)
	case b.Phase == Shooting && b.player(b.Left[0]).skips(SkipTargets):
		turn(t, func(c *cursor) { c.All, c.Best = true, true })
	default:
		next(t) // no other model can do anything
	}
}

// callable returns the units that a side may bring now (J6.3, J6.4).
func (p player) callable() []*cards.Unit {
	var out []*cards.Unit
	for i := range cards.Units() {
		if u := &cards.Units()[i]; p.whyNoCall(u) == nil {
			out = append(out, u)
		}
	}
	return out
}

// whyNoCall returns the reason that a side may not bring a unit now.
func (p player) whyNoCall(u *cards.Unit) error {
	side, here := &p.b.Sides[p.seat-1], 0
	for _, m := range p.b.side(p.seat) {
		if m.Unit == u.ID {
			here++
		}
	}
	switch n := p.b.Terms.reinforcements(p.b, p.seat); {
	case p.b.Round < 2:
		return refuse("too-early", "Reinforcements come from Round 2 on")
	case side.Came >= n:
		return refuse("full", "at most %d {Reinforcement|Reinforcements} in this battle", n)
	case len(p.b.side(p.seat)) >= MaxModels:
		return refuse("full", "at most %d {model|models} on the table", MaxModels)
	case side.Flares < 1:
		return refuse("no-flare", "a Reinforcement costs a Flare, and none is left")
	case u.Specialist != "":
		return refuse("specialist", "a Specialist does not come as a Reinforcement")
	case u.Faction != p.b.Terms.Faction(p.seat):
		return refuse("faction", "%s is of the other faction", u.Name)
	case u.BP > side.Kept:
		return refuse("no-bp", "%s costs %d BP; %d are kept", u.Name, u.BP, side.Kept)
	case u.Limit > 0 && here >= u.Limit:
		return refuse("limit", "%s: at most %d on the table", u.Name, u.Limit)
	case (u.Limit > 0 || p.b.Terms.rev().noneReturns) && slices.Contains(side.Lost, u.ID) && len(p.b.penalties(p.seat, cards.NoReturn)) > 0:
		return refuse("forbidden", "a %s was destroyed, and as %s is lost, no other comes in this battle", u.Name, cards.FindPosition(p.b.penalties(p.seat, cards.NoReturn)[0].from).Name)
	}
	return nil
}

// whyNotSet returns the reason that a Reinforcement may not be placed there (J6.3).
func (p player) whyNotSet(d plane.Disc) error {
	if err := p.whyNoStand(d, append(p.b.discs(1), p.b.discs(2)...)); err != nil {
		return err
	}
	for _, e := range p.b.side(other(p.seat)) {
		if plane.Within(d, e.disc(), plane.In(1)) {
			return refuse("too-near", "%s: a Reinforcement comes more than 1\" from every enemy", d.At.String())
		}
	}
	return nil
}

func menuReinforce(b *board, seat game.Seat) game.Menu {
	var ids []string
	for _, u := range b.player(seat).callable() {
		ids = append(ids, u.ID)
	}
	return append(game.Menu{offer("reinforce", nil, slotKind.Of(ids...), slotAt), offer("done", nil)}, b.player(seat).skipChoices(SkipReinforcements)...)
}

func checkReinforce(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done:
		return nil
	case Skip:
		return b.player(seat).checkSkip(o, SkipReinforcements)
	case Call:
		u := cards.FindUnit(o.Unit)
		if err := b.player(seat).whyNoCall(u); err != nil {
			return err
		}
		return b.player(seat).whyNotSet(plane.Disc{At: o.At, R: radius(u)})
	}
	return notNow(r, "reinforce, a unit and a place, or done")
}

// Reinforced: a model came onto the table (J6.3).
type Reinforced struct {
	Model Label       `json:"model"`
	Unit  string      `json:"unit"`
	At    plane.Point `json:"at"`
	BP    int         `json:"bp"`
}

func (Reinforced) Kind() string                { return "reinforced" }
func (f Reinforced) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Reinforced) {
	side := &s.Sides[f.Model.Seat()-1]
	side.Flares, side.Kept, side.Came = side.Flares-1, side.Kept-f.BP, side.Came+1
	side.Called = append(slices.Clip(side.Called), f.Unit)
	s.enter(model{Label: f.Model, Unit: f.Unit, Grenade: usualGrenade(f.Unit), At: f.At, Placed: true, Wounds: cards.FindUnit(f.Unit).Wounds})
})

func answerReinforce(t tx, seat game.Seat, r game.Reply) {
	switch o := r.(type) {
	case Call:
		t.Emit(Reinforced{labelOf(seat, t.State().Sides[seat-1].Last+1), o.Unit, o.At, cards.FindUnit(o.Unit).BP})
	case Skip:
		t.Emit(QuestionSkipped{seat, o.What, o.Off})
	default:
		next(t)
	}
}
