package syndicate

import (
	"slices"
	"strings"

	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/table"
)

// This file describes the result of a round, or of the match: the decisive lines come before all others.

// results returns the results of the last round, for a player who ordered it in one press: hits and misses, which units were moved
// and by what, eliminations, points, and the cards drawn.
func (v reading) results(round []game.Fact) (out []game.Fact) {
	for _, f := range v.leaving(round, nil) {
		switch x := bare(f).(type) {
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
			if x.Seat == v.Viewer.Seat() {
				out = append(out, f)
			}
		}
	}
	return out
}

// strayed names the reader's units that ended the round elsewhere than ordered, with the reason.
func (v reading) strayed(round []game.Fact) (out []string) {
	seat := v.Viewer.Seat()
	for _, f := range round {
		p, ok := f.(rules.Planned)
		if !ok || p.Seat != seat {
			continue
		}
		for i, at := range sentTo(p.Ahead) {
			l := rules.Labels(seat)[i]
			if u, ok := v.Unit(l); ok && at.On() && u.At.On() && u.At != at {
				out = append(out, "• "+v.Say("(only you see this) You ordered %s to %s; it stands at %s: %s.", v.name(l), at, u.At, v.movedLast(round, l)))
			}
		}
		if said := elsewhere(v, round, rules.Labels(seat)[0], p.Ahead.Attack); said != "" {
			out = append(out, "• "+said)
		}
	}
	return out
}

// elsewhere says that the Operator attacked another enemy than ordered, or none; "" if it did as ordered.
func elsewhere(v reading, round []game.Fact, by rules.Label, target string) string {
	if target == "" || target == rules.Nearest || target == rules.Best {
		return ""
	}
	for _, f := range round {
		switch f, attack := f.(rules.AttackRolled); {
		case !attack || f.Aim.By != by:
		case string(f.Aim.Target) == target:
			return ""
		default:
			return v.Say("(only you see this) You ordered an attack on %s; it could not be attacked then, so %s attacked %s.", v.name(rules.Label(target)), v.name(by), v.name(f.Aim.Target))
		}
	}
	return v.Say("(only you see this) You ordered an attack on %s; it could not be attacked then.", v.name(rules.Label(target)))
}

// movedLast returns the reason for a unit's place: what moved it last in the round, if that was neither its card nor its own
// movement.
func (v reading) movedLast(round []game.Fact, l rules.Label) string {
	for _, f := range slices.Backward(round) {
		if m, ok := f.(rules.Moved); ok && m.Unit == l && (!m.Own || rules.IsAbility(m.By)) {
			return v.called(m.By)
		} else if ok && m.Unit == l {
			break
		}
	}
	return v.Text("it could not go there")
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
func (v reading) ending(round []game.Fact, most, characters int) string {
	var first, cards, rest []game.Fact
	for _, f := range v.leaving(round, nil) {
		switch _, played := f.(rules.Committed); {
		case decides(f):
			first = append(first, f)
		case played:
			cards = append(cards, f)
		default:
			rest = append(rest, f)
		}
	}
	by := v.Teller()
	lead := by.Told(slices.Concat(first, cards))
	said := strings.Join(lead, "\n")
	return page.Paragraph(said, by.Newest(by.Told(rest), max(0, most-len(lead)), characters-len([]rune(said))))
}

// lastRound returns the facts of the last finished round, or of the last round of a finished match.
func (v reading) lastRound(p table.Private) []game.Fact {
	if p.Result != nil {
		return p.Facts[page.Before(p.Facts, v.Round-1, began):]
	}
	return p.Facts[page.Before(p.Facts, v.Round-2, began):]
}

// Ranks of the news of a console.
const (
	decisions = iota
	strayings
	otherNews
)

// news returns the news of a match in progress for a console: while both sides plan, the last round and where the reader's units strayed
// in it; otherwise the newest lines. Eliminations and points of the round come first. most is the greatest number of lines.
func (v reading) news(p table.Private, ask string, facts []game.Fact, taught bool) (all page.Headlines, most int) {
	most = recentLines
	begun := 0 // where the round begins; the facts may begin within it
	if n := page.LastRound(facts, began); n > 0 {
		begun = page.Before(facts, n-1, began)
	}
	if ask == "plan" && !taught && v.Round > 1 {
		round := v.lastRound(p)
		for i, line := range v.strayed(round) {
			all = all.With(page.Headline{Line: line, Rank: strayings, At: i - len(round)})
		}
		facts, begun, most = v.results(round), 0, resultLines
	} else {
		facts = v.leaving(facts, nil)
	}
	for i, f := range facts {
		rank := otherNews
		if i >= begun && decides(bare(f)) {
			rank = decisions
		}
		for _, line := range v.Teller().Told([]game.Fact{f}) {
			all = all.With(page.Headline{Line: line, Rank: rank, At: i})
		}
	}
	return all, most
}

// bare returns a fact of lost HP without the HP left.
func bare(f game.Fact) game.Fact {
	if l, ok := f.(leaves); ok {
		return l.Fact
	}
	return f
}
