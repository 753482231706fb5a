package downsync

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/gametest"
)

// inventor invents orders from the pieces on the table, the enemy's included, and from the cards.
type inventor struct {
	*gametest.Dice
	labels, refs, actions, units, reserve []string
	view                                  View
}

func newInventor(d *gametest.Dice, v View) *inventor {
	i := &inventor{Dice: d, labels: []string{"A1", "B1"}, refs: []string{"A1", "B1"}, actions: []string{"overwatch", "forward-observe"}, view: v}
	for _, u := range cards.Printed().All() {
		i.units = append(i.units, u.Slug)
	}
	for _, p := range v.Pieces {
		i.labels = append(i.labels, string(p.Label))
		for _, b := range p.Bases {
			i.refs = append(i.refs, fmt.Sprintf("%s.%d", p.Label, b.N))
		}
		if u, ok := cards.Printed().Find(p.Unit); ok {
			for _, a := range u.Actions {
				i.actions = append(i.actions, a.ID)
			}
		}
	}
	i.reserve = append(i.units[:1:1], v.Reserve...)
	return i
}

func (i *inventor) one(of []string) string { return of[i.N(len(of))] }

// point returns a point somewhere near a base.
func (i *inventor) point() string {
	x, y := 24, 24
	if n := len(i.view.Pieces); n > 0 {
		if bases := i.view.Pieces[i.N(n)].Bases; len(bases) > 0 {
			x, y = int(bases[0].X)/1000, int(bases[0].Y)/1000
		}
	}
	return fmt.Sprintf("%d,%d", max(0, x+i.N(7)-3), max(0, y+i.N(7)-3))
}

// order fills in one of these: L a label, R a base, U a Unit, V one of the Reserve, P a point, X an action.
func (i *inventor) order() string {
	var out []string
	for _, w := range strings.Fields(i.one([]string{"designate L L", "reveal L as U", "reveal L as V at P P", "refresh L unstun 1 pay defense-aura", "move R to P", "move R to P via P P", "stay L", "done L",
		"react with L L unboosted", "react ambush V@L", "react with L ambush V@L", "join ambush V@L", "join ambush U@L L", "join L L", "declare ambush V@L", "declare L ambush U@L", "boost L L", "activate L", "hold L", "act X R boost then overwatch", "act X by R R pay cp then end",
		"act move by R to P", "act X R at P targets R R", "counter cm from L", "counter hardened from L boost", "counter cm all", "plan L U", "plan L V", "mount U U", "mount V courier", "deploy L at P", "end", "drop"})) {
		switch w {
		case "L":
			w = i.one(i.labels)
		case "R":
			w = i.one(i.refs)
		case "U":
			w = i.one(i.units)
		case "V":
			w = i.one(i.reserve)
		case "P":
			w = i.point()
		case "X":
			w = i.one(i.actions)
		case "V@L":
			w = i.one(i.reserve) + "@" + i.one(i.labels)
		case "U@L":
			w = i.one(i.units) + "@" + i.one(i.labels)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// An order that no menu offers is refused: one with an enemy piece, a missing Unit, a path that is too long or a spent token.
func TestCheatByOrdersThatAreNotOffered(t *testing.T) {
	lone, by := regexp.MustCompile(`\b([ab]\d+)\.1\b`), regexp.MustCompile(`^(act move to \S+) by \S+`) // a base where there is only one
	all := regexp.MustCompile(`^(counter cm.*) all\b`)                                                  // "all" of one token, which changes nothing
	tried, taken := gametest.Unoffered(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 8, MaxSteps: 6000, Config: randomConfig, Guess: guessPoint, Every: -1},
		func(d *gametest.Dice, v game.View) string { return newInventor(d, v.(View)).order() },
		func(line string) string {
			return all.ReplaceAllString(by.ReplaceAllString(lone.ReplaceAllString(line, "$1"), "$1"), "$1")
		})
	if t.Logf("%d tried, %d taken", tried, taken); taken == 0 {
		t.Error("nothing was taken")
	}
}
