package rival_test

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	mind "downsync/game/jagged/rival"
	"downsync/game/rival"
)

// silent lists the clauses that make no difference in any battle, with the reason.
var silent = map[string]string{
	"twin-auto-las: success":               "JQ12: a Critical Success hits without modifiers, so there is no Cover to ignore",
	"incendiary-grenade: success":          "JQ12, as Twin Auto-Las",
	"officer-saber: success":               "JQ12: there is no Evade to ignore",
	"tactical-break: rule":                 "JQ39: every Specialist disengages once without a roll, with or without it: the scripts of J8.7",
	"slip-step: rule":                      "JQ39, as Tactical Break",
	"tactical-escape: rule":                "JQ39, as Tactical Break",
	"human-capital-command-spire: penalty": "the campaign ends with its loss: TestJ16_1",
	"martian-command-citadel: penalty":     "the campaign ends with its loss: TestJ16_1",
}

// clauses returns every printed clause: what each weapon does by a hit, a Critical Success and a Critical Failure, each special rule,
// and each Position's penalty. Weapons that no unit has are left out (JQ43).
func clauses() (out []gametest.Clause) {
	fielded := func(raw game.Config, has func(*cards.Unit) bool) bool {
		var c jagged.Config
		return raw.Read(&c) == nil && (c.ChoosesBoard() != 0 || slices.ContainsFunc(slices.Concat(c.Brought[0], c.Brought[1]), func(p jagged.Pick) bool {
			return has(cards.FindUnit(p.Unit))
		}))
	}
	for i := range cards.Weapons() {
		w := &cards.Weapons()[i]
		bears := func(u *cards.Unit) bool {
			return slices.Contains(append([]string{u.Ranged, u.Melee}, u.Grenades...), w.ID)
		}
		if !slices.ContainsFunc(cards.Units(), func(u cards.Unit) bool { return bears(&u) }) {
			continue
		}
		clause := func(name string, printed bool, drop func(*cards.Weapon)) {
			if printed {
				out = append(out, gametest.Clause{Name: w.ID + ": " + name, Without: without(w, drop),
					In: func(raw game.Config) bool { return fielded(raw, bears) }})
			}
		}
		clause("wound", w.DAM > 0, func(w *cards.Weapon) { w.DAM = 0 })
		clause("hit", w.Hit != nil, func(w *cards.Weapon) { w.Hit = nil })
		clause("success", w.Success != nil, func(w *cards.Weapon) { w.Success = nil })
		clause("failure", w.Failure != nil, func(w *cards.Weapon) { w.Failure = nil })
	}
	for _, r := range cards.Rules() {
		out = append(out, gametest.Clause{Name: r.ID + ": rule", Without: withoutRule(r.ID),
			In: func(raw game.Config) bool { return fielded(raw, func(u *cards.Unit) bool { return u.Has(r.ID) }) }})
	}
	for i := range cards.Positions() {
		p := &cards.Positions()[i]
		out = append(out, gametest.Clause{Name: p.ID + ": penalty", Without: without(p, func(p *cards.Position) { p.Penalty = cards.Penalty{} }),
			In: func(raw game.Config) bool {
				var c jagged.Config
				return raw.Read(&c) == nil && slices.Contains(c.Penalties, p.ID)
			}})
	}
	return out
}

// without returns a function that changes an entry of the cards until restore is called.
func without[T any](entry *T, drop func(*T)) func() (restore func()) {
	return func() func() {
		printed := *entry
		drop(entry)
		return func() { *entry = printed }
	}
}

// withoutRule returns a function that takes a special rule from every unit until restore is called.
func withoutRule(id string) func() (restore func()) {
	return func() func() {
		var printed [][]string
		for i := range cards.Units() {
			u := &cards.Units()[i]
			printed = append(printed, u.Rules)
			u.Rules = slices.DeleteFunc(slices.Clone(u.Rules), func(r string) bool { return r == id })
		}
		return func() {
			for i := range cards.Units() {
				cards.Units()[i].Rules = printed[i]
			}
		}
	}
}

// drawn returns a random list of a side, nil if it would not be legal.
func drawn(d *gametest.Dice, t jagged.Terms, seat game.Seat) (out []jagged.Pick) {
	var list cards.List
	for len(list.Units) < jagged.MaxModels {
		left := jagged.Budget(seat)
		for _, id := range list.Units {
			left -= cards.FindUnit(id).BP
		}
		fits := slices.DeleteFunc(slices.Clone(cards.Units()), func(u cards.Unit) bool {
			first := len(list.Units) == 0
			return u.Faction != t.Faction(seat) || (u.Specialist != "") != first || u.BP > left || u.Limit > 0 && slices.Contains(list.Units, u.ID) ||
				first && u.Specialist != []string{"warp", "shock"}[seat-1]
		})
		if len(fits) == 0 {
			break
		}
		list.Units = append(list.Units, fits[d.N(len(fits))].ID)
	}
	if out = jagged.Picks(&list); t.CheckList(seat, out) != nil {
		return nil
	}
	return out
}

// clauseBattle returns the options of the nth battle of TestEveryClauseHappens: random lists and grenades on every board, with four Positions lost.
func clauseBattle(n int) jagged.Config {
	positions := cards.Positions()
	c := conf(n)
	c.Zones = "deep"
	for i := range 4 {
		c.Penalties = append(c.Penalties, positions[(n/3+i*len(positions)/4)%len(positions)].ID)
	}
	d := gametest.NewDice(uint64(n) * 7919)
	for i := range c.Brought {
		if list := drawn(d, c.Terms, game.Seat(i+1)); n%3 > 0 && list != nil {
			c.Brought[i] = list
		}
	}
	for i := range c.Brought { // other grenades too
		for j, p := range c.Brought[i] {
			if all := cards.FindUnit(p.Unit).Grenades; len(all) > 0 {
				c.Brought[i][j].Grenade = all[(n+j)%len(all)]
			}
		}
	}
	if c.Board = ""; c.ChoosesBoard() == 0 || n%4 > 1 {
		c.Board = boards.All()[n/3%len(boards.All())].Slug
	} else {
		c.Brought = [2][]jagged.Pick{} // it is chosen in the battle, and then the lists
	}
	return c
}

// Each printed clause makes a difference in some battle of the program or of random orders, or is listed with the reason.
func TestEveryClauseHappens(t *testing.T) {
	battles := 12
	if gametest.Soak() {
		battles = 6000 // some Critical Successes come once in a thousand battles
	}
	regular := mind.New().Strengths()[1]
	gametest.EveryClause(t, jagged.Rules(), clauses(), silent, battles, 0.25, func(n int) []game.Record {
		program, anyOrder := at(regular, styles[n%3]), at("", rival.Careful)
		pairs := [][]gametest.Contestant{{program, at(regular, rival.Bold)}, {program, anyOrder}, {anyOrder, program}, {anyOrder, anyOrder}}
		b, err := gametest.Contest(jagged.Rules(), clauseBattle(n).Encode(), uint64(n)+90000, pairs[n/2%len(pairs)], 4000)
		if err != nil {
			t.Fatal(err)
		}
		return b.Records
	})
}
