package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

// hostile has users press whatever custom id was ever sent to anybody, whole or mixed with others, send it back as a form, and give commands
// with what they saw for options.
type hostile struct {
	*party
	lot                 *rand.Rand
	who                 bot.UserID // who acts just now
	heard               int
	ids, values, fields []string
	known               map[string]bool
	everybody           []bot.UserID
}

// overseen is a hall that fails the test if it is asked for something of a seat that is not the user's who acts.
type overseen struct {
	bot.Hall
	h *hostile
}

func (w overseen) check(ctx context.Context, what string, id table.ID, seat game.Seat) {
	m, err := w.Meta(ctx, id)
	if err == nil && w.h.who != "" && seat > 0 && int(seat) <= len(m.Users) && m.Users[seat-1] != w.h.who {
		w.h.t.Errorf("%s: %s of seat %d", w.h.who, what, seat)
	}
}

func (w overseen) Private(ctx context.Context, id table.ID, seat game.Seat) (table.Private, error) {
	w.check(ctx, "the view", id, seat)
	return w.Hall.Private(ctx, id, seat)
}

func (w overseen) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error) {
	w.check(ctx, r.Order(), id, seat)
	return w.Hall.Act(ctx, cause, id, seat, ask, r, then...)
}

func (w overseen) Undo(ctx context.Context, cause string, id table.ID, seat game.Seat) (table.Outcome, error) {
	w.check(ctx, "undo", id, seat)
	return w.Hall.Undo(ctx, cause, id, seat)
}

func (w overseen) Propose(ctx context.Context, cause string, id table.ID, seat game.Seat, what table.Proposal, d time.Duration) (bool, error) {
	w.check(ctx, string(what), id, seat)
	return w.Hall.Propose(ctx, cause, id, seat, what, d)
}

func (w overseen) Referee(ctx context.Context, cause string, id table.ID, r table.Ruling) (table.Outcome, error) {
	w.check(ctx, r.What, id, r.Seat)
	return w.Hall.Referee(ctx, cause, id, r)
}

func drawn[T any](h *hostile, of ...T) T { return of[h.lot.IntN(len(of))] }

func (h *hostile) learns(list *[]string, words ...string) {
	for _, s := range words {
		if key := fmt.Sprintf("%p %s", list, s); !h.known[key] {
			h.known[key] = true
			*list = append(*list, s)
		}
	}
}

// listens collects what was sent to anybody.
func (h *hostile) listens() {
	for _, u := range h.everybody {
		for _, s := range h.Wire.Delivered(u, h.heard) {
			c := bottest.ControlsOf(s.Message.Message)
			for _, b := range c.Buttons {
				h.learns(&h.ids, b.ID)
			}
			for _, x := range c.Selects {
				h.learns(&h.ids, x.ID)
				for _, o := range x.Options {
					h.learns(&h.values, o.Value)
				}
			}
			if s.Form != nil {
				h.learns(&h.ids, s.Form.ID)
				for _, f := range s.Form.Fields {
					h.learns(&h.fields, f.ID)
				}
			}
		}
	}
	h.heard = h.Wire.Count()
}

// id is a custom id that was seen, often with a part of another or of no id in it.
func (h *hostile) id() string {
	parts, other := strings.Split(drawn(h, h.ids...), "|"), strings.Split(drawn(h, h.ids...), "|")
	switch n := h.lot.IntN(len(parts)); h.lot.IntN(6) {
	case 0:
		parts[n] = other[min(n, len(other)-1)]
	case 1:
		parts[0] = other[0]
	case 2:
		parts[n] = drawn(h, "", "0", "-1", "99999999999999999999", "../"+parts[n], string(ann), drawn(h, h.values...))
	}
	return strings.Join(parts, "|")
}

func (h *hostile) value() string {
	return drawn(h, drawn(h, h.values...), drawn(h, h.ids...), string(drawn(h, h.everybody...)), "", "go", "1", strings.Repeat("9", 60))
}

