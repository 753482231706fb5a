package sharecode

import (
	"slices"
	"testing"
)

// A code reads back whatever people do to it in passing it on.
func TestCode(t *testing.T) {
	const l Letters = "DS"
	digits := Summed([]int{1, 0, 31, 0, 17, 2}, "a card")
	code := l.Write(digits)
	if code != "DS-10Z0H-25H6D" {
		t.Errorf("written as %s", code)
	}
	for _, typed := range []string{code, " ds-io zoh\n25h6d", "LOZ0H25H6D"} {
		if got, ok := l.Read(typed); !ok || !slices.Equal(got, digits) {
			t.Errorf("%q is read as %v", typed, got)
		}
	}
	if !l.Begin(" ds-1") || l.Begin("ds1") || l.Begin("SP-1") {
		t.Error("which game's code it is")
	}
	for _, bad := range []string{"DS-U", "DS-Ä"} {
		if got, ok := l.Read(bad); ok {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
	if other := Summed([]int{1, 0, 31, 0, 17, 2}, "another card"); slices.Equal(other, digits) {
		t.Error("the checksum does not tell which words the digits stand for")
	}
}

func TestSplit(t *testing.T) {
	if got := Split(1<<20|3, 5); !slices.Equal(got, []int{1, 0, 0, 0, 3}) || Join(got) != 1<<20|3 {
		t.Errorf("%v", got)
	}
}
