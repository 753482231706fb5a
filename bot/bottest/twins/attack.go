package twins

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// Attacks are attempts of the others to learn a secret that ann still keeps: with the clocks, the moderators, the log, the
// pictures, the seats, and by waiting. None of them reveals it.

// chair moderates the server, confirms what it is asked, and has not looked at the match.
const chair = wire.UserID("chair")

func option(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }

// rules makes the chair do something and confirm it.
func (s *Table) rules(verb string, options ...bottest.Option) {
	s.t.Helper()
	s.rulesBy(chair, verb, options...)
}

func (s *Table) rulesBy(moderator wire.UserID, verb string, options ...bottest.Option) {
	s.t.Helper()
	s.May[moderator] = wire.ManageServer
	s.Slash(moderator, []string{"mod", verb}, append(options, option("match", "twin"), option("reason", "because"))...)
	asked := s.Newest(moderator)
	if id, ok := bottest.ControlsOf(asked.Message).Find("|go"); ok {
		s.Press(moderator, asked, id)
	}
	s.Settle()
	if verb == "replace" { // this offers the seat
		s.TakeSeat("twin")
		s.Settle()
	}
}

// all makes both others look at everything.
func (s *Table) all() {
	s.t.Helper()
	for _, u := range []wire.UserID{Ben, Eve} {
		for _, c := range [][]string{{"match", "show"}, {"match", "log"}, {"match", "verify"}, {"match", "ledger"}, {"inbox"}, {"clock", "show"},
			{"match", "list"}, {"privacy", "export"}} {
			s.Slash(u, c, option("match", "twin"))
		}
		s.Slash(u, []string{"match", "list"}, option("which", "server"))
		s.Complete(u, []string{"order"}, option("match", "twin"), option("line", ""))
	}
	s.Settle()
}

// attacks holds all attacks. Each receives the number of earlier attempts, and reports whether there is more to try.
var attacks = map[string]func(s *Table, n int) (more bool){
	"rewind": func(s *Table, n int) bool { // to a point before each of the last events
		p, err := s.Hall.Public(s.t.Context(), "twin")
		if err != nil {
			s.t.Fatal(err)
		}
		s.rules("rewind", option("event", fmt.Sprint(max(1, len(p.Facts)-n))))
		return n < min(len(p.Facts)-1, 14)
	},
	"answer for ann": func(s *Table, _ int) bool {
		s.rules("answer", option("side", "A"))
		s.all()
		s.Pass(time.Minute)
		return false
	},
	"another in ben's seat": func(s *Table, _ int) bool {
		s.rules("replace", option("side", "B"), option("user", string(Eve)))
		return false
	},
	"events": func(s *Table, _ int) bool {
		for _, u := range []wire.UserID{Ben, Eve} {
			for i := range 40 {
				s.Slash(u, []string{"match", "event"}, option("match", "twin"), option("event", fmt.Sprint(i+1)))
				s.Slash(u, []string{"match", "replay"}, option("match", "twin"), option("step", fmt.Sprint(i+1)))
			}
			s.Slash(u, []string{"match", "log"}, option("match", "twin"), option("rules", "true"))
		}
		return false
	},
	"dispute": func(s *Table, _ int) bool {
		s.Slash(Ben, []string{"dispute", "open"}, option("match", "twin"), option("reason", "x"), option("event", "1"))
		s.Settle()
		s.all()
		s.Pass(3 * time.Hour)
		s.all()
		s.rules("uphold")
		s.Slash(Ben, []string{"dispute", "appeal"}, option("match", "twin"), option("reason", "x"), option("number", "2"))
		return false
	},
	"stop": func(s *Table, _ int) bool {
		s.rules("pause")
		s.Pass(50 * time.Minute)
		s.all()
		s.rules("extend", option("hours", "3"))
		s.Pass(time.Hour)
		s.rules("resume")
		s.Pass(15 * time.Second)
		return false
	},
	"clocks": func(s *Table, _ int) bool {
		for _, x := range [][2]string{{"pause", "for"}, {"extend", "by"}} {
			s.Slash(Ben, []string{"clock", x[0]}, option("match", "twin"), option(x[1], "2h"))
		}
		s.Slash(Ben, []string{"clock", "vacation"}, option("match", "twin"), option("days", "1"))
		s.Pass(time.Minute)
		return false
	},
	"undo": func(s *Table, n int) bool {
		for range n + 1 {
			s.Slash(Ben, []string{"order"}, option("match", "twin"), option("line", "undo"))
		}
		return n < 3
	},
	"draw": func(s *Table, _ int) bool {
		s.Slash(Ben, []string{"order"}, option("match", "twin"), option("line", "draw"))
		s.Settle()
		return false
	},
	"restart": func(s *Table, _ int) bool { s.Restart(); s.Settle(); return false },
	"unreachable": func(s *Table, _ int) bool {
		s.Wire.CloseDM(Ben, true)
		s.Pass(20 * time.Second)
		s.all()
		s.Pass(50 * time.Minute)
		s.all()
		s.Slash(Ben, []string{"settings"}, option("calls", "thread"))
		s.Pass(20 * time.Second)
		return false
	},
	"wait": func(s *Table, n int) bool {
		s.Pass([]time.Duration{time.Second, 14 * time.Second, 16 * time.Second, time.Minute, 40 * time.Minute}[n])
		return n < 4
	},
}

