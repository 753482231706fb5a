package render

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"downsync/game/gametest"
	"downsync/render/canvas"
)

// naive draws everything from scratch with gg and encodes in full colour. It exists only for comparison.
func naive(s Scene) ([]byte, error) {
	high := boardHigh(s)
	c := newPicture(image.Pt(width, int(high)+legendRow*len(rows(s))), 1, schemeOf(s.Theme, s.sides()))
	img := c.Naive(c.scheme.panel)
	place(c, s, s.board(high))
	background(c, s, false)
	board(c, s, false)
	head(c, s)
	legend(c, s)
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}

// encoder is the standard library's, at its fastest.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers{}}

type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	x, _ := b.pool.Get().(*png.EncoderBuffer)
	return x
}
func (b *buffers) Put(x *png.EncoderBuffer) { b.pool.Put(x) }

// lower copies an indexed board and encodes it with the standard library: the least that a method without caches has to do.
func lower(s Scene) error {
	high := boardHigh(s)
	c := take(high, 1, s.Theme, 2)
	defer release(c)
	c.Begin(ground(s, int(high)))
	frame := &image.Paletted{Pix: c.Entries(), Stride: width, Rect: image.Rectangle{Max: c.Size()}, Palette: c.scheme.palette.Colors()}
	return encoder.Encode(io.Discard, frame)
}

// BenchmarkBoard draws boards whose rows of pixels are all new, and boards on which one base moved since the previous picture,
// without and with everything that may have happened recently. It prints processor time (goals 12 and 3 ms), how many times faster
// that is than the naive method (15) and how many times slower than the lower bound (2), and the size.
func BenchmarkBoard(b *testing.B) {
	s, late := standard(), standard()
	for i := range 12 {
		d := late.Discs[i]
		late.Trails = append(late.Trails, Trail{X: []float64{d.X + 5, d.X + 3, d.X}, Y: []float64{d.Y - 6, d.Y - 5, d.Y}, R: d.R, Side: d.Side})
	}
	for i := range 8 {
		from, to := late.Discs[i], late.Discs[21-i]
		late.Shots = append(late.Shots, Shot{from.X, from.Y, from.R, to.X, to.Y, to.R, from.Side, i%2 == 0, []string{"HIT", "MISS"}[i%2]})
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	move := func(d *Disc) { d.X, d.Y = 2+44*rnd.Float64(), 2+44*rnd.Float64() }
	all := func(s *Scene) func() {
		return func() {
			for i := range s.Discs {
				move(&s.Discs[i])
			}
			canvas.ForgetRows()
		}
	}
	one := func(s *Scene) func() { return func() { move(&s.Discs[rnd.IntN(len(s.Discs))]) } }
	for _, run := range []struct {
		name string
		s    *Scene
		next func()
	}{{"new", &s, all(&s)}, {"moved", &s, one(&s)}, {"late/new", &late, all(&late)}, {"late/moved", &late, one(&late)}} {
		b.Run(run.name, func(b *testing.B) {
			timed(b, run.s, run.next)
		})
	}
}

// timed draws the scene after each of its changes, and prints the time that takes.
func timed(b *testing.B, s *Scene, next func()) {
	var slow, least, took time.Duration
	clocked := func(sum *time.Duration, work func() error) {
		began := gametest.Processor()
		if err := work(); err != nil {
			b.Fatal(err)
		}
		*sum += gametest.Processor() - began
	}
	const rounds = 10
	for range rounds {
		clocked(&slow, func() error { _, err := naive(*s); return err })
		clocked(&least, func() error { return lower(*s) })
		if _, err := draw(*s); err != nil {
			b.Fatal(err)
		}
	}
	size := 0
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		next()
		clocked(&took, func() error {
			png, err := draw(*s)
			size += len(png)
			return err
		})
	}
	each := float64(took) / float64(b.N)
	b.ReportMetric(each/1e6, "cpu-ms/op")
	b.ReportMetric(float64(slow)/rounds/each, "x-naive")
	b.ReportMetric(each/(float64(least)/rounds), "x-bound")
	b.ReportMetric(float64(size)/float64(b.N)/1024, "KB")
}

// BenchmarkGround draws a static layer, which is done once for each board.
func BenchmarkGround(b *testing.B) {
	s := standard()
	began := gametest.Processor()
	for b.Loop() {
		drawGround(s, int(boardHigh(s)))
	}
	b.ReportMetric(float64(gametest.Processor()-began)/float64(b.N)/1e6, "cpu-ms/op")
}
