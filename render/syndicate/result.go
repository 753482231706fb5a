package syndicate

import (
	"downsync/game"
	"downsync/render"
	"downsync/render/reel"

	rules "downsync/game/syndicate"
)

// This file draws the end of a finished match: the picture of its result, and the highlights that end with it.

// Result draws the end of a match: names, score, the last board, the decisive moments, and the unit that did most. told holds what
// everybody was told. It refuses any view except an onlooker's, and a match in progress.
func (l Look) Result(v rules.View, told []game.Fact) (render.Public, error) {
	return l.end(v, told).Draw()
}

func (l Look) end(v rules.View, told []game.Fact) render.End {
	return render.End{Viewer: v.Viewer, Result: v.Result, Lay: func() render.Result { return l.result(v, told) }}
}

// Highlights draws the best of a finished match: points, hits, eliminations, as many moves as there is time for, and its result.
// end is an onlooker's view at the end, and told holds what everybody was told.
func (l Look) Highlights(film Film, end rules.View, told []game.Fact, progress func(done, of int) error) ([]byte, error) {
	var news News
	return reel.Highlights(film, hold, func(f Frame) func() render.Strip {
		from := len(news.told)
		news.told = append(news.told, Tell(f.Facts).told...)
		return func() render.Strip {
			s := render.Strip{Main: l.bare(f.Truth), Note: f.Note}
			s.Main.Status = l.Text("step %d of %d", f.Step, f.Of)
			l.layFrom(&s.Main, f.Truth, news, from)
			return s
		}
	}, l.end(end, told), progress)
}

// hold returns the time for which a step should be shown; 0: nothing moves and no dice are rolled.
func hold(f Frame) (out int) {
	for _, f := range f.Facts {
		switch f := f.(type) {
		case rules.Eliminated, rules.Scored:
			return reel.KillTime
		case rules.AttackResolved:
			out = max(out, reel.MoveTime)
			if f.Damage > 0 {
				out = reel.HitTime
			}
		case rules.Hurt:
			if f.N > 0 && !f.Cost {
				out = reel.HitTime
			}
		case rules.Moved:
			out = max(out, reel.MoveTime)
		}
	}
	return out
}

// read makes a story from facts that everybody was told. It attributes harm without an attack to the Operator who played the card,
// to the winner of the contest or both sides of a tie, or to the last attacker.
func read(told []game.Fact) (t reel.Story) {
	last := map[rules.Label]rules.Label{} // the unit that harmed it last
	var played rules.CardPlayed
	var fought rules.Contested
	var shooter rules.Label
	harm := func(by, to rules.Label, damage int) {
		if by != "" && by.Seat() != to.Seat() && damage > 0 {
			t.Hit(string(by), damage)
			last[to] = by
		}
	}
	for _, f := range told {
		switch f := f.(type) {
		case rules.RoundBegan:
			t.Turns = f.Round
		case rules.CardPlayed:
			played, shooter = f, ""
		case rules.Contested:
			fought = f
		case rules.AttackResolved:
			shooter = f.By
			harm(f.By, f.Target, f.Damage)
		case rules.Hurt:
			switch {
			case f.Cost:
			case f.By == "contest" && f.Unit == fought.By:
				harm(fought.Target, f.Unit, f.N)
			case f.By == "contest":
				harm(fought.By, f.Unit, f.N)
			case f.By == played.Card && shooter == "":
				harm(rules.Label(string('@'+rune(played.Seat))), f.Unit, f.N)
			case f.By == "chain-lightning":
				harm(shooter, f.Unit, f.N)
			}
		case rules.Eliminated:
			by := string(last[f.Unit])
			t.Add(reel.Deed{Side: render.Side(3 - f.Unit.Seat()), By: by, Of: string(f.Unit)})
			if by != "" {
				t.Hit(by, 1) // for a kill a Tale does not count the last hit, but damage is damage
			}
		case rules.Scored:
			t.Add(reel.Deed{Side: render.Side(f.Seat), Points: 1})
		}
	}
	return t
}

// score returns the figures beside the names: points, or without a mission the Operators' HP.
func score(v rules.View) (n []int) {
	for i, s := range v.Sides {
		n = append(n, s.Points)
		if u, ok := v.Unit(rules.Label(rune('A' + i))); ok && rules.PointsToWin(v.Mission) == 0 {
			n[i] = u.HP
		}
	}
	return n
}

// whys maps the reasons of a victory to words.
var whys = map[string]game.Text{"eliminated": "Operator eliminated", "both-eliminated": "both Operators eliminated", "mission": "mission accomplished", "points": "more points",
	"health": "more HP left", "mercenaries": "more Mercenaries left", "concession": "by concession"}

func (l Look) result(v rules.View, told []game.Fact) render.Result {
	t := read(told)
	r := l.Ending(*v.Result, l.Names[:], score(v))
	r.Turns, r.Counted, r.Board = t.Turns, l.Text("R"), l.bare(v)
	l.layFrom(&r.Board, v, Tell(told), 0)
	r.Board.Trails, r.Board.Shots, r.Board.Flashes = nil, nil, nil
	for i := range r.Board.Discs {
		r.Board.Discs[i].Dim = false
	}
	r.Of = l.origin(v)
	r.Facts = render.Facts(l.Text("%d {Round|Rounds}", v.Round), l.Text(whys[v.Result.Why]))
	called := func(label string) string {
		_, name := v.Printed(rules.Label(label))
		return name
	}
	r.Moments = t.Moments(func(d reel.Deed) (note, brief string) {
		letter := string('@' + rune(d.Side))
		switch {
		case d.Of == "" && d.First:
			return l.Text("%s scores first", r.Sides[d.Side-1].Name), l.Text("%s scores first", letter)
		case d.Of == "":
			return l.Text("%s scores", r.Sides[d.Side-1].Name), l.Text("%s scores", letter)
		case d.By == "":
			return l.Text("%s falls", called(d.Of)), ""
		}
		return l.Text("%s eliminates %s", called(d.By), called(d.Of)), ""
	})
	if best, did := t.Best(r.Winner); best != "" {
		label := rules.Label(best)
		id, _ := v.Printed(label)
		r.Best = render.Disc{R: 1, Side: reel.SideOf(best), Glyph: l.glyph(v, rules.Unit{Label: label, ID: id})}
		r.Portrait = Portrait(id)
		r.BestIs = reel.BestIs(l.Reader, best+" "+called(best), did, "", "%d damage")
	}
	return r
}
