package syndicate

import (
	"slices"
	"strings"

	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
)

// mostTerms is how many words are explained at once: the newest.
const mostTerms = 3

// terms returns the statuses, abilities and traits that a fact names, in their order.
func terms(f game.Fact) []string {
	switch f := f.(type) {
	case rules.StatusGiven:
		return []string{f.Status, f.From}
	case rules.AbilityUsed:
		return []string{f.Ability}
	case rules.StoodFast:
		return []string{f.Why}
	case rules.Changed:
		return []string{f.From}
	}
	return nil
}

// explained explains the statuses, abilities and traits that the match first met in this round or the last one; "" if there are
// none.
func (v reading) explained(all []game.Fact) string {
	from := page.Before(all, max(0, v.Round-2), began)
	var known, met []string
	for i, f := range all {
		for _, id := range terms(f) {
			if _, ok := cards.Means(id); !ok || slices.Contains(known, id) {
				continue
			}
			if known = append(known, id); i >= from {
				met = append(met, "-# **"+v.called(id)+"**: "+v.means(id))
			}
		}
	}
	return strings.Join(met[max(0, len(met)-mostTerms):], "\n")
}
