package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/downsync/cards"
	"downsync/game/table"
)

// Questions, what happens if they are not answered, and refusals, in words.

// effects names what a hit does.
var effects = map[cards.Effect]game.Text{cards.Kill: "destroyed", cards.Stun: "stunned"}

// lapses describes default orders; … marks the pieces. Questions have their own words for "done".
var lapses = map[string]game.Text{
	"done": "nothing more is done", "end": "its activation ends", "pass": "you pass", "counter none": "the hit takes effect",
	"boost none": "nothing is boosted", "deploy rest": "the rest is deployed in a line", "first": "you deploy first",
	"designate …": "%s is activated", "done …": "%s ends its move where it is",
	"recover ap": "its Action Point pays", "recover cp": "1 CP pays", "recover cm": "a CM token pays",
	"stay …": "the move of %s is taken back", "declare …": "%s reacts", "activate …": "%s acts",
}

// lapsesOfMany describes those that name several pieces.
var lapsesOfMany = map[string]game.Text{"designate …": "%s are activated", "declare …": "%s react"}

// privateAsk words the question to a seat, on its first line. Its first sentence asks: it is all that a notification shows.
func privateAsk(v wording.Reading, a table.OpenAsk, d draft) string {
	c := newLayout(table.Private{}, v, a)
	switch {
	case d.Verb() == rules.Onward, d.Verb() == rules.Farther:
		return v.Say("Where does %s go on to? That is its activation, which then ends.", pieceName(c, subject(d.Choice)))
	case a.Name == "move", a.Name == "next" && d.Verb() == rules.Everyone:
		return moveAsk(c, d)
	case a.Name == "next" && d.None() && len(idle(c)) == 0 && advice.Sent(a.Menu):
		return v.Text("Move your contacts once more, or end the Turn?")
	case a.Name == "deploy" && d.Value("ping") != "":
		return v.Say("Where is %s put down?", pieceName(c, d.Value("ping")))
	case a.Name == "designate" && forced(c, a.Menu[0].Slots[0]) && len(a.Menu[0].Slots[0].Options) > 1:
		return v.Text("Activate all that you have left? The enemy has nothing more to activate.")
	case a.Name == "react":
		return reactAsk(c)
	case a.Name == "act" && v.Acting != nil:
		p, _ := v.Piece(v.Acting.Label)
		switch {
		case len(a.Menu) == 1: // its end
			return v.Say("End the activation of %s? It has nothing left to do.", wording.Name(v, rules.Ref{Label: p.Label}))
		case p.IsPing():
			return v.Say("Does %s move once more? It is a contact.", p.Label)
		case v.Acting.Left > 0 && len(a.Menu) == 2: // giving it up, and its end
			return v.Say("What does %s do instead? It has %d left of %s, and no target for it.",
				wording.Name(v, p.Ref(v.Acting.By)), v.Acting.Left, wording.ActionName(v.Cards(), v.Acting.Action))
		case v.Acting.Left > 0:
			return v.Say("Which target is next for %s? It has %d left of %s.", wording.Name(v, p.Ref(v.Acting.By)), v.Acting.Left,
				wording.ActionName(v.Cards(), v.Acting.Action))
		}
		return generalAsk(v, "act") + "\n" + wording.InEdition(v.Rules, books.CardText(v.Language, v.Cards(), p.Unit))
	case a.Name == "refresh":
		return refreshAsk(v, a)
	case a.Name == "boost" && len(a.Menu) == 1:
		return v.Text("Go on to the priority rolls? You have nothing to boost them with.")
	case a.Name == "counter" && v.Hit != nil && defenceless(a):
		return v.Say("Let %[1]s be **%[2]s**? %[3]s hits it with %[4]s, and no countermeasure is left.", wording.Name(v, v.Hit.Target),
			v.Text(effects[v.Hit.Effect]), wording.Name(v, v.Hit.By), wording.ActionName(v.Cards(), v.Hit.Action))
	case a.Name == "counter" && v.Hit != nil:
		return v.Say("Use a countermeasure for %[1]s? %[3]s hits it with %[4]s; without one it is **%[2]s**.", wording.Name(v, v.Hit.Target),
			v.Text(effects[v.Hit.Effect]), wording.Name(v, v.Hit.By), wording.ActionName(v.Cards(), v.Hit.Action))
	case a.Name == "recover" && v.Acting != nil:
		r := rules.Ref{Label: v.Acting.Label, N: v.Acting.Recovering}
		return v.Say("What pays for the Stun Token of %s, before it acts?", wording.Name(v, r))
	case a.Name == "identify" && len(v.Identifying) > 0:
		if only, ok := c.Lone(a.Menu); ok && forced(c, only.Slots[0]) {
			u := only.Slots[0].Options[0]
			return v.Say("Reveal %s as the %s? The enemy has found it, and you have no other Unit of its size in Reserve.", wording.List(v.Identifying),
				v.Cards().Must(u).Name) + "\n" + wording.InEdition(v.Rules, books.CardText(v.Language, v.Cards(), u))
		}
		return v.Say("Which Unit is it? The enemy has found %s.", wording.List(v.Identifying))
	case a.Name == "declare" && v.Engagement != nil:
		return v.Say("Which Units react? %d may for nothing, each more costs 1 CP.", v.Engagement.Free)
	}
	return v.Text(questions.Named(a.Name).You)
}

