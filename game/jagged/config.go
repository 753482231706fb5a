package jagged

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Terms are what a battle is played by. Everybody knows them.
type Terms struct {
	// Attacker is the faction that attacks: seat 1. The other defends: seat 2.
	Attacker string `json:"attacker"`
	// Board is a board's slug; "": an equal chance decides, or the side that a Position lets choose (J4.2).
	Board string `json:"board,omitempty"`
	// Pieces is the terrain, as it is when the battle begins. A later change of files changes no battle.
	Pieces []Piece `json:"pieces,omitempty"`
	// Position is the Position attacked, in a campaign; its PV is the battle's.
	Position string `json:"position,omitempty"`
	// PV is what the Insertion must reach, where no Position says it (J4.5).
	PV int `json:"pv"`
	// Penalties are the Positions whose loss bites in this battle (J16.5).
	Penalties []string `json:"penalties,omitempty"`
	Rulings   int      `json:"rulings,omitempty"` // the version of the rulings, to NewestRulings; 0: the first
	// Printed is the version of the cards.
	Printed string `json:"printed,omitempty"`
	Options
}

// Config are the options of one battle, kept with it for ever.
type Config struct {
	Terms
	// Brought are both sides' lists, where both have chosen them in secret before the battle began (JQ4). They open as it begins.
	Brought [2][]Pick `json:"brought,omitzero"`
	// Lab starts from any position, without set-up; for scripts.
	Lab *Lab `json:"lab,omitempty"`
}

// PVDefault is the PV of a battle outside a campaign (J4.5, ours), and PVLimit the highest that may be chosen.
const (
	PVDefault = 50
	PVLimit   = 100
)

// Defaults are the options of a new battle before anybody chose.
func Defaults() Config {
	return Config{Terms: Terms{Attacker: cards.Humans, PV: PVDefault, Rulings: NewestRulings, Printed: cards.Version}}
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

// listed tells whether lists were chosen before the battle.
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

// pieces is the terrain. The error says which boards there are.
func (t Terms) pieces() ([]Piece, error) {
	if t.Pieces != nil || t.Board == "" {
		return t.Pieces, nil
	}
	if b, ok := boards.Find(t.Board); ok {
		return piecesOf(b), nil
	}
	return nil, game.Errorf("board %q: expected one of %s", t.Board, strings.Join(boardSlugs(), ", "))
}

// Faction is that of a seat.
func (t Terms) Faction(seat game.Seat) string {
	if seat == 1 {
		return t.Attacker
	}
	return cards.Other(t.Attacker)
}

// Value is the PV that the Insertion must reach (J4.5, JQ52).
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

// ZoneSize is the length of a zone's edge (J4.3, JQ6).
func (t Terms) ZoneSize() plane.Inch {
	if t.Zones == "deep" || t.Zones == "" && t.Position != "" {
		return boards.Deep
	}
	return boards.Corner
}

// Zone is a side's Deployment Zone (J4.3).
func (t Terms) Zone(seat game.Seat) plane.Rect {
	return boards.Zones(t.ZoneSize())[seat-1]
}

// Limit is how many Reinforcements a side may bring (J6.4, J16.5).
func (t Terms) reinforcements(b *board, seat game.Seat) int {
	n := MaxReinforcements
	for _, p := range b.penalties(seat, cards.FewerReinforcements) {
		n += p.N
	}
	return max(0, n)
}

// ChoosesBoard is the side that chooses the board in the battle, after which both choose their lists there; 0 if the board is settled
// before (J4.2, J16.5).
func (t Terms) ChoosesBoard() game.Seat {
	if t.Board != "" || t.Pieces != nil {
		return 0
	}
	return (&board{Terms: t}).chooser()
}

// chooser is the side that chooses the board, 0 if chance does (J4.2, J16.5).
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
		return refuse("full", "a Force has 1 to %d {model|models}, not %d", MaxModels, n)
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
		case p.Grenade != "" && !slices.Contains(u.Grenades, p.Grenade):
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
	}
	return nil
}

// Spent is what a list costs, in BP, and FR its Force Rating (J3.4, J3.6).
func Spent(list []Pick) (bp, fr int) {
	for _, p := range list {
		u := cards.FindUnit(p.Unit)
		bp, fr = bp+u.BP, fr+u.FR
	}
	return bp, fr
}

// Picks are the models of a sample list, with the grenades they usually carry.
func Picks(l *cards.List) []Pick {
	var out []Pick
	for _, u := range l.Units {
		out = append(out, Pick{Unit: u, Grenade: usualGrenade(u)})
	}
	return out
}

// usualGrenade is what a unit carries unless another is chosen (J3.5).
func usualGrenade(unit string) string {
	if g := cards.FindUnit(unit).Grenades; len(g) > 0 {
		return g[0]
	}
	return ""
}
