package toy

import (
	"slices"
	"testing"
)

// Every option that the game offers, apart from a player's own colour, changes the settings.
func TestSettingsAreRead(t *testing.T) {
	usual, err := Forms{}.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range (Forms{}).Options() {
		values := []string{"5", "true"}
		for _, c := range o.Choices {
			values = append(values, c.Value)
		}
		changes := func(value string) bool {
			raw, err := Forms{}.Settings(map[string]string{o.Name: value})
			return err == nil && string(raw) != string(usual)
		}
		if o.Name != "force" && !slices.ContainsFunc(values, changes) {
			t.Errorf("none of the values %q of %s changes the settings", values, o.Name)
		}
	}
}
