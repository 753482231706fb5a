package downsync

import (
	"downsync/bot"
	"downsync/game"

	rules "downsync/game/downsync"
)

// missionText holds what players read about a mission. The words for its goals follow from the goals' owners.
type missionText struct {
	name  game.Text // "VIP Capture"
	terms game.Text // how it is won, with the points that it takes; in the challenge
}

// missionTexts holds the texts by the mission's name.
var missionTexts = map[string]missionText{
	"vip-capture": {"VIP Capture",
		"• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *VIP Capture*: when your Turn ends, each of your Units within 1\" of the VIP on the enemy's side scores 1 VP, less 1 for each enemy Unit within 4\" of it."},
	"control-objectives": {"Control Objectives",
		"• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *Control Objectives*: when a Round ends, from the second on, each of your Units within 1\" of an objective scores 1 VP, less 1 for each enemy Unit within 6\" of it."},
}

// goalName names a goal in a list.
func goalName(v reading, g rules.Goal) string {
	if g.Owner > 0 {
		return v.Say("VIP of %s", bot.SideName(g.Owner))
	}
	return v.Say("Control Objective %d", g.N)
}

// towardsGoal names a goal of the seat's moves, to begin with.
func towardsGoal(v reading, g rules.Goal, seat game.Seat) string {
	switch g.Owner {
	case 0:
		return v.Say("Towards Control Objective %d", g.N)
	case seat:
		return v.Text("Towards my VIP")
	}
	return v.Text("Towards the enemy VIP")
}

// inTowardsGoal names a goal of the seat's moves within a sentence.
func inTowardsGoal(v reading, g rules.Goal, seat game.Seat) string {
	switch g.Owner {
	case 0:
		return v.Say("towards Objective %d", g.N)
	case seat:
		return v.Text("towards my VIP")
	}
	return v.Text("towards the enemy VIP")
}
