package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
)

// Dice lays out the newest rolls among the facts, at most that many. A line shows the piece, all dice, the modifiers, the
// number needed and the outcome. ok is false if nothing was rolled.
func (l Look) Dice(facts []game.Fact, most int) (s render.Sheet, ok bool) {
	s = render.Newest(l.Theme, facts, most, l.rolled)
	return s, len(s.Lines) > 0
}

// PublicDice draws the newest rolls of facts that everybody knows. It has no bytes if there were none.
func (l Look) PublicDice(facts []game.Fact, most int) (render.Public, error) {
	png, err := drawDice(l, facts, most)
	return render.Public{PNG: png}, err
}

// PrivateDice draws the newest rolls of facts that the seat knows.
func (l Look) PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error) {
	png, err := drawDice(l, facts, most)
	return render.Private{Seat: seat, PNG: png}, err
}

func drawDice(l Look, facts []game.Fact, most int) ([]byte, error) {
	s, ok := l.Dice(facts, most)
	if !ok {
		return nil, nil
	}
	return render.DrawSheet(s)
}

// rolled returns the line of a roll, or two of the roll that begins the match.
func (l Look) rolled(f game.Fact) []render.Line {
	switch f := f.(type) {
	case rules.AttackRolled:
		row := append(from(f.By, f.Target), dice(f.Roll, f.Mods, f.Total)...)
		return []render.Line{render.Row(append(row, verdict(l, f.Need, f.Against, f.Hit, "HIT", "MISS")...)...)}
	case rules.ScanRolled:
		row := append(from(f.By, f.Target), render.Faint(l.Text("scan")))
		row = append(row, dice(f.Roll, f.Mods, f.Total)...)
		return []render.Line{render.Row(append(row, verdict(l, f.Need, f.Against, f.Hit, "FOUND", "NOTHING")...)...)}
	case rules.PriorityRolled:
		row := []render.Cell{piece(rules.Ref{Label: f.Unit}), render.Faint(l.Text("priority"))}
		return []render.Line{render.Row(append(row, dice(f.Roll, f.Mods, f.Die)...)...)}
	case rules.CounterChecked:
		if f.Roll == nil { // a Hardened token needs none
			return nil
		}
		row := []render.Cell{piece(f.Target), render.Faint(l.Text("countermeasure"))}
		row = append(row, dice(*f.Roll, f.Mods, sum(f.Roll.Sum, f.Mods))...)
		return []render.Line{render.Row(append(row, verdict(l, f.Need, nil, f.Stopped, "STOPPED", "FAILS")...)...)}
	case rules.StartRolled:
		var out []render.Line
		for i, faces := range slices.Backward(f.Dice[:]) {
			side := render.Side(i + 1)
			row := []render.Cell{{Text: fmt.Sprintf("%c", 'A'+i), Bold: true, Side: side}, render.Faint(l.Text("starting roll"))}
			out = append(out, render.Row(append(row, dice(rules.Roll{Faces: faces[:], Kept: faces[:]}, nil, faces[0]+faces[1])...)...))
		}
		return out
	}
	return nil
}

func sum(n int, mods []rules.Mod) int {
	for _, m := range mods {
		n += m.By
	}
	return n
}

// piece names a base in its side's colour.
func piece(r rules.Ref) render.Cell {
	return render.Cell{Text: r.String(), Bold: true, Side: render.Side(r.Label.Seat())}
}

func from(by, target rules.Ref) []render.Cell {
	return []render.Cell{piece(by), render.Faint("→"), piece(target)}
}

// dice are the faces, the modifiers and the total.
func dice(r rules.Roll, mods []rules.Mod, total int) (out []render.Cell) {
	out = render.Rolled(r.Faces, r.Kept)
	for _, m := range mods {
		out = append(out, render.Bold(fmt.Sprintf("%+d", m.By)), render.Faint(string(m.Why)))
	}
	return append(out, render.Plain("="), render.Bold(fmt.Sprint(total)))
}

// verdict is the number that a roll needed, and the outcome.
func verdict(l Look, need int, changes []rules.Mod, good bool, yes game.Text, no game.Text) []render.Cell {
	out := []render.Cell{render.Faint(l.Text("needs")), render.Bold(fmt.Sprint(need))}
	for _, m := range changes {
		out = append(out, render.Faint(l.Text("(DEF %+d %s)", m.By, m.Why)))
	}
	if good {
		return append(out, render.Cell{Badge: l.Text(yes)})
	}
	return append(out, render.Cell{Badge: l.Text(no), Faint: true})
}
