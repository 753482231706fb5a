package bot

// What the commands and their options are for, at most 100 characters each in every language.
const (
	wordMatchCommand  = "Matches: challenge, accept, look, give up"
	wordChallengeThat = "Challenge somebody, or anyone, to a match"
	wordAcceptThat    = "Accept a challenge"
	wordDeclineThat   = "Decline a challenge"
	wordCancelThat    = "Take back a challenge of yours"
	wordListThat      = "Your matches and the open challenges, or those of this server"
	wordShowThat      = "Your view of a match"
	wordLedgerThat    = "What was delivered to you of a match, how and when"
	wordConcedeThat   = "Give a match up"
	wordOrderCommand  = "Give an order in one line; the next word is suggested"
	wordHelpCommand   = "How this works"
	wordMatchIs       = "Which match; not needed in its thread or if you have but one"
	wordChallengeIs   = "Which challenge; not needed if there is but one"
	wordClockIs       = "How long each may think; left out: as is usual on this server"
	wordOpponentIs    = "Whom you challenge; leave out for anyone"
	wordLineIs        = "The order, word by word"
)

// Routes of news to a seat, as the ledger keeps them.
const (
	routeDM     = "direct message"
	routeAnswer = "answer in the channel"
)
