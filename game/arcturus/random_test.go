package arcturus

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/facts/factstest"
	"downsync/game/gametest"
	"downsync/game/order"
)

// watched is the ruleset with a test's look at the truth.
type watched struct {
	rules
	now **state
}

func (w watched) Result(s *state) (game.Result, bool) {
	*w.now = s
	return w.rules.Result(s)
}

// randomConfig returns a match: all options occur.
func randomConfig(seats int) func(seed uint64) game.Config {
	return func(seed uint64) game.Config {
		c := Defaults()
		c.TwoPlayers = seats == 2
		for i, o := range MatchOptions {
			if (seed+uint64(i)*7)%5 == 0 && o.Name != "two_players" {
				if err := c.Options.Set(o.Name, o.Values[1]); err != nil {
					panic(err)
				}
			}
		}
		if seed%2 == 0 {
			c.Leaver = "remove"
		}
		return c.Encode()
	}
}

// guess returns a value for a slot with free values: a resource, or something to swap.
func guess(d *gametest.Dice, v game.View, a game.Ask, _ string, s order.Slot) string {
	own := v.(View).Player(a.Seat)
	switch s.Name {
	case "for":
		return string("ciw"[d.N(3)])
	case "give":
		switch {
		case d.N(3) == 0 && own.Own != nil && len(own.Own.Hand) > 0:
			return own.Own.Hand[d.N(len(own.Own.Hand))]
		case d.N(3) == 0 && len(own.Tiles) > 0:
			return own.Tiles[d.N(len(own.Tiles))]
		}
		return fmt.Sprintf("%d%c", 1+d.N(2), "ciw"[d.N(3)])
	case "want":
		return []string{"1c", "1i", "1w", "2c", "card", "exo-tile", "middle-tile", "tip-off", "goshen-1", "koss"}[d.N(10)]
	}
	return "goshen-1"
}

// mostlySwaps narrows the standing menu to swaps now and then, so that some are made.
func mostlySwaps(d *gametest.Dice, m game.Menu) game.Menu {
	var swaps game.Menu
	for _, c := range m {
		if strings.HasPrefix(c.Words, "accept") || strings.HasPrefix(c.Words, "offer") && d.N(4) == 0 {
			swaps = append(swaps, c)
		}
	}
	if len(swaps) > 0 && d.N(2) == 0 {
		return swaps
	}
	return m
}

// guessRuling returns rulings, some of them nonsense.
func guessRuling(d *gametest.Dice, v game.View) string {
	at := cards.Territories()[d.N(18)].ID
	switch d.N(6) {
	case 0:
		return fmt.Sprintf("have %d %d %d %d", d.N(6), d.N(30), d.N(20), d.N(20))
	case 1:
		return fmt.Sprintf("alert %d", d.N(10))
	case 2:
		return "destroyer " + at
	case 3:
		return fmt.Sprintf("base %s %d", at, d.N(6))
	case 4:
		return fmt.Sprintf("dice %d %d", d.N(6), d.N(5))
	}
	return "destroyer off"
}

