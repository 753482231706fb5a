package downsync

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/plane"
)

// MaxOrder is the longest order that is read, in bytes.
const MaxOrder = 400

// maxPoints bounds way points and base places in one order.
const maxPoints = 20

// Parse reads one order of the script language; case does not matter. The error is a *game.Refusal with code
// "no-order" that says what was expected.
func Parse(line string) (game.Reply, error) {
	if len(line) > MaxOrder {
		return nil, noOrder("an order has at most %d characters", MaxOrder)
	}
	p := &parser{words: strings.Fields(strings.ToLower(line))}
	if len(p.words) == 0 {
		return nil, noOrder("an order begins with a word like move, act or done")
	}
	read, ok := verbs[p.words[0]]
	if !ok {
		return nil, noOrder("%q is no order", p.words[0])
	}
	p.words = p.words[1:]
	r := read(p)
	if p.err == nil && len(p.words) > 0 {
		p.fail("%q is too much here", p.words[0])
	}
	if p.err != nil {
		return nil, p.err
	}
	return r, nil
}

func noOrder(format string, args ...any) error {
	return &game.Refusal{Code: "no-order", Text: format, Args: args}
}

var verbs = map[string]func(*parser) game.Reply{
	"first":     func(*parser) game.Reply { return First{true} },
	"second":    func(*parser) game.Reply { return First{false} },
	"deploy":    (*parser).deploy,
	"designate": func(p *parser) game.Reply { return Designate{p.labels()} },
	"reveal":    (*parser).reveal,
	"plan":      (*parser).plan,
	"refresh":   (*parser).refresh,
	"move":      (*parser).move,
	"stay":      func(p *parser) game.Reply { return Stay{p.label()} },
	"done":      (*parser).done,
	"react":     func(*parser) game.Reply { return React{} },
	"pass":      func(*parser) game.Reply { return Pass{} },
	"join":      func(p *parser) game.Reply { return Join(p.forces()) },
	"declare":   func(p *parser) game.Reply { return Declare(p.forces()) },
	"draw":      func(*parser) game.Reply { return Draw{} },
	"standing":  (*parser).standing,
	"mount": func(p *parser) game.Reply {
		return Mount{p.next("a Unit like vector-squad"), p.next("a transport like courier")}
	},
	"recover":  func(p *parser) game.Reply { return Recover{p.oneOf("cp", "ap", "cm", "hardened")} },
	"boost":    (*parser).boostUnits,
	"hold":     func(p *parser) game.Reply { return Hold{p.label()} },
	"activate": func(p *parser) game.Reply { return Activate{p.label()} },
	"act":      (*parser).act,
	"drop":     func(*parser) game.Reply { return Drop{} },
	"end":      func(*parser) game.Reply { return End{} },
	"counter":  (*parser).counter,
	"concede":  func(*parser) game.Reply { return Concede{} },
}

// parser reads words from the left; the first error stays.
type parser struct {
	words []string
	err   error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = noOrder(format, args...)
	}
}

