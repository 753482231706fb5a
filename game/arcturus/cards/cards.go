// Package cards holds the board, the cards and the numbers of SYNDICATE, as embedded data decoded strictly. Names and numbers that the
// book gives belong to its author. An entry with authored is ours in whole or in part; its seed lists what the book gives.
//
// A card is data: its effect is an operation with numbers, which the rules carry out.
package cards

import (
	"embed"
	"slices"

	"downsync/game/cardfile"
)

// Version names the cards. A match keeps the version that it began with.
const Version = "0.2"

// Source says whose an entry is.
type Source struct {
	Authored bool     `toml:"authored" json:"-"`
	Seed     []string `toml:"seed" json:"-"`
}

// Zones (N1.4).
const (
	Exo    = "exo"
	Middle = "middle"
	Inner  = "inner"
)

// Zone holds the numbers of all bases in a zone (N2.1 to N2.3).
type Zone struct {
	ID      string `toml:"id" json:"id"`
	Cost    Amount `toml:"cost" json:"cost"`
	Income  Amount `toml:"income" json:"income"`
	Fortify Amount `toml:"fortify" json:"fortify"`
	Source
}

// Kinds of special territories (N3).
const (
	Mining   = "mining"
	Research = "research"
	Military = "military"
	Casino   = "casino"
)

// Territory is a place for a base.
type Territory struct {
	ID      string `toml:"id" json:"id"`
	Name    string `toml:"name" json:"name"`
	Zone    string `toml:"zone" json:"zone"`
	Special string `toml:"special" json:"special,omitempty"`
	Ore     int    `toml:"ore" json:"ore,omitempty"`     // what a mine adds in a collection (N3.1)
	Boxes   int    `toml:"boxes" json:"boxes,omitempty"` // for research (N3.3)
	At      [2]int `toml:"at" json:"at"`                 // column and row on the board
	Source
}

// Beam protects a base while the installation at its other end has the same holder (N3.2).
type Beam struct {
	From string `toml:"from" json:"from"`
	To   string `toml:"to" json:"to"`
	Source
}

// Route is a trade route (N3.5).
type Route struct {
	ID     string   `toml:"id" json:"id"`
	Name   string   `toml:"name" json:"name"`
	Bases  []string `toml:"bases" json:"bases"`
	Income Amount   `toml:"income" json:"income"`
	Source
}

// Types of Operation cards.
const (
	Mission = "mission"
	Robbery = "robbery"
	Sleeper = "sleeper"
)

// Windows in which a sleeper may be played (S12).
const (
	OnMission    = "mission"
	OnAssault    = "assault"
	OnBase       = "base"
	OnSovereign  = "sovereign"
	OnCollection = "collection"
)

// Success is the moment of a sleeper (S12): it is turned over only if the attempt or the purchase succeeds.
const Success = "success"

// Win holds the least winning face of a mission by who holds its territory (S25).
type Win struct {
	None  int `toml:"none" json:"none"`
	Own   int `toml:"own" json:"own"`
	Coop  int `toml:"coop" json:"coop"`
	Other int `toml:"other" json:"other"`
}

// Dice holds how many Consequence Dice a robbery rolls (N6.6).
type Dice struct {
	Unfortified int `toml:"unfortified" json:"unfortified"`
	Fortified   int `toml:"fortified" json:"fortified"`
}

// Operation is an Operation card: a mission, a robbery or a sleeper.
type Operation struct {
	ID        string `toml:"id" json:"id"`
	Type      string `toml:"type" json:"type"`
	Name      string `toml:"name" json:"name"`
	Territory string `toml:"territory" json:"territory,omitempty"` // of a mission
	Zone      string `toml:"zone" json:"zone,omitempty"`           // of a robbery
	Round     int    `toml:"round" json:"round,omitempty"`         // the first in which it may be tried
	Win       Win    `toml:"win" json:"win,omitzero"`
	Face      int    `toml:"face" json:"face,omitempty"` // the least winning face of a robbery
	Hands     int    `toml:"hands" json:"hands,omitempty"`
	Hire      Amount `toml:"hire" json:"hire,omitzero"`
	Reward    Amount `toml:"reward" json:"reward,omitzero"`
	Dice      Dice   `toml:"dice" json:"dice,omitzero"`
	Window    string `toml:"window" json:"window,omitempty"` // of a sleeper
	Moment    string `toml:"moment" json:"moment,omitempty"`
	Bounds    string `toml:"bounds" json:"bounds,omitempty"`
	Effect    Trap   `toml:"effect" json:"effect,omitzero"`
	Text      string `toml:"text" json:"text"`
	Copies    int    `toml:"copies" json:"copies,omitempty"` // 0: one
	Source
}

// Pays returns the number of units that the card pays at most: of a robbery, the average of its dice.
func (o *Operation) Pays() int { return o.Reward.Sum() + o.Dice.Unfortified*7/2 }

