// Package worlds has Downsync's twin worlds: pairs of matches that differ only in one of ann's secrets.
package worlds

import (
	"slices"
	"strings"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// Downsync is the game as the twins play it.
var Downsync = &twins.Game{
	ID: "downsync", Rules: downsync.Rules(), Know: true, Begins: "act ", Wrong: "plan B2 virago", Late: "react",
	Measure: []bottest.Option{{Name: "from", Value: "A1"}, {Name: "to", Value: "B1"}, {Name: "standing", Value: "20,14"}},
	Rulings: []string{"points 1 cp 1", "token A1 cm 0", "token A1 stun on", "place A1 at 24,24"},
	Trials: map[string][]string{
		"from": {"A1"}, "to": {"B1", "20,14"}, "standing": {"20,14"}, "piece": {"A1", "B1", "A2", "virago"}, "name": {"Virago"},
		"word": {"reaction"}, "ruling": {"remove A1", "token A1 cm 1", "token A1 overwatch off", "place A2 at 5,5", "points 1 cp 0"},
		"open": {"coalition-starter"},
	},
}

// world returns a match in which ann's starting roll is low and every later roll succeeds. A lab has no starting roll.
func world(c downsync.Config, acts ...string) twins.World {
	low := 0
	if c.Lab == nil {
		low = 2
	}
	return Downsync.World(c.Encode(), func() game.Dice { return loaded{low: low} }, acts...)
}

// Pairs returns all pairs, one for each kind.
func Pairs() []twins.Pair {
	var out []twins.Pair
	pair := func(kind string, one, other twins.World) {
		out = append(out, twins.Pair{Kind: kind, World: [2]twins.World{one, other}})
	}
	pair("reserve",
		world(lab(func(l *downsync.Lab) { l.Reserve[0] = []string{"virago"} }), turn("ann> end")...),
		world(lab(func(l *downsync.Lab) { l.Reserve[0] = []string{"gsv-phantom"} }), turn("ann> end")...))
	pair("plan",
		world(lab(nil), turn("ann> end")...),
		world(lab(nil), append([]string{"ann> plan A2 virago"}, turn("ann> plan A2 none", "ann> end")...)...))
	fired := func(acts ...string) []string { // none of her Units could react
		return append(turn(acts...), "ben> done", "ann> pass", "wait 60s", "ben> done")
	}
	pair("overwatch", world(lab(nil), fired("ann> end")...), world(lab(nil), fired("ann> act overwatch", "ann> end")...))
	pair("overwatch in one press", world(lab(nil), fired("ann> end")...), world(lab(nil), fired("ann> act overwatch; end")...))
	pair("overwatch of all in one press",
		world(lab(nil), "ann> designate A1", "ann> done", "wait 10s", "ben> pass", "wait 60s", "ann> activate A1; end", "ben> designate B1", "ben> done"),
		world(lab(nil), "ann> designate A1", "ann> done", "wait 10s", "ben> pass", "wait 60s", "ann> activate A1; act overwatch; end", "ben> designate B1", "ben> done"))
	pair("all tokens in one press", world(lab(tokens(1, 0)), shot("ann> counter cm", "ben> end")...), world(lab(tokens(3, 0)), shot("ann> counter cm all", "ben> end")...))
	pair("countermeasures of the Turn", world(lab(tokens(1, 0)), shot("ann> counter cm", "ben> end")...), world(lab(tokens(3, 1)), shot("ann> counter cm turn", "ben> end")...))
	ordered := func(cm, hardened int) twins.World {
		return world(lab(tokens(cm, hardened)), shot("ann> counter cm turn", "ben> act smart-med-cannon A1")...)
	}
	pair("tokens that are spent by themselves", ordered(2, 0), ordered(1, 1))
	again := ordered(2, 0) // the first hit is stopped, and at the second a token fails
	again.Dice = func() game.Dice { return loaded{works: 1, fails: 1} }
	pair("a second hit without a token", ordered(1, 0), again)
	pair("a second hit after a hardened token", ordered(0, 1), again)
	failed := world(lab(tokens(1, 0)), shot("ann> counter cm turn")...)
	failed.Dice = func() game.Dice { return loaded{fails: 1} }
	pair("countermeasures of the Turn without a token", world(lab(tokens(0, 0)), shot("ann> counter cm turn")...), failed)
	reacted := func(how string) twins.World { // up to the question about who joins
		return world(lab(second), "ben> designate B1", "ben> done", "ann> "+how, "wait 60s")
	}
	pair("reaction beforehand", reacted("react"), reacted("react with A1 unboosted"))
	pair("boosts beforehand",
		world(lab(second), "ben> designate B1", "ben> done", "ann> react with A1", "wait 60s", "ben> done", "ann> boost A1"),
		world(lab(second), "ben> designate B1", "ben> done", "ann> react with A1 unboosted", "wait 60s", "ben> done"))
	reacting := []string{"ben> designate B1", "ben> done", "ann> react with A1", "wait 60s", "ben> done"}
	unboosted := []string{"ben> designate B1", "ben> done", "ann> react with A1 unboosted", "wait 60s", "ben> done"}
	pair("that boosts are in", world(lab(second), reacting...), world(lab(second), append(slices.Clone(reacting), "ann> boost none")...))
	pair("that boosts are in beforehand", world(lab(second), reacting...), world(lab(second), unboosted...))
	pair("boosts beforehand, opened",
		world(lab(second), "ben> designate B1", "ben> done", "ann> react with A1", "wait 60s", "ben> done", "ann> boost none", "wait 60s", "ben> boost none"),
		world(lab(second), "ben> designate B1", "ben> done", "ann> react with A1 unboosted", "wait 60s", "ben> done", "wait 60s", "ben> boost none"))
	phantom := func(acts ...string) twins.World { // it also has an action that costs CP
		return world(lab(func(l *downsync.Lab) { l.Pieces[0].Unit = "gsv-phantom" }), fired(acts...)...)
	}
	pair("overwatch beside an action for CP", phantom("ann> end"), phantom("ann> act overwatch; end"))
	pair("who is aboard", Transport("", "ann> end"), Transport("vector-squad", "ann> end"))
	squad := func(acts ...string) twins.World { // one base acts for everybody to see; the others may be on Overwatch
		return world(lab(vectors), fired(append([]string{"ann> act move by A1.1 to 20,12"}, acts...)...)...)
	}
	pair("overwatch of a squad", squad("ann> end"), squad("ann> act overwatch", "ann> end"))
	pair("tokens", world(lab(tokens(0, 1)), shot("ann> counter hardened", "ben> end")...), world(lab(tokens(3, 0)), shot("ann> counter cm", "ben> end")...))
	pair("boosted countermeasures", Boosted(1, 0), Boosted(1, 2))
	pair("no token", world(lab(tokens(0, 0)), shot("ann> counter none")...), world(lab(tokens(2, 1)), shot("ann> counter none")...))
	pair("standing order",
		world(lab(second), "ben> designate B1", "ben> done", "wait 7s", "ann> pass", "wait 60s"),
		world(lab(second), "ann> standing pass round", "ben> designate B1", "ben> done", "wait 7s", "wait 60s"))
	pair("out of time",
		world(lab(second), "ben> designate B1", "ben> done", "wait 10s", "ann> pass", "wait 60s"),
		world(lab(second), "ben> designate B1", "ben> done", "wait 10s", "wait 60s"))
	pair("late answer",
		world(lab(second), "ben> designate B1", "ben> done", "wait 61m", "wait 60s"),
		world(lab(second), "ben> designate B1", "ben> done", "ann! late", "wait 60s"))
	boosted := func(boost string) twins.World {
		return world(lab(second), "ben> designate B1", "ben> done", "ann> react", "wait 60s", "ben> done", "ann> declare A1", "ann> "+boost)
	}
	pair("boosts", boosted("boost A1"), boosted("boost none"))
	pair("looking", world(lab(nil), turn("ann> end")...),
		world(lab(nil), turn("ann! show", "ann! know", "ann! measure", "ann! complete", "ann! wrong", "ann> end")...))
	asked := func(acts ...string) twins.World { // and then ann is asked something
		return world(lab(nil), append(turn(append(acts, "ann> end")...), "ben> done", "wait 10s", "ann> pass", "wait 60s")...)
	}
	pair("closed direct messages", asked(), asked("ann! closed"))
	left := func(acts ...string) twins.World { // no message reaches her after she has left the server, and her time runs out
		return world(lab(nil), append(acts, "ann! closed", "wait 61m", "wait 61m", "ben> pass", "wait 60s", "wait 61m", "ben> designate B1")...)
	}
	pair("left the server", left(), left("ann> plan A2 virago"))
	quiet := func(acts ...string) twins.World { // she is asked before her quiet hours begin, and reminded after them
		return world(lab(nil), slices.Concat([]string{"ann sets calls to thread", "ann sets quiet to 12:05-12:20", "wait 10m"}, acts,
			[]string{"wait 20m", "ben> draw", "wait 20m", "ann> designate A1"})...)
	}
	pair("plan in quiet hours", quiet(), quiet("ann> plan A2 virago"))
	thread := func(acts ...string) twins.World { // the thread calls and reminds her, where everybody sees how
		return world(lab(nil), slices.Concat([]string{"ann sets calls to thread"}, acts,
			[]string{"ann> designate A1", "wait 30m", "eve! show", "wait 20m"}, turn("ann> end")[1:])...)
	}
	pair("quiet hours", thread(), thread("ann sets quiet to 11:50-12:20"))
	pair("drafts", world(lab(nil), turn("ann> end")...), world(lab(nil), turn("ann! draft", "ann! show", "ann! draft", "ann> end")...))
	pair("settings", world(lab(nil), turn("ann> end")...), world(lab(nil), append([]string{"ann! settings"}, turn("ann> end")...)...))
	pair("plan in an open match", world(open(lab(nil)), turn("ann> end")...),
		world(open(lab(nil)), append([]string{"ann> plan A2 virago"}, turn("ann> end")...)...))
	pair("standing order in an open match",
		world(open(lab(second)), "ben> designate B1", "ben> done", "wait 7s", "ann> pass", "wait 60s"),
		world(open(lab(second)), "ann> standing pass round", "ben> designate B1", "ben> done", "wait 7s", "wait 60s"))
	pair("plan in edition 4.2", world(recovering(lab(nil)), turn("ann> end")...),
		world(recovering(lab(nil)), append([]string{"ann> plan A2 virago"}, turn("ann> end")...)...))
	pair("tokens in edition 4.2", world(recovering(lab(tokens(0, 0))), shot("ann> counter none")...),
		world(recovering(lab(tokens(2, 1))), shot("ann> counter none")...))
	pair("order of the list", world(setUp("virago", "virago", "widow-scout"), deployed()...),
		world(setUp("widow-scout", "virago", "virago"), deployed()...))
	pair("force",
		world(setUp("virago", "virago", "widow-scout"), deployed()...),
		world(setUp("gsv-aurora", "gsv-phantom", "sentinel-tagger"), deployed()...))
	pair("riders",
		world(setUp("courier", "crusader", "harbinger"), deployed()...),
		world(setUp("courier", "crusader", "harbinger", "vector-squad"), deployed("ann> mount vector-squad courier")...))
	return out
}

// Transport returns a world in which ann's transport makes a Move Action, with that Unit aboard or none, and then the given
// acts follow.
func Transport(aboard string, acts ...string) twins.World {
	force := []string{"courier", "crusader", "harbinger"}
	before := []string{}
	if aboard != "" {
		force, before = append(force, aboard), []string{"ann> mount " + aboard + " courier"}
	}
	return world(setUp(force...), slices.Concat(deployed(before...), []string{"ben> done", "ben> done", "ann> pass", "wait 60s", "ben> done",
		"ann> designate A2", "ann> reveal A2 as courier", "ann> done", "ben> pass", "wait 60s", "ann> activate A2", "ann> act move to 24,12"}, acts)...)
}

// Boosted returns a world in which ann boosts that many checks, which all fail, and has that many tokens left. With none left
// the hit takes effect at once. Otherwise ann lets it happen.
func Boosted(checks, left int) twins.World {
	acts := slices.Repeat([]string{"ann> counter cm boost"}, checks)
	if left == 0 {
		acts = append([]string{"wait 20s"}, acts...)
	} else {
		acts = append(acts, "wait 20s", "ann> counter none")
	}
	w := world(lab(tokens(checks+left, 0)), shot(append(acts, "wait 10s")...)...)
	w.Dice = func() game.Dice { return loaded{fails: 2 * checks} }
	return w
}

// EndedAhead returns a world in which a base of ann's squad hits with a shot that also orders that end of the activation ("":
// none), and then the given acts follow.
func EndedAhead(then string, after ...string) twins.World {
	near := func(l *downsync.Lab) {
		vectors(l)
		l.Pieces[2].Bases[0].At.Y = plane.In(16)
	}
	acts := turn(strings.TrimSpace("ann> act at-charges B1 by A1.1 " + then))
	return world(lab(near), append(acts[:len(acts)-1], after...)...)
}

// Hit returns a match in which ann is asked about a hit. Her first countermeasure will fail.
func Hit() twins.World {
	w := world(lab(tokens(2, 0)), shot()...)
	w.Acts = w.Acts[:len(shot())]
	w.Dice = func() game.Dice { return loaded{fails: 1} }
	return w
}

// Apart returns two worlds that everybody can tell apart: a contact is an inch aside.
func Apart() twins.Pair {
	return twins.Pair{Kind: "apart", World: [2]twins.World{world(lab(nil), turn("ann> end")...),
		world(lab(func(l *downsync.Lab) { l.Pieces[1].Bases[0].At.X += 1000 }), turn("ann> end")...)}}
}

// For returns a pair that differs in a plan and shows the leak.
func For(l twins.Leak) twins.Pair {
	if !l.Late() {
		return Short()
	}
	pairs := Pairs()
	return pairs[slices.IndexFunc(pairs, func(p twins.Pair) bool { return p.Kind == "plan" })]
}

// Short returns a short pair that differs in a plan.
func Short() twins.Pair {
	return twins.Pair{Kind: "plan", World: [2]twins.World{world(lab(nil), "ann> designate A1"), world(lab(nil), "ann> plan A2 virago", "ann> designate A1")}}
}

func second(l *downsync.Lab) { l.Active = 2 }

// vectors makes A1 a squad of three bases.
func vectors(l *downsync.Lab) {
	l.Pieces[0].Unit = "vector-squad"
	for _, x := range []int{22, 24} {
		l.Pieces[0].Bases = append(l.Pieces[0].Bases, downsync.LabBase{At: plane.Point{X: plane.In(x), Y: plane.In(10)}})
	}
}

// tokens gives A1 that many CM and Hardened CM tokens. Ben begins, because a refresh of A1 would bring CM tokens back.
func tokens(cm, hardened int) func(*downsync.Lab) {
	return func(l *downsync.Lab) {
		l.Active, l.Pieces[0].Bases[0].CM, l.Pieces[0].Bases[0].Hardened = 2, &cm, &hardened
	}
}

// lab returns a position: ann has a Unit that can shoot and a contact, ben has a Unit and a contact.
func lab(change func(*downsync.Lab)) downsync.Config {
	at := func(x, y int) []downsync.LabBase {
		return []downsync.LabBase{{At: plane.Point{X: plane.In(x), Y: plane.In(y)}}}
	}
	l := &downsync.Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"crusader"}}, Pieces: []downsync.LabPiece{
		{Label: "A1", Unit: "guardian-destroyer", Bases: at(20, 10)}, {Label: "A2", Sig: "medium", Bases: at(30, 10)},
		{Label: "B1", Unit: "samson", Bases: at(20, 30)}, {Label: "B2", Sig: "medium", Bases: at(40, 40)}}}
	if change != nil {
		change(l)
	}
	c := downsync.Defaults()
	c.Lab = l
	return c
}

