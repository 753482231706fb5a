package canvas

import (
	"encoding/binary"
	"image/color"

	"github.com/fogleman/gg"
	"github.com/golang/freetype/raster"
	"golang.org/x/image/math/fixed"
)

// straight fills a path of straight lines with the same pixels as gg, but faster where it covers pixels entirely. ok is false if
// the path has curves, which gg fills.
func (b *brush) straight(parts []part, ink color.Color, rule gg.FillRule) (ok bool) {
	r := b.raster
	r.Clear()
	r.UseNonZeroWinding = rule == gg.FillRuleWinding
	var start fixed.Point26_6
	open := false
	end := func() {
		if open {
			r.Add1(start)
		}
	}
	for _, p := range parts {
		at := fixed.Point26_6{X: fixed.Int26_6(p.a[0] * b.unit * 64), Y: fixed.Int26_6(p.a[1] * b.unit * 64)}
		switch {
		case p.kind == lineTo && open:
			r.Add1(at)
		case p.kind == lineTo || p.kind == moveTo:
			end()
			start, open = at, true
			r.Start(at)
		case p.kind == subPath:
			end()
			open = false
		case p.kind == closePath:
			end()
		default:
			return false
		}
	}
	end()
	r.Rasterize(newPainter(b, ink))
	return true
}

// painter paints spans of pixels like gg's painter. It paints fully covered pixels from a table.
type painter struct {
	*raster.RGBAPainter
	solid uint32        // an opaque colour in the format of a picture; 0: it is not opaque
	mixed [4][256]uint8 // by channel and old value: the new value
}

func newPainter(b *brush, ink color.Color) *painter {
	const whole = 1<<16 - 1
	p := &painter{RGBAPainter: raster.NewRGBAPainter(b.img)}
	p.SetColor(ink)
	red, green, blue, alpha := ink.RGBA()
	if alpha == whole {
		p.solid = binary.LittleEndian.Uint32([]byte{uint8(red >> 8), uint8(green >> 8), uint8(blue >> 8), 255})
		return p
	}
	for i, c := range []uint32{red, green, blue, alpha} {
		for under := range uint32(256) {
			p.mixed[i][under] = uint8((under*(whole-alpha)*0x101 + c*whole) / whole >> 8)
		}
	}
	return p
}

// Paint paints the spans.
func (p *painter) Paint(spans []raster.Span, done bool) {
	in := p.Image.Rect
	for i, s := range spans {
		if s.Alpha != 1<<16-1 {
			p.RGBAPainter.Paint(spans[i:i+1], done)
			continue
		}
		from, to := max(s.X0, in.Min.X), min(s.X1, in.Max.X)
		if s.Y < in.Min.Y || s.Y >= in.Max.Y || from >= to {
			continue
		}
		row := p.Image.Pix[p.Image.PixOffset(from, s.Y):][:4*(to-from)]
		if p.solid != 0 {
			for ; len(row) >= 4; row = row[4:] {
				binary.LittleEndian.PutUint32(row, p.solid)
			}
			continue
		}
		for ; len(row) >= 4; row = row[4:] {
			row[0], row[1], row[2], row[3] = p.mixed[0][row[0]], p.mixed[1][row[1]], p.mixed[2][row[2]], p.mixed[3][row[3]]
		}
	}
}
