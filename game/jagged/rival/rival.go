// Package rival plays Jagged Shards. It uses only what its seat sees.
//
// A script judges a place by the Objective near it, by the attack that can be made from it, and by the attacks that it is open to;
// an attack by the share of the target's Force Rating that it takes on average; a Rush by the exchange of blows that it begins. The
// recruit does not see what can be done to it, spends no Flares, shoots at the nearest target, and one time in three takes another
// way than the one it thinks best.
package rival

import (
	"cmp"
	"errors"
	"slices"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/rival"
	"downsync/game/text"
)

// New returns the mind that plays Jagged Shards.
func New() rival.Mind { return mind{} }

type mind struct{}

// Strengths lists the strengths. Each beats the one below it.
func (mind) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit, rival.Regular} }

// taste holds the weights of a style.
type taste struct {
	guard  float64 // weight of what may be done to a model, relative to what it may do
	goal   float64 // weight of an Objective, in Force Rating
	charge float64 // weight of what a model does in melee
}

// tastes holds the weights of each style. The cunning style keeps its distance and lets others come.
var tastes = map[rival.Style]taste{rival.Bold: {0.2, 4, 1.6}, rival.Careful: {0.5, 4, 1}, rival.Cunning: {0.9, 4, 0.6}}

// option is an answer with its estimated worth.
type option struct {
	reply game.Reply
	value float64
}

var errNoAnswer = errors.New("jagged: no answer was found that may be given")

// Choose answers one question. The moves or shots of a whole part of a phase are one answer, as a person gives them with one press.
func (mind) Choose(p rival.Position, l rival.Level, c *chance.Source) (rival.Choice, error) {
	if p.Ask.Default == nil || p.Imagine == nil {
		return rival.Choice{}, errNoAnswer
	}
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	out, err := choose(p.View, sim, p.Ask, l, c)
	if err != nil || p.Ask.Name != "move" && p.Ask.Name != "shoot" {
		return out, err
	}
	ask, r := p.Ask, out.Reply
	for len(out.Then) < most {
		if sim, err = sim.Play(ask, r, likely{}); err != nil {
			return out, err
		}
		i := slices.IndexFunc(sim.Asks(), func(a game.Ask) bool { return a.Seat == p.Seat && a.Name == p.Ask.Name })
		if i < 0 {
			break
		}
		ask = sim.Asks()[i]
		next, err := choose(sim.View(game.Player(p.Seat)), sim, ask, l, c)
		if err != nil {
			return out, err
		}
		r = next.Reply
		out.Then = append(out.Then, r)
	}
	return out, nil
}

// most bounds the answers that follow in one act: a move or a shot of each other model, a Warp Pulse, and the end of the part.
const most = jagged.MaxModels + 1

// likely is imagined dice: a Sprint goes half of its die, and a shot misses, so that the next shot is aimed as if the first had not
// been made. If the first shot does hit and the next has no target, that is refused, and the rest is planned again.
type likely struct{}

func (likely) Roll(_ game.Seat, _, sides int) (int, error) {
	if sides == 6 {
		return 3, nil
	}
	return 1, nil
}

// choose answers one question for a state that looks to the seat like its match.
func choose(at game.View, sim game.Sim, ask game.Ask, l rival.Level, c *chance.Source) (rival.Choice, error) {
	v, ok := at.(jagged.View)
	if !ok {
		return rival.Choice{}, errNoAnswer
	}
	g := &thought{View: v, seat: ask.Seat, menu: ask.WithMenu().Menu, chance: c}
	for _, m := range v.Models {
		switch {
		case m.At == nil:
		case m.Seat == ask.Seat:
			g.own = append(g.own, m)
		default:
			g.foes = append(g.foes, m)
		}
	}
	if g.taste, ok = tastes[l.Style]; !ok {
		g.taste = tastes[rival.Careful]
	}
	if l.Strength == rival.Recruit {
		g.novice, g.guard = true, 0
	}
	list, why := []option(nil), text.Text("This is what usually helps.")
	if a, known := answers[ask.Name]; known {
		list, why = a.options(g), a.why
	}
	list = slices.DeleteFunc(list, func(o option) bool { return sim.Check(ask, o.reply) != nil })
	if len(list) == 0 {
		list = []option{{reply: ask.Default}}
	}
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	best := 0
	if g.novice && len(list) > 1 && c.Next()%3 == 0 {
		best = 1 + int(c.Next()%uint64(min(4, len(list)-1)))
	}
	out := rival.Choice{Reply: list[best].reply, Why: why}
	for _, o := range list[:min(len(list), rival.MostConsidered)] {
		out.Considered = append(out.Considered, rival.Weighed{Order: o.reply.Order(), Value: o.value})
	}
	return out, nil
}

// answer holds how a question is answered, and the reason.
type answer struct {
	options func(*thought) []option
	why     text.Text
}

// answers maps questions to answers. A question that is not listed gets its default.
var answers = map[string]answer{
	"board":     {(*thought).boards, "One board is as good as another."},
	"list":      {(*thought).lists, "This Force suits the battle."},
	"objective": {(*thought).marks, "An Objective near your own Zone is easily held."},
	"deploy":    {(*thought).deploys, "From here the Objectives are near."},
	"glimpse":   {(*thought).glimpses, "This brings a model nearer to an Objective."},
	"insight":   {(*thought).insights, "It helps most when it counts."},
	"reinforce": {(*thought).calls, "A model more is worth its Flare."},
	"move":      {(*thought).moves, "This place is near an Objective, and more can be done from it than to it."},
	"go":        {(*thought).goes, "This place is near an Objective, and more can be done from it than to it."},
	"shoot":     {(*thought).shots, "This attack takes the most on average."},
	"rush":      {(*thought).rushes, "This Rush begins an exchange of blows that pays."},
	"counter":   {(*thought).counters, "A model that answers a Rush may strike first."},
	"melee":     {(*thought).strikes, "This attack takes the most on average."},
}

// thought holds what is computed for one question.
type thought struct {
	jagged.View
	taste
	seat   game.Seat
	menu   game.Menu
	chance *chance.Source
	novice bool
	// own and foes are both sides' models on the table.
	own, foes []jagged.Model
	needs     []float64 // for each Objective; see need
}

func disc(m jagged.Model) plane.Disc { return plane.Disc{At: *m.At, R: m.Radius} }

// inches returns a length in inches.
func inches(l plane.Inch) float64 { return float64(l) / float64(plane.In(1)) }

// price returns the value of that many Wounds of a model: its remaining Wounds share all of its Force Rating.
func price(m jagged.Model, wounds float64) float64 {
	return float64(cards.FindUnit(m.Unit).FR) * min(1, wounds/float64(m.Wounds))
}

// weapons returns the weapons with which a model shoots or throws.
func weapons(m jagged.Model) []*cards.Weapon {
	var out []*cards.Weapon
	for _, id := range []string{cards.FindUnit(m.Unit).Ranged, m.Grenade} {
		if w := cards.FindWeapon(id); w != nil {
			out = append(out, w)
		}
	}
	return out
}

// values returns the options of a choice's slot.
func values(c order.Choice, slot string) []string {
	for _, s := range c.Slots {
		if s.Name == slot {
			return s.Options
		}
	}
	return nil
}

// has reports whether a choice has that slot.
func has(c order.Choice, slot string) bool {
	return slices.ContainsFunc(c.Slots, func(s order.Slot) bool { return s.Name == slot })
}
