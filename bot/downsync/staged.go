package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// move is a draft that moves, places or deploys bases of one piece.
type move struct {
	ref    rules.Ref
	deploy bool
	sprint bool // its bases are placed, all at once
	last   bool // the Unit's bases must be together after it
	to     plane.Point
	via    []plane.Point
	has    bool          // to is set
	all    []rules.Ref   // the bases that move together; none: only ref
	spots  []plane.Point // where a sprint puts them
}

// readMove understands "move A2 to 12,30", "together A3 to 12,10", "act move by A3.1 to 12,30", "act sprint at 3,4 5,6" and
// "deploy A1 at 3,4", whole or begun. The menu tells which of a Unit's bases have still to move.
func readMove(v reading, menu game.Menu, draft string) (move, bool) {
	words := strings.Fields(draft)
	m, ok := moved(v, menu, words)
	if !ok {
		return m, false
	}
	for i, w := range words {
		pt, err := plane.ParsePoint(w)
		switch {
		case err != nil:
		case words[i-1] == "to" || words[i-1] == "at":
			m.to, m.has = pt, true
			m.spots = append(m.spots, pt)
		case m.sprint:
			m.spots = append(m.spots, pt)
		default:
			m.via = append(m.via, pt)
		}
	}
	return m, true
}

// moved is what the words move, without the places.
func moved(v reading, menu game.Menu, words []string) (m move, ok bool) {
	if len(words) < 2 {
		return m, false
	}
	switch {
	case words[0] == "move" || words[0] == "deploy":
		r, err := rules.ParseRef(words[1])
		m.ref, m.deploy = r, words[0] == "deploy"
		m.last = !m.deploy && len(unmovedBases(menu, r.Label)) == 1
		return m, err == nil
	case words[0] == onward:
		r, err := rules.ParseRef(words[1])
		m.ref = r
		return m, err == nil
	case words[0] == together:
		if len(unmovedBases(menu, rules.Label(words[1]))) == 0 {
			return m, false
		}
		return moveOf(menu, rules.Label(words[1])), true
	case words[0] != "act" || v.Acting == nil:
		return m, false
	}
	m.ref = rules.Ref{Label: v.Acting.Label}
	switch words[1] {
	case "move":
		m.last = true
		if i := slices.Index(words, "by"); i > 0 && i+1 < len(words) {
			if r, err := rules.ParseRef(words[i+1]); err == nil {
				m.ref = r
			}
		}
		return m, true
	case "sprint":
		m.sprint = true
		p, _ := v.Piece(m.ref.Label)
		for _, b := range p.Bases {
			m.all = append(m.all, rules.Ref{Label: p.Label, N: b.N})
		}
		return m, len(m.all) > 0
	}
	return m, false
}

// reach is how far the middle of the base may go.
func (m move) reach(v reading) plane.Inch {
	p, _ := v.Piece(m.ref.Label)
	if m.sprint { // from edge to edge
		return v.Spd(p) + 2*v.Radius(p)
	}
	return v.Spd(p)
}

// try tells what the move would leave of its allowance, or why it is not possible, as far as its owner can know.
func (m move) try(v reading, to plane.Point) (left plane.Inch, err error) {
	switch {
	case m.deploy:
		return 0, v.TryDeploy(m.ref.Label, to)
	case m.sprint:
		return 0, v.TrySprint(m.ref.Label, m.places(v, to))
	case len(m.all) > 0:
		left, err = m.tryTogether(v, to)
	default:
		if left, err = v.TryMove(m.ref, to, m.via); err == nil && m.last {
			err = v.TryTogether(m.ref, to)
		}
	}
	return left - left%10, err // nobody cares for thousandths
}

// places are where the bases end if the first one ends there.
func (m move) places(v reading, to plane.Point) []plane.Point {
	var out []plane.Point
	for _, s := range m.steps(v, to) {
		out = append(out, s.to)
	}
	return out
}