// open returns the same match with the secrecy of the printed game.
func open(c downsync.Config) downsync.Config {
	c.Secrecy = downsync.Open
	return c
}

// recovering returns the same match in an edition in which stunned bases pay for their tokens.
func recovering(c downsync.Config) downsync.Config {
	c.Rules = downsync.EditionsWith((*downsync.Edition).Recovering)[0]
	return c
}

// setUp returns a match that begins with its set-up, with that force for ann.
func setUp(force ...string) downsync.Config {
	c := downsync.Defaults()
	c.Forces, c.Salts = [2][]string{force, {"samson", "crusader"}}, [2]string{strings.Join(force, "/"), "ben's"}
	return c
}

// turn returns the acts of ann's Turn up to the activation of A1, then the given acts, then the end of the Turn.
func turn(acts ...string) []string {
	out := append([]string{"ann> designate A1", "ann> done", "ben> pass", "wait 60s", "ann> activate A1"}, acts...)
	return append(out, "ben> designate B1")
}

// shot returns the acts up to an attack by ben on A1 that hits, then the given acts.
func shot(after ...string) []string {
	return append([]string{"ben> designate B1", "ben> done", "ann> pass", "wait 60s", "ben> activate B1", "ben> act smart-med-cannon A1"}, after...)
}

// deployed returns the acts of a set-up up to the first designation. Ben wins the roll and deploys first. Ann does the given
// acts before she deploys.
func deployed(acts ...string) []string {
	out := append([]string{"ben> first", "ben> deploy rest", "ben> done"}, acts...)
	return append(out, "ann> deploy rest", "ann> done", "ben> designate B1")
}

