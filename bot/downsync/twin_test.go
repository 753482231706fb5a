package downsync

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/downsync/plane"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Twin worlds on the wire: two matches that differ only in what ann keeps to herself deliver the same to ben and to an
// onlooker: every message, edit, answer, picture, alt text, custom id and suggestion, in number, order and time.

// world is what ann does and has in one of the twins.
type world struct {
	conf rules.Config
	// acts are the steps: "ann> order", "ben> order", "ann! something of her own", "wait 15s".
	acts []string
}

// twins are pairs of worlds, a pair a kind of secret.
var twins = map[string][2]world{
	"reserve": {
		{lab(func(l *rules.Lab) { l.Reserve[0] = []string{"virago"} }), turnOf("ann> end")},
		{lab(func(l *rules.Lab) { l.Reserve[0] = []string{"gsv-phantom"} }), turnOf("ann> end")},
	},
	"plan": {
		{lab(nil), turnOf("ann> end")},
		{lab(nil), append([]string{"ann> plan A2 virago"}, turnOf("ann> plan A2 none", "ann> end")...)},
	},
	"overwatch": {
		{lab(nil), append(turnOf("ann> end"), "ben> done", "ann> pass", "wait 60s", "ben> done")}, // nobody of hers could react
		{lab(nil), append(turnOf("ann> act overwatch", "ann> end"), "ben> done", "ann> pass", "wait 60s", "ben> done")},
	},
	"tokens": {
		{lab(func(l *rules.Lab) { l.Pieces[0].Bases[0].CM, l.Pieces[0].Bases[0].Hardened = n(0), n(1) }), shotAt("ann> counter hardened")},
		{lab(func(l *rules.Lab) { l.Pieces[0].Bases[0].CM, l.Pieces[0].Bases[0].Hardened = n(3), n(0) }), shotAt("ann> counter cm")},
	},
	"no token": {
		{lab(func(l *rules.Lab) { l.Pieces[0].Bases[0].CM, l.Pieces[0].Bases[0].Hardened = n(0), n(0) }), shotAt("ann> counter none")},
		{lab(func(l *rules.Lab) { l.Pieces[0].Bases[0].CM, l.Pieces[0].Bases[0].Hardened = n(2), n(1) }), shotAt("ann> counter none")},
	},
	"standing order": {
		{lab(second), []string{"ben> designate B1", "ben> done", "wait 7s", "ann> pass", "wait 60s"}},
		{lab(second), []string{"ann> standing pass round", "ben> designate B1", "ben> done", "wait 7s", "wait 60s"}},
	},
	"out of time": {
		{lab(second), []string{"ben> designate B1", "ben> done", "wait 10s", "ann> pass", "wait 60s"}},
		{lab(second), []string{"ben> designate B1", "ben> done", "wait 10s", "wait 60s"}},
	},
	"boosts": {
		{lab(second), []string{"ben> designate B1", "ben> done", "ann> react", "wait 60s", "ben> done", "ann> declare A1", "ann> boost A1"}},
		{lab(second), []string{"ben> designate B1", "ben> done", "ann> react", "wait 60s", "ben> done", "ann> declare A1", "ann> boost none"}},
	},
	"looking": {
		{lab(nil), turnOf("ann> end")},
		{lab(nil), turnOf("ann! show", "ann! know", "ann! measure", "ann! complete", "ann! wrong", "ann! closed", "ann> end")},
	},
	"force": {
		{standardSetup([]string{"virago", "virago", "widow-scout"}), setUpOf()},
		{standardSetup([]string{"gsv-aurora", "gsv-phantom", "sentinel-tagger"}), setUpOf()},
	},
	"riders": {
		{standardSetup([]string{"courier", "crusader", "harbinger"}), setUpOf()},
		{standardSetup([]string{"courier", "crusader", "harbinger", "vector-squad"}), setUpOf("ann> mount vector-squad courier")},
	},
}

func n(v int) *int { return &v }

func second(l *rules.Lab) { l.Active = 2 }

