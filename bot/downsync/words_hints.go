package downsync

// Words of the small print under a question, and of questions that come seldom.
const (
	wordCPAre        = "-# Command Points (CP) are back every Round: 1 CP boosts a roll, pays for an action marked (C), or lets one Unit more react."
	wordStunned      = "Stunned: **%s**. A stunned Unit may either move or take one action. Free it for 1 CP each?"
	wordFree         = "Free %s (1 CP)"
	wordAskedAlike   = " You are asked all the same, so that the enemy learns nothing from it."
	wordCounterOdds  = "-# A CM token stops it on a %d or more: %s."
	wordCounterBoost = " Boosted: %s."
	wordHarder       = " The weapon makes it harder: %s."
	wordTokensLeft   = " Left: CM %d, hardened %d."
)

// hints by question and the words that begin the choice which they are about, one for a question at most.
var hints = map[string]string{
	"choose: first":      "-# Who deploys first also moves first. Who deploys second sees before where the enemy stands.",
	"deploy: mount":      "-# Infantry may begin inside a transport: then it comes onto the table when the transport lets it out.",
	"reveal: reveal":     "-# A contact keeps the enemy guessing, but moves only 4\" and can neither scan nor attack. A Unit moves as far as its card says (SPD), can do both, and can be attacked; contacts can only be scanned.",
	"react: react":       "-# Units that react act before the Taskforce that has just moved goes on. Each Unit on both sides rolls a die, the highest acts first. Who has reacted is spent for this Round.",
	"join: join":         "-# Overwatch lets a Unit take part that is not in the Taskforce.",
	"boost: boost":       "-# Each Unit in the engagement rolls a die, and the highest acts first. A boosted one rolls one die more and keeps the best.",
	"counter: counter":   "-# KILL destroys the target. STUN leaves it with either a move or one action until it is rid of that.",
	"priority: hold":     "-# Who holds lets others with a higher die act first, and may act after them.",
	"act: act overwatch": "-# **Overwatch**: it may react in the enemy's Turns although it has acted, with one die more for who acts first.",
}

// idleHints say why there is but one answer.
var idleHints = map[string]string{
	"join":    "-# You have nobody to add.",
	"boost":   "-# You have nothing to boost with.",
	"counter": "-# You have nothing left to stop it with.",
}

const (
	wordCosts   = "-# (A) takes its Action Point, of which it has one; (C) costs 1 Command Point (CP); (FREE) costs nothing."
	wordTooDear = "• **%s**: it costs %s, and that is spent."
)
