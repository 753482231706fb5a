package jagged

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/customid"
	"downsync/bot/jagged/worlds"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/rival"
)

// notByTheBot lists the pairs that concern acts of a person or their time, and in ben's place those that end when he answers.
var notByTheBot = map[game.Seat][]string{1: {"that a list is in", "when a list came", "that a deployment is in", "when a list and a deployment came", "looking", "settings"},
	2: {"a list under seal", "how many models a list has", "that a list is in", "a deployment under seal", "that a deployment is in"}}

// Twin worlds look the same with the program on either side: in ben's place it is given the same positions, and in ann's neither
// its answers nor their time reveal her secrets.
func TestTwinWorldsAgainstTheBot(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		for seat := range game.Seat(3) {
			if seat == 0 || slices.Contains(notByTheBot[seat], pair.Kind) {
				continue
			}
			t.Run(pair.Kind+", seat "+string('0'+rune(seat)), func(t *testing.T) {
				t.Parallel()
				seen := twins.Against(t, pair, seat, bottest.Setup{Forms: sketched}, twins.Leak{})
				twins.Alike(t, seen[0], seen[1])
			})
		}
	}
}

// The time at which its list is opened does not depend on the list, and a time that does is detected.
func TestPlantedHesitations(t *testing.T) {
	pair := twins.Pair{World: [2]twins.World{worlds.Last("ann> list h-a-line"), worlds.Last("ann> list combat-engineer colonist-rifleman/concussion-grenade colonist-rifleman colonist-rifleman")}}
	for _, leak := range []twins.Leak{{}, twins.Hesitations()[0]} {
		seen := twins.Against(t, pair, 1, bottest.Setup{Forms: sketched}, leak)
		if same := seen[0]["the clock"] == seen[1]["the clock"]; same != (leak.Name == "") {
			t.Errorf("%q: noticed %t\n%s", leak.Name, !same, seen[0]["the clock"])
		}
	}
}

// against makes ann begin a battle against the program by pressing those buttons.
func against(t *testing.T, s *arena, m wire.Message, presses ...string) {
	t.Helper()
	for _, words := range presses {
		m = *s.Press(ann, bottest.Message{Message: m}, bottest.MustFind(t, bottest.Message{Message: m}, words)).Letter
	}
	all, err := s.Hall.MatchesOf(context.Background(), ann)
	if err != nil || len(all) != 1 {
		t.Fatalf("%v: ann plays in %+v\n%s", err, all, bottest.Words(m))
	}
	s.ID = all[0].Match
}

// arenaAlone returns a room without any match.
func arenaAlone(t *testing.T) *arena {
	return &arena{&bottest.Duel{T: t, Language: lang.English, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: sketched, Mind: rival.New()}})}}
}

// A press after the lesson begins a battle against the program, as does a challenge that names its strength.
func TestPlayTheBot(t *testing.T) {
	s := arenaAlone(t)
	s.Slash(eve, []string{"learn"})
	for range 60 {
		m := s.Newest(eve)
		if _, ok := bottest.ControlsOf(m.Message).Find("rival|jagged"); ok {
			break
		}
		if !s.Follow(eve, m) {
			t.Fatalf("nothing to press in:\n%s", bottest.Words(m.Message))
		}
	}
	bottest.MustFind(t, s.Newest(eve), "rival|jagged")
	s.Slash(ben, []string{"match", "challenge"}, opt("opponent", string(bottest.Self)), opt("rival", "recruit"), opt("faction", "martian-order"))
	if all, err := s.Hall.MatchesOf(t.Context(), ben); err != nil || len(all) != 1 {
		t.Errorf("%v: ben plays in %+v", err, all)
	}
}

// Ann plays a battle against the program to its end by buttons, beginning with the one in /help, and asks for advice before each
// press. The program answers after a moment, each answer is legal, and nothing goes wrong.
func TestAgainstTheBot(t *testing.T) {
	for _, strength := range rival.New().Strengths() {
		t.Run(string(strength), func(t *testing.T) {
			t.Parallel()
			s := arenaAlone(t)
			against(t, s, *s.Slash(ann, []string{"help"}).Letter, "rival|jagged", "rival|jagged|"+string(strength))
			presses, advised := 0, 0
			moves, answers := map[int]bool{}, map[string]bool{} // Rounds in which the program moved, and its answers for it
			for ; !s.Over() && presses < 400; presses++ {
				s.Settle()
				p, err := s.Hall.Private(t.Context(), s.ID, 1)
				if err != nil {
					t.Fatal(err)
				}
				if bot.Owed(p) == "" {
					owed := s.owed()
					if v := p.View.(rules.View); v.Phase == rules.Moving && v.Left[0] == 2 {
						moves[v.Round], answers[owed] = true, true
					}
					if s.Pass(100 * time.Millisecond); owed != "" && s.owed() != owed {
						t.Errorf("the program answers %s within a tenth of a second", owed)
					}
					if s.Pass(2 * time.Second); owed != "" && s.owed() == owed {
						t.Errorf("the program does not answer %s within three seconds", owed)
					}
					continue
				}
				if hint := bottest.Said(s.Press(ann, s.Wire.Messages("eph-ann")[0], customid.Hint+"|"+string(s.ID))); !strings.Contains(hint, "💡") {
					t.Fatalf("no advice for %s: %s", bot.Owed(p), hint)
				}
				advised++
				if !s.PressOn(ann) {
					t.Fatalf("ann has nothing to press in:\n%s", bottest.Words(s.Newest(ann).Message))
				}
			}
			if p := s.Public(); p.Result == nil || p.View.(rules.View).Round < 2 || advised < 8 {
				t.Errorf("%+v after %d turns, with %d pieces of advice", p.Result, presses, advised)
			}
			if len(moves) == 0 || len(answers) > 2*len(moves) { // more if models disengage
				t.Errorf("%d answers for the moves of %d Rounds", len(answers), len(moves))
			}
			for line := range strings.Lines(s.Log.String()) {
				if strings.Contains(line, "opponent") || strings.Contains(line, "level=ERROR") {
					t.Error(line)
				}
			}
		})
	}
}

// owed returns the question that the program must answer.
func (s *arena) owed() string {
	p, err := s.Hall.Private(s.T.Context(), s.ID, 2)
	if err != nil {
		s.T.Fatal(err)
	}
	return bot.Owed(p)
}
