package books

import (
	"cmp"
	"fmt"
	random "math/rand/v2"
	"strings"

	"downsync/bot/customid"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	numbers "downsync/game/chance"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/spell"
)

// RandomMap is the map that is generated for each challenge.
const RandomMap = maps.Random

// WithNamedMap chooses a named map that suits the other settings. The choice follows from the seed.
func WithNamedMap(c rules.Config, seed uint64) rules.Config {
	all := wording.Those(maps.All(), func(m maps.Map) bool { return m.Slug != maps.Plain })
	from := numbers.Source(seed)
	first := int(from.Next() % uint64(len(all)))
	for i := range all {
		c.Map = all[(first+i)%len(all)].Slug
		if c.CheckSettings() == nil {
			break
		}
	}
	return c
}

// WithRandomMap chooses a random map that suits the other settings.
func WithRandomMap(c rules.Config) rules.Config {
	for range 20 { // an edition may not suit every map
		c.Map = fmt.Sprintf("%s:%d", maps.Random, random.IntN(1_000_000)) // small, so that people can say and type it
		if c.CheckSettings() == nil {
			break
		}
	}
	return c
}

// MapMeant returns the slug of the map that was typed.
func MapMeant(typed string) string {
	return page.MapMeant(typed, func(yield func(slug, name string) bool) {
		for _, m := range maps.All() {
			if !yield(m.Slug, m.Name) {
				return
			}
		}
	})
}

// lookMap shows one battlefield, or all of them. A select in an earlier answer appends the edition: "saltmarket@4.2".
func lookMap(f wording.Reader, o map[string]string) (wire.Message, error) {
	slug, edition, _ := strings.Cut(MapMeant(o["map"]), "@")
	c := rules.Defaults()
	c.Rules, c.Map = cmp.Or(edition, o["rules"], c.Rules), slug
	if err := c.CheckVersions(); err != nil {
		return wire.Message{}, err
	}
	shown := oneMap
	switch slug {
	case "":
		shown = atlas
	case RandomMap:
		c = WithRandomMap(c)
	}
	m, err := shown(f, c)
	if err != nil {
		return wire.Message{}, err
	}
	var others wording.Options
	for _, x := range maps.All() {
		if x.Slug != slug {
			others.Add(wire.Option{Value: x.Slug + "@" + c.Rules, Label: x.Name, Note: f.Text(x.About)})
		}
	}
	m.Blocks = append(m.Blocks, wire.Select{ID: customid.BookControl(bookMap), Placeholder: f.Text("A battlefield"), Options: others})
	return m, nil
}

// oneMap shows a battlefield with its description.
func oneMap(f wording.Reader, c rules.Config) (wire.Message, error) {
	m, ok := maps.Find(c.Map)
	if !ok {
		slugs, typed := page.Each(maps.All(), func(m maps.Map) string { return m.Slug }), wire.Clip(c.Map, menu.LongestOption)
		if near, _, ok := spell.Near(c.Map, slugs); ok {
			return wire.Message{}, game.Errorf("there is no battlefield %q. Did you mean %s?", typed, near)
		}
		return wire.Message{}, game.Errorf("there is no battlefield %q: expected one of %s, or random", typed, strings.Join(slugs, ", "))
	}
	before, err := c.Before()
	if err != nil {
		return wire.Message{}, err
	}
	pic, err := wording.Look(f, "").Preview(before)
	return wording.WithPicture(f.Say("**%s**. %s\n-# %s: %s. Challenge on it with `map:%s`.", m.Name, f.Text(m.About),
		f.Text(game.Text(m.Density)), m.Cover(), c.Map), pic.PNG), err
}

// atlas shows all battlefields on one picture.
func atlas(f wording.Reader, c rules.Config) (wire.Message, error) {
	var all []rules.View
	lines := []string{f.Text("The battlefields. Each is the same for both sides; `random` makes a new one for every match.")}
	for _, m := range maps.All() {
		c.Map = m.Slug
		v, err := c.Before()
		if err != nil {
			return wire.Message{}, err
		}
		all = append(all, v)
		lines = append(lines, fmt.Sprintf("• **%s**: %s", m.Name, f.Text(m.About)))
	}
	pic, err := wording.Look(f, "").Atlas(f.Text("Battlefields"), all)
	return wording.WithPicture(wire.Clip(strings.Join(lines, "\n"), wording.MaxTold), pic.PNG), err
}
