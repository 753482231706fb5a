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
	"downsync/game/plane"
	"downsync/game/table"
)

// A measurement lists the chances of possible actions, and the reasons why the others are impossible.
func TestMeasureSaysWhatCannotBe(t *testing.T) {
	unit := func(l rules.Label, slug string, x, y int) rules.Piece {
		return rules.Piece{Label: l, Seat: l.Seat(), Kind: "unit", Unit: slug, Bases: []rules.Base{{N: 1, Point: plane.Point{X: plane.In(x), Y: plane.In(y)}, R: 1575}}}
	}
	v := rules.View{Viewer: game.Player(1), Pieces: []rules.Piece{unit("A1", "guardian-destroyer", 20, 20), unit("A2", "mandible", 30, 10), unit("B1", "virago", 20, 30)}}
	for _, c := range []struct {
		language lang.Language
		from     string
		says     []string
	}{
		{lang.English, "A1", []string{"Smart Med. Cannon needs 7: 58%", "**HMG**: HMG is for targets of infantry only. (R18.3)"}},
		{lang.English, "A2", []string{"Shock Artillery needs 7: 58%", "aimed at 20,30"}},
		{lang.Of("de"), "A1", []string{"**HMG**: HMG geht nur gegen Infanterie"}},
	} {
		m, err := Inspector{wording.Reader{Voice: bot.Voice{Language: c.language}}}.QueryPublic(table.Public{View: v}, "measure", map[string]string{"from": c.from, "to": "B1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.says {
			if got := bottest.Words(m.Message); !strings.Contains(got, want) {
				t.Errorf("%s in %s: no %q in\n%s", c.from, c.language, want, got)
			}
		}
	}
}

// A square means its middle, wherever a piece or a point may be named or a place typed.
func TestSquaresArePlaces(t *testing.T) {
	v := rules.View{Viewer: game.Player(1)}
	v.Table = plane.Point{X: plane.In(48), Y: plane.In(48)}
	m, err := Inspector{wording.Reader{}}.QueryPublic(table.Public{View: v}, "measure", map[string]string{"from": "F7", "to": "e7"})
	if err != nil || !strings.Contains(bottest.Words(m.Message), "**21,39** to **15,39**: **6\"**") {
		t.Errorf("%s: %v", bottest.Words(m.Message), err)
	}
	_, err = Inspector{wording.Reader{}}.QueryPublic(table.Public{View: v}, "measure", map[string]string{"from": "F77", "to": "e7"})
	if err == nil || !strings.Contains(err.Error(), "or a point like 12,30, or a square like F7") {
		t.Error(err)
	}
}
