package downsync_test

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"strings"
	"sync"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
	draw "downsync/render/downsync"
)

func num(n int) *int { return &n }

// crowded returns a mid-game view of seat 1 with everything on the board.
func crowded(viewer game.Viewer) rules.View {
	yes := true
	v := rules.View{Viewer: viewer, Round: 3, Turn: 9, Active: 1, Phase: rules.Activating, CPMax: 5, CP: rules.Both{3, 4}, VP: rules.Both{1, 2},
		Table: plane.Point{X: 48000, Y: 48000}, VIPs: rules.VIPs[:], Taskforce: []rules.Label{"A1", "A3"},
		Acting: &rules.Acting{Label: "A3"}, Identifying: []rules.Label{"B4"},
		Engagement: &rules.Engagement{Stage: "resolve", Participants: []rules.Participant{{Label: "A3", Die: 5}, {Label: "B6", Die: 4}}}}
	at := func(x, y, r float64, n int) rules.Base {
		return rules.Base{N: n, Point: plane.Point{X: plane.Inch(x * 1000), Y: plane.Inch(y * 1000)}, R: plane.Inch(r * 1000)}
	}
	add := func(l rules.Label, sig cards.Signature, unit string, bs ...rules.Base) *rules.Piece {
		p := rules.Piece{Label: l, Seat: l.Seat(), Kind: "ping", Sig: sig, Unit: unit, Bases: bs}
		if unit != "" {
			p.Kind = "unit"
		}
		v.Pieces = append(v.Pieces, p)
		return &v.Pieces[len(v.Pieces)-1]
	}
	add("A1", cards.Small, "", at(10, 9, 1.181, 1)).Plan = "widow-scout"
	add("A2", cards.Small, "sentinel-tagger", at(14, 18, 1.181, 1)).Activated = true
	p := add("A3", cards.Medium, "virago", at(20, 22, 1.378, 1))
	p.Bases[0].CM, p.Bases[0].Hardened, p.Overwatch = num(2), num(0), &yes
	p = add("A4", cards.Medium, "gsv-phantom", at(23, 22, 1.378, 1))
	p.Bases[0].Stun, p.Bases[0].CM, p.Bases[0].Hardened = true, num(0), num(0)
	add("A5", cards.Medium, "", at(30, 8, 1.378, 1))
	p = add("A6", cards.Large, "guardian-destroyer", at(26, 14, 1.575, 1))
	p.Bases[0].CM, p.Bases[0].Hardened = num(3), num(1)
	add("B1", cards.Small, "vector-squad", at(18, 30, 0.787, 1), at(20, 31, 0.787, 2), at(22, 30, 0.787, 3))
	add("B2", cards.Small, "", at(40, 40, 1.181, 1))
	add("B3", cards.Medium, "courier", at(25, 33, 1.378, 1))
	add("B4", cards.Medium, "", at(12, 36.5, 1.378, 1))
	add("B5", cards.Medium, "crusader", at(33, 30, 1.378, 1)).Activated = true
	add("B6", cards.Large, "samson", at(30, 27, 1.575, 1))
	return v
}

func TestWalls(t *testing.T) {
	if _, err := (draw.Look{}).Public(crowded(game.Player(1)), draw.PublicNews{}); err == nil {
		t.Error("a seat's view was drawn as a public picture")
	}
	if _, err := (draw.Look{}).Public(crowded(game.Referee()), draw.PublicNews{}); err == nil {
		t.Error("the truth was drawn as a public picture")
	}
	for _, v := range []game.Viewer{game.Onlooker(), game.Referee()} {
		if _, err := (draw.Look{}).Private(crowded(v), nil, draw.PrivateNews{}); err == nil {
			t.Errorf("the view of %s was drawn as a private picture", v)
		}
	}
	p, err := draw.Look{}.Private(crowded(game.Player(2)), nil, draw.PrivateNews{})
	if err != nil || p.Seat != 2 {
		t.Errorf("private picture of seat %d: %v", p.Seat, err)
	}
}

// The picture is small, is the same each time, and can be drawn concurrently.
func TestPicture(t *testing.T) {
	v := crowded(game.Player(1))
	staged := &draw.Staged{Base: rules.Ref{Label: "A3"}, Ways: []draw.Way{{Path: []plane.Point{{X: 20000, Y: 22000}, {X: 17000, Y: 26000}}, Left: 1000}}}
	want, err := draw.Look{}.Private(v, staged, draw.PrivateNews{})
	if err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("BOARD_PNG"); name != "" {
		if err := os.WriteFile(name, want.PNG, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(want.PNG); n > 200<<10 {
		t.Errorf("%d bytes, at most 200 KiB", n)
	}
	img, err := png.Decode(bytes.NewReader(want.PNG))
	if err != nil || img.Bounds().Dx() != 1200 {
		t.Fatalf("%v %v", img.Bounds(), err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got, err := draw.Look{}.Private(v, staged, draw.PrivateNews{})
			if err != nil || !bytes.Equal(got.PNG, want.PNG) {
				t.Errorf("drawn at the same time: other bytes, %v", err)
			}
		})
	}
	wg.Wait()
}

// A scene holds no more than its view: if the view has no plan and no tokens, the scene has none.
func TestSceneHoldsTheViewOnly(t *testing.T) {
	full := draw.Look{}.Scene(crowded(game.Player(1)), nil).String()
	for _, secret := range []string{"Widow?", "Overwatch", "[cm", "[hardened"} {
		if !strings.Contains(full, secret) {
			t.Fatalf("the owner's scene lacks %q:\n%s", secret, full)
		}
	}
	v := crowded(game.Onlooker())
	for i := range v.Pieces {
		p := &v.Pieces[i]
		p.Plan, p.Overwatch = "", nil
		for j := range p.Bases {
			p.Bases[j].CM, p.Bases[j].Hardened = nil, nil
		}
	}
	public := draw.Look{}.Scene(v, nil).String()
	for _, secret := range []string{"Widow?", "Overwatch", "[cm", "[hardened"} {
		if strings.Contains(public, secret) {
			t.Errorf("the public scene holds %q", secret)
		}
	}
}

func TestAlt(t *testing.T) {
	v := crowded(game.Onlooker())
	alt := draw.Look{}.Alt(v)
	if !strings.Contains(alt, "B2 small contact at 40,40.") || !strings.Contains(alt, "VP 1 to 2") {
		t.Error(alt)
	}
	if alt := (draw.Look{}).Alt(rules.View{}); !strings.Contains(alt, "who deploys first. VP 0 to 0") {
		t.Error(alt)
	}
	for i := range 40 {
		p := v.Pieces[6]
		p.Label = rules.Label(fmt.Sprintf("B%d", i+7))
		v.Pieces = append(v.Pieces, p)
	}
	if alt = (draw.Look{}).Alt(v); len([]rune(alt)) > draw.MaxAlt || !strings.Contains(alt, "more.") {
		t.Errorf("%d characters: %s", len([]rune(alt)), alt)
	}
}
