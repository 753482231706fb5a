package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"downsync/storage"
	"downsync/storage/postgres"
)

// maxFile is the greatest size in bytes of a file that a subcommand reads as a whole: an exported match or a script. The
// longest matches take less than a tenth of it.
const maxFile = 64 << 20

// inTime runs f and returns when the context ends, though f goes on: it may be reading from a pipe or a terminal where nothing
// comes.
func inTime[T any](ctx context.Context, f func() (T, error)) (v T, err error) {
	done := make(chan struct{})
	var got T
	var failed error
	go func() {
		defer close(done)
		got, failed = f()
	}()
	select {
	case <-done:
		return got, failed
	case <-ctx.Done():
		return v, fmt.Errorf("stopped before the file was read: %w", ctx.Err())
	}
}

// readWhole returns the content of a file of at most maxFile bytes. It refuses a larger one before it reads it.
func readWhole(ctx context.Context, path string) ([]byte, error) {
	return inTime(ctx, func() ([]byte, error) { return readAll(path) })
}

func readAll(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s has %d MiB: expected an exported match or a script, of at most %d MiB", path, info.Size()>>20, maxFile>>20)
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1)) // a pipe has no size
	if err == nil && len(raw) > maxFile {
		return nil, fmt.Errorf("%s has more than %d MiB: expected an exported match or a script", path, maxFile>>20)
	}
	return raw, err
}

// present returns an error if there is no such store: a subcommand that reads a store must not create it.
func present(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store %s: there is no such file", path)
	}
	return nil
}

// openToRead opens an existing store without writing to its folder, which may be on a disk that cannot be written. Only a store
// of an older format is converted first.
func openToRead(ctx context.Context, path string, errs io.Writer) (matchStore, error) {
	if isAddress(path) {
		return openAside(ctx, path, postgres.Options{})
	}
	return stored(openFile(path, errs))
}

// openFile is openToRead for a file.
func openFile(path string, errs io.Writer) (*storage.Store, error) {
	if err := present(path); err != nil {
		return nil, err
	}
	o := storage.Options{ReadOnly: true, Warn: warnOn(errs)}
	s, err := storage.Open(path, o)
	if errors.Is(err, storage.ErrInUse) {
		return nil, fmt.Errorf("%w: copy it by `downsync backup COPY` and look at that with -store COPY, or stop the bot", err)
	}
	if errors.Is(err, storage.ErrOlder) {
		o.ReadOnly = false
		if s, werr := storage.Open(path, o); !errors.Is(werr, storage.ErrReadOnly) {
			return s, werr
		}
	}
	return s, err
}

// openToWrite opens a store for a command that adds to it, and makes it if it is missing. No bot may have a file open.
func openToWrite(ctx context.Context, path string, errs io.Writer) (matchStore, error) {
	if isAddress(path) {
		return openAside(ctx, path, postgres.Options{Making: true})
	}
	return stored(openAlone(path, storage.Options{Warn: warnOn(errs)}))
}

// openAlone opens a file that no bot may have open.
func openAlone(path string, o storage.Options) (*storage.Store, error) {
	s, err := storage.Open(path, o)
	if errors.Is(err, storage.ErrInUse) {
		return nil, fmt.Errorf("%w: stop the bot first", err)
	}
	return s, err
}

// warnOn returns a storage.Options.Warn that writes lines.
func warnOn(errs io.Writer) func(string) {
	return func(text string) { fmt.Fprintln(errs, text) }
}
