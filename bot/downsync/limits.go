package downsync

// Limits of a console's texts in characters. They keep each message under Discord's 4,000.
const (
	maxHead  = 500  // its head, …
	maxNote  = 1000 // … a note or a lesson's step, …
	maxAsk   = 900  // … the question, …
	maxWhy   = 700  // … why something is not possible, …
	maxMore  = 1500 // … and the text that a phone has no room for
	maxTitle = 100  // a thread's name
)

// Limits of lists.
const (
	recent, recentLines     = 24, 6 // a console's news: its facts, and its lines
	cardRolls, consoleRolls = 4, 3  // rolls drawn as dice on a card, on a console
	mostSeen                = 3     // enemies named that see a place
)

// What a phone shows at once, in characters: of a question and of the text below it. The rest is behind a button.
const mostHeading, mostText = 120, 160
