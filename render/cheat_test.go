package render

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
)

// These tests try to see on one's own picture what was drawn on somebody else's before.

// A sprite at the memory address and the place of a discarded sprite does not show that one's pixels.
func TestCheatWithReusedMemory(t *testing.T) {
	s := standard()
	c := newCanvas(s)
	img, at := image.NewRGBA(image.Rect(0, 0, 8, 8)), image.Pt(300, 300)
	look := func(shade byte) []uint8 {
		for i := range img.Pix {
			img.Pix[i] = shade
		}
		c.begin(c.under)
		c.lay(newSprite(img, image.Pt(4, 4)), at)
		c.indexed(nil)
		i := c.img.PixOffset(at.X, at.Y)
		return c.img.Pix[i : i+4 : i+4]
	}
	if secret := bytes.Clone(look(255)); bytes.Equal(secret, look(128)) {
		t.Errorf("the pixels of the sprite before: %v", secret)
	}
}

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

// Rows are packed into the same bytes whatever was packed before: nothing of a private picture stays in the packer, neither as
// bytes nor in the length of the rows.
func TestCheatByPackingAfterAnother(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 9))
	used := deflaters.New().(*deflater)
	for n := range 20 {
		rows := make([]uint8, 1200*bandHigh)
		for i := range rows {
			rows[i] = uint8(rnd.IntN(1 + n))
		}
		secret := bytes.Clone(rows)
		copy(secret[rnd.IntN(1200):], "a secret that the rows after it have too, in part")
		if _, err := used.deflate(secret, 1200); err != nil {
			t.Fatal(err)
		}
		after, err := used.deflate(rows, 1200)
		fresh, err2 := deflaters.New().(*deflater).deflate(rows, 1200)
		if err != nil || err2 != nil || !bytes.Equal(after.chunk, fresh.chunk) || after.sum != fresh.sum {
			t.Errorf("rows %d: %d bytes after others, %d alone (%v, %v)", n, len(after.chunk), len(fresh.chunk), err, err2)
		}
	}
}
