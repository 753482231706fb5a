package jagged

import (
	"fmt"

	"downsync/game/jagged/cards"
	"downsync/render"
)

// Card returns the sheet of a unit's card: its portrait and its figures.
func (l Look) Card(u *cards.Unit) render.Sheet {
	s := render.Sheet{Theme: l.Theme, Patient: l.Patient, Title: u.Name}
	figures := render.Line{}
	for _, x := range []render.Stat{{Name: "SR", Value: fmt.Sprint(u.SR)}, {Name: "W", Value: fmt.Sprint(u.W)}, {Name: l.Text("Wounds"), Value: fmt.Sprint(u.Wounds)},
		{Name: "EV", Value: fmt.Sprint(u.EV)}, {Name: "M", Value: fmt.Sprintf("%d\"", u.Move)}, {Name: "FR", Value: fmt.Sprint(u.FR)}} {
		figures.Cells = append(figures.Cells, render.Cell{Stat: &x})
	}
	s.Lines = []render.Line{render.Row(render.Cell{Portrait: portraits[u.ID], Large: true}, render.Bold(l.Text(factionNames[u.Faction]))), figures}
	return s
}
