package page

import (
	"strings"
	"testing"

	"downsync/bot/lang"
)

// In every language the mark of what only its owner is told begins each such text, and a caption leaves it out with Discord's marks.
func TestCaptionsHaveNoMarks(t *testing.T) {
	for _, l := range lang.All() {
		mark := l.Text(Own) + " "
		if got := Unmarked(l, mark+"**A1** fires: 🎲 `6`. ~~B2~~"); got != "A1 fires: 6. B2" {
			t.Errorf("%s: %q", l, got)
		}
		for file, texts := range lang.Files(l) {
			for english, text := range texts {
				if strings.HasPrefix(english, string(Own)+" ") && !strings.HasPrefix(text, mark) {
					t.Errorf("%s: %q does not begin with %q", file, text, mark)
				}
			}
		}
	}
}
