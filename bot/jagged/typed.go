package jagged

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/spell"
)

// This file reads typed lists and names.

const wordNoList game.Text = "that is no list: expected units with commas between them, like 4 colonist rifleman, command officer/concussion"

// listTyped reads a typed list: "4 colonist rifleman, command officer/concussion", or in the form of an order. The first unit
// determines its faction, its Specialist its role, otherwise f's role applies. A Specialist that is not named is added
// automatically.
func listTyped(f force, typed string) (force, error) {
	typed = strings.TrimSpace(typed)
	if r, err := rules.Parse("list " + typed); err == nil {
		if o := r.(rules.Bring); o.Sample != "" {
			return starterForce(*cards.FindList(o.Sample)), nil
		}
		return f.of(r.(rules.Bring).Models)
	}
	typed = costs.ReplaceAllString(typed, "")
	var models []rules.Pick
	for part := range strings.FieldsFuncSeq(typed, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		n, p, err := readModels(part)
		if err != nil {
			return f, err
		}
		if n < 1 || n > rules.MaxModels-len(models) {
			return f, game.Errorf("a Force has %d to %d {model|models}, not %d", rules.MinModels, rules.MaxModels, max(0, n))
		}
		models = append(models, slices.Repeat([]rules.Pick{p}, n)...)
	}
	return f.of(models)
}

// of returns a list of those models.
func (f force) of(models []rules.Pick) (force, error) {
	if len(models) == 0 {
		return f, game.Errorf(wordNoList)
	}
	out := force{Faction: cards.FindUnit(models[0].Unit).Faction, Role: f.Role, Models: models}
	if out.Role == "" {
		out.Role = cards.Attacker
	}
	special := false
	for _, p := range models {
		u := cards.FindUnit(p.Unit)
		if u.Faction != out.Faction {
			return f, game.Errorf("%s is of the other faction", u.Name)
		}
		switch u.Specialist {
		case "warp":
			out.Role, special = cards.Attacker, true
		case "shock":
			out.Role, special = cards.Defender, true
		}
	}
	if !special {
		out.Models = append([]rules.Pick{usual(out.specialist())}, models...)
	}
	if n := len(out.Models); n > rules.MaxModels {
		return f, game.Errorf("a Force has %d to %d {model|models}, not %d", rules.MinModels, rules.MaxModels, n)
	}
	return out, nil
}

// costs matches the figures after a displayed list, in each language.
var costs = regexp.MustCompile(`\s*·\s*\d+ BP, FR \d+\s*$`)

// counted matches a part of a typed list with its number of models, before the name or after it: "4 ×", "4x", "x4".
var counted = regexp.MustCompile(`^(?:(-?\d+)\s*[x×]?\s+(.+)|(\d+)\s*×\s*(.+)|(.+?)\s+[x×]\s*(\d+))$`)

// howMany separates the number of models from a part of a typed list; without a number it is a single model.
func howMany(part string) (n int, name string) {
	part = strings.TrimSpace(part)
	m := counted.FindStringSubmatch(strings.ToLower(part))
	if m == nil {
		return 1, part
	}
	n, err := strconv.Atoi(m[1] + m[3] + m[6])
	if err != nil { // it has too many digits
		return 1, part
	}
	return n, m[2] + m[4] + m[5]
}

// readModels reads one part of a typed list: "4 colonist rifleman/concussion".
func readModels(part string) (n int, p rules.Pick, err error) {
	n, part = howMany(part)
	name, grenade, armed := strings.Cut(part, "/")
	u, err := unitMeant(name)
	if err != nil {
		return 0, p, err
	}
	p = usual(u)
	if armed {
		i := slices.IndexFunc(u.Grenades, func(id string) bool {
			return plainName(grenade) != "" && strings.HasPrefix(plainName(id), plainName(grenade))
		})
		if i < 0 {
			return 0, p, game.Errorf("%s cannot carry %q", u.Name, wire.Clip(strings.TrimSpace(grenade), 40))
		}
		p.Grenade = u.Grenades[i]
	}
	return n, p, nil
}

// plainName returns a name without the characters that people write or leave out.
func plainName(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "'", "", "’", "").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// singular returns the singular of a plural name: "riflemen", "stalkers".
func singular(plain string) string {
	if one, ok := strings.CutSuffix(plain, "men"); ok {
		return one + "man"
	}
	return strings.TrimSuffix(plain, "s")
}

// unitMeant finds a unit by its id, its name, or a unique part of it. It suggests a near miss instead of taking it.
func unitMeant(name string) (*cards.Unit, error) {
	var names, parts []string
	var part *cards.Unit
	want := plainName(name)
	one := singular(want)
	for i := range cards.Units() {
		u := &cards.Units()[i]
		plain := plainName(u.Name)
		if want == plainName(u.ID) || want == plain || one == plain {
			return u, nil
		}
		names = append(names, u.Name)
		if want != "" && (strings.Contains(plain, want) || strings.Contains(plain, one)) {
			parts, part = append(parts, u.Name), u
		}
	}
	name = wire.Clip(strings.TrimSpace(name), 40)
	switch {
	case len(parts) == 1:
		return part, nil
	case len(parts) > 1:
		return nil, game.Errorf("%q may be several units: %s", name, strings.Join(parts, ", "))
	}
	if near, _, ok := spell.Near(name, names); ok {
		return nil, game.Errorf("there is no unit %q. Did you mean %s?", name, near)
	}
	return nil, game.Errorf("there is no unit %q: expected a name like Colonist Rifleman", name)
}
