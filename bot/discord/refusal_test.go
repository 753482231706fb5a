package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
)

const editing = "PATCH /channels/{channel_id}/messages/{message_id}"

// settled waits until the client has handled the events that follow READY: a GUILD_CREATE forgives what Discord refused before it.
func (r *rig) settled() {
	r.t.Helper()
	act, err := r.srv.User("player2").Slash("general", "/ping")
	if err != nil {
		r.t.Fatal(err)
	}
	if _, err = act.Wait(within(r.t)); err != nil {
		r.t.Fatal(err)
	}
}

// A user whose direct messages cannot be opened keeps nobody else from theirs.
func TestRefusedDMIsOneUsers(t *testing.T) {
	for _, code := range []int{50007, 50278} {
		r := newRig(t, nil)
		r.run()
		r.settled()
		ctx := context.Background()
		one, two := r.srv.User("player1"), r.srv.User("player2")
		r.inject(local.Fault{Kind: "rest", Route: opening, Status: 403, Code: code})
		for range 5 {
			if _, err := r.client.DM(ctx, wire.UserID(one.ID().String())); !errors.Is(err, wire.ErrClosedDM) {
				t.Fatalf("%d: %v", code, err)
			}
		}
		if n := r.srv.Requests(opening); n != 1 {
			t.Errorf("%d: asked %d times", code, n)
		}
		if _, err := r.client.DM(ctx, wire.UserID(two.ID().String())); err != nil {
			t.Errorf("%d: another user's: %v", code, err)
		}
		act, err := one.Slash("dm", "/ping")
		if err == nil {
			_, err = act.Wait(within(t))
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.client.DM(ctx, wire.UserID(one.ID().String())); err != nil {
			t.Errorf("%d: of a user who writes to the bot: %v", code, err)
		}
	}
}

// A bot that opens direct messages too fast waits, longer each time, for all users. It does not take theirs for closed.
func TestOpeningTooFast(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.run()
	ctx := context.Background()
	one := wire.UserID(r.srv.User("player1").ID().String())
	for n := 0; ; n++ {
		_, err := r.client.DM(ctx, one)
		if err == nil {
			continue
		}
		var w *wire.WireError
		if errors.Is(err, wire.ErrClosedDM) || !errors.As(err, &w) || w.Code != 40003 || w.RetryAfter != 30*time.Second {
			t.Fatalf("after %d: %v", n, err)
		}
		break
	}
	before := r.srv.Requests(opening)
	var w *wire.WireError
	if _, err := r.client.DM(ctx, wire.UserID(r.srv.User("player2").ID().String())); !errors.As(err, &w) || w.RetryAfter < 20*time.Second {
		t.Errorf("another user's meanwhile: %v", err)
	}
	if n := r.srv.Requests(opening) - before; n != 0 {
		t.Errorf("asked %d times meanwhile", n)
	}
	if _, err := r.client.Post(ctx, r.channel("general"), hello, "n1"); err != nil {
		t.Errorf("elsewhere: %v", err)
	}
}

// Discord limits the edits of an old message with a 429 of a code of its own. It says that the message stays as it is, and
// holds up neither that channel's newer messages nor others.
func TestTooManyEditsOfAnOldMessage(t *testing.T) {
	clock := local.Still(time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC))
	r := newRig(t, func(lc *local.Config, dc *discord.Config) { lc.Clock, dc.Now = clock, clock.Now })
	r.run()
	ctx := context.Background()
	general := r.channel("general")
	old, err := r.client.Post(ctx, general, hello, "n1")
	if err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Hour + time.Second)
	edits := 0
	for err == nil && edits < 100 {
		err = r.client.Edit(ctx, general, old, hello)
		edits++
	}
	var w *wire.WireError
	if !errors.Is(err, wire.ErrUneditable) || !errors.As(err, &w) || w.Status != http.StatusTooManyRequests || w.Code != 30046 {
		t.Fatalf("after %d edits: %v", edits, err)
	}
	if n := r.srv.Requests(editing); n != edits {
		t.Errorf("%d requests for %d edits", n, edits)
	}
	young, err := r.client.Post(ctx, general, hello, "n2")
	if err == nil {
		err = r.client.Edit(ctx, general, young, hello)
	}
	if err != nil {
		t.Errorf("a new message: %v", err)
	}
}

