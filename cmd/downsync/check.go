package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"downsync/game"
	"downsync/game/table"
	"downsync/storage"
)

// check verifies pages, hash chains and indexes of the store, and that every match replays to its snapshot. An operator may
// play in these matches, so it counts the events that everybody was told, and names a damaged match without the place in it.
// With -v it also prints the places and the number of all stored steps. It never prints what happened. The exit status is 1 if
// it finds anything.
func check(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("check")
	verbose := f.Bool("v", false, "print the place of each fault, and the number of all stored steps, secret ones among them")
	path, _, err := storeFlags(f)(ctx, args, 0, out)
	if err != nil {
		return err
	}
	s, err := openToRead(ctx, path, errs)
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	r, err := s.Check(ctx)
	if err != nil {
		return err
	}
	told, err := replays(ctx, s, &r)
	if err != nil {
		return err
	}
	faults(r, *verbose, out)
	fmt.Fprintln(out, game.Text("%d {match|matches}, %d {event|events}, %d damaged, %d astray").Format(r.Matches, told, len(r.Damaged), len(r.Astray)))
	if *verbose {
		fmt.Fprintln(out, game.Text("%d {step|steps} stored, secret ones among them").Format(r.Events))
	}
	return sound(r)
}

// replays adds to the report each match that does not replay, or not to its snapshot. It returns how many events everybody was
// told in the others.
func replays(ctx context.Context, s matchStore, r *storage.Report) (told int, err error) {
	ids, err := s.Matches()
	if err != nil {
		return 0, err
	}
	broken := map[table.ID]bool{}
	for _, id := range r.Newer {
		broken[id] = true
	}
	for _, d := range r.Damaged {
		broken[d.Match] = true
	}
	hall := offline(s)
	for _, id := range ids {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if broken[id] {
			continue
		}
		n, err := hall.Verify(ctx, id)
		switch {
		case errors.Is(err, table.ErrNewer):
			r.Newer = append(r.Newer, id)
		case err != nil:
			r.Damaged = append(r.Damaged, storage.Damage{Match: id, Where: err.Error()})
		}
		told += n
	}
	return told, nil
}

// offline returns a hall over stored matches, without clocks. The operator may see everything.
func offline(s table.Store) *table.Hall {
	return table.New(s, systemClock{}, table.Options{Games: rulesets(games), Cache: 1, Referee: true})
}

// faults prints each fault that a check found: the match, and if where is set the place in it.
func faults(r storage.Report, where bool, out io.Writer) {
	for _, id := range r.Newer {
		fmt.Fprintf(out, "match %s: %s; it was not judged, and the bot leaves it as it is\n", id, table.ErrNewer)
	}
	for i, d := range append(r.Damaged, r.Astray...) {
		said := "damaged"
		switch {
		case where:
			said = d.Where
		case i >= len(r.Damaged):
			said = "astray"
		}
		fmt.Fprintf(out, "match %s: %s\n", d.Match, said)
	}
	if len(r.Astray) > 0 {
		fmt.Fprintln(out, "astray: the match is whole, but an index, a waiting message or a saved position beside it does not fit; the bot does without it")
	}
	if !where && !r.Sound() {
		fmt.Fprintln(out, "downsync check -v says where")
	}
}

// sound returns exit status 1 if a check found anything, or could not judge a match.
func sound(r storage.Report) error {
	if !r.Sound() || len(r.Newer) > 0 {
		return exit(1)
	}
	return nil
}
