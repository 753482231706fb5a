package match

const wordOldButton = "That button is from an older message and does nothing any more. `/match list` shows your matches."

const wordStale = "That question is already answered. This is how things stand:"

const wordHalted = "Done: %d of %d moves. Something came up that is settled first; the rest has not moved yet."

const wordOldPage = "Those buttons are too old to be remembered. This is how things stand:"

const wordOldUndo = "Something has happened since; nothing was taken back. This is how things stand:"

const wordTakenBack = "Taken back."

const wordNotAsked = "you are asked nothing that this answers"

const wordNoOrder = "⚠️ Write the order itself, such as `/order line:%s`."

const wordThreadGone = "-# The match has no thread of its own; it goes on here."

const wordNoMatches = "You are in no match, and no challenge is open to you. `/match challenge` starts one."

const wordConcedeSure = "Give the match up? This cannot be taken back."

const wordConcede = "Concede"

const wordIsOver = "That match is over."

const wordNoLedger = "You do not play in that match; a ledger is its player's own."

const wordLedger = "What was delivered to you of this match's news, how and when:"

const wordLedgerLine = "• news %d to %d: %s, <t:%d:f>"

const wordLobbyOn = "⚔️ **%s** against **%s**: the match is on.\n%s"

const wordClockAbout = "The clocks of a match: pause, more time, vacation"

const wordClockShow = "How long each may think, what has been agreed, and which turns were missed"

const wordClockPause = "Propose to pause the match; it pauses when your opponent agrees"

const wordClockPauseFor = "How long, such as 2h or 3d; at most 14 days"

const wordClockResume = "Propose to end a pause early; it ends when your opponent agrees"

const wordClockExtend = "Propose more time for the questions that are open"

const wordClockExtendBy = "How much more, such as 30m or 1d; at most 7 days"

const wordClockWithdraw = "Take your proposal about the clocks back"

const wordClockVacation = "Go on vacation in all your matches: the clocks of what you are asked stand"

const wordClockDays = "How many days; each match allows a few in all, counted in days begun"

const wordClockBack = "End your vacation in all your matches"

const wordBadSpan = "⚠️ %q is no length of time. Write it like 30m, 2h or 3d."

const wordProposed = "Proposed. It comes about when your opponent wants the same; the proposal stands for a day."

const wordWithdrew = "Your proposal is taken back."

const wordAgreed = "Agreed."

const wordOldOffer = "That proposal is no longer open. This is how things stand:"

const wordTakeBack = "Take my proposal back"

const wordAgreeTo = "Agree: %s"

const wordVacationIn = "🏖️ %s: you are on vacation. It ends by itself, with `/clock back`, or with your first answer."

const wordBackIn = "• %s: you are back, and your clocks run on."

const wordNotIn = "• %s: ⚠️ %s"

const wordClockHead = "**Clocks of this match**"

const wordNoLimits = "No time limits."

const wordLimits = "• For each question: %s. For a reaction window: %s."

const wordMissRule = "• Whose time runs out in their own turn has missed a turn, and the default is played. The first is excused; with number %d after it the match is lost. Reaction windows never count."

const wordVacationRule = "• Vacation: %d days each in this match, in at most %d parts, counted in days begun."

const wordHeldBy = "⏸️ A moderator holds this match. Nothing moves until it is released; every clock keeps what it has left."

const wordPausedUntil = "⏸️ Paused until <t:%[1]d:f> (<t:%[1]d:R>). Nothing moves; every clock keeps what it has left."

const wordOffer = "🤝 %s proposes: %s (open, ends <t:%d:R>)."

const wordAwayUntil = "🏖️ %s is on vacation until <t:%d:f>; the clocks of what they are asked stand."

const wordMissed = "⌛ %s has missed %d of their turns (the first is excused)."

const wordMissedLast = "⌛ %s has missed %d of their turns: with one more the match is lost."

const wordWantPause = "pause for %s"

const wordWantExtend = "%s more for every open question"

const wordWantResume = "go on now"

const wordDiceWhole = "-# The seal on the dice, published with the challenge (SHA-256): `%s`"

const wordDiceOpened = "-# The seed of the dice: `%s`"

const wordDiceOpen = "-# 🎲 Dice and forces are unsealed. **Fair dice** or `/match verify` works every roll and every step out again."

const wordSealWhole = "The seal on the dice, as that message carries it, is the SHA-256 of their seed:\n`%s`"

