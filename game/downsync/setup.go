package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
)

// Set-up: R5, rulings Q7 to Q12.

// Open puts the forces in Reserve, lays out a Ping for each Unit and rolls for who chooses first (R5.1, R5.2).
func (rules) Open(t tx, _ int, raw game.Config) error {
	c, err := decodeConfig(raw)
	if err != nil {
		return err
	}
	if c.Lab != nil {
		openLab(t, c)
		return nil
	}
	f := setUp{Conf: c}
	for i, force := range c.Forces {
		f.Pieces = append(f.Pieces, pings(game.Seat(i+1), force)...)
		f.Reserve[i] = inCardOrder(force)
	}
	t.Emit(f)
	rollForStart(t)
	return nil
}

// pings are a force's contacts, labelled by Signature so that labels tell nothing else (R5.4, S10).
func pings(seat game.Seat, force []string) []piece {
	var out []piece
	for _, sig := range cards.Signatures {
		for _, slug := range force {
			if cards.MustFind(slug).Signature == sig {
				out = append(out, piece{Label: labelFor(seat, len(out)+1), Sig: sig})
			}
		}
	}
	return out
}

func inCardOrder(force []string) []string {
	out := slices.Clone(force)
	slices.SortStableFunc(out, func(a, b string) int { return cards.Order(a) - cards.Order(b) })
	return out
}

// rollForStart rolls 2d6 for each side until they differ (R5.2, Q8).
func rollForStart(t tx) {
	for {
		var f StartRolled
		for i := range f.Dice {
			f.Dice[i] = [2]int{t.Roll(0, 6), t.Roll(0, 6)}
		}
		t.Emit(f)
		if t.Failed() || sum(f.Dice[0][:]) != sum(f.Dice[1][:]) {
			return
		}
	}
}

// openLab starts from a position in Round 1.
func openLab(t tx, c Config) {
	f := setUp{Conf: c}
	for _, p := range c.Lab.Pieces {
		f.Pieces = append(f.Pieces, p.piece())
	}
	slices.SortStableFunc(f.Pieces, func(a, b piece) int { return compareLabels(a.Label, b.Label) })
	for i, r := range c.Lab.Reserve {
		f.Reserve[i] = inCardOrder(r)
	}
	t.Emit(f)
	t.Emit(TurnBegan{Turn: 1, Active: c.Lab.Active})
	advance(t)
}

func menuChoose(*state, game.Seat) game.Menu      { return game.Menu{{Words: "first"}, {Words: "second"}} }
func fallbackChoose(*state, game.Seat) game.Reply { return First{true} }

func checkChoose(_ *state, _ game.Seat, r game.Reply) error {
	if _, ok := r.(First); !ok {
		return notNow(r, "first (you deploy first) or second")
	}
	return nil
}

func answerChoose(t tx, seat game.Seat, r game.Reply) {
	f := FirstChosen{By: seat, First: seat}
	if !r.(First).Self {
		f.First = other(seat)
	}
	t.Emit(f)
}

func notDeployed(p piece) bool { return !p.onTable() }

func menuDeploy(s *state, seat game.Seat) game.Menu {
	var all []string
	for _, p := range s.side(seat, anyPiece) {
		all = append(all, string(p.Label))
	}
	m := game.Menu{{Words: "deploy", Slots: []game.Slot{
		{Name: "ping", Options: all, Min: 1, Max: 1}, pointSlot("at", 1, 1)}}}
	if len(s.side(seat, notDeployed)) > 0 {
		return append(m, game.Choice{Words: "deploy rest"})
	}
	return append(m, game.Choice{Words: "done"})
}

// pointSlot is a slot of points after the word.
func pointSlot(mark string, least, most int) game.Slot {
	return game.Slot{Name: mark, Mark: mark, Free: "point", Min: least, Max: most}
}

func fallbackDeploy(s *state, seat game.Seat) game.Reply {
	if len(s.side(seat, notDeployed)) > 0 {
		return DeployRest{}
	}
	return Done{}
}

func checkDeploy(s *state, seat game.Seat, r game.Reply) error {
	rest := s.side(seat, notDeployed)
	switch o := r.(type) {
	case DeployRest:
		if len(rest) == 0 {
			return refuse("not-deployed", "every Ping stands; say done")
		}
		return nil
	case Done:
		if o.What != "" {
			return notNow(r, "done")
		}
		if len(rest) > 0 {
			return refuse("not-deployed", "%s is still to be deployed", rest[0].Label)
		}
		return nil
	case Deploy:
		p, err := s.own(seat, o.Ping)
		if err != nil {
			return err
		}
		d := plane.Disc{At: o.At, R: p.radius()}
		if !Zone(seat).Holds(d) {
			return refuse("out-of-zone", "%s must lie wholly within 10\" of your edge", p.Label)
		}
		return s.checkRoom(d, Ref{Label: p.Label})
	}
	return notNow(r, "deploy PING at x,y, deploy rest or done")
}

func answerDeploy(t tx, seat game.Seat, r game.Reply) {
	switch o := r.(type) {
	case Deploy:
		t.Emit(Deployed{Ping: o.Ping, At: o.At})
	case DeployRest:
		deployRest(t, seat)
	case Done:
		t.Emit(DeploymentDone{Seat: seat})
	}
}

// deployRest spreads the Pings that are left along the front of the zone, each at the free place nearest to its
// share of the width.
func deployRest(t tx, seat game.Seat) {
	rest := t.State().side(seat, notDeployed)
	for i, p := range rest {
		want := plane.Point{X: plane.Inch(TableSize * (i + 1) / (len(rest) + 1)), Y: plane.In(8)}
		if seat == 2 {
			want = plane.Point{X: TableSize - want.X, Y: TableSize - want.Y}
		}
		s := t.State()
		at, ok := nearestPlace(want, func(pt plane.Point) bool {
			d := plane.Disc{At: pt, R: p.radius()}
			return Zone(seat).Holds(d) && s.checkRoom(d, Ref{Label: p.Label}) == nil
		})
		if !ok {
			panic("downsync: a deployment zone without room") // 22 bases never fill 480 square inches
		}
		t.Emit(Deployed{Ping: p.Label, At: at})
	}
}
