package bottest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Hostile makes users press any custom id that was ever sent to anybody, whole or mixed with others, send it back as a form, and
// give commands with such values as options.
type Hostile struct {
	Room      *Room
	T         testing.TB
	Lot       *rand.Rand
	Everybody []wire.UserID // whose messages it knows
	Values    []string      // values of selects and options, to begin with
	Lines     []string      // lines of orders

	who         wire.UserID // the user who is acting
	heard       int
	ids, fields []string
	known       map[string]bool
}

// Over returns a hall that fails the test if it is asked for anything of a seat that does not belong to the acting user.
func (h *Hostile) Over(x bot.Hall) bot.Hall { return bot.HallOf(overseen{x, h}) }

// overseen is the hall of Hostile.Over.
type overseen struct {
	bot.Hall
	h *Hostile
}

func (w overseen) check(ctx context.Context, what string, id table.ID, seat game.Seat) {
	m, err := w.Meta(ctx, id)
	if err == nil && w.h.who != "" && seat > 0 && int(seat) <= len(m.Users) && m.Users[seat-1] != w.h.who {
		w.h.T.Errorf("%s: %s of seat %d", w.h.who, what, seat)
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

func drawn[T any](h *Hostile, of ...T) T { return of[h.Lot.IntN(len(of))] }

// Learns adds lines of orders.
func (h *Hostile) Learns(lines ...string) { h.learns(&h.Lines, lines...) }

func (h *Hostile) learns(list *[]string, words ...string) {
	for _, s := range words {
		if h.known == nil {
			h.known = map[string]bool{}
		}
		if key := fmt.Sprintf("%p %s", list, s); !h.known[key] {
			h.known[key] = true
			*list = append(*list, s)
		}
	}
}

// Listens collects everything that was sent to anybody.
func (h *Hostile) Listens() {
	for _, u := range h.Everybody {
		for _, s := range h.Room.Wire.Delivered(u, h.heard) {
			c := ControlsOf(s.Message.Message)
			for _, b := range c.Buttons {
				h.learns(&h.ids, b.ID)
			}
			for _, x := range c.Selects {
				h.learns(&h.ids, x.ID)
				for _, o := range x.Options {
					h.learns(&h.Values, o.Value)
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
	h.heard = h.Room.Wire.Count()
}

// id returns a custom id from the collection, often with a part of another or with an invented part.
func (h *Hostile) id() string {
	parts, other := strings.Split(drawn(h, h.ids...), "|"), strings.Split(drawn(h, h.ids...), "|")
	switch n := h.Lot.IntN(len(parts)); h.Lot.IntN(6) {
	case 0:
		parts[n] = other[min(n, len(other)-1)]
	case 1:
		parts[0] = other[0]
	case 2:
		parts[n] = drawn(h, "", "0", "-1", "99999999999999999999", "../"+parts[n], string(h.Everybody[0]), drawn(h, h.Values...))
	}
	return strings.Join(parts, "|")
}

func (h *Hostile) value() string {
	return drawn(h, drawn(h, h.Values...), drawn(h, h.ids...), string(drawn(h, h.Everybody...)), "", "go", "1", strings.Repeat("9", 60))
}

// options returns values for the command's options.
func (h *Hostile) options(c bot.Command, id table.ID) (out []Option) {
	for _, o := range c.Options {
		v := h.value()
		switch {
		case !o.Required && h.Lot.IntN(2) == 0:
			continue
		case o.Name == "match":
			v = string(id)
		case o.Name == "line":
			v = drawn(h, h.Lines...)
		case o.Kind == wire.UserOption:
			v = string(drawn(h, h.Everybody...))
		case o.Kind == wire.IntOption:
			v = strconv.Itoa(h.Lot.IntN(5))
		case len(o.Choices) > 0:
			v = drawn(h, o.Choices...).Value
		}
		out = append(out, Option{o.Name, v})
	}
	return out
}

// Does makes the user do one thing.
func (h *Hostile) Does(u wire.UserID, id table.ID) string {
	m := Message{ID: "m1", Channel: General}
	switch ms := h.Room.Wire.Messages(drawn(h, append(h.Room.Wire.Threads(), General, wire.ChannelID("eph-"+u))...)); {
	case h.Lot.IntN(3) == 0:
		m = Message{ID: "m1", Channel: wire.ChannelID("dm-" + u), Only: u}
	case len(ms) > 0:
		m = drawn(h, ms...)
	}
	values, fields := []string{}, map[string]string{}
	for range h.Lot.IntN(3) {
		values, fields[drawn(h, append(h.fields, "1", "force")...)] = append(values, h.value()), h.value()
	}
	h.who = u
	defer func() { h.who = "" }()
	switch custom := h.id(); h.Lot.IntN(4) {
	case 0:
		h.Room.Submit(u, m, &wire.Form{ID: custom}, fields)
		return fmt.Sprintf("%s submits %s %q", u, custom, fields)
	case 1:
		path, c := []string{}, drawn(h, h.Room.Bot.Commands...)
		if path = append(path, c.Name); len(c.Sub) > 0 {
			c = drawn(h, c.Sub...)
			path = append(path, c.Name)
		}
		options := h.options(c, id)
		h.Room.Slash(u, path, options...)
		return fmt.Sprint(u, path, options)
	default:
		h.Room.Press(u, m, custom, values...)
		return fmt.Sprintf("%s presses %s %q", u, custom, values)
	}
}
