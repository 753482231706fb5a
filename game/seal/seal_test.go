package seal

import "testing"

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
