package pasted_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/pasted"
)

// Anything that the bot shows is read as the same value, however it was pasted. A value without decoration stays
// unchanged.
func TestPasted(t *testing.T) {
	for value, label := range map[string]string{"D17": "word", "Q65": "word", "R24.11": "word", "m-3f9a": "match", "random:42": "map", "2150-1": "season", "12.5,30": "from",
		"22:00-07:00": "quiet", "America/New_York": "zone", "2 widow-scout, virago": "force", "mission=elimination mulligan=on": "options", "T-1234-5678": "code",
		"3d": "by", "A3.2": "piece", "Zoë O'Neill": "name", "-1": "step", "<@12> <@34>": "invite", "5fe2b1": "seal", "virago@4.2": "name"} {
		if got := pasted.Value(value, label); got != value {
			t.Errorf("%q becomes %q", value, got)
		}
		if got := pasted.Order(value, label); got != value {
			t.Errorf("as an order %q becomes %q", value, got)
		}
		for name, typed := range bottest.Pastings(value, label) {
			if got := pasted.Value(typed, label); got != value {
				t.Errorf("%s: %q becomes %q; expected %q", name, typed, got, value)
			}
		}
	}
	for _, only := range []string{"", " ", "**", `""`, "...", "`?`", "\u200b"} {
		if got := pasted.Value(only); got != only {
			t.Errorf("%q becomes %q", only, got)
		}
	}
	if got := pasted.Value("/rules word:`D17`", "word"); got != "D17" {
		t.Errorf("a command with its option is read as %q", got)
	}
	if got := pasted.Order("“quit?”"); got != "quit?" {
		t.Errorf("a question is read as %q", got)
	}
}

func FuzzPasted(f *testing.F) {
	f.Add("**Word:** `D17`.")
	f.Add("word:: \"?")
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(string, ...string) string{pasted.Value, pasted.Order} {
			once := read(text, "word")
			if again := read(once, "word"); again != once {
				t.Errorf("%q is read as %q, and that as %q", text, once, again)
			}
			if strings.TrimSpace(text) != "" && once == "" {
				t.Errorf("nothing is left of %q", text)
			}
		}
	})
}
