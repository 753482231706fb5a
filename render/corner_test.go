package render

import (
	"fmt"
	"strings"
	"testing"
)

// A legend and an origin keep their words out of the lower left corner of a picture, where Discord puts the sign ALT. Rows that end above the
// corner begin at the edge.
func TestCornerIsFree(t *testing.T) {
	origins := []Origin{{}, {Game: "Downsync", Map: strings.Repeat("a long map ", 5), Server: strings.Repeat("server ", 9)}, {Names: []string{"Ann", "Ben"}},
		{Game: "Jagged Shards", Names: []string{strings.Repeat("Long ", 12), "Ben"}}}
	starts := map[float64]bool{}
	for _, explained := range []bool{false, true} {
		for n := range 16 {
			for i, of := range origins {
				s := Scene{W: 48, H: 48, Squares: Squares{6, 'C'}, Explained: explained, Origin: of}
				for k := range n {
					s.Legend = append(s.Legend, Key{Chip: Chip{Mark: "S"}, Text: strings.Repeat("word ", 1+k%5)})
				}
				what, high := fmt.Sprintf("explained %t, %d entries, origin %d", explained, n, i), boardHigh(s)+belowBoard(s)+s.Origin.high()
				c := scenePicture(s)
				c.Print = func(text string, left, y, _ float64) {
					starts[left] = true
					if left < badgeWide && y > high-badgeHigh {
						t.Errorf("%s: %q begins at %.0f, %.0f above the lower edge", what, text, left, high-y)
					}
					if left+c.Width(text) > width {
						t.Errorf("%s: %q ends at %.0f", what, text, left+c.Width(text))
					}
				}
				legend(c, s)
				s.Origin.below(c, boardHigh(s)+belowBoard(s))
				c.Print = nil
				release(c)
			}
		}
	}
	if !starts[edge+signSize+signGap] {
		t.Error("no row of a legend begins at the edge")
	}
}
