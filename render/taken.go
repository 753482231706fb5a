package render

import "math"

// taken is a grid of points on the board of which it is known how many lie under something. Most places that are tried for a label in a
// crowd are told apart by it at once.
type taken struct {
	boxes      int // that it knows
	wide, high int
	sum        []uint16 // of the points up to there that lie under a box, row by row, with an empty row and column before them
}

// takenStep is the distance of the points, units.
const takenStep = 16.0

// inside are the first point strictly inside a box's part of an axis, and the first after it.
func inside(lo, hi, from float64, most int) (first, after int) {
	first, after = int(math.Floor((lo-from)/takenStep))+1, int(math.Ceil((hi-from)/takenStep))
	return max(0, min(first, most)), max(0, min(after, most))
}

// crowded reports whether a point lies both in the box and under something that was placed.
func (v vacancy) crowded(b box) bool {
	t := &v.c.taken
	if t.boxes != len(v.c.boxes) {
		t.learn(v.c.field, v.c.boxes)
	}
	x0, x1 := inside(b.x0, b.x1, v.c.field.x0, t.wide)
	y0, y1 := inside(b.y0, b.y1, v.c.field.y0, t.high)
	if x0 >= x1 || y0 >= y1 {
		return false
	}
	row := t.wide + 1
	return t.sum[y1*row+x1]-t.sum[y0*row+x1]-t.sum[y1*row+x0]+t.sum[y0*row+x0] > 0
}

// learn counts the points under the boxes.
func (t *taken) learn(field box, boxes []box) {
	t.boxes = len(boxes)
	t.wide, t.high = int((field.x1-field.x0)/takenStep)+1, int((field.y1-field.y0)/takenStep)+1
	row := t.wide + 1
	t.sum = sized(t.sum, row*(t.high+1))
	clear(t.sum)
	for _, b := range boxes {
		x0, x1 := inside(b.x0, b.x1, field.x0, t.wide)
		y0, y1 := inside(b.y0, b.y1, field.y0, t.high)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				t.sum[(y+1)*row+x+1] = 1
			}
		}
	}
	for y := 1; y <= t.high; y++ {
		line := uint16(0)
		for x := 1; x <= t.wide; x++ {
			line += t.sum[y*row+x]
			t.sum[y*row+x] = t.sum[(y-1)*row+x] + line
		}
	}
}
