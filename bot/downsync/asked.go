package downsync

import (
	"slices"
	"strings"

	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// Questions, what happens if they are not answered, and refusals, in words.

// effects are what a hit does.
var effects = map[cards.Effect]game.Text{cards.Kill: "destroyed", cards.Stun: "stunned"}

// lapses are the orders that defaults may be, some after their question; … stands for the pieces.
var lapses = map[string]game.Text{
	"reveal: done": "nothing more is revealed", "move: done": "nothing more moves",
	"next: done":    "the rest of the Taskforce holds, and the Turn ends",
	"refresh: done": "the rest is refreshed as it is", "join: done": "nobody is added", "deploy: done": "your force stands as it is",
	"done": "nothing more is done", "end": "its activation ends", "pass": "you pass", "counter none": "the hit takes effect",
	"boost none": "nothing is boosted", "deploy rest": "the rest is deployed in a line", "first": "you deploy first",
	"designate …": "%s is activated", "done …": "%s ends its move where it is",
	"recover ap": "its Action Point pays", "recover cp": "1 CP pays", "recover cm": "a CM token pays",
	"stay …": "the move of %s is taken back", "declare …": "%s reacts", "activate …": "%s acts",
}

// lapsesOfMany are those that name several pieces.
var lapsesOfMany = map[string]game.Text{"designate …": "%s are activated", "declare …": "%s react"}

// privateAsk is the question with what it is about.
func privateAsk(v reading, a table.OpenAsk, d draft) string {
	c := newLayout(table.Private{}, v, a)
	switch {
	case a.Name == "next" && d.Verb() == rules.Onward:
		return v.Say("Where does %s go on to? That is its activation, which then ends.", pieceName(c, subject(d.Choice)))
	case a.Name == "move", a.Name == "next" && d.Verb() == rules.Everyone:
		return moveAsk(c, d)
	case a.Name == "deploy" && d.Value("ping") != "":
		return v.Say("Where is %s put down?", pieceName(c, d.Value("ping")))
	case a.Name == "designate" && forced(c, a.Menu[0].Slots[0]) && len(a.Menu[0].Slots[0].Options) > 1:
		return v.Text("The enemy has nothing left to activate, so all that is left of yours acts now, in one Turn.")
	case a.Name == "react":
		return reactAsk(v, a.Seat)
	case a.Name == "act" && v.Acting != nil:
		p, _ := v.Piece(v.Acting.Label)
		switch {
		case len(a.Menu) == 1: // its end
			return v.Say("%s has nothing left to do in this activation.", name(v, rules.Ref{Label: p.Label}))
		case p.IsPing():
			return v.Say("%s, a contact: it may move once more.", p.Label)
		case v.Acting.Left > 0 && len(a.Menu) == 2: // giving it up, and its end
			return v.Say("%s has %d left of %s, and no target for it. It may go on with something else, or end.",
				name(v, baseOf(p, v.Acting.By)), v.Acting.Left, actionName(v.Cards(), v.Acting.Action))
		case v.Acting.Left > 0:
			return v.Say("%s has %d left of %s. Next target?", name(v, baseOf(p, v.Acting.By)), v.Acting.Left,
				actionName(v.Cards(), v.Acting.Action))
		}
		return v.Say("What does %s do?", p.Label) + "\n" + inEdition(v.Rules, cardText(v.Language, v.Cards(), p.Unit))
	case a.Name == "refresh":
		return refreshAsk(v, a)
	case a.Name == "counter" && v.Hit != nil:
		return v.Say("%[1]s is hit by %[3]s with %[4]s and would be **%[2]s**. Use a countermeasure?", name(v, v.Hit.Target),
			v.Text(effects[v.Hit.Effect]), name(v, v.Hit.By), actionName(v.Cards(), v.Hit.Action))
	case a.Name == "recover" && v.Acting != nil:
		r := rules.Ref{Label: v.Acting.Label, N: v.Acting.Recovering}
		return v.Say("%s is stunned. What pays for the Stun Token, before it acts?", name(v, r))
	case a.Name == "identify" && len(v.Identifying) > 0:
		if only, ok := c.Lone(a.Menu); ok && forced(c, only.Slots[0]) {
			u := only.Slots[0].Options[0]
			return v.Say("The enemy has found %s. Of its size you have only the %s in Reserve, so that is what it is.", list(v.Identifying),
				v.Cards().Must(u).Name) + "\n" + inEdition(v.Rules, cardText(v.Language, v.Cards(), u))
		}
		return v.Say("The enemy has found %s. Which Unit is it?", list(v.Identifying))
	case a.Name == "declare" && v.Engagement != nil:
		return v.Say("Which Units react? %d may for nothing, each more costs 1 CP.", v.Engagement.Free)
	}
	return v.Text(asks[a.Name])
}

// baseOf is the base by its number, which is left out where the piece has but one.
func baseOf(p rules.Piece, n int) rules.Ref {
	if len(p.Bases) == 1 {
		n = 0
	}
	return rules.Ref{Label: p.Label, N: n}
}

// reactAsk says who could react, and that it binds: an engagement has at least one reacting Unit (R24.5, Q62).
func reactAsk(v reading, seat game.Seat) string {
	var units, out []string
	for _, p := range v.Pieces {
		if p.Seat == seat && !p.IsPing() && len(p.Bases) > 0 && (!p.Activated || p.Overwatch != nil && *p.Overwatch) {
			units = append(units, name(v, rules.Ref{Label: p.Label}))
		}
	}
	for _, slug := range v.Reserve {
		u := v.Cards().Must(slug)
		if _, ok := u.Trait("ambush"); !ok {
			continue
		}
		var from []string
		for _, p := range v.Pieces {
			if p.Seat == seat && p.IsPing() && p.Sig == u.Signature && len(p.Bases) > 0 {
				from = append(from, string(p.Label))
			}
		}
		if s := v.Say("In **Ambush**, which reveals it: %s, out of %s.", u.Name,
			strings.Join(from, ", ")); len(from) > 0 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(units)+len(out) == 0 {
		return v.Text(asks["react"]) + "\n" + v.Text("None of yours can react now.") + askedAlike(v)
	}
	lines := []string{v.Text(asks["react"])}
	if len(units) > 0 {
		lines = append(lines, v.Say("Could react: **%s**.", v.and(units)))
	}
	return strings.Join(append(append(lines, out...), v.Text("downsync.turn.react-binds")), "\n")
}

// moveAsk asks where to by name: the piece that the draft moves, or the only one left.
func moveAsk(c *layout, d draft) string {
	v := c.v
	switch {
	case d.Verb() == rules.Everyone:
		return v.Text("Where do they all go?")
	case d.Verb() == rules.Together:
		return v.Say("Where does all of %s go?", pieceName(c, subject(d.Choice)))
	case subject(d.Choice) != "":
		return v.Say("Where does %s go?", pieceName(c, subject(d.Choice)))
	}
	if len(rules.Movable(c.Ask.Menu)) == 0 {
		return v.Text("All have moved. Next comes the enemy's chance to react.")
	}
	if last, ok := c.Lone(c.Ask.Menu); ok {
		return v.Say("Where does %s go, the last that has not moved?", pieceName(c, subject(last)))
	}
	return v.Text(asks["move"])
}

// name is a piece with its card's name.
func name(v reading, r rules.Ref) string {
	if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
		return r.String() + " " + v.Cards().Must(p.Unit).Name
	}
	return r.String()
}

// byDefault says what happens when the time runs out: the default order, in words.
func (v reading) byDefault(a table.OpenAsk) string {
	order := a.Default.Order()
	if s, ok := lapses[a.Name+": "+order]; ok {
		return v.Text(s)
	}
	if s, ok := lapses[order]; ok {
		return v.Text(s)
	}
	at, err := rules.Read(order)
	if err != nil {
		return order
	}
	c := newLayout(table.Private{}, v, a)
	var values []string
	for _, g := range at.Given() {
		for _, o := range g.Values {
			if g.Slot.Name == "ambush" {
				o = value(c, o)
			}
			values = append(values, o)
		}
	}
	if s, ok := lapsesOfMany[at.Verb()+" …"]; ok && len(values) > 1 {
		return v.Say(s, v.and(values))
	}
	if s, ok := lapses[at.Verb()+" …"]; ok && len(values) > 0 {
		return v.Say(s, values[0])
	}
	if at.Verb() == "reveal" {
		return v.Say("%s is revealed as %s", at.Value("ping"), value(c, at.Value("unit")))
	}
	d, _ := menu.Read(a.Menu, order)
	return spoken(c, d)
}

// and joins names: "A1, A2 and A3".
func (v reading) and(names []string) string {
	if n := len(names) - 1; n > 0 {
		return v.Say("%s and %s", strings.Join(names[:n], ", "), names[n])
	}
	return strings.Join(names, "")
}
