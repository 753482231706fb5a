package rival

import "downsync/game"

// Strengths and Styles list all of them, in order.
var (
	Strengths = []Strength{Recruit, Regular, Veteran}
	Styles    = []Style{Bold, Careful, Cunning}
)

var (
	strengthWords = map[Strength]game.Text{Recruit: "recruit", Regular: "regular", Veteran: "veteran"}
	styleWords    = map[Style]game.Text{Bold: "bold", Careful: "careful", Cunning: "cunning"}
	strengthLines = map[Strength]game.Text{
		Recruit: "recruit: a beginner, who overlooks much; for your first matches",
		Regular: "regular: plays soundly; once you know the rules",
		Veteran: "veteran: the strongest, who misses little",
	}
	styleLines = map[Style]game.Text{
		Bold:    "bold: goes forward and takes risks",
		Careful: "careful: keeps out of harm and guards what it has",
		Cunning: "cunning: finds out what you hide, and lies in wait",
	}
)

// Word names the strength.
func (s Strength) Word() game.Text { return strengthWords[s] }

// Line explains the strength in a line, next to the choice. It holds for every game.
func (s Strength) Line() game.Text { return strengthLines[s] }

// Word names the style.
func (s Style) Word() game.Text { return styleWords[s] }

// Line explains the style in a line, next to the choice. It holds for every game.
func (s Style) Line() game.Text { return styleLines[s] }
