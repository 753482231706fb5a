package cards

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"downsync/game/cardfile"
)

// Limits of a server's own cards, in addition to those of cardfile.
const (
	maxActions = 8  // on a card
	maxTraits  = 12 // on a card or a weapon
)

// Read reads a server's own cards: a faction's file as the embedded ones are. The error names the file and the line or
// the Unit, the field and what was expected.
func Read(name string, raw []byte) ([]*Unit, error) {
	if err := cardfile.CheckSize(name, raw); err != nil {
		return nil, err
	}
	var f file
	if err := cardfile.Decode(name, raw, &f); err != nil {
		return nil, err
	}
	if !slugForm.MatchString(f.Slug) {
		return nil, fmt.Errorf("%s: slug %q of the faction: expected small letters, digits and hyphens", name, f.Slug)
	}
	if len(f.Unit) == 0 || len(f.Unit) > cardfile.MaxOwn {
		return nil, fmt.Errorf("%s: %d [[unit]] entries: expected 1 to %d", name, len(f.Unit), cardfile.MaxOwn)
	}
	for _, u := range f.Unit {
		u.Faction = f.Slug
	}
	cat, err := printed.With(f.Unit)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if u, err := cat.checkAll(f.Unit); err != nil {
		return nil, fmt.Errorf("%s:%d: unit %q: %w", name, cardfile.Line(raw, u.Slug), u.Slug, err)
	}
	for _, u := range f.Unit { // not in check: matches that began with such a card go on
		if names(u, "mechanized", u.Slug) {
			return nil, fmt.Errorf("%s:%d: unit %q: trait mechanized: unit = %q: expected another Unit: whoever rode in itself would never be seen again",
				name, cardfile.Line(raw, u.Slug), u.Slug, u.Slug)
		}
	}
	return f.Unit, nil
}

// CheckOwn says what is wrong with a server's own cards in addition to the catalogue's, as Read does: a match that comes in a
// file brings them without their file.
func (c *Catalogue) CheckOwn(own []*Unit) error {
	if len(own) > cardfile.MaxOwn {
		return fmt.Errorf("%d Units: expected at most %d", len(own), cardfile.MaxOwn)
	}
	cat, err := c.With(own)
	if err != nil {
		return err
	}
	if u, err := cat.checkAll(own); err != nil {
		return fmt.Errorf("unit %q: %w", u.Slug, err)
	}
	return nil
}

// checkAll returns the first of the Units with an error, and the error.
func (c *Catalogue) checkAll(own []*Unit) (*Unit, error) {
	for _, u := range own {
		if err := c.check(u); err != nil {
			return u, err
		}
	}
	return nil, nil
}

var slugForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// check says what is wrong with the card, if anything: the field, and what was expected.
func (c *Catalogue) check(u *Unit) error {
	switch {
	case !slugForm.MatchString(u.Slug):
		return fmt.Errorf("slug: expected small letters, digits and hyphens, at most 40")
	case u.Name == "" || len([]rune(u.Name)) > cardfile.MaxName:
		return fmt.Errorf("name: expected 1 to %d characters", cardfile.MaxName)
	case len([]rune(u.Type)) > cardfile.MaxName:
		return fmt.Errorf("type: expected at most %d characters", cardfile.MaxName)
	case u.PackagedWith == "" && !slices.Contains(Signatures, u.Signature):
		return fmt.Errorf("signature = %q: expected small, medium or large", u.Signature)
	case u.PackagedWith != "" && u.Signature != "":
		return fmt.Errorf("signature = %q: a packaged Unit has no Ping and so none", u.Signature)
	case u.PackagedWith != "" && !u.Infantry():
		return fmt.Errorf("infantry_bases: a packaged Unit stands on Infantry Bases, as it has no signature")
	case len(u.Actions) > maxActions:
		return fmt.Errorf("%d actions: expected at most %d", len(u.Actions), maxActions)
	}
	if err := c.checkFigures(u); err != nil {
		return err
	}
	if u.PackagedWith != "" {
		if carrier, ok := c.Find(u.PackagedWith); !ok || !names(carrier, "carrier", u.Slug) {
			return fmt.Errorf("packaged_with = %q: expected a Unit whose trait carrier names this one", u.PackagedWith)
		}
	}
	if err := c.checkTraits("unit", u.Traits); err != nil {
		return err
	}
	for i, a := range u.Actions {
		if slices.ContainsFunc(u.Actions[:i], func(b Action) bool { return b.ID == a.ID }) {
			return fmt.Errorf("action %q: stands twice", a.ID)
		}
		if err := c.checkAction(u, a); err != nil {
			return fmt.Errorf("action %q: %w", a.ID, err)
		}
	}
	return nil
}

