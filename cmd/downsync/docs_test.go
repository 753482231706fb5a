package main

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every test that a document names is there.
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
