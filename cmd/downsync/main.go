// Command downsync hosts matches of Downsync on Discord.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

const usage = `downsync hosts matches of Downsync on Discord.

  downsync play [-listen 127.0.0.1:8095] [-data DIR] [-users 3]
        the bot on a Discord of its own, in your browser; no account needed
  downsync serve [-config FILE]
        the bot on the real Discord
  downsync script FILE
        plays a match written as text, one JSON object a line
  downsync check [-config FILE | -store FILE]
        verifies every stored match

`

// command is a subcommand.
type command func(ctx context.Context, args []string, out, errs io.Writer) error

var commands = map[string]command{"play": play, "serve": serve, "script": scriptFile, "check": check}

// misuse is a wrong command line: exit status 2.
type misuse struct{ error }

// exit is an exit status with nothing more to say.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs a command line and gives the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return 2
	}
	c, ok := commands[args[0]]
	if !ok {
		if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
			fmt.Fprint(out, usage)
			return 0
		}
		fmt.Fprintf(errs, "downsync: no command %q\n\n%s", args[0], usage)
		return 2
	}
	err := c(ctx, args[1:], out, errs)
	var wrong misuse
	var status exit
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &wrong):
		fmt.Fprintf(errs, "downsync %s: %v\n", args[0], err)
		return 2
	}
	fmt.Fprintf(errs, "downsync %s: %v\n", args[0], err)
	return 1
}

// flags makes the flag set of a subcommand.
func flags(name string, errs io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("downsync "+name, flag.ContinueOnError)
	f.SetOutput(errs)
	return f
}

// parse reads flags and refuses words that are left over.
func parse(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return misuse{err}
	}
	if f.NArg() > 0 {
		return misuse{fmt.Errorf("%q is too much; only flags are expected", f.Arg(0))}
	}
	return nil
}