// attack makes one more attempt and then makes the others look at everything. It reports whether there is more to try.
func (s *Table) attack(name string, n int) (more bool) {
	s.t.Helper()
	more = attacks[name](s, n)
	s.all()
	return more
}

// provokes names for each attack the event that makes it work.
var provokes = map[string]string{"rewind": "ruling rewind", "answer for ann": "ruling answer", "another in ben's seat": "ruling replace",
	"events": "the past", "dispute": "ruling dispute", "stop": "ruling pause", "clocks": "proposal", "undo": "undo", "draw": "order draw",
	"restart": "start", "unreachable": "closed", "wait": "time"}

// Attacked fails the test if an attack can distinguish the two worlds of a pair. SOAK=1 tries all attacks on all pairs; an ordinary
// run tries each once, on the first pair on which it has an effect. There it must find the betrayal that it provokes in one world.
func Attacked(t *testing.T, pairs []Pair, setup bottest.Setup) {
	soak := os.Getenv("SOAK") == "1"
	for _, name := range slices.Sorted(maps.Keys(attacks)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var one map[wire.UserID]string
			at := slices.IndexFunc(pairs, func(p Pair) (on bool) {
				one, on = betrayedBy(t, p.World[0], setup, name, 0)
				return on
			})
			if at < 0 {
				t.Fatalf("nothing comes of it on any pair: there is no %q", provokes[name])
			}
			if other, _ := betrayedBy(t, pairs[at].World[1], setup, name, 1); maps.Equal(one, other) {
				t.Errorf("%s: nobody notices what comes with %q", pairs[at].Kind, provokes[name])
			}
			tried := pairs[at : at+1]
			if soak {
				tried = pairs
			}
			for _, pair := range tried {
				t.Run(pair.Kind, func(t *testing.T) {
					for n, more := 0, true; more; n++ {
						var seen [2]map[wire.UserID]string
						for i, w := range pair.World {
							s := Play(t, w, setup, Leak{}, nil)
							more = s.attack(name, n) && soak
							seen[i] = s.Others()
						}
						Alike(t, seen[0], seen[1])
					}
				})
			}
		})
	}
}

// betrayedBy returns what the others are delivered in a world in which the attack may provoke a betrayal, and whether it does.
func betrayedBy(t *testing.T, w World, setup bottest.Setup, name string, tells int) (map[wire.UserID]string, bool) {
	t.Helper()
	b := &betrayal{world: tells, by: provokes[name]}
	s := Play(t, w, setup, b.leak(), nil)
	b.attacked(s.Clock)
	s.attack(name, 0)
	b.tells() // it tells by the time
	return s.Others(), b.on
}
