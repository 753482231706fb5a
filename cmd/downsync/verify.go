package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// verify checks an exported whole match from the file alone: its hash chain, its dice from the seed, the legality and outcome
// of every step, and the sealed forces. If something does not fit, verify names the first such thing, and the exit status is 1.
func verify(_ context.Context, args []string, out, _ io.Writer) error {
	f := flags("verify FILE")
	if err := parse(f, args, 1, out); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return misuse{errors.New("expected the name of a file that export wrote of a whole match")}
	}
	raw, err := readWhole(f.Arg(0))
	if err != nil {
		return err
	}
	text, err := verified(raw)
	var wrong *table.Inconsistency
	if errors.As(err, &wrong) {
		fmt.Fprintf(out, "does not fit: %v\n", wrong)
		return exit(1)
	}
	if err == nil {
		fmt.Fprint(out, text)
	}
	return err
}

// verified returns the report on a file in which everything fits. If something does not, the error is an *table.Inconsistency.
func verified(raw []byte) (string, error) {
	c, events, err := table.ReadCarried(raw)
	if err != nil {
		return "", err
	}
	g, ok := gameOf(c.Meta.Game)
	if !ok {
		return "", &table.Inconsistency{Why: fmt.Sprintf("it is a match of %q, which this program does not know", c.Meta.Game)}
	}
	a, err := table.Audit(g.rules, events, c.Seed)
	if err != nil {
		return "", err
	}
	told, err := toldIn(g.rules, events)
	if err != nil {
		return "", &table.Inconsistency{Why: err.Error()}
	}
	seals, err := g.offered(nil).In(bot.Voice{}).Sealed(told)
	if err != nil {
		return "", &table.Inconsistency{Why: err.Error()}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "match %s: everything fits\n", c.ID)
	fmt.Fprintf(&b, "  chain   %d events, ending in %s\n", a.Events, c.Hash)
	if a.Dice.Commitment == "" {
		b.WriteString("  dice    not verifiable: the match began before seeds were kept; its steps hang together\n")
	} else {
		fmt.Fprintf(&b, "  dice    %d worked out from the seed; published at the start: %s\n", a.Rolls, a.Dice.Commitment)
		for i, e := range a.Dice.Entropy {
			fmt.Fprintf(&b, "          entropy of seat %d: %s\n", i+1, e)
		}
		b.WriteString("  steps   each legal, and its outcome what the rules make of it\n")
	}
	if len(seals) > 0 && a.Result != nil {
		fmt.Fprintf(&b, "  forces  %d, each the one committed to\n", len(seals))
	}
	return b.String(), nil
}

// toldIn returns the facts of a match that everybody was told.
func toldIn(g game.Game, events []table.Event) ([]game.Fact, error) {
	var records []game.Record
	for _, e := range events {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			return nil, err
		}
		records = append(records, rec)
	}
	m, err := g.Resume(records)
	if err != nil {
		return nil, err
	}
	return m.Told(game.Onlooker(), 0), nil
}
