package downsync

import (
	"fmt"
	"strconv"
	"strings"

	"downsync/game/plane"
)

// Orders: every reply is a typed value that prints itself as one line of the script language. Parse reads it back.

// First answers who deploys first: the chooser (true) or the other side (R5.2).
type First struct{ Self bool }

// Deploy puts a Ping on the table (R5.4).
type Deploy struct {
	Ping Label
	At   plane.Point
}

// DeployRest puts every Ping still off the table in a line.
type DeployRest struct{}

// Designate names the Taskforce (R7.3).
type Designate struct{ Pieces []Label }

// Reveal turns a Ping into a Unit (R16.1). At are the places of infantry bases; none: the engine places them.
type Reveal struct {
	Ping Label
	As   string // slug
	At   []plane.Point
}

// plan pins a private note to a Ping; As "" takes it off.
type plan struct {
	Ping Label
	As   string
}

// Refresh refreshes a Unit and pays off Stun Tokens of the numbered bases at 1 CP each (R7.6).
type Refresh struct {
	Unit   Label
	Unstun []int
	Pay    []string // traits bought with a CP: "defense-aura"
}

// Move moves a piece, or one base of it, in the Move phase (R7.8).
type Move struct {
	What Ref
	To   plane.Point
	Via  []plane.Point
}

// stay takes back a Multi-Base Unit's unfinished move.
type stay struct{ Unit Label }

// Done ends an optional part of the phase; with What, one piece's share of it.
type Done struct{ What Label }

// React starts a Reaction Engagement (R24.2). It may also say who reacts, as Declare does, and that nothing is boosted. These
// two are then asked only if the answer is no longer possible, or if somebody joins the Taskforce (D15).
type React struct {
	Units     []Label
	Ambush    []Ambush
	Unboosted bool
}

// Pass lets the reaction window close without a reaction.
type Pass struct{}

// Join adds Overwatch Units to the Taskforce (R24.4), and Units that come out of Pings by Ambush (Q74).
type Join struct {
	Units  []Label
	Ambush []Ambush
}

// Declare names the reacting Units (R24.5), including those that come by Ambush.
type Declare struct {
	Units  []Label
	Ambush []Ambush
}

// Ambush brings a Unit in Reserve out of a Ping of its Signature (Q74).
type Ambush struct {
	Unit string // slug
	At   Label
}

// StandingPass passes in reaction windows without being asked: Until is "turn", "round" or "until-change"; "" takes the
// standing order back.
type StandingPass struct{ Until string }

// Mount puts a Mechanized Unit into a transport of the force at set-up (Q76).
type Mount struct{ Unit, In string }

// Recover pays for a Stun Token before an activation (edition 4.2): With is "cp", "ap", "cm" or "hardened".
type Recover struct{ With string }

// Boost pays for Reaction Priority Rolls (R24.8); no Units: none.
type Boost struct{ Units []Label }

// Hold lowers a Unit's die by 1 (R24.13).
type Hold struct{ Unit Label }

// Activate begins a piece's activation (R7.12, R24.12).
type Activate struct{ Piece Label }

// ActMove is the Move Action (R19.1). By is the base, 0 if there is only one.
type ActMove struct {
	By  Ref
	To  plane.Point
	Via []plane.Point
}

// ActOverwatch is the Overwatch Action (R19.2).
type ActOverwatch struct{}

// Act is one use of a card's action: a check or attack on a target, or a Special Action with what it needs.
type Act struct {
	Action  string
	By      Ref           // the acting base; zero: the only one that can
	Target  Ref           // its target; zero if none is named
	Use     string        // the action of the target that Forward Observe triggers
	At      []plane.Point // the places of bases, or the point at which a Clustered attack is aimed
	Targets []Ref         // of a Clustered attack, one for each of its attacks
	Boost   bool          // of the one roll
	Boosts  []int         // which of a Clustered attack's rolls are boosted, from 1
	Unstun  []int         // bases of the Unit that Forward Observe calls, paid off in its refresh
	Pay     string        // how a cost of A/C is paid: "ap", "cp", or "" for an AP if there is one
	// Then ends the activation after a check or attack, once nothing is left of its action: "end", or "overwatch" to take
	// Overwatch first. "" asks.
	Then string
}

// drop gives up the rest of an action.
type drop struct{}

// End ends the running activation.
type End struct{}

// Counter answers a hit: Token is "cm", "hardened" or "none" (R23, Q56).
type Counter struct {
	Token string
	From  Label // the Unit that lends the token (Defend); "" for the base's own
	Boost bool
	All   bool // one CM token after another, until one works
	Turn  bool // this hit and every further one in this Turn are answered automatically: see counterAlone
}

