package downsync

import (
	"regexp"
	"slices"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/render"
	draw "downsync/render/downsync"
)

// The part of the board that a console shows. It includes every piece that the console's texts and controls name, so that a
// player who reads "towards B6" sees B6. While one piece is moved, the picture shows the surroundings of its way. Pieces
// outside them are named by no control except Elsewhere, which shows the whole board.

// picture returns what the board shows with the controls: their draft, otherwise what the main button does.
func (c *layout) picture() *draw.Staged {
	moves, d := c.pictured()
	return staged(moves, d)
}

func (c *layout) pictured() (*layout, draft) {
	if c.at.None() {
		return c.ahead()
	}
	return c, c.at
}

// sees reports whether the part of the board around one piece's way, if that is shown, contains the whole piece.
func (c *layout) sees(l rules.Label) bool {
	if c.frame == nil {
		c.frame = new(render.Window) // set first, because around asks sees; the zero Window contains everything
		*c.frame = c.around()
	}
	p, _ := c.v.Piece(l)
	return !slices.ContainsFunc(p.Bases, func(b rules.Base) bool { return !c.frame.Holds(draw.Rim(b)) })
}

// beyond reports whether a heading leads to a piece that the picture does not show.
func (c *layout) beyond(h advice.Heading) bool {
	_, is := c.v.Piece(rules.Label(h.Word))
	return is && !c.sees(rules.Label(h.Word))
}

// around returns the part of the board around the way of one piece, including the pieces that the text about the way names.
// It returns the whole board if no piece is moved, or several are, and in a lesson, whose text says where to look.
func (c *layout) around() render.Window {
	moves, d := c.pictured()
	s := staged(moves, d)
	if s == nil || c.guided || len(advice.Labels(stagedSteps(moves, d))) > 1 || len(c.fronts) > 0 && d.None() {
		return render.Window{}
	}
	s.Named = namedIn(c.v, []wire.Block{wire.Text(begun(moves, d))})
	return c.v.Look.Frame(c.v.View, s, draw.PrivateNews{})
}

// anyLabel matches a piece's label, also within the name of one of its bases. No square matches: columns begin with C.
var anyLabel = regexp.MustCompile(`\b[AB]\d+\b`)

// namedIn returns the pieces that the texts and the controls name.
func namedIn(v wording.Reading, blocks []wire.Block) (out []rules.Label) {
	name := func(texts ...string) {
		for _, l := range anyLabel.FindAllString(strings.Join(texts, " "), -1) {
			if _, ok := v.Piece(rules.Label(l)); ok {
				out = wording.WithNew(out, rules.Label(l))
			}
		}
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case wire.Text:
			name(string(b))
		case wire.Row:
			for _, x := range b {
				name(x.Label)
			}
		case wire.Select:
			name(b.Placeholder)
			for _, o := range b.Options {
				name(o.Label, o.Note)
			}
		}
	}
	return out
}
