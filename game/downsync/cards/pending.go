package cards

import "slices"

// pending is the one list of traits and special actions that the engine does not play yet. A card shows them with
// the words "not in play yet".
var pending = []string{
	"all-terrain", "ambush", "carrier", "mechanized", "packaged", "transport",
	"clustered", "fire-support", "infantry-network",
	"deploy-drones", "target-lock", "forward-observe", "unload", "load", "go-dark",
}

// Pending tells whether the engine does not play that trait or special action yet.
func Pending(id string) bool { return slices.Contains(pending, id) }
