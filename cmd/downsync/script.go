package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"downsync/game/script"
)

// scriptFile plays a script, an exported whole match, or the match in a file of evidence. The exit status is 0 if the file was
// played, 1 if an expectation failed, the dice ran out, or verify would refuse the match, and 2 if the file is malformed.
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
	raw, err := readWhole(ctx, name)
	if err != nil {
		return misuse{err}
	}
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		m, err := readMatch(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		text, err := script.Write(scripts(), m.events)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if *show {
			_, err := io.WriteString(out, text)
			return err
		}
		raw = []byte(text)
	}
	if status := script.Run(ctx, scripts(), name, bytes.NewReader(raw), out, errs); status != 0 {
		return exit(status)
	}
	return nil
}
