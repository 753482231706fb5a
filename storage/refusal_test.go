package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"downsync/game/table"
	"downsync/storage/storetest"
)

// A file that takes no writes says why, by what the system answers and by what has become of the file.
func TestFaults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	var d disk
	s := openOn(t, path, d.into)
	defer s.Close()
	fails := func(err error) func() {
		return func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.fail = nil
			if err != nil {
				d.fail = func(int, []byte, int64) (int, error) {
					return 0, &fs.PathError{Op: "write", Path: path, Err: err}
				}
			}
		}
	}
	move := func(from, to string) func() {
		return func() {
			if err := os.Rename(from, to); err != nil {
				t.Fatal(err)
			}
		}
	}
	works := fails(nil)
	storetest.Faults(t, s,
		storetest.Breakage{Name: "full", Reason: table.FaultFull, Break: fails(syscall.ENOSPC), Mend: works},
		storetest.Breakage{Name: "quota", Reason: table.FaultFull, Break: fails(syscall.EDQUOT), Mend: works},
		storetest.Breakage{Name: "broken", Reason: table.FaultDevice, Break: fails(syscall.EIO), Mend: works},
		storetest.Breakage{Name: "readonly", Reason: table.FaultReadOnly, Break: fails(syscall.EROFS), Mend: works},
		storetest.Breakage{Name: "denied", Reason: table.FaultDenied, Break: fails(syscall.EACCES), Mend: works},
		storetest.Breakage{Name: "other", Reason: table.FaultOther, Break: fails(errors.New("something else")), Mend: works},
		storetest.Breakage{Name: "removed", Reason: table.FaultGone, Break: move(path, path+".aside"), Mend: move(path+".aside", path)},
	)
}

// A store whose file is removed or replaced stays open, so that a backup can be made of it. The file in its place is left alone.
func TestRemovedWhileOpen(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"removed":  func(string) error { return nil },
		"replaced": func(path string) error { return os.WriteFile(path, []byte("another"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "m.db")
			s := openOn(t, path, nil)
			if err := s.Put(t.Context(), table.Record{Key: "k", Value: []byte("v")}); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Remove(path), put(path)); err != nil {
				t.Fatal(err)
			}
			if err := s.Put(t.Context(), table.Record{Key: "k", Value: []byte("lost")}); table.FaultOf(err) != table.FaultGone {
				t.Errorf("written to a file without a name: %v", err)
			}
			if v, err := s.Get(t.Context(), "k"); err != nil || string(v) != "v" {
				t.Errorf("read %q %v", v, err)
			}
			copied := path + ".copy"
			if err := s.Backup(t.Context(), copied); err != nil {
				t.Fatal(err)
			}
			if raw, err := os.ReadFile(path); name == "replaced" && (err != nil || string(raw) != "another") {
				t.Errorf("the other file is %q %v", raw, err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			whole := openOn(t, copied, nil)
			defer whole.Close()
			if v, err := whole.Get(t.Context(), "k"); err != nil || string(v) != "v" {
				t.Errorf("the backup has %q %v", v, err)
			}
		})
	}
}

func TestAges(t *testing.T) {
	s := openOn(t, filepath.Join(t.TempDir(), "m.db"), nil)
	defer s.Close()
	storetest.Ages(t, s, func() time.Time {
		b, err := s.Backlog(time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return b.Oldest
	})
}
