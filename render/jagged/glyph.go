package jagged

import "downsync/render"

var silhouette, pen, filled = render.Silhouette, render.Pen, render.Filled

// Silhouettes holds the silhouettes of models, from the front or from the side, in a few shapes that differ even when they are 12
// px wide.
var Silhouettes = map[Kind]*render.Glyph{
	Infantry: silhouette("infantry", pen(0.22, 0, -0.42), filled(-0.46, 0.56, -0.38, 0, -0.16, -0.12, 0.16, -0.12, 0.38, 0, 0.46, 0.56)),
	Commander: silhouette("commander", pen(0.22, -0.2, -0.36), filled(-0.66, 0.62, -0.58, 0.06, -0.36, -0.06, -0.04, -0.06, 0.18, 0.06, 0.26, 0.62),
		pen(0.12, 0.46, 0.66, 0.46, -0.7), filled(0.46, -0.76, 0.92, -0.54, 0.46, -0.3)),
	Specialist: silhouette("specialist", pen(0.22, -0.22, -0.3), filled(-0.68, 0.64, -0.6, 0.12, -0.38, 0, -0.06, 0, 0.16, 0.12, 0.24, 0.64),
		filled(0.5, -0.76, 0.64, -0.36, 0.94, -0.2, 0.64, -0.04, 0.5, 0.36, 0.36, -0.04, 0.06, -0.2, 0.36, -0.36)),
	Android: silhouette("android", filled(-0.2, -0.76, 0.2, -0.76, 0.2, -0.46, -0.2, -0.46), filled(-0.7, -0.38, 0.7, -0.38, 0.4, 0.16, -0.4, 0.16),
		pen(0.2, -0.24, 0.2, -0.3, 0.68), pen(0.2, 0.24, 0.2, 0.3, 0.68)),
	ExoSuit: silhouette("exo-suit", pen(0.15, 0, -0.66), pen(0.3, -0.48, -0.34), pen(0.3, 0.48, -0.34), filled(-0.4, -0.42, 0.4, -0.42, 0.26, 0.2, -0.26, 0.2),
		pen(0.2, -0.64, -0.2, -0.72, 0.34), pen(0.2, 0.64, -0.2, 0.72, 0.34), pen(0.22, -0.18, 0.2, -0.34, 0.74), pen(0.22, 0.18, 0.2, 0.34, 0.74)),
	Mech: silhouette("mech", filled(-0.34, -0.66, 0.34, -0.66, 0.26, -0.02, -0.26, -0.02), pen(0.17, -0.17, -0.02, -0.42, 0.32, -0.28, 0.7),
		pen(0.17, 0.17, -0.02, 0.42, 0.32, 0.28, 0.7), pen(0.15, -0.54, -0.5, -0.54, 0.02), pen(0.15, 0.54, -0.5, 0.54, 0.02)),
	Turret: silhouette("turret", filled(-0.6, -0.5, 0.16, -0.5, 0.26, 0.06, -0.6, 0.06), pen(0.13, 0.1, -0.38, 0.86, -0.38), pen(0.13, 0.1, -0.08, 0.86, -0.08),
		pen(0.16, -0.2, 0.04, -0.62, 0.7), pen(0.16, -0.16, 0.04, 0.28, 0.7)),
	Beast: silhouette("beast", pen(0.34, -0.22, -0.06, 0.16, -0.12), pen(0.16, -0.92, -0.4, -0.62, -0.12, -0.2, -0.04), pen(0.22, 0.14, -0.14, 0.44, -0.5),
		filled(0.3, -0.72, 0.6, -0.78, 0.96, -0.5, 0.6, -0.36, 0.34, -0.38), pen(0.18, -0.16, 0.02, -0.3, 0.36, -0.06, 0.72), pen(0.18, 0.16, 0.02, 0.14, 0.38, 0.4, 0.72),
		pen(0.11, 0.34, -0.16, 0.56, 0.06)),
	Warden: silhouette("warden", pen(0.32, 0, -0.5), pen(0.26, -0.4, -0.34), pen(0.26, 0.4, -0.34), pen(0.28, 0, -0.3, 0, 0.4), pen(0.15, -0.06, 0.1, -0.6, 0.02, -0.72, 0.3),
		pen(0.15, 0.06, 0.1, 0.6, 0.02, 0.72, 0.3), pen(0.17, -0.04, 0.36, -0.36, 0.74), pen(0.17, 0.04, 0.36, 0.36, 0.74)),
	Construct: silhouette("construct", filled(-0.24, -0.8, 0.24, -0.8, 0.3, -0.5, -0.3, -0.5), filled(-0.78, -0.46, 0.78, -0.46, 0.5, 0.16, -0.5, 0.16),
		filled(-0.94, -0.2, -0.58, -0.2, -0.56, 0.42, -0.94, 0.42), filled(0.94, -0.2, 0.58, -0.2, 0.56, 0.42, 0.94, 0.42),
		filled(-0.46, 0.22, -0.08, 0.22, -0.08, 0.76, -0.54, 0.76), filled(0.46, 0.22, 0.08, 0.22, 0.08, 0.76, 0.54, 0.76)),
}

// wounds shows the Wounds left of a model that has lost some.
var wounds = render.Token{Name: "wounds", Ink: render.Pink, Shape: render.Hexagon}

// chips holds the signs of the states. Those that hinder have corners, the others are round.
var chips = map[State]render.Chip{
	Engaged:   bad("E", render.Orange),
	Sprinted:  good("S", render.White),
	Jammed:    bad("J", render.Grey),
	Disarmed:  bad("D", render.Grey),
	Stopped:   bad("X", render.Grey),
	Harder:    bad("+", render.Violet),
	Easier:    good("−", render.Yellow),
	Exposed:   bad("V", render.Pink),
	Slowed:    bad("M", render.White),
	Retreated: good("R", render.Grey),
}

func bad(mark string, ink render.Ink) render.Chip  { return chip(mark, ink, render.Square) }
func good(mark string, ink render.Ink) render.Chip { return chip(mark, ink, render.Round) }

func chip(mark string, ink render.Ink, shape render.Shape) render.Chip {
	return render.Chip{Mark: mark, Token: render.Token{Name: mark, Ink: ink, Shape: shape}}
}
