package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A subcommand that reads a whole file refuses one that is too large to be the expected kind, before it reads it. A pipe has no
// size.
func TestHugeFilesAreRefused(t *testing.T) {
	k := newKeeper(t)
	huge := k.file("huge.json")
	if err := os.WriteFile(huge, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 1<<30); err != nil { // without taking any space
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", huge}, {"import", "-store", k.path, huge}, {"script", huge}} {
		status := map[string]int{"script": 2}[args[0]]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, errs := k.do(max(1, status), args...)
		runtime.ReadMemStats(&after)
		if !strings.Contains(errs, "huge.json has 1024 MiB: expected an exported match or a script, of at most 64 MiB") {
			t.Errorf("%s says %s", args[0], errs)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > maxFile/2 {
			t.Errorf("%s took %d MiB", args[0], n>>20)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer w.Close()
		for chunk, left := make([]byte, 1<<20), maxFile>>20+1; left > 0; left-- {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}()
	defer r.Close()
	if _, err := readWhole(t.Context(), fmt.Sprint("/dev/fd/", r.Fd())); err == nil || !strings.Contains(err.Error(), "more than 64 MiB") {
		t.Errorf("a pipe: %v", err)
	}
}

// A command that waits for its file ends when it is told to. A pipe is no store.
func TestWaitingForAFileEnds(t *testing.T) {
	k := newKeeperAfter(t, 1)
	r, w, err := os.Pipe() // nothing comes
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	pipe := fmt.Sprint("/dev/fd/", r.Fd())
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{{"verify", pipe}, {"script", pipe}, {"import", "-store", k.path, pipe}, {"check", "-config", pipe},
		{"doctor", "-config", pipe}, {"serve", "-config", pipe}} {
		var out bytes.Buffer
		if status := run(stopped, args, &out, &out); status == 0 || !strings.Contains(out.String(), "stopped before the file was read") {
			t.Errorf("%v: %d %s", args, status, &out)
		}
	}
	for _, args := range [][]string{{"check", "-store", pipe}, {"restore", pipe, k.file("new.db")}, {"move", pipe, k.file("new.db")}} {
		if _, errs := k.do(1, args...); !strings.Contains(errs, "not a Downsync store") {
			t.Errorf("%v: %s", args, errs)
		}
	}
}

// A copy of a store is looked at without writing to it or its folder, as on a disk that cannot be written. While somebody
// else reads the file, it cannot be opened for writing.
func TestLookingAtACopyWritesNothing(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	before := folder(t, k.dir)
	reader, err := bolt.Open(k.path, 0o600, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check", "-store", k.path}, {"export", "-store", k.path, "-referee", string(kept)}, {"export", "-store", k.path, "-seat", "1", string(kept)}} {
		k.do(0, args...)
	}
	k.do(0, "backup", "-store", k.path, filepath.Join(t.TempDir(), "copy.db"))
	if _, errs := k.do(1, "compact", "-store", k.path); !strings.Contains(errs, "in use by another process") {
		t.Errorf("compact, which writes: %s", errs)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if after := folder(t, k.dir); !maps.Equal(before, after) {
		t.Errorf("the folder was %v, is %v", before, after)
	}
}

// folder lists the files of a folder with their times.
func folder(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]time.Time{}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name()] = info.ModTime()
	}
	return out
}
