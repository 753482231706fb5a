package downsync

import (
	"testing"

	"downsync/game/plane"
)

// R25.3, Q11: the VIPs stand 12" from the lower right corner's two edges, as each side sees it.
func TestVIPs(t *testing.T) {
	if want := [2]plane.Point{{X: 36000, Y: 12000}, {X: 12000, Y: 36000}}; VIPs != want {
		t.Errorf("the VIPs stand at %v; expected %v", VIPs, want)
	}
}
