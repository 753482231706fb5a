package render

// Measures of the cards below a board, units: five in a row, in the middle.
const (
	cardsAcross = 5
	cardGap     = 17.0
	cardWide    = (width - 2*margin - (cardsAcross-1)*cardGap) / cardsAcross
	cardHigh    = 200.0
	cardRow     = cardHigh + cardGap
	figureSize  = 96.0
)

// cardsHigh is the height of the cards below a board.
func cardsHigh(cards []Card) float64 {
	return float64((len(cards)+cardsAcross-1)/cardsAcross) * cardRow
}

// cards draws the scene's cards in rows below the board.
func cards(c *canvas, s Scene) {
	for i, k := range s.Cards {
		in := min(cardsAcross, len(s.Cards)-i/cardsAcross*cardsAcross) // cards in this row
		x := width/2 + (float64(i%cardsAcross)-float64(in)/2)*(cardWide+cardGap) + cardGap/2
		card(c, k, x, c.field.y1+margin+float64(i/cardsAcross)*cardRow)
	}
}

// card draws a card: its name above its figure, or its hatched back.
func card(c *canvas, k Card, x, y float64) {
	const rim, top, room = 4.0, 56.0, cardWide - 20
	c.DrawRoundedRectangle(x+rim/2, y+rim/2, cardWide-rim, cardHigh-rim, 16)
	c.fillKeep(c.scheme.base[k.Side])
	c.stroke(c.scheme.sides[k.Side], rim)
	c.letters(true, textSize, c.scheme.text)
	c.text(clip(c, k.Name, room), x+cardWide/2, y+top/2+4, 0.5)
	if !k.Down {
		face(c, true, figureSize)
		if w := c.width(k.Figure) + 2*cardGap; w > room {
			face(c, true, max(textSize, figureSize*room/w))
		}
		c.SetColor(c.scheme.sides[k.Side])
		c.text(clip(c, k.Figure, room), x+cardWide/2, y+top+(cardHigh-top)/2-6, 0.5)
		return
	}
	x0, y0, x1, y1 := x+cardGap, y+top, x+cardWide-cardGap, y+cardHigh-cardGap
	back := polygon{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
	hatching(c, back, terrainColors{mark: mix(c.scheme.base[k.Side], c.scheme.sides[k.Side], 0.6)})
	trace(c, back)
	c.Stroke()
}
