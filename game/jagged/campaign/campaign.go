// Package campaign implements the war of Jagged Shards: a series of battles over the Positions of both sides (J16). It is pure: a
// Campaign consists of its setup and the battles fought; everything else follows. It asks which Position is attacked next, and is
// told who won there. It holds nothing of a running battle.
package campaign

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// forms of a campaign (J16.8).
const (
	Raid  = "raid"
	Short = "short"
	Full  = "full"
)

// lostBelow maps a form to a PV: when such a campaign begins, all Positions below it are lost.
var lostBelow = map[string]int{Raid: 70, Short: 50, Full: 0}

// Setup describes how a campaign begins. "" selects the default of a field.
type Setup struct {
	Form   string `json:"form"`             // raid, short, full
	First  string `json:"first"`            // the faction that attacks first
	Roles  string `json:"roles,omitempty"`  // JQ47: alternate, momentum
	Retake string `json:"retake,omitempty"` // JQ49: no, yes
	// Battles holds the options of every battle.
	Battles jagged.Options `json:"battles,omitzero"`
}

// Battle is a battle that was fought to its end. One that was called off does not count.
type Battle struct {
	Position string `json:"position"` // attacked
	Won      bool   `json:"won"`      // by the Attacker; a draw is no win
}

// Campaign is a campaign. Its values do not change; Fought returns a new one.
type Campaign struct {
	Setup   Setup    `json:"setup"`
	Battles []Battle `json:"battles,omitempty"`
}

// toss rolls for who attacks first until the faces differ (J16.2). The Humans' die comes first in each pair. roll returns a face
// from 1 to 100; its error ends the toss.
func toss(roll func() (int, error)) (first string, faces [][2]int, err error) {
	for {
		var pair [2]int
		for i := range pair {
			if pair[i], err = roll(); err != nil {
				return "", faces, err
			}
		}
		faces = append(faces, pair)
		switch {
		case pair[0] > pair[1]:
			return cards.Humans, faces, nil
		case pair[0] < pair[1]:
			return cards.Martians, faces, nil
		}
	}
}

// New begins a campaign. The error says what was expected.
func New(s Setup) (Campaign, error) {
	if s.Form == "" {
		s.Form = Raid
	}
	if _, ok := lostBelow[s.Form]; !ok {
		return Campaign{}, game.Errorf("form %q: expected raid, short or full", s.Form)
	}
	if s.First != cards.Humans && s.First != cards.Martians {
		return Campaign{}, game.Errorf("first %q: expected human-colonies or martian-order", s.First)
	}
	if !slices.Contains([]string{"", "alternate", "momentum"}, s.Roles) {
		return Campaign{}, game.Errorf("roles %q: expected alternate or momentum", s.Roles)
	}
	if !slices.Contains([]string{"", "no", "yes"}, s.Retake) {
		return Campaign{}, game.Errorf("retake %q: expected yes or no", s.Retake)
	}
	t := jagged.Defaults().Terms
	t.Options = s.Battles
	return Campaign{Setup: s}, t.CheckSettings()
}

// Replay builds a campaign from its setup and the battles fought. The error names the battle that could not be fought.
func Replay(s Setup, battles []Battle) (Campaign, error) {
	c, err := New(s)
	for i, b := range battles {
		if err == nil {
			c, err = c.Fought(b)
		}
		if err != nil {
			return Campaign{}, game.Errorf("battle %d: %s", i+1, err)
		}
	}
	return c, err
}

// Attacker returns the faction that attacks next (J16.2, JQ47).
func (c Campaign) Attacker() string { return c.attacker(len(c.Battles)) }

// attacker returns the faction that attacks in the n-th battle, from 0.
func (c Campaign) attacker(n int) string {
	a := c.Setup.First
	for _, b := range c.Battles[:n] {
		if c.Setup.Roles != "momentum" || !b.Won {
			a = cards.Other(a)
		}
	}
	return a
}

// Lost reports whether its owner has lost a Position.
func (c Campaign) Lost(position string) bool {
	p := cards.FindPosition(position)
	lost := p != nil && p.PV < lostBelow[c.Setup.Form]
	for i, b := range c.Battles {
		if b.Position == position && b.Won {
			lost = c.attacker(i) != p.Faction // an attacker's own Position is retaken (JQ49)
		}
	}
	return lost
}

// Targets returns the Positions that the Attacker may name (J16.3), by PV.
func (c Campaign) Targets() []string {
	return c.Reachable(c.Attacker())
}

// Reachable returns the Positions that a faction may name when it attacks, by PV.
func (c Campaign) Reachable(faction string) []string {
	if _, over := c.Winner(); over {
		return nil
	}
	var out []string
	for _, p := range cards.Positions() {
		enemy := p.Faction != faction
		switch {
		case c.Lost(p.ID) == enemy, !enemy && c.Setup.Retake != "yes":
		case !enemy || c.open(&p):
			out = append(out, p.ID)
		}
	}
	return out
}

