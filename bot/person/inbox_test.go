package person

import (
	"strings"
	"testing"
)

// A question that is too long for the inbox ends after a sentence, not within one.
func TestQuestionsEndWithASentence(t *testing.T) {
	long := "What each of them is, of the Units of its size in your Reserve, you decide only when it is revealed, as long as that may be."
	for question, want := range map[string]string{"Who acts?": "Who acts?", "Deploy your contacts. " + long: "Deploy your contacts."} {
		if got := whole(question); got != want {
			t.Errorf("%q is shortened to %q", question, got)
		}
	}
	if got := whole(long + " " + long); !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
}
