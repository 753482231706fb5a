package cards

// An effect of a Tactics card is a list of steps, carried out in order. A step that needs a choice asks the player of the card.
// These are the steps:
//
//	move      go up to up_to spaces: shape "" any way, "line" in one direction, "away" from the nearest enemy;
//	          pass "obstacle" or "enemy": one of them may be passed; beside_enemy: ends beside an enemy
//	appear    as move, but without a way: to a free space beside an enemy, within spaces away
//	choose    who "enemy", "friend" or "space", within spaces; later steps call that "target"
//	status    who gets it; until "" the end of the round, "next-round" the end of the next, "attack-or-mark" until that;
//	          instead: the status for a unit that has it already, or had it as the last round ended
//	remove    who loses these statuses
//	cleanse   who loses one negative status of choice
//	change    who has it (Change) until the end of the round; next: for the next attack alone; against_target: against
//	          the target alone
//	damage    n to whom;  pay  n HP of who, which nothing prevents
//	push      whom, one space
//	hold      who cannot move when movement comes next
//	place     an object, within spaces
//	draw      n cards, if_hidden if the card's player is Hidden
//	contest   with an adjacent enemy, bonus on the own die; then: the effects of winning
//	if        cond, with n: then
//	require   cond, with n: otherwise the card does nothing
//
// who is "self", "target", "passed" (the enemy that a move went through), or units around the chosen space: "enemies-near" and
// "units-near" (in it and around it), "enemies-around", "units-in", where they are when the step is carried out.
//
// cond is "closer" (the last move, this round or last, ended closer to an enemy), "moved" (n spaces, this round or last), "stood"
// (has not moved this round), "enemy-came" (an enemy that moved this round is within n), "in-line" (the target is in line with the
// player's Operator), "crossed-cover" (the card's move crossed cover or an obstacle).
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

// Change is a temporary change of a unit's figures by a card, weapon or ability. It is not a status (S9.5).
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
	Move        int  `toml:"-" json:"move,omitempty"`      // spaces added in its movement sub-phase, which never leave less than 1

	// Next limits the change to the unit's next attack. The fields below concern attacks only.
	Next        bool     `toml:"next" json:"next,omitempty"`
	Dice        int      `toml:"dice" json:"dice,omitempty"`
	Damage      int      `toml:"damage" json:"damage,omitempty"` // on a hit, once
	Half        bool     `toml:"half" json:"half,omitempty"`     // half the weapon's dice, rounded up
	Rerolls     int      `toml:"rerolls" json:"rerolls,omitempty"`
	Highest     bool     `toml:"highest" json:"highest,omitempty"` // the highest die is rolled again
	SelfDamage  int      `toml:"self_damage" json:"self_damage,omitempty"`
	OnHit       string   `toml:"on_hit" json:"on_hit,omitempty"`             // status of the target
	OnMiss      string   `toml:"on_miss" json:"on_miss,omitempty"`           // status of the target
	Weapons     []string `toml:"weapons" json:"weapons,omitempty"`           // categories that it applies to; none: all
	TargetMoved bool     `toml:"target_moved" json:"target_moved,omitempty"` // applies only if the target moved this round
	EnemyCame   int      `toml:"-" json:"enemy_came,omitempty"`              // applies only if an enemy that moved this round is within so many spaces; 0: always
}
