package downsync

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/customid"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
)

// Attempts by somebody who knows the code to learn what ann hides, or to act in her place. The tests make each attempt in two
// worlds that differ in her secret. The result must be the same in both.

// cheats lets ben, whose Turn it is, and eve, an onlooker, try something in both worlds of each pair.
func cheats(t *testing.T, try func(s *twins.Table, user wire.UserID)) {
	for _, pair := range worlds.Faced() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			var seen [2]map[wire.UserID]string
			for n, w := range pair.World {
				s := twins.Play(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{}, nil)
				for _, user := range []wire.UserID{twins.Ben, twins.Eve} {
					try(s, user)
					s.Settle()
				}
				seen[n] = s.Others()
			}
			twins.Alike(t, seen[0], seen[1])
		})
	}
}

var twin = bottest.Option{Name: "match", Value: "twin"}

// Others press the custom ids of ann's controls, with and without values, and send them back as her forms. They do the same
// with ids of commands that only she may confirm. Nothing of hers changes.
func TestCheatWithForeignControls(t *testing.T) {
	cheats(t, func(s *twins.Table, user wire.UserID) {
		had := func() string {
			p, err := s.Hall.Private(t.Context(), "twin", 1)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(len(p.Facts), p.Asks, p.Clocks, p.Result)
		}
		before, card := had(), s.Wire.Messages(s.Wire.Threads()[0])[0]
		for _, does := range []string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose, wire.ControlType, wire.ControlOpen, wire.ControlUndo} {
			for _, control := range []string{"1.1", "1.4", "2.2", "9.1", "0.0", "-1.1"} {
				if user == twins.Ben && control[0] <= '2' && control[0] != '0' {
					continue // these are his own pages
				}
				id := does + "|twin|1|" + control
				s.Press(user, card, id)
				s.Press(user, card, id, "virago", "A2")
				s.Submit(user, card, &wire.Form{ID: id}, map[string]string{"1": "20,20"})
			}
		}
		for _, id := range []string{"log|twin|1", "agree|twin|pause|60", "mod|twin|go", "mod|twin|go|000000000000", "ban|go", "film|twin", "rematch|twin",
			"seal|twin|virago", "force|twin", "own|twin", "built|twin", "ready|twin", "change|twin", "accept|twin", "decline|twin", "privacy|0|9999999999"} {
			s.Press(user, card, id, "virago")
		}
		if user == twins.Eve {
			s.Press(user, card, customid.Concede+"|twin")
		}
		if now := had(); now != before {
			t.Errorf("%s has changed what ann has: %s, before %s", user, now, before)
		}
	})
}

// probes are orders that test a secret: a step followed by an impossible one, so that both are taken back; a step and its
// undo; orders about things that the enemy hides. An order with "~" is refused, one with "✔" is played.
var probes = []string{"~designate B1; move B9 to 1,1", "✔designate B1", "✔undo", "✔designate B1", "~move B1 to 21,26; move B9 to 1,1", "✔move B1 to 20,26", "✔undo", "~move B1 to 20,13",
	"~move B1 to 30,11", "✔move B1 to 21,26", "~act smart-med-cannon A1", "~reveal A2 as virago", "~plan A2 virago", "~mount virago A2", "~undo; undo", "✔done", "~act smart-med-cannon A2", "~undo"}

// Each order with which ben probes is refused, played or taken back in both worlds.
func TestCheatByProbing(t *testing.T) {
	cheats(t, func(s *twins.Table, user wire.UserID) {
		for _, line := range probes {
			line, played := strings.CutPrefix(line, "✔")
			line = strings.TrimPrefix(line, "~")
			s.Complete(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
			a := bottest.Words(*s.Slash(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line}).Letter)
			if done := strings.Contains(a, "✔️") || strings.Contains(a, "Taken back"); user == twins.Ben && done != played {
				t.Errorf("%q: played %t, expected %t: %s", line, done, played, a)
			}
			s.Slash(user, []string{"measure"}, twin, bottest.Option{Name: "from", Value: "B1"}, bottest.Option{Name: "to", Value: "A2"})
			s.Settle()
		}
	})
}

// Ben sends values that a select does not offer, in every select of his consoles, and values that his forms do not expect.
func TestCheatWithForgedChoices(t *testing.T) {
	cheats(t, func(s *twins.Table, user wire.UserID) {
		m, ok := s.Wire.Console(user)
		if !ok {
			return
		}
		controls := bottest.ControlsOf(m.Message)
		for _, x := range controls.Selects {
			for _, value := range []string{"A2", "virago", "B1; done", "", "@A1", "-1"} {
				s.Press(user, m, x.ID, value)
				s.Press(user, m, x.ID, value, value, "A1")
			}
		}
		for _, b := range controls.Buttons {
			if strings.HasPrefix(b.ID, wire.ControlType+"|") {
				s.Submit(user, m, &wire.Form{ID: b.ID}, map[string]string{"1": "A2", "virago": "A2; done"})
			}
		}
		if p, err := s.Hall.Public(t.Context(), "twin"); err != nil || p.Result != nil {
			t.Errorf("the match is over: %+v (%v)", p.Result, err)
		}
	})
}

