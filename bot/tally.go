package bot

import "fmt"

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

// String returns the counts as "won–drawn–lost".
func (t Tally) String() string { return fmt.Sprintf("%d–%d–%d", t.Won, t.Drawn, t.Lost) }
