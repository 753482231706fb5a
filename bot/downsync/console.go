package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	draw "downsync/render/downsync"
)

// Console is a seat's private console.
func (f play) Console(p table.Private, at bot.Page) (wire.Letter, error) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	ask, asked := page.Ask(p, at.Ask)
	ask = withShortcuts(v, ask)
	c := newLayout(p, v, ask)
	c.guided, c.plain = at.Guide != nil, f.Plain
	c.pos.Guided = c.guided
	d, ok := menu.Read(ask.Menu, at.Order)
	if !asked || !ok || !fits(c, d) {
		d = draft{}
	}
	frame := page.Frame{Seat: p.Seat}
	frame.Say(consoleHead(p, v), maxHead)
	facts := p.Facts
	if at.Guide == nil {
		frame.Say(at.Note, maxNote)
	} else {
		facts = facts[at.Guide.News:]
	}
	news := wording.Standing(facts)
	c.news = news[max(0, len(news)-recent):]
	c.newest = v.Headlines(notInHead(p, news))
	frame.Say(strings.Join(c.newest, "\n"), wording.MaxTold)
	turn := wording.OfTurn(facts)
	dice, err := wording.Paint(f.Reader, v).PrivateDice(p.Seat, turn, consoleRolls)
	if err != nil {
		return wire.Letter{}, err
	}
	var below page.Frame
	var shown *draw.Staged
	switch {
	case asked:
		posed(&below, c, d, at, controls(c, d))
		if shown = c.picture(); shown != nil {
			shown.Named = namedIn(v, below.Blocks())
		}
	case p.Result == nil:
		below.Say(waitText(f.Reader, p), maxAsk)
	default:
		below.Say(fates(v), wording.MaxTold)
	}
	pic, err := wording.Paint(f.Reader, v).Private(v.View, shown, v.PrivateNews(p))
	if err != nil {
		return wire.Letter{}, err
	}
	wording.DrawDice(&frame, wording.TellerOf(v).DiceAlt(turn, consoleRolls), page.FileName(), dice.PNG)
	frame.Draw(page.FileName(), pic.PNG, v.Look.Alt(v.View))
	frame.Add(below.Blocks()...)
	frame.Add(c.Rest(page.Foot(f.Language, p, ask, d.String() != "", "Plans")...)...)
	return wire.Letter{Seat: pic.Seat, Message: frame.Message()}, nil
}

// posed shows the question, the answer so far, and the controls. A lesson shows its step and the control to press instead.
func posed(frame *page.Frame, c *layout, d draft, at bot.Page, cs []wire.Block) {
	v, a := c.v, c.Ask
	if g := at.Guide; g != nil {
		frame.Say(g.Tell, maxNote)
		frame.Say(wording.Paragraph(progress(c, d), at.Note+"\n"+c.Lead(d, g.Order, cs)), maxAsk)
	} else {
		asked, rest := brief(privateAsk(v, a, d), mostHeading)
		room := mostText
		if d.Verb() == rules.Everyone { // of each that is moved it is said where to
			room = maxAsk
		}
		done, left := brief(progress(c, d), room)
		limit := page.Limit(v.Language, a, func(a table.OpenAsk) string { return byDefault(v, a) })
		if !d.None() { // an order begun leaves no room for what was read before
			limit = ""
		}
		frame.Say(wording.Paragraph("### "+asked, v.When(d.None(), "%s", again(c)), adviceLine(c, d), toll(c, d), atStake(c, d), done, limit), maxAsk)
		c.more = wording.Paragraph(rest, left)
		if d.None() {
			c.more = wording.Paragraph(c.more, hint(v, a))
		}
		c.more = wording.Paragraph(c.more, v.When(bound(v, c.p, a), "-# Nothing can be taken back now: what was rolled, revealed or answered stays."))
	}
	switch d.Mark {
	case why:
		frame.Say(denials(v, a.Menu), maxWhy)
	case more:
		frame.Say(everything(c, d), maxMore)
	}
	frame.Add(cs...)
	if at.Guide == nil {
		frame.Say(c.StandingNote(), maxAsk)
	}
	if at.Guide == nil && d.Mark != more && d.Mark != why && (c.more != "" || len(c.told()) > len(c.newest) || slices.ContainsFunc(c.newest, cut)) {
		c.PutAside(d.Looking(more), v.Text("Details"))
	}
}

