package downsync

import (
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// All of Downsync's words but those of facts, which are in lines.go.
const (
	wordName  = "Downsync"
	wordGoal  = "Two small forces hunt each other in 2150: all you see of the enemy at first are contacts, and only scanning, shooting or coming close tells what they are. You win with 3 Victory Points, scored with Units beside the VIP on the enemy's side, or by putting the whole enemy force out of play."
	wordOrder = "move A2 to 12.5,30"
	wordTitle = wordName + ": %s – %s"

	wordOptionSize    = "How large the match is; left out: small"
	wordSmall         = "small: 6 Units a side, under an hour"
	wordStandard      = "standard: 11 Units a side, an evening"
	wordOptionForce   = "Your force, in private: an army, or Units with commas; you can also choose right after"
	wordOptionSecrecy = "What is secret; left out: veiled"
	wordVeiled        = "veiled: forces and tokens are secret"
	wordOpen          = "open: all but plans lies on the table"
	wordOptionRounds  = "End after so many Rounds, most Victory Points win; 0: no limit"
	wordOptionMap     = "Where you fight: a named map, or random; left out: open ground"
	wordOptionRules   = "The edition of the rulebook; left out: 2023-03"
	wordOptionOptions = "Choices that the rulings leave open, like mixed_factions=on"
	wordSummary       = "%s game, %s, %s"
	wordPreview       = "The battlefield: %s. %s %s."
	wordMission       = "VIP Capture"
	wordMission42     = "Control Objectives"
	wordRulesOf       = "rules %s"
	wordOnMap         = ", on %s"
	wordCover         = "concealing %d%%, buildings %d%%, rough %d%%"
	wordRandomMap     = "Random: a new map for this match"
	wordRounds        = "%s Rounds"
	wordTermsMore     = "• **Besides**: %s."
	wordUnitsOf       = "a force of %d Units"

	wordSetUp     = "Set-up"
	wordTurn      = "Turn %d: %s (%s)"
	wordRoundTurn = "Round %d, %s"
	wordOver      = "Match over: %s"
	wordDraw      = "a draw"
	wordWins      = "%s wins %s"
	wordFinalVP   = "Victory Points: %s %d, %s %d."
	wordFinalOwn  = "Victory Points: you %d, your opponent %d."
	wordFinalTurn = " It ended in Round %d, Turn %d."
	wordSealOf    = "-# The force of %s is sealed as `%s`"
	wordSaltOf    = ", its salt is `%s`"
	wordActs      = "▶ <@%s> %s"
	wordUntil     = ", time ends <t:%d:R>"
	wordNeverSeen = "Never revealed by %s: %s."
	wordEarlier   = "-# … and earlier lines: %d"

	wordYouAre    = "## You are %s"
	wordYouOver   = "## You are %s: match over, %s"
	wordWhen      = " · Round %d, Turn %d"
	wordScore     = "VP %d to %d (%d win) · CP %d of %d"
	wordYouWin    = "you win %s"
	wordYouLose   = "you lose %s"
	wordWipedOut  = "you lose: your whole force is out of play"
	wordReserve   = "-# In Reserve: %s"
	wordNobodyAsk = "### Nothing is asked of you"
	wordStands    = ", the clock stands"
	wordStandsAsk = "-# The clock stands, and keeps what it has left. If the time runs out later: %s."
	wordDeadline  = "-# Time ends <t:%d:R>. If you do nothing: %s."
	wordNoClock   = "-# If the time runs out: %s. The clock begins when the match's card is out."
	wordNoLimit   = "-# There is no time limit."
	wordMoveLeft  = "%s\" left"

	wordWhereTo      = "Where to?"
	wordSquare       = "Or a 6\" square of the grid"
	wordInSquare     = "A point in %s, %s half"
	wordUpper        = "upper"
	wordLower        = "lower"
	wordSquareOpt    = "Square %s"
	wordColumn       = "Column %c, %s"
	wordTowards      = "Towards %s"
	wordToEnemyVIP   = "Towards the enemy VIP"
	wordToOwnVIP     = "Towards my VIP"
	wordToObjective  = "Towards Control Objective %d"
	wordKnow         = "What each enemy contact can still be, and what the enemy can know of you; for your eyes only"
	wordKnowThem     = "### What you can know of the enemy"
	wordKnowUs       = "### What the enemy can know of you"
	wordKnowSide     = "### What can be known of %s"
	wordCanBe        = "%s (%s): %s"
	wordNothingThere = "-# nothing on the table"
	wordBaseOf       = "base %d "
	wordAtMost       = "at most %d of %d countermeasures"
	wordNoTokens     = "no countermeasures left"
	wordMayWatch     = "may be on Overwatch"
	wordMayCarry     = "may carry a %s"
	wordNoSecrets    = "nothing hidden"
	wordMeasure      = "Measure: distance, line of sight, concealment and chances, for your eyes only"
	wordMeasureFrom  = "A piece like A1 or A3.2, or a point like 12.5,30"
	wordMeasureTo    = "A piece like B2, or a point like 12.5,30"
	wordMeasureAt    = "As if the first piece stood at this point"
	wordShow         = "Show reach, ranges, the enemy's threat, plans, the fight, the forces or a card"
	wordShowWhat     = "What to show"
	wordShowPiece    = "For reach, range and card: a piece like A1 or A3.2; for card also a Unit's name"
	wordReach        = "**%s** can move up to %d\"; its move can end anywhere in the marked area, as far as you know."
	wordRangesOf     = "**%s** reaches, from the edge of its base:"
	wordBands        = "-# Short range is under 6\", long range over 16\"."
	wordThreat       = "What Units seen so far could reach with a move and an action, terrain aside:"
	wordThreatOf     = "%s: %s\" from its edge"
	wordThreatAll    = ", and anywhere with an action without limit of range"
	wordYourPlans    = "Your plans:"
	wordNoPlans      = "There are no plans to show."
	wordFight        = "The fight, closely."
	wordNoFight      = "There is no fight now: expected a Reaction Engagement, or somebody acting"
	wordForces       = "The forces, as far as you know:"
	wordNoCard       = "%q is no Unit known on the table, nor a card's name: expected A3, or Virago"
	wordGap          = "**%s** to **%s**: **%s\"**%s"
	wordShort        = " (short range, +1)"
	wordLong         = " (long range, -1)"
	wordSeen         = "Line of sight: **%s**, %s"
	wordYes          = "yes"
	wordNo           = "no"
	wordIsConcealed  = "**concealed**"
	wordNotConcealed = "not concealed"
	wordChance       = "%s needs %d: %s"
	wordThrough      = ", through countermeasures %s"
	wordReaches      = "Reaches %s"
	wordAimAt        = "Aim at"
	wordShare        = "Share out the attacks"
	wordInTurn       = "%d attacks in turn on %s"
	wordAllOn        = "All %d on %s"
	wordEnemyVIP     = "the enemy VIP"
	wordObjective    = "Control Objective %d"
	wordType         = "Type a point"
	wordElsewhere    = "Elsewhere"
	wordPointForm    = "A point on the board"
	wordPointHow     = "x,y in inches from the lower left corner"
	wordViaHow       = "By way of (not needed)"
	wordBack         = "Back"
	wordUndo         = "Take back my last step"
	wordPlans        = "Plans, passing, conceding"
	wordAboard       = "-# Aboard %[2]s %[3]s: %[1]s"
	wordToBoard      = "-# Riding in a transport that is not revealed: %s"
	wordDrawOffered  = "%s offers a **draw**; it stands until the Turn ends. The other side agrees with `/order draw`, or under *Plans, passing, conceding*."
	wordShortForce   = "⚠️ Your force has %[1]d Units; a %[3]s game allows %[2]d."
	wordPassing      = "🔕 %s"
	wordBoosted      = ", boosted (1 CP)"
	wordDoIt         = "Do it"
	wordOnward       = "Where does %s go on to? That is its activation, which then ends."
	wordOnwardAll    = "Or send all contacts on…"
	wordAway         = "%s\" away"
	wordNeeds        = ", needs %d on 2d6: %s"
	wordRecover      = "%s is stunned. What pays for the Stun Token, before it acts?"
	wordPlaced       = "Its bases are put down around the contact."
	wordRevealedAs   = "%s is revealed as %s"
	wordAsUnit       = "Reveal it"
	wordChoose       = "Choose"
	wordChooseAll    = "Choose all %d"
	wordChooseFew    = "Choose %d to %d"
	wordMoveThere    = "Move there"
	wordMoveEnd      = "Move there, then end"
	wordWatchEnd     = "Take Overwatch, then end"
	wordDeployThere  = "Deploy there"
	wordScan         = "Scan"
	wordAttack       = "Attack"
	wordRidesIn      = "%s rides in the %s"
	wordWithBase     = "with base %s"
	wordContact      = "%s (%s)"
	wordContactPlan  = "%s (%s, plan: %s)"
	wordForOneCP     = "%s (1 CP)"
	wordOutOf        = "%s out of %s"
	wordAmbushOut    = "Ambush: %s out of %s"
	wordNoPlan       = "Nothing in particular"
	wordBaseCP       = "Base %s (1 CP)"
	wordBasesCP      = "Bases %s (%d CP)"
	wordPercents     = "%d to %d%%"
	wordFront        = "front"
	wordMiddle       = "middle"
	wordBackRow      = "back"
	wordOneBase      = ", infantry, 1 base"
	wordBasesOf      = ", infantry, %d bases"
	wordAnyRange     = "any range"
	wordOnlyVs       = ", against %s"
	wordIsPoint      = "%s is a point: expected a piece like A1 or A3.2"
	wordPairs        = "options %q: expected pairs like max_rounds=6 mixed_factions=on"
	wordNoArmy       = "there is no army or Unit %q: expected Units like virago or 2 widow scout with commas between them, or an army like %s"
	wordOncePing     = "%s, a contact: it may move once more."
	wordNextTarget   = "%s has %d left of %s. Next target?"
	wordWhatDoes     = "What does %s do?"
	wordIsHit        = "%[1]s is hit by %[3]s with %[4]s and would be **%[2]s**. Use a countermeasure?"
	wordWhichUnit    = "The enemy has found %s. Which Unit is it?"
	wordWhoReacts    = "Which Units react? %d may for nothing, each more costs 1 CP."
)

// The terms of a match as its challenge tells them: by its size, its edition and its secrecy.
var (
	termsOfSize = map[string]string{"small": "• **Small game%s**: up to %d Units a side, under an hour.", "standard": "• **Standard game%s**: up to %d Units a side, an evening."}
	termsOfGoal = map[string]string{
		"2023-03": "• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *VIP Capture*: when your Turn ends, each of your Units within 1\" of the VIP on the enemy's side scores 1 VP, less 1 for each enemy within 4\" of it.",
		"4.2":     "• **To win**: get %d Victory Points (VP), or put the whole enemy force out of play. *Control Objectives*: when a Round ends, from the second on, each of your Units within 1\" of an objective scores 1 VP, less 1 for each enemy within 6\" of it.",
	}
	termsOfSecrecy = map[string]string{
		"veiled": "• **Veiled**: your force, which Unit a contact is, your tokens and plans are secret until they show in play.",
		"open":   "• **Open**: forces and tokens lie on the table for both; only plans are secret.",
	}
)

// contacts name contacts by their size.
var contacts = map[cards.Signature]string{cards.Small: "small contact", cards.Medium: "medium contact", cards.Large: "large contact"}

// targetKinds are the kinds of Units that some weapons are for.
var targetKinds = map[string]string{"infantry": "infantry", "vehicle": "vehicles"}

// publicAsk says what somebody is asked, for everybody.
var publicAsk = map[string]string{
	"choose": "chooses who deploys first", "deploy": "deploys", "designate": "designates a Taskforce", "reveal": "may reveal contacts",
	"identify": "identifies a contact", "refresh": "refreshes Units", "move": "moves", "react": "has the reaction window",
	"join": "may add Units on Overwatch", "declare": "declares the reacting Units", "boost": "may boost priority rolls",
	"priority": "is next in the engagement", "next": "activates Units", "act": "acts", "counter": "may use countermeasures", "recover": "shakes off stun",
}

// asks are the questions as their seat reads them.
var asks = map[string]string{
	"choose":    "You won the roll. Who deploys first? Whoever does has the first Turn.",
	"deploy":    "Deploy your contacts in your zone, the coloured strip at your edge. What each of them is, of the Units of its size in your Reserve, you decide only when it is revealed.",
	"designate": "Whom do you activate this Turn? Name your Taskforce. What you leave out acts in a later Turn of this Round, and may react until then.",
	"reveal":    "Reveal any of the Taskforce's contacts? Only Units scan and attack.",
	"identify":  "The enemy has found your contact. Which Unit is it?",
	"refresh":   "Your Taskforce is refreshed. Pay 1 CP for an aura?",
	"move":      "Move what you like of the Taskforce.",
	"react":     "The enemy's Move phase is over. Start a Reaction Engagement?",
	"join":      "A Reaction Engagement begins. Add Units on Overwatch to your Taskforce?",
	"declare":   "Which Units react?",
	"boost":     "Boost priority rolls, at 1 CP a Unit? The other side chooses at the same time, unseen.",
	"priority":  "Your Unit's time has come: act, or hold and go down by 1.",
	"next":      "Activate a Unit, or end the Turn.",
	"act":       "What does it do?",
	"counter":   "A hit! Use a countermeasure?",
	"recover":   "It is stunned. What pays for the Stun Token, before it acts?",
	"standing":  "In private: note what a contact is to become, which binds you to nothing; pass reaction windows without being waited for. Or give the match up.",
}

// effects are what a hit does.
var effects = map[cards.Effect]string{cards.Kill: "destroyed", cards.Stun: "stunned"}

// sures say what hurts in a misclick, for the second question.
var sures = map[string]string{
	"next done":        "Still to act: **%s**. If you end the Turn now, that is lost for this Round.",
	"move done":        "Nothing of the Taskforce has moved. After this it no longer can in this phase.",
	"act end":          "It could still use **%s**. After this it has finished.",
	"standing draw":    "If the other side offers one too, the match ends there.",
	"standing concede": "The match is lost then. This cannot be taken back.",
}

// Words of choices: labels are those without a piece, doneLabels what "done" means in each question, verbs go before a
// piece.
var (
	labels = map[string]string{
		"next": "Go on", "first": "I deploy first", "second": "The other side deploys first", "deploy rest": "Deploy the rest in a line",
		"react": "React", "pass": "Pass", "boost none": "No boost", "drop": "Give up the rest of it", "end": "End this activation",
		"counter cm": "Use a CM token", "counter hardened": "Use the hardened CM", "counter none": "Let it happen",
		"act move": "Move", "act overwatch": "Take Overwatch", "deploy": "Deploy a contact", "concede": "Concede the match",
		"designate": "Name the Taskforce", "join": "Add Units", "declare": "Declare Units", "boost": "Boost",
		"join ambush": "Ambush", "declare ambush": "Ambush", "standing pass": "Pass reaction windows for me",
		"draw": "Offer a draw, or agree to one", "standing off": "Ask me about reactions again", "recover ap": "Its Action Point", "recover cp": "1 CP",
		"recover cm": "A CM token", "recover hardened": "A hardened CM",
	}
	doneLabels = map[string]string{
		"deploy": "My force stands", "reveal": "Reveal nothing more", "refresh": "Pay nothing more", "move": "Moves are done",
		"join": "Add nobody", "next": "The rest holds: end the Turn",
	}
	verbs = map[string]string{"move": "Move %s", rules.Onward: "Move %s once more", rules.Together: "Move all of %s together", "reveal": "Reveal %s", "activate": "Activate %s", "hold": "Hold with %s", "refresh": "Refresh %s",
		"plan": "Plan for %s", "stay": "Take back the move of %s", "done": "Done with %s"}
	// passLabels say for how long reaction windows are passed.
	passLabels = map[string]string{"turn": "This Turn", "round": "This Round", "until-change": "Until my Units change"}
	// compass are the eight ways, clockwise from north.
	compass = []string{"North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"}
	// bands name the range bands, with their modifier (R21.5).
	bands = map[string]string{"short": wordShort, "long": wordLong}
	whys  = map[string]string{"vp": "on Victory Points", "wipe-out": "by wiping the enemy out", "concession": "by concession",
		"rounds": "on points after the last Round", "time": "on time", "ruling": "by ruling", "agreement": "by agreement"}
	holders = map[string]string{"unit": "Choose the Unit", "target": "Choose the target", "ping": "Choose the contact",
		"until": "For how long are reaction windows passed?", "lender": "Choose who lends the token", "unstun": "Choose the bases to free of stun", "pay": "Choose what to pay for"}
)

// lapses are the orders that defaults may be, some after their question; … stands for the pieces.
var lapses = map[string]string{
	"reveal: done": "nothing more is revealed", "move: done": "nothing more moves", "next: done": "the rest of the Taskforce holds, and the Turn ends",
	"refresh: done": "the rest is refreshed as it is", "join: done": "nobody is added", "deploy: done": "your force stands as it is",
	"done": "nothing more is done", "end": "its activation ends", "pass": "you pass", "counter none": "the hit takes effect",
	"boost none": "nothing is boosted", "deploy rest": "the rest is deployed in a line", "first": "you deploy first",
	"designate …": "%s is activated", "done …": "%s ends its move where it is",
	"recover ap": "its Action Point pays", "recover cp": "1 CP pays", "recover cm": "a CM token pays",
	"stay …": "the move of %s is taken back", "declare …": "%s reacts", "activate …": "%s acts",
}

// lapsesOfMany are those that name several pieces.
var lapsesOfMany = map[string]string{"designate …": "%s are activated", "declare …": "%s react"}
