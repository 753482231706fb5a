package downsync

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync/plane"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// move is a draft that moves or deploys a base.
type move struct {
	ref    rules.Ref
	deploy bool
	last   bool // the Unit's bases must be together after it
	to     plane.Point
	via    []plane.Point
	has    bool        // to is set
	all    []rules.Ref // the bases that move together; none: only ref
}

// readMove understands "move A2 to 12,30", "act move by A3.1 to 12,30" and "deploy A1 at 3,4", whole or begun. The menu
// tells which of a Unit's bases have still to move.
func readMove(v reading, menu game.Menu, draft string) (move, bool) {
	words := strings.Fields(draft)
	var m move
	switch {
	case len(words) > 1 && (words[0] == "move" || words[0] == "deploy"):
		r, err := rules.ParseRef(words[1])
		if err != nil {
			return m, false
		}
		m.ref, m.deploy = r, words[0] == "deploy"
		m.last = !m.deploy && len(unmovedBases(menu, r.Label)) == 1
	case len(words) > 1 && words[0] == together:
		m.all = unmovedBases(menu, rules.Label(words[1]))
		if len(m.all) == 0 {
			return m, false
		}
		m.ref = m.all[0]
	case len(words) > 1 && words[0] == "act" && words[1] == "move" && v.Acting != nil:
		m.ref, m.last = rules.Ref{Label: v.Acting.Label}, true
		if i := slices.Index(words, "by"); i > 0 && i+1 < len(words) {
			if r, err := rules.ParseRef(words[i+1]); err == nil {
				m.ref = r
			}
		}
	default:
		return m, false
	}
	for i, w := range words {
		pt, err := plane.ParsePoint(w)
		switch {
		case err != nil:
		case words[i-1] == "to" || words[i-1] == "at":
			m.to, m.has = pt, true
		default:
			m.via = append(m.via, pt)
		}
	}
	return m, true
}

// try tells what the move would leave of its allowance, or why it is not possible, as far as its owner can know.
func (m move) try(v reading, to plane.Point) (left plane.Inch, err error) {
	switch {
	case m.deploy:
		return 0, v.TryDeploy(m.ref.Label, to)
	case len(m.all) > 0:
		left, err = m.tryTogether(v, to)
	default:
		if left, err = v.TryMove(m.ref, to, m.via); err == nil && m.last {
			err = v.TryTogether(m.ref, to)
		}
	}
	return left - left%10, err // nobody cares for thousandths
}

// path is the way of a move from where the base stands; ok is false while it has none.
func (m move) path(v reading) (path []plane.Point, ok bool) {
	p, _ := v.Piece(m.ref.Label)
	b, ok := p.Base(m.ref.N)
	if !ok || !m.has || m.deploy {
		return nil, false
	}
	return append(append([]plane.Point{b.Point}, m.via...), m.to), true
}

// staged is the staged move to be drawn, nil if the draft is none.
func staged(v reading, menu game.Menu, draft string) *draw.Staged {
	m, ok := readMove(v, menu, draft)
	if !ok {
		return nil
	}
	path, ok := m.path(v)
	if !ok {
		return nil
	}
	left, err := m.try(v, m.to)
	if err != nil {
		left = 0
	}
	return &draw.Staged{Base: m.ref, Path: path, Left: left}
}

// trial says what the staged move would leave, or why it is not possible; ok is false then.
func trial(v reading, menu game.Menu, draft string) (text string, ok bool) {
	m, found := readMove(v, menu, draft)
	if !found || !m.has {
		return "", true
	}
	left, err := m.try(v, m.to)
	switch {
	case err != nil:
		return "⚠️ " + refusal(v.Tongue, err), false
	case m.deploy:
		return "", true
	}
	text = v.Say(wordMoveLeft, left)
	if found := m.finds(v); len(found) > 0 {
		text += "\n" + v.Say(wordFinds, list(found))
	}
	return text, true
}

// finds are the enemy Pings that the staged move would bring to light (R16.2), as far as its owner can know.
func (m move) finds(v reading) []rules.Label {
	ends := []step{{m.ref, m.to}}
	if len(m.all) > 0 {
		ends = m.steps(v, m.to)
	}
	var out []rules.Label
	for _, s := range ends {
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
