package syndicate_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	check "downsync/check/syndicate"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/order"
	rivals "downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/game/syndicate/rival"
)

func TestMain(m *testing.M) { gametest.Main(m) }

// conf goes through all pairs of starters, missions, sizes and options, and through other weapons and armor.
func conf(n int) syndicate.Config {
	c := syndicate.Defaults()
	starters := cards.Starters()
	for i, x := range []int{n % 5, n / 5 % 5} {
		c.Squads[i] = starters[x].Squad
	}
	c.Mission = []string{syndicate.Uplink, syndicate.Relay, syndicate.Extract, ""}[n%4]
	if n%7 == 6 {
		c.Ties = ""
	}
	if n%9 == 5 {
		c.Size, c.Map = syndicate.Standard, syndicate.MapFor(syndicate.Standard)
	} else if n%8 == 4 {
		c.Map = "plain"
	}
	if n%8 == 7 { // so long that decks run out
		c.MaxRounds = 50
	}
	if n%4 == 1 {
		c.Size, c.Map, c.Ground = syndicate.Small, "plain", rough(n)
	}
	c.Mulligan, c.Lasting, c.NoFloor = n%3 == 2, n%5 != 3, n%11 == 7
	c.Salts = [2]string{fmt.Sprintf("%064d", n), fmt.Sprintf("%064d", n+1)}
	if n%3 > 0 {
		for i := range c.Squads {
			c.Squads[i].Weapon = cards.Printed().Weapons[(n/3+i*5)%21].ID
			c.Squads[i].Armor = cards.Printed().Armors[(n+i)%3].ID
			c.Squads[i].Deck = deck(c.Squads[i].Operator, n)
		}
	}
	return c
}

// rough returns random ground with every kind of terrain, and nothing solid where units deploy.
func rough(n int) []string {
	c := chance.Source(n)
	rows := make([]string, grid.SmallEdge)
	for i := range rows {
		terrain := "......lllHH##DDx"
		if i < 2 || i >= grid.SmallEdge-2 {
			terrain = "....lHx."
		}
		for range grid.SmallEdge {
			rows[i] += string(terrain[c.Next()%uint64(len(terrain))])
		}
	}
	return rows
}

// deck returns a deck of an Operator's color with all of its cards; the numbers of each vary with n.
func deck(operator string, n int) map[string]int {
	set, out, size := cards.Printed(), map[string]int{}, 0
	color := set.Operators[slices.IndexFunc(set.Operators, func(o *cards.Operator) bool { return o.ID == operator })].Color
	var moves, tactics []string
	for _, c := range set.Cards {
		switch {
		case c.Color != color && c.Color != cards.Universal:
		case c.Type == cards.Movement:
			moves = append(moves, c.ID)
		default:
			tactics = append(tactics, c.ID)
		}
	}
	fill := func(ids []string, to int) {
		for i := n; size < to; i++ {
			out[ids[i%len(ids)]]++
			size++
		}
	}
	fill(moves, 17)
	fill(tactics, cards.DeckSize)
	return out
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

// programMatch plays a match between two of the program's opponents. In every second match they often take any of the answers that they
// have considered, so that they do what they would leave undone.
func programMatch(t testing.TB, n int) []byte {
	t.Helper()
	mind := rival.New()
	styles := []rivals.Style{rivals.Careful, rivals.Bold, rivals.Cunning}
	var out records
	players := make([]gametest.Contestant, 2)
	for i := range players {
		level := rivals.Level{Strength: mind.Strengths()[0], Style: styles[(n+i)%len(styles)]}
		players[i] = func(p rivals.Position, c *chance.Source) (rivals.Choice, error) {
			choice, err := mind.Choose(p, level, c)
			if k := len(choice.Considered); err == nil && n%2 == 1 && k > 0 && c.Next()%3 == 0 {
				choice.Then = nil
				choice.Reply, err = syndicate.Rules().Parse(choice.Considered[c.Next()%uint64(k)].Order)
			}
			return choice, err
		}
	}
	const most = 4000
	g := kept{syndicate.Rules(), func(r game.Record) { out.keep(t, r) }}
	if _, err := gametest.Contest(g, conf(n).Encode(), uint64(n), players, most); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// programMatches plays matches between the program's opponents.
func programMatches(t testing.TB, matches int) (out [][]byte) {
	for n := range matches {
		out = append(out, programMatch(t, n))
	}
	return out
}

// randomMatches plays matches of random orders and takes some back.
func randomMatches(t testing.TB, matches int) [][]byte {
	t.Helper()
	all := make([]records, matches)
	n := -1
	g := kept{syndicate.Rules(), func(r game.Record) {
		if r.Start() {
			n++
		}
		all[n].keep(t, r)
	}}
	gametest.Run(t, gametest.Case{Game: g, Seats: 2, Concede: "concede", ConcedeIn: 1000, Rare: []string{"draw"}, Games: matches, MaxSteps: 6000, Unchecked: true,
		Config: func(seed uint64) game.Config { return conf(int(seed)).Encode() }, Guess: somewhere, Narrow: seldomAhead})
	out := make([][]byte, matches)
	for i := range all {
		out[i] = all[i].Bytes()
	}
	return out
}

// somewhere returns a random space, near the middle so that the sides meet.
func somewhere(d *gametest.Dice, v game.View, _ game.Ask, _ string, _ order.Slot) string {
	edge := map[string]int{syndicate.Small: grid.SmallEdge, syndicate.Standard: grid.StandardEdge}[v.(syndicate.View).Size]
	const near = 4
	at := func() int { return edge/2 - near + d.N(2*near) + 1 }
	return grid.Space{X: at(), Y: at()}.String()
}

// seldomAhead usually leaves orders ahead out, so that the questions that they would answer are asked.
func seldomAhead(d *gametest.Dice, m game.Menu) game.Menu {
	out := slices.Clone(m)
	for i, c := range out {
		if c.Verb == "commit" && d.N(6) > 0 {
			out[i].Slots = slices.DeleteFunc(slices.Clone(c.Slots), func(s order.Slot) bool { return s.Name != "card" && s.Name != "mode" })
		}
	}
	return out
}

func cardsOf(t testing.TB) check.Cards {
	t.Helper()
	c, err := check.ReadCards("../../game/syndicate/cards")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Whole matches, of the program's opponents and of random orders, follow the rules. SOAK=1 plays 200 of each kind.
func TestMatchesFollowTheRules(t *testing.T) {
	matches := 60
	if gametest.Soak() {
		matches = 200
	}
	c := cardsOf(t)
	for _, kind := range []struct {
		name string
		play func(testing.TB, int) [][]byte
	}{{"program", programMatches}, {"random", randomMatches}} {
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
