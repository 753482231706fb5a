package referee

const wordBot = "Bots do not play. Leave `opponent` empty to let anyone accept."

const wordNoEvent = "⚠️ There is no such event in your log: expected a number from 1 to %d. `/match log` shows them."

const wordDisputeAbout = "Disputes of a match: stop it and ask a moderator, appeal, see what was decided"

const wordDisputeOpen = "Stop the match and ask the moderators"

const wordDisputeBack = "Take your dispute back; the match goes on"

const wordDisputeAppeal = "Ask another moderator about a decision, once"

const wordDisputeList = "What moderators did in this match, by whom and why"

const wordDisputeEvent = "The event that it is about, by its number in your log"

const wordDisputeN = "The number of the decision, from /dispute list"

const wordReasonOption = "Why; both players and the moderators read it"

const wordModAbout = "For moderators: decide disputes, look, rule, ban"

const wordModShow = "Look at a match: as everybody, as a side, or all of it. A look at secrets is told to both players"

const wordModView = "Whose view"

const wordModLegal = "Was an event legal, and came out by the rules? Tells no secret"

const wordModNumber = "The event's number in everybody's log"

const wordModRewind = "Go back to before an event; dice are not given back"

const wordModRule = "Change the position, as the rules of the game let a moderator"

const wordModRuling = "The ruling, as the match's game writes it"

const wordModAnswer = "Answer for an absent player, by the default"

const wordModExtend = "Give every open question more time"

const wordModSaw = "they have looked at this match's secrets, and who has cannot play in it; name somebody else"

const wordModHours = "Hours, 1 to 168"

const wordModPause = "Stop the match"

const wordModResume = "Let the match go on"

const wordModReplace = "Put another player into a seat; what is secret goes with it"

const wordModUser = "Who"

const wordModSide = "Which side"

const wordModEnd = "End the match with a result"

const wordModResult = "The result; void: it counts for nothing"

const wordModNote = "Write a note into the match's record"

const wordModDismiss = "The dispute or appeal was not right; the match goes on"

const wordModUphold = "The dispute or appeal was right; the match goes on"

const wordModBan = "Keep somebody from matches on this server"

const wordModUnban = "Let somebody play here again"

const wordModDays = "For how many days; for good if you leave it out"

const wordModList = "Bans, reports, and who let matches lapse, on this server"

const wordModGuild = "`/mod` is for a server: use it in one of its channels, or in the match's thread."

const wordNotMod = "Moderators are those with this server's moderator role (`/setup`) or the permission Manage Server; you have neither."

const wordModPlays = "You play in this match, so you are a player here and nothing else: another moderator has to judge it."

const wordModElse = "That match is played on another server; its moderators judge it."

const wordModAppealed = "An appeal against a decision of yours is open: another moderator has to decide it."

const wordNeedReason = "⚠️ Give a reason, of at most %d characters."

const wordBadSide = "⚠️ Say which side: A or B."

const wordBadHours = "⚠️ Hours are a number from 1 to 168."

const wordBadResult = "⚠️ A result is one of a, b, draw, void."

const wordNoDispute = "There is no open dispute or appeal in this match."

const wordModSure = "**You are about to** %s.\nReason: %s\n%s-# Both players are told, with your name and reason; it stands in the log, and each may appeal once to another moderator."

const wordModEffect = "Everybody will be told:\n%s\n"

const wordModVoid = "These events become void, as everybody was told them:\n%s\n"

const wordModNothing = "Nothing in the position changes.\n"

const wordModConfirm = "Do it"

const wordModCancel = "Leave it"

const wordModGone = "That is no longer waiting to be confirmed. Give the command again."

const wordModLeft = "Left as it was."

const wordModDone = "Done: it stands in the match's record as number %d, and both players are told."

const wordModAnother = "⚠️ Another moderator has done something in this match meanwhile. `/dispute list` shows what; give the command again if it still fits."

const wordModLooked = "What you asked to see of match `%s`. Both players have been told that you looked."

const wordLegalYes = "✅ Event %d was legal and came out as the rules have it, with all that went before.\n%s"

