package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"downsync/game"
	"downsync/game/table"
	"downsync/storage"
)

// export prints a match: the whole of it if it is over or with -referee, otherwise what everybody or one seat sees.
func export(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("export MATCH")
	conf := configFlag(f)
	file := f.String("store", "", "store `file`, instead of the one in the configuration")
	referee := f.Bool("referee", false, "print the whole match though it is still on, with its secrets")
	seat := f.Int("seat", 0, "print what this `seat` sees of a match that is still on; 0 means what everybody sees")
	if err := parse(f, args, 1, out); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return misuse{errors.New("expected the match's id")}
	}
	if *file == "" {
		c, err := conf.read()
		if err != nil {
			return err
		}
		*file = c.Store.Path
	}
	s, err := openToRead(*file, errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	raw, err := exported(ctx, s, table.ID(f.Arg(0)), *referee, game.Seat(*seat))
	if err != nil {
		return err
	}
	_, err = out.Write(raw)
	return err
}

// exported returns the file that export prints.
func exported(ctx context.Context, s *storage.Store, id table.ID, referee bool, seat game.Seat) ([]byte, error) {
	hall := offline(s)
	public, err := hall.Public(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	var view any = public
	switch {
	case referee, public.Result != nil:
		c, err := hall.Carried(ctx, id)
		if err != nil {
			return nil, err
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

// importMatch stores a whole match that export wrote.
func importMatch(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	path, words, err := storeFlags("import FILE")(args, 1, out)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return misuse{errors.New("expected the name of a file that export wrote")}
	}
	raw, err := readWhole(words[0])
	if err != nil {
		return err
	}
	c, events, err := table.ReadCarried(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	hash, err := hex.DecodeString(c.Hash)
	if err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	s, err := storage.Open(path, storage.Options{Warn: warnOn(errs)})
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	records, err := offline(s).Arriving(c, events)
	if err != nil {
		return err
	}
	if err := s.Import(ctx, c.ID, events, [32]byte(hash), records); err != nil {
		return err
	}
	fmt.Fprintf(out, "match %s, %d events\n", c.ID, len(events))
	return nil
}
