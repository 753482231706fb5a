package lang

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/game"
)

// WordNoSpan refuses a length of time that ReadSpan cannot read.
const WordNoSpan game.Text = "⚠️ %q is not a length of time. Write whole minutes, hours or days, like 30m, 2h or 3d."

var spanForm = regexp.MustCompile(`^(\d{1,4})\s*([a-z]+)$`)

// ReadSpan reads a length of time like 30m, 2h or 3 days, in any language.
func ReadSpan(typed string) (time.Duration, bool) {
	m := spanForm.FindStringSubmatch(strings.ToLower(strings.TrimSpace(typed)))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, false
	}
	for unit, word := range map[time.Duration]game.Text{time.Minute: "m min minute minutes", time.Hour: "h hour hours",
		24 * time.Hour: "d day days"} {
		for _, l := range All() {
			if slices.Contains(strings.Fields(l.Text(word)), m[2]) {
				return time.Duration(n) * unit, true
			}
		}
	}
	return 0, false
}
