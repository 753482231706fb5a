package downsync

import (
	"slices"
	"testing"

	"downsync/bot/downsync/wording"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
)

// By default a move goes in the direction of the side's last move of this Turn, if that was straight, otherwise towards the
// first heading.
func TestWhereToByDefault(t *testing.T) {
	p := twoContacts(t, 40).private()
	v := wording.Read(wording.Reader{}, p.View, p.Meta)
	piece, b, _ := v.Base(rules.Ref{Label: "A2"})
	east := func(l rules.Label, path ...plane.Point) game.Fact {
		return rules.Moved{Base: rules.Ref{Label: l}, Path: append([]plane.Point{{X: 20000, Y: 4000}}, path...)}
	}
	straight, began := east("A1", plane.Point{X: 24000, Y: 4000}), rules.TurnBegan{Turn: 1, Active: 1}
	for name, x := range map[string]struct {
		facts []game.Fact
		east  bool
	}{
		"nothing has moved":         {[]game.Fact{began}, false},
		"after a straight move":     {[]game.Fact{began, straight}, true},
		"after one of another Turn": {[]game.Fact{straight, began}, false},
		"after one of the enemy's":  {[]game.Fact{began, east("B1", plane.Point{X: 24000, Y: 4000})}, false},
		"after a way round": {[]game.Fact{began, straight,
			east("A1", plane.Point{X: 22000, Y: 6000}, plane.Point{X: 24000, Y: 4000})}, false},
	} {
		p.Facts = x.facts
		c := newLayout(p, v, p.Asks[0])
		all := c.pos.Headings(piece, b.Point)
		if !slices.ContainsFunc(all, func(h advice.Heading) bool { return c.headingName(h.Word, piece.Seat) == "East" }) {
			t.Fatal("East is no heading")
		}
		want := c.headingName(all[0].Word, piece.Seat)
		if x.east {
			want = "East"
		}
		if got := c.headingName(c.pos.Usual(piece, b.Point).Word, piece.Seat); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
