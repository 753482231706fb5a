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

// watched keeps the match that it begins.
type watched struct {
	game.Game
	match game.Match
}

func (w *watched) Start(seats int, conf game.Config, d game.Dice) (game.Match, game.Step, error) {
	m, st, err := w.Game.Start(seats, conf, d)
	w.match = m
	return m, st, err
}

// idle lists the clauses that have no effect that a fact shows, with the reason.
var idle = map[string]string{
	"twin-auto-las: success":                       "JQ12: a Critical Success hits without modifiers, so there is no Cover to ignore",
	"incendiary-grenade: success":                  "JQ12, as Twin Auto-Las",
	"stone-crush: success":                         "JQ53: DAM 3 reaches every Wound Threshold of a Human",
	"officer-saber: success":                       "JQ12: there is no Evade to ignore",
	"human-capital-command-spire: penalty":         "the campaign ends with its loss: TestJ16_1",
	"martian-command-citadel: penalty":             "the campaign ends with its loss: TestJ16_1",
	"human-field-medical-station: penalty":         "it forbids, so nothing happens: the script of its name",
	"human-outer-gate: penalty":                    "it forbids, so nothing happens: the script of its name",
	"martian-outer-gate: penalty":                  "it forbids, so nothing happens: the script of its name",
	"martian-bloodroot-hatchery: penalty":          "it forbids, so nothing happens: the script of its name",
	"martian-crystalline-nursery: penalty":         "it takes an effect away, so nothing happens: the script of its name",
	"human-tactical-operations-bay: penalty":       "one Initiative roll in a hundred is tied: the script of its name",
	"mechanical: rule":                             "it takes an effect away, so nothing happens: the script of its name",
	"human-data-archive: penalty":                  "a question before the first Round: TestEverywhere asks it",
	"martian-data-core-crystalline-field: penalty": "a question before the first Round: TestEverywhere asks it",
}

// clauses returns the name of every printed clause: what each weapon does by a hit, a Critical Success and a Critical Failure, each
// special rule, and each Position's penalty. Weapons that no unit has are left out (JQ43).
func clauses() (out []string) {
	borne := map[string]bool{}
	for _, u := range cards.Units() {
		for _, id := range append([]string{u.Ranged, u.Melee}, u.Grenades...) {
			borne[id] = true
		}
	}
	for _, w := range cards.Weapons() {
		if !borne[w.ID] {
			continue
		}
		if w.DAM > 0 {
			out = append(out, w.ID+": wound")
		}
		for part, x := range map[string]*cards.Effect{"hit": w.Hit, "success": w.Success, "failure": w.Failure} {
			if x != nil {
				out = append(out, w.ID+": "+part)
			}
		}
	}
	for _, r := range cards.Rules() {
		out = append(out, r.ID+": rule")
	}
	for _, p := range cards.Positions() {
		out = append(out, p.ID+": penalty")
	}
	slices.Sort(out)
	return out
}

