package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"downsync/game/downsync/script"
)

// scriptFile plays a match written as text; the exit status is the script's: 0 played, 1 an expectation failed or the
// dice ran out, 2 the file is malformed.
func scriptFile(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) != 1 {
		return misuse{fmt.Errorf("expected one file")}
	}
	f, err := os.Open(args[0])
	if err != nil {
		return misuse{err}
	}
	defer f.Close()
	if status := script.Run(ctx, args[0], f, out, errs); status != 0 {
		return exit(status)
	}
	return nil
}