const wordSealHow = "All rolls of the match will be worked out from that seed and from words of both players (`luck`), or what is drawn for them. The seed is opened when the match is over, and `/match verify` works every roll out again. Keep the line above if you want to compare it yourself."

const wordEntropy = "-# Mixed in for seat %d: `%s`"

const wordFits = "✅ Everything fits: %d events along their hash chain, %d dice worked out again from the seed, each step legal and its outcome what the rules make of it."

const wordForcesFit = "✅ The %d forces opened at the end are those that were sealed at the start."

const wordFitsOn = "✅ So far everything fits: the hash chain, each roll, each step. How much that is stays secret until the match is over; then the seed is opened and anybody can check."

const wordNoSeed = "This match began before the dice had a seed, so its rolls cannot be worked out again."

const wordMisfit = "❌ Something does not fit. The first such thing: %s"

const wordMisfitOn = "❌ Something in this match does not fit. What it is may be secret while the match is on; it has been reported to whoever runs this bot."

const wordReplay = "A match as it went: the film of it, or a picture of any step"

const wordReplayStep = "A picture of this step; while the match is on, of what you saw then"

const wordReplayView = "What to show once the match is over; default: the film, or with a step all sides"

const wordViewFilm = "film: the whole match as an animation, in its thread"

const wordViewSheet = "sheet: the course of the match on one picture"

const wordNoStepNumber = "⚠️ A step is a whole number from 1."

const wordNoView = "⚠️ There is no such view; pick one that is offered."

const wordNoStep = "⚠️ There is no such step: expected 1 to %d."

const wordWhichStep = "⚠️ Say which step: `/match replay step:1`, or leave `view` out for the film."

const wordStillOn = "The film of a match can be seen when it is over, as it shows what both sides kept secret. Until then `/match replay step:1` shows what *you* saw at your first step, and so on."

const wordFilmAgain = "Draw it again"

const wordFilmHere = "The film of that match is in <#%s>. If its message is gone, it can be drawn again."

const wordFilmBegins = "The film is being drawn; it comes into the match's thread in a moment. A picture of any step: `/match replay step:1`."

const wordFilmWaits = "The film will be drawn after %d others and comes into the match's thread."

const wordFilmsFull = "⚠️ Many films are being drawn just now. Please ask again in a few minutes."

const wordFilmDrawn = "🎞️ The film of the match is being drawn…"

const wordFilmAt = "🎞️ The film of the match is being drawn: step %d of %d…"

const wordFilmFailed = "🎞️ The film of the match could not be drawn. The match itself is safe; please try again."

const wordReminder = "⏰ **Your time is running:**"

const wordCalled = "<@%s>: you are asked something in this match. **My view** shows it."

const wordResult = "🏁 %s. %s"

const wordLogHead = "**Log**, page %d of %d. `/match event` with a number tells why."

const wordLogEmpty = "Nothing has happened yet."

const wordLogFirst = "First"

const wordLogBack = "Back"

const wordLogOn = "On"

const wordLogLast = "Last"

const wordBadPage = "⚠️ %q is no page: expected a number from 1 on."

const wordNoEvent = "⚠️ There is no such event in your log: expected a number from 1 to %d. `/match log` shows them."

const wordDidYouMean = "I cannot read %s. Did you mean `%s`?"

const wordUnread = "I cannot read “%s”"

const wordUnreadNow = "I cannot read “%s”; an order begins now with: %s"

const wordUnreadThen = "I cannot read “%s”; I follow it up to “%s”, then comes: %s"

const wordYesThat = "Yes, do that"

const wordMatchCommand = "Matches: challenge, accept, look, give up"

const wordShowThat = "Your view of a match"

const wordLedgerThat = "What was delivered to you of a match, how and when"

const wordLogAbout = "What happened in a match, as you were told it, numbered"

const wordLogPage = "Which page; the last one if you leave it out"

const wordEventAbout = "Why: an event of the log with its board, distances, modifiers and rules"

const wordEventN = "The event's number in your log"

const wordVerify = "Work a match out again: dice, legality of every step, sealed forces, hashes"

const wordConcedeThat = "Give a match up"

const wordLineIs = "The order, word by word"

const wordOrderCommand = "Give an order in one line; the next word is suggested"

const wordNotInGame = "⚠️ %s has no `/%s`."

const wordNoFilms = "⚠️ %s has no pictures of past matches; `/match log` tells what happened."
