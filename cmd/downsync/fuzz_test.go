package main

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzConfig: any configuration is refused or can be started with.
func FuzzConfig(f *testing.F) {
	raw, err := os.ReadFile(example)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte("[clock.choices.x]\nturn = \"1h\"\n[clock]\ndefault = \"x\"\n[log]\nlevel = \"debug\""))
	f.Add([]byte("clock = 3\n[store]\nbackup_every = \"0s\""))
	path := filepath.Join(f.TempDir(), "c.toml")
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := readConfig(path, true)
		if err != nil {
			return
		}
		if err := c.check(); err != nil {
			t.Errorf("read, and then refused: %v", err)
		}
		if ts := c.timings(); len(ts) == 0 || len(ts) > 25 {
			t.Errorf("%d clocks to choose from", len(ts))
		}
	})
}
