package downsync

// revision holds the differences between the versions of the rulings: one switch for each, read where the ruling is applied. A
// match keeps the version with which it began. The zero value is the rulings before they were numbered. For each changed
// ruling, rules.md says what it was.
type revision struct {
	lateStun      bool // Q60: a move made before the Stun Token came does not count
	wholeUnit     bool // Q32, Q55: with a Move Action too, every base of the Unit counts
	clusterNear   bool // Q80: no target is nearer to the firer than the card's minimum
	squadCircle   bool // Q44: the bases must also fit in a circle
	watchSome     bool // Q46: only bases that still have an action pay for Overwatch
	oneAtATime    bool // R13.4: a base cannot act again once another has acted after it
	sealedCounter bool // S11: CP paid for countermeasures are told with the result
	keptFree      bool // D14: no ruling uses the space to which an unfinished move may be taken back
	auraRuled     bool // D14: a ruling on CP counts those that are on Units
	marksAboard   bool // D17: aboard, an Overwatch Token is lost as on the table, and the CP of a Defense Aura counts
	ownTurn       bool // D18: a standing order is for the Turn and Round in which it was given, and does not come back after it ended
	pointOnRoof   bool // Q80: a point inside a building is on its roof, and does not fill the building
	knownFree     bool // D19: setting down a Unit that everybody knew to be aboard can be taken back
}

// revisions holds the versions of the rulings by their number.
var revisions = []revision{
	{},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true, marksAboard: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true, marksAboard: true, ownTurn: true},
	{lateStun: true, wholeUnit: true, clusterNear: true, squadCircle: true, watchSome: true, oneAtATime: true, sealedCounter: true,
		keptFree: true, auraRuled: true, marksAboard: true, ownTurn: true, pointOnRoof: true, knownFree: true},
}

// NewestRulings is the version for new matches.
var NewestRulings = len(revisions) - 1

func rev(s *state) revision { return revisions[s.env.conf.Rulings] }
