package render

import (
	"fmt"
	"math"
	"slices"
)

// Measures of cards with a kind, units: two in a row, so that a phone shows their names.
const (
	handWide = (width - 2*margin - cardGap) / 2
	handHigh = 122.0
	handRow  = handHigh + cardGap
	nameSize = 49.0
	signWide = 84.0
)

// ofKinds reports whether the cards have kinds. Either all cards of a scene have one or none has.
func ofKinds(cards []Card) bool { return len(cards) > 0 && cards[0].Kind != "" }

// columns returns the places of cards with kinds: each side's cards in a column of its own, or in both if all are of one side.
func columns(cards []Card) (at [][2]int, rows int) {
	mixed := false
	for _, k := range cards {
		mixed = mixed || k.Side != cards[0].Side
	}
	var next [2]int
	for i, k := range cards {
		x := i % 2
		if mixed {
			x = min(1, max(0, int(k.Side)-1))
		}
		at = append(at, [2]int{x, next[x]})
		next[x]++
	}
	return at, max(next[0], next[1])
}

// hand draws cards with kinds from that height on.
func hand(c *picture, cards []Card, top float64) {
	at, _ := columns(cards)
	for i, k := range cards {
		handCard(c, k, margin+float64(at[i][0])*(handWide+cardGap), top+float64(at[i][1])*handRow)
	}
}

// handCard draws a card with its sign on the left, its name above its kind and its figure.
func handCard(c *picture, k Card, x, y float64) {
	rim, col := 4.0, c.scheme.sides[k.Side]
	if k.Chosen {
		rim = 9
	}
	c.DrawRoundedRectangle(x+rim/2, y+rim/2, handWide-rim, handHigh-rim, 14)
	c.FillKeep(c.scheme.base[k.Side])
	if k.Chosen {
		c.Stroke(c.scheme.inks[Yellow], rim)
	} else {
		c.Stroke(col, rim)
	}
	silhouette(c, k.Sign, x+signWide/2+6, y+handHigh/2, signWide*0.42, col)
	left, room := x+signWide+10, handWide-signWide-24
	c.SetColor(c.scheme.text)
	c.Text(c.Fit(k.Name, true, room, nameSize, textSize), left, y+38, 0)
	c.Face(true, nameSize)
	figure := c.Clip(k.Figure, room)
	c.SetColor(col)
	c.Text(figure, x+handWide-16, y+88, 1)
	room -= c.Width(figure) + cardGap
	c.Letters(false, textSize, c.scheme.text)
	if c.Width(k.Kind) <= room { // the sign says the same
		c.Text(k.Kind, left, y+88, 0)
	}
}

// DrawCards draws cards with kinds as a PNG.
func DrawCards(t Theme, cards []Card) ([]byte, error) {
	if n := len(cards); n == 0 || n > maxCards || !ofKinds(cards) {
		return nil, fmt.Errorf("%d cards: expected 1 to %d with kinds", n, maxCards)
	}
	top, err := checkSides(t, slices.Collect(Scene{Cards: cards}.allSides()))
	if err != nil {
		return nil, err
	}
	_, rows := columns(cards)
	defer drawing.Take(false)()
	c := take(math.Ceil(margin+float64(rows)*handRow), 1, t, top)
	defer release(c)
	c.BeginPlain(c.scheme.panel)
	hand(c, cards, margin/2)
	return c.PNG()
}
