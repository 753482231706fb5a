package jagged

import (
	"cmp"

	"downsync/game"
	"downsync/game/option"
)

// Options holds the choices that rulings leave to the players. "" is the default of the time when the option was made, except
// for Wounds. Defaults has the options of a new battle.
type Options struct {
	Victory    string `json:"victory,omitempty"`     // JQ20
	Zones      string `json:"zones,omitempty"`       // JQ6; "": corner, but deep in a campaign
	Lists      string `json:"lists,omitempty"`       // JQ4
	Deploy     string `json:"deploy,omitempty"`      // JQ5
	WalkIn     string `json:"walk_in,omitempty"`     // JQ25
	RushTarget string `json:"rush_target,omitempty"` // JQ30
	Grenades   string `json:"grenades,omitempty"`    // JQ40
	Cannon     string `json:"cannon,omitempty"`      // JQ42
	EmptyCrits string `json:"empty_crits,omitempty"` // JQ12
	Wounds     string `json:"wounds,omitempty"`      // JQ53: combined; "": printed, as in battles that began before rulings 2
	PVs        string `json:"pvs,omitempty"`         // JQ52
	Melee      string `json:"melee,omitempty"`       // J11.2: whether a melee attack without a choice is rolled automatically
}

// MatchOptions lists the options.
var MatchOptions = option.List[Options]{
	choice("victory", "objectives or vp", "JQ20", func(o *Options) *string { return &o.Victory }, "objectives", "vp"),
	option.Words("zones", "corner or deep", "JQ6", []string{"corner", "deep", ""}, func(o *Options, v string) { o.Zones = v }, func(o *Options) string { return o.Zones }),
	choice("lists", "sealed or open", "JQ4", func(o *Options) *string { return &o.Lists }, "sealed", "open"),
	choice("deploy", "sealed or defender-first", "JQ5", func(o *Options) *string { return &o.Deploy }, "sealed", "defender-first"),
	choice("walk_in", "yes or no", "JQ25", func(o *Options) *string { return &o.WalkIn }, "yes", "no"),
	choice("rush_target", "nearest or nearest-open", "JQ30", func(o *Options) *string { return &o.RushTarget }, "nearest", "nearest-open"),
	choice("grenades", "unlimited or once", "JQ40", func(o *Options) *string { return &o.Grenades }, "unlimited", "once"),
	choice("cannon", "profile or codex", "JQ42", func(o *Options) *string { return &o.Cannon }, "profile", "codex"),
	choice("empty_crits", "printed or plus-one", "JQ12", func(o *Options) *string { return &o.EmptyCrits }, "printed", "plus-one"),
	option.Words("wounds", "combined or printed", "JQ53", []string{"combined", "printed"}, func(o *Options, v string) {
		if o.Wounds = v; v == "printed" {
			o.Wounds = ""
		}
	}, func(o *Options) string { return cmp.Or(o.Wounds, "printed") }),
	choice("pv", "appendix or tiers", "JQ52", func(o *Options) *string { return &o.PVs }, "appendix", "tiers"),
	choice("melee", "auto or ask", "J11.2", func(o *Options) *string { return &o.Melee }, "auto", "ask"),
}

// choice returns an option whose first value is the default, stored as "".
func choice(name string, expected game.Text, ruling string, field func(*Options) *string, values ...string) option.Option[Options] {
	return option.Words(name, expected, ruling, values, func(o *Options, v string) {
		if *field(o) = v; v == values[0] {
			*field(o) = ""
		}
	}, func(o *Options) string { return cmp.Or(*field(o), values[0]) })
}

// Set sets an option by name. The error lists the options, or the values of that option.
func (o *Options) Set(name, value string) error { return MatchOptions.Set(o, name, value) }

// Changed lists the options that differ from a new battle's, each as "wounds printed".
func (o Options) Changed() []string { return MatchOptions.Changed(o, Defaults().Options) }
