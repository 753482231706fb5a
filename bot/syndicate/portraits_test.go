package syndicate

import (
	"testing"

	"downsync/game/syndicate/cards"
)

// Every Operator and Mercenary is shown with a portrait; a weapon is not.
func TestUnitsArePortrayed(t *testing.T) {
	var ids []string
	for _, o := range cards.Printed().Operators {
		ids = append(ids, o.ID)
	}
	for _, m := range cards.Printed().Mercenaries {
		ids = append(ids, m.ID)
	}
	for _, id := range ids {
		m, err := library{Forms{}}.LookUp(bookCard, map[string]string{"name": id})
		if err != nil || len(m.Files) != 1 || len(m.Files[0].Data) == 0 {
			t.Errorf("%s: %d pictures, %v", id, len(m.Files), err)
		}
	}
	if m, err := (library{Forms{}}).LookUp(bookCard, map[string]string{"name": cards.Printed().Weapons[0].ID}); err != nil || len(m.Files) != 0 {
		t.Errorf("a weapon: %d pictures, %v", len(m.Files), err)
	}
}
