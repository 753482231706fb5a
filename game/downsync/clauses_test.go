package downsync

import (
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/rival"
)

// cardClauses returns each action and each trait of the edition's cards. Without one, the card is printed without it.
func cardClauses(edition string) (out []gametest.Clause) {
	clause := func(u *cards.Unit, name string, drop func(*cards.Unit)) {
		out = append(out, gametest.Clause{Name: fmt.Sprintf("%s: %s: %s", edition, u.Slug, name),
			Without: func() func() {
				e := editions[edition]
				printed := e.cards
				e.cards = printed.Changed(u.Slug, drop)
				return func() { e.cards = printed }
			},
			In: func(raw game.Config) bool {
				c, err := decodeConfig(raw)
				fielded := slices.Concat(c.Forces[0], c.Forces[1])
				return err == nil && c.Rules == edition && (slices.Contains(fielded, u.Slug) || slices.Contains(fielded, u.PackagedWith))
			}})
	}
	without := func(ts []cards.Trait, id string) []cards.Trait {
		return slices.DeleteFunc(ts, func(t cards.Trait) bool { return t.ID == id })
	}
	for _, u := range editions[edition].cards.All() {
		for _, x := range u.Traits {
			clause(u, x.ID, func(v *cards.Unit) {
				if v.Traits = without(v.Traits, x.ID); x.ID == "hardened-cm" {
					v.Hardened = 0
				}
			})
		}
		for i, a := range u.Actions {
			clause(u, a.ID, func(v *cards.Unit) { v.Actions = slices.Delete(v.Actions, i, i+1) })
			for _, x := range a.Traits {
				clause(u, a.ID+": "+x.ID, func(v *cards.Unit) { v.Actions[i].Traits = without(v.Actions[i].Traits, x.ID) })
			}
		}
	}
	return out
}

// ClauseConfig returns the options of the nth match for EveryClause: both editions, any Units of the factions, on maps and random
// boards.
func ClauseConfig(n int) Config {
	d := gametest.NewDice(uint64(n))
	c := Defaults()
	c.Rules, c.MaxRounds = Editions[n%2], 12
	if n/8%2 == 1 {
		c.Size = Standard
	}
	c.Map = fmt.Sprintf("random:%d", n)
	factions := []string{"coalition", "republic-of-terra"}
	for side := range c.Forces {
		c.Forces[side] = drawForce(d, c.Size, editions[c.Rules].cards, factions[d.N(2)])
	}
	if n/2%4 == 3 {
		c.Map = "plain"
		for c.Lab == nil || c.Lab.check(c) != nil { // large bases may overlap
			c.Lab = crowd(d, c)
		}
	}
	return c
}

// crowd returns a position in which both sides stand close together: about half of their Units are revealed, the others are Pings.
func crowd(d *gametest.Dice, c Config) *Lab {
	lab := &Lab{Active: 1}
	const cell, columns, rows = 5000, 8, 5 // a cell has room for a squad
	env := newEnv(c)
	var free []plane.Point
	for i := range columns * rows {
		corner := env.ground.Table.Max
		corner = plane.Point{X: corner.X/2 + plane.Inch((i%columns-columns/2)*cell), Y: corner.Y/2 + plane.Inch((i/columns-rows/2)*cell)}
		if !slices.ContainsFunc(env.goals, func(g Goal) bool {
			return plane.Dist(g.At, plane.Point{X: corner.X + cell/2, Y: corner.Y + cell/2}) < cell
		}) {
			free = append(free, corner)
		}
	}
	for i := range free {
		k := d.N(i + 1)
		free[i], free[k] = free[k], free[i]
	}
	at := func(i, base int) plane.Point {
		return plane.Point{X: free[i].X + plane.Inch(800+base%3*1600), Y: free[i].Y + plane.Inch(800+base/3*1600)}
	}
	for side, force := range c.Forces {
		for k, slug := range force {
			u := editions[c.Rules].cards.Must(slug)
			p := LabPiece{Label: labelFor(game.Seat(side+1), k+1), Bases: []LabBase{{At: at(len(lab.Pieces), 0)}}}
			if d.N(2) == 0 {
				p.Sig = u.Signature
				lab.Reserve[side] = append(lab.Reserve[side], slug)
			} else {
				p.Unit = slug
				for base := 1; base < u.Bases(); base++ {
					p.Bases = append(p.Bases, LabBase{At: at(len(lab.Pieces), base)})
				}
			}
			lab.Pieces = append(lab.Pieces, p)
		}
	}
	return lab
}

// drawForce draws Units of the faction for each slot of the size.
func drawForce(d *gametest.Dice, size string, cat *cards.Catalogue, faction string) (out []string) {
	for _, sig := range cards.Signatures {
		var of []string
		for _, u := range cat.All() {
			if u.Faction == faction && u.Signature == sig && u.PackagedWith == "" {
				of = append(of, u.Slug)
			}
		}
		for range sizes[size].limits[sig] {
			out = append(out, of[d.N(len(of))])
		}
	}
	return out
}

// AnyOrder answers with any order of the menu; where a Unit could scan or observe for another, it does so half of the time.
func AnyOrder(p rival.Position, c *chance.Source) (rival.Choice, error) {
	d := gametest.NewDice(c.Next())
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	ask := p.Ask
	rare := slices.DeleteFunc(slices.Clone(ask.Menu), func(o order.Choice) bool { return o.Verb != "act scan" && o.Verb != "act forward-observe" })
	if len(rare) > 0 && d.N(2) == 0 {
		ask.Menu = rare
	}
	for range 20 {
		if r, err := Parse(gametest.Line(d, p.View, ask, guessPoint)); err == nil && sim.Check(p.Ask, r) == nil {
			return rival.Choice{Reply: r}, nil
		}
	}
	return rival.Choice{Reply: p.Ask.Default}, nil
}

// silentClauses lists the clauses that make no difference in any match, with the reason.
var silentClauses = map[string]string{
	"2023-03: spider-drone-infiltrator: packaged": packaged,
	"4.2: spider-drone-infiltrator: packaged":     packaged,
	"2023-03: courier: transport":                 transport,
	"4.2: courier: transport":                     transport,
}

const (
	packaged  = "its carrier's trait names it (Q75)"
	transport = "the squad's Mechanized trait names what it rides in (Q76)"
)

// EveryClauseHappens plays matches again without each clause.
func EveryClauseHappens(t *testing.T, match func(n int) []game.Record) {
	var clauses []gametest.Clause
	for _, edition := range Editions {
		clauses = append(clauses, cardClauses(edition)...)
	}
	matches := 6
	if gametest.Soak() {
		matches = 1200 // random orders rarely scan with a Unit that could attack
	}
	gametest.EveryClause(t, Rules(), clauses, silentClauses, matches, 0.3, match)
}
