package bot

import (
	"strings"

	"downsync/game"
)

// Tally counts results.
type Tally struct {
	Won   int `json:"won,omitempty"`
	Drawn int `json:"drawn,omitempty"`
	Lost  int `json:"lost,omitempty"`
}

// Add counts a result: 1 for a win, 0 for a loss, anything between for a draw.
func (t *Tally) Add(score float64) {
	switch score {
	case 1:
		t.Won++
	case 0:
		t.Lost++
	default:
		t.Drawn++
	}
}

// In returns the counts in words, without those that are 0: "2 wins, 1 loss".
func (t Tally) In(w Words) string {
	var said []string
	for _, x := range []struct {
		n     int
		words game.Text
	}{{t.Won, "%d {win|wins}"}, {t.Drawn, "%d {draw|draws}"}, {t.Lost, "%d {loss|losses}"}} {
		if x.n > 0 {
			said = append(said, w.Say(x.words, x.n))
		}
	}
	if len(said) == 0 {
		return w.Text("no matches")
	}
	return strings.Join(said, ", ")
}
