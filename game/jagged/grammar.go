package jagged

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/jagged/cards"
	"downsync/game/language"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// The language of orders has every verb once: how it is written, and the reply that it makes. Menus offer parts of it (offer), so
// that menus, completion and Parse agree.

// maxOrder is the length of the longest order accepted, in bytes: a list of eight models, each with its grenade.
const maxOrder = 500

// ChooseBoard chooses the board (J4.2).
type ChooseBoard struct{ Board string }

// Bring brings a list: a sample list by its name, or models one by one (J3).
type Bring struct {
	Sample string
	Models []Pick
}

// Mark places an Objective (J4.4).
type Mark struct{ At plane.Point }

// Deploy puts the Force on the table, in the order of its labels (J4.3).
type Deploy struct{ At []plane.Point }

// steal tries to take the Initiative of Round 1, or declines (J4.6).
type steal struct{ Yes bool }

// Glimpse moves a model before Round 1 (J14.11). Unit "" moves nobody.
type Glimpse struct {
	Unit Label
	To   plane.Point
	Via  []plane.Point
}

// Insight uses Tactical Insight or Seer's Insight, or declines (J14.5, J14.10).
type Insight struct{ Yes bool }

// Call brings a Reinforcement (J6.3).
type Call struct {
	Unit string
	At   plane.Point
}

// Move moves a model (J8.1). Unit is "" for the model that must finish its move. Push is Coordinated Push (J14.6).
type Move struct {
	Unit Label
	To   plane.Point
	Via  []plane.Point
	Push bool
}

// Stay ends the move of the model that must finish it.
type Stay struct{}

// Sprint rolls a model's die before it moves (J8.2). To is its destination, which it approaches as nearly as it can; with the zero
// point it is asked once the die is known. It is also asked if it can come no nearer to To, unless Stay makes it stay then.
type Sprint struct {
	Unit Label
	To   plane.Point
	Stay bool
}

// Disengage tries to leave an engagement (J8.6); Auto is without a roll (J8.7).
type Disengage struct {
	Unit Label
	Auto bool
}

// Pulse uses Warp Pulse (J14.13).
type Pulse struct{ Target Label }

// Stabilize ends the greatest lasting effect of a kind that hampers a model, by Psionic Stabilize (J14.12). Effect is cards.Threshold,
// cards.Evade or cards.Movement.
type Stabilize struct {
	Unit   Label
	Effect string
}

// Aid is a Stabilizer named with an attack (J14.1, J14.12). Part is the part that Psionic Stabilize leaves out.
type Aid struct {
	Stabilize bool
	Part      string
}

// Shoot makes a ranged attack (J9.1). With is the weapon; "" is the first that reaches.
type Shoot struct {
	Unit, Target Label
	With         string
	Aid
}

// ShootAll makes every model that still can shoot at its easiest target. With Best each makes its most harmful attack, and models
// whose attacks cannot do harm do not shoot (JQ60).
type ShootAll struct{ Best bool }

// Rush rushes an enemy (J10); Target "" is the nearest.
type Rush struct{ Unit, Target Label }

// Counter answers a Rush with a Counter-Charge (J14.8); Unit "" declines.
type Counter struct{ Unit Label }

// Strike makes a melee attack (J11.2).
type Strike struct {
	Unit, Target Label
	Aid
}

// StrikeAll makes every model of the part that still can strike at its easiest target (JQ58), with Best at the one that it harms
// most (JQ60).
type StrikeAll struct{ Best bool }

// reroll rolls a missed attack again, or declines (J14.7).
type reroll struct{ Yes bool }

// Done ends the side's part of the phase (J5.3).
type Done struct{}

// Hold ends the side's part of the phase, and the side makes no Rush in this Round. With On the part continues.
type Hold struct{ On bool }

// Skip names questions that the side is no longer asked, or with Off is asked again (J5.6). What is one of the Skip constants.
type Skip struct {
	What string
	Off  bool
}

