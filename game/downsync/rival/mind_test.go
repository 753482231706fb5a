package rival

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/gametest"
	"downsync/game/rival"
)

// anywhere goes through both editions, both modes, all maps and both sizes.
func anywhere(n int) downsync.Config {
	size := downsync.Small
	if n%5 == 4 {
		size = downsync.Standard
	}
	c := conf(size, n)
	c.Rules, c.Map, c.Secrecy, c.MaxRounds = downsync.Editions[n%2], maps.All()[n/2%len(maps.All())].Slug, downsync.Veiled, 6
	if n%3 == 2 {
		c.Secrecy = downsync.Open
	}
	return c
}

// Matches of all kinds end, every answer is legal and has its reason, and every kind of question is answered by the script.
func TestEverywhere(t *testing.T) {
	asked := map[string]int{}
	for n := range 20 {
		play := func(s rival.Strength, style rival.Style) gametest.Contestant {
			return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
				asked[p.Ask.Name]++
				choice, err := at(s, style)(p, c)
				if err == nil && (choice.Why == "" || len(choice.Considered) > rival.MostConsidered) {
					t.Errorf("%s: %q because of %q, %d orders weighed", p.Ask.Name, choice.Reply.Order(), choice.Why, len(choice.Considered))
				}
				choice.Why.Format(choice.Args...)
				return choice, err
			}
		}
		players := []gametest.Contestant{play(rival.Regular, styles[n%3]), play(rival.Recruit, styles[n/3%3])}
		if n%4 > 1 {
			slices.Reverse(players)
		}
		b, err := gametest.Contest(downsync.Rules(), anywhere(n).Encode(), uint64(n), players, 4000)
		if err != nil || b.Refused > 0 {
			t.Errorf("match %d: %v, %d answers were refused", n, err, b.Refused)
		}
	}
	for name := range answers {
		if asked[name] == 0 {
			t.Errorf("nobody was asked %q", name)
		}
	}
	for name := range asked {
		if answers[name] == nil {
			t.Errorf("the script has no answer to %q", name)
		}
	}
}

// Equal positions, levels and chance give equal choices, so that a match can be played again.
func TestSameAgain(t *testing.T) {
	var first []string
	for range 2 {
		var all []string
		searched := 0
		told := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			strength := rival.Recruit
			if p.Ask.Name == "designate" && searched < 2 {
				searched++
				strength = rival.Veteran
			}
			choice, err := at(strength, rival.Cunning)(p, c)
			all = append(all, gametest.Text(choice))
			return choice, err
		}
		c := conf(downsync.Small, 1)
		c.MaxRounds = 2
		if _, err := gametest.Contest(downsync.Rules(), c.Encode(), 7, []gametest.Contestant{told, told}, 2000); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		if !slices.Equal(all, first) {
			t.Fatal("the same match was played otherwise")
		}
	}
}

// The styles differ for everybody to see: the bold goes nearer to the enemy's VIP, the cunning is more on Overwatch and scans more.
func TestStyles(t *testing.T) {
	count := map[rival.Style]map[string]int{}
	for _, style := range styles {
		seen := map[string]int{}
		count[style] = seen
		watched := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			choice, err := at(rival.Regular, style)(p, c)
			switch o := choice.Reply.(type) {
			case downsync.ActOverwatch:
				seen["watches"]++
			case downsync.Act:
				seen[o.Action]++
			case downsync.ActMove:
				seen["moves"]++
			}
			return choice, err
		}
		for n := range 4 {
			c := conf(downsync.Small, n)
			c.MaxRounds = 4
			if _, err := gametest.Contest(downsync.Rules(), c.Encode(), uint64(n), []gametest.Contestant{watched, at(rival.Regular, rival.Careful)}, 2000); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Log(count)
	bold, cunning := count[rival.Bold], count[rival.Cunning]
	if bold["moves"] <= cunning["moves"] {
		t.Errorf("the bold moves with %d actions, the cunning with %d", bold["moves"], cunning["moves"])
	}
	if cunning["watches"]+cunning["scan"] <= bold["watches"]+bold["scan"] {
		t.Errorf("the cunning watches and scans %d times, the bold %d", cunning["watches"]+cunning["scan"], bold["watches"]+bold["scan"])
	}
}

// Several rivals think over one position at once while the match goes on, and come to the same.
func TestTogether(t *testing.T) {
	c := conf(downsync.Small, 2)
	dice := gametest.NewDice(3)
	m, st, err := downsync.Rules().Start(2, c.Encode(), dice)
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	goOn := func() {
		g := m.Groups()[0]
		seat := g.Open[0]
		st, err := m.Lapse(seat, m.Open(seat)[0].ID, dice)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
	}
	for m.Groups()[0].Asks[0].Name != "designate" {
		goOn()
	}
	seat := m.Groups()[0].Open[0]
	v := game.Player(seat)
	imagine, err := m.Imagine(v)
	if err != nil {
		t.Fatal(err)
	}
	p := rival.Position{Seat: seat, View: m.View(v), Told: m.Told(v, 0), Ask: m.Asks(seat)[0], Imagine: imagine}
	chosen := make(chan string)
	for range 3 {
		go func() {
			source := chance.Source(9)
			choice, err := New().Choose(p, rival.Level{Strength: rival.Veteran, Style: rival.Bold}, &source)
			chosen <- gametest.Text(choice) + fmt.Sprint(err)
		}()
	}
	goOn()
	if a, b, c := <-chosen, <-chosen, <-chosen; a != b || b != c || !strings.Contains(a, "designate") {
		t.Errorf("they chose\n%s\n%s\n%s", a, b, c)
	}
}
