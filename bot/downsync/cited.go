package downsync

import (
	"downsync/game"
	rules "downsync/game/downsync"
)

// cited are the numbers of the rules that a fact follows from, the first one first; none for what needs no rule.
func cited(f game.Fact) []string {
	switch f := f.(type) {
	case rules.Began:
		return []string{"R5.1"}
	case rules.StartRolled:
		return []string{"R5.2", "Q8"}
	case rules.FirstChosen:
		return []string{"R5.2", "R5.3"}
	case rules.Deployed, rules.DeploymentDone:
		return []string{"R5.4"}
	case rules.Mounted:
		return []string{"Q76"}
	case rules.RoundBegan:
		return []string{"R6.1"}
	case rules.TurnBegan, rules.TurnEnded:
		return []string{"R7.1"}
	case rules.PhaseBegan:
		return []string{"R7.2"}
	case rules.Designated:
		return []string{"R7.3"}
	case rules.Revealed:
		return []string{"R16.1", "R16.2"}
	case rules.Refreshed:
		return []string{"R7.6"}
	case rules.Moved:
		if f.Action {
			return []string{"R19.1", "Q25"}
		}
		return []string{"R7.8", "Q25"}
	case rules.MoveDone:
		return []string{"R7.8"}
	case rules.MoveTaken:
		return []string{"D5"}
	case rules.ContactFound:
		return []string{"R16.2", "S8"}
	case rules.Scored:
		if f.Goal > 0 {
			return []string{"V22"}
		}
		return []string{"R25.4", "Q89"}
	case rules.Ended:
		return endCited[f.Why]
	case rules.RostersOpened:
		return []string{"S9"}
	case rules.Planned:
		return []string{"R16.1", "S10"}
	case rules.TokenRuled, rules.HiddenRuled, rules.PlacedByRuling, rules.PointsRuled, rules.RemovedByRuling, rules.LostAboard, rules.ReturnedByRuling:
		return []string{"D14"}
	case rules.DrawOffered:
		return []string{"Q19"}
	}
	return fightCited(f)
}

var endCited = map[string][]string{"vp": {"R25.6", "Q92"}, "wipe-out": {"R25.6", "Q91"}, "rounds": {"Q19"}, "agreement": {"Q19"}, "draw": {"Q19"}}

// fightCited are those of engagements, actions, attacks and what came of them.
func fightCited(f game.Fact) []string {
	switch f := f.(type) {
	case rules.WindowClosed, rules.EngagementBegan:
		return []string{"R24.2", "A2"}
	case rules.Joined:
		return []string{"R24.4"}
	case rules.Declared:
		return []string{"R24.5", "R24.6"}
	case rules.Boosted:
		return []string{"R24.8", "S4"}
	case rules.PriorityRolled:
		return []string{"R24.9", "R24.10"}
	case rules.Held:
		return []string{"R24.13"}
	case rules.Called:
		return []string{"R24.12"}
	case rules.EngagementEnded:
		return []string{"R24.17"}
	case rules.ActivationBegan:
		return []string{"R7.13"}
	case rules.ActivationEnded:
		return []string{"R7.14", "S2"}
	case rules.ActionBegan, rules.Dropped:
		return []string{"R18.1", "R18.4"}
	case rules.OverwatchTaken:
		return []string{"R19.2"}
	case rules.ScanRolled:
		return []string{"R20.4", "R20.5", "R20.6"}
	case rules.AttackRolled:
		return []string{"R21.4", "R21.5", "R22.1"}
	case rules.AttackLost:
		return []string{"Q80", "D12"}
	case rules.CounterPaid:
		return []string{"R17.2", "A1"}
	case rules.CounterChecked:
		if f.Roll == nil {
			return []string{"R23.5"}
		}
		return []string{"R23.3", "Q56"}
	case rules.Stopped:
		return []string{"R23.1", "A1"}
	case rules.Stunned:
		return []string{"R22.3"}
	case rules.NoEffect:
		return []string{"R22.3", "Q57"}
	case rules.Destroyed:
		return []string{"R22.2", "Q42"}
	case rules.Marked:
		return []string{"Q84"}
	case rules.StealthGained:
		return []string{"R27.6", "R27.11"}
	case rules.StealthLost:
		return []string{"R27.12"}
	case rules.Placed:
		return []string{"Q75", "Q76"}
	case rules.Loaded:
		return []string{"Q77"}
	case rules.Sprinted:
		return []string{"V24"}
	case rules.Recovered:
		return []string{"V16"}
	}
	return nil
}
