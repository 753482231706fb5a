package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Showing: a seat may have things laid over its board, privately and from what it knows. An onlooker gets the words.

// What can be shown.
const (
	showReach  = "reach"
	showRange  = "range"
	showThreat = "threat"
	showPlans  = "plans"
	showFight  = "fight"
	showForces = "forces"
	showCard   = "card"
)

func showCommand() bot.Command {
	what := bot.CommandOption{Name: "what", Description: "What to show", Kind: bot.StringOption, Required: true}
	for _, s := range []string{showReach, showRange, showThreat, showPlans, showFight, showForces, showCard} {
		what.Choices = append(what.Choices, bot.Choice{Name: s, Value: s})
	}
	return bot.Command{Name: "show", Description: "Show reach, ranges, the enemy's threat, plans, the fight, the forces or a card",
		Options: []bot.CommandOption{what,
			{Name: "piece", Description: "For reach, range and card: a piece like A1 or A3.2; for card also a Unit's name",
				Kind: bot.StringOption}}}
}

// shown is what to lay over the board, and the same in words.
func shown(v reading, o map[string]string) (*draw.Staged, string, error) {
	switch o["what"] {
	case showThreat:
		s := v.look.ShowThreat(v.View)
		return s, threatText(v, s.Threat), nil
	case showPlans:
		return v.look.ShowPlans(), plansText(v), nil
	case showFight:
		s, ok := draw.ShowFight(v.View)
		if !ok {
			return nil, "", game.Errorf("There is no fight now: expected a Reaction Engagement, or somebody acting")
		}
		return s, v.Text("The fight, closely."), nil
	}
	spots, err := v.Spots(o["piece"])
	if err != nil {
		return nil, "", err
	}
	r := spots[0].Ref
	if r == (rules.Ref{}) {
		return nil, "", game.Errorf("%s is a point: expected a piece like A1 or A3.2", o["piece"])
	}
	if o["what"] == showReach {
		s, err := v.look.ShowReach(v.View, r)
		return s, v.Say("**%s** can move up to %d\"; its move can end anywhere in the marked area, as far as you know.", name(v, r),
			speed(v, r)), err
	}
	s, err := v.look.ShowRanges(v.View, r)
	if err != nil {
		return nil, "", err
	}
	return s, rangeText(v, r, s.Ranges), nil
}

// speed is how far the piece's move may be, inches.
func speed(v reading, r rules.Ref) int {
	p, _ := v.Piece(r.Label)
	if p.IsPing() {
		return cards.PingSpd
	}
	return v.Cards().Must(p.Unit).Spd
}

func rangeText(v reading, r rules.Ref, ranges []draw.Range) string {
	lines := []string{v.Say("**%s** reaches, from the edge of its base:", name(v, r))}
	for _, x := range ranges {
		if len(x.Names) > 0 {
			lines = append(lines, fmt.Sprintf("%s: %s\"", strings.Join(x.Names, ", "), x.R))
		}
	}
	return strings.Join(append(lines, v.Text("-# Short range is under 6\", long range over 16\".")), "\n")
}

// threatText says it once a Unit, of its base that reaches farthest.
func threatText(v reading, threats []draw.Threat) string {
	lines := []string{v.Text("What Units seen so far could reach with a move and an action, terrain aside:")}
	for _, t := range draw.Farthest(threats) {
		line := v.Say("%s: %s\" from its edge", name(v, rules.Ref{Label: t.Of.Label}), t.Far)
		if t.All {
			line += v.Text(", and anywhere with an action without limit of range")
		}
		lines = append(lines, line)
	}
	if len(threats) == 0 {
		lines = append(lines, v.Text("-# nothing on the table"))
	}
	return strings.Join(lines, "\n")
}

func plansText(v reading) string {
	var lines []string
	for _, p := range v.Pieces {
		if p.IsPing() && p.Plan != "" {
			lines = append(lines, fmt.Sprintf("%s: %s", p.Label, v.Cards().Must(p.Plan).Name))
		}
	}
	if len(lines) == 0 {
		return v.Text("There are no plans to show.")
	}
	return v.Text("Your plans:") + "\n" + strings.Join(lines, "\n")
}

// showLetter answers a seat with the picture.
func showLetter(f Forms, p table.Private, o map[string]string) (bot.Letter, error) {
	v := reads(f, p.View, p.Meta)
	switch o["what"] {
	case showForces:
		pic, err := v.look.PrivateSheet(v.View)
		return bot.Letter{Seat: pic.Seat,
			Message: withPicture(v.Text("The forces, as far as you know:")+"\n"+bot.Clip(v.look.Alt(v.View), maxTold-100), pic.PNG)}, err
	case showCard:
		u, err := cardMeant(v, o["piece"])
		if err != nil {
			return bot.Letter{}, err
		}
		png, err := render.DrawSheet(v.look.Card(u))
		return bot.Letter{Seat: p.Seat, Message: withPicture(cardText(v.Language, v.Cards(), u.Slug), png)}, err
	}
	staged, text, err := shown(v, o)
	if err != nil {
		return bot.Letter{}, err
	}
	return f.pictured(v, p.Seat, staged, bot.Clip(text, maxTold))
}

// showPublic answers an onlooker in words.
func showPublic(v reading, o map[string]string) (string, error) {
	switch o["what"] {
	case showForces:
		return v.Text("The forces, as far as you know:") + "\n" + v.look.Alt(v.View), nil
	case showCard:
		u, err := cardMeant(v, o["piece"])
		if err != nil {
			return "", err
		}
		return cardText(v.Language, v.Cards(), u.Slug), nil
	}
	_, text, err := shown(v, o)
	return text, err
}

// cardMeant is the card of a Unit on the table, or of that name.
func cardMeant(v reading, word string) (*cards.Unit, error) {
	if r, err := rules.ParseRef(word); err == nil {
		if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
			return v.Cards().Must(p.Unit), nil
		}
	}
	for _, u := range v.Cards().All() {
		if strings.EqualFold(u.Name, word) || u.Slug == strings.ToLower(word) {
			return u, nil
		}
	}
	return nil, game.Errorf("%q is no Unit known on the table, nor a card's name: expected A3, or Virago", word)
}

// pictured is a private answer with a picture.
func (f Forms) pictured(v reading, seat game.Seat, staged *draw.Staged, text string) (bot.Letter, error) {
	pic, err := paint(f, v).Private(v.View, staged)
	if err != nil {
		return bot.Letter{}, err
	}
	if pic.Seat != seat {
		return bot.Letter{}, fmt.Errorf("a picture of seat %d for seat %d", pic.Seat, seat)
	}
	return bot.Letter{Seat: seat, Message: withPicture(text, pic.PNG)}, nil
}
