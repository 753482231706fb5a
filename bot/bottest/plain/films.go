package plain

import (
	"fmt"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game/table"
)

func (Forms) Film(film bot.Film, _ table.Meta, progress func(done, of int) error) (wire.Notice, error) {
	steps := 0
	err := film(func(f table.Frame) error {
		steps++
		return progress(f.Step, f.Of)
	})
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("a film of %d steps", steps))}}}, err
}

func (Forms) Result(p table.Public) (wire.Notice, error) {
	place, err := bot.PlaceOf(p.Meta)
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("the result on %q", place.Server))}}}, err
}

func (f Forms) Highlights(film bot.Film, _ table.Public, progress func(done, of int) error) (wire.Notice, error) {
	n, err := f.Film(film, table.Meta{}, progress)
	n.Blocks = append([]wire.Block{wire.Text("highlights")}, n.Blocks...)
	return n, err
}

func (Forms) ContactSheet(film bot.Film, _ table.Meta) (wire.Notice, error) {
	steps := 0
	err := film(func(table.Frame) error { steps++; return nil })
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("a sheet of %d steps", steps))}}}, err
}

func (Forms) Still(f table.Frame, _ table.Meta, which string) (wire.Notice, error) {
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("step %d of %d, %q: %s", f.Step, f.Of, which, Words(f.Facts)))}}}, nil
}

func (Forms) Stills() []wire.Choice {
	return []wire.Choice{{Name: "all", Value: "all"}, {Name: "truth", Value: "truth"}}
}
