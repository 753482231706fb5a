package campaign_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// One of a campaign's cards shows its current state. The earlier ones say that there is a newer card, even if Discord
// failed at that moment, or an older edit arrived later.
func TestCampaignCardsBeforeTheNewest(t *testing.T) {
	for _, x := range []struct {
		what string
		does func(w campaigns.Campaign, ends func())
	}{
		{"Discord fails", func(w campaigns.Campaign, ends func()) {
			ends()
			w.Wire.OnTheWay(bottest.General, func() { // to the card just posted, and next to the one before
				w.Wire.OnTheWay(bottest.General, func() { w.Wire.Fail(1, &wire.WireError{Status: 500, RetryAfter: time.Second}) })
			})
			failed := 0
			for range 3 {
				for _, h := range w.Hosts() {
					if _, err := h.Bot.Due(ctx); err != nil {
						failed++
					}
				}
			}
			if failed != 1 {
				t.Errorf("%d tries failed", failed)
			}
		}},
		{"an older edit is late", func(w campaigns.Campaign, ends func()) {
			w.Says(w.Command(eve, "join", party.Opt("side", "1")), "You play for")
			w.Wire.OnTheWay(bottest.General, func() {
				ends()
				w.Settle()
			})
			w.Settle()
		}},
	} {
		t.Run(x.what, func(t *testing.T) {
			w, one, other, _, _ := teams(t)
			id := w.Fights(one, other)
			x.does(w, func() { w.Slash(other, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id))) })
			w.Settle()
			w.CardSays("Matches won: ")
			w.CardSays("chooses the next match")
			var cards []string
			for _, m := range w.Wire.Messages(bottest.General) {
				if words := bottest.Words(m.Message); strings.Contains(words, "## ⚔️") {
					cards = append(cards, words)
				}
			}
			if len(cards) != 1 {
				t.Errorf("%d cards show the campaign:\n%s", len(cards), strings.Join(cards, "\n"))
			}
		})
	}
}
