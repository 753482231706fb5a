package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"downsync/game"
)

// Result is the picture of a finished match of two sides.
type Result struct {
	Theme   Theme
	Patient bool      // nobody waits for it, so others are drawn first
	Names   [2]string // of the players, by side
	Points  [2]int
	Winner  Side   // 0: a draw
	Of      Origin // without names
	Title   string
	called  string // the winner's name in the title; it is shortened if the title is too wide
	Facts   string // the length and the reason
	Board   Scene  // the last board, drawn without words
	Best    Disc   // the piece that did most; R 0: none
	BestIs  [3]string
	// BestBrief replaces the second line of BestIs, with a shorter name, if that is too wide; "": there is none.
	BestBrief string
	Decided   string // the words above the moments
	Moments   []Moment
	Turns     int
	Counted   string // the word before the number of a moment's Turn; "": T
}

// Ending begins the Result of a match: the winner and the score. A side without a name has its letter.
func (r Reader) Ending(end game.Result, names [2]string, points [2]int) Result {
	out := Result{Theme: r.Theme, Patient: r.Patient, Points: points, Decided: r.Text("WHAT DECIDED"), Title: r.Text("a draw")}
	for i, name := range names {
		out.Names[i] = cmp.Or(legible(name), string('A'+rune(i)))
		if end.Rank[i] < end.Rank[1-i] {
			out.called = called(out.Names[i])
			out.Winner, out.Title = Side(i+1), r.Text("%s wins", out.called)
		}
	}
	return out
}

// End holds the end of a match, from which its result is drawn.
type End struct {
	Viewer game.Viewer   // whose view it is
	Result *game.Result  // nil: the match is in progress
	Lay    func() Result // lays out the picture
}

// Check refuses any view except an onlooker's, because everybody sees the picture, and a match in progress.
func (e End) Check() error {
	if e.Result == nil || e.Viewer != game.Onlooker() {
		return fmt.Errorf("the end of a match from the view of %s, result %v: expected an onlooker's of a match that is over", e.Viewer, e.Result)
	}
	return nil
}

// Draw draws the result, unless Check refuses.
func (e End) Draw() (Public, error) {
	if err := e.Check(); err != nil {
		return Public{}, err
	}
	return DrawPublic(e.Viewer, e.Lay())
}

// Facts joins the length and the reason for a Result. Empty texts are left out.
func Facts(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " · ")
}

// Moment is a moment that decided a match.
type Moment struct {
	Turn  int
	Side  Side   // the side that acted
	Score bool   // points; otherwise something was destroyed
	Note  string // "": it is only in the line of Turns
	Brief string // the Note with shorter names, for when it is too wide; "": there is none
}

// Measures of a result, in units.
const (
	resultHigh = 1372
	resultEdge = 24.0
	lastBoard  = 600.0
	resultTop  = 462.0 // the top of the last board
)

func (r Result) check() error {
	if err := r.Board.check(); err != nil {
		return err
	}
	w := r.Board.frame()
	if w.X1-w.X0 != w.Y1-w.Y0 {
		return fmt.Errorf("a last board of %g x %g: expected a square", w.X1-w.X0, w.Y1-w.Y0)
	}
	sides := []Side{r.Winner, r.Best.Side}
	for _, m := range r.Moments {
		sides = append(sides, m.Side)
		if m.Turn < 0 || m.Turn > r.Turns {
			return fmt.Errorf("a moment of Turn %d of %d", m.Turn, r.Turns)
		}
	}
	if top, err := checkSides(r.Theme, append(sides, r.Board.sides())); err != nil || top > 2 {
		return fmt.Errorf("a result of %d sides: expected 2: %v", top, err)
	}
	if len(r.Moments) > maxThings {
		return fmt.Errorf("%d moments: expected at most %d", len(r.Moments), maxThings)
	}
	return nil
}

func (r Result) png() ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	defer drawing.take(r.Patient)()
	c := take(resultHigh, 1, r.Theme, 2)
	defer release(c)
	result(c, r)
	return encode(c)
}

func result(c *canvas, r Result) {
	c.beginPlain()
	at := boxOf(resultEdge, resultTop, resultEdge+lastBoard, resultTop+lastBoard)
	place(c, r.Board, at)
	background(c, r.Board, true)
	board(c, r.Board, true)
	surround(c, at, at.Y0, paneGap/2)
	c.DrawRectangle(at.X0-1.5, at.Y0-1.5, lastBoard+3, lastBoard+3)
	c.stroke(c.scheme.square, 3)
	c.fine = 1
	resultHead(c, r)
	resultSide(c, r, at.X1+34)
	timeline(c, r, at.Y1+36)
}

