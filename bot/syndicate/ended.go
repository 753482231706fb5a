package syndicate

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/syndicate/grid"
	"downsync/game/table"

	rules "downsync/game/syndicate"
)

// This file describes the result of a round, or of the match: the decisive lines come before all others.

// results returns the results of the last round, for a player who ordered it in one press: hits and misses, which units were moved
// and by what, eliminations, points, and the cards drawn.
func (t telling) results(round []game.Fact) (out []game.Fact) {
	for _, f := range t.leaving(round, nil) {
		x := f
		if l, ok := f.(leaves); ok {
			x = l.Fact
		}
		switch x := x.(type) {
		case rules.AttackResolved, rules.Hurt, rules.Eliminated, rules.Scored, rules.Contested, rules.Committed, rules.StoodFast, rules.AbilityUsed, barren:
			out = append(out, f)
		case rules.CardPlayed:
			if x.Fizzled != "" {
				out = append(out, f)
			}
		case rules.Moved:
			if x.By != "mercs" && (!x.Own || rules.IsAbility(x.By)) {
				out = append(out, f)
			}
		case rules.Drew:
			if x.Seat == t.v.Viewer.Seat() {
				out = append(out, f)
			}
		}
	}
	return out
}

// strayed names the reader's units that ended the round elsewhere than ordered, with the reason.
func (t telling) strayed(round []game.Fact) (out []string) {
	seat := t.v.Viewer.Seat()
	for _, f := range round {
		p, ok := f.(rules.Planned)
		if !ok || p.Seat != seat {
			continue
		}
		for i, at := range []grid.Space{p.Ahead.To, p.Ahead.First, p.Ahead.Second} {
			l := rules.Label(bot.SideName(seat) + sendings[i].unit)
			if u, ok := t.v.Unit(l); ok && at.On() && u.At.On() && u.At != at {
				out = append(out, "• "+t.v.Say("(yours) You ordered %s to %s; it stands at %s: %s.", t.v.name(l), at, u.At, t.movedLast(round, l)))
			}
		}
	}
	return out
}

// movedLast returns the reason for a unit's place: what moved it last in the round, if that was neither its card nor its own
// movement.
func (t telling) movedLast(round []game.Fact, l rules.Label) string {
	for _, f := range slices.Backward(round) {
		if m, ok := f.(rules.Moved); ok && m.Unit == l && (!m.Own || rules.IsAbility(m.By)) {
			return t.v.called(m.By)
		} else if ok && m.Unit == l {
			break
		}
	}
	return t.v.Text("it could not go there")
}

// decides reports whether a fact decides a match: an elimination, or points.
func decides(f game.Fact) bool {
	switch f.(type) {
	case rules.Eliminated, rules.Scored:
		return true
	}
	return false
}

// ending describes the last round of a finished match: eliminations and points, the cards played, then the rest, in at most that
// many lines and characters.
func (t telling) ending(round []game.Fact, most, characters int) string {
	var first, cards, rest []game.Fact
	for _, f := range t.leaving(round, nil) {
		switch _, played := f.(rules.Committed); {
		case decides(f):
			first = append(first, f)
		case played:
			cards = append(cards, f)
		default:
			rest = append(rest, f)
		}
	}
	by := t.teller()
	lead := by.Told(slices.Concat(first, cards))
	said := strings.Join(lead, "\n")
	return page.Paragraph(said, by.Newest(by.Told(rest), max(0, most-len(lead)), characters-len([]rune(said))))
}

// lastRound returns the facts of the last finished round, or of the last round of a finished match.
func (t telling) lastRound(p table.Private) []game.Fact {
	if p.Result != nil {
		return p.Facts[page.Before(p.Facts, t.v.Round-1, began):]
	}
	return p.Facts[page.Before(p.Facts, t.v.Round-2, began):]
}

// news returns the console's account of recent events: the last round while both sides plan, and at the end; otherwise the newest
// lines.
func (t telling) news(p table.Private, ask string, facts []game.Fact, taught bool) string {
	switch {
	case p.Result != nil:
		return t.ending(t.lastRound(p), resultLines, maxNews)
	case ask == "plan" && !taught && t.v.Round > 1:
		round := t.lastRound(p)
		strayed := t.strayed(round)
		said := strings.Join(strayed, "\n")
		lines := t.teller().Told(t.results(round))
		return page.Paragraph(said, t.teller().Newest(lines, resultLines-len(strayed), maxNews-len([]rune(said))))
	}
	return t.teller().Newest(t.told(facts), recentLines, maxNews)
}
