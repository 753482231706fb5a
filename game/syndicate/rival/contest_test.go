package rival_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	mind "downsync/game/syndicate/rival"
)

// player answers a question of its seat.
type player func(p rival.Position, c *chance.Source) (game.Reply, error)

func level(s rival.Strength) player {
	m := mind.New()
	return func(p rival.Position, c *chance.Source) (game.Reply, error) {
		choice, err := m.Choose(p, rival.Level{Strength: s, Style: rival.Careful}, c)
		return choice.Reply, err
	}
}

// random answers anything that is offered.
func random(p rival.Position, c *chance.Source) (game.Reply, error) {
	d := gametest.NewDice(c.Next())
	if p.Ask.Offer != nil {
		p.Ask.Menu = p.Ask.Offer()
	}
	return syndicate.Parse(gametest.Line(d, p.View, p.Ask, nil))
}

// bout plays a match between two starters, and counts the answers that were refused.
func bout(t testing.TB, squads [2]cards.Squad, players [2]player, seed uint64) (r game.Result, rounds, refused int) {
	t.Helper()
	c := syndicate.Defaults()
	c.Squads = squads
	d := gametest.NewDice(seed)
	m, st, err := syndicate.Rules().Start(2, c.Encode(), d)
	if err != nil {
		t.Fatal(err)
	}
	source := chance.Source(seed * 1000003)
	for m.Apply(st); ; m.Apply(st) {
		if r, over := m.Result(); over {
			return r, rounds, refused
		}
		seat := m.Groups()[0].Open[0]
		a := m.Asks(seat)[0]
		v := m.View(game.Player(seat)).(syndicate.View)
		rounds = max(rounds, v.Round)
		imagine := func(c *chance.Source) (game.Sim, error) { return v.Imagine(c), nil }
		reply, err := players[seat-1](rival.Position{Seat: seat, View: v, Ask: a, Imagine: imagine}, &source)
		if err == nil {
			st, err = m.Answer(seat, a.ID, reply, d)
		}
		if no := (*game.Refusal)(nil); err != nil {
			if refused++; !errors.As(err, &no) {
				t.Errorf("%s of seat %d: %v", a.Name, seat, err)
			}
			if st, err = m.Lapse(seat, a.ID, d); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// score is what the first of two players gets of so many matches, each pair of starters from both seats.
func score(t testing.TB, one, other player, matches int) (points float64, refused int) {
	t.Helper()
	all := cards.Starters()
	for n := range matches {
		seed, x, y := uint64(n/2), all[n/2%5].Squad, all[(n/2+1+n/10%4)%5].Squad
		var r game.Result
		var no int
		if n%2 == 0 {
			r, _, no = bout(t, [2]cards.Squad{x, y}, [2]player{one, other}, seed)
		} else {
			r, _, no = bout(t, [2]cards.Squad{y, x}, [2]player{other, one}, seed)
			r.Rank[0], r.Rank[1] = r.Rank[1], r.Rank[0]
		}
		switch {
		case r.Rank[0] < r.Rank[1]:
			points++
		case r.Rank[0] == r.Rank[1]:
			points += 0.5
		}
		refused += no
	}
	return points / float64(matches), refused
}

// Each strength beats what is below it, and gives no answer that is refused.
func TestStrengths(t *testing.T) {
	matches := 6
	soak := os.Getenv("SOAK") == "1"
	if soak {
		matches = 200
	}
	for _, x := range []struct {
		name       string
		one, other player
		least      float64
	}{{"recruit against random", level(rival.Recruit), random, 0.7}, {"regular against recruit", level(rival.Regular), level(rival.Recruit), 0.5}} {
		got, refused := score(t, x.one, x.other, matches)
		t.Logf("%s: %.3f of %d", x.name, got, matches)
		if soak && got < x.least {
			t.Errorf("%s: %.3f, expected at least %.2f", x.name, got, x.least)
		}
		if refused > 0 && !strings.Contains(x.name, "random") {
			t.Errorf("%s: %d answers were refused", x.name, refused)
		}
	}
}

// Balance: between each pair of starters the strongest player wins neither side too seldom nor too often. BALANCE is how many matches a pair
// plays; under SOAK it is 1,000. Ordinarily one pair plays two, so that the measurement is known to work.
func TestBalance(t *testing.T) {
	matches, all := 2, cards.Starters()[:2]
	if os.Getenv("SOAK") == "1" {
		matches, all = 1000, cards.Starters()
	}
	if n, err := strconv.Atoi(os.Getenv("BALANCE")); err == nil {
		matches, all = n, cards.Starters()
	}
	won, played := map[string]float64{}, map[string]float64{}
	rounds := 0
	regular := level(rival.Regular)
	for i, x := range all {
		for _, y := range all[i+1:] {
			points := 0.0
			for n := range matches {
				squads, flip := [2]cards.Squad{x.Squad, y.Squad}, n%2 == 1
				if flip {
					squads[0], squads[1] = squads[1], squads[0]
				}
				r, last, _ := bout(t, squads, [2]player{regular, regular}, uint64(n/2))
				rounds += last
				if flip {
					r.Rank[0], r.Rank[1] = r.Rank[1], r.Rank[0]
				}
				points += 0.5 * float64(1+r.Rank[1]-r.Rank[0])
			}
			t.Logf("%-17s %5.1f %% of %d against %s", x.ID, 100*points/float64(matches), matches, y.ID)
			won[x.ID] += points
			won[y.ID] += float64(matches) - points
			played[x.ID] += float64(matches)
			played[y.ID] += float64(matches)
		}
	}
	t.Logf("%.1f rounds a match", float64(rounds)/float64(len(all)*(len(all)-1)/2*matches))
	for _, x := range all {
		part := 100 * won[x.ID] / played[x.ID]
		t.Logf("%-17s %5.1f %%", x.ID, part)
		if matches >= 100 && (part < 35 || part > 65) {
			t.Errorf("%s wins %.1f %% of its matches: expected 35 to 65", x.ID, part)
		}
	}
}

// BenchmarkChoose prints what a match between two of each strength costs.
func BenchmarkChoose(b *testing.B) {
	for _, s := range mind.New().Strengths() {
		b.Run(string(s), func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				bout(b, [2]cards.Squad{cards.Starters()[n%5].Squad, cards.Starters()[(n+2)%5].Squad}, [2]player{level(s), level(s)}, uint64(n))
			}
		})
	}
}
