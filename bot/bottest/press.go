package bottest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"downsync/bot/discord"
	"downsync/bot/wire"
)

// Controls holds a message's buttons and selects.
type Controls struct {
	Buttons []wire.Button
	Selects []wire.Select
	People  []wire.People
	Picks   []wire.Pick
}

// ControlsOf lists them in order.
func ControlsOf(m wire.Message) Controls {
	var c Controls
	c.walk(m.Blocks)
	return c
}

func (c *Controls) walk(bs []wire.Block) {
	for _, b := range bs {
		switch b := b.(type) {
		case wire.Row:
			c.Buttons = append(c.Buttons, b...)
		case wire.Select:
			c.Selects = append(c.Selects, b)
		case wire.People:
			c.People = append(c.People, b)
		case wire.Pick:
			c.Picks = append(c.Picks, b)
		case wire.Box:
			c.walk(b.Blocks)
		}
	}
}

// ids returns the custom ids of the buttons and selects.
func (c Controls) ids() (all []string) {
	for _, b := range c.Buttons {
		all = append(all, b.ID)
	}
	for _, s := range c.Selects {
		all = append(all, s.ID)
	}
	return all
}

// Find returns the first control whose custom id or label contains the words; a kind such as "accept|" matches only custom ids.
func (c Controls) Find(words string) (id string, ok bool) {
	kind := strings.HasSuffix(words, "|")
	for _, b := range c.Buttons {
		if strings.HasPrefix(b.ID, words) || !kind && (strings.Contains(b.ID, words) || strings.Contains(b.Label, words)) {
			return b.ID, true
		}
	}
	for _, s := range c.Selects {
		if strings.HasPrefix(s.ID, words) || !kind && (strings.Contains(s.ID, words) || strings.Contains(s.Placeholder, words)) {
			return s.ID, true
		}
	}
	for _, x := range c.People {
		if strings.HasPrefix(x.ID, words) || !kind && strings.Contains(x.Placeholder, words) {
			return x.ID, true
		}
	}
	for _, x := range c.Picks {
		if strings.HasPrefix(x.ID, words) || !kind && (strings.Contains(x.ID, words) || strings.Contains(x.Placeholder, words)) {
			return x.ID, true
		}
	}
	return "", false
}

// Words returns everything readable in a message, and the data of its controls: none of it may hold a secret.
func Words(m wire.Message) string {
	var b strings.Builder
	walkWords(&b, m.Blocks)
	for _, f := range m.Files {
		b.WriteString(f.Name + "\n")
	}
	return b.String()
}

func walkWords(b *strings.Builder, bs []wire.Block) {
	for _, x := range bs {
		switch x := x.(type) {
		case wire.Text:
			b.WriteString(string(x) + "\n")
		case wire.Picture:
			b.WriteString(x.Alt + "\n")
		case wire.Row:
			for _, k := range x {
				b.WriteString(k.ID + " " + k.Label + "\n")
			}
		case wire.Select:
			b.WriteString(x.ID + " " + x.Placeholder + "\n")
			for _, o := range x.Options {
				b.WriteString(o.Value + " " + o.Label + " " + o.Note + "\n")
			}
		case wire.People:
			b.WriteString(x.ID + " " + x.Placeholder + "\n")
		case wire.Pick:
			b.WriteString(x.ID + " " + x.Placeholder + " " + x.Chosen + "\n")
		case wire.Box:
			walkWords(b, x.Blocks)
		}
	}
}

// Presser plays a match by pressing random controls of its console, preferring progress.
type Presser struct {
	User wire.UserID
	Rand *rand.Rand
	// Skip, if set, leaves controls out by custom id.
	Skip func(id string) bool
}

// Choose picks a control of the console; ok is false if it asks nothing.
func (p Presser) Choose(m wire.Message) (id string, values []string, ok bool) {
	c := ControlsOf(m)
	var play, other []wire.Button
	for _, b := range c.Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		switch {
		case b.Disabled || p.Skip != nil && p.Skip(b.ID):
		case kind == wire.ControlSubmit:
			play = append(play, b)
		default:
			other = append(other, b)
		}
	}
	n := p.Rand.IntN(20)
	switch {
	case len(play)+len(c.Selects) == 0 && len(other) == 0:
		return "", nil, false
	case len(other) > 0 && (n == 0 || len(play)+len(c.Selects) == 0):
		return other[p.Rand.IntN(len(other))].ID, nil, true
	case len(play) > 0 && (n < 11 || len(c.Selects) == 0):
		return play[p.Rand.IntN(len(play))].ID, nil, true
	}
	s := c.Selects[p.Rand.IntN(len(c.Selects))]
	return s.ID, p.pick(s), true
}

// pick chooses as many options as the select allows, at random.
func (p Presser) pick(s wire.Select) []string {
	least, most := s.Min, s.Max
	if most == 0 {
		least, most = 1, 1
	}
	n := least + p.Rand.IntN(most-least+1)
	var out []string
	for _, i := range p.Rand.Perm(len(s.Options))[:max(n, 1)] {
		out = append(out, s.Options[i].Value)
	}
	return out
}

// Sendable returns an error for the first thing in a message that Discord would refuse, once its controls have their ids.
func Sendable(m wire.Message) error {
	m.Blocks = withIDs(m.Blocks, new(int))
	return discord.Check(m)
}

// withIDs returns the blocks with ids for their controls, as the bot adds them when it sends.
func withIDs(blocks []wire.Block, n *int) (out []wire.Block) {
	id := func() string { *n++; return fmt.Sprint(*n) }
	for _, b := range blocks {
		switch x := b.(type) {
		case wire.Row:
			x = slices.Clone(x)
			for i := range x {
				x[i].ID = id()
			}
			b = x
		case wire.Select:
			x.ID = id()
			b = x
		case wire.Box:
			x.Blocks = withIDs(x.Blocks, n)
			b = x
		}
		out = append(out, b)
	}
	return out
}
