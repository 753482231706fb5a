package wording

import (
	"fmt"
	"slices"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/downsync"
)

// Deeds returns what counts of a Turn. told holds everything that everybody was told until its end, turn its own facts.
func (w Teller) Deeds(told, turn []game.Fact) page.Deeds {
	var d page.Deeds
	name := func(r rules.Ref) string { return w.named(told, r) }
	var best shotAt
	shots := map[rules.Ref]shotAt{}
	var moved, revealed []rules.Label
	for _, f := range turn {
		switch f := f.(type) {
		case rules.AttackRolled:
			if shots[f.Target] = (shotAt{AttackRolled: f}); f.Hit {
				best = best.or(shots[f.Target])
			}
		case rules.Stopped:
			if best.AttackRolled.Target == f.Target && !best.kills {
				best = shotAt{}
			}
		case rules.Destroyed:
			d.Lost = append(d.Lost, name(f.Target))
			if s, ok := shots[f.Target]; ok && s.Hit {
				s.kills = true
				best = best.or(s)
			}
		case rules.Scored:
			if f.VP > 0 {
				d.Points = append(d.Points, w.Say("%s +%d VP", bot.SideName(f.Seat), f.VP))
			}
		case rules.Moved:
			moved = WithNew(moved, f.Base.Label)
		case rules.Revealed:
			revealed = WithNew(revealed, f.Piece)
		case rules.FirstChosen:
			d.Else = w.Line(f)
		}
	}
	switch {
	case best.kills:
		d.Best = w.Say("%s destroys %s (%d against %d)", name(best.By), best.Target, best.Total, best.Need)
	case best.Hit:
		d.Best = w.Say("%s hits %s (%d against %d)", name(best.By), name(best.Target), best.Total, best.Need)
	}
	switch {
	case d.Else != "":
	case len(shots) > 0:
		d.Else = w.Text("Shots, but no losses and no points")
	case len(revealed) > 0:
		d.Else = w.Say("Revealed: %s", List(revealed))
	case len(moved) > 0:
		d.Else = w.Say("No shots. On the move: %s", List(moved))
	default:
		d.Else = w.Text("No shots, and nobody moves")
	}
	return d
}

// shotAt is a shot that hit. kills is set if it destroyed its target.
type shotAt struct {
	rules.AttackRolled
	kills bool
}

// or returns the better of two shots: one that kills, then the one that needed more of its dice.
func (s shotAt) or(x shotAt) shotAt {
	needs := func(s shotAt) int {
		n := s.AttackRolled.Need
		for _, m := range s.Mods {
			n -= m.By
		}
		return n
	}
	switch {
	case !s.Hit, x.kills && !s.kills, x.kills == s.kills && needs(x) > needs(s):
		return x
	}
	return s
}

// named returns a piece's label with the name under which it was revealed.
func (w Teller) named(told []game.Fact, r rules.Ref) string {
	for _, f := range slices.Backward(told) {
		slug := ""
		switch f := f.(type) {
		case rules.Revealed:
			if f.Piece == r.Label {
				slug = f.Unit
			}
		case rules.Placed:
			if f.Unit == r.Label {
				slug = f.Slug
			}
		}
		if slug != "" {
			return fmt.Sprintf("%s %s", r, w.unit(slug))
		}
	}
	return r.String()
}
