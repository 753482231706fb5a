package downsync

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/BurntSushi/toml"
)

// Cards holds the published Units by slug.
type Cards struct {
	units  map[string]*card
	traits map[string]string // the names of traits, by id
}

// card is a Unit's card (R12).
type card struct {
	Slug     string   `toml:"slug"`
	Sig      string   `toml:"signature"`
	Packaged string   `toml:"packaged_with"`
	Bases    int      `toml:"infantry_bases"` // 0: a vehicle
	SPD      float64  `toml:"spd"`
	SCAN     int      `toml:"scan"`
	TARG     int      `toml:"targ"`
	DEF      int      `toml:"def"`
	CM       int      `toml:"cm"`
	Hardened int      `toml:"hardened"`
	Traits   []trait  `toml:"traits"`
	Actions  []action `toml:"action"`

	faction string
}

type trait struct {
	ID     string  `toml:"id"`
	Value  int     `toml:"value"`
	Radius float64 `toml:"radius"`
	VS     string  `toml:"vs"`
	Unit   string  `toml:"unit"`
}

type action struct {
	ID        string  `toml:"id"`
	Cost      string  `toml:"cost"`
	Effect    string  `toml:"effect"` // kill, stun, scan or special
	Range     float64 `toml:"range"`
	Unlimited bool    `toml:"unlimited"`
	MinRange  float64 `toml:"min_range"`
	ROF       int     `toml:"rof"`
	OnlyVS    string  `toml:"only_vs"`
	Teams     []int   `toml:"teams"`
	Traits    []trait `toml:"traits"`
}

// ReadCards reads the files of cards and traits in a folder, such as game/downsync/cards.
func ReadCards(folder string) (Cards, error) {
	c := Cards{map[string]*card{}, map[string]string{}}
	for _, name := range []string{"coalition", "republic"} {
		var file struct {
			Slug  string  `toml:"slug"`
			Units []*card `toml:"unit"`
		}
		if _, err := toml.DecodeFile(filepath.Join(folder, name+".toml"), &file); err != nil {
			return c, err
		}
		for _, u := range file.Units {
			u.faction = file.Slug
			c.units[u.Slug] = u
		}
	}
	var file struct {
		Traits []struct {
			ID   string `toml:"id"`
			Name string `toml:"name"`
		} `toml:"trait"`
	}
	if _, err := toml.DecodeFile(filepath.Join(folder, "traits.toml"), &file); err != nil {
		return c, err
	}
	for _, t := range file.Traits {
		c.traits[t.ID] = t.Name
	}
	if len(c.units) == 0 || len(c.traits) == 0 {
		return c, fmt.Errorf("no cards in %s", folder)
	}
	return c, nil
}

// infantry reports whether the Unit has infantry bases (R3.8, Q43).
func (c *card) infantry() bool { return c.Bases > 0 }

// trait returns the Unit's trait of that id.
func (c *card) trait(id string) (trait, bool) { return find(c.Traits, id) }

func (c *card) has(id string) bool {
	_, ok := c.trait(id)
	return ok
}

func (a *action) has(id string) bool {
	_, ok := find(a.Traits, id)
	return ok
}

func find(all []trait, id string) (trait, bool) {
	if i := slices.IndexFunc(all, func(t trait) bool { return t.ID == id }); i >= 0 {
		return all[i], true
	}
	return trait{}, false
}

func (c *card) action(id string) *action {
	for i := range c.Actions {
		if c.Actions[i].ID == id {
			return &c.Actions[i]
		}
	}
	return nil
}

// kindOf returns what "only against" and "vs" of a card compare with.
func (c *card) kindOf() string {
	if c.infantry() {
		return "infantry"
	}
	return "vehicle"
}

// counterNeed returns the number that an ordinary countermeasure die needs against the weapon (R23.3, Advanced, Smart, Overkill).
func (a *action) counterNeed() int {
	for _, id := range []string{"advanced", "smart", "overkill"} {
		if t, ok := find(a.Traits, id); ok {
			return t.Value
		}
	}
	return 3
}
