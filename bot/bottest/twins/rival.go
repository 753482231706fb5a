package twins

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

// Against is the world with the program in that seat. It gives the orders that the seat's player gives in the world, in their order,
// each when it is asked; what that player looks at is left out.
func (w World) Against(seat game.Seat) World {
	w.rival = seat
	w.Acts = slices.DeleteFunc(slices.Clone(w.Acts), func(a Act) bool { return a.Who == w.rivalName() && a.Order == "" })
	return w
}

// rivalName is the player in whose place the program is, "" for nobody.
func (w World) rivalName() string { return map[game.Seat]string{1: "ann", 2: "ben"}[w.rival] }

// scripted is an opponent that gives a list of orders. What it was asked is written down.
type scripted struct {
	mu    sync.Mutex
	lines []string
	asked []string          // the questions to which they were given
	known map[string]string // the order given to a question, as it may be asked again
	saw   strings.Builder
}

// Strengths is one, whatever it is called.
func (*scripted) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit} }

// order is a line that the ruleset reads back.
type order string

func (o order) Order() string { return string(o) }

// Choose gives the next order.
func (m *scripted) Choose(p rival.Position, _ rival.Level, _ *chance.Source) (rival.Choice, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	raw, err := json.Marshal([]any{p.View, p.Told, p.Ask.ID, p.Ask.Menu})
	if err != nil {
		return rival.Choice{}, err
	}
	m.saw.WriteString(hash.ReplaceAllString(string(raw), `"seal"`) + "\n")
	line, again := m.known[p.Ask.ID]
	switch {
	case again:
	case len(m.lines) == len(m.asked):
		return rival.Choice{}, errors.New("nothing more is ordered")
	default:
		line = m.lines[len(m.asked)]
		m.asked, m.known[p.Ask.ID] = append(m.asked, p.Ask.ID), line
	}
	return rival.Choice{Reply: order(line), Why: "so it is written"}, nil
}

// question is the one to which the nth order was given, "" before that.
func (m *scripted) question(n int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n >= len(m.asked) {
		return ""
	}
	return m.asked[n]
}

// Saw is what the program was asked and knew, in order; "" if it does not play.
func (s *Table) Saw() string {
	if s.mind == nil {
		return ""
	}
	return s.mind.saw.String()
}

// seat puts the program into its seat of a match that is about to be opened. Its key is the same in every world.
func (s *Table) seat(o *table.Opening, place *bot.Place) (records []table.Record) {
	if s.world.rival == 0 {
		return nil
	}
	seat := bot.RivalSeat{Seat: s.world.rival, Strength: rival.Recruit, Style: rival.Bold}
	other := o.Users[2-seat.Seat]
	o.Users[seat.Seat-1], place.Rival, place.Names[seat.Seat-1] = bot.RivalUser, &seat, "Bot"
	raw := fmt.Appendf(nil, `{"v":1,"user":%q,"seat":{"seat":%d,"strength":"recruit","style":"bold"},"key":"twins","turn":-1,"since":"2150-03-07T12:00:00Z"}`, other, seat.Seat)
	return []table.Record{{Key: "rival/twin", Value: raw}}
}

// rivalActs waits until the program has given its next orders. It writes down when each order that others can notice was given:
// nobody sees an answer under seal, or one given in advance, before it is opened.
func (s *Table) rivalActs(lines int) {
	s.t.Helper()
	const step, most = 50 * time.Millisecond, 10 * time.Second
	for range lines {
		before := s.noticed()
		for waited := time.Duration(0); ; waited += step {
			if ask := s.mind.question(s.given); ask != "" && !s.asks(ask) {
				break
			}
			if waited > most {
				s.t.Fatalf("the program does not order %q", s.mind.lines[s.given])
			}
			before = s.noticed()
			s.Pass(step)
		}
		if s.noticed() != before {
			s.times += s.Clock.Now().String() + "\n"
		}
		s.given++
	}
}

