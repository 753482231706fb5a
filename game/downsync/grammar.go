package downsync

import (
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/language"
	"downsync/game/order"
	"downsync/game/terrain"
)

// The language of orders, every verb once: its written form and the reply that it means. Menus offer parts of it (Offer), so
// that menus, completion and Parse agree.

// maxOrder is the longest order that is read, in bytes.
const maxOrder = 400

// Limits of what one order lists. Points are way points and places of bases.
const maxPoints, maxTargets, maxPieces = 20, 12, maxOrder / 3

// smallWords lists words of the game that players put before a label or after a distance.
var smallWords = []string{"unit", "ping", "contact", "base", "inches"}

// The slots of orders. Menus narrow them to the legal choices.
var (
	slotPing    = order.Slot{Name: "ping", Kind: labelKind, Min: 1, Max: 1}
	slotPiece   = order.Slot{Name: "piece", Kind: labelKind, Min: 1, Max: 1}
	slotPieces  = order.Slot{Name: "pieces", Kind: labelKind, Min: 1, Max: maxPieces}
	slotUnits   = order.Slot{Name: "units", Kind: labelKind, Min: 1, Max: maxPieces}
	slotAs      = order.Slot{Name: "unit", Mark: "as", Kind: language.Name("a Unit like gsv-phantom"), Min: 1, Max: 1}
	slotPlan    = order.Slot{Name: "unit", Kind: language.Name("a Unit like gsv-phantom, or none"), Min: 1, Max: 1}
	slotAt      = order.Slot{Name: "at", Mark: "at", Kind: terrain.Points, Max: maxPoints}
	slotTo      = order.Slot{Name: "to", Mark: "to", Kind: terrain.Points, Min: 1, Max: 1}
	slotVia     = order.Slot{Name: "via", Mark: "via", Kind: terrain.Points, Max: maxPoints}
	slotBy      = order.Slot{Name: "by", Mark: "by", Kind: refKind, Max: 1}
	slotTarget  = order.Slot{Name: "target", Kind: refKind, Max: 1}
	slotUnit    = order.Slot{Name: "unit", Kind: labelKind, Min: 1, Max: 1}
	slotUse     = order.Slot{Name: "action", Kind: language.Name("an action of the card"), Max: 1}
	slotTargets = order.Slot{Name: "targets", Mark: "targets", Kind: refKind, Max: maxTargets}
	slotBoosts  = order.Slot{Name: "boost", Mark: "boost", Kind: numbersKind, Max: 1}
	slotUnstun  = order.Slot{Name: "unstun", Mark: "unstun", Kind: numbersKind, Max: 1}
	slotAura    = order.Slot{Name: "pay", Mark: "pay", Kind: language.Name("a trait like defense-aura"), Max: maxTargets, Again: true}
	slotPay     = order.Slot{Name: "pay", Mark: "pay", Options: []string{"ap", "cp"}, Max: 1}
	slotThen    = order.Slot{Name: "then", Mark: "then", Options: []string{ThenEnd, ThenOverwatch}, Max: 1}
	slotAmbush  = order.Slot{Name: "ambush", Mark: "ambush", Kind: ambushKind{}, Max: maxPieces, Again: true}
	slotWith    = order.Slot{Name: "units", Mark: "with", Kind: labelKind, Max: maxPieces}
	slotLender  = order.Slot{Name: "lender", Mark: "from", Kind: labelKind, Max: 1}
	slotUntil   = order.Slot{Name: "until", Options: passFor, Min: 1, Max: 1}
)

