package wire_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot/wire"
)

// A name beside a mention says who it is, and neither formats, notifies nor reorders anything behind it.
func TestMention(t *testing.T) {
	const override, isolate = "\u202e", "\u2066"
	for name, want := range map[string]string{
		"":                                  "<@1>",
		"Ann":                               "<@1> (Ann)",
		"*Ann* <@2>":                        `<@1> (\*Ann\* \<` + "@\u200b" + `2\>)`,
		"A" + override + "nn":               "<@1> (Ann)",
		isolate + "Ann":                     "<@1> (Ann)",
		"A\x00n\x1bn\n2. <@3>":              `<@1> (Ann 2. \<` + "@\u200b" + `3\>)`,
		"אבג":                               "<@1> (\u2068אבג\u2069)",
		override:                            "<@1> (?)",
		strings.Repeat(override+"x", 60):    "<@1> (" + strings.Repeat("x", 39) + "…)",
		strings.Repeat("ב", 60):             "<@1> (\u2068" + strings.Repeat("ב", 39) + "…\u2069)",
		strings.Repeat("\u202eא", 10) + ")": "<@1> (\u2068" + strings.Repeat("א", 10) + ")\u2069)",
	} {
		if got := wire.Mention("1", name); got != want {
			t.Errorf("%q is written %q, expected %q", name, got, want)
		}
	}
}

// Only Mention and Ping write mentions of users, so that no message mentions somebody by their id alone without a reason.
func TestOnlyMentionWritesMentions(t *testing.T) {
	mention := regexp.MustCompile(`<@([^&]|$)`)
	allowed := []string{
		"wire/words.go",      // writes them
		"lobby/challenge.go", // reads a typed one
		"bottest/", "local/", // a Discord, and what people type
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		rel := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		ext := filepath.Ext(path)
		if err != nil || d.IsDir() || ext != ".go" && ext != ".toml" || strings.HasSuffix(path, "_test.go") ||
			slices.ContainsFunc(allowed, func(a string) bool { return strings.HasPrefix(rel, a) }) {
			return err
		}
		raw, err := os.ReadFile(path)
		for n, line := range strings.Split(string(raw), "\n") {
			if mention.MatchString(line) {
				t.Errorf("%s:%d writes a mention of a user by itself: %s", rel, n+1, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
