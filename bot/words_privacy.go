package bot

// What is said of what is kept about a user.
const (
	wordPrivacyAbout  = "What I keep about you"
	wordPrivacyShow   = "What I keep about you, in short"
	wordPrivacyExport = "All that I keep about you, as a file for your eyes only"
	wordPrivacyDelete = "Remove what I keep about you"

	wordPrivacyKept  = "**What I keep about you**\n• Your Discord id and display name in %d matches that are on and %d that are over, with all moves, and when and how news of them was delivered to you\n• %d open challenges\n• %d forces of yours\n• What you chose in `/settings`, the language of your Discord, and whether your direct messages are closed to me\nI read no messages, and keep nothing else. `/privacy export` gives you all of it as a file; `/privacy delete` removes it."
	wordPrivacyFile  = "All that I keep about you. Of matches that are on it holds what you know, so do not pass it on while they are."
	wordPrivacyShort = "The file would be too large: of %d matches it leaves out what you were told. `/match log` has it for each."

	wordPrivacySure    = "**Remove what I keep about you?** This cannot be taken back.\n• Your settings, forces and open challenges go.\n• Your %d matches that are over keep their moves, as they are your opponents' too, but under a name that says nothing. You can no longer reach them. What you wrote in disputes goes.\n• What I have posted in channels stays there; whoever runs the server can delete it. A server's ban stays with it."
	wordPrivacyLive    = "• You are in %d matches that are on. They need both players, so they are **given up** first. If you would rather finish them, do that and come back."
	wordPrivacyDo      = "Remove all"
	wordPrivacyConcede = "Give up %d matches and remove all"
	wordPrivacyLate    = "That question is too old. `/privacy delete` asks again."
	wordPrivacyDone    = "Done. Your settings, forces and challenges are gone, and in %d matches your seat has a name that says nothing. If you use me again, I begin to know you anew."
)
