// Package downsync draws a viewer's view of a Downsync match, and describes it in words for people who cannot see the picture. It
// uses only what the view holds.
package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/render"

	rules "downsync/game/downsync"
)

// Look determines how the game's pictures are drawn for a reader.
type Look struct {
	render.Reader
	Names  [2]string // of the players, by seat; "": none
	Server string    // the server of the match; "": unknown, or on none
}

// origin names the game, the map and the server of a picture.
func (l Look) origin(v rules.View) render.Origin {
	o := render.Origin{Game: "Downsync", Server: l.Server}
	if m, ok := maps.Find(v.Map); ok {
		o.Map = m.Name
	}
	return o
}

// signed adds the origin and both players' names to the scene of a finished match.
func (l Look) signed(s render.Scene, v rules.View) render.Scene {
	s.Origin = l.origin(v)
	s.Origin.Names = l.Names[:]
	return s
}

// Public draws what everybody sees, and what happened recently. It refuses any view except an onlooker's.
func (l Look) Public(v rules.View, news PublicNews) (render.Public, error) {
	return render.DrawPublic(v.Viewer, l.PublicScene(v, news))
}

// Measured draws what everybody sees, with a line between two places; nil: without one. It refuses any view except an onlooker's.
func (l Look) Measured(v rules.View, line *Line) (render.Public, error) {
	var staged *Staged
	if line != nil {
		staged = &Staged{Line: line}
	}
	return render.DrawPublic(v.Viewer, l.Scene(v, staged))
}

// PublicScene returns the scene that Public draws.
func (l Look) PublicScene(v rules.View, news PublicNews) render.Scene {
	s := l.Scene(v, nil)
	if news.past {
		layFrom(l, v, &s, news.told, turnBefore(news.told, len(news.told)))
		return render.Flat(s)
	}
	lay(l, v, &s, news.told, since(news.told))
	return s
}

// Private draws what one seat sees and what happened recently, or if a move is staged, that move; news that the seat has not read
// are shown beside the move. It refuses a view without a seat, and another seat's news.
func (l Look) Private(v rules.View, staged *Staged, news PrivateNews) (render.Private, error) {
	if news.seat != 0 && news.seat != v.Viewer.Seat() {
		return render.Private{}, fmt.Errorf("what %s was told, for %s", game.Player(news.seat), v.Viewer)
	}
	return render.DrawPrivate(v.Viewer, l.PrivateScene(v, staged, news))
}

// PrivateScene returns the scene that Private draws.
func (l Look) PrivateScene(v rules.View, staged *Staged, news PrivateNews) render.Scene {
	staged, late := l.withNews(v, staged, news)
	s := l.Scene(v, staged)
	s.Trails, s.Shots, s.Wrecks, s.Flashes = late.Trails, late.Shots, late.Wrecks, late.Flashes
	return s
}

// withNews returns what is staged, together with the news that its picture shows.
func (l Look) withNews(v rules.View, staged *Staged, news PrivateNews) (_ *Staged, late render.Scene) {
	if staged == nil || staged.quiet() || news.unread {
		lay(l, v, &late, news.told, SinceLook(news.told, news.seat, news.unread))
	}
	if happened := places(late); staged != nil && news.unread && len(happened) > 0 {
		with := *staged
		with.along = happened
		staged = &with
	}
	return staged, late
}

// Frame returns the part of the board that Private shows; zero: the whole board.
func (l Look) Frame(v rules.View, staged *Staged, news PrivateNews) render.Window {
	if staged, _ = l.withNews(v, staged, news); staged == nil {
		return render.Window{}
	}
	return staged.window(v, inches(v.Table.X), inches(v.Table.Y))
}

// squares describes the board's squares. Their letters begin after the letters of the sides, because A and B would look like
// pieces.
var squares = render.Squares{Edge: plane.SquareEdge / 1000, First: plane.FirstColumn}

func inches(l plane.Inch) float64 { return float64(l) / 1000 }

// Scene returns the scene of the view.
func (l Look) Scene(v rules.View, staged *Staged) render.Scene {
	s := render.Scene{Theme: l.Theme.On(sites[v.Map].Tone), Patient: l.Patient, W: inches(v.Table.X), H: inches(v.Table.Y), Squares: squares, Title: title(l, v), Status: status(l, v)}
	for i := range v.VP {
		s.Tallies = append(s.Tallies, render.Tally{Name: l.Names[i], Points: v.VP[i], Tokens: v.CP[i], Most: v.CPMax})
	}
	if v.Result == nil {
		s.Active = render.Side(v.Active)
	}
	s.Spots = spots(l, v)
	if v.Phase == rules.Deploying {
		for seat := game.Seat(1); seat <= 2; seat++ {
			z := v.Zone(seat)
			s.Zones = append(s.Zones, render.Zone{X0: inches(z.Min.X), Y0: inches(z.Min.Y), X1: inches(z.Max.X), Y1: inches(z.Max.Y), Side: render.Side(seat), Letter: string(rune('@' + seat))})
		}
	}
	if staged != nil {
		s.Window, s.Inset = staged.window(v, s.W, s.H), true
	}
	keys, outside := l.legend(), l.legend()
	bases := 0
	for _, p := range v.Pieces {
		bases += len(p.Bases)
	}
	s.Discs = slices.Grow(s.Discs, bases)
	for _, p := range v.Pieces {
		of := outside
		if slices.ContainsFunc(p.Bases, func(b rules.Base) bool { return s.Window.Shows(inches(b.X), inches(b.Y), inches(b.R)) }) {
			of = keys
		}
		of.addDiscs(&s, v, p)
	}
	f := battlefieldOf(v)
	s.Landmarks, s.Areas, s.Decor, s.Names, s.Blocks = f.landmarks, f.areas, f.decor, f.names, f.blocks
	s.Legend = append(s.Legend, keys.keys...)
	if staged != nil {
		staged.lay(l, v, &s)
	}
	if v.Result != nil {
		s = l.signed(s, v)
	}
	return s
}

