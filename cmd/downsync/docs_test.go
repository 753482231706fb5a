package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	forms "downsync/bot/downsync"
	jagforms "downsync/bot/jagged"
	"downsync/bot/lang"
	synforms "downsync/bot/syndicate"
	"downsync/game"
)

// Every test that a document names exists.
func TestDocumentsNameTests(t *testing.T) {
	root := os.DirFS("../..")
	have, named := map[string]bool{}, map[string]string{}
	declared, mention := regexp.MustCompile(`(?m)^func (Test\w+)\(`), regexp.MustCompile("`(Test\\w+)`")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		test, page := strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, ".md")
		if !test && !page {
			return nil
		}
		text, err := fs.ReadFile(root, path)
		for _, x := range declared.FindAllStringSubmatch(string(text), -1) {
			have[x[1]] = have[x[1]] || test
		}
		for _, x := range mention.FindAllStringSubmatch(string(text), -1) {
			if page {
				named[x[1]] = path
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(named) < 20 {
		t.Errorf("the documents name %d tests", len(named))
	}
	for name, path := range named {
		if !have[name] {
			t.Errorf("%s names %s, which is no test", path, name)
		}
	}
}

// The map in CONTRIBUTING.md names every package, and nothing else.
func TestMapNamesPackages(t *testing.T) {
	root := os.DirFS("../..")
	text, err := fs.ReadFile(root, "CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "\n## Where things live\n")
	part, _, _ = strings.Cut(part, "\n## ")
	named := map[string]bool{}
	for line := range strings.Lines(part) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, x := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				named[x[1]] = true
			}
		}
	}
	have := map[string]bool{}
	err = fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			have[path.Dir(file)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder := range have {
		if !named[folder] {
			t.Errorf("package %s is missing in the map of CONTRIBUTING.md: add a line that says what it holds", folder)
		}
	}
	for folder := range named {
		if !have[folder] {
			t.Errorf("the map of CONTRIBUTING.md names %s, which is no package", folder)
		}
	}
}