// generalAsk words a question from what everybody sees of it.
func generalAsk(v wording.Reading, ask string) string {
	if ask == "act" && v.Acting != nil {
		return v.Say("What does %s do?", wording.Name(v, rules.Ref{Label: v.Acting.Label}))
	}
	return v.Text(questions.Named(ask).You)
}

// reactAsk names who could react, and says that it binds: an engagement has at least one reacting Unit (R24.5, Q62).
func reactAsk(c *layout) string {
	v, seat, units := c.v, c.Ask.Seat, c.pos.Eligible()
	var out []string
	if len(units) > 0 {
		names := page.Each(units, func(l rules.Label) string { return wording.Name(v, rules.Ref{Label: l}) })
		out = append(out, v.Say("Could react: **%s**.", wording.And(v.Language, names)))
	}
	for _, slug := range ambushes(v, seat) {
		u := v.Cards().Must(slug)
		out = wording.WithNew(out, v.Say("In **Ambush**, which reveals it: %s, out of %s.", u.Name, wording.List(contactsOf(v, seat, u.Signature))))
	}
	switch {
	case v.Passing != "":
		return wording.Paragraph(v.Text("React after all? You pass by a standing answer, which soon answers this for you."), strings.Join(out, "\n"))
	case len(out) == 0:
		return v.Text("Pass? The enemy has moved, and none of yours can react now.") + askedAlike(v)
	}
	return wording.Paragraph(v.Text(questions.Named("react").You), strings.Join(out, "\n"), v.Text("downsync.turn.react-binds"))
}

// contactsOf are the seat's contacts of that size on the table.
func contactsOf(v wording.Reading, seat game.Seat, size cards.Signature) []rules.Label {
	return v.Own(seat, func(p rules.Piece) bool { return p.IsPing() && p.Sig == size })
}

// ambushes are the Units of the Reserve that may react in Ambush, each out of a contact of its size (Q74).
func ambushes(v wording.Reading, seat game.Seat) []string {
	return wording.Those(v.Reserve, func(slug string) bool {
		u := v.Cards().Must(slug)
		_, can := u.Trait("ambush")
		return can && len(contactsOf(v, seat, u.Signature)) > 0
	})
}

// moveAsk asks where the draft's piece goes, or the only one left.
func moveAsk(c *layout, d draft) string {
	v := c.v
	switch {
	case d.Verb() == rules.Everyone:
		return v.Text("Where do they all go?")
	case subject(d.Choice) != "":
		return v.Say("Where does %s go?", pieceName(c, subject(d.Choice)))
	}
	if len(rules.Movable(c.Ask.Menu)) == 0 {
		return v.Text("End the Move phase? All have moved. Next comes the enemy's chance to react.")
	}
	if last, ok := c.Lone(c.Ask.Menu); ok {
		return v.Say("Where does %s go, the last that has not moved?", pieceName(c, subject(last)))
	}
	return v.Text(questions.Named("move").You)
}