func (o ChooseBoard) Order() string { return "board " + o.Board }
func (o Bring) Order() string {
	if o.Sample != "" {
		return "list " + o.Sample
	}
	words := []string{"list"}
	for _, p := range o.Models {
		words = append(words, p.word())
	}
	return strings.Join(words, " ")
}
func (o Mark) Order() string    { return "objective at " + o.At.String() }
func (o Deploy) Order() string  { return "deploy " + points(o.At) }
func (o steal) Order() string   { return "steal " + yes(o.Yes) }
func (o Insight) Order() string { return "insight " + yes(o.Yes) }
func (o reroll) Order() string  { return "reroll " + yes(o.Yes) }
func (o Glimpse) Order() string {
	if o.Unit == "" {
		return "glimpse none"
	}
	return "glimpse " + string(o.Unit) + to(o.To, o.Via)
}
func (o Call) Order() string { return "reinforce " + o.Unit + " at " + o.At.String() }
func (o Move) Order() string {
	line := "move"
	if o.Unit != "" {
		line += " " + string(o.Unit)
	}
	line += to(o.To, o.Via)
	if o.Push {
		line += " push"
	}
	return line
}
func (Stay) Order() string { return "stay" }
func (o Sprint) Order() string {
	line := "sprint " + string(o.Unit)
	if o.To != (plane.Point{}) {
		line += to(o.To, nil)
	}
	if o.Stay {
		line += " stay"
	}
	return line
}
func (o Disengage) Order() string {
	if o.Auto {
		return "disengage " + string(o.Unit) + " auto"
	}
	return "disengage " + string(o.Unit)
}
func (o Pulse) Order() string { return "pulse " + string(o.Target) }
func (o Stabilize) Order() string {
	return "stabilize " + string(o.Unit) + " " + o.Effect
}
func (o Aid) words() string {
	switch {
	case !o.Stabilize:
		return ""
	case o.Part == "":
		return " stabilize"
	}
	return " stabilize " + o.Part
}
func (o Shoot) Order() string {
	line := "shoot " + string(o.Unit) + " " + string(o.Target)
	if o.With != "" {
		line += " with " + o.With
	}
	return line + o.words()
}
func (o ShootAll) Order() string { return "shoot " + whom(o.Best) }

// whom names the targets of an order for all attacks.
func whom(best bool) string {
	if best {
		return "best"
	}
	return "all"
}

