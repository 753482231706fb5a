package bot

import (
	"context"
	"errors"
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

// readLuck is the user's part in the dice, from the words of a command; "": it is drawn for them. ok is false if the words
// are too long.
func readLuck(i Interaction) (entropy string, ok bool) {
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

// sealedDigits is how much of the commitment a card spells out. Its button carries the whole, see sealButton.
const sealedDigits = 12

// idSeal is seal|match|commitment: the commitment in whole.
const idSeal = "seal"

// sealed tells the commitment in short, on the challenge's card and on that of the match that came of it.
func (b *Bot) sealed(commitment string) string {
	return b.sayf(wordDiceSealed, commitment[:min(len(commitment), sealedDigits)])
}

// sealButton tells the commitment in whole when it is pressed. Its custom id carries it as well, so that it stands in the public
// message itself, for whoever keeps that or reads it by Discord's API: the first digits alone could be met by another seed.
func (b *Bot) sealButton(id table.ID, commitment string) Button {
	return Button{ID: strings.TrimSuffix(idSeal+"|"+string(id)+"|"+commitment, "|"), Label: b.text(wordFairDice)}
}

// sealPress tells the commitment as the pressed message has it, and works the match out if there is one.
// A console carries none, and belongs to a match.
func (b *Bot) sealPress(ctx context.Context, id table.ID, commitment string) Answer {
	if commitment == "" {
		return b.verify(ctx, id)
	}
	told := b.sayf(wordSealWhole, Plain(Clip(commitment, 2*len(table.Seed{}))))
	if _, err := b.Hall.Public(ctx, id); errors.Is(err, table.ErrNoMatch) {
		return b.say("%s", told+"\n"+b.text(wordSealHow))
	}
	a := b.verify(ctx, id)
	if a.Letter != nil {
		a.Letter.Blocks = append([]Block{Text(told)}, a.Letter.Blocks...)
	}
	return a
}

// verify is /match verify: it works the match out again. While the match is on it tells no more than that everything fits.
func (b *Bot) verify(ctx context.Context, id table.ID) Answer {
	p, err := b.Hall.Public(ctx, id)
	if err != nil {
		return b.trouble(id, err)
	}
	a, err := b.Hall.Audit(ctx, id)
	var wrong *table.Misfit
	var seals []string
	opened := error(nil)
	if err == nil {
		seals, opened = b.Forms.Sealed(p.Facts)
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
		if len(seals) > 0 {
			lines = append(lines, b.sayf(wordForcesFit, len(seals)))
		}
	}
	lines = append(lines, seals...)
	if a.Dice.Commitment == "" {
		return b.say("%s", strings.Join(append(lines, b.text(wordNoSeed)), "\n"))
	}
	lines = append(lines, b.sayf(wordDiceWhole, a.Dice.Commitment))
	for n, e := range a.Dice.Entropy {
		lines = append(lines, b.sayf(wordEntropy, n+1, e))
	}
	if p.Result != nil {
		lines = append(lines, b.sayf(wordDiceOpened, a.Dice.Seed))
	}
	return b.say("%s", strings.Join(lines, "\n"))
}
