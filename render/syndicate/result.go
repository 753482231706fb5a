package syndicate

import (
	"downsync/game"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// How a finished match ended: the picture of its result, and the highlights that end with it.

// Result draws how a match ended: names, score, the last board, the moments that decided, and the unit that did most. told is what
// everybody was told. It refuses any view but an onlooker's, and a match that is on.
func (l Look) Result(v rules.View, told []game.Fact) (render.Public, error) {
	return l.end(v, told).Draw()
}

func (l Look) end(v rules.View, told []game.Fact) render.End {
	return render.End{Viewer: v.Viewer, Result: v.Result, Lay: func() render.Result { return l.result(v, told) }}
}

// Highlights draws the best of a finished match: points, hits, who fell, as many moves as there is time for, and its result. end is what
// an onlooker sees at its end, and told what everybody was told.
func (l Look) Highlights(film Film, end rules.View, told []game.Fact, progress func(done, of int) error) ([]byte, error) {
	var news News
	return render.Highlights(film, hold, func(f Frame) func() render.Strip {
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

// hold is how long a step is worth showing; 0: nothing moves and nothing is rolled.
func hold(f Frame) (out int) {
	for _, f := range f.Facts {
		switch f := f.(type) {
		case rules.Eliminated, rules.Scored:
			return render.KillTime
		case rules.AttackResolved:
			out = max(out, render.MoveTime)
			if f.Damage > 0 {
				out = render.HitTime
			}
		case rules.Hurt:
			if f.N > 0 && !f.Cost {
				out = render.HitTime
			}
		case rules.Moved:
			out = max(out, render.MoveTime)
		}
	}
	return out
}

// read tells a match from facts that everybody was told. Harm that no attack did is the doing of the Operator who played the card, of
// who won or tied the contest, or of the last attacker.
func read(told []game.Fact) (t render.Tale) {
	last := map[rules.Label]rules.Label{} // who harmed it last
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
			t.Add(render.Deed{Side: render.Side(3 - f.Unit.Seat()), By: by, Of: string(f.Unit)})
			if by != "" {
				t.Hit(by, 1) // a Tale counts the last hit as the kill alone, but damage is damage
			}
		case rules.Scored:
			t.Add(render.Deed{Side: render.Side(f.Seat), Points: 1})
		}
	}
	return t
}

// score is what stands beside the names: points; without a mission the Operators' HP.
func score(v rules.View) (n [2]int) {
	for i, s := range v.Sides {
		n[i] = s.Points
		if u, ok := v.Unit(rules.Label(rune('A' + i))); ok && rules.PointsToWin(v.Mission) == 0 {
			n[i] = u.HP
		}
	}
	return n
}

// whys are what a match was won by.
var whys = map[string]game.Text{"eliminated": "Operator eliminated", "both-eliminated": "both Operators eliminated", "mission": "mission accomplished", "points": "more points",
	"health": "more HP left", "mercenaries": "more Mercenaries left", "concession": "by concession"}

func (l Look) result(v rules.View, told []game.Fact) render.Result {
	t := read(told)
	r := l.Ending(*v.Result, l.Names, score(v))
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
	r.Moments = t.Moments(func(d render.Deed) (note, brief string) {
		letter := string('@' + rune(d.Side))
		switch {
		case d.Of == "" && d.First:
			return l.Text("%s scores first", r.Names[d.Side-1]), l.Text("%s scores first", letter)
		case d.Of == "":
			return l.Text("%s scores", r.Names[d.Side-1]), l.Text("%s scores", letter)
		case d.By == "":
			return l.Text("%s falls", called(d.Of)), ""
		}
		return l.Text("%s eliminates %s", called(d.By), called(d.Of)), ""
	})
	if best, did := t.Best(r.Winner); best != "" {
		label := rules.Label(best)
		id, _ := v.Printed(label)
		r.Best = render.Disc{R: 1, Side: render.SideOf(best), Glyph: l.glyph(v, rules.Unit{Label: label, ID: id})}
		r.BestIs = l.BestIs(best+" "+called(best), did, "", "%d damage")
	}
	return r
}
