package prefs

import (
	"slices"
	"testing"
	"time"
)

// A zone is read by its IANA name in any letters, or by its offset from UTC. The host's own zone is refused.
func TestReadZone(t *testing.T) {
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	for typed, want := range map[string]string{"": "12:00", "UTC": "12:00", "europe/berlin": "14:00", "Asia/Kolkata": "17:30", "+05:30": "17:30", "-08": "04:00"} {
		l, err := ReadZone(typed)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
			continue
		}
		if got := noon.In(l).Format("15:04"); got != want {
			t.Errorf("%q: noon is %s; expected %s", typed, got, want)
		}
	}
	for _, typed := range []string{"local", "Local", "Berlin", "+25:00", "../etc/passwd"} {
		if l, err := ReadZone(typed); err == nil {
			t.Errorf("%q is the zone %s", typed, l)
		}
	}
	for _, z := range Zones {
		if _, err := ReadZone(z); err != nil {
			t.Errorf("suggested, but: %v", err)
		}
	}
}

// A server allows those modes of a game that it names; if it names none of them, all.
func TestAllowed(t *testing.T) {
	of := []string{"veiled", "open"}
	for _, c := range []struct{ named, want []string }{{nil, of}, {[]string{"open"}, []string{"open"}}, {[]string{"sealed"}, of}, {[]string{"open", "veiled"}, []string{"open", "veiled"}}} {
		if got := (Server{Modes: c.named}).Allowed(of); !slices.Equal(got, c.want) {
			t.Errorf("of %q a server that names %q allows %q; expected %q", of, c.named, got, c.want)
		}
	}
}
