package bot

import (
	"downsync/bot/lang"
	"downsync/game"
)

// What is said of disputes and moderation.
const (
	wordDisputeAbout  = "Disputes of a match: stop it and ask a moderator, appeal, see what was decided"
	wordDisputeOpen   = "Stop the match and ask the moderators"
	wordDisputeBack   = "Take your dispute back; the match goes on"
	wordDisputeAppeal = "Ask another moderator about a decision, once"
	wordDisputeList   = "What moderators did in this match, by whom and why"
	wordDisputeEvent  = "The event that it is about, by its number in your log"
	wordDisputeN      = "The number of the decision, from /dispute list"
	wordReasonOption  = "Why; both players and the moderators read it"

	wordModAbout   = "For moderators: decide disputes, look, rule, ban"
	wordModShow    = "Look at a match: as everybody, as a side, or all of it. A look at secrets is told to both players"
	wordModView    = "Whose view"
	wordModLegal   = "Was an event legal, and came out by the rules? Tells no secret"
	wordModNumber  = "The event's number in everybody's log"
	wordModRewind  = "Go back to before an event; dice are not given back"
	wordModRule    = "Set a token, a place or points, remove or return a piece"
	wordModRuling  = "token A3.1 stun on · place A3.1 at 12,30 · points 1 vp 2 · remove A3.1 · return A3 at 12,30"
	wordModAnswer  = "Answer for an absent player, by the default"
	wordModExtend  = "Give every open question more time"
	wordModSaw     = "they have looked at this match's secrets, and who has cannot play in it; name somebody else"
	wordModHours   = "Hours, 1 to 168"
	wordModPause   = "Stop the match"
	wordModResume  = "Let the match go on"
	wordModReplace = "Put another player into a seat; what is secret goes with it"
	wordModUser    = "Who"
	wordModSide    = "Which side"
	wordModEnd     = "End the match with a result"
	wordModResult  = "The result; void: it counts for nothing"
	wordModNote    = "Write a note into the match's record"
	wordModDismiss = "The dispute or appeal was not right; the match goes on"
	wordModUphold  = "The dispute or appeal was right; the match goes on"
	wordModBan     = "Keep somebody from matches on this server"
	wordModUnban   = "Let somebody play here again"
	wordModDays    = "For how many days; for good if you leave it out"
	wordModList    = "Bans, reports, and who let matches lapse, on this server"
	wordReport     = "Report a player to the moderators"

	wordModGuild    = "`/mod` is for a server: use it in one of its channels, or in the match's thread."
	wordNotMod      = "Moderators are those with this server's moderator role (`/setup`) or the permission Manage Server; you have neither."
	wordModPlays    = "You play in this match, so you are a player here and nothing else: another moderator has to judge it."
	wordModElse     = "That match is played on another server; its moderators judge it."
	wordModAppealed = "An appeal against a decision of yours is open: another moderator has to decide it."
	wordNeedReason  = "⚠️ Give a reason, of at most %d characters."
	wordBadSide     = "⚠️ Say which side: A or B."
	wordBadHours    = "⚠️ Hours are a number from 1 to 168."
	wordBadResult   = "⚠️ A result is one of a, b, draw, void."
	wordNoDispute   = "There is no open dispute or appeal in this match."
	wordModSure     = "**You are about to** %s.\nReason: %s\n%s-# Both players are told, with your name and reason; it stands in the log, and each may appeal once to another moderator."
	wordModEffect   = "Everybody will be told:\n%s\n"
	wordModVoid     = "These events become void, as everybody was told them:\n%s\n"
	wordModNothing  = "Nothing in the position changes.\n"
	wordModConfirm  = "Do it"
	wordModCancel   = "Leave it"
	wordModGone     = "That is no longer waiting to be confirmed. Give the command again."
	wordModLeft     = "Left as it was."
	wordModDone     = "Done: it stands in the match's record as number %d, and both players are told."
	wordModAnother  = "⚠️ Another moderator has done something in this match meanwhile. `/dispute list` shows what; give the command again if it still fits."
	wordModLooked   = "What you asked to see of match `%s`. Both players have been told that you looked."
	wordLegalYes    = "✅ Event %d was legal and came out as the rules have it, with all that went before.\n%s"
	wordLegalNo     = "❌ Event %d, or something before it, is not what the rules make of it. It has been reported to whoever runs this bot."

	wordDisputeOpened = "The match is stopped and the moderators are told. Nothing runs out until they have decided. `/dispute withdraw` takes it back."
	wordDisputeIsOpen = "A dispute or appeal is open in this match already; the moderators will decide."
	wordDisputeOver   = "The match is over: there is nothing to stop. Use `/report`, or appeal against a decision."
	wordDisputeMost   = "You have opened %d disputes in this match, which is the most."
	wordDisputeOften  = "You have opened %d disputes within %d days, which is the most. `/report` reaches the moderators too."
	wordDisputeNotIt  = "Only whoever opened the dispute takes it back."
	wordDisputeTaken  = "Taken back; the match goes on."
	wordNotPlayer     = "You do not play in this match; only its players open disputes and appeals."
	wordNoAct         = "⚠️ Number %d is no moderator's decision that can be appealed. `/dispute list` shows them."
	wordActAppealed   = "That decision has been appealed once; it stands as the appeal left it."
	wordAppealOpened  = "Your appeal is open: another moderator will decide it. The match waits."
	wordNoActs        = "No moderator has done anything in this match."
	wordActLine       = "`%d` <t:%d:f> %s By %s: %s"
	wordActAppeal     = " (appealed)"

	wordNoticeAct    = "⚖️ Match `%s`: %s\nBy %s: %s\n-# It stands as number %d in the match's record. You may appeal once, to another moderator: `/dispute appeal`."
	wordNoticePlayer = "⚖️ Match `%s`: %s\nBy %s: %s"
	wordThreadAct    = "⚖️ %s By %s: %s"
	wordThreadAbout  = "It is about event %d."
	wordModCall      = "%s Please look: `/mod show`, `/mod legal`, `/match event`."

	wordModEvidence = "Take the whole match as one file; both players are told"
	wordEvidence    = "The evidence, number %d in the match's record. It holds every secret of the match: keep it to yourself. `downsync verify` checks it."
	wordEvidenceBig = "The evidence is too large for Discord. Whoever runs this bot can give it to you: `downsync export -referee`."

	wordBanned      = "A moderator of this server keeps you from matches here until %s: %s"
	wordBannedOther = "A moderator of this server keeps that player from matches here."
	wordForGood     = "further notice"
	wordBanSure     = "**You are about to** keep <@%s> (%s) from matches on this server until %s.\n• They can make and accept no challenge here. Their matches here that are on go on: %d.\n• They are told by direct message, with your reason; `/mod list` shows it with your name. `/mod unban` ends it."
	wordBanAgain    = "• They are kept away already, until %s; this takes its place."
	wordUnbanSure   = "**You are about to** let <@%s> (%s) play on this server again.\n• They were kept away until %s: %s\n• They are told by direct message, with your reason."
	wordBanReason   = "Reason: %s"
	wordBanDone     = "<@%s> is kept from matches on this server until %s, and has been told."
	wordUnbanDone   = "<@%s> may play on this server again."
	wordNotBanned   = "<@%s> is not banned on this server."
	wordBadDays     = "⚠️ Days are a number from 1 to 365."
	wordBanSelf     = "You cannot ban yourself."
	wordBanNotice   = "⚖️ A moderator of a server keeps you from new matches there until %s: %s"
	wordUnbanNotice = "⚖️ You may play on that server again: %s"
	wordReported    = "Reported to this server's moderators; they see it with `/mod list`."
	wordReportMost  = "You have reported %d times today, which is the most."
	wordReportSelf  = "You cannot report yourself."
	wordListBans    = "**Bans**\n%s"
	wordListBan     = "• <@%s> until %s, by <@%s>: %s"
	wordListReports = "**Reports**, newest first\n%s"
	wordListReport  = "• <t:%d:d> <@%s> by <@%s>: %s"
	wordListConduct = "**Matches that players let go**\n%s"
	wordListPlayer  = "• <@%s>: %d matches, %d given up, %d lost by time, %d turns let lapse"
	wordListNothing = "none"
)

