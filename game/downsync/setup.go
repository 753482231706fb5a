package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Set-up: R5, rulings Q7 to Q12.

// Open puts the forces in Reserve, lays out a Ping for each Unit and rolls for who chooses first (R5.1, R5.2).
func (rules) Open(t tx, _ int, raw game.Config) error {
	c, err := decodeConfig(raw)
	if err != nil {
		return err
	}
	c = c.withTerrain()
	cat := newEnv(c).cards
	if c.Lab != nil {
		openLab(t, c, cat)
		return nil
	}
	f := setUp{Conf: c}
	for i, force := range c.Forces {
		f.Pieces = append(f.Pieces, pings(cat, game.Seat(i+1), force)...)
		f.Reserve[i] = inCardOrder(cat, force)
	}
	t.Emit(f)
	rollForStart(t)
	return nil
}

// pings returns a force's contacts, labelled by Signature so that labels reveal nothing else (R5.4, S10).
func pings(cat *cards.Catalogue, seat game.Seat, force []string) []piece {
	var out []piece
	for _, sig := range cards.Signatures {
		for _, slug := range force {
			if cat.Must(slug).Signature == sig {
				out = append(out, piece{Label: labelFor(seat, len(out)+1), Sig: sig})
			}
		}
	}
	return out
}

func inCardOrder(cat *cards.Catalogue, force []string) []string {
	out := slices.Clone(force)
	slices.SortStableFunc(out, func(a, b string) int { return cat.Order(a) - cat.Order(b) })
	return out
}

// rollForStart rolls 2d6 for each side until they differ (R5.2, Q8).
func rollForStart(t tx) {
	for {
		var f StartRolled
		for i := range f.Dice {
			f.Dice[i] = [2]int{t.Roll(0, forStart, 6), t.Roll(0, forStart, 6)}
		}
		t.Emit(f)
		if t.Failed() || sum(f.Dice[0][:]) != sum(f.Dice[1][:]) {
			return
		}
	}
}

// openLab starts from a position in Round 1.
func openLab(t tx, c Config, cat *cards.Catalogue) {
	f := setUp{Conf: c}
	for _, p := range c.Lab.Pieces {
		f.Pieces = append(f.Pieces, p.piece(cat))
	}
	slices.SortStableFunc(f.Pieces, func(a, b piece) int { return compareLabels(a.Label, b.Label) })
	for i, r := range c.Lab.Reserve {
		f.Reserve[i] = inCardOrder(cat, r)
	}
	t.Emit(f)
	t.Emit(TurnBegan{Turn: 1, Active: c.Lab.Active})
	advance(t)
}

func menuChoose(*state, game.Seat) game.Menu {
	return game.Menu{Offer("first", nil), Offer("second", nil)}
}

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
	for _, p := range side(s, seat, anyPiece) {
		all = append(all, string(p.Label))
	}
	m := game.Menu{Offer("deploy", nil, slotPing.Of(all...), slotAt.Times(1, 1))}
	for _, o := range mountable(s, seat) {
		m = append(m, Offer("mount", []string{o.Unit, o.In}))
	}
	if len(side(s, seat, notDeployed)) > 0 {
		return append(m, Offer("deploy rest", nil))
	}
	return append(m, Offer("done", nil))
}

func fallbackDeploy(s *state, seat game.Seat) game.Reply {
	if len(side(s, seat, notDeployed)) > 0 {
		return DeployRest{}
	}
	return Done{}
}

