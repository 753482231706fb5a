package downsync

// Words of what can be looked up.
const (
	wordUnitCommand  = "A Unit's card: what it can do, and what its traits mean"
	wordUnitName     = "The Unit's name"
	wordUnitRules    = "The edition whose card it is; default: 2023-03"
	wordNoUnit       = "there is no Unit %q: expected a name like Virago; the option suggests them"
	wordSeveralUnits = "%q may be several Units: %s"
	wordDidYouMean   = "there is no Unit %q. Did you mean %s?"
	wordOtherCards   = "Another card"
	wordCardLine     = "%s · %s"
	wordPackaged     = "comes free with %s"
	wordOwnCard      = "a card of this server's own"
	wordRulesCommand = "Find rules, rulings and card traits by words or by number"
	wordRulesWord    = "Words like reaction window, or a number like R16.3 or Q65"
	wordNoRules      = "nothing in the rules is about %q: expected a word like overwatch, or a number like R16.3"
	wordFound        = "### Rules about %s"
	wordUnderstood   = "-# Nothing is about %s; this is about **%s**."
	wordAboutEntry   = "**%s** · %s"
	wordAboutRuling  = "**%s %s** · %s"
	wordFurther      = "Read on: %d more"
	wordNextPage     = "Further entries: %d"
	wordInEnglish    = "-# The text of the rules is in English."
	wordCite         = "-# R rules · Q rulings where the book is silent · V edition 4.2 · S, A secrecy · D made here. The book calls a contact a Ping, a Reaction Engagement an RE."
)

// factionNames are the printed factions.
var factionNames = map[string]string{"coalition": "Coalition", "republic-of-terra": "Republic of Terra"}
