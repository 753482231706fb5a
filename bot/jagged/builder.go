package jagged

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// The builder shows a list under construction and changes it. It receives and returns a share code.

// Parts of the builder, as its controls name them.
const (
	buildKind    = "kind"
	buildAdd     = "add"
	buildDrop    = "drop"
	buildGrenade = "grenade"
)

// kindNames names a Force's faction and role, by force.kind.
var kindNames = [...]game.Text{"No faction yet", "Human Attacker", "Human Defender", "Martian Attacker", "Martian Defender"}

// builder builds Forces.
type builder struct{ Forms }

// Starters returns the sample lists, as codes.
func (w builder) Starters() []wire.Option {
	var out []wire.Option
	for _, l := range cards.Lists() {
		f := starterForce(l)
		out = append(out, wire.Option{Value: f.code(), Label: w.kindName(f) + " · " + l.Name, Note: wire.Clip(w.Text(game.Text(l.About))+" "+w.unitsIn(f), wire.LongestChoice)})
	}
	return out
}

// NewForce returns an empty list.
func (builder) NewForce() string { return force{}.code() }

// ForceCode reads a typed code, also of a list that cannot be played yet.
func (w builder) ForceCode(typed string) (code, summary string, err error) {
	f, err := readCode(typed)
	if err != nil {
		return "", "", err
	}
	return f.code(), w.kindName(f) + " · " + w.points(f) + " · " + w.unitsIn(f), nil
}

// EmptyForce reports whether the list has no models.
func (builder) EmptyForce(code string) bool {
	f, err := readCode(code)
	return err == nil && len(f.Models) == 0
}

func (w Forms) kindName(f force) string { return w.Text(kindNames[f.kind()]) }

// seat returns the seat that brings the list: the Attacker is seat 1.
func (f force) seat() game.Seat {
	if f.Role == cards.Defender {
		return 2
	}
	return 1
}

// check returns the reason that the list cannot be played (J3), nil if it can.
func (f force) check() error {
	attacker := f.Faction
	if f.seat() == 2 {
		attacker = cards.Other(f.Faction)
	}
	return rules.Terms{Attacker: attacker}.CheckList(f.seat(), f.Models)
}

// specialist returns the unit that a Force of that faction and role must have (J3.1); nil before they are chosen.
func (f force) specialist() *cards.Unit {
	kind := "warp"
	if f.Role == cards.Defender {
		kind = "shock"
	}
	for i := range cards.Units() {
		if u := &cards.Units()[i]; u.Faction == f.Faction && u.Specialist == kind {
			return u
		}
	}
	return nil
}

// count returns how many models the list has of a unit.
func (f force) count(unit string) (n int) {
	for _, p := range f.Models {
		if p.Unit == unit {
			n++
		}
	}
	return n
}

