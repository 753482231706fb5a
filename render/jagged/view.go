package jagged

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"

	rules "downsync/game/jagged"
)

// Battle returns the contents of a view, for drawing.
func (l Look) Battle(v rules.View) Battle {
	b := Battle{Viewer: v.Viewer, Attacker: v.Attacker, Board: boards.Board{Slug: v.Board}, Round: v.Round, Initiative: v.Initiative}
	for _, p := range v.Pieces {
		b.Board.Pieces = append(b.Board.Pieces, boards.Piece(p))
	}
	if v.Result != nil {
		b.Over = l.outcome(*v.Result)
	}
	if v.Round == 0 || v.Phase == rules.Reinforce {
		b.Zones = v.Zone
	}
	if len(v.Left) > 0 && v.Phase != rules.Listing && (v.Phase != rules.Deploying || len(v.Left) == 1) {
		b.Active = v.Left[0]
	}
	b.Doing = phases[v.Phase].both
	if b.Active > 0 {
		b.Doing = phases[v.Phase].one
	}
	b.Points = v.Attacker != "" && v.Terms().Victory == "vp"
	for i, side := range v.Sides {
		b.Sides[i] = Side{Name: l.Names[i], VP: side.VP, Held: side.Owned, Flares: side.Flares, Most: max(side.Flares, rules.Flares(game.Seat(i+1)))}
	}
	for _, o := range v.Objectives {
		b.Objectives = append(b.Objectives, Objective(o))
	}
	for _, m := range v.Models {
		b.Models = append(b.Models, modelOf(v, m))
	}
	if v.Attack != nil {
		a := AimOf(v.Attack.Aim, true)
		b.Aim = &a
	}
	return b
}

// AimOf returns a computed attack, for drawing. seen reports whether there is a line of sight.
func AimOf(a rules.Aim, seen bool) Aim {
	return Aim{From: string(a.By), To: string(a.Target), Seen: seen, Cover: a.Cover, Piece: a.Piece, Need: a.Need, Chance: a.Chance()}
}

// phases says what happens in each phase: what the one side does that is waited for, with its letter, and what both do.
var phases = map[rules.Phase]struct{ one, both game.Text }{
	rules.Boarding:   {"%c chooses the board", "choosing the board"},
	rules.Listing:    {"", "both choose Forces in secret"},
	rules.Placing:    {"%c places an Objective", "placing Objectives"},
	rules.Deploying:  {"%c deploys", "both deploy in secret"},
	rules.Stealing:   {"%c may try to go first", "who goes first?"},
	rules.Glimpsing:  {"%c may move early", "early moves"},
	rules.Commanding: {"%c may roll again", "who goes first?"},
	rules.Reinforce:  {"%c may bring models", "new models arrive"},
	rules.Moving:     {"%c moves", "both sides move"},
	rules.Shooting:   {"%c shoots", "both sides shoot"},
	rules.Rushing:    {"%c may Rush", "both sides Rush"},
	rules.Fighting:   {"%c strikes", "both sides strike"},
}

// whys maps the reasons of a victory to words.
var whys = map[string]game.Text{"vp": "on Victory Points", "objectives": "on Objectives", "models": "on models left", "wounds": "on Wounds left",
	"fr": "on Force Rating destroyed", "defender": "as the Defender", "wipe-out": "by wiping the enemy out", "concession": "by concession"}

// outcome says who won and why.
func (l Look) outcome(r game.Result) string {
	side := 0
	switch {
	case r.Rank[0] < r.Rank[1]:
		side = 1
	case r.Rank[1] < r.Rank[0]:
		side = 2
	case r.Why == "void" || r.Why == "idle": // it has no result
		return l.Text("no result")
	default:
		return l.Text("a draw")
	}
	return strings.TrimSpace(l.Text("%c wins %s", '@'+side, l.Text(whys[r.Why])))
}

