package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// swift is a store that advances the clock to when the program's answer is due, as soon as it is computed, and by at least two
// seconds, and to when a postponed delivery is tried again. Nothing else advances it, and after the end of a match nobody
// answers.
type swift struct {
	table.Store
	clock *local.Clock
}

func (s swift) Put(ctx context.Context, rs ...table.Record) error {
	err := s.Store.Put(ctx, rs...)
	for _, r := range rs {
		var x struct {
			Order string
			Due   time.Time
		}
		if strings.HasPrefix(r.Key, "rival/") && json.Unmarshal(r.Value, &x) == nil && x.Order != "" {
			if d := x.Due.Sub(s.clock.Now()); d > 0 {
				s.clock.Advance(max(d, 2*time.Second))
			}
		}
	}
	return err
}

func (s swift) Fail(ctx context.Context, d table.Delivery, retryAt time.Time, result []byte, rs ...table.Record) error {
	err := s.Store.Fail(ctx, d, retryAt, result, rs...)
	if wait := retryAt.Sub(s.clock.Now()); err == nil && wait > 0 {
		s.clock.Advance(wait)
	}
	return err
}

// A person plays a match against the program over the wire, from one command to its end, by buttons. Discord refuses nothing of it, the
// log has no fault, and the match can be verified.
func TestPlayTheBotOnTheWire(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.seams.store = func(x table.Store) table.Store { return swift{x, s.srv.Clock()} }
	s.start()
	s.finish(s.srv.User("player1").Slash("#general", "/match challenge opponent:@downsync rival:recruit style:bold max_rounds:1"))
	s.playOn([]runner{{user: "player1"}}, nil, nil)
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
	for line := range strings.Lines(s.log.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "opponent") {
			t.Error(line)
		}
	}
}
