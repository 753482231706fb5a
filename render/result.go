package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"downsync/game"
	"downsync/render/canvas"
	"downsync/render/label"
)

// Result is the picture of a finished match of 2 to MaxSides sides.
type Result struct {
	Theme   Theme
	Patient bool // nobody waits for it, so others are drawn first
	Sides   []Standing
	Winner  Side   // 0: nobody alone
	Of      Origin // without names
	Title   string
	called  string // the winners' names in the title; they are shortened if the title is too wide
	Facts   string // the length and the reason
	Board   Scene  // the last board, drawn without words
	Best    Disc   // the piece that did most; R 0: none
	// Portrait is drawn instead of its disc; nil: it has none.
	Portrait *Portrait
	BestIs   [3]string
	// BestBrief replaces the second line of BestIs, with a shorter name, if that is too wide; "": there is none.
	BestBrief string
	Decided   string // the words above the moments
	Moments   []Moment
	Turns     int
	Counted   string // the word before the number of a moment's Turn; "": T
}

// Standing is how a side finished.
type Standing struct {
	Name   string // of the player
	Points int
	Rank   int    // from 1; several sides may share one
	Won    bool   // nobody has a better rank
	Out    string // when it went out before the end; "": it did not, or the match is of two sides
}

// Ending begins the Result of a match: the winners, and how each side finished. A side without a name has its letter.
func (r Reader) Ending(end game.Result, names []string, points []int) Result {
	out := Result{Theme: r.Theme, Patient: r.Patient, Decided: r.Text("WHAT DECIDED"), Title: r.Text("a draw")}
	var first []string
	best := slices.Min(end.Rank)
	for i, rank := range end.Rank {
		name := string('A' + rune(i))
		if i < len(names) {
			name = cmp.Or(legible(names[i]), name)
		}
		out.Sides = append(out.Sides, Standing{Name: name, Points: points[i], Rank: rank, Won: rank == best})
		if rank == best {
			first, out.Winner = append(first, called(name)), Side(i+1)
		}
	}
	switch out.called = strings.Join(first, ", "); {
	case len(first) == 1:
		out.Title = r.Text("%s wins", out.called)
	case len(first) < len(out.Sides):
		out.Winner, out.Title = 0, r.Text("%s win", out.called)
	default:
		out.Winner, out.called = 0, ""
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
		return fmt.Errorf("the end of a match from the view of %s, result %v: expected an onlooker's view of a finished match", e.Viewer, e.Result)
	}
	return nil
}

// Draw draws the result, unless Check refuses.
func (e End) Draw() (Public, error) {
	if err := e.Check(); err != nil {
		return Public{}, err
	}
	r := e.Lay()
	pic, err := DrawPublic(e.Viewer, r)
	pic.Alt = r.alt()
	return pic, err
}

// alt says in words what the picture says beside the board: who won and how, how each side finished, and what decided.
func (r Result) alt() string {
	var sides []string
	for _, s := range r.Sides {
		sides = append(sides, strings.TrimSpace(fmt.Sprintf("%s %d %s", s.Name, s.Points, s.Out)))
	}
	said := []string{Facts(r.Title, r.Facts), strings.Join(sides, ", ")}
	for _, m := range r.Moments {
		if m.Note != "" {
			said = append(said, fmt.Sprintf("%s%d: %s", cmp.Or(r.Counted, "T"), m.Turn, m.Note))
		}
	}
	return strings.Join(said, ". ") + "."
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
	resultEdge = 24.0
	lastBoard  = 600.0 // the longer edge of the last board
	besideHigh = 416.0 // the least height of the column beside it
	resultGap  = 36.0
)

// high returns the height of the picture, in units.
func (r Result) high() float64 {
	return r.top() + r.middleHigh() + resultGap + r.timelineHigh() + resultGap - 2
}

// top returns the height of the part above the last board.
func (r Result) top() float64 {
	if len(r.Sides) == 2 {
		return 462
	}
	return r.originAt() + 122
}

// originAt returns the height of the origin, below the names.
func (r Result) originAt() float64 {
	if len(r.Sides) == 2 {
		return 368
	}
	high := standingsTop + 42
	for _, s := range r.Sides {
		high += s.high()
	}
	return high
}

// middleHigh returns the height of the last board and the column beside it.
func (r Result) middleHigh() float64 { return max(besideHigh, r.boardSize()[1]) }

