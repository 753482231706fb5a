package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/gametest"
)

func plant(b bent) leak { return gametest.Plant(b) }

// fair returns what the rules tell v of a fact, given what a referee is told.
func fair(v game.Viewer, f game.Fact) (game.Fact, bool) {
	switch x := f.(type) {
	case Planned:
		return f, v.Sees(x.Ping.Seat())
	case Mounted:
		return f, v.Sees(x.Seat)
	case StandingOrdered:
		return f, v.Sees(x.Seat)
	case OverwatchTaken:
		return f, v.Sees(x.Unit.Seat())
	case CounterChecked:
		return f, v.Sees(x.Target.Label.Seat())
	case Recovered:
		if x.With != "cp" && !v.Sees(x.Base.Label.Seat()) {
			x.With = ""
		}
		return x, true
	}
	told := f.For(v)
	return told, told != nil
}

// watching reports whether the activation that ends has taken Overwatch.
func watching(since []game.Fact, l Label) bool {
	for _, f := range slices.Backward(since) {
		switch f := f.(type) {
		case OverwatchTaken:
			return f.Unit == l
		case ActivationBegan, game.TookBack:
			return false
		}
	}
	return false
}
