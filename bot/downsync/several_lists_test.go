package downsync

import (
	"testing"

	"downsync/bot/menu"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// A list from which a player chooses several pieces is never cut: of printed cards, no force has more pieces than a select has options. A server's own
// cards may bring more along; the console then says that `/order` takes all of them.
func TestListsOfSeveralPiecesAreWhole(t *testing.T) {
	for _, size := range []string{rules.Small, rules.Standard} {
		for _, faction := range []string{"coalition", "republic-of-terra"} {
			all := 0
			for sig, most := range rules.Limits(size) {
				largest := 0
				for _, u := range cards.Printed().All() {
					if u.Faction != faction || u.Signature != sig || u.PackagedWith != "" {
						continue
					}
					n := 1
					for _, x := range cards.Printed().All() {
						if x.PackagedWith == u.Slug {
							n++
						}
					}
					largest = max(largest, n)
				}
				all += most * largest
			}
			if all == 0 || all > menu.MostOptions {
				t.Errorf("a %s force of %s may have %d pieces, a select has %d options", size, faction, all, menu.MostOptions)
			}
		}
	}
}
