package jagged

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Terms holds the public settings of a battle.
type Terms struct {
	// Attacker is the attacking faction, seat 1. The other defends, as seat 2.
	Attacker string `json:"attacker"`
	// Board is a board's slug; "": an equal chance decides, or a side that may choose it by a Position (J4.2).
	Board string `json:"board,omitempty"`
	// Pieces is the terrain from the beginning of the battle. A later change of files changes no battle.
	Pieces []Piece `json:"pieces,omitempty"`
	// Position is the Position attacked, in a campaign; its PV applies to the battle.
	Position string `json:"position,omitempty"`
	// PV is the number that the Insertion must reach, where no Position sets it (J4.5).
	PV int `json:"pv"`
	// Penalties lists the Positions whose loss has an effect in this battle (J16.5).
	Penalties []string `json:"penalties,omitempty"`
	Rulings   int      `json:"rulings,omitempty"` // the version of the rulings, up to NewestRulings; 0: the first
	// Printed is the version of the cards.
	Printed string `json:"printed,omitempty"`
	Options
}

// Config holds the options of one battle, which keeps them for ever.
type Config struct {
	Terms
	// Brought holds both sides' lists, if both have chosen them in secret before the battle began (JQ4). They open as it begins.
	Brought [2][]Pick `json:"brought,omitzero"`
	// Lab starts from any position, without set-up; for scripts.
	Lab *Lab `json:"lab,omitempty"`
}

// PVDefault is the PV of a battle outside a campaign (J4.5, ours), and pvLimit the highest that may be chosen.
const (
	PVDefault = 50
	PVLimit   = 100
)

// Defaults returns the initial options of a new battle.
func Defaults() Config {
	return Config{Terms: Terms{Attacker: cards.Humans, PV: PVDefault, Rulings: NewestRulings, Printed: cards.Version, Options: Options{Wounds: "combined"}}}
}

// Encode writes the options for game.Game.Start.
func (c Config) Encode() game.Config { return game.ConfigOf(c) }

// decodeConfig reads and checks options.
func decodeConfig(raw game.Config) (Config, error) {
	c := Config{}
	if err := raw.Read(&c); err != nil {
		return c, err
	}
	if err := c.CheckSettings(); err != nil {
		return c, err
	}
	if c.Lab != nil {
		return c, c.Lab.check(c.Terms)
	}
	return c, c.checkLists()
}

// checkLists says what is wrong with lists that were chosen before the battle, if anything.
func (c Config) checkLists() error {
	switch {
	case !c.listed():
		return nil
	case c.ChoosesBoard() != 0:
		return game.Errorf("lists are chosen after the board, which a Position lets one side choose")
	}
	for i, list := range c.Brought {
		if err := c.CheckList(game.Seat(i+1), list); err != nil {
			return err
		}
	}
	return nil
}

// listed reports whether lists were chosen before the battle.
func (c Config) listed() bool { return len(c.Brought[0])+len(c.Brought[1]) > 0 }

// CheckSettings says what is wrong with the terms, if anything.
func (t Terms) CheckSettings() error {
	switch {
	case t.Rulings < 0 || t.Rulings > NewestRulings:
		return game.Errorf("rulings %d: this program has 0 to %d", t.Rulings, NewestRulings)
	case t.Printed != "" && t.Printed != cards.Version:
		return game.Errorf("printed cards %q: expected %s", t.Printed, cards.Version)
	case t.Attacker != cards.Humans && t.Attacker != cards.Martians:
		return game.Errorf("attacker %q: expected human-colonies or martian-order", t.Attacker)
	case t.PV < 0 || t.PV > PVLimit:
		return game.Errorf("pv %d: expected 0 to %d", t.PV, PVLimit)
	}
	if t.Position != "" && cards.FindPosition(t.Position) == nil {
		return game.Errorf("position %q: there is no such Position", t.Position)
	}
	for _, id := range t.Penalties {
		if cards.FindPosition(id) == nil {
			return game.Errorf("penalty %q: there is no such Position", id)
		}
	}
	if err := MatchOptions.Check(t.Options); err != nil {
		return err
	}
	pieces, err := t.pieces()
	if err == nil {
		_, err = newEnv(pieces)
	}
	return err
}

// pieces returns the terrain. The error lists the boards there are.
func (t Terms) pieces() ([]Piece, error) {
	if t.Pieces != nil || t.Board == "" {
		return t.Pieces, nil
	}
	if b, ok := boards.Find(t.Board); ok {
		return piecesOf(b), nil
	}
	return nil, game.Errorf("board %q: expected one of %s", t.Board, strings.Join(boardSlugs(), ", "))
}

// Faction returns the faction of a seat.
func (t Terms) Faction(seat game.Seat) string {
	if seat == 1 {
		return t.Attacker
	}
	return cards.Other(t.Attacker)
}

