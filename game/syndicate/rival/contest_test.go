package rival_test

import (
	"cmp"
	"os"
	"strconv"
	"testing"

	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	mind "downsync/game/syndicate/rival"
)

var styles = []rival.Style{rival.Careful, rival.Bold, rival.Cunning}

// missions lists the missions of the matches in a contest.
var missions = []string{"", syndicate.Relay, "", syndicate.Extract}

// conf returns the options of a match between two starters, with time enough for every mission.
func conf(mission string, squads ...cards.Squad) syndicate.Config {
	c := syndicate.Defaults()
	c.Mission, c.MaxRounds = mission, 20
	copy(c.Squads[:], squads)
	return c
}

// Under the default options, matches of two careful sides are decided (R-V2, R-V3): at most 80 % go on to the last round, and at
// least 70 % are decided by the mission, its points or elimination, not by HP. The test plays five matches, times USUAL.
func TestUsualMatchesAreDecided(t *testing.T) {
	each := 1
	if n, err := strconv.Atoi(os.Getenv("USUAL")); err == nil {
		each = n
	}
	all, ends := cards.Starters(), map[string]int{}
	rounds, last, n := 0, 0, 0
	for n < 5*each {
		c, round := syndicate.Defaults(), 0
		c.Squads = [2]cards.Squad{all[n%5].Squad, all[(n+1+n/5%4)%5].Squad}
		careful := func(p rival.Position, s *chance.Source) (rival.Choice, error) {
			round = p.View.(syndicate.View).Round
			return at(rival.Regular, rival.Careful)(p, s)
		}
		b, err := gametest.Contest(syndicate.Rules(), c.Encode(), uint64(n), []gametest.Contestant{careful, careful}, 4000)
		if err != nil {
			t.Fatal(err)
		}
		n, rounds = n+1, rounds+round
		ends[b.Result.Why]++
		if round == c.MaxRounds {
			last++
		}
	}
	t.Logf("%.1f rounds a match, %d of %d in the last round, %v", float64(rounds)/float64(n), last, n, ends)
	if 10*last > 8*n {
		t.Errorf("%d of %d matches go on to the last round", last, n)
	}
	if decided := ends["mission"] + ends["points"] + ends["eliminated"]; 10*decided < 7*n {
		t.Errorf("%d of %d matches are decided: they end by %v", decided, n, ends)
	}
}

// at plays the level; without a strength, any order of the menu.
func at(s rival.Strength, style rival.Style) gametest.Contestant {
	return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
		if s != "" {
			return mind.New().Choose(p, rival.Level{Strength: s, Style: style}, c)
		}
		r, err := syndicate.Parse(gametest.Line(gametest.NewDice(c.Next()), p.View, p.Ask, nil))
		return rival.Choice{Reply: r}, err
	}
}

// Each strength beats the one below it, between all starters, in missions and without, with either squad; the lowest beats random orders.
func TestStrengths(t *testing.T) {
	games, proof := gametest.Matches(4)
	all, below := cards.Starters(), rival.Strength("")
	mission := func(n int) string { return missions[n%len(missions)] }
	for _, x := range mind.New().Strengths() {
		m := gametest.Measure(t, syndicate.Rules(), games, 4000, func(n int) gametest.Trial {
			return gametest.Trial{Conf: conf(mission(n), all[n%5].Squad, all[(n+1+n/5%4)%5].Squad).Encode(),
				First: at(x, styles[n%3]), Second: at(below, styles[n/3%3])}
		}, func(n, _ int, _ gametest.Bout) []string { return []string{cmp.Or(mission(n), "no mission")} })
		if below == "" {
			m.Refused = nil // random orders may be refused
		}
		m.Beats(t, string(x)+" v "+cmp.Or(string(below), "random"), proof)
		below = x
	}
}

