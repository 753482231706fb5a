package downsync

import (
	"fmt"
	stdmaps "maps"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
)

// Game sizes (R4.2, R4.3).
const (
	Small    = "small"
	Standard = "standard"
)

// Modes of secrecy.
const (
	Veiled = "veiled"
	Open   = "open"
)

// sizes holds the CP Capacity and the limits by Signature.
var sizes = map[string]struct {
	cp     int
	limits map[cards.Signature]int
}{
	Small:    {5, map[cards.Signature]int{cards.Small: 2, cards.Medium: 3, cards.Large: 1}}, // R4.2
	Standard: {7, map[cards.Signature]int{cards.Small: 4, cards.Medium: 5, cards.Large: 2}}, // R4.3
}

// Config holds the options of one match, stored with it for ever: the edition of the rules, the version of the rulings, the
// cards that are not printed, and the ground itself, so that a later change of files changes no match.
type Config struct {
	Rules   string `json:"rules,omitempty"`   // an edition; "": the first
	Rulings int    `json:"rulings,omitempty"` // the version of the rulings; 0: the first
	Size    string `json:"size"`              // small, standard
	Secrecy string `json:"secrecy"`           // veiled, open
	Map     string `json:"map"`               // its name
	// Terrain is the terrain on the table; nil: the terrain of the named map when the match begins.
	Terrain *Terrain `json:"terrain,omitempty"`
	// Printed is the version of the printed cards; "": the first that was kept.
	Printed string `json:"printed,omitempty"`
	// Cards holds the server's own Units. It holds all of them, so that it does not show which of them are in a force.
	Cards []*cards.Unit `json:"cards,omitempty"`
	// Forces holds the Units of each side, by slug, without those that come packaged. They are chosen in private (S15).
	Forces [2][]string `json:"forces"`
	// Salts holds the salts of the forces' commitments, random and as long as a hash; "": there is no commitment.
	Salts [2]string `json:"salts,omitzero"`
	Options
	// Lab starts without set-up, from any position; for scripts.
	Lab *Lab `json:"lab,omitempty"`
}

// Terrain is the terrain on a table.
type Terrain struct {
	Areas     []plane.Area     `json:"areas,omitempty"`
	Buildings []plane.Building `json:"buildings,omitempty"`
}

// Defaults returns the options of a new match before anybody has chosen: a small veiled game on the plain map.
func Defaults() Config {
	return Config{Rules: Edition2023, Rulings: NewestRulings, Printed: cards.Version, Size: Small, Secrecy: Veiled, Map: "plain"}
}

// Encode writes the options for game.Game.Start.
func (c Config) Encode() game.Config { return game.ConfigOf(c) }

// decodeConfig reads and checks options.
func decodeConfig(raw game.Config) (Config, error) {
	c := Config{}
	if err := raw.Read(&c); err != nil {
		return c, err
	}
	return c, c.Check()
}

// Check says what is wrong with the options, if anything.
func (c Config) Check() error {
	if err := c.CheckSettings(); err != nil {
		return err
	}
	if c.Lab != nil {
		return c.Lab.check(c)
	}
	for i, f := range c.Forces {
		if err := c.CheckForce(f); err != nil {
			return game.Errorf("force of player %d: %s", i+1, err)
		}
	}
	return nil
}

