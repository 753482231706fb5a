package main

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// mainButton returns what a player presses who only follows the console: the first button of its row that answers, or the first option of
// a list that does; "" while others are asked.
func mainButton(m *local.Message) (id string, values []string) {
	answers := func(id string) bool {
		kind, _, _ := strings.Cut(id, "|")
		return slices.Contains([]string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose}, kind)
	}
	for _, k := range controlsOf(m) {
		if len(k.Options) == 0 && k.Label != "Details" && answers(k.CustomID) {
			return k.CustomID, nil
		}
		for _, o := range k.Options {
			if answers(k.CustomID) || answers(o.Value) {
				return k.CustomID, []string{o.Value}
			}
		}
	}
	return "", nil
}

// BenchmarkMatchByMainButton plays matches against the weakest opponent, on a server where nothing was set up, by nothing but main buttons.
// It reports how many presses and how many messages with a sound a match takes.
func BenchmarkMatchByMainButton(b *testing.B) {
	for _, e := range games {
		game := e.offered(ownCards{}).ID
		b.Run(game, func(b *testing.B) {
			presses, matches, most := 0, 0, 0
			var loud atomic.Int64
			for b.Loop() {
				s := bareStage(b, local.Still(tabletest.Noon))
				s.conf.Clock.Default = defaults().Clock.Default
				s.conf.seams.wire = func(w wire.Wire) wire.Wire { return listening{w, &loud} }
				s.conf.seams.store = func(x table.Store) table.Store { return swift{x, s.srv.Clock()} }
				s.start()
				s.finish(s.srv.User("player1").Slash("#general", "/play opponent:@downsync game:"+game))
				n := s.follows("player1")
				presses, matches, most = presses+n, matches+1, max(most, n)
				s.stop()
			}
			b.ReportMetric(float64(presses)/float64(matches), "presses/match")
			b.ReportMetric(float64(most), "presses/worst")
			b.ReportMetric(float64(loud.Load())/float64(matches), "loud/match")
		})
	}
}

// follows presses main buttons until the user's match is over, and returns how many.
func (s *stage) follows(user string) (presses int) {
	s.t.Helper()
	var last []string
	for presses = range 400 {
		var m *local.Message
		s.untilAsked(user, "a main button", func(v local.View) bool {
			m = lastingConsole(v)
			id, _ := mainButton(m)
			if id != "" || m != nil && over(m) {
				return true
			}
			s.passTime()
			return false
		})
		if over(m) {
			return presses
		}
		id, values := mainButton(m)
		k := control(m, id)
		last = append(last, strings.TrimSpace(k.Label+" "+k.Placeholder+" "+strings.Join(values, " ")))
		if a, err := s.srv.User(user).Click(m.ID, id, values...); err == nil { // else it changed under the finger
			s.finish(a, nil)
		}
	}
	s.t.Errorf("no end; the last presses: %s", strings.Join(last[max(0, len(last)-8):], "; "))
	return presses
}
