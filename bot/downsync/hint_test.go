package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	rules "downsync/game/downsync"
)

// A hint names the controls of the console in their order, by their labels. For a place it names the nearest one that the
// console offers.
func TestPresses(t *testing.T) {
	lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{at(20, 3)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(2, 2)}},
		{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 24)}}}}
	for _, x := range []struct {
		orders              []string
		order, want, german string
	}{
		{nil, "designate A1", "Choose **A1 Crusader** from the list, then close it.", "Wähle **A1 Crusader** aus der Liste und schließ sie dann."},
		{nil, "designate A1 A2", "Press **Activate all 2**.", "Drück auf **Alle 2 aktivieren**."},
		{[]string{"designate A1 A2"}, "done", "Press **Reveal nothing more**; if it is not there, choose it under *More …*.", "Drück auf **Nichts weiter aufdecken**; steht das nicht da, wähle es unter *Mehr …*."},
		{[]string{"designate A1"}, "move A1 to 20,9.5", "Under *Where to?* choose **Towards B1 Samson**. Press **Move there**.", "Wähle unter *Wohin?*: **"},
		{[]string{"designate A1"}, "move A1 to 20,5", "Press **Type a point**. Write `20,5`.", "Drück auf **Punkt eintippen**. Schreib `20,5`."},
		{[]string{"designate A1 A2", "done"}, "move A1 to 20,9.5", "Under *More …* choose **Move A1 Crusader**. Under *Where to?* choose **Towards B1 Samson**. Press **Move there**.", "Wähle"},
	} {
		s := newPlayground(t, lab, x.orders...)
		p := s.private()
		for l, want := range map[lang.Language]string{lang.English: x.want, lang.Of("de"): x.german} {
			steps, all := play{wording.Reader{Brush: blank{}, Voice: bot.Voice{Language: l}}}.Presses(p, p.Asks[0].ID, x.order)
			if got := strings.Join(steps, " "); !all || !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q, %t; expected %q", x.order, got, all, want)
			}
		}
	}
}
