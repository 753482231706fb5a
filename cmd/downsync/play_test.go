package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// played is a running "downsync play" as a browser sees it.
type played struct {
	t    *testing.T
	url  string
	said string
	errs heard
	stop func() int
}

// heard keeps everything written, and reports each write.
type heard struct {
	syncBuffer
	more chan struct{}
}

func (h *heard) Write(p []byte) (int, error) {
	defer func() {
		select {
		case h.more <- struct{}{}:
		default:
		}
	}()
	return h.syncBuffer.Write(p)
}

// until waits until the words have been written.
func (h *heard) until(t testing.TB, words string) {
	t.Helper()
	late := time.After(limit)
	for !strings.Contains(h.String(), words) {
		select {
		case <-h.more:
		case <-late:
			t.Fatalf("%q is not said: %s", words, h.String())
		}
	}
}

// startPlay runs the command, with windows that close at once, and waits for the address it prints.
func startPlay(t *testing.T, args ...string) *played {
	t.Helper()
	return startPlayWith(t, append([]string{"-tick", "0s"}, args...)...)
}

// startPlayWith runs the command with these arguments alone.
func startPlayWith(t *testing.T, args ...string) *played {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	p := &played{t: t, errs: heard{more: make(chan struct{}, 1)}}
	done := make(chan int, 1)
	go func() {
		status := run(ctx, append([]string{"play", "-listen", "127.0.0.1:0"}, args...), w, &p.errs)
		_ = w.Close() // never fails
		done <- status
	}()
	lines := bufio.NewReader(r)
	for !strings.Contains(p.said, "Ctrl-C") {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%v: %s%s", err, p.said, p.errs.String())
		}
		p.said += line
	}
	_, rest, _ := strings.Cut(p.said, "http://")
	p.url = "http://" + strings.Fields(rest)[0]
	stopped := false
	p.stop = func() int {
		stopped = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		if !stopped {
			p.stop()
		}
	})
	return p
}

// post lets a user do something through the page's API, and waits for the answer: others may see the result before it is kept.
// On a busy machine three seconds may be too short, and the user does it again.
func (p *played) post(path string, body any) {
	p.t.Helper()
	user, _, _ := strings.Cut(path, "/")
	for range 5 {
		id := p.send(path, body)
		var out local.Outcome
		p.follow(user, "an answer to "+path, func() bool {
			p.get("interactions/"+id, &out)
			return out.State != local.Pending && out.State != local.Deferred
		})
		if out.State == local.Answered {
			return
		}
	}
	p.t.Fatalf("%s is never answered: %s", path, p.errs.String())
}

// send sends a request of the page's API and returns the interaction.
func (p *played) send(path string, body any) string {
	p.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	res, err := http.Post(p.url+"/local/users/"+path, "application/json", bytes.NewReader(raw))
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	var out struct{ Interaction, Error string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || res.StatusCode != http.StatusAccepted {
		p.t.Fatalf("%s: %d %s %v", path, res.StatusCode, out.Error, err)
	}
	return out.Interaction
}

func (p *played) get(path string, into any) {
	p.t.Helper()
	res, err := http.Get(p.url + "/local/" + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(into); err != nil {
		p.t.Fatal(err)
	}
}

func (p *played) view(user string) (v local.View) {
	p.t.Helper()
	p.get("users/"+user+"/view", &v)
	return v
}

// await looks at what a user sees, and again at every event, until cond holds.
func (p *played) await(user, what string, cond func(local.View) bool) (v local.View) {
	p.t.Helper()
	p.follow(user, what, func() bool {
		v = p.view(user)
		return cond(v)
	})
	return v
}

// follow checks cond, and again at everything that the user is shown.
func (p *played) follow(user, what string, cond func() bool) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/local/users/"+user+"/events", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	events := bufio.NewReader(res.Body)
	for {
		if cond() {
			return
		}
		if _, err := events.ReadString('\n'); err != nil {
			p.t.Fatalf("waiting for %s: %v", what, err)
		}
	}
}

// press presses a control once the user sees it.
func (p *played) press(user, prefix string, values ...string) {
	p.t.Helper()
	k := button(p.await(user, prefix, func(v local.View) bool { return button(v, prefix) != nil }), prefix)
	p.post(user+"/click", map[string]any{"message": k.message.String(), "custom_id": k.id, "values": values})
}

// accepted has player1 challenge player2, who accepts and chooses a force.
func (p *played) accepted() {
	p.t.Helper()
	p.post("player1/slash", map[string]any{"channel": "#general", "text": "/match challenge opponent:@player2 size:small"})
	p.press("player2", "accept|")
	v := p.await("player2", "the forces", func(v local.View) bool { return button(v, "force|") != nil })
	p.press("player2", "force|", control(v.Message(button(v, "force|").message), "force|").Options[0].Value)
}

// Without -tick a match has the clocks of a server with the default configuration; -tick changes the grid of its windows alone.
func TestPlayHasTheServersClocks(t *testing.T) {
	t.Parallel()
	server := defaults()
	for name, tick := range map[string]time.Duration{"": time.Duration(server.Clock.Choices[server.Clock.Default].Tick), "7s": 7 * time.Second} {
		args := []string{"-data", t.TempDir()}
		if name != "" {
			args = append(args, "-tick", name)
		}
		p := startPlayWith(t, args...)
		p.accepted()
		p.press("player1", "ready|")
		p.await("player1", "the console", func(v local.View) bool { return console(v) != nil })
		p.stop()
		s, err := storage.Open(filepath.Join(args[1], "downsync.db"), storage.Options{})
		if err != nil {
			t.Fatal(err)
		}
		metas, err := s.List(t.Context(), "match/", "", 9)
		if err := errors.Join(err, s.Close()); err != nil || len(metas) != 1 {
			t.Fatalf("%d matches: %v", len(metas), err)
		}
		var m table.Meta
		if err := json.Unmarshal(metas[0].Value, &m); err != nil {
			t.Fatal(err)
		}
		want := server.timings()[server.Clock.Default]
		want.Strict = 0 // the natural pace, which is the usual one
		if want.Tick = tick; name != "" {
			want.MinWindow, want.Brisk = 0, table.Brisk{}
		}
		if !reflect.DeepEqual(m.Timing, want) {
			t.Errorf("-tick %q: the match has %+v, expected %+v", name, m.Timing, want)
		}
	}
}

// A program started again on the same folder, at another address, continues the matches and shows the earlier messages; without
// a folder nothing is kept.
func TestPlayResumes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "deep", "data")
	p := startPlay(t, "-data", dir)
	if !strings.Contains(p.said, "kept in "+dir) {
		t.Errorf("it does not say where: %s", p.said)
	}
	p.post("player1/slash", map[string]any{"channel": "#general", "text": "/match challenge opponent:@player2 size:small"})
	v := p.await("player2", "the challenge", func(v local.View) bool { return button(v, "accept|") != nil })
	card := button(v, "accept|")
	if status := p.stop(); status != 0 {
		t.Errorf("stopped with %d", status)
	}
	for _, file := range []string{"downsync.db", "discord/discord.json"} {
		if info, err := os.Stat(filepath.Join(dir, file)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", file, info, err)
		}
	}

	again := startPlay(t, "-data", dir)
	if b := button(again.view("player2"), "accept|"); b == nil || *b != *card {
		t.Fatalf("the challenge is gone: %+v", b)
	}
	again.post("player2/click", map[string]any{"message": card.message.String(), "custom_id": card.id})
	again.await("player2", "the forces to choose from", func(v local.View) bool {
		return strings.Contains(fmt.Sprint(views(v)), "Starter Set")
	})
	var errs bytes.Buffer
	if status := run(context.Background(), []string{"play", "-listen", "127.0.0.1:0", "-data", dir}, io.Discard, &errs); status != 1 ||
		!strings.Contains(errs.String(), "in use by another process: stop the other bot") {
		t.Errorf("a second program on the folder: %d %s", status, errs.String())
	}
}

