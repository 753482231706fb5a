package main

import (
	"context"
	"fmt"
	"io"

	"downsync/game/table"
	"downsync/storage"
)

// check verifies pages, hash chains and indexes of the store, and that every match replays to its snapshot. It prints ids and
// places, never what happened in a match. The exit status is 1 if it finds anything.
func check(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	path, _, err := storeFlags("check")(args, 0, out)
	if err != nil {
		return err
	}
	s, err := openToRead(path, errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	r, err := s.Check(ctx)
	if err != nil {
		return err
	}
	if err := replays(ctx, s, &r); err != nil {
		return err
	}
	return report(r, out)
}

// replays adds to the report each match that does not replay, or not to its snapshot.
func replays(ctx context.Context, s *storage.Store, r *storage.Report) error {
	ids, err := s.Matches()
	if err != nil {
		return err
	}
	broken := map[table.ID]bool{}
	for _, d := range r.Damaged {
		broken[d.Match] = true
	}
	hall := offline(s)
	for _, id := range ids {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if broken[id] {
			continue
		}
		if err := hall.Verify(ctx, id); err != nil {
			r.Damaged = append(r.Damaged, storage.Damage{Match: id, Where: err.Error()})
		}
	}
	return nil
}

// offline returns a hall over stored matches, without clocks. The operator may see everything.
func offline(s table.Store) *table.Hall {
	return table.New(s, systemClock{}, table.Options{Games: rulesets(), Cache: 1, Referee: true})
}

// report prints what a check found; the error is exit status 1 if that is anything.
func report(r storage.Report, out io.Writer) error {
	for _, d := range append(r.Damaged, r.Astray...) {
		fmt.Fprintf(out, "match %s: %s\n", d.Match, d.Where)
	}
	fmt.Fprintf(out, "%d matches, %d events, %d damaged, %d astray\n", r.Matches, r.Events, len(r.Damaged), len(r.Astray))
	if !r.Sound() {
		return exit(1)
	}
	return nil
}
