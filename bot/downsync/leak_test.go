package downsync

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/tongue"
	"downsync/game"
	"downsync/game/table"
)

// leaky is a wire that knows how much ann was sent in private, and lets it be seen in one way or another.
type leaky struct {
	bot.Wire
	private int // of ann's messages and edits so far
	card    func() error
	leak    func(*leaky, *bot.Message)
}

func (w *leaky) note(channel bot.Snowflake, m *bot.Message) {
	if strings.HasPrefix(string(channel), "dm-ann") {
		w.private++
		if w.card != nil {
			_ = w.card() // the leak's own edit may find the card gone
		}
		return
	}
	w.leak(w, m)
}

func (w *leaky) Post(ctx context.Context, channel bot.Snowflake, m bot.Message, nonce string) (bot.Snowflake, error) {
	w.note(channel, &m)
	return w.Wire.Post(ctx, channel, m, nonce)
}

func (w *leaky) Edit(ctx context.Context, channel, message bot.Snowflake, m bot.Message) error {
	w.note(channel, &m)
	return w.Wire.Edit(ctx, channel, message, m)
}

// each changes every picture and button of a message.
func each(bs []bot.Block, picture func(*bot.Picture), button func(*bot.Button)) []bot.Block {
	out := make([]bot.Block, len(bs))
	for i, b := range bs {
		switch b := b.(type) {
		case bot.Picture:
			picture(&b)
			out[i] = b
		case bot.Row:
			row := append(bot.Row{}, b...)
			for j := range row {
				button(&row[j])
			}
			out[i] = row
		case bot.Box:
			b.Blocks = each(b.Blocks, picture, button)
			out[i] = b
		default:
			out[i] = b
		}
	}
	return out
}

// leaks are ways in which a wire could tell others how much ann was told: each must be noticed.
var leaks = map[string]func(*leaky, *bot.Message){
	"words": func(w *leaky, m *bot.Message) {
		m.Blocks = append(m.Blocks, bot.Text(strings.Repeat(".", 1+w.private)))
	},
	"a file name": func(w *leaky, m *bot.Message) { rename(m, "board-"+strings.Repeat("x", w.private)+".png") },
	"image bytes": func(w *leaky, m *bot.Message) {
		if len(m.Files) > 0 {
			m.Files = []bot.File{{Name: m.Files[0].Name, Data: append(append([]byte{}, m.Files[0].Data...), byte(w.private))}}
		}
	},
	"an alt text": func(w *leaky, m *bot.Message) {
		m.Blocks = each(m.Blocks, func(p *bot.Picture) { p.Alt += strings.Repeat(" ", w.private) }, func(*bot.Button) {})
	},
	"a custom id": func(w *leaky, m *bot.Message) {
		m.Blocks = each(m.Blocks, func(*bot.Picture) {}, func(b *bot.Button) { b.ID += strings.Repeat("x", w.private) })
	},
	"a label": func(w *leaky, m *bot.Message) {
		m.Blocks = each(m.Blocks, func(*bot.Picture) {}, func(b *bot.Button) { b.Label += strings.Repeat("x", w.private) })
	},
	"a mention": func(w *leaky, m *bot.Message) {
		if w.private%2 == 0 {
			m.Mention = append(append([]bot.Snowflake{}, m.Mention...), eve)
		}
	},
}

func rename(m *bot.Message, file string) {
	if len(m.Files) > 0 {
		m.Files = []bot.File{{Name: file, Data: m.Files[0].Data}}
	}
}

// talkative are forms that show others how much ann was asked.
type talkative struct {
	Forms
	asked int
}

func (f *talkative) In(t tongue.Tongue) bot.Forms {
	f.Forms = f.Forms.In(t).(Forms)
	return f
}

func (f *talkative) Console(p table.Private, page bot.Page) (bot.Letter, error) {
	if p.Seat == 1 {
		f.asked += len(p.Asks[len(p.Asks)-1].Menu)
	}
	return f.Forms.Console(p, page)
}

func (f *talkative) Card(p table.Public, facts []game.Fact, closed bool) (bot.Notice, error) {
	n, err := f.Forms.Card(p, facts, closed)
	n.Blocks = append([]bot.Block{bot.Text(strings.Repeat("-", 1+f.asked%7))}, n.Blocks...)
	return n, err
}

// pairOf is the pair of a kind.
func pairOf(kind string) twins.Pair {
	all := twins.Pairs()
	return all[slices.IndexFunc(all, func(p twins.Pair) bool { return p.Kind == kind })]
}

// Every planted leak is caught by the comparison of twin worlds.
func TestPlantedLeaks(t *testing.T) {
	pair := pairOf("plan")
	caught := func(name string, forms func() bot.Forms, through func(*bottest.Room, bot.Wire) bot.Wire) {
		t.Run(name, func(t *testing.T) {
			one, other := playTwin(t, pair.World[0], forms(), through), playTwin(t, pair.World[1], forms(), through)
			if one[ben] == other[ben] || one[eve] == other[eve] {
				t.Error("the leak is not noticed")
			}
		})
	}
	plain := func() bot.Forms { return Forms{brush: sketch{}} } // pictures are slow, and compared above
	for name, leak := range leaks {
		caught(name, plain, func(r *bottest.Room, w bot.Wire) bot.Wire { return &leaky{Wire: w, leak: leak} })
	}
	nothing := func(*leaky, *bot.Message) {}
	caught("an extra edit", plain, func(r *bottest.Room, w bot.Wire) bot.Wire {
		l := &leaky{Wire: w, leak: nothing}
		l.card = func() error {
			ms := r.Wire.Messages(bottest.General)
			return w.Edit(context.Background(), bottest.General, ms[0].ID, ms[0].Message)
		}
		return l
	})
	caught("an extra message", plain, func(r *bottest.Room, w bot.Wire) bot.Wire {
		l := &leaky{Wire: w, leak: nothing}
		l.card = func() error {
			_, err := w.Post(context.Background(), bottest.General, bot.Message{Blocks: []bot.Block{bot.Text("…")}}, "n"+strings.Repeat("x", l.private%20))
			return err
		}
		return l
	})
	caught("a delay", plain, func(r *bottest.Room, w bot.Wire) bot.Wire {
		l := &leaky{Wire: w, leak: nothing}
		l.card = func() error { r.Clock.Advance(time.Second); return nil }
		return l
	})
	caught("a question's menu", func() bot.Forms { return &talkative{Forms: Forms{brush: sketch{}}} }, nil)
}