func modelOf(v rules.View, m rules.Model) Model {
	out := Model{Label: string(m.Label), Seat: m.Seat, Kind: kindOf(m.Unit), Unit: m.Unit, Name: m.Name, Short: short(m.Name), Base: plane.Disc{R: m.Radius},
		Wounds: m.Wounds, Most: m.Max, Off: m.At == nil, Acted: acted(v.Phase, m)}
	if m.At != nil {
		out.Base.At = *m.At
	}
	add := func(is State) {
		if !slices.Contains(out.States, is) {
			out.States = append(out.States, is)
		}
	}
	if m.Engaged {
		add(Engaged)
	}
	for _, d := range m.Done {
		switch d {
		case "sprinted":
			add(Sprinted)
		case "tried-to-disengage":
			add(Retreated)
		}
	}
	for _, e := range m.Effects {
		if e.Since > v.Round || e.Until < v.Round {
			continue
		}
		switch {
		case e.Is == cards.Threshold && e.N < 0:
			add(Easier)
		case marks[e.Is] != "":
			add(marks[e.Is])
		}
	}
	return out
}

// short returns the last word of a unit's name.
func short(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }

// marks maps kinds of effects to states. No weapon improves Evade or Movement.
var marks = map[string]State{cards.NoShoot: Jammed, cards.NoMelee: Disarmed, cards.NoAttack: Stopped, cards.Threshold: Harder, cards.Evade: Exposed, cards.Movement: Slowed}

// acted reports whether a model has used its one act in the phase.
func acted(p rules.Phase, m rules.Model) bool {
	done := map[rules.Phase][]string{rules.Moving: {"moved", "sprinted", "tried-to-disengage"}, rules.Shooting: {"shot"}, rules.Rushing: {"rushed"}, rules.Fighting: {"struck"}}[p]
	return slices.ContainsFunc(done, func(d string) bool { return slices.Contains(m.Done, d) })
}

// large maps units that are not of human size to their kinds.
var large = map[string]Kind{"heavy-android": Android, "assault-exo-suit": ExoSuit, "support-mech": Mech, "walker-turret": Turret, "dino-raptor": Beast,
	"tree-warden": Warden, "sand-golem": Construct}

// kindOf returns the look of a unit.
func kindOf(unit string) Kind {
	u := cards.FindUnit(unit)
	switch {
	case large[unit] != "":
		return large[unit]
	case u != nil && u.Specialist != "":
		return Specialist
	case u != nil && u.Is(cards.Commander):
		return Commander
	}
	return Infantry
}

// Limits of the recent events on a board: the newest count.
const maxAttacks, maxTrails = 8, 12

// NewsOf returns what a viewer was told of the current part of a phase, and of the one before it. Facts that the viewer may not
// know are left out.
func NewsOf(v game.Viewer, told []game.Fact) News {
	return newsFrom(v, told, since)
}

// NewsOfRound returns the news of the last Round for a flat picture.
func NewsOfRound(v game.Viewer, told []game.Fact) News {
	n := newsFrom(v, told, func(told []game.Fact) int {
		for i, f := range slices.Backward(told) {
			if _, began := f.(rules.RoundBegan); began {
				return i
			}
		}
		return 0
	})
	n.past = true
	return n
}

// newsFrom returns the news in the facts from the index that since returns.
func newsFrom(v game.Viewer, told []game.Fact, since func([]game.Fact) int) News {
	n := News{viewer: v}
	var known []game.Fact
	for _, f := range told {
		if f = f.For(v); f != nil {
			known = append(known, f)
		}
	}
	from, stood := since(known), places{}
	for i, f := range known {
		if i >= from {
			n.add(f, stood)
		}
		stood.follow(f)
	}
	n.Trails, n.Attacks = n.Trails[max(0, len(n.Trails)-maxTrails):], n.Attacks[max(0, len(n.Attacks)-maxAttacks):]
	return n
}

// part identifies the part of a phase to which a fact belongs; "": it belongs to none that is drawn.
func part(f game.Fact) string {
	switch f := f.(type) {
	case rules.Moved:
		return fmt.Sprint("move", f.Unit.Seat())
	case rules.Rushed:
		return fmt.Sprint("rush", f.Unit.Seat())
	case rules.AttackResolved:
		if w := cards.FindWeapon(f.Weapon); w != nil && w.Melee() {
			return "melee"
		}
		return fmt.Sprint("shoot", f.By.Seat())
	case rules.Scored:
		return "score"
	}
	return ""
}

