package render

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// This test tries to see on one's own picture what was drawn on somebody else's before.

// A picture has the same bytes whatever was drawn before it: pieces of all looks at the same places, then with everything
// discarded.
func TestCheatByDrawingAfterAnother(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var scenes []Scene
	for range 4 {
		s := standard()
		for i := range s.Discs {
			d := &s.Discs[i]
			d.Side, d.Mark = Side(rnd.IntN(3)), []string{"", "M", "7"}[rnd.IntN(3)]
			d.Dim, d.Chosen, d.Alert = rnd.IntN(2) == 0, rnd.IntN(2) == 0, rnd.IntN(2) == 0
			d.Label, d.Note = fmt.Sprint("A", rnd.IntN(30)), []string{"", "secret"}[rnd.IntN(2)]
			for k := range d.Chips {
				d.Chips[k] = Chip{Mark: fmt.Sprint(rnd.IntN(9)), Token: Token{Name: "token", Ink: Ink(rnd.IntN(int(inks))), Shape: Shape(rnd.IntN(3))}}
			}
		}
		scenes = append(scenes, s)
	}
	var warm [][]byte
	for _, s := range scenes {
		png, err := draw(s)
		if err != nil {
			t.Fatal(err)
		}
		warm = append(warm, png)
	}
	for i, s := range scenes {
		Forget()
		if png, err := draw(s); err != nil || !bytes.Equal(png, warm[i]) {
			t.Errorf("picture %d differs from the one drawn after others (%v)", i, err)
		}
	}
}
