package jagged

// revision holds the differences between the versions of the rulings: one switch for each, read where the ruling is applied. A
// battle keeps the version that it began with. The zero value is the rulings before they were numbered; for a ruling that changed,
// rules.md says what it was.
type revision struct {
	insightStands    bool // J14.10: the answer is final
	contestedNobodys bool // JQ19: a contested Objective counts for nobody at the end
	fourModels       bool // J3.3: a Force begins with four models at least
	allGrenades      bool // J3.5: Martian Infantry may carry Concussion and Incendiary Grenades
	auraAlways       bool // JQ35: Specialist Aura helps every attack, and attempts to Disengage
	noneReturns      bool // JQ50: without the Field Medical Station, no unit returns that has lost a model
	edgeReaches      bool // J7.7: a base at the edge of a piece engages a model on top of it
	stabilizeEnds    bool // J14.12: Psionic Stabilize also ends a lasting effect
	attackerStrikes  bool // JQ33: of the models that rushed, the Attacker's strike first
	fewestWounds     bool // JQ60: "shoot all" takes, of equally easy targets, the one with the fewest Wounds
}

// revisions lists the versions of the rulings by number.
var revisions = []revision{
	{},
	{insightStands: true},
	{insightStands: true, contestedNobodys: true, attackerStrikes: true, stabilizeEnds: true, allGrenades: true, fourModels: true, auraAlways: true, noneReturns: true, edgeReaches: true, fewestWounds: true},
}

// NewestRulings is the version for new battles.
var NewestRulings = len(revisions) - 1

// rev returns the rulings that the battle uses.
func (t Terms) rev() revision { return revisions[t.Rulings] }