// everything describes the question and what has happened in full, for which a phone has no room.
func everything(c *layout, d draft) string {
	v := c.v
	out := c.more
	if a := actor(v); d.None() && c.Ask.Name == "act" && a.Unit != "" {
		out = wording.Paragraph(out, denials(v, c.Ask.Menu))
	}
	out = wording.Paragraph(out, v.When(len(v.Reserve) > 0, "-# In Reserve: %s", wording.UnitList(v.Cards(), v.Reserve)))
	for _, r := range v.Riders {
		if r.Seat == c.Ask.Seat {
			out = wording.Paragraph(out, aboard(v, r))
		}
	}
	return wording.Paragraph(out, wording.TellerOf(v).Page().Newest(c.told(), recentLines, wording.MaxNews))
}

// fits reports whether the draft answers the question and leaves something to choose or to think about.
func fits(c *layout, d draft) bool {
	return d.None() && (d.Mark == why || d.Mark == more) || !d.None() && c.Open(d)
}

func consoleHead(p table.Private, v wording.Reading) string {
	if p.Result != nil {
		return v.Say("## You are %s: match over, %s", bot.SideName(p.Seat), ownOutcome(v.Language, *p.Result, p.Seat)) + "\n" +
			v.Say("Victory Points: you %d, your opponent %d.", v.VP.Of(p.Seat),
				v.VP.Of(3-p.Seat)) + endedIn(v) + "\n" + lastScore(v, p.Facts)
	}
	lines := []string{v.Say("## You are %s", bot.SideName(p.Seat)) + v.When(v.Round > 0, " · Round %d, Turn %d", v.Round, v.Turn),
		v.Say("VP %d to %d (%d win) · CP %d of %d", v.VP.Of(p.Seat), v.VP.Of(3-p.Seat), v.Mission().Win, v.CP.Of(p.Seat), v.CPMax)}
	lines = append(lines, v.When(v.Countering, "🛡️ Your countermeasures are automatic this Turn."))
	return wording.Paragraph(append(lines, v.When(v.Passing != "", "🔕 %s", v.Text(wording.PassingFor[v.Passing])))...)
}

// lastScore tells when and how somebody scored last.
func lastScore(v wording.Reading, facts []game.Fact) string {
	at := scoredLast(facts)
	if at < 0 || v.VP == (rules.Both{}) { // by a ruling, or it was taken back
		return ""
	}
	turn := 0
	if began, ok := facts[wording.TurnBegan(facts[:at])].(rules.TurnBegan); ok {
		turn = began.Turn
	}
	return v.Say("Turn %d: %s", turn, wording.TellerOf(v).Scored(facts[at].(rules.Scored)))
}

// scoredLast is where somebody scored last, -1 if nobody has.
func scoredLast(facts []game.Fact) int {
	for i, f := range slices.Backward(facts) {
		if f, ok := f.(rules.Scored); ok && f.VP > 0 {
			return i
		}
	}
	return -1
}

// notInHead drops from a finished match's news what its head says: how it ended, and who scored last.
func notInHead(p table.Private, news []game.Fact) []game.Fact {
	if p.Result == nil {
		return news
	}
	last := scoredLast(news)
	var out []game.Fact
	for i, f := range news {
		if _, ended := f.(rules.Ended); !ended && i != last {
			out = append(out, f)
		}
	}
	return out
}

// ownOutcome says how the match ended for the seat.
func ownOutcome(t lang.Language, r game.Result, s game.Seat) string {
	switch mine, other := r.Rank[s-1], r.Rank[2-s]; {
	case mine == other:
		return wording.Undecided(t, r)
	case mine < other:
		return strings.TrimSpace(t.Say("you win %s", t.Text(wording.Whys[r.Why])))
	case r.Why == "wipe-out":
		return t.Text("you lose: your whole force is out of play")
	}
	return strings.TrimSpace(t.Say("you lose %s", t.Text(wording.Whys[r.Why])))
}

// progress says how far the answer has come.
func progress(c *layout, d draft) string {
	if d.None() {
		switch c.Ask.Name {
		case "designate", "reveal":
			return c.onset()
		case "deploy":
			_, vip := c.v.VIP(c.Ask.Seat)
			return c.v.When(len(c.fronts) > 0 && vip, "The main button deploys everyone forward and leaves your VIP unguarded.")
		}
		if d, label := proposal(c); label != "" && len(c.going) == 0 {
			return wording.Paragraph(c.proposedAs(label, c), c.v.When(d.Verb() != rules.Everyone, "%s", begun(c, d)))
		}
		return ""
	}
	return wording.Paragraph(begun(c, d), c.Sure(d.Choice), revealText(c, d))
}

