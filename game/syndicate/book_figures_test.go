package syndicate

import (
	"encoding/json"
	"testing"

	"downsync/game/gametest"
)

// The reach of each object and of Mercenaries' abilities is the one in the table of the book's figures, which is beside the checkout;
// machines of users do not have it. The table of package cards' test has all other figures.
func TestObjectsHoldTheFiguresOfTheBook(t *testing.T) {
	raw := gametest.Reference(t, "../../../shared/syndicate/cards.json")
	var book struct {
		Synergy int `json:"mercenary_synergy_range"`
		Objects []struct {
			ID     string `json:"id"`
			Radius int    `json:"radius"`
		} `json:"objects"`
	}
	if err := json.Unmarshal(raw, &book); err != nil {
		t.Fatal(err)
	}
	if book.Synergy != synergyRange {
		t.Errorf("abilities of Mercenaries reach %d spaces: the book prints %d", synergyRange, book.Synergy)
	}
	printed := 0
	for _, o := range book.Objects {
		if reach[o.ID] != o.Radius {
			t.Errorf("%s reaches %d spaces: the book prints %d", o.ID, reach[o.ID], o.Radius)
		}
		if o.Radius > 0 {
			printed++
		}
	}
	if printed != len(reach) {
		t.Errorf("%d objects have a reach, in the book %d", len(reach), printed)
	}
}
