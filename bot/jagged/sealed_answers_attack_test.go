package jagged

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/jagged/worlds"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// These tests try what somebody who has read the code might, in order to learn which list or deployment ann has sealed, or to act
// in her place. Everything is tried in two worlds that differ in her secret, and must have the same result in both.

var twin = bottest.Option{Name: "match", Value: "twin"}

// Ben and eve press ann's controls, with values that nobody offered and as forms, and order things that are not theirs: her list,
// her places, a step back of her sealed answer, places for models that she may not have.
func TestCheatForSealedListsAndDeployments(t *testing.T) {
	twins.Cheated(t, sketched, func(s *twins.Table, user wire.UserID) {
		card := s.Wire.Messages(s.Wire.Threads()[0])[0]
		for _, does := range []string{wire.ControlSubmit, wire.ControlDraft, wire.ControlChoose, wire.ControlType, wire.ControlOpen, wire.ControlUndo} {
			for _, control := range []string{"9.1", "0.0", "-1.1"} {
				id := does + "|twin|1|" + control
				s.Press(user, card, id, "h-a-line", "A1")
				s.Submit(user, card, &wire.Form{ID: id}, map[string]string{"1": "5,5"})
			}
		}
		for _, line := range []string{"list h-a-line", "list h-a-breach", "list combat-engineer support-mech heavy-android colonist-rifleman", "deploy 6,6 5,2 8,2 2,5", "deploy 46,46", "undo", "move A1 to 9,9", "glimpse A1 to 9,9",
			"reinforce A9", "steal yes", "objective at 12,32"} {
			s.Complete(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
			s.Slash(user, []string{"order"}, twin, bottest.Option{Name: "line", Value: line})
		}
		for _, command := range [][]string{{"match", "show"}, {"match", "log"}, {"match", "verify"}, {"privacy", "export"}, {"clock", "show"}, {"match", "replay"}} {
			s.Slash(user, command, twin)
		}
	}, worlds.Pair("a list under seal"), worlds.Pair("a deployment under seal"))
}

// The BP that a side keeps for Reinforcements are not revealed to the other side, whose own card is written when both are ready.
func TestKeptPointsAreNotToldToTheOther(t *testing.T) {
	s := newArena(t, lang.English, nil)
	s.Slash(ann, []string{"match", "challenge"}, opt("opponent", string(ben)), opt("faction", cards.Humans), opt("map", "spire-yard"), opt("clock", "quick"))
	s.Click(ben, s.Lobby(), "accept|")
	brought := ""
	for _, l := range cards.Lists() {
		var list []rules.Pick
		for _, u := range l.Units {
			list = append(list, rules.Pick{Unit: u})
		}
		if bp, _ := rules.Spent(list); l.Faction == cards.Martians && l.Role == "defender" && bp < rules.Budget(2) {
			brought = l.ID
		}
	}
	s.Click(ben, s.Newest(ben), "force|", brought)
	if own := bottest.Words(s.Newest(ben).Message); !strings.Contains(own, "BP are kept") {
		t.Fatalf("%s is not told what %s keeps:\n%s", ben, brought, own)
	}
	s.Settle()
	m, ok := s.Wire.Console(ann)
	if told := bottest.Words(m.Message); !ok || !strings.Contains(told, "is ready to play you") || strings.Contains(told, "kept") {
		t.Errorf("%s is told:\n%s", ann, told)
	}
}

// always is dice that always show the same face.
type always int

func (d always) Roll(game.Seat, int, int) (int, error) { return int(d), nil }

// While ben is asked about an attack he cannot find out whether ann's further attacks follow automatically.
func TestCheatForTheRestOfTheAttacks(t *testing.T) {
	c := worlds.Unlisted()
	c.Board = "open"
	c.Lab = &rules.Lab{Round: 2, Phase: rules.Shooting, Initiative: 1, Flares: [2]int{3, 2}, Models: []rules.LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: at(20, 20)}, {Label: "A2", Unit: "colonist-rifleman", At: at(24, 20)},
		{Label: "B1", Unit: "elder-seer-commander", At: at(20, 32)}, {Label: "B2", Unit: "sand-golem", At: at(40, 40)}}}
	world := func(line string) twins.World {
		return worlds.Jagged.World(c.Encode(), func() game.Dice { return always(70) }, "ann> "+line)
	}
	asked := func(s *twins.Table) {
		p, err := s.Hall.Private(t.Context(), "twin", 2)
		if err != nil || len(p.Asks) == 0 || p.Asks[0].Name != "insight" {
			t.Fatalf("ben is asked %+v of %+v: %v", p.Asks, p.Facts, err)
		}
	}
	pair := twins.Pair{Kind: "the rest", World: [2]twins.World{world("shoot A1 B1"), world("shoot all")}}
	asked(twins.Play(t, pair.World[1], bottest.Setup{Forms: sketched}, twins.Leak{}, nil))
	twins.Same(t, pair, Forms{})
	twins.SweptAlike(t, sketched, pair)
}

// Ben answers such a question with a refused order after it. The result of his answer does not depend on whether ann's other model
// attacks automatically: otherwise he would learn that before he decides whether to use Seer's Insight, which he may use once.
func TestCheatByHedgingInsight(t *testing.T) {
	c := worlds.Unlisted()
	c.Board = "open"
	c.Lab = &rules.Lab{Round: 2, Phase: rules.Shooting, Initiative: 1, Flares: [2]int{3, 2}, Models: []rules.LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: at(20, 20)}, {Label: "A2", Unit: "heavy-android", At: at(44, 4)},
		{Label: "B1", Unit: "elder-seer-commander", At: at(20, 32)}, {Label: "B2", Unit: "crystal-sniper", At: at(44, 34)}, {Label: "B3", Unit: "sand-golem", At: at(44, 13)}}}
	for _, line := range []string{"shoot A1 B1", "shoot best"} {
		w := worlds.Jagged.World(c.Encode(), func() game.Dice { return always(70) }, "ann> "+line)
		s := twins.Play(t, w, bottest.Setup{Forms: sketched}, twins.Leak{}, nil)
		told := bottest.Words(*s.Slash(twins.Ben, []string{"order"}, twin, bottest.Option{Name: "line", Value: "insight no; rush B9"}).Letter)
		p, err := s.Hall.Private(t.Context(), "twin", 2)
		if err != nil || strings.Contains(told, "Nothing was done") || p.CanUndo || p.View.(rules.View).Attack != nil {
			t.Errorf("%s: %v, his answer does not stand (undo %t):\n%s", line, err, p.CanUndo, told)
		}
	}
}

// A moderator who has not looked is told the same about rulings, rewinds and answers that they try, whatever the secret.
func TestCheatByTryingRulings(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			twins.JudgedAlike(t, pair, bottest.Setup{Forms: sketched}, "wounds A1 1", "wounds A1 0", "wounds A9 2", "wounds B1 3", "place A1 at 5,5", "place A2 at 30,30", "place A9 at 3,3", "flares 1 0", "flares 2 5", "vp 1 2", "vp 2 99", "owner 1 2", "owner 3 0", "clear A1", "deploy 5,5", "")
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
