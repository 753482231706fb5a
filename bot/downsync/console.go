package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game/downsync/cards"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Console is a seat's private console.
func (f Forms) Console(p table.Private, draft, note string) (bot.Letter, error) {
	v := view(p.View)
	if draft != "" && !fits(p, draft) {
		draft = ""
	}
	pic, err := draw.Private(v, staged(v, draft))
	if err != nil {
		return bot.Letter{}, err
	}
	if pic.Seat != p.Seat {
		return bot.Letter{}, fmt.Errorf("a picture of seat %d for seat %d", pic.Seat, p.Seat)
	}
	blocks := []bot.Block{bot.Text(consoleHead(p, v))}
	if note != "" {
		blocks = append(blocks, bot.Text(note))
	}
	if news := recent(p); news != "" {
		blocks = append(blocks, bot.Text(news))
	}
	blocks = append(blocks, bot.Picture{File: 0, Alt: draw.Alt(v)})
	ask, ok := mainAsk(p)
	if ok {
		blocks = append(blocks, bot.Text(askText(p, v, ask, draft)))
		blocks = append(blocks, controls(p, v, ask, draft)...)
	} else if p.Result == nil {
		blocks = append(blocks, bot.Text(waitText(p)))
	}
	blocks = append(blocks, foot(p, v, draft)...)
	m := bot.Message{Files: []bot.File{{Name: fileName(), Data: pic.PNG}},
		Blocks: []bot.Block{bot.Box{Accent: accents[p.Seat], Blocks: blocks}}}
	return bot.Letter{Seat: p.Seat, Message: m}, nil
}

// mainAsk is the question that holds the match up, if the seat is asked one.
func mainAsk(p table.Private) (table.OpenAsk, bool) {
	for _, a := range p.Asks {
		if !a.Standing {
			return a, true
		}
	}
	return table.OpenAsk{}, false
}

func consoleHead(p table.Private, v rules.View) string {
	head := fmt.Sprintf("## You are %s", side(p.Seat))
	if v.Result != nil {
		return head + " — match over"
	}
	if v.Round > 0 {
		head += fmt.Sprintf(" · Round %d, Turn %d", v.Round, v.Turn)
	}
	return head + fmt.Sprintf("\nVP %d to %d · CP %d of %d", v.VP.Of(p.Seat), v.VP.Of(3-p.Seat), v.CP.Of(p.Seat), v.CPMax)
}

// recent is what the seat was told since the last question it could see coming: the last few lines.
func recent(p table.Private) string {
	const facts = 14
	return tellLast(p.Facts[max(0, len(p.Facts)-facts):], 6)
}

// askText says what is asked, by when, and what happens if nothing is answered.
func askText(p table.Private, v rules.View, a table.OpenAsk, draft string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s", privateAsk(v, a))
	if draft != "" {
		fmt.Fprintf(&b, "\n`%s` …", draft)
		if s := trial(v, draft); s != "" {
			b.WriteString("\n" + s)
		}
	}
	if a.By.IsZero() {
		return b.String()
	}
	fmt.Fprintf(&b, "\n-# Until <t:%d:R>. If you do nothing: `%s`.", a.By.Unix(), a.Default.Order())
	return b.String()
}

func waitText(p table.Private) string {
	var who []string
	for _, a := range p.Asked {
		who = append(who, "<@"+string(p.Meta.Users[a.Seat-1])+"> "+publicAsk[a.Name])
	}
	return "### Nothing is asked of you\n" + strings.Join(who, "\n")
}

// foot holds what may be done at any time.
func foot(p table.Private, v rules.View, draft string) []bot.Block {
	var row bot.Row
	if draft != "" {
		if ask, ok := mainAsk(p); ok {
			if id, fits := bot.CustomID(bot.ControlDraft, p.ID, ask.ID, ""); fits {
				row = append(row, bot.Button{ID: id, Label: "Back"})
			}
		}
	}
	if p.CanUndo {
		row = append(row, bot.Button{ID: bot.ControlUndo + "|" + string(p.ID), Label: "Take back my last step"})
	}
	if len(row) == 0 {
		return nil
	}
	return []bot.Block{row}
}

// cardText is a Unit card in a few lines; what is not played yet is said so.
func cardText(slug string) string {
	u, ok := cards.Find(slug)
	if !ok {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s) · %s", u.Name, u.Type, stats(u))
	for _, a := range u.Actions {
		fmt.Fprintf(&b, "\n• %s", actionText(a))
	}
	var traits []string
	for _, t := range u.Traits {
		m, _ := cards.Means(t.ID)
		name := m.Name
		if cards.Pending(t.ID) {
			name += " (not in play yet)"
		}
		traits = append(traits, name)
	}
	if len(traits) > 0 {
		fmt.Fprintf(&b, "\n-# %s", strings.Join(traits, ", "))
	}
	return b.String()
}

func stats(u *cards.Unit) string {
	s := fmt.Sprintf("SPD %d", u.Spd)
	if u.Scan != nil {
		s += fmt.Sprintf(" SCAN %d", *u.Scan)
	}
	s += fmt.Sprintf(" TARG %d DEF %d CM ", u.Targ, u.Def)
	if u.CM == nil {
		s += "-"
	} else {
		s += fmt.Sprint(*u.CM)
	}
	if u.Hardened > 0 {
		s += fmt.Sprintf("+%d", u.Hardened)
	}
	if u.Infantry() {
		s += fmt.Sprintf(", %d bases", u.InfantryBases)
	}
	return s
}

func actionText(a cards.Action) string {
	if a.Effect == cards.Special {
		s := a.Name + " (" + a.Cost + ")"
		if cards.Pending(a.ID) {
			s += " – not in play yet"
		}
		return s
	}
	reach := fmt.Sprintf("%d\"", a.Range)
	if a.Unlimited {
		reach = "any range"
	}
	s := fmt.Sprintf("%s (%s): %s, %s, ROF %d", a.Name, a.Cost, strings.ToUpper(string(a.Effect)), reach, a.ROF)
	if a.OnlyVs != "" {
		s += ", against " + a.OnlyVs
	}
	for _, t := range a.Traits {
		m, _ := cards.Means(t.ID)
		s += ", " + m.Name
		if cards.Pending(t.ID) {
			s += " (not in play yet)"
		}
	}
	return s
}
