package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"downsync/bot/customid"
	"downsync/bot/discord"
	"downsync/bot/local"
)

// commandVariable makes the test binary run a command line of the program, or the bot of the staging test: "bot CONFIG",
// "hasty CONFIG", or "ahead DURATION CONFIG", whose clock is so much ahead of the machine's. A hasty one says "stored" too early, the negative control: what it decides is in a file of its own, which the next
// starts again from the kept state.
const commandVariable = "DOWNSYNC_TEST_COMMAND"

func runCommand(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if args[0] == "ahead" {
		return runAhead(ctx, args[1], args[2])
	}
	if args[0] != "bot" && args[0] != "hasty" {
		if status := run(ctx, args, os.Stdout, os.Stderr); status != 0 {
			return exit(status)
		}
		return nil
	}
	c, err := readConfig(args[1], true)
	if err != nil {
		return err
	}
	c.rates = unhurried
	if args[0] == "hasty" {
		kept, err := os.ReadFile(c.Store.Path)
		if err != nil {
			return err
		}
		c.Store.Path += ".lost"
		if err := os.WriteFile(c.Store.Path, kept, 0o600); err != nil {
			return err
		}
	}
	return serveOn(ctx, c, os.Stderr)
}

// runAhead runs the program with a clock that is ahead of the machine's.
func runAhead(ctx context.Context, by, path string) error {
	c, err := readConfig(path, true)
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(by)
	if err != nil {
		return err
	}
	c.seams.named = always
	c.rates, c.seams.attend, c.late = unhurried, true, marksLate
	h, err := newHost(c, discord.Config{Token: c.Discord.Token, Rate: float64(c.Discord.Requests), Base: c.Discord.API}, local.Ahead(d), newLog(c, os.Stderr))
	if err != nil {
		return err
	}
	return h.run(ctx)
}

// staging is the local Discord and the bot, each a process of its own, with four people who press the offered controls. Two
// matches run, of the first against the second and of the third against the fourth.
type staging struct {
	t      *testing.T
	role   string // of the bot: "bot", "hasty", or "serve -config" for the program itself
	dir    string
	url    string
	token  string
	people []*presser
	r      *rand.Rand
	events chan struct{} // a token for each thing that a person sends or sees

	bot  *exec.Cmd
	said *heard
}

func newStaging(t *testing.T, role string, seed uint64) *staging {
	t.Helper()
	s := &staging{t: t, role: role, dir: t.TempDir(), r: rand.New(rand.NewPCG(seed, 1)), events: make(chan struct{}, 64)}
	discord := s.command("discord", "-listen", "127.0.0.1:0", "-data", s.dir)
	errs := &heard{more: make(chan struct{}, 1)}
	discord.Stderr = errs
	out, err := discord.StdoutPipe()
	if err == nil {
		err = discord.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(discord.Process.Signal(syscall.SIGTERM), discord.Wait()); err != nil {
			t.Errorf("the local Discord: %v %s", err, errs.String())
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the local Discord: %v %s", err, errs.String())
	}
	_, rest, _ := strings.Cut(line, "http://")
	s.url = "http://" + strings.TrimSuffix(strings.Fields(rest)[0], ".")
	token, err := os.ReadFile(filepath.Join(s.dir, "token"))
	if err != nil {
		t.Fatal(err)
	}
	s.token = strings.TrimSpace(string(token))
	s.configure("[clock]\ndefault = \"live\"\n[clock.choices.live]\nturn = \"10m\"\nreact = \"10m\"\ntick = \"0s\"\nwindow = \"0s\"\n")
	s.ask("faults", map[string]any{"kind": "duplicate", "times": -1}, nil) // every interaction arrives twice
	for n := range 4 {
		p := &presser{name: fmt.Sprintf("player%d", n+1), more: make(chan struct{}), ended: map[string]bool{}, told: map[string][]string{}}
		s.people = append(s.people, p)
		s.follow(p)
	}
	return s
}

// configure writes the bot's configuration: where it is, and more.
func (s *staging) configure(more string) {
	s.t.Helper()
	config := fmt.Sprintf("[discord]\napi = %q\n[store]\npath = %q\n[watch]\nlisten = \"\"\n%s", s.url, filepath.Join(s.dir, "downsync.db"), more)
	if err := os.WriteFile(filepath.Join(s.dir, "downsync.toml"), []byte(config), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *staging) command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), commandVariable+"="+strings.Join(args, " "), tokenVariable+"="+s.token)
	return cmd
}

