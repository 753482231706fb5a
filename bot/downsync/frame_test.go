package downsync

import (
	"math/rand/v2"
	"testing"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// framing is a brush that records the part of the board that it was asked for.
type framing struct {
	blank
	shown *render.Window
	moves *[2]int // pictures of one piece's way with its reach, and those with watchers; nil: not counted
}

func (b framing) Private(v rules.View, s *draw.Staged, news draw.PrivateNews) (render.Private, error) {
	*b.shown = draw.Look{}.Frame(v, s, news)
	if b.moves != nil && s != nil && len(s.Ways) > 0 {
		b.moves[0] += min(1, len(s.Reach))
		b.moves[1] += min(1, len(s.Watchers))
	}
	return b.blank.Private(v, s, news)
}

// belowTheBoard returns the texts and controls below a console's board.
func belowTheBoard(m wire.Message) []wire.Block {
	box := m.Blocks[0].(wire.Box).Blocks
	for i := len(box) - 1; i >= 0; i-- {
		if _, is := box[i].(wire.Picture); is {
			return box[i+1:]
		}
	}
	return box
}

// beyondTheEdge returns the window, extended without limit where it ends at the table's edge.
func beyondTheEdge(w render.Window, v wording.Reading) render.Window {
	const far = 100
	if w.X0 == 0 {
		w.X0 -= far
	}
	if w.Y0 == 0 {
		w.Y0 -= far
	}
	if w.X1*1000 == float64(v.Table.X) {
		w.X1 += far
	}
	if w.Y1*1000 == float64(v.Table.Y) {
		w.Y1 += far
	}
	return w
}

// Every piece that a console names below the board is shown whole on it, with room for its label. The test checks matches
// with random presses, and every move that could be begun in them.
func TestWhatIsNamedStandsWhole(t *testing.T) {
	const room = 1 // inch
	cropped, foes, moves := 0, 0, [2]int{}
	for seed := range uint64(1) {
		n := newNewcomer(t, starters(t), seed+1)
		n.roams = rand.New(rand.NewPCG(seed+1, 3))
		brush := framing{shown: new(render.Window), moves: &moves}
		n.forms.Brush = brush
		look := func(p table.Private, page bot.Page) {
			l, err := play{n.forms}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			w, v := *brush.shown, wording.Read(n.forms, p.View, p.Meta)
			if w == (render.Window{}) {
				return
			}
			cropped++
			for _, named := range namedIn(v, belowTheBoard(l.Message)) {
				piece, _ := v.Piece(named)
				if len(piece.Bases) > 0 && named.Seat() != p.Seat {
					foes++
				}
				for _, b := range piece.Bases {
					at := draw.Rim(b)
					at.R += room
					if !w.Holds(draw.Rim(b)) || !beyondTheEdge(w, v).Holds(at) {
						t.Errorf("seed %d, %s, %q: %s at %v is named and not whole in %v", seed, p.Asks[0].Name, page.Order, named, b.Point, w)
					}
				}
			}
		}
		n.seen = func(p table.Private, page bot.Page) {
			look(p, page)
			v, a := wording.Read(n.forms, p.View, p.Meta), p.Asks[0]
			for _, ch := range withShortcuts(v, a).Menu {
				if c := newLayout(p, v, withShortcuts(v, a)); len(ch.Slots) > 0 && n.roams.IntN(4) == 0 {
					look(p, bot.Page{Ask: a.ID, Order: filledIn(c, menu.Begin(ch)).String()})
				}
			}
		}
		n.play(3000, func(v rules.View) bool { return v.Round > 3 })
	}
	if cropped < 40 || foes < 20 {
		t.Errorf("%d crops in which %d enemies were named: too few to tell", cropped, foes)
	}
	if moves[0] < 20 || moves[1] < 20 {
		t.Errorf("%d pictures of moves with their reach, %d with watchers", moves[0], moves[1])
	}
	t.Logf("%d crops, %d enemies named in them", cropped, foes)
}
