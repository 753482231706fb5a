package downsync

import (
	"downsync/render"
	"downsync/render/reel"

	rules "downsync/game/downsync"
)

// story collects what the facts say about a match.
type story struct {
	reel.Story
	units map[rules.Label]string // as they were revealed
}

// read makes a story from facts that everybody was told.
func (n PublicNews) read() story {
	t := story{units: map[rules.Label]string{}}
	last := map[rules.Label]rules.Label{} // which piece hit it last
	for _, f := range n.told {
		switch f := f.(type) {
		case rules.TurnBegan:
			t.Turns = f.Turn
		case rules.Revealed:
			t.units[f.Piece] = f.Unit
		case rules.Placed:
			t.units[f.Unit] = f.Slug
		case rules.AttackRolled:
			if f.Hit {
				t.Hit(string(f.By.Label), 1)
				last[f.Target.Label] = f.By.Label
			}
		case rules.Stopped: // a hit without an effect does not count
			if by := last[f.Target.Label]; by != "" {
				t.Hit(string(by), -1)
				delete(last, f.Target.Label)
			}
		case rules.Destroyed:
			if by := last[f.Target.Label]; by != "" {
				t.Add(reel.Deed{Side: render.Side(by.Seat()), By: string(by), Of: string(f.Target.Label)})
			}
		case rules.Scored:
			if f.VP > 0 && len(f.Scorers) > 0 {
				t.Add(reel.Deed{Side: render.Side(f.Seat), By: string(f.Scorers[0]), Points: f.VP})
				for i, l := range f.Scorers {
					t.Point(string(l), share(f, i))
				}
			}
		}
	}
	return t
}

// Result draws the end of a match: names, score, the last board with the events of the last Turn, the three decisive moments, and
// the piece that did most by harm done and points. It refuses any view except an onlooker's, and a match in progress.
func (l Look) Result(v rules.View, news PublicNews) (render.Public, error) {
	return l.end(v, news).Draw()
}

func (l Look) end(v rules.View, news PublicNews) render.End {
	return render.End{Viewer: v.Viewer, Result: v.Result, Lay: func() render.Result { return result(l, v, news) }}
}

func result(l Look, v rules.View, news PublicNews) render.Result {
	t := news.read()
	r := l.Ending(*v.Result, l.Names[:], v.VP[:])
	r.Turns, r.Board = t.Turns, bare(l, v)
	r.Board.Names = nil
	for i := range r.Board.Discs {
		r.Board.Discs[i].Chosen, r.Board.Discs[i].Alert = false, false
	}
	lay(l, v, &r.Board, news.told, 0)
	r.Of = l.origin(v)
	r.Facts = render.Facts(l.Text("%d {Round|Rounds}", v.Round), l.Text(whys[v.Result.Why]))
	whole := func(label rules.Label) string {
		if u, ok := v.Cards().Find(t.units[label]); ok {
			return u.Name
		}
		return string(label)
	}
	brief := func(label rules.Label) string {
		if slug := t.units[label]; slug != "" {
			return short(v, slug)
		}
		return string(label)
	}
	told := func(d reel.Deed, name func(rules.Label) string) string {
		by := name(rules.Label(d.By))
		switch {
		case d.Of != "":
			return l.Text("%s destroys %s", by, name(rules.Label(d.Of)))
		case d.First:
			return l.Text("%s scores first", by)
		}
		return l.Text("%s scores", by)
	}
	r.Moments = t.Moments(func(d reel.Deed) (string, string) { return told(d, whole), told(d, brief) })
	if best, did := t.Best(r.Winner); best != "" {
		label := rules.Label(best)
		r.Best = render.Disc{R: 1, Side: reel.SideOf(best), Glyph: contact, Mark: "?"}
		if u, ok := v.Cards().Find(t.units[label]); ok {
			r.Best.Glyph, r.Best.Mark, r.Portrait = glyph(u), "", PortraitOf(u)
		}
		r.BestBrief = best + " " + brief(label)
		r.BestIs = reel.BestIs(l.Reader, best+" "+whole(label), did, "%d VP", "%d {hit|hits}")
	}
	return r
}
