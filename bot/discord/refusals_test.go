package discord

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
)

// staged is a client of a local Discord whose guard has a clock of its own. It receives nothing.
type staged struct {
	*Client
	t    *testing.T
	srv  *local.Server
	now  time.Time
	log  bytes.Buffer
	user *local.User

	patience time.Duration // of a post
}

func newStaged(t *testing.T) *staged {
	t.Helper()
	srv, err := local.New(local.Config{Users: 2, Heartbeat: time.Hour})
	if err == nil {
		err = srv.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	s := &staged{t: t, srv: srv, now: time.Now(), user: srv.User("player1"), patience: time.Minute}
	s.Client, err = New(Config{Token: srv.Token(), Base: srv.URL(), Pause: time.Millisecond, Between: time.Millisecond, Log: slog.New(slog.NewTextHandler(&s.log, nil))})
	if err == nil {
		err = s.Hello(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	s.guard.now = func() time.Time { return s.now }
	s.rest.tally.now = s.guard.now
	return s
}

func (s *staged) inject(f local.Fault) {
	s.t.Helper()
	if err := s.srv.Inject(f); err != nil {
		s.t.Fatal(err)
	}
}

// The routes of the requests that are refused.
const (
	postingRoute   = "POST /channels/{channel_id}/messages"
	dmRoute        = "POST /users/@me/channels"
	answeringRoute = "POST /webhooks/{webhook_id}/{webhook_token}"
)

func (s *staged) post() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	path := "channels/" + s.user.View().Channel("general").ID.String() + "/messages"
	return s.rest.call(ctx, http.MethodPost, path, map[string]any{"content": "x"}, nil)
}

func (s *staged) answer() error {
	return s.rest.call(context.Background(), http.MethodPost, "webhooks/5/token", map[string]any{"content": "x"}, nil)
}

func (s *staged) open() error {
	_, err := s.DM(context.Background(), wire.UserID(s.user.ID().String()))
	return err
}

// Each row of the table is tried on a staged Discord: what the bot takes the refusal for, whether and when it tries again, who is told.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for n := range refusals {
		row := &refusals[n]
		if row.status == 0 {
			continue
		}
		t.Run(row.answer(), func(t *testing.T) {
			t.Parallel()
			s := newStaged(t)
			route, do := postingRoute, s.post
			if row.holds == holdsUser || row.holds == holdsOpenings || row.means(wire.ErrClosedDM) {
				route, do = dmRoute, s.open
			}
			if row == rowExpired {
				route, do = answeringRoute, s.answer
			}
			fault := local.Fault{Kind: "rest", Route: route, Status: row.status, Code: row.code, Times: -1}
			switch row {
			case rowTimedOut:
				fault = local.Fault{Kind: "time-out", Wait: "10h"}
			case rowBanned:
				fault.Scope = "address"
			default:
				if row.status == http.StatusTooManyRequests {
					fault.RetryAfter = 20
				}
			}
			s.inject(fault)
			if row.means(errOverloaded) {
				s.patience, s.guard.failures = 500*time.Millisecond, tolerated-1 // the first of them
			}
			err := do()
			for _, is := range row.is {
				if !errors.Is(err, is) {
					t.Errorf("%v: not taken for %v", err, is)
				}
			}
			var w *wire.WireError
			if !errors.As(err, &w) && !row.means(ErrToken) {
				t.Fatalf("told %v", err)
			}
			passes := row.passes == inTime || row.passes == onChange && row.isDenial() && len(row.is) == 0
			if w != nil && (w.RetryAfter > 0) != passes {
				t.Errorf("told to wait for %s", w.RetryAfter)
			}
			if line := Explain(err); !strings.Contains(line, row.meaning) || !strings.HasSuffix(line, row.advice) {
				t.Errorf("explained as %q", line)
			}
			told := slices.ContainsFunc(s.Troubles(), func(line string) bool { return strings.HasPrefix(line, row.meaning) })
			if told != (row.tells == operator) || told != strings.Contains(s.log.String(), row.meaning) {
				t.Errorf("the operator is told %q, and the log %q", s.Troubles(), s.log.String())
			}
			if told := undelivered.Fault(err) != "" || errors.Is(err, wire.ErrClosedDM) && !errors.Is(err, wire.ErrBarred); told != (row.tells == players) && row.passes != otherwise {
				t.Errorf("players are told %q", undelivered.Fault(err))
			}
			if !slices.ContainsFunc(s.Refused(), func(r Refused) bool {
				return r.Status == row.status && r.Code == row.code && r.Known && r.Times > 0
			}) {
				t.Errorf("counted %v", s.Refused())
			}
			if row.means(errOverloaded) {
				if d, _, err := s.guard.left("POST channels/1/messages"); err != nil || d != row.first {
					t.Errorf("waits %s, %v", d, err)
				}
				return
			}
			before := s.srv.Requests(route)
			again := do()
			if held := s.srv.Requests(route) == before; held != (row.holds != "") {
				t.Errorf("tried again at once: %v", !held)
			}
			for _, is := range row.is {
				if !row.means(errBanned) && !errors.Is(again, is) {
					t.Errorf("the second time told %v, which is not taken for %v", again, is)
				}
			}
			if row.first == 0 {
				return
			}
			wait := row.first
			if fault.RetryAfter > 0 {
				wait = time.Duration(fault.RetryAfter * float64(time.Second))
			}
			before = s.srv.Requests(route)
			almost := wait - patience - time.Millisecond
			if s.now = s.now.Add(almost); do() == nil || s.srv.Requests(route) != before {
				t.Errorf("tried again before %s", wait)
			}
			s.now = s.now.Add(wait - almost)
			if do(); s.srv.Requests(route) == before {
				t.Errorf("not tried again after %s", wait)
			}
			if row.longest == row.first || fault.RetryAfter > 0 {
				return
			}
			before = s.srv.Requests(route)
			s.now = s.now.Add(wait + time.Millisecond)
			if do(); s.srv.Requests(route) != before {
				t.Errorf("waits no longer the second time")
			}
		})
	}
}

