package sharecode

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// A code can be read back whatever people do to it in passing it on.
func TestCode(t *testing.T) {
	const l Letters = "DS"
	digits := Summed([]int{1, 0, 31, 0, 17, 2}, "a card")
	code := l.Write(digits)
	if code != "DS-10Z0H-25H6D" {
		t.Errorf("written as %s", code)
	}
	if !l.Begin(" ds-1") || l.Begin("ds1") || l.Begin("SP-1") {
		t.Error("which game's code it is")
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

// errSlip is the error of the tests' decoder for digits that are not a code.
var errSlip = errors.New("slip")

// read decodes codes as the digits before their checksum.
func read(text string) (string, error) {
	return Decode("DS", text, func(digits []int) (string, error) {
		n := len(digits) - SumSize
		if n < 1 || n > mostForTest || !slices.Equal(Summed(digits[:n], ""), digits) {
			return "", errSlip
		}
		return Letters("DS").Write(digits), nil
	})
}

// mostForTest is the greatest number of digits of a code in the tests.
const mostForTest = 90

// written returns a code of n digits plus the checksum.
func written(n, seed int) string {
	digits := make([]int, n)
	for i := range digits {
		digits[i] = (i*7 + seed) % 32
	}
	return Letters("DS").Write(Summed(digits, ""))
}

// pasted lists ways in which people send a code on; %s is the code.
var pasted = []string{
	"%s", "`%s`", "**%s**", "```\n%s\n```", "\"%s\"", "“%s”", "«%s»", "'%s'", "(%s)", "<%s>", "%s.", "%s,", "%s!", "Code: %s", "Code %s", "code:%s", "My force is %s, have fun.",
	"> %s", "| %s |", "\u200b%s\ufeff", "\u2066%s\u2069", "\u00a0%s\u00a0", "try %s or not", "%s\n-# It works on any server that offers this game.",
	"### My list\n2 Virago, 1 Courier\n`%s`\nMake it yours with /force code", "%s %s", "`%s` again: %s", "DS is the game, %s the code", "DS-9 plays %s",
}

// A code is found in any text that people paste with it.
func TestDecodeFinds(t *testing.T) {
	for _, n := range []int{3, 8, mostForTest} {
		code := written(n, 5)
		for _, typed := range []string{code, strings.ToLower(code), strings.ReplaceAll(code, "-", "\u2011"), strings.ReplaceAll(code, "-", "–"), strings.ReplaceAll(code, "0", "o"),
			strings.ReplaceAll(code, "1", "l"), strings.Join(strings.Split(code, "-"), "-\u200b"), "DS-" + strings.ReplaceAll(code[3:], "-", " ")} {
			for _, way := range pasted {
				text := strings.ReplaceAll(way, "%s", typed)
				if got, err := read(text); err != nil || got != code {
					t.Errorf("%q is read as %q: %v", text, got, err)
				}
				if !Letters("DS").Begin(text) {
					t.Errorf("%q has no code", text)
				}
			}
		}
		for _, alone := range []string{code[3:], strings.ReplaceAll(code[3:], "-", ""), strings.ReplaceAll(code, "-", " ")} {
			if got, err := read(" `" + alone + "`\n"); err != nil || got != code {
				t.Errorf("%q is read as %q: %v", alone, got, err)
			}
		}
	}
}

// If there are several codes none is used; text that is not a code is not turned into one.
func TestDecodeRefuses(t *testing.T) {
	one, other := written(8, 5), written(8, 6)
	if _, err := read(one + " or " + other); err == nil || err.Error() != string(WordSeveral) {
		t.Errorf("two codes: %v", err)
	}
	if got, err := read("`" + one + "` and " + other[:len(other)-1]); err != nil || got != one {
		t.Errorf("one code and the beginning of another: %q %v", got, err)
	}
	slip := strings.Replace(one, one[4:5], "Z", 1)
	for _, bad := range []string{"", "DS", "DS-", "a DS-9 list", "DS-Ä", one[:len(one)-1], slip, "`" + slip + "`.", written(mostForTest+1, 5), strings.Repeat("DS-", 2000), strings.Repeat(" A", 4000),
		strings.Repeat("x ", mostText) + one, "SP-" + one[3:4], "XDS-" + one[3:7]} {
		if got, err := read(bad); err == nil {
			t.Errorf("%.40q is read as %q", bad, got)
		}
	}
	for _, text := range []string{"Virago 2", "my DS-9 list", "ds1", "SP-10000-00000"} {
		if Letters("DS").Begin(text) {
			t.Errorf("%q has a code", text)
		}
	}
}

// Any pasted text is either refused or contains a valid code.
func FuzzDecode(f *testing.F) {
	for _, way := range pasted {
		f.Add(strings.ReplaceAll(way, "%s", written(8, 5)))
	}
	f.Add(written(8, 5) + " " + written(8, 6))
	f.Add(written(mostForTest, 1))
	f.Fuzz(func(t *testing.T, text string) {
		code, err := read(text)
		if err != nil {
			return
		}
		if again, err := read(code); err != nil || again != code {
			t.Errorf("%q holds %q, read again as %q: %v", text, code, again, err)
		}
	})
}
