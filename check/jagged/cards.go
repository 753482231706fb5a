package jagged

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"
)

// Cards holds units, weapons, Positions and boards by their ids.
type Cards struct {
	units     map[string]*unit
	weapons   map[string]*weapon
	positions map[string]*position
	boards    map[string]*board
}

// unit is an entry of the codex (J15.1).
type unit struct {
	ID         string   `toml:"id"`
	Faction    string   `toml:"faction"`
	SR         int      `toml:"sr"`
	W          int      `toml:"w"`
	Wounds     int      `toml:"wounds"`
	EV         int      `toml:"ev"`
	Move       float64  `toml:"move"`
	FR         int      `toml:"fr"`
	BP         int      `toml:"bp"`
	Limit      int      `toml:"limit"`
	Specialist string   `toml:"specialist"` // warp, shock
	Ranged     string   `toml:"ranged"`
	Melee      string   `toml:"melee"`
	Grenades   []string `toml:"grenades"`
	Rules      []string `toml:"rules"`
	Tags       []string `toml:"tags"`
	Base       float64  `toml:"base"` // in millimetres
}

func (u *unit) has(rule string) bool { return slices.Contains(u.Rules, rule) }
func (u *unit) is(tag string) bool   { return tag == "" || slices.Contains(u.Tags, tag) }

// radius returns the radius of the unit's base in inches, rounded as JQ1 prints it.
func (u *unit) radius() float64 {
	return map[float64]float64{32: 0.630, 40: 0.787, 60: 1.181}[u.Base]
}

// weapon is a profile (J15.2).
type weapon struct {
	ID         string  `toml:"id"`
	Kind       string  `toml:"kind"` // ranged, thrown, melee
	Range      float64 `toml:"range"`
	DAM        int     `toml:"dam"`
	Codex      int     `toml:"codex"` // the DAM of the codex, if it is another (JQ42)
	Hit        change  `toml:"hit"`
	Success    change  `toml:"success"`
	Failure    change  `toml:"failure"`
	Biological bool    `toml:"biological"`
	Crystal    bool    `toml:"crystal"`
}

// change is an effect of a weapon besides its DAM.
type change struct {
	Is     string `toml:"is" json:"is"`
	Who    string `toml:"who" json:"who"`
	Attack string `toml:"attack" json:"attack"`
	N      int    `toml:"n" json:"n"`
	Lasts  string `toml:"lasts" json:"lasts"`
}

// position is a place of the campaign (J15.3).
type position struct {
	ID      string `toml:"id"`
	Faction string `toml:"faction"`
	PV      int    `toml:"pv"`
	Tier    int    `toml:"tier"`
	Penalty struct {
		Is      string `toml:"is"`
		N       int    `toml:"n"`
		Tag     string `toml:"tag"`
		Attack  string `toml:"attack"`
		First   bool   `toml:"first"`   // in Round 1 only
		Attacks bool   `toml:"attacks"` // attacks only
		Taker   bool   `toml:"taker"`   // it is a gain of the side that took the Position
	} `toml:"penalty"`
}

// board is a table as its file has it.
type board struct {
	Slug     string `json:"slug"`
	HalfTurn bool   `json:"half_turn"` // each piece stands a second time, turned about the centre
	Pieces   []struct {
		Name  string       `json:"name"`
		Class string       `json:"class"`
		Climb float64      `json:"climb"`
		Shape [][2]float64 `json:"shape"`
	} `json:"pieces"`
}

// ReadCards reads the folders cards and boards in a folder, such as game/jagged.
func ReadCards(folder string) (Cards, error) {
	c := Cards{map[string]*unit{}, map[string]*weapon{}, map[string]*position{}, map[string]*board{}}
	var file struct {
		Units     []*unit     `toml:"unit"`
		Weapons   []*weapon   `toml:"weapon"`
		Positions []*position `toml:"position"`
	}
	for _, name := range []string{"units", "weapons", "positions"} {
		if _, err := toml.DecodeFile(filepath.Join(folder, "cards", name+".toml"), &file); err != nil {
			return c, err
		}
	}
	for _, u := range file.Units {
		c.units[u.ID] = u
	}
	for _, w := range file.Weapons {
		c.weapons[w.ID] = w
	}
	for _, p := range file.Positions {
		c.positions[p.ID] = p
	}
	files, err := filepath.Glob(filepath.Join(folder, "boards", "*.json"))
	if err != nil {
		return c, err
	}
	for _, f := range files {
		b := &board{}
		raw, err := os.ReadFile(f)
		if err == nil {
			err = json.Unmarshal(raw, b)
		}
		if err != nil {
			return c, fmt.Errorf("%s: %w", f, err)
		}
		c.boards[b.Slug] = b
	}
	if len(c.units) == 0 || len(c.weapons) == 0 || len(c.positions) == 0 || len(c.boards) == 0 {
		return c, fmt.Errorf("no cards in %s", folder)
	}
	return c, nil
}

// pieces returns the terrain of the board.
func (b *board) pieces() (out []piece) {
	for _, p := range b.Pieces {
		var s, turned shape
		for _, v := range p.Shape {
			s = append(s, point{v[0], v[1]})
			turned = append(turned, point{tableEdge - v[0], tableEdge - v[1]})
		}
		out = append(out, piece{p.Name, p.Class, p.Climb, s})
		itself := true
		for _, v := range turned {
			itself = itself && slices.Contains(s, v)
		}
		if b.HalfTurn && !itself {
			out = append(out, piece{p.Name, p.Class, p.Climb, turned})
		}
	}
	return out
}