// capital returns the letter as a capital, if the fonts have one.
func capital(r rune) rune {
	if upper := unicode.ToUpper(r); isDrawn(upper) {
		return upper
	}
	return r
}

// initials returns the initials of a name: at most two letters or digits.
func initials(name string) string {
	sign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := strings.FieldsFunc(called(name), sign)
	var out []rune
	for _, w := range words {
		if len(out) < 2 {
			out = append(out, capital([]rune(w)[0]))
		}
	}
	if len(words) == 1 {
		if all := []rune(words[0]); len(all) > 1 {
			out = append(out, all[1])
		}
	}
	return string(out)
}

// fittingTitle returns the title at the largest size that fits. In a title that is too wide the winner's name is shortened, not the
// rest.
func fittingTitle(c *canvas, r Result, wide float64) string {
	fits := c.fit(r.Title, true, wide, titleSize, textSize)
	before, after, found := strings.Cut(r.Title, r.called)
	if c.width(r.Title) <= wide || r.called == "" || !found {
		return fits
	}
	return before + clip(c, r.called, wide-c.width(before)-c.width(after)) + after
}

// titleSize is the size of letters of a result's title and names.
const titleSize = 56

// resultHead draws the part above the board: both sides' crests with the score between them, then in rows their names, the winner,
// the origin, and the length and the reason.
func resultHead(c *canvas, r Result) {
	const radius, gap = 92.0, 60.0 // radius of a crest, gap between the names
	const room = width - 2*resultEdge
	row := 2*radius + 60
	for i, x := range []float64{resultEdge + radius + 8, width - resultEdge - radius - 8} {
		side, name := Side(i+1), r.Names[i]
		letters := initials(name)
		if letters == "" {
			letters = string('@' + rune(side))
		}
		sign(c, side, letters, x, resultEdge+radius, radius, r.Winner == 0 || r.Winner == side)
		c.SetColor(c.scheme.sides[side])
		c.text(c.fitName(name, (room-gap)/2, titleSize, textSize), float64(i)*width+(1-2*float64(i))*(resultEdge+4), row, float64(i))
		points := c.fit(fmt.Sprint(r.Points[i]), true, width/2-resultEdge-2*radius-100, 176, textSize)
		c.text(points, width/2+(float64(i)*2-1)*70, 104, 1-float64(i))
	}
	c.letters(true, 176, c.scheme.faint)
	c.text("–", width/2, 104, 0.5)
	c.SetColor(c.scheme.of(r.Winner, c.scheme.text))
	c.text(fittingTitle(c, r, room), width/2, row+66, 0.5)
	c.SetColor(c.scheme.text)
	r.Of.line(c, width/2, row+124, room, labelSize-3)
	c.SetColor(c.scheme.faint)
	c.text(c.fit(r.Facts, false, room, labelSize-3, textSize), width/2, row+174, 0.5)
}

// resultSide draws the column beside the board: the piece that did most, and the decisive moments.
func resultSide(c *canvas, r Result, x float64) {
	const cardHigh = 206.0
	y, room := resultTop, width-28-x
	if r.Best.R > 0 {
		c.DrawRoundedRectangle(x, y, room, cardHigh, 16)
		c.fillKeep(c.scheme.field)
		c.stroke(c.scheme.sides[r.Best.Side], 4)
		base(c, r.Best, x+96, y+cardHigh/2, 72)
		lines := r.BestIs
		if face(c, true, textSize); r.BestBrief != "" && c.width(lines[1]) > room-200 {
			lines[1] = r.BestBrief
		}
		bestIs(c, lines, x+190, y, room-200)
		y += cardHigh + 44
	}
	c.letters(true, labelSize, c.scheme.faint)
	c.text(clip(c, r.Decided, room), x, y, 0)
	y += 62
	for _, m := range r.Moments {
		if m.Note == "" || y > resultTop+lastBoard {
			continue
		}
		momentSign(c, m, x+24, y)
		c.letters(true, labelSize, c.scheme.sides[m.Side])
		turn := fmt.Sprintf("%s%d", cmp.Or(r.Counted, "T"), m.Turn)
		c.text(turn, x+60, y, 0)
		c.SetColor(c.scheme.text)
		y += momentNote(c, m, x, y, 60+c.width(turn)+16, room)
	}
}

