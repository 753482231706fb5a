package jagged

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/table"
)

// A measurement as if a model were elsewhere says so, and its picture shows the model there. Places off the table, and
// things that cannot be shown, are refused before a model is asked for.
func TestMeasuredFromElsewhere(t *testing.T) {
	d := deskAt(t, rules.Shooting, rules.Options{}, rules.LabModel{Label: "A1", Unit: "colonist-rifleman", At: at(24, 12)}, rules.LabModel{Label: "B1", Unit: "rootblade-initiate", At: at(24, 3)})
	query := func(command string, o map[string]string) (words, picture string, err error) {
		l, err := inspector{sketched}.Query(table.Private{Seat: 1, View: d.View(game.Player(1))}, command, o)
		if err != nil {
			return "", "", err
		}
		return bottest.Words(l.Message), string(l.Message.Files[0].Data), nil
	}
	ends := map[string]string{"from": "A1", "to": "B1"}
	words, picture, err := query("measure", ends)
	if err != nil || strings.Contains(words, "As if") || !strings.Contains(words, "85") || strings.Contains(picture, "26,4.25") {
		t.Errorf("%v: %s\n%s", err, words, picture)
	}
	ends["standing"] = "26,4.25"
	words, picture, err = query("measure", ends)
	if err != nil || !strings.Contains(words, "As if A1 Colonist Rifleman stood at 26,4.25.") || !strings.Contains(words, "= 65") || strings.Contains(picture, "24,12") || !strings.Contains(picture, "26,4.25") {
		t.Errorf("%v: %s\n%s", err, words, picture)
	}
	for _, x := range []struct {
		command string
		o       map[string]string
		want    string
	}{
		{"measure", map[string]string{"from": "A1", "to": "B1", "standing": "99,99"}, "99,99 is off the table: both numbers go from 0 to 48"},
		{"measure", map[string]string{"from": "A1", "to": "48.1,3"}, "is off the table"},
		{"show", map[string]string{"what": "reach"}, "reach is shown of a model: name one as `piece`, such as A1"},
		{"show", map[string]string{"what": "threat"}, `"threat" cannot be shown: expected one of reach, range, forces`},
	} {
		if _, _, err := query(x.command, x.o); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s %v: %v, expected %q", x.command, x.o, err, x.want)
		}
	}
}