// ask sends a request of the local API and decodes the answer.
func (s *staging) ask(path string, body, into any) {
	s.t.Helper()
	if err := s.try(path, body, into); err != nil {
		s.t.Fatal(err)
	}
}

func (s *staging) try(path string, body, into any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	var res *http.Response
	if body == nil {
		res, err = http.Get(s.url + "/local/" + path)
	} else {
		res, err = http.Post(s.url+"/local/"+path, "application/json", bytes.NewReader(raw))
	}
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if raw, err = io.ReadAll(res.Body); err != nil || res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d %s %w", path, raw, res.StatusCode, raw, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}

func (s *staging) view(p *presser) (v local.View) {
	s.t.Helper()
	s.ask("users/"+p.name+"/view", nil, &v)
	return v
}

// begin starts the bot and waits until it is ready.
func (s *staging) begin() {
	s.t.Helper()
	s.bot, s.said = s.command(append(strings.Fields(s.role), filepath.Join(s.dir, "downsync.toml"))...), &heard{more: make(chan struct{}, 1)}
	s.bot.Stderr = s.said
	if err := s.bot.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.said.until(s.t, "gateway ready")
}

// kill ends the bot without warning.
func (s *staging) kill() {
	s.t.Helper()
	if err := s.bot.Process.Kill(); err != nil {
		s.t.Fatalf("%v\n%s", err, s.said.String())
	}
	var status *exec.ExitError
	if err := s.bot.Wait(); !errors.As(err, &status) || status.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		s.t.Fatalf("the bot had ended: %v\n%s", err, s.said.String())
	}
}

// end stops the bot.
func (s *staging) end() {
	s.t.Helper()
	if err := errors.Join(s.bot.Process.Signal(syscall.SIGTERM), s.bot.Wait()); err != nil {
		s.t.Fatalf("stopped: %v\n%s", err, s.said.String())
	}
}

// challenge brings both matches to their first questions.
func (s *staging) challenge() {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), limit)
	defer stop()
	for i := 0; i < 4; i += 2 {
		a, b := s.people[i], s.people[i+1]
		s.insist(ctx, a, "slash", map[string]any{"channel": "#general", "text": "/match challenge opponent:@" + b.name + " size:small"})
		press := func(p *presser, prefix string) {
			s.t.Helper()
			var at *pressable
			if !s.wait(ctx, p, func() bool { at = button(s.view(p), prefix); return at != nil }) {
				s.t.Fatalf("%s is not offered %s", p.name, prefix)
			}
			_, a.id, _ = strings.Cut(at.id, "|")
			values := someOf(control(s.view(p).Message(at.message), prefix), s.r)
			s.insist(ctx, p, "click", map[string]any{"message": at.message.String(), "custom_id": at.id, "values": values})
		}
		press(b, "accept|")
		press(b, "force|")
		press(a, "ready|")
		b.id = a.id
	}
	for _, p := range s.people {
		s.wait(ctx, p, func() bool { return lastingConsole(s.view(p)) != nil })
	}
}

// entry of a log, such as "`30` B1.1 moves to 40.4,36.1. *R7.8 Q25*".
var logLine = regexp.MustCompile("^`([0-9]+)` (.*?)( \\*[A-Z0-9. ]+\\*)?$")

