package render

import (
	"image/color"

	"downsync/render/canvas"
)

// These textures are for built-up places on boards of cells: boxes to crouch behind, barriers, walls, gates, and ground that hurts.
// No board combines them with other textures, whose colours they share.
const (
	Crates   Texture = "crates"
	Barriers Texture = "barriers"
	Walls    Texture = "walls"
	Gates    Texture = "gates"
	Hazards  Texture = "hazards"
	Terraces Texture = "terraces"
)

// urban maps these textures to their functions, which also draw the rims. Shares of the outline's width keep their size on every
// board of cells.
var urban = map[Texture]func(*picture, canvas.Polygon){Crates: crates, Barriers: barriers, Walls: walls, Gates: gates, Hazards: hazards, Terraces: terraces,
	Bulwark: bulwark, Pit: pit}

// known reports whether the texture exists.
func (t Texture) known() bool {
	_, nature := schemes[Display].terrain[t]
	return nature || urban[t] != nil
}

// crates draws low cover: three boxes on the ground. They are fainter than everything that stops a line.
func crates(c *picture, p canvas.Polygon) {
	at, w := p.Shares()
	col := c.scheme.terrain[Stipple]
	for _, k := range [][3]float64{{0.08, 0.46, 0.44}, {0.5, 0.1, 0.4}, {0.58, 0.6, 0.3}} {
		x, y := at(k[0], k[1])
		s := k[2] * w
		c.DrawRectangle(x, y, s, s)
		c.FillKeep(col.fill)
		c.DrawLine(x, y+s/3, x+s, y+s/3)
		c.Stroke(col.mark, 2)
	}
}

// barriers draws high cover, which stops lines: a block with chevrons that fills the cell.
func barriers(c *picture, p canvas.Polygon) {
	at, w := p.Shares()
	col := c.scheme.terrain[Hatching]
	x, y := at(0.04, 0.04)
	c.DrawRoundedRectangle(x, y, 0.92*w, 0.92*w, 0.1*w)
	c.FillKeep(col.fill)
	c.Stroke(col.rim, 4)
	for _, k := range []float64{0.2, 0.46, 0.72} {
		x0, y0 := at(k-0.08, 0.76)
		x1, y1 := at(k+0.16, 0.24)
		c.DrawLine(x0, y0, x1, y1)
	}
	c.Stroke(col.mark, 0.11*w)
}

// walls draws an impassable cell: a tall roof to its very edges, lit from the north-west.
func walls(c *picture, p canvas.Polygon) {
	c.Trace(p)
	c.Fill(c.scheme.tall)
	at, _ := p.Shares()
	for _, bevel := range []struct {
		ink     color.RGBA
		corners [6][2]float64
	}{{c.scheme.wall, [6][2]float64{{0, 0}, {1, 0}, {0.9, 0.1}, {0.1, 0.1}, {0.1, 0.9}, {0, 1}}},
		{c.scheme.dark, [6][2]float64{{1, 1}, {0, 1}, {0.1, 0.9}, {0.9, 0.9}, {0.9, 0.1}, {1, 0}}}} {
		for _, q := range bevel.corners {
			c.LineTo(at(q[0], q[1]))
		}
		c.ClosePath()
		c.Fill(bevel.ink)
	}
}

// gates draws a door: a roof with two leaves and a bar.
func gates(c *picture, p canvas.Polygon) {
	c.Trace(p)
	c.Fill(c.scheme.roof)
	at, w := p.Shares()
	x0, y0 := at(0.14, 0.14)
	xm, _ := at(0.5, 0)
	c.DrawRectangle(x0, y0, 0.72*w, 0.72*w)
	c.DrawLine(xm, y0, xm, y0+0.72*w)
	c.Stroke(c.scheme.wall, 3)
	x0, y0 = at(0.28, 0.5)
	x1, _ := at(0.72, 0.5)
	c.DrawLine(x0, y0, x1, y0)
	c.Stroke(c.scheme.inks[Yellow], 0.09*w)
}

// terraces draws raised ground: a lit slab over its shadow, with an arrow that points up.
func terraces(c *picture, p canvas.Polygon) {
	at, w := p.Shares()
	col := c.scheme.terrain[Stipple]
	c.Trace(p)
	c.Fill(col.mark)
	x, y := at(0.03, 0.03)
	c.DrawRoundedRectangle(x, y, 0.88*w, 0.88*w, 0.08*w)
	c.FillKeep(col.fill)
	c.Stroke(col.rim, 4)
	c.NewSubPath()
	for _, k := range [][2]float64{{0.3, 0.56}, {0.47, 0.34}, {0.64, 0.56}} {
		c.LineTo(at(k[0], k[1]))
	}
	c.Stroke(col.rim, 0.06*w)
}

// hazards draws ground that hurts: a warning triangle.
func hazards(c *picture, p canvas.Polygon) {
	at, w := p.Shares()
	c.NewSubPath()
	for _, k := range [][2]float64{{0.5, 0.18}, {0.86, 0.8}, {0.14, 0.8}} {
		c.LineTo(at(k[0], k[1]))
	}
	c.ClosePath()
	c.Stroke(c.scheme.inks[Orange], 0.06*w)
	x, y0 := at(0.5, 0.4)
	_, y1 := at(0.5, 0.58)
	c.DrawLine(x, y0, x, y1)
	c.Stroke(c.scheme.inks[Orange], 0.08*w)
	x, y0 = at(0.5, 0.7)
	c.DrawCircle(x, y0, 0.045*w)
	c.Fill(c.scheme.inks[Orange])
}
