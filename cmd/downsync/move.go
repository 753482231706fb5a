package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"

	"downsync/game"
	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/postgres"
)

// A move carries a store from a file into a PostgreSQL database, or back: every match with everything kept of it, and every
// record. Both stores are held meanwhile, so that no bot serves either. The target says that it is not whole until everything
// in it has been compared with the source. A bot refuses to serve it until then, and the same command continues where it was
// interrupted. The source is only read.

// move is the subcommand.
func move(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("move FROM TO")
	if err := parseStores(f, args, 2, out); err != nil {
		return err
	}
	if f.NArg() != 2 {
		return misuse{errors.New("expected two stores: each a file, or an address like postgres://user@host/database")}
	}
	from, err := openSource(ctx, f.Arg(0), errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(from, err) }()
	to, err := openTarget(ctx, f.Arg(1), errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(to, err) }()
	matches, records, err := carry(ctx, from, to, shown(f.Arg(0)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(out, game.Text("%d {match|matches} and %d {record|records} moved and compared\n%s is as it was: keep it until you are content, and let no bot serve it\n").
		Format(matches, records, shown(f.Arg(0))))
	return err
}

// openSource opens the store that a move reads. No bot may serve it.
func openSource(ctx context.Context, store string, errs io.Writer) (matchStore, error) {
	if isAddress(store) {
		return openHeld(ctx, store, postgres.Options{})
	}
	if err := present(store); err != nil {
		return nil, err
	}
	return stored(openAlone(store, storage.Options{Warn: warnOn(errs)}))
}

// openTarget opens the store that a move fills, and makes it if it is missing.
func openTarget(ctx context.Context, store string, errs io.Writer) (matchStore, error) {
	if isAddress(store) {
		return openHeld(ctx, store, postgres.Options{Moving: true})
	}
	return stored(openAlone(store, storage.Options{Warn: warnOn(errs), Moving: true}))
}

// openHeld opens a database and goes on watch there, so that no bot does.
func openHeld(ctx context.Context, address string, o postgres.Options) (matchStore, error) {
	s, err := postgres.Open(ctx, address, o)
	if err != nil {
		return nil, err
	}
	if !s.OnWatch() {
		return nil, closing(s, fmt.Errorf("%s is served by a bot, or moved by another command: stop it first", shown(address)))
	}
	return s, nil
}

// carry fills the target from the source and compares them. It returns the numbers of matches and records.
func carry(ctx context.Context, from, to matchStore, name string) (matches, records int, err error) {
	there, err := to.Matches()
	if err != nil {
		return 0, 0, err
	}
	kept, err := to.List(ctx, "", "", 1)
	if err != nil {
		return 0, 0, err
	}
	begun, err := to.Moving(ctx)
	switch {
	case err != nil:
		return 0, 0, err
	case begun == "" && len(there)+len(kept) > 0:
		return 0, 0, errors.New("the target is not empty: give a new file, or a schema without tables (search_path in the address)")
	case begun != "" && begun != name:
		return 0, 0, fmt.Errorf("the target is half of a move from %s: go on with that, or give an empty one", begun)
	}
	if err := to.SetMoving(ctx, name); err != nil {
		return 0, 0, err
	}
	ids, err := from.Matches()
	if err != nil {
		return 0, 0, err
	}
	for _, id := range ids {
		if err := carryMatch(ctx, from, to, id); err != nil {
			return 0, 0, err
		}
	}
	if records, err = carryRecords(ctx, from, to); err != nil {
		return 0, 0, err
	}
	if there, err = to.Matches(); err == nil && len(there) != len(ids) {
		err = fmt.Errorf("the target holds %d matches and the source %d: give an empty target", len(there), len(ids))
	}
	if err != nil {
		return 0, 0, err
	}
	return len(ids), records, to.SetMoving(ctx, "")
}

// carryMatch makes a match in the target equal to the source's, and compares.
func carryMatch(ctx context.Context, from, to matchStore, id table.ID) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	want, err := from.Whole(ctx, id)
	if err != nil {
		return err
	}
	for try := 0; ; try++ {
		got, err := to.Whole(ctx, id)
		switch {
		case err == nil && reflect.DeepEqual(got, want):
			return nil
		case err != nil && !errors.Is(err, table.ErrNoMatch) && !errors.Is(err, table.ErrDamaged):
			return err
		case try > 0:
			return fmt.Errorf("match %s: the target does not keep what the source holds", id)
		}
		if err := to.PutWhole(ctx, want); err != nil {
			return err
		}
	}
}

// carryRecords makes the records of the target equal to the source's, and compares. It returns how many there are.
func carryRecords(ctx context.Context, from, to matchStore) (n int, err error) {
	const page = 200
	for copied := false; ; copied = true {
		differ := false
		n = 0
		for after := ""; ; {
			want, err := from.List(ctx, "", after, page)
			if err != nil {
				return 0, err
			}
			last := ""
			if len(want) == page {
				last = want[page-1].Key
			}
			changes, err := differences(ctx, to, want, after, last)
			if err != nil {
				return 0, err
			}
			if len(changes) > 0 {
				if differ = true; copied {
					return 0, fmt.Errorf("record %s: the target does not keep what the source holds", changes[0].Key)
				}
				if err := to.Put(ctx, changes...); err != nil {
					return 0, err
				}
			}
			if n += len(want); last == "" {
				break
			}
			after = last
		}
		if !differ {
			return n, nil
		}
	}
}

// differences returns the changes that make the target hold the wanted records between two keys; without a last key they reach
// to the end.
func differences(ctx context.Context, to matchStore, want []table.Record, after, last string) (changes []table.Record, err error) {
	const page = 200
	wanted := map[string]table.Record{}
	for _, r := range want {
		wanted[r.Key] = r
	}
	for {
		got, err := to.List(ctx, "", after, page)
		if err != nil {
			return nil, err
		}
		for _, r := range got {
			if last != "" && r.Key > last {
				got = nil
				break
			}
			after = r.Key
			if w, ok := wanted[r.Key]; !ok {
				changes = append(changes, table.Record{Key: r.Key})
			} else if string(w.Value) == string(r.Value) {
				delete(wanted, r.Key)
			}
		}
		if len(got) < page {
			break
		}
	}
	for _, r := range want {
		if w, ok := wanted[r.Key]; ok {
			changes = append(changes, w)
		}
	}
	return changes, nil
}
