package storetest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"downsync/game/table"
)

// Reaper kills its process with SIGKILL at one of the points that it reaches.
type Reaper struct {
	mu   sync.Mutex
	left int
}

// NewReaper returns one that kills at the nth point, counted from 1.
func NewReaper(nth int) *Reaper { return &Reaper{left: nth} }

// Point is a moment at which the process may die. The name is for readers.
func (r *Reaper) Point(string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left--; r.left == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL) // there is no return from it
		select {}
	}
}

// Teller reports to a parent process, by lines on standard output, what History notes within one process.
type Teller struct{ mu sync.Mutex }

func (x *Teller) say(form string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	fmt.Printf(form+"\n", args...)
}

// Begin reports that the attempt is about to be sent.
func (x *Teller) Begin(a Attempt) { x.say("try %s %s %d %d", a.Match, a.Cause, a.Expect, a.Events) }

// End reports the store's answer. It does not report an answer that leaves open whether the commit was applied.
func (x *Teller) End(cause string, version uint64, err error) {
	switch {
	case err == nil:
		x.say("yes %s %d", cause, version)
	case errors.Is(err, table.ErrConflict), errors.Is(err, table.ErrNoMatch):
		x.say("no %s", cause)
	}
}

// Sent reports a delivery that is made.
func (x *Teller) Sent(d table.Delivery) { x.say("sent %s", d.Body) }

// hear notes a child's reports and counts its deliveries. It ignores a last line that was cut off.
func (h *History) hear(out io.Reader) (sent int) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		w := strings.Fields(lines.Text())
		switch {
		case len(w) == 5 && w[0] == "try":
			expect, _ := strconv.ParseUint(w[3], 10, 64)
			events, _ := strconv.Atoi(w[4])
			h.Begin(Attempt{Match: table.ID(w[1]), Cause: w[2], Expect: expect, Events: events})
		case len(w) == 3 && w[0] == "yes":
			version, _ := strconv.ParseUint(w[2], 10, 64)
			h.End(w[1], version, nil)
		case len(w) == 2 && w[0] == "no":
			h.End(w[1], 0, table.ErrConflict)
		case len(w) == 2 && w[0] == "sent":
			sent++
		}
	}
	return sent
}

// Children runs the test binary once more for each value of an environment variable, until the processes end or are killed. It
// notes the reports of their Tellers in their order, because they share a pipe. It returns how many were killed, and how many
// deliveries were made. A child that fails fails the test.
func (h *History) Children(t testing.TB, variable string, values ...string) (killed, sent int) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmds, errs := make([]*exec.Cmd, len(values)), make([]strings.Builder, len(values))
	for n, value := range values {
		cmds[n] = exec.Command(os.Args[0])
		cmds[n].Env = append(os.Environ(), variable+"="+value)
		cmds[n].Stdout, cmds[n].Stderr = in, &errs[n]
		if err := cmds[n].Start(); err != nil {
			t.Fatal(err)
		}
	}
	in.Close()
	sent = h.hear(out)
	for n, cmd := range cmds {
		err := cmd.Wait()
		if err == nil {
			continue
		}
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
			t.Fatalf("%s: the child failed: %v\n%s", values[n], err, errs[n].String())
		}
		killed++
	}
	return killed, sent
}
