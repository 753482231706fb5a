package bot

// What is said of questions that wait, and of results.
const (
	wordInboxAbout   = "Every question that waits for you, in all your matches, the most urgent first"
	wordInbox        = "**What waits for you**"
	wordInboxEmpty   = "Nothing. `/match list` shows your matches, `/match challenge` begins one."
	wordInboxLesson  = "• 📘 The lesson waits for you at step %d of %d."
	wordGoOnLesson   = "Go on with the lesson"
	wordReminder     = "⏰ **Your time is running:**"
	wordWaitingLine  = "**%d.** against %s: %s"
	wordWaitingBy    = " Until <t:%[1]d:f> (<t:%[1]d:R>)."
	wordWaitingStill = " Its clock stands."
	wordOpenNumber   = "%d · %s"
	wordAcceptOf     = "Accept: %s"
	wordReadyFor     = "Ready: %s"
	wordCalled       = "<@%s>: you are asked something in this match. **My view** shows it."
	wordResult       = "🏁 %s. %s"
)
