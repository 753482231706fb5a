package game

// Void is a fact that a viewer was told and that a player or a referee has since taken back. It keeps its number, but is no
// longer valid.
type Void struct{ Fact }

// voidKind is the kind of Void, which no record has.
const voidKind = "void"

// Kind returns "void".
func (Void) Kind() string { return voidKind }

// For returns what the viewer was told, as void.
func (f Void) For(v Viewer) Fact {
	if told := f.Fact.For(v); told != nil {
		return Void{told}
	}
	return nil
}

func (m *match[S]) Standing(v Viewer) []Fact {
	told, i := m.Told(v, 0), reader(m, v)
	if !m.undone {
		return told
	}
	if m.stand[i] == nil {
		m.stand[i] = make([]Fact, 0, len(told))
		for n, stands := range standing(m) {
			for _, f := range m.entries[n].facts {
				switch f := f.For(viewer(m, i)); {
				case f == nil:
				case stands || f.Kind() == refereedKind: // what a referee announced did happen
					m.stand[i] = append(m.stand[i], f)
				default:
					m.stand[i] = append(m.stand[i], Void{f})
				}
			}
		}
	}
	m.stand[i] = append(m.stand[i], told[len(m.stand[i]):]...) // told since the last step back
	n := len(m.stand[i])
	return m.stand[i][:n:n]
}

// standing reports for each entry whether the present state includes it. An undo leads back to an earlier version. If an undo
// is itself taken back, the entries that it took back count again.
func standing[S any](m *match[S]) []bool {
	out := make([]bool, len(m.entries))
	for v := len(m.entries); v > 0; v = m.entries[v-1].from {
		e := m.entries[v-1]
		out[v-1] = true
		if e.rec.Kind != recordUndo || e.rec.Seat == 0 {
			continue
		}
		for i := e.from; i < v-1; i++ {
			out[i] = isStanding(m.entries[i].rec)
		}
	}
	return out
}
