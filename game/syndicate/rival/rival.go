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

	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/advice"
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
	rival.Cunning: {Guard: 0.4, Mercs: 0.45, Closing: 0.1, Mission: syndicate.MissionWeight}}

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
