package lobby

import (
	"downsync/bot"
	"downsync/game/table"
)

// The dice of a match: the seed is drawn with the challenge and its commitment stands on the challenge's card, before whoever
// accepts gives their own part. What each player gives are words of their own, or it is drawn for them.

// maxLuck bounds the words that a player gives to the dice, in characters.
const maxLuck = 100

func luckOption() bot.CommandOption {
	return bot.CommandOption{Name: "luck", Description: wordLuck, Kind: bot.StringOption}
}

// readLuck is the user's part in the dice, from the words of a command; "": it is drawn for them. ok is false if the words
// are too long.
func readLuck(i bot.Interaction) (entropy string, ok bool) {
	words := i.Options["luck"]
	if words == "" {
		return "", true
	}
	return table.Entropy(words), len([]rune(words)) <= maxLuck
}

// seedOf is the seed of a challenge. Challenges from before seeds were kept have none: one is drawn when the match opens.
func (c challenge) seedOf() (table.Seed, error) {
	if c.Seed == "" {
		return table.Seed{}, nil
	}
	return table.ParseSeed(c.Seed)
}
