package syndicate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"downsync/game"
	"downsync/game/option"
)

// missions (S11.2). All but the first are ours.
const (
	Elimination = "elimination" // only the enemy Operator counts
	Relay       = "relay"       // hold the middle alone
	Uplink      = "uplink"      // hold the middle with more units
	Extract     = "extract"     // reach the enemy's terminal
)

// missions lists them.
var missions = []string{Elimination, Relay, Uplink, Extract}

// Missions lists the missions; the first is the one in the manual.
func Missions() []string { return slices.Clone(missions) }

// Options holds the choices that rulings leave to the players. A zero field is the ruling's default, except MaxRounds.
type Options struct {
	Mission    string `json:"mission,omitempty"`     // S11.2; "": elimination
	ScoresFrom int    `json:"scores_from,omitempty"` // S11.2: the first round that may score at the Relay; 0: from the start
	Ties       string `json:"ties,omitempty"`        // R-V3: who scores in an uplink with equal units; "": nobody
	MaxRounds  int    `json:"max_rounds"`            // S11.3: the match ends after this many rounds; 0: no limit
	Mulligan   bool   `json:"mulligan,omitempty"`    // S3.3: each side may once draw a new hand
	Lasting    bool   `json:"lasting,omitempty"`     // R-T5: statuses given in the Attack sub-phase last through the next round
	NoFloor    bool   `json:"no_floor,omitempty"`    // R-A2: armor may take all the damage of a hit
}

// Ties in an uplink: which side scores if both have as many units there (R-V3).
const (
	tiesNobody = "nobody"
	tiesLosses = "losses" // the side that lost fewer HP in the round
)

// These are the defaults and the limit of rounds. Elimination has no points that end a match before, and the terminals are far apart.
const (
	maxRoundsLimit       = 100
	maxRoundsDefault     = 12
	maxRoundsElimination = 30
	maxRoundsExtract     = 15
	scoresFromDefault    = 4
	scoresFromExtract    = 3
)

// MatchOptions lists the options.
var MatchOptions = option.List[Options]{
	option.Words("mission", "elimination, relay, uplink or extract", "S11.2", missions, func(o *Options, v string) {
		if o.Mission = v; v == Elimination {
			o.Mission = ""
		}
	}, func(o *Options) string { return o.MissionName() }),
	option.Number("scores_from", game.Text(fmt.Sprintf("a round, 0 to %d", maxRoundsLimit)), "S11.2", maxRoundsLimit, func(o *Options) *int { return &o.ScoresFrom }),
	option.Words("ties", "losses or nobody", "R-V3", []string{tiesLosses, tiesNobody}, func(o *Options, v string) {
		if o.Ties = v; v == tiesNobody {
			o.Ties = ""
		}
	}, func(o *Options) string { return cmp.Or(o.Ties, tiesNobody) }),
	option.Number("max_rounds", game.Text(fmt.Sprintf("0 (no limit) to %d", maxRoundsLimit)), "S11.3", maxRoundsLimit, func(o *Options) *int { return &o.MaxRounds }),
	option.Switch("mulligan", "S3.3", func(o *Options) *bool { return &o.Mulligan }),
	option.Switch("lasting", "R-T5", func(o *Options) *bool { return &o.Lasting }),
	option.Words("floor", "0 or 1", "R-A2", []string{"0", "1"}, func(o *Options, v string) { o.NoFloor = v == "0" }, func(o *Options) string { return strconv.Itoa(o.floor()) }),
}

// MissionName returns the name of the mission.
func (o Options) MissionName() string {
	if o.Mission == "" {
		return Elimination
	}
	return o.Mission
}

// scoresFrom returns ScoresFrom in a match with places that score, otherwise 0.
func (t Terms) scoresFrom() int {
	if t.Mission == Relay || t.Mission == Uplink || t.Mission == Extract && t.rev().contested {
		return t.ScoresFrom
	}
	return 0
}

// CountsLosses reports whether lost HP decide who scores where both sides could (R-V3, R-V5).
func (t Terms) CountsLosses() bool {
	return t.Ties == tiesLosses && (t.Mission == Uplink || t.Mission != "" && t.rev().contested)
}

// floor returns the least damage of an attack that hits and would be stopped by armor alone (R-A2).
func (o Options) floor() int {
	if o.NoFloor {
		return 0
	}
	return 1
}

// Set sets an option by name. The error lists the options, or the values of that option.
func (o *Options) Set(name, value string) error { return MatchOptions.Set(o, name, value) }

// Changed lists the options that are not at their default, each as "max_rounds 6".
func (o Options) Changed() []string { return MatchOptions.Changed(o, Defaults().Options) }