// Each row of the gateway is tried: what ends the bot, and what begins a new session.
func TestRefusalsOfTheGateway(t *testing.T) {
	t.Parallel()
	for n := range refusals {
		row := &refusals[n]
		if row.status != 0 {
			continue
		}
		t.Run(row.answer(), func(t *testing.T) {
			t.Parallel()
			s := newStaged(t)
			ready := make(chan bool, 8)
			s.cfg.Ready = func() { ready <- true }
			if row.passes == never {
				s.inject(local.Fault{Kind: "close", At: "ready", Code: row.code, Times: -1})
			}
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			defer stop()
			ended := make(chan error, 1)
			go func() { ended <- s.Run(ctx, silent{}) }()
			if row.passes == never {
				err := <-ended
				for _, is := range row.is {
					if is == ErrToken && !errors.Is(err, is) {
						t.Errorf("ended with %v", err)
					}
				}
				if err == nil || !strings.Contains(err.Error(), row.advice) || len(s.Troubles()) != 1 {
					t.Errorf("ended with %v, the operator is told %q", err, s.Troubles())
				}
				return
			}
			<-ready
			s.inject(local.Fault{Kind: "close", At: "now", Code: row.code})
			<-ready
			stop()
			if err := <-ended; err != nil || !strings.Contains(s.log.String(), "resumes=false") {
				t.Errorf("ended with %v; the log says %s", err, s.log.String())
			}
		})
	}
}

// silent answers nothing.
type silent struct{}

func (silent) Handle(context.Context, wire.Interaction) wire.Answer { return wire.Answer{} }

// docs/operators.md prints the table.
func TestRefusalsArePrinted(t *testing.T) {
	page, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := printed(); !strings.Contains(string(page), want) {
		t.Errorf("docs/operators.md does not hold this table:\n%s", want)
	}
}

// No row hides another, and each says who is told what.
func TestRefusalsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for n := range refusals {
		r := &refusals[n]
		if key := r.answer(); seen[key] {
			t.Errorf("%s has two rows", key)
		} else {
			seen[key] = true
		}
		if r.meaning == "" || r.passes == "" || r.tells == "" || r.tells == operator && r.advice == "" || r.first > r.longest || r.isDenial() && r.first == 0 {
			t.Errorf("%s lacks something: %+v", r.answer(), r)
		}
		if got := rowOf(r.status, r.code); r.when == "" && got != r {
			t.Errorf("%s is read as %s", r.answer(), got.answer())
		}
	}
	for _, special := range []*refusal{rowTimedOut, rowBanned, rowExpired, rowFails, rowOpenings} {
		if special == nil || !seen[special.answer()] {
			t.Errorf("no row: %v", special)
		}
	}
}

// Codes that have no row are counted by code, up to a bound, and the log names each once.
func TestUnknownCodesAreCounted(t *testing.T) {
	s := newStaged(t)
	for n := range 2 * maxUnknown {
		for range 2 {
			s.rest.tally.note(rowOf(400, 70000+n), 400, 70000+n)
		}
	}
	s.rest.tally.note(rowOf(400, 50035), 400, 50035)
	codes, times := 0, 0
	for _, r := range s.Refused() {
		if r.Known != (r.Code == 50035) {
			t.Errorf("%+v", r)
		}
		codes++
		times += r.Times
	}
	if codes != maxUnknown+2 || times != 4*maxUnknown+1 {
		t.Errorf("%d codes, %d refusals", codes, times)
	}
	if n := strings.Count(s.log.String(), "does not know"); n != maxUnknown {
		t.Errorf("the log names %d codes", n)
	}
	if got := Explain(&wire.WireError{Status: 400, Code: 70001}); !strings.Contains(got, "code 70001") {
		t.Errorf("explained as %q", got)
	}
}

// answer returns what the row is about: "403, 50013".
func (r *refusal) answer() string {
	var of string
	switch {
	case r.status == 0:
		return fmt.Sprintf("gateway, %d", r.code)
	case r.status == 402:
		of = "any other of 400 to 499"
	case r.status == 500:
		of = "500 to 599"
	case r.code == 0 && r.when == "" && r.status != 401:
		of = fmt.Sprintf("%d, any other", r.status)
	case r.code == 0:
		of = fmt.Sprint(r.status)
	default:
		of = fmt.Sprintf("%d, %d", r.status, r.code)
	}
	return strings.TrimSuffix(of+", "+r.when, ", ")
}

// waits returns how long is waited, in words.
func (r *refusal) waits() string {
	switch {
	case r.first == 0:
		return ""
	case r.first == r.longest:
		return brief(r.first)
	}
	return brief(r.first) + " to " + brief(r.longest)
}

// brief returns a duration without units that are zero: "15 min".
func brief(d time.Duration) string {
	switch {
	case d%hour == 0:
		return fmt.Sprintf("%d h", d/hour)
	case d%minute == 0:
		return fmt.Sprintf("%d min", d/minute)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

// printed returns the table as docs/operators.md prints it.
func printed() string {
	b := new(strings.Builder)
	b.WriteString("| answer | meaning | passes by itself | wait | not sent meanwhile | told | what to do; `doctor` says it |\n|---|---|---|---|---|---|---|\n")
	for _, r := range refusals {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", r.answer(), r.meaning, r.passes, cmp.Or(r.waits(), "–"), cmp.Or(string(r.holds), "–"), r.tells, cmp.Or(r.advice, "–"))
	}
	return b.String()
}
