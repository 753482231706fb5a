package twins_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest/twins"
)

// Only names of that length and with those letters are changed.
func TestRenamed(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"a.png":              "a.png",
		"abc.png":            "ABC.PNG",
		"xabc.png, abc.png.": "xABC.PNG, ABC.PNG.",
		"abx.png cabc.png":   "abx.png cABC.PNG",
		".pngabc.pngab":      ".pngABC.PNGab",
		"abc.pn":             "abc.pn",
	} {
		if got := twins.Renamed(text, ".png", 3, "abc", strings.ToUpper); got != want {
			t.Errorf("%q becomes %q, expected %q", text, got, want)
		}
	}
}
