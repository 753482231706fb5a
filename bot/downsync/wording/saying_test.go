package wording

import (
	"strings"
	"testing"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/plane"
)

// Lengths are written as the language writes them. /measure rounds to a tenth of an inch, unless that hides on which side of
// a range a length is.
func TestFigures(t *testing.T) {
	if got := (Voice{Language: lang.Of("de")}).Say("%s\" left", plane.Inch(2500)); got != `2,5" übrig` {
		t.Errorf("in German: %s", got)
	}
	if got := (Voice{Language: lang.Of("de")}).Say("at %s", plane.Point{X: 12500, Y: 30000}); !strings.Contains(got, "12.5,30") {
		t.Errorf("a place in German: %s", got)
	}
	if got := lang.Of("de").Retell(game.Phrasef("in %s by %s\" (R9.1)", "X", plane.Inch(1053))); !strings.Contains(got, `1,1"`) {
		t.Errorf("a reason in German: %s", got)
	}
	for d, want := range map[plane.Inch]string{11189: "11.2", 24000: "24", 24004: "24.01", 23996: "23.99", 23940: "23.9", 24060: "24.1", 400: "0.4"} {
		if got := d.Figure(); got != want {
			t.Errorf("%d is said as %s, expected %s", d, got, want)
		}
	}
}
