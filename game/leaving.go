package game

// Leaving is a fact by which a seat leaves a match, whether the others play on or the match ends with it. Everybody is told of it.
type Leaving interface {
	Fact
	// Leaves returns the seat and a word for the reason, such as the one that Dropper.Drop was given. The seat is 0 if the fact takes
	// no seat out.
	Leaves() (seat Seat, why string)
}

// Departure describes how a seat left a match.
type Departure struct {
	Seat Seat
	Why  string // a word: "concession", "time"
	Fact int    // the index of the fact that says so
}

// Departures returns how seats left a match, in the order in which they did. The facts are all that a viewer was told. It leaves out
// what was taken back.
func Departures(facts []Fact) (out []Departure) {
	for i, f := range facts {
		if l, ok := f.(Leaving); ok {
			if seat, why := l.Leaves(); seat != 0 {
				out = append(out, Departure{seat, why, i})
			}
		}
	}
	return out
}

// DepartureOf returns how the seat left the match; ok is false if it has not left.
func DepartureOf(facts []Fact, seat Seat) (d Departure, ok bool) {
	for _, d := range Departures(facts) {
		if d.Seat == seat {
			return d, true
		}
	}
	return d, false
}
