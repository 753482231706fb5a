package downsync

import (
	"encoding/json"
	"fmt"

	"downsync/game"
)

// decoders read every kind of fact ever written. A kind is never taken out and never changes its meaning.
var decoders = map[string]func([]byte) (game.Fact, error){}

func register[F game.Fact]() {
	var zero F
	decoders[zero.Kind()] = func(raw []byte) (game.Fact, error) {
		var f F
		err := json.Unmarshal(raw, &f)
		return f, err
	}
}

func init() {
	register[setUp]()
	register[overwatchTaken]()
	register[counterUsed]()
	register[planned]()
	register[DrawOffered]()
	register[standingSet]()
	register[mounted]()
	register[recovered]()
	register[AttackLost]()
	register[Placed]()
	register[RostersOpened]()
	register[Loaded]()
	register[Sprinted]()
	register[StartRolled]()
	register[FirstChosen]()
	register[Deployed]()
	register[DeploymentDone]()
	register[RoundBegan]()
	register[TurnBegan]()
	register[Designated]()
	register[Revealed]()
	register[PhaseBegan]()
	register[Refreshed]()
	register[Moved]()
	register[MoveDone]()
	register[MoveTaken]()
	register[ContactFound]()
	register[WindowClosed]()
	register[EngagementBegan]()
	register[Joined]()
	register[Declared]()
	register[Boosted]()
	register[PriorityRolled]()
	register[Held]()
	register[Called]()
	register[ActivationBegan]()
	register[ActionBegan]()
	register[ScanRolled]()
	register[AttackRolled]()
	register[Dropped]()
	register[CounterPaid]()
	register[Stopped]()
	register[Stunned]()
	register[Destroyed]()
	register[NoEffect]()
	register[Marked]()
	register[StealthGained]()
	register[StealthLost]()
	register[ActivationEnded]()
	register[EngagementEnded]()
	register[TurnEnded]()
	register[Scored]()
	register[Ended]()
	register[tokenRuled]()
	register[PlacedByRuling]()
	register[PointsRuled]()
	register[RemovedByRuling]()
	register[LostAboard]()
	register[ReturnedByRuling]()
}

func decode(kind string, raw []byte) (game.Fact, error) {
	d, ok := decoders[kind]
	if !ok {
		return nil, fmt.Errorf("downsync: no fact of kind %q", kind)
	}
	f, err := d(raw)
	if s, ok := f.(setUp); ok && err == nil {
		err = s.Conf.CheckVersions() // a match is played on with what it began with, or not at all
	}
	return f, err
}
