package downsync

import (
	"maps"
	"slices"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
	draw "downsync/render/downsync"
)

// counted is a brush that counts its boards by seat; seat 0 means everybody.
type counted struct {
	sketch
	boards map[game.Seat]int
}

func (c counted) Public(v rules.View, news draw.PublicNews) (render.Public, error) {
	c.boards[0]++
	return c.sketch.Public(v, news)
}

func (c counted) Private(v rules.View, s *draw.Staged, news draw.PrivateNews) (render.Private, error) {
	c.boards[v.Viewer.Seat()]++
	return c.sketch.Private(v, s, news)
}

// Boards are drawn only for people who see them: in the answer, and in the messages that change. A sealed reply changes
// nobody else's message, and the passage of time changes none. A player with closed direct messages gets a board only when
// newly asked, in case they have opened them.
func TestUnseenIsNotDrawn(t *testing.T) {
	t.Parallel()
	c, w := counted{boards: map[game.Seat]int{}}, worlds.Hit()
	s := twins.Open(t, w, bottest.Setup{Forms: Forms{brush: c}}, nil)
	s.Wire.CloseDM(twins.Ann, true)
	acts := append(slices.Clone(w.Acts), twins.Read("ann! show"), twins.Read("wait 10m"))
	for i, want := range []map[game.Seat]int{
		{0: 1, 1: 1, 2: 2}, // ben designates: the bot finds ann's messages closed, and ben has an answer and a message
		{0: 1, 1: 1, 2: 2}, // done: ann is asked whether she reacts
		{1: 1},             // she passes, which is sealed
		{0: 1, 2: 1},       // the window closes
		{0: 1, 2: 2},       // ben activates a Unit
		{0: 1, 1: 1, 2: 2}, // and attacks: ann is asked for a countermeasure
		{1: 1},             // she looks
		{},
	} {
		clear(c.boards)
		if s.Do(acts[i]); !maps.Equal(c.boards, want) {
			t.Errorf("%s: %v boards are drawn by seat, expected %v", acts[i], c.boards, want)
		}
	}
}
