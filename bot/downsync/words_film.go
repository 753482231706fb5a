package downsync

// What is said of the past of a match.
const (
	wordStillAll      = "all: the truth, and what each side saw"
	wordStillTruth    = "truth: as it was"
	wordStillA        = "A: as side A saw it"
	wordStillB        = "B: as side B saw it"
	wordThen          = "**Step %d** of what you saw: Round %d, Turn %d, <t:%d:f>"
	wordStill         = "**Step %d of %d**: Round %d, Turn %d"
	wordStillSetUp    = "**Step %d of %d**: set-up"
	wordFilm          = "🎞️ **The match as it went**, in %d steps: above as it was, below what each side saw. `/match replay step:1` shows any step large."
	wordFilmAlt       = "An animation of the whole match in %d steps over %d Rounds: the whole truth above, what side A and side B saw below."
	wordFinalSheet    = "What became of both forces, and how the points stood at the end."
	wordSheet         = "The course of the match, by the number of the step (%d in all): Round and Victory Points above each."
	wordShortAttack   = "%s fires at %s: %d against %d, %s."
	wordShortScan     = "%s scans %s: %d against %d, %s."
	wordShortPriority = "Priority of %s: %d."
)
