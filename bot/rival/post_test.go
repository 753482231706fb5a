package rival

import (
	"testing"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// At any pace, no answer comes before the longest thought ends, so its time reveals nothing of the thought.
func TestEachPaceIsSlowerThanAThought(t *testing.T) {
	for name, p := range paces {
		if soonest <= thinks || p.shortest < soonest || p.longest < p.shortest || p.less > 1 {
			t.Errorf("pace %q: %+v, a thought takes up to %s", name, p, thinks)
		}
	}
}

// Turns that a player missed before they went out end no match. In such a seat the program agrees to nothing, as nobody waits for that.
func TestSeatsOutCountForNothing(t *testing.T) {
	clock := tabletest.NewClock()
	c := &bot.Call{App: &bot.App{Config: bot.Config{Clock: clock}}}
	offer := table.Offer{Seat: 1, What: table.ProposePause, Until: clock.Now().Add(1)}
	for _, x := range []struct {
		out    []game.Seat
		missed int
		offers bool
	}{{nil, 4, true}, {[]game.Seat{2}, 1, true}, {[]game.Seat{3}, 4, false}} {
		s := post{Seat: bot.RivalSeat{Seat: 3}}
		all := table.Public{Out: x.out, Clocks: table.Clocks{Missed: map[game.Seat]int{1: 1, 2: 4}, Offers: []table.Offer{offer}}}
		s.note(c, table.Position{}, all, 0)
		if s.Missed != x.missed || (s.Offer != nil) != x.offers {
			t.Errorf("out %v: %d missed, an offer: %t", x.out, s.Missed, s.Offer != nil)
		}
	}
}
