package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"downsync/bot/local"
)

// terminal opens a new terminal. A session that controls it gets SIGHUP when the master is closed.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	var n, unlock int32
	for request, arg := range map[uintptr]*int32{syscall.TIOCGPTN: &n, syscall.TIOCSPTLCK: &unlock} {
		if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(arg))); no != 0 {
			t.Fatal(no)
		}
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// A bot that loses its terminal stops in order. Without a terminal, as under a service manager, or under nohup, SIGHUP does
// nothing.
func TestHangUp(t *testing.T) {
	// If these tests themselves ignore the signal, as under nohup, their children would too: a signal that is requested is
	// passed on as usual.
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(asked) })
	t.Parallel()
	start := func(t *testing.T, how *syscall.SysProcAttr, in *os.File) (cmd *exec.Cmd, said *heard) {
		s := bareStage(t, local.Real())
		path := filepath.Join(t.TempDir(), "downsync.toml")
		config := fmt.Sprintf("[watch]\nlisten = \"\"\n[store]\npath = %q\n[discord]\napi = %q\n", s.conf.Store.Path, s.srv.URL())
		if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		said = &heard{more: make(chan struct{}, 1)}
		cmd = exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), commandVariable+"=serve -config "+path, tokenVariable+"="+s.srv.Token())
		cmd.Stderr, cmd.Stdin, cmd.SysProcAttr = said, in, how
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() }) // it has ended, unless the test has failed
		said.until(t, "gateway ready")
		return cmd, said
	}
	stops := func(t *testing.T, cmd *exec.Cmd, said *heard) {
		t.Helper()
		if err := cmd.Wait(); err != nil || !strings.HasSuffix(said.String(), "\ndownsync has stopped; its next start goes on with every match\n") {
			t.Errorf("it ended with %v and said\n%s", err, said.String())
		}
	}
	t.Run("lost terminal", func(t *testing.T) {
		master, slave := terminal(t)
		cmd, said := start(t, &syscall.SysProcAttr{Setsid: true, Setctty: true}, slave)
		slave.Close()
		master.Close()
		stops(t, cmd, said)
	})
	t.Run("service", func(t *testing.T) {
		cmd, said := start(t, &syscall.SysProcAttr{Setsid: true}, nil)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		var ignored uint64
		_, mask, _ := strings.Cut(string(status), "\nSigIgn:\t")
		if _, err := fmt.Sscanf(mask, "%x", &ignored); err != nil || ignored&(1<<(syscall.SIGHUP-1)) == 0 {
			t.Errorf("SIGHUP is not ignored: %v, the mask %x", err, ignored)
		}
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		stops(t, cmd, said)
	})
}
