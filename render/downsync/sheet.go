package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/render"

	rules "downsync/game/downsync"
)

// Card returns the sheet of a Unit's card.
func (l Look) Card(u *cards.Unit) render.Sheet {
	s := render.Sheet{Theme: l.Theme, Patient: l.Patient, Title: u.Name}
	kind := render.Row(render.Cell{Portrait: PortraitOf(u), Large: true}, render.Plain(l.Text(game.Text(u.Type))))
	if u.Signature != "" {
		kind.Cells = append(kind.Cells, render.Faint(l.contact(u.Signature)+","))
	}
	if u.Infantry() {
		kind.Cells = append(kind.Cells, render.Faint(l.Text("%d {base|bases} of", u.InfantryBases)))
	}
	kind.Cells = append(kind.Cells, render.Faint(fmt.Sprintf("%d mm", u.BaseMM())))
	s.Lines = append(s.Lines, kind, figures(u))
	for _, t := range u.Traits {
		s.Lines = append(s.Lines, render.Row(render.Bold(traitName(t)), render.Faint(meaning(l, t.ID))))
	}
	for _, a := range u.Actions {
		s.Lines = append(s.Lines, actionLines(l, a)...)
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
	return statRow(render.Stat{Name: "SPD", Value: fmt.Sprint(u.Spd)}, render.Stat{Name: "SCAN", Value: or(u.Scan)},
		render.Stat{Name: "TARG", Value: fmt.Sprint(u.Targ)}, render.Stat{Name: "DEF", Value: fmt.Sprint(u.Def)}, render.Stat{Name: "CM", Value: cm})
}

func actionLines(l Look, a cards.Action) []render.Line {
	head := render.Line{Rule: true,
		Cells: []render.Cell{render.Bold(a.Name), render.Plain(strings.ToUpper(string(a.Effect))),
			render.Faint(l.Text("costs %s", a.Cost))}}
	var facts []string
	switch {
	case a.Unlimited:
		facts = append(facts, l.Text("any range"))
	case a.Range > 0:
		facts = append(facts, l.Text("range %d\"", a.Range))
	}
	if a.MinRange > 0 {
		facts = append(facts, l.Text("from %d\"", a.MinRange))
	}
	if a.ROF > 0 {
		facts = append(facts, fmt.Sprintf("ROF %d", a.ROF))
	}
	if a.OnlyVs != "" {
		facts = append(facts, l.Text("%s only", l.Text(game.Text(a.OnlyVs))))
	}
	if n := a.Numbers(); n != "" {
		facts = append(facts, l.Text("base %s only", n))
	}
	for _, t := range a.Traits {
		name := traitName(t)
		if t.Vs != "" {
			name += " (" + l.Text(game.Text(t.Vs)) + ")"
		}
		facts = append(facts, name)
	}
	lines := []render.Line{head}
	if len(facts) > 0 {
		lines = append(lines, render.Row(render.Plain(strings.Join(facts, " • "))))
	}
	if _, ok := cards.Means(a.ID); ok && a.Effect == cards.Special {
		lines = append(lines, render.Row(render.Faint(meaning(l, a.ID))))
	}
	return lines
}

func traitName(t cards.Trait) string {
	m, ok := cards.Means(t.ID)
	if !ok {
		return t.ID
	}
	return m.Name + t.Figures()
}

func meaning(l Look, id string) string {
	m, _ := cards.Means(id)
	return l.Text(game.Text(m.Text))
}

var contacts = map[cards.Signature]game.Text{cards.Small: "small contact", cards.Medium: "medium contact", cards.Large: "large contact"}

// contact returns the name of a contact of that size.
func (l Look) contact(s cards.Signature) string { return l.Text(contacts[s]) }

// OrderOfBattle returns a sheet of what the viewer knows of both sides: pieces with their tokens, the Reserve, and losses.
func (l Look) OrderOfBattle(v rules.View) render.Sheet {
	s := render.Sheet{Theme: l.Theme, Patient: l.Patient, Title: l.Text("Order of battle")}
	for seat := game.Seat(1); seat <= 2; seat++ {
		side := render.Side(seat)
		called := strings.TrimSpace(fmt.Sprintf("%c %s", 'A'-1+seat, l.Names[seat-1]))
		s.Lines = append(s.Lines,
			render.Line{Rule: true, Cells: []render.Cell{{Text: called, Bold: true, Side: side},
				render.Faint("•"), render.Plain(l.Text("VP %d", v.VP.Of(seat))), render.Faint("•"),
				render.Plain(l.Text("CP %d of %d", v.CP.Of(seat), v.CPMax))}})
		for _, p := range v.Pieces {
			if p.Seat == seat && len(p.Bases) > 0 {
				s.Lines = append(s.Lines, pieceLine(l, v, p))
			}
		}
		s.Lines = append(s.Lines, heldAndLost(l, v, seat)...)
	}
	return s
}

func pieceLine(l Look, v rules.View, p rules.Piece) render.Line {
	var s render.Scene
	l.legend().addDiscs(&s, v, p)
	d := s.Discs[0]
	name := l.contact(p.Sig)
	switch {
	case !p.IsPing():
		name = v.Cards().Must(p.Unit).Name
	case p.Plan != "":
		name += ", " + l.Text("planned: %s", v.Cards().Must(p.Plan).Name)
	}
	row := render.Row(render.Cell{Disc: &render.Disc{Side: d.Side, Glyph: d.Glyph, Mark: d.Mark, Dim: d.Dim}},
		render.Cell{Text: d.Label, Bold: true, Side: d.Side}, render.Plain(name))
	if !p.IsPing() {
		u := v.Cards().Must(p.Unit)
		row.Cells[0] = render.Cell{Portrait: PortraitOf(u), Side: d.Side, Faint: d.Dim}
		if u.Infantry() {
			row.Cells = append(row.Cells, render.Bold(fmt.Sprintf("×%d", len(p.Bases)))) // as many as are left
		}
	}
	for _, x := range s.Discs {
		for _, chip := range x.Chips {
			row.Cells = append(row.Cells, render.Cell{Chip: &chip})
		}
	}
	return row
}

// heldAndLost lists the part of a side's Reserve that the viewer knows, and its losses.
func heldAndLost(l Look, v rules.View, seat game.Seat) (out []render.Line) {
	held := v.Reserves[game.Player(seat).String()]
	if seat == v.Viewer.Seat() && len(held) == 0 {
		held = v.Reserve
	}
	var lost []string
	for _, x := range v.Lost {
		if x.Seat == seat {
			lost = append(lost, x.Unit)
		}
	}
	units := func(head game.Text, slugs []string) {
		var names []string
		for _, slug := range slugs {
			names = append(names, v.Cards().Must(slug).Name)
		}
		if len(names) > 0 {
			out = append(out, render.Row(render.Faint(l.Text(head)), render.Plain(strings.Join(names, ", "))))
		}
	}
	units("In Reserve:", held)
	units("Lost:", lost)
	return out
}

// Final returns a sheet with the result of a finished match: the winner, the reason, its length and both forces.
func (l Look) Final(v rules.View) (render.Sheet, error) {
	if v.Result == nil {
		return render.Sheet{}, fmt.Errorf("the last sheet of a match that is not over")
	}
	s := l.OrderOfBattle(v)
	s.Title = l.Text("Match over: %s", outcome(l, *v.Result))
	s.Side = winner(*v.Result)
	score := statRow(render.Stat{Name: l.Text("VP %c", 'A'), Value: fmt.Sprint(v.VP[0]), Side: 1},
		render.Stat{Name: l.Text("VP %c", 'B'), Value: fmt.Sprint(v.VP[1]), Side: 2},
		render.Stat{Name: l.Text("Rounds"), Value: fmt.Sprint(v.Round)}, render.Stat{Name: l.Text("Turns"), Value: fmt.Sprint(v.Turn)})
	s.Lines = append([]render.Line{score}, s.Lines...)
	return s, nil
}

// statRow returns a line of figures.
func statRow(stats ...render.Stat) (row render.Line) {
	for _, s := range stats {
		row.Cells = append(row.Cells, render.Cell{Stat: &s})
	}
	return row
}

// PrivateSheet draws the order of battle or the result as one seat knows it. It refuses a view without a seat.
func (l Look) PrivateSheet(v rules.View) (render.Private, error) {
	return render.DrawPrivate(v.Viewer, sheetOf(l, v))
}

func sheetOf(l Look, v rules.View) render.Sheet {
	if s, err := l.Final(v); err == nil {
		return s
	}
	return l.OrderOfBattle(v)
}

// Dice returns a sheet of the newest rolls, at most that many, a line each. ok is false if nothing was rolled.
func (l Look) Dice(facts []game.Fact, most int) (s render.Sheet, ok bool) {
	s = render.Newest(l.Theme, facts, most, l.rolled)
	s.Patient = l.Patient
	return s, len(s.Lines) > 0
}

// PublicDice draws the newest rolls in facts that everybody knows. It has no bytes if there were none.
func (l Look) PublicDice(facts []game.Fact, most int) (out render.Public, err error) {
	if s, ok := l.Dice(facts, most); ok {
		out.PNG, err = render.DrawSheet(s)
	}
	return out, err
}

// PrivateDice draws the newest rolls in facts that the seat knows.
func (l Look) PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error) {
	pic, err := l.PublicDice(facts, most)
	return render.Private{Seat: seat, PNG: pic.PNG}, err
}