// open reports whether a Position can be reached: it is the Gate, or a road connects it to a lost one.
func (c Campaign) open(p *cards.Position) bool {
	gate := true // nothing has a smaller PV
	for _, o := range cards.Positions() {
		if o.Faction != p.Faction {
			continue
		}
		gate = gate && o.PV >= p.PV
		if c.Lost(o.ID) && joined(o.ID, p.ID) {
			return true
		}
	}
	return gate
}

// joined reports whether a road connects two Positions. Roads run both ways.
func joined(a, b string) bool {
	p, q := cards.FindPosition(a), cards.FindPosition(b)
	return p != nil && q != nil && (slices.Contains(p.Roads, b) || slices.Contains(q.Roads, a))
}

// Check returns the reason that the Attacker cannot name a Position, nil if it can.
func (c Campaign) Check(position string) error {
	if winner, over := c.Winner(); over {
		return &game.Refusal{Code: "over", Rule: "J16.1", Text: "the campaign is over; %s has won", Args: []any{winner}}
	}
	if targets := c.Targets(); !slices.Contains(targets, position) {
		return &game.Refusal{Code: "no-road", Rule: "J16.3", Text: "%s cannot be attacked now; expected one of %s", Args: []any{position, strings.Join(targets, ", ")}}
	}
	return nil
}

// Penalties returns the Positions whose loss has an effect in the next battle (J16.5): the one that was lost in the last battle, if
// any. A retaken Position has none (JQ49).
func (c Campaign) Penalties() []string {
	n := len(c.Battles) - 1
	if _, over := c.Winner(); over || n < 0 || !c.Battles[n].Won {
		return nil
	}
	if p := cards.FindPosition(c.Battles[n].Position); p.Faction == c.attacker(n) {
		return nil
	}
	return []string{c.Battles[n].Position}
}

// Terms returns the terms of the next battle, over a Position that Check has passed (J16.5, J16.7).
func (c Campaign) Terms(position string) jagged.Terms {
	t := jagged.Defaults().Terms
	t.Attacker, t.Position, t.Penalties, t.Options = c.Attacker(), position, c.Penalties(), c.Setup.Battles
	return t
}

// Fought returns the campaign after a battle (J16.4). The error, a refusal, says why it could not be fought.
func (c Campaign) Fought(b Battle) (Campaign, error) {
	if err := c.Check(b.Position); err != nil {
		return c, err
	}
	c.Battles = append(slices.Clip(c.Battles), b)
	return c, nil
}

// Outcome returns a battle from the result of its match: seat 1 attacked. A draw takes nothing.
func Outcome(position string, r game.Result) Battle {
	return Battle{Position: position, Won: len(r.Rank) == 2 && r.Rank[0] < r.Rank[1]}
}

// Winner returns the faction that took the enemy's headquarters (J16.1); false while the campaign goes on.
func (c Campaign) Winner() (string, bool) {
	if p := c.TakenHQ(); p != nil {
		return cards.Other(p.Faction), true
	}
	return "", false
}

// TakenHQ returns the headquarters that was taken (J16.1); nil while the campaign goes on.
func (c Campaign) TakenHQ() *cards.Position {
	for i := range cards.Positions() {
		if p := &cards.Positions()[i]; p.HQ && c.Lost(p.ID) {
			return p
		}
	}
	return nil
}

// Place is a Position with its state for the map.
type Place struct {
	*cards.Position
	PV      int  `json:"value"` // what an Insertion must reach, under the campaign's options
	Lost    bool `json:"lost"`
	Target  bool `json:"target"`  // the Attacker may name it
	Pending bool `json:"pending"` // its penalty has an effect in the next battle
}

// Map returns both sides' Positions, the Humans' first, by PV.
func (c Campaign) Map() []Place {
	targets, pending := c.Targets(), c.Penalties()
	var out []Place
	for i := range cards.Positions() {
		p := &cards.Positions()[i]
		t := jagged.Terms{Position: p.ID, Options: c.Setup.Battles}
		out = append(out, Place{p, t.Value(), c.Lost(p.ID), slices.Contains(targets, p.ID), slices.Contains(pending, p.ID)})
	}
	return out
}

// Chapter is a battle of the history.
type Chapter struct {
	Battle
	Attacker  string   `json:"attacker"`            // the faction
	Penalties []string `json:"penalties,omitempty"` // that had an effect in it
}

// History returns the battles in order.
func (c Campaign) History() []Chapter {
	var out []Chapter
	for i, b := range c.Battles {
		before := Campaign{Setup: c.Setup, Battles: c.Battles[:i]}
		out = append(out, Chapter{b, before.Attacker(), before.Penalties()})
	}
	return out
}
