package main

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// stage is a local Discord with the bot on it, over real sockets, and a clock that stands still unless it is advanced.
type stage struct {
	t    testing.TB
	srv  *local.Server
	conf config
	log  syncBuffer
	// does asks the bot what a private control of a seat does.
	does func(seat game.Seat, customID string) (wire.Control, error)
	stop func()
	host *host // nil while the bot is another process
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.start()
	return s
}

// overHTTP makes the bot receive interactions over HTTP.
func (s *stage) overHTTP() {
	s.conf.Discord.Listen, s.conf.Discord.PublicKey, s.conf.Watch.Listen = "127.0.0.1:0", s.srv.PublicKey(), ""
}

// bareStage is a stage without the bot.
func bareStage(t testing.TB, clock *local.Clock) *stage {
	t.Helper()
	return bareStageFor(t, 3, clock)
}

// bareStageFor is a bareStage for that many people.
func bareStageFor(t testing.TB, users int, clock *local.Clock) *stage {
	t.Helper()
	srv, err := local.New(local.Config{Users: users, Clock: clock, Record: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, srv: srv, conf: defaults()}
	s.conf.Store.Path = filepath.Join(t.TempDir(), "downsync.db")
	s.conf.Clock.Default = "live"
	s.conf.rates = unhurried
	s.conf.seams.named = always
	s.conf.seams.think = time.Hour // an opponent's answers do not depend on how busy the machine is
	s.stop = func() {}
	t.Cleanup(func() {
		s.stop()
		if found := tokens.FindString(s.log.String()); found != "" {
			t.Errorf("the log holds a token, of the bot or of an interaction: %s", found)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// unhurried allows users to play as fast as they can.
var unhurried = bot.Rates{Every: time.Nanosecond, Burst: 1e6, AtOnce: 1000}

// tokens holds the secrets that the local Discord gives to the bot and for each interaction.
var tokens = regexp.MustCompile(`\b[0-9a-f]{32}\b`)

// start runs the bot; stop ends it.
func (s *stage) start() *host {
	s.t.Helper()
	return s.startBy(s.srv.Clock())
}

// startBy is start with a clock chosen for the bot.
func (s *stage) startBy(clock table.Clock) *host {
	s.t.Helper()
	ready := make(chan struct{}, 16)
	connection := discord.Config{Token: s.srv.Token(), Base: s.srv.URL(), Rate: 1e6, Pause: time.Millisecond, Between: time.Millisecond, Patience: limit, Latest: limit,
		Ready: func() { ready <- struct{}{} }}
	h, err := newHost(s.conf, connection, clock, slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		s.t.Fatal(err)
	}
	s.does, s.host = h.does, h
	if s.conf.Discord.Listen != "" {
		if err := h.listen(); err != nil {
			s.t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	nudge(ctx, s.srv.Clock(), h.hall.Timers().Nudge)
	go func() { done <- h.run(ctx) }()
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("the bot stopped: %v", err)
		}
	})
	select {
	case <-ready:
	case err := <-done:
		done <- err // for stop
		s.t.Fatalf("the bot ended before it was ready: %v", err)
	}
	if h.endpoint != nil {
		if err := s.srv.SetEndpoint(s.t.Context(), "http://"+h.endpoint.Addr().String()); err != nil {
			s.t.Fatal(err)
		}
	}
	return h
}

// limit is the longest time of anything before the test fails; it is never waited for.
const limit = 60 * time.Second

func (s *stage) await(user, what string, cond func(local.View) bool) local.View {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	v, err := s.srv.User(user).Wait(ctx, cond)
	if err != nil {
		s.t.Fatalf("waiting for %s: %v\nlog:\n%s", what, err, s.log.String())
	}
	return v
}

// finish waits for an act's answer.
func (s *stage) finish(a *local.Act, err error) local.Outcome {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out, err := a.Wait(ctx)
	if err != nil {
		s.t.Fatalf("%v\nlog:\n%s", err, s.log.String())
	}
	return out
}

// challenge brings a match of player1 against player2 to its first question.
func (s *stage) challenge(options string) {
	s.t.Helper()
	s.finish(s.srv.User("player1").Slash("#general", "/match challenge opponent:@player2 "+options))
	v := s.await("player2", "the challenge", func(v local.View) bool { return button(v, "accept|") != nil })
	b := button(v, "accept|")
	out := s.finish(s.srv.User("player2").Click(b.message, b.id))
	v = s.srv.User("player2").View()
	pick := control(v.Message(out.Message), "force|")
	s.finish(s.srv.User("player2").Click(out.Message, pick.CustomID, pick.Options[0].Value))
	v = s.await("player1", "the ready card", func(v local.View) bool { return button(v, "ready|") != nil })
	b = button(v, "ready|")
	s.finish(s.srv.User("player1").Click(b.message, b.id))
}

// pressable is a button or a select somewhere in a view.
type pressable struct {
	message local.ID
	id      string
}

func button(v local.View, prefix string) *pressable {
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			if k := control(m, prefix); k != nil {
				return &pressable{m.ID, k.CustomID}
			}
		}
	}
	return nil
}

// control finds a control of the message by the beginning of its custom id.
func control(m *local.Message, prefix string) *local.Component {
	for _, k := range controlsOf(m) {
		if strings.HasPrefix(k.CustomID, prefix) {
			return k
		}
	}
	return nil
}

// touch returns the values to choose in a control. A dangerous control is a select with one option, the only one that can be
// chosen there.
func touch(k *local.Component, values []string) []string {
	if len(values) == 0 && k != nil && len(k.Options) == 1 {
		return []string{k.Options[0].Value}
	}
	return values
}

func controlsOf(m *local.Message) []*local.Component {
	var out []*local.Component
	var walk func([]local.Component)
	walk = func(list []local.Component) {
		for i := range list {
			if list[i].CustomID != "" && !list[i].Disabled {
				out = append(out, &list[i])
			}
			walk(list[i].Components)
		}
	}
	if m != nil {
		walk(m.Components)
	}
	return out
}

// console returns the newest console in the DM with the state of the user's match: letters beside it may be newer.
func console(v local.View) *local.Message {
	return newestConsole(v, func(*local.Message) bool { return true })
}

// lastingConsole is console without ephemeral ones: the answer to a press that came too late, drawn before a question, may be
// below it.
func lastingConsole(v local.View) *local.Message {
	return newestConsole(v, func(m *local.Message) bool { return !m.Ephemeral() })
}

// askingConsole is the newest lasting console that asks: a user in two matches at once may be asked in the older one.
func askingConsole(v local.View) *local.Message {
	return newestConsole(v, func(m *local.Message) bool { return !m.Ephemeral() && asks(m) })
}

func newestConsole(v local.View, counts func(*local.Message) bool) *local.Message {
	dm := v.Channel("dm")
	if dm == nil {
		return nil
	}
	for _, m := range slices.Backward(dm.Messages) {
		if counts(m) && (tells(m.Components, "## You are ") || tells(m.Components, "## Du bist ")) {
			return m
		}
	}
	return nil
}

// tells reports whether a text of a message has those words. It avoids the message's JSON, which text uses and which takes
// long.
func tells(list []local.Component, words string) bool {
	return slices.ContainsFunc(list, func(k local.Component) bool {
		return strings.Contains(k.Content, words) || tells(k.Components, words)
	})
}

func text(m *local.Message) string {
	raw, _ := json.Marshal(m)
	return string(raw)
}

// asks reports whether the console asks its user anything; its private notes and the way back are no questions.
func asks(m *local.Message) bool {
	return slices.ContainsFunc(controlsOf(m), func(k *local.Component) bool {
		kind, _, _ := strings.Cut(k.CustomID, "|")
		return slices.Contains([]string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose, wire.ControlType}, kind)
	})
}

// thread returns the text of the match's thread as the user sees it.
func thread(v local.View) string {
	var b strings.Builder
	for _, c := range v.Channels {
		if c.IsThread() {
			for _, m := range c.Messages {
				b.WriteString(text(m))
			}
		}
	}
	return b.String()
}

// always lets old names of commands work whatever the clock shows: a stage may be in 2150.
func always(time.Time) time.Time { return time.Time{} }

// happened returns what the buttons *What happened* of the thread's closed cards tell the user.
func (s *stage) happened(user string) string {
	s.t.Helper()
	var b strings.Builder
	u := s.srv.User(user)
	for _, c := range u.View().Channels {
		for _, m := range c.Messages {
			if k := control(m, customid.Happened+"|"); c.IsThread() && k != nil {
				for page := m; k != nil; k = nextPage(page) {
					out := s.finish(u.Click(page.ID, k.CustomID))
					b.WriteString(s.answer(user, out))
					v := u.View()
					page = v.Message(out.Message)
				}
			}
		}
	}
	return b.String()
}

// nextPage returns the button for the next page of an answer, nil on the last.
func nextPage(m *local.Message) *local.Component {
	all := controlsOf(m)
	if i := slices.IndexFunc(all, func(k *local.Component) bool { return k.Label == "Next page" }); i >= 0 {
		return all[i]
	}
	return nil
}

// lastCard returns the newest message of the match's thread.
func lastCard(v local.View) string {
	for _, c := range v.Channels {
		if c.IsThread() && len(c.Messages) > 0 {
			return text(c.Messages[len(c.Messages)-1])
		}
	}
	return ""
}
