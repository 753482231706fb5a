package arcturus

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/gametest"
)

// faces are dice that fall as told, and then show 1.
type faces struct{ left []int }

func (d *faces) Roll(game.Seat, int, int) (int, error) {
	if len(d.left) == 0 {
		return 1, nil
	}
	face := d.left[0]
	d.left = d.left[1:]
	return face, nil
}

// inLab begins a match of four in a position.
func inLab(t *testing.T, l Lab) game.Match {
	t.Helper()
	l.Round, l.Alert, l.Marker = max(1, l.Round), max(1, l.Alert), max(1, l.Marker)
	for i := len(l.Seats); i < 4; i++ {
		l.Seats = append(l.Seats, LabSeat{Mat: []string{"kin", "ledger", "fidge", "veil"}[i], Tech: 1, Dice: 2})
	}
	c := Defaults()
	c.Lab = &l
	m, st, err := Rules().Start(4, c.Encode(), &faces{})
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// say gives an order of the seat's first question.
func say(t *testing.T, m game.Match, seat game.Seat, line string, dice ...int) {
	t.Helper()
	r, err := Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	st, err := m.Answer(seat, m.Open(seat)[0].ID, r, &faces{dice})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	m.Apply(st)
}

func TestN1_1_Seats(t *testing.T) {
	if c := Rules().Card(); c.MinSeats != 2 || c.MaxSeats != 5 || c.OnForfeit != game.Drops {
		t.Errorf("%+v", c)
	}
	for seats := 1; seats <= 6; seats++ {
		c := Defaults()
		c.TwoPlayers = true
		if _, _, err := Rules().Start(seats, c.Encode(), gametest.NewDice(1)); (err == nil) != (seats >= 2 && seats <= 5) {
			t.Errorf("%d seats: %v", seats, err)
		}
	}
}

// Each purpose has its die, and no die is rolled for anything else.
func TestN1_5_Dice(t *testing.T) {
	sides := map[string]int{"attempt": 6, "assault": 6, "consequence": 6, "order": 12, "crackdown": 12}
	seen := map[string]bool{}
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 4, Games: 4, MaxSteps: 3000, Config: randomConfig(4), Guess: guess, Every: -1, Concede: "concede", ConcedeIn: 1000, Keep: func(r game.Record) {
		for _, d := range r.Rolls {
			seen[d.For] = true
			public := sides[d.For] > 0 || d.For == "sovereign"
			if want := sides[d.For]; want > 0 && d.Sides != want || public != (d.Stream == 0) {
				t.Errorf("%+v", d)
			}
		}
	}})
	if len(seen) < 8 {
		t.Errorf("only %v were rolled", seen)
	}
}

// The star is turned in round 5, 6 or 7, with equal odds; each other card as often as it has copies (N4.3).
func TestN4_3_Deck(t *testing.T) {
	rounds, first := map[int]int{}, map[string]int{}
	const games = 300
	for seed := range uint64(games) {
		d := gametest.NewDice(seed)
		m, st, err := game.Seal[*state](ours).Start(3, Defaults().Encode(), d)
		for range 60 {
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
			v := m.View(game.Onlooker()).(View)
			if len(v.Turned) == 1 && v.Phase != Over {
				first[v.Turned[0]]++
			}
			if v.Last != 0 {
				rounds[v.Last-1]++
				break
			}
			g := m.Groups()[0]
			st, err = m.Lapse(g.Open[0], m.Open(g.Open[0])[0].ID, d)
		}
	}
	for round := 5; round <= 7; round++ {
		if n := rounds[round]; n < games/3-50 || n > games/3+50 {
			t.Errorf("of %d games the star came in round %d %d times", games, round, n)
		}
	}
	if rounds[5]+rounds[6]+rounds[7] != games || first["crackdown"] < 2*first["levy"] || first[cards.Star().ID] > 0 || len(first) != 12 {
		t.Errorf("rounds %v, first cards %v", rounds, first)
	}
}

// Every mission pays its reward at the printed face and not below, for each way in which its territory is held, with and without
// hands (N6.5, S25, S47). A cooperative one is split.
func TestN6_5_EveryMission(t *testing.T) {
	for _, c := range cards.Operations() {
		if c.Type != cards.Mission {
			continue
		}
		for how, face := range map[string]int{Nobody: c.Win.None, Own: c.Win.Own, Coop: c.Win.Coop, Other: c.Win.Other} {
			for _, hands := range []bool{false, true} {
				for _, wins := range []bool{true, false} {
					l := Lab{Round: 5, Turn: 1, Seats: []LabSeat{{Mat: "kin", Have: c.Hire, Tech: 1, Dice: 2, Hand: []string{c.ID}}}}
					if how != Nobody {
						l.Bases = []LabBase{{Territory: c.Territory, Seat: map[string]game.Seat{Own: 1, Coop: 2, Other: 2}[how]}}
					}
					m := inLab(t, l)
					need, line := face, "mission "+c.ID
					switch how {
					case Coop:
						line += " coop"
					case Other:
						line += " alone"
					}
					start, casino := c.Hire, 0
					if hands {
						need, line, start = need-c.Hands, line+" hands", cards.Amount{}
					}
					if how == Own && c.Territory == "honos" {
						casino = 1
					}
					die := need - casino
					if !wins {
						die--
					}
					if die < 1 || die > 6 {
						continue
					}
					say(t, m, 1, line, die)
					v := m.View(game.Onlooker()).(View)
					want, other := start, m.View(game.Onlooker()).(View).Player(2).Have
					var shared cards.Amount
					if wins {
						want = want.Plus(c.Reward)
						if how == Coop {
							shared = c.Reward.Share(1, 2)
							want = want.Minus(shared)
						}
					}
					if v.Player(1).Have != want || other != shared || (v.Player(1).Wins == 1) != wins || (v.Alert == 2) == wins {
						t.Errorf("%s with a %d: %s and %s, want %s and %s; alert %d", line, die, v.Player(1).Have, other, want, shared, v.Alert)
					}
				}
			}
		}
	}
}

