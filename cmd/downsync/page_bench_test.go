package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	forms "downsync/bot/downsync"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// BenchmarkConsole prints the cost of an answer with a console on a store on disk: with the same controls as before, which are
// not written again, and with others each time; and the ratio to the cost of only drawing the console.
func BenchmarkConsole(b *testing.B) {
	ctx := context.Background()
	s, err := storage.Open(filepath.Join(b.TempDir(), "m.db"), storage.Options{MapSize: 1 << 26})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	clock := tabletest.NewClock()
	w := worlds.Short().World[0]
	dice := w.Dice()
	hall := table.New(s, clock, table.Options{Games: []game.Game{rules.Rules()}, Dice: func(table.ID) game.Dice { return dice }})
	place, err := json.Marshal(bot.Place{Channel: bottest.General, Message: "m", Names: []string{"ann", "ben"}})
	if err != nil {
		b.Fatal(err)
	}
	if err := hall.Open(ctx, "open", "twin", table.Opening{Game: w.ID, Config: w.Config, Users: []table.User{"ann", "ben"}, Place: place}); err != nil {
		b.Fatal(err)
	}
	host := bottest.App(bot.Config{Wire: bottest.NewWire(), Hall: bot.HallOf(hall), Records: s, Clock: clock, Games: []bot.Game{forms.Forms{}.Game()}})
	n := 0
	press := func(id string) wire.Message {
		n++
		a := host.Handle(ctx, wire.Interaction{ID: wire.InteractionID(fmt.Sprint(n)), Kind: wire.Press, User: "ann", CustomID: id, Private: true})
		if a.Letter == nil {
			b.Fatal("no console")
		}
		return *a.Letter
	}
	p, err := hall.Private(ctx, "twin", 1)
	if err != nil {
		b.Fatal(err)
	}
	console := forms.Forms{}.Game().In(bot.Voice{})
	drawn := time.Duration(0)
	press("view|twin") // the board is kept from here on
	b.Run("drawn", func(b *testing.B) {
		for b.Loop() {
			if _, err := console.Console(p, bot.Page{}); err != nil {
				b.Fatal(err)
			}
		}
		drawn = b.Elapsed() / time.Duration(b.N)
	})
	ratio := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(max(drawn, 1)), "x-drawn")
	}
	b.Run("same", func(b *testing.B) {
		for b.Loop() {
			press("view|twin")
		}
		ratio(b)
	})
	b.Run("other", func(b *testing.B) {
		m := press("view|twin")
		for b.Loop() { // to what may be done at any time, and back
			id, ok := bottest.ControlsOf(m).Find(wire.ControlOpen + "|")
			if !ok {
				b.Fatal("no way on")
			}
			m = press(id)
		}
		ratio(b)
	})
}