// boardSize returns the width and the height of the last board.
func (r Result) boardSize() [2]float64 {
	w := r.Board.frame()
	k := lastBoard / max(w.X1-w.X0, w.Y1-w.Y0)
	return [2]float64{math.Round((w.X1 - w.X0) * k), math.Round((w.Y1 - w.Y0) * k)}
}

// timelineHigh returns the height of the timeline.
func (r Result) timelineHigh() float64 {
	if len(r.Sides) == 2 {
		return 240
	}
	return lanesTop + float64(len(r.Sides))*laneHigh + lanesEnd
}

func (r Result) check() error {
	if err := r.Board.check(); err != nil {
		return err
	}
	if n := len(r.Sides); n < 2 || n > MaxSides {
		return fmt.Errorf("a result of %d sides: expected 2 to %d", n, MaxSides)
	}
	sides := []Side{r.Winner, r.Best.Side}
	for _, m := range r.Moments {
		sides = append(sides, m.Side)
		if m.Turn < 0 || m.Turn > r.Turns {
			return fmt.Errorf("a moment of Turn %d of %d", m.Turn, r.Turns)
		}
	}
	if top, err := checkSides(r.Theme, append(sides, r.Board.sides())); err != nil || int(top) > len(r.Sides) {
		return fmt.Errorf("side %d in a result of %d sides: %w", top, len(r.Sides), err)
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
	defer drawing.Take(r.Patient)()
	c := take(r.high(), 1, r.Theme, Side(len(r.Sides)))
	defer release(c)
	result(c, r)
	return c.PNG()
}

func result(c *picture, r Result) {
	c.BeginPlain(c.scheme.panel)
	size, top, high := r.boardSize(), r.top(), r.middleHigh()
	y := top + (high-size[1])/2
	at := label.BoxOf(resultEdge, y, resultEdge+size[0], y+size[1])
	place(c, r.Board, at)
	background(c, r.Board, true)
	board(c, r.Board, true)
	surround(c, at, at.Y0, paneGap/2)
	c.DrawRectangle(at.X0-1.5, at.Y0-1.5, size[0]+3, size[1]+3)
	c.Stroke(c.scheme.square, 3)
	c.fine = 1
	resultHead(c, r)
	resultSide(c, r, label.BoxOf(resultEdge+size[0]+34, top, width-28, top+high))
	timeline(c, r, top+high+resultGap)
}

// capital returns the letter as a capital, if the fonts have one.
func capital(r rune) rune {
	if upper := unicode.ToUpper(r); canvas.Draws(upper) {
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
func fittingTitle(c *picture, r Result, wide float64) string {
	fits := c.Fit(r.Title, true, wide, titleSize, textSize)
	before, after, found := strings.Cut(r.Title, r.called)
	if c.Width(r.Title) <= wide || r.called == "" || !found {
		return fits
	}
	return before + c.Clip(r.called, wide-c.Width(before)-c.Width(after)) + after
}

// titleSize is the size of letters of a result's title and names.
const titleSize = 56

// crest draws a side's sign with the initials of its player; it is solid for a winner, and after a draw for everybody.
func crest(c *picture, r Result, i int, x, y, radius float64) {
	letters := initials(r.Sides[i].Name)
	if letters == "" {
		letters = string('A' + rune(i))
	}
	sign(c, Side(i+1), letters, x, y, radius, r.Sides[i].Won)
}

// resultHead draws the part above the board: how the sides finished, the winner, the origin, and the length and the reason.
func resultHead(c *picture, r Result) {
	const room = width - 2*resultEdge
	titleAt, y := 66.0, r.originAt()
	if len(r.Sides) == 2 {
		duel(c, r)
		titleAt = y - 58
	} else {
		standings(c, r)
	}
	c.SetColor(c.scheme.of(r.Winner, c.scheme.text))
	c.Text(fittingTitle(c, r, room), width/2, titleAt, 0.5)
	c.SetColor(c.scheme.text)
	r.Of.line(c, width/2, y, room, labelSize-3)
	c.SetColor(c.scheme.faint)
	c.Text(c.Fit(r.Facts, false, room, labelSize-3, textSize), width/2, y+50, 0.5)
}

// duel draws the crests of two sides with the score between them, and the names below. Below smaller crests, a long name has two rows.
func duel(c *picture, r Result) {
	const gap = 60.0 // between the names
	const room = (width - 2*resultEdge - gap) / 2
	const row = 244.0
	isLong := func(name string) bool { return measured(false, called(name)) > room }
	radius := 92.0 // of a crest
	if isLong(r.Sides[0].Name) || isLong(r.Sides[1].Name) {
		radius = 78
	}
	for i, x := range []float64{resultEdge + radius + 8, width - resultEdge - radius - 8} {
		name, at := r.Sides[i].Name, float64(i)*width+(1-2*float64(i))*(resultEdge+4)
		crest(c, r, i, x, resultEdge+radius, radius)
		c.SetColor(c.scheme.sides[i+1])
		if isLong(name) {
			inRows(name, room, 2).write(c, at, row-nameRow/2, float64(i))
		} else {
			c.Text(c.fitName(name, room, titleSize, textSize), at, row, float64(i))
		}
		points := c.Fit(fmt.Sprint(r.Sides[i].Points), true, width/2-resultEdge-2*radius-100, 176, textSize)
		c.Text(points, width/2+(float64(i)*2-1)*70, 104, 1-float64(i))
	}
	c.Letters(true, 176, c.scheme.faint)
	c.Text("–", width/2, 104, 0.5)
}

// Measures of the rows in which three and more sides are listed, in units.
const (
	standingsTop = 116.0
	standingRow  = 84.0
	nameFrom     = resultEdge + 182.0                              // where names begin
	standingRoom = width - resultEdge - 22 - pointsWide - nameFrom // for a name and the time at which its side went out
	pointsWide   = 150.0
)

// standings lists the sides in the order in which they finished: rank, crest, name, when it went out, and points.
func standings(c *picture, r Result) {
	order := make([]int, len(r.Sides))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.Sides[a].Rank - r.Sides[b].Rank })
	top := standingsTop
	for _, i := range order {
		s, high := r.Sides[i], r.Sides[i].high()
		y := top + high/2
		col := c.scheme.sides[i+1]
		c.DrawRoundedRectangle(resultEdge, top+4, width-2*resultEdge, high-8, 14)
		top += high
		c.FillKeep(c.scheme.field)
		if s.Won {
			c.Stroke(col, 4)
		} else {
			c.Stroke(c.scheme.square, 2)
		}
		c.Letters(true, titleSize, c.scheme.text)
		c.Text(fmt.Sprintf("%d.", s.Rank), resultEdge+74, y, 1)
		crest(c, r, i, resultEdge+128, y, 31)
		right := width - resultEdge - 22.0
		c.Text(c.Fit(fmt.Sprint(s.Points), true, pointsWide-30, titleSize, textSize), right, y, 1)
		c.Letters(false, textSize, c.scheme.faint)
		c.Text(c.Clip(s.Out, standingRoom/2), right-pointsWide, y, 1)
		c.SetColor(col)
		if s.isLong() {
			inRows(s.Name, s.nameRoom(), 2).write(c, nameFrom, y-nameRow/2, 0)
		} else {
			c.Text(c.fitName(s.Name, s.nameRoom(), titleSize, textSize), nameFrom, y, 0)
		}
	}
}

// nameRoom returns the room of the side's name in its row, in units: what the time at which it went out leaves.
func (s Standing) nameRoom() float64 {
	if s.Out == "" {
		return standingRoom
	}
	return standingRoom - min(standingRoom/2, measured(false, s.Out)) - 24
}

// isLong reports whether the name needs two rows.
func (s Standing) isLong() bool { return measured(false, called(s.Name)) > s.nameRoom() }

// high returns the height of the side's row.
func (s Standing) high() float64 {
	if s.isLong() {
		return standingRow + nameRow - 14
	}
	return standingRow
}

// resultSide draws the column beside the board: the piece that did most, and the decisive moments.
func resultSide(c *picture, r Result, in label.Box) {
	const cardHigh = 206.0
	x, y, room := in.X0, in.Y0, in.X1-in.X0
	if r.Best.R > 0 {
		c.DrawRoundedRectangle(x, y, room, cardHigh, 16)
		c.FillKeep(c.scheme.field)
		c.Stroke(c.scheme.sides[r.Best.Side], 4)
		if side := r.Best.Side; r.Portrait != nil {
			r.Portrait.draw(c, x+96, y+cardHigh/2, 80, c.scheme.sides[side], c.scheme.base[side])
		} else {
			base(c, r.Best, x+96, y+cardHigh/2, 72)
		}
		lines := r.BestIs
		if c.Face(true, textSize); r.BestBrief != "" && c.Width(lines[1]) > room-200 {
			lines[1] = r.BestBrief
		}
		bestIs(c, lines, x+190, y, room-200)
		y += cardHigh + 44
	}
	c.Letters(true, labelSize, c.scheme.faint)
	c.Text(c.Clip(r.Decided, room), x, y, 0)
	y += 62
	for _, m := range r.Moments {
		if m.Note == "" || y > in.Y1 {
			continue
		}
		momentSign(c, m, x+24, y)
		c.Letters(true, labelSize, c.scheme.sides[m.Side])
		turn := fmt.Sprintf("%s%d", cmp.Or(r.Counted, "T"), m.Turn)
		c.Text(turn, x+60, y, 0)
		c.SetColor(c.scheme.text)
		y += momentNote(c, m, x, y, 60+c.Width(turn)+16, room)
	}
}

// bestIs writes which piece did most and what it did: three lines, or four closer ones if the last does not fit in one.
func bestIs(c *picture, lines [3]string, x, y, room float64) {
	const cardHigh = 206.0
	all := lines[:]
	if c.Face(false, textSize); c.Width(lines[2]) > room {
		all = append(all[:2:2], c.Wrap(lines[2], room, 2)...)
	}
	gap := cardHigh / (float64(len(all)) + 0.5)
	for i, text := range all {
		c.SetColor(c.scheme.alert)
		if i > 0 {
			c.SetColor(c.scheme.text)
		}
		text = c.Fit(text, i < 2, room, min(labelSize, gap), textSize)
		c.Text(text, x, y+(float64(i)+0.75)*gap, 0)
	}
}

// momentNote writes the note of a moment in two lines and returns their height. It begins beside the Turn, indented by in. If the
// note is too wide its letters are smaller and its second line begins below the Turn. If it is still too wide, the brief note
// replaces it.
func momentNote(c *picture, m Moment, x, y, in, room float64) float64 {
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
		c.Face(false, size)
		n := len(words)
		for n > 1 && c.Width(strings.Join(words[:n], " ")) > room-in {
			n--
		}
		if first, second = strings.Join(words[:n], " "), strings.Join(words[n:], " "); c.Width(first) <= room-in && c.Width(second) <= room-at {
			break
		}
	}
	line := size * 54 / labelSize
	c.Text(c.Clip(first, room-in), x+in, y, 0)
	if second == "" {
		return line + 10
	}
	c.Text(c.Clip(second, room-at), x+at, y+line, 0)
	return 2*line + 10
}

