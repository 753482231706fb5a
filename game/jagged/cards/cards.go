// Package cards holds the units, weapons, special rules, Positions and sample lists of Jagged Shards, as embedded data decoded
// strictly. Names and numbers belong to the game's author. The texts, the lists and everything that the files mark as inferred are
// ours.
package cards

import (
	"embed"
	"slices"

	"downsync/game/cardfile"
)

// Version names the cards. A match keeps the version that it began with.
const Version = "1.07"

// Factions (J1.1).
const (
	Humans   = "human-colonies"
	Martians = "martian-order"
)

// Roles in a battle (J1.1, J3.1).
const (
	Attacker = "attacker"
	Defender = "defender"
)

// Tags of units (JQ46).
const (
	Infantry   = "infantry"
	Heavy      = "heavy"
	Beast      = "beast"
	Construct  = "construct"
	Mechanical = "mechanical"
	Melee      = "melee"
	Commander  = "commander"
)

// Unit is a kind of model (J15).
type Unit struct {
	ID         string   `toml:"id" json:"id"`
	Name       string   `toml:"name" json:"name"`
	Faction    string   `toml:"faction" json:"faction"`
	SR         int      `toml:"sr" json:"sr"` // what a D100 must reach
	W          int      `toml:"w" json:"w"`   // Wound Threshold
	Wounds     int      `toml:"wounds" json:"wounds"`
	EV         int      `toml:"ev" json:"ev"`
	Move       int      `toml:"move" json:"move"` // inches
	FR         int      `toml:"fr" json:"fr"`
	BP         int      `toml:"bp" json:"bp"`
	Limit      int      `toml:"limit" json:"limit,omitempty"`           // how many a Force may have on the table; 0: no limit
	Specialist string   `toml:"specialist" json:"specialist,omitempty"` // "warp", "shock", or ""
	Ranged     string   `toml:"ranged" json:"ranged,omitempty"`
	Melee      string   `toml:"melee" json:"melee"`
	Grenades   []string `toml:"grenades" json:"grenades,omitempty"` // the first is carried unless another is chosen
	Rules      []string `toml:"rules" json:"rules,omitempty"`
	Tags       []string `toml:"tags" json:"tags"`
	Base       int      `toml:"base" json:"base"`                   // millimetres across
	Inferred   []string `toml:"inferred" json:"inferred,omitempty"` // fields that are ours
}

// Is reports whether the unit has that tag.
func (u *Unit) Is(tag string) bool { return slices.Contains(u.Tags, tag) }

// Has reports whether the unit has that special rule.
func (u *Unit) Has(rule string) bool { return slices.Contains(u.Rules, rule) }

// Kinds of weapons.
const (
	Ranged  = "ranged"
	Thrown  = "thrown" // grenades
	AtHands = "melee"
)

// Weapon is a weapon.
type Weapon struct {
	ID         string   `toml:"id" json:"id"`
	Name       string   `toml:"name" json:"name"`
	Kind       string   `toml:"kind" json:"kind"`
	Range      int      `toml:"range" json:"range"` // inches
	DAM        int      `toml:"dam" json:"dam"`
	Codex      int      `toml:"codex" json:"codex,omitempty"`     // DAM by the codex, where that differs (JQ42)
	Faction    string   `toml:"faction" json:"faction,omitempty"` // "": both
	Hit        *Effect  `toml:"hit" json:"hit,omitempty"`         // of every hit
	Success    *Effect  `toml:"success" json:"success,omitempty"` // of a Critical Success
	Failure    *Effect  `toml:"failure" json:"failure,omitempty"` // of a Critical Failure
	Biological bool     `toml:"biological" json:"biological,omitempty"`
	Crystal    bool     `toml:"crystal" json:"crystal,omitempty"`
	Profile    string   `toml:"profile" json:"profile,omitempty"` // the weapon of the profiles that it is (JQ42)
	Inferred   []string `toml:"inferred" json:"inferred,omitempty"`
}

// Melee reports whether the weapon is for melee.
func (w *Weapon) Melee() bool { return w.Kind == AtHands }

// These are the kinds of effects (J12).
const (
	IgnoreW     = "ignore-wound-threshold"
	MoreDamage  = "damage-bonus"
	SetDamage   = "damage-set"
	IgnoreCover = "ignore-cover" // empty (JQ12)
	IgnoreEvade = "ignore-evade" // empty (JQ12)
	NoShoot     = "no-shoot"
	NoMelee     = "no-melee"
	NoAttack    = "no-attack"
	Threshold   = "threshold"
	Evade       = "evade"
	Movement    = "movement"
)

// These say how long effects last (J12.5). Effects without a duration change the attack itself.
const (
	NextRound  = "next-round"
	EndOfRound = "end-of-round"
	NextAttack = "next-attack"
)

// Effect is an effect of a hit or a critical result.
type Effect struct {
	Is     string `toml:"is" json:"is"`
	Who    string `toml:"who" json:"who,omitempty"`       // "self" or "target"
	Attack string `toml:"attack" json:"attack,omitempty"` // "ranged": only for ranged attacks
	N      int    `toml:"n" json:"n,omitempty"`           // the change of a threshold: more is harder (JQ10)
	Lasts  string `toml:"lasts" json:"lasts,omitempty"`
}

// Rule is a special rule (J14).
type Rule struct {
	ID       string   `toml:"id" json:"id"`
	Name     string   `toml:"name" json:"name"`
	Number   string   `toml:"number" json:"number"`           // its number in rules.md
	Flares   int      `toml:"flares" json:"flares,omitempty"` // the cost of one use
	Within   int      `toml:"within" json:"within,omitempty"` // inches
	Once     string   `toml:"once" json:"once,omitempty"`     // "round", "battle"
	Text     string   `toml:"text" json:"text"`
	Inferred []string `toml:"inferred" json:"inferred,omitempty"`
}