// options are what the user fills the command's options in with.
func (h *hostile) options(c bot.Command, id table.ID) (out []bottest.Option) {
	for _, o := range c.Options {
		v := h.value()
		switch {
		case !o.Required && h.lot.IntN(2) == 0:
			continue
		case o.Name == "match":
			v = string(id)
		case o.Name == "line":
			v = drawn(h, "bid 1", "bid 3", "done", "undo", "claim", "leave", "note red")
		case o.Kind == bot.UserOption:
			v = string(drawn(h, h.everybody...))
		case o.Kind == bot.IntOption:
			v = strconv.Itoa(h.lot.IntN(5))
		case len(o.Choices) > 0:
			v = drawn(h, o.Choices...).Value
		}
		out = append(out, opt(o.Name, v))
	}
	return out
}

// does has the user do one thing.
func (h *hostile) does(u bot.UserID, id table.ID) string {
	m := bottest.Message{ID: "m1", Channel: bottest.General}
	switch ms := h.Wire.Messages(drawn(h, append(h.Wire.Threads(), bottest.General, bot.ChannelID("eph-"+u))...)); {
	case h.lot.IntN(3) == 0:
		m = bottest.Message{ID: "m1", Channel: bot.ChannelID("dm-" + u), Only: u}
	case len(ms) > 0:
		m = drawn(h, ms...)
	}
	values, fields := []string{}, map[string]string{}
	for range h.lot.IntN(3) {
		values, fields[drawn(h, append(h.fields, "1", "force")...)] = append(values, h.value()), h.value()
	}
	h.who = u
	defer func() { h.who = "" }()
	switch custom := h.id(); h.lot.IntN(4) {
	case 0:
		h.Submit(u, m, &bot.Form{ID: custom}, fields)
		return fmt.Sprintf("%s submits %s %q", u, custom, fields)
	case 1:
		path, c := []string{}, drawn(h, h.Bot.Commands...)
		if path = append(path, c.Name); len(c.Sub) > 0 {
			c = drawn(h, c.Sub...)
			path = append(path, c.Name)
		}
		options := h.options(c, id)
		h.Slash(u, path, options...)
		return fmt.Sprint(u, path, options)
	default:
		h.Press(u, m, custom, values...)
		return fmt.Sprintf("%s presses %s %q", u, custom, values)
	}
}

// Whoever presses what others were sent, or makes it up, does nothing in their place and is shown nothing of theirs; a stranger changes nothing
// of a match, and nobody wins or loses by it.
func TestCheatByPressingAllThatWasSent(t *testing.T) {
	matches, turns := 4, 20
	if os.Getenv("SOAK") == "1" {
		matches, turns = 200, 60
	}
	for seed := range matches {
		h := &hostile{lot: rand.New(rand.NewPCG(uint64(seed), 29)), known: map[string]bool{}, values: []string{"blue"}, everybody: []bot.UserID{ann, ben, eve, judge}}
		h.party = newPartyAs(t, func(s *bottest.Setup) {
			s.Dice, s.Hall = nil, func(x bot.Hall) bot.Hall { return bot.HallOf(overseen{x, h}) }
		})
		h.May[ben] = bot.ManageServer
		id := h.begin(opt("clock", "slow"))
		state := func() (s string) {
			for seat := game.Seat(1); seat <= 2; seat++ {
				p, err := h.Hall.Private(ctx, id, seat)
				if err != nil {
					t.Fatal(err)
				}
				s += fmt.Sprint(len(p.Facts), p.Asks, p.Clocks, p.Result, p.Meta.Users, p.CanUndo, "\n")
			}
			return s
		}
		for range turns {
			h.listens()
			for range 4 {
				before := state()
				what := h.does(eve, id)
				if h.Settle(); state() != before {
					t.Fatalf("seed %d: %s\n%s\n%s", seed, what, before, state())
				}
			}
			what := h.does(ben, id)
			h.Settle()
			p := h.publicOf(id)
			if p.Result != nil {
				if p.Result.Rank[0] > p.Result.Rank[1] {
					t.Fatalf("seed %d: %s and wins: %+v", seed, what, p.Result)
				}
				break
			}
			if i := slices.IndexFunc(p.Asked, func(a table.Asked) bool { return a.Seat == 1 }); i >= 0 {
				h.Slash(ann, []string{"order"}, opt("line", drawn(h, "bid 2", "done", "pass", "leave")), slashIn(string(id)))
				h.Settle()
			}
		}
	}
}
