package tabletest

import (
	"downsync/game"
	"downsync/game/table"
)

// Redeal decides a finished match again as a host that cheats would: the same orders, with dice of the given terms and seed. The hashes of
// the file fit. It returns an error if an order is not possible with those dice.
func Redeal(g game.Game, c table.Carried, terms game.DiceTerms, seed table.Seed) (table.Carried, error) {
	var m game.Match
	var events []table.Event
	dice := seeded{seed, terms.Entropy}
	for n, e := range c.Events {
		was, err := game.DecodeRecord([]byte(e.Data))
		if err != nil {
			return c, err
		}
		var step game.Step
		if m == nil {
			m, step, err = g.Start(was.Seats, was.Conf, dice)
			step.Record.Dice = &terms
		} else {
			step, err = m.Redo(was, dice)
		}
		if err != nil {
			return c, err
		}
		step.Record.Players = was.Players
		if was.Seed != "" {
			step.Record.Seed = seed.Hex()
		}
		raw, err := step.Record.Encode()
		if err != nil {
			return c, err
		}
		m.Apply(step)
		events = append(events, table.Event{Seq: uint64(n + 1), At: e.At, Data: raw})
	}
	return table.Carry(c, events)
}

// seeded holds the dice of a seed and entropy.
type seeded struct {
	seed    table.Seed
	entropy []string
}

func (d seeded) Roll(stream game.Seat, number, sides int) (int, error) {
	return table.Derive(d.seed, d.entropy, stream, number, sides), nil
}