// CheckSettings says what is wrong with the options, except for the forces, which are chosen later.
func (c Config) CheckSettings() error {
	if err := c.CheckVersions(); err != nil {
		return err
	}
	if _, ok := sizes[c.Size]; !ok {
		return game.Errorf("size %q: expected small or standard", c.Size)
	}
	if c.Secrecy != Veiled && c.Secrecy != Open {
		return game.Errorf("secrecy %q: expected veiled or open", c.Secrecy)
	}
	if err := MatchOptions.Check(c.Options); err != nil {
		return err
	}
	if c.Mission() == nil {
		return game.Errorf("mission %q: edition %s has %s", c.MissionName, editionName(c.Rules), strings.Join(MissionsOf(c.Rules), ", "))
	}
	if c = c.withTerrain(); c.Terrain == nil {
		return game.Errorf("map %q: expected one of %s, or random:N", c.Map, strings.Join(mapNames(), ", "))
	}
	t, err := c.laid()
	if err == nil {
		err = plane.Check(c.table(), t.Areas, t.Buildings)
	}
	if err == nil {
		_, err = c.goals(t)
	}
	if err != nil {
		return game.Errorf("map %s: %s", c.Map, err)
	}
	if err := editionOf(c.Rules).cards.CheckOwn(c.Cards); err != nil {
		return game.Errorf("cards: %s", err)
	}
	return nil
}

// CheckVersions says which edition, rulings or cards of the options this program does not have.
func (c Config) CheckVersions() error {
	if editionOf(c.Rules) == nil {
		return game.Errorf("rules %q: expected %s", c.Rules, strings.Join(Editions, " or "))
	}
	if c.Rulings < 0 || c.Rulings > NewestRulings {
		return fmt.Errorf("rulings %d: this program has 0 to %d", c.Rulings, NewestRulings)
	}
	if c.Printed != "" && c.Printed != cards.Version {
		return game.Errorf("printed cards %q: expected %s", c.Printed, cards.Version)
	}
	return nil
}

// Catalogue returns the match's cards: the edition's and the server's own. The error names a slug that both have.
func (c Config) Catalogue() (*cards.Catalogue, error) { return editionOf(c.Rules).cards.With(c.Cards) }

// CheckForce says what is wrong with a force for these options, if anything. It must have known Units of one faction, none that
// comes packaged, within the limits, at least one (R4, Q7).
func (c Config) CheckForce(slugs []string) error {
	cat, err := c.Catalogue()
	if err != nil {
		return err
	}
	return c.checkForce(cat, slugs)
}

func (c Config) checkForce(cat *cards.Catalogue, slugs []string) error {
	if len(slugs) == 0 {
		return game.Errorf("a force needs at least one Unit")
	}
	count := map[cards.Signature]int{}
	faction := ""
	for _, slug := range slugs {
		u, ok := cat.Find(slug)
		switch {
		case !ok:
			return game.Errorf("there is no Unit %q", slug)
		case u.PackagedWith != "":
			return game.Errorf("%s comes free with the %s and is not listed (Q7)", u.Name, cat.Must(u.PackagedWith).Name)
		case faction != "" && u.Faction != faction && !c.MixedFactions:
			return game.Errorf("%s is of another faction; a force has one (Q7)", u.Name)
		}
		faction = u.Faction
		count[u.Signature]++
	}
	for _, sig := range cards.Signatures {
		n, most := count[sig], sizes[c.Size].limits[sig]
		if n > most {
			return game.Errorf("%d {Unit|Units} of %s signature; a %s game allows %d (R4)", n, game.Word(game.Text(sig)), game.Word(game.Text(c.Size)), most)
		}
		if n < most && editionOf(c.Rules).fullForce {
			return game.Errorf("%d {Unit|Units} of %s signature; in edition %s a %s game has %d", n, game.Word(game.Text(sig)), c.Rules, game.Word(game.Text(c.Size)), most)
		}
	}
	return nil
}

// Limits returns the most Units of each Signature in a force of that size (R4); nil for an unknown size.
func Limits(size string) map[cards.Signature]int { return stdmaps.Clone(sizes[size].limits) }

// ForceOf reads a force as people write it: the id of an army, or the slugs of Units. It does not check limits.
func (c Config) ForceOf(words []string) ([]string, error) {
	if len(words) == 1 {
		if a, ok := cards.FindArmy(words[0]); ok {
			return slices.Clone(a.Units), nil
		}
	}
	cat, err := c.Catalogue()
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		if _, ok := cat.Find(w); !ok {
			return nil, game.Errorf("there is no army or Unit %q", w)
		}
	}
	return slices.Clone(words), nil
}