// acts are the sentences for what a referee did, by game.Refereed's word; %s is the side that it concerns.
var acts = map[string]string{
	"dispute":   "%s opened a dispute; the match is stopped until the moderators have decided.",
	"withdraw":  "%s took their dispute or appeal back.",
	"appeal":    "%s appeals against a decision; another moderator will look.",
	"look-all":  "A moderator looked at all of the match, secrets too.",
	"look-seat": "A moderator looked at what %s sees, secrets too.",
	"evidence":  "A moderator took the whole match as evidence, secrets too.",
	"rewind":    "A moderator rewound the match. Dice are not given back.",
	"rule":      "A moderator ruled on the position.",
	"answer":    "A moderator let %s's open question be answered by its default.",
	"extend":    "A moderator gave every open question more time.",
	"pause":     "A moderator stopped the match.",
	"resume":    "A moderator let the match go on.",
	"replace":   "A moderator put another player into the seat of %s.",
	"end":       "A moderator ended the match.",
	"note":      "A moderator wrote a note into the match's record.",
	"dismiss":   "A moderator decided that the dispute was not right.",
	"uphold":    "A moderator decided that the dispute was right.",
}

// doing says what a moderator is about to do, by the same words.
var doing = map[string]string{
	"look-all": "look at all of the match, secrets too", "look-seat": "look at what %s sees, secrets too", "evidence": "take the whole match as evidence, secrets too",
	"rewind": "rewind the match to before event %s", "rule": "rule: %s", "answer": "let %s's open question be answered by its default",
	"extend": "give every open question %s more hours", "pause": "stop the match", "resume": "let the match go on", "replace": "put another player into a seat: %s",
	"end": "end the match: %s", "note": "write a note into the match's record", "dismiss": "decide that the dispute or appeal was not right",
	"uphold": "decide that the dispute or appeal was right",
}

// ActText says what a referee did, as everybody is told it.
func ActText(t lang.Language, f game.Refereed) string {
	format, ok := acts[f.What]
	if !ok {
		return ""
	}
	if f.Seat == 0 || !hasVerb(format) {
		return t.Text(format)
	}
	return t.Say(format, sideName(f.Seat))
}

func hasVerb(format string) bool {
	for i := 0; i+1 < len(format); i++ {
		if format[i] == '%' {
			return true
		}
	}
	return false
}

// sideName is a seat's letter.
func sideName(s game.Seat) string { return string(rune('A' - 1 + s)) }
