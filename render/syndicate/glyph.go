package syndicate

import (
	"downsync/game/syndicate/cards"
	"downsync/render"
)

// The silhouettes of units: an Operator's is a head and shoulders that fill its disc; a Mercenary's is the sign of its role.
var (
	operator = silhouette("operator", stroke(0.27, 0, -0.36), outline(-0.72, 0.62, -0.6, 0.1, -0.24, -0.04, 0.24, -0.04, 0.6, 0.1, 0.72, 0.62),
		outline(0.3, -0.62, 0.5, -0.72, 0.5, -0.2, 0.3, -0.2))
	roles = map[string]*render.Glyph{
		"runner":   silhouette("runner", stroke(0.2, -0.5, -0.5, 0, 0, -0.5, 0.5), stroke(0.2, 0.05, -0.5, 0.55, 0, 0.05, 0.5)),
		"spotter":  silhouette("spotter", stroke(0.14, -0.66, 0, -0.3, -0.36, 0.3, -0.36, 0.66, 0, 0.3, 0.36, -0.3, 0.36, -0.66, 0), stroke(0.2, 0, 0)),
		"enforcer": silhouette("enforcer", outline(-0.56, -0.52, 0, -0.68, 0.56, -0.52, 0.46, 0.24, 0, 0.7, -0.46, 0.24)),
		"tech":     silhouette("tech", stroke(0.14, -0.4, -0.4, 0.4, -0.4, 0.4, 0.4, -0.4, 0.4, -0.4, -0.4), stroke(0.14, -0.66, 0, -0.4, 0), stroke(0.14, 0.4, 0, 0.66, 0), stroke(0.14, 0, -0.66, 0, -0.4), stroke(0.14, 0, 0.4, 0, 0.66), stroke(0.16, 0, 0)),
	}
	objects = map[string]*render.Glyph{
		"drone":   silhouette("drone", stroke(0.3, 0, 0), stroke(0.14, -0.6, -0.6, 0.6, 0.6), stroke(0.14, -0.6, 0.6, 0.6, -0.6)),
		"decoy":   {Name: "decoy", Hollow: true, Strokes: operator.Strokes[:2]},
		"beacon":  silhouette("beacon", stroke(0.2, 0, -0.3), stroke(0.18, 0, -0.2, 0, 0.6), stroke(0.12, -0.5, -0.6, -0.6, -0.3, -0.5, 0), stroke(0.12, 0.5, -0.6, 0.6, -0.3, 0.5, 0)),
		"barrier": silhouette("barrier", outline(-0.7, -0.3, 0.7, -0.3, 0.7, 0.3, -0.7, 0.3)),
		"smoke":   silhouette("smoke", stroke(0.34, -0.3, 0.1), stroke(0.34, 0.3, 0.1), stroke(0.34, 0, -0.24)),
		"mirage":  silhouette("mirage", stroke(0.14, -0.7, 0, -0.35, -0.3, 0, 0, 0.35, -0.3, 0.7, 0), stroke(0.14, -0.7, 0.4, -0.35, 0.1, 0, 0.4, 0.35, 0.1, 0.7, 0.4)),
	}
	// signs holds the signs of the types of cards.
	signs = map[string]*render.Glyph{
		cards.Movement: silhouette("movement", stroke(0.2, -0.8, 0, 0.6, 0), stroke(0.2, 0.15, -0.55, 0.72, 0, 0.15, 0.55)),
		cards.Maneuver: silhouette("maneuver", stroke(0.14, -0.6, 0, -0.42, -0.42, 0, -0.6, 0.42, -0.42, 0.6, 0, 0.42, 0.42, 0, 0.6, -0.42, 0.42, -0.6, 0),
			stroke(0.14, -0.95, 0, -0.35, 0), stroke(0.14, 0.35, 0, 0.95, 0), stroke(0.14, 0, -0.95, 0, -0.35), stroke(0.14, 0, 0.35, 0, 0.95)),
		cards.Utility: silhouette("utility", outline(-0.8, 0, -0.4, -0.7, 0.4, -0.7, 0.8, 0, 0.4, 0.7, -0.4, 0.7)),
		cards.Melee:   silhouette("melee", stroke(0.2, -0.75, -0.75, 0.6, 0.6), stroke(0.2, 0.75, -0.75, -0.6, 0.6), stroke(0.16, -0.8, 0.3, -0.3, 0.8), stroke(0.16, 0.8, 0.3, 0.3, 0.8)),
	}
)

// These make up silhouettes.
var silhouette, stroke, outline = render.Silhouette, render.Pen, render.Filled

// chips holds the signs of the statuses. Those that hinder have corners, the others are round.
var chips = map[string]render.Chip{
	"suppressed":  bad("S", render.Pink),
	"marked":      bad("M", render.Yellow),
	"disoriented": bad("D", render.Violet),
	"jammed":      bad("J", render.Grey),
	"immobilized": bad("I", render.White),
	"revealed":    bad("R", render.Yellow),
	"burning":     bad("B", render.Orange),
	"bleeding":    bad("L", render.Pink),
	"guarded":     good("G", render.White),
	"overwatch":   good("O", render.Violet),
	"hidden":      good("H", render.Grey),
	"focused":     good("F", render.Yellow),
	"shielded":    good("A", render.White),
}

func bad(mark string, ink render.Ink) render.Chip  { return chip(mark, ink, render.Square) }
func good(mark string, ink render.Ink) render.Chip { return chip(mark, ink, render.Round) }

func chip(mark string, ink render.Ink, shape render.Shape) render.Chip {
	return render.Chip{Mark: mark, Token: render.Token{Name: mark, Ink: ink, Shape: shape}}
}
