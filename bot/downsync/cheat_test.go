package downsync

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
)

// What somebody with the code in hand may try in order to learn what ann hides, or to act in her place. Everything is tried in two
// worlds that differ in her secret, and must come out alike in both.

// cheats has ben, whose Turn it is, and eve, who looks on, try something in both worlds of each pair.
func cheats(t *testing.T, try func(s *twins.Table, user bot.UserID)) {
	for _, pair := range worlds.Faced() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			var seen [2]map[bot.UserID]string
			for n, w := range pair.World {
				s := twins.Play(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{}, nil)
				for _, user := range []bot.UserID{twins.Ben, twins.Eve} {
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

// Custom ids of ann's controls, pressed by others, pressed with values, and sent back as forms of hers. So are ids of commands that
// are hers to confirm. Nothing of hers changes.
func TestCheatWithForeignControls(t *testing.T) {
	cheats(t, func(s *twins.Table, user bot.UserID) {
		had := func() string {
			p, err := s.Hall.Private(t.Context(), "twin", 1)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(len(p.Facts), p.Asks, p.Clocks, p.Result)
		}
		before, card := had(), s.Wire.Messages(s.Wire.Threads()[0])[0]
		for _, does := range []string{bot.ControlSubmit, bot.ControlDraft, bot.ControlChoose, bot.ControlType, bot.ControlOpen, bot.ControlUndo} {
			for _, control := range []string{"1.1", "1.4", "2.2", "9.1", "0.0", "-1.1"} {
				if user == twins.Ben && control[0] <= '2' && control[0] != '0' {
					continue // which are his own pages
				}
				id := does + "|twin|1|" + control
				s.Press(user, card, id)
				s.Press(user, card, id, "virago", "A2")
				s.Submit(user, card, &bot.Form{ID: id}, map[string]string{"1": "20,20"})
			}
		}
		for _, id := range []string{"log|twin|1", "agree|twin|pause|60", "mod|twin|go", "mod|twin|go|000000000000", "ban|go", "film|twin", "rematch|twin",
			"seal|twin|virago", "force|twin", "own|twin", "built|twin", "ready|twin", "change|twin", "accept|twin", "decline|twin", "privacy|0|9999999999"} {
			s.Press(user, card, id, "virago")
		}
		if user == twins.Eve {
			s.Press(user, card, bot.IDConcede+"|twin")
		}
		if now := had(); now != before {
			t.Errorf("%s has changed what ann has: %s, before %s", user, now, before)
		}
	})
}

// probes are orders that probe: a step with another after it that cannot be, so that all is taken back; a step and its undo; orders
// about what the enemy hides. With "~" an order is refused, with "✔" it is played.
var probes = []string{"~designate B1; move B9 to 1,1", "✔designate B1", "✔undo", "✔designate B1", "~move B1 to 21,26; move B9 to 1,1", "✔move B1 to 20,26", "✔undo", "~move B1 to 20,13",
	"~move B1 to 30,11", "✔move B1 to 21,26", "~act smart-med-cannon A1", "~reveal A2 as virago", "~plan A2 virago", "~mount virago A2", "~undo; undo", "✔done", "~act smart-med-cannon A2", "~undo"}

// Whatever ben probes with orders is refused, played or taken back alike.
func TestCheatByProbing(t *testing.T) {
	cheats(t, func(s *twins.Table, user bot.UserID) {
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

// Values that a select does not offer, in every select of ben's own consoles, and what his forms are not meant to take.
func TestCheatWithForgedChoices(t *testing.T) {
	cheats(t, func(s *twins.Table, user bot.UserID) {
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
			if strings.HasPrefix(b.ID, bot.ControlType+"|") {
				s.Submit(user, m, &bot.Form{ID: b.ID}, map[string]string{"1": "A2", "virago": "A2; done"})
			}
		}
		if p, err := s.Hall.Public(t.Context(), "twin"); err != nil || p.Result != nil {
			t.Errorf("the match is over: %+v (%v)", p.Result, err)
		}
	})
}

// A moderator who answers for ann by the default does not tell by it whether she had answered under seal.
func TestCheatByAnsweringForAnother(t *testing.T) {
	var seen [2]map[bot.UserID]string
	for n, acts := range [][]string{{"ben> designate B1", "ben> done", "wait 10s", "ann> pass"}, {"ben> designate B1", "ben> done", "wait 10s"}} {
		s := twins.Open(t, worlds.Faced()[2].World[0], bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
		for _, a := range acts {
			s.Do(twins.Read(a))
		}
		const chair = bot.UserID("chair")
		s.May[chair] = bot.ManageServer
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
