package render_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"slices"
	"testing"

	"golang.org/x/image/draw"

	"downsync/game/downsync/maps"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/campaign"
	"downsync/game/plane"
	"downsync/game/syndicate/grid"
	"downsync/render"

	rules "downsync/game/downsync"
	jaggedcards "downsync/game/jagged/cards"
	operators "downsync/game/syndicate"
	downsync "downsync/render/downsync"
	jagged "downsync/render/jagged"
	syndicate "downsync/render/syndicate"
)

var contact = flag.Bool("contact", false, "write docs/boards.jpg")

// phone is how wide a phone shows a picture, and gap the distance between pictures, in pixels.
const phone, gap = 271, 10

// TestContactSheet draws every named board of the games, with every silhouette on the first board of Downsync and of Jagged Shards, a
// campaign, and the portraits of all Units. With -contact it writes docs/boards.jpg: all of them as a phone shows them, in the dark and
// the light theme, and below each theme those first boards and the campaign as readers with each kind of colour-blindness see them.
func TestContactSheet(t *testing.T) {
	if !*contact {
		if all, firsts := everyBoard(t, render.Display); len(all) < 17 || len(firsts) != 3 {
			t.Errorf("%d boards of %d games", len(all), len(firsts))
		}
		return
	}
	var rows [][]image.Image
	for _, theme := range []render.Theme{render.Display, render.Light} {
		all, firsts := everyBoard(t, theme)
		for i := range all {
			all[i] = small(all[i])
		}
		for part := range slices.Chunk(all, 6) {
			rows = append(rows, part)
		}
		rows = append(rows, portraitRows(t, theme)...)
		var seen []image.Image
		for _, m := range []image.Image{all[firsts[0]], all[firsts[1]]} {
			for _, kind := range render.Kinds {
				seen = append(seen, seenBy(kind, m))
			}
		}
		rows = append(rows, seen)
		war := []image.Image{small(campaignPicture(t, theme))}
		for _, kind := range render.Kinds {
			war = append(war, seenBy(kind, war[0]))
		}
		rows = append(rows, war)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, together(rows), &jpeg.Options{Quality: 76}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("../docs/boards.jpg", out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// portraitRows returns the portraits of all Units with their names, in rows of twelve, in turn in the colour of either side.
func portraitRows(t *testing.T, theme render.Theme) (rows [][]image.Image) {
	const inRow, wide, high = 12, (phone - gap) / 2, 100
	byGame := portraits()
	for _, game := range []string{"downsync", "jagged", "syndicate"} {
		var row []image.Image
		for i, p := range byGame[game] {
			m := pictureOf(t, render.Sheet{Theme: theme, Lines: []render.Line{render.Row(render.Cell{Portrait: p, Large: true, Side: render.Side(1 + i%2)}), render.Row(render.Plain(p.Name))}})
			out := image.NewRGBA(image.Rect(0, 0, wide, high))
			from := image.Rect(56, 20, 56+wide*360/high, 20+360)
			draw.CatmullRom.Scale(out, out.Bounds(), m, from, draw.Src, nil)
			if row = append(row, out); len(row) == inRow {
				rows, row = append(rows, row), nil
			}
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// campaignPicture returns the planet of a campaign in which both sides have taken something.
func campaignPicture(t *testing.T, theme render.Theme) image.Image {
	t.Helper()
	c, err := campaign.Replay(campaign.Setup{Form: campaign.Short, First: jaggedcards.Humans}, []campaign.Battle{{Position: "martian-crystalline-nursery", Won: true},
		{Position: "human-defense-armorium"}, {Position: "martian-bloodroot-hatchery"}, {Position: "human-field-medical-station", Won: true}})
	if err != nil {
		t.Fatal(err)
	}
	return pictureOf(t, jagged.Look{Reader: render.Reader{Theme: theme}}.Planet(c))
}

// small scales a picture to the width of a phone.
func small(m image.Image) image.Image {
	b := m.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, phone, b.Dy()*phone/b.Dx()))
	draw.CatmullRom.Scale(out, out.Bounds(), m, b, draw.Src, nil)
	return out
}

// namedBoard is a named board of a game, without pieces.
type namedBoard struct {
	game  string
	goals []render.Spot // of every mission on it
	render.Scene
}

func named(game string, s render.Scene) namedBoard { return namedBoard{game, s.Spots, s} }

// namedBoards returns the named boards of all games.
func namedBoards(theme render.Theme) (all []namedBoard) {
	reader := render.Reader{Theme: theme}
	for _, m := range maps.All() {
		all = append(all, named("downsync", downsync.Look{Reader: reader}.Battlefield(openingOf(m))))
	}
	for _, b := range boards.All() {
		all = append(all, named("jagged", jagged.Look{Reader: reader}.Battlefield(b, boards.Corner)))
	}
	for _, m := range grid.Maps() {
		_, g, _ := grid.Find(m.Slug, max(m.Edge, grid.SmallEdge))
		b := named("syndicate", syndicate.Look{Reader: reader}.Battlefield(m, g, ""))
		for _, mission := range []string{operators.Relay, operators.Extract} {
			b.goals = append(b.goals, syndicate.Look{}.Battlefield(m, g, mission).Spots...)
		}
		all = append(all, b)
	}
	return all
}

// openingOf returns a view of a board before a match.
func openingOf(m maps.Map) rules.View {
	c := rules.Defaults()
	c.Size, c.Map = rules.Standard, m.Slug
	v, err := c.Before()
	if err != nil {
		panic(err)
	}
	return v
}

// everyBoard returns the named boards of all games, and which are the first of their game. Every silhouette is on the first of Downsync
// and of Jagged Shards.
func everyBoard(t *testing.T, theme render.Theme) (all []image.Image, firsts []int) {
	last := ""
	for _, b := range namedBoards(theme) {
		if b.game != last {
			firsts = append(firsts, len(all))
			switch last = b.game; last {
			case "downsync":
				v := openingOf(maps.All()[0])
				paraded(&v)
				b.Scene = downsync.Look{Reader: render.Reader{Theme: theme}}.Battlefield(v)
			case "jagged":
				b.Discs = silhouettes()
			}
		}
		all = append(all, pictureOf(t, b.Scene))
	}
	return all, firsts
}

// silhouettes returns a disc with each silhouette of Jagged Shards.
func silhouettes() (out []render.Disc) {
	for n, kind := range []jagged.Kind{jagged.Infantry, jagged.Commander, jagged.Specialist, jagged.Android, jagged.ExoSuit, jagged.Mech, jagged.Turret, jagged.Beast,
		jagged.Warden, jagged.Construct} {
		out = append(out, render.Disc{X: 6 + float64(n%5)*9, Y: 20 + float64(n/5)*8, R: 1.4, Side: render.Side(1 + n%2), Glyph: jagged.Silhouettes[kind],
			Label: string(rune('A'+n%2)) + string(rune('1'+n/2))})
	}
	return out
}

// paraded puts one Unit of each type on the board.
func paraded(v *rules.View) {
	types, n := map[string]bool{}, 0
	for _, u := range v.Cards().All() {
		if types[u.Type] || n == 20 {
			continue
		}
		types[u.Type] = true
		seat := rules.Label(string(rune('A'+n%2)) + string(rune('1'+n/2)))
		at := plane.Point{X: plane.In(5 + n%5*9), Y: plane.In(8 + n/5*10)}
		v.Pieces = append(v.Pieces, rules.Piece{Label: seat, Seat: seat.Seat(), Kind: "unit", Unit: u.Slug, Bases: []rules.Base{{N: 1, Point: at, R: plane.Radius(u.BaseMM())}}})
		n++
	}
}

func seenBy(kind string, m image.Image) image.Image {
	out := image.NewRGBA(m.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.SetRGBA(x, y, render.SeenBy(kind, m.At(x, y).(color.RGBA)))
		}
	}
	return out
}

// together puts the pictures of each row side by side.
func together(rows [][]image.Image) image.Image {
	wide, high := 0, 0
	for _, row := range rows {
		across := 0
		for _, m := range row {
			across += m.Bounds().Dx() + gap
		}
		wide, high = max(wide, across), high+tallest(row)+gap
	}
	out := image.NewRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
	y := 0
	for _, row := range rows {
		x := 0
		for _, m := range row {
			draw.Draw(out, m.Bounds().Add(image.Pt(x, y)), m, image.Point{}, draw.Src)
			x += m.Bounds().Dx() + gap
		}
		y += tallest(row) + gap
	}
	return out
}

func tallest(row []image.Image) (high int) {
	for _, m := range row {
		high = max(high, m.Bounds().Dy())
	}
	return high
}
