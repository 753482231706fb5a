package canvas

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// These tests try to see on one's own picture what was drawn on somebody else's before.

// A sprite at the memory address and the place of a discarded sprite does not show that one's pixels.
func TestCheatWithReusedMemory(t *testing.T) {
	c := New(image.Pt(400, 400), 1, NewPalette(someColors(50)))
	c.Paint(color.RGBA{A: 255})
	under := c.Layer()
	img, at := image.NewRGBA(image.Rect(0, 0, 8, 8)), image.Pt(300, 300)
	look := func(shade byte) []uint8 {
		for i := range img.Pix {
			img.Pix[i] = shade
		}
		c.Begin(under)
		c.lay(newSprite(img, image.Pt(4, 4)), at)
		c.Entries()
		i := c.img.PixOffset(at.X, at.Y)
		return c.img.Pix[i : i+4 : i+4]
	}
	if secret := bytes.Clone(look(255)); bytes.Equal(secret, look(128)) {
		t.Errorf("the pixels of the sprite before: %v", secret)
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
