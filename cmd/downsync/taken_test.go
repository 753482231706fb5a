package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// goesOn waits until the present bot has posted the card and both consoles, and both players can play on with them.
func (s *stage) goesOn(before map[local.ID]bool) {
	s.t.Helper()
	isNew := func(m *local.Message) bool { return m != nil && !before[m.ID] }
	s.await("player3", "a card", func(v local.View) bool {
		for _, r := range v.Channels {
			for _, m := range r.Messages {
				if isNew(m) && strings.Contains(text(m), "Set-up") {
					return true
				}
			}
		}
		return false
	})
	for _, user := range []string{"player1", "player2"} {
		s.await(user, "a console", func(v local.View) bool { return isNew(lastingConsole(v)) })
	}
	steps := 0
	s.playOn([]runner{{user: "player1"}, {user: "player2"}}, func() bool { steps++; return steps > 4 }, nil)
}

// seen returns the messages that somebody sees.
func (s *stage) seen() map[local.ID]bool {
	out := map[local.ID]bool{}
	for _, user := range []string{"player1", "player2", "player3"} {
		for _, r := range s.srv.User(user).View().Channels {
			for _, m := range r.Messages {
				out[m.ID] = true
			}
		}
	}
	return out
}

// begunAndStopped is a stage with a posted card and consoles of a match, whose bot has stopped.
func begunAndStopped(t *testing.T) (*stage, table.ID) {
	t.Helper()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.seams.attend = true
	// A delivery that the stop interrupts, or that still names what the older application had, is tried again a moment later.
	s.conf.seams.store = func(x table.Store) table.Store { return swift{x, s.srv.Clock()} }
	h := s.start()
	s.challenge("size:small")
	for _, user := range []string{"player1", "player2"} {
		s.await(user, "a console", func(v local.View) bool { return lastingConsole(v) != nil })
	}
	s.untilAsked("player1", "the clocks to begin", func(local.View) bool {
		next, err := h.store.NextWake(t.Context())
		return err == nil && !next.IsZero()
	})
	s.finish(s.srv.User("player3").Slash("#general", "/match challenge size:small"))
	s.await("player2", "the open challenge", func(v local.View) bool { return challengeCard(v, nil) })
	ids, err := h.store.Matches()
	if err != nil || len(ids) != 1 {
		t.Fatalf("matches %v %v", ids, err)
	}
	s.stop()
	return s, ids[0]
}

// The bot becomes another application: the card, the consoles and an open challenge are posted again, and the match goes on
// with them.
func TestApplicationChanged(t *testing.T) {
	t.Parallel()
	s, _ := begunAndStopped(t)
	before := s.seen()
	if err := s.srv.Inject(local.Fault{Kind: "application"}); err != nil {
		t.Fatal(err)
	}
	s.start()
	s.await("player2", "the open challenge again", func(v local.View) bool { return challengeCard(v, before) })
	s.goesOn(before)
}

// challengeCard reports whether somebody sees the card of an open challenge that was not there before.
func challengeCard(v local.View, before map[local.ID]bool) bool {
	for _, r := range v.Channels {
		for _, m := range r.Messages {
			if !before[m.ID] && strings.Contains(text(m), "challenges **anyone**") {
				return true
			}
		}
	}
	return false
}

// A match is exported and imported into another store: its card and consoles are posted, and the match goes on. The time in
// between counts for no clock.
func TestImportedMatchComesOut(t *testing.T) {
	t.Parallel()
	s, id := begunAndStopped(t)
	before := s.seen()
	k := keeper{t: t}
	file := filepath.Join(t.TempDir(), "match.json")
	said, _ := k.do(0, "export", "-store", s.conf.Store.Path, "-referee", string(id))
	if err := os.WriteFile(file, []byte(said), 0o600); err != nil {
		t.Fatal(err)
	}
	s.conf.Store.Path = filepath.Join(t.TempDir(), "other.db")
	k.do(0, "import", "-store", s.conf.Store.Path, file)
	s.srv.Clock().Advance(6 * time.Minute) // longer than a nonce is remembered, and shorter than a turn
	s.start()
	s.goesOn(before)
}
