package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"downsync/storage"
)

// check verifies every stored match. It tells ids and places, never what happened in a match.
func check(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("check")
	conf := configFlag(f)
	file := f.String("store", "", "the store's `file` itself")
	if err := parse(f, args, 0, out); err != nil {
		return err
	}
	if *file == "" {
		c, err := conf.read()
		if err != nil {
			return err
		}
		*file = c.Store.Path
	}
	if _, err := os.Stat(*file); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store %s: there is no such file", *file)
	}
	s, err := storage.Open(*file, storage.Options{})
	if err != nil {
		return err
	}
	defer func() { err = closeAfter(s, err) }()
	r, err := s.Check(ctx)
	if err != nil {
		return err
	}
	for _, d := range r.Damaged {
		fmt.Fprintf(out, "match %s: %s\n", d.Match, d.Where)
	}
	fmt.Fprintf(out, "%d matches, %d events, %d damaged\n", r.Matches, r.Events, len(r.Damaged))
	if len(r.Damaged) > 0 {
		return exit(1)
	}
	return nil
}