// A moderator who plays ann's default does not reveal by it whether she had given a sealed answer.
func TestCheatByAnsweringForAnother(t *testing.T) {
	var seen [2]map[wire.UserID]string
	for n, acts := range [][]string{{"ben> designate B1", "ben> done", "wait 10s", "ann> pass"}, {"ben> designate B1", "ben> done", "wait 10s"}} {
		s := twins.Open(t, worlds.Faced()[2].World[0], bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
		for _, a := range acts {
			s.Do(twins.Read(a))
		}
		const chair = wire.UserID("chair")
		s.May[chair] = wire.ManageServer
		s.Slash(chair, []string{"mod", "answer"}, twin, bottest.Option{Name: "side", Value: "A"}, bottest.Option{Name: "reason", Value: "away"})
		sure := s.Newest(chair)
		id, ok := bottest.ControlsOf(sure.Message).Find("|go")
		if !ok {
			t.Fatalf("it cannot be confirmed:\n%s", bottest.Words(sure.Message))
		}
		s.Press(chair, sure, id)
		s.Settle()
		s.Do(twins.Read("wait 60s"), twins.Read("ben! show"), twins.Read("eve! show"))
		seen[n] = s.Others()
		seen[n][chair] = bottest.Words(sure.Message) + bottest.Words(s.Newest(chair).Message)
	}
	twins.Alike(t, seen[0], seen[1])
}

// A moderator has the match rewound. How far it goes back does not reveal whether ann had given a sealed answer, or when.
// Ben's offer of a draw, made while her window was open, is void either way.
func TestCheatByRewinding(t *testing.T) {
	var seen [2]map[wire.UserID]string
	const chair = wire.UserID("chair")
	for n, answer := range []string{"ann> pass", "ann! show"} {
		s := twins.Open(t, worlds.Faced()[2].World[0], bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
		s.May[chair] = wire.ManageServer
		mod := func(verb string, options ...bottest.Option) {
			s.Slash(chair, []string{"mod", verb}, append(options, twin, bottest.Option{Name: "reason", Value: "because"})...)
			sure := s.Newest(chair)
			id, ok := bottest.ControlsOf(sure.Message).Find("|go")
			if !ok {
				t.Fatalf("%s cannot be confirmed:\n%s", verb, bottest.Words(sure.Message))
			}
			s.Press(chair, sure, id)
			s.Settle()
		}
		for _, a := range []string{"ben> designate B1", "ben> done", "wait 10s", answer, "ben> draw"} {
			s.Do(twins.Read(a))
		}
		mod("note")
		p, err := s.Hall.Public(t.Context(), "twin")
		if err != nil || len(p.Asked) != 1 || !p.Asked[0].Window {
			t.Fatalf("asked %+v (%v)", p.Asked, err)
		}
		mod("rewind", bottest.Option{Name: "event", Value: fmt.Sprint(len(p.Facts))})
		s.Do(twins.Read("ben! show"), twins.Read("eve! show"), twins.Read("ben> draw"), twins.Read("wait 60s"), twins.Read("ben! show"), twins.Read("eve! show"))
		seen[n] = s.Others()
		seen[n][chair] = bottest.Words(s.Newest(chair).Message)
	}
	twins.Alike(t, seen[0], seen[1])
}

// While ann's window is open, ben changes the clocks, stops the match, leaves and returns, changes his language, exports his
// data and completes orders. None of it reveals whether she has answered.
func TestCheatWithClocks(t *testing.T) {
	var seen [2]map[wire.UserID]string
	for n, answer := range []string{"ann> pass", "ann! show"} {
		w := worlds.Faced()[2].World[0]
		w.Clock = twins.Timing()
		w.Clock.Vacation = 7
		s := twins.Open(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
		for _, a := range []string{"ben> designate B1", "ben> done", "wait 10s", answer} {
			s.Do(twins.Read(a))
		}
		option := func(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }
		for _, x := range []struct {
			command []string
			option  bottest.Option
		}{
			{[]string{"clock", "extend"}, option("by", "1h")}, {[]string{"clock", "pause"}, option("for", "2h")}, {[]string{"clock", "withdraw"}, twin},
			{[]string{"clock", "resume"}, twin}, {[]string{"clock", "vacation"}, option("days", "1")}, {[]string{"clock", "show"}, twin},
			{[]string{"clock", "back"}, twin}, {[]string{"dispute", "open"}, option("reason", "what is it doing?")}, {[]string{"dispute", "list"}, twin},
			{[]string{"clock", "show"}, twin}, {[]string{"dispute", "withdraw"}, twin}, {[]string{"settings"}, option("language", "de")},
			{[]string{"match", "show"}, twin}, {[]string{"order"}, option("line", "undo")}, {[]string{"order"}, option("line", "react")},
			{[]string{"settings"}, option("language", "en")}, {[]string{"privacy", "export"}, twin}, {[]string{"match", "ledger"}, twin},
			{[]string{"match", "log"}, twin}, {[]string{"match", "verify"}, twin}, {[]string{"match", "list"}, option("which", "server")},
			{[]string{"inbox"}, twin}, {[]string{"match", "replay"}, option("step", "3")},
		} {
			options := []bottest.Option{x.option}
			if x.option != twin {
				options = append(options, twin)
			}
			for _, user := range []wire.UserID{twins.Ben, twins.Eve} {
				s.Slash(user, x.command, options...)
				s.Complete(user, []string{"order"}, twin, option("line", "re"))
			}
			s.Settle()
			s.Pass(time.Second)
		}
		s.Do(twins.Read("wait 60s"), twins.Read("wait 60m"), twins.Read("ben! show"), twins.Read("eve! show"))
		seen[n] = s.Others()
	}
	twins.Alike(t, seen[0], seen[1])
}

// triedRulings are rulings of every kind, valid and invalid.
var triedRulings = []string{"token A1 stun on", "token A1.1 stealth on", "token A1 overwatch on", "token A1 overwatch off", "token A1 activated off", "token A1 cm 0",
	"token A1 cm 1", "token A1 cm 9", "token A1 hardened 1", "token A1 hardened 0", "token A2 activated on", "token A2 cm 1", "token A2 overwatch on",
	"place A1 at 24,24", "place A1 at 30,10", "place A2 at 5,5", "place A2 at 20,30", "points 1 vp 2", "points 1 cp 0", "points 1 cp 5", "remove A1", "remove A2",
	"return A1 at 5,5", "return A2 at 5,5", "return A3 at 5,5", "remove B1", "reveal A2 virago", "token A3 stun on"}

// A moderator who has not looked tries rulings, rewinds, answers and looks, without confirming any. The replies must not
// replace the look itself, which everybody is told about.
func TestCheatByTryingRulings(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		if !slices.Contains([]string{"reserve", "tokens", "plan", "overwatch", "standing order", "riders", "boosted countermeasures"}, pair.Kind) {
			continue
		}
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			twins.JudgedAlike(t, pair, bottest.Setup{Forms: Forms{brush: sketch{}}}, triedRulings...)
		})
	}
}