// Operations of sleepers.
const (
	Roll        = "roll"         // By is added to the die
	Reroll      = "reroll"       // the die is rolled again, and the second roll counts
	Share       = "share"        // Num of Den parts; with Back they stay with the victim of a robbery
	AsFortified = "as-fortified" // the base counts as fortified
	Fewer       = "fewer"        // By reinforcements do not count
	Surcharge   = "surcharge"    // Credits more, or the purchase is taken back
	Take        = "take"         // Credits, Cards or Tiles
	Immune      = "immune"       // the Sovereign card has no effect
	AlertShift  = "alert-shift"  // the Sovereign card works as if the alert were By higher
)

// Trap is the effect of a sleeper.
type Trap struct {
	Op      string `toml:"op" json:"op"`
	By      int    `toml:"by" json:"by,omitempty"`
	Num     int    `toml:"num" json:"num,omitempty"`
	Den     int    `toml:"den" json:"den,omitempty"`
	Back    bool   `toml:"back" json:"back,omitempty"`
	Credits int    `toml:"credits" json:"credits,omitempty"`
	Cards   int    `toml:"cards" json:"cards,omitempty"`
	Tiles   int    `toml:"tiles" json:"tiles,omitempty"`
}

// Operations of Sovereign cards.
const (
	Crackdown  = "crackdown"  // a die for each base
	Tax        = "tax"        // PerBase Credits for each base
	Lose       = "lose"       // Credits, Influence, Crew, Cards, FaceDown
	Collection = "collection" // changes of this collection
	Alert      = "alert"      // By is added to the alert
	LastRound  = "last-round" // the next round is the last
)

// Band is the effect of a Sovereign card at one height of the alert.
type Band struct {
	Op          string `toml:"op" json:"op"`
	Unfortified int    `toml:"unfortified" json:"unfortified,omitempty"`
	Fortified   int    `toml:"fortified" json:"fortified,omitempty"`
	PerBase     int    `toml:"per_base" json:"per_base,omitempty"`
	Credits     int    `toml:"credits" json:"credits,omitempty"`
	Influence   int    `toml:"influence" json:"influence,omitempty"`
	Crew        int    `toml:"crew" json:"crew,omitempty"`
	Cards       int    `toml:"cards" json:"cards,omitempty"` // lost from the hand, or added to the draw
	FaceDown    int    `toml:"face_down" json:"face_down,omitempty"`
	By          int    `toml:"by" json:"by,omitempty"`
	// Of the collection.
	DiceUsed       int  `toml:"dice_used" json:"dice_used,omitempty"`
	ShipsUsed      int  `toml:"ships_used" json:"ships_used,omitempty"`
	Racketeering   int  `toml:"racketeering" json:"racketeering,omitempty"` // added to its Credits
	NoRacketeering bool `toml:"no_racketeering" json:"no_racketeering,omitempty"`
	Embargo        bool `toml:"embargo" json:"embargo,omitempty"`         // no mining, no trade routes
	FarCredits     int  `toml:"far_credits" json:"far_credits,omitempty"` // added to each Middle or Inner base
}

// Sovereign is a Sovereign card.
type Sovereign struct {
	ID     string `toml:"id" json:"id"`
	Name   string `toml:"name" json:"name"`
	Copies int    `toml:"copies" json:"copies"`
	Bands  []Band `toml:"bands" json:"bands"` // at low, middle and high alert
	Pardon bool   `toml:"pardon" json:"pardon"`
	Star   bool   `toml:"star" json:"star,omitempty"`
	Relief []int  `toml:"relief" json:"relief"` // by how much the alert falls afterwards
	Text   string `toml:"text" json:"text"`
	Source
}

// Operations of syndicates and Advanced Tech, besides Collection, Roll and Reroll.
const (
	Cost         = "cost"          // a price is lower by Less, but at least Least
	Boxes        = "boxes"         // Special territories need Boxes fewer
	MoreDice     = "dice"          // More Action Dice
	Sell         = "sell"          // a sold card gives More resources
	Reward       = "reward"        // a mission from the bank pays Credits more
	QuietAssault = "quiet-assault" // the first assault of a round does not raise the alert
	Base         = "base"          // a base at the start
	BaseVP       = "vp-bases"      // Per VP for each base at the end
)

// Prices that Cost may lower.
const (
	OfPardon  = "pardon"
	OfLevel   = "level"
	OfUpkeep  = "upkeep"
	OfHands   = "hands"
	OfAssault = "assault"
	OfFortify = "fortify"
	OfBase    = "base"
)

