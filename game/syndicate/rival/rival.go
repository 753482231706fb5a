// Package rival plays Syndicate Protocol. It uses only what its seat sees and what can be imagined from that.
//
// Package advice weighs its answers. The styles differ in their weights. The regular chooses its card by playing the round on from
// imagined positions, with the rounds that advice finds. The recruit plays any card, does not see what can be done to it, and every
// fourth time takes another answer than the best.
package rival

import (
	"cmp"
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/grid"
	"downsync/game/text"
)

// New returns the mind that plays Syndicate Protocol.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths lists the strengths. Each beats the one below it.
func (mind) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit, rival.Regular} }

// tastes holds the weights of each style. The cunning style lets the enemy come.
var tastes = map[rival.Style]syndicate.Taste{rival.Bold: {Guard: 0.1, Mercs: 0.35, Closing: 0.4, Mission: syndicate.MissionWeight},
	rival.Careful: {Guard: 0.6, Mercs: 0.4, Closing: 0.25, Mission: syndicate.MissionWeight},
	rival.Cunning: {Guard: 0.4, Mercs: 0.45, Closing: 0.03, Mission: syndicate.MissionWeight}}

// threats holds how much each style minds being shot at where lost HP decide who scores.
var threats = map[rival.Style]float64{rival.Bold: 0.2, rival.Careful: 0.5, rival.Cunning: 0.9}

// option is an answer with its estimated worth, and the number of rounds played on for it.
type option struct {
	advice.Option
	rollouts int
}

var errNoAnswer = errors.New("syndicate: no answer was found that may be given")

// Choose answers one question.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	v, ok := p.View.(syndicate.View)
	if !ok || p.Ask.Default == nil {
		return rival.Choice{}, errNoAnswer
	}
	t, known := tastes[l.Style]
	if !known { // a hint
		t = v.Advisor(p.Seat)
	}
	switch {
	case known && v.Mission == syndicate.Elimination: // nothing else ends the match
		t.Guard, t.Closing = 0.25*t.Guard, 2.4*t.Closing
	case known && v.Losses: // the HP of all units decide who scores
		t.Mercs += 0.25
		if v.Mission != syndicate.Extract { // at the Relay all meet, and a unit that comes alone is lost
			t.Threat = threats[l.Style]
		}
	}
	recruit := l.Strength == rival.Recruit
	if recruit {
		t.Guard = 0
	}
	g := &thought{Position: advice.Read(v, p.Ask, t), chance: c, imagine: p.Imagine}
	var list []option
	why := whys[p.Ask.Name]
	switch {
	case p.Ask.Name != "plan":
		for _, o := range g.Options() {
			list = append(list, option{Option: o})
		}
	case recruit:
		list, why = g.anyCard(), "To a beginner one card is as good as another."
	default:
		list = g.plans()
	}
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(b.Value, a.Value) })
	best := 0
	if recruit && len(list) > 1 && c.Next()%4 == 0 {
		best = 1 + int(c.Next()%uint64(min(4, len(list)-1)))
	}
	out := rival.Choice{Reply: list[best].Reply, Why: cmp.Or(why, "This usually helps.")}
	for _, o := range list[:min(len(list), rival.MostConsidered)] {
		out.Considered = append(out.Considered, rival.Weighed{Order: o.Reply.Order(), Value: o.Value, Rollouts: o.rollouts})
	}
	return out, nil
}

const placeWhy text.Text = "This place promises more damage than it takes."

// whys holds the reason for the answer to each question that is weighed.
var whys = map[string]text.Text{"plan": "This card promises the best round.", "move": placeWhy, "surge": placeWhy, "relay": placeWhy, "press": placeWhy,
	"mercs": placeWhy, "attack": "This attack does the most damage."}

const (
	mostRounds = 2 // ways of playing a card that are tried
	tries      = 2 // positions imagined for each of them
)

// thought holds what is computed for one question.
type thought struct {
	*advice.Position
	chance  *chance.Source
	imagine func(*chance.Source) (game.Sim, error)
}

