package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/render"
)

func text(format string, args ...any) render.Cell {
	return render.Cell{Text: fmt.Sprintf(format, args...)}
}

func strong(s string) render.Cell { return render.Cell{Text: s, Bold: true} }

func faint(format string, args ...any) render.Cell {
	return render.Cell{Text: fmt.Sprintf(format, args...), Faint: true}
}

func line(cells ...render.Cell) render.Line { return render.Line{Cells: cells} }

// Dice lays a roll out: every die, those that do not count struck out, what is added, and what it had to reach. ok is
// false for facts without a roll.
func Dice(f game.Fact) (s render.Sheet, ok bool) {
	switch f := f.(type) {
	case rules.AttackRolled:
		s = rolled(f.Roll, f.Mods, f.Total)
		s.Title, s.Side = fmt.Sprintf("%s attacks %s", f.By, f.Target), render.Side(f.By.Label.Seat())
		s.Lines = append(s.Lines, against(f.Need, f.Hit, f.Against))
	case rules.ScanRolled:
		s = rolled(f.Roll, f.Mods, f.Total)
		s.Title, s.Side = fmt.Sprintf("%s scans %s", f.By, f.Target), render.Side(f.By.Label.Seat())
		s.Lines = append(s.Lines, against(f.Need, f.Hit, f.Against))
	case rules.PriorityRolled:
		s = rolled(f.Roll, f.Mods, f.Die)
		s.Title, s.Side = fmt.Sprintf("%s: Reaction Priority", f.Unit), render.Side(f.Unit.Seat())
	default:
		return s, false
	}
	return s, true
}

func rolled(r rules.Roll, mods []rules.Mod, total int) render.Sheet {
	var l render.Line
	kept := slices.Clone(r.Kept)
	for _, face := range r.Faces {
		at := slices.Index(kept, face)
		if at >= 0 {
			kept = slices.Delete(kept, at, at+1)
		}
		l.Cells = append(l.Cells, render.Cell{Die: &render.Die{Face: face, Dropped: at < 0}})
	}
	for _, m := range mods {
		l.Cells = append(l.Cells, render.Cell{Text: fmt.Sprintf("%+d", m.By), Bold: true}, faint("%s", m.Why))
	}
	l.Cells = append(l.Cells, text("="), strong(fmt.Sprint(total)))
	return render.Sheet{Lines: []render.Line{l}}
}

func against(need int, hit bool, changes []rules.Mod) render.Line {
	l := line(text("needs"), strong(fmt.Sprint(need)))
	for _, m := range changes {
		l.Cells = append(l.Cells, faint("(DEF %+d %s)", m.By, m.Why))
	}
	word := "MISS"
	if hit {
		word = "HIT"
	}
	l.Cells = append(l.Cells, text(":"), strong(word))
	return l
}

// Card lays a Unit's card out.
func Card(u *cards.Unit) render.Sheet {
	s := render.Sheet{Title: u.Name}
	mark := ""
	if u.Infantry() {
		mark = fmt.Sprint(u.InfantryBases)
	}
	kind := line(render.Cell{Disc: &render.Disc{Glyph: glyph(u), Mark: mark}}, text("%s", u.Type))
	if u.Signature != "" {
		kind.Cells = append(kind.Cells, faint("%s contact,", u.Signature))
	}
	if u.Infantry() {
		kind.Cells = append(kind.Cells, faint("%d bases of", u.InfantryBases))
	}
	kind.Cells = append(kind.Cells, faint("%d mm", u.BaseMM()))
	s.Lines = append(s.Lines, kind, figures(u))
	for _, t := range u.Traits {
		s.Lines = append(s.Lines, line(strong(traitName(t)), faint("%s", meaning(t.ID))))
	}
	for _, a := range u.Actions {
		s.Lines = append(s.Lines, actionLines(a)...)
	}
	return s
}

func figures(u *cards.Unit) render.Line {
	or := func(n *int) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	cm := or(u.CM)
	if u.Hardened > 0 {
		cm += fmt.Sprintf("+%d", u.Hardened)
	}
	var l render.Line
	for _, s := range []render.Stat{{Name: "SPD", Value: fmt.Sprint(u.Spd)}, {Name: "SCAN", Value: or(u.Scan)}, {Name: "TARG", Value: fmt.Sprint(u.Targ)},
		{Name: "DEF", Value: fmt.Sprint(u.Def)}, {Name: "CM", Value: cm}} {
		l.Cells = append(l.Cells, render.Cell{Stat: &s})
	}
	return l
}

func actionLines(a cards.Action) []render.Line {
	head := render.Line{Rule: true, Cells: []render.Cell{strong(a.Name), text("%s", strings.ToUpper(string(a.Effect))), faint("costs %s", a.Cost)}}
	var facts []string
	switch {
	case a.Unlimited:
		facts = append(facts, "any range")
	case a.Range > 0:
		facts = append(facts, fmt.Sprintf("range %d\"", a.Range))
	}
	if a.MinRange > 0 {
		facts = append(facts, fmt.Sprintf("from %d\"", a.MinRange))
	}
	if a.ROF > 0 {
		facts = append(facts, fmt.Sprintf("ROF %d", a.ROF))
	}
	if a.OnlyVs != "" {
		facts = append(facts, a.OnlyVs+" only")
	}
	for _, t := range a.Traits {
		facts = append(facts, traitName(t))
	}
	lines := []render.Line{head}
	if len(facts) > 0 {
		lines = append(lines, line(text("%s", strings.Join(facts, " · "))))
	}
	if m, ok := cards.Means(a.ID); ok && a.Effect == cards.Special {
		lines = append(lines, line(faint("%s", m.Text)))
	}
	return lines
}

