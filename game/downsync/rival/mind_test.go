package rival

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/downsync/maps"
	"downsync/game/gametest"
	"downsync/game/rival"
)

// anywhere covers all editions and missions, both modes, all maps and both sizes.
func anywhere(n int) downsync.Config {
	size := downsync.Small
	if n%5 == 4 {
		size = downsync.Standard
	}
	c := conf(size, n)
	c.Rules, c.Map, c.Secrecy, c.MaxRounds = downsync.Editions[n%2], maps.All()[n/2%len(maps.All())].Slug, downsync.Veiled, 6
	if all := downsync.MissionsOf(c.Rules); len(all) > 1 {
		c.MissionName = all[n/3%len(all)]
	}
	if n%3 == 2 {
		c.Secrecy = downsync.Open
	}
	return c
}

// Matches of all kinds end, every answer is legal and has its reason, and every kind of question is answered by the script.
func TestEverywhere(t *testing.T) {
	asked := map[string]int{}
	gametest.TestRivals(t, gametest.Rivals{Game: downsync.Rules(), Mind: New(), Matches: 20, Most: 4000,
		Conf: func(n int) game.Config { return anywhere(n).Encode() },
		See:  func(p rival.Position, _ rival.Choice) { asked[p.Ask.Name]++ }})
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
		told := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			choice, err := at(strengths[len(all)%3], rival.Cunning)(p, c)
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

// The styles differ visibly: the bold one goes nearer to the enemy's VIP; the cunning one is more often on Overwatch and scans
// more.
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

// Several rivals think about one position at once while the match goes on, and reach the same choice.
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

// A recruit plays as a beginner does: it boosts nothing, reacts with one Unit, and passes in windows in which the regular
// reacts. A veteran moves to places that the regular does not consider.
func TestHowTheyPlay(t *testing.T) {
	windows, forgot, elsewhere := 0, 0, 0
	watch := func(p rival.Position, c *chance.Source, s rival.Strength) (rival.Choice, error) {
		choice, err := at(s, rival.Careful)(p, c)
		v := p.View.(downsync.View)
		own := script(v, p.Ask, tasteOf(rival.Level{Strength: rival.Regular, Style: rival.Careful}))
		if s == rival.Veteran {
			if o, moves := choice.Reply.(downsync.Move); moves && !slices.ContainsFunc(own, func(x option) bool { return x.reply.Order() == o.Order() }) {
				elsewhere++
			}
			return choice, err
		}
		boosted := false
		switch o := choice.Reply.(type) {
		case downsync.Act:
			boosted = o.Boost
		case downsync.Boost:
			boosted = len(o.Units) > 0
		case downsync.Counter:
			boosted = o.Boost
		case downsync.Declare:
			if len(o.Units) > 1 {
				t.Errorf("it reacts with %v", o.Units)
			}
		case downsync.Pass:
			if _, would := own[0].reply.(downsync.React); would {
				forgot++
			}
		}
		if boosted {
			t.Errorf("it boosts: %s", choice.Reply.Order())
		}
		if p.Ask.Name == "react" {
			windows++
		}
		return choice, err
	}
	of := func(s rival.Strength) gametest.Contestant {
		return func(p rival.Position, c *chance.Source) (rival.Choice, error) { return watch(p, c, s) }
	}
	for n := range 3 {
		if _, err := gametest.Contest(downsync.Rules(), conf(downsync.Small, n).Encode(), uint64(n), []gametest.Contestant{of(rival.Recruit), of(rival.Veteran)}, 2000); err != nil {
			t.Fatal(err)
		}
	}
	if forgot == 0 || forgot == windows || elsewhere == 0 {
		t.Errorf("of %d windows it forgot %d; the veteran made %d moves of its own", windows, forgot, elsewhere)
	}
}

// A veteran keeps contacts hidden in the first Rounds until an enemy Unit is near, lets all that can shoot act together, and
// does not end an activation if it could keep watch.
func TestVeteran(t *testing.T) {
	hid, shown, together, idle := 0, 0, 0, 0
	watched := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
		choice, err := at(rival.Veteran, rival.Careful)(p, c)
		v := p.View.(downsync.View)
		s := read(v, p.Seat, tasteOf(rival.Level{Strength: rival.Veteran, Style: rival.Careful}))
		switch o := choice.Reply.(type) {
		case downsync.Reveal:
			if u, _ := s.Own(o.Ping); p.Ask.Name == "reveal" && v.Round <= hiddenRounds {
				shown++
				if !slices.ContainsFunc(s.Theirs, func(e advice.Unit) bool { return e.Card != nil && advice.Gap(e, u.Bases[0].Disc()) < hiddenBeyond }) {
					t.Errorf("Round %d: it gives %s away", v.Round, o.Ping)
				}
			}
		case downsync.Done:
			if p.Ask.Name == "reveal" {
				hid++
			}
		case downsync.Designate:
			if len(o.Pieces) < 2 || choice.Why == "All that remain must act now." {
				break
			}
			together++
			for _, l := range o.Pieces {
				if u, _ := s.Own(l); s.deed(u).why != canShoot {
					t.Errorf("it takes %s along, which has no shot: %s", l, o.Order())
				}
			}
		case downsync.End:
			if slices.ContainsFunc(p.Ask.WithMenu().Menu, func(c game.Choice) bool { return c.Verb == "act overwatch" }) {
				idle++
			}
		}
		return choice, err
	}
	for n := range 6 { // Taskforces of shooters are rare in small matches
		if _, err := gametest.Contest(downsync.Rules(), conf(downsync.Small, n).Encode(), uint64(n), []gametest.Contestant{watched, at(rival.Regular, rival.Bold)}, 2000); err != nil {
			t.Fatal(err)
		}
	}
	if hid == 0 || shown == 0 || together == 0 || idle > 0 {
		t.Errorf("it hid %d times, showed %d contacts, had %d Taskforces of shooters, and was idle %d times", hid, shown, together, idle)
	}
}

// A regular overlooks its best order at one question in eight, a recruit at one in three, a veteran never.
func TestSlips(t *testing.T) {
	const tries = 2400
	for s, want := range map[rival.Strength]int{rival.Recruit: tries / 3, rival.Regular: tries / 8, rival.Veteran: 0} {
		n, c := 0, chance.Source(5)
		for range tries {
			options := []option{{reply: downsync.Done{}}, {reply: downsync.End{}}, {reply: downsync.Boost{}}}
			slip(s, options, &c)
			if _, best := options[0].reply.(downsync.Done); !best {
				n++
			}
		}
		if n < want*9/10 || n > want*11/10 {
			t.Errorf("%s slips %d times in %d, not %d", s, n, tries, want)
		}
	}
}