// toll says what a move takes of the stunned Units that it moves (Q58), in an edition in which they are not asked how they pay (V16).
func toll(c *layout, d draft) string {
	if c.Ask.Name != "move" || rules.EditionNamed(c.v.Rules).Recovering() {
		return ""
	}
	if d.None() {
		d, _ = proposal(c)
	}
	var stunned []rules.Label
	for _, s := range stagedSteps(c, d) {
		if _, b, ok := c.v.Base(s.Ref); ok && b.Stun {
			stunned = wording.WithNew(stunned, s.Ref.Label)
		}
	}
	return c.v.When(len(stunned) > 0, "⚠️ Stunned: %s. The move takes the place of an action in this Turn.", wording.List(stunned))
}

// mostLines is how many reveals have a line each; more share one line.
const mostLines = 2

// begun describes the draft: what a move leads to, or what was chosen.
func begun(c *layout, d draft) string {
	v := c.v
	if d.Verb() == rules.Everyone {
		return marchText(c, d)
	}
	if m, ok := readMove(v, c.Ask.Menu, d); ok {
		if !m.Has {
			return ""
		}
		text, _ := trial(c, d)
		return text
	}
	if c.Sure(d.Choice) != "" {
		return ""
	}
	if all := reveals(d); len(all) > mostLines {
		return wording.Paragraph("**"+strings.Join(page.Each(all, func(r rules.Reveal) string { return v.Say("%s as %s", r.Ping, value(c, r.As)) }), ", ")+"**", clash(c, all))
	} else if len(all) > 0 {
		return wording.Paragraph(append(page.Each(all, func(r rules.Reveal) string {
			return v.Say("**%s becomes a %s**", pieceName(c, string(r.Ping)), value(c, r.As))
		}), clash(c, all))...)
	}
	said := spoken(c, d)
	_, hidden := chance(c, d, false)
	return wording.Paragraph("**"+said+"**", v.When(hidden, "-# A chance from … to … depends on tokens that the enemy may have hidden."))
}

// spoken words an order, whole or begun: the action, then what was chosen for it.
func spoken(c *layout, d draft) string {
	v := c.v
	var chosen []string
	more := ""
	for _, g := range d.Given() {
		switch {
		case g.Slot.IsFlag():
			more += v.Text(", boosted (1 CP)")
		case g.Slot.IsFree():
			chosen = append(chosen, v.Say("at %s", strings.Join(g.Values, "; ")))
		default:
			chosen = append(chosen, page.Each(g.Values, func(o string) string { return value(c, o) })...)
		}
	}
	if len(chosen) == 0 {
		return c.label(d.Choice) + more
	}
	return c.label(d.Choice) + ": " + strings.Join(chosen, ", ") + more
}

// revealText returns the card of the Unit that a draft reveals. A lesson says itself what is worth knowing of it, on one screen.
func revealText(c *layout, d draft) string {
	v := c.v
	if c.guided {
		return ""
	}
	slug, _, _ := strings.Cut(d.Value("ambush"), "@")
	if d.Verb() == "reveal" {
		slug = d.Value("unit")
	}
	u, ok := v.Cards().Find(slug)
	if !ok {
		return ""
	}
	text := wording.InEdition(v.Rules, books.CardText(v.Language, v.Cards(), u.Slug))
	if u.Infantry() {
		text += "\n-# " + v.Text("Its bases are put down around the contact.")
	}
	return text
}

// waitText says who is asked. Only the player's own console says that their sealed answer is in.
func waitText(f wording.Reader, p table.Private) string {
	head := f.Text("### Nothing to do right now")
	own := slices.IndexFunc(p.Asked, func(a table.Asked) bool { return a.Seat == p.Seat })
	if own >= 0 && !p.Asked[own].Window {
		head = f.Text("downsync.turn.sealed-in")
	} else if own >= 0 {
		head = f.Text("downsync.turn.answer-in")
		if !p.Closes.IsZero() {
			head = f.Say("downsync.turn.closes-at", p.Closes.Unix())
		}
	}
	others := wording.Those(p.Asked, func(a table.Asked) bool { return a.Seat != p.Seat })
	return wording.Paragraph(append([]string{head}, page.Asked(f.Language, p.Meta, others, questions)...)...)
}

// bound reports whether the seat is in its own Turn and can take nothing back.
func bound(v wording.Reading, p table.Private, ask table.OpenAsk) bool {
	return !p.CanUndo && !ask.Standing && v.Active == p.Seat && slices.Contains([]rules.Phase{rules.Revealing, rules.Moving, rules.Activating}, v.Phase)
}
