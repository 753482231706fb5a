package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/storage/postgres/pgtest"
)

// fleet is three bots on one database, each a process of its own that is started again when it ends. Discord sends every
// interaction to a balancer before them.
type fleet struct {
	t       testing.TB
	srv     *local.Server
	db      *pgtest.Server
	dir     string
	store   string // its address
	members []*member
	door    balancer

	presses, failed atomic.Int64  // of all people: answered, and not answered
	more, missed    chan struct{} // a token for each press that was answered, and that was not
	last            atomic.Value  // the last that was not answered, as text
	down            sync.RWMutex  // held while the database is down
	bots, databases atomic.Int64  // how often they were killed
	struck          atomic.Int64  // how many troubles there were
}

// member is one bot.
type member struct {
	f       *fleet
	address string // where it receives interactions
	config  string
	said    *heard
	mu      sync.Mutex
	cmd     *exec.Cmd
	ended   chan struct{} // closed when cmd has ended and nobody starts it again
	over    bool          // it is not to be started again
}

// balancer passes each request to a bot, and to another one if that breaks off, as nginx does with proxy_next_upstream.
type balancer struct {
	mu      sync.Mutex
	members []*member
	client  http.Client
	again   atomic.Int64 // requests that were given to another bot
	once    bool         // it does not: a control
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // it has gone
	}
	b.mu.Lock()
	members := append([]*member{}, b.members...)
	b.mu.Unlock()
	for n, i := range rand.Perm(len(members)) {
		if n > 0 && b.once {
			break
		} else if n > 0 {
			b.again.Add(1)
		}
		req, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+members[i].address, bytes.NewReader(body))
		if err != nil {
			break
		}
		req.Header = r.Header.Clone()
		res, err := b.client.Do(req)
		if err != nil {
			continue
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			continue
		}
		w.WriteHeader(res.StatusCode)
		_, _ = w.Write(answer)
		return
	}
	w.WriteHeader(http.StatusBadGateway)
}

// newFleet starts everything, with that many people, on a clock of Discord's.
func newFleet(t testing.TB, people int, clock *local.Clock) *fleet {
	t.Helper()
	f := &fleet{t: t, db: pgtest.New(t), dir: t.TempDir(), more: make(chan struct{}, 1), missed: make(chan struct{}, 1)}
	f.store = f.db.URL() + "&search_path=" + pgtest.Schema()
	var names []string
	for n := range people {
		names = append(names, nameOf(n))
	}
	var err error
	if f.srv, err = local.New(local.Config{Users: people, Names: names, Clock: clock}); err == nil {
		err = f.srv.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.srv.Close() })
	for range 3 {
		f.join()
	}
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f.door.client.Transport = &http.Transport{MaxIdleConnsPerHost: 64}
	front := &http.Server{Handler: &f.door}
	go func() { _ = front.Serve(door) }() // ended by Close
	t.Cleanup(func() { front.Close() })
	if err := f.srv.SetEndpoint(t.Context(), "http://"+door.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if err := f.srv.Inject(local.Fault{Kind: "duplicate", Times: -1}); err != nil { // each interaction comes twice, mostly to two bots
		t.Fatal(err)
	}
	return f
}

// nameOf returns a person's name.
func nameOf(n int) string { return fmt.Sprintf("P%02d", n+1) }

// join starts a bot that answers with the others.
func (f *fleet) join() *member {
	f.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free, also when it starts again
	if err != nil {
		f.t.Fatal(err)
	}
	m := &member{f: f, address: l.Addr().String(), said: &heard{more: make(chan struct{}, 1)}, ended: make(chan struct{})}
	l.Close()
	m.config = filepath.Join(f.dir, m.address[strings.LastIndex(m.address, ":")+1:]+".toml")
	text := fmt.Sprintf("[discord]\napi = %q\nlisten = %q\npublic_key = %q\n[store]\nurl = %q\n[watch]\nlisten = \"\"\n[clock]\ndefault = \"live\"\n[clock.choices.live]\nturn = \"10m\"\nreact = \"10m\"\ntick = \"0s\"\nwindow = \"0s\"\n",
		f.srv.URL(), m.address, f.srv.PublicKey(), f.store)
	if err := os.WriteFile(m.config, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
	go m.run()
	f.t.Cleanup(func() {
		m.end(syscall.SIGKILL)
		<-m.ended
	})
	m.said.until(f.t, receiving)
	f.members = append(f.members, m)
	f.door.mu.Lock()
	f.door.members = append(f.door.members, m)
	f.door.mu.Unlock()
	return m
}

// receiving is the line that a bot logs once it answers.
const receiving = "receiving interactions over HTTP"

// run starts the bot again and again.
func (m *member) run() {
	defer close(m.ended)
	for {
		m.mu.Lock()
		if m.over {
			m.mu.Unlock()
			return
		}
		m.cmd = exec.Command(os.Args[0])
		m.cmd.Env = append(os.Environ(), commandVariable+"=bot "+m.config, tokenVariable+"="+m.f.srv.Token())
		m.cmd.Stderr = m.said
		err := m.cmd.Start()
		m.mu.Unlock()
		if err != nil {
			return
		}
		_ = m.cmd.Wait() // killed, or without its database: its status tells nothing
	}
}

// signal sends a signal to the bot.
func (m *member) signal(s os.Signal) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.cmd.Process.Signal(s) // it may be between two lives
}

