package jagged

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/render"
	"downsync/render/reel"

	rules "downsync/game/jagged"
)

// This file draws the end of a finished battle: the card of its result, and the highlights that end with it.

// Result draws the end of a battle: names, score, the last board, the decisive moments, and the model that did most. told holds
// what everybody was told. It refuses any view except an onlooker's, and a battle in progress.
func (l Look) Result(v rules.View, told []game.Fact) (render.Public, error) {
	return l.end(v, told).Draw()
}

func (l Look) end(v rules.View, told []game.Fact) render.End {
	return render.End{Viewer: v.Viewer, Result: v.Result, Lay: func() render.Result { return l.result(v, told) }}
}

// Highlights draws the best of a finished battle: what was destroyed, taken and hit, as many moves as there is time for, and its
// result. end is an onlooker's view at the end, and told holds what everybody was told.
func (l Look) Highlights(film Film, end rules.View, told []game.Fact, progress func(done, of int) error) ([]byte, error) {
	return reel.Highlights(fought(film), hold, func(f Frame) func() render.Strip {
		return func() render.Strip { return l.strip(f) }
	}, l.end(end, told), progress)
}

// hold returns the time for which a step should be shown; 0: nothing moves and no dice are rolled.
func hold(f Frame) int {
	switch {
	case len(f.News.Wrecks)+len(f.News.Scored) > 0:
		return reel.KillTime
	case slices.ContainsFunc(f.News.Attacks, func(a Attack) bool { return a.Hit }):
		return reel.HitTime
	case len(f.News.Attacks)+len(f.News.Trails) > 0:
		return reel.MoveTime
	}
	return 0
}

// story collects what the facts say about a battle: models destroyed, Wounds, and Objectives that changed hands.
type story struct {
	reel.Story
	units  map[rules.Label]string
	wrecks []Model
}

// read makes a story of a battle with its Objectives from facts that everybody was told.
func read(marks []rules.Objective, told []game.Fact) story {
	t, stood := story{units: map[rules.Label]string{}}, places{}
	gone := map[rules.Label]bool{}
	var owners []game.Seat
	for _, f := range told {
		switch f := f.(type) {
		case rules.Began:
			if f.Conf.Lab != nil {
				for _, m := range f.Conf.Lab.Models {
					t.units[m.Label] = m.Unit
				}
			}
		case rules.Listed:
			for i, pick := range f.List {
				t.units[rules.Label(fmt.Sprintf("%c%d", '@'+f.Seat, i+1))] = pick.Unit
			}
		case rules.Reinforced:
			t.units[f.Model] = f.Unit
		case rules.RoundBegan:
			t.Turns = f.Round
		case rules.AttackResolved:
			if f.Destroyed {
				t.Add(reel.Deed{Side: render.Side(f.By.Seat()), By: string(f.By), Of: string(f.Target)})
				t.wrecks, gone[f.Target] = append(t.wrecks, stood[f.Target]), true
			}
			if f.Wound || f.Destroyed {
				t.Hit(string(f.By), 1)
			}
		case rules.Scored:
			for i, owner := range f.Owners {
				if owner == 0 || i < len(owners) && owners[i] == owner || i >= len(marks) {
					continue
				}
				by := stood.holder(marks[i].At, owner, gone)
				t.Add(reel.Deed{Side: render.Side(owner), By: string(by), Points: 1, Place: i + 1})
				if by != "" {
					t.Point(string(by), 1)
				}
			}
			owners = f.Owners
		}
		stood.follow(f)
	}
	return t
}

// holder returns the side's model that is nearest to a marker and holds it, "" if none does. Destroyed models hold nothing.
func (p places) holder(at plane.Point, seat game.Seat, gone map[rules.Label]bool) (by rules.Label) {
	least := plane.MaxInch
	for l, m := range p {
		if l.Seat() != seat || gone[l] || !plane.Within(m.Base, plane.Disc{At: at, R: boards.Marker}, plane.In(1)) {
			continue
		}
		if d := plane.Dist(m.Base.At, at); d < least || d == least && l < by {
			by, least = l, d
		}
	}
	return by
}

func (l Look) result(v rules.View, told []game.Fact) render.Result {
	t, b := read(v.Objectives, told), l.Battle(v)
	r := l.sided(v.Attacker).Ending(*v.Result, []string{b.Sides[0].Name, b.Sides[1].Name}, []int{b.Sides[0].score(b), b.Sides[1].score(b)})
	r.Turns, r.Counted, r.Board = t.Turns, l.Text("R"), l.bare(Frame{Truth: v})
	r.Board.Names = nil
	for _, m := range t.wrecks {
		r.Board.Wrecks = append(r.Board.Wrecks, wreck(m))
	}
	r.Of = l.origin(v.Board)
	r.Facts = render.Facts(l.Text("%d {Round|Rounds}", v.Round), l.Text(whys[v.Result.Why]))
	name := func(label string) string {
		if u := cards.FindUnit(t.units[rules.Label(label)]); u != nil {
			return label + " " + short(u.Name)
		}
		return label
	}
	r.Moments = t.Moments(func(d reel.Deed) (note, brief string) {
		switch {
		case d.Of != "":
			return l.Text("%s destroys %s", name(d.By), name(d.Of)), ""
		case d.By == "":
			return l.Text("%s: Objective %d", r.Sides[d.Side-1].Name, d.Place), l.Text("%s: Objective %d", string('@'+rune(d.Side)), d.Place)
		}
		return l.Text("%s: Objective %d", name(d.By), d.Place), ""
	})
	if best, did := t.Best(r.Winner); best != "" {
		label := rules.Label(best)
		r.Best = render.Disc{R: 1, Side: reel.SideOf(best), Glyph: Silhouettes[kindOf(t.units[label])]}
		r.Portrait = portraits[t.units[label]]
		r.BestIs = reel.BestIs(l.Reader, name(best), did, "%d taken", "%d {Wound|Wounds}")
	}
	return r
}
