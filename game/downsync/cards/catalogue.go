package cards

import (
	"fmt"
	"slices"
)

// Catalogue holds the cards with which a match is played, in card order: by faction, then as printed, then a server's own. It
// never changes once made and may be shared.
type Catalogue struct {
	units  []*Unit
	bySlug map[string]*Unit
}

func newCatalogue(units []*Unit) *Catalogue {
	c := &Catalogue{units: units, bySlug: map[string]*Unit{}}
	for _, u := range units {
		c.bySlug[u.Slug] = u
	}
	return c
}

// Printed returns the published cards.
func Printed() *Catalogue { return printed }

// With returns the catalogue with these Units added, or an error that names the slug already taken.
func (c *Catalogue) With(own []*Unit) (*Catalogue, error) {
	if len(own) == 0 {
		return c, nil
	}
	for i, u := range own {
		if u == nil {
			return nil, fmt.Errorf("Unit %d of %d is missing", i+1, len(own))
		}
		if _, taken := c.Find(u.Slug); taken || slices.ContainsFunc(own[:i], func(v *Unit) bool { return v.Slug == u.Slug }) {
			return nil, fmt.Errorf("slug %q: another Unit has it", u.Slug)
		}
	}
	return newCatalogue(slices.Concat(c.units, own)), nil
}

// Changed returns the catalogue with a changed copy of the Unit. Another edition's cards are made that way.
func (c *Catalogue) Changed(slug string, change func(*Unit)) *Catalogue {
	units := slices.Clone(c.units)
	i := slices.IndexFunc(units, func(u *Unit) bool { return u.Slug == slug })
	u := *units[i]
	u.Traits = slices.Clone(u.Traits)
	u.Actions = slices.Clone(u.Actions)
	for j := range u.Actions {
		u.Actions[j].Traits = slices.Clone(u.Actions[j].Traits)
	}
	change(&u)
	units[i] = &u
	return newCatalogue(units)
}

// All lists every unit card in card order.
func (c *Catalogue) All() []*Unit { return c.units }

// Find returns a unit card by its slug.
func (c *Catalogue) Find(slug string) (*Unit, bool) {
	u, ok := c.bySlug[slug]
	return u, ok
}

// Must returns a unit card that is known to exist, as when a stored match names it.
func (c *Catalogue) Must(slug string) *Unit {
	u, ok := c.bySlug[slug]
	if !ok {
		panic("cards: no unit " + slug)
	}
	return u
}

// Order returns the Unit's place in card order.
func (c *Catalogue) Order(slug string) int {
	return slices.IndexFunc(c.units, func(u *Unit) bool { return u.Slug == slug })
}