// While ben chooses countermeasures against ann's shot, nothing reveals whether she has ordered how her activation ends.
// Afterwards nothing reveals whether it ended with Overwatch.
func TestCheatByWatchingHowAShotEnds(t *testing.T) {
	seen := func(w twins.World) map[wire.UserID]string {
		return playTwin(t, w, Forms{brush: sketch{}}, twins.Leak{})
	}
	asked := seen(worlds.EndedAhead(""))
	twins.Alike(t, asked, seen(worlds.EndedAhead("then end")))
	twins.Alike(t, asked, seen(worlds.EndedAhead("then overwatch")))
	after := []string{"ben> counter cm", "ben> designate B1", "ben> done", "wait 60s"}
	ended := seen(worlds.EndedAhead("then end", after...))
	twins.Alike(t, ended, seen(worlds.EndedAhead("then overwatch", after...)))
	if ended[ben] == seen(worlds.EndedAhead("then end"))[ben] {
		t.Error("nothing came of the shot")
	}
}

// A moderator who has not looked does not learn it by trying rulings either.
func TestCheatByRulingHowAShotEnds(t *testing.T) {
	var told [3]string
	for n, then := range []string{"", "then end", "then overwatch"} {
		s := twins.Play(t, worlds.EndedAhead(then), bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{}, nil)
		told[n] = s.Judged(triedRulings...)
	}
	if told[0] != told[1] || told[1] != told[2] {
		t.Errorf("a moderator is told\n%s\n%s", twins.Difference(told[0], told[1]), twins.Difference(told[1], told[2]))
	}
}

// Ann's secret is kept, whatever the others and the moderators do next.
func TestCheatByWhatComesNext(t *testing.T) {
	twins.Attacked(t, worlds.Pairs(), bottest.Setup{Forms: Forms{brush: sketch{}}})
}

// A whole chain of attacks does not reveal it either.
func TestCheatByAChainOfAttacks(t *testing.T) {
	twins.Chained(t, worlds.Pairs(), bottest.Setup{Forms: Forms{brush: sketch{}}})
}
