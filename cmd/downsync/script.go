package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"downsync/game/script"
	"downsync/game/table"

	downsyncscript "downsync/game/downsync/script"
)

// scripts are the games that a script may be of; one that names none is of the first.
var scripts = []script.Game{downsyncscript.Game}

// scriptFile plays a match written as text, or one that was exported whole or taken as evidence; the exit status is the script's: 0 played, 1 an expectation failed or the
// dice ran out, 2 the file is malformed.
func scriptFile(ctx context.Context, args []string, out, errs io.Writer) error {
	words := flags("script FILE")
	show := words.Bool("text", false, "print the script of an exported match instead of playing it")
	if err := parse(words, args, 1, out); err != nil {
		return err
	}
	name := words.Arg(0)
	if name == "" {
		return misuse{errors.New("expected the name of a file")}
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return misuse{err}
	}
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		_, events, err := table.ReadCarried(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		text, err := script.Write(scripts, events)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if *show {
			_, err := io.WriteString(out, text)
			return err
		}
		raw = []byte(text)
	}
	if status := script.Run(ctx, scripts, name, bytes.NewReader(raw), out, errs); status != 0 {
		return exit(status)
	}
	return nil
}