// lab is a position: ann's Unit that could shoot and a contact of hers, a Unit of ben's.
func lab(change func(*rules.Lab)) rules.Config {
	at := func(x, y int) []rules.LabBase {
		return []rules.LabBase{{At: plane.Point{X: plane.In(x), Y: plane.In(y)}}}
	}
	l := &rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"crusader"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Unit: "guardian-destroyer", Bases: at(20, 10)}, {Label: "A2", Sig: "medium", Bases: at(30, 10)},
		{Label: "B1", Unit: "samson", Bases: at(20, 30)}, {Label: "B2", Sig: "medium", Bases: at(40, 40)}}}
	if change != nil {
		change(l)
	}
	c := rules.Defaults()
	c.Lab = l
	return c
}

func standardSetup(force []string) rules.Config {
	c := rules.Defaults()
	c.Forces, c.Salts = [2][]string{force, {"samson", "crusader"}}, [2]string{strings.Join(force, "/"), "ben's"}
	return c
}

// turnOf is a Turn of ann's up to the activation of A1, in which she does that, and the end of it.
func turnOf(acts ...string) []string {
	out := append([]string{"ann> designate A1", "ann> done", "ben> pass", "wait 60s", "ann> activate A1"}, acts...)
	return append(out, "ben> designate B1")
}

// shotAt is an attack of ben's on A1 that hits, and her answer.
func shotAt(counter string) []string {
	return []string{"ann> designate A1", "ann> done", "ben> pass", "wait 60s", "ann> done", "ben> designate B1", "ben> done", "ann> pass", "wait 60s",
		"ben> activate B1", "ben> act smart-med-cannon A1", counter, "ben> end"}
}

// setUpOf is a set-up to the first designation; ben wins the roll and deploys first, and ann does that before she deploys.
func setUpOf(acts ...string) []string {
	out := append([]string{"ben> first", "ben> deploy rest", "ben> done"}, acts...)
	return append(out, "ann> deploy rest", "ann> done", "ben> designate B1")
}

// loaded are dice whose public rolls do not depend on what seats roll in private: ann's starting roll is low, everything
// after it comes off.
type loaded struct {
	low int // how many public rolls come to nothing first
}

func (d *loaded) Roll(seat game.Seat, _, sides int) (int, error) {
	if seat == 0 && d.low > 0 {
		d.low--
		return 1, nil
	}
	return sides, nil
}

// play plays the world and gives what each of the two others was delivered.
func (w world) play(t *testing.T, b brush) map[bot.Snowflake]string {
	t.Helper()
	return w.leaking(t, Forms{brush: b}, nil)
}

// sketch is a brush that writes the view down instead of drawing it: what a picture could show, and more.
type sketch struct{}

func (sketch) Public(v rules.View) (render.Public, error) {
	v.Rosters = nil // salted hashes tell nothing, and no picture shows them
	raw, err := json.Marshal(v)
	return render.Public{PNG: raw}, err
}

func (sketch) Preview(rules.View) (render.Public, error) { return render.Public{}, nil }

func (sketch) Private(v rules.View, s *draw.Staged) (render.Private, error) {
	v.Rosters = nil
	raw, err := json.Marshal([]any{v, s})
	return render.Private{Seat: v.Viewer.Seat(), PNG: raw}, err
}

// pictured are the twins that are compared in pictures as well; the same views always give the same bytes, which render tests.
var pictured = []string{"tokens", "overwatch"}

// leaking plays it with a leak planted.
func (w world) leaking(t *testing.T, forms bot.Forms, through func(*bottest.Room, bot.Wire) bot.Wire) map[bot.Snowflake]string {
	t.Helper()
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour, "react": time.Hour}, Tick: 15 * time.Second, Strict: 45 * time.Second}
	dice := &loaded{}
	if w.conf.Lab == nil {
		dice.low = 2
	}
	r := bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: forms, Through: through, Dice: func(table.ID) game.Dice { return dice },
		Timings: map[string]table.Timing{"strict": timing}, Default: "strict"})
	s := &sitting{t: t, Room: r}
	card, err := r.Wire.Post(context.Background(), bottest.General, bot.Message{Blocks: []bot.Block{bot.Text("a match")}}, "card")
	if err != nil {
		t.Fatal(err)
	}
	place, err := json.Marshal(bot.Place{Channel: bottest.General, Message: card, Names: []string{"ann", "ben"}, Summary: "twins"})
	if err != nil {
		t.Fatal(err)
	}
	err = r.Hall.Open(context.Background(), "open", "twin", table.Opening{Game: "downsync", Config: w.conf.Encode(), Timing: timing, Place: place,
		Users: []table.User{table.User(ann), table.User(ben)}})
	if err != nil {
		t.Fatal(err)
	}
	r.Settle()
	for _, act := range w.acts {
		s.twinAct(act)
		r.Settle()
	}
	out := map[bot.Snowflake]string{}
	for _, user := range []bot.Snowflake{ben, eve} {
		out[user] = masked(r.Wire.Delivered(user, 0))
	}
	return out
}