func title(l Look, v rules.View) string {
	switch {
	case v.Result != nil:
		return l.Text("MATCH OVER")
	case v.Round == 0:
		return l.Text("DEPLOYMENT")
	}
	return l.Text("ROUND %d   TURN %d", v.Round, v.Turn)
}

// phases says what the side with that letter does in each phase.
var phases = map[rules.Phase]game.Text{rules.Deploying: "%c deploys", rules.Designating: "%c picks a Taskforce", rules.Revealing: "%c may reveal contacts",
	rules.Refreshing: "%c refreshes Units", rules.Moving: "%c moves", rules.Reacting: "%c waits for reactions", rules.Activating: "%c acts"}

func status(l Look, v rules.View) string {
	switch {
	case v.Result != nil:
		return outcome(l, *v.Result)
	case v.Active == 0:
		return l.Text("who deploys first?")
	case v.Engagement != nil:
		return l.Text("both sides fight") // in which both sides act; the head has no room for more
	}
	return l.Text(phases[v.Phase], 'A'-1+v.Active)
}

var whys = map[string]game.Text{"vp": "on Victory Points", "wipe-out": "by wiping the enemy out", "concession": "by concession",
	"rounds": "on points after the last Round"}

// outcome says who won and why.
func outcome(l Look, r game.Result) string {
	side := winner(r)
	if side == 0 {
		return l.Text("a draw")
	}
	return strings.TrimSpace(l.Text("%c wins %s", '@'+side, l.Text(whys[r.Why])))
}

// winner returns the side that won, 0 for none.
func winner(r game.Result) render.Side {
	switch {
	case r.Rank[0] < r.Rank[1]:
		return 1
	case r.Rank[1] < r.Rank[0]:
		return 2
	}
	return 0
}

// legend collects the entries that a board needs.
type legend struct {
	look Look
	keys []render.Key
	of   []entry // entries for each of the keys
}

// entry identifies the subject of an entry.
type entry struct {
	token string
	text  game.Text
}

func (l Look) legend() *legend { return &legend{look: l} }

// spots returns the goals of the mission: VIPs (R25.3), or Control Objectives, which belong to nobody (V22).
func spots(l Look, v rules.View) []render.Spot {
	var out []render.Spot
	for _, g := range v.Goals() {
		p := render.Spot{X: inches(g.At.X), Y: inches(g.At.Y), R: inches(g.R), Near: inches(v.Mission().ScoreRange), Side: render.Side(g.Owner),
			Label: l.Text("Objective %d", g.N)}
		if g.Owner > 0 {
			p.Label = l.Text("VIP %c", 'A'-1+g.Owner)
		}
		out = append(out, p)
	}
	return out
}

// chip adds a chip to the disc, and its entry to the legend.
func (l *legend) chip(d *render.Disc, token render.Token, mark string, text game.Text) {
	d.Chips = append(d.Chips, render.Chip{Mark: mark, Token: token})
	if token == dieToken && mark != "-" {
		mark = "n"
	}
	if of := (entry{token.Name, text}); !slices.Contains(l.of, of) {
		l.of = append(l.of, of)
		l.keys = append(l.keys, render.Key{Chip: render.Chip{Mark: mark, Token: token}, Text: l.look.Text(text)})
	}
}

// addDiscs adds a piece's bases to the scene. The first has the label, and lines connect the others to it.
func (l *legend) addDiscs(s *render.Scene, v rules.View, p rules.Piece) {
	for i, b := range p.Bases {
		d := render.Disc{X: inches(b.X), Y: inches(b.Y), R: inches(b.R), Side: render.Side(p.Seat), Dim: p.Activated || p.Acted,
			Chosen: slices.Contains(v.Taskforce, p.Label), Alert: alerted(v, p, b)}
		if p.IsPing() {
			d.Glyph, d.Mark = contact, strings.ToUpper(string(p.Sig[:1]))
		} else {
			u := v.Cards().Must(p.Unit)
			d.Glyph = glyph(u)
			if u.Infantry() {
				d.Mark = fmt.Sprint(b.N)
			}
		}
		if i == 0 {
			d.Label, d.Note = string(p.Label), note(v, p)
			l.pieceChips(v, p, &d)
		} else {
			from := s.Discs[len(s.Discs)-1]
			s.Paths = append(s.Paths, render.Path{Side: d.Side, Style: render.Link, X: []float64{from.X, d.X}, Y: []float64{from.Y, d.Y}})
		}
		l.baseChips(b, &d)
		s.Discs = append(s.Discs, d)
	}
}

