package language

import (
	"errors"
	"strings"
	"testing"

	"downsync/game"
)

type stay struct{}

func (stay) Order() string { return "stay" }

// A refusal has the rule of its code. A code without a rule of its own is listed too, and a code that is not listed is a
// mistake.
func TestCodes(t *testing.T) {
	c := Codes{"not-now": "", "range": "R7"}
	var no *game.Refusal
	if err := c.Refuse("range", "%s is too far", "A1"); !errors.As(err, &no) || no.Rule != "R7" || no.Error() != "A1 is too far" {
		t.Errorf("refused with %+v", no)
	}
	if err := c.NotNow(stay{}, "move"); !errors.As(err, &no) || no.Code != "not-now" || no.Error() != `"stay" is not asked now; expected move` {
		t.Errorf("refused with %+v", no)
	}
	defer func() {
		if recover() == nil {
			t.Error("a code that is not listed is taken")
		}
	}()
	_ = c.Refuse("other", "no")
}

// A kind of one word reads the first, and leaves the others.
func TestWord(t *testing.T) {
	k := Word("unit", "a unit like b1", ", like b1", func(word string) (string, error) {
		if word != "b1" {
			return "", errors.New("no unit")
		}
		return strings.ToUpper(word), nil
	})
	if value, n, err := k.Read([]string{"b1", "c2"}); value != "B1" || n != 1 || err != nil {
		t.Errorf("read %q of %d, %v", value, n, err)
	}
	if _, _, err := k.Read([]string{"c2"}); err == nil || k.Name() != "unit" || k.Example() != "a unit like b1" {
		t.Errorf("%v, %s, %s", err, k.Name(), k.Example())
	}
}
