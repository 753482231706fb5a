package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"downsync/game/table"
)

// The dice of a match: the seed is drawn with the challenge and its commitment stands on the challenge's card, before whoever
// accepts gives their own part. What each player gives are words of their own, or it is drawn for them.

// maxLuck bounds the words that a player gives to the dice, in characters.
const maxLuck = 100

func luckOption() CommandOption {
	return CommandOption{Name: "luck", Description: wordLuck, Kind: StringOption}
}

// readLuck is the user's part in the dice, from the words of a command or the control that they pressed; "": it is drawn for
// them. ok is false if the words are too long.
func readLuck(i Interaction) (entropy string, ok bool) {
	if i.Kind != Slash {
		parts := strings.Split(i.CustomID, "|")
		if last := parts[len(parts)-1]; table.IsEntropy(last) {
			return last, true
		}
		return "", true
	}
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

// sealedDice tells the commitment on the challenge's card, and on that of the match that came of it; "" if there is none.
func (b *Bot) sealedDice(commitment string) string {
	if commitment == "" {
		return ""
	}
	return "\n" + b.sayf(wordDiceSealed, commitment)
}

// verify is /match verify: it works the match out again. While the match is on it tells no more than that everything fits.
func (b *Bot) verify(ctx context.Context, id table.ID) Answer {
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	a, err := b.Hall.Audit(ctx, id)
	var wrong *table.Misfit
	forces, opened := 0, error(nil)
	if err == nil {
		forces, opened = b.Forms.Sealed(p.Facts)
	}
	switch {
	case errors.As(err, &wrong):
		b.Log.Error("match does not fit", "match", id, "event", wrong.Event)
		if p.Result == nil {
			return b.say(wordMisfitOn)
		}
		return b.say(wordMisfit, wrong.Error())
	case err != nil:
		return b.trouble(id, err)
	case opened != nil:
		b.Log.Error("match does not fit", "match", id)
		return b.say(wordMisfit, opened.Error())
	}
	lines := []string{b.text(wordFitsOn)}
	if p.Result != nil {
		lines = []string{b.sayf(wordFits, a.Events, a.Rolls)}
		if forces > 0 {
			lines = append(lines, b.sayf(wordForcesFit, forces))
		}
	}
	if a.Dice.Commitment == "" {
		return b.say("%s", strings.Join(append(lines, b.text(wordNoSeed)), "\n"))
	}
	lines = append(lines, b.sayf(wordDiceSealed, a.Dice.Commitment))
	for n, e := range a.Dice.Entropy {
		lines = append(lines, b.sayf(wordEntropy, n+1, e))
	}
	if p.Result != nil {
		lines = append(lines, b.sayf(wordDiceOpened, a.Dice.Seed))
	}
	return b.say("%s", strings.Join(lines, "\n"))
}

// openedDice is what the last card says of the dice, "" while the match is on.
func (b *Bot) openedDice(d table.Dice) string {
	if d.Seed == "" {
		return ""
	}
	return fmt.Sprintf("%s\n%s", b.sayf(wordDiceOpened, d.Seed), b.text(wordVerifyHint))
}
