package render

import (
	"math"
	"slices"

	"downsync/render/canvas"
	"downsync/render/lru"
)

// Measures of the legend, pixels.
const (
	signSize = 47
	signGap  = 12 // between a sign and its word
	keyGap   = 34 // between entries
	haloed   = 9  // radius by which a base with a halo is smaller
)

// signs keeps the widths of entries, because measuring takes longer than drawing the rest of the legend.
var signs = lru.Cache[string, int]{Most: 2000}

// rows arranges the legend's entries in rows, in their order, or the widest first if that takes fewer rows. A board with its
// coordinates inside has at most one row, unless the legend must explain everything: players can look up what a sign means.
func rows(s Scene) [][]Key {
	if s.inside() && !s.Explained {
		row, _ := fill(s.Legend, s.Origin.high(), 1)
		return row
	}
	return layOut(s.Legend, s.Origin.high())
}

// keyWide returns the width of an entry.
func keyWide(k Key) int {
	w, ok := signs.Get(k.Text)
	if !ok {
		w = signs.Put(k.Text, signSize+signGap+int(math.Ceil(canvas.Measure(false, textSize, 1, k.Text))))
	}
	return w
}

// On an attached picture Discord puts the sign ALT over the lower left corner: on a phone 48 by 28 pixels of a picture 360 pixels wide. Words keep
// clear of it.
const (
	badgeWide = width * 48 / 360
	badgeHigh = width * 28 / 360
)

// indent returns how much farther to the right than the others a row of the legend begins that has that height below it in the picture.
func indent(below float64) int {
	if below < badgeHigh {
		return badgeWide - edge
	}
	return 0
}

// layOut arranges all entries in rows, above something of that height.
func layOut(keys []Key, above float64) [][]Key {
	sorted := slices.SortedStableFunc(slices.Values(keys), func(a, b Key) int { return keyWide(b) - keyWide(a) })
	for most := 1; ; most++ {
		for _, all := range [][]Key{keys, sorted} {
			if out, whole := fill(all, above, most); whole || most > len(keys) {
				return out
			}
		}
	}
}

// fill puts each entry into the first of so many rows that has room for it. The last rows begin beside the corner. whole reports whether
// there was room for all.
func fill(keys []Key, above float64, most int) (out [][]Key, whole bool) {
	out, whole = make([][]Key, most), true
	used := make([]int, most) // the used width of each row
	for i := range used {
		used[i] = indent(above + float64(legendRow*(most-1-i)))
	}
	for _, k := range keys {
		w := keyWide(k)
		at := slices.IndexFunc(used, func(x int) bool { return x+w <= width-2*margin })
		if at < 0 {
			whole = false
			continue
		}
		out[at] = append(out[at], k)
		used[at] += w + keyGap
	}
	for len(out) > 0 && len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out, whole
}

func legend(c *picture, s Scene) {
	all := rows(s)
	for i, line := range all {
		x, y := c.field.X0+float64(indent(s.Origin.high()+float64(legendRow*(len(all)-1-i)))), c.field.Y1+cardsHigh(s.Cards)+s.edge()+float64(i*legendRow+legendRow/2-6)
		for _, k := range line {
			key(c, k, x, y)
			x += signSize + signGap
			c.Letters(false, textSize, c.scheme.text)
			c.Text(k.Text, x, y, 0)
			w := c.Width(k.Text)
			x += w + keyGap
		}
	}
}

// key draws the sign of an entry, with its left end at that place.
func key(c *picture, k Key, x, y float64) {
	const r = signSize / 2
	x += r
	switch {
	case k.Block, k.Texture != "":
		type look struct{ Texture }
		c.stamp(look{k.Texture}, x, y, r+3, func(c *picture, x, y float64) { sample(c, k.Texture, x, y, r) })
	case k.Disc != nil:
		c.fine = 1
		if k.Disc.Chosen || k.Disc.Alert {
			c.piece(*k.Disc, x, y, r-haloed)
		} else {
			c.piece(*k.Disc, x, y, r)
		}
	default:
		c.chip(k.Chip, x, y, r)
	}
}

// sample draws a piece of terrain with a texture, or a roof if it has none.
func sample(c *picture, t Texture, x, y, r float64) {
	square := canvas.Polygon{{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}}
	if t != "" {
		terrain(c, t, square)
		rim(c, t, square)
		return
	}
	c.Trace(square)
	c.FillKeep(c.scheme.roof)
	c.Stroke(c.scheme.wall, 3)
}

// Measures of the cards below a board, units: five in a row, in the middle.
const (
	cardsAcross = 5
	cardGap     = 17.0
	cardWide    = (width - 2*margin - (cardsAcross-1)*cardGap) / cardsAcross
	cardHigh    = 200.0
	cardRow     = cardHigh + cardGap
	figureSize  = 96.0
)

// cardsHigh returns the height of the cards below a board.
func cardsHigh(cards []Card) float64 {
	if ofKinds(cards) {
		_, rows := columns(cards)
		return float64(rows) * handRow
	}
	return float64((len(cards)+cardsAcross-1)/cardsAcross) * cardRow
}

func cards(c *picture, s Scene) {
	if ofKinds(s.Cards) {
		hand(c, s.Cards, c.field.Y1+margin)
		return
	}
	for i, k := range s.Cards {
		in := min(cardsAcross, len(s.Cards)-i/cardsAcross*cardsAcross) // cards in this row
		x := width/2 + (float64(i%cardsAcross)-float64(in)/2)*(cardWide+cardGap) + cardGap/2
		card(c, k, x, c.field.Y1+margin+float64(i/cardsAcross)*cardRow)
	}
}

// card draws a card: its name above its figure, or its hatched back.
func card(c *picture, k Card, x, y float64) {
	const rim, top, room = 4.0, 56.0, cardWide - 20
	c.DrawRoundedRectangle(x+rim/2, y+rim/2, cardWide-rim, cardHigh-rim, 16)
	c.FillKeep(c.scheme.base[k.Side])
	c.Stroke(c.scheme.sides[k.Side], rim)
	c.Letters(true, textSize, c.scheme.text)
	c.Text(c.Clip(k.Name, room), x+cardWide/2, y+top/2+4, 0.5)
	if !k.Down {
		c.SetColor(c.scheme.sides[k.Side])
		c.Text(c.Fit(k.Figure, true, room-2*cardGap, figureSize, textSize), x+cardWide/2, y+top+(cardHigh-top)/2-6, 0.5)
		return
	}
	x0, y0, x1, y1 := x+cardGap, y+top, x+cardWide-cardGap, y+cardHigh-cardGap
	back := canvas.Polygon{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
	col := mix(c.scheme.base[k.Side], c.scheme.sides[k.Side], 0.6)
	back.Across(math.Sqrt2/2, math.Sqrt2/2, 9, func(x0, y0, x1, y1 float64) {
		c.DrawLine(x0, y0, x1, y1)
		c.Stroke(col, 1.6)
	})
	c.Trace(back)
	c.Stroke(col, 1.6)
}