func traitName(t cards.Trait) string {
	m, ok := cards.Means(t.ID)
	if !ok {
		return t.ID
	}
	name := m.Name
	if t.Value != 0 {
		name += fmt.Sprintf(" %d", t.Value)
	}
	if t.Radius != 0 {
		name += fmt.Sprintf(" %d\"", t.Radius)
	}
	return name
}

func meaning(id string) string {
	m, _ := cards.Means(id)
	return m.Text
}

// OrderOfBattle lays out what the viewer knows of both sides: what stands on the table, with its tokens, what is still in
// Reserve, and what was lost.
func OrderOfBattle(v rules.View) render.Sheet {
	s := render.Sheet{Title: "Order of battle"}
	for seat := game.Seat(1); seat <= 2; seat++ {
		side := render.Side(seat)
		s.Lines = append(s.Lines, render.Line{Rule: true, Cells: []render.Cell{{Text: fmt.Sprintf("%c", 'A'-1+seat), Bold: true, Side: side},
			text("VP %d", v.VP.Of(seat)), text("CP %d of %d", v.CP.Of(seat), v.CPMax)}})
		for _, p := range v.Pieces {
			if p.Seat == seat && len(p.Bases) > 0 {
				s.Lines = append(s.Lines, pieceLine(v, p))
			}
		}
		s.Lines = append(s.Lines, heldAndLost(v, seat)...)
	}
	return s
}

func pieceLine(v rules.View, p rules.Piece) render.Line {
	keys := legend{seen: map[string]bool{}}
	ds, _ := discs(v, p, &keys)
	d := ds[0]
	name := string(p.Sig) + " contact"
	switch {
	case !p.IsPing():
		name = v.Cards().Must(p.Unit).Name
	case p.Plan != "":
		name += ", planned: " + v.Cards().Must(p.Plan).Name
	}
	if !p.IsPing() && v.Cards().Must(p.Unit).Infantry() {
		d.Mark = fmt.Sprint(len(p.Bases)) // as many as are left
	}
	l := line(render.Cell{Disc: &render.Disc{Side: d.Side, Glyph: d.Glyph, Mark: d.Mark, Weight: d.Weight, Dim: d.Dim}},
		render.Cell{Text: d.Label, Bold: true, Side: d.Side}, text("%s", name))
	for _, x := range ds {
		for _, chip := range x.Chips {
			l.Cells = append(l.Cells, render.Cell{Chip: &chip})
		}
	}
	return l
}

// heldAndLost are what a side has not shown yet, as far as the viewer may know it, and what it has lost.
func heldAndLost(v rules.View, seat game.Seat) (out []render.Line) {
	held := v.Reserves[game.Player(seat).String()]
	if seat == v.Viewer.Seat() && len(held) == 0 {
		held = v.Reserve
	}
	names := func(slugs []string) string {
		var out []string
		for _, slug := range slugs {
			out = append(out, v.Cards().Must(slug).Name)
		}
		return strings.Join(out, ", ")
	}
	if len(held) > 0 {
		out = append(out, line(faint("In Reserve:"), text("%s", names(held))))
	}
	var lost []string
	for _, l := range v.Lost {
		if l.Seat == seat {
			lost = append(lost, l.Unit)
		}
	}
	if len(lost) > 0 {
		out = append(out, line(faint("Lost:"), text("%s", names(lost))))
	}
	return out
}

// Final is the sheet of a match that is over: who won and why, how long it took, and what became of both forces.
func Final(v rules.View) (render.Sheet, error) {
	if v.Result == nil {
		return render.Sheet{}, fmt.Errorf("the last sheet of a match that is not over")
	}
	s := OrderOfBattle(v)
	s.Title = "Match over: " + Outcome(*v.Result)
	switch {
	case v.Result.Rank[0] < v.Result.Rank[1]:
		s.Side = 1
	case v.Result.Rank[1] < v.Result.Rank[0]:
		s.Side = 2
	}
	s.Lines = append([]render.Line{line(text("%d Rounds, %d Turns", v.Round, v.Turn))}, s.Lines...)
	return s, nil
}

// PublicSheet draws the order of battle, or of a match that is over the last sheet, as everybody may see it. It refuses any
// view but an onlooker's.
func PublicSheet(v rules.View) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public sheet of the view of %s", v.Viewer)
	}
	png, err := render.DrawSheet(sheetOf(v))
	return render.Public{PNG: png}, err
}

// PrivateSheet draws the same as one seat knows it. It refuses the view of anybody who has no seat.
func PrivateSheet(v rules.View) (render.Private, error) {
	if v.Viewer.Seat() == 0 {
		return render.Private{}, fmt.Errorf("a private sheet of the view of %s", v.Viewer)
	}
	png, err := render.DrawSheet(sheetOf(v))
	return render.Private{Seat: v.Viewer.Seat(), PNG: png}, err
}

func sheetOf(v rules.View) render.Sheet {
	if s, err := Final(v); err == nil {
		return s
	}
	return OrderOfBattle(v)
}