func (c *Catalogue) checkFigures(u *Unit) error {
	bounds := []cardfile.Bound{cardfile.In("infantry_bases", u.InfantryBases, 0, 4), cardfile.In("spd", u.Spd, PingSpd, 12), cardfile.In("targ", u.Targ, 0, 12),
		cardfile.In("def", u.Def, 2, 20), cardfile.In("hardened", u.Hardened, 0, 5)}
	if u.Scan != nil {
		bounds = append(bounds, cardfile.In("scan", *u.Scan, 0, 12))
	}
	if u.CM != nil {
		bounds = append(bounds, cardfile.In("cm", *u.CM, 0, 5))
	}
	return cardfile.CheckBounds(bounds...)
}

func names(u *Unit, trait, slug string) bool {
	t, ok := u.Trait(trait)
	return ok && t.Unit == slug
}

// checkTraits says which trait is unknown, of another kind, or lacks a figure that it needs.
func (c *Catalogue) checkTraits(kind string, ts []Trait) error {
	if len(ts) > maxTraits {
		return fmt.Errorf("%d traits: expected at most %d", len(ts), maxTraits)
	}
	for _, t := range ts {
		m, ok := Means(t.ID)
		if !ok || m.Kind != kind {
			return fmt.Errorf("trait %q: expected one of %s", t.ID, strings.Join(idsOf(kind), ", "))
		}
		if err := cardfile.CheckBounds(cardfile.In(t.ID+": value", t.Value, -9, 9), cardfile.In(t.ID+": radius", t.Radius, 0, 48)); err != nil {
			return err
		}
		if slices.Contains(namesUnit, t.ID) {
			if _, ok := c.Find(t.Unit); !ok {
				return fmt.Errorf("trait %s: unit = %q: expected the slug of a Unit", t.ID, t.Unit)
			}
		}
		if slices.Contains(namesCategory, t.ID) && t.Vs != "infantry" && t.Vs != "vehicle" {
			return fmt.Errorf("trait %s: vs = %q: expected infantry or vehicle", t.ID, t.Vs)
		}
		if slices.Contains(hasRadius, t.ID) && t.Radius == 0 {
			return fmt.Errorf("trait %s: radius: expected 1 to 48 inches", t.ID)
		}
	}
	return nil
}

// Traits that need a figure.
var (
	namesUnit     = []string{"carrier", "packaged", "mechanized"}
	namesCategory = []string{"specialized", "deadly"}
	hasRadius     = []string{"defend", "defense-aura", "shroud-aura", "clustered"}
)

// idsOf lists the traits of a kind.
func idsOf(kind string) []string {
	var out []string
	for id, m := range meanings {
		if m.Kind == kind {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func (c *Catalogue) checkAction(u *Unit, a Action) error {
	switch {
	case !slugForm.MatchString(a.ID) || slices.Contains(reserved, a.ID):
		return fmt.Errorf("id: expected small letters, digits and hyphens, and not %s", strings.Join(reserved, " or "))
	case a.Name == "" || len([]rune(a.Name)) > cardfile.MaxName:
		return fmt.Errorf("name: expected 1 to %d characters", cardfile.MaxName)
	case !slices.Contains([]string{"A", "C", "A/C", "A+C", "FREE"}, a.Cost):
		return fmt.Errorf("cost = %q: expected A, C, A/C, A+C or FREE", a.Cost)
	case !slices.Contains([]Effect{Kill, Stun, Scan, Special}, a.Effect):
		return fmt.Errorf("effect = %q: expected kill, stun, scan or special", a.Effect)
	case a.Effect == Scan && u.Scan == nil:
		return fmt.Errorf("effect = %q: the Unit has no scan figure", a.Effect)
	case a.OnlyVs != "" && a.OnlyVs != "infantry" && a.OnlyVs != "vehicle":
		return fmt.Errorf("only_vs = %q: expected infantry or vehicle", a.OnlyVs)
	}
	if a.Effect == Special {
		if m, ok := Means(a.ID); !ok || m.Kind != "action" {
			return fmt.Errorf("effect = %q: expected an id among %s", a.Effect, strings.Join(idsOf("action"), ", "))
		}
		return nil
	}
	least := 1
	if a.Unlimited {
		least = 0
	}
	bounds := []cardfile.Bound{cardfile.In("range", a.Range, least, 96), cardfile.In("min_range", a.MinRange, 0, 96), cardfile.In("rof", a.ROF, 1, 6)}
	for _, n := range a.Teams {
		bounds = append(bounds, cardfile.In("teams", n, 1, max(1, u.InfantryBases)))
	}
	if err := cardfile.CheckBounds(bounds...); err != nil {
		return err
	}
	return c.checkTraits("weapon", a.Traits)
}

// reserved lists the words of actions that every Unit has.
var reserved = []string{"move", "overwatch"}