// logOf reads the log of a match as a person is shown it.
func (s *staging) logOf(ctx context.Context, p *presser, match string) (out []string) {
	s.t.Helper()
	last := 0
	for page, pages := 1, 1; page <= pages; page++ {
		o := s.insist(ctx, p, "slash", map[string]any{"channel": "#general", "text": fmt.Sprintf("/match log match:%s page:%d", match, page)})
		v := s.view(p)
		m := v.Message(o.Message)
		if m == nil {
			s.t.Fatalf("%s gets no log: %+v\n%s", p.name, o, s.said.String())
		}
		for _, k := range m.Components {
			for line := range strings.Lines(k.Content) {
				if _, rest, ok := strings.Cut(line, ", page "); ok {
					_, of, _ := strings.Cut(rest, " of ")
					pages, _ = strconv.Atoi(strings.TrimRight(strings.Fields(of)[0], "."))
				}
				if x := logLine.FindStringSubmatch(strings.TrimSpace(line)); x != nil {
					n, _ := strconv.Atoi(x[1])
					if n <= last {
						s.t.Errorf("P2: %s is told event %d after event %d", p.name, n, last)
					}
					last = n
					out = append(out, x[1]+" "+x[2])
				}
			}
		}
	}
	return out
}

// examine compares what the people were shown with the present store, as their logs report it. The error names the broken
// promise of package storage.
func (s *staging) examine(ctx context.Context) error {
	s.t.Helper()
	for i, p := range s.people {
		log, public := s.logOf(ctx, p, p.id), s.logOf(ctx, s.people[(i+2)%4], p.id)
		if len(log) < len(p.log) || !slices.Equal(log[:len(p.log)], p.log) {
			return fmt.Errorf("P1, P3, P6: %s's log was\n%s\nand is\n%s", p.name, strings.Join(p.log, "\n"), strings.Join(log, "\n"))
		}
		p.log = log
		for channel, from := range map[string][]string{s.view(p).Channel("dm").ID.String(): slices.Concat(log, joined(log), public), s.threadOf(p): public} {
			p.mu.Lock()
			told := slices.Clone(p.told[channel])
			p.mu.Unlock()
			for _, line := range told {
				if !quoted(line, from) {
					return fmt.Errorf("P1: %s was told %q, which is not in the log:\n%s", p.name, line, strings.Join(from, "\n"))
				}
			}
		}
	}
	return nil
}

// wordsOf returns an entry of a log without its number.
func wordsOf(entry string) string {
	_, words, _ := strings.Cut(entry, " ")
	return words
}

// threadOf returns the id of the thread of a person's match.
func (s *staging) threadOf(p *presser) string {
	first := "Player One"
	if p.name > "player2" {
		first = "Player Three"
	}
	for _, c := range s.view(p).Channels {
		if c.IsThread() && strings.Contains(c.Name, first) {
			return c.ID.String()
		}
	}
	s.t.Fatalf("%s sees no thread of their match", p.name)
	return ""
}

// closedCards returns the lines behind the buttons *What happened* of the person's thread.
func (s *staging) closedCards(ctx context.Context, p *presser) (lines []string) {
	s.t.Helper()
	thread := s.threadOf(p)
	for _, c := range s.view(p).Channels {
		for _, m := range c.Messages {
			if k := control(m, customid.Happened+"|"); c.ID.String() == thread && k != nil {
				for answer := m; k != nil; k = nextPage(answer) {
					o := s.insist(ctx, p, "click", map[string]any{"message": answer.ID.String(), "custom_id": k.CustomID})
					v := s.view(p)
					answer = v.Message(o.Message)
					for _, part := range answer.Components {
						for line := range strings.Lines(part.Content) {
							if line, ok := strings.CutPrefix(strings.TrimSpace(line), "• "); ok {
								lines = append(lines, line)
							}
						}
					}
				}
			}
		}
	}
	return lines
}

