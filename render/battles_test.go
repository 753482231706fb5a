package render_test

import (
	"fmt"

	"math/rand/v2"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/jagged"
)

// german translates the words on boards of Jagged Shards into German, where they are longer.
func german(t *testing.T) func(game.Text, ...any) string {
	t.Helper()
	words := map[string]string{}
	if _, err := toml.DecodeFile("../bot/lang/de/jaggedboard.toml", &words); err != nil {
		t.Fatal(err)
	}
	return func(s game.Text, args ...any) string {
		if said, ok := words[string(s)]; ok {
			s = game.Text(said)
		}
		return s.Format(args...)
	}
}

// states lists the states that models may have.
var states = []draw.State{draw.Engaged, draw.Sprinted, draw.Jammed, draw.Disarmed, draw.Stopped, draw.Harder, draw.Easier, draw.Exposed, draw.Slowed, draw.Retreated}

// doings lists what a head may say.
var doings = []game.Text{"choosing the board", "both choose Forces in secret", "placing Objectives", "both deploy in secret", "both sides strike", "%c chooses the board",
	"%c places an Objective", "%c may try to go first", "%c may move early", "%c may roll again", "%c may bring models", "%c moves", "%c shoots", "%c may Rush", "%c strikes"}

// fray returns a random battle of two full Forces, of all kinds and states, crowded or spread out.
func fray(lots *rand.Rand, slug string) draw.Battle {
	board, _ := boards.Find(slug)
	b := draw.Battle{Viewer: game.Player(1), Board: board, Round: 3, Doing: doings[lots.IntN(len(doings))], Active: 1,
		Sides:      [2]draw.Side{{Name: "Alexandra", Held: 1, Flares: 2, Most: 3}, {Name: "Robin", Held: 2, Flares: 1, Most: 2}},
		Objectives: []draw.Objective{{At: plane.Point{X: 24000, Y: 24000}, Owner: 1, Contested: true}, {At: plane.Point{X: 12000, Y: 32000}, Owner: 2}, {At: plane.Point{X: 36000, Y: 16000}}}}
	if !strings.Contains(string(b.Doing), "%c") {
		b.Active = 0
	}
	wide := []float64{10, 20, 44}[lots.IntN(3)]
	for n := range 16 {
		seat := game.Seat(1 + n/8)
		m := draw.Model{Label: fmt.Sprintf("%c%d", '@'+seat, 1+n%8), Seat: seat, Kind: draw.Infantry, Short: "Specialist", Wounds: 1, Most: 1 + n%4,
			Base: plane.Disc{R: plane.Radius([]int{32, 32, 40, 60}[n%4])}}
		for range lots.IntN(3) {
			m.States = append(m.States, states[lots.IntN(len(states))])
		}
		for range 50 {
			at := func() plane.Inch { return plane.Inch(1000 * (24 - wide/2 + lots.Float64()*wide)) }
			m.Base.At = plane.Point{X: at(), Y: at()}
			apart := true
			for _, o := range b.Models {
				apart = apart && plane.Gap(o.Base, m.Base) > 0
			}
			if apart {
				b.Models = append(b.Models, m)
				break
			}
		}
	}
	return b
}

// asked returns what a reader may ask about in the battle: nothing, a move, or shots.
func asked(lots *rand.Rand, b draw.Battle) *draw.Staged {
	a, z := b.Models[lots.IntN(4)], b.Models[len(b.Models)-1-lots.IntN(4)]
	switch lots.IntN(3) {
	case 0:
		return nil
	case 1:
		to := plane.Point{X: a.Base.At.X + 3000, Y: a.Base.At.Y + 2000}
		return &draw.Staged{Chosen: a.Label, Ways: []draw.Way{{Path: []plane.Point{a.Base.At, to}, R: a.Base.R, Left: 1200}}}
	}
	return &draw.Staged{Aims: []draw.Aim{{From: a.Label, To: z.Label, Seen: true, Need: 85}, {From: b.Models[1].Label, To: z.Label}}}
}

// Whatever happens in a battle of Jagged Shards, its picture is legible: no label is outside the board or on another label, the
// small map covers no model and no Objective, the legend has every badge drawn, and no word of the head is cut off.
func TestBattlesCanBeRead(t *testing.T) {
	lots := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		b := fray(lots, []string{"spire-yard", "crystal-forest", "reactor-corridors", "random:4"}[n%4])
		look := draw.Look{}
		if n%2 == 1 {
			look.Say = german(t)
		}
		s := look.Scene(b, asked(lots, b), draw.News{})
		field := render.BoardAt(s)
		labels, _, err := render.Labels(s)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range labels {
			if !l.In(field) {
				t.Errorf("%d: a label at %v is outside the board at %v", n, l, field)
			}
			for _, o := range labels[:i] {
				if l.Overlaps(o) {
					t.Errorf("%d: labels at %v and %v overlap", n, l, o)
				}
			}
		}
		if under := render.UnderInset(s); len(under) > 0 {
			t.Errorf("%d: the small map covers %v", n, under)
		}
		keys := map[string]bool{}
		for _, k := range render.Keys(s) {
			keys[k.String()[:strings.LastIndexByte(k.String(), ']')+1]] = true
		}
		for _, d := range s.Discs {
			for _, k := range d.Chips {
				if s.Window.Shows(d.X, d.Y, d.R) && !keys[k.String()] && !keys["["+k.Name+" n]"] {
					t.Errorf("%d: %s has the badge %s, and the legend has not", n, d.Label, k)
				}
			}
		}
		for _, word := range render.HeadWords(s) {
			if strings.HasSuffix(word, "…") {
				t.Errorf("%d: %q is cut off", n, word)
			}
		}
	}
}
