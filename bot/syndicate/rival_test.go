package syndicate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/syndicate/worlds"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/rival"
	"downsync/game/table"
)

// againstTheBot lists the pairs that an ordinary run plays with the program in either seat; SOAK=1 plays all pairs that it can
// play: it looks at nothing and changes no settings.
var againstTheBot = map[game.Seat][]string{1: {"hand", "draw", "an order in vain", "a Hydra's mode", "mulligan"},
	2: {"hand", "what is left of the deck", "deck as brought", "an order in vain"}}

// notByTheBot lists the pairs that concern acts of a person or their time, and in ben's place those that end when he commits.
var notByTheBot = map[game.Seat][]string{1: {"that a commit is in", "when a commit came", "that a Mercenary stays", "which Mercenary stays, and when", "to be asked again", "looking", "settings"},
	2: {"a commit under seal", "orders under seal", "that a commit is in", "when a commit came", "a Hydra's mode"}}

// Twin worlds look the same with the program on either side: in ben's place it is given the same positions, and in ann's neither
// its answers nor their time reveal her secrets.
func TestTwinWorldsAgainstTheBot(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		for seat, ordinarily := range againstTheBot {
			if slices.Contains(notByTheBot[seat], pair.Kind) || os.Getenv("SOAK") == "" && !slices.Contains(ordinarily, pair.Kind) {
				continue
			}
			t.Run(fmt.Sprintf("%s, seat %d", pair.Kind, seat), func(t *testing.T) {
				t.Parallel()
				seen := twins.Against(t, pair, seat, bottest.Setup{Forms: sketched}, twins.Leak{})
				twins.Alike(t, seen[0], seen[1])
			})
		}
	}
}

// A time that depends on the program's result is detected.
func TestPlantedHesitations(t *testing.T) {
	leak := twins.Hesitations()[0]
	if seen := twins.Against(t, worlds.Pair("an order in vain"), 1, bottest.Setup{Forms: sketched}, leak); seen[0][ben] == seen[1][ben] {
		t.Errorf("%s: the leak is not noticed", leak.Name)
	}
}

// Two presses under /help begin a match against the program.
func TestPlayTheBot(t *testing.T) {
	r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: sketched, Mind: rival.New()}})
	m := *r.Slash(ann, []string{"help"}).Letter
	for _, words := range []string{"rival|syndicate", "rival|syndicate|regular"} {
		id, ok := bottest.ControlsOf(m).Find(words)
		if !ok {
			t.Fatalf("no %q in:\n%s", words, bottest.Words(m))
		}
		m = *r.Press(ann, bottest.Message{Message: m}, id).Letter
	}
	all, err := r.Hall.MatchesOf(t.Context(), bot.RivalUser)
	if err != nil || len(all) != 1 {
		t.Errorf("%v: the program plays in %+v\n%s", err, all, bottest.Words(m))
	}
}

// Ann plays a match against the program to its end, and asks for advice before each answer. The program answers after a moment,
// each answer is legal, and nothing goes wrong.
func TestAgainstTheBot(t *testing.T) {
	for _, strength := range rival.New().Strengths() {
		t.Run(string(strength), func(t *testing.T) {
			t.Parallel()
			r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: bottest.WithRival{Offered: sketched, Mind: rival.New()}})
			a := r.Slash(ann, []string{"match", "challenge"}, opt("opponent", string(bottest.Self)), opt("rival", string(strength)), opt("max_rounds", "3"))
			all, err := r.Hall.MatchesOf(t.Context(), ann)
			if err != nil || len(all) != 1 {
				t.Fatalf("%v %s", err, bottest.Said(a))
			}
			id, advised := all[0].Match, 0
			for n := range 200 {
				r.Settle()
				p, err := r.Hall.Private(t.Context(), id, 1)
				if err != nil {
					t.Fatal(err)
				}
				if p.Result != nil {
					break
				}
				before := owedBy(t, r, id)
				if owed := bot.Owed(p); owed != "" {
					hint := bottest.Said(r.Press(ann, r.Wire.Messages("eph-ann")[0], "hint|"+string(id)))
					if !strings.Contains(hint, "💡") {
						t.Fatalf("no advice for %s: %s", owed, hint)
					}
					if _, err := r.Hall.Act(t.Context(), fmt.Sprint("ann", n), id, 1, owed, p.Asks[0].Default); err != nil {
						t.Fatalf("%s: %v", owed, err)
					}
					if a := p.Asks[0]; a.Name != "plan" && a.Name != "mercs" && !strings.Contains(hint, greens(t, p)[0].Label) { // searched, or one by one
						t.Errorf("%s: the hint is %q, and the green button %q", a.Name, hint, greens(t, p)[0].Label)
					}
					advised++
				}
				r.Settle()
				now := owedBy(t, r, id)
				if r.Pass(100 * time.Millisecond); now != before && owedBy(t, r, id) != now {
					t.Errorf("the program answers %s within a tenth of a second", now)
				}
				if r.Pass(2 * time.Second); now != "" && owedBy(t, r, id) == now {
					t.Errorf("the program does not answer %s within three seconds", now)
				}
			}
			if p, err := r.Hall.Public(t.Context(), id); err != nil || p.Result == nil || advised < 6 {
				t.Errorf("%v: no end, after %d pieces of advice", err, advised)
			}
			for line := range strings.Lines(r.Log.String()) {
				if strings.Contains(line, "opponent") || strings.Contains(line, "level=ERROR") {
					t.Error(line)
				}
			}
		})
	}
}

// owedBy returns the question that the program must answer.
func owedBy(t *testing.T, r *bottest.Room, id table.ID) string {
	t.Helper()
	p, err := r.Hall.Private(t.Context(), id, 2)
	if err != nil {
		t.Fatal(err)
	}
	return bot.Owed(p)
}
