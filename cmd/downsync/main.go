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

  downsync play [-listen 127.0.0.1:8095] [-data DIR] [-users 3] [-tick 3s] [-v]
        run the bot on a local page that behaves like Discord; needs no account
  downsync serve [-config FILE]
        run the bot on Discord
  downsync discord [-listen 127.0.0.1:8095] [-users 4] -data DIR
        run that local Discord alone, to try a bot of your own setup on it
  downsync doctor [-config FILE]
        look at everything that serve needs, and say what to do; the bot may run
  downsync script [-text] FILE
        play a script or an exported match; print one JSON object a line
  downsync check [-config FILE | -store FILE] [-v]
        verify every stored match; the bot must be stopped (*)
  downsync backup [-config FILE | -store FILE] FILE
        write a copy of the store to a new file; the bot may run
  downsync restore FILE INTO
        check a backup and put it into an empty place
  downsync compact [-config FILE | -store FILE]
        compress finished matches and free unused space of a file; the bot must be stopped
  downsync move FROM TO
        carry a store from a file into a PostgreSQL database or back; the bot must be stopped
  downsync export [-config FILE | -store FILE] [-seat N | -referee] MATCH
        print a match: the whole match if it is over or with -referee,
        otherwise what everybody sees, or what seat N sees; the bot must be stopped (*)
  downsync import [-config FILE | -store FILE] FILE
        store an exported whole match that verify accepts, and make the store
        if it is missing; the bot must be stopped (*)
  downsync verify FILE
        check the dice, every step, the hashes and the players of an exported whole match
  downsync version
        print which program this is

(*) unless the store is a PostgreSQL database, named by -store or the configuration
Flags of a command: downsync COMMAND -h. Documentation: README.md and docs/.
`

// command is a subcommand. It writes results to out and problems to errs.
type command func(ctx context.Context, args []string, out, errs io.Writer) error

var commands = map[string]command{"play": play, "serve": serve, "discord": staged, "doctor": doctor, "script": scriptFile, "check": check, "backup": backup, "restore": restore,
	"compact": compact, "move": move, "export": export, "import": importMatch, "verify": verify, "version": showVersion}

// misuse reports a wrong command line; the exit status is 2.
type misuse struct{ error }

// exit is an exit status without a message.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// endings returns the signals that end a command in order. SIGHUP is one of them if the command has a terminal, which is then
// lost. Otherwise, as under a service manager, some other program sends it, such as log rotation, and it is ignored.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	switch {
	case signal.Ignored(syscall.SIGHUP): // by nohup
	case hasTerminal():
		all = append(all, syscall.SIGHUP)
	default:
		signal.Ignore(syscall.SIGHUP)
	}
	return all
}

// run runs a command line and returns the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	errs = concealing{errs, fromEnvironment()}
	if len(args) == 0 {
		fmt.Fprint(errs, usage)
		return 2
	}
	if err := checkWords(args); err != nil {
		fmt.Fprintf(errs, "downsync: %v\n", err)
		return 2
	}
	c, ok := commands[args[0]]
	if !ok {
		if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
			fmt.Fprint(out, usage)
			return 0
		}
		fmt.Fprintf(errs, "downsync: no command %q\n\n%s", shown(args[0]), usage)
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

func flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet("downsync "+name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // run prints the error, once
	f.Usage = func() {}
	return f
}

// parse reads flags and at most that many arguments after them. No argument may be the address of a database. On -h it prints
// the flags.
func parse(f *flag.FlagSet, args []string, words int, out io.Writer) error {
	if err := parseStores(f, args, words, out); err != nil {
		return err
	}
	for _, word := range f.Args() {
		if isAddress(word) {
			return misuse{fmt.Errorf("%s is a PostgreSQL database: expected %s; downsync move carries a file into a database and back", shown(word), f.Name())}
		}
	}
	return nil
}

// given reports whether a flag is on the command line.
func given(f *flag.FlagSet, name string) (yes bool) {
	f.Visit(func(x *flag.Flag) { yes = yes || x.Name == name })
	return yes
}

// parseStores is parse for a subcommand whose arguments may be addresses.
func parseStores(f *flag.FlagSet, args []string, words int, out io.Writer) error {
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
		return misuse{fmt.Errorf("unexpected argument %q", shown(f.Arg(words)))}
	}
	return nil
}