// next takes a word; what says what was expected.
func (p *parser) next(what string) string {
	if len(p.words) == 0 {
		p.fail("here the order should go on with %s", game.Word(what))
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// take takes the word if it comes next.
func (p *parser) take(word string) bool {
	if len(p.words) > 0 && p.words[0] == word {
		p.words = p.words[1:]
		return true
	}
	return false
}

// must takes the word, which has to come next.
func (p *parser) must(word string) {
	if !p.take(word) {
		p.fail("here the order should go on with %q", word)
	}
}

func (p *parser) label() Label {
	l, err := parseLabel(p.next("a piece like A1"))
	if err != nil {
		p.fail("%s", err)
	}
	return l
}

func (p *parser) ref() Ref {
	r, err := parseRef(p.next("a piece like A1 or A3.2"))
	if err != nil {
		p.fail("%s", err)
	}
	return r
}

// labels takes one or more labels to the end of the order.
func (p *parser) labels() []Label {
	ls := []Label{p.label()}
	for len(p.words) > 0 && p.err == nil {
		ls = append(ls, p.label())
	}
	return ls
}

func (p *parser) point() plane.Point {
	pt, err := plane.ParsePoint(p.next("a point like 12.5,30"))
	if err != nil {
		p.fail("%s", err)
	}
	return pt
}

// pointsAfter takes the points after the word, if it comes next.
func (p *parser) pointsAfter(word string) []plane.Point {
	if !p.take(word) {
		return nil
	}
	ps := []plane.Point{p.point()}
	for len(p.words) > 0 && strings.Contains(p.words[0], ",") && p.err == nil {
		if len(ps) == maxPoints {
			p.fail("at most %d points", maxPoints)
		}
		ps = append(ps, p.point())
	}
	return ps
}

func (p *parser) by() Ref {
	if p.take("by") {
		return p.ref()
	}
	return Ref{}
}

func (p *parser) deploy() game.Reply {
	if p.take("rest") {
		return DeployRest{}
	}
	o := Deploy{Ping: p.label()}
	p.must("at")
	o.At = p.point()
	return o
}

func (p *parser) reveal() game.Reply {
	o := Reveal{Ping: p.label()}
	p.must("as")
	o.As = p.next("a Unit like gsv-phantom")
	o.At = p.pointsAfter("at")
	return o
}

func (p *parser) plan() game.Reply {
	o := Plan{Ping: p.label(), As: p.next("a Unit like gsv-phantom, or none")}
	if o.As == "none" {
		o.As = ""
	}
	return o
}

func (p *parser) refresh() game.Reply {
	o := Refresh{Unit: p.label()}
	if p.take("unstun") {
		o.Unstun = p.numbers()
	}
	for p.take("pay") {
		o.Pay = append(o.Pay, p.next("a trait like defense-aura"))
	}
	return o
}

// numbers takes small numbers written like 1,2.
func (p *parser) numbers() []int {
	var out []int
	for _, w := range strings.Split(p.next("numbers like 1,2"), ",") {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > 9 {
			p.fail("%q is no number from 1 to 9; write them like 1,2", w)
		}
		out = append(out, n)
	}
	return out
}

func (p *parser) move() game.Reply {
	o := Move{What: p.ref()}
	p.must("to")
	o.To = p.point()
	o.Via = p.pointsAfter("via")
	return o
}

func (p *parser) done() game.Reply {
	if len(p.words) == 0 {
		return Done{}
	}
	return Done{p.label()}
}

func (p *parser) boostUnits() game.Reply {
	if p.take("none") {
		return Boost{}
	}
	return Boost{p.labels()}
}

func (p *parser) act() game.Reply {
	switch w := p.next("move, overwatch or an action of the card"); w {
	case "move":
		var o ActMove
		o.By = p.by()
		p.must("to")
		o.To = p.point()
		o.Via = p.pointsAfter("via")
		if o.By == (Ref{}) {
			o.By = p.by()
		}
		return o
	case "overwatch":
		return ActOverwatch{}
	default:
		return p.actOn(w)
	}
}

// actOn reads an action of the card: first what it is used on, then the rest in any order.
func (p *parser) actOn(action string) game.Reply {
	o := Act{Action: action, By: p.by()}
	if len(p.words) > 0 && !slices.Contains(actMarks, p.words[0]) {
		o.Target = p.ref()
	}
	if len(p.words) > 0 && !slices.Contains(actMarks, p.words[0]) && o.Target != (Ref{}) {
		o.Use = p.next("")
	}
	for len(p.words) > 0 && p.err == nil {
		switch {
		case o.At == nil && p.words[0] == "at":
			o.At = p.pointsAfter("at")
		case o.Targets == nil && p.take("targets"):
			o.Targets = p.refs()
		case o.By == (Ref{}) && p.words[0] == "by":
			o.By = p.by()
		case !o.Boost && o.Boosts == nil && p.take("boost"):
			if o.Boost = len(p.words) == 0 || slices.Contains(actMarks, p.words[0]); !o.Boost {
				o.Boosts = p.numbers()
			}
		case o.Unstun == nil && p.take("unstun"):
			o.Unstun = p.numbers()
		case o.Pay == "" && p.take("pay"):
			o.Pay = p.oneOf("ap", "cp")
		default:
			p.fail("%q is too much here; after the action may come a target, then: at x,y …, targets B1 …, by BASE, boost, unstun 1, pay ap or pay cp", p.words[0])
		}
	}
	return o
}

// actMarks are the words that go before the parts of an action.
var actMarks = []string{"at", "targets", "by", "boost", "unstun", "pay"}

// maxTargets bounds the targets of one order.
const maxTargets = 12

// refs takes one or more bases, up to the next mark.
func (p *parser) refs() []Ref {
	rs := []Ref{p.ref()}
	for len(p.words) > 0 && !slices.Contains(actMarks, p.words[0]) && p.err == nil {
		if len(rs) == maxTargets {
			p.fail("at most %d targets", maxTargets)
		}
		rs = append(rs, p.ref())
	}
	return rs
}

// oneOf takes one of a few words.
func (p *parser) oneOf(words ...string) string {
	w := p.next(strings.Join(words, ", "))
	if p.err == nil && !slices.Contains(words, w) {
		p.fail("%q: expected %s", w, strings.Join(words, ", "))
	}
	return w
}

func (p *parser) standing() game.Reply {
	if p.oneOf("pass", "off") == "off" {
		return StandingPass{}
	}
	return StandingPass{p.oneOf(passFor...)}
}

// forces takes Units and Ambushes to the end of the order, at least one.
func (p *parser) forces() (f struct {
	Units  []Label
	Ambush []Ambush
}) {
	for p.err == nil && (len(p.words) > 0 || len(f.Units)+len(f.Ambush) == 0) {
		if !p.take("ambush") {
			f.Units = append(f.Units, p.label())
			continue
		}
		f.Ambush = append(f.Ambush, p.ambush())
		for len(p.words) > 0 && strings.Contains(p.words[0], "@") {
			f.Ambush = append(f.Ambush, p.ambush())
		}
	}
	return f
}

// ambush takes "gsv-phantom at B5", or the same in one word as menus write it: "gsv-phantom@B5".
func (p *parser) ambush() Ambush {
	unit, ping, joined := strings.Cut(p.next("a Unit like gsv-phantom"), "@")
	if !joined {
		p.must("at")
		return Ambush{Unit: unit, At: p.label()}
	}
	l, err := parseLabel(ping)
	if err != nil {
		p.fail("%s", err)
	}
	return Ambush{Unit: unit, At: l}
}

func (p *parser) counter() game.Reply {
	o := Counter{Token: p.next("cm, hardened or none")}
	if o.Token != "cm" && o.Token != "hardened" && o.Token != "none" {
		p.fail("%q is no countermeasure; expected cm, hardened or none", o.Token)
	}
	if p.take("from") {
		o.From = p.label()
	}
	o.Boost = p.take("boost")
	return o
}
