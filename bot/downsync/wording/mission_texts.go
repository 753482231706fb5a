package wording

import (
	"slices"

	"downsync/bot"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// MissionText holds what players read about a mission. The words for its goals follow from the goals' owners.
type MissionText struct {
	Name  game.Text // "VIP Capture"
	Terms game.Text // how it is won, with the points that it takes; in the challenge
}

// MissionTexts holds the texts by the mission's name.
var MissionTexts = map[string]MissionText{
	"vip-capture": {"VIP Capture",
		"• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *VIP Capture*: when your Turn ends, each of your Units within 1\" of the VIP on the enemy's side scores 1 VP, less 1 for each enemy Unit within 4\" of it."},
	"control-objectives": {"Control Objectives",
		"• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *Control Objectives*: when a Round ends, from the second on, each of your Units within 1\" of an objective scores 1 VP, less 1 for each enemy Unit within 6\" of it."},
}

// GoalName names a goal in a list.
func GoalName(v Reading, g rules.Goal) string {
	if g.Owner > 0 {
		return v.Say("VIP of %s", bot.SideName(g.Owner))
	}
	return v.Say("Control Objective %d", g.N)
}

// TowardsGoal names a goal of the seat's moves, to begin with.
func TowardsGoal(v Reading, g rules.Goal, seat game.Seat) string {
	switch g.Owner {
	case 0:
		return v.Say("Towards Control Objective %d", g.N)
	case seat:
		return v.Text("Towards my VIP")
	}
	return v.Text("Towards the enemy VIP")
}

// InTowardsGoal names a goal of the seat's moves within a sentence.
func InTowardsGoal(v Reading, g rules.Goal, seat game.Seat) string {
	switch g.Owner {
	case 0:
		return v.Say("towards Objective %d", g.N)
	case seat:
		return v.Text("towards my VIP")
	}
	return v.Text("towards the enemy VIP")
}

// Partly does the same for a seat. It skips Units that have moved or lost a base in the facts since.
func (v Reading) Partly(seat game.Seat, since []game.Fact) string {
	goal, ok := v.VIP(3 - seat)
	if seat == 0 || !ok {
		return ""
	}
	for _, l := range v.Own(seat, func(p rules.Piece) bool { return len(p.Bases) > 1 }) {
		if slices.ContainsFunc(since, func(f game.Fact) bool {
			m, moved := f.(rules.Moved)
			d, lost := f.(rules.Destroyed)
			return moved && m.Base.Label == l || lost && d.Target.Label == l
		}) {
			continue
		}
		p, _ := v.Piece(l)
		near := len(Those(p.Bases, func(b rules.Base) bool { return plane.Gap(b.Disc(), goal.Disc) <= v.Mission().ScoreRange }))
		takes, can := v.Mission().Takes(len(p.Bases), v.Cards().Must(p.Unit).Bases())
		if near > 0 && can && near < takes {
			return v.Say("%[1]s does not score yet: of its bases, %[2]d of %[3]d stand at the enemy VIP. It takes %[4]d.", l, near, len(p.Bases), takes)
		}
	}
	return ""
}
