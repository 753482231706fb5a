package jagged_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/terrain"
	"downsync/render"
	draw "downsync/render/jagged"
	"downsync/render/rendertest"
)

var update = flag.Bool("update", false, "write the goldens anew")

func at(x, y float64) plane.Point {
	return plane.Point{X: plane.Inch(x * 1000), Y: plane.Inch(y * 1000)}
}

// model returns a model on the table. Its label determines its seat.
func model(label string, kind draw.Kind, name, short string, mm int, x, y float64, wounds, most int, states ...draw.State) draw.Model {
	return draw.Model{Label: label, Seat: game.Seat(label[0]-'A') + 1, Kind: kind, Name: name, Short: short,
		Base: plane.Disc{At: at(x, y), R: plane.Radius(mm)}, Wounds: wounds, Most: most, States: states}
}

func board(t testing.TB, name string) boards.Board {
	b, ok := boards.Find(name)
	if !ok {
		t.Fatalf("there is no board %s", name)
	}
	return b
}

// battle returns a battle in its third Round, with every kind of model and many states.
func battle(t testing.TB) draw.Battle {
	b := draw.Battle{Viewer: game.Onlooker(), Board: board(t, "spire-yard"), Round: 3, Doing: "%c shoots", Active: 1, Initiative: 1,
		Points:     true,
		Sides:      [2]draw.Side{{Name: "Alex", VP: 3, Flares: 2, Most: 3}, {Name: "Robin", VP: 2, Flares: 1, Most: 2}},
		Objectives: []draw.Objective{{At: at(24, 24), Owner: 1, Contested: true}, {At: at(12, 32), Owner: 2}, {At: at(36, 16)}},
		Models: []draw.Model{
			model("A1", draw.Specialist, "Combat Engineer", "Engineer", 32, 13, 20, 1, 1),
			model("A2", draw.Mech, "Support Mech", "Mech", 60, 20.5, 20.5, 2, 3, draw.Engaged),
			model("A3", draw.Infantry, "Colonist Rifleman", "Rifleman", 32, 26, 11.5, 1, 1),
			model("A4", draw.Infantry, "Colonist Rifleman", "Rifleman", 32, 34.5, 13, 1, 1, draw.Sprinted),
			model("A5", draw.Commander, "Command Officer", "Officer", 32, 24.2, 25.2, 1, 1),
			model("A6", draw.ExoSuit, "Assault Exo-Suit", "Exo-Suit", 40, 9, 23.5, 1, 2),
			model("A7", draw.Android, "Heavy Android", "Android", 40, 15.5, 11, 2, 2, draw.Jammed),
			model("A8", draw.Turret, "Walker Turret", "Turret", 60, 6, 8, 3, 3),
			model("B1", draw.Specialist, "Martian Shock Specialist", "Specialist", 32, 27.5, 27.5, 1, 1),
			model("B2", draw.Warden, "Tree Warden", "Warden", 60, 22.6, 22.1, 3, 4, draw.Engaged),
			model("B3", draw.Infantry, "Rootblade Initiate", "Rootblade", 32, 12.3, 33.4, 1, 1),
			model("B4", draw.Infantry, "Crystal Sniper", "Sniper", 32, 27, 4.8, 1, 1, draw.Exposed),
			model("B5", draw.Beast, "Dino-Raptor", "Raptor", 60, 38, 19.5, 2, 3, draw.Slowed),
			model("B6", draw.Construct, "Sand Golem", "Golem", 60, 31, 38, 4, 4),
			model("B7", draw.Commander, "Elder Seer Commander", "Seer", 32, 40, 35, 1, 1),
		}}
	for _, i := range []int{0, 3, 7} {
		b.Models[i].Acted = true
	}
	return b
}

// news returns the events of the opponent's part.
func news() draw.News {
	disc := func(x, y float64, mm int) plane.Disc { return plane.Disc{At: at(x, y), R: plane.Radius(mm)} }
	return draw.News{
		Trails: []draw.Trail{{Path: []plane.Point{at(42, 26.5), at(43, 22), at(38, 19.5)}, R: plane.Radius(60), Seat: 2},
			{Path: []plane.Point{at(17, 36), at(12.3, 33.4)}, R: plane.Radius(32), Seat: 2}, {Path: []plane.Point{at(34, 42), at(31, 38)}, R: plane.Radius(60), Seat: 2}},
		Attacks: []draw.Attack{{From: disc(27, 4.8, 32), To: disc(15.5, 11, 40), Seat: 2, Face: 71},
			{From: disc(27.5, 27.5, 32), To: disc(34, 26.5, 32), Seat: 2, Hit: true, Critical: true, Face: 97}},
		Wrecks: []draw.Model{model("A9", draw.Infantry, "Colonist Rifleman", "Rifleman", 32, 34, 26.5, 0, 1)},
		Scored: []int{1},
	}
}

