package local

import (
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	references = regexp.MustCompile(`(?:src|href)="([^"]+)"|from "([^"]+)"|url\(([^)]+)\)`)
	elsewhere  = regexp.MustCompile(`https?://`)
)

// The page is complete: every file that it names exists, and no file names another host.
func TestThePageIsWhole(t *testing.T) {
	s := newServer(t)
	err := fs.WalkDir(pageFiles, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(pageFiles, name)
		if err != nil {
			return err
		}
		for _, line := range strings.Split(string(data), "\n") {
			if elsewhere.MatchString(line) && !strings.Contains(line, "http://www.w3.org/2000/svg") && !strings.Contains(line, "(https?:") && !strings.Contains(line, "<?(https?:") {
				t.Errorf("%s names another host: %s", name, line)
			}
		}
		for _, m := range references.FindAllStringSubmatch(string(data), -1) {
			target := m[1] + m[2] + m[3]
			if strings.HasPrefix(target, "/") {
				continue // a route of the server
			}
			if _, err := fs.Stat(pageFiles, path.Join("page", target)); err != nil {
				t.Errorf("%s needs %s: %v", name, target, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, kind := range map[string]string{"": "text/html", "main.js": "javascript", "frame.css": "text/css", "icon.svg": "image/svg"} {
		res, err := http.DefaultClient.Do(program{t, s}.request("GET", "/"+file, ""))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != 200 || !strings.Contains(res.Header.Get("Content-Type"), kind) || !strings.Contains(res.Header.Get("Content-Security-Policy"), "script-src 'self'") {
			t.Errorf("/%s: %d %v", file, res.StatusCode, res.Header)
		}
	}
}