// Ability is the lasting effect of a syndicate or an Advanced Tech card.
type Ability struct {
	Op        string `toml:"op" json:"op"`
	Of        string `toml:"of" json:"of,omitempty"`
	Less      Amount `toml:"less" json:"less,omitzero"`
	Fewer     int    `toml:"fewer" json:"fewer,omitempty"`
	Least     int    `toml:"least" json:"least,omitempty"`
	Cards     int    `toml:"cards" json:"cards,omitempty"`
	Income    Amount `toml:"income" json:"income,omitzero"`
	By        int    `toml:"by" json:"by,omitempty"`
	Where     string `toml:"where" json:"where,omitempty"`
	More      int    `toml:"more" json:"more,omitempty"`
	Credits   int    `toml:"credits" json:"credits,omitempty"`
	Per       int    `toml:"per" json:"per,omitempty"`
	Special   string `toml:"special" json:"special,omitempty"`
	Territory string `toml:"territory" json:"territory,omitempty"`
	Fortified bool   `toml:"fortified" json:"fortified,omitempty"`
}

// Tech is an Advanced Tech card (S9).
type Tech struct {
	ID     string  `toml:"id" json:"id"`
	Name   string  `toml:"name" json:"name"`
	Tier   int     `toml:"tier" json:"tier"`
	Effect Ability `toml:"effect" json:"effect"`
	Text   string  `toml:"text" json:"text"`
	Source
}

// Mat is a syndicate with its mat (N4.6).
type Mat struct {
	ID      string  `toml:"id" json:"id"`
	Name    string  `toml:"name" json:"name"`
	Start   Amount  `toml:"start" json:"start"`
	Income  Amount  `toml:"income" json:"income"` // racketeering
	Assault int     `toml:"assault" json:"assault"`
	Tech    int     `toml:"tech" json:"tech"`
	Effect  Ability `toml:"effect" json:"effect"`
	Text    string  `toml:"text" json:"text"`
	Source
}

// Bonus is the effect of a bonus tile.
type Bonus struct {
	Gain    Amount `toml:"gain" json:"gain,omitzero"`
	Cards   int    `toml:"cards" json:"cards,omitempty"`
	Tech    int    `toml:"tech" json:"tech,omitempty"`
	Assault int    `toml:"assault" json:"assault,omitempty"`
	Roll    int    `toml:"roll" json:"roll,omitempty"`
	Alert   int    `toml:"alert" json:"alert,omitempty"`
	Fortify int    `toml:"fortify" json:"fortify,omitempty"`
}

// Tile is a bonus tile (N2.5).
type Tile struct {
	ID     string `toml:"id" json:"id"`
	Zone   string `toml:"zone" json:"zone"`
	Copies int    `toml:"copies" json:"copies"`
	Effect Bonus  `toml:"effect" json:"effect"`
	Text   string `toml:"text" json:"text"`
	Source
}

// Award is for the first seat with a feat (S20).
type Award struct {
	ID   string `toml:"id" json:"id"`
	Name string `toml:"name" json:"name"`
	When string `toml:"when" json:"when"`
	VP   int    `toml:"vp" json:"vp"`
	Source
}

// Exchange is a rate of N10.1.
type Exchange struct {
	Give Amount `toml:"give" json:"give"`
	Get  Amount `toml:"get" json:"get"`
}

// Terms holds the numbers of the rules that belong to no card.
type Terms struct {
	Market struct {
		Tech    []int `toml:"tech"`
		Assault []int `toml:"assault"`
	} `toml:"market"`
	Tracks struct {
		Assault int   `toml:"assault"`
		Tech    int   `toml:"tech"`
		Bonus   []int `toml:"bonus"`
		Credits int   `toml:"credits"`
	} `toml:"tracks"`
	Alert struct {
		Start  int   `toml:"start"`
		Max    []int `toml:"max"` // with 2 seats, 3, …
		Bands6 []int `toml:"bands6"`
		Bands8 []int `toml:"bands8"`
		Relief []int `toml:"relief"` // with 2 seats, 3, …
		Bribe  int   `toml:"bribe"`
	} `toml:"alert"`
	Pardon struct {
		None int `toml:"none"`
		Base int `toml:"base"`
	} `toml:"pardon"`
	Assault struct {
		Crew        []int `toml:"crew"`
		Unfortified []int `toml:"unfortified"`
		Fortified   []int `toml:"fortified"`
	} `toml:"assault"`
	Handicap struct {
		Credits [][]int `toml:"credits"` // with 2 seats, 3, …; by turn order
	} `toml:"handicap"`
	Exchange []Exchange `toml:"exchange"`
}

//go:embed *.toml
var files embed.FS

var (
	board struct {
		Zones       []Zone      `toml:"zone"`
		Territories []Territory `toml:"territory"`
		Beams       []Beam      `toml:"beam"`
		Routes      []Route     `toml:"route"`
	}
	operations struct {
		All []Operation `toml:"operation"`
	}
	sovereign struct {
		All []Sovereign `toml:"card"`
	}
	techs struct {
		All []Tech `toml:"tech"`
	}
	mats struct {
		All []Mat `toml:"mat"`
	}
	tiles struct {
		All []Tile `toml:"tile"`
	}
	awards struct {
		All []Award `toml:"award"`
	}
	terms Terms
)

