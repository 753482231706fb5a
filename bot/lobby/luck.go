package lobby

import (
	"context"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// The dice of a match: the seed is drawn with the challenge, and its commitment is on the challenge's card before anybody accepts. Each
// player may give words once they have seen it. The part of a side without words follows from the seed.

// maxLuck bounds the words that a player gives to the dice, in characters.
const maxLuck = 100

const wordLongLuck game.Text = "⚠️ `luck` has at most %d characters."

func luckOption() bot.CommandOption {
	return bot.CommandOption{Name: "luck", Description: "Your own words for the dice; default: none, and Fair dice on the card takes them later", Kind: bot.StringOption}
}

// readLuck returns the contribution of the given words to the dice, or "" for no words. ok is false if they are too long.
func readLuck(words string) (entropy string, ok bool) {
	if words == "" {
		return "", true
	}
	return table.Entropy(words), len([]rune(words)) <= maxLuck
}

// seedOf returns the seed of a challenge.
func (c challenge) seedOf() (table.Seed, error) { return table.ParseSeed(c.Seed) }

// waitsForWords reports whether a match against the program waits until its player is ready. It does if they gave words with the challenge:
// the host knew these before it showed the seal, so they can give others first.
func (c challenge) waitsForWords() bool { return c.program() == 1 && c.Entropy != "" }

// beginsAtOnce reports whether the challenge is to the program, and nobody needs to press Ready.
func (c challenge) beginsAtOnce() bool {
	return c.program() == 1 && c.Series == nil && !c.waitsForWords()
}

// luckForm asks for a player's words.
func luckForm(c *bot.Call, ch challenge) bot.Answer {
	return bot.Answer{Form: &bot.Form{ID: bot.IDWords + "|" + ch.ID, Title: c.Text("Your words for the dice"), Fields: []bot.Field{{ID: "luck",
		Label: c.Text("Any words; they take the place of earlier ones"), Min: 1, Max: maxLuck, Required: true}}}}
}

// giveWords mixes the words of a form into the dice of a challenge, for either side or for somebody who may accept it.
func giveWords(ctx context.Context, c *bot.Call, ch challenge) bot.Answer {
	if c.Kind != bot.Submit {
		return luckForm(c, ch)
	}
	if ch.side(c.User) < 0 {
		return accept(ctx, c, ch, c.Fields["luck"])
	}
	return mixIn(ctx, c, ch, c.Fields["luck"])
}

// mixIn replaces the contribution of the user's side to the dice of a challenge.
func mixIn(ctx context.Context, c *bot.Call, ch challenge, words string) bot.Answer {
	entropy, ok := readLuck(words)
	if !ok {
		return c.Answer(wordLongLuck, maxLuck)
	}
	next, no, ok := update(ctx, c, ch, func(x *challenge) {
		switch x.side(c.User) {
		case 0:
			x.Entropy = entropy
		case 1:
			x.Taker.Entropy = entropy
		}
	})
	switch {
	case !ok:
		return no
	case next.side(c.User) < 0: // they backed out a moment ago
		return notTheirs(c, next)
	}
	return showSide(ctx, c, next, mixedIn(c, next, entropy), inPlace)
}

// mixedIn tells a player what their words give, and what the other side has given so far.
func mixedIn(c *bot.Call, ch challenge, entropy string) string {
	other := ch.Entropy
	if ch.side(c.User) == 0 {
		other = ""
		if ch.Taker != nil {
			other = ch.Taker.Entropy
		}
	}
	if other == "" {
		return c.Say("lobby.mixed-alone", entropy)
	}
	return c.Say("lobby.mixed-both", entropy, other)
}