// anyCard returns the cards with random values.
func (g *thought) anyCard() (list []option) {
	for _, c := range g.Commits() {
		list = append(list, option{Option: advice.Option{Reply: c, Value: float64(g.chance.Next() % 100)}})
	}
	return list
}

// plans weighs each card by the best way to play it, tried in rounds played on from imagined positions.
func (g *thought) plans() (list []option) {
	for _, c := range g.Commits() {
		o := option{advice.Option{Reply: c, Value: -1e9}, 0}
		for _, c.Ahead = range g.Plans(c.Card, mostRounds) {
			c.Ahead.Usual, c.Ahead.Proposed = true, false
			o.Value, o.rollouts = max(o.Value, g.rollout(c)), o.rollouts+tries
		}
		list = append(list, o)
	}
	return list
}

// rollout plays the round on from imagined positions, both sides following the script, and returns the mean value of the ends.
func (g *thought) rollout(mine syndicate.Commit) float64 {
	sum := 0.0
	c := *g.chance // the same for every card, so that all are compared under the same dice
	for range tries {
		sim, err := g.imagine(&c)
		if err != nil {
			return -1e9
		}
		sum += g.play(sim, mine, &c)
	}
	return sum / tries
}

// play plays one round and judges the position at its end.
func (g *thought) play(sim game.Sim, mine syndicate.Commit, c *chance.Source) float64 {
	round := g.Round
	d := dice{c}
	for range 60 {
		asks := sim.Asks()
		i := slices.IndexFunc(asks, func(a game.Ask) bool { return !a.Standing })
		if _, over := sim.Result(); over || i < 0 {
			break
		}
		a := asks[i]
		r := a.Default
		if a.Name == "plan" {
			if sim.View(game.Player(g.Seat)).(syndicate.View).Round != round {
				break
			}
			if r = mine; a.Seat != g.Seat {
				r = g.enemy(sim, a, c)
			}
			if sim.Check(a, r) != nil {
				r = a.Default
			}
		}
		next, err := sim.Play(a, r, d)
		if err != nil {
			break
		}
		sim = next
	}
	return g.judge(sim)
}

// enemy returns a commit for the other side: any of its cards, with or without going forward, and always an attack.
func (g *thought) enemy(sim game.Sim, a game.Ask, c *chance.Source) game.Reply {
	o, ok := a.Default.(syndicate.Commit)
	if !ok {
		return a.Default
	}
	v := sim.View(game.Player(a.Seat)).(syndicate.View)
	if hand := v.Sides.Of(a.Seat).Hand; len(hand) > 0 {
		if pick := hand[c.Next()%uint64(len(hand))]; sim.Check(a, syndicate.Commit{Card: pick, Mode: o.Mode}) == nil {
			o.Card = pick
		}
	}
	o.Ahead.Attack, o.Ahead.Usual = syndicate.Nearest, true
	if own, ok := g.Unit(syndicate.Labels(g.Seat)[0]); ok {
		if to := v.Goes(a.Seat, o.Card); len(to) > 0 {
			o.Ahead.To = slices.MinFunc(to, func(x, y grid.Space) int { return grid.Distance(x, own.At) - grid.Distance(y, own.At) })
		}
	}
	return o
}

// judge returns how much better the own side is doing than the other.
func (g *thought) judge(sim game.Sim) float64 {
	if r, over := sim.Result(); over {
		return 60 * float64(r.Rank[2-g.Seat]-r.Rank[g.Seat-1])
	}
	v := sim.View(game.Player(g.Seat)).(syndicate.View)
	return advice.Read(v, game.Ask{Seat: g.Seat}, g.Taste).Balance()
}

// dice rolls from a source of chance.
type dice struct{ *chance.Source }

// Roll returns a random face.
func (d dice) Roll(_ game.Seat, _, sides int) (int, error) {
	return 1 + int(d.Next()%uint64(sides)), nil
}
