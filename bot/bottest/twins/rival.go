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
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
	"downsync/game/table"
)

// Against returns the world with the program in that seat. The program gives the orders of the seat's player in the world, in
// order, each when it is asked; that player's looks are left out.
func (w World) Against(seat game.Seat) World {
	w.rival = seat
	w.Acts = slices.DeleteFunc(slices.Clone(w.Acts), func(a Act) bool { return a.Who == w.rivalName() && a.Order == "" })
	return w
}

// rivalName returns the player that the program replaces, "" for nobody.
func (w World) rivalName() string { return map[game.Seat]string{1: "ann", 2: "ben"}[w.rival] }

// scripted is an opponent that gives the orders of a list. It records what it was asked.
type scripted struct {
	mu    sync.Mutex
	lines []string
	asked []string          // the questions that the orders answered
	known map[string]string // the order given to a question, which may be asked again
	saw   strings.Builder
}

// Strengths returns one strength.
func (*scripted) Strengths() []rival.Strength { return []rival.Strength{rival.Recruit} }

// order is a line that the ruleset can read.
type order string

func (o order) Order() string { return string(o) }

// Choose returns the next order.
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

// question returns the question that the nth order answered, "" before that.
func (m *scripted) question(n int) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n >= len(m.asked) {
		return ""
	}
	return m.asked[n]
}

// Saw returns what the program was asked and knew, in order; "" if it does not play.
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

// rivalActs waits until the program has given its next orders. It records when each order that others can notice was given: nobody
// sees an answer that is sealed or given in advance until it is opened.
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
		} else {
			for s.Clock.Now().Add(step).Before(s.due()) { // nobody can act on what they do not notice
				s.Pass(step)
			}
		}
		s.given++
	}
}

// due returns when the program gives an answer that others notice, zero if it is asked nothing.
func (s *Table) due() time.Time {
	s.t.Helper()
	var post struct {
		Ask string    `json:"ask"`
		Due time.Time `json:"due"`
	}
	raw, err := s.Store.Get(s.t.Context(), "rival/twin")
	if err == nil {
		err = json.Unmarshal(raw, &post)
	}
	if err != nil && !errors.Is(err, table.ErrNoRecord) {
		s.t.Fatal(err)
	}
	if post.Ask == "" {
		return time.Time{}
	}
	return post.Due
}

// noticed returns what others can notice of the match at this moment, by looking or by their deliveries.
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

// asks reports whether the program is still asked that question.
func (s *Table) asks(ask string) bool {
	p, err := s.Hall.Private(s.t.Context(), "twin", s.world.rival)
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == ask })
}

// orders returns the orders of an act, which may be several.
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

// Against plays both worlds of a pair with the program in that seat, and returns the deliveries to the others. In ann's place the
// program has the secrets; in ben's it is one of the others who must not notice them, as shown by what it was asked and knew.
func Against(t testing.TB, p Pair, seat game.Seat, setup bottest.Setup, leak Leak) (seen [2]map[wire.UserID]string) {
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

// Hesitations returns leaks by the time of the program's answers.
func Hesitations() []Leak {
	return []Leak{
		{Name: "longer for a longer order", hesitate: func(order string) time.Duration { return time.Duration(len(order)) * 300 * time.Millisecond }},
		{Name: "longer for each answer", hesitate: func(string) time.Duration { return time.Second }},
	}
}

// Unsealed returns a leak that shows everybody whether a player has given a sealed answer, or one in advance.
func Unsealed() Leak {
	return Leak{Name: "who has answered under seal", hall: func(h bot.Hall) bot.Hall { return bot.HallOf(unsealing{h}) }}
}

// unsealing is a hall that shows only the players who have not answered yet.
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

// hesitates adds the hesitation to a hall.
func (l Leak) hesitates(h bot.Hall, r *bottest.Room) bot.Hall {
	if l.hesitate == nil {
		return h
	}
	return bot.HallOf(hesitant{h, l.hesitate, r})
}

// hesitant is a hall that delays the program's answers, depending on the answer.
type hesitant struct {
	bot.Hall
	hesitate func(order string) time.Duration
	room     *bottest.Room
}

func (h hesitant) ActOn(ctx context.Context, cause string, id table.ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error) {
	h.room.Clock.Advance(h.hesitate(r.Order()))
	return h.Hall.ActOn(ctx, cause, id, seat, mark, ask, r, more...)
}

// ActUnnoticed delays answers in secret as well: together they may take longer than the answer that others notice.
func (h hesitant) ActUnnoticed(ctx context.Context, cause string, id table.ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (table.Outcome, error) {
	out, err := h.Hall.ActUnnoticed(ctx, cause, id, seat, mark, ask, r, more...)
	if err == nil {
		h.room.Clock.Advance(h.hesitate(r.Order()))
	}
	return out, err
}
