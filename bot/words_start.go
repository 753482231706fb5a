package bot

// What is said before a match begins and after it has ended.
const (
	wordReadyCard     = "⚔️ **%s** against **%s**, ready?\n%s"
	wordReadyLine     = "• <@%s>: %s"
	wordIsReady       = "✔️ ready"
	wordIsNotReady    = "⏳ not yet"
	wordReadyUntil    = "The match begins when both are. Open, ends <t:%d:R>."
	wordReady         = "Ready"
	wordChangeForce   = "My force"
	wordReadyCall     = "⚔️ **%s** is ready to play you. Press **Ready**, here or on the card in the channel, and the match begins."
	wordCallOff       = "Call it off"
	wordTookUp        = "You are in, and count as ready. The match begins as soon as **%s** presses **Ready** too."
	wordYouAreReady   = "You are ready. The match begins as soon as **%s** is too; I have called them."
	wordTakenUp       = "Somebody has taken that challenge up already; the two are getting ready."
	wordBackedOut     = "You are out of it again; the challenge is open as before."
	wordForceChanged2 = "Your force is changed. Nobody is told."
	wordLobbyTaken    = "~~Challenge of %s.~~ Taken up; see the newer card."

	wordRematch    = "Rematch"
	wordRematchOut = "A rematch is offered, with the same settings and forces. It begins when **%s** is ready too; until then either may choose another force on the card."
	wordNotTheirs  = "Only the two who played can have a rematch. `/match challenge` starts a match of your own."
	wordNotOver    = "That match is not over yet."
	wordHasLeft    = "Your opponent of that match has had their data deleted and cannot be asked. `/match challenge` starts a new one."
	wordNoAgain    = "That match cannot be repeated as it was. `/match challenge` starts a new one."

	wordListWhich   = "mine: my matches and challenges; server: what is played here; open: challenges I can take up"
	wordListMine    = "mine"
	wordListServer  = "server"
	wordListOpen    = "open challenges"
	wordServerEmpty = "Nothing is being played on this server. `/match challenge` starts something."
	wordOpenEmpty   = "No challenge is open to you here. `/match challenge` makes one."
	wordServerLine  = "• %s: %s%s"
	wordInThread    = " · <#%s>"
)
