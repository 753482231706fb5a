package downsync

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// Words of choices: labels for those without a piece, verbs to go before a piece.
var (
	labels = map[string]game.Text{
		"next": "Go on", "first": "I deploy first", "second": "The other side deploys first", "deploy rest": "Deploy the rest in a line",
		"react": "React", "pass": "Pass", "boost none": "No boost", "drop": "Give up the rest, do something else", "end": "End this activation",
		"counter cm": "Use one CM", "counter hardened": "Use the hardened CM", "counter none": "Let it happen", counterTurn: "CM for the whole Turn",
		"act move": "Move", "act overwatch": "Take Overwatch", "deploy": "Deploy a contact", "concede": "Concede the match",
		"designate": "Name the Taskforce", "join": "Add Units", "declare": "Declare Units", "boost": "Boost",
		"join ambush": "Ambush", "declare ambush": "Ambush", "standing pass": "Pass reaction windows for me",
		"draw": "Offer a draw, or agree to one", "standing off": "Ask me about reactions again", "recover ap": "Pay with its Action Point",
		"recover cp": "Pay 1 CP",
		"recover cm": "Pay with a CM token", "recover hardened": "Pay with a hardened CM",
	}
	verbs = map[string]game.Text{"move": "Move %s", rules.Onward: "Move %s once more", rules.Farther: "Move %s with its action", rules.Together: "Move all of %s together",
		"reveal": "Reveal %s", "activate": "Activate %s", "hold": "Hold with %s", "refresh": "Refresh %s",
		"plan": "Plan for %s", "stay": "Take back the move of %s", "done": "Done with %s"}
	// passLabels say for how long reaction windows are passed.
	passLabels = map[string]game.Text{"turn": "This Turn", "round": "This Round", "until-change": "Until a Unit of mine changes"}
	// compass are the eight ways, clockwise from north.
	compass = []game.Text{"North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"}
	// manyOf labels the selects that take several values.
	manyOf  = map[string]game.Text{"reveals": "Reveal up to %d, each as what?", "pieces": "Or only some of the %d", "units": "Choose up to %d {Unit|Units}"}
	holders = map[string]game.Text{"unit": "Choose the Unit", "target": "Choose the target", "ping": "Choose the contact",
		"until": "For how long are reaction windows passed?", "lender": "Choose who lends the token",
		"unstun": "Choose the bases to free of stun", "pay": "Choose what to pay for"}
)

// The names of choices and values, and their most important properties.

// Placeholder labels a closed select. For a target it names the action.
func (c *layout) Placeholder(d draft, s game.Slot) string {
	switch {
	case s.Name == "target" && c.v.Acting != nil && d.Verb() == "act":
		p, _ := c.v.Piece(c.v.Acting.Label)
		return c.v.Say("%s of %s: which target?", c.priced(d.Value("use")), p.Ref(actingBase(c.v, d)))
	case manyOf[s.Name] != "" && s.Max > 1:
		return c.v.Say(manyOf[s.Name], s.Max)
	case s.Max > 1 && s.Min == s.Max:
		return c.v.Say("Choose all %d", s.Max)
	case s.Max > 1:
		return c.v.Say("Choose %d to %d", max(1, s.Min), s.Max)
	case s.Name == "reveals":
		return c.v.Text("Reveal it as…")
	case holders[s.Name] != "":
		return c.v.Text(holders[s.Name])
	}
	return c.v.Text("Choose")
}

// confirm labels the button that plays a staged order.
func confirm(d draft) game.Text {
	switch {
	case d.Has("ambush"):
		return "Reveal it in Ambush"
	case d.Value("use") == "scan":
		return "Scan"
	}
	return cmp.Or(confirms[d.Verb()], "Do it")
}

var confirms = map[string]game.Text{rules.Onward: "Move there, then end activation", rules.Farther: "Move there, then end activation", "move": "Move there", rules.Together: "Move there",
	"act move": "Move there", "deploy": "Deploy there", "reveal": "Reveal it", rules.Several: "Reveal them", "act": "Attack"}

