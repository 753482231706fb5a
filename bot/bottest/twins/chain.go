package twins

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
)

// link is a step of Chained's attacks. Its effect depends on random numbers, and on what ben and everybody see.
type link struct {
	name    string
	answers bool // it answers for ben, which may open sealed answers
	does    func(s *Table, lot func(int) int)
}

func one[T any](lot func(int) int, of ...T) T { return of[lot(len(of))] }

// links holds all steps.
var links = []link{
	{"rewind", false, func(s *Table, lot func(int) int) {
		n := len(s.private(2).Facts)
		s.rules("rewind", option("event", fmt.Sprint(one(lot, 1+lot(n), max(1, n-lot(4))))))
	}},
	{"rule", false, func(s *Table, lot func(int) int) {
		s.rules("rule", option("ruling", one(lot, append([]string{game.Withdrawal(1), game.Withdrawal(2)}, s.world.Rulings...)...)))
	}},
	{"answer", true, func(s *Table, _ func(int) int) { s.rules("answer", option("side", "B")) }},
	{"moderate", false, func(s *Table, lot func(int) int) {
		s.rules(one(lot, "pause", "resume", "uphold", "dismiss", "note", "legal", "extend"), option("event", "1"), option("hours", "3"))
	}},
	{"dispute", false, func(s *Table, lot func(int) int) {
		s.Slash(one(lot, s.sits(1), s.sits(2)), []string{"dispute", one(lot, "open", "withdraw", "appeal")}, option("match", "twin"), option("reason", "x"), option("number", fmt.Sprint(1+lot(3))))
	}},
	{"clock", false, func(s *Table, lot func(int) int) {
		x := one(lot, [3]string{"pause", "for", "2h"}, [3]string{"extend", "by", "2h"}, [3]string{"withdraw"}, [3]string{"resume"}, [3]string{"vacation", "days", "1"}, [3]string{"back"})
		s.Slash(one(lot, s.sits(1), s.sits(2)), []string{"clock", x[0]}, option("match", "twin"), option(x[1], x[2]))
	}},
	{"order", true, func(s *Table, lot func(int) int) {
		var lines []string
		for _, a := range s.private(2).Asks {
			for _, c := range a.Menu {
				if line, ok := plainest(c); ok && line != "concede" {
					lines = append(lines, line)
				}
			}
		}
		if len(lines) > 0 {
			line := one(lot, lines...)
			s.Slash(s.sits(2), []string{"order"}, option("match", "twin"), option("line", one(lot, line, line+"; "+s.world.Wrong, line+"; "+one(lot, lines...))))
		}
	}},
	{"press", true, func(s *Table, lot func(int) int) {
		m, ok := s.Wire.Console(s.sits(2))
		all := bottest.ControlsOf(m.Message)
		switch {
		case !ok:
		case len(all.Selects) > 0 && lot(3) == 0:
			if x := one(lot, all.Selects...); len(x.Options) > 0 {
				s.Press(s.sits(2), m, x.ID, one(lot, x.Options...).Value)
			}
		case len(all.Buttons) > 0:
			s.Press(s.sits(2), m, one(lot, all.Buttons...).ID)
		}
	}},
	{"undo", false, func(s *Table, _ func(int) int) {
		s.Slash(s.sits(2), []string{"order"}, option("match", "twin"), option("line", "undo"))
	}},
	{"replace", false, func(s *Table, lot func(int) int) {
		side, to := "B", one(lot, "cal", "dan")
		if lot(2) == 0 {
			side, to = "A", one(lot, "fay", "gus")
		}
		s.rules("replace", option("side", side), option("user", to))
	}},
	{"open the match to another moderator", false, func(s *Table, lot func(int) int) {
		x := one(lot, "show", "evidence", "rival")
		s.rulesBy(watcher, x, option("view", one(lot, "A", "B", "all")))
	}},
	{"is forgotten", false, func(s *Table, lot func(int) int) {
		u := one[wire.UserID](lot, Eve, "cal", "dan")
		if u == s.sits(2) {
			return
		}
		a := s.Slash(u, []string{"privacy", "delete"})
		if id, ok := bottest.ControlsOf(*a.Letter).Find("privacy|"); ok {
			s.Press(u, s.Newest(u), id)
		}
	}},
	{"draw", false, func(s *Table, lot func(int) int) {
		s.Slash(one(lot, s.sits(1), s.sits(2)), []string{"order"}, option("match", "twin"), option("line", "draw"))
	}},
	{"settings", false, func(s *Table, lot func(int) int) {
		s.Slash(one(lot, s.sits(1), s.sits(2)), []string{"settings"}, one(lot, option("language", "de"), option("language", "en"), CalledInThread, option("calls", "dm"), option("theme", "light")))
	}},
	{"closed", false, func(s *Table, lot func(int) int) { s.Wire.CloseDM(one(lot, s.sits(1), s.sits(2)), lot(2) == 0) }},
	{"wait", false, func(s *Table, lot func(int) int) {
		s.Pass(one(lot, time.Second, 14*time.Second, 16*time.Second, time.Minute, 20*time.Minute))
	}},
	{"look", false, func(s *Table, lot func(int) int) {
		if lot(2) == 0 {
			s.all()
		} else {
			s.Slash(one(lot, s.sits(1), s.sits(2)), []string{"match", "show"}, option("match", "twin"))
		}
	}},
	{"restart", false, func(s *Table, lot func(int) int) {
		if lot(3) == 0 {
			s.Restart()
		}
	}},
}