func init() {
	for name, into := range map[string]any{"board.toml": &board, "operations.toml": &operations, "sovereign.toml": &sovereign, "tech.toml": &techs,
		"mats.toml": &mats, "tiles.toml": &tiles, "awards.toml": &awards, "terms.toml": &terms} {
		cardfile.Must(files, name, into)
	}
}

// Territories returns all territories in board order.
func Territories() []Territory { return slices.Clone(board.Territories) }

// Beams returns all beams.
func Beams() []Beam { return slices.Clone(board.Beams) }

// Routes returns the trade routes.
func Routes() []Route { return slices.Clone(board.Routes) }

// Operations returns all kinds of Operation cards.
func Operations() []Operation { return slices.Clone(operations.All) }

// Sovereigns returns all kinds of Sovereign cards.
func Sovereigns() []Sovereign { return slices.Clone(sovereign.All) }

// Techs returns all Advanced Tech cards.
func Techs() []Tech { return slices.Clone(techs.All) }

// Mats returns all syndicates.
func Mats() []Mat { return slices.Clone(mats.All) }

// Tiles returns all kinds of bonus tiles.
func Tiles() []Tile { return slices.Clone(tiles.All) }

// Awards returns all awards.
func Awards() []Award { return slices.Clone(awards.All) }

// Numbers returns the numbers that belong to no card. Nobody may write to them.
func Numbers() *Terms { return &terms }

// find returns the entry with that id, nil if there is none.
func find[T any](all []T, id string, of func(*T) string) *T {
	for i := range all {
		if of(&all[i]) == id {
			return &all[i]
		}
	}
	return nil
}

// FindZone returns the zone with that id, nil if there is none. Nobody may write to it; the same holds for all that follow.
func FindZone(id string) *Zone { return find(board.Zones, id, func(x *Zone) string { return x.ID }) }

// FindTerritory returns the territory with that id, nil if there is none.
func FindTerritory(id string) *Territory {
	return find(board.Territories, id, func(x *Territory) string { return x.ID })
}

// Place returns the place of a territory in board order, -1 if there is none.
func Place(id string) int {
	return slices.IndexFunc(board.Territories, func(t Territory) bool { return t.ID == id })
}

// At returns the territory at a place in board order.
func At(place int) *Territory { return &board.Territories[place] }

// FindOperation returns the Operation card with that id, nil if there is none.
func FindOperation(id string) *Operation {
	return find(operations.All, id, func(x *Operation) string { return x.ID })
}

// FindSovereign returns the Sovereign card with that id, nil if there is none.
func FindSovereign(id string) *Sovereign {
	return find(sovereign.All, id, func(x *Sovereign) string { return x.ID })
}

// FindTech returns the Advanced Tech card with that id, nil if there is none.
func FindTech(id string) *Tech { return find(techs.All, id, func(x *Tech) string { return x.ID }) }

// FindMat returns the syndicate with that id, nil if there is none.
func FindMat(id string) *Mat { return find(mats.All, id, func(x *Mat) string { return x.ID }) }

// FindTile returns the bonus tile with that id, nil if there is none.
func FindTile(id string) *Tile { return find(tiles.All, id, func(x *Tile) string { return x.ID }) }

// FindAward returns the award with that id, nil if there is none.
func FindAward(id string) *Award { return find(awards.All, id, func(x *Award) string { return x.ID }) }

// OperationDeck returns the ids of the Operation cards, one for each copy, sorted.
func OperationDeck() []string {
	return copies(operations.All, func(o *Operation) (string, int) { return o.ID, max(1, o.Copies) })
}

// SovereignDeck returns the ids of the Sovereign cards without the star, one for each copy, sorted.
func SovereignDeck() []string {
	return copies(sovereign.All, func(c *Sovereign) (string, int) {
		if c.Star {
			return c.ID, 0
		}
		return c.ID, c.Copies
	})
}

// TilePool returns the ids of the bonus tiles, one for each copy, sorted.
func TilePool() []string {
	return copies(tiles.All, func(x *Tile) (string, int) { return x.ID, x.Copies })
}

// Star returns the Sovereign card that announces the last round.
func Star() *Sovereign {
	i := slices.IndexFunc(sovereign.All, func(c Sovereign) bool { return c.Star })
	return &sovereign.All[i]
}

func copies[T any](all []T, of func(*T) (id string, n int)) []string {
	var out []string
	for i := range all {
		id, n := of(&all[i])
		out = append(out, slices.Repeat([]string{id}, n)...)
	}
	slices.Sort(out)
	return out
}
