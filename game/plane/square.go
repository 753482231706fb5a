package plane

// Squares name places roughly, as the pictures of boards show them: a letter from the west and a number from the south.
const (
	// SquareEdge is the width of a square, in thousandths of an inch.
	SquareEdge = 6 * 1000
	// FirstColumn is the letter of the westernmost column. A and B are the sides, whose pieces are called A1 and B1.
	FirstColumn = 'C'
)

// ParseSquare reads the name of a square, like "F7", in letters of either case, and returns its middle.
func ParseSquare(s string) (middle Point, ok bool) {
	if len(s) != 2 || s[1] < '1' || s[1] > '9' {
		return middle, false
	}
	col := rune(s[0] &^ ('a' - 'A'))
	if col < FirstColumn || col > 'Z' {
		return middle, false
	}
	at := func(n int) Inch { return Inch(n*SquareEdge + SquareEdge/2) }
	return Point{at(int(col - FirstColumn)), at(int(s[1] - '1'))}, true
}
