package lang

import (
	"testing"
	"time"
)

// A length of time is read in whole minutes, hours or days, with the unit in any language. Anything else is refused.
func TestReadSpan(t *testing.T) {
	for typed, want := range map[string]time.Duration{"30m": 30 * time.Minute, "2h": 2 * time.Hour, "3 days": 72 * time.Hour, " 1 DAY ": 24 * time.Hour,
		"2 Stunden": 2 * time.Hour, "3 Tage": 72 * time.Hour, "9999m": 9999 * time.Minute} {
		if got, ok := ReadSpan(typed); !ok || got != want {
			t.Errorf("%q is %s, %t; expected %s", typed, got, ok, want)
		}
	}
	for _, typed := range []string{"", "3", "m", "-1h", "1.5h", "10000m", "3 weeks", "1h30m"} {
		if got, ok := ReadSpan(typed); ok {
			t.Errorf("%q is read as %s", typed, got)
		}
	}
}
