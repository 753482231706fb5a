package syndicate

import (
	"fmt"

	"downsync/game/syndicate/cards"
	"downsync/render"
)

// Operator returns the sheet of an Operator: the portrait and the figures.
func (l Look) Operator(o *cards.Operator) render.Sheet {
	return l.sheet(o.ID, o.Name, "Operator", []render.Stat{figure("ACC", o.ACC), figure("DOD", o.DOD), figure("HP", o.HP), figure("LD", o.LD)})
}

// Mercenary returns the sheet of a Mercenary: the portrait, the weapon and the figures.
func (l Look) Mercenary(m *cards.Mercenary) render.Sheet {
	return l.sheet(m.ID, m.Name, m.Weapon, []render.Stat{figure("ACC", m.ACC), figure("DOD", m.DOD), figure("ARM", m.ARM), figure("HP", m.HP)})
}

func figure(name string, n int) render.Stat { return render.Stat{Name: name, Value: fmt.Sprint(n)} }

func (l Look) sheet(id, name, about string, figures []render.Stat) render.Sheet {
	s := render.Sheet{Theme: l.Theme, Patient: l.Patient, Title: name, Lines: []render.Line{render.Row(render.Cell{Portrait: Portrait(id), Large: true}, render.Bold(about)), {}}}
	for _, x := range figures {
		s.Lines[1].Cells = append(s.Lines[1].Cells, render.Cell{Stat: &x})
	}
	return s
}
