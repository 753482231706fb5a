package books

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
)

// Every battlefield can be looked up in both editions: all of them at a glance, and a random one, which is named.
func TestLookMap(t *testing.T) {
	f := wording.Reader{}
	for _, edition := range rules.Editions {
		m, err := Library{f}.LookUp("map", map[string]string{"rules": edition})
		if err != nil {
			t.Fatal(err)
		}
		if err := discord.Check(m); err != nil {
			t.Error(err)
		}
		for _, x := range maps.All() {
			if !strings.Contains(bottest.Words(m), x.Name) {
				t.Errorf("%s is not among all", x.Name)
			}
			if (x.Slug == "saltmarket") == (edition == rules.Editions[0]) {
				continue // each of these maps belongs to one edition
			}
			one, err := Library{f}.LookUp("map", map[string]string{"map": strings.ToUpper(x.Slug) + "@" + edition})
			if err != nil || len(one.Files) != 1 || !strings.Contains(bottest.Words(one), x.Name) {
				t.Errorf("%s: %v", x.Slug, err)
			}
			if err := discord.Check(one); err != nil {
				t.Errorf("%s: %v", x.Slug, err)
			}
		}
	}
	if m, err := (Library{f}).LookUp("map", map[string]string{"map": "random"}); err != nil || !strings.Contains(bottest.Words(m), "map:random:") {
		t.Errorf("a random one: %v", err)
	}
	for typed, want := range map[string]string{"saltmarkt": "Did you mean saltmarket", "nowhere at all": "expected one of plain", strings.Repeat("x", 4000): "no battlefield"} {
		if _, err := (Library{f}).LookUp("map", map[string]string{"map": typed}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: %v", typed, err)
		}
	}
	if _, err := (Library{f}).LookUp("map", map[string]string{"map": "saltmarket", "rules": "9"}); err == nil {
		t.Error("an edition that is none")
	}
}
