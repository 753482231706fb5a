package render

import (
	"bytes"
	"image"
	"image/png"
	"testing"
	"time"
)

// A hollow glyph, a silhouette and a chip.
var (
	unknown = &Glyph{Name: "unknown", Hollow: true}
	vehicle = &Glyph{Name: "vehicle", Strokes: []Stroke{{At: [][2]float64{{-0.7, 0.1}, {0.7, 0.1}, {0.5, 0.5}, {-0.5, 0.5}}}, {0.3, [][2]float64{{0, -0.1}}},
		{0.15, [][2]float64{{0.1, -0.2}, {0.8, -0.3}}}}}
	count = Chip{"2", Token{Name: "count", Ink: Yellow, Shape: Hexagon}}
)

// standard is a scene of 22 bases with tokens, 12 pieces of terrain and 6 buildings.
func standard() Scene {
	s := Scene{W: 48, H: 48, Squares: Squares{6, 'C'}, Title: "ROUND 3   TURN 9", Status: "A is active: unit activation", Scores: []string{"A  VP 1  CP 3/7", "B  VP 2  CP 4/7"},
		Spots: []Spot{{X: 36, Y: 12, Side: 1, Label: "VIP A"}, {X: 12, Y: 36, Side: 2, Label: "VIP B"}}}
	for i := range 22 {
		d := Disc{X: 4 + float64(i%11)*4, Y: 10 + float64(i/11)*24 + float64(i%3)*2, R: 1.378, Side: Side(1 + i/11), Glyph: unknown, Mark: "M", Label: "A1", Weight: 2}
		if i%2 == 0 {
			d.Glyph, d.Mark, d.Note, d.Chips = vehicle, "", "Virago", []Chip{count, {"S", Token{Name: "stun", Ink: Orange}}}
		}
		s.Discs = append(s.Discs, d)
	}
	oblong := func(x, y, w, h float64) (xs, ys []float64) {
		return []float64{x, x + w, x + w*1.1, x}, []float64{y, y + h*0.1, y + h, y + h*0.9}
	}
	for i := range 12 {
		xs, ys := oblong(3+float64(i%4)*11, 4+float64(i/4)*14, 7, 7)
		s.Areas = append(s.Areas, Area{Texture: []Texture{Canopy, Hatching, Stipple}[i%3], X: xs, Y: ys})
	}
	for i := range 6 {
		xs, ys := oblong(6+float64(i%3)*14, 12+float64(i/3)*20, 3, 4)
		s.Blocks = append(s.Blocks, Block{X: xs, Y: ys, Height: `3"`, Room: 4})
	}
	return s
}

// naive draws everything afresh with gg and encodes in full colour. It lives here only, to be measured against.
func naive(s Scene) ([]byte, error) {
	high := boardHigh(s)
	c := blank(image.Pt(width, int(high)+legendRow*len(rows(s.Legend))), 1)
	c.scheme, c.print = schemeOf(s.Theme, s.sides()), c.DrawString
	c.SetColor(c.scheme.panel)
	c.Clear()
	place(c, s, box{margin, header + margin, width - margin, high - margin})
	background(c, s, false)
	board(c, s, false)
	head(c, s)
	legend(c, s)
	var out bytes.Buffer
	err := png.Encode(&out, c.img)
	return out.Bytes(), err
}

// lower is the least that any way has to do: copy an indexed board and deflate it.
func lower(s Scene) (time.Duration, error) {
	c := newCanvas(s)
	defer release(c)
	began := time.Now()
	frame := &image.Paletted{Pix: append([]uint8{}, c.static.index...), Stride: width, Rect: c.static.img.Rect, Palette: c.scheme.palette}
	var out bytes.Buffer
	err := encoder.Encode(&out, frame)
	return time.Since(began), err
}

// BenchmarkBoard prints how many times faster a board is than the naive way (goal 8) and how many times slower than
// the lower bound (goal 4), and its size.
func BenchmarkBoard(b *testing.B) {
	s := standard()
	if _, err := draw(s); err != nil {
		b.Fatal(err)
	}
	const rounds = 10
	var slow, least time.Duration
	for range rounds {
		began := time.Now()
		if _, err := naive(s); err != nil {
			b.Fatal(err)
		}
		slow += time.Since(began)
		d, err := lower(s)
		if err != nil {
			b.Fatal(err)
		}
		least += d
	}
	b.ReportAllocs()
	b.ResetTimer()
	var size int
	for range b.N {
		png, err := draw(s)
		if err != nil {
			b.Fatal(err)
		}
		size = len(png)
	}
	each := float64(b.Elapsed()) / float64(b.N)
	b.ReportMetric(float64(slow)/rounds/each, "x-naive")
	b.ReportMetric(each/(float64(least)/rounds), "x-bound")
	b.ReportMetric(float64(size)/1024, "KB")
}

// BenchmarkGround draws a static layer: what a board costs once.
func BenchmarkGround(b *testing.B) {
	s := standard()
	for b.Loop() {
		drawGround(s, int(boardHigh(s)))
	}
}
