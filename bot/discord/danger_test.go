package discord

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"downsync/bot"
)

// anyBlocks returns blocks with buttons of all styles, in rows and in a box.
func anyBlocks(r *rand.Rand, top bool, n *int) (bs []bot.Block) {
	for range 1 + r.IntN(3) {
		switch k := r.IntN(4); {
		case k == 0 && top:
			bs = append(bs, bot.Box{Blocks: anyBlocks(r, false, n)})
		case k == 1:
			bs = append(bs, bot.Text("words"))
		default:
			row := bot.Row{}
			for range 1 + r.IntN(bot.MostInRow) {
				*n++
				row = append(row, bot.Button{ID: fmt.Sprint("id", *n), Label: fmt.Sprint("label", *n), Style: bot.Style(1 + r.IntN(4))})
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
func styles(bs []bot.Block, all map[string]bot.Style) map[string]bot.Style {
	for _, b := range bs {
		switch x := b.(type) {
		case bot.Box:
			styles(x.Blocks, all)
		case bot.Row:
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
		m := bot.Message{Blocks: anyBlocks(r, true, &n)}
		p, err := payloadOf(m)
		if err != nil {
			continue // more than Discord takes
		}
		buttons, selects := map[string]component{}, map[string]component{}
		flat(p.Components, buttons, selects)
		for id, style := range styles(m.Blocks, map[string]bot.Style{}) {
			k, button := buttons[id]
			s, choice := selects[id]
			if danger := style == bot.Danger; danger == button || danger != choice || button && k.Style == int(bot.Danger) {
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
	m := bot.Message{Blocks: []bot.Block{bot.Box{Blocks: []bot.Block{bot.Row{{ID: "a", Label: "Concede", Style: bot.Danger}, {ID: "b", Label: "Go on", Style: bot.Success}},
		bot.Row{{ID: "c", Label: "Back"}}}}}}
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
