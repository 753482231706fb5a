package table_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/table"
)

// find returns what the expression's groups match in the page.
func find(t *testing.T, page, form string) []string {
	t.Helper()
	m := regexp.MustCompile(form).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the page has nothing of the form %s", form)
	}
	return m[1:]
}

func hash(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// The example in docs/dice.md has the results that the page states, computed from the page's own numbers alone, and the program
// derives the same.
func TestDiceOfThePage(t *testing.T) {
	raw, err := os.ReadFile("../../docs/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	seed := find(t, page, "\\| seed \\| `([0-9a-f]{64})` \\|")[0]
	key, err := hex.DecodeString(seed)
	if err != nil {
		t.Fatal(err)
	}
	if sealed := find(t, page, "\\| hash of the seed[^|]*\\| `([0-9a-f]{64})` \\|")[0]; hash(key) != sealed {
		t.Errorf("the hash of the seed is %s, not %s", hash(key), sealed)
	}
	first := find(t, page, "\\| entropy 1, the SHA-256 of `([^`]+)` \\| `([0-9a-f]{64})` \\|")
	entropy := []string{first[1], find(t, page, "\\| entropy 2[^|]*\\| `([0-9a-f]{64})` \\|")[0]}
	if hash([]byte(first[0])) != entropy[0] {
		t.Errorf("the entropy of %q is %s", first[0], hash([]byte(first[0])))
	}
	result := func(message string) string {
		mac := hmac.New(sha256.New, key)
		fmt.Fprint(mac, message)
		return hex.EncodeToString(mac.Sum(nil))
	}
	face := func(digits string) string {
		n, ok := new(big.Int).SetString(digits, 16)
		if !ok {
			t.Fatalf("%q is no number", digits)
		}
		return new(big.Int).Add(n.Mod(n, big.NewInt(6)), big.NewInt(1)).String()
	}
	block := find(t, page, "these (\\d+) bytes:\n\n```\n((?s:.*?))\n```")
	if message := block[1]; fmt.Sprint(len(message)) != block[0] || message != fmt.Sprintf("downsync dice 1\n0\n%s\n%s\n1\n0", entropy[0], entropy[1]) {
		t.Errorf("the message of %d bytes: %q", len(message), message)
	}
	says := find(t, page, "begins with `([0-9a-f]{16})`, the number (\\d+). Divided by 6 it leaves (\\d). The die shows \\*\\*(\\d)\\*\\*")
	number, _ := new(big.Int).SetString(says[0], 16)
	if got := result(block[1]); !strings.HasPrefix(got, says[0]) || number.String() != says[1] || face(says[0]) != says[3] || mustInt(t, says[2])+1 != mustInt(t, says[3]) {
		t.Errorf("%s, and the page says %q", got, says)
	}
	if shell := find(t, page, `hexkey:([0-9a-f]+)\nSHA2-256\(stdin\)= ([0-9a-f]{64})\n.*ibase=16; ([0-9A-F]{16}) %`); shell[0] != seed || shell[1] != result(block[1]) || strings.ToLower(shell[2]) != says[0] {
		t.Errorf("in the shell: %q", shell)
	}
	rows := regexp.MustCompile("(?m)^\\| (\\d) \\| (\\d+) \\| `([0-9a-f]{16})` \\| (\\d) \\|$").FindAllStringSubmatch(page, -1)
	for _, r := range rows {
		got := result(fmt.Sprintf("downsync dice 1\n%s\n%s\n%s\n%s\n0", r[1], entropy[0], entropy[1], r[2]))
		if !strings.HasPrefix(got, r[3]) || face(r[3]) != r[4] {
			t.Errorf("%s: the result is %s, the face %s", r[0], got, face(got[:16]))
		}
		if derived := table.Derive(table.Seed(key), entropy, game.Seat(mustInt(t, r[1])), mustInt(t, r[2]), 6); fmt.Sprint(derived) != r[4] {
			t.Errorf("%s: the program derives %d", r[0], derived)
		}
	}
	if len(rows) < 5 {
		t.Errorf("%d dice on the page", len(rows))
	}
	who := find(t, page, "the salt\n`([0-9a-f]{64})`, the match `([^`]+)` and the user `([^`]+)` give\n`([0-9a-f]{64})`")
	if got := hash([]byte(who[0] + "\n" + who[1] + "\n" + who[2] + "\n")); got != who[3] {
		t.Errorf("the player's hash is %s, not %s", got, who[3])
	}
}

func mustInt(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The fields that docs/dice.md names equal the file's, and its hashes of players equal the program's.
func TestFieldsOfThePage(t *testing.T) {
	raw, err := os.ReadFile("../../docs/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	b := dealt(t)
	b.rounds(0, 3)
	c, events := b.whole()
	file := map[string]any{}
	if err := json.Unmarshal(fileOf(t, c), &file); err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	var walk func(v any, path string)
	walk = func(v any, path string) {
		switch v := v.(type) {
		case map[string]any:
			for k, x := range v {
				have[path+k] = true
				walk(x, path+k+".")
			}
		case []any:
			for _, x := range v {
				walk(x, strings.TrimSuffix(path, "rolls."))
			}
		}
	}
	walk(file, "")
	for _, e := range events {
		var v map[string]any
		if err := json.Unmarshal(e.Data, &v); err != nil {
			t.Fatal(err)
		}
		walk(v, "")
	}
	named := regexp.MustCompile("(?m)^\\| [^|]+ \\| `([a-z.]+)` \\| [^|]+ \\|$").FindAllStringSubmatch(string(raw), -1)
	for _, m := range append(named, []string{"", "events"}, []string{"", "events.data"}, []string{"", "meta.users"}, []string{"", "salts"}, []string{"", "players"}) {
		if !have[m[1]] {
			t.Errorf("no file has a field %s", m[1])
		}
	}
	if len(named) < 9 {
		t.Errorf("%d fields on the page", len(named))
	}
	first, err := game.DecodeRecord(events[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	for i, u := range c.Meta.Users {
		if got := hash(fmt.Appendf(nil, "%s\n%s\n%s\n", c.Salts[i], c.ID, u)); got != first.Players[i] {
			t.Errorf("seat %d: the hash as the page says is %s, in the file it is %s", i+1, got, first.Players[i])
		}
	}
}
