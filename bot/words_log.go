package bot

// What is said of the log.
const (
	wordLogAbout   = "What happened in a match, as you were told it, numbered"
	wordLogPage    = "Which page; the last one if you leave it out"
	wordEventAbout = "Why: an event of the log with its board, distances, modifiers and rules"
	wordEventN     = "The event's number in your log"
	wordLogHead    = "**Log**, page %d of %d. `/match event` with a number tells why."
	wordLogEmpty   = "Nothing has happened yet."
	wordLogFirst   = "First"
	wordLogBack    = "Back"
	wordLogOn      = "On"
	wordLogLast    = "Last"
	wordBadPage    = "⚠️ %q is no page: expected a number from 1 on."
	wordNoEvent    = "⚠️ There is no such event in your log: expected a number from 1 to %d. `/match log` shows them."
	wordEventAt    = "-# <t:%d:f>. Numbers are those of your own log; others count what they were told."
)
