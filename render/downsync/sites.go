package downsync

import "downsync/render"

// sites holds the look of each named board's ground. Landmarks have no twins on the other half, so that they tell the halves apart.
var sites = map[string]render.Site{
	"cutters-ridge":     site(render.Rust, render.At(render.Quarry, 14.5, 5, 4.4, 10), render.At(render.Crane, 33.5, 43.2, 4.4, 20)),
	"foundry-nine":      site(render.Ash, render.Along(render.Rails, 0.8, 0, 9.4, 48, 8.8), render.At(render.Silo, 38, 42.6, 4.6, 20)),
	"harrow-down":       site(render.Moss, render.At(render.Turbine, 42.5, 41.2, 4.8, 15), render.At(render.Stones, 6, 6.5, 4.4, 0)),
	"long-acre":         site(render.Heather, render.At(render.Furrows, 5.2, 6, 4.6, 12), render.At(render.Pond, 43, 42, 4.6, 0)),
	"plain":             site(render.Slate, render.Along(render.Ruts, 1, 0, 15, 14, 18.5, 30, 17, 48, 21), render.At(render.Crater, 33, 33, 5, 0)),
	"relay-seven":       site(render.Pine, render.At(render.Dish, 37, 42, 5, 30), render.At(render.Pad, 11, 6, 4.8, 15)),
	"saint-orens-abbey": site(render.Dusk, render.At(render.Rings, 5.6, 5.6, 5, 0), render.At(render.Graves, 42.5, 42.5, 4.6, 8)),
	"saltmarket":        site(render.Ochre, render.At(render.Fountain, 42.5, 10.8, 3.6, 0), render.At(render.Pans, 5.4, 37, 3.8, 0)),
	"twinbridge":        site(render.Marsh, render.At(render.Wheel, 44, 42.4, 3.6, 0), render.At(render.Boat, 4.4, 4.6, 4, 35)),
	"wolds-edge":        site(render.Cobalt, render.At(render.Logs, 42.5, 42.5, 4.4, 20), render.Along(render.Riverbed, 0.9, 0, 23.5, 8, 24.6, 13.4, 24, 17, 29.6, 15.4, 34, 18.6, 37, 20, 48)),
}

// site returns the look of a ground with that tone and those landmarks.
func site(tone render.Tone, landmarks ...render.Landmark) render.Site {
	return render.Site{Tone: tone, Landmarks: landmarks}
}
