package gametest

import (
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/order"
)

// Glimpse is one thing that a viewer can find out, in comparable form.
type Glimpse struct{ What, Is string }

// Probe is an order that a seat tries in answer to a question, to learn from the response.
type Probe struct{ Ask, Line string }

// sight returns everything that the viewer can find out about the world: what they see, were told after fact number since, are
// asked and offered, and the results of tries.
func (p *Twins[S]) sight(w *World[S], since int, probes []Probe, seed uint64) []Glimpse {
	v := p.Viewer
	out := []Glimpse{
		{"view", Text(p.public(w.View(v)))},
		{"count", fmt.Sprint(w.Count(v))},
		{"facts", p.told(w.Told(v, since))},
		{"asked", asked(w)},
	}
	if s := v.Seat(); s != 0 {
		asks := w.Asks(s)
		out = append(out, Glimpse{"asks", Text(asks)}, Glimpse{"undo", fmt.Sprint(w.CanUndo(s))}, Glimpse{"completions", completions(asks, probes)})
		for _, probe := range probes {
			out = append(out, Glimpse{"the answer to " + probe.Line, w.try(s, probe)})
		}
	}
	if p.Look != nil {
		out = append(out, p.Look(w, v, seed)...)
	}
	return out
}

// probes returns orders for the viewer to try: from their own menus, and strange ones.
func (p *Twins[S]) probes() []Probe {
	s := p.Viewer.Seat()
	if s == 0 {
		return nil
	}
	var out []Probe
	view := p.A.View(p.Viewer)
	for _, a := range p.A.Asks(s) {
		out = append(out, Probe{a.Name, Line(p.D, view, a, p.Guess)})
		for range 3 {
			out = append(out, Probe{a.Name, p.Strange(p.A, p.D)})
		}
	}
	return out
}

// public takes out of a view or a fact what may differ for everybody.
func (c *TwinCase[S]) public(v any) any {
	if c.Public == nil {
		return v
	}
	return c.Public(v)
}

func (p *Twins[S]) told(fs []game.Fact) string {
	var b strings.Builder
	for _, f := range fs {
		b.WriteString(f.Kind() + " " + Text(p.public(f)) + "\n")
	}
	return b.String()
}

// asked returns the open questions as everybody sees them, with the keys of their clocks.
func asked(m game.Match) string {
	var b strings.Builder
	for _, g := range m.Groups() {
		for _, a := range g.Asks {
			if !a.Quiet {
				fmt.Fprintf(&b, "%d:%s %s %s %t\n", a.Seat, a.Name, g.Key, g.Clock, g.Window)
			}
		}
	}
	return b.String()
}

// completions returns the suggestions for orders begun in all the ways of the probes.
func completions(asks []game.Ask, probes []Probe) string {
	var menus []game.Menu
	for _, a := range asks {
		menus = append(menus, a.Menu)
	}
	begun := []string{"", "a", "act "}
	for _, p := range probes {
		words := strings.Fields(p.Line)
		begun = append(begun, strings.Join(words[:len(words)/2], " ")+" ", p.Line)
	}
	var out []string
	for _, b := range begun {
		out = append(out, fmt.Sprint(b, ": ", order.Next(menus, b)))
	}
	return strings.Join(out, "\n")
}

// unlike returns what differs between two sights, "" if nothing does.
func unlike(a, b []Glimpse) string {
	for i := range a {
		switch {
		case i >= len(b):
			return "what there is to see"
		case a[i] != b[i]:
			return fmt.Sprintf("%s:\n%s\n%s", a[i].What, around(a[i].Is, b[i].Is), around(b[i].Is, a[i].Is))
		}
	}
	return ""
}

// around returns the part of a where it begins to differ from b.
func around(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return "…" + a[max(0, i-60):min(len(a), i+120)]
}
