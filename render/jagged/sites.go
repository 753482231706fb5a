package jagged

import "downsync/render"

// sites holds the look of each named board's ground. Landmarks have no twins on the other half, so that they tell the halves apart.
var sites = map[string]render.Site{
	"crystal-forest":    site(render.Dusk, render.At(render.Crater, 41, 24, 4.8, 0), render.Along(render.Riverbed, 0.9, 0, 37, 9, 38.5, 17, 44, 25, 42.5, 30, 48)),
	"reactor-corridors": site(render.Ash, render.At(render.Silo, 15.5, 40.5, 5, 22), render.Along(render.Pipe, 0.55, 0, 5.4, 21.5, 5.4, 21.5, 0)),
	"spire-yard":        site(render.Rust, render.At(render.Pad, 8.5, 41.5, 5, 0), render.At(render.Crane, 10, 14.5, 5, 30)),
}

// site returns the look of a ground with that tone and those landmarks.
func site(tone render.Tone, landmarks ...render.Landmark) render.Site {
	return render.Site{Tone: tone, Landmarks: landmarks}
}
