package downsync

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/customid"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game/table"
)

// During a fight ben and eve look, probe, press other people's controls and change their settings after each step. They do
// not learn which Unit could have come out of a contact, or what paid for a Stun Token.
func TestCheatInTheMidstOfAFight(t *testing.T) {
	for _, pair := range worlds.Deep() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			var seen [2]map[wire.UserID]string
			for n, w := range pair.World {
				s := twins.Open(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
				for _, act := range w.Acts {
					s.Do(act)
					pry(s)
				}
				seen[n] = s.Others()
			}
			twins.Alike(t, seen[0], seen[1])
		})
	}
}

// pry lets both others try what is most likely to reveal a secret.
func pry(s *twins.Table) {
	opt := func(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }
	card := s.Wire.Messages(s.Wire.Threads()[0])[0]
	for _, user := range []wire.UserID{twins.Ben, twins.Eve} {
		for _, line := range []string{"react", "counter none", "recover cm", "join A2", "undo", "plan A2 virago"} {
			s.Complete(user, []string{"order"}, twin, opt("line", line+" "))
			if user == twins.Eve {
				s.Slash(user, []string{"order"}, twin, opt("line", line))
			}
		}
		for _, id := range []string{customid.Hint + "|twin", "film|twin|again", customid.Reel + "|twin", "seal|twin|", "log|twin|1.0.r", "rematch|twin", "o|twin||1.1", "u|twin||1.2"} {
			s.Press(user, card, id)
		}
		for _, c := range [][]string{{"match", "show"}, {"match", "log"}, {"know"}, {"privacy", "export"}, {"match", "verify"}, {"inbox"}} {
			s.Slash(user, c, twin)
		}
		s.Slash(user, []string{"measure"}, twin, opt("from", "A1"), opt("to", "B1"))
		s.Slash(user, []string{"settings"}, opt("language", map[wire.UserID]string{twins.Ben: "de", twins.Eve: "en"}[user]))
	}
	s.Settle()
}

// If one of several orders in one line is refused, none is played. The refusal does not say what the other orders would have
// done, and it is the same whatever ann hides. Orders that cannot be taken back are played.
func TestCheatByOrderingInVain(t *testing.T) {
	var vain atomic.Int32
	cheats(t, func(s *twins.Table, user wire.UserID) {
		for _, line := range []string{"designate B1; move B1 to 20,24; move A1 to 1,1", "designate B1; move B1 to 20,29; move B1 to 90,90", "designate B1; stay B1; move B2 to 39,39", "designate B2; reveal B2 as virago",
			"plan B2 crusader; plan B2 samson", "standing pass round; counter cm", "designate B1; move B1 to 20,24; done; counter none"} {
			told := bottest.Words(*s.Slash(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line}).Letter)
			if user == twins.Ben && strings.Contains(told, "Nothing was done") {
				vain.Add(1)
			}
			s.Settle()
		}
	})
	t.Cleanup(func() { // the pairs are tried in parallel
		if vain.Load() == 0 {
			t.Error("nothing was ordered in vain")
		}
	})
}

// Ben gives a sealed boost, followed by an order that is refused. His boost must be treated the same whether ann has decided
// or not: she may have declined boosts in advance, and he could boost or not accordingly.
func TestCheatByHedgingASealedAnswer(t *testing.T) {
	pair := twins.Of(worlds.Pairs(), "boosts beforehand")
	pair.World[0].Acts = slices.DeleteFunc(pair.World[0].Acts, func(a twins.Act) bool { return a.Order == "boost A1" }) // she has not boosted yet
	for n, w := range pair.World {
		s := twins.Play(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{}, nil)
		told := bottest.Words(*s.Slash(twins.Ben, []string{"order"}, twin, bottest.Option{Name: "line", Value: "boost none; plan B9 virago"}).Letter)
		p, err := s.Hall.Private(t.Context(), "twin", 2)
		if err != nil || strings.Contains(told, "Nothing was done") || slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.Name == "boost" }) {
			t.Errorf("world %d: %v, his boost is not in:\n%s", n, err, told)
		}
	}
}
