package downsync_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	check "downsync/check/downsync"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/downsync/rival"
	"downsync/game/gametest"
	"downsync/game/plane"
	rivals "downsync/game/rival"
)

func TestMain(m *testing.M) { gametest.Main(m) }

// conf goes through both modes, sizes, pairs of armies, options and boards.
func conf(t testing.TB, edition string, n int) downsync.Config {
	t.Helper()
	c := downsync.Defaults()
	c.Rules = edition
	town := "saltmarket"
	if edition != printed { // its Small table has no free place on the centre line
		town = "wolds-edge"
	}
	c.Map = []string{"plain", town, fmt.Sprintf("random:%d", n), "foundry-nine", "harrow-down", "twinbridge"}[n%6]
	armies := []string{"coalition-starter", "republic-starter"}
	if n/2%2 == 1 {
		c.Size, armies = downsync.Standard, []string{"coalition-ex1", "republic-ex1"}
	}
	if n/3%2 == 1 {
		c.Secrecy = downsync.Open
	}
	if n%5 == 4 {
		c.VIPBaseMM, c.NoSweep, c.NoCircle, c.EdgeCountsAsIn, c.BailOutIn, c.DeployMeasure = 40, true, true, true, 3, "any"
	}
	for i := range c.Forces {
		units, err := c.ForceOf([]string{armies[(n/4>>i)%2]})
		if err != nil {
			t.Fatal(err)
		}
		c.Forces[i] = units
	}
	c.MaxRounds, c.Salts = 10, [2]string{"salt one", "salt two"}
	return c
}

// The editions.
const (
	printed = "2023-03"
	later   = "4.2"
)

// records holds a match as it is stored, one record a line.
type records struct{ bytes.Buffer }

func (r *records) keep(t testing.TB, rec game.Record) {
	t.Helper()
	b, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r.Write(append(b, '\n'))
}

// kept is a game whose matches hand over their records.
type kept struct {
	game.Game
	keep func(game.Record)
}

type keptMatch struct {
	game.Match
	keep func(game.Record)
}

func (g kept) Start(seats int, conf game.Config, d game.Dice) (game.Match, game.Step, error) {
	m, st, err := g.Game.Start(seats, conf, d)
	return keptMatch{m, g.keep}, st, err
}

func (m keptMatch) Apply(st game.Step) {
	m.keep(st.Record)
	m.Match.Apply(st)
}