// settle waits until everything is delivered: the thread has the whole public log, and somebody is asked in each match.
func (s *staging) settle() {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), limit)
	defer stop()
	for i := 0; i < 4; i += 2 {
		a, b := s.people[i], s.people[i+1]
		public, thread := s.logOf(ctx, s.people[(i+2)%4], a.id), s.threadOf(a)
		closed := s.closedCards(ctx, a)
		for _, entry := range public {
			if strings.HasPrefix(wordsOf(entry), "**Turn ") || slices.Contains(closed, wordsOf(entry)) {
				continue // the card's heading, or behind its button
			}
			if !s.wait(ctx, a, func() bool { return slices.Contains(a.told[thread], wordsOf(entry)) }) {
				s.t.Fatalf("P5: the thread does not tell of %s\n%s", entry, s.said.String())
			}
		}
		for ctx.Err() == nil {
			toA, toB := a.next(), b.next()
			x, y := lastingConsole(s.view(a)), lastingConsole(s.view(b))
			if asks(x) || asks(y) || strings.Contains(text(x), "match over") {
				break
			}
			select {
			case <-toA:
			case <-toB:
			case <-ctx.Done():
				s.t.Errorf("P5: neither %s nor %s is asked anything; they see\n%s\nand\n%s\n%s", a.name, b.name, text(x), text(y), s.said.String())
			}
		}
	}
}

// The bot is killed again and again under the presses of four people. Each press arrives twice, beside a Discord that lives on.
// What people were shown before and after each kill decides the promises P1 to P6 of package storage. With a bot that says
// "stored" too early the same test fails.
func TestStaging(t *testing.T) {
	t.Parallel()
	rounds := uint64(1)
	if os.Getenv("SOAK") != "" {
		rounds = 50
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { testStaging(t, seed) })
	}
}

func testStaging(t *testing.T, seed uint64) {
	kills := 5
	if os.Getenv("SOAK") != "" {
		kills = 10
	}
	s := newStaging(t, "bot", seed)
	s.begin()
	s.challenge()
	for life := range kills {
		if !s.live(life, 40+s.r.IntN(80)) {
			t.Fatal("nothing happens")
		}
		s.kill()
		s.begin()
		if err := s.examine(t.Context()); err != nil {
			t.Fatalf("kill %d: %v", life+1, err)
		}
	}
	s.settle()
	answered, lines := 0, 0
	for _, p := range s.people {
		answered += p.answered
		lines += len(p.log)
	}
	t.Logf("%d kills, %d answers, %d lines in the logs", kills, answered, lines)
	if answered < 5*kills || lines < 2*kills {
		t.Error("too little happened")
	}
	s.end()
	var out bytes.Buffer
	if status := run(t.Context(), []string{"check", "-store", filepath.Join(s.dir, "downsync.db")}, &out, &out); status != 0 {
		t.Errorf("P6: %s", out.String())
	}
}

func TestStagingFindsEarlyAnswers(t *testing.T) {
	t.Parallel()
	s := newStaging(t, "bot", 2)
	s.begin()
	s.challenge()
	s.kill()
	s.role = "hasty"
	s.begin()
	defer s.kill()
	for life := range 20 {
		if !s.live(life, 20+s.r.IntN(20)) {
			t.Fatal("nothing happens")
		}
		s.kill()
		s.begin()
		if s.examine(t.Context()) != nil {
			return
		}
	}
	t.Error("20 kills of a bot that answers too early, and nothing was missed")
}

// live lets everybody play until that many things have happened. It returns false if nothing happens any more.
func (s *staging) live(life, things int) bool {
	ctx, stop := context.WithTimeout(s.t.Context(), limit)
	var wg sync.WaitGroup
	for i, p := range s.people {
		wg.Go(func() { s.play(ctx, p, rand.New(rand.NewPCG(uint64(life), uint64(i)))) })
	}
	for len(s.events) > 0 {
		<-s.events // of what happened since the last kill
	}
	for range things {
		select {
		case <-s.events:
		case <-ctx.Done():
		}
	}
	happens := ctx.Err() == nil
	stop()
	wg.Wait()
	return happens
}