// checkState checks what must hold after every step.
func checkState(s *state) error {
	if s == nil || s.Seats == 0 {
		return nil
	}
	deck := len(s.Undealt) + len(s.Discards)
	techs := len(s.Inventions)
	for i := range s.Players {
		p := &s.Players[i]
		switch {
		case p.Have.UpTo(cards.Amount{}) != (cards.Amount{}):
			return fmt.Errorf("N1.3: seat %d has %s", i+1, p.Have)
		case p.Dice < 0 || p.Dice > 3 || p.Ships < 0 || p.Ships > p.Assault || p.Assault > 4 || p.Tech > 10:
			return fmt.Errorf("N9.1: seat %d has %d dice, %d of %d reinforcements, Tech %d", i+1, p.Dice, p.Ships, p.Assault, p.Tech)
		case p.Cubes.Tech < 0 || p.Cubes.Assault < 0 || p.Cubes.Tech > 5 || p.Cubes.Assault > 4:
			return fmt.Errorf("N9.2: seat %d has cubes %+v", i+1, p.Cubes)
		case !slices.IsSorted(p.Hand) || !slices.IsSorted(p.Tiles):
			return fmt.Errorf("seat %d holds %v and %v", i+1, p.Hand, p.Tiles)
		}
		deck += len(p.Hand)
		techs += len(p.Inventions)
		if p.Face != nil {
			deck++
		}
	}
	if deck != 74 || techs != 12 {
		return fmt.Errorf("N4.4: %d Operation cards, %d Advanced Tech cards", deck, techs)
	}
	held := len(s.Pool) + len(s.Spent)
	for i := range s.Players {
		held += len(s.Players[i].Tiles)
	}
	if all := len(cards.TilePool()); held > all || held < all && s.Terms.Leaver == "" {
		return fmt.Errorf("N4.2: %d bonus tiles of %d", held, all)
	}
	pool, lying := map[string]int{}, map[string]int{}
	for _, id := range s.Pool {
		pool[cards.FindTile(id).Zone]++
	}
	for i, b := range s.Bases {
		if b.Tile {
			lying[cards.At(i).Zone]++
		}
		if b.Seat != 0 && s.Phase != Over && (!s.plays(b.Seat) || b.Tile && s.Pending == nil) || b.Research > cards.At(i).Boxes {
			return fmt.Errorf("N2: %s is %+v", cards.At(i).ID, b)
		}
	}
	for zone, n := range lying {
		if pool[zone] < n {
			return fmt.Errorf("N4.2: %d %s tiles for %d territories", pool[zone], zone, n)
		}
	}
	switch {
	case s.Alert < 1 || s.Alert > s.alertMax() || s.Destroyer != "" && s.Terms.NoBlockade && cards.Place(s.Destroyer) < 0:
		return fmt.Errorf("N12: alert %d, Destroyer %q", s.Alert, s.Destroyer)
	case s.Round > 8 || s.Last != 0 && (s.Last < 6 || s.Last > 8 || s.Round > s.Last):
		return fmt.Errorf("S17: round %d, last %d", s.Round, s.Last)
	case s.Phase == Over && s.Result.Why == "score" && s.Round != s.Last:
		return fmt.Errorf("S18: ended in round %d of %d", s.Round, s.Last)
	case s.Phase == Turns && len(s.Turned) != s.Round-1, s.Phase == Judging && len(s.Turned) != s.Round:
		return fmt.Errorf("N11.2: %d Sovereign cards in round %d", len(s.Turned), s.Round)
	case len(s.Immune) > 0 && s.Phase == Turns:
		return fmt.Errorf("S71: immune in a turn: %v", s.Immune)
	}
	for i, a := range s.Awards {
		if slices.ContainsFunc(s.Awards[:i], func(b Taken) bool { return a.Award == b.Award }) {
			return fmt.Errorf("S20: %s twice", a.Award)
		}
	}
	for _, o := range s.Offers {
		if p := s.player(o.From); !holds(p.Hand, o.Give.Cards) || !holds(p.Tiles, o.Give.Tiles) || o.From == s.Turn {
			return fmt.Errorf("S74: an offer of seat %d lacks its cards: %+v", o.From, o)
		}
	}
	return nil
}

// Random matches of 2 to 5 seats end, replay to the same state after every step, and keep the invariants. SOAK=1 plays many.
func TestRandomGames(t *testing.T) {
	games, every := 7, 150
	if gametest.Soak() {
		games, every = 500, 150
	}
	all := map[string]json.RawMessage{}
	var sum gametest.Stats
	ends := map[string]int{}
	for seats := MinSeats; seats <= MaxSeats; seats++ {
		var now *state
		st := gametest.Run(t, gametest.Case{Game: game.Seal[*state](watched{ours, &now}), Seats: seats, Concede: "concede", ConcedeIn: 12, Games: games, MaxSteps: 3000,
			Config: randomConfig(seats), Guess: guess, Narrow: mostlySwaps, Ruling: guessRuling, Every: every, Check: func(m game.Match) error {
				m.Result()
				return checkState(now)
			}})
		t.Logf("%d seats: %s, %d ruled, %d dropped, %d kept", seats, st, st.Ruled, st.Dropped, st.Kept)
		for kind, raw := range st.Facts {
			if _, ok := all[kind]; !ok {
				all[kind] = raw
			}
		}
		for why, n := range st.Ends {
			ends[why] += n
		}
		sum.Refused, sum.Undone, sum.Joined, sum.Sealed, sum.Ruled, sum.Dropped, sum.Ahead, sum.Kept = sum.Refused+st.Refused, sum.Undone+st.Undone, sum.Joined+st.Joined, sum.Sealed+st.Sealed, sum.Ruled+st.Ruled, sum.Dropped+st.Dropped, sum.Ahead+st.Ahead, sum.Kept+st.Kept
	}
	for kind, raw := range meddleAll(t, 3) {
		if _, ok := all[kind]; !ok {
			all[kind] = raw
		}
	}
	lab := Defaults()
	lab.Lab = &Lab{Round: 1, Alert: 1, Marker: 1, Turn: 1, Seats: []LabSeat{{Mat: "fidge", Hand: []string{"tip-off"}}, {Mat: "kin"}, {Mat: "veil"}}}
	_, st, err := Rules().Start(3, lab.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	all["lab"] = st.Record.Facts[1].Data
	factstest.Keep(t, factKinds, all)
	if sum.Refused == 0 || sum.Undone == 0 || sum.Joined == 0 || sum.Sealed == 0 || sum.Ruled == 0 || sum.Dropped == 0 || sum.Ahead == 0 || sum.Kept == 0 || ends["score"] == 0 || ends["concession"] == 0 {
		t.Errorf("something never happened: %+v, ends %v", sum, ends)
	}
}
