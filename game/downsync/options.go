package downsync

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/plane"
)

// Ways to measure deployment (Q10).
const (
	DeployWhole = "whole" // the whole base lies in the zone
	DeployAny   = "any"   // any part of it does
)

// Options are the choices that rulings leave to the players, at the ruling's default when zero.
type Options struct {
	MixedFactions  bool   `json:"mixed_factions,omitempty"`    // Q7: a force may mix factions
	DeployMeasure  string `json:"deploy_measure,omitempty"`    // Q10: whole or any; "": whole
	VIPBaseMM      int    `json:"vip_base_mm,omitempty"`       // Q11: diameter of a VIP's base; 0: a point
	EdgeCountsAsIn bool   `json:"edge_counts_as_in,omitempty"` // Q28: touching area terrain is being in it
	NoSweep        bool   `json:"no_sweep,omitempty"`          // Q15 off: who is left alone takes Turn after Turn
	MaxRounds      int    `json:"max_rounds,omitempty"`        // Q19: the match ends after these, most VP wins; 0: no limit
	NoCircle       bool   `json:"no_squad_circle,omitempty"`   // Q44 off: a squad's bases need not fit in a circle
	BailOutIn      int    `json:"bail_out_in,omitempty"`       // Q78: passengers of a lost transport are placed within these inches; 0: lost
}

// Option is one of the options by its name, as headers of scripts and challenges write it.
type Option struct {
	Name     string
	Expected game.Text // the values, in words
	Ruling   string    // where the choice stands
	set      func(*Options, string) bool
	get      func(Options) string
}

// Limits of options.
const (
	MaxRoundsLimit = 100
	maxVIPBase     = 120
	maxBailOut     = 12
)

// MatchOptions lists the options in the order of their rulings.
var MatchOptions = []Option{
	{"mixed_factions", "on or off", "Q7", onOff(func(o *Options) *bool { return &o.MixedFactions }), isOn(func(o Options) bool { return o.MixedFactions })},
	{"deploy_measure", "whole or any", "Q10", func(o *Options, v string) bool {
		o.DeployMeasure = v
		return v == DeployWhole || v == DeployAny
	}, func(o Options) string {
		if o.DeployMeasure == "" {
			return DeployWhole
		}
		return o.DeployMeasure
	}},
	{"vip_base_mm", game.Text(fmt.Sprintf("0 to %d", maxVIPBase)), "Q11", number(maxVIPBase, func(o *Options) *int { return &o.VIPBaseMM }), count(func(o Options) int { return o.VIPBaseMM })},
	{"last_player_sweep", "on or off", "Q15", offOn(func(o *Options) *bool { return &o.NoSweep }), isOn(func(o Options) bool { return !o.NoSweep })},
	{"max_rounds", game.Text(fmt.Sprintf("0 (no limit) to %d", MaxRoundsLimit)), "Q19", number(MaxRoundsLimit, func(o *Options) *int { return &o.MaxRounds }), count(func(o Options) int { return o.MaxRounds })},
	{"edge_counts_as_in", "on or off", "Q28", onOff(func(o *Options) *bool { return &o.EdgeCountsAsIn }), isOn(func(o Options) bool { return o.EdgeCountsAsIn })},
	{"squad_circle", "on or off", "Q44", offOn(func(o *Options) *bool { return &o.NoCircle }), isOn(func(o Options) bool { return !o.NoCircle })},
	{"bail_out_in", game.Text(fmt.Sprintf("0 (lost) to %d inches", maxBailOut)), "Q78", number(maxBailOut, func(o *Options) *int { return &o.BailOutIn }), count(func(o Options) int { return o.BailOutIn })},
}

func onOff(field func(*Options) *bool) func(*Options, string) bool {
	return func(o *Options, v string) bool {
		*field(o) = v == "on"
		return v == "on" || v == "off"
	}
}

// offOn is onOff for a field that is set where the option is off.
func offOn(field func(*Options) *bool) func(*Options, string) bool {
	return func(o *Options, v string) bool {
		*field(o) = v == "off"
		return v == "on" || v == "off"
	}
}

func number(most int, field func(*Options) *int) func(*Options, string) bool {
	return func(o *Options, v string) bool {
		n, err := strconv.Atoi(v)
		*field(o) = n
		return err == nil && n >= 0 && n <= most
	}
}

func isOn(get func(Options) bool) func(Options) string {
	return func(o Options) string {
		if get(o) {
			return "on"
		}
		return "off"
	}
}

func count(get func(Options) int) func(Options) string {
	return func(o Options) string { return strconv.Itoa(get(o)) }
}

// Set sets an option by name. The error says which there are, or which values.
func (o *Options) Set(name, value string) error {
	i := slices.IndexFunc(MatchOptions, func(m Option) bool { return m.Name == name })
	if i < 0 {
		var all []string
		for _, m := range MatchOptions {
			all = append(all, m.Name)
		}
		return game.Errorf("option %q: expected one of %s", name, strings.Join(all, ", "))
	}
	n := *o
	if !MatchOptions[i].set(&n, value) {
		return game.Errorf("%s %s: expected %s", name, value, game.Word(MatchOptions[i].Expected))
	}
	*o = n
	return nil
}

// Changed lists the options that are not at their default, each as "max_rounds 6".
func (o Options) Changed() []string {
	var out []string
	for _, m := range MatchOptions {
		if v := m.get(o); v != m.get(Options{}) {
			out = append(out, m.Name+" "+v)
		}
	}
	return out
}

// check says which option is out of its range.
func (o Options) check() error {
	var n Options
	for _, m := range MatchOptions {
		if err := n.Set(m.Name, m.get(o)); err != nil {
			return err
		}
	}
	return nil
}

// vipRadius is the radius of a VIP's base (Q11).
func (o Options) vipRadius() plane.Inch {
	if o.VIPBaseMM == 0 {
		return 0
	}
	return plane.Radius(o.VIPBaseMM)
}
