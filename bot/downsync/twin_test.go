package downsync

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/wording"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
	draw "downsync/render/downsync"
)

// sketch is a brush that writes the view down instead of drawing it: what a picture could show, and more.
type sketch struct{}

func (sketch) Public(v rules.View, news draw.PublicNews) (render.Public, error) {
	v.Rosters = nil // salted hashes reveal nothing, and no picture shows them
	raw, err := json.Marshal([]any{v, fmt.Sprint(news)})
	return render.Public{PNG: raw}, err
}

func (sketch) Measured(v rules.View, line *draw.Line) (render.Public, error) {
	v.Rosters = nil
	raw, err := json.Marshal([]any{v, line})
	return render.Public{PNG: raw}, err
}

func (sketch) Result(v rules.View, news draw.PublicNews) (render.Public, error) {
	return sketch{}.Public(v, news)
}

func (sketch) Preview(rules.View) (render.Public, error) { return render.Public{}, nil }

// rolls writes dice down, nothing if there are none.
func rolls(facts []game.Fact, most int) []byte {
	s, ok := draw.Look{}.Dice(facts, most)
	if !ok {
		return nil
	}
	return []byte(s.String())
}

func (sketch) PublicDice(facts []game.Fact, most int) (render.Public, error) {
	return render.Public{PNG: rolls(facts, most)}, nil
}

func (sketch) PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error) {
	return render.Private{Seat: seat, PNG: rolls(facts, most)}, nil
}

func (sketch) Private(v rules.View, s *draw.Staged, news draw.PrivateNews) (render.Private, error) {
	v.Rosters = nil
	raw, err := json.Marshal([]any{v, s, fmt.Sprint(news)})
	return render.Private{Seat: v.Viewer.Seat(), PNG: raw}, err
}

// pictured are the twins that are compared in pictures too. The same view is always drawn as the same bytes; tests of render
// check that.
var pictured = []string{"tokens", "overwatch"}

// playTwin plays a world with a leak planted in it. It returns what each of the two others was delivered.
func playTwin(t *testing.T, w twins.World, forms bottest.Offered, leak twins.Leak) map[wire.UserID]string {
	t.Helper()
	return twins.Play(t, w, bottest.Setup{Forms: forms}, leak, nil).Others()
}

// Twin worlds on the wire: two matches that differ only in one of ann's secrets deliver the same to ben and to an onlooker:
// every message, edit, answer, picture, alt text, custom id and suggestion, in number, order and time.
func TestTwinWorldsOnTheWire(t *testing.T) {
	pairs := worlds.Pairs()
	for _, pair := range worlds.Pairs() {
		pairs = append(pairs, pair.Under(twins.CalledInThread))
	}
	for _, pair := range pairs {
		t.Run(pair.Kind, func(t *testing.T) {
			b := wording.Brush(sketch{})
			if slices.Contains(pictured, pair.Kind) {
				b = draw.Look{}
			}
			twins.Alike(t, playTwin(t, pair.World[0], Forms{brush: b}, twins.Leak{}), playTwin(t, pair.World[1], Forms{brush: b}, twins.Leak{}))
		})
	}
}

// settledOrdinarily are the pairs played under every setting in an ordinary run. SOAK=1 plays all.
var settledOrdinarily = []string{"plan", "out of time", "late answer"}

// Twin worlds deliver the same whatever both players have chosen in /settings.
func TestTwinWorldsUnderEverySetting(t *testing.T) {
	settings := twins.EverySetting(t, Forms{})
	if len(settings) < 8 {
		t.Errorf("only %d settings were found", len(settings))
	}
	for _, pair := range worlds.Pairs() {
		if os.Getenv("SOAK") == "" && !slices.Contains(settledOrdinarily, pair.Kind) {
			continue
		}
		for _, o := range settings {
			under := pair.Under(o)
			t.Run(under.Kind, func(t *testing.T) {
				t.Parallel()
				forms := Forms{brush: sketch{}}
				twins.Alike(t, playTwin(t, under.World[0], forms, twins.Leak{}), playTwin(t, under.World[1], forms, twins.Leak{}))
			})
		}
	}
}

