package bottest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"downsync/bot/wire"
)

// Transcript returns everything that was sent, one delivery a line, as JSON. It replaces a file by its hash, so that a changed
// picture is visible. It leaves out the random names of files.
func Transcript(t testing.TB, sent []Sent) []byte {
	t.Helper()
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	lines.SetEscapeHTML(false)
	for _, s := range sent {
		var files []string
		for _, f := range s.Files {
			files = append(files, fmt.Sprintf("%x", sha256.Sum256(f.Data)))
		}
		err := lines.Encode(map[string]any{"what": s.What, "channel": s.Channel, "message": s.ID, "only": s.Only, "mention": s.Mention, "call": s.Call,
			"silent": s.Silent, "blocks": written(s.Blocks), "files": files, "choices": s.Choices, "form": s.Form})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// written returns the blocks with their types, and with the effects of their controls.
func written(blocks []wire.Block) (out []any) {
	for _, b := range blocks {
		x := map[string]any{"type": fmt.Sprintf("%T", b), "is": b}
		switch b := b.(type) {
		case wire.Box:
			x["is"] = written(b.Blocks)
		case wire.Row:
			var does []wire.Control
			for _, k := range b {
				does = append(does, k.Does)
			}
			x["does"] = does
		case wire.Select:
			x["does"] = b.Does
		}
		out = append(out, x)
	}
	return out
}

// Same compares a transcript with the one of that name in the folder before, and writes it to the folder after. It skips a folder
// without a name.
func Same(t testing.TB, before, after, name string, transcript []byte) {
	t.Helper()
	if after != "" {
		if err := os.WriteFile(filepath.Join(after, name), transcript, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if before == "" {
		return
	}
	was, err := os.ReadFile(filepath.Join(before, name))
	if err != nil {
		t.Fatal(err)
	}
	if line, old, now := Difference(was, transcript); line > 0 {
		t.Errorf("%s, line %d was:\n%s\nand is:\n%s", name, line, old, now)
	}
}

// Difference returns the number of the first line in which two transcripts differ, counted from 1, with both versions; 0 if they
// are equal.
func Difference(was, is []byte) (line int, old, now []byte) {
	a, b := bytes.Split(was, []byte("\n")), bytes.Split(is, []byte("\n"))
	for i := range max(len(a), len(b)) {
		old, now = nil, nil
		if i < len(a) {
			old = a[i]
		}
		if i < len(b) {
			now = b[i]
		}
		if !bytes.Equal(old, now) {
			return i + 1, old, now
		}
	}
	return 0, nil, nil
}
