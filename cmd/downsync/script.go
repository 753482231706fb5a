package main

import (
	"context"
	"errors"
	"io"
	"os"

	"downsync/game/downsync/script"
)

// scriptFile plays a match written as text; the exit status is the script's: 0 played, 1 an expectation failed or the
// dice ran out, 2 the file is malformed.
func scriptFile(ctx context.Context, args []string, out, errs io.Writer) error {
	words := flags("script FILE")
	if err := parse(words, args, 1, out); err != nil {
		return err
	}
	name := words.Arg(0)
	if name == "" {
		return misuse{errors.New("expected the name of a file")}
	}
	f, err := os.Open(name)
	if err != nil {
		return misuse{err}
	}
	defer f.Close()
	if status := script.Run(ctx, name, f, out, errs); status != 0 {
		return exit(status)
	}
	return nil
}
