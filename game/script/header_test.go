package script

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

// Headers of several games say what they expect.
func TestSharedHeaders(t *testing.T) {
	var version int
	var name string
	files := fstest.MapFS{"own.toml": {Data: []byte("x = 1")}}
	h := Plain(map[string]func([]string) error{"rulings": Rulings(&version, 3), "map": Map(&name, "map hill"),
		"option": Option(func(name, value string) error {
			if name != "rounds" || value != "6" {
				return errors.New("no such option")
			}
			return nil
		}, "option rounds 6")})
	h["cards"] = Cards(files, func(name string, raw []byte) error {
		if name != "own.toml" || string(raw) != "x = 1" {
			t.Errorf("%s holds %q", name, raw)
		}
		return nil
	})
	for line, want := range map[string]string{
		"rulings 2": "", "rulings 4": "from 0 to 3", "rulings": "from 0 to 3", "map hill": "", "map": "map NAME, like map hill",
		"option rounds 6": "", "option rounds": "NAME VALUE, like option rounds 6", "option rounds x": "no such option",
		"cards own.toml": "", "cards": "cards FILE", "cards other.toml": "other.toml",
	} {
		words := strings.Fields(line)
		err := h[words[0]](words[1:], words[1:])
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", line, err, want)
		}
	}
	if version != 2 || name != "hill" {
		t.Errorf("version %d, map %q", version, name)
	}
}
