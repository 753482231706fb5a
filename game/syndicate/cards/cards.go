// Package cards holds what players bring into Syndicate Protocol: Operators, weapons, armor, Mercenaries, Tactics cards, starters,
// and the words for what they do. It embeds them as data and decodes them strictly. Names and numbers belong to the game's author.
// The texts, the starters and everything that the files mark as a ruling are ours.
package cards

import (
	"embed"
	"slices"

	"downsync/game/cardfile"
)

// Version names the printed cards. A match keeps the version that it began with.
const Version = "2095-1"

// Colors, in the order of the book. Universal cards fit every deck.
const (
	Verge     = "verge"
	Force     = "force"
	Focus     = "focus"
	Bulwark   = "bulwark"
	System    = "system"
	Universal = "universal"
)

// Colors lists the colors of Operators.
var Colors = []string{Verge, Force, Focus, Bulwark, System}

// Types of Tactics cards (S1.4).
const (
	Movement = "movement"
	Maneuver = "maneuver"
	Utility  = "utility"
	Melee    = "melee"
)

// Types lists them in the order of the book.
var Types = []string{Movement, Maneuver, Utility, Melee}

// Operator is an Operator's card (S1.5).
type Operator struct {
	ID      string `toml:"id" json:"id"`
	Name    string `toml:"name" json:"name"`
	Color   string `toml:"color" json:"color"`
	ACC     int    `toml:"acc" json:"acc"`
	DOD     int    `toml:"dod" json:"dod"`
	HP      int    `toml:"hp" json:"hp"`
	LD      int    `toml:"ld" json:"ld"` // the heaviest armor type that does not encumber
	Ability string `toml:"ability" json:"ability"`
}

// Weapon is an Operator's weapon.
type Weapon struct {
	ID       string `toml:"id" json:"id"`
	Name     string `toml:"name" json:"name"`
	Category string `toml:"category" json:"category"` // pistol, smg, …
	Range    int    `toml:"range" json:"range"`       // spaces
	ROF      int    `toml:"rof" json:"rof"`           // dice
	Trait    string `toml:"trait" json:"trait"`
}

// Armor is an Operator's armor.
type Armor struct {
	ID    string `toml:"id" json:"id"`
	Name  string `toml:"name" json:"name"`
	Type  string `toml:"type" json:"type"` // light, medium, heavy
	ARM   int    `toml:"arm" json:"arm"`
	Load  int    `toml:"load" json:"load"`
	DOD   int    `toml:"dod" json:"dod"`
	Move  int    `toml:"move" json:"move"` // added to the spaces of a Movement card: 0 or less
	Trait string `toml:"trait" json:"trait"`
}

// Mercenary is a Mercenary's card with its weapon.
type Mercenary struct {
	ID        string `toml:"id" json:"id"`
	Name      string `toml:"name" json:"name"`
	Color     string `toml:"color" json:"color"`
	Role      string `toml:"role" json:"role"` // runner, spotter, enforcer, tech
	ACC       int    `toml:"acc" json:"acc"`
	DOD       int    `toml:"dod" json:"dod"`
	ARM       int    `toml:"arm" json:"arm"`
	HP        int    `toml:"hp" json:"hp"`
	Weapon    string `toml:"weapon" json:"weapon"` // its name
	Dice      int    `toml:"dice" json:"dice"`
	Range     int    `toml:"range" json:"range"`
	WeaponACC int    `toml:"weapon_acc" json:"weapon_acc,omitempty"`
	Planted   bool   `toml:"planted" json:"planted,omitempty"` // does not attack after it has moved
	Ability   string `toml:"ability" json:"ability"`
}

// Move returns how many spaces the Mercenary moves a round (S4.6, §9.5).
func (m *Mercenary) Move() int {
	if m.Role == "runner" {
		return 3
	}
	return 2
}

