package downsync

import (
	"slices"
	"testing"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/order"
	"downsync/game/table"
	"downsync/game/terrain"
)

// offer returns the choice for the words that begin an order.
func offer(words string, slots ...game.Slot) game.Choice {
	p, err := rules.Read(words)
	if err != nil {
		panic(err)
	}
	var given []string
	for _, g := range p.Given() {
		given = append(given, g.Values...)
	}
	return rules.Offer(p.Verb(), given, slots...)
}

func point(mark string, least, many int) game.Slot {
	return game.Slot{Name: mark, Mark: mark, Kind: terrain.Points, Min: least, Max: many}
}

func oneOf(name, mark string, least int, options ...string) game.Slot {
	return game.Slot{Name: name, Mark: mark, Options: options, Min: least, Max: 1}
}

var (
	moveMenu    = game.Menu{offer("move A1", point("to", 1, 1), point("via", 0, 9)), offer("move A2", point("to", 1, 1), point("via", 0, 9)), offer("done")}
	deployMenu  = game.Menu{offer("deploy", oneOf("ping", "", 1, "A1", "A2"), point("at", 1, 1)), offer("deploy rest")}
	attackMenu  = game.Menu{offer("act mg", oneOf("target", "", 1, "B1", "B2.1"), order.Flag("boost")), offer("end")}
	aimedMenu   = game.Menu{offer("act arty", point("at", 1, 1), game.Slot{Name: "targets", Mark: "targets", Options: []string{"B1", "B2"}, Min: 1, Max: 4}), offer("end")}
	refreshMenu = game.Menu{offer("refresh A1", oneOf("unstun", "unstun", 0, "1", "2", "1,2"), oneOf("pay", "pay", 0, "defense-aura")), offer("done")}
	counterMenu = game.Menu{offer("counter cm", order.Flag("boost")), offer("counter cm", oneOf("lender", "from", 1, "A4", "A5"), order.Flag("boost")), offer("counter none")}
	revealMenu  = game.Menu{offer("reveal A3", oneOf("unit", "as", 1, "virago", "vector-squad"), point("at", 0, 4)), offer("done")}
	namesMenu   = game.Menu{offer("designate", game.Slot{Name: "pieces", Options: []string{"A1", "A2", "A3"}, Min: 1, Max: 3})}
)

// A choice, a typed point or a select continues a draft. A whole draft is played, but one that is costly or can still be
// changed is shown first.
func TestPress(t *testing.T) {
	for _, c := range []struct {
		name         string
		menu         game.Menu
		draft        string
		values       []string
		order, stage string
	}{
		{"designate", namesMenu, "", []string{"A1", "A3"}, "designate A1 A3", ""},
		{"move", moveMenu, "", []string{"move A2"}, "", "move A2"},
		{"move", moveMenu, "move A2", []string{"12,30"}, "", "move A2 to 12,30"},
		{"move", moveMenu, "move A2", []string{" (12.5;  30) ", "10 28 11,29"}, "", "move A2 to 12.5,30 via 10,28 11,29"},
		{"move", moveMenu, "move A2", []string{"12.5 30", ""}, "", "move A2 to 12.5,30"},
		{"move", moveMenu, "move A2", []string{"over there", ""}, "move A2 to over,there", ""},
		{"move", moveMenu, "move A2", []string{"12", ""}, "move A2 to 12", ""},
		{"move", moveMenu, "move A2", []string{"@C3"}, "", "move A2 @C3"},
		{"move", moveMenu, "move A2 @C3", []string{"12.5,16.5"}, "", "move A2 to 12.5,16.5"},
		{"move", moveMenu, "move A2 to 12,30 via 10,28", []string{"13,30"}, "", "move A2 to 13,30"},
		{"deploy", deployMenu, "", []string{"A1"}, "", "deploy A1"},
		{"deploy", deployMenu, "deploy A1", []string{"3,4"}, "", "deploy A1 at 3,4"},
		{"deploy", deployMenu, "deploy A1 at 3,4", []string{"5,6", ""}, "", "deploy A1 at 5,6"},
		{"act", attackMenu, "", []string{"B2.1"}, "", "act mg B2.1"},
		{"act", attackMenu[:1], "act mg", []string{"B9"}, "act mg B9", ""},
		{"act", aimedMenu, "act arty at 12,30", []string{"B1 B2 B1 B2"}, "", "act arty at 12,30 targets B1 B2 B1 B2"},
		{"refresh", refreshMenu, "", []string{"refresh A1"}, "", "refresh A1"},
		{"refresh", refreshMenu, "refresh A1", []string{"1,2"}, "", "refresh A1 unstun 1,2"},
		{"refresh", refreshMenu, "refresh A1", []string{"defense-aura"}, "refresh A1 pay defense-aura", ""},
		{"refresh", refreshMenu, "refresh A1 unstun 1,2", []string{"defense-aura"}, "refresh A1 unstun 1,2 pay defense-aura", ""},
		{"counter", counterMenu, "", []string{"A4"}, "", "counter cm from A4"},
		{"counter", counterMenu, "", []string{"counter cm from"}, "", "counter cm from"},
		{"counter", counterMenu, "counter cm from", []string{"A5"}, "", "counter cm from A5"},
		{"reveal", revealMenu, "", []string{"virago"}, "", "reveal A3 as virago"},
		{"reveal", revealMenu, "reveal A3", []string{"vector-squad"}, "", "reveal A3 as vector-squad"},
	} {
		p := table.Private{View: rules.View{}, Asks: []table.OpenAsk{{Ask: game.Ask{ID: "q.1", Name: c.name, Menu: c.menu}}}}
		step := play{wording.Reader{}}.Press(p, "q.1", c.draft, c.values)
		if step.Order != c.order || step.Draft != c.stage || step.Form != nil {
			t.Errorf("%s %q %q: order %q, draft %q; expected %q, %q", c.name, c.draft, c.values, step.Order, step.Draft, c.order, c.stage)
		}
	}
	p := table.Private{ID: "m", View: rules.View{}, Asks: []table.OpenAsk{{Ask: game.Ask{ID: "q.1", Name: "move", Menu: moveMenu}}}}
	if s := (play{wording.Reader{}}).Press(p, "q.0", "move A2", []string{"1,2"}); s.Order != "" || s.Draft != "" || s.Form != nil {
		t.Errorf("a press on a closed question: %+v", s)
	}
	if s := (play{wording.Reader{}}).Press(p, "q.1", "move A2 to 3,4 via 5,6", nil); s.Form == nil || s.Form.Fields[0].Value != "3,4" || s.Form.Fields[1].Value != "5,6" {
		t.Errorf("the form: %+v", s.Form)
	}
}

