package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"downsync/bot"
	"downsync/bot/referee"
	"downsync/game"
	"downsync/game/table"
)

// verify checks an exported whole match from the file alone: its hash chain, its dice from the seed, the legality and outcome
// of every step, the sealed forces, and its players. If something does not fit, verify names the first such thing, and the exit
// status is 1.
func verify(ctx context.Context, args []string, out, _ io.Writer) error {
	f := flags("verify [-seal HASH] FILE")
	seal := f.String("seal", "", "the `hash` on the challenge's card, whole or at least its first 12 digits: the match's must be the same")
	if err := parse(f, args, 1, out); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return misuse{errors.New("expected the name of a file that export wrote of a whole match")}
	}
	raw, err := readWhole(ctx, f.Arg(0))
	if err != nil {
		return err
	}
	m, err := readMatch(raw)
	if err == nil {
		err = m.sealedBy(*seal)
	}
	var wrong *table.Inconsistency
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintf(out, "does not fit: %v\n", wrong)
		return exit(1)
	case err != nil:
		return err
	}
	_, err = io.WriteString(out, m.verdict()+m.players())
	return err
}

// exported is an exported match in which everything fits.
type exported struct {
	table.Carried
	events []table.Event
	audit  table.Audited
	told   []game.Fact // told to everybody
	forces int         // how many were sealed
}

// readMatch reads a file that export wrote, or the match in a file of evidence, and checks everything in it. If something does
// not fit, the error is an *table.Inconsistency.
func readMatch(raw []byte) (m exported, err error) {
	defer func() {
		if p := recover(); p != nil { // facts of a match whose steps cannot be decided again
			err = &table.Inconsistency{Why: "its events do not fit each other"}
		}
	}()
	if m.Carried, m.events, err = table.ReadCarried(raw); err != nil {
		return m, err
	}
	for _, r := range m.Records() {
		if err := errors.Join(r.Check(), referee.CheckRecord(m.ID, r)); err != nil {
			return m, &table.Inconsistency{Why: err.Error()}
		}
	}
	g, ok := gameOf(m.Meta.Game)
	if !ok {
		return m, &table.Inconsistency{Why: fmt.Sprintf("it is a match of %q, which this program does not know", m.Meta.Game)}
	}
	if m.audit, err = m.Audit(g.rules, m.events); err != nil {
		return m, err
	}
	if m.told, err = toldIn(g.rules, m.events); err != nil {
		return m, &table.Inconsistency{Why: err.Error()}
	}
	seals, err := g.offered(ownCards{}).In(bot.Voice{}).Sealed(m.told)
	if err != nil {
		return m, &table.Inconsistency{Why: err.Error()}
	}
	m.forces = len(seals)
	return m, nil
}

// leastSeal is the least number of digits of a seal that are compared: those that a card spells out.
const leastSeal = 12

// sealedBy returns an *table.Inconsistency if the seal is not the match's, and misuse if it is too short. The seal "" is not compared.
func (m exported) sealedBy(seal string) error {
	seal = strings.ToLower(strings.TrimRight(seal, "….`"))
	switch commitment := m.audit.Dice.Commitment; {
	case seal == "":
		return nil
	case len(seal) < leastSeal:
		return misuse{fmt.Errorf("-seal: expected at least %d digits of the hash on the challenge's card", leastSeal)}
	case !strings.HasPrefix(commitment, seal):
		return &table.Inconsistency{Why: fmt.Sprintf("the card's seal is %s, and the match has the seal %q", seal, commitment)}
	}
	return nil
}

// partWords says where a seat's entropy comes from.
var partWords = map[table.Part]string{
	table.FromWords:     "the SHA-256 of its words",
	table.FromSeed:      "from the seed, as the seat gave no words",
	table.FromOlderHost: "of its words, or drawn by the host as the match began: an older program did not say which",
}

// seedless reports whether the file lacks the dice that are still to be rolled.
func (m exported) seedless() bool {
	return m.audit.Dice.Commitment != "" && m.audit.Result == nil && m.Seed == ""
}

// verdict says which parts of the match fit.
func (m exported) verdict() string {
	var b strings.Builder
	a := m.audit
	fits := "everything fits"
	if m.seedless() {
		fits = "everything fits but the dice, which cannot be checked"
	}
	fmt.Fprintf(&b, "match %s: %s\n", m.ID, fits)
	fmt.Fprintln(&b, game.Text("  chain   %d {event|events}, ending in %s").Format(a.Events, m.Hash))
	if a.Dice.Commitment == "" {
		b.WriteString("  dice    not verifiable: the match began before seeds were kept; its steps hang together\n")
	} else {
		if m.seedless() {
			b.WriteString("  dice    taken as recorded: evidence of a match that is not over has no seed\n")
		} else {
			fmt.Fprintf(&b, "  dice    %d worked out from the seed\n", a.Rolls)
		}
		fmt.Fprintf(&b, "          the seed's hash: %s; compare it with the challenge's card, or give it by -seal\n", a.Dice.Commitment)
		for i, e := range a.Dice.Entropy {
			fmt.Fprintf(&b, "          entropy of seat %d: %s, %s\n", i+1, e, partWords[a.Dice.Part(game.Seat(i+1))])
		}
		b.WriteString("  steps   each legal, and its outcome what the rules make of it\n")
	}
	if m.forces > 0 && a.Result != nil {
		fmt.Fprintf(&b, "  forces  %d, each the one committed to\n", m.forces)
	}
	return b.String()
}

// players says who played, and whether the chain says so too.
func (m exported) players() string {
	var b strings.Builder
	head := "players"
	for i, p := range m.audit.Players {
		switch {
		case p.Removed:
			fmt.Fprintf(&b, "  %-7s seat %d: a player whose name was removed", head, i+1)
		case m.audit.Committed:
			fmt.Fprintf(&b, "  %-7s seat %d: user %s, the one committed to", head, i+1, p.User)
		default:
			fmt.Fprintf(&b, "  %-7s seat %d: user %s", head, i+1, p.User)
		}
		if p.Seated > 0 {
			fmt.Fprintf(&b, ", seated by a moderator in event %d", p.Seated)
		}
		b.WriteString("\n")
		head = ""
	}
	if !m.audit.Committed {
		b.WriteString("          who played is not part of this record's chain\n")
	}
	return b.String()
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
