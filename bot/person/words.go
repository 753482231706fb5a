package person

const wordOldButton = "That button is from an older message and does nothing any more. `/match list` shows your matches."

const wordHelp = "## %s\n%s"

// The parts of /help, each with the games that have it.
const (
	wordHelpBegin  = "**Begin**: %s"
	wordHelpLesson = "`/learn` teaches it by playing, in a quarter of an hour and in private."
	wordHelpAsk    = "`/match challenge` asks somebody, or anyone, for a match."
	wordHelpForces = "`/force` builds your own force."
	wordHelpPlay   = "**Play**: by buttons. **My view** on the match's card, or our direct messages, show your board, what you are asked, and what happens if you do nothing. `/inbox` lists what waits for you in all matches. Who likes to type: `/order line:%s`."
	wordHelpLook   = "**Look**, for your eyes only: %s"
	wordHelpBooks  = "**Look up**: %s"
	wordHelpYours  = "**Your matches**: `/match list`, `/match log`, `/clock show`, `/match concede`, `/ladder`. If something went wrong: `/dispute open`.\n**You**: `/settings` for language, look and quiet hours; `/privacy`."
)

const wordHelpLearn = "Learn by playing"

const wordHelpChallenge = "Challenge someone"

const wordGuildOnly = "Challenges are made in a server's channel, where the match gets its thread."

const wordNoMatches = "You are in no match, and no challenge is open to you. `/match challenge` starts one."

const wordYouMustAct = "**your move**"

const wordWaiting = "waiting"

const wordOver = "over"

const wordHeld = "held after a fault"

const wordMatchLine = "• %s: %s"

const wordListGo = "Go to one of them"

const wordLookAt = "Look: %s"

const wordMore = "… and %d more"

const wordAgainst = "%s against %s"

const wordForcesHome = "## Your forces\nBegin with a starter set, go on with one of yours, or build one from nothing. Kept forces are offered when you challenge or accept. Nobody else sees them.\n-# %d of %d kept."

const wordForcesOpen = "Open a force"

const wordForcesNew = "Build a new one"

const wordForcesDraft = "Go on with the last one"

const wordForcesImport = "Enter a share code"

const wordForceUnnamed = "## A new force"

const wordForceNamed = "## %s"

const wordForceChanged = "-# Changed and not kept yet: **Keep** keeps it."

const wordForceKeep = "Keep"

const wordForceShare = "Share"

const wordForceType = "Type a list"

const wordForceDelete = "Delete"

const wordForceHome = "All my forces"

const wordForceSure = "Delete **%s**? Matches that it plays in go on."

const wordForceDoIt = "Delete it"

const wordForceBack = "Leave it"

const wordForceGone = "Deleted."

const wordForceKept = "Kept as **%s**."

const wordForceTold = "Whoever enters this code with `/force` has the same force. It tells your list to whom you give it, and nothing else.\n```\n%s\n```"

const wordForceName = "Name of the force"

const wordForceTitle = "Keep this force"

const wordForceCodeIs = "Share code"

const wordForceListIs = "Your list"

const wordForcesFull = "⚠️ You keep %d forces, which is the most. Delete one first, or keep this under the name of another."

const wordForceNoName = "⚠️ A force needs a name of 1 to %d characters."

const wordForceNoSuch = "⚠️ You keep no force %q. `/force` shows those that you have."

const wordForceOwn = "Yours: %s"

const wordInbox = "**What waits for you**"

const wordInboxEmpty = "Nothing. `/match list` shows your matches, `/match challenge` begins one."

const wordInboxLesson = "• 📘 The lesson waits for you at step %d of %d."

const wordGoOnLesson = "Go on with the lesson"

const wordWaitingLine = "**%d.** against %s: %s"

const wordWaitingBy = " Until <t:%[1]d:f> (<t:%[1]d:R>)."

const wordWaitingStill = " Its clock stands."

const wordOpenNumber = "%d · %s"

const wordLadderAbout = "Who plays best on this server, by season"

const wordLadderUser = "Somebody's place and their record by faction"

const wordLadderSeason = "A season, such as 2150-1 for its first quarter; the running one if you leave it out"

const wordLadderGuild = "Each server has its own ladder: use `/ladder` in one of its channels."

const wordLadderEmpty = "Nobody has played a match that counts in the season %s."

const wordLadderNone = "<@%s> has played no match that counts in the season %s."

const wordLadder = "**Season %s**\n%s\n-# Glicko-2: rating ± what it may be off; won–drawn–lost. Matches count that got beyond their set-up and were not ended by a moderator; giving up and missing turns is losing."

const wordLadderLine = "%d. <@%s> **%d** ±%d, %s%s"

const wordLadderFaction = "• with %s: %s"

const wordUnsettled = " (not settled yet)"

const wordLearnStep = "📘 **%d of %d.** %s"

const wordLearnOn = "You were in the middle of the lesson. It goes on here."

const wordLearnSkip = "Skip this step"

const wordLearnAgain = "Begin again"

const wordLearnLeave = "Leave the lesson"

const wordLearnLeft = "You have left the lesson. `/learn` begins it again whenever you like; `/match challenge` starts a match."

const wordLearnDone = "🎓 **That was the lesson.** `/match challenge` starts a match, and `/match list` shows who is waiting for an opponent. %s"

const wordSettingsAbout = "How the bot is for you: language, look of the boards, time zone, quiet hours"

const wordLanguageFor = "The language I write to you in"

const wordThemeFor = "How your boards look"

