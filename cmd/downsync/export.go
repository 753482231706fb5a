package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"downsync/bot/referee"
	"downsync/game"
	"downsync/game/table"
)

// export prints a match: the whole of it if it has ended or with -referee, otherwise what everybody or one seat sees.
func export(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("export MATCH")
	referee := f.Bool("referee", false, "print the whole match though it is still on, with its secrets")
	seat := f.Int("seat", 0, "print what this `seat` sees of a match that is still on; 0 means what everybody sees")
	path, words, err := storeFlags(f)(ctx, args, 1, out)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse{errors.New("expected the match's id")}
	}
	if *seat < 0 {
		return misuse{fmt.Errorf("-seat %d: expected a seat, from 1 on, or 0 for what everybody sees", *seat)}
	}
	if given(f, "seat") && *referee {
		return misuse{errors.New("expected -seat or -referee, not both: -referee prints the whole match with all secrets")}
	}
	s, err := openToRead(ctx, path, errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	raw, err := exportOf(ctx, s, table.ID(words[0]), *referee, game.Seat(*seat))
	if err != nil {
		return err
	}
	_, err = out.Write(raw)
	return err
}

// exportOf returns the file that export prints. all includes everything that is kept of the match, for another host.
func exportOf(ctx context.Context, s table.Store, id table.ID, all bool, seat game.Seat) ([]byte, error) {
	hall := offline(s)
	public, err := hall.Public(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	var view any = public
	switch {
	case all, public.Result != nil:
		c, err := hall.Carried(ctx, id)
		if err != nil {
			return nil, err
		}
		if all { // otherwise the file is for anybody
			beside, err := referee.RecordsOf(ctx, s, id)
			if err != nil {
				return nil, err
			}
			if c, err = c.With(beside); err != nil {
				return nil, err
			}
		}
		return c.Write()
	case seat > 0:
		if view, err = hall.Private(ctx, id, seat); err != nil {
			return nil, err
		}
	}
	raw, err := json.Marshal(view)
	return append(raw, '\n'), err
}

// importMatch stores a whole match that export wrote, after the checks of verify. It stores nothing that does not fit. It
// prints how many events everybody was told, because the number of all events may reveal a secret of a running match.
func importMatch(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	path, words, err := storeFlags(flags("import FILE"))(ctx, args, 1, out)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse{errors.New("expected the name of a file that export wrote")}
	}
	raw, err := readWhole(ctx, words[0])
	if err != nil {
		return err
	}
	m, err := readMatch(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	if m.seedless() {
		return fmt.Errorf("%s: it has no seed of its dice, as evidence of a match that is on: import what `downsync export -referee` writes", words[0])
	}
	hash, err := hex.DecodeString(m.Hash)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	s, err := openToWrite(ctx, path, errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	records, err := offline(s).Arriving(m.Carried, m.events)
	if err != nil {
		return err
	}
	beside := m.Records()
	taken, err := table.Taken{Since: m.events[len(m.events)-1].At}.Record(m.ID)
	if err != nil {
		return err
	}
	if err := s.Import(ctx, m.ID, m.events, [32]byte(hash), append(append(records, taken), beside...)); err != nil {
		return err
	}
	_, err = fmt.Fprint(out, game.Text("match %s, %d {event|events}\n%s").Format(m.ID, len(m.told), m.players()))
	if n := table.Rulings(m.told); err == nil && n > referee.Acts(beside) {
		_, err = fmt.Fprintln(out, game.Text("%d {act|acts} of moderators and disputes did not come along, as only export -referee of this version has them: "+
			"/match rulings lacks them, and whoever saw the match's secrets may be given a seat in it").Format(n-referee.Acts(beside)))
	}
	return err
}