// happened notes the clauses that came to something in a battle.
func happened(seen map[string]int, c jagged.Config, facts []game.Fact, unit func(jagged.Label) *cards.Unit) {
	penalty := func(id string) { seen[id+": penalty"]++ }
	part := func(parts []jagged.Part) {
		for _, p := range parts {
			seen[p.From+": rule"]++
			penalty(p.From)
		}
	}
	for _, f := range facts {
		switch f := f.(type) {
		case jagged.FlareGained:
			penalty(f.From)
		case jagged.BoardSet:
			for _, id := range c.Penalties {
				if f.By != 0 {
					penalty(id)
				}
			}
		case jagged.InitiativeTaken:
			if f.Again != 0 {
				seen["tactical-insight: rule"]++
			}
			for _, id := range c.Penalties {
				if f.Totals != f.Faces && cards.FindPosition(id).Penalty.Is == cards.LowerInitiative {
					penalty(id)
				}
			}
		case jagged.Moved:
			if f.Push {
				seen["coordinated-push: rule"]++
			}
			seen[f.By+": rule"]++
		case jagged.Stabilized:
			seen["psionic-stabilize: rule"]++
		case jagged.InsightUsed:
			seen["seers-insight: rule"]++
		case jagged.AttackRerolled:
			seen["stationary-anchor: rule"]++
		case jagged.TriedToDisengage:
			part(f.Parts)
			if f.Auto {
				seen["tactical-escape: rule"]++
				for _, r := range unit(f.Unit).Rules {
					seen[r+": rule"]++
				}
			}
		case jagged.Rushed:
			if f.Counter {
				for _, r := range unit(f.Unit).Rules {
					if r == "counter-charge" || r == "root-snare-counter-charge" {
						seen[r+": rule"]++
					}
				}
			}
		case jagged.EffectGiven:
			w := cards.FindWeapon(f.Effect.From)
			for name, x := range map[string]*cards.Effect{"hit": w.Hit, "success": w.Success, "failure": w.Failure} {
				if x != nil && *x == f.Effect.Effect {
					seen[w.ID+": "+name]++
				}
			}
		case jagged.AttackRolled:
			seen[f.Stabilized+": rule"]++
			part(f.Aim.Parts)
			for _, p := range f.Aim.Parts {
				if p.From == "evade" && p.N > unit(f.Aim.Target).EV {
					seen["hold-the-line: rule"]++
				}
				if p.From == "cover" && f.Aim.Piece == 0 {
					seen["spore-shroud: rule"]++
				}
			}
		case jagged.AttackResolved:
			w := cards.FindWeapon(f.Weapon)
			if f.Wound {
				seen[w.ID+": wound"]++
			}
			if f.Wound && f.Outcome == jagged.CriticalHit && w.Success != nil && w.Success.Lasts == "" {
				plain := w.DAM >= f.W
				if f.Ignores && !plain || f.DAM > w.DAM {
					seen[w.ID+": success"]++
				}
			}
			if u := unit(f.Target); f.W > 0 && f.W < u.W || f.DAM > 0 && f.W == 0 {
				for _, id := range c.Penalties {
					if cards.FindPosition(id).Penalty.Is == cards.LowerW {
						penalty(id)
					}
				}
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

// Every printed clause has an effect at least once in battles of the program and of random orders, or is listed with the reason. An ordinary run plays few battles and sees that most clauses happen; SOAK=1 plays enough for all.
func TestEveryClauseHappens(t *testing.T) {
	battles, soak := gametest.Matches(40)
	if soak {
		battles = 4000 // some Critical Successes come once in a thousand battles
	}
	seen := map[string]int{}
	positions := cards.Positions()
	for n := range battles {
		c := conf(n)
		c.Zones = "deep"
		c.Penalties = []string{positions[n/3%len(positions)].ID}
		d := gametest.NewDice(uint64(n) * 7919)
		for i := range c.Brought {
			if list := drawn(d, c.Terms, game.Seat(i+1)); n%3 > 0 && list != nil {
				c.Brought[i] = list
			}
		}
		c.Board = boards.All()[n/3%len(boards.All())].Slug
		for i := range c.Brought { // other grenades too
			for j, p := range c.Brought[i] {
				if all := cards.FindUnit(p.Unit).Grenades; len(all) > 0 {
					c.Brought[i][j].Grenade = all[(n+j)%len(all)]
				}
			}
		}
		if c.ChoosesBoard() != 0 {
			c.Penalties = nil
		}
		players := []gametest.Contestant{at(mind.New().Strengths()[1], styles[n%3]), at("", rival.Careful)}
		if n%4 == 3 {
			players[0], players[1] = players[1], players[0]
		} else if n%4 == 0 {
			players[1] = at(mind.New().Strengths()[1], rival.Bold)
		}
		w := &watched{Game: jagged.Rules()}
		if _, err := gametest.Contest(w, c.Encode(), uint64(n)+90000, players, 4000); err != nil {
			t.Fatal(err)
		}
		v := w.match.View(game.Onlooker()).(jagged.View)
		unit := func(l jagged.Label) *cards.Unit {
			if m, ok := v.Model(l); ok {
				return cards.FindUnit(m.Unit)
			}
			side := v.Sides.Of(l.Seat())
			k := int(l[1] - '1')
			if l[1:] == "10" {
				k = 9
			}
			if k < len(side.List) {
				return cards.FindUnit(side.List[k].Unit)
			}
			return cards.FindUnit(side.Called[k-len(side.List)])
		}
		happened(seen, c, w.match.Told(game.Onlooker(), 0), unit)
	}
	all, missing := clauses(), 0
	for _, clause := range all {
		switch why := idle[clause]; {
		case seen[clause] == 0 && why == "":
			missing++
			if t.Logf("%s never came to anything", clause); soak {
				t.Errorf("%s never came to anything in %d battles", clause, battles)
			}
		case seen[clause] > 0 && why != "":
			t.Errorf("%s happens, yet it stands in the list: %s", clause, why)
		}
	}
	for clause := range idle {
		if !slices.Contains(all, clause) {
			t.Errorf("%s is no clause", clause)
		}
	}
	if missing > len(all)*2/3 {
		t.Errorf("%d of %d clauses never came to anything in %d battles", missing, len(all), battles)
	}
	t.Logf("%d of %d clauses did not happen in %d battles", missing, len(all), battles)
}
