package syndicate

// revision holds the differences between the versions of the rulings: one switch for each, read where the ruling is applied. A
// match keeps the version that it began with. The zero value is the rulings before they were numbered; for a ruling that changed,
// rules.md says what it was.
type revision struct {
	formation bool // R-P3: a side whose time to deploy runs out is put in formation, the Mercenaries beside the Operator
	standFast bool // S5.6, S5.7: everybody is told what keeps a unit from being displaced
}

// revisions lists the versions of the rulings by number.
var revisions = []revision{
	{},
	{formation: true, standFast: true},
}

// NewestRulings is the version for new matches.
var NewestRulings = len(revisions) - 1

// rev returns the rulings that the match uses.
func (t Terms) rev() revision { return revisions[t.Rulings] }
