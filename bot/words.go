package bot

import (
	"strings"
	"unicode"
)

// The bot's own sentences, in one place. The game's are in its forms.
const (
	wordMyView     = "My view"
	wordNotPlaying = "You are not in this match. This is what everybody sees:"
	wordOldButton  = "That button is from an older message and does nothing any more. `/match list` shows your matches."
	wordStale      = "That question is already answered. This is how things stand:"
	wordHalted     = "Done: %d of %d moves. Something came up that is settled first; the rest has not moved yet."
	wordOldPage    = "Those buttons are too old to be remembered. This is how things stand:"
	wordOldUndo    = "Something has happened since; nothing was taken back. This is how things stand:"
	wordTakenBack  = "Taken back."
	wordNoMatch    = "There is no such match. `/match list` shows yours."
	wordFrozen     = "This match met a fault and is held as it was; nothing is lost, and the operator has been told."
	wordFault      = "That did not work just now. The match is safe; please try again in a moment."
	wordTooFast    = "⏳ That was too much at once for me, and nothing was done by it. Please try again in %d s."
	wordTooBusy    = "⏳ I am still working on what you asked for before, and nothing was done by this. Please try again in a moment."
	wordNotAsked   = "you are asked nothing that this answers"
	wordNoOrder    = "⚠️ Write the order itself, such as `/order line:%s`."

	// What is said to a player alone of messages that did not get through.
	wordDMClosed   = "✉️ I could not write to you: your direct messages are closed to me. Everything works here; **My view** on the match's card brings you back. `/settings calls:thread` has me call you in the match's thread, where everybody sees it."
	wordCardDenied = "⚠️ I may not write in the match's channel any more, so its card is out of date and no clock begins. Somebody who runs the server can give me back: View Channel, Send Messages, Create Public Threads, Send Messages in Threads, Attach Files. You can play on here."
	wordCardGone   = "⚠️ The match's channel is gone, so there is no card for everybody and no clock begins. You can play on here."
	wordThreadGone = "-# The match has no thread of its own; it goes on here."

	wordHelp      = "## %s\n%s"
	wordHelpParts = "**Begin**: `/learn` teaches it by playing, in a quarter of an hour and in private. `/match challenge` asks somebody, or anyone, for a match. `/force` builds your own force.\n" +
		"**Play**: by buttons. **My view** on the match's card, or our direct messages, show your board, what you are asked, and what happens if you do nothing. `/inbox` lists what waits for you in all matches. Who likes to type: `/order line:%s`.\n" +
		"**Look**, for your eyes only: %s\n" +
		"**Look up**: %s\n" +
		"**Your matches**: `/match list`, `/match log`, `/clock show`, `/match concede`, `/ladder`. If something went wrong: `/dispute open`.\n" +
		"**You**: `/settings` for language, look and quiet hours; `/privacy`."
	wordHelpLearn     = "Learn by playing"
	wordHelpChallenge = "Challenge someone"
	wordWhom          = "**Whom do you challenge?** It becomes a match as is usual here; what is played stands on the card, and your force you choose next. `/match challenge` has more to choose: size, map, clock, secrecy."
	wordWhomHolder    = "Choose your opponent"
	wordAnybody       = "Anyone here"

	wordChallengeGone  = "That challenge is no longer open."
	wordTaken          = "Somebody else was faster: the match is on."
	wordOwnChallenge   = "That is your own challenge; it waits for somebody else. `/match cancel` takes it back."
	wordNotForYou      = "That challenge is for somebody else."
	wordForAnyone      = "That challenge is open to anyone; only who made it takes it back."
	wordNotYours       = "That is somebody else's challenge. `/match decline` declines one that is for you."
	wordSelf           = "You cannot challenge yourself. Leave `opponent` empty to let anyone accept."
	wordBot            = "Bots do not play. Leave `opponent` empty to let anyone accept."
	wordGuildOnly      = "Challenges are made in a server's channel, where the match gets its thread."
	wordTooManyMatches = "You have %d matches running, which is the most. Finish one first, or give one up with `/match concede`."
	wordTooMany        = "You have %d challenges open, which is the most. `/match cancel` takes one back."
	wordNoClock        = "⚠️ There is no clock %q; the choices are %s."
	wordWhichMatch     = "You are in several matches: say which with the option `match`, or use the command in the match's thread."
	wordOnlyOver       = "You are in no match that is on. Of one that is over, use the command in its thread, or pick it with the option `match`. `/match challenge` starts a new one."
	wordNoMatches      = "You are in no match, and no challenge is open to you. `/match challenge` starts one."
	wordNoChallenges   = "No challenge is open to you. `/match challenge` makes one."
	wordWhich          = "Several challenges are open: say which with the option `challenge`, or use the buttons on its card."
	wordConcedeSure    = "Give the match up? This cannot be taken back."
	wordConcede        = "Concede"
	wordIsOver         = "That match is over."
	wordAccept         = "Accept"
	wordDecline        = "Decline"
	wordPace           = "natural: reaction windows close with the answer; strict: always after the same time"
	wordNoPace         = "⚠️ There is no pace %q; the choices are natural, strict."
	wordNotStrict      = "⚠️ The clock %q has no strict pace; its windows close with the answer."
	wordNoLedger       = "You do not play in that match; a ledger is its player's own."
	wordLedger         = "What was delivered to you of this match's news, how and when:"
	wordLedgerLine     = "• news %d to %d: %s, <t:%d:f>"
	wordPickForce      = "**Choose your force, and you are in.** Your opponent is not told which."
	wordForceHolder    = "Your force"
	wordForceOther     = "Play another force"
	wordForceLine      = "• **%s**: %s"
	wordYourForce      = "**Your force: %s**\n%s"
	wordForceYours     = "-# Nobody else is told. You may change it until the match begins."
	wordDesk           = "Your side of the challenge, for your eyes only."
	wordBuildOne       = "Build one"
	wordTakeItBack     = "Take it back"
	wordPlayIt         = "Play it: %s"
	wordOwnForce       = "Type my own list"
	wordForceField     = "Units, with commas between them"
	wordBegins         = "**The match begins.** Your board and all that you are asked come in our direct messages. **My view**, here and on the card in the match's thread, shows the same."
	wordDeclined       = "Declined."
	wordWithdrawn      = "Taken back."
	wordBeginsHere     = "The match begins. Your board comes in a message of its own."
	wordChallengeSent  = "**Your challenge is out**, until <t:%d:f>."
	wordWillCall       = "When it is accepted I call you here, on a new card, and write to you if your direct messages are open to me. The match begins when both have pressed **Ready**."
	wordWillBegin      = "The match begins as soon as somebody has accepted and chosen a force. Your board comes as a direct message; if yours are closed to me, **My view** on the card shows it."
	wordNoPost         = "I may not write in this channel. I need View Channel, Send Messages, Create Public Threads, Send Messages in Threads and Attach Files here."

	wordLobbyOn        = "⚔️ **%s** against **%s**: the match is on.\n%s"
	wordLobby          = "⚔️ **%s** challenges **%s** to %s.\n%s\n%s"
	wordLobbyUntil     = "Open, ends <t:%d:R>."
	wordLobbyChoosing  = "⏳ %s is choosing a force."
	wordLobbyDeclined  = "~~Challenge of %s.~~ Declined."
	wordLobbyWithdrawn = "~~Challenge of %s.~~ Taken back."
	wordLobbyExpired   = "~~Challenge of %s.~~ Nobody took it up in time."

	wordAnyone      = "anyone"
	wordYouMustAct  = "**your move**"
	wordWaiting     = "waiting"
	wordOver        = "over"
	wordHeld        = "held after a fault"
	wordMatchLine   = "• %s: %s"
	wordOpenLine    = "• ⚔️ %s to %s: %s\n-# %s Open, ends <t:%d:R>."
	wordOpenFree    = "It waits to be accepted."
	wordOpenReady   = "Accepted; it begins when both are ready."
	wordListGo      = "Go to one of them"
	wordLookAt      = "Look: %s"
	wordDeclineOf   = "Decline: %s"
	wordForceFor    = "My force: against %s"
	wordCancelOf    = "Take back: to %s"
	wordCallOffOf   = "Call off: %s"
	wordMore        = "… and %d more"
	wordPointHint   = ", like 12.5,30"
	wordAgainst     = "%s against %s"
	wordWithSetting = "%s · %s"

	wordTermsClock   = "• **Clock**, %s: %s for each question, %s for a reaction window."
	wordTermsNoClock = "• **No clock**: nobody's time runs."
	wordTermsStrict  = "Reaction windows always stay open for the same time."
)

// marks are the characters that Discord reads as formatting.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "#", `\#`,
	"[", `\[`, "]", `\]`, "@", "@\u200b", "://", ":\u200b//", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ")

// Plain writes what somebody typed, their name for one, so that it is shown as it is, whatever is in it: it formats nothing,
// links nowhere and calls nobody.
func Plain(name string) string { return marks.Replace(name) }

// Clip shortens a text to at most n characters: at the end of a word, unless that would take more than a quarter of them.
func Clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	for end := n - 1; end >= n*3/4; end-- {
		if unicode.IsSpace(r[end]) {
			return strings.TrimRight(string(r[:end]), " \n,;:") + "…"
		}
	}
	return string(r[:n-1]) + "…"
}
