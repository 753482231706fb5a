package jagged_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	check "downsync/check/jagged"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/jagged/rival"
	"downsync/game/order"
	"downsync/game/plane"
	rivals "downsync/game/rival"
)

func TestMain(m *testing.M) { gametest.Main(m) }

// conf goes through both factions, all boards, each option's second value, deep zones, and Positions attacked and lost.
func conf(t testing.TB, n int) jagged.Config {
	t.Helper()
	c := jagged.Defaults()
	if n%2 == 1 {
		c.Attacker = cards.Martians
	}
	if n%4 > 0 {
		c.Board = []string{"", "spire-yard", "reactor-corridors", "crystal-forest"}[n%4]
	}
	for i, o := range jagged.MatchOptions {
		if (n+i*7)%11 == 10 {
			if err := c.Options.Set(o.Name, o.Values[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n%3 == 2 { // near enough for early losses
		c.Zones = "deep"
	}
	if n%5 > 2 {
		all := cards.Positions()
		if p := all[n/5%len(all)]; p.Faction != c.Attacker {
			c.Position = p.ID
		}
		c.Zones = "deep"                    // as in a campaign: many penalties hold in Round 1 alone
		for _, k := range []int{0, 2, 14} { // in twenty matches, each Position is lost in one
			c.Penalties = append(c.Penalties, all[(n+k)%len(all)].ID)
		}
	}
	return c
}

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

// said is an order as it is written.
type said string

func (s said) Order() string { return string(s) }

// rash lists the words that a rash player prefers.
var rash = []string{"disengage", "shoot", "strike", "pulse", "stabilize", "counter", "steal", "insight", "glimpse", "reinforce", "rush", "reroll"}

// rashly changes a player: half of the time it makes a random order with one of the words of rash, if it can.
func rashly(player gametest.Contestant, d *gametest.Dice) gametest.Contestant {
	return func(p rivals.Position, c *chance.Source) (rivals.Choice, error) {
		a := p.Ask
		a.Menu = slices.DeleteFunc(slices.Clone(a.Menu), func(c game.Choice) bool {
			word, rest, _ := strings.Cut(c.Words, " ")
			return !slices.Contains(rash, word) || rest == "none" || rest == "no"
		})
		if len(a.Menu) == 0 || d.N(2) == 0 {
			return player(p, c)
		}
		return rivals.Choice{Reply: said(gametest.Line(d, p.View, a, guess))}, nil
	}
}

// programMatch plays a match between two of the program's opponents, which may be rash.
func programMatch(t testing.TB, n int, rash bool) []byte {
	t.Helper()
	mind := rival.New()
	styles := []rivals.Style{rivals.Careful, rivals.Bold, rivals.Cunning}
	var out records
	players := make([]gametest.Contestant, 2)
	for i := range players {
		level := rivals.Level{Strength: mind.Strengths()[0], Style: styles[(n+i)%len(styles)]}
		players[i] = func(p rivals.Position, c *chance.Source) (rivals.Choice, error) { return mind.Choose(p, level, c) }
		if rash {
			players[i] = rashly(players[i], gametest.NewDice(uint64(n*2+i)))
		}
	}
	const most = 4000
	g := kept{jagged.Rules(), func(r game.Record) { out.keep(t, r) }}
	if _, err := gametest.Contest(g, conf(t, n).Encode(), uint64(n), players, most); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// programMatches plays matches between the program's opponents.
func programMatches(t testing.TB, matches int) (out [][]byte) {
	for n := range matches {
		out = append(out, programMatch(t, n, false))
	}
	return out
}

// rashMatches plays matches between opponents that use every special rule they can.
func rashMatches(t testing.TB, matches int) (out [][]byte) {
	for n := range matches {
		out = append(out, rashMatch(t, n))
	}
	return out
}

func rashMatch(t testing.TB, n int) []byte { return programMatch(t, n+1000, true) }

// randomMatches plays matches of random orders, and takes some of them back.
func randomMatches(t testing.TB, matches int) [][]byte {
	t.Helper()
	all := make([]records, matches)
	n := -1
	g := kept{jagged.Rules(), func(r game.Record) {
		if r.Start() {
			n++
		}
		all[n].keep(t, r)
	}}
	gametest.Run(t, gametest.Case{Game: g, Seats: 2, Concede: "concede", ConcedeIn: 2000, Rare: []string{"draw"}, Games: matches, MaxSteps: 6000, Unchecked: true,
		Config: func(seed uint64) game.Config { return conf(t, int(seed)).Encode() }, Guess: guess})
	out := make([][]byte, matches)
	for i := range all {
		out[i] = all[i].Bytes()
	}
	return out
}

// guess returns a unit of a list, or a place: of a model that moves one toward the enemy.
func guess(d *gametest.Dice, v game.View, a game.Ask, line string, s order.Slot) string {
	w := v.(jagged.View)
	if s.Name == "models" {
		all := cards.Units()
		return all[d.N(len(all))].ID
	}
	var at plane.Point
	switch a.Name {
	case "move", "go", "glimpse":
		var l jagged.Label
		if w.Going != nil {
			l = w.Going.Unit
		} else if n, _ := fmt.Sscanf(line, a.Name+" %s", &l); n == 0 {
			fmt.Sscanf(line, "move %s", &l)
		}
		m, _ := w.Model(l)
		at = *m.At
		reach := int(m.Movement)
		if a.Name == "glimpse" {
			reach = 2000
		}
		toward := plane.Inch(1)
		if l.Seat() == 2 {
			toward = -1
		}
		if d.N(4) > 0 {
			at.X += toward * plane.Inch(d.N(reach*3/4))
			at.Y += toward * plane.Inch(d.N(reach*3/4))
			return at.String()
		}
		at.X += plane.Inch(d.N(2*reach) - reach)
		at.Y += plane.Inch(d.N(2*reach) - reach)
	case "deploy", "reinforce":
		z := w.ZoneOf(a.Seat)
		at = plane.Point{X: z.Min.X + plane.Inch(d.N(int(z.Max.X-z.Min.X))), Y: z.Min.Y + plane.Inch(d.N(int(z.Max.Y-z.Min.Y)))}
	default:
		at = plane.Point{X: plane.Inch(d.N(48000)), Y: plane.Inch(d.N(48000))}
	}
	return at.String()
}

func readCards(t testing.TB) check.Cards {
	t.Helper()
	c, err := check.ReadCards("../../game/jagged")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Whole battles, of the program's opponents and of random orders, follow the rules. SOAK=1 plays 200 of each kind.
func TestMatchesFollowTheRules(t *testing.T) {
	matches := 12
	if gametest.Soak() {
		matches = 200
	}
	c := readCards(t)
	for _, kind := range []struct {
		name string
		play func(testing.TB, int) [][]byte
	}{{"program", programMatches}, {"rash", rashMatches}, {"random", randomMatches}} {
		t.Run(kind.name, func(t *testing.T) {
			facts, seen := 0, map[string]int{}
			for n, raw := range kind.play(t, matches) {
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
			var kinds []string
			for k, n := range seen {
				kinds = append(kinds, fmt.Sprintf("%s %d", k, n))
			}
			slices.Sort(kinds)
			t.Logf("%d matches, %d facts: %s", matches, facts, strings.Join(kinds, ", "))
		})
	}
}
