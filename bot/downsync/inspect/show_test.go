package inspect

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
	"downsync/game/table"
)

// small returns a view of a few pieces.
func small(viewer game.Viewer) rules.View {
	at := func(x, y plane.Inch, r plane.Inch) []rules.Base {
		return []rules.Base{{N: 1, Point: plane.Point{X: x * 1000, Y: y * 1000}, R: r}}
	}
	v := rules.View{Viewer: viewer, Round: 1, Turn: 2, Active: 1, Phase: rules.Activating, Acting: &rules.Acting{Label: "A2"}, Table: plane.Point{X: 48000, Y: 48000}, VIPs: rules.VIPs[:]}
	v.Pieces = []rules.Piece{
		{Label: "A1", Seat: 1, Kind: "ping", Sig: cards.Small, Bases: at(10, 10, 1181)},
		{Label: "A2", Seat: 1, Kind: "unit", Sig: cards.Medium, Unit: "virago", Bases: at(20, 20, 1378)},
		{Label: "B1", Seat: 2, Kind: "ping", Sig: cards.Small, Bases: at(30, 40, 1181)},
		{Label: "B2", Seat: 2, Kind: "unit", Sig: cards.Large, Unit: "samson", Bases: at(30, 30, 1575)},
	}
	if viewer == game.Player(1) {
		v.Pieces[0].Plan = "widow-scout"
	}
	return v
}

// A seat gets a picture for it alone and the same in words. An onlooker gets the words, without plans.
func TestShow(t *testing.T) {
	for _, c := range []struct{ what, piece, want string }{
		{"reach", "A2", "**A2 Virago** can move up to"},
		{"reach", "B1", "**B1** can move up to 4\""},
		{"range", "A2", "Medium Cannon: "},
		{"range", "B1", "Short range"},
		{"threat", "", "B2 Samson: "},
		{"plans", "", "A1: Widow Scout"},
		{"fight", "", "closely"},
		{"forces", "", "A2 Virago at 20,20"},
		{"card", "B2", "**Samson**"},
		{"card", "virago", "**Virago**"},
	} {
		o := map[string]string{"what": c.what, "piece": c.piece}
		l, err := Inspector{wording.Reader{}}.Query(table.Private{Seat: 1, View: small(game.Player(1))}, "show", o)
		if err != nil {
			t.Fatalf("%v: %v", o, err)
		}
		if words := bottest.Words(l.Message); !strings.Contains(words, c.want) || l.Seat != 1 || len(l.Message.Files) != 1 {
			t.Errorf("%v: seat %d, %d pictures: %s", o, l.Seat, len(l.Message.Files), words)
		}
		n, err := Inspector{wording.Reader{}}.QueryPublic(table.Public{View: small(game.Onlooker())}, "show", o)
		words := bottest.Words(n.Message)
		if err != nil || len(n.Message.Files) != 0 || words == "" || strings.Contains(words, "Widow") {
			t.Errorf("%v: to an onlooker %v: %s", o, err, words)
		}
	}
	for _, o := range []map[string]string{{"what": "reach"}, {"what": "range", "piece": "B9"}, {"what": "reach", "piece": "12,30"}, {"what": "card", "piece": "A1"}} {
		if l, err := (Inspector{wording.Reader{}}).Query(table.Private{Seat: 1, View: small(game.Player(1))}, "show", o); err == nil {
			t.Errorf("%v: %s", o, bottest.Words(l.Message))
		}
	}
}

// Without a piece the answer asks for one by the option's name, in the reader's language.
func TestShowAsksForThePiece(t *testing.T) {
	for what, asks := range map[string]bool{"reach": true, "range": true, "card": true, "threat": false, "plans": false, "forces": false} {
		for language, option := range map[string]string{"en": "`piece`", "de": "`figur`"} {
			f := wording.Reader{Voice: bot.Voice{Language: lang.Of(language)}}
			_, err := Inspector{f}.Query(table.Private{Seat: 1, View: small(game.Player(1))}, "show", map[string]string{"what": what, "piece": " "})
			if asks && (err == nil || !strings.Contains(lang.Of(language).Error(err), option)) || !asks && err != nil {
				t.Errorf("%s, %s: %v", what, language, err)
			}
		}
	}
}

// The pieces on the table are suggested, each as its viewer knows it.
func TestPiecesAreSuggested(t *testing.T) {
	for typed, want := range map[string]string{"": "A1=A1 A2 Virago=A2 B1=B1 B2 Samson=B2", "b": "B1=B1 B2 Samson=B2", "vir": "A2 Virago=A2", "widow": ""} {
		var got []string
		for _, c := range (Inspector{wording.Reader{}}).Complete(small(game.Onlooker()), table.Meta{}, "piece", typed) {
			got = append(got, c.Name+"="+c.Value)
		}
		if said := strings.Join(got, " "); said != want {
			t.Errorf("%q: %s, want %s", typed, said, want)
		}
	}
}
