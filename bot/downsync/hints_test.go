package downsync

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/game/table"
)

// A question says what its answers lead to, and where there is but one, why it is asked; in an open match without the reason
// that only secrets give.
func TestHints(t *testing.T) {
	pass := game.Menu{offer("pass")}
	for _, x := range []struct {
		secrecy, ask string
		menu         game.Menu
		want         string
	}{
		{rules.Veiled, "react", game.Menu{offer("react"), offer("pass")}, "on a tie, the side whose Turn it is"},
		{rules.Veiled, "react", pass, ""},
		{rules.Veiled, "join", game.Menu{offer("done")}, "learns nothing"},
		{rules.Open, "join", game.Menu{offer("done")}, "nobody to add."},
		{rules.Veiled, "counter", game.Menu{offer("counter none")}, "nothing left to stop it with"},
		{rules.Veiled, "choose", game.Menu{offer("first"), offer("second")}, "The other side sees where the enemy is"},
		{rules.Veiled, "next", game.Menu{offer("done")}, ""},
		{rules.Veiled, "priority", game.Menu{offer("activate A1")}, ""},
		{rules.Veiled, "priority", game.Menu{offer("activate A1"), offer("hold A1")}, "A Unit that holds"},
	} {
		got := hint(wording.Reading{View: rules.View{Secrecy: x.secrecy}}, table.OpenAsk{Ask: game.Ask{Name: x.ask, Menu: x.menu}})
		if !strings.Contains(got, x.want) || x.want == "" && got != "" || x.secrecy == rules.Open && strings.Contains(got,
			"learns nothing") {
			t.Errorf("%s, %s of %v: %q", x.secrecy, x.ask, x.menu, got)
		}
	}
	for _, q := range questions {
		if (q.Hint == "") != (q.HintFor == "") {
			t.Errorf("a hint without its choice, or a choice without its hint: %+v", q)
		}
	}
}

// The console names an action that can no longer be paid for, if it would have a target.
func TestUnpaid(t *testing.T) {
	v := wording.Reading{View: rules.View{Rules: rules.Edition2023, Size: rules.Small, Secrecy: rules.Veiled, Map: "plain",
		Acting: &rules.Acting{Label: "A1"}, Pieces: []rules.Piece{
			{Label: "A1", Seat: 1, Kind: "unit", Unit: "virago", Bases: []rules.Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}}}},
			{Label: "B1", Seat: 2, Kind: "unit", Unit: "samson", Bases: []rules.Base{{N: 1, Point: plane.Point{X: 20000, Y: 30000}}}},
		}}}
	end := game.Menu{offer("end")}
	if s := denials(v, end); !strings.Contains(s, "Medium Cannon**: it costs an Action Point, and none is left") {
		t.Errorf("spent: %s", s)
	}
	if s := denials(v, append(game.Menu{offer("act medium-cannon")}, end...)); !strings.Contains(s,
		"Its checks and attacks reach every enemy that they are meant for.") {
		t.Errorf("not spent: %s", s)
	}
	v.Pieces[1].Bases[0].Point.Y = 47500
	if s := denials(v, end); strings.Contains(s, "none is left") || !strings.Contains(s, "the range of Medium Cannon") {
		t.Errorf("out of range: %s", s)
	}
	// The same reason is given once, and a length as it is read.
	v.Pieces[0].Unit = "guardian-destroyer"
	v.Pieces = append(v.Pieces, rules.Piece{Label: "B2", Seat: 2, Kind: "unit", Unit: "virago", Bases: []rules.Base{{N: 1, Point: plane.Point{X: 20123, Y: 47000}}}})
	if s := denials(v, end); strings.Count(s, "HMG is for targets of infantry only") != 1 || !strings.Contains(s, "B1 is 24.4\" away") {
		t.Errorf("the same reason twice: %s", s)
	}
}

// The question and the button that frees a stunned Unit both name it; Units with nothing to choose are not offered.
func TestRefreshing(t *testing.T) {
	v := wording.Reading{View: rules.View{Rules: rules.Edition2023, Size: rules.Small, Secrecy: rules.Veiled, Map: "plain", Pieces: []rules.Piece{
		{Label: "B1", Seat: 2, Kind: "unit", Unit: "harbinger"}, {Label: "B4", Seat: 2, Kind: "unit", Unit: "crusader"}}}}
	a := table.OpenAsk{Ask: game.Ask{Name: "refresh", Menu: game.Menu{offer("refresh B1"),
		offer("refresh B4", game.Slot{Name: "unstun", Mark: "unstun", Options: []string{"1"}, Max: 1}), offer("done")}}}
	if s := privateAsk(v, a, draft{}); !strings.Contains(s, "B4 Crusader") || strings.Contains(s, "Harbinger") {
		t.Error(s)
	}
	said := bottest.ControlsOf(wire.Message{Blocks: controls(newLayout(table.Private{}, v, a), draft{})})
	var got []string
	for _, b := range said.Buttons {
		got = append(got, b.Does.Draft+"|"+b.Label)
	}
	if s := strings.Join(got, "; "); s != "refresh B4 unstun 1|Free B4 Crusader (1 CP); done|Pay nothing more" || len(said.Selects) > 0 {
		t.Error(s)
	}
}

// A player who has answered does not read that they are asked, although everybody else still does.
func TestAnswerIsIn(t *testing.T) {
	until := time.Date(2150, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		asked  table.Asked
		closes time.Time
		want   string
	}{
		{table.Asked{Seat: 1, Name: "react", Window: true}, time.Time{}, "stays open for a while"},
		{table.Asked{Seat: 1, Name: "react", Window: true, By: until.Add(time.Hour)}, until, fmt.Sprintf("open until <t:%d:T>", until.Unix())},
		{table.Asked{Seat: 1, Name: "boost"}, time.Time{}, "when the other side has answered"},
		{table.Asked{Seat: 2, Name: "boost"}, time.Time{}, "Nothing to do right now"},
	} {
		p := table.Private{Seat: 1, Closes: x.closes, Asked: []table.Asked{x.asked}, Meta: table.Meta{Users: []wire.UserID{"ann", "ben"}}}
		got := waitText(wording.Reader{}, p)
		if !strings.Contains(got, x.want) || strings.Contains(got, "@ann") {
			t.Errorf("%+v: %s", x.asked, got)
		}
	}
}

// The one button of a choice that is none says in words what it does.
func TestOnlyButtons(t *testing.T) {
	v := wording.Reading{View: rules.View{Rules: rules.Edition2023, Size: rules.Small, Secrecy: rules.Veiled, Map: "plain", Pieces: []rules.Piece{
		{Label: "A6", Seat: 1, Kind: "unit", Unit: "samson"}, {Label: "B5", Seat: 2, Kind: "ping", Sig: "medium"}}}}
	for _, x := range []struct{ ask, mark, option, want string }{
		{"boost", "", "A6", "Boost: A6 Samson"},
		{"join", "ambush", "gsv-phantom@B5", "GSV: Phantom out of B5"},
	} {
		a := table.OpenAsk{Ask: game.Ask{Name: x.ask, Menu: game.Menu{offer(x.ask, oneOf("units", x.mark, 1, x.option))}}}
		c := newLayout(table.Private{}, v, a)
		noChoice(c, menu.Begin(a.Menu[0]), a.Menu[0].Slots[0])
		if c.Flush(); !slices.ContainsFunc(bottest.ControlsOf(wire.Message{Blocks: c.Blocks}).Buttons, func(b wire.Button) bool { return b.Label == x.want }) {
			t.Errorf("%s: %+v, expected a button %q", x.ask, c.Blocks, x.want)
		}
	}
}
