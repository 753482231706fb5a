package downsync

import "downsync/render"

// The silhouettes show Units from the side, in a few shapes that differ even when they are 12 px wide; one sign is for a contact of
// unknown kind.
var (
	contact = &render.Glyph{Name: "contact", Hollow: true}
	wheeled = silhouette("wheeled", outline(-0.68, 0.16, -0.42, -0.22, 0.26, -0.28, 0.66, 0.16), stroke(0.23, -0.38, 0.32), stroke(0.23, 0.38, 0.32))
	walker  = silhouette("walker", outline(-0.34, -0.66, 0.34, -0.66, 0.26, -0.02, -0.26, -0.02), stroke(0.17, -0.17, -0.02, -0.42, 0.32, -0.28, 0.7),
		stroke(0.17, 0.17, -0.02, 0.42, 0.32, 0.28, 0.7), stroke(0.15, -0.54, -0.5, -0.54, 0.02), stroke(0.15, 0.54, -0.5, 0.54, 0.02))
	support = silhouette("support", outline(-0.72, 0.18, 0.72, 0.18, 0.46, 0.52, -0.46, 0.52), stroke(0.12, 0, 0.2, 0, -0.2),
		outline(-0.5, -0.62, -0.36, -0.3, 0, -0.14, 0.36, -0.3, 0.5, -0.62, 0, -0.42))
	tank = silhouette("tank", outline(-0.74, 0.12, 0.74, 0.12, 0.54, 0.52, -0.54, 0.52), outline(-0.36, 0.04, -0.28, -0.34, 0.16, -0.34, 0.26, 0.04),
		stroke(0.15, 0.1, -0.16, 0.84, -0.26))
	transport = silhouette("transport", outline(-0.7, -0.42, 0.4, -0.42, 0.7, -0.06, 0.7, 0.2, -0.7, 0.2), stroke(0.17, -0.46, 0.36),
		stroke(0.17, 0, 0.36), stroke(0.17, 0.46, 0.36))
	artillery = silhouette("artillery", stroke(0.28, -0.06, 0.28), stroke(0.2, -0.24, 0.18, 0.62, -0.62), stroke(0.15, -0.06, 0.3, -0.74, 0.54))
	infantry  = silhouette("infantry", stroke(0.22, 0, -0.42), outline(-0.46, 0.56, -0.38, 0, -0.16, -0.12, 0.16, -0.12, 0.38, 0, 0.46, 0.56))
	drone     = &render.Glyph{Name: "drone", Legs: true, Strokes: []render.Stroke{stroke(0.32, 0, 0), stroke(0.12, -0.62, -0.5, 0, 0, 0.62, -0.5),
		stroke(0.12, -0.76, 0.08, 0.76, 0.08), stroke(0.12, -0.56, 0.58, 0, 0, 0.56, 0.58)}}
)

// These make up silhouettes.
var silhouette, stroke, outline = render.Silhouette, render.Pen, render.Filled

// The tokens of the game. Countermeasures are round, hardened ones have six corners, dice have four.
var (
	cmToken       = render.Token{Name: "cm", Ink: render.White, Close: true}
	hardenedToken = render.Token{Name: "hardened", Ink: render.Yellow, Shape: render.Hexagon, Close: true}
	dieToken      = render.Token{Name: "mark", Ink: render.Pink, Shape: render.Square}
	overwatch     = render.Token{Name: "overwatch", Ink: render.Violet}
	stealth       = render.Token{Name: "stealth", Ink: render.Grey}
	stun          = render.Token{Name: "stun", Ink: render.Orange}
)
