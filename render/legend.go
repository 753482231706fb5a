package render

import (
	"slices"
	"sync"

	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
)

// Measures of the legend, pixels.
const (
	signSize = 40
	signGap  = 12 // between a sign and its word
	keyGap   = 34 // between entries
	haloed   = 9  // less radius of a base with a halo
)

// ruler measures words before there is a canvas.
var ruler = struct {
	sync.Mutex
	font.Face
	widths map[string]int // measuring takes longer than drawing the rest of the legend
}{Face: truetype.NewFace(regular, &truetype.Options{Size: textSize, Hinting: font.HintingFull}), widths: map[string]int{}}

// rows lays the legend's entries out in rows, in their order, or the widest first if that takes fewer rows.
func rows(keys []Key) [][]Key {
	ruler.Lock()
	defer ruler.Unlock()
	wide := func(k Key) int {
		w, ok := ruler.widths[k.Text]
		if !ok {
			if len(ruler.widths) >= maxWidths {
				clear(ruler.widths)
			}
			w = signSize + signGap + font.MeasureString(ruler.Face, k.Text).Ceil()
			ruler.widths[k.Text] = w
		}
		return w
	}
	inOrder := fill(keys, wide)
	sorted := slices.SortedStableFunc(slices.Values(keys), func(a, b Key) int { return wide(b) - wide(a) })
	if widest := fill(sorted, wide); len(widest) < len(inOrder) {
		return widest
	}
	return inOrder
}

// fill puts each entry into the first row with room for it.
func fill(keys []Key, wide func(Key) int) (out [][]Key) {
	var used []int // of each row's width
	for _, k := range keys {
		w := wide(k)
		at := slices.IndexFunc(used, func(x int) bool { return x+w <= width-2*margin })
		if at < 0 {
			at = len(out)
			out, used = append(out, nil), append(used, 0)
		}
		out[at] = append(out[at], k)
		used[at] += w + keyGap
	}
	return out
}

// legend explains the signs of the picture below it.
func legend(c *canvas, s Scene) {
	for i, line := range rows(s.Legend) {
		x, y := float64(margin), c.field.y1+cardsHigh(s.Cards)+float64(margin+i*legendRow+legendRow/2-4)
		for _, k := range line {
			key(c, k, x, y)
			x += signSize + signGap
			face(c, false, textSize)
			c.SetColor(c.scheme.text)
			c.text(k.Text, x, y, 0)
			w := c.width(k.Text)
			x += w + keyGap
		}
	}
}

// key draws the sign of a legend's entry.
func key(c *canvas, k Key, x, y float64) {
	const r = signSize / 2
	square := polygon{{x, y - r}, {x + 2*r, y - r}, {x + 2*r, y + r}, {x, y + r}}
	switch {
	case k.Block:
		trace(c, square)
		c.SetColor(c.scheme.roof)
		c.FillPreserve()
		c.SetColor(c.scheme.wall)
		c.SetLineWidth(3)
		c.Stroke()
		for i := range 3 {
			c.DrawCircle(x+r+(float64(i)-1)*12, y, 4)
		}
		c.Fill()
	case k.Texture != "":
		terrain(c, k.Texture, square)
		rim(c, k.Texture, square)
	case k.Disc != nil:
		c.fine = 1
		if k.Disc.Chosen || k.Disc.Alert {
			halo(c, *k.Disc, x+r, y, r-haloed)
			base(c, *k.Disc, x+r, y, r-haloed)
		} else {
			base(c, *k.Disc, x+r, y, r)
		}
	default:
		c.chip(k.Chip, x+r, y, r)
	}
}