// rolled returns the line of a roll, or two lines for the roll that begins the match.
func (l Look) rolled(f game.Fact) []render.Line {
	switch f := f.(type) {
	case rules.AttackRolled:
		row := append(from(f.By, f.Target), l.dice(f.Roll, f.Mods, f.Total)...)
		return []render.Line{render.Row(append(row, verdict(l, f.Need, f.Against, f.Hit, "HIT", "MISS")...)...)}
	case rules.ScanRolled:
		row := append(from(f.By, f.Target), render.Faint(l.Text("scan")))
		row = append(row, l.dice(f.Roll, f.Mods, f.Total)...)
		return []render.Line{render.Row(append(row, verdict(l, f.Need, f.Against, f.Hit, "FOUND", "NOTHING")...)...)}
	case rules.PriorityRolled:
		row := []render.Cell{piece(rules.Ref{Label: f.Unit}), render.Faint(l.Text("priority"))}
		return []render.Line{render.Row(append(row, l.dice(f.Roll, f.Mods, f.Die)...)...)}
	case rules.CounterChecked:
		if f.Roll == nil { // a Hardened token needs no roll
			return nil
		}
		row := []render.Cell{piece(f.Target), render.Faint(l.Text("countermeasure"))}
		row = append(row, l.dice(*f.Roll, f.Mods, sum(f.Roll.Sum, f.Mods))...)
		return []render.Line{render.Row(append(row, verdict(l, f.Need, nil, f.Stopped, "STOPPED", "FAILS")...)...)}
	case rules.StartRolled:
		var out []render.Line
		for i, faces := range slices.Backward(f.Dice[:]) {
			side := render.Side(i + 1)
			row := []render.Cell{{Text: fmt.Sprintf("%c", 'A'+i), Bold: true, Side: side}, render.Faint(l.Text("starting roll"))}
			out = append(out, render.Row(append(row, l.dice(rules.Roll{Faces: faces[:], Kept: faces[:]}, nil, faces[0]+faces[1])...)...))
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

// piece returns the name of a base in its side's colour.
func piece(r rules.Ref) render.Cell {
	return render.Cell{Text: r.String(), Bold: true, Side: render.Side(r.Label.Seat())}
}

func from(by, target rules.Ref) []render.Cell {
	return []render.Cell{piece(by), render.Faint("→"), piece(target)}
}

// dice returns the faces, the modifiers and the total.
func (l Look) dice(r rules.Roll, mods []rules.Mod, total int) (out []render.Cell) {
	out = render.Rolled(r.Faces, r.Kept)
	for _, m := range mods {
		out = append(out, render.Bold(fmt.Sprintf("%+d", m.By)), render.Faint(l.Text(m.Why)))
	}
	return append(out, render.Plain("="), render.Bold(fmt.Sprint(total)))
}

// verdict returns the number that a roll needed, and the outcome.
func verdict(l Look, need int, changes []rules.Mod, good bool, yes game.Text, no game.Text) []render.Cell {
	out := []render.Cell{render.Faint(l.Text("needs")), render.Bold(fmt.Sprint(need))}
	for _, m := range changes {
		out = append(out, render.Faint(l.Text("(DEF %+d %s)", m.By, l.Text(m.Why))))
	}
	if good {
		return append(out, render.Cell{Badge: l.Text(yes)})
	}
	return append(out, render.Cell{Badge: l.Text(no), Faint: true})
}