// bestIs writes which piece did most and what it did: three lines, or four closer ones if the last does not fit in one.
func bestIs(c *canvas, lines [3]string, x, y, room float64) {
	const cardHigh = 206.0
	all := lines[:]
	if face(c, false, textSize); c.width(lines[2]) > room {
		all = append(all[:2:2], wrap(c, lines[2], room, 2)...)
	}
	gap := cardHigh / (float64(len(all)) + 0.5)
	for i, text := range all {
		c.SetColor(c.scheme.alert)
		if i > 0 {
			c.SetColor(c.scheme.text)
		}
		text = c.fit(text, i < 2, room, min(labelSize, gap), textSize)
		c.text(text, x, y+(float64(i)+0.75)*gap, 0)
	}
}

// momentNote writes the note of a moment in two lines and returns their height. It begins beside the Turn, indented by in. If the
// note is too wide its letters are smaller and its second line begins below the Turn. If it is still too wide, the brief note
// replaces it.
func momentNote(c *canvas, m Moment, x, y, in, room float64) float64 {
	const under = 60.0 // the second line below the Turn
	type try struct {
		note     string
		size, at float64
	}
	var tries []try
	for _, note := range []string{m.Note, cmp.Or(m.Brief, m.Note)} {
		tries = append(tries, try{note, labelSize, in}, try{note, noteSize, in}, try{note, textSize, in}, try{note, textSize, under})
	}
	var first, second string
	var size, at float64
	for _, try := range tries {
		words := strings.Fields(try.note)
		size, at = try.size, try.at
		face(c, false, size)
		n := len(words)
		for n > 1 && c.width(strings.Join(words[:n], " ")) > room-in {
			n--
		}
		if first, second = strings.Join(words[:n], " "), strings.Join(words[n:], " "); c.width(first) <= room-in && c.width(second) <= room-at {
			break
		}
	}
	line := size * 54 / labelSize
	c.text(clip(c, first, room-in), x+in, y, 0)
	if second == "" {
		return line + 10
	}
	c.text(clip(c, second, room-at), x+at, y+line, 0)
	return 2*line + 10
}

// momentSign draws a star for points, and a cross for something destroyed.
func momentSign(c *canvas, m Moment, x, y float64) {
	if m.Score {
		c.star(Spot{Side: m.Side}, x, y, 26)
		return
	}
	cross(c, x, y, 15)
	c.strokeKeep(c.scheme.casing, 14)
	c.stroke(c.scheme.sides[m.Side], 8)
}

// timeline shows by Turn what side 1 did, above a line, and what side 2 did, below it.
func timeline(c *canvas, r Result, y float64) {
	const x0, x1, off = 60.0, width - 60.0, 72.0
	middle := y + 120
	c.DrawRoundedRectangle(resultEdge, y, width-2*resultEdge, 240, 16)
	c.fill(c.scheme.field)
	turns := max(1, r.Turns)
	gap := (x1 - x0) / float64(turns)
	at := func(turn int) float64 { return x0 + (float64(turn)-0.5)*gap }
	c.DrawLine(x0, middle, x1, middle)
	c.stroke(c.scheme.square, 4)
	c.letters(true, labelSize, c.scheme.faint)
	every := max(1, int(math.Ceil((c.width(fmt.Sprint(turns))+14)/gap)))
	for t := every; t <= turns; t += every {
		w := c.width(fmt.Sprint(t))/2 + 6
		c.block(c.rounded(boxOf(at(t)-w, middle-24, at(t)+w, middle+24)), c.scheme.field)
		c.text(fmt.Sprint(t), at(t), middle, 0.5)
	}
	type place struct {
		turn int
		side Side
	}
	all, drawn := map[place]float64{}, map[place]float64{}
	for _, m := range r.Moments {
		all[place{m.Turn, m.Side}]++
	}
	for _, m := range r.Moments {
		k := place{m.Turn, m.Side}
		beside := (drawn[k] - (all[k]-1)/2) * math.Min(56, gap/math.Max(2, all[k]))
		momentSign(c, m, at(m.Turn)+beside, middle+off*float64(2*m.Side-3))
		drawn[k]++
	}
}
