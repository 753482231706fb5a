package bot

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const wordMyView = "My view"

const wordNotPlaying = "You are not in this match. This is what everybody sees:"

const wordNoMatch = "There is no such match. `/match list` shows yours."

const wordFrozen = "This match met a fault and is held as it was; nothing is lost, and the operator has been told."

const wordFault = "That did not work just now. The match is safe; please try again in a moment."

const wordTooFast = "⏳ That was too much at once for me, and nothing was done by it. Please try again in %d s."

const wordTooBusy = "⏳ I am still working on what you asked for before, and nothing was done by this. Please try again in a moment."

const wordDMClosed = "✉️ I could not write to you: your direct messages are closed to me. Everything works here; **My view** on the match's card brings you back. `/settings calls:thread` has me call you in the match's thread, where everybody sees it."

const wordCardDenied = "⚠️ I may not write in the match's channel any more, so its card is out of date and no clock begins. Somebody who runs the server can give me back: View Channel, Send Messages, Create Public Threads, Send Messages in Threads, Attach Files. You can play on here."

const wordCardGone = "⚠️ The match's channel is gone, so there is no card for everybody and no clock begins. You can play on here."

const wordWhichMatch = "You are in several matches: say which with the option `match`, or use the command in the match's thread."

const wordOnlyOver = "You are in no match that is on. Of one that is over, use the command in its thread, or pick it with the option `match`. `/match challenge` starts a new one."

const wordNoMatches = "You are in no match, and no challenge is open to you. `/match challenge` starts one."

const wordWithSetting = "%s · %s"

const wordTermsClock = "• **Clock**, %s: %s for each question, %s for a reaction window."

const wordTermsNoClock = "• **No clock**: nobody's time runs."

const wordTermsStrict = "Reaction windows always stay open for the same time."

// marks are the characters that Discord reads as formatting.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, ">", `\>`, "<", `\<`, "#", `\#`,
	"[", `\[`, "]", `\]`, "@", "@\u200b", "://", ":\u200b//", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ")

// Capital is the text with a capital at its beginning.
func Capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

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

const wordForEver = "no limit"

const wordDay = "1 day"

const wordDays = "%d days"

const wordHour = "1 hour"

const wordHours = "%d hours"

const wordMinute = "1 minute"

const wordMinutes = "%d minutes"

const wordSecond = "1 second"

const wordSeconds = "%d seconds"

const wordDiceSealed = "-# 🎲 Nobody can choose the dice: they are sealed already as `%s…`"

const wordFairDice = "Fair dice"

const wordFilmButton = "Film of the match"

const wordEventAt = "-# <t:%d:f>. Numbers are those of your own log; others count what they were told."

const wordRematch = "Rematch"

const wordInThread = " · <#%s>"

const (
	wordOldButton    = "That button is from an older message and does nothing any more. `/match list` shows your matches."
	wordImpossible   = "That is not possible."
	wordWhichGame    = "Which game; default: that of the thread, else the one you played last"
	wordNoGame       = "⚠️ There is no game %q; the choices are %s."
	wordMatchIs      = "Which match; not needed in its thread or if you have but one"
	wordReasonOption = "Why; both players and the moderators read it"
	wordMinuteUnits  = "m min minute minutes"
	wordHourUnits    = "h hour hours"
	wordDayUnits     = "d day days"
	wordAgainst      = "%s against %s"
)

// Routes of news to a seat, as the ledger keeps them.
const (
	RouteDM     = "direct message"
	RouteAnswer = "answer in the channel"
)
