package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// Both players have chosen to be notified in the thread, and the match begins with a question for one of them. Each gets one
// notification: the question, or that the match is on.
func TestTheStartCallsInTheThread(t *testing.T) {
	s := newRoom(t, 5, nil, "")
	for _, u := range []wire.UserID{ann, ben} {
		s.Slash(u, []string{"settings"}, bottest.Option{Name: "calls", Value: "thread"})
	}
	s.seat()
	calls := map[wire.UserID][]string{}
	for _, m := range s.Wire.Messages(s.Wire.Threads()[0]) {
		for _, u := range m.Mention {
			calls[u] = append(calls[u], bottest.Words(m.Message))
		}
	}
	started := 0
	for _, u := range []wire.UserID{ann, ben} {
		if len(calls[u]) != 1 {
			t.Fatalf("%s is notified by %q", u, calls[u])
		}
		if strings.Contains(calls[u][0], "Your match is on.") {
			started++
		}
	}
	if started != 1 {
		t.Errorf("%d players read that the match is on: %q", started, calls)
	}
}