// since returns the index at which the last two parts begin.
func since(told []game.Fact) int {
	last, parts := "", 0
	for i, f := range slices.Backward(told) {
		if p := part(f); p != "" && p != last {
			if last, parts = p, parts+1; parts > 2 {
				return i + 1
			}
		}
	}
	return 0
}

// add adds what a fact shows. stood holds the places of models before it.
func (n *News) add(f game.Fact, stood places) {
	switch f := f.(type) {
	case rules.Moved:
		n.trail(f.Unit, append([]plane.Point{f.From}, f.Way...), stood)
	case rules.Rushed:
		n.trail(f.Unit, []plane.Point{f.From, f.To}, stood)
	case rules.AttackResolved:
		from, ok1 := stood[f.By]
		to, ok2 := stood[f.Target]
		if !ok1 || !ok2 {
			return
		}
		n.Attacks = append(n.Attacks, Attack{From: from.Base, To: to.Base, Seat: f.By.Seat(), Face: f.Face,
			Hit: f.Outcome == rules.Hit || f.Outcome == rules.CriticalHit, Critical: f.Outcome == rules.CriticalHit})
		if f.Destroyed {
			n.Wrecks = append(n.Wrecks, to)
		}
	case rules.Scored:
		for i, owner := range f.Owners {
			if owner != 0 && !f.Contested[i] {
				n.Scored = append(n.Scored, i)
			}
		}
	}
}

// Course computes the news of a battle for its film, step by step.
type Course struct{ stood places }

// CourseAt returns a course with the places of a view, for a single step that ends with that view.
func CourseAt(v rules.View) *Course {
	c := &Course{places{}}
	for _, m := range v.Models {
		if m.At != nil {
			c.stood[m.Label] = Model{Label: string(m.Label), Seat: m.Seat, Unit: m.Unit, Base: plane.Disc{At: *m.At, R: m.Radius}}
		}
	}
	return c
}

// Next returns the news in a step's facts, which everybody was told.
func (c *Course) Next(facts []game.Fact) (n News) {
	if c.stood == nil {
		c.stood = places{}
	}
	for _, f := range facts {
		n.add(f, c.stood)
		c.stood.follow(f)
	}
	n.viewer = game.Onlooker()
	return n
}

// trail adds a way, unless it led nowhere.
func (n *News) trail(l rules.Label, path []plane.Point, stood places) {
	if path[0] != path[len(path)-1] || len(path) > 2 {
		n.Trails = append(n.Trails, Trail{Path: path, R: stood[l].Base.R, Seat: l.Seat()})
	}
}

// places maps labels to models in their places, according to facts.
type places map[rules.Label]Model

func (p places) follow(f game.Fact) {
	move := func(l rules.Label, to plane.Point) {
		m := p[l]
		m.Base.At = to
		p[l] = m
	}
	enter := func(l rules.Label, unit string) {
		if u := cards.FindUnit(unit); u != nil {
			p[l] = Model{Label: string(l), Seat: l.Seat(), Unit: unit, Base: plane.Disc{R: plane.Radius(u.Base)}}
		}
	}
	switch f := f.(type) {
	case rules.Began:
		if f.Conf.Lab != nil {
			for _, m := range f.Conf.Lab.Models {
				enter(m.Label, m.Unit)
				move(m.Label, m.At)
			}
		}
	case rules.Listed:
		for i, pick := range f.List {
			enter(rules.Label(fmt.Sprintf("%c%d", '@'+f.Seat, i+1)), pick.Unit)
		}
	case rules.Deployed:
		for i, at := range f.At {
			move(rules.Label(fmt.Sprintf("%c%d", '@'+f.Seat, i+1)), at)
		}
	case rules.Reinforced:
		enter(f.Model, f.Unit)
		move(f.Model, f.At)
	case rules.Moved:
		move(f.Unit, f.Way[len(f.Way)-1])
	case rules.Rushed:
		move(f.Unit, f.To)
	case rules.PlacedByRuling:
		move(f.Unit, f.At)
	}
}
