package plane

// Ground is a battlefield: the table and, in time, what stands on it. On open ground everything sees everything,
// nothing is concealed and nothing slows.
type Ground struct {
	Table Rect
}

// Open is open ground of the given size with its south-west corner at 0,0.
func Open(w, h Inch) Ground { return Ground{Table: Rect{Max: Point{w, h}}} }

// Sees tells whether some line joins the two volumes (R8.2). Pieces never block it (R8.3), so on open ground it
// always does.
func (g Ground) Sees(a, b Disc) bool { return true }

// Concealed tells whether the target is concealed from the actor (R9). Open ground hides nothing.
func (g Ground) Concealed(actor, target Disc) bool { return false }
