package downsync

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// sketch is a brush that writes the view down instead of drawing it: what a picture could show, and more.
type sketch struct{}

func (sketch) Public(v rules.View) (render.Public, error) {
	v.Rosters = nil // salted hashes tell nothing, and no picture shows them
	raw, err := json.Marshal(v)
	return render.Public{PNG: raw}, err
}

func (sketch) Preview(rules.View) (render.Public, error) { return render.Public{}, nil }

func (sketch) PublicSheet(v rules.View) (render.Public, error) { return sketch{}.Public(v) }

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

func (sketch) Private(v rules.View, s *draw.Staged) (render.Private, error) {
	v.Rosters = nil
	raw, err := json.Marshal([]any{v, s})
	return render.Private{Seat: v.Viewer.Seat(), PNG: raw}, err
}

// pictured are the twins that are compared in pictures as well; the same views always give the same bytes, which render tests.
var pictured = []string{"tokens", "overwatch"}

// playTwin plays a world, with a leak planted in it, and gives what each of the two others was delivered.
func playTwin(t *testing.T, w twins.World, forms bottest.Offered, leak twins.Leak) map[bot.Snowflake]string {
	t.Helper()
	return seatTwin(t, w, forms, leak).others()
}

// seatTwin plays a world.
func seatTwin(t *testing.T, w twins.World, forms bottest.Offered, leak twins.Leak) *sitting {
	t.Helper()
	return seatTwinIn(t, w, forms, leak, nil)
}

// seatTwinIn plays a world whose users' clients have these languages.
func seatTwinIn(t *testing.T, w twins.World, forms bottest.Offered, leak twins.Leak, locales map[bot.Snowflake]string) *sitting {
	t.Helper()
	s := openTwin(t, w.Config, w.Dice(), locales, bottest.Setup{Forms: forms, Hall: leak.Hall,
		Through: func(r *bottest.Room, w bot.Wire) bot.Wire { return leak.Wire(w, ann, r.Clock.Advance) }})
	for _, act := range w.Acts {
		s.twinAct(act)
		s.Settle()
	}
	return s
}

// openTwin opens a match of a world.
func openTwin(t *testing.T, c rules.Config, dice game.Dice, locales map[bot.Snowflake]string, setup bottest.Setup) *sitting {
	t.Helper()
	setup.Game, setup.Dice = rules.Rules(), func(table.ID) game.Dice { return dice }
	setup.Timings, setup.Default = map[string]table.Timing{"strict": twins.Timing()}, "strict"
	r := bottest.New(t, setup)
	r.Locales = locales
	s := &sitting{t: t, Room: r}
	card, err := r.Wire.Post(context.Background(), bottest.General, bot.Message{Blocks: []bot.Block{bot.Text("a match")}}, "card")
	if err != nil {
		t.Fatal(err)
	}
	place, err := json.Marshal(bot.Place{Guild: "guild", Channel: bottest.General, Message: card, Names: []string{"ann", "ben"}, Summary: "twins"})
	if err != nil {
		t.Fatal(err)
	}
	err = r.Hall.Open(context.Background(), "open", "twin", table.Opening{Game: "downsync", Config: c.Encode(), Timing: twins.Timing(), Place: place,
		Users: []table.User{table.User(ann), table.User(ben)}})
	if err != nil {
		t.Fatal(err)
	}
	r.Settle()
	return s
}

// others is what each of the two others was delivered.
func (s *sitting) others() map[bot.Snowflake]string {
	out := map[bot.Snowflake]string{}
	for _, user := range []bot.Snowflake{ben, eve} {
		out[user] = masked(s.Wire.Delivered(user, 0))
	}
	return out
}

