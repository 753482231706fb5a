package canvas

import (
	"image"
	"image/color"
	"testing"
)

// A fill does not depend on earlier lines, nor a line on earlier fills; otherwise identical rows of a picture would be drawn and
// deflated again. A box is as wide and as high as its content.
func TestSameOnceListed(t *testing.T) {
	b := newBrush(image.NewRGBA(image.Rect(0, 0, 640, 640)), 1)
	b.listing = true
	listed := func(wide float64, fill bool) op {
		b.DrawLine(1, 1, 9, 9)
		b.Stroke(color.Black, wide, wide, wide)
		b.DrawRoundedRectangle(40, 40, 500, 20, 4)
		if fill {
			b.Fill(color.White)
		} else {
			b.Stroke(color.White, wide)
		}
		return b.ops[len(b.ops)-1]
	}
	if first, second := listed(3, true), listed(5, true); first.sum != second.sum {
		t.Error("a filled shape depends on the width of lines")
	} else if first.at.Dx() > 510 || first.at.Dy() > 30 {
		t.Errorf("a box of %v", first.at)
	}
	if first, second := listed(3, false), listed(5, false); first.sum == second.sum {
		t.Error("lines do not depend on their width")
	}
}
