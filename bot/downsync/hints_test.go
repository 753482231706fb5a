package downsync

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/downsync/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// A question says what its answers lead to, and where there is but one, why it is asked; in an open match without the reason
// that only secrets give.
func TestHints(t *testing.T) {
	pass := game.Menu{{Words: "pass"}}
	for _, x := range []struct {
		secrecy, ask string
		menu         game.Menu
		want         string
	}{
		{rules.Veiled, "react", game.Menu{{Words: "react"}, {Words: "pass"}}, "Units that react act before"},
		{rules.Veiled, "react", pass, "learns nothing"},
		{rules.Open, "react", pass, "nothing to react with."},
		{rules.Veiled, "counter", game.Menu{{Words: "counter none"}}, "nothing left to stop it with"},
		{rules.Veiled, "choose", game.Menu{{Words: "first"}, {Words: "second"}}, "Who deploys second"},
		{rules.Veiled, "next", game.Menu{{Words: "done"}}, ""},
		{rules.Veiled, "priority", game.Menu{{Words: "activate A1"}}, ""},
		{rules.Veiled, "priority", game.Menu{{Words: "activate A1"}, {Words: "hold A1"}}, "Who holds"},
	} {
		got := hint(reading{View: rules.View{Secrecy: x.secrecy}}, table.OpenAsk{Ask: game.Ask{Name: x.ask, Menu: x.menu}})
		if !strings.Contains(got, x.want) || x.want == "" && got != "" || x.secrecy == rules.Open && strings.Contains(got, "learns nothing") {
			t.Errorf("%s, %s of %v: %q", x.secrecy, x.ask, x.menu, got)
		}
	}
	for about := range hints {
		if question, words, ok := strings.Cut(about, ": "); !ok || asks[question] == "" || words == "" {
			t.Errorf("a hint about %q", about)
		}
	}
	for question := range idleHints {
		if asks[question] == "" {
			t.Errorf("a hint about %q", question)
		}
	}
}

// What cannot be paid for any more is told of, where a target is there for it.
func TestUnpaid(t *testing.T) {
	v := reading{View: rules.View{Rules: rules.Edition2023, Size: rules.Small, Secrecy: rules.Veiled, Map: "plain", Acting: &rules.Acting{Label: "A1"}, Pieces: []rules.Piece{
		{Label: "A1", Seat: 1, Kind: "unit", Unit: "virago", Bases: []rules.Base{{N: 1, Point: plane.Point{X: 20000, Y: 20000}}}},
		{Label: "B1", Seat: 2, Kind: "unit", Unit: "samson", Bases: []rules.Base{{N: 1, Point: plane.Point{X: 20000, Y: 30000}}}},
	}}}
	end := game.Menu{{Words: "end"}}
	if s := denials(v, end); !strings.Contains(s, "Medium Cannon**: it costs A, and that is spent") {
		t.Errorf("spent: %s", s)
	}
	if s := denials(v, append(game.Menu{{Words: "act medium-cannon"}}, end...)); !strings.Contains(s, wordNoneDenied) {
		t.Errorf("not spent: %s", s)
	}
	v.Pieces[1].Bases[0].Point.Y = 47500
	if s := denials(v, end); strings.Contains(s, "spent") || !strings.Contains(s, "the range of Medium Cannon") {
		t.Errorf("out of range: %s", s)
	}
}
