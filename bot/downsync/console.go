package downsync

import (
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// Texts of a console have bounds of their own, in characters, so that together they stay under Discord's 4,000.
const (
	maxNote = 1000
	maxNews = 900
	maxAsk  = 1200
	maxHead = 500
)

// Console is a seat's private console.
func (f Forms) Console(p table.Private, at bot.Page) (bot.Letter, error) {
	v := reads(f, p.View, p.Meta)
	ask, asked := page.Ask(p, at.Ask)
	ask = withShortcuts(v, ask)
	c := newLayout(p, v, ask)
	d, ok := menu.Read(ask.Menu, at.Order)
	if !asked || !ok || !fits(c, d) {
		d = draft{}
	}
	pic, err := paint(f, v).Private(v.View, staged(v, ask.Menu, d))
	if err != nil {
		return bot.Letter{}, err
	}
	if pic.Seat != p.Seat {
		return bot.Letter{}, fmt.Errorf("a picture of seat %d for seat %d", pic.Seat, p.Seat)
	}
	frame := page.Frame{Seat: p.Seat}
	frame.Say(consoleHead(p, v), maxHead)
	facts := p.Facts
	if at.Guide == nil {
		frame.Say(at.Note, maxNote)
	} else {
		facts = facts[at.Guide.News:]
	}
	news, told := v.standing(facts), of(v).page()
	frame.Say(told.Newest(told.Told(news[max(0, len(news)-recent):]), recentLines, maxNews), maxNews)
	frame.Draw(page.FileName(), pic.PNG, v.look.Alt(v.View))
	if err := privateDice(f, v, p.Seat, facts, &frame); err != nil {
		return bot.Letter{}, err
	}
	switch {
	case asked:
		frame.Add(posed(c, d, at)...)
	case p.Result == nil:
		frame.Say(waitText(f, p), maxAsk)
	}
	frame.Add(page.Foot(f.lang, p, ask, d.String() != "", "Plans, passing, conceding"))
	return bot.Letter{Seat: p.Seat, Message: frame.Message()}, nil
}

// posed are the question, how far its answer has come, and the controls to answer it. A lesson's page says instead of the
// question what the step is about, and which control to press.
func posed(c *layout, d draft, at bot.Page) []bot.Block {
	v, a := c.v, c.Ask
	cs, fresh := controls(c, d), d.String() == ""
	texts := []string{"### " + privateAsk(v, a, d) + "\n" + progress(c, d) + page.Limit(v.Language, a, v.byDefault)}
	if s := hint(v, a); s != "" && fresh {
		texts = append(texts, s)
	}
	if g := at.Guide; g != nil {
		texts = []string{bot.Clip(g.Tell, maxNote), progress(c, d) + at.Note + "\n" + c.Lead(d, g.Order, cs)}
	}
	if d.Mark == why {
		texts = append(texts, bot.Clip(denials(v, a.Menu), maxWhy))
	}
	var blocks []bot.Block
	for _, s := range texts {
		blocks = append(blocks, bot.Text(bot.Clip(strings.TrimSpace(s), maxAsk)))
	}
	if blocks = append(blocks, cs...); at.Guide == nil && fresh && bound(v, c.p, a) {
		blocks = append(blocks, bot.Text("-# "+v.Text("Nothing can be taken back now: what was rolled, revealed or answered stays.")))
	}
	return blocks
}

// The news of a console: the last lines of the last facts.
const recent, recentLines = 24, 6

// fits tells whether the draft belongs to what is asked, and there is something left to choose or to think about.
func fits(c *layout, d draft) bool {
	return d.None() && d.Mark == why || !d.None() && c.Open(d)
}

func consoleHead(p table.Private, v reading) string {
	if p.Result != nil {
		return v.Say("## You are %s: match over, %s", letter(p.Seat), ownOutcome(v.Language, *p.Result, p.Seat)) + "\n" +
			v.Say("Victory Points: you %d, your opponent %d.", v.VP.Of(p.Seat),
				v.VP.Of(3-p.Seat)) + endedIn(v) + "\n" + strings.TrimSpace(lastScore(v, p.Facts)+"\n"+opened(v))
	}
	head := v.Say("## You are %s", letter(p.Seat))
	if v.Round > 0 {
		head += v.Say(" · Round %d, Turn %d", v.Round, v.Turn)
	}
	head += "\n" + v.Say("VP %d to %d (%d win) · CP %d of %d", v.VP.Of(p.Seat), v.VP.Of(3-p.Seat), rules.VPToWin, v.CP.Of(p.Seat), v.CPMax)
	if s := lastScore(v, p.Facts); s != "" {
		head += "\n-# " + s
	}
	if len(v.Reserve) > 0 {
		head += "\n" + v.Say("-# In Reserve: %s", unitList(v.Cards(), v.Reserve))
	}
	for _, r := range v.Riders {
		if r.Seat == p.Seat {
			head += "\n" + aboard(v, r)
		}
	}
	if v.Passing != "" {
		head += "\n" + v.Say("🔕 %s", v.Text(passingFor[v.Passing]))
	}
	return head
}

// lastScore tells how the score came to be what it is, as of the last time that it changed.
func lastScore(v reading, facts []game.Fact) string {
	turn, last := 0, ""
	for _, f := range facts {
		switch f := f.(type) {
		case rules.TurnBegan:
			turn = f.Turn
		case rules.Scored:
			if f.VP > 0 {
				last = v.Say("Turn %d: %s", turn, of(v).scored(f))
			}
		}
	}
	if v.VP == (rules.Both{}) { // by a ruling, or it was taken back
		return ""
	}
	return last
}

// aboard says which Unit rides where.
func aboard(v reading, r rules.Rider) string {
	unit := v.Cards().Must(r.Unit)
	if carrier, ok := v.Piece(r.In); ok {
		return v.Say("-# Aboard %[2]s %[3]s: %[1]s", unit.Name, r.In, v.Cards().Must(carrier.Unit).Name)
	}
	return v.Say("-# Riding in a transport that is not revealed: %s", unit.Name)
}

// ownOutcome is how the match ended for the seat.
func ownOutcome(t lang.Language, r game.Result, s game.Seat) string {
	switch mine, other := r.Rank[s-1], r.Rank[2-s]; {
	case mine == other:
		return t.Text("a draw")
	case mine < other:
		return strings.TrimSpace(t.Say("you win %s", t.Text(whys[r.Why])))
	case r.Why == "wipe-out":
		return t.Text("you lose: your whole force is out of play")
	}
	return strings.TrimSpace(t.Say("you lose %s", t.Text(whys[r.Why])))
}

// progress says how far the answer has come, each line with its end.
func progress(c *layout, d draft) string {
	if d.None() {
		return ""
	}
	out := ""
	for _, s := range []string{begun(c, d), c.Sure(d.Choice), revealText(c.v, d)} {
		if s != "" {
			out += s + "\n"
		}
	}
	return out
}

// begun says what the draft has come to: of moves what they lead to, of other orders what was chosen.
func begun(c *layout, d draft) string {
	v := c.v
	if d.Verb() == rules.Everyone {
		return marchText(v, c.Ask.Menu, d)
	}
	if m, ok := readMove(v, c.Ask.Menu, d); ok {
		if !m.has || m.deploy {
			return ""
		}
		text, _ := trial(c, d)
		return text
	}
	if c.Sure(d.Choice) != "" {
		return ""
	}
	said := spoken(c, d)
	if d.Verb() == "reveal" && d.Value("unit") != "" {
		said = v.Say("%s is revealed as %s", pieceName(c, subject(d.Choice)), value(c, d.Value("unit")))
	}
	text := "**" + said + "**"
	if _, hidden := chance(c, d, false); hidden {
		text += "\n" + v.Text("-# A chance from … to … depends on tokens that the enemy may have hidden.")
	}
	return text
}

// spoken is an order, whole or begun, as a player says it: what is done, then what was chosen for it.
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
			for _, o := range g.Values {
				chosen = append(chosen, value(c, o))
			}
		}
	}
	if s := c.label(d.Choice); len(chosen) == 0 {
		return s + more
	} else {
		return s + ": " + strings.Join(chosen, ", ") + more
	}
}

