// Package cards holds the unit cards (B3.3, March 2023), the author's army lists and the meanings of traits, as embedded data
// decoded strictly. Unit names and figures belong to the game's author.
package cards

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"downsync/game/cardfile"
)

// Version names the edition of the cards. A match keeps the one with which it began.
const Version = "B3.3"

// Signature is the size of a contact (R3.7).
type Signature string

// Signatures, in the order of labels.
const (
	Small  Signature = "small"
	Medium Signature = "medium"
	Large  Signature = "large"
)

// Signatures lists them in order.
var Signatures = []Signature{Small, Medium, Large}

// BaseMM returns the diameter of a Ping and of a single-base Unit in millimetres (R3.7, Q1).
func (s Signature) BaseMM() int {
	switch s {
	case Small:
		return 60
	case Medium:
		return 70
	}
	return 80
}

// PingDef returns the sum that a scan must reach (R20.4).
func (s Signature) PingDef() int {
	switch s {
	case Small:
		return 14
	case Medium:
		return 13
	}
	return 12
}

// infantryBaseMM is the diameter of an Infantry Base (R3.8).
const infantryBaseMM = 40

// PingSpd is the speed of every Ping in inches (R14.4).
const PingSpd = 4

// Effect is the result of an action's hit (R22).
type Effect string

// Effects.
const (
	Kill    Effect = "kill"
	Stun    Effect = "stun"
	Scan    Effect = "scan"
	Special Effect = "special"
)

// Trait is a named ability of a Unit or a weapon with its figures.
type Trait struct {
	ID     string `toml:"id"`
	Value  int    `toml:"value"`  // the modifier, target number or count of the card
	Radius int    `toml:"radius"` // inches
	Vs     string `toml:"vs"`     // category it works against
	Unit   string `toml:"unit"`   // the other Unit it names
}

// Figures returns the trait's numbers as its card prints them, with a space before each: " +2", " 5+", " 3\"".
func (t Trait) Figures() string {
	s := ""
	switch {
	case t.Value == 0:
	case slices.Contains([]string{"advanced", "smart", "overkill"}, t.ID): // the number that a die must reach
		s = fmt.Sprintf(" %d+", t.Value)
	case slices.Contains([]string{"hardened-cm", "carrier"}, t.ID): // a count
		s = fmt.Sprintf(" %d", t.Value)
	default:
		s = fmt.Sprintf(" %+d", t.Value)
	}
	if t.Radius != 0 {
		s += fmt.Sprintf(" %d\"", t.Radius)
	}
	return s
}

// Action is an action of a card (R18.3).
type Action struct {
	ID        string  `toml:"id"`
	Name      string  `toml:"name"`
	Cost      string  `toml:"cost"` // A, C, A/C, A+C, FREE (R18.4, R18.5)
	Effect    Effect  `toml:"effect"`
	Range     int     `toml:"range"`     // inches
	Unlimited bool    `toml:"unlimited"` // the card's dash: no limit of range
	MinRange  int     `toml:"min_range"` // inches
	ROF       int     `toml:"rof"`
	OnlyVs    string  `toml:"only_vs"` // "infantry", or "" for any
	Teams     []int   `toml:"teams"`   // base numbers; empty: every base (R13.5)
	Traits    []Trait `toml:"traits"`
}

// Numbers returns the bases that may use the action, like "1/2"; "": every base.
func (a Action) Numbers() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Teams), " ", "/"), "[]")
}

// Combat reports whether the action is a Combat Action (R21.1).
func (a Action) Combat() bool { return a.Effect == Kill || a.Effect == Stun }

// Trait returns the weapon trait of that id.
func (a Action) Trait(id string) (Trait, bool) { return find(a.Traits, id) }

// Unit is a unit card.
type Unit struct {
	Slug          string    `toml:"slug"`
	Name          string    `toml:"name"`
	Type          string    `toml:"type"`
	Faction       string    `toml:"-"`              // its file's slug
	Signature     Signature `toml:"signature"`      // "" for a packaged Unit, which has no Ping
	PackagedWith  string    `toml:"packaged_with"`  // the carrier it comes with
	InfantryBases int       `toml:"infantry_bases"` // 1 to 4; 0 for a vehicle (R13.1, Q43)
	Spd           int       `toml:"spd"`            // inches
	Scan          *int      `toml:"scan"`           // nil: no SCAN stat
	Targ          int       `toml:"targ"`
	Def           int       `toml:"def"`
	CM            *int      `toml:"cm"`       // nil: the card shows a dash
	Hardened      int       `toml:"hardened"` // the "+" part of CM
	Traits        []Trait   `toml:"traits"`
	Actions       []Action  `toml:"action"`
}

