package text

import "testing"

// A quoted argument shows what was typed, without escape codes.
func TestQuotedAsTyped(t *testing.T) {
	type id string
	for _, x := range []struct {
		format Text
		args   []any
		want   string
	}{
		{"%q is not one", []any{"@\u200bplayer3 @\u200bplayer4"}, "\"@\u200bplayer3 @\u200bplayer4\" is not one"},
		{"No clock %[2]q for %[1]s", []any{"Ann", id(`a\_b`)}, `No clock "a\_b" for Ann`},
		{"%q and %d", []any{"a\nb\u202e", 3}, "\"a\ufffdb\ufffd\" and 3"},
		{"%-4s|%q", []any{"ab", "c"}, "ab  |\"c\""},
	} {
		if got := x.format.Format(x.args...); got != x.want {
			t.Errorf("%q: %q, expected %q", x.format, got, x.want)
		}
	}
}
