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
	ended  chan struct{} // closed when cmd has ended
	disk   bool          // Folder is a disk of its own
}

// bins lists the folders where distributions put the server's programs.
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

// template is a cluster on which no server ever runs. Servers start on copies of it: initdb takes ten times as long.
var template struct {
	once    sync.Once
	cluster *Server
	err     error
}

// errNone: the machine has no PostgreSQL.
var errNone = errors.New("this machine has no PostgreSQL (apt-get install postgresql)")

// Main runs a package's tests, stops the server that they share and removes the template of all their servers.
func Main(m *testing.M) {
	code := m.Run()
	for _, s := range []*Server{shared.server, template.cluster} {
		if s != nil {
			s.Stop()
		}
	}
	os.Exit(code)
}

// URL returns the address of the server that the tests of a package share, with a schema of the test's own. It skips the test
// if the machine has no PostgreSQL, unless DOWNSYNC_TEST_POSTGRES=must.
func URL(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() { shared.server, shared.err = start() })
	if shared.err != nil {
		aside(t, shared.err)
	}
	return shared.server.URL() + "&search_path=" + Schema()
}

// Schema invents the name of a schema.
func Schema() string { return fmt.Sprintf("t%x", rand.Uint64()) }

// New starts a server for one test only, with further arguments.
func New(t testing.TB, args ...string) *Server {
	t.Helper()
	s, err := start(args...)
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

// start makes a cluster in a temporary folder, in memory if the system has one there, and starts it. It listens only on a
// socket in that folder.
func start(args ...string) (*Server, error) {
	s, err := clone("", args)
	if err != nil {
		return nil, err
	}
	return s, s.Run()
}

// Pair starts a server and its synchronous standby for one test only: the server answers no commit that the standby does not
// have. Once promoted, the standby waits for one of its own in the same way.
func Pair(t testing.TB) (primary, standby *Server) {
	t.Helper()
	for _, s := range []**Server{&primary, &standby} {
		var err error
		if *s, err = clone("", nil); err != nil {
			aside(t, err)
		}
		t.Cleanup((*s).Stop)
	}
	if err := errors.Join(primary.pair(standby), primary.Run(), standby.follow(primary)); err != nil {
		t.Fatal(err)
	}
	return primary, standby
}

// pair makes the server, before it runs, keep what a standby asks for, and wait for it. ALTER SYSTEM overrides this.
func (s *Server) pair(other *Server) error {
	f, err := os.OpenFile(filepath.Join(s.data(), "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "synchronous_standby_names = '*'\nwal_keep_size = 1GB\nwal_retrieve_retry_interval = 10ms\nprimary_conninfo = 'user=downsync host=%s'\n", other.Folder)
	return errors.Join(err, f.Close())
}

// follow starts a server, which has not run yet, as a standby. All clusters begin with the same content, and the primary still
// has everything after it.
func (s *Server) follow(primary *Server) error {
	if err := errors.Join(s.pair(primary), s.command("touch", filepath.Join(s.data(), "standby.signal")).Run()); err != nil {
		return err
	}
	return s.Run()
}

// Replace puts a new standby in the place of a server that was killed. It follows the other of the pair.
func (s *Server) Replace(primary *Server) error {
	if err := errors.Join(os.RemoveAll(s.data()), s.make(fresh()...)); err != nil {
		return err
	}
	return s.follow(primary)
}

// errMount: this process may not mount a disk.
var errMount = errors.New("no small disk can be mounted")

// Small starts a server for one test only, on a small disk of its own. ok is false if the process may not mount one.
func Small(t testing.TB) (s *Server, ok bool) {
	t.Helper()
	s, err := clone("64m", nil)
	if errors.Is(err, errMount) {
		return nil, false
	}
	run(t, s, err)
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

// onDisk is the size of a server whose folder is beside other temporary files and not in memory.
const onDisk = "as it is"

// OnDisk starts a server for one benchmark only, which waits for its disk.
func OnDisk(t testing.TB) *Server {
	t.Helper()
	s, err := cluster(onDisk, []string{"-c", "max_connections=200"}, initdb()...)
	run(t, s, err)
	return s
}

// run starts a server for one test only, unless it could not be made.
func run(t testing.TB, s *Server, err error) {
	t.Helper()
	if err != nil {
		aside(t, err)
	}
	t.Cleanup(s.Stop)
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
}

// initdb returns the command that makes a cluster in the folder named after it.
func initdb(options ...string) []string {
	return append([]string{filepath.Join(find(), "initdb"), "-U", "downsync", "-A", "trust", "-N", "-E", "UTF8", "--locale=C"}, options...)
}

// fresh returns the command that copies the template to the folder named after it.
func fresh() []string { return []string{"cp", "-Rp", template.cluster.data()} }

// clone makes a cluster by copying the template. Segments of 1 MB are soon filled, copied and replaced.
func clone(size string, args []string) (*Server, error) {
	template.once.Do(func() { template.cluster, template.err = cluster("", nil, initdb("--wal-segsize=1")...) })
	if template.err != nil {
		return nil, template.err
	}
	return cluster(size, args, fresh()...)
}

// cluster makes a folder and in it a cluster by the command. With a size the folder is a disk of that size.
func cluster(size string, args []string, command ...string) (*Server, error) {
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
	if err := s.make(command...); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// make makes the data folder with a command to which the folder is added.
func (s *Server) make(command ...string) error {
	if out, err := s.command(command[0], append(command[1:], s.data())...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", command[0], err, out)
	}
	return nil
}

// other returns the user as whom the server runs: it refuses to run as root.
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

// command runs a program in the server's folder, as the server's user.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = s.Folder
	u, _ := other() // it was there when the server was made
	c.SysProcAttr = &syscall.SysProcAttr{Credential: u, Setpgid: true}
	return c
}

func (s *Server) data() string { return filepath.Join(s.Folder, "data") }

// Run starts the server, and waits until it answers.
func (s *Server) Run() error {
	s.cmd = s.command(filepath.Join(s.bin, "postgres"), append([]string{"-D", s.data(), "-k", s.Folder, "-c", "listen_addresses=", "-c", "shared_buffers=16MB", "-c", "max_connections=120", "-c", "dynamic_shared_memory_type=mmap"}, s.args...)...)
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		_ = cmd.Wait() // killed: its status tells nothing
		close(ended)
	}(s.cmd, s.ended)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		select {
		case <-s.ended:
			return errors.New("PostgreSQL does not start")
		default:
		}
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

// URL returns the address of the server.
func (s *Server) URL() string {
	address := "postgres://downsync@/postgres?sslmode=disable&host=" + s.Folder
	for _, arg := range s.args {
		if strings.HasPrefix(arg, "port=") { // the socket is named after it
			address += "&" + arg
		}
	}
	return address
}

// Exec makes the server do something for a test.
func (s *Server) Exec(t testing.TB, sql ...string) {
	t.Helper()
	if err := s.Do(t.Context(), sql...); err != nil {
		t.Fatal(err)
	}
}

// Do makes the server do something, over one connection.
func (s *Server) Do(ctx context.Context, sql ...string) error {
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	for _, line := range sql {
		if _, err := conn.Exec(ctx, line); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// Dump writes a copy of the database to a file while others use it. It returns the size of the file.
func (s *Server) Dump() (int64, error) {
	path := filepath.Join(s.Folder, "dump")
	if out, err := s.command(filepath.Join(s.bin, "pg_dump"), "--format=custom", "--compress=0", "--file="+path, "--dbname="+s.URL()).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("pg_dump: %w: %s", err, out)
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), os.Remove(path)
}

// Kill kills the server with all its processes.
func (s *Server) Kill() {
	if s.cmd == nil || s.cmd.Process == nil {
		return
	}
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	<-s.ended
	for left := s.orphans(); len(left) > 0; left = s.orphans() { // while one of them lives the server does not start again
		for _, pid := range left {
			for _ = syscall.Kill(pid, syscall.SIGKILL); s.works(pid); {
				runtime.Gosched()
			}
		}
	}
	s.release()
	s.cmd = nil
}

// release removes the remains of a killed server: the file that says it runs, and the segment of shared memory that is named
// there. The kernel keeps such segments for ever, and has only 4096.
func (s *Server) release() {
	path := filepath.Join(s.data(), "postmaster.pid")
	raw, _ := os.ReadFile(path) // none if it was killed before it was written
	if lines := strings.Split(string(raw), "\n"); len(lines) > 6 {
		if segment := strings.Fields(lines[6]); len(segment) == 2 { // its key and its id
			_ = exec.Command("ipcrm", "-m", segment[1]).Run()
		}
	}
	_ = os.Remove(path)
}

// orphans returns server processes of this data folder that outlive the first, each in a group of its own.
func (s *Server) orphans() (pids []int) {
	folders, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, path := range folders {
		if pid, err := strconv.Atoi(strings.Split(path, "/")[2]); err == nil && s.works(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// works reports whether the process is one of the server's that has not ended.
func (s *Server) works(pid int) bool {
	at, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	return err == nil && at == s.data()
}

// Stop kills the server and removes its files.
func (s *Server) Stop() {
	s.Kill()
	if s.disk {
		_ = unmount(s.Folder) // otherwise its files are removed one by one
	}
	if err := os.RemoveAll(s.Folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		panic(err)
	}
}