// An example, which runs as a test, contains the Go code in CONTRIBUTING.md.
func TestQuotedCodeRuns(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../game/table/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)\n```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) == 0 {
		t.Error("no code is quoted")
	}
	for _, x := range blocks {
		if !strings.Contains(string(example), x[1]) {
			t.Errorf("game/table/example_test.go does not contain\n%s", x[1])
		}
	}
}

// typed holds the paths of commands under their present names, such as "match show", with the names of their options, in English and in German.
func typed() map[string][]string {
	all := map[string][]string{}
	for _, l := range lang.All() {
		name := func(s string) string { return strings.TrimPrefix(l.Text(game.Text("/"+s)), "/") }
		var walk func(before string, cs []bot.Command)
		walk = func(before string, cs []bot.Command) {
			for _, c := range cs {
				path := strings.TrimSpace(before + " " + name(c.Name))
				all[path] = []string{}
				for _, o := range c.Options {
					all[path] = append(all[path], name(o.Name))
				}
				walk(path, c.Sub)
			}
		}
		walk("", bot.WithoutOld(bottest.Commands(forms.Forms{}, synforms.Forms{}, jagforms.Forms{})))
	}
	return all
}

// misnamed says what is wrong with a command as a document types it, such as "play opponent:@player2"; "" if nothing
// is.
func misnamed(all map[string][]string, words []string) string {
	path, options := words[0], []string(nil)
	for _, word := range words[1:] {
		name, _, option := strings.Cut(word, ":")
		switch {
		case option:
			options = append(options, name)
		case len(options) == 0: // else a further word of an option's value
			path += " " + name
		}
	}
	known, there := all[path]
	if !there {
		return "there is no command /" + path
	}
	for _, name := range options {
		if !slices.Contains(known, name) {
			return "/" + path + " has no option " + name
		}
	}
	return ""
}

// The documents name existing commands and options.
func TestDocumentsNameCommands(t *testing.T) {
	all := typed()
	code, lone := regexp.MustCompile("`/(\\pL+(?: [^`]*)?)`"), regexp.MustCompile("`([a-z_]+):[^`/ ]*`")
	pages := []string{"healthz", "readyz", "metrics", "data"} // of the bot's server; of the container
	docs, err := fs.Glob(os.DirFS("../.."), "docs/*.md")
	if err != nil || len(docs) < 5 {
		t.Fatal(docs, err)
	}
	options := slices.Concat(slices.Collect(maps.Values(all))...)
	n := 0
	for _, path := range append(docs, "README.md", "game/downsync/rules.md") {
		text, err := os.ReadFile("../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			words := strings.Fields(strings.TrimSuffix(m[1], "…"))
			if slices.Contains(pages, words[0]) {
				continue
			}
			n++
			if why := misnamed(all, words); why != "" {
				t.Errorf("%s: `/%s`: %s", path, m[1], why)
			}
		}
		for _, m := range lone.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(options, m[1]) {
				t.Errorf("%s: %s: no command has that option", path, m[0])
			}
		}
	}
	if n < 50 {
		t.Errorf("the documents name %d commands", n)
	}
	for line, want := range map[string]string{"match show": "", "order line:move A2 to 12.5,30": "", "setup moderators": "there is no command /setup moderators",
		"match event number:3": "/match event has no option number", "matches": "there is no command /matches"} {
		if got := misnamed(all, strings.Fields(line)); got != want {
			t.Errorf("/%s: %q, want %q", line, got, want)
		}
	}
}

// The documents' unit starts a bot again however it ended: one that loses its terminal, or whose store is gone, ends cleanly.
func TestUnitRestarts(t *testing.T) {
	raw, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	units := strings.Split(string(raw), "\n[Service]\n")[1:]
	for _, u := range units {
		if u, _, _ = strings.Cut(u, "\n["); !strings.Contains(u, "\nRestart=always\n") {
			t.Errorf("a bot is not started again by\n%s", u)
		}
	}
	if len(units) == 0 {
		t.Error("there is no unit")
	}
}

// The commands in the documents' blocks exist, with their flags, and the configuration can be read.
func TestDocumentsRun(t *testing.T) {
	t.Setenv(tokenVariable, "")
	block, flag := regexp.MustCompile("(?s)\n```\n(.*?)\n```\n"), regexp.MustCompile(`^-([a-z]+)`)
	container := regexp.MustCompile(`(?s)ENTRYPOINT \["(.*?)"\]\nCMD \["(.*?)"\]`)
	call := regexp.MustCompile(`(?:^|/|=| )downsync ([a-z]+)(.*)$`)
	commandsSeen, configs, images := map[string]bool{}, 0, 0
	for _, path := range []string{"../../README.md", "../../docs/operators.md"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range block.FindAllStringSubmatch(strings.ReplaceAll(string(raw), "\n   ", "\n"), -1) {
			text := m[1]
			if strings.HasPrefix(text, "[discord]") {
				configs++
				file := filepath.Join(t.TempDir(), "c.toml")
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if _, err := readConfig(file, true); err != nil {
					t.Errorf("%s: %v", path, err)
				}
			}
			if x := container.FindStringSubmatch(text); x != nil && (x[1] != "/downsync" || commands[x[2]] == nil) {
				t.Errorf("%s: the container runs %s %s", path, x[1], x[2])
			} else if x != nil {
				images++
			}
			for line := range strings.Lines(text) {
				x := call.FindStringSubmatch(strings.TrimSpace(line))
				if x == nil || strings.HasPrefix(line, "docker build") || strings.HasPrefix(line, "go build") || strings.HasPrefix(line, "git ") {
					continue
				}
				var help strings.Builder
				if status := run(t.Context(), []string{x[1], "-h"}, &help, &help); status != 0 {
					t.Errorf("%s: %s: there is no command %s", path, line, x[1])
					continue
				}
				commandsSeen[x[1]] = true
				for _, word := range strings.Fields(x[2]) {
					if f := flag.FindStringSubmatch(word); f != nil && !strings.Contains(help.String(), "  -"+f[1]+" ") {
						t.Errorf("%s: %s: %s has no flag -%s", path, line, x[1], f[1])
					}
				}
			}
		}
	}
	for _, name := range []string{"play", "doctor", "serve", "backup", "check", "restore"} {
		if !commandsSeen[name] {
			t.Errorf("no document runs downsync %s", name)
		}
	}
	if configs == 0 || images == 0 {
		t.Errorf("%d configurations, %d images", configs, images)
	}
}

// Below the first command the README says that its first run is silent for a while.
func TestReadmeTellsOfTheSilence(t *testing.T) {
	raw, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(raw), "go run ./cmd/downsync play\n")
	if said, _, _ := strings.Cut(after, "\n\n1. "); !strings.Contains(said, "first run compiles") {
		t.Errorf("nothing is said of the first run:\n%s", said)
	}
}