// watcher moderates the server too, and has looked at the match.
const watcher = wire.UserID("watcher")

// outsiders never learn ann's secrets.
var outsiders = []wire.UserID{Ben, Eve, "cal", "dan", chair}

// sits returns the user in the seat.
func (s *Table) sits(seat game.Seat) wire.UserID {
	s.t.Helper()
	m, err := s.Hall.Meta(s.t.Context(), "twin")
	if err != nil {
		s.t.Fatal(err)
	}
	return wire.UserID(m.Users[seat-1])
}

// learned returns what the rules told ben.
func (s *Table) learned() string {
	p := s.private(2)
	told := make([]struct {
		Kind string
		Fact game.Fact
	}, len(p.Facts))
	for n, f := range p.Facts {
		told[n].Kind, told[n].Fact = f.Kind(), f
	}
	raw, err := json.Marshal(told)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(raw)
}

// chained is the greatest number of links in a chain.
const chained = 14

// Chained tries random sequences of attacks side by side in both worlds of pairs. Until an answer for ben opens a sealed one, the
// rules tell him the same in both worlds, and everybody is delivered the same. SOAK=1 tries a hundred times as many.
func Chained(t *testing.T, pairs []Pair, setup bottest.Setup) {
	chains := uint64(8)
	if os.Getenv("SOAK") == "1" {
		chains *= 100
	}
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool { // they need time to run out
		return slices.ContainsFunc(p.World[0].Acts, func(a Act) bool { return a.Wait >= time.Hour || a.Look == Late })
	})
	for n := range chains {
		lots := chance.Source(n*7919 + 17)
		pair := pairs[lots.Next()%uint64(len(pairs))]
		t.Run(fmt.Sprintf("%d %s", n, pair.Kind), func(t *testing.T) {
			t.Parallel()
			var both [2]*Table
			for i, w := range pair.World {
				w.Clock = w.clock()
				w.Clock.Clocks, w.Clock.Vacation = map[string]time.Duration{"turn": 50 * time.Hour, "react": 50 * time.Hour}, 7 // nothing lapses, because that would open sealed answers
				both[i] = Play(t, w, setup, Leak{}, nil)
			}
			var done []string
			if both[0].learned() != both[1].learned() {
				return // the difference between the worlds is known already
			}
			for range chained {
				x, draw := links[lots.Next()%uint64(len(links))], lots.Next()
				done = append(done, x.name)
				for _, s := range both {
					lot := chance.Source(draw)
					x.does(s, func(n int) int { return int(lot.Next() % uint64(n)) })
					s.Settle()
				}
				if both[0].private(2).Result != nil && both[1].private(2).Result != nil { // a draw is agreed, which opens everything
					return
				}
				told, other := both[0].learned(), both[1].learned()
				if told != other {
					if !x.answers {
						t.Errorf("%s: the rules tell ben\n%s", strings.Join(done, ", "), Difference(told, other))
					}
					return
				}
				for _, u := range outsiders {
					if seen, there := both[0].delivered(u), both[1].delivered(u); seen != there {
						t.Fatalf("%s: %s can tell the worlds apart:\n%s", strings.Join(done, ", "), u, Difference(seen, there))
					}
				}
			}
		})
	}
}
