package render

import (
	"fmt"
	"strconv"
	"strings"
)

// String writes the scene as text, for goldens and debugging.
func (s Scene) String() string {
	var b strings.Builder
	if s.Theme != Display {
		fmt.Fprintf(&b, "theme %s\n", s.Theme)
	}
	fmt.Fprintf(&b, "field %gx%g\n", s.W, s.H)
	if s.Grid != Lettered {
		fmt.Fprintf(&b, "grid %d\n", s.Grid)
	}
	if w := s.Window; w != (Window{}) {
		fmt.Fprintf(&b, "window %g,%g %g,%g\n", w.X0, w.Y0, w.X1, w.Y1)
	}
	fmt.Fprintf(&b, "title %s\nstatus %d %s\nscores %s\n", s.Title, s.Active, s.Status, strings.Join(s.Scores, " | "))
	for i, t := range s.Tallies {
		fmt.Fprintf(&b, "tally %d %q %d, %d of %d\n", i+1, t.Name, t.Points, t.Tokens, t.Most)
	}
	if s.Inset {
		b.WriteString("inset\n")
	}
	if s.Flat {
		b.WriteString("flat\n")
	}
	b.WriteString(s.terrain())
	for _, z := range s.Zones {
		fmt.Fprintf(&b, "zone %d %g,%g %g,%g %s\n", z.Side, z.X0, z.Y0, z.X1, z.Y1, z.Letter)
	}
	for _, p := range s.Spots {
		fmt.Fprintf(&b, "spot %d %g,%g r%g near%g %s", p.Side, p.X, p.Y, p.R, p.Near, p.Label)
		if p.Contested {
			b.WriteString(" contested")
		}
		b.WriteByte('\n')
	}
	for _, d := range s.Discs {
		fmt.Fprintf(&b, "disc %s\n", d)
	}
	for _, p := range s.Paths {
		fmt.Fprintf(&b, "path %d %s%v %v r%g %s", p.Side, p.Style, p.X, p.Y, p.R, p.Note)
		if p.Tag != "" {
			fmt.Fprintf(&b, " [%s]", p.Tag)
		}
		b.WriteByte('\n')
	}
	for _, f := range s.Fields {
		fmt.Fprintf(&b, "field %d %v %v %v\n", f.Side, f.X, f.Y, f.Around)
	}
	for _, r := range s.Rings {
		fmt.Fprintf(&b, "ring %d %g,%g r%g dashed:%t %s\n", r.Side, r.X, r.Y, r.R, r.Dashed, r.Note)
	}
	for _, t := range s.Trails {
		fmt.Fprintf(&b, "trail %d %v %v r%g%s\n", t.Side, t.X, t.Y, t.R, spaced(t.Label))
	}
	for _, x := range s.Shots {
		fmt.Fprintf(&b, "shot %d %g,%g r%g to %g,%g r%g hit:%t %s\n", x.Side, x.X0, x.Y0, x.R0, x.X1, x.Y1, x.R1, x.Hit, x.Note)
	}
	for _, w := range s.Wrecks {
		fmt.Fprintf(&b, "wreck %d %g,%g r%g %s\n", w.Side, w.X, w.Y, w.R, w.Label)
	}
	for _, f := range s.Flashes {
		fmt.Fprintf(&b, "flash %d %g,%g r%g score:%t %s\n", f.Side, f.X, f.Y, f.R, f.Score, f.Note)
	}
	for _, k := range s.Cards {
		fmt.Fprintf(&b, "card %d %q %q down:%t", k.Side, k.Name, k.Figure, k.Down)
		if k.Kind != "" {
			fmt.Fprintf(&b, " %q (%s) chosen:%t", k.Kind, k.Sign.name(), k.Chosen)
		}
		b.WriteByte('\n')
	}
	for _, k := range s.Legend {
		fmt.Fprintf(&b, "key %s\n", k)
	}
	if s.Explained {
		b.WriteString("all keys\n")
	}
	if o := s.Origin; o.high() > 0 {
		fmt.Fprintf(&b, "origin %q %q %q %q\n", o.Game, o.Map, o.Server, o.Names)
	}
	return b.String()
}

func (d Disc) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %g,%g r%g %s", d.Side, d.X, d.Y, d.R, d.Glyph.name())
	for _, s := range []string{d.Mark, d.Label, d.Note} {
		fmt.Fprintf(&b, " %q", s)
	}
	for _, f := range []struct {
		is   bool
		word string
	}{{d.Dim, "dim"}, {d.Chosen, "chosen"}, {d.Alert, "alert"}} {
		if f.is {
			b.WriteString(" " + f.word)
		}
	}
	if d.Figure != "" {
		fmt.Fprintf(&b, " figure %s", d.Figure)
	}
	if d.Lives.Most > 0 {
		fmt.Fprintf(&b, " %d of %d", d.Lives.Left, d.Lives.Most)
	}
	for _, k := range d.Chips {
		b.WriteString(" " + k.String())
	}
	return b.String()
}

func (k Chip) String() string { return fmt.Sprintf("[%s%s]", k.Name, spaced(k.Mark)) }

func (k Key) String() string {
	switch {
	case k.Disc != nil:
		return fmt.Sprintf("(%s) %s", k.Disc, k.Text)
	case k.Block:
		return "block " + k.Text
	case k.Texture != "":
		return string(k.Texture) + " " + k.Text
	}
	return k.Chip.String() + " " + k.Text
}

// key identifies the scene's picture.
func (s Scene) key() digest { return s.keyOn(groundOf(s)) }

// keyOn returns the key of the scene, given the digest of its ground.
func (s Scene) keyOn(ground digest) digest {
	s.Patient = false // it does not affect the picture
	s.Landmarks, s.Areas, s.Decor, s.Blocks, s.Zones = nil, nil, nil, nil, nil
	return digestOf("scene", ground, s)
}

// terrain writes the permanent things on the board.
func (s Scene) terrain() string {
	var b []byte
	corners := func(xs, ys []float64) {
		for i := range min(len(xs), len(ys)) {
			b = strconv.AppendFloat(append(b, ' '), xs[i], 'g', -1, 64)
			b = strconv.AppendFloat(append(b, ','), ys[i], 'g', -1, 64)
		}
		b = append(b, '\n')
	}
	for _, a := range s.Areas {
		b = append(append(b, "area "...), a.Texture...)
		corners(a.X, a.Y)
	}
	for _, a := range s.Decor {
		b = append(append(b, "decor "...), a.Texture...)
		corners(a.X, a.Y)
	}
	for _, m := range s.Landmarks {
		b = fmt.Appendf(b, "landmark %s r %g turn %g", m.Kind, m.R, m.Turn)
		corners(m.X, m.Y)
	}
	for _, n := range s.Names {
		b = fmt.Appendf(b, "name %g,%g %q\n", n.X, n.Y, n.Text)
	}
	for _, k := range s.Blocks {
		b = strconv.AppendQuote(append(b, "block "...), k.Height)
		b = strconv.AppendFloat(append(b, " rise "...), k.Rise, 'g', -1, 64)
		b = strconv.AppendInt(append(b, " room "...), int64(k.Room), 10)
		if k.Texture != "" {
			b = append(append(b, ' '), k.Texture...)
		}
		corners(k.X, k.Y)
	}
	return string(b)
}

// spaced returns a word with a space before it, if there is a word.
func spaced(word string) string {
	if word == "" {
		return ""
	}
	return " " + word
}