// private returns seat 1's view of the battle.
func private(t testing.TB) draw.Battle {
	b := battle(t)
	b.Viewer = game.Player(1)
	return b
}

// moving returns where A6 could go from the container stack.
func moving(t testing.TB, b draw.Battle) *draw.Staged {
	var walls []plane.Building
	for _, p := range b.Board.Pieces {
		if p.Class.Shut() {
			walls = append(walls, plane.Building{Shape: p.Shape, Height: plane.In(2)})
		}
	}
	g, err := plane.New(terrain.Table, nil, walls)
	if err != nil {
		t.Fatal(err)
	}
	m := plane.Mover{R: b.Models[6].Base.R, Allowance: plane.In(5)}
	for _, o := range b.Models {
		switch {
		case o.Seat == 2:
			m.Enemies = append(m.Enemies, o.Base)
		case o.Label != "A7":
			m.Others = append(m.Others, o.Base)
		}
	}
	from := b.Models[6].Base.At
	way := []plane.Point{from, at(12.4, 13.2), at(12.4, 14.6)}
	return &draw.Staged{Status: "where A7 can move", Chosen: "A7", Reach: g.Reach(m, from), Ways: []draw.Way{{Path: way, R: m.R, Left: 200}}}
}

// aim returns an attack of one model on another, with the Cover that the board gives between their centres.
func aim(t testing.TB, b draw.Battle, from, to string, need int) draw.Aim {
	a := draw.Aim{From: from, To: to, Seen: true, Need: need}
	centre := func(label string) plane.Point {
		for _, m := range b.Models {
			if m.Label == label {
				return m.Base.At
			}
		}
		t.Fatalf("there is no %s", label)
		return plane.Point{}
	}
	for i, p := range b.Board.Pieces {
		if (p.Class == boards.Heavy || p.Class == boards.Light && a.Cover == "") && p.Shape.Crosses(centre(from), centre(to)) {
			a.Cover, a.Piece = p.Class, i+1
		}
	}
	a.Need += map[boards.Class]int{boards.Light: 10, boards.Heavy: 20}[a.Cover]
	a.Chance = max(5, 101-a.Need)
	return a
}

// scenes returns one picture of every kind.
func scenes(t testing.TB, l draw.Look) map[string]render.Scene {
	b, own := battle(t), private(t)
	deploying := own
	deploying.Round, deploying.Doing, deploying.Active, deploying.Zones = 0, "both deploy in secret", 0, boards.Corner
	deploying.Models = []draw.Model{model("A1", draw.Specialist, "Combat Engineer", "Engineer", 32, 3, 9, 1, 1), model("A2", draw.Mech, "Support Mech", "Mech", 60, 8, 8, 3, 3),
		model("A3", draw.Infantry, "Colonist Rifleman", "Rifleman", 32, 9, 3, 1, 1)}
	deploying.Sides[0].VP, deploying.Sides[1].VP, deploying.Sides[0].Flares, deploying.Sides[1].Flares = 0, 0, 3, 2
	deploying.Objectives = []draw.Objective{{At: at(24, 24)}, {At: at(12, 32)}, {At: at(36, 16)}}
	over := b
	over.Over, over.Doing, over.Active = "A wins on Victory Points", "", 0
	aims := &draw.Staged{Status: "A3 shoots", Chosen: "A3", Aims: []draw.Aim{
		aim(t, own, "A3", "B4", 65), aim(t, own, "A3", "B5", 70), aim(t, own, "A3", "B1", 65)}}
	barred := &draw.Staged{Chosen: "A7", Aims: []draw.Aim{{From: "A7", To: "B2"}}}
	out := map[string]render.Scene{
		"public": l.Scene(b, nil, news()),
		"quiet":  l.Scene(own, nil, draw.News{}),
		"move":   l.Scene(own, moving(t, own), draw.News{}),
		"aim":    l.Scene(own, aims, draw.News{}),
		"barred": l.Scene(own, barred, draw.News{}),
		"range":  l.Scene(own, &draw.Staged{Chosen: "A3", Rings: []draw.Ring{{From: own.Models[2].Base, R: plane.In(20), Seat: 1, Name: "Ballistic Rifle"}}}, draw.News{}),
		"deploy": l.Scene(deploying, nil, draw.News{}),
		"over":   l.Scene(over, nil, draw.News{}),
	}
	for _, name := range []string{"spire-yard", "crystal-forest", "reactor-corridors", "random:1", "random:2", "random:3"} {
		out["board-"+strings.ReplaceAll(name, ":", "-")] = l.Battlefield(board(t, name), boards.Deep)
	}
	return out
}

