package keys

import (
	"strings"
	"testing"
)

// Stored records are found by these keys for ever: a key that changes loses them. No key is or begins another kind's.
func TestKeysStay(t *testing.T) {
	kept := map[string]string{
		Direct("7"): "direct/7", Thread("7"): "thread/7", Room("m1"): "room/m1", Taken("7", "m1"): "seat-taken/7/m1", Moderators: "moderator/",
		Presence("m1", 2): "present/m1/2", OnServer("3", "m1"): "on/3/m1", SeriesNews: "campaign.news/", Pages("m1", 2): "page/m1/2",
	}
	for got, want := range kept {
		if got != want {
			t.Errorf("%q was %q in stored records", got, want)
		}
		for other := range kept {
			if kind, _, _ := strings.Cut(got, "/"); got != other && strings.HasPrefix(other, kind+"/") {
				t.Errorf("%q and %q are of one kind", got, other)
			}
		}
	}
}
