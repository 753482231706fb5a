// Package page arranges the pages that every game has: cards, consoles, logs, moments of the past. A game provides the words and
// the pictures.
package page

import (
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// accents holds the sides' colours for the edge of a page, by seat; the first belongs to nobody.
var accents = [...]int{0x8fa8bf, 0x35d0ff, 0xffb02e, 0x4fd37a, 0xd98cff, 0xff6b6b}

// Frame collects a page's texts, pictures and controls in one box. The zero value is an empty box in nobody's colour.
type Frame struct {
	Seat   game.Seat // the seat whose colour the box has; 0: nobody's
	blocks []wire.Block
	files  []wire.File
}

// Say adds a text, cut to that many characters. An empty text adds nothing.
func (f *Frame) Say(text string, most int) {
	if text = strings.TrimSpace(text); text != "" {
		f.blocks = append(f.blocks, wire.Text(wire.Clip(text, most)))
	}
}

// Draw adds a picture in PNG format with its description.
func (f *Frame) Draw(name string, png []byte, alt string) {
	f.blocks = append(f.blocks, wire.Picture{File: len(f.files), Alt: alt})
	f.files = append(f.files, wire.File{Name: name, Data: png})
}

// Add adds controls or other blocks. An empty row adds nothing.
func (f *Frame) Add(blocks ...wire.Block) {
	for _, b := range blocks {
		if row, ok := b.(wire.Row); !ok || len(row) > 0 {
			f.blocks = append(f.blocks, b)
		}
	}
}

// Blocks returns the present content of the frame.
func (f *Frame) Blocks() []wire.Block { return f.blocks }

// Message returns the page as a message.
func (f *Frame) Message() wire.Message {
	return wire.Message{Files: f.files, Blocks: []wire.Block{wire.Box{Accent: accents[f.Seat], Blocks: f.blocks}}}
}

// Picture returns a text with one picture, outside a box. The file's name reveals nothing.
func Picture(text string, png []byte, alt string) wire.Message {
	return wire.Message{Blocks: []wire.Block{wire.Text(text), wire.Picture{File: 0, Alt: alt}}, Files: []wire.File{{Name: FileName(), Data: png}}}
}

// FileName returns a random name for a picture. It reveals nothing about the match, because links show names.
func FileName() string {
	raw := make([]byte, 12)
	_, _ = rand.Read(raw) // documented never to fail
	return hex.EncodeToString(raw) + ".png"
}

// CardRow holds the buttons below a public card. After the end they lead to the highlights and to the replay, which offers the film.
func CardRow(l lang.Language, p table.Public) wire.Row {
	row := wire.Row{customid.ViewButton(p.ID, l)}
	if p.Result == nil {
		return row
	}
	row = append(row, customid.HighlightsButton(p.ID, l), customid.ReplayButton(p.ID, l))
	if place, err := bot.PlaceOf(p.Meta); err == nil && place.Series != nil { // a series continues on its own page
		return row
	}
	return append(row, customid.RematchButton(p.ID, l))
}

// Asked returns the open questions as everybody sees them. For a window it adds when it can close.
func Asked(l lang.Language, m table.Meta, asked []table.Asked, questions Questions) []string {
	var lines []string
	for _, a := range asked {
		line := l.Say("▶ %s %s", bot.Called(l, m, a.Seat), l.Text(questions.Named(a.Name).Of))
		switch {
		case !a.By.IsZero() && a.Window:
			line += l.Say(", open until <t:%d:R> at the latest", a.Grid.Closing(a.By).Unix())
		case !a.By.IsZero():
			line += l.Say(", time ends <t:%d:R>", a.By.Unix())
		case a.Left > 0:
			line += l.Text(", the clock is paused")
		}
		lines = append(lines, line)
		if a.Left == 0 {
			lines = append(lines, closing(l, a.Grid)...)
		}
	}
	return lines
}

// closing returns when a window can close. It returns nothing for a window that closes with its answer, or after a fixed time. It gives both
// grids with the time at which one follows the other, so it stays right once that has passed: nothing updates the message then.
func closing(l lang.Language, g table.Grid) []string {
	if g.Tick == 0 || g.From.IsZero() {
		return nil
	}
	span, first := bot.Voice{Language: l}.Span, g.Closing(time.Time{})
	if first.After(g.FineUntil) {
		return []string{l.Say("-# It closes at set times, so nobody learns who could react: from <t:%d:T> on, every %s.", first.Unix(), span(g.Tick))}
	}
	return []string{l.Say("page.window-closes", first.Unix(), span(g.FineTick), g.FineUntil.Unix(), span(g.Tick))}
}

// Ask returns the seat's question with that id, otherwise the one that delays the match; ok is false if there is none.
func Ask(p table.Private, id string) (a table.OpenAsk, ok bool) {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.ID == id })
	if i < 0 {
		return bot.OwedAsk(p)
	}
	return p.Asks[i], true
}

// Limit says when an answer is due; "" if there is no time limit. otherwise describes what happens without one; it is not called for a standing question.
func Limit(l lang.Language, a table.OpenAsk, otherwise func(table.OpenAsk) string) string {
	switch {
	case a.Standing:
		return ""
	case a.Left > 0:
		return l.Say("-# The clock is paused. If the time runs out later: %s.", otherwise(a))
	case !a.By.IsZero():
		return l.Say("-# Time ends <t:%d:R>. If you do nothing: %s.", a.By.Unix(), otherwise(a))
	case a.Limit > 0:
		return l.Say("-# If the time runs out: %s. The clock begins when the match's card is out.", otherwise(a))
	}
	return ""
}

// Foot holds what the seat may do at any time besides answering: leave a partial order, take a step back, and open its standing
// question, whose button is labelled standing.
func Foot(l lang.Language, p table.Private, ask table.OpenAsk, begun bool, standing game.Text) wire.Row {
	var row wire.Row
	open := func(ask string, label game.Text) {
		row = append(row, wire.Button{Does: wire.Control{Kind: wire.ControlOpen, Ask: ask}, Label: l.Text(label)})
	}
	switch {
	case begun || ask.Standing:
		open("", "Back")
	case ask.ID == "" && p.Result == nil: // an answer in a channel is not updated
		open("", "Look again")
	}
	if p.CanUndo {
		row = append(row, wire.Button{Does: bot.UndoControl(p), Label: l.Text("Undo"), Style: wire.Danger})
	}
	for _, a := range p.Asks {
		if a.Standing && !ask.Standing {
			open(a.ID, standing)
		}
	}
	return row
}