// end ends the bot for good.
func (m *member) end(s os.Signal) {
	m.mu.Lock()
	m.over = true
	m.mu.Unlock()
	m.signal(s)
}

// act does something as a person and waits for the answer. A bot that dies after a deferral leaves none. A person who is told
// to try again does so when the database is there.
func (f *fleet) act(ctx context.Context, u *local.User, a *local.Act, err error) bool {
	if err != nil {
		return false // what was pressed has just changed
	}
	ctx, stop := context.WithTimeout(ctx, limit/2)
	defer stop()
	out, err := a.Wait(ctx)
	m := u.View().Message(out.Message)
	if err != nil || out.State != local.Answered || m != nil && (tells(m.Components, "did not work") || tells(m.Components, "try again")) {
		f.failed.Add(1)
		f.last.Store(fmt.Sprintf("%+v %v %s", out, err, text(m)))
		select {
		case f.missed <- struct{}{}:
		default:
		}
		f.down.RLock()
		defer f.down.RUnlock()
		return false
	}
	f.presses.Add(1)
	select {
	case f.more <- struct{}{}:
	default:
	}
	return true
}

// pair plays one match after another, each to its end.
type pair struct {
	f       *fleet
	users   [2]*local.User
	names   [2]string
	options []string        // of each match
	enough  func() bool     // else they play the matches once more; nil: once is enough
	played  map[string]bool // by id: the matches that have begun
}

func (f *fleet) pair(n int, options ...string) *pair {
	p := &pair{f: f, options: options, played: map[string]bool{}}
	for i := range 2 {
		p.names[i] = nameOf(2*n + i)
		p.users[i] = f.srv.User(fmt.Sprintf("player%d", 2*n+i+1))
	}
	return p
}

// play plays all of the pair's matches.
func (p *pair) play(ctx context.Context, seed uint64) error {
	for n := 0; !p.done(n); n++ {
		options := p.options[n%len(p.options)]
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		if err := p.begin(ctx, r, n, options); err != nil {
			return err
		}
		if p.done(n) {
			return nil
		}
		over, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		for i, u := range p.users {
			wg.Go(func() { p.press(ctx, over, u, rand.New(rand.NewPCG(seed, uint64(2*n+i)))) })
		}
		_, err := p.users[0].Wait(ctx, func(v local.View) bool { return p.ended(v) > n })
		stop()
		wg.Wait()
		if err != nil {
			return fmt.Errorf("%s against %s: %w; %d are over and %d begun; they see\n%s\nand\n%s\nThreads:%s", p.names[0], p.names[1], err, p.ended(p.users[0].View()),
				len(p.played), text(lastingConsole(p.users[0].View())), text(lastingConsole(p.users[1].View())), p.threads())
		}
	}
	return nil
}

// done reports whether n matches are enough. Further ones may not even begin: the server posts no more than its cards an hour.
func (p *pair) done(n int) bool { return n >= len(p.options) && (p.enough == nil || p.enough()) }

// ended counts the pair's finished matches, by their threads.
func (p *pair) ended(v local.View) (n int) {
	for _, c := range v.Channels {
		if c.IsThread() && strings.Contains(c.Name, p.names[0]) && strings.Contains(c.Name, p.names[1]) {
			for _, m := range c.Messages {
				if control(m, "rematch|") != nil {
					n++
					break
				}
			}
		}
	}
	return n
}

