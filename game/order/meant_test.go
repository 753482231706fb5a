package order

import (
	"strconv"
	"strings"
	"testing"
)

// points is a kind of values written x,y.
type points struct{}

func (points) Name() string     { return "point" }
func (points) Example() Example { return "a point like 12.5,30" }
func (points) Read(words []string) (string, int, error) {
	if x, y, ok := strings.Cut(words[0], ","); ok {
		_, errX := strconv.ParseFloat(x, 64)
		_, errY := strconv.ParseFloat(y, 64)
		if errX == nil && errY == nil {
			return words[0], 1, nil
		}
	}
	return "", 0, expected("%q is no point", words[0])
}

func TestMeant(t *testing.T) {
	menus := []Menu{{
		{Words: "designate", Slots: []Slot{{Name: "pieces", Options: []string{"A1", "A2", "A11"}, Min: 1, Max: 3}}},
		{Words: "move A2", Slots: []Slot{{Name: "to", Mark: "to", Kind: points{}, Min: 1, Max: 1}, {Name: "via", Mark: "via", Kind: points{}, Max: 3}}},
		{Words: "reveal A3", Slots: []Slot{{Name: "unit", Mark: "as", Options: []string{"gsv-phantom", "virago"}, Min: 1, Max: 1}}},
		{Words: "act medium-cannon", Slots: []Slot{{Name: "target", Options: []string{"B1", "B2.3"}, Min: 1, Max: 1}, Flag("boost")}},
		{Words: "rush", Slots: []Slot{{Name: "model", Options: []string{"A5"}, Min: 1, Max: 1}, {Name: "target", Options: []string{"B6"}, Min: 1, Max: 1}}},
		{Words: "done"}, {Words: "hold"}, {Words: "hold on"},
	}, {{Words: "standing pass", Slots: []Slot{{Name: "until", Options: []string{"turn", "round"}, Min: 1, Max: 1}}}}}
	for _, x := range []struct {
		line, want string
		slips      int
	}{
		{"DESIGNATE a1 A2", "designate A1 A2", 0},
		{"desginate a1 and a2", "designate A1 A2", 1},
		{"des A 1", "designate A1", 1},
		{"move  a2   to 12.5 , 30", "move A2 to 12.5,30", 0},
		{"Move A2 12.5,30", "move A2 to 12.5,30", 1},
		{"move A2 12.5 30", "move A2 to 12.5,30", 1},
		{"move a 2 to 12 30 via 10 28", "move A2 to 12,30 via 10,28", 0},
		{"mvoe a2 to (12,30) via 10;28", "move A2 to 12,30 via 10,28", 1},
		{"reveal A3 as GSV Phantom", "reveal A3 as gsv-phantom", 0},
		{"reveal the A3 as gsv phantmo", "reveal A3 as gsv-phantom", 1},
		{"act mediumcannon on B2.3", "act medium-cannon B2.3", 0},
		{"act medium cannon b1 boost", "act medium-cannon B1 boost", 0},
		{"Done.", "done", 0},
		{"done?", "done", 1},
		{"designate a1 ? ", "designate A1", 1},
		{"standing pas round", "standing pass round", 1},
		{"designate A1 to A2", "designate A1 A2", 1},
		{"designate from A1 to A2", "designate A1 A2", 1},
		{"designate A1 - A2", "designate A1 A2", 1},
		{"designate A1 – A2", "designate A1 A2", 1},
		{"designate A1 -A2", "designate A1 A2", 1},
		{"designate A1- A2", "designate A1 A2", 1},
		{"designate A1 with A2", "designate A1 A2", 0},
		{"move A2 to 12,30 -", "", 0},
		{"move A2 to -", "", 0},
		{"designate A1 -", "", 0},
		{"“done?”", "done", 1},
		{"done? please", "done", 1},
		{"designate A1, A2", "designate A1 A2", 0},
		{"designate A1 1", "", 0},
		{"designate A1-1", "designate A11", 1},
		{"designate A1. 1", "", 0},
		{"designate A1`1", "", 0},
		{"designate A 11", "designate A11", 0},
		{"designate A-11", "designate A11", 0},
		{"act medium cannon b2.-3", "act medium-cannon B2.3", 1},
		{"act medium cannon b2 .3", "act medium-cannon B2.3", 1},
		{"act medium cannon b2 3", "act medium-cannon B2.3", 1},
		{"move A2 to 12,30 via 10,28 to 11,29", "", 0},
		{"rush A5 - B6", "rush A5 B6", 1},
		{"rush A5-B6", "rush A5 B6", 1},
		{"rush A5 B6", "rush A5 B6", 0},
		{"rush A5-", "", 0}, // nothing follows the hyphen
		{"rush -", "", 0},
		{"designate A1-A2", "designate A1 A2", 1},
		{"designate A1 " + strings.Repeat("the ", 60) + "A2", "", 0},
		{"Hold!", "hold", 0},
		{"hold on", "hold on", 0},
		{"Hold on!", "hold on", 0}, // another order: here "on" is no small word
		{"hold “on”", "hold on", 0},
		{"hodl on", "hold on", 1},
		{"designate B1", "", 0},
		{"move A3 to 1,2", "", 0},
		{"move A2 to the woods", "", 0},
		{"fly away", "", 0},
		{"", "", 0},
		{strings.Repeat("a1 ", 1000), "", 0},
	} {
		got, slips, ok := Meant(menus, x.line)
		if ok != (x.want != "") || ok && (got != x.want || slips != x.slips) {
			t.Errorf("%.40q means %q by %d slips, expected %q by %d", x.line, got, slips, x.want, x.slips)
		}
	}
}

func TestFollow(t *testing.T) {
	menus := []Menu{{
		{Words: "move A2", Slots: []Slot{{Name: "to", Mark: "to", Kind: points{}, Min: 1, Max: 1}}},
		{Words: "move A3", Slots: []Slot{{Name: "to", Mark: "to", Kind: points{}, Min: 1, Max: 1}}},
		{Words: "act medium-cannon", Slots: []Slot{{Name: "target", Options: []string{"B1", "B2.3"}, Min: 1, Max: 1}}},
	}, {{Words: "done"}}}
	for line, want := range map[string]string{
		"mvoe": "move", "move A3 to the woods": "move A3 to", "MOVE a 3 somewhere": "move A3", "move B1 to 3,3": "move", "act medium cannon": "act medium-cannon",
		"act medium-cannon C9": "act medium-cannon", "fly": "", "": "", "done and gone": "done",
	} {
		if got := Follow(menus, line); got != want {
			t.Errorf("%q is followed to %q, not %q", line, got, want)
		}
	}
}

// The meaning of a line is itself an order that means the same.
func FuzzMeant(f *testing.F) {
	menu := Menu{{Words: "act medium-cannon", Slots: []Slot{{Name: "target", Options: []string{"B1", "B2.3"}, Min: 1, Max: 2}, Flag("boost")}},
		{Words: "move A2", Slots: []Slot{{Name: "to", Mark: "to", Kind: points{}, Min: 1, Max: 1}}}}
	f.Add("act Medium cannon b1 b2.3 bost")
	f.Add("move a 2 to 1 , 2")
	f.Fuzz(func(t *testing.T, line string) {
		order, _, ok := Meant([]Menu{menu}, line)
		if !ok {
			return
		}
		if again, slips, ok := Meant([]Menu{menu}, order); !ok || slips != 0 || again != order {
			t.Errorf("%q means %q, which means %q by %d", line, order, again, slips)
		}
	})
}
