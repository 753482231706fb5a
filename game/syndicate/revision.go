package syndicate

// revision is what differs between the versions of the rulings: one switch a difference, read where the ruling lives. A match keeps the
// version that it began with. The zero value is the rulings before they were numbered; a ruling that changed says in rules.md what it was.
type revision struct {
	formation bool // R-P3: who lets the time of deploying run out stands in formation, the Mercenaries beside the Operator
	standFast bool // S5.6, S5.7: what keeps a unit from being displaced is told
}

// revisions are the versions of the rulings by their number.
var revisions = []revision{
	{},
	{formation: true, standFast: true},
}

// NewestRulings is the version that a new match is played by.
var NewestRulings = len(revisions) - 1

// rev is what the match is played by.
func (t Terms) rev() revision { return revisions[t.Rulings] }
