package arcturus

import (
	"cmp"

	"downsync/game"
	"downsync/game/option"
)

// Options holds the choices that rulings leave to the players. The zero value is the default of each.
type Options struct {
	TwoPlayers  bool   `json:"two_players,omitempty"`  // S1: two may play
	FortifyWith string `json:"fortify_with,omitempty"` // S2: influence; "": crew
	Traps       string `json:"traps,omitempty"`        // S13: ask; "": orders
	TilesOpen   bool   `json:"tiles_open,omitempty"`   // S31: everybody sees the bonus tiles that were taken
	NoHandicap  bool   `json:"no_handicap,omitempty"`  // S45: no Credits by turn order
	Leaver      string `json:"leaver,omitempty"`       // S67: remove; "": program
	NoTrade     bool   `json:"no_trade,omitempty"`     // S30: no swaps
	NoBlockade  bool   `json:"no_blockade,omitempty"`  // N12: the Destroyer stays away
}

// MatchOptions lists the options.
var MatchOptions = option.List[Options]{
	option.Switch("two_players", "S1", func(o *Options) *bool { return &o.TwoPlayers }),
	choice("fortify_with", "crew or influence", "S2", func(o *Options) *string { return &o.FortifyWith }, "crew", "influence"),
	choice("traps", "orders or ask", "S13", func(o *Options) *string { return &o.Traps }, "orders", "ask"),
	option.Switch("tiles_open", "S31", func(o *Options) *bool { return &o.TilesOpen }),
	option.Off("handicap", "S45", func(o *Options) *bool { return &o.NoHandicap }),
	choice("leaver", "program or remove", "S67", func(o *Options) *string { return &o.Leaver }, "program", "remove"),
	option.Off("trade", "S30", func(o *Options) *bool { return &o.NoTrade }),
	option.Off("blockade", "N12", func(o *Options) *bool { return &o.NoBlockade }),
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

// Changed lists the options that differ from the usual ones, each as "traps ask".
func (o Options) Changed() []string { return MatchOptions.Changed(o, Options{}) }