// noticed is what somebody besides the program can notice of the match at this moment, by looking or by what they are delivered.
func (s *Table) noticed() string {
	s.t.Helper()
	ctx := s.t.Context()
	all, err := s.Hall.Public(ctx, "twin")
	if err != nil {
		s.t.Fatal(err)
	}
	own, err := s.Hall.Private(ctx, "twin", 3-s.world.rival)
	if err != nil {
		s.t.Fatal(err)
	}
	raw, err := json.Marshal([]any{all.View, len(all.Facts), all.Asked, all.Clocks, all.Result, own})
	if err != nil {
		s.t.Fatal(err)
	}
	return fmt.Sprintf("%s %d %d", raw, len(s.Wire.Delivered(Ben, 0)), len(s.Wire.Delivered(Eve, 0)))
}

// asks tells whether the program is still asked that.
func (s *Table) asks(ask string) bool {
	p, err := s.Hall.Private(s.t.Context(), "twin", s.world.rival)
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
}

// orders are the orders of an act that gives several.
func (a Act) orders() []string {
	if a.Order == "" {
		return nil
	}
	all := strings.Split(a.Order, ";")
	for n := range all {
		all[n] = strings.TrimSpace(all[n])
	}
	return all
}

// Against plays both worlds of a pair with the program in that seat, and gives what the others were delivered. In ann's place the
// program has the secrets; in ben's it is one of those who must not notice them, by what it was asked and knew.
func Against(t testing.TB, p Pair, seat game.Seat, setup bottest.Setup, leak Leak) (seen [2]map[bot.UserID]string) {
	t.Helper()
	for i, w := range p.World {
		s := Play(t, w.Against(seat), setup, leak, nil)
		seen[i] = s.Others()
		seen[i]["the clock"] = "answers\n" + s.times
		if seat == 2 {
			delete(seen[i], Ben)
			seen[i][bot.RivalUser] = s.Saw()
		}
	}
	return seen
}

// Hesitations are leaks by the time at which the program answers.
func Hesitations() []Leak {
	return []Leak{
		{Name: "longer for a longer order", hesitate: func(order string) time.Duration { return time.Duration(len(order)) * 300 * time.Millisecond }},
		{Name: "longer for each answer", hesitate: func(string) time.Duration { return time.Second }},
	}
}

// Unsealed is a leak by which everybody sees whether somebody has answered under seal, or in advance.
func Unsealed() Leak {
	return Leak{Name: "who has answered under seal", hall: func(h bot.Hall) bot.Hall { return bot.HallOf(unsealing{h}) }}
}

// unsealing is a hall that shows those alone who have not answered yet.
type unsealing struct{ bot.Hall }

func (h unsealing) Public(ctx context.Context, id table.ID) (table.Public, error) {
	p, err := h.Hall.Public(ctx, id)
	if err != nil {
		return p, err
	}
	p.Asked = slices.DeleteFunc(slices.Clone(p.Asked), func(a table.Asked) bool {
		own, no := h.Hall.Private(context.Background(), id, a.Seat)
		return no == nil && !slices.ContainsFunc(own.Asks, func(o table.OpenAsk) bool { return o.Name == a.Name })
	})
	return p, nil
}

// hesitates puts the hesitation into a hall.
func (l Leak) hesitates(h bot.Hall, r *bottest.Room) bot.Hall {
	if l.hesitate == nil {
		return h
	}
	return bot.HallOf(hesitant{h, l.hesitate, r})
}

// hesitant is a hall to which the program's answers come the later, the more there is to them.
type hesitant struct {
	bot.Hall
	hesitate func(order string) time.Duration
	room     *bottest.Room
}

func (h hesitant) ActOn(ctx context.Context, cause string, id table.ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error) {
	h.room.Clock.Advance(h.hesitate(r.Order()))
	return h.Hall.ActOn(ctx, cause, id, seat, mark, ask, r, more...)
}
