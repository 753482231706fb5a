package bot

// The bot's own sentences, in one place. The game's are in its forms.
const (
	wordMyView     = "My view"
	wordNotPlaying = "You are not in this match. This is what everybody sees:"
	wordOldButton  = "That button is from an older message and does nothing any more. `/match list` shows your matches."
	wordStale      = "That question is already answered. This is how things stand:"
	wordTakenBack  = "Taken back."
	wordNoMatch    = "There is no such match any more. `/match list` shows yours."
	wordFrozen     = "This match met a fault and is held as it was; nothing is lost, and the operator has been told."
	wordFault      = "That did not work just now. The match is safe; please try again in a moment."
	wordDMClosed   = "I could not write to you: your direct messages are closed to me. Use **My view** on the match's card; everything works there."

	wordHelp = `**Downsync** — a skirmish of hidden information.
• ` + "`/match challenge`" + ` challenges a player, or anyone. Each side picks its force in private.
• The match runs in its own thread. **My view** there, or our direct messages, show *your* board, what you are asked, and what happens if you do nothing.
• Everything is played by buttons. If you like typing, ` + "`/order`" + ` suggests the next word: ` + "`/order move A2 to 12.5,30`" + `.
• ` + "`/match list`" + `, ` + "`show`" + `, ` + "`concede`" + ` do what they say.`

	wordChallengeGone  = "That challenge is no longer open."
	wordOwnChallenge   = "That is your own challenge; it waits for somebody else. `/match decline` takes it back."
	wordNotForYou      = "That challenge is for somebody else."
	wordSelf           = "You cannot challenge yourself. Leave `opponent` empty to let anyone accept."
	wordBotOpponent    = "I cannot be challenged: I am the referee."
	wordGuildOnly      = "Challenges are made in a server's channel, where the match gets its thread."
	wordWhichMatch     = "You are in several matches: say which with the option `match`, or use the command in the match's thread."
	wordNoMatches      = "You are in no match. `/match challenge` starts one."
	wordNotAsked       = "You are asked nothing that this answers."
	wordConcedeSure    = "Give the match up? This cannot be taken back."
	wordConcede        = "Concede"
	wordAccept         = "Accept"
	wordDecline        = "Decline"
	wordPickForce      = "Choose your force. Your opponent is not told which."
	wordForceHolder    = "Your force"
	wordBegins         = "The match begins. Its thread is on the challenge's message, and your orders come here and in our direct messages."
	wordDeclined       = "Declined."
	wordWithdrawn      = "Taken back."
	wordChallengeSent  = "The challenge is out. I will write to you when it is accepted."
	wordNoPost         = "I may not write in this channel. I need View Channel, Send Messages, Create Public Threads, Send Messages in Threads and Attach Files here."
	wordConsoleMoved   = "The match has moved on; see the newest message below, or **My view** in the match's thread."
	wordLobbyOn        = "⚔️ **%s** against **%s** — the match is on, in the thread below.\n%s"
	wordLobby          = "⚔️ **%s** challenges **%s** to Downsync.\n%s\nOpen until <t:%d:R>."
	wordLobbyDeclined  = "~~Challenge of %s.~~ Declined."
	wordLobbyWithdrawn = "~~Challenge of %s.~~ Taken back."
	wordAnyone         = "anyone"
	wordYouMustAct     = "your move"
	wordWaiting        = "waiting"
	wordOver           = "over"
)
