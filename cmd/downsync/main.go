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
  downsync script [-text] FILE
        plays a match written as text, one JSON object a line
  downsync check [-config FILE | -store FILE]
        verifies every stored match
  downsync backup [-config FILE | -store FILE] FILE
        writes a copy of the store, also while the bot serves
  downsync restore FILE INTO
        puts a backup into an empty place
  downsync compact [-config FILE | -store FILE]
        gives back the room that a stopped store no longer uses
  downsync export [-config FILE | -store FILE] [-seat N | -referee] MATCH
        writes a match: whole if it is over or to a referee, else as everybody or a seat sees it
  downsync import [-config FILE | -store FILE] FILE
        stores a match that was exported whole
  downsync verify FILE
        works out again the dice, the legality of every step and the hashes of a match that was exported whole

`

// command is a subcommand.
type command func(ctx context.Context, args []string, out, errs io.Writer) error

var commands = map[string]command{"play": play, "serve": serve, "script": scriptFile, "check": check, "backup": backup, "restore": restore,
	"compact": compact, "export": export, "import": importMatch, "verify": verify}

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
func flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet("downsync "+name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // what is wrong is said once, by run
	f.Usage = func() {}
	return f
}

// parse reads flags, and expects so many words after them. Asked for help it lists the flags.
func parse(f *flag.FlagSet, args []string, words int, out io.Writer) error {
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(out, "%s\n", f.Name())
		f.SetOutput(out)
		f.PrintDefaults()
		return err
	case err != nil:
		return misuse{err}
	case f.NArg() > words:
		return misuse{fmt.Errorf("%q is too much", f.Arg(words))}
	}
	return nil
}