var verbs = []language.Verb{
	language.Plain("first", First{true}),
	language.Plain("second", First{false}),
	language.With("deploy", func(p order.Partial) game.Reply { return Deploy{LabelIn(p, "ping"), terrain.PointsIn(p, "at")[0]} }, slotPing, slotAt.Times(1, 1)),
	language.Plain("deploy rest", DeployRest{}),
	language.With("mount", func(p order.Partial) game.Reply { return Mount{p.Value("unit"), p.Value("transport")} },
		order.Slot{Name: "unit", Kind: language.Name("a Unit like vector-squad"), Min: 1, Max: 1},
		order.Slot{Name: "transport", Kind: language.Name("a transport like courier"), Min: 1, Max: 1}),
	language.With("designate", func(p order.Partial) game.Reply { return Designate{labelsIn(p, "pieces")} }, slotPieces),
	language.With("reveal", func(p order.Partial) game.Reply {
		return Reveal{LabelIn(p, "ping"), p.Value("unit"), terrain.PointsIn(p, "at")}
	}, slotPing, slotAs, slotAt),
	language.With("refresh", func(p order.Partial) game.Reply {
		return Refresh{LabelIn(p, "piece"), numbersIn(p, "unstun"), p.Values("pay")}
	}, slotPiece, slotUnstun, slotAura),
	language.With("move", func(p order.Partial) game.Reply {
		return Move{RefIn(p, "base"), terrain.PointsIn(p, "to")[0], terrain.PointsIn(p, "via")}
	},
		order.Slot{Name: "base", Kind: refKind, Min: 1, Max: 1}, slotTo, slotVia),
	language.With("stay", func(p order.Partial) game.Reply { return stay{LabelIn(p, "piece")} }, slotPiece),
	language.With("done", func(p order.Partial) game.Reply { return Done{LabelIn(p, "piece")} }, slotPiece.Times(0, 1)),
	language.With("react", func(p order.Partial) game.Reply {
		return React{labelsIn(p, "units"), ambushesIn(p), p.Has("unboosted")}
	}, slotWith, slotAmbush, order.Flag("unboosted")),
	language.Plain("pass", Pass{}),
	language.With("join", replyJoin, slotAmbush, slotUnits),
	language.With("join", replyJoin, slotAmbush.Times(1, maxPieces), slotUnits.Times(0, maxPieces)),
	language.With("declare", replyDeclare, slotAmbush, slotUnits),
	language.With("declare", replyDeclare, slotAmbush.Times(1, maxPieces), slotUnits.Times(0, maxPieces)),
	language.With("boost", func(p order.Partial) game.Reply { return Boost{labelsIn(p, "units")} }, slotUnits),
	language.Plain("boost none", Boost{}),
	language.With("activate", func(p order.Partial) game.Reply { return Activate{LabelIn(p, "piece")} }, slotPiece),
	language.With("hold", func(p order.Partial) game.Reply { return Hold{LabelIn(p, "piece")} }, slotPiece),
	language.With("act", replyAct, order.Slot{Name: "use", Kind: actionKind, Min: 1, Max: 1},
		slotBy, slotTarget, slotUse, slotAt, slotTargets, bare(slotBoosts), slotUnstun, slotPay, slotThen),
	language.With("act move", func(p order.Partial) game.Reply {
		return ActMove{RefIn(p, "by"), terrain.PointsIn(p, "to")[0], terrain.PointsIn(p, "via")}
	}, slotBy, slotTo, slotVia),
	language.Plain("act overwatch", ActOverwatch{}),
	language.Plain("drop", drop{}),
	language.Plain("end", End{}),
	language.With("recover", func(p order.Partial) game.Reply { return Recover{p.Value("with")} }, order.Slot{Name: "with", Options: payments, Min: 1, Max: 1}),
	language.With("counter", func(p order.Partial) game.Reply {
		return Counter{Token: p.Value("token"), From: LabelIn(p, "lender"), Boost: p.Has("boost"), All: p.Has("all")}
	},
		order.Slot{Name: "token", Options: []string{"cm", "hardened", "none"}, Min: 1, Max: 1}, slotLender, order.Flag("boost"), order.Flag("all")),
	language.Plain("counter cm turn", Counter{Token: "cm", Turn: true}),
}

// bare returns the slot with a mark that may be written alone.
func bare(s order.Slot) order.Slot {
	s.Bare = true
	return s
}

// grammar is the whole language.
var grammar *language.Language

func init() {
	for _, a := range standingActs { // every standing act has its own verb
		verbs = append(verbs, a.verbs...)
	}
	grammar = language.New(maxOrder, "an order begins with a word like move, act or done", smallWords, verbs...)
}

// Offer returns the order of that verb for a menu, with its first slots filled and only the given slots open.
func Offer(name string, given []string, slots ...order.Slot) order.Choice {
	return grammar.Offer(name, given, slots...)
}

// Read reads an order, or the beginning of one, in the whole language.
func Read(line string) (order.Partial, error) { return grammar.Read(line) }

