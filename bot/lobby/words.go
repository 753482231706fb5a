package lobby

const wordOldButton = "That button is from an older message and does nothing any more. `/match list` shows your matches."

const wordWhom = "**Whom do you challenge?** It becomes a match as is usual here; what is played stands on the card, and your force you choose next. `/match challenge` has more to choose, such as the clock."

const wordWhomHolder = "Choose your opponent"

const wordAnybody = "Anyone here"

const wordChallengeGone = "That challenge is no longer open."

const wordTaken = "Somebody else was faster: the match is on."

const wordOwnChallenge = "That is your own challenge; it waits for somebody else. `/match cancel` takes it back."

const wordNotForYou = "That challenge is for somebody else."

const wordForAnyone = "That challenge is open to anyone; only who made it takes it back."

const wordNotYours = "That is somebody else's challenge. `/match decline` declines one that is for you."

const wordSelf = "You cannot challenge yourself. Leave `opponent` empty to let anyone accept."

const wordBot = "Bots do not play. Leave `opponent` empty to let anyone accept."

const wordGuildOnly = "Challenges are made in a server's channel, where the match gets its thread."

const wordTooManyMatches = "You have %d matches running, which is the most. Finish one first, or give one up with `/match concede`."

const wordTooMany = "You have %d challenges open, which is the most. `/match cancel` takes one back."

const wordNoClock = "⚠️ There is no clock %q; the choices are %s."

const wordNoChallenges = "No challenge is open to you. `/match challenge` makes one."

const wordWhich = "Several challenges are open: say which with the option `challenge`, or use the buttons on its card."

const wordAccept = "Accept"

const wordDecline = "Decline"

const wordNoPace = "⚠️ There is no pace %q; the choices are natural, strict."

const wordNotStrict = "⚠️ The clock %q has no strict pace; its windows close with the answer."

const wordPickForce = "**Choose your force, and you are in.** Your opponent is not told which."

const wordForceHolder = "Your force"

const wordForceOther = "Play another force"

const wordForceLine = "• **%s**: %s"

const wordYourForce = "**Your force: %s**\n%s"

const wordForceYours = "-# Nobody else is told. You may change it until the match begins."

const wordDesk = "Your side of the challenge, for your eyes only."

const wordBuildOne = "Build one"

const wordTakeItBack = "Take it back"

const wordPlayIt = "Play it: %s"

const wordOwnForce = "Type my own list"

const wordBegins = "**The match begins.** Your board and all that you are asked come in our direct messages. **My view**, here and on the card in the match's thread, shows the same."

const wordDeclined = "Declined."

const wordWithdrawn = "Taken back."

const wordBeginsHere = "The match begins. Your board comes in a message of its own."

const wordChallengeSent = "**Your challenge is out**, until <t:%d:f>."

const wordWillCall = "When it is accepted I call you here, on a new card, and write to you if your direct messages are open to me. The match begins when both have pressed **Ready**."

const wordWillBegin = "The match begins as soon as somebody has accepted and chosen a force. Your board comes as a direct message; if yours are closed to me, **My view** on the card shows it."

const wordNoPost = "I may not write in this channel. I need View Channel, Send Messages, Create Public Threads, Send Messages in Threads and Attach Files here."

const wordLobby = "⚔️ **%s** challenges **%s** to %s.\n%s\n%s"

const wordLobbyUntil = "Open, ends <t:%d:R>."

const wordLobbyChoosing = "⏳ %s is choosing a force."

const wordLobbyDeclined = "~~Challenge of %s.~~ Declined."

const wordLobbyWithdrawn = "~~Challenge of %s.~~ Taken back."

const wordLobbyExpired = "~~Challenge of %s.~~ Nobody took it up in time."

const wordAnyone = "anyone"

const wordOpenLine = "• ⚔️ %s to %s: %s\n-# %s Open, ends <t:%d:R>."

const wordOpenFree = "It waits to be accepted."

const wordOpenReady = "Accepted; it begins when both are ready."

const wordDeclineOf = "Decline: %s"

const wordForceFor = "My force: against %s"

const wordCancelOf = "Take back: to %s"

const wordCallOffOf = "Call off: %s"

const wordBadSpan = "⚠️ %q is no length of time. Write it like 30m, 2h or 3d."

const wordNoOwnTime = "⚠️ `%s` belongs to a clock that has limits; the chosen one has none."

const wordOwnTime = "⚠️ With this clock `%s` is %s to %s."

const wordLuck = "Any words of yours to be mixed into the dice; drawn for you if you leave it out"

const wordLongLuck = "⚠️ `luck` has at most %d characters."

const wordAcceptOf = "Accept: %s"

const wordReadyFor = "Ready: %s"

const wordOtherChannel = "On this server matches are played in <#%s>: challenge there."

const wordOtherMode = "⚠️ On this server `secrecy` may be %s, not %s."

const wordReadyCard = "⚔️ **%s** against **%s**, ready?\n%s"

const wordReadyLine = "• <@%s>: %s"

const wordIsReady = "✔️ ready"

const wordIsNotReady = "⏳ not yet"

const wordReadyUntil = "The match begins when both are. Open, ends <t:%d:R>."

const wordReady = "Ready"

const wordChangeForce = "My force"

const wordReadyCall = "⚔️ **%s** is ready to play you. Press **Ready**, here or on the card in the channel, and the match begins."

const wordCallOff = "Call it off"

const wordTookUp = "You are in, and count as ready. The match begins as soon as **%s** presses **Ready** too."

const wordYouAreReady = "You are ready. The match begins as soon as **%s** is too; I have called them."

const wordTakenUp = "Somebody has taken that challenge up already; the two are getting ready."

const wordBackedOut = "You are out of it again; the challenge is open as before."

const wordForceChanged2 = "Your force is changed. Nobody is told."

const wordLobbyTaken = "~~Challenge of %s.~~ Taken up; see the newer card."

const wordRematchOut = "A rematch is offered, with the same settings and forces. It begins when **%s** is ready too; until then either may choose another force on the card."

const wordNotTheirs = "Only the two who played can have a rematch. `/match challenge` starts a match of your own."

const wordNotOver = "That match is not over yet."

const wordHasLeft = "Your opponent of that match has had their data deleted and cannot be asked. `/match challenge` starts a new one."

const wordNoAgain = "That match cannot be repeated as it was. `/match challenge` starts a new one."

const wordAcceptThat = "Accept a challenge"

const wordDeclineThat = "Decline a challenge"

const wordCancelThat = "Take back a challenge of yours"

const wordChallengeThat = "Challenge somebody, or anyone, to a match"

const wordClockIs = "How long each may think; left out: as is usual on this server"

const wordOpponentIs = "Whom you challenge; leave out for anyone"

const wordPace = "natural: reaction windows close with the answer; strict: always after the same time"

const wordTurnTime = "Instead of the clock's own time for a question, such as 5m or 3d"

const wordReactionTime = "Instead of the clock's own time for a reaction window, such as 2m or 1d"

const wordChallengeIs = "Which challenge; not needed if there is but one"

const wordStrayOption = "⚠️ `%s` is no option of %s."
