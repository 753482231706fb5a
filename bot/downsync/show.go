package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"
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
	return bot.Command{Name: "show", Description: "Show reach, ranges, the enemy's threat, plans, the fight, the forces or a card",
		Options: []bot.CommandOption{
			{Name: "what", Description: "What to show", Kind: bot.StringOption, Required: true,
				Choices: choices(showReach, showRange, showThreat, showPlans, showFight, showForces, showCard)},
			{Name: "piece", Description: "For reach, range and card: a piece like A1 or A3.2; for card also a Unit's name",
				Kind: bot.StringOption}}}
}

// shown answers with a picture and the same in words.
func shown(f Forms, v reading, o map[string]string) (answer, error) {
	switch o["what"] {
	case showForces:
		return answer{v.Text("The forces, as far as you know:") + "\n" + v.look.Alt(v.View),
			func() (render.Private, error) { return v.look.PrivateSheet(v.View) }}, nil
	case showCard:
		u, err := cardMeant(v, o["piece"])
		if err != nil {
			return answer{}, err
		}
		return answer{cardText(v.Language, v.Cards(), u.Slug), func() (render.Private, error) {
			png, err := render.DrawSheet(v.look.Card(u))
			return render.Private{Seat: v.Viewer.Seat(), PNG: png}, err
		}}, nil
	case showThreat:
		s := v.look.ShowThreat(v.View)
		return overBoard(f, v, s, threatText(v, s.Threat)), nil
	case showPlans:
		return overBoard(f, v, v.look.ShowPlans(), plansText(v)), nil
	case showFight:
		s, ok := draw.ShowFight(v.View)
		if !ok {
			return answer{}, game.Errorf("There is no fight now: expected a Reaction Engagement, or somebody acting")
		}
		return overBoard(f, v, s, v.Text("The fight, closely.")), nil
	}
	spots, err := v.Spots(o["piece"])
	if err != nil {
		return answer{}, err
	}
	r := spots[0].Ref
	if r == (rules.Ref{}) {
		return answer{}, game.Errorf("%s is a point: expected a piece like A1 or A3.2", o["piece"])
	}
	if o["what"] == showReach {
		s, err := v.look.ShowReach(v.View, r)
		return overBoard(f, v, s, v.Say("**%s** can move up to %d\"; its move can end anywhere in the marked area, as far as you know.", name(v, r),
			speed(v, r))), err
	}
	s, err := v.look.ShowRanges(v.View, r)
	if err != nil {
		return answer{}, err
	}
	return overBoard(f, v, s, rangeText(v, r, s.Ranges)), nil
}

// speed returns how many inches the piece may move.
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

// threatText tells it once a Unit, of the base that reaches farthest.
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
	lines := []string{v.Text("Your plans:")}
	for _, p := range v.Pieces {
		if p.IsPing() && p.Plan != "" {
			lines = append(lines, fmt.Sprintf("%s: %s", p.Label, v.Cards().Must(p.Plan).Name))
		}
	}
	if len(lines) == 1 {
		return v.Text("There are no plans to show.")
	}
	return strings.Join(lines, "\n")
}

// cardMeant finds the card of a Unit on the table, or by name.
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
