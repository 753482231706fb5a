// Package pgtest starts a PostgreSQL server of its own for tests, from the machine's packages.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a running PostgreSQL that only this process knows.
type Server struct {
	Folder string // holds its data and its socket
	bin    string
	args   []string
	cmd    *exec.Cmd
	disk   bool // Folder is a disk of its own
}

// bins are where distributions put the server's programs.
var bins = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/opt/postgresql*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/bin", "/usr/bin"}

// find returns the folder of initdb and postgres, "" if there is none.
func find() string {
	for _, pattern := range bins {
		found, _ := filepath.Glob(filepath.Join(pattern, "initdb"))
		for _, path := range found {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), "postgres")); err == nil {
				return filepath.Dir(path)
			}
		}
	}
	return ""
}

var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// errNone: the machine has no PostgreSQL.
var errNone = errors.New("this machine has no PostgreSQL (apt-get install postgresql)")

// Main runs a package's tests and stops the server that they share.
func Main(m *testing.M) {
	code := m.Run()
	if shared.server != nil {
		shared.server.Stop()
	}
	os.Exit(code)
}

// URL returns the address of the server that the tests of a package share, with a schema of the test's own. The test stands aside
// where the machine has no PostgreSQL, unless DOWNSYNC_TEST_POSTGRES=must.
func URL(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = Start() })
	if shared.err != nil {
		aside(t, shared.err)
	}
	return shared.server.URL() + "&search_path=" + Schema()
}

// Schema makes up the name of a schema.
func Schema() string { return fmt.Sprintf("t%x", rand.Uint64()) }

// New starts a server for one test alone, with further arguments.
func New(t testing.TB, args ...string) *Server {
	t.Helper()
	s, err := Start(args...)
	if err != nil {
		aside(t, err)
	}
	t.Cleanup(s.Stop)
	return s
}

func aside(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, errNone) || os.Getenv("DOWNSYNC_TEST_POSTGRES") == "must" {
		t.Fatal(err)
	}
	t.Skip(err)
}

// Start makes a cluster in a temporary folder, in memory if the system has one there, and starts it. It listens on a socket there
// and nowhere else.
func Start(args ...string) (*Server, error) {
	return start("", args, "initdb", "-U", "downsync", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
}

// Standby starts a standby of the server, which follows it until it is promoted.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	b, err := start("", s.args, "pg_basebackup", "-R", "-c", "fast", "-X", "stream", "-N", "-d", s.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	return b
}

// errMount: this process may not mount a disk.
var errMount = errors.New("no small disk can be mounted")

// Small starts a server for one test alone on a small disk of its own. ok is false where the process may not mount one.
func Small(t testing.TB) (s *Server, ok bool) {
	t.Helper()
	s, err := start("64m", nil, "initdb", "-U", "downsync", "-A", "trust", "-N", "-E", "UTF8", "--locale=C", "--wal-segsize=1")
	if errors.Is(err, errMount) {
		return nil, false
	}
	if err != nil {
		aside(t, err)
	}
	t.Cleanup(s.Stop)
	return s, true
}

// Fill fills the server's small disk.
func (s *Server) Fill() {
	f, err := os.Create(s.ballast())
	if err != nil {
		panic(err)
	}
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
}

// Free makes room again, and starts the server if it has stopped for lack of it.
func (s *Server) Free() {
	if err := os.Remove(s.ballast()); err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if conn, err := pgx.Connect(ctx, s.URL()); err == nil {
		_ = conn.Close(ctx) // it runs
		return
	}
	s.Kill()
	if err := s.Run(); err != nil {
		panic(err)
	}
}

func (s *Server) ballast() string { return filepath.Join(s.Folder, "ballast") }

// onDisk is the size of a server whose folder lies beside other temporary files and not in memory.
const onDisk = "as it is"

// OnDisk starts a server for one benchmark alone, which waits for its disk.
func OnDisk(t testing.TB) *Server {
	t.Helper()
	s, err := start(onDisk, []string{"-c", "max_connections=200"}, "initdb", "-U", "downsync", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
	if err != nil {
		aside(t, err)
	}
	t.Cleanup(s.Stop)
	return s
}

// start makes the data folder by the command and starts the server on it. With a size the folder is a disk of that size.
func start(size string, args []string, make string, how ...string) (*Server, error) {
	s := &Server{bin: find(), args: args}
	if s.bin == "" {
		return nil, errNone
	}
	var err error
	if s.Folder, err = os.MkdirTemp("/dev/shm", "downsync-pg-"); err != nil || size == onDisk {
		s.Folder, err = os.MkdirTemp("", "downsync-pg-")
	}
	if err != nil {
		return nil, err
	}
	if s.disk = size != "" && size != onDisk; s.disk {
		if err := mount(s.Folder, size); err != nil {
			return nil, fmt.Errorf("%w: %w", errMount, errors.Join(err, os.Remove(s.Folder)))
		}
	}
	if u, err := other(); err != nil {
		return nil, err
	} else if u != nil {
		if err := os.Chown(s.Folder, int(u.Uid), int(u.Gid)); err != nil {
			return nil, err
		}
	}
	if out, err := s.command(make, append(how, "-D", s.data())...).CombinedOutput(); err != nil {
		_ = os.RemoveAll(s.Folder)
		return nil, fmt.Errorf("%s: %w: %s", make, err, out)
	}
	return s, s.Run()
}

// other is the user that the server runs as: it refuses to run as root.
func other() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	gid, gerr := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err, gerr)
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.Folder
	u, _ := other() // it was there when the server was made
	c.SysProcAttr = &syscall.SysProcAttr{Credential: u, Setpgid: true}
	return c
}

func (s *Server) data() string { return filepath.Join(s.Folder, "data") }

// Run starts the server, and waits until it answers.
func (s *Server) Run() error {
	s.cmd = s.command("postgres", append([]string{"-D", s.data(), "-k", s.Folder, "-c", "listen_addresses=", "-c", "shared_buffers=16MB", "-c", "max_connections=120", "-c", "dynamic_shared_memory_type=mmap"}, s.args...)...)
	if err := s.cmd.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL())
		if err == nil {
			return conn.Close(ctx)
		}
		if ctx.Err() != nil {
			s.Kill()
			return fmt.Errorf("PostgreSQL does not answer: %w", err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// URL is the address of the server.
func (s *Server) URL() string {
	address := "postgres://downsync@/postgres?sslmode=disable&host=" + s.Folder
	for _, arg := range s.args {
		if strings.HasPrefix(arg, "port=") { // the socket is named after it
			address += "&" + arg
		}
	}
	return address
}

// Kill kills the server with all its processes.
func (s *Server) Kill() {
	if s.cmd == nil || s.cmd.Process == nil {
		return
	}
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	_ = s.cmd.Wait()
	for left := s.orphans(); len(left) > 0; left = s.orphans() { // as long as one lives the server does not start again
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		runtime.Gosched()
	}
	_ = os.Remove(filepath.Join(s.data(), "postmaster.pid"))
	s.cmd = nil
}

// orphans are server processes of this data folder that outlive the first, each in a group of its own.
func (s *Server) orphans() (pids []int) {
	folders, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, path := range folders {
		if at, err := os.Readlink(path); err == nil && at == s.data() {
			if pid, err := strconv.Atoi(strings.Split(path, "/")[2]); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// Stop kills the server and removes its files.
func (s *Server) Stop() {
	s.Kill()
	if s.disk {
		_ = unmount(s.Folder) // else its files are removed one by one
	}
	if err := os.RemoveAll(s.Folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		panic(err)
	}
}
