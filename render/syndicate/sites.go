package syndicate

import "downsync/render"

// sites holds the look of each named battlefield's ground. Most spaces hold something, so landmarks are large and show between.
var sites = map[string]render.Site{
	"coolant-works": site(render.Moss, render.Along(render.Pipe, 0.2, 0, 11.6, 4.4, 11.6, 4.4, 0), render.At(render.Silo, 9.2, 4.8, 2.2, 20)),
	"district-nine": site(render.Ash, render.Along(render.Rails, 0.34, 0, 0.6, 23.4, 0.6, 23.4, 24), render.At(render.Fountain, 8.4, 19.6, 2.4, 0)),
	"mast-yard":     site(render.Rust, render.At(render.Guys, 6, 6, 5.6, 0), render.Along(render.Ruts, 0.4, 7.4, 12, 7.6, 8.6, 12, 4.4)),
	"plain":         site(render.Slate, render.At(render.Stones, 3.4, 4.4, 1.4, 0), render.At(render.Crater, 8.6, 8.6, 1.4, 0)),
	"relay-court":   site(render.Marsh, render.At(render.Rings, 6, 6, 5, 0), render.Along(render.Riverbed, 0.3, 0, 0.5, 3, 0.6, 6, 0.4, 12, 0.5)),
}

// site returns the look of a ground with that tone and those landmarks.
func site(tone render.Tone, landmarks ...render.Landmark) render.Site {
	return render.Site{Tone: tone, Landmarks: landmarks}
}
