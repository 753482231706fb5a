package twins

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Leak is a leak planted on purpose: it lets others see in some way how much ann was sent in private or knows. Twins that differ in
// that must be distinguished.
type Leak struct {
	Name string
	wire func(*leaky, *wire.Message) // changes what is sent to others
	// nonce puts the count into the nonces of messages to others; lost drops every second message to them.
	nonce, lost bool
	also        func(context.Context, *leaky)
	hall        func(bot.Hall) bot.Hall
	// hesitate delays the program's answers, depending on the answer.
	hesitate func(order string) time.Duration
	refused  func(error) // receives the reason that something could not be sent
}

// Late reports whether the leak shows only in new messages, so that a match must continue for a while.
func (l Leak) Late() bool { return l.nonce || l.lost }

// Wire plants the leak in a wire. ann is her user id; advance moves the clock.
func (l Leak) Wire(w wire.Wire, ann wire.UserID, advance func(time.Duration)) wire.Wire {
	return &leaky{Wire: w, ann: ann, advance: advance, leak: l}
}

// Hall plants it in a hall.
func (l Leak) Hall(h bot.Hall) bot.Hall {
	if l.hall == nil {
		return h
	}
	return l.hall(h)
}

// Leaks returns all leaks that can be planted in deliveries.
func Leaks() []Leak {
	return []Leak{
		{Name: "words", wire: func(w *leaky, m *wire.Message) { m.Blocks = append(m.Blocks, wire.Text("."+w.marks())) }},
		{Name: "a file name", wire: func(w *leaky, m *wire.Message) {
			if len(m.Files) > 0 {
				m.Files = append([]wire.File{{Name: "board-" + w.marks() + ".png", Data: m.Files[0].Data}}, m.Files[1:]...)
			}
		}},
		{Name: "image bytes", wire: func(w *leaky, m *wire.Message) {
			if len(m.Files) > 0 {
				m.Files = append([]wire.File{{Name: m.Files[0].Name, Data: append(append([]byte{}, m.Files[0].Data...), w.marks()...)}}, m.Files[1:]...)
			}
		}},
		{Name: "an alt text", wire: func(w *leaky, m *wire.Message) {
			m.Blocks = each(m.Blocks, func(p *wire.Picture) { p.Alt += w.marks() }, func(*wire.Button) {})
		}},
		{Name: "a custom id", wire: func(w *leaky, m *wire.Message) {
			m.Blocks = each(m.Blocks, func(*wire.Picture) {}, func(b *wire.Button) { b.ID += w.marks() })
		}},
		{Name: "a label", wire: func(w *leaky, m *wire.Message) {
			m.Blocks = each(m.Blocks, func(*wire.Picture) {}, func(b *wire.Button) { b.Label += w.marks() })
		}},
		{Name: "a mention", wire: func(w *leaky, m *wire.Message) {
			switch w.private % 3 {
			case 1:
				m.Mention = nil
			case 2:
				m.Mention, m.Silent = []wire.UserID{w.ann}, !m.Silent
			}
		}},
		{Name: "an extra edit", also: func(ctx context.Context, w *leaky) {
			if w.last.channel != "" {
				_ = w.Wire.Edit(ctx, w.last.channel, w.last.message, w.last.m) // the message may be gone
			}
		}},
		{Name: "an extra message", also: func(ctx context.Context, w *leaky) {
			if w.last.channel != "" {
				_, _ = w.Wire.Post(ctx, w.last.channel, wire.Message{Blocks: []wire.Block{wire.Text("…")}}, "n"+w.marks())
			}
		}},
		{Name: "a call keyed by a private question", also: func(ctx context.Context, w *leaky) {
			if w.last.channel != "" {
				_, _ = w.Wire.Post(ctx, w.last.channel, wire.Message{Blocks: []wire.Block{wire.Text("You are asked.")}, Mention: []wire.UserID{w.ann}}, "c"+w.marks())
			}
		}},
		{Name: "a nonce with a private count", nonce: true},
		{Name: "a reminder that stays away", lost: true},
		{Name: "a fact shown early", hall: func(h bot.Hall) bot.Hall { return bot.HallOf(early{h}) }},
		{Name: "a delay", also: func(_ context.Context, w *leaky) { w.advance(time.Second) }},
		{Name: "an autocomplete entry", hall: func(h bot.Hall) bot.Hall { return bot.HallOf(suggestive{h}) }},
		{Name: "a refusal", hall: func(h bot.Hall) bot.Hall { return bot.HallOf(reproachful{h}) }},
	}
}

