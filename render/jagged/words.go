package jagged

import (
	"strings"

	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/render"
)

func (l Look) title(b Battle) string {
	switch {
	case b.Over != "":
		return l.Text("BATTLE OVER")
	case b.Round == 0:
		return l.Text("SET-UP")
	}
	return l.Text("ROUND %d", b.Round)
}

func (l Look) status(b Battle, st *Staged) string {
	switch {
	case st.Status != "":
		return st.Status
	case b.Over != "":
		return b.Over
	case b.Doing == "":
		return ""
	case b.Active > 0:
		return l.Text(b.Doing, '@'+b.Active)
	}
	return l.Text(b.Doing)
}

// classes describes each class of terrain in a word or two, for the legend.
var classes = []struct {
	class boards.Class
	text  game.Text
}{{boards.Light, "+10"}, {boards.Heavy, "+20"}, {boards.Obscuring, "no sight"}, {boards.Impassable, "no entry"}}

// meanings describes the states, for the legend and the description.
var meanings = map[State]game.Text{Engaged: "engaged", Sprinted: "sprinted", Jammed: "cannot shoot", Disarmed: "cannot strike", Stopped: "cannot attack",
	Harder: "attacks worse", Easier: "next attack better", Exposed: "Evade lowered", Slowed: "Movement lowered", Retreated: "tried to Disengage"}

// legend explains the states in the picture, and then the terrain.
func (l Look) legend(s *render.Scene, b Battle) {
	seen := map[State]bool{}
	hurt := false
	for _, m := range b.Models {
		if !s.Window.Shows(inches(m.Base.At.X), inches(m.Base.At.Y), inches(m.Base.R)) {
			continue
		}
		hurt = hurt || m.Wounds < m.Most
		for _, is := range m.States {
			if k, ok := chips[is]; ok && !seen[is] {
				seen[is] = true
				s.Legend = append(s.Legend, render.Key{Chip: k, Text: l.Text(meanings[is])})
			}
		}
	}
	if hurt {
		s.Legend = append(s.Legend, render.Key{Chip: render.Chip{Mark: "n", Token: wounds}, Text: l.Text("Wounds left")})
	}
	for _, k := range classes {
		for _, p := range b.Board.Pieces {
			if p.Class == k.class {
				s.Legend = append(s.Legend, render.Key{Texture: textures[k.class], Block: k.class == boards.Obscuring, Text: l.Text(k.text)})
				break
			}
		}
	}
}

// Alt describes the battle in words, in at most render.MaxAlt bytes.
func (l Look) Alt(b Battle) string {
	var all []string
	for i, o := range b.Objectives {
		whose := l.Text("nobody's")
		if o.Owner > 0 {
			whose = l.Text("held by %c", '@'+o.Owner)
		}
		if o.Contested {
			whose += l.Text(", contested")
		}
		all = append(all, l.Text("Objective %d at %s: %s.", i+1, o.At, whose))
	}
	for _, m := range b.Models {
		if m.Off {
			continue
		}
		said := l.Text("%s %s at %s", m.Label, m.Name, m.Base.At)
		if m.Most > 1 {
			said += l.Text(" with %d of %d {Wound|Wounds}", m.Wounds, m.Most)
		}
		if words := l.states(m); words != "" {
			said += ", " + words
		}
		if m.Acted {
			said += l.Text(", has acted")
		}
		all = append(all, said+".")
	}
	score := game.Text("%s, %s. Objectives held: %d to %d, Flares %d and %d.")
	if b.Points {
		score = "%s, %s. VP %d to %d, Flares %d and %d."
	}
	head := l.Text(score, l.title(b), l.status(b, &Staged{}), b.Sides[0].score(b), b.Sides[1].score(b), b.Sides[0].Flares, b.Sides[1].Flares)
	return render.Alt(head, all, func(left int) string { return l.Text(" … and %d more.", left) })
}

// states returns a model's states in words.
func (l Look) states(m Model) string {
	var words []string
	for _, is := range m.States {
		words = append(words, l.Text(meanings[is]))
	}
	return strings.Join(words, ", ")
}
