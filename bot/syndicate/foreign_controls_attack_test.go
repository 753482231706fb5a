package syndicate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/lang"
	"downsync/bot/syndicate/worlds"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
)

// These tests try what somebody who has read the code might, in order to learn what ann holds, has sealed or has ordered ahead, or
// to act in her place. Everything is tried in two worlds that differ in her secret, and must have the same result in both.

var twin = bottest.Option{Name: "match", Value: "twin"}

// cheats makes ben and eve try something while ann's part is finished.
func cheats(t *testing.T, try func(s *twins.Table, user wire.UserID)) {
	twins.Cheated(t, sketched, try, worlds.Pair("orders under seal"), worlds.Pair("hand"))
}

// Others press ann's controls, with values that nobody offered, and send them back as forms.
func TestCheatWithForeignControls(t *testing.T) {
	cheats(t, func(s *twins.Table, user wire.UserID) {
		card := s.Wire.Messages(s.Wire.Threads()[0])[0]
		for _, does := range []string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose, wire.ControlType, wire.ControlOpen, wire.ControlUndo} {
			for _, control := range []string{"1.1", "2.3", "9.1", "0.0", "-1.1"} {
				if user == twins.Ben && control[0] <= '2' && control[0] != '0' {
					continue // these are his own pages
				}
				id := does + "|twin|1|" + control
				s.Press(user, card, id)
				s.Press(user, card, id, "dash", "grenade")
				s.Submit(user, card, &wire.Form{ID: id}, map[string]string{"1": "dash to 3,4"})
			}
		}
	})
}

// Ben orders things that are not his: ann's cards, units and spaces, a step back of her commit, and orders whose refusal would need
// secret knowledge.
func TestCheatByProbing(t *testing.T) {
	cheats(t, func(s *twins.Table, user wire.UserID) {
		for _, line := range []string{"commit grenade", "commit combat-rush", "commit vault", "commit dash first 4,3", "commit dash on A2", "commit dash attack B1", "commit dash mode acc",
			"commit dash to 3,3", "commit dash at 30,4", "undo", "push to 3,4", "attack A1", "keep", "mulligan", "deploy 3,1 2,1 4,1"} {
			s.Complete(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
			s.Slash(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
			s.Settle()
		}
		for _, command := range [][]string{{"match", "show"}, {"match", "log"}, {"match", "ledger"}, {"match", "verify"}, {"privacy", "export"}, {"clock", "show"}} {
			s.Slash(user, command, twin)
		}
	})
}

// A moderator who has not looked is told the same about rulings, rewinds and answers that they try, whatever the secret.
func TestCheatByTryingRulings(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			twins.JudgedAlike(t, pair, bottest.Setup{Forms: sketched}, "hp A 1", "hp A 0", "hp A1 2", "hp B 3", "place A at 5,5", "place A1 at 3,3", "place A2 at 9,9", "place B1 at 3,1", "status A marked on", "status A1 exposed on", "status A jammed on", "status A flash on", "points 1 2", "points 2 9", "commit dash", "")
		})
	}
}

// Whatever the others and the moderators do next, ann's secret is kept.
func TestCheatByWhatComesNext(t *testing.T) {
	twins.Attacked(t, worlds.Pairs(), bottest.Setup{Forms: Forms{}})
}

// A whole chain of attacks does not reveal it either.
func TestCheatByAChainOfAttacks(t *testing.T) {
	twins.Chained(t, worlds.Pairs(), bottest.Setup{Forms: sketched})
}

// lots is dice that follow from one number, ann's own from another.
type lots struct{ all, own uint64 }

func (d lots) Roll(seat game.Seat, n, sides int) (int, error) {
	seed := d.all
	if seat == 1 {
		seed = d.own
	}
	x := chance.Source(seed*7919 + uint64(seat)*104729 + uint64(n)*31)
	x.Next()
	return 1 + int(x.Next()%uint64(sides)), nil
}