// A mission before its round is refused (N6.1).
func TestN6_1_EveryRound(t *testing.T) {
	for _, c := range cards.Operations() {
		if c.Type != cards.Mission || c.Round == 1 {
			continue
		}
		m := inLab(t, Lab{Round: c.Round - 1, Turn: 1, Seats: []LabSeat{{Mat: "kin", Tech: 1, Dice: 2, Hand: []string{c.ID}}}})
		_, err := m.Answer(1, m.Open(1)[0].ID, Mission{Card: c.ID}, &faces{})
		if no, ok := err.(*game.Refusal); !ok || no.Code != "round" {
			t.Errorf("%s in round %d: %v", c.ID, c.Round-1, err)
		}
	}
}

// The order in which equals rank: score, bases, Influence; those who left are behind, the last to leave ahead (S19, S67).
func TestS19_Ranks(t *testing.T) {
	s := &state{}
	factKinds.Apply(s, Began{4, Defaults().Terms})
	for i, have := range []cards.Amount{{Credits: 9}, {Credits: 10, Influence: 1}, {Credits: 10}, {Credits: 10, Influence: 1}} {
		s.Players[i].Have = have
	}
	for _, c := range []struct {
		out  []game.Seat
		base game.Seat
		want []int
	}{
		{nil, 0, []int{4, 1, 3, 1}},
		{nil, 3, []int{4, 2, 1, 2}},
		{[]game.Seat{2, 4}, 0, []int{2, 4, 1, 3}},
	} {
		s.Out = c.out
		s.base("koss").Seat = c.base
		if got := s.ranks(); !slices.Equal(got, c.want) {
			t.Errorf("out %v, base of %d: %v, want %v", c.out, c.base, got, c.want)
		}
	}
}

// The winning faces of assaults, and their crew (N7.2, N7.3).
func TestN7_3_EveryAssault(t *testing.T) {
	for ships, want := range [][3]int{{6, 0, 5}, {5, 6, 10}, {4, 5, 10}, {3, 4, 10}, {2, 3, 10}} {
		for _, fortified := range []bool{false, true} {
			face := want[0]
			if fortified {
				face = want[1]
			}
			for _, wins := range []bool{true, false} {
				if face == 0 {
					continue // refused: see A4
				}
				m := inLab(t, Lab{Turn: 1, Seats: []LabSeat{{Mat: "kin", Have: cards.Amount{Crew: 20}, Assault: 4, Ships: 4, Tech: 1, Dice: 2}}, Bases: []LabBase{{Territory: "tarn", Seat: 2, Fortified: fortified}}})
				die := face
				if !wins {
					die--
				}
				say(t, m, 1, "assault tarn with "+number(ships), die)
				v := m.View(game.Onlooker()).(View)
				if (v.Territories[cards.Place("tarn")].Seat == 1) != wins || v.Player(1).Have.Crew != 20-want[2] || v.Player(1).Ships != 4-ships || v.Alert != 2 {
					t.Errorf("%d reinforcements, fortified %t, a %d: %+v", ships, fortified, die, v.Player(1))
				}
			}
		}
	}
}

// The handicap by turn order for each number of seats (S45).
func TestS45_Handicap(t *testing.T) {
	for seats, want := range map[int][]int{2: {3, 0}, 3: {3, 1, 1}, 4: {4, 0, 0, 2}, 5: {4, 1, 1, 1, 4}} {
		c := Defaults()
		c.TwoPlayers = true
		d := gametest.NewDice(uint64(seats))
		m, st, err := Rules().Start(seats, c.Encode(), d)
		for err == nil {
			m.Apply(st)
			if v := m.View(game.Onlooker()).(View); v.Phase == Turns {
				break
			}
			g := m.Groups()[0]
			st, err = m.Lapse(g.Open[0], m.Open(g.Open[0])[0].ID, d)
		}
		if err != nil {
			t.Fatal(err)
		}
		v := m.View(game.Onlooker()).(View)
		for i, n := range want {
			p := v.Player((v.Marker+game.Seat(i)-1)%game.Seat(seats) + 1)
			if got := p.Have.Credits - cards.FindMat(p.Mat).Start.Credits; got != n {
				t.Errorf("%d seats: place %d has %d Credits more, want %d", seats, i+1, got, n)
			}
		}
	}
}
