package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/postgres"
	"downsync/storage/postgres/pgtest"
)

// consulted runs the doctor on the stage's Discord with more configuration.
func (s *stage) consulted(more string) (status int, said string) {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "downsync.toml")
	config := fmt.Sprintf("[watch]\nlisten = \"\"\n[store]\npath = %q\n[discord]\napi = %q\n%s", s.conf.Store.Path, s.srv.URL(), more)
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		s.t.Fatal(err)
	}
	var out bytes.Buffer
	roomy := func(string) (uint64, error) { return plenty, nil }
	err := consult(s.t.Context(), []string{"-config", path}, &out, roomy)
	if ill := exit(0); errors.As(err, &ill) {
		status = int(ill)
	} else if err != nil {
		s.t.Errorf("it complains: %v", err)
	}
	if s.srv.Token() != "" && strings.Contains(out.String(), s.srv.Token()) {
		s.t.Error("it prints the token")
	}
	return status, out.String()
}

// The doctor works before the first start, while the bot runs and after it, and finds what would hurt players, each with a
// remedy.
func TestDoctor(t *testing.T) {
	s := bareStage(t, local.Real())
	t.Setenv(tokenVariable, s.srv.Token())
	expect := func(what string, status int, lines ...string) {
		t.Helper()
		got, said := s.consulted("")
		if got != status {
			t.Errorf("%s: exit status %d, want %d\n%s", what, got, status, said)
		}
		for _, line := range lines {
			if !strings.Contains(strings.Join(strings.Fields(said), " "), line) {
				t.Errorf("%s: it does not say %q\n%s", what, line, said)
			}
		}
	}
	inject := func(f local.Fault) {
		t.Helper()
		if err := s.srv.Inject(f); err != nil {
			t.Fatal(err)
		}
	}
	expect("before the first start", 0, "ok version", "ok config", "ok disk 1024 MiB free in", "ok store there is no", "ok token Discord knows it",
		"ok server Local: 0 matches under way", "warning moderators Local: no role decides disputes", "ok clock right to 2 s")
	s.start()
	s.srv.User("player1").SetAdmin(true)
	s.finish(s.srv.User("player1").Slash("#matches", "/setup channel:#matches moderators:@Moderator"))
	expect("while it runs", 0, "ok store", "in use by the running bot", "ok bot it runs and is ready", "ok channel Local: #matches",
		"warning moderators Local: a dispute cannot call the role Moderator: in its settings, allow anyone to mention it")
	s.srv.SetMentionable(true)
	s.finish(s.srv.User("player1").Slash("#matches", "/setup clear:channel"))
	s.challenge("size:small")
	expect("with a match", 0, "ok server Local: 1 match under way", "ok channel Local: #general", "ok moderators Local: Moderator")
	inject(local.Fault{Kind: "deny", Channel: "#general", Permissions: []string{"SEND_MESSAGES", "ATTACH_FILES"}})
	expect("permissions denied", 1, "ERROR channel Local: in #general the bot lacks Send Messages, Attach Files: allow them in the channel's settings")
	inject(local.Fault{Kind: "deny", Channel: "#general", Permissions: []string{"VIEW_CHANNEL"}})
	expect("channel hidden", 1, "the bot does not see the channel: allow the bot View Channels there")
	s.stop()
	expect("after it", 1, "matches: 1", "warning bot none runs on this store", "the bot does not see the channel: allow the bot View Channels there")
	inject(local.Fault{Kind: "allow", Channel: "#general", Permissions: []string{"VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES"}})
	expect("mended", 0, "ok channel Local: #general")
	s.srv.Clock().Advance(10 * time.Second)
	expect("a slow clock", 0, "warning clock this machine's clock is ")
	s.srv.Clock().Advance(time.Minute)
	expect("a wrong clock", 1, "ERROR clock this machine's clock is ")
	for more, want := range map[string]string{
		"guild = \"12345678901234567\"": "discord.guild is 12345678901234567, and the bot is not on that server",
		"tokn = \"x\"":                  "line 7: unknown key discord.tokn",
		"[cards]\nfile = \"none.toml\"": "cards.file: open ",

		"[syndicate]\ncards = \"none.toml\"": "syndicate.cards: open ",
	} {
		if status, said := s.consulted(more); status != 1 || !strings.Contains(said, want) {
			t.Errorf("%s: %d\n%s", more, status, said)
		}
	}
	path := s.conf.Store.Path
	s.conf.Store.Path = filepath.Join(filepath.Dir(path), "none", "m.db")
	expect("no folder", 1, "ERROR disk there is no folder "+filepath.Dir(s.conf.Store.Path)+": make it")
	s.conf.Store.Path = path
	if err := os.Truncate(s.conf.Store.Path, 5000); err != nil {
		t.Fatal(err)
	}
	expect("a damaged store", 1, "ERROR store", "damaged: restore a backup")
	if _, said := s.consulted(""); strings.Contains(said, "under way") || strings.Contains(said, "moderators") {
		t.Errorf("it tells of what it could not read:\n%s", said)
	}
	inject(local.Fault{Kind: "kick"})
	expect("on no server", 1, "ERROR server the bot is on none: open https://discord.com/oauth2/authorize?client_id="+s.srv.AppID().String()+"&scope=bot+applications.commands&permissions=309237763072")
	inject(local.Fault{Kind: "revoke"})
	expect("token refused", 1, "ERROR token "+tokenVariable)
	t.Setenv(tokenVariable, "")
	expect("no token", 1, "ERROR token there is none: put that of the Discord at discord.api into")
}