// Card is a Tactics card.
type Card struct {
	ID      string   `toml:"id" json:"id"`
	Name    string   `toml:"name" json:"name"`
	Color   string   `toml:"color" json:"color"`
	Type    string   `toml:"type" json:"type"`
	Text    string   `toml:"text" json:"text"` // what it does, at most 140 characters
	Do      []Op     `toml:"do" json:"do"`
	Vaults  bool     `toml:"vaults" json:"vaults,omitempty"`   // a step onto raised ground takes no more than any other (R-B6)
	Source  string   `toml:"source" json:"source,omitempty"`   // where the book prints it: "§7.3, A"
	Rulings []string `toml:"rulings" json:"rulings,omitempty"` // rulings of rules.md that the card follows
}

// Advanced reports whether the card is an Advanced Movement card (S1.4).
func (c *Card) Advanced() bool { return c.Type == Movement && c.Color != Universal }

// Moves reports whether the card moves its player's Operator.
func (c *Card) Moves() bool { return moves(c.Do) }

func moves(ops []Op) bool {
	return slices.ContainsFunc(ops, func(o Op) bool { return o.Op == "move" || o.Op == "appear" || moves(o.Then) })
}

// Starter is a ready-made squad for a new player.
type Starter struct {
	ID    string `toml:"id" json:"id"`
	About string `toml:"about" json:"about"` // what it is like to play, at most 100 characters
	Squad
}

// Squad holds everything that a player brings into a match (S1.1).
type Squad struct {
	Operator    string         `toml:"operator" json:"operator"`
	Weapon      string         `toml:"weapon" json:"weapon"`
	Armor       string         `toml:"armor" json:"armor"`
	Mercenaries []string       `toml:"mercenaries" json:"mercenaries"`
	Deck        map[string]int `toml:"deck" json:"deck"` // cards, and how many of each
}

// List returns the deck as a list in alphabetical order, with each card as often as the deck has it.
func (s Squad) List() []string {
	var out []string
	for id, n := range s.Deck {
		out = append(out, slices.Repeat([]string{id}, max(0, n))...)
	}
	slices.Sort(out)
	return out
}

// Meaning describes in words what an ability, a trait, a kind of weapon, a status or an object does.
type Meaning struct {
	ID   string `toml:"id"`
	Name string `toml:"name"`
	Kind string `toml:"kind"` // ability, mercenary, weapon, category, armor, status+, status-, state, object
	Text string `toml:"text"`
}

// Negative reports whether the meaning is of a status that hinders.
func (m Meaning) Negative() bool { return m.Kind == "status-" }

//go:embed *.toml
var files embed.FS

// printedFiles names the files of the printed cards.
var printedFiles = []string{"operators", "weapons", "armors", "mercenaries", "universal", "verge", "force", "focus", "bulwark", "system"}

var (
	printed  *Catalogue
	starters []Starter
	meanings []Meaning
	means    = map[string]Meaning{}
)

func init() {
	var words struct{ Meaning []Meaning }
	cardfile.Must(files, "meanings.toml", &words)
	meanings = words.Meaning
	for _, m := range meanings {
		means[m.ID] = m
	}
	var all Set
	for _, name := range printedFiles {
		var s Set
		cardfile.Must(files, name+".toml", &s)
		all = all.and(s)
	}
	printed = newCatalogue(all)
	var begin struct{ Starter []Starter }
	cardfile.Must(files, "starters.toml", &begin)
	starters = begin.Starter
}

// Printed returns the published cards.
func Printed() *Catalogue { return printed }

// Starters lists the starters.
func Starters() []Starter { return slices.Clone(starters) }

// FindStarter returns a starter by its id.
func FindStarter(id string) (Starter, bool) {
	i := slices.IndexFunc(starters, func(s Starter) bool { return s.ID == id })
	if i < 0 {
		return Starter{}, false
	}
	return starters[i], true
}

// Meanings returns the description of everything that has a name but no card.
func Meanings() []Meaning { return slices.Clone(meanings) }

// Means returns the description of the ability, trait, status or object of that id.
func Means(id string) (Meaning, bool) {
	m, ok := means[id]
	return m, ok
}
