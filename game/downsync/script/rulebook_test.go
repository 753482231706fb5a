package script

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The rulebook as tests: testdata/rulebook holds a file a chapter of rules.md. A test is a script whose expectations must
// hold, under a heading that begins with the numbers it is for:
//
//	== R21.5, Q3 over 16" the roll has -1
//
// "TO ACT" stands for the steps from designation to A1's activation. A heading that ends in "(both modes)" is played veiled
// and open, one in "(both editions)" by 2023-03 and 4.2. What no script can show has a Go test with the number in its name,
// like TestR2_3.

const toAct = "1> designate A1\n1> done\n2> pass\n1> activate A1"

// variants are the headers that a heading asks the script to be played with.
var variants = map[string][]string{
	"(both modes)":    {"secrecy veiled", "secrecy open"},
	"(both editions)": {"rules 2023-03", "rules 4.2"},
}

// ruleTest is one script of the rulebook.
type ruleTest struct{ name, text string }

func rulebook(t *testing.T) []ruleTest {
	t.Helper()
	files, err := filepath.Glob("testdata/rulebook/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rulebook: %v", err)
	}
	var out []ruleTest
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split("\n"+string(raw), "\n== ")
		if strings.TrimSpace(parts[0]) != "" {
			t.Errorf("%s: text before the first heading", file)
		}
		for _, part := range parts[1:] {
			name, text, _ := strings.Cut(part, "\n")
			out = append(out, ruleTest{name, text})
		}
	}
	return out
}

func TestRulebook(t *testing.T) {
	for _, r := range rulebook(t) {
		headers := []string{""}
		for mark, hs := range variants {
			if strings.HasSuffix(r.name, mark) {
				headers = hs
			}
		}
		for _, h := range headers {
			t.Run(r.name+h, func(t *testing.T) {
				text := h + "\n" + strings.ReplaceAll(r.text, "TO ACT", toAct)
				if !strings.Contains(text, "expect") {
					t.Error("nothing is expected")
				}
				playStrictly(t, text)
			})
		}
	}
}

// playStrictly plays a script in which every refusal must be expected, so that no expectation holds because an order
// before it came to nothing.
func playStrictly(t *testing.T, text string) {
	t.Helper()
	var out bytes.Buffer
	p := newPlayer(&out)
	for line := range strings.Lines(text + "\n\n") { // the empty line ends the last order
		line = strings.TrimSpace(line)
		if p.Refused() != nil && !strings.HasPrefix(line, "expect error ") {
			t.Fatalf("before %q an order was refused, and nothing says so: %v\n%s", line, p.Refused(), out.String())
		}
		if err := p.Line(line); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out.String())
		}
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
}

var (
	ruleNumber = regexp.MustCompile(`\*\*(R\d+\.\d+|[QDV]\d+)\b`)
	cited      = regexp.MustCompile(`\b[RQDV]\d+(\.\d+)?\b`)
	goTest     = regexp.MustCompile(`func Test([RQDV]\d+(?:_\d+)?)\D`)
)

// Every rule and every ruling has a test.
func TestEveryRuleHasATest(t *testing.T) {
	raw, err := os.ReadFile("../rules.md")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, r := range rulebook(t) {
		for _, n := range cited.FindAllString(headOf(r.name), -1) {
			has[n] = true
		}
	}
	for _, pattern := range []string{"*_test.go", "../*_test.go", "../*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range goTest.FindAllStringSubmatch(string(src), -1) {
				has[strings.Replace(m[1], "_", ".", 1)] = true
			}
		}
	}
	var missing []string
	seen := 0
	for _, m := range ruleNumber.FindAllStringSubmatch(string(raw), -1) {
		if seen++; !has[m[1]] {
			missing = append(missing, m[1])
		}
	}
	if seen < 152+95+25 {
		t.Errorf("rules.md has %d numbers", seen)
	}
	if len(missing) > 0 {
		t.Errorf("%d without a test: %s", len(missing), strings.Join(missing, " "))
	}
}

// headOf is the numbers that a heading begins with.
func headOf(name string) string {
	var nums []string
	for w := range strings.FieldsSeq(strings.ReplaceAll(name, ",", " ")) {
		if cited.FindString(w) != w {
			break
		}
		nums = append(nums, w)
	}
	return strings.Join(nums, " ")
}