const wordLegalNo = "❌ Event %d, or something before it, is not what the rules make of it. It has been reported to whoever runs this bot."

const wordDisputeOpened = "The match is stopped and the moderators are told. Nothing runs out until they have decided. `/dispute withdraw` takes it back."

const wordDisputeIsOpen = "A dispute or appeal is open in this match already; the moderators will decide."

const wordDisputeOver = "The match is over: there is nothing to stop. Use `/report`, or appeal against a decision."

const wordDisputeMost = "You have opened %d disputes in this match, which is the most."

const wordDisputeOften = "You have opened %d disputes within %d days, which is the most. `/report` reaches the moderators too."

const wordDisputeNotIt = "Only whoever opened the dispute takes it back."

const wordDisputeTaken = "Taken back; the match goes on."

const wordNotPlayer = "You do not play in this match; only its players open disputes and appeals."

const wordNoAct = "⚠️ Number %d is no moderator's decision that can be appealed. `/dispute list` shows them."

const wordActAppealed = "That decision has been appealed once; it stands as the appeal left it."

const wordAppealOpened = "Your appeal is open: another moderator will decide it. The match waits."

const wordNoActs = "No moderator has done anything in this match."

const wordActLine = "`%d` <t:%d:f> %s By %s: %s"

const wordActAppeal = " (appealed)"

const wordNoticeAct = "⚖️ Match `%s`: %s\nBy %s: %s\n-# It stands as number %d in the match's record. You may appeal once, to another moderator: `/dispute appeal`."

const wordNoticePlayer = "⚖️ Match `%s`: %s\nBy %s: %s"

const wordThreadAct = "⚖️ %s By %s: %s"

const wordThreadAbout = "It is about event %d."

const wordModCall = "%s Please look: `/mod show`, `/mod legal`, `/match event`."

const wordModEvidence = "Take the whole match as one file; both players are told"

const wordEvidence = "The evidence, number %d in the match's record. It holds every secret of the match: keep it to yourself. `downsync verify` checks it."

const wordEvidenceBig = "The evidence is too large for Discord. Whoever runs this bot can give it to you: `downsync export -referee`."

const wordBanned = "A moderator of this server keeps you from matches here until %s: %s"

const wordBannedOther = "A moderator of this server keeps that player from matches here."

const wordForGood = "further notice"

const wordBanSure = "**You are about to** keep <@%s> (%s) from matches on this server until %s.\n• They can make and accept no challenge here. Their matches here that are on go on: %d.\n• They are told by direct message, with your reason; `/mod list` shows it with your name. `/mod unban` ends it."

const wordBanAgain = "• They are kept away already, until %s; this takes its place."

const wordUnbanSure = "**You are about to** let <@%s> (%s) play on this server again.\n• They were kept away until %s: %s\n• They are told by direct message, with your reason."

const wordBanReason = "Reason: %s"

const wordBanDone = "<@%s> is kept from matches on this server until %s, and has been told."

const wordUnbanDone = "<@%s> may play on this server again."

const wordNotBanned = "<@%s> is not banned on this server."

const wordBadDays = "⚠️ Days are a number from 1 to 365."

const wordBanSelf = "You cannot ban yourself."

const wordBanNotice = "⚖️ A moderator of a server keeps you from new matches there until %s: %s"

const wordUnbanNotice = "⚖️ You may play on that server again: %s"

const wordReported = "Reported to this server's moderators; they see it with `/mod list`."

const wordReportMost = "You have reported %d times today, which is the most."

const wordReportSelf = "You cannot report yourself."

const wordListBans = "**Bans**\n%s"

const wordListBan = "• <@%s> until %s, by <@%s>: %s"

const wordListReports = "**Reports**, newest first\n%s"

const wordListReport = "• <t:%d:d> <@%s> by <@%s>: %s"

const wordListConduct = "**Matches that players let go**\n%s"

const wordListPlayer = "• <@%s>: %d matches, %d given up, %d lost by time, %d turns let lapse"

const wordListNothing = "none"

const wordReport = "Report a player to the moderators"

const (
	wordLookAll  = "look at all of the match, secrets too"
	wordLookSeat = "look at what %s sees, secrets too"
)