func checkDeploy(s *state, seat game.Seat, r game.Reply) error {
	rest := side(s, seat, notDeployed)
	switch o := r.(type) {
	case Mount:
		return checkMount(s, seat, o)
	case DeployRest:
		if len(rest) == 0 {
			return refuse("not-deployed", "every contact stands; say done")
		}
		if _, ok := restPlaces(s, seat); !ok {
			return refuse("occupied", "your zone has no room for all that is left")
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
		p, err := own(s, seat, o.Ping)
		if err != nil {
			return err
		}
		return checkDeployed(s, seat, p, o.At)
	}
	return notNow(r, "deploy PING at x,y, deploy rest or done")
}

// checkDeployed says why the Ping may not be deployed there (Q10).
func checkDeployed(s *state, seat game.Seat, p piece, at plane.Point) error {
	d := plane.Disc{At: at, R: p.radius()}
	if !s.Conf.inZone(seat, d) {
		return refuse("out-of-zone", "%s must lie %s within %s\" of your edge", p.Label, s.Conf.measured(), mission(s).zone)
	}
	return checkRoom(s, d, Ref{Label: p.Label}, false)
}

func answerDeploy(t tx, seat game.Seat, r game.Reply) {
	switch o := r.(type) {
	case Mount:
		t.Emit(mounted{Mounted: Mounted{Seat: seat, Unit: o.Unit, In: o.In}, Open: open(t.State())})
	case Deploy:
		t.Emit(Deployed{Ping: o.Ping, At: o.At})
	case DeployRest:
		deployRest(t, seat)
	case Done:
		f := DeploymentDone{Seat: seat}
		for _, p := range side(t.State(), seat, anyPiece) {
			f.Pings[sigIndex(p.Sig)]++
		}
		t.Emit(f)
	}
}

// restPlaces spreads the remaining Pings along the front of the zone, each at the free place nearest to its share of the width.
// ok is false if there is no room for all; maps that pass their check always have room.
func restPlaces(s *state, seat game.Seat) (out []Deployed, ok bool) {
	s = s.Copy()
	rest := side(s, seat, notDeployed)
	for i, p := range rest {
		size := s.Conf.table().Max
		want := plane.Point{X: size.X * plane.Inch(i+1) / plane.Inch(len(rest)+1), Y: mission(s).zone - plane.In(2)}
		if seat == 2 {
			want = plane.Point{X: size.X - want.X, Y: size.Y - want.Y}
		}
		at, found := nearestPlace(want, func(pt plane.Point) bool { return checkDeployed(s, seat, p, pt) == nil })
		if !found {
			return nil, false
		}
		s.at(p.Label).Bases = []base{{N: 1, At: at}}
		out = append(out, Deployed{Ping: p.Label, At: at})
	}
	return out, true
}

func deployRest(t tx, seat game.Seat) {
	places, ok := restPlaces(t.State(), seat)
	if !ok {
		panic("downsync: a deployment zone without room") // checked before, except for a time-out on a script's own terrain
	}
	for _, f := range places {
		t.Emit(f)
	}
}

// RostersOpened: the match has ended. The Commitment of each salt and force was published at the start (S9).
type RostersOpened struct {
	Salts  [2]string   `json:"salts"`
	Forces [2][]string `json:"forces"`
}

func (RostersOpened) Kind() string                { return "rosters" }
func (f RostersOpened) For(game.Viewer) game.Fact { return f }

// ListsTold returns 2: the fact tells both forces.
func (RostersOpened) ListsTold() int { return 2 }

var _ = public[RostersOpened](nil)

// StartRolled: both rolled 2d6 for who chooses first (R5.2). A tie is told too, and rolled again (Q8).
type StartRolled struct {
	Dice [2][2]int `json:"dice"`
}

func (StartRolled) Kind() string                { return "start-roll" }
func (f StartRolled) For(game.Viewer) game.Fact { return f }

func (f StartRolled) DiceTold() (stream game.Seat, faces []int) {
	return 0, []int{f.Dice[0][0], f.Dice[0][1], f.Dice[1][0], f.Dice[1][1]}
}

var _ = public(func(s *state, f StartRolled) {
	s.Chooser = 1
	if sum(f.Dice[1][:]) > sum(f.Dice[0][:]) {
		s.Chooser = 2
	}
})

// FirstChosen: By chose who deploys first, and is thus active in the first Turn (R5.3).
type FirstChosen struct {
	By    game.Seat `json:"by"`
	First game.Seat `json:"first"`
}

func (FirstChosen) Kind() string                { return "first" }
func (f FirstChosen) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f FirstChosen) { s.First, s.Active = f.First, f.First })

// Deployed: a Ping was put on the table, or moved before deployment ended.
type Deployed struct {
	Ping Label       `json:"ping"`
	At   plane.Point `json:"at"`
}

func (Deployed) Kind() string                { return "deployed" }
func (f Deployed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Deployed) { s.at(f.Ping).Bases = []base{{N: 1, At: f.At}} })

// DeploymentDone: that side has deployed these numbers of small, medium and large contacts (S15).
type DeploymentDone struct {
	Seat  game.Seat `json:"seat"`
	Pings [3]int    `json:"pings"`
}

func (DeploymentDone) Kind() string                { return "deployment-done" }
func (f DeploymentDone) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f DeploymentDone) {
	s.Active = other(f.Seat)
	if f.Seat != s.First {
		s.Active = 0
	}
})
