package page

import (
	"strings"
	"testing"

	"downsync/bot/lang"
)

// The newest lines that fit are above the board, the earlier ones come at the end; a single line stays whole.
func TestFoldedNews(t *testing.T) {
	tell := Teller{Lang: lang.English}
	line := func(of string, n int) string { return "• " + strings.Repeat(of, n-2) }
	for _, x := range []struct{ newest, earlier []string }{
		{[]string{""}, nil},
		{[]string{line("a", 100), line("b", 139)}, nil},
		{[]string{line("b", 140)}, []string{line("a", 100)}},
		{[]string{line("ä", 139), line("c", 100)}, []string{"-# … and earlier lines: 3", line("a", 10)}},
		{[]string{line("b", 300)}, []string{line("a", 10)}},
		{[]string{line("a", 120), line("b", 119)}, []string{"-# … and earlier lines: 3"}},
	} {
		newest, earlier := tell.Folded(strings.Join(append(x.earlier, x.newest...), "\n"))
		want := ""
		if want = strings.Join(x.earlier, "\n"); strings.Contains(want, "•") {
			want = "-# Before that:\n" + want
		}
		if newest != strings.Join(x.newest, "\n") || earlier != want {
			t.Errorf("%q:\n%q, then %q", x, newest, earlier)
		}
	}
}
