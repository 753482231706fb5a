package discord_test

import (
	"context"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
)

// asking answers each press, and notes what it learns about the answer.
type asking struct {
	wire.Handler
	told chan bool
}

func (h asking) Handle(ctx context.Context, i wire.Interaction) wire.Answer {
	a := h.Handler.Handle(ctx, i)
	if i.Kind == wire.Press {
		a.Placed = func(is bool) { h.told <- is }
	}
	return a
}

// A handler learns that its answer has replaced the pressed message only once Discord has accepted that, for quick and slow
// answers.
func TestPlacedAnswers(t *testing.T) {
	const callback, patch = "POST /interactions/{interaction_id}/{interaction_token}/callback", "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	for name, x := range map[string]struct {
		slow   bool
		fault  string
		status int
		want   bool
	}{
		"quick": {want: true}, "slow": {slow: true, want: true},
		"quick, refused": {fault: callback, status: 400}, "slow, refused": {slow: true, fault: patch, status: 400},
		"never taken": {fault: callback, status: 404},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ *local.Config, dc *discord.Config) {
				if x.slow {
					dc.Patience = time.Nanosecond
				}
			})
			begin := wire.Message{Blocks: []wire.Block{wire.Text("begin"), wire.Row{{ID: "x", Label: "Go"}}}}
			h := asking{show{begin, begin}, make(chan bool, 3)}
			r.runWith(h)
			u := r.srv.User("player1")
			r.ping("/ping")
			if x.fault != "" {
				r.inject(local.Fault{Kind: "rest", Route: x.fault, Status: x.status, Code: 50035})
			}
			if _, err := u.Click(u.View().Find("begin").ID, "x"); err != nil {
				t.Fatal(err)
			}
			select {
			case got := <-h.told:
				if got != x.want {
					t.Errorf("told %t", got)
				}
			case <-within(t).Done():
				t.Error("told nothing")
			}
		})
	}
}