// views returns the text of everything that a user sees.
func views(v local.View) []string {
	var out []string
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			out = append(out, text(m))
		}
	}
	return out
}

// A disk that accepts no more does not end the program: the program says so, people are still answered, and once the disk works
// all is kept.
func TestPlayGoesOnOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startPlay(t, "-data", dir)
	files := filepath.Join(dir, "discord", "files")
	p.accepted()
	// A challenge has a picture too and would not get out.
	if err := errors.Join(os.RemoveAll(files), os.WriteFile(files, nil, 0o600)); err != nil { // pictures cannot be kept
		t.Fatal(err)
	}
	p.press("player1", "ready|")
	p.errs.until(t, "the local Discord goes on and tries again")
	p.post("player3/slash", map[string]any{"channel": "#general", "text": "/help"})
	p.await("player3", "the help", func(v local.View) bool { return strings.Contains(fmt.Sprint(views(v)), "Learn by playing") })
	if err := os.Remove(files); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(files, 0o700); err != nil {
		t.Fatal(err)
	}
	p.await("player1", "the console", func(v local.View) bool { return console(v) != nil }) // the dice say whom it asks first
	if status := p.stop(); status != 0 {
		t.Errorf("stopped with %d: %s", status, p.errs.String())
	}
	if again := startPlay(t, "-data", dir); console(again.view("player1")) == nil {
		t.Error("the console is lost")
	}
}

// Stopping it while it is still starting stops it.
func TestStoppedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var errs bytes.Buffer
	if status := run(ctx, []string{"play", "-listen", "127.0.0.1:0"}, io.Discard, &errs); status != 0 {
		t.Errorf("%d %s", status, errs.String())
	}
}

func TestPlayKeepsNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p := startPlay(t)
	if !strings.Contains(p.said, "-data DIR keeps it") {
		t.Errorf("it does not say that nothing is kept: %s", p.said)
	}
	if status := p.stop(); status != 0 {
		t.Errorf("stopped with %d", status)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// An advance of the clock is reported even if the work after an earlier one is not done.
func TestNudgeMissesNoAdvance(t *testing.T) {
	clock := local.Still(tabletest.Noon)
	told := make(chan time.Time)
	first := sync.OnceFunc(func() { clock.Advance(time.Minute) })
	nudge(t.Context(), clock, func() {
		now := clock.Now()
		first()
		told <- now
	})
	clock.Advance(time.Minute) // at once: nudge has begun when it returns
	for i, want := range []time.Time{tabletest.Noon.Add(time.Minute), tabletest.Noon.Add(2 * time.Minute)} {
		select {
		case got := <-told:
			if !got.Equal(want) {
				t.Errorf("call %d read %v, want %v", i+1, got, want)
			}
		case <-time.After(limit):
			t.Fatalf("call %d did not come", i+1)
		}
	}
}
