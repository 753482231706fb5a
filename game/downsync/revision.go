package downsync

// revision is what differs between the versions of the rulings: one switch a difference, read where the ruling lives. A
// match keeps the version that it began with. The zero value is the rulings before they were numbered; a ruling that
// changed says in rules.md what it was.
type revision struct {
	lateStun      bool // Q60: a move made before the Stun Token came does not count
	wholeUnit     bool // Q32, Q55: with a Move Action too, every base of the Unit counts
	clusterNear   bool // Q80: no target is nearer to the firer than the card's minimum
	squadCircle   bool // Q44: the bases fit in a circle as well
	watchSome     bool // Q46: only bases that still have an action pay for Overwatch
	oneAtATime    bool // R13.4: a base acts no more once another has acted after it
	sealedCounter bool // S11: CP paid for countermeasures are told with what came of them
	keptFree      bool // D14: nothing is ruled to where a move under way may be taken back to
	auraRuled     bool // D14: a ruling on CP counts those that lie on Units
	marksAboard   bool // D17: an Overwatch Token goes aboard as it would on the table, and the CP of a Defense Aura counts there
	ownTurn       bool // D18: a standing order is for the Turn and Round it was given in, and one that has ended does not come back
}

// revisions are the versions of the rulings by their number.
var revisions = []revision{
	{},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true, marksAboard: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true, marksAboard: true, ownTurn: true},
}

// NewestRulings is the version that a new match is played by.
var NewestRulings = len(revisions) - 1

func rev(s *state) revision { return revisions[s.env.conf.Rulings] }
