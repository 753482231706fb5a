package lobby

import (
	"context"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The dice of a match: the seed is drawn with the challenge, and its commitment is on the challenge's card before
// anybody accepts. Each player may give words after seeing it. The part of a side without words is derived from the
// seed.

// maxLuck bounds the words that a player gives to the dice, in characters.
const maxLuck = 100

const wordLongLuck game.Text = "⚠️ `luck` has at most %d characters."

func luckOption() bot.CommandOption {
	return bot.CommandOption{Name: "luck", Description: "Your own words for the dice; default: none, and Fair dice on the card takes them later", Kind: wire.StringOption, Typing: pasted.AsTyped}
}

// readLuck returns the contribution of the given words to the dice, or "" for no words. ok is false if they are too long.
func readLuck(words string) (entropy string, ok bool) {
	if words == "" {
		return "", true
	}
	return table.Entropy(words), len([]rune(words)) <= maxLuck
}

// seedOf returns the seed of a challenge.
func (t Table) seedOf() (table.Seed, error) { return table.ParseSeed(t.Seed) }

// waitsForWords reports whether a match against the program waits until its player is ready. It does if they gave words
// with the challenge: the host knew those before it showed the seal, so the player may now give others.
func (t Table) waitsForWords() bool {
	return t.againstProgram() && !t.isProgram(0) && t.Seats[0].Entropy != ""
}

// beginsAtOnce reports whether the challenge is to the program and begins without Ready.
func (t Table) beginsAtOnce() bool {
	return t.againstProgram() && !t.isProgram(0) && t.Series == nil && !t.waitsForWords()
}

// luckForm asks for a player's words.
func luckForm(c *bot.Call, t Table) wire.Answer {
	return wire.Answer{Form: &wire.Form{ID: customid.Words + "|" + t.ID, Title: c.Text("Your words for the dice"), Fields: []wire.Field{{ID: "luck",
		Label: c.Text("Any words; they replace earlier ones"), Min: 1, Max: maxLuck, Required: true}}}}
}

// giveWords mixes the words of a form into the dice of a challenge, for a player or for a user who may accept it.
func giveWords(ctx context.Context, c *bot.Call, t Table) wire.Answer {
	if c.Kind != wire.Submit {
		return luckForm(c, t)
	}
	if t.place(c.User) < 0 {
		return accept(ctx, c, t, c.Fields["luck"])
	}
	return mixIn(ctx, c, t, c.Fields["luck"])
}

// mixIn replaces the contribution of the user's side to the dice of a challenge.
func mixIn(ctx context.Context, c *bot.Call, t Table, words string) wire.Answer {
	entropy, ok := readLuck(words)
	if !ok {
		return c.Answer(wordLongLuck, maxLuck)
	}
	next, err := update(ctx, c, t, func(x *Table) {
		if n := x.place(c.User); n >= 0 {
			x.Seats = slices.Clone(x.Seats)
			x.Seats[n].Entropy = entropy
		}
	})
	switch {
	case err != nil:
		return c.Trouble(table.ID(t.ID), err)
	case next.place(c.User) < 0: // they withdrew a moment ago
		return notTheirs(c, next)
	}
	return showSide(ctx, c, next, mixedIn(c, next, entropy), inPlace)
}

// mixedIn tells a player what their words contribute, and what the others have contributed so far.
func mixedIn(c *bot.Call, t Table, entropy string) string {
	var others []string
	for _, s := range t.Seats {
		if s.User != c.User && s.Entropy != "" {
			others = append(others, s.Entropy)
		}
	}
	if len(others) == 0 {
		return c.Say("lobby.mixed-alone", entropy)
	}
	return c.Say("lobby.mixed-both", entropy, strings.Join(others, ", "))
}