// momentSign draws a star for points, and a cross for something destroyed.
func momentSign(c *picture, m Moment, x, y float64) {
	if m.Score {
		c.star(Spot{Side: m.Side}, x, y, 26)
		return
	}
	cross(c, x, y, 15)
	c.StrokeKeep(c.scheme.casing, 14)
	c.Stroke(c.scheme.sides[m.Side], 8)
}

// Measures of the timeline of three and more sides, in units: above the first side's lane, the height of a lane, and below
// the last one.
const (
	lanesTop = 58.0
	laneHigh = 58.0
	lanesEnd = 8.0
)

// timeline shows by Turn what the sides did: side 1 above a line and side 2 below it, or more sides each in a lane below the line.
func timeline(c *picture, r Result, y float64) {
	x0, x1, middle := 60.0, width-60.0, y+120
	lane := func(side Side) float64 { return middle + 72*float64(2*side-3) }
	if len(r.Sides) > 2 {
		x0, middle = 110, y+lanesTop/2
		lane = func(side Side) float64 { return y + lanesTop + (float64(side)-0.5)*laneHigh }
	}
	c.DrawRoundedRectangle(resultEdge, y, width-2*resultEdge, r.timelineHigh(), 16)
	c.Fill(c.scheme.field)
	for i := range r.Sides {
		if len(r.Sides) > 2 {
			at := lane(Side(i + 1))
			crest(c, r, i, resultEdge+38, at, 23)
			c.DrawLine(x0, at, x1, at)
			c.Stroke(c.scheme.square, 2)
		}
	}
	turns := max(1, r.Turns)
	gap := (x1 - x0) / float64(turns)
	at := func(turn int) float64 { return x0 + (float64(turn)-0.5)*gap }
	c.DrawLine(x0, middle, x1, middle)
	c.Stroke(c.scheme.square, 4)
	c.Letters(true, labelSize, c.scheme.faint)
	every := max(1, int(math.Ceil((c.Width(fmt.Sprint(turns))+14)/gap)))
	for t := every; t <= turns; t += every {
		w := c.Width(fmt.Sprint(t))/2 + 6
		c.Block(label.BoxOf(at(t)-w, middle-24, at(t)+w, middle+24), c.scheme.field)
		c.Text(fmt.Sprint(t), at(t), middle, 0.5)
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
		momentSign(c, m, at(m.Turn)+beside, lane(m.Side))
		drawn[k]++
	}
}
