package bot

// What is said of replays.
const (
	wordReplay       = "A match as it went: the film of it, or a picture of any step"
	wordReplayStep   = "A picture of this step; while the match is on, of what you saw then"
	wordReplayView   = "What to show once the match is over; default: the film, or with a step all sides"
	wordViewFilm     = "film: the whole match as an animation, in its thread"
	wordViewSheet    = "sheet: the course of the match on one picture"
	wordNoStepNumber = "⚠️ A step is a whole number from 1."
	wordNoView       = "⚠️ There is no such view; pick one that is offered."
	wordNoStep       = "⚠️ There is no such step: expected 1 to %d."
	wordWhichStep    = "⚠️ Say which step: `/match replay step:1`, or leave `view` out for the film."
	wordStillOn      = "The film of a match can be seen when it is over, as it shows what both sides kept secret. Until then `/match replay step:1` shows what *you* saw at your first step, and so on."
	wordFilmButton   = "Film of the match"
	wordFilmAgain    = "Draw it again"
	wordFilmHere     = "The film of that match is in <#%s>. If its message is gone, it can be drawn again."
	wordFilmBegins   = "The film is being drawn; it comes into the match's thread in a moment. A picture of any step: `/match replay step:1`."
	wordFilmWaits    = "The film will be drawn after %d others and comes into the match's thread."
	wordFilmsFull    = "⚠️ Many films are being drawn just now. Please ask again in a few minutes."
	wordFilmDrawn    = "🎞️ The film of the match is being drawn…"
	wordFilmAt       = "🎞️ The film of the match is being drawn: step %d of %d…"
	wordFilmFailed   = "🎞️ The film of the match could not be drawn. The match itself is safe; please try again."
)
