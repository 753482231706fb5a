package canvas

import (
	"math"
	"testing"

	"downsync/render/label"
)

// hook is a square of 100 without its upper right quarter.
var hook = Polygon{{0, 0}, {50, 0}, {50, 50}, {100, 50}, {100, 100}, {0, 100}}

// A point inside an outline has the distance from the nearest edge as its depth, and one outside the negative distance.
func TestDepth(t *testing.T) {
	for at, want := range map[[2]float64]float64{{25, 25}: 25, {10, 90}: 10, {75, 75}: 25, {75, 25}: -25, {-30, 0}: -30, {130, 140}: -50} {
		if got := hook.Depth(at[0], at[1]); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %g deep, expected %g", at, got, want)
		}
	}
	if x, y := hook.Middle(); math.Abs(x-125.0/3) > 1e-9 || math.Abs(y-175.0/3) > 1e-9 {
		t.Errorf("its middle is at %g,%g", x, y)
	}
	turned := Polygon{{0, 0}, {0, 9}, {20, 9}}
	if hook.Turn() != 1 || turned.Turn() != -1 || hook.Longest() != [2]float64{-1, 0} {
		t.Errorf("turns %g and %g, the longest edge runs %v", hook.Turn(), turned.Turn(), hook.Longest())
	}
	if at := hook.Span(); at != label.BoxOf(0, 0, 100, 100) {
		t.Errorf("the box around it is %v", at)
	}
}

// The lines across an outline are inside it, from edge to edge, one gap apart.
func TestAcross(t *testing.T) {
	var got [][4]float64
	hook.Across(0, 1, 40, func(x0, y0, x1, y1 float64) { got = append(got, [4]float64{x0, y0, x1, y1}) })
	want := [][4]float64{{0, 0, 50, 0}, {0, 40, 50, 40}, {0, 80, 100, 80}}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("lines %v, expected %v", got, want)
		}
	}
}

// Points are scattered over the whole outline at the same places whatever part is visible, and none is nearer to its edge than
// wanted. A small outline without any has one in its middle, unless that is not visible.
func TestScatter(t *testing.T) {
	const gap, deep = 10, 3
	all, part := map[[2]float64]uint32{}, label.BoxOf(25, 60, 60, 90)
	hook.Scatter(hook.Span(), gap, deep, func(x, y float64, bits uint32) {
		if d := hook.Depth(x, y); d < deep {
			t.Errorf("a point at %g,%g is %g deep", x, y, d)
		}
		all[[2]float64{x, y}] = bits
	})
	if len(all) < 40 || len(all) > 75 {
		t.Errorf("%d points", len(all))
	}
	seen := 0
	hook.Scatter(part, gap, deep, func(x, y float64, bits uint32) {
		seen++
		if was, ok := all[[2]float64{x, y}]; !ok || was != bits {
			t.Errorf("in a part there is a point at %g,%g with the bits %x; in the whole %x, %t", x, y, bits, was, ok)
		}
	})
	inside := 0
	for at := range all {
		if label.Around(at[0], at[1], 0).Within(part) {
			inside++
		}
	}
	if seen < inside || inside == 0 || seen == len(all) {
		t.Errorf("%d points in a part, where %d of %d are", seen, inside, len(all))
	}
	small := Polygon{{40, 40}, {44, 40}, {44, 44}, {40, 44}}
	if x, y, ok := small.Lone(label.BoxOf(0, 0, 100, 100), gap, deep); !ok || x != 42 || y != 42 {
		t.Errorf("the lone point is at %g,%g, %t", x, y, ok)
	}
	if _, _, ok := small.Lone(label.BoxOf(80, 80, 100, 100), gap, deep); ok {
		t.Error("there is a lone point out of sight")
	}
	if _, _, ok := hook.Lone(hook.Span(), gap, deep); ok {
		t.Error("there is a lone point beside others")
	}
}