func (o Rush) Order() string {
	return strings.TrimSpace("rush " + string(o.Unit) + " " + string(o.Target))
}
func (o Counter) Order() string {
	if o.Unit == "" {
		return "counter none"
	}
	return "counter " + string(o.Unit)
}
func (o Strike) Order() string {
	return "strike " + string(o.Unit) + " " + string(o.Target) + o.words()
}
func (o StrikeAll) Order() string { return "strike " + whom(o.Best) }
func (Done) Order() string        { return "done" }
func (o Hold) Order() string {
	if o.On {
		return "hold on"
	}
	return "hold"
}
func (o Skip) Order() string {
	if o.Off {
		return "ask " + o.What
	}
	return "skip " + o.What
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func points(ps []plane.Point) string {
	var out []string
	for _, p := range ps {
		out = append(out, p.String())
	}
	return strings.Join(out, " ")
}

func to(p plane.Point, via []plane.Point) string {
	line := " to " + p.String()
	if len(via) > 0 {
		line += " via " + points(via)
	}
	return line
}

// word writes a model of a list as orders do: its unit, and its grenade unless that is the default.
func (p Pick) word() string {
	if p.Grenade == usualGrenade(p.Unit) {
		return p.Unit
	}
	return p.Unit + "/" + p.Grenade
}

// parsePick reads one model of a list.
func parsePick(word string) (Pick, error) {
	id, grenade, chosen := strings.Cut(word, "/")
	u := cards.FindUnit(id)
	switch {
	case u == nil:
		return Pick{}, game.Errorf("%q is no unit; write one like colonist-rifleman", id)
	case chosen && !slices.Contains(u.Grenades, grenade):
		return Pick{}, game.Errorf("%s cannot carry %q", u.Name, grenade)
	case !chosen:
		grenade = usualGrenade(id)
	}
	return Pick{id, grenade}, nil
}

// These are the slots of orders. Menus narrow them to the possible choices.
var (
	slotBoard     = order.Slot{Name: "board", Options: boardSlugs(), Min: 1, Max: 1}
	slotSample    = order.Slot{Name: "list", Kind: sampleKind, Min: 1, Max: 1}
	slotModels    = order.Slot{Name: "models", Kind: pickKind, Min: 1, Max: MaxModels}
	slotAt        = order.Slot{Name: "at", Mark: "at", Kind: terrain.Points, Min: 1, Max: 1}
	slotPlaces    = order.Slot{Name: "places", Kind: terrain.Points, Min: 1, Max: MaxModels}
	slotTo        = order.Slot{Name: "to", Mark: "to", Kind: terrain.Points, Min: 1, Max: 1}
	slotVia       = order.Slot{Name: "via", Mark: "via", Kind: terrain.Points, Max: 12}
	slotUnit      = order.Slot{Name: "unit", Kind: labelKind, Min: 1, Max: 1}
	slotTarget    = order.Slot{Name: "target", Kind: labelKind, Min: 1, Max: 1}
	slotKind      = order.Slot{Name: "kind", Kind: unitKind, Min: 1, Max: 1}
	slotWith      = order.Slot{Name: "with", Mark: "with", Kind: language.Name("a weapon like ballistic-rifle"), Max: 1}
	slotPart      = order.Slot{Name: "stabilize", Mark: "stabilize", Kind: language.Name("a modifier like cover"), Max: 1}
	slotStabilize = order.Slot{Name: "stabilize", Mark: "stabilize", Kind: language.Name("a modifier like cover"), Max: 1, Bare: true}
	slotEffect    = order.Slot{Name: "effect", Options: hampering, Min: 1, Max: 1}
	slotYes       = order.Slot{Name: "answer", Options: []string{"yes", "no"}, Min: 1, Max: 1}
	slotQuestion  = order.Slot{Name: "question", Options: []string{SkipReinforcements, SkipFar, SkipTargets}, Min: 1, Max: 1}
	slotPush      = order.Flag("push")
	slotAuto      = order.Flag("auto")
	slotStay      = order.Flag("stay")
	slotAid       = order.Flag("stabilize")
)

func said(p order.Partial) bool { return p.Value("answer") == "yes" }

func aidIn(p order.Partial) Aid { return Aid{p.Has("stabilize"), p.Value("stabilize")} }

var verbs = []language.Verb{
	language.With("board", func(p order.Partial) game.Reply { return ChooseBoard{p.Value("board")} }, slotBoard),
	language.With("list", func(p order.Partial) game.Reply { return Bring{Sample: p.Value("list")} }, slotSample),
	language.With("list", func(p order.Partial) game.Reply {
		var o Bring
		for _, w := range p.Values("models") {
			pick, _ := parsePick(w) // its kind has checked it
			o.Models = append(o.Models, pick)
		}
		return o
	}, slotModels),
	language.With("objective", func(p order.Partial) game.Reply { return Mark{terrain.PointsIn(p, "at")[0]} }, slotAt),
	language.With("deploy", func(p order.Partial) game.Reply { return Deploy{terrain.PointsIn(p, "places")} }, slotPlaces),
	language.With("steal", func(p order.Partial) game.Reply { return steal{said(p)} }, slotYes),
	language.Plain("glimpse none", Glimpse{}),
	language.With("glimpse", func(p order.Partial) game.Reply {
		return Glimpse{Label(p.Value("unit")), terrain.PointsIn(p, "to")[0], terrain.PointsIn(p, "via")}
	}, slotUnit, slotTo, slotVia),
	language.With("insight", func(p order.Partial) game.Reply { return Insight{said(p)} }, slotYes),
	language.With("reinforce", func(p order.Partial) game.Reply { return Call{p.Value("kind"), terrain.PointsIn(p, "at")[0]} }, slotKind, slotAt),
	language.With("move", func(p order.Partial) game.Reply {
		return Move{Label(p.Value("unit")), terrain.PointsIn(p, "to")[0], terrain.PointsIn(p, "via"), p.Has("push")}
	}, slotUnit.Times(0, 1), slotTo, slotVia, slotPush),
	language.Plain("stay", Stay{}),
	language.With("sprint", func(p order.Partial) game.Reply {
		o := Sprint{Unit: Label(p.Value("unit")), Stay: p.Has("stay")}
		if to := terrain.PointsIn(p, "to"); len(to) > 0 {
			o.To = to[0]
		}
		return o
	}, slotUnit, slotTo.Times(0, 1), slotStay),
	language.With("disengage", func(p order.Partial) game.Reply { return Disengage{Label(p.Value("unit")), p.Has("auto")} }, slotUnit, slotAuto),
	language.With("pulse", func(p order.Partial) game.Reply { return Pulse{Label(p.Value("target"))} }, slotTarget),
	language.With("stabilize", func(p order.Partial) game.Reply { return Stabilize{Label(p.Value("unit")), p.Value("effect")} }, slotUnit, slotEffect),
	language.Plain("shoot all", ShootAll{}),
	language.Plain("shoot best", ShootAll{Best: true}),
	language.With("shoot", func(p order.Partial) game.Reply {
		return Shoot{Label(p.Value("unit")), Label(p.Value("target")), p.Value("with"), aidIn(p)}
	}, slotUnit, slotTarget, slotWith, slotStabilize),
	language.With("rush", func(p order.Partial) game.Reply { return Rush{Label(p.Value("unit")), Label(p.Value("target"))} }, slotUnit, slotTarget.Times(0, 1)),
	language.Plain("counter none", Counter{}),
	language.With("counter", func(p order.Partial) game.Reply { return Counter{Label(p.Value("unit"))} }, slotUnit),
	language.Plain("strike all", StrikeAll{}),
	language.Plain("strike best", StrikeAll{Best: true}),
	language.With("strike", func(p order.Partial) game.Reply {
		return Strike{Label(p.Value("unit")), Label(p.Value("target")), aidIn(p)}
	}, slotUnit, slotTarget, slotStabilize),
	language.With("reroll", func(p order.Partial) game.Reply { return reroll{said(p)} }, slotYes),
	language.Plain("done", Done{}),
	language.Plain("hold on", Hold{On: true}),
	language.Plain("hold", Hold{}),
	language.With("skip", func(p order.Partial) game.Reply { return Skip{What: p.Value("question")} }, slotQuestion),
	language.With("ask", func(p order.Partial) game.Reply { return Skip{p.Value("question"), true} }, slotQuestion),
	ending.VerbDraw,
	ending.VerbConcede,
}

// smallWords lists words of the game that players put before a label.
var smallWords = []string{"unit", "model", "enemy"}

// grammar is the whole language.
var grammar *language.Language

func init() {
	grammar = language.New(maxOrder, "an order begins with a word like move, shoot or done", smallWords, verbs...)
}

// offer returns the verb's order for a menu, with its first slots filled in and only the given slots open.
func offer(name string, given []string, slots ...order.Slot) order.Choice {
	return grammar.Offer(name, given, slots...)
}

// Parse reads one order; case does not matter. The error is a *game.Refusal with code "no-order" that says what was expected.
func Parse(line string) (game.Reply, error) { return grammar.Parse(line) }

// These are the kinds of values.

// labelKind reads a model.
var labelKind = language.Word("model", "a model like B1", "", func(word string) (string, error) {
	l, err := ParseLabel(word)
	return string(l), err
})

// sampleKind reads a sample list.
var sampleKind = language.Word("list", "a list like h-a-line", ", like h-a-line", func(word string) (string, error) {
	if cards.FindList(word) == nil {
		return "", game.Errorf("%q is no sample list; write one like h-a-line", word)
	}
	return word, nil
})

// pickKind reads a model of a list.
var pickKind = language.Word("unit", "a unit like colonist-rifleman", ", like colonist-rifleman or colonist-rifleman/concussion-grenade", func(word string) (string, error) {
	p, err := parsePick(word)
	if err != nil {
		return "", err
	}
	return p.word(), nil
})

// unitKind reads a unit.
var unitKind = language.Word("unit", "a unit like colonist-rifleman", "", func(word string) (string, error) {
	if cards.FindUnit(word) == nil {
		return "", game.Errorf("%q is no unit; write one like colonist-rifleman", word)
	}
	return word, nil
})
