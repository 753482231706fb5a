package downsync

import (
	"downsync/game/downsync/cards"
	"downsync/render"
	"downsync/render/portrait"
)

// portraits holds the portrait of each printed Unit: its running gear or legs, its hull or body, its head and its weapon.
var portraits = map[string]*render.Portrait{
	"widow-scout":              portrait.Of("Widow Scout", portrait.Crawl, portrait.Wedge, portrait.Bay, portrait.MG),
	"sentinel-tagger":          portrait.Of("Sentinel: Tagger", portrait.Wheels, portrait.Wedge, portrait.Cupola, portrait.Tagger),
	"sentinel-hunter":          portrait.Of("Sentinel: Hunter", portrait.Wheels, portrait.Low, portrait.Fusion, portrait.Mast),
	"spider-drone-infiltrator": portrait.Of("Spider Drone: Infiltrator", portrait.Scurry, portrait.Dart, portrait.Sting),
	"spider-drone-soldier":     portrait.Of("Spider Drone: Soldier", portrait.Scurry, portrait.Shell, portrait.Pincers),
	"virago":                   portrait.Of("Virago", portrait.Strut, portrait.Cannon, portrait.Cockpit),
	"gsv-aurora":               portrait.Of("GSV: Aurora", portrait.Trucks, portrait.Van, portrait.Radar, portrait.MG),
	"gsv-phantom":              portrait.Of("GSV: Phantom", portrait.Trucks, portrait.Slab, portrait.Domes, portrait.TwinGun),
	"guardian-destroyer":       portrait.Of("Guardian: Destroyer", portrait.Pillar, portrait.SideArms, portrait.Hulk),
	"guardian-marksman":        portrait.Of("Guardian: Marksman", portrait.Pillar, portrait.Angular, portrait.Railgun),
	"vector-squad":             portrait.Of("Vector Squad", portrait.Striding, portrait.Charges, portrait.Vest, portrait.Helmet, portrait.Rifle),
	"seeker-team":              portrait.Of("Seeker Team", portrait.Radio, portrait.Kneeling, portrait.Slim, portrait.Hood, portrait.LongGun),
	"goliath-squad":            portrait.Of("Goliath Squad", portrait.Braced, portrait.Plates, portrait.Visor, portrait.Drum),
	"courier":                  portrait.Of("Courier", portrait.Wheels, portrait.MG, portrait.Hold),
	"harbinger":                portrait.Of("Harbinger", portrait.Trucks, portrait.Buggy, portrait.Mast, portrait.Auto),
	"crusader":                 portrait.Of("Crusader", portrait.Tracks, portrait.Low, portrait.Cannon, portrait.Cupola),
	"mandible":                 portrait.Of("Mandible", portrait.Tracks, portrait.Howitzer),
	"samson":                   portrait.Of("Samson", portrait.Treads, portrait.Slab, portrait.HeavyGun, portrait.Turret),
}

// PortraitOf returns the portrait of a Unit; of a server's own Unit its silhouette.
func PortraitOf(u *cards.Unit) *render.Portrait {
	if p := portraits[u.Slug]; p != nil {
		return p
	}
	return render.PortraitOf(glyph(u))
}
