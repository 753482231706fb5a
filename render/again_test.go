package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"
)

// A picture drawn over another one, of which it keeps what is the same, is the picture drawn from nothing: pieces move, turn and
// leave, and paths, fields and rings come and go.
func TestDrawnOverAnother(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	s := standard()
	at := func() float64 { return 48 * rnd.Float64() }
	for n := range 12 {
		for range 3 {
			d := &s.Discs[rnd.IntN(len(s.Discs))]
			d.X, d.Y, d.Alert, d.Dim = at(), at(), rnd.IntN(4) == 0, rnd.IntN(4) == 0
		}
		s.Paths, s.Fields, s.Rings = nil, nil, nil
		if n%3 == 1 {
			s.Paths = []Path{{X: []float64{at(), at()}, Y: []float64{at(), at()}, Side: 1, R: 1, Note: "left"}}
			s.Fields = []Field{{Side: 1, Around: []Circle{{at(), at(), 8}}}}
			s.Rings = []Ring{{Circle: Circle{at(), at(), 9}, Side: 2, Note: "9"}}
		}
		over := paint(s)
		kept := bytes.Clone(over.indexed())
		release(over)
		idle.list = nil
		fresh := paint(s)
		for i, v := range fresh.indexed() {
			if v != kept[i] {
				t.Fatalf("picture %d: other pixels at %v than drawn from nothing", n, image.Pt(i%width, i/width))
			}
		}
		release(fresh)
	}
}