// While the database cannot be reached, the doctor knows the running bot by its page of metrics, and does not report its port
// as taken.
func TestDoctorWithoutADatabase(t *testing.T) {
	s, err := storage.Open(filepath.Join(t.TempDir(), "m.db"), storage.Options{MapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // as good as a database that is away
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := watching(systemClock{}, s)
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { ended <- w.serve(ctx, l) }()
	said := func() string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "downsync.toml")
		config := fmt.Sprintf("[watch]\nlisten = %q\n[store]\nurl = \"postgres://bot:S3cretPW@127.0.0.1:1/downsync\"\n", l.Addr())
		if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		run(t.Context(), []string{"doctor", "-config", path}, &out, &out)
		return strings.Join(strings.Fields(out.String()), " ")
	}
	text := said()
	for _, line := range []string{"ERROR store postgres://bot:…@127.0.0.1:1/downsync: ", "ok watch a bot answers at " + l.Addr().String(),
		"ERROR bot it runs, and players are not answered: the store cannot be read", "the running bot has its own"} {
		if !strings.Contains(text, line) {
			t.Errorf("it does not say %q: %s", line, text)
		}
	}
	if strings.Contains(text, "in use") || strings.Contains(text, "S3cretPW") {
		t.Errorf("it says %s", text)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	other, err := net.Listen("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	strange := &http.Server{Handler: http.NotFoundHandler()}
	go func() { _ = strange.Serve(other) }() // ended by Close
	defer strange.Close()
	if text := said(); !strings.Contains(text, "ERROR watch watch.listen is ") || !strings.Contains(text, "in use") {
		t.Errorf("of a stranger's port it says %s", text)
	}
}

// The space that a disk should have free: an amount, or the size of the store, because a backup takes as much.
func TestDoctorOfTheDisk(t *testing.T) {
	const mib, unknown = 1 << 20, 0
	for _, c := range []struct {
		store, free uint64
		err         error
		want        string
		hurts       bool
	}{
		{0, 0, nil, "ERROR", true},
		{0, 64*mib - 1, nil, "ERROR", true},
		{0, 64 * mib, nil, "warning", false},
		{0, 64*mib + 1, nil, "warning", false},
		{0, 1024*mib - 1, nil, "warning", false},
		{0, 1024 * mib, nil, "ok", false},
		{0, 1024*mib + 1, nil, "ok", false},
		{64*mib + 1, 64 * mib, nil, "ERROR", true},
		{64*mib + 1, 64*mib + 1, nil, "warning", false},
		{500 * mib, 500*mib - 1, nil, "ERROR", true},
		{500 * mib, 500 * mib, nil, "warning", false},
		{500 * mib, 1500*mib - 1, nil, "warning", false},
		{500 * mib, 1500 * mib, nil, "ok", false},
		{0, unknown, errors.New("no such disk"), "ERROR", true},
		{0, unknown, errors.ErrUnsupported, "", false},
	} {
		folder := t.TempDir()
		store := filepath.Join(folder, "downsync.db")
		if err := errors.Join(os.WriteFile(store, nil, 0o600), os.Truncate(store, int64(c.store))); err != nil { // it takes no space on the disk
			t.Fatal(err)
		}
		var out bytes.Buffer
		asked := ""
		e := &examination{out: &out, free: func(of string) (uint64, error) {
			asked = of
			return c.free, c.err
		}}
		e.disk("disk", folder, store)
		mark, _, _ := strings.Cut(out.String(), " ")
		if mark != c.want || e.hurt != c.hurts || asked != folder || c.err == nil && !strings.Contains(out.String(), fmt.Sprintf(" %d MiB free in %s", c.free>>20, folder)) {
			t.Errorf("%d bytes free beside a store of %d, %v: expected %q\n%s", c.free, c.store, c.err, c.want, out.String())
		}
	}
	path := filepath.Join(t.TempDir(), "downsync.toml")
	if err := os.WriteFile(path, fmt.Appendf(nil, "[store]\npath = %q\n", filepath.Join(t.TempDir(), "downsync.db")), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	run(t.Context(), []string{"doctor", "-config", path}, &out, &errs)
	if _, err := freeSpace(t.TempDir()); err == nil && !strings.Contains(out.String(), "MiB free in") {
		t.Errorf("this machine's disk is not looked at:\n%s%s", out.String(), errs.String())
	}
}

// The doctor compares how interactions come with how the bot receives them.
func TestDoctorOfTheEndpoint(t *testing.T) {
	s := bareStage(t, local.Real())
	t.Setenv(tokenVariable, s.srv.Token())
	overHTTP := fmt.Sprintf("listen = \"127.0.0.1:0\"\npublic_key = %q", s.srv.PublicKey())
	expect := func(what, more string, status int, line string) {
		t.Helper()
		if got, said := s.consulted(more); got != status || !strings.Contains(strings.Join(strings.Fields(said), " "), line) {
			t.Errorf("%s: exit status %d, expected %d and %q\n%s", what, got, status, line, said)
		}
	}
	expect("before it is entered", overHTTP, 1, "ERROR endpoint Discord sends interactions over the gateway, and this bot waits for them at discord.listen")
	s.overHTTP()
	s.start()
	expect("while it runs", overHTTP, 0, "ok endpoint http://127.0.0.1:")
	expect("without listen", "", 1, "ERROR endpoint Discord sends interactions to http://127.0.0.1:")
	expect("with another key", strings.Replace(overHTTP, s.srv.PublicKey(), strings.Repeat("0", 64), 1), 1,
		"ERROR endpoint discord.public_key is not the application's: set it to "+s.srv.PublicKey())
	s.stop()
	expect("after it", overHTTP, 0, "warning endpoint http://127.0.0.1:")
}

// Two bots with a store each run on one token. At least one of them says so in its log and in /readyz, and to the doctor.
func TestTwoBotsWithTwoStores(t *testing.T) {
	s := bareStage(t, local.Real())
	t.Setenv(tokenVariable, s.srv.Token())
	second := &stage{t: t, srv: s.srv, conf: s.conf}
	second.conf.Store.Path = filepath.Join(t.TempDir(), "second.db")
	first, other := s.start(), second.start()
	defer func() { second.stop() }()
	for n := 0; !first.counts.health.doubled() && !other.counts.health.doubled() && n < 500; n++ { // five, or some more until a bot has heard of its last
		s.finish(s.srv.User("player1").Slash("#general", "/help"))
	}
	if other.counts.health.doubled() {
		first, s, second = other, second, s
	}
	if n := strings.Count(s.log.String(), "another process uses this bot's token"); n != 1 {
		t.Errorf("the log says so %d times", n)
	}
	rw := httptest.NewRecorder()
	first.counts.pages().ServeHTTP(rw, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	if rw.Code != http.StatusOK || !strings.Contains(rw.Body.String(), "\nwarning: "+anotherBot+"\n") {
		t.Errorf("/readyz: %d %s", rw.Code, rw.Body)
	}
	if status, said := s.consulted(""); status != 0 || !strings.Contains(strings.Join(strings.Fields(said), " "), "warning bot "+anotherBot) {
		t.Errorf("the doctor: %d\n%s", status, said)
	}
}

// A clock that was an hour fast and is set right is reported by /readyz and by the doctor, of a store in a file and of one in PostgreSQL.
func TestSetBackIsReported(t *testing.T) {
	for name, address := range map[string]string{"file": "", "database": pgtest.URL(t)} {
		t.Run(name, func(t *testing.T) {
			s := bareStage(t, local.Real())
			t.Setenv(tokenVariable, s.srv.Token())
			t.Setenv(storeVariable, address)
			s.conf.Store.URL, s.conf.seams.attend = address, true
			h := s.start()
			value := fmt.Sprintf(`{"at":%q}`, s.srv.Clock().Now().Add(time.Hour+50*time.Second).UTC().Format(time.RFC3339Nano))
			if err := h.store.Put(t.Context(), table.Record{Key: "attended", Value: []byte(value)}); err != nil {
				t.Fatal(err)
			}
			s.stop()
			h = s.start()
			s.challenge("size:small") // so the host can be reached, and sees the stored time when it looks at its timers
			if _, err := h.hall.Timers().Fire(t.Context()); err != nil {
				t.Fatal(err)
			}
			const said = "the clock was set back by 1h0m" // and some seconds, less those that the bot took
			reports := func(where, text string) {
				t.Helper()
				if n := strings.Count(strings.Join(strings.Fields(text), " "), said); n != 1 {
					t.Errorf("%s says so %d times\n%s", where, n, text)
				}
			}
			status, text := readyz(h.counts)
			if reports("/readyz", text); status != http.StatusOK {
				t.Errorf("/readyz: %d", status)
			}
			_, text = s.consulted("")
			reports("the doctor", text)
			s.stop()
			_, text = s.consulted("")
			reports("the doctor of a bot that has stopped", text)
		})
	}
}

// The doctor's invitation asks for the permissions of the local Discord's bot, which are the documents'.
func TestDoctorInvites(t *testing.T) {
	if got, want := invitation("ID"), fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=ID&scope=bot+applications.commands&permissions=%d", local.Invited); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The doctor looks at the server of a database.
func TestDoctorOfTheDatabase(t *testing.T) {
	s := bareStage(t, local.Real())
	t.Setenv(tokenVariable, s.srv.Token())
	address := pgtest.URL(t)
	t.Setenv(storeVariable, address)
	expect := func(lines ...string) {
		t.Helper()
		_, said := s.consulted("")
		for _, line := range lines {
			if !strings.Contains(strings.Join(strings.Fields(said), " "), line) {
				t.Errorf("it does not say %q\n%s", line, said)
			}
		}
	}
	expect("ok store", "holds no store yet")
	s.conf.Store.URL = address
	s.start()
	expect("matches: 0", "ok database PostgreSQL ", "bots on it: 1", "ok bot one is on watch", "warning database no standby has a decision",
		"warning database the bot's role is a superuser")
	t.Setenv(storeVariable, address+"&default_transaction_read_only=on")
	expect("ERROR store", unwritten(table.FaultReadOnly))
	for name, c := range map[string]struct {
		address string
		server  postgres.Survey
		said    string
		hurts   bool
	}{
		"in the open":        {"postgres://db/x", postgres.Survey{Remote: true, Synchronous: "*", Free: 20}, "not encrypted: add sslmode=verify-full", true},
		"to anybody":         {"postgres://db/x?sslmode=require", postgres.Survey{Remote: true, Encrypted: true, Synchronous: "*", Free: 20}, "nobody checks to whom", false},
		"as it should be":    {"postgres://db/x?sslmode=verify-full", postgres.Survey{Remote: true, Encrypted: true, Synchronous: "*", Free: 20}, "", false},
		"on this machine":    {"postgres://db/x", postgres.Survey{Synchronous: "*", Free: 20}, "", false},
		"few connections":    {"postgres://db/x", postgres.Survey{Synchronous: "*", Free: 16}, "the server has 16 connections left, and a bot takes up to 17", false},
		"clocks that differ": {"postgres://db/x", postgres.Survey{Synchronous: "*", Free: 20, Ahead: -5 * time.Second}, "differs from this machine's by 5s", false},
	} {
		var out bytes.Buffer
		e := &examination{out: &out}
		e.server(c.address, c.server)
		warned := strings.Contains(out.String(), "warning") || strings.Contains(out.String(), "ERROR")
		if !strings.Contains(out.String(), c.said) || warned != (c.said != "") || e.hurt != c.hurts {
			t.Errorf("%s: expected %q\n%s", name, c.said, out.String())
		}
	}
}
