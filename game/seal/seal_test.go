package seal

import (
	"fmt"
	"slices"
	"testing"
)

// The hash is stored with matches: it is the same for ever, whatever the order of the list.
func TestHash(t *testing.T) {
	const want = "ac28366a03ca7d398c76521c3414624d2b705519309fb4fc2ad55ee82e8648ea"
	if got := Hash("salt", []string{"virago", "courier"}); got != want || got != Hash("salt", []string{"courier", "virago"}) {
		t.Errorf("hash %s, want %s", got, want)
	}
	for _, other := range []string{Hash("Salt", []string{"virago", "courier"}), Hash("salt", []string{"virago"}), Hash("salt", []string{"virago", "virago", "courier"})} {
		if other == want {
			t.Error("another list has the same hash")
		}
	}
}

// A salt of version 2 stays what it is too, and is told from one of version 1.
func TestHashOfVersion2(t *testing.T) {
	const want = "5e34e35c9fca84bc20858672292b94a5f33289d9edd609552735d26468059a41"
	if got := Hash("2.salt", []string{"virago", "courier"}); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	if got := Salt("salt"); got != "2.salt" {
		t.Errorf("salt %q", got)
	}
}

// No salt swallows an item, and no item another, whatever is in them. Check refuses salts and lists of version 1 that could.
func TestHashIsInjective(t *testing.T) {
	parts := []string{"", "a", "b", "\n", "a\n", "a\nb", ",", "1:a,", "2.", "2.a", "2.a\nb"}
	texts := map[string]string{}
	for _, salt := range parts {
		for _, x := range parts {
			for _, list := range [][]string{{}, {x}, {x, "a"}, {x, "b", "b"}, {x, x, "a\nb"}} {
				list = slices.Sorted(slices.Values(list))
				is, of := fmt.Sprintf("%q %q", salt, list), text(salt, list)
				if !sound(salt, list) {
					continue
				}
				if before := texts[of]; before != "" && before != is {
					t.Errorf("%s and %s are hashed alike", before, is)
				}
				texts[of] = is
			}
		}
	}
	swallowed := Hash("salt", []string{"courier", "virago"})
	if Hash("salt\ncourier", []string{"virago"}) != swallowed {
		t.Fatal("version 1 has changed")
	}
	if err := Check([]string{swallowed}, []string{"salt\ncourier"}, [][]string{{"virago"}}); err == nil {
		t.Error("a salt that swallowed an item is accepted")
	}
	if err := Check([]string{swallowed}, []string{"salt"}, [][]string{{"courier", "virago"}}); err != nil {
		t.Error(err)
	}
	if Hash("2.salt\n7:courier", []string{"virago"}) == Hash("2.salt", []string{"courier", "virago"}) {
		t.Error("a salt of version 2 swallows an item")
	}
}

func TestCheck(t *testing.T) {
	hashes := []string{Hash("a", []string{"x", "y"}), Hash("b", []string{"z"})}
	if err := Check(hashes, []string{"a", "b"}, [][]string{{"y", "x"}, {"z"}}); err != nil {
		t.Error(err)
	}
	if Check(hashes, []string{"a", "b"}, [][]string{{"y", "x"}, {"z", "z"}}) == nil || Check(hashes, []string{"a"}, [][]string{{"y", "x"}}) == nil {
		t.Error("another list fits, or none does")
	}
	if err := Check(nil, nil, nil); err != nil {
		t.Errorf("nothing was published: %v", err)
	}
}