// picture returns a message with a picture.
func picture(t *testing.T) wire.Message {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return wire.Message{Files: []wire.File{{Name: "a.png", Data: b.Bytes()}}, Blocks: []wire.Block{wire.Picture{File: 0, Alt: "a picture"}}}
}

// If Discord refuses an edit with a new picture, the error says that the message must be posted again. Without a new picture it is
// an ordinary refusal.
func TestEditWithPictureRefused(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	ctx := context.Background()
	general := r.channel("general")
	id, err := r.client.Post(ctx, general, hello, "n1")
	if err != nil {
		t.Fatal(err)
	}
	r.inject(local.Fault{Kind: "bad-edit"})
	if err := r.client.Edit(ctx, general, id, picture(t)); !errors.Is(err, wire.ErrUneditable) {
		t.Errorf("with a picture: %v", err)
	}
	r.inject(local.Fault{Kind: "rest", Route: editing, Status: 400, Code: 50035})
	if err := r.client.Edit(ctx, general, id, hello); err == nil || errors.Is(err, wire.ErrUneditable) {
		t.Errorf("without: %v", err)
	}
}

// show answers a command with a message that has a button, and a press of it with a new picture in that message's place.
type show struct{ m, then wire.Message }

func (s show) Handle(_ context.Context, i wire.Interaction) wire.Answer {
	if i.Kind == wire.Press {
		return wire.Answer{Letter: &s.then}
	}
	return wire.Answer{Fresh: true, Letter: &s.m}
}

// An answer that Discord refuses is followed by one that it takes: a new message in place of an edit, or plain words. Nobody
// is told that the application did not respond.
func TestRefusedAnswers(t *testing.T) {
	const callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	const patch = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	const follow = "POST /webhooks/{webhook_id}/{webhook_token}"
	bad := func(route string) local.Fault {
		return local.Fault{Kind: "rest", Route: route, Status: 400, Code: 50035}
	}
	twice := bad(callback)
	twice.Times = 2
	const words, shown = "refused my answer", "a picture"
	for _, c := range []struct {
		name   string
		slow   bool
		press  bool
		faults []local.Fault
		want   string
	}{
		{"a command", false, false, []local.Fault{bad(callback)}, words},
		{"a press", false, true, []local.Fault{{Kind: "bad-edit"}}, shown},
		{"a press, and the new message too", false, true, []local.Fault{twice}, words},
		{"a press on a message that is gone", false, true, []local.Fault{{Kind: "rest", Route: callback, Status: 404, Code: 10008}}, shown},
		{"a slow command", true, false, []local.Fault{bad(patch)}, words},
		{"a slow press", true, true, []local.Fault{{Kind: "bad-edit"}}, shown},
		{"a slow press, and the new message too", true, true, []local.Fault{bad(patch), bad(follow)}, words},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ *local.Config, dc *discord.Config) {
				if c.slow {
					dc.Patience = time.Nanosecond
				}
			})
			begin := wire.Message{Blocks: []wire.Block{wire.Text("begin"), wire.Row{{ID: "x", Label: "Go"}}}}
			r.runWith(show{begin, picture(t)})
			u := r.srv.User("player1")
			if c.press {
				r.ping("/ping")
			}
			for _, f := range c.faults {
				r.inject(f)
			}
			var err error
			var act *local.Act
			if c.press {
				act, err = u.Click(u.View().Find("begin").ID, "x")
			} else {
				act, err = u.Slash("#general", "/ping")
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := u.Wait(within(t), func(v local.View) bool { return v.Find(c.want) != nil }); err != nil {
				t.Errorf("%v; %+v\n%s", err, act.Outcome(), r.log.String())
			}
		})
	}
}

