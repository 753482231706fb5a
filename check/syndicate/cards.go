package syndicate

import (
	"fmt"
	"path/filepath"

	"github.com/BurntSushi/toml"
)

// Cards holds the printed cards.
type Cards struct {
	operators   map[string]operator
	mercenaries map[string]mercenary
	weapons     map[string]weapon
	armors      map[string]armor
	tactics     map[string]card
	negative    map[string]bool // statuses that are bad for their bearer, and the others
}

type operator struct {
	ID, Name, Color, Ability string
	ACC, DOD, HP, LD         int
}

type mercenary struct {
	ID, Name, Color, Role, Ability string
	ACC, DOD, ARM, HP, Dice, Range int
	WeaponACC                      int `toml:"weapon_acc"`
	Planted                        bool
}

type weapon struct {
	ID, Category, Trait string
	Range, ROF          int
}

type armor struct {
	ID, Type, Trait      string
	ARM, Load, DOD, Move int
}

// card is a Tactics card. Its effect is a list of steps.
type card struct {
	ID, Color, Type string
	Do              []step
}

func (c card) movement() bool { return c.Type == "movement" }

// moves reports whether the card moves its Operator.
func (c card) moves() bool { return moves(c.Do) }

func moves(steps []step) bool {
	for _, s := range steps {
		if s.Op == "move" || s.Op == "appear" || moves(s.Then) {
			return true
		}
	}
	return false
}

// step is a step of a card's effect; game/syndicate/cards/op.go describes the fields of the files.
type step struct {
	Op, Who, Shape, Pass, Status, Until, Instead, Object, Cond string
	UpTo                                                       int  `toml:"up_to"`
	BesideEnemy                                                bool `toml:"beside_enemy"`
	Within, N, Bonus                                           int
	IfHidden                                                   int `toml:"if_hidden"`
	Statuses                                                   []string
	Then                                                       []step
	AgainstTarget                                              bool `toml:"against_target"`
	change
}

// change is a change of a unit's figures for a while (S9.5), as files and facts write it.
type change struct {
	ACC         int      `toml:"acc" json:"acc"`
	DOD         int      `toml:"dod" json:"dod"`
	ARM         int      `toml:"arm" json:"arm"`
	AttackedACC int      `toml:"attacked_acc" json:"attacked_acc"`
	Beyond      int      `toml:"beyond" json:"beyond"`
	First       bool     `toml:"first" json:"first"`
	Fixed       bool     `toml:"fixed" json:"fixed"`
	Held        bool     `toml:"-" json:"held"`
	Move        int      `toml:"-" json:"move"`
	Next        bool     `toml:"next" json:"next"`
	Dice        int      `toml:"dice" json:"dice"`
	Damage      int      `toml:"damage" json:"damage"`
	Half        bool     `toml:"half" json:"half"`
	Rerolls     int      `toml:"rerolls" json:"rerolls"`
	Highest     bool     `toml:"highest" json:"highest"`
	SelfDamage  int      `toml:"self_damage" json:"self_damage"`
	OnHit       string   `toml:"on_hit" json:"on_hit"`
	OnMiss      string   `toml:"on_miss" json:"on_miss"`
	Weapons     []string `toml:"weapons" json:"weapons"`
	TargetMoved bool     `toml:"target_moved" json:"target_moved"`
	EnemyCame   int      `toml:"-" json:"enemy_came"`
}

// ReadCards reads the printed cards from the folder that holds their files, game/syndicate/cards.
func ReadCards(folder string) (Cards, error) {
	c := Cards{map[string]operator{}, map[string]mercenary{}, map[string]weapon{}, map[string]armor{}, map[string]card{}, map[string]bool{}}
	for _, name := range []string{"operators", "mercenaries", "weapons", "armors", "meanings", "universal", "verge", "force", "focus", "bulwark", "system"} {
		var f struct {
			Operator  []operator
			Mercenary []mercenary
			Weapon    []weapon
			Armor     []armor
			Card      []card
			Meaning   []struct{ ID, Kind string }
		}
		if _, err := toml.DecodeFile(filepath.Join(folder, name+".toml"), &f); err != nil {
			return c, fmt.Errorf("%s: %w", name, err)
		}
		for _, x := range f.Operator {
			c.operators[x.ID] = x
		}
		for _, x := range f.Mercenary {
			c.mercenaries[x.ID] = x
		}
		for _, x := range f.Weapon {
			c.weapons[x.ID] = x
		}
		for _, x := range f.Armor {
			c.armors[x.ID] = x
		}
		for _, x := range f.Card {
			c.tactics[x.ID] = x
		}
		for _, x := range f.Meaning {
			if x.Kind == "status-" || x.Kind == "status+" {
				c.negative[x.ID] = x.Kind == "status-"
			}
		}
	}
	return c, nil
}
