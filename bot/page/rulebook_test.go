package page

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game/book"
)

// A rulebook finds rules by a word and by a number, says what it expected if it finds nothing, and suggests its rules.
func TestRulebook(t *testing.T) {
	r := Rulebook{Voice: bot.Voice{Language: lang.English}, Word: "bid", Number: "T4", Hint: "Words like bid, or a number like T4",
		Book: book.New(book.Source{Rules: "# Bidding\n\n- **T4** Each player bids in secret.\n- **T5** The first player may tune.\n"})}
	for query, want := range map[string]string{"secret": "**T4**", "t5": "may tune"} {
		m, err := r.LookUp("rules", map[string]string{"word": query})
		if err != nil || !strings.Contains(fmt.Sprint(m), want) {
			t.Errorf("%s: %v, %v", query, m, err)
		}
	}
	if _, err := r.LookUp("rules", map[string]string{"word": "xyzzy"}); err == nil ||
		!strings.Contains(err.Error(), "expected a word like bid, or a number like T4") {
		t.Errorf("nothing found: %v", err)
	}
	if all, some := r.Suggest(""), r.Suggest("tune"); len(all) != 2 || len(some) != 1 || some[0].Value != "T5" {
		t.Errorf("suggested %v, and for tune %v", all, some)
	}
}