// Two whole matches in which ann draws other cards, and plays those that she holds in both, look the same to everybody else,
// whatever the others look at before her card is shown and after.
func TestCheatByListeningToAWholeMatch(t *testing.T) {
	seeds := uint64(3)
	if os.Getenv("SOAK") == "1" {
		seeds = 60
	}
	for seed := uint64(1); seed <= seeds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c, all := rules.Defaults(), cards.Starters()
			c.Squads = [2]cards.Squad{all[int(seed)%len(all)].Squad, all[int(seed+1)%len(all)].Squad}
			var both [2]*twins.Table
			for i := range both {
				w := worlds.Syndicate.World(c.Encode(), func() game.Dice { return lots{seed, seed + uint64(i)*1000} })
				both[i] = twins.Open(t, w, bottest.Setup{Forms: sketched}, nil)
			}
			do := func(u wire.UserID, line string) {
				for _, s := range both {
					if text := bottest.Words(*s.Slash(u, []string{"order"}, bottest.Option{Name: "line", Value: line}, twin).Letter); !strings.Contains(text, "✔️") {
						t.Fatalf("%s> %s: %s", u, line, text)
					}
					s.Settle()
				}
			}
			hand := func(n int, seat game.Seat) []string {
				p, err := both[n].Hall.Private(t.Context(), "twin", seat)
				if err != nil {
					t.Fatal(err)
				}
				if v := p.View.(rules.View); v.Result == nil && p.Asks[0].Name == "plan" {
					return v.Sides.Of(seat).Hand
				}
				return nil
			}
			alike := func() {
				for _, s := range both {
					for _, u := range []wire.UserID{twins.Ben, twins.Eve} {
						for _, look := range [][]string{{"match", "show"}, {"match", "log"}, {"match", "verify"}, {"match", "ledger"}, {"know"}, {"privacy", "export"}, {"inbox"}, {"clock", "show"}} {
							s.Slash(u, look, twin)
						}
						s.Complete(u, []string{"order"}, twin, bottest.Option{Name: "line", Value: "commit "})
					}
					s.Settle()
				}
				if twins.Alike(t, both[0].Others(), both[1].Others()); t.Failed() {
					t.FailNow()
				}
			}
			do("ann", "deploy 3,1 2,1 4,1")
			do("ben", "deploy 3,12 2,12 4,12")
			rounds, differed := 0, 0
			for ; rounds < 12; rounds++ {
				one, other, bens := hand(0, 1), hand(1, 1), hand(0, 2)
				i := slices.IndexFunc(one, func(id string) bool { return slices.Contains(other, id) })
				if i < 0 || len(bens) == 0 {
					break
				}
				if !slices.Equal(one, other) {
					differed++
				}
				do("ann", "commit "+one[i]+" attack nearest usual")
				alike()
				do("ben", "commit "+bens[rounds%len(bens)]+" attack nearest usual")
				if hand(0, 1) == nil { // the end of the match opens everything
					break
				}
				alike()
			}
			if t.Logf("%d rounds, %d with other hands", rounds, differed); differed < rounds {
				t.Error("the hands were alike")
			}
		})
	}
}

// Both players are away, and both let the same sealed card lapse as the last turn that they may miss. Nobody wins by having the
// second seat.
func TestCheatByBeingAwayToo(t *testing.T) {
	s := &arena{&bottest.Duel{T: t, Language: lang.English, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: sketched, Default: "slow",
		Dice:    func(table.ID) game.Dice { return gametest.NewDice(1) }, // with other dice one side is asked something that the other is not
		Timings: map[string]table.Timing{"slow": {Clocks: map[string]time.Duration{"turn": time.Hour, "react": time.Hour}, Misses: 3}}})}}
	s.Challenge("razor-starter", "velocity-starter")
	s.Settle()
	for n := 0; n < 40 && !s.Over(); n++ {
		s.Pass(time.Hour)
	}
	p := s.Public()
	if p.Result == nil || fmt.Sprint(p.Result.Rank) != "[1 1]" || p.Result.Why != table.WhyIdle || fmt.Sprint(p.Clocks.Missed) != "map[1:3 2:3]" {
		t.Errorf("it ends as %+v, %+v", p.Result, p.Clocks)
	}
}
