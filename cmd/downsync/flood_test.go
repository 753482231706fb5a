package main

import (
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game/downsync"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// listening is a wire that counts the messages with a sound.
type listening struct {
	wire.Wire
	loud *atomic.Int64
}

func (l listening) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	if !m.Silent {
		l.loud.Add(1)
	}
	return l.Wire.Post(ctx, channel, m, nonce)
}

// A whole match of any game against the program, on a server where nothing was set up, makes at most three messages with a
// sound, wherever they are posted. The dice decide the length of a match: some are played until 57 presses were made.
func TestAMatchAgainstTheBotIsQuiet(t *testing.T) {
	t.Parallel()
	for _, e := range games {
		game := e.offered(ownCards{}).ID
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			s := bareStage(t, local.Still(tabletest.Noon))
			s.conf.Clock.Default = defaults().Clock.Default
			var loud atomic.Int64
			s.conf.seams.wire = func(w wire.Wire) wire.Wire { return listening{w, &loud} }
			s.conf.seams.store = func(x table.Store) table.Store { return swift{x, s.srv.Clock()} }
			s.start()
			const most, least = 3, 57
			for match, presses := 1, 0; presses < least; match++ {
				before, began := loud.Load(), presses
				s.finish(s.srv.User("player1").Slash("#general", "/match challenge opponent:@downsync game:"+game))
				// Until then the newest console is that of the finished match.
				s.await("player1", "a console", func(v local.View) bool { c := lastingConsole(v); return c != nil && !over(c) })
				if game == downsync.Rules().Card().ID {
					s.playOn([]runner{{user: "player1"}}, nil, func() { presses++ })
				} else {
					presses += s.pressOn("player1")
				}
				n := loud.Load() - before
				t.Logf("match %d: %d messages with a sound in %d presses", match, n, presses-began)
				if n > most {
					t.Errorf("match %d: %d messages with a sound; expected at most %d", match, n, most)
				}
				if presses == began {
					t.Fatalf("match %d was played without a press", match)
				}
			}
		})
	}
}

// Two people who answer at once hear few of the messages of a whole match, on a server where nothing was set up: the opening
// ones, and those after an absence of more than a minute of the bot's clock.
func TestAMatchOfTwoIsQuiet(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.Clock.Default = defaults().Clock.Default
	var loud atomic.Int64
	s.conf.seams.wire = func(w wire.Wire) wire.Wire { return listening{w, &loud} }
	s.start()
	s.challenge("size:small map:saltmarket")
	presses, began := 0, loud.Load()
	s.playOn([]runner{{user: "player1"}, {user: "player2", react: true}}, nil, func() { presses++ })
	if presses < 40 {
		t.Errorf("only %d presses", presses)
	}
	if n := loud.Load() - began; n > 6 {
		t.Errorf("%d messages with a sound to two people in %d presses", n, presses)
	} else {
		t.Logf("%d messages with a sound to two people in %d presses", n, presses)
	}
}

// The console of every game begins with its question.
func TestConsolesBeginWithTheQuestion(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.seams.store = func(x table.Store) table.Store { return swift{x, s.srv.Clock()} } // the program may be asked first
	s.start()
	head, heading := regexp.MustCompile(`"content":"-# \*\*([^*]+\?)\*\* Against `), regexp.MustCompile(`"content":"### ([^"\\]+)`)
	for _, e := range games {
		g := e.offered(ownCards{}).ID
		s.finish(s.srv.User("player1").Slash("#general", "/match challenge opponent:@downsync game:"+g))
		s.await("player1", "a console of "+g, func(v local.View) bool {
			m := console(v)
			if m == nil || !asks(m) {
				return false
			}
			first, below := head.FindStringSubmatch(text(m)), heading.FindStringSubmatch(text(m))
			return first != nil && below != nil && strings.HasPrefix(below[1], first[1])
		})
		s.finish(s.srv.User("player1").Slash("#general", "/match concede"))
		b := button(s.srv.User("player1").View(), "x|")
		k := control(s.srv.User("player1").View().Message(b.message), b.id)
		s.finish(s.srv.User("player1").Click(b.message, b.id, touch(k, nil)...))
		s.await("player1", "the end", func(v local.View) bool { return over(console(v)) })
	}
}
