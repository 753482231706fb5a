package discord

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"downsync/bot/wire"
)

// anyBlocks returns blocks with buttons of all styles, in rows and in a box.
func anyBlocks(r *rand.Rand, top bool, n *int) (bs []wire.Block) {
	for range 1 + r.IntN(3) {
		switch k := r.IntN(4); {
		case k == 0 && top:
			bs = append(bs, wire.Box{Blocks: anyBlocks(r, false, n)})
		case k == 1:
			bs = append(bs, wire.Text("words"))
		default:
			row := wire.Row{}
			for range 1 + r.IntN(wire.MostInRow) {
				*n++
				row = append(row, wire.Button{ID: fmt.Sprint("id", *n), Label: fmt.Sprint("label", *n), Style: wire.Style(1 + r.IntN(4))})
			}
			bs = append(bs, row)
		}
	}
	return bs
}

// flat lists the custom ids of a message's buttons, and of its selects, in their order.
func flat(components []any, buttons, selects map[string]component) {
	for _, c := range components {
		switch x := c.(component); x.Type {
		case typeButton:
			buttons[x.CustomID] = x
		case typeSelect:
			selects[x.CustomID] = x
		default:
			flat(x.Components, buttons, selects)
		}
	}
}

// styles returns the styles of the buttons, by id.
func styles(bs []wire.Block, all map[string]wire.Style) map[string]wire.Style {
	for _, b := range bs {
		switch x := b.(type) {
		case wire.Box:
			styles(x.Blocks, all)
		case wire.Row:
			for _, k := range x {
				all[k.ID] = k.Style
			}
		}
	}
	return all
}

// Nothing dangerous is ever a button, in any message: it is a select with one option, which is pressed without values. Every other
// button stays a button.
func TestNothingDangerousIsAButton(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := 0
	for range 500 {
		n := 0
		m := wire.Message{Blocks: anyBlocks(r, true, &n)}
		p, err := payloadOf(m)
		if err != nil {
			continue // more than Discord takes
		}
		buttons, selects := map[string]component{}, map[string]component{}
		flat(p.Components, buttons, selects)
		for id, style := range styles(m.Blocks, map[string]wire.Style{}) {
			k, button := buttons[id]
			s, choice := selects[id]
			if danger := style == wire.Danger; danger == button || danger != choice || button && k.Style == int(wire.Danger) {
				t.Errorf("%s of style %d: a button %t, a select %t", id, style, button, choice)
			}
			if !choice {
				continue
			}
			seen++
			if len(s.Options) != 1 || chosen([]string{s.Options[0].Value}) != nil {
				t.Errorf("%s is chosen with %v", id, s.Options)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d dangerous buttons", seen)
	}
	if got := chosen([]string{"a"}); len(got) != 1 {
		t.Errorf("what a select holds came as %q", got)
	}
}

// A dangerous control comes after every button of its box.
func TestDangerStandsLast(t *testing.T) {
	m := wire.Message{Blocks: []wire.Block{wire.Box{Blocks: []wire.Block{wire.Row{{ID: "a", Label: "Concede", Style: wire.Danger}, {ID: "b", Label: "Go on", Style: wire.Success}},
		wire.Row{{ID: "c", Label: "Back"}}}}}}
	p, err := payloadOf(m)
	if err != nil {
		t.Fatal(err)
	}
	box := p.Components[0].(component).Components
	last := box[len(box)-1].(component).Components[0].(component)
	if len(box) != 3 || last.Type != typeSelect || last.CustomID != "a" {
		t.Errorf("the box holds %+v", box)
	}
}