// Parse reads one order; case does not matter. The error is a *game.Refusal with code "no-order" that says what was expected.
func Parse(line string) (game.Reply, error) { return grammar.Parse(line) }

func replyJoin(p order.Partial) game.Reply { return Join{labelsIn(p, "units"), ambushesIn(p)} }

func replyDeclare(p order.Partial) game.Reply { return Declare{labelsIn(p, "units"), ambushesIn(p)} }

func replyAct(p order.Partial) game.Reply {
	o := Act{Action: p.Value("use"), By: RefIn(p, "by"), Target: RefIn(p, "target"), Use: p.Value("action"), At: terrain.PointsIn(p, "at"),
		Boosts: numbersIn(p, "boost"), Unstun: numbersIn(p, "unstun"), Pay: p.Value("pay"), Then: p.Value("then")}
	o.Boost = p.Has("boost") && o.Boosts == nil
	for _, w := range p.Values("targets") {
		o.Targets = append(o.Targets, mustRef(w))
	}
	return o
}

// Values of an order's slots. The slots' kinds have already read them, so no error is possible.

// LabelIn returns the piece that the order names in the slot, or "".
func LabelIn(p order.Partial, slot string) Label { return Label(p.Value(slot)) }

func labelsIn(p order.Partial, slot string) []Label {
	var out []Label
	for _, w := range p.Values(slot) {
		out = append(out, Label(w))
	}
	return out
}

// RefIn returns the base that the order names in the slot, or the zero Ref.
func RefIn(p order.Partial, slot string) Ref {
	if w := p.Value(slot); w != "" {
		return mustRef(w)
	}
	return Ref{}
}

func mustRef(word string) Ref {
	r, err := parseRef(word)
	if err != nil {
		panic(err)
	}
	return r
}

func numbersIn(p order.Partial, slot string) []int {
	ns, err := parseNumbers(p.Value(slot))
	if err != nil {
		return nil // there are none
	}
	return ns
}

func ambushesIn(p order.Partial) []Ambush {
	var out []Ambush
	for _, w := range p.Values("ambush") {
		unit, ping, _ := strings.Cut(w, "@")
		out = append(out, Ambush{unit, Label(ping)})
	}
	return out
}

// parseNumbers reads small numbers written like 1,2.
func parseNumbers(word string) ([]int, error) {
	var out []int
	for _, w := range strings.Split(word, ",") {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > 9 {
			return nil, game.Errorf("%q is no number from 1 to 9; write them like 1,2", w)
		}
		out = append(out, n)
	}
	return out, nil
}

// The kinds of values.

// labelKind is a piece.
var labelKind = language.Word("piece", "a piece like A1", "", func(word string) (string, error) {
	l, err := parseLabel(word)
	return string(l), err
})

// refKind is a piece or one of its bases.
var refKind = language.Word("base", "a piece like A1 or A3.2", "", func(word string) (string, error) {
	r, err := parseRef(word)
	return r.String(), err
})

// numbersKind is a few small numbers.
var numbersKind = language.Word("numbers", "numbers like 1,2", "", func(word string) (string, error) {
	ns, err := parseNumbers(word)
	return numbers(ns), err
})

// actionKind is an action of a card. The actions that every Unit has are orders of their own.
var actionKind = language.Word("action", "move, overwatch or an action of the card", "", func(word string) (string, error) {
	if word == "move" || word == "overwatch" {
		return "", game.Errorf("%q: expected %s", word, game.Word("an action of the card"))
	}
	return word, nil
})

// ambushKind is a Unit in Reserve and the Ping that it comes out of, written "gsv-phantom@B5" or "gsv-phantom at B5".
type ambushKind struct{}

func (ambushKind) Name() string { return "ambush" }
func (ambushKind) Example() order.Example {
	return order.Example("a Unit and a contact like gsv-phantom@B5")
}
func (ambushKind) Read(words []string) (string, int, error) {
	unit, ping, joined := strings.Cut(words[0], "@")
	n := 1
	if !joined {
		if len(words) < 3 || words[1] != "at" {
			return "", 0, game.Errorf("%q is no Ambush: write a Unit and a contact, like gsv-phantom@B5", words[0])
		}
		ping, n = words[2], 3
	}
	l, err := parseLabel(ping)
	return unit + "@" + string(l), n, err
}
