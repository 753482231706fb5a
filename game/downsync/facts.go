package downsync

import (
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// Facts that everybody may know. Those with secrets are in secret.go and are not exported; their twins, what a
// viewer is told of them, are here.

// Began: the match was set up.
type Began struct {
	Rules   string `json:"rules,omitempty"`
	Size    string `json:"size"`
	Secrecy string `json:"secrecy"`
	Map     string `json:"map"`
	// Options are those not at their default, each as "max_rounds 6".
	Options []string `json:"options,omitempty"`
	// Rosters are the forces' commitments, of side 1 and side 2; none in an open match (S9).
	Rosters []string `json:"rosters,omitempty"`
}

// RostersOpened: the match is over; Commitment of each salt and force is what was published at the start (S9).
type RostersOpened struct {
	Salts  [2]string   `json:"salts"`
	Forces [2][]string `json:"forces"`
}

// StartRolled: both rolled 2d6 for who chooses first (R5.2). Ties are rolled again and told too (Q8).
type StartRolled struct {
	Dice [2][2]int `json:"dice"`
}

// FirstChosen: who deploys first, and so is active in the first Turn (R5.3).
type FirstChosen struct {
	By    game.Seat `json:"by"`
	First game.Seat `json:"first"`
}

// Deployed: a Ping was put on the table, or moved before deployment ended.
type Deployed struct {
	Ping Label       `json:"ping"`
	At   plane.Point `json:"at"`
}

// DeploymentDone: that side stands, with so many small, medium and large contacts (A4).
type DeploymentDone struct {
	Seat  game.Seat `json:"seat"`
	Pings [3]int    `json:"pings"`
}

// RoundBegan: Activated Tokens are gone, CP are back at Capacity (R6.1).
type RoundBegan struct {
	Round int `json:"round"`
}

// TurnBegan: a Taskforce Activation begins. Turn counts over the whole match.
type TurnBegan struct {
	Turn   int       `json:"turn"`
	Active game.Seat `json:"active"`
}

// Designated: the Taskforce of this Turn (R7.3).
type Designated struct {
	Pieces []Label `json:"pieces"`
}

// Ways a Ping came to be revealed (R16.2).
const (
	RevealedByChoice  = "choice"
	RevealedByContact = "contact"
	RevealedByScan    = "scan"
)

// Revealed: a Ping became a Unit; Bases are the places of its bases 1, 2, ….
type Revealed struct {
	Piece Label         `json:"piece"`
	Unit  string        `json:"unit"`
	Bases []plane.Point `json:"bases"`
	Why   string        `json:"why"`
}

// PhaseBegan: the Turn's next phase.
type PhaseBegan struct {
	Phase Phase `json:"phase"`
}

// Refreshed: a Unit got its Countermeasures back and lost its Overwatch Token, if any (R7.6). Unstunned bases cost
// 1 CP each (R17.3).
type Refreshed struct {
	Unit      Label `json:"unit"`
	Unstunned []int `json:"unstunned,omitempty"`
	// Paid names the traits bought with a CP in this refresh: "defense-aura".
	Paid []string `json:"paid,omitempty"`
}

// Moved: a base moved along Path, which begins where it stood. Action: with a Move Action.
type Moved struct {
	Base   Ref           `json:"base"`
	Path   []plane.Point `json:"path"`
	Action bool          `json:"action,omitempty"`
	// Slowed: it went through Forest or Rough Ground and had 2" less (R10.1, Q27).
	Slowed bool `json:"slowed,omitempty"`
}

// MoveDone: a piece has ended its move of the Move phase.
type MoveDone struct {
	Piece Label `json:"piece"`
}

// MoveTaken: a Multi-Base Unit's unfinished move was taken back; its bases stand where they began.
type MoveTaken struct {
	Unit  Label    `json:"unit"`
	Bases []BaseAt `json:"bases"`
}

// BaseAt is a base's number and place.
type BaseAt struct {
	N  int         `json:"n"`
	At plane.Point `json:"at"`
}

// ContactFound: these Pings must be identified by their owner (R16.2).
type ContactFound struct {
	Pings []Label `json:"pings"`
	Why   string  `json:"why"`
}

// WindowClosed: the reaction window closed without a Reaction Engagement.
type WindowClosed struct{}

// EngagementBegan: the Non-Active Player starts a Reaction Engagement (R24.2).
type EngagementBegan struct{}

// Joined: Overwatch Units of the Active Player join the Taskforce (R24.4). May be none.
type Joined struct {
	Units []Label `json:"units"`
}

// Declared: the reacting Units and the CP paid for those beyond the free number (R24.5, R24.6).
type Declared struct {
	Units []Label `json:"units"`
	CP    int     `json:"cp"`
}

// Boosted: which Reaction Priority Rolls a side paid for, opened together (R24.8, S4).
type Boosted struct {
	Seat  game.Seat `json:"seat"`
	Units []Label   `json:"units"`
}

// Roll is a roll as everybody sees it: all faces, the advantage they were rolled with, and what was kept.
type Roll struct {
	Faces     []int `json:"faces"`
	Kept      []int `json:"kept"`
	Advantage int   `json:"advantage,omitempty"`
	Sum       int   `json:"sum"` // of the kept dice
}

// Mod is a named modifier of a roll.
type Mod struct {
	Why string `json:"why"` // "TARG", "SCAN", "short range", "long range", "concealed"
	By  int    `json:"by"`
	// Rule is its source.
	Rule string `json:"rule,omitempty"`
}

// PriorityRolled: a Unit's Reaction Priority (R24.9).
type PriorityRolled struct {
	Unit Label `json:"unit"`
	Roll Roll  `json:"roll"`
	Mods []Mod `json:"mods,omitempty"`
	Die  int   `json:"die"`
}

// Held: a Unit waits; its die goes down by 1 (R24.13).
type Held struct {
	Unit Label `json:"unit"`
	Die  int   `json:"die"`
}

// Called: a participant's time has come and its owner chose to act with it (R24.12).
type Called struct {
	Unit Label `json:"unit"`
}

// ActivationBegan: a piece begins its activation (R7.13).
type ActivationBegan struct {
	Piece Label `json:"piece"`
	// One: each base may take one move or action only, as after an Unload (Q76).
	One bool `json:"one,omitempty"`
	// Eye: it fires at once, seen through that observer's base (Q79).
	Eye Ref `json:"eye,omitzero"`
}

// ActionBegan: a base pays for an action of its card and begins it.
type ActionBegan struct {
	Unit   Label  `json:"unit"`
	By     int    `json:"by"`
	Action string `json:"action"`
	ROF    int    `json:"rof"`             // how many checks or attacks follow; 0: none
	NoAP   bool   `json:"no_ap,omitempty"` // it takes no Action Point
	CP     int    `json:"cp,omitempty"`    // Command Points that it takes
	// Aim: the point of a Clustered attack; Targets are all named first, and Boosts tells which rolls are boosted (Q80).
	Aim     *plane.Point `json:"aim,omitempty"`
	Targets []Ref        `json:"targets,omitempty"`
	Boosts  []int        `json:"boosts,omitempty"`
}

// AttackLost: an attack named first has no target any more (Q80).
type AttackLost struct {
	By     Ref `json:"by"`
	Target Ref `json:"target"`
}

// Placed: a Unit came off its carrier onto the table, its bases at the points (Q75, Q76). Joins: it belongs to the
// Taskforce now.
type Placed struct {
	Unit  Label         `json:"unit"`
	Slug  string        `json:"slug"`
	From  Label         `json:"from"`
	Bases []plane.Point `json:"bases"`
	Joins bool          `json:"joins,omitempty"`
}

// Sprinted: a Unit's surviving bases were placed anew, in their order (V24, Sprint).
type Sprinted struct {
	Unit  Label         `json:"unit"`
	Bases []plane.Point `json:"bases"`
}

// Loaded: a Unit went aboard and has an Activated Token (Q77).
type Loaded struct {
	Unit Label `json:"unit"`
	In   Label `json:"in"`
}

// Mounted is what the owner is told of a Unit that rides from the start; in an open match everybody is (Q76).
type Mounted struct {
	Seat game.Seat `json:"seat"`
	Unit string    `json:"unit"`
	In   string    `json:"in"`
}

// DrawOffered: that side offers a draw; it stands until the Turn ends (Q19).
type DrawOffered struct {
	Seat game.Seat `json:"seat"`
}

// StandingOrdered is what the owner is told of a standing order: reaction windows are passed for the "turn", the "round"
// or "until-change" of the own Units; "" took it back.
type StandingOrdered struct {
	Seat  game.Seat `json:"seat"`
	Until string    `json:"until"`
}

// Recovered: a base paid for its Stun Token and lost it (edition 4.2). With is "cp" where a CP was paid, which everybody
// sees; else it is told to the owner alone.
type Recovered struct {
	Base Ref    `json:"base"`
	With string `json:"with,omitempty"` // cp, ap, cm, hardened
}

// ScanRolled: a Scan Check (R20.4).
type ScanRolled struct {
	By     Ref   `json:"by"`
	Target Ref   `json:"target"`
	Roll   Roll  `json:"roll"`
	Mods   []Mod `json:"mods"`
	Total  int   `json:"total"`
	Need   int   `json:"need"`
	Hit    bool  `json:"hit"`
	Boost  bool  `json:"boost,omitempty"` // 1 CP was paid (R17.2)
	// Against are changes of the target's DEF, already in Need.
	Against []Mod `json:"against,omitempty"`
}

// AttackRolled: one attack (R21.4).
type AttackRolled struct {
	By     Ref          `json:"by"`
	Action string       `json:"action"`
	Target Ref          `json:"target"`
	Effect cards.Effect `json:"effect"`
	Roll   Roll         `json:"roll"`
	Mods   []Mod        `json:"mods"`
	Total  int          `json:"total"`
	Need   int          `json:"need"`
	Hit    bool         `json:"hit"`
	Boost  bool         `json:"boost,omitempty"`
	// Against are changes of the target's DEF, already in Need.
	Against []Mod `json:"against,omitempty"`
	// Counter is what an ordinary countermeasure die must reach (R23.3, Q56).
	Counter int `json:"counter"`
}

// Dropped: the rest of an action's checks or attacks was given up.
type Dropped struct {
	Unit Label `json:"unit"`
}

// CounterPaid: a side paid a CP for a countermeasure die; what for is its owner's to know, the CP is public.
type CounterPaid struct {
	Seat game.Seat `json:"seat"`
}

// Stopped: countermeasures stopped the effect on the target (A1).
type Stopped struct {
	Target Ref `json:"target"`
}

// Stunned: the base received a Stun Token (R22.3).
type Stunned struct {
	Target Ref `json:"target"`
}

// Destroyed: the base left the game; Gone: it was the Unit's last (R22.2, Q42).
type Destroyed struct {
	Target Ref  `json:"target"`
	Gone   bool `json:"gone,omitempty"`
	// Aboard are the Units lost with it (Q75, Q78).
	Aboard []string `json:"aboard,omitempty"`
}

// Marked: until the Taskforce Activation ends the base's DEF is 2 lower; As is "tagged" or "target-lock" (Q84).
type Marked struct {
	Target Ref    `json:"target"`
	As     string `json:"as"`
}

// StealthGained: these bases of the Unit received Stealth Tokens (R27.6).
type StealthGained struct {
	Unit  Label `json:"unit"`
	Bases []int `json:"bases"`
}

// StealthLost: the base lost its Stealth Token (R27.12).
type StealthLost struct {
	Base Ref `json:"base"`
}

// NoEffect: a STUN hit on a stunned base does nothing (Q57).
type NoEffect struct {
	Target Ref `json:"target"`
}

// ActivationEnded: a piece has ended its activation. Unstunned bases suffered from their Stun Token and lost it
// (Q59).
type ActivationEnded struct {
	Piece     Label `json:"piece"`
	Unstunned []int `json:"unstunned,omitempty"`
	// Activated: it receives its Activated Token now; in an engagement that comes at the end (Q69).
	Activated bool `json:"activated,omitempty"`
	// Quiet: nobody saw it use its AP, so it may have taken Overwatch (S2).
	Quiet bool `json:"quiet,omitempty"`
}

// EngagementEnded: the engagement is over; these receive Activated Tokens (R24.17).
type EngagementEnded struct {
	Units []Label `json:"units"`
}

// TurnEnded: the Taskforce Activation is over.
type TurnEnded struct {
	Turn int `json:"turn"`
}

// Scored: Victory Points for Units at the enemy side's VIP (R25.4, Q89), or at a Control Objective (V22). Told whenever a
// Unit stood within 1".
type Scored struct {
	Seat     game.Seat `json:"seat"`
	Scorers  []Label   `json:"scorers"`
	Blockers []Label   `json:"blockers,omitempty"`
	VP       int       `json:"vp"` // added
	// Goal is the Control Objective, 1 or 2 (edition 4.2); 0: the VIP on the enemy's side.
	Goal int `json:"goal,omitempty"`
}

// Ended: the match is over. Why: vp, wipe-out, concession, rounds, time, ruling, agreement, draw.
type Ended struct {
	Rank []int  `json:"rank"`
	Why  string `json:"why"`
}

// CounterChecked is what the owner is told of a countermeasure: kind "cm" or "hardened", the die, whether it
// stopped the effect.
type CounterChecked struct {
	Target  Ref    `json:"target"`
	Token   string `json:"token"`
	From    Label  `json:"from,omitempty"` // the Unit that lent the token; "" for its own
	Roll    *Roll  `json:"roll,omitempty"` // nil for a Hardened token
	Mods    []Mod  `json:"mods,omitempty"`
	Need    int    `json:"need,omitempty"`
	Stopped bool   `json:"stopped"`
}

// OverwatchTaken is what the owner is told of an Overwatch Action; in an open match everybody is.
type OverwatchTaken struct {
	Unit Label `json:"unit"`
}

// Planned is what the owner is told of a private note on a Ping. As "" takes it off.
type Planned struct {
	Ping Label  `json:"ping"`
	As   string `json:"as"`
}
