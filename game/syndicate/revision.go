package syndicate

// revision holds the differences between the versions of the rulings: one switch for each, read where the ruling is applied. A
// match keeps the version that it began with. The zero value is the rulings before they were numbered; for a ruling that changed,
// rules.md says what it was.
type revision struct {
	formation bool // R-P3: a side whose time to deploy runs out is put in formation, the Mercenaries beside the Operator
	standFast bool // S5.6, S5.7: everybody is told what keeps a unit from being displaced

	markedAgain bool // R-T9: a Mark ends Hidden on a unit that is Marked already
	openWounds  bool // R-T10: Shielded has no effect on a Bleeding unit
	meleeStops  bool // R-T11: Melee cards have no effect while their Operator is Suppressed or Disoriented
	statusesAgo bool // R-X14: a card that looks for a status counts one of the last round
	meleeArmor  bool // R-A8: ARM lessens what the winner of a contest does
	cameSince   bool // R-X12: Counterline Pressure looks at the enemies' moves as the attack is made
	contested   bool // R-V5: the missions of the Relay and of the terminals are decided alike where both sides hold them
	corrodes    bool // R-A19: Reinforced Plating does not stop Corrosion

	pushedInLine bool // R-X15: Vector Pulse's die needs an enemy that was pushed
}

// revisions lists the versions of the rulings by number.
var revisions = []revision{
	{},
	{formation: true, standFast: true},
	{formation: true, standFast: true, markedAgain: true, openWounds: true, meleeStops: true, statusesAgo: true, meleeArmor: true, cameSince: true, contested: true, corrodes: true, pushedInLine: true},
}

// NewestRulings is the version for new matches.
var NewestRulings = len(revisions) - 1

// rev returns the rulings that the match uses.
func (t Terms) rev() revision { return revisions[t.Rulings] }
