// Package course is the lesson that teaches Downsync.
package course

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/lesson"
	"downsync/game/plane"
)

// Lesson ends with the learner's victory.
var Lesson = lesson.Lesson{Game: downsync.Rules(), Config: position().Encode(), Faces: faces, Steps: steps, Opponent: opponent}

var steps = []lesson.Step{
	{ID: "welcome", Example: lesson.Next},
	{ID: "pieces", Example: lesson.Next},
	{ID: "designate", Example: "designate A1 A2", Fits: lesson.Takes(downsync.Parse, designatesBoth)},
	{ID: "reveal", Example: "reveal A2 as widow-scout"},
	{ID: "approach", Example: "move A2 to 25.204,25.96", Fits: lesson.Takes(downsync.Parse, approaches)},
	{ID: "moved", Example: "done"},
	{ID: "scout", Example: "activate A2"},
	{ID: "scan", Example: "act scan B1"},
	{ID: "scanned", Example: "end"},
	{ID: "gun", Example: "activate A1"},
	{ID: "attack", Example: "act medium-cannon B1"},
	{ID: "again", Example: "act medium-cannon B1"},
	{ID: "shot", Example: "end"},
	{ID: "react", Example: "react"},
	{ID: "declare", Example: "declare A3"},
	{ID: "boost", Example: "boost A3"},
	{ID: "counter", Example: "counter cm"},
	{ID: "stunned", Example: "counter none"},
	{ID: "answer", Example: "activate A3"},
	{ID: "refresh", Example: "refresh A3 unstun 1"},
	{ID: "fire", Example: "act medium-cannon B2"},
	{ID: "fired", Example: "end"},
	{ID: "pass", Example: "pass"},
	{ID: "round", Example: "designate A1", Fits: lesson.Takes(downsync.Parse, designatesA1)},
	{ID: "vip", Example: "move A1 to 12,36", Fits: lesson.Takes(downsync.Parse, reachesVIP)},
	{ID: "win", Example: "done"},
	{ID: "end", Example: "done"},
}

// designatesBoth accepts a Taskforce of A1 and A2 alone, in any order.
func designatesBoth(o downsync.Designate, _ downsync.View) bool {
	return slices.Equal(slices.Sorted(slices.Values(o.Pieces)), []downsync.Label{"A1", "A2"})
}

// designatesA1 accepts any Taskforce with A1 in it.
func designatesA1(o downsync.Designate, _ downsync.View) bool {
	return slices.Contains(o.Pieces, "A1")
}

// approaches accepts a move of A2 that leaves it in range of its scanner, but not so near that the move finds B1.
func approaches(o downsync.Move, v downsync.View) bool {
	it, there := v.Piece("B1")
	if o.What.Label != "A2" || !there || len(it.Bases) == 0 {
		return false
	}
	far := plane.Dist(o.To, it.Bases[0].Point)
	return far >= plane.In(6) && far <= plane.In(16)
}

// opponentSeat is the seat of the learner's only opponent.
const opponentSeat = 2

// reachesVIP accepts a move of A1 that ends within 1" of the enemy's VIP (R25.4).
func reachesVIP(o downsync.Move, v downsync.View) bool {
	p, _ := v.Piece("A1")
	return o.What.Label == "A1" && plane.Dist(o.To, v.VIPs[opponentSeat-1]) <= v.Radius(p)+plane.In(1)
}

// faces lists the dice in the order in which they are rolled.
var faces = []int{
	6, 5, // A2 scans B1
	5, 6, 6, // A1 hits B1, whose countermeasure works
	6, 5, 1, // and hits it again, whose countermeasure fails
	6, 2, 3, // priority: B2, and A3 with its boost
	6, 6, 6, // B2 hits A3, whose countermeasure works
	6, 5, // and hits it again
	6, 6, 1, // A3 hits B2, whose countermeasure fails
}

// position returns the start of the lesson: the learner needs one more Victory Point. A2 comes into range of B1 by going as far
// towards it as it can, and A1 reaches the VIP in the same way.
func position() downsync.Config {
	at := func(x, y plane.Inch) []downsync.LabBase {
		return []downsync.LabBase{{At: plane.Point{X: x * 1000, Y: y * 1000}}}
	}
	c := downsync.Defaults()
	c.Lab = &downsync.Lab{Active: lesson.Learner, VP: downsync.Both{2, 0},
		Reserve: [2][]string{{"widow-scout"}, {"crusader", "samson"}},
		Pieces: []downsync.LabPiece{
			{Label: "A1", Unit: "virago", Bases: at(12, 30)},
			{Label: "A2", Sig: cards.Small, Bases: at(26, 18)},
			{Label: "A3", Unit: "virago", Bases: at(36, 20)},
			{Label: "B1", Sig: cards.Medium, Bases: at(24, 38)},
			{Label: "B2", Unit: "harbinger", Bases: at(40, 41)},
			{Label: "B3", Sig: cards.Large, Bases: at(4, 45)},
		}}
	return c
}

// opponent returns the opponent's order: its script's answer to the question, or else the question's default.
func opponent(v game.View, a game.Ask) string {
	for _, wish := range wishes[a.Name] {
		if offered(a.Menu, wish) {
			return wish
		}
	}
	if a.Name == "move" {
		if p, ok := v.(downsync.View).Piece("B2"); ok && len(p.Bases) > 0 && p.Bases[0].Y == plane.In(41) && offered(a.Menu, "move B2") {
			return "move B2 to 38,35"
		}
		return "done"
	}
	return a.Default.Order()
}

// wishes holds the opponent's orders by question, the most wanted first.
var wishes = map[string][]string{
	"designate": {"designate B2"},
	"identify":  {"reveal B1 as crusader"},
	"counter":   {"counter cm"},
	"next":      {"activate B2", "done"},
	"priority":  {"activate B2"},
	"act":       {"act shock-autocannon A3"},
	"boost":     {"boost none"},
	"react":     {"pass"},
}

// offered reports whether the menu has the order, or one that begins with it.
func offered(menu game.Menu, order string) bool {
	_, err := menu.Read(order)
	return err == nil
}
