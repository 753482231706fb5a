package cards

// What a Tactics card does is a list of steps, which are carried out in their order. A step that needs a choice asks whoever
// played the card. These are the steps:
//
//	move      go up to up_to spaces: shape "" any way, "line" in one direction, "away" from the nearest enemy;
//	          pass "obstacle" or "enemy": one of them may be passed; beside_enemy: ends beside an enemy
//	appear    as move, but without a way: to a free space beside an enemy, within spaces away
//	choose    who "enemy", "friend" or "space", within spaces; the steps after it call that "target"
//	status    who gets it; until "" the end of the round, "next-round" the end of the next, "attack-or-mark" until that;
//	          instead: what one gets who has it already
//	remove    who loses these statuses
//	cleanse   who loses one negative status of choice
//	change    who has it (Change) until the end of the round; next: for the next attack alone; against_target: against
//	          the target alone
//	damage    n to whom;  pay  n HP of who, which nothing prevents
//	push      whom, one space
//	hold      who cannot move when movement comes next
//	place     an object, within spaces
//	draw      n cards, if_hidden if who plays it is Hidden
//	contest   with an adjacent enemy, bonus on the own die; then: what winning does
//	if        cond, with n: then
//	require   cond, with n: else the card does nothing
//
// who is "self", "target", "passed" (the enemy that a move went through), or units around the chosen space: "enemies-near" and
// "units-near" (in it and around it), "enemies-around", "units-in", as they stand when the step is carried out.
//
// cond is "closer" (the last move, this round or last, ended closer to an enemy), "moved" (n spaces, this round or last),
// "stood" (has not moved this round), "enemy-came" (an enemy that moved this round stands within n), "in-line" (the target stands in
// line with who plays it), "crossed-cover" (the card's move crossed cover or an obstacle).
type Op struct {
	Op          string   `toml:"op" json:"op"`
	Who         string   `toml:"who" json:"who,omitempty"`
	UpTo        int      `toml:"up_to" json:"up_to,omitempty"`
	Shape       string   `toml:"shape" json:"shape,omitempty"`
	Pass        string   `toml:"pass" json:"pass,omitempty"`
	BesideEnemy bool     `toml:"beside_enemy" json:"beside_enemy,omitempty"`
	Within      int      `toml:"within" json:"within,omitempty"`
	Status      string   `toml:"status" json:"status,omitempty"`
	Until       string   `toml:"until" json:"until,omitempty"`
	Instead     string   `toml:"instead" json:"instead,omitempty"`
	Statuses    []string `toml:"statuses" json:"statuses,omitempty"`
	Object      string   `toml:"object" json:"object,omitempty"`
	N           int      `toml:"n" json:"n,omitempty"`
	IfHidden    int      `toml:"if_hidden" json:"if_hidden,omitempty"`
	Cond        string   `toml:"cond" json:"cond,omitempty"`
	Bonus       int      `toml:"bonus" json:"bonus,omitempty"`
	Then        []Op     `toml:"then" json:"then,omitempty"`

	AgainstTarget bool `toml:"against_target" json:"against_target,omitempty"`
	Change
}

// Change is what a card, weapon or ability changes about a unit for a while. It is no status (S9.5).
type Change struct {
	ACC int `toml:"acc" json:"acc,omitempty"`
	DOD int `toml:"dod" json:"dod,omitempty"`
	ARM int `toml:"arm" json:"arm,omitempty"`
	// AttackedACC is added to the ACC of attacks at the unit from more than Beyond spaces away.
	AttackedACC int  `toml:"attacked_acc" json:"attacked_acc,omitempty"`
	Beyond      int  `toml:"beyond" json:"beyond,omitempty"`
	First       bool `toml:"first" json:"first,omitempty"` // attacks before the other side
	Fixed       bool `toml:"fixed" json:"fixed,omitempty"` // nothing displaces it
	Held        bool `toml:"-" json:"held,omitempty"`      // does not move in its movement sub-phase
	Move        int  `toml:"-" json:"move,omitempty"`      // spaces more in its movement sub-phase, which never leave less than 1

	// Next: it is for the unit's next attack alone. What follows is of attacks only.
	Next        bool     `toml:"next" json:"next,omitempty"`
	Dice        int      `toml:"dice" json:"dice,omitempty"`
	Damage      int      `toml:"damage" json:"damage,omitempty"` // on a hit, once
	Half        bool     `toml:"half" json:"half,omitempty"`     // half the weapon's dice, rounded up
	Rerolls     int      `toml:"rerolls" json:"rerolls,omitempty"`
	Highest     bool     `toml:"highest" json:"highest,omitempty"` // the highest die is rolled again
	SelfDamage  int      `toml:"self_damage" json:"self_damage,omitempty"`
	OnHit       string   `toml:"on_hit" json:"on_hit,omitempty"`             // status of the target
	OnMiss      string   `toml:"on_miss" json:"on_miss,omitempty"`           // status of the target
	Weapons     []string `toml:"weapons" json:"weapons,omitempty"`           // categories for which it holds; none: all
	TargetMoved bool     `toml:"target_moved" json:"target_moved,omitempty"` // holds only if the target moved this round
}
