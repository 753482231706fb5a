package jagged

// revision is what differs between the versions of the rulings: one switch a difference, read where the ruling lives. A battle keeps the
// version that it began with. The zero value is the rulings before they were numbered; a ruling that changed says in rules.md what it was.
type revision struct {
	insightStands bool // J14.10: the answer is not taken back
}

// revisions are the versions of the rulings by their number.
var revisions = []revision{
	{},
	{insightStands: true},
}

// NewestRulings is the version that a new battle is played by.
var NewestRulings = len(revisions) - 1

// rev is what the battle is played by.
func (t Terms) rev() revision { return revisions[t.Rulings] }