// alerted reports whether the base is being identified, acting or hit.
func alerted(v rules.View, p rules.Piece, b rules.Base) bool {
	return slices.Contains(v.Identifying, p.Label) || v.Acting != nil && v.Acting.Label == p.Label ||
		v.Hit != nil && v.Hit.Target.Label == p.Label && (v.Hit.Target.N == 0 || v.Hit.Target.N == b.N)
}

// note returns the name of a piece's Unit, or of the Unit that its owner plans it to be.
func note(v rules.View, p rules.Piece) string {
	switch {
	case !p.IsPing():
		return short(v, p.Unit)
	case p.Plan != "":
		return short(v, p.Plan) + "?"
	}
	return ""
}

// kinds maps words of a card's type to silhouettes. The first match counts.
var kinds = []struct {
	word  string
	glyph *render.Glyph
}{{"Robotic Infantry", drone}, {"Infantry", infantry}, {"Artillery", artillery}, {"Transport", transport}, {"Tank", tank}, {"Support", support},
	{"Light", wheeled}, {"", walker}}

// glyph returns the silhouette of that kind of Unit.
func glyph(u *cards.Unit) *render.Glyph {
	if u.Infantry() && !strings.Contains(u.Type, "Infantry") {
		return infantry
	}
	for _, k := range kinds {
		if strings.Contains(u.Type, k.word) {
			return k.glyph
		}
	}
	return walker
}

// short returns the last word of a Unit's name, which identifies it on a board.
func short(v rules.View, slug string) string {
	u, ok := v.Cards().Find(slug)
	if !ok {
		return slug
	}
	before, last := "", ""
	for word := range strings.FieldsFuncSeq(u.Name, func(r rune) bool { return strings.ContainsRune(" :,", r) }) {
		before, last = last, word
	}
	if before != "" && slices.Contains([]string{"Squad", "Team", "Scout"}, last) {
		return before
	}
	return last
}

func (l *legend) pieceChips(v rules.View, p rules.Piece, d *render.Disc) {
	if v.Engagement != nil {
		for _, q := range v.Engagement.Participants {
			if q.Label == p.Label && q.Die > 0 {
				l.chip(d, dieToken, fmt.Sprint(q.Die), "priority die")
			}
		}
	}
	if p.Overwatch != nil && *p.Overwatch {
		l.chip(d, overwatch, "O", "Overwatch")
	}
}

func (l *legend) baseChips(b rules.Base, d *render.Disc) {
	if b.Stun {
		l.chip(d, stun, "S", "stunned")
	}
	if b.Stealth {
		l.chip(d, stealth, "H", "hidden (Stealth)")
	}
	if b.Tagged || b.Locked {
		l.chip(d, dieToken, "-", "DEF lowered")
	}
	if b.CM != nil && *b.CM > 0 {
		d.Chips = append(d.Chips, render.Chip{Mark: fmt.Sprint(*b.CM), Token: cmToken})
	}
	if b.Hardened != nil && *b.Hardened > 0 {
		d.Chips = append(d.Chips, render.Chip{Mark: fmt.Sprint(*b.Hardened), Token: hardenedToken})
	}
}

// MaxAlt is the length limit of a picture's description, in bytes.
const MaxAlt = render.MaxAlt

// Alt describes the position in words, using only that view, in at most MaxAlt bytes.
func (l Look) Alt(v rules.View) string {
	var pieces []string
	for _, p := range v.Pieces {
		if len(p.Bases) > 0 {
			pieces = append(pieces, describe(l, v, p))
		}
	}
	head := l.Text("%s, %s. VP %d to %d, CP %d and %d.", moment(l, v), strings.TrimRight(status(l, v), "?"), v.VP[0], v.VP[1], v.CP[0], v.CP[1])
	return render.Alt(head, pieces, func(left int) string { return l.Text(" … and %d more.", left) })
}

func describe(l Look, v rules.View, p rules.Piece) string {
	name := l.contact(p.Sig)
	if !p.IsPing() {
		name = v.Cards().Must(p.Unit).Name
	}
	var at []string
	for _, base := range p.Bases {
		at = append(at, base.Point.String())
	}
	s := l.Text("%s %s at %s", p.Label, name, strings.Join(at, l.Text(" and ")))
	if p.Activated {
		s += l.Text(" (activated)")
	}
	return s + "."
}

// moment returns the name of the round and the turn.
func moment(l Look, v rules.View) string {
	switch {
	case v.Result != nil:
		return l.Text("Match over")
	case v.Round == 0:
		return l.Text("Deployment")
	}
	return l.Text("Round %d, Turn %d", v.Round, v.Turn)
}
