package jagged_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"downsync/game/jagged/campaign"
	"downsync/game/jagged/cards"
	"downsync/render"
	draw "downsync/render/jagged"
	"downsync/render/rendertest"
)

// midwar returns a raid in which both sides have taken something, and the last battle's penalty is pending.
func midwar(t *testing.T) campaign.Campaign {
	t.Helper()
	c, err := campaign.Replay(campaign.Setup{Form: campaign.Short, First: cards.Humans}, []campaign.Battle{{Position: "martian-crystalline-nursery", Won: true},
		{Position: "human-defense-armorium"}, {Position: "martian-bloodroot-hatchery"}, {Position: "human-field-medical-station", Won: true}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The map equals the stored one, in every theme.
func TestWarLooksAsItDid(t *testing.T) {
	for _, theme := range render.Themes {
		p, err := draw.Look{Reader: render.Reader{Theme: theme}}.War(midwar(t))
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix("war-"+string(theme), "-")
		rendertest.Keep(t, name, p.PNG)
		rendertest.LooksAsItDid(t, name, p.PNG, *update)
	}
}

// The map's description names every Position, and the meaning of its colours.
func TestWarInWords(t *testing.T) {
	c := midwar(t)
	alt := draw.Look{}.WarAlt(c)
	for _, p := range cards.Positions() {
		if !strings.Contains(alt, p.Name) {
			t.Errorf("%s is not in %q", p.Name, alt)
		}
	}
	for _, words := range []string{"Open to attack: Hydroponic Reclamation Bay, Bloodroot Hatchery.", "Field Medical Station lost: ", "Lost: Outer Gate, Supply Depot, Civilian Hab Block, Field Medical Station."} {
		if !strings.Contains(alt, words) {
			t.Errorf("%q is not in %q", words, alt)
		}
	}
	if n := len([]rune(alt)); n > 1024 {
		t.Errorf("a description of %d characters", n)
	}
}

// Regions of the planet are neighbours if a road connects their Positions, or if they are the Gates, and no others are.
func TestNeighborsAreConnected(t *testing.T) {
	c := midwar(t)
	p := draw.Look{}.Planet(c)
	want := map[[2]string]bool{}
	pair := func(a, b string) [2]string {
		if a > b {
			a, b = b, a
		}
		return [2]string{a, b}
	}
	name := map[string]string{}
	for _, at := range cards.Positions() {
		name[at.ID] = at.Name
	}
	for _, at := range cards.Positions() {
		for _, to := range at.Roads {
			want[pair(at.Name, name[to])] = true
		}
	}
	want[pair("Outer Gate", "Outer Gate")] = true
	for _, n := range p.Neighbors() {
		key := pair(p.Belts[n.A[0]][n.A[1]].Name, p.Belts[n.B[0]][n.B[1]].Name)
		if !want[key] {
			t.Errorf("%q are neighbours without a road", key)
		}
		delete(want, key)
	}
	if len(want) > 0 {
		t.Errorf("these are connected and no neighbours: %v", want)
	}
}

// The maps of a new and of a finished campaign can be drawn.
func TestWarFromBeginningToEnd(t *testing.T) {
	for _, form := range []string{campaign.Raid, campaign.Short, campaign.Full} {
		c, err := campaign.New(campaign.Setup{Form: form, First: cards.Martians})
		if err != nil {
			t.Fatal(err)
		}
		for {
			p, err := draw.Look{}.War(c)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := png.DecodeConfig(bytes.NewReader(p.PNG)); err != nil {
				t.Fatal(err)
			}
			targets := c.Targets()
			if len(targets) == 0 {
				break
			}
			if c, err = c.Fought(campaign.Battle{Position: targets[len(targets)-1], Won: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