// golden compares a text with the stored one. -update overwrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, []byte(got)) {
		t.Errorf("%s is not as it was:\n%s", name, got)
	}
}

// themed names the scenes that together show everything: they are drawn in every theme.
var themed = []string{"public", "aim", "move", "board-reactor-corridors"}

// Every picture can be drawn, some in every theme, in at most 200 KB, and its scene equals the stored one.
func TestScenes(t *testing.T) {
	for name, s := range scenes(t, draw.Look{}) {
		golden(t, name+".scene", s.String())
	}
	for _, theme := range render.Themes {
		for name, s := range scenes(t, draw.Look{Reader: render.Reader{Theme: theme}}) {
			if theme != render.Display && !slices.Contains(themed, name) {
				continue
			}
			png, err := render.Draw(s)
			if err != nil || len(png) > 200<<10 {
				t.Errorf("%s %s: %d bytes, %v", name, theme, len(png), err)
			}
			rendertest.Keep(t, name+string(theme), png)
		}
	}
}

// The picture of a deployment shows the whole own Zone, and every model placed in it.
func TestDeploymentIsFramed(t *testing.T) {
	for seat, corner := range map[game.Seat]float64{1: 0, 2: 32} {
		b := battle(t)
		b.Viewer, b.Zones, b.Models = game.Player(seat), boards.Deep, nil
		st := &draw.Staged{Places: map[string]plane.Point{}}
		for i, x := range []float64{3, 9, 15} {
			label := fmt.Sprintf("%c%d", '@'+seat, i+1)
			m := model(label, draw.Infantry, "Rootblade Initiate", "Rootblade", 32, 0, 0, 1, 1)
			m.Off = true
			b.Models, st.Around = append(b.Models, m), append(st.Around, label)
			st.Places[label] = at(corner+x, corner+8)
		}
		s := draw.Look{}.Scene(b, st, draw.News{})
		if w := s.Window; w.X0 > corner || w.Y0 > corner || w.X1 < corner+16 || w.Y1 < corner+16 {
			t.Errorf("seat %d deploys in the Zone at %g; the picture shows %v", seat, corner, w)
		}
		if len(s.Discs) != 3 {
			t.Errorf("%d models are drawn", len(s.Discs))
		}
	}
}

// A faction has the same colours and shape as on the map of a campaign, whichever seat it has.
func TestFactionKeepsItsColours(t *testing.T) {
	for _, theme := range render.Themes {
		for n, attacker := range []string{cards.Humans, cards.Martians} {
			b := battle(t)
			b.Attacker = attacker
			s := draw.Look{Reader: render.Reader{Theme: theme}}.Scene(b, nil, draw.News{})
			if want := []render.Theme{theme, theme.Swapped()}[n].On(render.Rust); s.Theme != want {
				t.Errorf("%s attacks: theme %q, want %q", attacker, s.Theme, want)
			}
		}
	}
	preview := func(attacker string) []byte {
		p, err := draw.Look{}.Preview(board(t, "spire-yard"), boards.Corner, attacker)
		if err != nil {
			t.Fatal(err)
		}
		return p.PNG
	}
	if bytes.Equal(preview(cards.Humans), preview(cards.Martians)) || !bytes.Equal(preview(cards.Humans), preview("")) {
		t.Error("the Zones of a board do not have the colours of the factions")
	}
}

// All pictures of a reader who is not waiting for them are patient.
func TestPatience(t *testing.T) {
	for name, s := range scenes(t, draw.Look{Reader: render.Reader{Patient: true}}) {
		if !s.Patient {
			t.Errorf("%s is drawn as if somebody waited for it", name)
		}
	}
}