const wordZoneFor = "Where you are; pick the one that shows your clock"

const wordQuietFor = "When I send you no notifications, such as 22:00-07:00; off: never"

const wordCallsFor = "Where I call you when you are asked something; in the thread everybody sees it"

const wordCallsDM = "in direct messages"

const wordCallsThread = "in the match's thread"

const wordAsDiscord = "as in your Discord"

const wordAsServer = "as on the server"

const wordDefault = "default"

const wordEnglish = "English"

const wordGerman = "Deutsch"

const wordDark = "dark"

const wordLight = "light"

const wordSafe = "for colour-blind readers"

const wordOff = "off"

const wordBadZone = "⚠️ I know no time zone %q. Pick one that is suggested, or type a name like Europe/Berlin or an offset like +05:30."

const wordBadQuiet = "⚠️ %q are no quiet hours. Write when they begin and end, like 22:00-07:00, or off."

const wordBadChoice = "⚠️ %q is none of the choices of `%s`: %s."

const wordZoneNow = "%s, now %s"

const wordQuietNow = "%s in your time zone"

const wordSettings = "**Your settings**\n• Language: %s\n• Boards: %s\n• Time zone: %s\n• Quiet hours: %s\n• You are called: %s\n-# `/settings` with an option changes it. `default` takes a choice back."

const wordSetupAbout = "How the bot is on this server; for those who manage it"

const wordSetChannel = "The one channel where challenges are made; its threads are the matches"

const wordSetRole = "Who may judge disputes; players of a match never judge it"

const wordSetModes = "Which modes of secrecy may be played here"

const wordSetClock = "The clock of a challenge that names none"

const wordSetLanguage = "The language of public messages here"

const wordSetTheme = "How public boards look here"

const wordSetAnnounce = "Where I tell the results of matches"

const wordSetClear = "Take a choice back"

const wordSetupGuild = "`/setup` is about a server: use it in one of the server's channels."

const wordSetupRights = "`/setup` is for those who may manage this server (the permission Manage Server)."

const wordAll = "all"

const wordAnyChannel = "every channel"

const wordNobody = "nobody"

const wordNowhere = "nowhere"

const wordServer = "**This server**\n• Matches in: %s\n• Moderators: %s\n• Secrecy allowed: %s\n• Clock, unless the challenge names one: %s\n• Language of public messages: %s\n• Public boards: %s\n• Results are told in: %s\n-# `/setup` with an option changes it; `clear` takes a choice back."

const wordPrivacyAbout = "What I keep about you"

const wordPrivacyShow = "What I keep about you, in short"

const wordPrivacyExport = "All that I keep about you, as a file for your eyes only"

const wordPrivacyDelete = "Remove what I keep about you"

const wordPrivacyKept = "**What I keep about you**\n• Your Discord id and display name in %d matches that are on and %d that are over, with all moves, and when and how news of them was delivered to you\n• %d open challenges\n• %d forces of yours\n• What you chose in `/settings`, the language of your Discord, which game you played last, and whether your direct messages are closed to me\nI read no messages, and keep nothing else. `/privacy export` gives you all of it as a file; `/privacy delete` removes it."

const wordPrivacyFile = "All that I keep about you. Of matches that are on it holds what you know, so do not pass it on while they are."

const wordPrivacyShort = "The file would be too large: of %d matches it leaves out what you were told. `/match log` has it for each."

const wordPrivacySure = "**Remove what I keep about you?** This cannot be taken back.\n• Your settings, forces and open challenges go.\n• Your %d matches that are over keep their moves, as they are your opponents' too, but under a name that says nothing. You can no longer reach them. What you wrote in disputes goes.\n• What I have posted in channels stays there; whoever runs the server can delete it. A server's ban stays with it."

const wordPrivacyLive = "• You are in %d matches that are on. They need both players, so they are **given up** first. If you would rather finish them, do that and come back."

const wordPrivacyDo = "Remove all"

const wordPrivacyConcede = "Give up %d matches and remove all"

const wordPrivacyLate = "That question is too old. `/privacy delete` asks again."

const wordPrivacyDone = "Done. Your settings, forces and challenges are gone, and in %d matches your seat has a name that says nothing. If you use me again, I begin to know you anew."

const wordServerEmpty = "Nothing is being played on this server. `/match challenge` starts something."

const wordServerLine = "• %s: %s%s"

const wordForceCode = "A share code that somebody gave you"

const wordForceCommand = "Build, keep and share your forces; for your eyes only"

const wordForceOpen = "One to begin with: a starter set, or one of yours"

const wordHelpCommand = "How this works"

const wordInboxAbout = "Every question that waits for you, in all your matches, the most urgent first"

const wordLearnCommand = "Learn to play by playing: a quarter of an hour against a scripted opponent, in private"

const wordListMine = "mine"

const wordListOpen = "open challenges"

const wordListServer = "server"

const wordListThat = "Your matches and the open challenges, or those of this server"

const wordListWhich = "mine: my matches and challenges; server: what is played here; open: challenges I can take up"

const wordOpenEmpty = "No challenge is open to you here. `/match challenge` makes one."

const (
	wordNoBuilder = "⚠️ %s has no builder of forces; a challenge offers those there are."
	wordNoLesson  = "⚠️ %s has no lesson yet; `/help` tells what it is about."
	wordSetGame   = "The game that is usual here"
	wordUsualGame = "• Game, unless the challenge names one: %s"
	wordHelpGame  = "Another game"
)