// leaky is a wire that counts the private messages to ann.
type leaky struct {
	wire.Wire
	ann     wire.UserID
	advance func(time.Duration)
	leak    Leak

	mu      sync.Mutex
	dm      wire.ChannelID // ann's
	private int
	last    struct {
		channel wire.ChannelID
		message wire.MessageID
		m       wire.Message
	}
}

func (w *leaky) marks() string { return strings.Repeat("x", w.private%15) }

// DM records ann's channel.
func (w *leaky) DM(ctx context.Context, user wire.UserID) (wire.ChannelID, error) {
	channel, err := w.Wire.DM(ctx, user)
	if user == w.ann {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.dm = channel
	}
	return channel, err
}

// Post sends a message, with the leak.
func (w *leaky) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note(ctx, channel, &m)
	if channel != w.dm && w.leak.nonce {
		nonce += w.marks()
	}
	if channel != w.dm && w.leak.lost && w.private%2 == 1 {
		return wire.MessageID(fmt.Sprintf("lost-%d", w.private)), nil
	}
	id, err := w.Wire.Post(ctx, channel, m, nonce)
	if err != nil && w.leak.refused != nil {
		w.leak.refused(err)
	}
	w.sent(channel, id, m)
	return id, err
}

// Edit changes a message, with the leak.
func (w *leaky) Edit(ctx context.Context, channel wire.ChannelID, message wire.MessageID, m wire.Message) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note(ctx, channel, &m)
	w.sent(channel, message, m)
	return w.Wire.Edit(ctx, channel, message, m)
}

func (w *leaky) sent(channel wire.ChannelID, message wire.MessageID, m wire.Message) {
	if channel != w.dm {
		w.last.channel, w.last.message, w.last.m = channel, message, m
	}
}

func (w *leaky) note(ctx context.Context, channel wire.ChannelID, m *wire.Message) {
	if channel == w.dm {
		w.private++
		if w.leak.also != nil {
			w.leak.also(ctx, w)
		}
	} else if w.leak.wire != nil {
		w.leak.wire(w, m)
	}
}

// each changes every picture and button of a message.
func each(bs []wire.Block, picture func(*wire.Picture), button func(*wire.Button)) []wire.Block {
	out := make([]wire.Block, len(bs))
	for i, b := range bs {
		switch b := b.(type) {
		case wire.Picture:
			picture(&b)
			out[i] = b
		case wire.Row:
			row := append(wire.Row{}, b...)
			for j := range row {
				button(&row[j])
			}
			out[i] = row
		case wire.Box:
			b.Blocks = each(b.Blocks, picture, button)
			out[i] = b
		default:
			out[i] = b
		}
	}
	return out
}

// known counts the facts that ann was told.
func known(h bot.Hall, id table.ID) string {
	p, err := h.Private(context.Background(), id, 1) // in nobody's name: a hall refuses to read one seat in the name of another
	if err != nil {
		return ""
	}
	return strings.Repeat("x", len(p.Facts))
}

// suggestive is a hall that leaks through ben's suggestions.
type suggestive struct{ bot.Hall }

func (h suggestive) Private(ctx context.Context, id table.ID, seat game.Seat) (table.Private, error) {
	p, err := h.Hall.Private(ctx, id, seat)
	if err != nil || seat == 1 {
		return p, err
	}
	for i, a := range p.Asks {
		if a.Standing { // no console shows it unless asked
			tell := known(h.Hall, id)
			p.Asks[i].Menu = append(slices.Clone(a.Menu), game.Choice{Words: "act " + tell}, game.Choice{Words: a.Menu[0].Words + " " + tell})
		}
	}
	return p, nil
}

// early is a hall that tells everybody what ann was told.
type early struct{ bot.Hall }

func (h early) Public(ctx context.Context, id table.ID) (table.Public, error) {
	p, err := h.Hall.Public(ctx, id)
	if own, no := h.Private(context.Background(), id, 1); err == nil && no == nil {
		p.Facts = own.Facts
	}
	return p, err
}

// reproachful is a hall that leaks through its refusals.
type reproachful struct{ bot.Hall }

func (h reproachful) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error) {
	out, err := h.Hall.Act(ctx, cause, id, seat, ask, r, then...)
	if no, ok := err.(*game.Refusal); ok && seat != 1 {
		told := *no
		told.Text += game.Text(known(h.Hall, id))
		err = &told
	}
	return out, err
}
