package page

import (
	"strings"
	"testing"

	"downsync/bot/lang"
)

// The most important lines that fit, and always the newest, are above the board in the order of play; the others come at the end, with
// the number of those that are left out.
func TestFoldedNews(t *testing.T) {
	tell := Teller{Lang: lang.English}
	line := func(of string, n int) string { return "• " + strings.Repeat(of, n-2) }
	const before, also, out = "-# Before that:\n", "-# Also:\n", "-# 2 more lines are in `/match log`."
	for what, x := range map[string]struct {
		lines        []string // an important one begins with "!"
		above, below string
	}{
		"nothing":       {nil, "", ""},
		"room":          {[]string{line("a", 100), line("b", 139)}, line("a", 100) + "\n" + line("b", 139), ""},
		"no room":       {[]string{line("a", 100), line("b", 140)}, line("b", 140), before + line("a", 100)},
		"a long line":   {[]string{line("a", 10), line("ä", 300)}, line("ä", 300), before + line("a", 10)},
		"a loss":        {[]string{"!" + line("a", 100), line("b", 99), line("c", 139)}, line("a", 100) + "\n" + line("c", 139), also + line("b", 99)},
		"too many":      {[]string{line("a", 9), line("b", 9), "!" + line("c", 9), line("d", 9), line("e", 9)}, line("c", 9) + "\n" + line("d", 9) + "\n" + line("e", 9), out},
		"the same":      {[]string{line("a", 9), line("b", 9), line("a", 9)}, line("b", 9) + "\n" + line("a", 9) + " ×2", ""},
		"the same, old": {[]string{"!" + line("a", 9), line("b", 9), line("a", 9)}, line("b", 9) + "\n" + line("a", 9), ""},
	} {
		var all Headlines
		for i, l := range x.lines {
			h := Headline{Line: strings.TrimPrefix(l, "!"), Rank: 1, At: i}
			if h.Line != l {
				h.Rank = 0
			}
			all = all.With(h)
		}
		if above, below := tell.Folded(all, 3, 900); above != x.above || below != x.below {
			t.Errorf("%s:\n%q, then %q, expected\n%q, then %q", what, above, below, x.above, x.below)
		}
	}
}