// deciding asks Discord for something repeatedly once its interaction has been acknowledged, and reports the outcome.
type deciding struct {
	r    *rig
	came chan error
}

func (h deciding) Handle(ctx context.Context, i wire.Interaction) wire.Answer {
	var err error
	for h.r.srv.Requests("POST /interactions/{interaction_id}/{interaction_token}/callback") == 0 && err == nil {
		err = ctx.Err()
	}
	for n := 0; n < 20 && err == nil; n++ {
		_, err = h.r.client.DM(ctx, i.User)
	}
	h.came <- err
	return wire.Answer{}
}

// An action that a user has begun is completed even if Discord refuses the acknowledgement, as it does when that comes too late.
func TestDecisionsOutliveTheirAnswer(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(_ *local.Config, dc *discord.Config) { dc.Patience = time.Nanosecond })
	h := deciding{r, make(chan error, 1)}
	r.runWith(h)
	r.inject(local.Fault{Kind: "rest", Route: "POST /interactions/{interaction_id}/{interaction_token}/callback", Status: 404, Code: 10062})
	if _, err := r.srv.User("player1").Slash("#general", "/ping"); err != nil {
		t.Fatal(err)
	}
	if err := <-h.came; err != nil {
		t.Errorf("it is cut off: %v", err)
	}
}

// outdated answers a press with an old state, and reports twice that the state has changed since.
type outdated struct{ wire.Handler }

func (h outdated) Handle(ctx context.Context, i wire.Interaction) wire.Answer {
	if i.Kind != wire.Press {
		return h.Handler.Handle(ctx, i)
	}
	says := func(text string) wire.Answer {
		return wire.Answer{Letter: &wire.Message{Blocks: []wire.Block{wire.Text(text)}}}
	}
	first, second, third := says("as it was"), says("as it was then"), says("as it is now")
	asked := 0
	first.Newer = func(context.Context) (wire.Answer, error) {
		if asked++; asked < 3 {
			return wire.Answer{}, errors.New("not known just now")
		}
		return second, nil
	}
	second.Newer = func(context.Context) (wire.Answer, error) { return third, nil }
	third.Newer = func(context.Context) (wire.Answer, error) { return wire.Answer{}, nil }
	return first
}

// Changes during the sending of an answer are shown after it in the same place, whether the answer was quick or slow.
func TestNewerAnswers(t *testing.T) {
	for name, slow := range map[string]bool{"quick": false, "slow": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ *local.Config, dc *discord.Config) {
				if dc.Pause = time.Millisecond; slow {
					dc.Patience = time.Nanosecond
				}
			})
			begin := wire.Message{Blocks: []wire.Block{wire.Text("begin"), wire.Row{{ID: "x", Label: "Go"}}}}
			r.runWith(outdated{show{begin, begin}})
			u := r.srv.User("player1")
			r.ping("/ping")
			was := u.View().Find("begin").ID
			if _, err := u.Click(was, "x"); err != nil {
				t.Fatal(err)
			}
			v, err := u.Wait(within(t), func(v local.View) bool { return v.Find("as it is now") != nil })
			if err != nil || v.Find("as it is now").ID != was {
				t.Errorf("%v\n%s", err, r.log.String())
			}
		})
	}
}