// threads returns the newest words of the pair's threads.
func (p *pair) threads() string {
	var all strings.Builder
	for _, c := range p.users[0].View().Channels {
		if c.IsThread() && strings.Contains(c.Name, p.names[0]) && strings.Contains(c.Name, p.names[1]) {
			fmt.Fprintf(&all, "\n%s:", c.Name)
			for _, m := range c.Messages {
				fmt.Fprintf(&all, "\n- %.200s", text(m))
			}
		}
	}
	return all.String()
}

// begin brings a match to its first question, unless those before it are enough. Anything lost on the way is done again, by what the two players then see.
func (p *pair) begin(ctx context.Context, r *rand.Rand, n int, options string) error {
	type choice struct {
		user *local.User
		at   *pressable
	}
	asked := "" // the match that asks
	offered := func() (all []choice) {
		for i, prefixes := range [][]string{{"ready|"}, {"force|", "accept|"}} {
			v := p.users[i].View()
			m := askingConsole(v)
			if m != nil && !p.played[matchOf(m)] { // the last one's may not tell of its end yet
				asked = matchOf(m)
			}
			for _, prefix := range prefixes {
				if at := p.button(v, prefix); at != nil {
					all = append(all, choice{p.users[i], at})
				}
			}
		}
		return all
	}
	const patience = 3 * time.Second
	for tries, done := 0, false; ; tries++ {
		all := offered()
		if done && len(all) == 0 { // what it leads to is on its way
			wait, stop := context.WithTimeout(ctx, patience)
			_, _ = p.users[0].Wait(wait, func(local.View) bool {
				all = offered()
				return asked != "" || len(all) > 0
			}) // otherwise it starts over
			stop()
		}
		switch {
		case asked != "":
			p.played[asked] = true
			return nil
		case p.done(n):
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("%s against %s does not begin after %d tries: %w", p.names[0], p.names[1], tries, ctx.Err())
		case len(all) == 0, tries%20 == 19:
			a, err := p.users[0].Slash("#general", "/match challenge opponent:@"+p.users[1].Name()+" "+options)
			done = p.f.act(ctx, p.users[0], a, err)
		default:
			c := all[r.IntN(len(all))]
			if k := control(c.user.View().Message(c.at.message), c.at.id); k != nil {
				a, err := c.user.Click(c.at.message, c.at.id, someOf(k, r)...)
				done = p.f.act(ctx, c.user, a, err)
			}
		}
	}
}

// matchOf returns the id of a console's match.
func matchOf(m *local.Message) string {
	for _, k := range controlsOf(m) {
		if parts := strings.Split(k.CustomID, "|"); len(parts) > 1 {
			return parts[1]
		}
	}
	return ""
}

// button returns a button for the pair, in a message that names its first or is visible to nobody else.
func (p *pair) button(v local.View, prefix string) *pressable {
	for _, c := range v.Channels {
		for _, m := range slices.Backward(c.Messages) {
			if k := control(m, prefix); k != nil && (m.Ephemeral() || strings.Contains(text(m), p.users[0].ID().String()) || tells(m.Components, p.names[0])) {
				return &pressable{m.ID, k.CustomID}
			}
		}
	}
	return nil
}

// press presses the controls that a person is offered, until the match ends, and waits for the answer to the last press.
func (p *pair) press(ctx, over context.Context, u *local.User, r *rand.Rand) {
	for over.Err() == nil {
		v, err := u.Wait(over, func(v local.View) bool { return askingConsole(v) != nil })
		if err != nil {
			return
		}
		if m, k := offeredTo(v, r); k != nil {
			a, err := u.Click(m.ID, k.CustomID, someOf(k, r)...)
			p.f.act(ctx, u, a, err)
		}
	}
}

// lives counts how many times the bot was begun and could answer.
func (m *member) lives() int { return strings.Count(m.said.String(), receiving) }

// answers waits until the bot answers in a later life; it returns false if the context has ended.
func (m *member) answers(ctx context.Context, lives int) bool {
	for m.lives() <= lives {
		select {
		case <-m.said.more:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// until waits for that many more answered presses; it returns false if the context has ended.
func (f *fleet) until(ctx context.Context, presses int64) bool {
	for goal := f.presses.Load() + presses; f.presses.Load() < goal; {
		select {
		case <-f.more:
		case <-ctx.Done():
			return false
		}
	}
	return true
}
