package downsync

import (
	"strings"
	"testing"

	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// R1.1: two players, with vehicles and infantry.
func TestR1_1(t *testing.T) {
	if c := (ours).Card(); c.MinSeats != 2 || c.MaxSeats != 2 {
		t.Errorf("%d to %d players", c.MinSeats, c.MaxSeats)
	}
	kinds := map[string]int{}
	for _, u := range cards.Printed().All() {
		kinds[u.Category()]++
	}
	if len(kinds) != 2 || kinds["vehicle"] == 0 || kinds["infantry"] == 0 {
		t.Errorf("Units: %v", kinds)
	}
}

// times lists the slug n times.
func times(n int, slug string) []string {
	return strings.Fields(strings.Repeat(slug+" ", n))
}

// checkLimits tries forces of one Signature at the limit and one over it.
func checkLimits(t *testing.T, size string, limits map[string]int) {
	t.Helper()
	c := Defaults()
	c.Size = size
	var full []string
	for slug, most := range limits {
		if err := c.CheckForce(times(most, slug)); err != nil {
			t.Errorf("%s: %d %s: %v", size, most, slug, err)
		}
		err := c.CheckForce(times(most+1, slug))
		if err == nil || !strings.Contains(err.Error(), "R4") {
			t.Errorf("%s: %d %s: %v", size, most+1, slug, err)
		}
		full = append(full, times(most, slug)...)
	}
	if err := c.CheckForce(full); err != nil {
		t.Errorf("%s: all slots filled: %v", size, err)
	}
}

// R4.1: a limit for each Signature, whatever the Units; fewer is allowed, none at all is not.
func TestR4_1(t *testing.T) {
	c := Defaults()
	for _, ok := range [][]string{{"samson"}, {"harbinger", "vector-squad"}, {"harbinger", "harbinger", "courier", "crusader", "goliath-squad", "mandible"}} {
		if err := c.CheckForce(ok); err != nil {
			t.Errorf("%v: %v", ok, err)
		}
	}
	for _, bad := range [][]string{nil, {"harbinger", "vector-squad", "seeker-team"}, {"samson", "mandible"}} {
		if c.CheckForce(bad) == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

// R4.2: a Small game has 2 Small, 3 Medium, 1 Large and Capacity 5.
func TestR4_2(t *testing.T) {
	checkLimits(t, Small, map[string]int{"harbinger": 2, "courier": 3, "samson": 1})
	if c := (Config{Size: Small}); c.Capacity() != 5 {
		t.Errorf("Capacity %d", c.Capacity())
	}
}

// R4.3: a Standard game has 4 Small, 5 Medium, 2 Large and Capacity 7.
func TestR4_3(t *testing.T) {
	checkLimits(t, Standard, map[string]int{"harbinger": 4, "courier": 5, "samson": 2})
	if c := (Config{Size: Standard}); c.Capacity() != 7 {
		t.Errorf("Capacity %d", c.Capacity())
	}
}

// R11.7: 1" to 6" high; a larger house is sections, which may share walls.
func TestR11_7(t *testing.T) {
	house := func(x, height plane.Inch) plane.Building {
		return plane.Building{Height: height, Room: 6, Shape: plane.Polygon{{X: x, Y: 20000}, {X: x + 3500, Y: 20000}, {X: x + 3500, Y: 25000}, {X: x, Y: 25000}}}
	}
	for _, c := range []struct {
		houses []plane.Building
		ok     bool
	}{
		{[]plane.Building{house(20000, 999)}, false},
		{[]plane.Building{house(20000, 1000)}, true},
		{[]plane.Building{house(20000, 6000)}, true},
		{[]plane.Building{house(20000, 6001)}, false},
		{[]plane.Building{house(20000, 2000), house(23500, 4000)}, true},
		{[]plane.Building{house(20000, 2000), house(23400, 4000)}, false},
	} {
		conf := Defaults()
		conf.Forces = [2][]string{{"samson"}, {"samson"}}
		conf.Terrain = &Terrain{Buildings: c.houses}
		if err := conf.Check(); (err == nil) != c.ok {
			t.Errorf("%v: %v", c.houses, err)
		}
	}
}

// R12.2: the printed stats are in the ranges that the rulebook calls typical; the DEF of the Mandible is the exception.
func TestR12_2(t *testing.T) {
	within := func(n, lo, hi int) bool { return lo <= n && n <= hi }
	for _, u := range cards.Printed().All() {
		switch {
		case !within(u.Spd, cards.PingSpd, 8):
			t.Errorf("%s: SPD %d", u.Slug, u.Spd)
		case u.Scan != nil && !within(*u.Scan, 5, 8):
			t.Errorf("%s: SCAN %d", u.Slug, *u.Scan)
		case !within(u.Targ, 5, 8):
			t.Errorf("%s: TARG %d", u.Slug, u.Targ)
		case !within(u.Def, 12, 14) && u.Slug != "mandible":
			t.Errorf("%s: DEF %d", u.Slug, u.Def)
		case !within(u.CMStat(), 0, 3):
			t.Errorf("%s: CM %d", u.Slug, u.CMStat())
		}
	}
}

// R14.4: no Unit is slower than a Ping.
func TestR14_4(t *testing.T) {
	for _, u := range cards.Printed().All() {
		if u.Spd < cards.PingSpd {
			t.Errorf("%s: SPD %d", u.Slug, u.Spd)
		}
	}
}

// A match keeps the version of the cards with which it began. With another version it cannot be played on as if nothing were
// different.
func TestCardsVersion(t *testing.T) {
	c := Defaults()
	c.Forces = [2][]string{{"virago"}, {"virago"}}
	if c.Printed != cards.Version || c.Check() != nil {
		t.Errorf("a new match has the cards %q: %v", c.Printed, c.Check())
	}
	c.Printed = "B9"
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), `printed cards "B9": expected B3.3`) {
		t.Errorf("cards of another version: %v", err)
	}
	c.Printed = ""
	if err := c.Check(); err != nil {
		t.Errorf("a match older than the choice: %v", err)
	}
}