func (c *layout) label(ch order.Choice) string {
	if ch.Words == (rules.Boost{}).Order() && len(c.Ask.Menu) == 1 {
		return c.v.Text("Go on without a boost")
	}
	for _, words := range []string{menu.Opening(c.Ask.Menu, ch), ch.Words} {
		if l, ok := labels[words]; ok {
			return wording.InEdition(c.v.Rules, c.v.Text(l))
		}
	}
	with := ""
	if by := ch.Value("by"); by != "" {
		with = " " + c.v.Say("with base %s", by)
	}
	switch {
	case ch.Verb == "mount":
		return c.v.Say("%s rides in the %s", value(c, ch.Value("unit")), value(c, ch.Value("transport")))
	case ch.Words == "done" && questions.Named(c.Ask.Name).Done != "":
		waiting := page.Each(wording.Those(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == "activate" }), subject)
		if s := c.v.Say("End the Turn without %s", strings.Join(waiting, ", ")); len(waiting) > 0 && utf8.RuneCountInString(s) <= menu.LongestButton {
			return s
		}
		switch {
		case c.Ask.Name == "move" && len(rules.Movable(c.Ask.Menu)) > 0 && c.nobodyMoved():
			return c.v.Text("Move nobody")
		case c.Ask.Name == "reveal" && !c.guided && c.advancing() != nil:
			return c.v.Text("Reveal none, ask how to move")
		}
		return c.v.Text(questions.Named(c.Ask.Name).Done)
	case ch.Verb == "act":
		return c.priced(ch.Value("use")) + with
	case ch.Verb == "act move":
		return c.v.Text(labels[ch.Verb]) + with
	case verbs[ch.Verb] != "" && subject(ch) != "":
		return c.v.Say(verbs[ch.Verb], pieceName(c, subject(ch)))
	}
	return ch.Words
}

// priced is an action's name with what it costs, where that is not just the Action Point that every activation has.
func (c *layout) priced(id string) string {
	name := wording.ActionName(c.v.Cards(), id)
	u, ok := c.v.Cards().Find(actor(c.v).Unit)
	if !ok || c.v.Acting.Left > 0 { // paid already
		return name
	}
	a, _ := u.Action(id)
	return name + c.v.When(a.Cost != "", costs[a.Cost])
}

// costs say what an action of a card takes, by the card's letters.
var costs = map[string]game.Text{"C": " (1 CP)", "A+C": " (AP and 1 CP)", "A/C": " (AP or 1 CP)", "FREE": " (free)"}

// Label names a choice. On a button it leaves out a piece's name if that is too long.
func (c *layout) Label(ch order.Choice, short bool) string {
	s := c.label(ch)
	if c.Ask.Name == "counter" && short {
		return s + c.stops(ch.Words)
	}
	if short && utf8.RuneCountInString(s) > menu.LongestButton && len(ch.Given) == 1 && verbs[ch.Verb] != "" {
		return c.v.Say(verbs[ch.Verb], subject(ch))
	}
	return s
}

// Note returns an action's figures, or a shortcut's orders.
func (c *layout) Note(ch order.Choice) string {
	if ch.Verb == rules.Farther {
		return c.v.Text("Its Move Action; its activation ends with it.")
	}
	if c.v.Acting == nil {
		return ""
	}
	p, _ := c.v.Piece(c.v.Acting.Label)
	if u, ok := c.v.Cards().Find(p.Unit); ok {
		if a, ok := u.Action(ch.Value("use")); ok {
			return books.ActionText(c.v.Language, c.v.Cards(), a)
		}
	}
	return ""
}

// Value names a value and says what matters about it.
func (c *layout) Value(d draft, _ order.Slot, o string) (label, note string) {
	if unit, ping, ok := strings.Cut(o, "@"); ok && d.Verb() == rules.Several {
		return c.v.Say("%s as %s", ping, value(c, unit)), valueNote(c, d, unit)
	}
	return value(c, o), valueNote(c, d, o)
}