// Position is a place of a campaign (J16).
type Position struct {
	ID       string   `toml:"id" json:"id"`
	Name     string   `toml:"name" json:"name"`
	Faction  string   `toml:"faction" json:"faction"`
	PV       int      `toml:"pv" json:"pv"`
	Tier     int      `toml:"tier" json:"tier"` // the PV under the tiers (JQ52)
	HQ       bool     `toml:"hq" json:"hq,omitempty"`
	Penalty  Penalty  `toml:"penalty" json:"penalty"`
	Text     string   `toml:"text" json:"text"`
	Roads    []string `toml:"roads" json:"roads"` // both ways
	Inferred []string `toml:"inferred" json:"inferred,omitempty"`
}

// Bites reports whether the loss of the Position changes something for that faction, and not just for the other one (J16.5).
func (p *Position) Bites(faction string) bool { return (p.Faction == faction) != p.Penalty.Taker }

// These are the kinds of penalties (J16.5).
const (
	FewerReinforcements = "reinforcement-slots"
	LowerW              = "wound-threshold"
	LowerInitiative     = "initiative"
	HigherThreshold     = "threshold"
	NoReturn            = "no-returning-models"
	FlareEachRound      = "flares-each-round"
	LosesTies           = "loses-initiative-ties"
	ChoosesBoard        = "chooses-layout"
	NoCritEffect        = "no-crit-effect"
	NoRush              = "no-rush"
	CampaignLost        = "campaign-lost"
)

// Penalty is the effect of a lost Position on the next battle.
type Penalty struct {
	Is      string `toml:"is" json:"is"`
	Tag     string `toml:"tag" json:"tag,omitempty"`         // only for units with that tag
	Attack  string `toml:"attack" json:"attack,omitempty"`   // "ranged": only for ranged attacks
	Attacks bool   `toml:"attacks" json:"attacks,omitempty"` // only for attacks, not for Disengaging
	N       int    `toml:"n" json:"n,omitempty"`
	First   bool   `toml:"first" json:"first,omitempty"` // only in Round 1
	Taker   bool   `toml:"taker" json:"taker,omitempty"` // it benefits the other side
}

// In reports whether the penalty applies in that Round; 0 is before the first (JQ50).
func (p Penalty) In(round int) bool { return !p.First || round <= 1 }

// List is a sample list (J15.4).
type List struct {
	ID       string   `toml:"id" json:"id"`
	Name     string   `toml:"name" json:"name"`
	Faction  string   `toml:"faction" json:"faction"`
	Role     string   `toml:"role" json:"role"`
	Starter  bool     `toml:"starter" json:"starter,omitempty"` // brought if the player chooses no list (JQ58)
	About    string   `toml:"about" json:"about"`
	Units    []string `toml:"units" json:"units"`
	Inferred []string `toml:"inferred" json:"inferred,omitempty"`
}

//go:embed *.toml
var files embed.FS

// set holds all entries, in the order of the files.
type set struct {
	Units     []Unit     `toml:"unit"`
	Weapons   []Weapon   `toml:"weapon"`
	Rules     []Rule     `toml:"rule"`
	Positions []Position `toml:"position"`
	Lists     []List     `toml:"list"`
}

var (
	all       set
	units     = map[string]*Unit{}
	weapons   = map[string]*Weapon{}
	rules     = map[string]*Rule{}
	positions = map[string]*Position{}
	lists     = map[string]*List{}
)

func init() {
	for _, name := range []string{"units.toml", "weapons.toml", "rules.toml", "positions.toml", "lists.toml"} {
		cardfile.Must(files, name, &all)
	}
	enter(units, all.Units, func(x *Unit) string { return x.ID })
	enter(weapons, all.Weapons, func(x *Weapon) string { return x.ID })
	enter(rules, all.Rules, func(x *Rule) string { return x.ID })
	enter(positions, all.Positions, func(x *Position) string { return x.ID })
	enter(lists, all.Lists, func(x *List) string { return x.ID })
}

func enter[T any](by map[string]*T, of []T, id func(*T) string) {
	for i := range of {
		if by[id(&of[i])] != nil {
			panic("jagged: two entries " + id(&of[i]))
		}
		by[id(&of[i])] = &of[i]
	}
}

// Units lists the units in the order of the codex.
func Units() []Unit { return all.Units }

// Weapons lists the weapons, including those that no unit has (JQ43).
func Weapons() []Weapon { return all.Weapons }

// Rules lists the special rules.
func Rules() []Rule { return all.Rules }

// Positions lists the Positions, the Humans' first, by PV.
func Positions() []Position { return all.Positions }

// Lists lists the sample lists.
func Lists() []List { return all.Lists }

// FindUnit finds a unit by its id; nil if there is none.
func FindUnit(id string) *Unit { return units[id] }

// FindWeapon finds a weapon by its id; nil if there is none.
func FindWeapon(id string) *Weapon { return weapons[id] }

// FindRule finds a special rule by its id; nil if there is none.
func FindRule(id string) *Rule { return rules[id] }

// FindPosition finds a Position by its id; nil if there is none.
func FindPosition(id string) *Position { return positions[id] }

// FindList finds a sample list by its id; nil if there is none.
func FindList(id string) *List { return lists[id] }

// Starter returns the list that a faction brings in a role if nobody chooses (JQ58).
func Starter(faction, role string) *List {
	for i := range all.Lists {
		if l := &all.Lists[i]; l.Starter && l.Faction == faction && l.Role == role {
			return l
		}
	}
	return nil
}

// Other returns the other faction.
func Other(faction string) string {
	if faction == Humans {
		return Martians
	}
	return Humans
}