// againstTheBot are the pairs played in an ordinary run with the program in one of the seats. SOAK=1 plays all pairs that the
// program can play: it only answers questions, looks at nothing and lets no time run out. If it is asked less and its answer
// becomes public, the test has waited less until then.
var againstTheBot = map[game.Seat][]string{1: {"overwatch", "tokens", "boosted countermeasures", "force"}, 2: {"reserve", "plan", "tokens", "riders"}}

var notByTheBot = map[game.Seat]*regexp.Regexp{1: regexp.MustCompile("plan|standing order|late answer|left the server|quiet hours|opened"), 2: regexp.MustCompile("plan in quiet hours")}

// Twin worlds are as much alike with the program on either side. In ben's seat the program is given the same positions. In
// ann's seat neither its acts nor the time of its answers reveal any secret.
func TestTwinWorldsAgainstTheBot(t *testing.T) {
	for _, pair := range worlds.Pairs() {
		for seat, ordinarily := range againstTheBot {
			if notByTheBot[seat].MatchString(pair.Kind) || os.Getenv("SOAK") == "" && !slices.Contains(ordinarily, pair.Kind) {
				continue
			}
			t.Run(fmt.Sprintf("%s, seat %d", pair.Kind, seat), func(t *testing.T) {
				t.Parallel()
				for i, w := range pair.World {
					pair.World[i].Acts = slices.DeleteFunc(slices.Clone(w.Acts), func(a twins.Act) bool { return a.Wait == 20*time.Second }) // the program takes its own time
				}
				seen := twins.Against(t, pair, seat, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Leak{})
				twins.Alike(t, seen[0], seen[1])
			})
		}
	}
}

// The comparison finds a delay that depends on the program's computations.
func TestPlantedHesitations(t *testing.T) {
	pairs := worlds.Pairs()
	pair := pairs[slices.IndexFunc(pairs, func(p twins.Pair) bool { return p.Kind == "overwatch" })]
	for _, leak := range twins.Hesitations() {
		if seen := twins.Against(t, pair, 1, bottest.Setup{Forms: Forms{brush: sketch{}}}, leak); seen[0][ben] == seen[1][ben] {
			t.Errorf("%s: the leak is not noticed", leak.Name)
		}
	}
}

// If others could see that somebody has given a sealed answer, they could tell an answer given in advance from one given when
// asked.
func TestPlantedUnsealing(t *testing.T) {
	pairs := worlds.Pairs()
	pair := pairs[slices.IndexFunc(pairs, func(p twins.Pair) bool { return p.Kind == "boosts beforehand" })]
	for seat := game.Seat(1); seat <= 2; seat++ {
		seen := twins.Against(t, pair, seat, bottest.Setup{Forms: Forms{brush: sketch{}}}, twins.Unsealed())
		if maps.Equal(seen[0], seen[1]) {
			t.Errorf("seat %d of the program's: the leak is not noticed", seat)
		}
	}
}

// S11: the number of tokens left after boosted checks that fail does not show in anything: the number and order of messages,
// the CP, the deadlines.
func TestBoostedChecksOnTheWire(t *testing.T) {
	for _, checks := range []int{1, 2} {
		none := playTwin(t, worlds.Boosted(checks, 0), Forms{brush: sketch{}}, twins.Leak{})
		if want := fmt.Sprintf("A spends %d CP.", checks); !strings.Contains(none[ben], want) {
			t.Fatalf("no %q in\n%s", want, none[ben])
		}
		for left := 1; left <= 2; left++ {
			twins.Alike(t, none, playTwin(t, worlds.Boosted(checks, left), Forms{brush: sketch{}}, twins.Leak{}))
		}
	}
}

// The comparison notices a real difference.
func TestTwinsCanDiffer(t *testing.T) {
	pair := worlds.Apart()
	one, moved := playTwin(t, pair.World[0], Forms{brush: sketch{}}, twins.Leak{}), playTwin(t, pair.World[1], Forms{brush: sketch{}}, twins.Leak{})
	if one[eve] == moved[eve] || one[ben] == moved[ben] {
		t.Error("a contact an inch aside makes no difference")
	}
}

// Nobody learns what ann looks at, or that she takes back a secret step.
func TestTwinsUntold(t *testing.T) { twins.OnTheWire(t, worlds.Untold(), Forms{brush: sketch{}}) }