// Value returns the PV that the Insertion must reach (J4.5, JQ52).
func (t Terms) Value() int {
	p := cards.FindPosition(t.Position)
	switch {
	case p == nil:
		return t.PV
	case t.PVs == "tiers":
		return p.Tier
	}
	return p.PV
}

// ZoneSize returns the length of a zone's edge (J4.3, JQ6).
func (t Terms) ZoneSize() plane.Inch {
	if t.Zones == "deep" || t.Zones == "" && t.Position != "" {
		return boards.Deep
	}
	return boards.Corner
}

// Zone returns a side's Deployment Zone (J4.3).
func (t Terms) Zone(seat game.Seat) plane.Rect {
	return boards.Zones(t.ZoneSize())[seat-1]
}

// reinforcements returns how many Reinforcements a side may bring (J6.4, J16.5).
func (t Terms) reinforcements(b *board, seat game.Seat) int {
	n := MaxReinforcements
	for _, p := range b.penalties(seat, cards.FewerReinforcements) {
		n += p.N
	}
	return max(0, n)
}

// ChoosesBoard returns the side that chooses the board within the battle, before both choose their lists for it; 0 if the board is
// settled before the battle (J4.2, J16.5).
func (t Terms) ChoosesBoard() game.Seat {
	if t.Board != "" || t.Pieces != nil {
		return 0
	}
	return (&board{Terms: t}).chooser()
}

// chooser returns the side that chooses the board, 0 if chance does (J4.2, J16.5).
func (b *board) chooser() game.Seat {
	for _, seat := range []game.Seat{2, 1} {
		if len(b.penalties(seat, cards.ChoosesBoard)) > 0 {
			return seat
		}
	}
	return 0
}

// CheckList says what is wrong with a list for a seat, if anything (J3).
func (t Terms) CheckList(seat game.Seat, list []Pick) error {
	if n := len(list); n < 1 || n > MaxModels {
		return refuse("full", "a Force has %d to %d {model|models}, not %d", t.fewest(), MaxModels, n)
	}
	spent, specialists := 0, 0
	for i, p := range list {
		u := cards.FindUnit(p.Unit)
		switch {
		case u == nil:
			return refuse("no-unit", "there is no unit %q", p.Unit)
		case u.Faction != t.Faction(seat):
			return refuse("faction", "%s is of the other faction", u.Name)
		case u.Specialist != "" && u.Specialist != specialistOf(seat):
			return refuse("specialist", "%s does not belong to this Force; it needs a Specialist of the other kind", u.Name)
		case p.Grenade != "" && !slices.Contains(t.grenades(u), p.Grenade):
			return refuse("grenade", "%s cannot carry %q", u.Name, p.Grenade)
		}
		same := 0
		for _, o := range list[:i+1] {
			if o.Unit == p.Unit {
				same++
			}
		}
		if u.Specialist == "" && u.Limit > 0 && same > u.Limit {
			return refuse("limit", "%s: at most %d in a Force", u.Name, u.Limit)
		}
		if u.Specialist != "" {
			specialists++
		}
		spent += u.BP
	}
	switch {
	case specialists != 1:
		return refuse("specialist", "a Force has exactly one Specialist, not %d", specialists)
	case spent > Budget(seat):
		return refuse("budget", "%d BP: this Force may spend %d", spent, Budget(seat))
	case len(list) < t.fewest():
		return refuse("few", "a Force has %d to %d {model|models}, not %d", t.fewest(), MaxModels, len(list))
	}
	return nil
}

// fewest returns the smallest number of models with which a Force begins (J3.3).
func (t Terms) fewest() int {
	if t.rev().fourModels {
		return MinModels
	}
	return 1
}

// grenades returns the grenades that a model of a unit may carry (J3.5).
func (t Terms) grenades(u *cards.Unit) []string {
	if n := len(u.Grenades); n > 2 && u.Faction == cards.Martians && !t.rev().allGrenades {
		return u.Grenades[:2]
	}
	return u.Grenades
}

// Spent returns the cost of a list in BP, and its Force Rating (J3.4, J3.6).
func Spent(list []Pick) (bp, fr int) {
	for _, p := range list {
		u := cards.FindUnit(p.Unit)
		bp, fr = bp+u.BP, fr+u.FR
	}
	return bp, fr
}

// Picks returns the models of a sample list, with their default grenades.
func Picks(l *cards.List) []Pick {
	var out []Pick
	for _, u := range l.Units {
		out = append(out, Pick{Unit: u, Grenade: usualGrenade(u)})
	}
	return out
}

// usualGrenade returns the default grenade of a unit (J3.5).
func usualGrenade(unit string) string {
	if g := cards.FindUnit(unit).Grenades; len(g) > 0 {
		return g[0]
	}
	return ""
}