// units returns the units of the list without duplicates, in the order of their first models.
func (f force) units() []*cards.Unit {
	var out []*cards.Unit
	for _, p := range f.Models {
		if u := cards.FindUnit(p.Unit); !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

// points returns the live count: BP spent, BP left or in excess, models.
func (w builder) points(f force) string {
	if f.Faction == "" {
		return w.Text("empty")
	}
	spent, _ := rules.Spent(f.Models)
	out := w.Say("%d of %d BP", spent, rules.Budget(f.seat()))
	switch left := rules.Budget(f.seat()) - spent; {
	case left < 0:
		out += w.Say(", %d too many", -left)
	case left > 0:
		out += w.Say(", %d kept", left)
	}
	return out + " · " + w.Say("%d of %d {model|models}", len(f.Models), rules.MaxModels)
}

// unitsIn returns the list in one line: "Combat Engineer, 4 Colonist Rifleman".
func (w builder) unitsIn(f force) string {
	return strings.Join(page.Each(f.units(), func(u *cards.Unit) string { return numbered(f.count(u.ID), u.Name) }), ", ")
}

// numbered returns a name with its number, if that is more than one.
func numbered(n int, name string) string {
	if n == 1 {
		return name
	}
	return strconv.Itoa(n) + " " + name
}

// grenadeName returns the short name of a grenade: "Fragmentation".
func grenadeName(id string) string {
	if short, ok := strings.CutSuffix(id, "-grenade"); ok {
		return wire.Capital(short)
	}
	return cards.FindWeapon(id).Name
}

// BuilderPage shows a list under construction, with the controls that change it.
func (w builder) BuilderPage(code string, pressed bot.Built) ([]wire.Block, error) {
	f, err := readCode(code)
	if err != nil {
		return nil, err
	}
	blocks := []wire.Block{wire.Text(w.listText(f))}
	add := func(part string, placeholder game.Text, options []wire.Option) {
		blocks = append(blocks, pressed.Select(w.Language, part, w.Text(placeholder), options)...)
	}
	var of []wire.Option
	for _, k := range kinds {
		of = append(of, wire.Option{Value: strconv.Itoa(k.kind()), Label: w.kindName(k), Chosen: k.kind() == f.kind(),
			Note: w.Say("%d BP, %d {Flare|Flares}, %s", rules.Budget(k.seat()), rules.Flares(k.seat()), k.specialist().Name)})
	}
	add(buildKind, "Faction and role", of)
	add(buildAdd, "Add a model", w.addable(f))
	add(buildDrop, "Take a model out", w.removable(f))
	add(buildGrenade, "Change a grenade", w.grenades(f))
	return blocks, nil
}

// listText describes the list, with its deficiencies and excesses.
func (w builder) listText(f force) string {
	if f.Faction == "" {
		return w.Text("jagged.no-kind")
	}
	_, fr := rules.Spent(f.Models)
	lines := []string{"**" + w.kindName(f) + "** · " + w.points(f) + fmt.Sprintf(" · FR %d", fr)}
	for _, u := range f.units() {
		n := f.count(u.ID)
		line := "• " + numbered(n, u.Name) + " · " + w.cost(n*u.BP)
		if g := w.carried(f, u); g != "" {
			line += " · " + g
		}
		lines = append(lines, line)
	}
	if err := f.check(); err != nil {
		lines = append(lines, w.Say("⚠️ Not yet to be played: %s.", w.Error(err)))
	} else {
		lines = append(lines, w.Text("✔️ This list can be played."))
	}
	return strings.Join(append(lines, w.Text("-# What is not spent is kept: it pays for up to 2 Reinforcements, at a Flare each.")), "\n")
}

func (w Forms) cost(bp int) string {
	if bp == 0 {
		return w.Text("free")
	}
	return w.Say("%d BP", bp)
}

// carried returns the grenades that the models of a unit carry: "3 Fragmentation, Concussion".
func (w builder) carried(f force, u *cards.Unit) string {
	var out []string
	for _, g := range u.Grenades {
		switch n := f.carry(u.ID, g); n {
		case 0:
		case f.count(u.ID):
			return grenadeName(g)
		default:
			out = append(out, numbered(n, grenadeName(g)))
		}
	}
	return strings.Join(out, ", ")
}

func (f force) carry(unit, grenade string) (n int) {
	for _, p := range f.Models {
		if p == (rules.Pick{Unit: unit, Grenade: grenade}) {
			n++
		}
	}
	return n
}

// addable returns the units that may be added once more, whatever the cost.
func (w builder) addable(f force) []wire.Option {
	var out []wire.Option
	for i := range cards.Units() {
		if u := &cards.Units()[i]; u.Faction == f.Faction && f.whyNoMore(u) == nil {
			out = append(out, wire.Option{Value: u.ID, Label: u.Name + " · " + w.cost(u.BP), Note: wire.Clip(w.figures(u)+" · "+armed(u), wire.LongestChoice)})
		}
	}
	return out
}

// whyNoMore returns the reason that no more of a unit may be added. A list may exceed its BP while it is being built.
func (f force) whyNoMore(u *cards.Unit) error {
	switch {
	case len(f.Models) >= rules.MaxModels:
		return game.Errorf("a list has at most %d {model|models}: take one out first", rules.MaxModels)
	case u.Faction != f.Faction:
		return game.Errorf("%s is of the other faction", u.Name)
	case u.Specialist != "" && (u != f.specialist() || f.count(u.ID) > 0):
		return game.Errorf("%s: a Force has one Specialist, and its role says which", u.Name)
	case u.Specialist == "" && u.Limit > 0 && f.count(u.ID) >= u.Limit:
		return game.Errorf("%s: at most %d in a Force", u.Name, u.Limit)
	}
	return nil
}

// removable returns the units of the list, except its one correct Specialist.
func (w builder) removable(f force) []wire.Option {
	var out []wire.Option
	for _, u := range f.units() {
		if u != f.specialist() || f.count(u.ID) > 1 {
			out = append(out, wire.Option{Value: u.ID, Label: u.Name, Note: w.Say("%d in the list, %s each", f.count(u.ID), w.cost(u.BP))})
		}
	}
	return out
}

// grenades returns the other grenades that a model of the list could carry. A value consists of the unit, its present grenade and
// the other one.
func (w builder) grenades(f force) []wire.Option {
	var out []wire.Option
	for _, u := range f.units() {
		for _, from := range u.Grenades {
			for _, to := range u.Grenades {
				if n := f.carry(u.ID, from); n > 0 && to != from {
					out = append(out, wire.Option{Value: u.ID + "/" + from + "/" + to, Label: fmt.Sprintf("%s: %s", u.Name, grenadeName(to)),
						Note: w.Say("one of %d with %s", n, grenadeName(from))})
				}
			}
		}
	}
	return out
}

// ChangeForce changes a list according to a control of the builder.
func (w builder) ChangeForce(code, part string, values []string) (string, error) {
	f, err := readCode(code)
	if err != nil {
		return "", err
	}
	for _, v := range values {
		switch part {
		case buildKind:
			if n, err := strconv.Atoi(v); err == nil && n > 0 && n <= len(kinds) {
				f = f.as(kinds[n-1])
			}
		case buildAdd:
			f, err = f.add(v)
		case buildDrop:
			f = f.without(v)
		case buildGrenade:
			f = f.rearmed(v)
		case bot.BuildTyped:
			f, err = listTyped(f, v)
		}
		if err != nil {
			return "", err
		}
	}
	return f.code(), nil
}

// as returns the list for another faction or role: it gets the Specialist that belongs there, and loses the models of another
// faction.
func (f force) as(kind force) force {
	out := kind
	out.Models = []rules.Pick{usual(kind.specialist())}
	if kind.Faction == f.Faction {
		for _, p := range f.Models {
			if cards.FindUnit(p.Unit).Specialist == "" {
				out.Models = append(out.Models, p)
			}
		}
	}
	return out
}

// usual returns a model with its default grenade.
func usual(u *cards.Unit) rules.Pick {
	p := rules.Pick{Unit: u.ID}
	if len(u.Grenades) > 0 {
		p.Grenade = u.Grenades[0]
	}
	return p
}

// add returns the list with one more model, after the other models of its unit.
func (f force) add(unit string) (force, error) {
	u := cards.FindUnit(unit)
	if u == nil {
		return f, game.Errorf("there is no unit %q", wire.Clip(unit, 40))
	}
	if err := f.whyNoMore(u); err != nil {
		return f, err
	}
	at := len(f.Models)
	if i := f.last(u.ID); i >= 0 {
		at = i + 1
	}
	f.Models = slices.Insert(slices.Clone(f.Models), at, usual(u))
	return f, nil
}

// last returns the index of the last model of a unit, -1 if there is none.
func (f force) last(unit string) int {
	for i := len(f.Models) - 1; i >= 0; i-- {
		if f.Models[i].Unit == unit {
			return i
		}
	}
	return -1
}

// without returns the list without the last model of a unit.
func (f force) without(unit string) force {
	if i := f.last(unit); i >= 0 {
		f.Models = slices.Delete(slices.Clone(f.Models), i, i+1)
	}
	return f
}

// rearmed returns the list with another grenade for one model, according to a value of grenades.
func (f force) rearmed(value string) force {
	unit, rest, _ := strings.Cut(value, "/")
	from, to, _ := strings.Cut(rest, "/")
	u, i := cards.FindUnit(unit), slices.Index(f.Models, rules.Pick{Unit: unit, Grenade: from})
	if u != nil && i >= 0 && slices.Contains(u.Grenades, to) {
		f.Models = slices.Clone(f.Models)
		f.Models[i].Grenade = to
	}
	return f
}