// Capacity returns the size's CP Capacity (R17.1).
func (c Config) Capacity() int { return sizes[c.Size].cp }

// TableSize is the length of the table's edges (R25.1).
const TableSize = maps.Edge

func mapNames() []string {
	var out []string
	for _, m := range maps.All() {
		out = append(out, m.Slug)
	}
	return out
}

// withTerrain returns the options with the map's terrain copied into them, so that a later change of the map's file changes
// nothing.
func (c Config) withTerrain() Config {
	if c.Terrain != nil {
		return c
	}
	if m, ok := maps.Find(c.Map); ok {
		c.Terrain = &Terrain{Areas: m.Areas, Buildings: m.Buildings}
	}
	return c
}

// table returns the edges of the table: 48" by 48" (R25.1), or 72" by 48" for Standard games of 4.2.
func (c Config) table() plane.Rect {
	t := plane.Point{X: TableSize, Y: TableSize}
	if c.Size == Standard {
		t = editionOf(c.Rules).table
	}
	return plane.Rect{Max: t}
}

// laid returns the terrain in its position on the table. A map is as wide as the smaller table and is centred on a wider one.
// The error names the terrain that the edition does not have.
func (c Config) laid() (t Terrain, err error) {
	if c = c.withTerrain(); c.Terrain != nil {
		t = *c.Terrain
	}
	if !editionOf(c.Rules).grass && slices.ContainsFunc(t.Areas, func(a plane.Area) bool { return a.Kind == plane.Grass }) {
		return t, game.Errorf("it has high grass, which edition %s does not know; expected edition %s or another map", editionName(c.Rules),
			strings.Join(EditionsWith(func(e *Edition) bool { return e.grass }), " or "))
	}
	aside := (c.table().Max.X - TableSize) / 2
	t.Areas, t.Buildings = slices.Clone(t.Areas), slices.Clone(t.Buildings)
	for i := range t.Areas {
		t.Areas[i].Shape = shifted(t.Areas[i].Shape, aside)
	}
	for i := range t.Buildings {
		t.Buildings[i].Shape = shifted(t.Buildings[i].Shape, aside)
		if most := editionOf(c.Rules).roomMost; most > 0 {
			t.Buildings[i].Room = min(t.Buildings[i].Room, most)
		}
	}
	return t, nil
}

// ground returns the battlefield with that terrain.
func (c Config) ground(t Terrain) (*plane.Ground, error) {
	g, err := plane.New(c.table(), t.Areas, t.Buildings)
	if err != nil {
		return nil, err
	}
	g.EdgeIn = c.EdgeCountsAsIn || editionOf(c.Rules).edgeIn
	return g, nil
}

func shifted(p plane.Polygon, x plane.Inch) plane.Polygon {
	out := slices.Clone(p)
	for i := range out {
		out[i].X += x
	}
	return out
}

// VIPs holds the places of side 1's and side 2's VIP: lower right as each side sees it (R25.3, Q11). Maps are checked against
// the same places.
var VIPs = maps.VIPs

// zone returns a side's deployment zone.
func (c Config) zone(s game.Seat) plane.Rect {
	t, depth := c.table(), c.Mission().zone
	if s == 1 {
		t.Max.Y = depth
	} else {
		t.Min.Y = t.Max.Y - depth
	}
	return t
}

// measured says in words how deployment is measured.
func (c Config) measured() game.Phrase {
	if c.DeployMeasure == deployAny {
		return game.Word("with some part")
	}
	return game.Word("wholly")
}

// inZone reports whether a base at deployment is in the side's zone (Q10).
func (c Config) inZone(s game.Seat, d plane.Disc) bool {
	if c.DeployMeasure == deployAny {
		return c.zone(s).Touches(d)
	}
	return c.zone(s).Holds(d)
}