// Infantry reports whether the Unit has Infantry Bases.
func (u *Unit) Infantry() bool { return u.InfantryBases > 0 }

// Bases returns the number of bases with which the Unit begins.
func (u *Unit) Bases() int { return max(1, u.InfantryBases) }

// BaseMM returns the diameter of each base in millimetres.
func (u *Unit) BaseMM() int {
	if u.Infantry() {
		return infantryBaseMM
	}
	return u.Signature.BaseMM()
}

// Category returns "infantry" or "vehicle".
func (u *Unit) Category() string {
	if u.Infantry() {
		return "infantry"
	}
	return "vehicle"
}

// CMStat returns the number of Countermeasure Tokens with which each base begins.
func (u *Unit) CMStat() int {
	if u.CM == nil {
		return 0
	}
	return *u.CM
}

// Action returns the action of that id.
func (u *Unit) Action(id string) (Action, bool) {
	i := slices.IndexFunc(u.Actions, func(a Action) bool { return a.ID == id })
	if i < 0 {
		return Action{}, false
	}
	return u.Actions[i], true
}

// Trait returns the Unit's trait of that id.
func (u *Unit) Trait(id string) (Trait, bool) { return find(u.Traits, id) }

func find(ts []Trait, id string) (Trait, bool) {
	i := slices.IndexFunc(ts, func(t Trait) bool { return t.ID == id })
	if i < 0 {
		return Trait{}, false
	}
	return ts[i], true
}

// Meaning explains a trait or special action in words.
type Meaning struct {
	ID   string `toml:"id"`
	Name string `toml:"name"`
	Kind string `toml:"kind"` // unit, weapon, action
	Text string `toml:"text"`
}

// Army is a list of the catalogue.
type Army struct {
	ID      string   `toml:"id"`
	Name    string   `toml:"name"`
	About   string   `toml:"about"` // how it plays, at most 100 characters
	Faction string   `toml:"faction"`
	Size    string   `toml:"size"`
	Units   []string `toml:"units"` // slugs
}

//go:embed *.toml
var files embed.FS

var (
	printed  *Catalogue
	meanings = map[string]Meaning{}
	inOrder  []Meaning
	armies   []Army
)

func init() {
	var all []*Unit
	for _, name := range []string{"coalition.toml", "republic.toml"} {
		var f file
		cardfile.Must(files, name, &f)
		for _, u := range f.Unit {
			u.Faction = f.Slug
		}
		all = append(all, f.Unit...)
	}
	printed = newCatalogue(all)
	var t struct{ Trait []Meaning }
	cardfile.Must(files, "traits.toml", &t)
	inOrder = t.Trait
	for _, m := range t.Trait {
		meanings[m.ID] = m
	}
	var a struct{ Army []Army }
	cardfile.Must(files, "armies.toml", &a)
	armies = a.Army
}

// file is a faction's file.
type file struct {
	Slug string  `toml:"slug"`
	Name string  `toml:"name"`
	Unit []*Unit `toml:"unit"`
}

// Armies lists the catalogue's armies.
func Armies() []Army { return armies }

// FindArmy returns the army of the catalogue with that id.
func FindArmy(id string) (Army, bool) {
	i := slices.IndexFunc(armies, func(a Army) bool { return a.ID == id })
	if i < 0 {
		return Army{}, false
	}
	return armies[i], true
}

// Meanings returns the meanings of all traits and special actions, by id.
func Meanings() []Meaning { return inOrder }

// Means returns the meaning of a trait or special action.
func Means(id string) (Meaning, bool) {
	m, ok := meanings[id]
	return m, ok
}

// ScanStat returns the SCAN figure, 0 for the card's dash.
func (u *Unit) ScanStat() int {
	if u.Scan == nil {
		return 0
	}
	return *u.Scan
}