type loaded struct {
	low, fails int // how many public rolls, and how many of ann's, fail first
	works      int // how many of ann's succeed before those
}

// Roll returns the highest face, except for the rolls that fail.
func (d loaded) Roll(seat game.Seat, number, sides int) (int, error) {
	first := map[game.Seat]int{1: d.works}[seat]
	if fails := map[game.Seat]int{0: d.low, 1: d.fails}[seat]; number > first && number <= first+fails {
		return 1, nil
	}
	return sides, nil
}

// Faced returns pairs in which it is ben's Turn from the start, so that he can try anything against ann's Reserve, plan,
// tokens and standing order.
func Faced() []twins.Pair {
	var out []twins.Pair
	pair := func(kind string, one, other func(*downsync.Lab), acts ...string) {
		turned := func(change func(*downsync.Lab)) downsync.Config {
			return lab(func(l *downsync.Lab) {
				l.Active = 2
				if change != nil {
					change(l)
				}
			})
		}
		out = append(out, twins.Pair{Kind: kind, World: [2]twins.World{
			{Game: Downsync, Config: turned(one).Encode(), Dice: func() game.Dice { return loaded{} }},
			world(turned(other), acts...)}})
		second := &out[len(out)-1].World[1]
		second.Acts = second.Acts[:len(acts)] // without the looks at the end
	}
	reserve := func(unit string) func(*downsync.Lab) {
		return func(l *downsync.Lab) { l.Reserve[0] = []string{unit} }
	}
	pair("reserve", reserve("virago"), reserve("gsv-phantom"))
	pair("tokens", tokens(0, 1), tokens(3, 0))
	pair("plan", nil, nil, "ann> plan A2 virago")
	pair("standing order", nil, nil, "ann> standing pass round")
	return out
}

