// Package jagged draws battles of Jagged Shards, and describes them in words for people who cannot see the picture. It uses only
// what its Battle holds.
package jagged

import (
	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
	"downsync/render"
)

// Battle holds what a viewer sees of a battle.
type Battle struct {
	Viewer     game.Viewer
	Attacker   string // the faction of seat 1; "": the Human Colonies
	Board      boards.Board
	Zones      plane.Inch // the edge of the Zones, while bases are placed in them; 0: they are not shown
	Round      int        // 0 before Round 1
	Doing      game.Text  // what goes on, such as "%c shoots"; it has a place for a letter if a side is active
	Active     game.Seat  // the side whose part it is; 0: neither's, or both's
	Initiative game.Seat  // 0: neither side has it yet
	Over       string     // how it ended; "": it is in progress
	Sides      [2]Side    // by seat
	Points     bool       // Victory Points decide (JQ20); otherwise the Objectives held at the end do
	Objectives []Objective
	Models     []Model
	Aim        *Aim // an attack under way
}

// Side is one Force.
type Side struct {
	Name   string // of the player; "": none
	VP     int
	Held   int // Objectives
	Flares int
	Most   int // Flares that it began with
}

// score returns the figure that decides: Victory Points or the Objectives held.
func (s Side) score(b Battle) int {
	if b.Points {
		return s.VP
	}
	return s.Held
}

// Objective is a marker on the table (J4.4).
type Objective struct {
	At        plane.Point
	Owner     game.Seat // 0: nobody
	Contested bool      // both sides are within 1" (J13.3)
}

// Model is one base on the table.
type Model struct {
	Label  string // A1, B2
	Seat   game.Seat
	Kind   Kind
	Unit   string // its unit's id; "": unknown
	Name   string // of its unit
	Short  string // the same in one word, used if there is room beside its label
	Base   plane.Disc
	Off    bool // it is not on the table yet, and drawn only where it is staged
	Wounds int  // Wounds left
	Most   int  // Wounds at the beginning
	Acted  bool
	States []State
}

// Kind determines the look of a model.
type Kind string

// Kinds of models.
const (
	Infantry   Kind = "infantry"
	Commander  Kind = "commander"
	Specialist Kind = "specialist"
	Android    Kind = "android"
	ExoSuit    Kind = "exo-suit"
	Mech       Kind = "mech"
	Turret     Kind = "turret"
	Beast      Kind = "beast"
	Warden     Kind = "warden"
	Construct  Kind = "construct"
)

// State is something that lasts on a model.
type State string

// The states. Those that help are round, the others have corners.
const (
	Engaged   State = "engaged"
	Sprinted  State = "sprinted"
	Jammed    State = "jammed"    // it may not shoot
	Disarmed  State = "disarmed"  // it may not strike
	Stopped   State = "stopped"   // it may not attack at all
	Harder    State = "harder"    // its attacks are harder
	Easier    State = "easier"    // its next attack is easier
	Exposed   State = "exposed"   // its Evade is lower
	Slowed    State = "slowed"    // its Movement is lower
	Retreated State = "retreated" // it tried to Disengage
)

// Staged is the subject of a reader's question, drawn over the board.
type Staged struct {
	Status string                 // instead of the battle's; "": the battle's
	Chosen string                 // the label of the model in question
	Places map[string]plane.Point // the places of models that are being placed, by label
	Reach  []plane.Polygon
	Ways   []Way
	// Watchers holds the enemies that would see or could attack the end of the ways.
	Watchers []render.Watcher
	Aims     []Aim
	Rings    []Ring
	Around   []string // crops the board to the part around these models, the ways, the reach and the aims; if empty, the whole board is drawn
}

// Way is a planned move.
type Way struct {
	Path []plane.Point // from its present place
	R    plane.Inch    // of the base
	Left plane.Inch    // remaining allowance
}

// Aim is an attack that could be made.
type Aim struct {
	From, To string // labels
	Seen     bool   // there is a line of sight
	Cover    boards.Class
	Piece    int // the number, from 1, of the piece that gives the Cover; 0: none
	Need     int // the number to reach
	Chance   int // in a hundred
}

// Ring is a distance from the rim of a base.
type Ring struct {
	From plane.Disc
	R    plane.Inch
	Seat game.Seat
	Name string // of the weapon; "": none
}

// News holds the events since the reader's last look.
type News struct {
	viewer  game.Viewer // who was told
	past    bool        // see NewsOfRound
	Trails  []Trail
	Attacks []Attack
	Wrecks  []Model
	Scored  []int // Objectives, from 0, that scored a point
}

// Trail is the way of a model.
type Trail struct {
	Path []plane.Point
	R    plane.Inch
	Seat game.Seat
}

// Attack is an attack that was made.
type Attack struct {
	From, To plane.Disc
	Seat     game.Seat
	Hit      bool
	Critical bool
	Face     int // of the D100
}