// The draft of each order can be read back, and only by the menu that offers it.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		menu  game.Menu
		draft string
		ok    bool
		whole bool
		point bool
		open  int
	}{
		{moveMenu, "move A2", true, false, false, 1},
		{moveMenu, "move A2 to", true, false, false, 1},
		{moveMenu, "move A2 to 1,2", true, true, true, 0},
		{moveMenu, "move A2 to 1,2 via 3,4 5,6", true, true, true, 0},
		{moveMenu, "move A9", false, false, false, 0},
		{moveMenu, "move A2 1,2", false, false, false, 0},
		{moveMenu, "move A2 to 1,2 3,4", false, false, false, 0},
		{moveMenu, "done", true, true, false, 0},
		{moveMenu, "done now", false, false, false, 0},
		{attackMenu, "act mg B1 boost", true, true, false, 0},
		{attackMenu, "act mg boost", false, false, false, 0},
		{refreshMenu, "refresh A1", true, true, false, 2},
		{refreshMenu, "refresh A1 pay defense-aura", true, true, false, 0},
		{counterMenu, "counter cm", true, true, false, 0},
		{counterMenu, "counter cm from", true, false, false, 1},
		{counterMenu, "counter cm from A4 boost", true, true, false, 0},
	} {
		d, ok := menu.Read(c.menu, c.draft)
		if ok != c.ok || ok && (d.Whole() != c.whole || d.Placed() != c.point || len(d.Choices()) != c.open) {
			t.Errorf("%q: ok %t, whole %t, point %t, open %d", c.draft, ok, d.Whole(), d.Placed(), len(d.Choices()))
		}
	}
}

func TestSquares(t *testing.T) {
	for word, want := range map[string]string{"E3": "E3", "C1": "C1", "J8": "J8", "N8": "N8", "O1": "", "B1": "", "C9": "", "": "", "u": "", "e3": "", "@E3": ""} {
		col, row, ok := wording.ParseSquare(word)
		if ok != (want != "") || ok && wording.SquareName(col, row) != want {
			t.Errorf("%q is %d, %d, %t", word, col, row, ok)
		}
	}
	if d, ok := menu.Read(moveMenu, "move A2 @C3"); !ok || square(d) != "C3" || d.String() != "move A2 @C3" || menu.Unmarked(d.String()) != "move A2" {
		t.Errorf("%q looks into %q", d, square(d))
	}
	cs := wording.Cells(2, 2)
	if len(cs) != 36 || cs[0].String() != "12.5,17.5" || cs[35].String() != "17.5,12.5" {
		t.Errorf("cells %v", cs)
	}
	for in, want := range map[string]string{"move A2 to 1,2 via 3,4": "move A2", "deploy A1 at 3,4": "deploy A1", "move A2": "move A2", "move A2 @C3": "move A2"} {
		if d, ok := menu.Read(slices.Concat(moveMenu, deployMenu), in); !ok || d.Unplaced().String() != want {
			t.Errorf("%q without its point is %q", in, d.Unplaced())
		}
	}
}

// A choice that a misclick would make costly is asked about once more.
func TestSure(t *testing.T) {
	v := rules.View{Taskforce: []rules.Label{"A1", "A2"}, Pieces: []rules.Piece{{Label: "A1", Kind: "ping", Bases: []rules.Base{{N: 1}}}, {Label: "A2", Unit: "virago", Bases: []rules.Base{{N: 1}}}}}
	for _, c := range []struct {
		name, words string
		menu        game.Menu
		asks        bool
	}{
		{"next", "done", game.Menu{offer("activate A1")}, false}, // a contact, which could only move a little farther
		{"next", "done", game.Menu{offer("activate A1"), offer("activate A2")}, true},
		{"act", "end", attackMenu, true},
		{"act", "end", game.Menu{offer("end")}, false},
		{"move", "done", moveMenu, true},      // nothing has moved
		{"move", "done", moveMenu[1:], false}, // A1 has moved
		{"standing", "concede", nil, true},
		{"reveal", "done", nil, false},
	} {
		a := table.OpenAsk{Ask: game.Ask{Name: c.name, Menu: c.menu}}
		if got := newLayout(table.Private{}, wording.Reading{View: v}, a).Sure(offer(c.words)) != ""; got != c.asks {
			t.Errorf("%s %s: asks %t", c.name, c.words, got)
		}
	}
}

// A form takes places as people type them: with spaces, commas, semicolons and brackets, and squares among them.
func TestTypedPoints(t *testing.T) {
	if got := typedPoints([]string{"F7 (12.5; 30) c1", "1 2, D3"}); got != "F7 12.5,30 c1 via 1,2 D3" {
		t.Error(got)
	}
}
