package bot

// What is said around the lesson.
const (
	wordLearnCommand = "Learn to play by playing: a quarter of an hour against a scripted opponent, in private"
	wordLearnStep    = "📘 **%d of %d.** %s"
	wordLearnOn      = "You were in the middle of the lesson. It goes on here."
	wordLearnSkip    = "Skip this step"
	wordLearnAgain   = "Begin again"
	wordLearnLeave   = "Leave the lesson"
	wordLearnLeft    = "You have left the lesson. `/learn` begins it again whenever you like; `/match challenge` starts a match."
	wordLearnDone    = "🎓 **That was the lesson.** You have seen all phases of a Turn. `/match challenge` starts a match, `/match list` shows who is waiting for an opponent, `/rules` explains any word, and `/unit` any card."
)
