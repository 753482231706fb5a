package syndicate

import (
	"downsync/render"
	"downsync/render/portrait"
)

// portraits holds the portrait of each printed Operator and Mercenary: legs, body, head and weapon.
var portraits = map[string]*render.Portrait{
	"razor":    portrait.Of("Razor", portrait.Striding, portrait.Coat, portrait.Mohawk, portrait.Blades),
	"lens":     portrait.Of("Lens", portrait.Standing, portrait.Coat, portrait.Goggles, portrait.LongGun),
	"glitch":   portrait.Of("Glitch", portrait.Waves, portrait.Standing, portrait.Sash, portrait.Hood, portrait.Slate),
	"velocity": portrait.Of("Velocity", portrait.Speed, portrait.Striding, portrait.Slim, portrait.Visor, portrait.Pistols),
	"rampart":  portrait.Of("Rampart", portrait.Braced, portrait.Plates, portrait.Helmet, portrait.Shield),
	"slip":     portrait.Of("Slip", portrait.Scarf, portrait.Striding, portrait.Slim, portrait.Bare, portrait.Carbine),
	"trace":    portrait.Of("Trace", portrait.Radio, portrait.Standing, portrait.Slim, portrait.Cap, portrait.Scoped),
	"brick":    portrait.Of("Brick", portrait.Braced, portrait.Vest, portrait.Bare, portrait.Shotgun),
	"rex":      portrait.Of("Rex", portrait.Flyer, portrait.Kneeling, portrait.Vest, portrait.Antenna, portrait.Carbine),
	"glyph":    portrait.Of("Glyph", portrait.Robe, portrait.Sash, portrait.Mask, portrait.Pistol),
	"line":     portrait.Of("Line", portrait.Cape, portrait.Kneeling, portrait.Slim, portrait.Goggles, portrait.Scoped),
	"wall":     portrait.Of("Wall", portrait.Standing, portrait.Plates, portrait.Boxed, portrait.Baton),
	"havoc":    portrait.Of("Havoc", portrait.Pack, portrait.Braced, portrait.Plates, portrait.Crest, portrait.Drum),
	"ping":     portrait.Of("Ping", portrait.Mounted, portrait.Waves, portrait.Slim, portrait.Antenna, portrait.Pistol),
	"scrap":    portrait.Of("Scrap", portrait.Pack, portrait.Standing, portrait.Vest, portrait.Goggles, portrait.ShockRod),
}

// Portrait returns the portrait of an Operator or a Mercenary; of one that a server made, the silhouette of an Operator.
func Portrait(id string) *render.Portrait {
	if p := portraits[id]; p != nil {
		return p
	}
	return render.PortraitOf(operator)
}
