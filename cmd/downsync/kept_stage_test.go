package main

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
)

// testdata holds the stores of earlier programs, each with the local Discord on which it was played; its README says how it was
// made. Today's program must load them, verify them and continue with them.
const (
	oldKept   = "testdata/5c55e28"  // Downsync alone, in many states
	gamesKept = "testdata/dcb7738c" // three games, a campaign and a dispute
)

// disputed is the name of the kept match that stands still.
const disputed = "stopped by a dispute, a decision waits to be confirmed"

// keptManifest describes the content of the store.
type keptManifest struct {
	Now        time.Time // when the earlier program stopped
	Matches    []keptMatch
	Challenges map[string]string // ids, by how they stand
	Codes      []string          // share codes of forces
	Old        []keptMessage
}

// keptMatch is a match of the store.
type keptMatch struct {
	ID    string
	Name  string   // how it stands
	Users []string // usernames, by seat
	Over  bool
	Asked []string // username and question
	Undo  string   // the user who can take a step back
}

// keptMessage is a message with buttons of the earlier program.
type keptMessage struct {
	What    string
	User    string // who presses them
	Message local.ID
	Match   string // whose console it is, of the question that was open when the program stopped
}

// id returns the match whose name begins with the text.
func (m keptManifest) id(name string) string {
	return m.Matches[slices.IndexFunc(m.Matches, func(x keptMatch) bool { return strings.HasPrefix(x.Name, name) })].ID
}

// asking returns the user who is asked something.
func (m keptMatch) asking() string {
	user, _, _ := strings.Cut(m.Asked[0], " ")
	return user
}

// unpackKept writes the kept files to a folder of the test's.
func unpackKept(t *testing.T, kept string) (dir string, m keptManifest) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(kept, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(kept, "kept.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return dir, m
		}
		if err == nil {
			err = unpackOne(filepath.Join(dir, h.Name), h, r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func unpackOne(path string, h *tar.Header, r io.Reader) error {
	if h.Typeflag == tar.TypeDir {
		return os.MkdirAll(path, 0o700)
	}
	raw, err := io.ReadAll(r)
	return cmp.Or(err, os.WriteFile(path, raw, 0o600))
}

// keptStage is today's program with the data that the earlier one left.
type keptStage struct {
	*stage
	keptManifest
}

// resumeKept starts the program on the oldest store, that long after the earlier program stopped.
func resumeKept(t *testing.T, later time.Duration) *keptStage {
	t.Helper()
	k := loadKept(t, oldKept, later)
	k.start()
	return k
}

// loadKept prepares the program to start on a kept store.
func loadKept(t *testing.T, kept string, later time.Duration) *keptStage {
	t.Helper()
	dir, m := unpackKept(t, kept)
	s := bareStage(t, local.Still(m.Now.Add(later)))
	if err := s.srv.Load(filepath.Join(dir, "discord")); err != nil {
		t.Fatal(err)
	}
	conf, err := readConfig(filepath.Join(kept, "config.toml"), true)
	if err != nil {
		t.Fatal(err)
	}
	conf.Store.Path, conf.Store.Backups, conf.rates, conf.seams = filepath.Join(dir, "downsync.db"), "", unhurried, s.conf.seams
	s.conf = conf
	return &keptStage{s, m}
}

// do gives a command in #general and returns the answer.
func (k *keptStage) do(user, line string) *local.Message {
	k.t.Helper()
	out := k.finish(k.srv.User(user).Slash("#general", line))
	return k.srv.User(user).View().Message(out.Message)
}

// shows fails unless the command's answer has all the words.
func (k *keptStage) shows(user, line string, words ...string) {
	k.t.Helper()
	k.holds(line, text(k.do(user, line)), words...)
}

func (k *keptStage) holds(what, got string, words ...string) {
	k.t.Helper()
	for _, w := range words {
		if !strings.Contains(got, w) {
			k.t.Errorf("%s: %q is not in %.2000s", what, w, got)
		}
	}
}

// click presses a control of a message and returns the answer.
func (k *keptStage) click(user string, message local.ID, id string, values ...string) string {
	k.t.Helper()
	out := k.finish(k.srv.User(user).Click(message, id, values...))
	return text(k.srv.User(user).View().Message(out.Message))
}

// clickAny presses a control whose custom id begins with the text, wherever the user sees it; in a select it chooses the first
// option.
func (k *keptStage) clickAny(user, prefix string) string {
	k.t.Helper()
	v := k.await(user, prefix, func(v local.View) bool { return button(v, prefix) != nil })
	b := button(v, prefix)
	return k.click(user, b.message, b.id, first(control(v.Message(b.message), b.id))...)
}

// first returns the first value of a select; nil for a button.
func first(c *local.Component) []string {
	if len(c.Options) == 0 {
		return nil
	}
	return []string{c.Options[0].Value}
}

// consoleOf returns the newest direct message with controls of the match.
func consoleOf(v local.View, id string) *local.Message {
	dm := v.Channel("dm")
	if dm == nil {
		return nil
	}
	for _, m := range slices.Backward(dm.Messages) {
		if slices.ContainsFunc(controlsOf(m), func(c *local.Component) bool { return strings.Contains(c.CustomID, "|"+id) }) {
			return m
		}
	}
	return nil
}

// told returns everything that everybody was told in the match's thread.
func (k *keptStage) told(id string) string {
	for _, c := range k.srv.User("player3").View().Channels {
		all := ""
		for _, m := range c.Messages {
			all += text(m)
		}
		if c.IsThread() && strings.Contains(all, "|"+id) {
			return all
		}
	}
	return ""
}

// sound stops the program and checks its store.
func (k *keptStage) sound() {
	k.t.Helper()
	k.stop()
	var out strings.Builder
	if status := run(k.t.Context(), []string{"check", "-store", cmp.Or(k.conf.Store.URL, k.conf.Store.Path)}, &out, io.Discard); status != 0 {
		k.t.Errorf("check: %s", &out)
	}
	if log := k.log.String(); strings.Contains(log, "level=ERROR") {
		k.t.Errorf("the log has an error: %s", log)
	}
	if bad := k.srv.Violations(); len(bad) > 0 {
		k.t.Errorf("what Discord would have refused: %v", bad)
	}
}
