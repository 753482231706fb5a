package main

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest/twins"
	"downsync/bot/local"
	synworlds "downsync/bot/syndicate/worlds"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// Two people play a match of the second game over the wire, from the challenge to its end, by buttons only, each in a language
// of their own, while a third looks on. Discord refuses nothing of it.
func TestSyndicateByButtons(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if err := s.srv.User("player2").SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	s.challenge("game:syndicate max_rounds:2")
	s.pressOn("player1", "player2")
	v := s.await("player3", "the end in the thread", func(v local.View) bool {
		return button(v, "rematch|") != nil
	})
	told := thread(v) + s.happened("player3")
	for _, words := range []string{"Both cards are shown", "The decks lie open", "Round 2"} {
		if !strings.Contains(told, words) {
			t.Errorf("the thread and its cards have no %q: %s", words, told)
		}
	}
	if strings.Contains(thread(v), "(only you see this)") || strings.Contains(thread(v), "You draw") {
		t.Errorf("everybody is told of a hand: %s", thread(v))
	}
	s.await("player2", "the end in German", func(v local.View) bool { return strings.Contains(text(lastingConsole(v)), "Partie vorbei") })
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
}

// pressOn makes the users press like newcomers, until their match ends. The answer to a press that came too late, as the match
// ended or the program answered, is below the console and is never renewed: pressOn ignores it. It returns the number of presses.
func (s *stage) pressOn(users ...string) (presses int) {
	s.t.Helper()
	for presses = range 1000 {
		user, m := "", (*local.Message)(nil)
		s.await(users[0], "somebody to be asked", func(local.View) bool {
			for _, name := range users {
				if c := lastingConsole(s.srv.User(name).View()); c != nil && (plainChoice(c) != nil || over(c)) {
					user, m = name, c
					return true
				}
			}
			return false
		})
		if over(m) {
			return presses
		}
		k := plainChoice(m)
		a, err := s.srv.User(user).Click(m.ID, k.CustomID, valuesOf(k)...)
		if err == nil { // else it changed under the finger
			s.finish(a, nil)
		}
	}
	s.t.Error("no end")
	return presses
}

func over(m *local.Message) bool {
	return slices.ContainsFunc([]string{"match over", "Partie vorbei", "battle over", "Gefecht vorbei"}, func(words string) bool { return strings.Contains(text(m), words) })
}

// plainChoice returns a newcomer's choice: the green button, or else a blue one, or else anything that answers, or else a list.
func plainChoice(m *local.Message) *local.Component {
	const primary, secondary, success = 1, 2, 3
	best, rank := (*local.Component)(nil), 0
	for _, k := range controlsOf(m) {
		kind, _, _ := strings.Cut(k.CustomID, "|")
		n := 0
		switch {
		case k.Disabled:
		case kind == wire.ControlSubmit && k.Style == success:
			n = 4
		case (kind == wire.ControlSubmit || kind == wire.ControlDraft) && k.Style == primary:
			n = 3
		case kind == wire.ControlSubmit && k.Style == secondary:
			n = 2
		case kind == wire.ControlChoose:
			n = 1
		}
		if n > rank {
			best, rank = k, n
		}
	}
	return best
}

func valuesOf(k *local.Component) []string {
	if len(k.Options) == 0 {
		return nil
	}
	return []string{k.Options[0].Value}
}

// A person plays a match of another game against the program over the wire, by buttons only. Discord refuses nothing of it, and
// the log has no fault.
func TestOtherGamesAgainstTheBotByButtons(t *testing.T) {
	for _, options := range []string{"game:syndicate rival:regular style:cunning max_rounds:2", "game:jagged rival:regular style:bold map:spire-yard options:zones=deep"} {
		t.Run(options, func(t *testing.T) {
			t.Parallel()
			s := bareStage(t, local.Still(tabletest.Noon))
			s.conf.seams.store = func(x table.Store) table.Store { return swift{x, s.srv.Clock()} }
			s.start()
			s.finish(s.srv.User("player1").Slash("#general", "/match challenge opponent:@downsync "+options))
			s.pressOn("player1")
			if bad := s.srv.Violations(); len(bad) > 0 {
				t.Errorf("what Discord would have refused: %v", bad)
			}
			for line := range strings.Lines(s.log.String()) {
				if strings.Contains(line, "level=ERROR") || strings.Contains(line, "opponent") {
					t.Error(line)
				}
			}
		})
	}
}

// Twin worlds of the second game through the whole program: ann's secrets make no difference to what others are delivered, to
// the byte of every picture and the millisecond of the clock. A card that was shown does make one.
func TestSyndicateTwinsOnTheLocalDiscord(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"hand", "draw", "a commit under seal", "that a commit is in", "deployment", "a Hydra's mode"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			pair := synworlds.Pair(kind)
			one, other := playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[1], twins.Leak{})
			for _, user := range []string{"ben", "eve"} {
				if d := twins.Difference(one[user], other[user]); d != "" {
					t.Errorf("%s can tell the worlds apart: %s", user, d)
				}
			}
		})
	}
	pair := synworlds.Apart()
	one, other := playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[1], twins.Leak{})
	for _, user := range []string{"ben", "eve"} {
		if twins.Difference(one[user], other[user]) == "" {
			t.Errorf("another card makes no difference to %s", user)
		}
	}
}