// twinAct does one step of a world.
func (s *sitting) twinAct(act string) {
	s.t.Helper()
	in := bottest.Option{Name: "match", Value: "twin"}
	who, order, ordered := strings.Cut(act, "> ")
	switch {
	case strings.HasPrefix(act, "wait "):
		d, err := time.ParseDuration(act[5:])
		if err != nil {
			s.t.Fatal(err)
		}
		s.Pass(d)
	case ordered:
		user := map[string]bot.Snowflake{"ann": ann, "ben": ben}[who]
		if text := bottest.Words(*s.Slash(user, []string{"order"}, bottest.Option{Name: "line", Value: order}, in).Letter); !strings.Contains(text, "✔️") {
			s.t.Fatalf("%s: %s", act, text)
		}
	case act == "ann! show":
		s.Slash(ann, []string{"match", "show"}, in)
	case act == "ann! know":
		s.Slash(ann, []string{"know"}, in)
	case act == "ann! measure":
		s.Slash(ann, []string{"measure"}, in, bottest.Option{Name: "from", Value: "A1"}, bottest.Option{Name: "to", Value: "B1"}, bottest.Option{Name: "standing", Value: "20,14"})
	case act == "ann! complete":
		s.Complete(ann, []string{"order"}, in, bottest.Option{Name: "line", Value: "act "})
	case act == "ann! wrong":
		s.Slash(ann, []string{"order"}, bottest.Option{Name: "line", Value: "act hmg B2"}, in)
	case act == "ann! closed":
		s.Wire.CloseDM(ann, true)
	default:
		s.t.Fatalf("no act %q", act)
	}
}

var (
	ids   = regexp.MustCompile(`"[met]\d+"`)
	files = regexp.MustCompile(`[0-9a-f]{24}\.png`)
	seals = regexp.MustCompile("`[0-9a-f]{12}…`")
)

// masked writes what was delivered so that two worlds can be compared: ids by the order in which they appear, the random
// names of files and the salted hashes left out, everything else byte for byte.
func masked(items []bottest.Sent) string {
	var b strings.Builder
	seen := map[string]string{}
	for _, it := range items {
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

func TestTwinWorldsOnTheWire(t *testing.T) {
	for kind, pair := range twins {
		t.Run(kind, func(t *testing.T) {
			b := brush(sketch{})
			if slices.Contains(pictured, kind) {
				b = draw.Look{}
			}
			one, other := pair[0].play(t, b), pair[1].play(t, b)
			for _, user := range []bot.Snowflake{ben, eve} {
				if one[user] == "" {
					t.Fatalf("%s was delivered nothing", user)
				}
				if one[user] != other[user] {
					t.Errorf("%s can tell the worlds apart:\n%s", user, firstDifference(one[user], other[user]))
				}
			}
		})
	}
}

// firstDifference shows where two traces part.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			continue
		}
		at := 0
		for at < min(len(x[i]), len(y[i])) && x[i][at] == y[i][at] {
			at++
		}
		from := max(0, at-200)
		return fmt.Sprintf("item %d of %d and %d:\n…%s\n…%s", i+1, len(x), len(y), x[i][from:min(len(x[i]), at+200)], y[i][from:min(len(y[i]), at+200)])
	}
	return fmt.Sprintf("%d items and %d", len(x), len(y))
}

// The comparison sees a difference when there is one.
func TestTwinsCanDiffer(t *testing.T) {
	one := world{lab(nil), turnOf("ann> end")}.play(t, sketch{})
	moved := world{lab(func(l *rules.Lab) { l.Pieces[1].Bases[0].At.X += 1000 }), turnOf("ann> end")}.play(t, sketch{})
	if one[eve] == moved[eve] || one[ben] == moved[ben] {
		t.Error("a contact an inch aside makes no difference")
	}
}
