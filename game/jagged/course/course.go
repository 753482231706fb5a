// Package course is the lesson that teaches Jagged Shards.
package course

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/lesson"
	"downsync/game/plane"
)

// Lesson ends with a victory for the learner, in Round 2.
var Lesson = lesson.Lesson{Game: jagged.Rules(), Config: position().Encode(), Faces: faces, Steps: steps, Opponent: opponent}

var steps = []lesson.Step{
	{ID: "welcome", Example: lesson.Next},
	{ID: "list", Example: "list h-a-breach"},
	{ID: "objective", Example: "objective at 12,32"},
	{ID: "deploy", Example: "deploy 15.13,15.13 11.787,14.787 14.787,13.287 13.63,15.13"},
	{ID: "move", Example: "move A4 to 17.429,18.38", Fits: lesson.Takes(jagged.Parse, advances)},
	{ID: "sprint", Example: "sprint A2"},
	{ID: "run", Example: "move to 20.568,21.411", Fits: lesson.Takes(jagged.Parse, runs)},
	{ID: "hold", Example: "hold"},
	{ID: "shoot", Example: "shoot A4 B1 with ballistic-rifle", Fits: lesson.Takes(jagged.Parse, shoots)},
	{ID: "reinforce", Example: "done"},
	{ID: "stay", Example: "done"},
	{ID: "stabilize", Example: "shoot A4 B2 with ballistic-rifle stabilize", Fits: lesson.Takes(jagged.Parse, stabilizes)},
	{ID: "again", Example: "shoot A2 B1 with wrist-carbine", Fits: lesson.Takes(jagged.Parse, shootsAgain)},
	{ID: "rush", Example: "rush A2 B1", Fits: lesson.Takes(jagged.Parse, rushes)},
	{ID: "rushed", Example: "done"},
	{ID: "melee", Example: "strike A2 B1", Fits: lesson.Takes(jagged.Parse, strikes)},
}

// faces holds the dice of the Insertion; of the Sprints of A2, B1 and B2; of A4's shot; of both Initiative rolls; of A4's and A2's
// shots and B1's throw; of A2's Rush and its strike.
var faces = []int{61, 6, 5, 5, 58, 77, 30, 97, 41, 4, 4, 71}

// position returns a battle with deep Zones, so that both meet in Round 1, and terrain that leaves them room. The opponent has two
// models, which the newest rulings no longer allow (J3.3).
func position() jagged.Config {
	c := jagged.Defaults()
	c.Rulings = 1
	c.Attacker, c.Board, c.Zones = cards.Humans, boards.Open, "deep"
	piece := func(name game.Text, class boards.Class, x, y, to, up int) jagged.Piece {
		west, south, east, north := plane.In(x), plane.In(y), plane.In(to), plane.In(up)
		return jagged.Piece{Name: name, Class: class, Shape: plane.Polygon{{X: west, Y: south}, {X: east, Y: south}, {X: east, Y: north}, {X: west, Y: north}}}
	}
	c.Pieces = []jagged.Piece{
		piece("Debris field", boards.Light, 21, 21, 27, 27),
		piece("Barricade", boards.Heavy, 30, 8, 38, 10), piece("Barricade", boards.Heavy, 10, 38, 18, 40),
		piece("Reactor block", boards.Obscuring, 36, 21, 39, 26), piece("Reactor block", boards.Obscuring, 9, 22, 12, 27),
	}
	return c
}

// advances accepts a move of A4 to the lesson's place, within half an inch and within the Engineer's Aura.
func advances(o jagged.Move, v jagged.View) bool {
	a1, there := v.Model("A1")
	return there && a1.At != nil && o.Unit == "A4" && plane.Dist(o.To, plane.Point{X: 17429, Y: 18380}) <= 500 &&
		plane.Within(plane.Disc{At: o.To, R: plane.Radius(32)}, plane.Disc{At: *a1.At, R: a1.Radius}, plane.In(3))
}

// runs accepts the end of A2's Sprint at the lesson's place, within an inch.
func runs(o jagged.Move, _ jagged.View) bool {
	return plane.Dist(o.To, plane.Point{X: 20568, Y: 21411}) <= plane.In(1)
}

// shoots accepts a shot by A4 without a Flare.
func shoots(o jagged.Shoot, _ jagged.View) bool {
	return o.Unit == "A4" && !o.Stabilize
}

// stabilizes accepts A4's shot at B2 with a Flare.
func stabilizes(o jagged.Shoot, _ jagged.View) bool {
	return o.Unit == "A4" && o.Target == "B2" && o.Stabilize
}

// shootsAgain accepts a shot by A2 at the remaining enemy.
func shootsAgain(r game.Reply, _ jagged.View) bool {
	o, ok := r.(jagged.Shoot)
	_, all := r.(jagged.ShootAll)
	return ok && o.Unit == "A2" || all
}

// rushes accepts A2's Rush, with or without its target.
func rushes(o jagged.Rush, _ jagged.View) bool {
	return o.Unit == "A2"
}

// strikes accepts A2's attack, in any spelling.
func strikes(r game.Reply, _ jagged.View) bool {
	o, ok := r.(jagged.Strike)
	_, all := r.(jagged.StrikeAll)
	return ok && o.Unit == "A2" || all
}

// ends holds the ends of the opponent's Sprints.
var ends = map[jagged.Label]plane.Point{"B1": {X: 25200, Y: 25200}, "B2": {X: 24500, Y: 29500}}

// opponent sprints to the middle in Round 1, and throws its Spore Pods in Round 2.
func opponent(view game.View, a game.Ask) string {
	v := view.(jagged.View)
	switch {
	case a.Name == "list":
		return "list martian-shock-specialist rootblade-initiate"
	case a.Name == "deploy":
		return "deploy 32.7,32.7 32.87,34.87"
	case a.Name == "move" && v.Round == 1:
		for _, l := range []jagged.Label{"B1", "B2"} {
			if m, ok := v.Model(l); ok && !slices.Contains(m.Done, "sprinted") {
				return jagged.Sprint{Unit: l}.Order()
			}
		}
	case a.Name == "go" && v.Going != nil:
		return jagged.Move{To: ends[v.Going.Unit]}.Order()
	case a.Name == "shoot":
		return "shoot B1 A2 with spore-pods"
	}
	return a.Default.Order()
}
