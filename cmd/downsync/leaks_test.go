package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// planted says where each kind of deliberate leak is planted and must be caught: the file and the leak's name in it.
var planted = []struct{ what, file, name string }{
	{"a view field", "game/downsync/twin_leak_test.go", "a field of the view counts the Reserve's Units by card"},
	{"a fact's poorer twin", "game/downsync/twin_leak_test.go", "a fact says that Overwatch was taken"},
	{"a refusal", "game/downsync/twin_leak_test.go", "the code of a refusal tells what is in Reserve"},
	{"a refusal", "bot/bottest/twins/leak.go", "a refusal"},
	{"a preview", "game/downsync/twin_leak_test.go", "a move's preview knows of riders"},
	{"an odds figure", "game/downsync/twin_leak_test.go", "odds come from the true tokens"},
	{"a custom id", "bot/bottest/twins/leak.go", "a custom id"},
	{"a file name", "bot/bottest/twins/leak.go", "a file name"},
	{"an extra edit", "bot/bottest/twins/leak.go", "an extra edit"},
	{"a delay", "bot/bottest/twins/leak.go", "a delay"},
	{"a log line", "cmd/downsync/canary_test.go", "a log line"},
	{"an alt text", "bot/bottest/twins/leak.go", "an alt text"},
	{"an autocomplete entry", "game/downsync/twin_leak_test.go", "a completion offers what the enemy has in Reserve"},
	{"an autocomplete entry", "bot/bottest/twins/leak.go", "an autocomplete entry"},
}

// Every kind of leak is planted somewhere. Those of twins/leak.go go through both routes: the room of bottest, and the whole
// program on the local Discord.
func TestEveryLeakIsPlanted(t *testing.T) {
	kinds := map[string]bool{}
	for _, p := range planted {
		source, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(p.file)))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), strconv.Quote(p.name)) {
			t.Errorf("%s: %s no longer plants %q", p.what, p.file, p.name)
		}
		kinds[p.what] = true
	}
	if len(kinds) < 12 {
		t.Errorf("%d kinds of leaks are planted; expected at least 12", len(kinds))
	}
}