func (o First) Order() string {
	if o.Self {
		return "first"
	}
	return "second"
}
func (o Deploy) Order() string     { return fmt.Sprintf("deploy %s at %s", o.Ping, o.At) }
func (o DeployRest) Order() string { return "deploy rest" }
func (o Designate) Order() string  { return "designate " + labels(o.Pieces) }
func (o Reveal) Order() string {
	return fmt.Sprintf("reveal %s as %s", o.Ping, o.As) + points(" at", o.At)
}
func (o plan) Order() string {
	if o.As == "" {
		return fmt.Sprintf("plan %s none", o.Ping)
	}
	return fmt.Sprintf("plan %s %s", o.Ping, o.As)
}
func (o Refresh) Order() string {
	s := "refresh " + string(o.Unit)
	if len(o.Unstun) > 0 {
		s += " unstun " + numbers(o.Unstun)
	}
	for _, id := range o.Pay {
		s += " pay " + id
	}
	return s
}
func (o Move) Order() string {
	return fmt.Sprintf("move %s to %s", o.What, o.To) + points(" via", o.Via)
}
func (o stay) Order() string { return "stay " + string(o.Unit) }
func (o Done) Order() string {
	if o.What == "" {
		return "done"
	}
	return "done " + string(o.What)
}
func (o React) Order() string {
	s := "react"
	if len(o.Units) > 0 {
		s += " with " + labels(o.Units)
	}
	s += forces(nil, o.Ambush)
	if o.Unboosted {
		s += " unboosted"
	}
	return s
}
func (o Pass) Order() string    { return "pass" }
func (o Join) Order() string    { return "join" + forces(o.Units, o.Ambush) }
func (o Declare) Order() string { return "declare" + forces(o.Units, o.Ambush) }
func (o StandingPass) Order() string {
	if o.Until == "" {
		return "standing off"
	}
	return "standing pass " + o.Until
}
func (o Mount) Order() string   { return fmt.Sprintf("mount %s %s", o.Unit, o.In) }
func (o Recover) Order() string { return "recover " + o.With }
func (o Boost) Order() string {
	if len(o.Units) == 0 {
		return "boost none"
	}
	return "boost " + labels(o.Units)
}
func (o Hold) Order() string     { return "hold " + string(o.Unit) }
func (o Activate) Order() string { return "activate " + string(o.Piece) }
func (o ActMove) Order() string {
	return "act move to " + o.To.String() + points(" via", o.Via) + by(o.By)
}
func (o ActOverwatch) Order() string { return "act overwatch" }
func (o Act) Order() string {
	words := []string{"act", o.Action}
	if o.Target != (Ref{}) {
		words = append(words, o.Target.String())
	}
	if o.Use != "" {
		words = append(words, o.Use)
	}
	s := strings.Join(words, " ") + points(" at", o.At)
	for i, r := range o.Targets {
		s += []string{" targets ", " "}[min(i, 1)] + r.String()
	}
	s += by(o.By) + boosted(o.Boost)
	if len(o.Boosts) > 0 {
		s += " boost " + numbers(o.Boosts)
	}
	if len(o.Unstun) > 0 {
		s += " unstun " + numbers(o.Unstun)
	}
	if o.Pay != "" {
		s += " pay " + o.Pay
	}
	if o.Then != "" {
		s += " then " + o.Then
	}
	return s
}
func (o drop) Order() string { return "drop" }
func (o End) Order() string  { return "end" }
func (o Counter) Order() string {
	s := "counter " + o.Token
	if o.From != "" {
		s += " from " + string(o.From)
	}
	s += boosted(o.Boost)
	if o.All {
		s += " all"
	}
	if o.Turn {
		s += " turn"
	}
	return s
}

// forces writes the Units and Ambushes of an engagement's sides.
func forces(units []Label, as []Ambush) string {
	s := ""
	for _, l := range units {
		s += " " + string(l)
	}
	for _, a := range as {
		s += fmt.Sprintf(" ambush %s at %s", a.Unit, a.At)
	}
	return s
}

// numbers writes 1,2.
func numbers(ns []int) string {
	var ss []string
	for _, n := range ns {
		ss = append(ss, strconv.Itoa(n))
	}
	return strings.Join(ss, ",")
}

func labels(ls []Label) string {
	ss := make([]string, len(ls))
	for i, l := range ls {
		ss[i] = string(l)
	}
	return strings.Join(ss, " ")
}

func points(word string, ps []plane.Point) string {
	if len(ps) == 0 {
		return ""
	}
	s := word
	for _, p := range ps {
		s += " " + p.String()
	}
	return s
}

func by(r Ref) string {
	if r == (Ref{}) {
		return ""
	}
	return " by " + r.String()
}

func boosted(on bool) string {
	if on {
		return " boost"
	}
	return ""
}