// The operator is told what keeps the bot from Discord, each cause in its own words, and never that Discord cannot be
// reached when it answers.
func TestReasons(t *testing.T) {
	t.Parallel()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + closed.Addr().String()
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	untrusted := httptest.NewTLSServer(http.NotFoundHandler())
	untrusted.Config.ErrorLog = nil
	t.Cleanup(untrusted.Close)
	srv := newRig(t, nil).srv
	for _, c := range []struct{ name, token, base, want string }{
		{"a port that is closed", "t", refused, "the connection is refused: does the local Discord of [discord] api run at " + refused + "? `downsync discord` starts one"},
		{"a certificate that nobody knows", "t", untrusted.URL, "certificate is not trusted"},
		{"a wrong token", "wrong", srv.URL(), "copy it again"},
	} {
		client, err := discord.New(discord.Config{Token: c.token, Base: c.base})
		if err != nil {
			t.Fatal(err)
		}
		if err := client.Hello(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "cannot be reached") {
			t.Errorf("%s: %v, expected it to say %q", c.name, err, c.want)
		}
	}
	for _, token := range []string{"abc\n", " abc", "Bot abc", "abc\r\n", "äbc", "abc\u200b"} {
		if _, err := discord.New(discord.Config{Token: token}); err == nil || !strings.Contains(err.Error(), "line break") || strings.Contains(err.Error(), "abc") {
			t.Errorf("token %q: %v", token, err)
		}
	}
}

// skewed returns a rig whose bot has a clock that is ahead of Discord's.
func skewed(t *testing.T, ahead time.Duration) *rig {
	return newRig(t, func(lc *local.Config, _ *discord.Config) { lc.Clock = local.Ahead(-ahead) })
}

// A host whose clock is wrong still opens forms and completes words, measures how wrong it is, and tells once.
func TestWrongClock(t *testing.T) {
	for _, ahead := range []time.Duration{2600 * time.Millisecond, -2600 * time.Millisecond, time.Hour} {
		t.Run(fmt.Sprint(ahead), func(t *testing.T) {
			t.Parallel()
			r := skewed(t, ahead)
			form := wire.Form{ID: "f", Title: "A form", Fields: []wire.Field{{ID: "a", Label: "A"}}}
			r.runWith(answering{wire.Answer{Form: &form}})
			if out := r.ping("/ping"); out.Modal == nil {
				t.Errorf("no form: %+v", out)
			}
			for n := range 10 {
				if _, err := r.client.Post(context.Background(), r.channel("general"), hello, fmt.Sprint(n)); err != nil {
					t.Fatal(err)
				}
			}
			if got, known := r.client.Skew(); !known || (got-ahead).Abs() > time.Second {
				t.Errorf("measured %s, %v; it is %s", got, known, ahead)
			}
			if n := strings.Count(r.log.String(), "clock is wrong"); n != 1 {
				t.Errorf("told %d times", n)
			}
		})
	}
	r := skewed(t, 0)
	r.run()
	for range 10 {
		r.ping("/ping")
	}
	if strings.Contains(r.log.String(), "clock is wrong") {
		t.Error("a right clock is called wrong")
	}
}

// answering answers everything in the same way.
type answering struct{ a wire.Answer }

func (h answering) Handle(context.Context, wire.Interaction) wire.Answer { return h.a }

// turns answers each press in its place with the number of the press.
type turns struct {
	m    wire.Message
	n    atomic.Int32
	late func(press int32) // waits until the press is acknowledged; nil: the answer is the first response
}

func (s *turns) Handle(_ context.Context, i wire.Interaction) wire.Answer {
	if i.Kind != wire.Press {
		return wire.Answer{Fresh: true, Letter: &s.m}
	}
	m, n := s.m, s.n.Add(1)
	if s.late != nil {
		s.late(n)
	}
	m.Blocks = append([]wire.Block{wire.Text(fmt.Sprintf("press %d", n))}, m.Blocks...)
	return wire.Answer{Letter: &m}
}

// An answer that Discord takes only at the second try does not overwrite the answer to a press that was made meanwhile, whether it is the
// first response or comes after an acknowledgement.
func TestRetriedAnswerOverwritesNothing(t *testing.T) {
	const callback, patch = "POST /interactions/{interaction_id}/{interaction_token}/callback", "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	t.Run("at once", func(t *testing.T) { retriedAnswer(t, callback, false) })
	t.Run("late", func(t *testing.T) { retriedAnswer(t, patch, true) })
}