// byDefault says what happens when the time runs out.
func byDefault(v wording.Reading, a table.OpenAsk) string {
	order := a.Default.Order()
	if s := questions.Named(a.Name).Default; s != "" && order == "done" {
		return v.Text(s)
	}
	if s := lapses[order]; s != "" {
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
	verb := at.Verb() + " …"
	switch {
	case lapsesOfMany[verb] != "" && len(values) > 1:
		return v.Say(lapsesOfMany[verb], wording.And(v.Language, values))
	case lapses[verb] != "" && len(values) > 0:
		return v.Say(lapses[verb], values[0])
	case at.Verb() == "reveal":
		return v.Say("%s is revealed as %s", at.Value("ping"), value(c, at.Value("unit")))
	}
	d, _ := menu.Read(a.Menu, order)
	return spoken(c, d)
}

// Hints explain a question's rules in small print, for players who meet it for the first time.

// hint says what the answers lead to, or why there is but one; "" if the question says it all.
func hint(v wording.Reading, a table.OpenAsk) string {
	q := questions.Named(a.Name)
	if q.Only != "" && (len(a.Menu) == 1 && !menu.Picks(a.Menu[0]) || defenceless(a)) {
		return v.Text(q.Only) + askedAlike(v)
	}
	var said []string
	if q.Hint != "" && offers(a.Menu, q.HintFor) {
		said = append(said, v.Text(q.Hint))
	}
	if a.Name == "designate" && v.Round == 1 {
		said = append(said, v.Text("downsync.hints.cp-are"))
	}
	if p := actor(v); a.Name == "act" && v.Acting != nil && v.Acting.Left == 0 && !p.IsPing() {
		said = append(said, v.Text("downsync.hints.costs"))
	}
	if odds, harder, ok := v.Try().Counter(rules.Counter{Token: "cm"}); ok && offers(a.Menu, "counter cm") {
		s := v.Say("-# A CM token stops it on a %d or more: %s.", odds.Need, wording.Percent(v.Language, odds))
		if better, _, _ := v.Try().Counter(rules.Counter{Token: "cm", Boost: true}); v.CP.Of(a.Seat) > 0 {
			s += v.Say(" Boosted: %s.", wording.Percent(v.Language, better))
		}
		said = append(said, s+v.When(harder != "", " The weapon makes it harder: %s.", harder)+tokensLeft(v))
		said = append(said, wording.InEdition(v.Rules, v.Text("downsync.hints.counter-turn")))
	}
	return strings.Join(said, "\n")
}

// askedAlike says why a question with one answer comes, if leaving it out would tell a secret.
func askedAlike(v wording.Reading) string {
	return v.When(v.Secrecy != rules.Open, " You are asked all the same, so that the enemy learns nothing from it.")
}

// tokensLeft counts the tokens of the base that is hit: if one fails, another may follow.
func tokensLeft(v wording.Reading) string {
	_, b, _ := v.Base(v.Hit.Target)
	if b.CM == nil || b.Hardened == nil {
		return ""
	}
	return wording.InEdition(v.Rules, v.Say(" Left: CM %d, hardened %d.", *b.CM, *b.Hardened))
}

// Why an action has no such target, when asked.

// denials says for each action of the acting base which targets it lacks, and why: out of reach, or nothing left to pay.
func denials(v wording.Reading, menu game.Menu) string {
	if v.Acting == nil {
		return ""
	}
	by := rules.Ref{Label: v.Acting.Label, N: v.Acting.By}
	if _, b, ok := v.Base(by); ok {
		by.N = b.N
	}
	byAction, denied := map[string][]string{}, map[string]int{}
	var order []string
	for _, d := range v.Denied(by) {
		order = wording.WithNew(order, d.Action)
		byAction[d.Action] = wording.WithNew(byAction[d.Action], bot.RefusalText(v.Language, d.Why))
		denied[d.Action]++
	}
	lines := []string{v.Text("**Not possible now:**")}
	for _, a := range unpaid(v, menu, denied) {
		lines = append(lines, v.Say("• **%s**: it costs %s, and none is left.", a.Name, v.Text(spent[a.Cost])))
	}
	for _, action := range order {
		lines = append(lines, fmt.Sprintf("• **%s**: %s", action, strings.Join(byAction[action], " ")))
	}
	if len(lines) == 1 {
		lines = append(lines, v.Text("Its checks and attacks reach every enemy that they are meant for."))
	}
	return strings.Join(lines, "\n")
}

// spent names the costs that cards print for actions.
var spent = map[string]game.Text{"A": "an Action Point", "C": "a Command Point", "A/C": "an Action Point or a Command Point",
	"A+C": "an Action Point and a Command Point"}

// unpaid returns the actions that have targets in reach but cannot be paid.
func unpaid(v wording.Reading, menu game.Menu, denied map[string]int) []cards.Action {
	p := actor(v)
	if p.Unit == "" || v.Acting.Left > 0 {
		return nil
	}
	pings, units := 0, 0
	for _, q := range v.Pieces {
		switch {
		case q.Seat == p.Seat:
		case q.IsPing():
			pings++
		default:
			units += len(q.Bases)
		}
	}
	there := map[cards.Effect]int{cards.Kill: units, cards.Stun: units, cards.Scan: pings}
	return wording.Those(v.Cards().Must(p.Unit).Actions, func(a cards.Action) bool {
		return !offers(menu, "act "+a.ID) && denied[a.Name] < there[a.Effect]
	})
}

// Question returns the first line of the console's question. Onlookers see no menu, so they read the general question.
func (f play) Question(p table.Private, a table.OpenAsk) string {
	v := wording.Read(f.Reader, p.View, p.Meta)
	if len(a.Menu) == 0 {
		return generalAsk(v, a.Name)
	}
	asked, _, _ := strings.Cut(privateAsk(v, withShortcuts(v, a), draft{}), "\n")
	return page.Unbold(asked)
}
