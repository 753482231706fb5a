package discord

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"downsync/bot/wire"
)

// anyConsole returns a console with a board, and its presses: each as a custom id with the value that is chosen, "" for a button.
func anyConsole(r *rand.Rand) (m wire.Message, presses map[string]int) {
	presses = map[string]int{}
	box := wire.Box{Blocks: []wire.Block{wire.Text("## Head"), wire.Picture{File: 0, Alt: "a board"}, wire.Text("### Question\nA line. Another one.\n- A bullet.")}}
	n := 0
	id := func() string { n++; return fmt.Sprint("c|m|1|1.", n) }
	row := func() (row wire.Row) {
		for range 1 + r.IntN(4) {
			k := wire.Button{ID: id(), Label: strings.Repeat("word ", 1+r.IntN(6)), Style: wire.Style(1 + r.IntN(4)), Disabled: r.IntN(8) == 0}
			if row = append(row, k); !k.Disabled {
				presses[k.ID+" "]++
			}
		}
		return row
	}
	for range 1 + r.IntN(4) {
		if r.IntN(2) == 0 {
			box.Blocks = append(box.Blocks, row())
			continue
		}
		s := wire.Select{ID: id(), Placeholder: "Choose", Max: r.IntN(3)}
		for o := range 1 + r.IntN(40) {
			if s.Max > 1 && o >= maxOptions {
				break
			}
			v := fmt.Sprint("value", o)
			if r.IntN(30) == 0 {
				v += strings.Repeat("x", 90-len(v))
			}
			s.Options = append(s.Options, wire.Option{Value: v, Label: "Option " + v[:6], Chosen: o == 3})
			presses[s.ID+" "+v]++
		}
		box.Blocks = append(box.Blocks, s)
	}
	return wire.Message{More: "More …", Files: []wire.File{{Name: "b.png", Data: []byte("no picture")}}, Blocks: []wire.Block{box, wire.Text("below"), row()}}, presses
}

// sentPresses returns what the presses of the controls of blocks arrive as, in the form of anyConsole, and the number of buttons and of
// selects after the last picture.
func sentPresses(bs []wire.Block, presses map[string]int) (buttons, selects int) {
	for _, b := range bs {
		switch b := b.(type) {
		case wire.Box:
			return sentPresses(b.Blocks, presses)
		case wire.Row:
			for _, k := range b {
				id, _ := pressed(k.ID, nil)
				presses[id+" "]++
				buttons++
			}
		case wire.Select:
			selects++
			for _, o := range b.Options {
				id, values := pressed(b.ID, []string{o.Value})
				presses[id+" "+strings.Join(values, ",")]++
			}
		}
	}
	return buttons, selects
}

// Whatever a console offers, it offers once as it is sent, with at most three buttons, and a press of it arrives as a press of the control
// itself.
func TestFoldedConsoleOffersEverythingOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	lists := 0
	for range 500 {
		m, offered := anyConsole(r)
		if err := Check(m); err != nil {
			continue // more than Discord takes
		}
		got := map[string]int{}
		buttons, _ := sentPresses(Sent(m), got)
		if !maps.Equal(got, offered) {
			t.Fatalf("%+v is sent as %+v", m.Blocks, Sent(m))
		}
		if buttons > 1+wire.MostBeside {
			t.Errorf("%d buttons", buttons)
		}
		box := Sent(m)[0].(wire.Box).Blocks
		board := slices.IndexFunc(box, func(b wire.Block) bool { _, ok := b.(wire.Picture); return ok })
		for i, b := range box {
			if text, ok := b.(wire.Text); ok && text == "below" && i > board {
				t.Error("a text of a later row stands below the board")
			}
			if s, ok := b.(wire.Select); ok && strings.HasPrefix(s.Placeholder, m.More) {
				lists++
			}
		}
	}
	if lists < 100 {
		t.Errorf("only %d lists", lists)
	}
}

// In a list of several selects, each option says which select it is of, besides its own note.
func TestOptionsOfAListSayWhatTheyAreFor(t *testing.T) {
	lists := []wire.Block{
		wire.Select{ID: "a", Placeholder: "Target Lock on", Options: []wire.Option{{Value: "B2", Label: "B2 Tagger", Note: "10.5\" away"}, {Value: "B3", Label: "B3 Courier"}}},
		wire.Select{ID: "b", Placeholder: "Move", Options: []wire.Option{{Value: "A1", Label: "A1 Widow", Note: strings.Repeat("n", 100)}}},
	}
	var notes []string
	for _, b := range (wire.Message{More: "More …", Blocks: []wire.Block{wire.Box{Blocks: append([]wire.Block{wire.Text("?")}, lists...)}}}).Folded() {
		for _, b := range b.(wire.Box).Blocks {
			if s, ok := b.(wire.Select); ok {
				for _, o := range s.Options {
					notes = append(notes, o.Note)
				}
			}
		}
	}
	if want := []string{"Target Lock on · 10.5\" away", "Target Lock on", "Move · " + strings.Repeat("n", 92) + "…"}; !slices.Equal(notes, want) {
		t.Errorf("%q", notes)
	}
}

// The main button is the one that leads, else the green one, else the first step forward.
func TestMainButton(t *testing.T) {
	blue := wire.Button{ID: "blue", Label: "To the Objectives …", Style: wire.Primary}
	green := wire.Button{ID: "green", Label: "No more moves", Style: wire.Success}
	grey := wire.Button{ID: "grey", Label: "Back", Style: wire.Secondary}
	for _, x := range []struct {
		row  wire.Row
		want string
	}{
		{wire.Row{grey, blue, green}, "green"}, {wire.Row{grey, blue}, "blue"}, {wire.Row{blue, {ID: "leads", Label: "First", Style: wire.Primary, Leads: true}, green}, "leads"},
	} {
		if got := wire.Fold([]wire.Block{x.row}).Row[0].ID; got != x.want {
			t.Errorf("of %+v the main button is %q, not %q", x.row, got, x.want)
		}
	}
}

// A message without a word for more stays as it is.
func TestOtherMessagesStay(t *testing.T) {
	m, _ := anyConsole(rand.New(rand.NewPCG(1, 4)))
	m.More = ""
	if got := m.Folded(); fmt.Sprint(got) != fmt.Sprint(m.Blocks) {
		t.Errorf("sent as %+v", got)
	}
}