// twinAct does one step of a world.
func (s *sitting) twinAct(a twins.Act) {
	s.t.Helper()
	in, user := bottest.Option{Name: "match", Value: "twin"}, bot.Snowflake(a.Who)
	switch {
	case a.Wait > 0:
		s.Pass(a.Wait)
	case a.Order != "":
		if text := bottest.Words(*s.Slash(user, []string{"order"}, bottest.Option{Name: "line", Value: a.Order}, in).Letter); !strings.Contains(text, "✔️") {
			s.t.Fatalf("%s: %s", a, text)
		}
	case a.Look == twins.Show:
		s.Slash(user, []string{"match", "show"}, in)
	case a.Look == twins.Know:
		s.Slash(user, []string{"know"}, in)
	case a.Look == twins.Measure:
		s.Slash(user, []string{"measure"}, in, bottest.Option{Name: "from", Value: "A1"}, bottest.Option{Name: "to", Value: "B1"}, bottest.Option{Name: "standing", Value: "20,14"})
	case a.Look == twins.Complete:
		s.Complete(user, []string{"order"}, in, bottest.Option{Name: "line", Value: "act "})
	case a.Look == twins.Wrong:
		s.Slash(user, []string{"order"}, bottest.Option{Name: "line", Value: twins.WrongOrder}, in)
	case a.Look == twins.Draft:
		m := s.console(user)
		x := bottest.ControlsOf(m.Message).Selects[0]
		s.Press(user, m, x.ID, x.Options[0].Value)
	case a.Look == twins.Settings:
		s.Slash(user, []string{"settings"}, bottest.Option{Name: "language", Value: "de"}, bottest.Option{Name: "theme", Value: "light"})
	case a.Look == twins.Closed:
		s.Wire.CloseDM(user, true)
	default:
		s.t.Fatalf("no act %q", a)
	}
}

var (
	ids   = regexp.MustCompile(`"[met]\d+"`)
	files = regexp.MustCompile(`[0-9a-f]{24}\.png|[a-z0-9]{16}\.json`)
	seals = regexp.MustCompile("`[0-9a-f]{12}…`")
	hash  = regexp.MustCompile(`"[0-9a-f]{64}"`)
)

// masked writes what was delivered so that two worlds can be compared: ids by the order in which they appear, the random
// names of files and the salted hashes left out, everything else byte for byte.
func masked(items []bottest.Sent) string {
	var b strings.Builder
	seen := map[string]string{}
	for _, it := range items {
		it.Message.Files = slices.Clone(it.Message.Files)
		for i, f := range it.Message.Files {
			if strings.HasSuffix(f.Name, ".json") {
				it.Message.Files[i].Data = hash.ReplaceAll(f.Data, []byte(`"seal"`))
			}
		}
		raw, err := json.Marshal(it)
		if err != nil {
			panic(err)
		}
		line := files.ReplaceAllString(seals.ReplaceAllString(string(raw), "seal"), "file.png")
		line = ids.ReplaceAllStringFunc(line, func(id string) string {
			if seen[id] == "" {
				seen[id] = fmt.Sprintf("#%d", len(seen)+1)
			}
			return seen[id]
		})
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Twin worlds on the wire: two matches that differ only in what ann keeps to herself deliver the same to ben and to an
// onlooker: every message, edit, answer, picture, alt text, custom id and suggestion, in number, order and time.
func TestTwinWorldsOnTheWire(t *testing.T) {
	for _, pair := range twins.Pairs() {
		t.Run(pair.Kind, func(t *testing.T) {
			b := brush(sketch{})
			if slices.Contains(pictured, pair.Kind) {
				b = draw.Look{}
			}
			one, other := playTwin(t, pair.World[0], Forms{brush: b}, twins.Leak{}), playTwin(t, pair.World[1], Forms{brush: b}, twins.Leak{})
			for _, user := range []bot.Snowflake{ben, eve} {
				if one[user] == "" {
					t.Fatalf("%s was delivered nothing", user)
				}
				if one[user] != other[user] {
					t.Errorf("%s can tell the worlds apart:\n%s", user, twins.Difference(one[user], other[user]))
				}
			}
		})
	}
}

// S11: how many tokens are left after boosted checks that fail shows in nothing: the number and order of messages, the CP, the
// deadlines.
func TestBoostedChecksOnTheWire(t *testing.T) {
	for _, checks := range []int{1, 2} {
		var none map[bot.Snowflake]string
		for _, left := range []int{0, 1, 2} {
			got := playTwin(t, twins.Boosted(checks, left), Forms{brush: sketch{}}, twins.Leak{})
			if none == nil {
				none = got
			}
			for _, user := range []bot.Snowflake{ben, eve} {
				if !strings.Contains(got[user], fmt.Sprintf("A spends %d CP.", checks)) || got[user] != none[user] {
					t.Errorf("%d boosts, %d tokens left: %s is told\n%s", checks, left, user, twins.Difference(none[user], got[user]))
				}
			}
		}
	}
}

// The comparison sees a difference when there is one.
func TestTwinsCanDiffer(t *testing.T) {
	pair := twins.Apart()
	one, moved := playTwin(t, pair.World[0], Forms{brush: sketch{}}, twins.Leak{}), playTwin(t, pair.World[1], Forms{brush: sketch{}}, twins.Leak{})
	if one[eve] == moved[eve] || one[ben] == moved[ben] {
		t.Error("a contact an inch aside makes no difference")
	}
}
