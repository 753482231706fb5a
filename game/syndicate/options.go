package syndicate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
)

// Missions (S11.2). All but the first are ours.
const (
	Elimination = "elimination" // only the enemy Operator counts
	Relay       = "relay"       // hold the middle
	Extract     = "extract"     // reach the enemy's terminal
)

// Missions lists them.
var Missions = []string{Elimination, Relay, Extract}

// Options are the choices that rulings leave to the players, at the ruling's default when zero, but for MaxRounds.
type Options struct {
	Mission   string `json:"mission,omitempty"`  // S11.2; "": elimination
	MaxRounds int    `json:"max_rounds"`         // S11.3: the match ends after these; 0: no limit
	Mulligan  bool   `json:"mulligan,omitempty"` // S3.3: each may once draw a new hand
	Lasting   bool   `json:"lasting,omitempty"`  // R-T5: statuses given in the Attack sub-phase last through the next round
	NoFloor   bool   `json:"no_floor,omitempty"` // R-A2: armor may take all the damage of a hit
}

// Option is one of the options by its name, as headers of scripts and challenges write it.
type Option struct {
	Name     string
	Expected game.Text // the values, in words
	Ruling   string    // where the choice stands
	set      func(*Options, string) bool
	get      func(Options) string
}

// Limits of max_rounds.
const (
	MaxRoundsLimit   = 100
	MaxRoundsDefault = 20
)

// MatchOptions lists the options.
var MatchOptions = []Option{
	{"mission", "elimination, relay or extract", "S11.2", func(o *Options, v string) bool {
		o.Mission = v
		if v == Elimination {
			o.Mission = ""
		}
		return slices.Contains(Missions, v)
	}, Options.MissionName},
	{"max_rounds", game.Text(fmt.Sprintf("0 (no limit) to %d", MaxRoundsLimit)), "S11.3", func(o *Options, v string) bool {
		n, err := strconv.Atoi(v)
		o.MaxRounds = n
		return err == nil && n >= 0 && n <= MaxRoundsLimit
	}, func(o Options) string { return strconv.Itoa(o.MaxRounds) }},
	{"mulligan", "on or off", "S3.3", onOff(func(o *Options) *bool { return &o.Mulligan }), func(o Options) string { return isOn(o.Mulligan) }},
	{"lasting", "on or off", "R-T5", onOff(func(o *Options) *bool { return &o.Lasting }), func(o Options) string { return isOn(o.Lasting) }},
	{"floor", "0 or 1", "R-A2", func(o *Options, v string) bool {
		o.NoFloor = v == "0"
		return v == "0" || v == "1"
	}, func(o Options) string { return strconv.Itoa(o.floor()) }},
}

// MissionName is the mission by its name.
func (o Options) MissionName() string {
	if o.Mission == "" {
		return Elimination
	}
	return o.Mission
}

// floor is the least damage of an attack that hit and that armor alone would stop (R-A2).
func (o Options) floor() int {
	if o.NoFloor {
		return 0
	}
	return 1
}

func onOff(field func(*Options) *bool) func(*Options, string) bool {
	return func(o *Options, v string) bool {
		*field(o) = v == "on"
		return v == "on" || v == "off"
	}
}

func isOn(on bool) string {
	if on {
		return "on"
	}
	return "off"
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
		if v := m.get(o); v != m.get(Defaults().Options) {
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
