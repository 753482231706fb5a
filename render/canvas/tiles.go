package canvas

import (
	"hash/maphash"
	"image"
	"math/bits"
)

// A picture is listed before it is drawn: for each tile a sum identifies its content. Rows of tiles that an earlier picture had are
// not even drawn, tiles that an earlier picture had are copied, and only the other tiles are drawn.

// tile is the edge, in pixels, of the squares for which a picture records what is drawn on them.
const tile = 32

// look is an unpredictable sum of everything that the pixels of a tile depend on.
type look uint64

// shownTile is a tile as palette entries.
type shownTile [tile * tile]uint8

// kept holds the tiles drawn last.
var kept = recent[look, *shownTile]{most: 2000}

// tiles holds the tiles of a picture, in rows.
type tiles struct {
	across int
	sums   []uint64          // of everything drawn on each; 0: nothing
	inked  []image.Rectangle // the part of each tile that is drawn on
	fresh  []bool            // tiles to be drawn
}

// reset makes room for a picture of that size on which nothing is drawn.
func (t *tiles) reset(size image.Point) {
	size = size.Add(image.Pt(tile-1, tile-1)).Div(tile)
	n := size.X * size.Y
	t.across, t.sums, t.inked, t.fresh = size.X, sized(t.sums, n), sized(t.inked, n), sized(t.fresh, n)
	clear(t.fresh)
}

// addUp computes the sum of the operations on each tile.
func (t *tiles) addUp(ops []op) {
	clear(t.sums)
	for _, o := range ops {
		t.on(o, func(i int) {
			if t.sums[i] == 0 {
				t.inked[i] = image.Rectangle{}
			}
			t.sums[i] = combined(t.sums[i], o.sum)
			t.inked[i] = t.inked[i].Union(o.at)
		})
	}
}

// combined returns the sum of what was drawn on a tile and what is drawn next. It is unpredictable because next is.
func combined(before, next uint64) uint64 {
	high, low := bits.Mul64(before^0x9e3779b97f4a7c15, next)
	return high ^ low
}

// on calls do for each tile that an operation draws on.
func (t *tiles) on(o op, do func(i int)) {
	if o.tiles == nil {
		t.over(o.at, do)
	}
	for _, i := range o.tiles {
		do(i)
	}
}

// over calls do for each tile of a rectangle, which must not be empty.
func (t *tiles) over(r image.Rectangle, do func(i int)) {
	for y := r.Min.Y / tile; y <= (r.Max.Y-1)/tile; y++ {
		for x := r.Min.X / tile; x <= (r.Max.X-1)/tile; x++ {
			do(y*t.across + x)
		}
	}
}

// part returns the part of a rectangle on the tile of that number.
func (t *tiles) part(i int, of image.Rectangle) image.Rectangle {
	at := image.Pt(i%t.across*tile, i/t.across*tile)
	return image.Rectangle{at, at.Add(image.Pt(tile, tile))}.Intersect(of)
}

// Entries draws what is listed, and returns the picture as entries of the palette, in rows, valid until something else is drawn.
func (c *Canvas) Entries() []uint8 { return c.indexed(nil) }

// indexed draws what is listed, and returns the picture as palette entries, valid until something else is drawn. Rows of tiles that
// the caller has are left out and hold arbitrary data; nil: the caller has none. Anything drawn without being listed is there
// already.
func (c *Canvas) indexed(has func(row int) bool) []uint8 {
	if !c.listing {
		c.convert(c.img.Rect)
		return c.index
	}
	c.addUp(c.ops)
	var fresh []freshTile
	for row := range len(c.sums) / c.across {
		if has != nil && has(row) {
			continue
		}
		c.underlay(row)
		place := c.placeOf(row)
		for i := row * c.across; i < (row+1)*c.across; i++ {
			if c.sums[i] == 0 {
				continue
			}
			look := look(combined(place+uint64(i), c.sums[i]))
			if old := kept.get(look); old != nil {
				c.eachRow(i, old, func(shown, old []uint8) { copy(shown, old) })
				continue
			}
			c.inked[i] = c.part(i, c.inked[i].Intersect(c.img.Rect))
			c.uncover(c.inked[i])
			c.fresh[i], fresh = true, append(fresh, freshTile{i, look})
		}
	}
	if len(fresh) > 0 {
		c.drawFresh(fresh)
	}
	return c.index
}

// freshTile is a tile that no earlier picture had, with its number.
type freshTile struct {
	i int
	look
}

// drawFresh draws those tiles and keeps them.
func (c *Canvas) drawFresh(all []freshTile) {
	for _, o := range c.ops {
		c.again(o)
	}
	for _, t := range all {
		c.convert(c.inked[t.i])
		c.fresh[t.i] = false
		shown := new(shownTile)
		c.eachRow(t.i, shown, func(now, shown []uint8) { copy(shown, now) })
		kept.put(t.look, shown)
	}
}

// placeOf returns a sum of everything that the look of a tile in that row depends on, except its column and its content.
func (c *Canvas) placeOf(row int) uint64 {
	type place struct {
		row, wide, high int
		palette         *Palette
		unit            float64
		under           uint64
	}
	size := c.img.Rect.Size()
	return maphash.Comparable(seed, place{row, size.X, min(tile, size.Y-row*tile), c.palette, c.unit, c.under.sum})
}

// eachRow calls do with each row of pixels of a tile, as palette entries of the picture and of the whole tile.
func (c *Canvas) eachRow(i int, all *shownTile, do func(picture, tile []uint8)) {
	r, wide := c.part(i, c.img.Rect), c.img.Rect.Dx()
	for y := range r.Dy() {
		at := (r.Min.Y+y)*wide + r.Min.X
		do(c.index[at:at+r.Dx()], all[y*tile:])
	}
}
