package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
)

// Dice lays the newest rolls among the facts out, at most so many, a line each: who, every die with those that do not count
// struck out, what is added, what it had to reach, and what came of it. ok is false if nothing was rolled.
func (l Look) Dice(facts []game.Fact, most int) (s render.Sheet, ok bool) {
	for _, f := range slices.Backward(facts) {
		if len(s.Lines) == most {
			break
		}
		s.Lines = append(s.Lines, l.rolled(f)...)
	}
	slices.Reverse(s.Lines)
	s.Theme = l.Theme
	return s, len(s.Lines) > 0
}

// PublicDice draws the newest rolls that everybody was told of, without bytes if there were none.
func (l Look) PublicDice(facts []game.Fact, most int) (render.Public, error) {
	png, err := l.drawDice(facts, most)
	return render.Public{PNG: png}, err
}

// PrivateDice draws the newest rolls that the seat was told of.
func (l Look) PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error) {
	png, err := l.drawDice(facts, most)
	return render.Private{Seat: seat, PNG: png}, err
}

func (l Look) drawDice(facts []game.Fact, most int) ([]byte, error) {
	s, ok := l.Dice(facts, most)
	if !ok {
		return nil, nil
	}
	return render.DrawSheet(s)
}

// rolled is the line of a roll; of the roll that begins the match there are two.
func (l Look) rolled(f game.Fact) []render.Line {
	switch f := f.(type) {
	case rules.AttackRolled:
		row := append(from(f.By, f.Target), dice(f.Roll, f.Mods, f.Total)...)
		return []render.Line{line(append(row, l.verdict(f.Need, f.Against, f.Hit, wordHit, wordMiss)...)...)}
	case rules.ScanRolled:
		row := append(from(f.By, f.Target), faint(l.say(wordScan)))
		row = append(row, dice(f.Roll, f.Mods, f.Total)...)
		return []render.Line{line(append(row, l.verdict(f.Need, f.Against, f.Hit, wordFound, wordNothing)...)...)}
	case rules.PriorityRolled:
		row := []render.Cell{piece(rules.Ref{Label: f.Unit}), faint(l.say(wordPriority1))}
		return []render.Line{line(append(row, dice(f.Roll, f.Mods, f.Die)...)...)}
	case rules.CounterChecked:
		if f.Roll == nil { // a Hardened token needs none
			return nil
		}
		row := []render.Cell{piece(f.Target), faint(l.say(wordCounter))}
		row = append(row, dice(*f.Roll, f.Mods, sum(f.Roll.Sum, f.Mods))...)
		return []render.Line{line(append(row, l.verdict(f.Need, nil, f.Stopped, wordWorks, wordFails)...)...)}
	case rules.StartRolled:
		var out []render.Line
		for i, faces := range slices.Backward(f.Dice[:]) {
			side := render.Side(i + 1)
			row := []render.Cell{{Text: fmt.Sprintf("%c", 'A'+i), Bold: true, Side: side}, faint(l.say(wordStart))}
			out = append(out, line(append(row, dice(rules.Roll{Faces: faces[:], Kept: faces[:]}, nil, faces[0]+faces[1])...)...))
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
	return []render.Cell{piece(by), faint("→"), piece(target)}
}

// dice are the faces, what is added, and what it comes to.
func dice(r rules.Roll, mods []rules.Mod, total int) (out []render.Cell) {
	kept := slices.Clone(r.Kept)
	for _, face := range r.Faces {
		at := slices.Index(kept, face)
		if at >= 0 {
			kept = slices.Delete(kept, at, at+1)
		}
		out = append(out, render.Cell{Die: &render.Die{Face: face, Dropped: at < 0}})
	}
	for _, m := range mods {
		out = append(out, strong(fmt.Sprintf("%+d", m.By)), faint(m.Why))
	}
	return append(out, text("="), strong(fmt.Sprint(total)))
}

// verdict is what a roll had to reach, and whether it did.
func (l Look) verdict(need int, changes []rules.Mod, good bool, yes, no string) []render.Cell {
	out := []render.Cell{faint(l.say(wordNeeds)), strong(fmt.Sprint(need))}
	for _, m := range changes {
		out = append(out, faint(l.say(wordDefence, m.By, m.Why)))
	}
	if good {
		return append(out, render.Cell{Badge: l.say(yes)})
	}
	return append(out, render.Cell{Badge: l.say(no), Faint: true})
}
