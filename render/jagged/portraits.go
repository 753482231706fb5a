package jagged

import (
	"downsync/render"
	"downsync/render/portrait"
)

// portraits holds the portrait of each unit: its legs or running gear, its body, its head and its weapon.
var portraits = map[string]*render.Portrait{
	"colonist-rifleman":        portrait.Of("Colonist Rifleman", portrait.Pack, portrait.Standing, portrait.Vest, portrait.Helmet, portrait.Rifle),
	"combat-engineer":          portrait.Of("Combat Engineer", portrait.Radio, portrait.Kneeling, portrait.Vest, portrait.Goggles, portrait.Tool),
	"heavy-android":            portrait.Of("Heavy Android", portrait.Braced, portrait.Frame, portrait.Boxed, portrait.ArmGun),
	"support-mech":             portrait.Of("Support Mech", portrait.Strut, portrait.Hulk, portrait.Fist),
	"assault-exo-suit":         portrait.Of("Assault Exo-Suit", portrait.Striding, portrait.Plates, portrait.Visor, portrait.Blade),
	"command-officer":          portrait.Of("Command Officer", portrait.Banner, portrait.Standing, portrait.Coat, portrait.Cap, portrait.Saber),
	"walker-turret":            portrait.Of("Walker Turret", portrait.Tripod, portrait.Barrels),
	"human-shock-specialist":   portrait.Of("Human Shock Specialist", portrait.Bolts, portrait.Striding, portrait.Vest, portrait.Antenna, portrait.ShockRod),
	"rootblade-initiate":       portrait.Of("Rootblade Initiate", portrait.Striding, portrait.Sash, portrait.Hood, portrait.Blades),
	"bloodroot-stalker":        portrait.Of("Bloodroot Stalker", portrait.Thorns, portrait.Kneeling, portrait.Slim, portrait.Mask, portrait.Carbine),
	"crystal-sniper":           portrait.Of("Crystal Sniper", portrait.Kneeling, portrait.Cape, portrait.Slim, portrait.Crest, portrait.LongGun),
	"dino-raptor":              portrait.Of("Dino-Raptor", portrait.Talons, portrait.Raptor),
	"tree-warden":              portrait.Of("Tree Warden", portrait.Boughs, portrait.Trunk, portrait.Leaves),
	"elder-seer-commander":     portrait.Of("Elder Seer Commander", portrait.Robe, portrait.Slim, portrait.Antlers, portrait.Staff),
	"sand-golem":               portrait.Of("Sand Golem", portrait.Pillar, portrait.Fists, portrait.Boulder, portrait.Faceless),
	"martian-warp-specialist":  portrait.Of("Martian Warp Specialist", portrait.Swirl, portrait.Robe, portrait.Sash, portrait.Mask, portrait.Gem),
	"martian-shock-specialist": portrait.Of("Martian Shock Specialist", portrait.Bolts, portrait.Braced, portrait.Slim, portrait.Crest, portrait.Staff),
}

// Portrait returns the portrait of a unit.
func Portrait(unit string) *render.Portrait { return portraits[unit] }
