package downsync

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/option"
	"downsync/game/plane"
)

// Ways to measure deployment (Q10).
const (
	deployWhole = "whole" // the whole base is in the zone
	deployAny   = "any"   // any part of it is
)

// Options holds the choices that rulings leave to the players; zero is the ruling's default.
type Options struct {
	MixedFactions  bool   `json:"mixed_factions,omitempty"`    // Q7: a force may mix factions
	DeployMeasure  string `json:"deploy_measure,omitempty"`    // Q10: whole or any; "": whole
	VIPBaseMM      int    `json:"vip_base_mm,omitempty"`       // Q11: diameter of a VIP's base; 0: a point
	EdgeCountsAsIn bool   `json:"edge_counts_as_in,omitempty"` // Q28: touching area terrain is being in it
	NoSweep        bool   `json:"no_sweep,omitempty"`          // Q15 off: a player left alone takes Turn after Turn
	MaxRounds      int    `json:"max_rounds,omitempty"`        // Q19: the match ends after these, most VP wins; 0: no limit
	NoCircle       bool   `json:"no_squad_circle,omitempty"`   // Q44 off: a squad's bases may exceed the circle
	MissionName    string `json:"mission,omitempty"`           // the name of a Mission; "": the edition's first
	BailOutIn      int    `json:"bail_out_in,omitempty"`       // Q78: passengers of a lost transport are placed within these inches; 0: lost
}

// Limits of options.
const (
	maxRoundsLimit = 100
	maxVIPBase     = 120
	maxBailOut     = 12
)

// MatchOptions lists the options in the order of their rulings.
var MatchOptions = matchOptions(missions)

// usualMission is the option's word for the edition's own mission.
const usualMission = "usual"

// matchOptions returns the options; the mission is one of them if there is one that an edition does not have as its own.
func matchOptions(missions []*Mission) option.List[Options] {
	out := ruledOptions
	if len(missions) <= len(Editions) {
		return out
	}
	words := []string{usualMission}
	for _, m := range missions {
		words = append(words, m.Name)
	}
	return append(slices.Clip(out), option.Words("mission", "usual, or a mission of the edition", "R25", words,
		func(o *Options, v string) { o.MissionName = strings.TrimPrefix(v, usualMission) },
		func(o *Options) string { return cmp.Or(o.MissionName, usualMission) }))
}

var ruledOptions = option.List[Options]{
	option.Switch("mixed_factions", "Q7", func(o *Options) *bool { return &o.MixedFactions }),
	option.Words("deploy_measure", "whole or any", "Q10", []string{deployWhole, deployAny}, func(o *Options, v string) { o.DeployMeasure = v },
		func(o *Options) string { return cmp.Or(o.DeployMeasure, deployWhole) }),
	option.Number("vip_base_mm", game.Text(fmt.Sprintf("0 to %d", maxVIPBase)), "Q11", maxVIPBase, func(o *Options) *int { return &o.VIPBaseMM }),
	option.Off("last_player_sweep", "Q15", func(o *Options) *bool { return &o.NoSweep }),
	option.Number("max_rounds", game.Text(fmt.Sprintf("0 (no limit) to %d", maxRoundsLimit)), "Q19", maxRoundsLimit, func(o *Options) *int { return &o.MaxRounds }),
	option.Switch("edge_counts_as_in", "Q28", func(o *Options) *bool { return &o.EdgeCountsAsIn }),
	option.Off("squad_circle", "Q44", func(o *Options) *bool { return &o.NoCircle }),
	option.Number("bail_out_in", game.Text(fmt.Sprintf("0 (lost) to %d inches", maxBailOut)), "Q78", maxBailOut, func(o *Options) *int { return &o.BailOutIn }),
}

// Set sets an option by name. The error lists the options, or the values of the named one.
func (o *Options) Set(name, value string) error { return MatchOptions.Set(o, name, value) }

// Changed lists the options that are not at their default, each as "max_rounds 6".
func (o Options) Changed() []string { return MatchOptions.Changed(o, Options{}) }

// vipRadius returns the radius of a VIP's base (Q11).
func (o Options) vipRadius() plane.Inch {
	if o.VIPBaseMM == 0 {
		return 0
	}
	return plane.Radius(o.VIPBaseMM)
}
