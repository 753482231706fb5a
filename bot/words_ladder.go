package bot

// What the ladder says.
const (
	wordLadderAbout   = "Who plays best on this server, by season"
	wordLadderUser    = "Somebody's place and their record by faction"
	wordLadderSeason  = "A season, such as 2150-1 for its first quarter; the running one if you leave it out"
	wordLadderGuild   = "Each server has its own ladder: use `/ladder` in one of its channels."
	wordLadderEmpty   = "Nobody has played a match that counts in the season %s."
	wordLadderNone    = "<@%s> has played no match that counts in the season %s."
	wordLadder        = "**Season %s**\n%s\n-# Glicko-2: rating ± what it may be off; won–drawn–lost. Matches count that got beyond their set-up and were not ended by a moderator; giving up and missing turns is losing."
	wordLadderLine    = "%d. <@%s> **%d** ±%d, %s%s"
	wordLadderFaction = "• with %s: %s"
	wordUnsettled     = " (not settled yet)"
)
