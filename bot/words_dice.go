package bot

// What is said of the dice and of verifying a match.
const (
	wordLuck       = "Any words of yours to be mixed into the dice; drawn for you if you leave it out"
	wordLongLuck   = "⚠️ `luck` has at most %d characters."
	wordVerify     = "Work a match out again: dice, legality of every step, sealed forces, hashes"
	wordDiceSealed = "-# 🎲 Nobody can choose the dice: they are sealed already as `%s…`"
	wordDiceWhole  = "-# The seal on the dice, published with the challenge (SHA-256): `%s`"
	wordDiceOpened = "-# The seed of the dice: `%s`"
	wordDiceOpen   = "-# 🎲 Dice and forces are unsealed. **Fair dice** or `/match verify` works every roll and every step out again."
	wordFairDice   = "Fair dice"
	wordSealWhole  = "The seal on the dice, as that message carries it, is the SHA-256 of their seed:\n`%s`"
	wordSealHow    = "All rolls of the match will be worked out from that seed and from words of both players (`luck`), or what is drawn for them. The seed is opened when the match is over, and `/match verify` works every roll out again. Keep the line above if you want to compare it yourself."
	wordEntropy    = "-# Mixed in for seat %d: `%s`"
	wordFits       = "✅ Everything fits: %d events along their hash chain, %d dice worked out again from the seed, each step legal and its outcome what the rules make of it."
	wordForcesFit  = "✅ The %d forces opened at the end are those that were sealed at the start."
	wordFitsOn     = "✅ So far everything fits: the hash chain, each roll, each step. How much that is stays secret until the match is over; then the seed is opened and anybody can check."
	wordNoSeed     = "This match began before the dice had a seed, so its rolls cannot be worked out again."
	wordMisfit     = "❌ Something does not fit. The first such thing: %s"
	wordMisfitOn   = "❌ Something in this match does not fit. What it is may be secret while the match is on; it has been reported to whoever runs this bot."
)