// revealText is the card of the Unit that a draft reveals.
func revealText(v reading, d draft) string {
	slug, _, _ := strings.Cut(d.Value("ambush"), "@")
	if d.Verb() == "reveal" {
		slug = d.Value("unit")
	}
	u, ok := v.Cards().Find(slug)
	if !ok {
		return ""
	}
	if u.Infantry() {
		return inEdition(v.Rules, cardText(v.Language, v.Cards(), u.Slug)) + "\n-# " + v.Text("Its bases are put down around the contact.")
	}
	return inEdition(v.Rules, cardText(v.Language, v.Cards(), u.Slug))
}

// waitText says who is asked, when the seat is not; of a window and of what both answer unseen that its own answer is in: the
// card for everybody does not tell that.
func waitText(f Forms, p table.Private) string {
	lines := []string{f.lang.Text("### Nothing is asked of you")}
	others := slices.Clone(p.Asked)
	for i, a := range p.Asked {
		switch {
		case a.Seat != p.Seat:
			continue
		case !a.Window:
			lines[0] = f.lang.Text("downsync.turn.sealed-in")
		case a.By.IsZero():
			lines[0] = f.lang.Text("downsync.turn.answer-in")
		default:
			lines[0] = f.lang.Text("downsync.turn.answer-in") + f.lang.Say(" It closes <t:%d:R> at the latest.", a.By.Unix())
		}
		others = slices.Delete(others, i, i+1)
		break
	}
	return strings.Join(append(lines, page.Asked(f.lang, p.Meta, others, publicAsk)...), "\n")
}

// bound tells whether the seat is in its own Turn and nothing of that can be taken back.
func bound(v reading, p table.Private, ask table.OpenAsk) bool {
	return !p.CanUndo && !ask.Standing && v.Active == p.Seat && slices.Contains([]rules.Phase{rules.Revealing, rules.Moving, rules.Activating}, v.Phase)
}