// Deep returns pairs about decisions within a fight: which Unit could come out of a contact and does not, what paid for a
// Stun Token, and who lent a token.
func Deep() []twins.Pair {
	ambush := func(change func(*downsync.Lab), acts ...string) twins.Pair {
		in := func(unit string) twins.World {
			return world(lab(func(l *downsync.Lab) { l.Reserve[0] = []string{unit}; change(l) }), acts...)
		}
		return twins.Pair{World: [2]twins.World{in("virago"), in("gsv-phantom")}}
	}
	alone := ambush(func(l *downsync.Lab) { l.Active, l.Pieces = 2, l.Pieces[1:] }, "ben> designate B1", "ben> done", "wait 10s", "ann> pass", "wait 60s", "ben> activate B1; end")
	alone.Kind = "an ambush instead of a reaction"
	joins := ambush(func(*downsync.Lab) {}, "ann> designate A1", "ann> done", "ben> react", "wait 60s", "wait 10s", "ann> done", "ben> declare B1", "ann> boost none",
		"ben> boost none")
	joins.Kind = "an ambush by who is reacted to"
	paid := func(with string) twins.World {
		c := recovering(lab(func(l *downsync.Lab) { l.Pieces[0].Bases[0].Stun = true }))
		return world(c, turn("ann> recover "+with, "ann> end")...)
	}
	lent := func(from string) twins.World {
		acts := shot("ann> counter cm from "+from, "ben> end", "ann> designate A1")
		acts[len(acts)-4] = "ben> act smart-med-cannon A1.1"
		return world(lab(func(l *downsync.Lab) {
			vectors(l)
			l.Active = 2
			l.Pieces = append(l.Pieces, downsync.LabPiece{Label: "A3", Unit: "crusader", Bases: []downsync.LabBase{{At: plane.Point{X: plane.In(17), Y: plane.In(10)}}}},
				downsync.LabPiece{Label: "A4", Unit: "courier", Bases: []downsync.LabBase{{At: plane.Point{X: plane.In(19), Y: plane.In(7)}}}})
		}), acts...)
	}
	return []twins.Pair{alone, joins, {Kind: "who lends a token", World: [2]twins.World{lent("A3"), lent("A4")}}, {Kind: "a token for a Stun Token", World: [2]twins.World{paid("cm"), paid("hardened")}},
		{Kind: "an Action Point for a Stun Token", World: [2]twins.World{paid("cm"), paid("ap")}}}
}

// Untold returns pairs in which ann does something that leaves no trace: she looks at everything, or takes back a secret
// step.
func Untold() []twins.Pair {
	again := append(turn("ann> act overwatch", "ann> undo", "ann> end"), "ben> done", "ann> pass", "wait 60s", "ben> done")
	once := append(turn("ann> end"), "ben> done", "ann> pass", "wait 60s", "ben> done")
	return []twins.Pair{
		{Kind: "looking at everything", World: [2]twins.World{world(lab(nil), turn("ann> end")...), world(lab(nil), append([]string{"ann! all"}, turn("ann! all", "ann> end")...)...)}},
		{Kind: "overwatch taken back", World: [2]twins.World{world(lab(nil), once...), world(lab(nil), again...)}},
	}
}