func retriedAnswer(t *testing.T, route string, late bool) {
	r := newRig(t, func(_ *local.Config, c *discord.Config) {
		if late {
			c.Patience = time.Millisecond
		}
	})
	h := &turns{m: wire.Message{Blocks: []wire.Block{wire.Text("first"), wire.Row{{ID: "b", Label: "go"}}}}}
	r.runWith(h)
	user := r.srv.User("player1")
	act, err := user.Slash("general", "/ping")
	if err != nil {
		t.Fatal(err)
	}
	out, err := act.Wait(within(t))
	if err != nil {
		t.Fatal(err)
	}
	if late {
		const callback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
		answered := r.srv.Requests(callback)
		h.late = func(press int32) {
			r.until("acknowledged", func() error {
				if r.srv.Requests(callback) < answered+int(press) {
					return errors.New("not yet")
				}
				return nil
			})
		}
	}
	r.inject(local.Fault{Kind: "rest", Route: route, Status: 503})
	press := func() *local.Act {
		t.Helper()
		act, err := user.Click(out.Message, "b")
		if err != nil {
			t.Fatal(err)
		}
		return act
	}
	before := r.srv.Requests(route)
	first := press()
	r.until("refused once", func() error {
		if r.srv.Requests(route) == before {
			return errors.New("not yet")
		}
		return nil
	})
	if _, err := press().Wait(within(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Wait(within(t)); err != nil {
		t.Fatal(err)
	}
	r.stop()
	<-r.done // nothing is on its way
	if got := user.View().Message(out.Message).Text(); !strings.Contains(got, "press 2") {
		t.Errorf("the message shows %q", got)
	}
}

// overtaken answers each press with "old", until another process has answered a later press with "new".
type overtaken struct {
	m  wire.Message
	by chan struct{} // closed when it has
}

func (o overtaken) says(word string) wire.Answer {
	m := o.m
	m.Blocks = append([]wire.Block{wire.Text(word)}, m.Blocks...)
	return wire.Answer{Letter: &m, Newer: func(context.Context) (wire.Answer, error) {
		select {
		case <-o.by:
			if word == "old" {
				return o.says("new"), nil
			}
		default:
		}
		return wire.Answer{}, nil
	}}
}

func (o overtaken) Handle(_ context.Context, i wire.Interaction) wire.Answer {
	if i.Kind != wire.Press {
		return wire.Answer{Fresh: true, Letter: &o.m}
	}
	return o.says("old")
}

// Before an answer is sent again, the bot looks for anything newer. The answer to a later press may be another process's, which this client
// does not know of: it is shown, and what was to be sent again is not.
func TestRetriedAnswerAsksForNewer(t *testing.T) {
	const callback, patch = "POST /interactions/{interaction_id}/{interaction_token}/callback", "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	for name, x := range map[string]struct {
		route    string
		patience time.Duration
	}{"at once": {callback, 0}, "late": {patch, time.Nanosecond}} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(lc *local.Config, dc *discord.Config) { lc.Record, dc.Patience = true, x.patience })
			h := overtaken{wire.Message{Blocks: []wire.Block{wire.Text("first"), wire.Row{{ID: "b", Label: "go"}}}}, make(chan struct{})}
			r.runWith(h)
			user := r.srv.User("player1")
			out := r.ping("/ping")
			before := r.srv.Requests(x.route)
			r.inject(local.Fault{Kind: "rest", Route: x.route, Status: 503})
			if _, err := user.Click(out.Message, "b"); err != nil {
				t.Fatal(err)
			}
			r.until("refused once", func() error {
				if r.srv.Requests(x.route) == before {
					return errors.New("not yet")
				}
				return nil
			})
			close(h.by)
			if _, err := user.Wait(within(t), func(v local.View) bool { return strings.Contains(v.Message(out.Message).Text(), "new") }); err != nil {
				t.Fatal(err)
			}
			for _, d := range user.Delivered() {
				if strings.Contains(string(d.Data), `"old"`) {
					t.Errorf("the older answer was shown: %s", d.Data)
				}
			}
		})
	}
}
