package downsync

// Words of building forces.
const (
	wordNoCode      = "that is no share code: expected one like DS-1091Y-EG64G-VSE9B-E2G72-Z1KSR-3STRN-BSH9H-3, as Share gives it"
	wordBadCode     = "there is a slip in that share code: its characters do not fit together. Copy it whole"
	wordNewerCode   = "that share code is of a newer version than I know"
	wordForeignCode = "that share code has a card that is not known here; it may be another server's own"
	wordEmptyCode   = "that share code is of an empty force: expected at least one Unit"
	wordOtherSize   = "that force is for a %s game; this one is %s"

	wordListHead    = "%s · %s game · rules %s"
	wordNoFaction   = "No faction yet"
	wordCounted     = "%d of %d %s"
	wordNoUnits     = "No Units yet. Choose a faction, then add Units; each has its Signature, and the game's size says how many of each there may be."
	wordListUnit    = "• %s (%s): %s"
	wordListFree    = "  with it comes %s, free"
	wordListGood    = "✔️ This force can be played."
	wordListShort   = "✔️ This force can be played. There is room for %d more."
	wordListBad     = "⚠️ Not yet to be played: %s."
	wordPickSize    = "Size of the game and edition"
	wordSizeOption  = "%s game, rules %s"
	wordPickFaction = "Faction"
	wordFactionNote = "%d cards"
	wordPickAdd     = "Add a Unit"
	wordPickDrop    = "Take a Unit out"
	wordPickCard    = "Read a card"
	wordNoRoomFor   = "no room: %s"
	wordInForce     = "%d in the force"
	wordMoreCards   = "-# Not every card fits in a list of %d; the others can be typed."
	wordForceSum    = "%s, %s: %s"
	wordEmptySum    = "empty"
)
