package jagged

import (
	"slices"
	"strings"

	"downsync/game"
)

// Options are the choices that rulings leave to the players. "" is a ruling's default.
type Options struct {
	Victory    string `json:"victory,omitempty"`     // JQ20
	Zones      string `json:"zones,omitempty"`       // JQ6; "": corner, in a campaign deep
	Lists      string `json:"lists,omitempty"`       // JQ4
	Deploy     string `json:"deploy,omitempty"`      // JQ5
	WalkIn     string `json:"walk_in,omitempty"`     // JQ25
	RushTarget string `json:"rush_target,omitempty"` // JQ30
	Grenades   string `json:"grenades,omitempty"`    // JQ40
	Cannon     string `json:"cannon,omitempty"`      // JQ42
	EmptyCrits string `json:"empty_crits,omitempty"` // JQ12
	Wounds     string `json:"wounds,omitempty"`      // JQ53
	PVs        string `json:"pvs,omitempty"`         // JQ52
	Melee      string `json:"melee,omitempty"`       // J11.2: whether a melee attack without a choice rolls by itself
}

// Option is one of the options by its name, as headers of scripts and challenges write it. The first value is the default.
type Option struct {
	Name     string
	Values   []string
	Expected game.Text // the values, in words
	Ruling   string    // where the choice stands
	field    func(*Options) *string
}

// MatchOptions lists the options.
var MatchOptions = []Option{
	{"victory", []string{"objectives", "vp"}, "objectives or vp", "JQ20", func(o *Options) *string { return &o.Victory }},
	{"zones", []string{"corner", "deep"}, "corner or deep", "JQ6", func(o *Options) *string { return &o.Zones }},
	{"lists", []string{"sealed", "open"}, "sealed or open", "JQ4", func(o *Options) *string { return &o.Lists }},
	{"deploy", []string{"sealed", "defender-first"}, "sealed or defender-first", "JQ5", func(o *Options) *string { return &o.Deploy }},
	{"walk_in", []string{"yes", "no"}, "yes or no", "JQ25", func(o *Options) *string { return &o.WalkIn }},
	{"rush_target", []string{"nearest", "nearest-open"}, "nearest or nearest-open", "JQ30", func(o *Options) *string { return &o.RushTarget }},
	{"grenades", []string{"unlimited", "once"}, "unlimited or once", "JQ40", func(o *Options) *string { return &o.Grenades }},
	{"cannon", []string{"profile", "codex"}, "profile or codex", "JQ42", func(o *Options) *string { return &o.Cannon }},
	{"empty_crits", []string{"printed", "plus-one"}, "printed or plus-one", "JQ12", func(o *Options) *string { return &o.EmptyCrits }},
	{"wounds", []string{"printed", "combined"}, "printed or combined", "JQ53", func(o *Options) *string { return &o.Wounds }},
	{"pv", []string{"appendix", "tiers"}, "appendix or tiers", "JQ52", func(o *Options) *string { return &o.PVs }},
	{"melee", []string{"auto", "ask"}, "auto or ask", "J11.2", func(o *Options) *string { return &o.Melee }},
}

// Set sets an option by name. The error says which there are, or which values.
func (o *Options) Set(name, value string) error {
	var all []string
	for _, m := range MatchOptions {
		if m.Name != name {
			all = append(all, m.Name)
			continue
		}
		if !slices.Contains(m.Values, value) {
			return game.Errorf("%s %s: expected %s", name, value, game.Word(m.Expected))
		}
		*m.field(o) = value
		if value == m.Values[0] && name != "zones" {
			*m.field(o) = ""
		}
		return nil
	}
	return game.Errorf("option %q: expected one of %s", name, strings.Join(all, ", "))
}

// Changed lists the options that are not at their default, each as "wounds combined".
func (o Options) Changed() []string {
	var out []string
	for _, m := range MatchOptions {
		if v := *m.field(&o); v != "" {
			out = append(out, m.Name+" "+v)
		}
	}
	return out
}

// check says which option is out of its range.
func (o Options) check() error {
	var n Options
	for _, m := range MatchOptions {
		if v := *m.field(&o); v != "" {
			if err := n.Set(m.Name, v); err != nil {
				return err
			}
		}
	}
	return nil
}
