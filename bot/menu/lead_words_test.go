package menu

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"downsync/bot/wire"
)

// A text that tells a player to press a button names the list wherever the list holds it, also below a picture that leaves room for one line of
// buttons. The way back is never in the list.
func TestPressNamesTheList(t *testing.T) {
	lot, named := rand.New(rand.NewPCG(7, 7)), map[string]int{}
	for range 2000 {
		var controls []wire.Block
		for n := range 1 + lot.IntN(3) {
			row := wire.Row{}
			for k := range 1 + lot.IntN(4) {
				row = append(row, wire.Button{Label: fmt.Sprintf("%d.%d ", n, k) + strings.Repeat("m", 1+lot.IntN(30)), Style: wire.Style(lot.IntN(4)),
					Does: wire.Control{Kind: wire.ControlSubmit, Ask: "1", Draft: fmt.Sprintf("%d %d", n, k)}})
			}
			controls = append(controls, row)
		}
		if lot.IntN(3) == 0 {
			controls = append(controls, wire.Select{ID: "s", Placeholder: "A select", Options: []wire.Option{{Value: "1", Label: "one"}}})
		}
		back := wire.Button{Label: "Back " + strings.Repeat("m", lot.IntN(20)), Does: wire.Control{Kind: wire.ControlOpen}}
		controls = append(controls, wire.Row{back})
		l := &Layout{}
		high, low := wire.Fold(controls), wire.FoldLow(controls)
		if high.Holds(back) || low.Holds(back) {
			t.Fatalf("the way back is in the list: %+v", low)
		}
		for n, b := range controls {
			row, _ := b.(wire.Row)
			for k := range row {
				said := l.press(place{block: n, button: k}, controls)
				inList, inRow := high.Holds(row[k]) || low.Holds(row[k]), !high.Holds(row[k]) || !low.Holds(row[k])
				if strings.Contains(said, "*"+l.listOf(low)+"*") != inList || strings.Contains(said, "Press **"+row[k].Label) != inRow {
					t.Errorf("%s, in the list: %t, below a tall picture: %t", said, high.Holds(row[k]), low.Holds(row[k]))
				}
				named[fmt.Sprint(high.Holds(row[k]), low.Holds(row[k]))]++
			}
		}
	}
	if len(named) < 4 {
		t.Errorf("the cases are %v", named)
	}
}