// TestBalance: in each mission, matches as they are offered, both sides by the careful regular. Each starter wins between 35 % and
// 65 %, and at least half of the matches end by the mission or by an elimination, not by the last round. Under SOAK each starter
// plays 400 matches of each mission. Ordinarily it plays 4, since 60 would take a minute and a half: then the ends are checked, and that
// over all missions no starter wins less than 20 % or more than 80 %. BALANCE is another number. MISSION measures only one mission.
func TestBalance(t *testing.T) {
	each := 4
	if gametest.Soak() {
		each = 400
	}
	if n, err := strconv.Atoi(os.Getenv("BALANCE")); err == nil {
		each = n
	}
	all := make([]gametest.Score, len(cards.Starters()))
	for _, mission := range syndicate.Missions() {
		if only, set := os.LookupEnv("MISSION"); set && only != mission {
			continue
		}
		t.Run(mission, func(t *testing.T) {
			for i, s := range balanced(t, mission, each) {
				all[i].Games, all[i].Won = all[i].Games+s.Games, all[i].Won+s.Won
			}
		})
	}
	for i, x := range cards.Starters() {
		t.Logf("%-17s %s in all", x.ID, all[i])
		if _, won, _ := all[i].Interval(); won < 0.2 || won > 0.8 {
			t.Errorf("%s wins %s in all: expected 20 to 80 %%", x.ID, all[i])
		}
	}
}

// R-V4: a match as printed has no limit of rounds. Between any two starters it ends by an elimination all the same.
func TestAsPrintedEnds(t *testing.T) {
	each := 1
	if gametest.Soak() {
		each = 40
	}
	all, longest, rounds, played := cards.Starters(), 0, 0, 0
	for i, x := range all {
		for _, y := range all[i+1:] {
			for n := range each {
				c, seat := syndicate.AsPrinted(), (n+i)%2
				c.Squads[seat], c.Squads[1-seat] = x.Squad, y.Squad
				round := 0
				regular := func(p rival.Position, s *chance.Source) (rival.Choice, error) {
					round = p.View.(syndicate.View).Round
					return at(rival.Regular, rival.Careful)(p, s)
				}
				b, err := gametest.Contest(syndicate.Rules(), c.Encode(), uint64(n/2), []gametest.Contestant{regular, regular}, 20000)
				if err != nil || b.Result.Why != "eliminated" && b.Result.Why != "both-eliminated" {
					t.Errorf("%s against %s: %v %+v", x.ID, y.ID, err, b.Result)
				}
				longest, rounds, played = max(longest, round), rounds+round, played+1
			}
		}
	}
	t.Logf("%d matches, %.1f rounds on average, %d at most", played, float64(rounds)/float64(played), longest)
}

// balanced plays matches of the mission between all pairs of starters, and returns the score of each.
func balanced(t *testing.T, mission string, each int) []gametest.Score {
	all, ends, rounds, played := cards.Starters(), map[string]int{}, 0, 0
	scores := make([]gametest.Score, len(all))
	for i, x := range all {
		for j, y := range all[i+1:] {
			var s gametest.Score
			for n := range each / (len(all) - 1) {
				c, seat := syndicate.DefaultsFor(mission), n%2
				c.Squads[seat], c.Squads[1-seat] = x.Squad, y.Squad
				round := 0
				regular := func(p rival.Position, s *chance.Source) (rival.Choice, error) {
					round = p.View.(syndicate.View).Round
					return at(rival.Regular, rival.Careful)(p, s)
				}
				b, err := gametest.Contest(syndicate.Rules(), c.Encode(), uint64(n/2), []gametest.Contestant{regular, regular}, 4000)
				if err != nil {
					t.Fatal(err)
				}
				s.Add(b.Result, seat)
				scores[i].Add(b.Result, seat)
				scores[i+1+j].Add(b.Result, 1-seat)
				ends[b.Result.Why]++
				rounds, played = rounds+round, played+1
			}
			t.Logf("%-17s %s against %s", x.ID, s, y.ID)
		}
	}
	t.Logf("%.1f rounds a match, %v", float64(rounds)/float64(played), ends)
	for i, x := range all {
		t.Logf("%-17s %s", x.ID, scores[i])
		if _, won, _ := scores[i].Interval(); each >= 60 && (won < 0.35 || won > 0.65) {
			t.Errorf("%s wins %s: expected 35 to 65 %%", x.ID, scores[i])
		}
	}
	if done := ends["mission"] + ends["eliminated"] + ends["both-eliminated"]; 2*done < played {
		t.Errorf("%d of %d matches end by themselves", done, played)
	}
	return scores
}