// programMatch plays a match between two of the program's opponents.
func programMatch(t testing.TB, edition string, n int) []byte {
	t.Helper()
	mind := rival.New()
	styles := []rivals.Style{rivals.Careful, rivals.Bold, rivals.Cunning}
	var out records
	players := make([]gametest.Contestant, 2)
	for i := range players {
		level := rivals.Level{Strength: mind.Strengths()[0], Style: styles[(n+i)%len(styles)]}
		players[i] = func(p rivals.Position, c *chance.Source) (rivals.Choice, error) { return mind.Choose(p, level, c) }
	}
	const most = 4000
	g := kept{downsync.Rules(), func(r game.Record) { out.keep(t, r) }}
	if _, err := gametest.Contest(g, conf(t, edition, n).Encode(), uint64(n), players, most); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// programMatches plays matches between the program's opponents.
func programMatches(t testing.TB, edition string, matches int) (out [][]byte) {
	for n := range matches {
		out = append(out, programMatch(t, edition, n))
	}
	return out
}

// randomMatches plays matches of random orders and takes some back.
func randomMatches(t testing.TB, edition string, matches int) [][]byte {
	t.Helper()
	all := make([]records, matches)
	n := -1
	g := kept{downsync.Rules(), func(r game.Record) {
		if r.Start() {
			n++
		}
		all[n].keep(t, r)
	}}
	gametest.Run(t, gametest.Case{Game: g, Seats: 2, Concede: "concede", ConcedeIn: 1000, Rare: []string{"draw"}, Games: matches, MaxSteps: 6000, Unchecked: true,
		Config: func(seed uint64) game.Config { return conf(t, edition, int(seed)).Encode() }, Guess: somewhere})
	out := make([][]byte, matches)
	for i := range all {
		out[i] = all[i].Bytes()
	}
	return out
}

// somewhere returns a point in the zone while deploying, otherwise one near the way to the enemy's VIP.
func somewhere(d *gametest.Dice, v game.View, a game.Ask, line string, _ game.Slot) string {
	view := v.(downsync.View)
	at := func(x, y int) string {
		clip := func(n int, most plane.Inch) plane.Inch { return max(0, min(plane.Inch(n), most)) }
		return plane.Point{X: clip(x, view.Table.X), Y: clip(y, view.Table.Y)}.String()
	}
	if a.Name == "deploy" {
		z := view.Zone(a.Seat)
		return at(d.N(int(z.Max.X)), int(z.Min.Y)+500+d.N(int(z.Max.Y-z.Min.Y)-1000))
	}
	var from downsync.Base
	for _, w := range strings.Fields(line)[1:] {
		if r, err := downsync.ParseRef(w); err == nil {
			p, _ := view.Piece(r.Label)
			from, _ = p.Base(r.N)
		}
	}
	if view.Acting != nil {
		p, _ := view.Piece(view.Acting.Label)
		if from.N == 0 {
			from, _ = p.Base(0)
		}
		if words := strings.Fields(line); len(words) > 1 && words[1] != "move" {
			if aims := view.Aims(downsync.Ref{Label: view.Acting.Label}, words[1], downsync.Ref{}); len(aims) > 0 {
				return aims[d.N(len(aims))].At.String()
			}
			return at(int(from.X)+d.N(6000)-3000, int(from.Y)+d.N(6000)-3000)
		}
	}
	vip := view.GoalsFrom(a.Seat)[0].At
	far := max(1, int(plane.Dist(from.Point, vip)))
	step := min(far, d.N(5000))
	return at(int(from.X)+int(vip.X-from.X)*step/far+d.N(1600)-800, int(from.Y)+int(vip.Y-from.Y)*step/far+d.N(1600)-800)
}

func cards(t testing.TB) check.Cards {
	t.Helper()
	c, err := check.ReadCards("../../game/downsync/cards")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// kinds are the kinds of matches that are checked. few is how many are played in ordinary runs.
var kinds = []struct {
	name, edition string
	play          func(t testing.TB, edition string, matches int) [][]byte
	few           int
}{
	{"program", printed, programMatches, 10},
	{"random", printed, randomMatches, 10},
	{"program", later, programMatches, 10},
	{"random", later, randomMatches, 4},
}

// fewMatches holds the matches of ordinary runs by kind, each kind played once for all tests.
var fewMatches [4][][]byte

func played(t testing.TB, kind int) [][]byte {
	t.Helper()
	if fewMatches[kind] == nil {
		k := kinds[kind]
		fewMatches[kind] = k.play(t, k.edition, k.few)
	}
	return fewMatches[kind]
}

// Whole matches, of the program's opponents and of random orders, follow the rules of their edition. SOAK=1 plays 200 of each kind.
func TestMatchesFollowTheRules(t *testing.T) {
	c := cards(t)
	for i, kind := range kinds {
		t.Run(kind.name+"_"+kind.edition, func(t *testing.T) {
			var matches [][]byte
			if gametest.Soak() {
				matches = kind.play(t, kind.edition, 200)
			} else {
				matches = played(t, i)
			}
			facts, seen := 0, map[string]int{}
			for n, raw := range matches {
				found, err := check.Check(c, bytes.NewReader(raw))
				if err != nil {
					t.Fatalf("match %d: %v", n, err)
				}
				for _, d := range found {
					t.Errorf("match %d: %s", n, d)
				}
				for _, k := range bytes.Split(raw, []byte(`{"k":"`))[1:] {
					facts++
					seen[string(k[:bytes.IndexByte(k, '"')])]++
				}
			}
			var counts []string
			for k, n := range seen {
				counts = append(counts, fmt.Sprintf("%s %d", k, n))
			}
			slices.Sort(counts)
			t.Logf("%d matches, %d facts: %s", len(matches), facts, strings.Join(counts, ", "))
		})
	}
}
