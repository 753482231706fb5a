package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/spell"
	"downsync/game/table"
)

// mostChoices is how many suggestions Discord shows, longestChoice how long one may be.
const mostChoices, longestChoice = 25, 100

// complete suggests: the next word of an order from the user's own questions, matches, challenges. What cannot be
// read suggests nothing; the command itself will say why.
func (b *Bot) complete(ctx context.Context, i Interaction) Answer {
	out := []Choice{}
	switch i.Focused {
	case "match":
		out = b.suggestMatches(ctx, i)
	case "challenge":
		out = b.suggestChallenges(ctx, i)
	case "line":
		b.withMatch(ctx, i, func(id table.ID) Answer {
			out = b.nextWords(ctx, i, id)
			return Answer{}
		})
	case "for", "by", "turn_time", "reaction_time":
		out = b.suggestSpans(i)
	case "zone", "quiet":
		out = b.suggestSettings(i)
	case "open":
		out = b.suggestForces(ctx, i)
	case "force":
		out = b.offerForces(ctx, i, b.Forms.Suggest(i.Focused, i.Options))
	default:
		out = b.Forms.Suggest(i.Focused, i.Options)
	}
	return Answer{Choices: out[:min(len(out), mostChoices)]}
}

func (b *Bot) suggestMatches(ctx context.Context, i Interaction) []Choice {
	out := []Choice{}
	matches, err := b.Hall.MatchesOf(ctx, table.User(i.User))
	slices.SortStableFunc(matches, func(x, y table.Seated) int {
		if slices.Equal(i.Command, []string{"match", "replay"}) { // those that are over come first
			x, y = y, x
		}
		return rank(x) - rank(y)
	})
	if err != nil {
		return out
	}
	for _, s := range matches[:min(len(matches), mostChoices)] {
		names, state := b.matchState(ctx, s)
		name := fmt.Sprintf("%s: %s", names, strings.Trim(state, "*"))
		out = append(out, Choice{Clip(name, longestChoice), string(s.Match)})
	}
	return out
}

func (b *Bot) suggestChallenges(ctx context.Context, i Interaction) []Choice {
	cs, err := b.challenges(ctx, func(c challenge) bool { return c.visible(i) })
	if err != nil {
		return []Choice{}
	}
	out := []Choice{}
	for _, c := range cs {
		out = append(out, Choice{Clip(c.FromName+": "+b.summary(c.terms()), longestChoice), c.ID})
	}
	return out
}

// nextWords are the typed line with each legal next word.
func (b *Bot) nextWords(ctx context.Context, i Interaction, id table.ID) []Choice {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	if err != nil {
		return []Choice{}
	}
	p, err := b.Hall.Private(ctx, id, seat)
	if err != nil {
		return []Choice{}
	}
	menus, line := menusOf(p), i.Options["line"]
	out := b.suggest(menus, line)
	if len(out) > 0 {
		return out
	}
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	for _, c := range b.suggest(menus, begun) { // the last word may be a slip away
		next := c.Value[min(len(begun), len(c.Value)):]
		if _, _, near := spell.Near(line[len(begun):], []string{next}); near {
			out = append(out, c)
		}
	}
	if order, _, ok := game.Meant(menus, line); ok && len(out) == 0 && len(order) <= longestChoice {
		out = append(out, Choice{order, order})
	}
	return out
}

// hints are examples of free values.
var hints = map[string]string{"<point>": wordPointHint}

// suggest goes on with a line. A free value cannot be listed: the line stands as typed, with the value's form as a
// hint.
func (b *Bot) suggest(menus []game.Menu, line string) []Choice {
	begun := line[:strings.LastIndexByte(line, ' ')+1]
	out := []Choice{}
	seen := map[string]bool{}
	for _, w := range game.Next(menus, line) {
		text, name := strings.TrimSpace(begun+w), ""
		if strings.HasPrefix(w, "<") {
			text = strings.TrimSpace(line)
			name = strings.TrimSpace(begun + w + b.text(hints[w]))
		}
		if text == "" || seen[text] || len(text) > longestChoice {
			continue
		}
		seen[text] = true
		if name == "" {
			name = text
		}
		out = append(out, Choice{Clip(name, longestChoice), text})
	}
	return out
}