// value is the place as it stands in the draft: of a sprint each base's.
func (m move) value(v reading, to plane.Point) string {
	if !m.sprint {
		return to.String()
	}
	var words []string
	for _, at := range m.places(v, to) {
		words = append(words, at.String())
	}
	return strings.Join(words, " ")
}

// with is the draft with the place put where the one is that it has.
func (m move) with(v reading, draft string, to plane.Point) string {
	if m.sprint {
		return cutPoint(draft) + " at " + m.value(v, to)
	}
	return strings.Replace(draft, m.to.String(), to.String(), 1)
}

// stagedSteps are the moves of single bases that a draft stands for, in their order.
func stagedSteps(v reading, menu game.Menu, draft string) []step {
	if m, ok := readMarch(draft); ok {
		return m.steps(v, menu)
	}
	if m, ok := readMove(v, menu, draft); ok && m.has && !m.deploy {
		return m.steps(v, m.to)
	}
	return nil
}

// staged are the ways of the staged moves to be drawn, nil if the draft has none.
func staged(v reading, menu game.Menu, draft string) *draw.Staged {
	all := stagedSteps(v, menu, draft)
	if len(all) == 0 {
		return stagedAround(v, draft)
	}
	out := &draw.Staged{Base: all[0].ref}
	for _, s := range all {
		p, _ := v.Piece(s.ref.Label)
		b, ok := p.Base(s.ref.N)
		if !ok {
			return nil
		}
		way := draw.Way{Path: append(append([]plane.Point{b.Point}, s.via...), s.to), R: b.R}
		if !strings.HasPrefix(draft, "act sprint") { // which is no way
			if round, left := v.Way(s.ref, s.to, s.via); round != nil {
				way.Path, way.Left = round, left-left%10
			}
		}
		out.Ways = append(out.Ways, way)
		v.View = v.Standing(s.ref, s.to)
	}
	return out
}

// trial says what the staged move leads to, or why it is not possible; ok is false then.
func trial(v reading, menu game.Menu, draft string) (text string, ok bool) {
	m, found := readMove(v, menu, draft)
	if !found || !m.has {
		return "", true
	}
	left, err := m.try(v, m.to)
	switch {
	case err != nil:
		return "⚠️ " + bot.Refused(v.Language, err), false
	case m.deploy:
		return "", true
	}
	text = (&desk{v: v}).inDetail(m, left)
	if found := m.finds(v); len(found) > 0 {
		text += "\n" + v.Say(wordFinds, list(found))
	}
	return text, true
}

// finds are the enemy Pings that the staged move would bring to light (R16.2), as far as its owner can know.
func (m move) finds(v reading) []rules.Label {
	if m.sprint { // which is no move
		return nil
	}
	return foundBy(v, m.steps(v, m.to))
}

// foundBy are the enemy Pings that the steps would bring to light.
func foundBy(v reading, all []step) []rules.Label {
	var out []rules.Label
	for _, s := range all {
		for _, l := range v.Finds(s.ref, s.to) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// cutPoint is the draft without its point and what follows, nor a square.
func cutPoint(draft string) string {
	draft, _ = cutSquare(draft)
	words := strings.Fields(draft)
	for i, w := range words {
		if (w == "to" || w == "at") && i+1 < len(words) && strings.Contains(words[i+1], ",") {
			return strings.Join(words[:i], " ")
		}
	}
	return draft
}

// typedPoints are points as people type them: "12.5, 30", "12.5 30", "(12.5; 30)". The first value is where to go, the
// second by way of what. What is no point stays as it was typed, for the rules to say so.
func typedPoints(values []string) string {
	to := strings.Join(pairs(values[0]), " ")
	if len(values) > 1 && strings.TrimSpace(values[1]) != "" {
		to += " via " + strings.Join(pairs(values[1]), " ")
	}
	return to
}

func pairs(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;()\t\"", r) })
	if len(words)%2 != 0 || len(words) == 0 {
		return strings.Fields(text)
	}
	var out []string
	for i := 0; i < len(words); i += 2 {
		out = append(out, words[i]+","+words[i+1])
	}
	return out
}
