package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The text that people were shown, compared with the log.

// movesLine matches a console's line of several moves.
var movesLine = regexp.MustCompile(`^((?:\w+(?:\.\w+)?(?:, )?)+) move(?:; terrain slows (.*))?\.$`)

// actionsLine matches its line of several Move Actions.
var actionsLine = regexp.MustCompile(`^((?:\w+(?:, )?)+) use their Move Actions\.$`)

// revealsLine matches its line of reveals; revealedPart matches a piece of it.
var (
	revealsLine  = regexp.MustCompile(`^Revealed: (.*?)\.?$`)
	revealedPart = regexp.MustCompile(`^(\w+) (\*\*.*\*\*)$`)
)

// tokenLine and hardenedLine match a log's lines that tell the owner of a hit piece the result of its countermeasures.
var (
	tokenLine    = regexp.MustCompile(`^\(only you see this\) A (CM) token( of \S+)? for (\S+): (.*), needs (\d+): (works|fails)`)
	hardenedLine = regexp.MustCompile(`^\(only you see this\) The hardened countermeasure of (\S+) (works|fails)`)
)

// joined holds the lines in which a console reports together the result of a piece's countermeasures and its consequences.
func joined(log []string) (out []string) {
	var tokens []string
	target := ""
	for _, e := range log {
		words := wordsOf(e)
		if x := tokenLine.FindStringSubmatch(words); x != nil {
			target, tokens = x[3], append(tokens, x[1]+x[2]+" "+x[4]+" (needs "+x[5]+") "+x[6])
			continue
		}
		if x := hardenedLine.FindStringSubmatch(words); x != nil {
			target, tokens = x[1], append(tokens, "hardened CM "+x[2])
			continue
		}
		if len(tokens) > 0 {
			out, tokens = append(out, fmt.Sprintf("0 Tokens of %s: %s. %s", target, strings.Join(tokens, ", "), words)), nil
		}
	}
	return out
}

// quoted reports whether a line is an entry of the log, or a line of moves or reveals that are all in the log.
func quoted(line string, log []string) bool {
	entry := func(is func(string) bool) bool {
		return slices.ContainsFunc(log, func(e string) bool { return is(wordsOf(e)) })
	}
	if x := revealsLine.FindStringSubmatch(line); x != nil {
		return !slices.ContainsFunc(strings.Split(x[1], ", "), func(part string) bool {
			x := revealedPart.FindStringSubmatch(part)
			return !strings.Contains(part, "…") && (x == nil || !entry(func(e string) bool { return e == x[1]+" is revealed: "+x[2]+"." }))
		})
	}
	if x := actionsLine.FindStringSubmatch(line); x != nil {
		return !slices.ContainsFunc(strings.Split(x[1], ", "), func(label string) bool {
			return !entry(func(e string) bool {
				return strings.HasPrefix(strings.Replace(e, ".", " ", 1), label+" ") && strings.Contains(e, " uses a Move Action to ")
			})
		})
	}
	x := movesLine.FindStringSubmatch(line)
	if x == nil {
		return entry(func(e string) bool { return quotes(line, e) })
	}
	slowed := strings.Split(x[2], ", ")
	for label := range strings.SplitSeq(x[1], ", ") {
		if !entry(func(e string) bool {
			return strings.HasPrefix(e, label+" moves to ") && (!slices.Contains(slowed, label) || strings.HasSuffix(e, "terrain that slows."))
		}) {
			return false
		}
	}
	return true
}

// quotes reports whether the line of a card or a console is that entry of the log. Consoles leave out a part of long lines.
func quotes(line, entry string) bool {
	for i, r := range line {
		if r == '…' && strings.HasPrefix(entry, line[:i]) && strings.HasSuffix(entry, line[i+len("…"):]) {
			return true
		}
	}
	return line == entry
}

func TestQuotes(t *testing.T) {
	const entry = "Rosters: A `27…`, B `c9…`. A roll of 3 (TARG): **miss**."
	for line, want := range map[string]bool{entry: true, "Rosters: A `27…`, B…": true, "Rosters: A `27…`, B `c9…`. A… **miss**.": true,
		"Rosters: A `27…`, C…": false, "Rosters: A…: **hit**.": false} {
		if quotes(line, entry) != want {
			t.Errorf("%q: expected %t", line, want)
		}
	}
	log := []string{"3 A1 moves to D2.", "4 A2.1 moves to G2 through terrain that slows."}
	for line, want := range map[string]bool{"A1, A2.1 move.": true, "A1, A2.1 move; terrain slows A2.1.": true, "A1, A2.1 move; terrain slows A1.": false, "A1, A3 move.": false} {
		if quoted(line, log) != want {
			t.Errorf("%q: expected %t", line, want)
		}
	}
	log = []string{"3 A1 uses a Move Action to D2.", "4 A2.1 uses a Move Action to G2 through terrain that slows."}
	for line, want := range map[string]bool{"A1, A2 use their Move Actions.": true, "A1, A3 use their Move Actions.": false} {
		if quoted(line, log) != want {
			t.Errorf("%q: expected %t", line, want)
		}
	}
	log = []string{"3 A1 is revealed: **Widow Scout**.", "4 A2 is revealed: **Sentinel: Tagger**."}
	for line, want := range map[string]bool{"Revealed: A1 **Widow Scout**, A2 **Sentinel: Tagger**.": true, "Revealed: A1 **Widow Scout**, A2 **Virago**.": false,
		"Revealed: A1 **Widow Scout**, A2…": true} {
		if quoted(line, log) != want {
			t.Errorf("%q: expected %t", line, want)
		}
	}
	log = joined([]string{"168 (only you see this) A CM token for B3: 🎲 3 ~~3~~, needs 3: works, boosted for 1 CP.", "169 B3: the effect is **stopped**. B spends 1 CP.",
		"170 (only you see this) A CM token of B1 for B3: 🎲 2 +1 near, needs 4: fails.", "171 (only you see this) The hardened countermeasure of B3 fails.", "172 B3 is **destroyed**."})
	for _, line := range []string{"Tokens of B3: CM 🎲 3 ~~3~~ (needs 3) works. B3: the effect is **stopped**. B spends 1 CP.",
		"Tokens of B3: CM of B1 🎲 2 +1 near (needs 4) fails, hardened CM fails. B3 is **destroyed**.", "Tokens of B3: CM of… B3 is **destroyed**."} {
		if !quoted(line, log) {
			t.Errorf("%q: not found in %q", line, log)
		}
	}
}