// pieceName returns a label with what the reader knows of the piece.
func pieceName(c *layout, ref string) string {
	r, err := rules.ParseRef(ref)
	if err != nil {
		return ref
	}
	p, ok := c.v.Piece(r.Label)
	switch {
	case !ok:
		return ref
	case !p.IsPing():
		return ref + " " + c.v.Cards().Must(p.Unit).Name
	case p.Plan != "":
		return c.v.Say("%s (%s, plan: %s)", ref, c.v.Text(wording.Contacts[p.Sig]), c.v.Cards().Must(p.Plan).Name)
	}
	return c.v.Say("%s (%s)", ref, c.v.Text(wording.Contacts[p.Sig]))
}

// value names an option's value.
func value(c *layout, o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return u.Name
	}
	if m, ok := cards.Means(o); ok {
		return c.v.Say("%s (1 CP)", m.Name)
	}
	if unit, ping, ok := strings.Cut(o, "@"); ok {
		if u, known := c.v.Cards().Find(unit); known {
			return c.v.Say("Ambush: %s out of %s", u.Name, pieceName(c, ping))
		}
	}
	switch {
	case passLabels[o] != "":
		return c.v.Text(passLabels[o])
	case o == "none":
		return c.v.Text("Nothing in particular")
	case strings.Trim(o, "0123456789") == "":
		return c.v.Say("Base %s (1 CP)", o)
	case strings.Trim(o, "0123456789,") == "":
		return c.v.Say("Bases %s (%d CP)", strings.ReplaceAll(o, ",", ", "), strings.Count(o, ",")+1)
	}
	if _, err := rules.ParseRef(o); err != nil {
		return wording.ActionName(c.v.Cards(), o)
	}
	return pieceName(c, o)
}

// valueNote says what matters about a value: a card's figures, or a target's distance and the chance against it.
func valueNote(c *layout, d draft, o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return books.Stats(c.v.Language, u)
	}
	r, err := rules.ParseRef(o)
	if o == "until-change" {
		return c.v.Text("until one of them appears, is lost or stunned, or can react again or no more")
	}
	if err == nil && d.Verb() == "deploy" {
		if _, b, ok := c.v.Base(r); ok {
			return c.v.Say("stands in %s", wording.SquareName(int(b.X)/wording.GridStep, int(b.Y)/wording.GridStep))
		}
		return ""
	}
	if err == nil && (d.Verb() == "declare" || d.Verb() == "join" || d.Verb() == "react") {
		return reachNote(c, r)
	}
	if err != nil || d.Verb() != "act" || c.v.Acting == nil {
		return ""
	}
	by := rules.Ref{Label: c.v.Acting.Label, N: actingBase(c.v, d)}
	_, mine, _ := c.v.Base(by)
	_, its, ok := c.v.Base(r)
	if !ok {
		return ""
	}
	by.N = mine.N
	s := c.v.Say("%s\" away", plane.Gap(mine.Disc(), its.Disc()))
	if odds, ok := c.v.Try().Act(by, d.Value("use"), r, false); ok {
		s += c.v.Say(", needs %d on 2d6: %s", odds.Need, wording.Percent(c.v.Language, odds))
	}
	return s
}

// reachNote says how near the nearest enemy is, and how far the Unit's weapons reach.
func reachNote(c *layout, r rules.Ref) string {
	near, gap, far, ok := c.pos.NearestTo(r.Label)
	switch {
	case !ok:
		return ""
	case far == 0:
		return c.v.Say("nearest enemy %s at %s\", reaches any distance", near, gap)
	}
	return c.v.Say("nearest enemy %s at %s\", reaches %d\"", near, gap, far)
}

// chance returns the odds of a check or attack, "" for other orders. hidden means that they depend on hidden tokens.
func chance(c *layout, d draft, boost bool) (text string, hidden bool) {
	if d.Verb() != "act" || d.Value("target") == "" || c.v.Acting == nil {
		return "", false
	}
	by := rules.Ref{Label: c.v.Acting.Label, N: actingBase(c.v, d)}
	if odds, ok := c.v.Try().Act(by, d.Value("use"), rules.RefIn(d.Partial, "target"), boost); ok {
		return wording.Percent(c.v.Language, odds), odds.Low != odds.High
	}
	return "", false
}

func actingBase(v wording.Reading, d draft) int {
	if d.Value("by") != "" {
		return rules.RefIn(d.Partial, "by").N
	}
	return v.Acting.By
}
