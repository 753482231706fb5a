package downsync

import rules "downsync/game/downsync"

// What is told of facts. Of pieces it needs their labels alone, so that it reads the same for one and for several.
const (
	toldStart       = "Starting roll: A 🎲 %d+%d = **%d**, B 🎲 %d+%d = **%d**."
	toldTie         = "A tie: both roll again."
	toldFirst       = "%s chooses: %s deploys first and has the first Turn."
	toldStands      = "%s stands: %s."
	toldMounted     = "%s: the %s rides in the %s."
	toldRound       = "**Round %d** begins; Command Points are refilled."
	toldTurn        = "**Turn %d** is %s's."
	toldTaskforce   = "Taskforce: %s."
	toldRevealed    = "%s is revealed%s: **%s**."
	toldMoveTaken   = "%s takes its move back."
	toldFound       = "%s: a contact is being identified%s."
	toldOpened      = "The sealed forces are open: A %s; B %s."
	toldTakenBack   = "A step was taken back."
	toldBegan       = "A %s game of %s, %s"
	toldBeganRules  = ", rules %s"
	toldBeganMap    = ", on %s"
	toldSealed      = " Both rosters are sealed: A `%s…`, B `%s…`."
	toldContacts    = "%d contacts (%s)"
	toldOneContact  = "1 contact (%s)"
	toldNoContacts  = "no contacts"
	toldAnd         = "%s and %s"
	toldPaysStun    = "pays %d CP and is rid of stun"
	toldPaysFor     = "pays 1 CP for its %s"
	toldSlowed      = "%s through terrain that slows (R10.1)"
	toldMoves       = "%s moves to %s."
	toldMoveAction  = "%s uses a Move Action to %s."
	toldScored      = "Within 1\" of %[2]s: %[1]s. **%[3]d VP** for %[4]s (%[5]s)."
	toldScoredBlock = "Within 1\" of %[2]s: %[1]s, blocked by %[3]s. **%[4]d VP** for %[5]s (%[6]s)."

	toldNoReaction  = "The reaction window closes without a reaction."
	toldEngagement  = "**A Reaction Engagement begins.**"
	toldJoined      = "Joining from Overwatch: %s."
	toldBoosts      = "%s boosts %s."
	toldPriority    = "Priority of %s: %s%s → **%d**."
	toldHeld        = "%s holds: %d."
	toldEngaged     = "The Reaction Engagement is over."
	toldScans       = "%s scans %s%s: %s **%s**."
	toldFires       = "%s fires at %s, %s%s: %s **%s**."
	toldHit         = "hit"
	toldMiss        = "miss"
	toldScanHit     = "found"
	toldScanMiss    = "nothing"
	toldDropped     = "%s gives up the rest of its action."
	toldHoldsFire   = "%s holds its fire."
	toldPlanOff     = "(yours) Your plan for %s is off."
	toldPlanned     = "(yours) You plan %s to be the %s."
	toldOrdered     = "(yours) %s"
	toldOverwatch   = "%s is on **Overwatch**."
	toldSpends      = "%s spends 1 CP."
	toldStopped     = "%s: the effect is **stopped**."
	toldStunned     = "%s is **stunned**."
	toldStunnedYet  = "%s is stunned already: nothing happens."
	toldLastGone    = "%s is **destroyed**, the last of its Unit."
	toldDestroyed   = "%s is **destroyed**%s."
	toldWithAboard  = ", and with it the **%s** aboard"
	toldMarked      = "%s: DEF lowered by 2 for this Turn."
	toldDark        = "%s goes dark."
	toldStealthLost = "%s loses its Stealth."
	toldSeenThrough = "%s fires, seen through %s."
	toldAttackLost  = "%s's attack on %s is lost: it is gone."
	toldPlaced      = "%s sets down **%s** as %s."
	toldSprints     = "%s sprints: %s."
	toldAboard      = "%s goes aboard %s."
	toldForCP       = " for %d CP"
	toldAims        = "%s aims its %s at %s%s: %s."
	toldUses        = "%s uses %s%s."
	toldReacts      = "%s reacts."
	toldReact       = "%s react."
	toldReactsFor   = "%s reacts, for %d CP (R24.6)."
	toldReactFor    = "%s react, for %d CP (R24.6)."
	toldBoosted     = ", boosted for 1 CP"
	toldCheck       = "%s%s = %d against %d:"
	toldCheckDef    = "%s%s = %d against %d (DEF%s):"
	toldHardened    = "(yours) The hardened countermeasure of %s works."
	toldHardenedNot = "(yours) The hardened countermeasure of %s fails."
	toldToken       = "(yours) A CM token for %s: %s%s, needs %d: %s."
	toldTokenOf     = "(yours) A CM token of %s for %s: %s%s, needs %d: %s."
	toldTokenWorks  = "works"
	toldTokenFails  = "fails"
)

var (
	whyRevealed = map[string]string{rules.RevealedByScan: " by the scan", rules.RevealedByContact: " at close quarters", rules.RevealedByAmbush: " from ambush"}
	whyFound    = map[string]string{rules.RevealedByScan: " (scanned)", rules.RevealedByContact: " (a Unit within 2\")"}

	recovered = map[string]string{"": "%s shakes off its stun.", "cp": "%s shakes off its stun for 1 CP.", "ap": "%s shakes off its stun with its Action Point.",
		"cm": "%s shakes off its stun with a CM token.", "hardened": "%s shakes off its stun with a hardened token."}

	passingFor = map[string]string{
		"":             "You are asked about reactions again.",
		"turn":         "You pass the reaction window of this Turn.",
		"round":        "You pass all reaction windows of this Round.",
		"until-change": "You pass reaction windows until your Units change.",
	}
)
