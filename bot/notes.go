package bot

import (
	"context"
	"errors"

	"downsync/game/table"
)

// Notes are what a player is told in private of messages that did not get through. They are records, as the delivery
// that fails and the click that is answered know nothing of each other.

const (
	noteClosed = "closed" // the user's direct messages
	noteDenied = "denied" // the match's card
	noteGone   = "gone"   // the match's card
)

var noteWords = map[string]string{noteClosed: wordDMClosed, noteDenied: wordCardDenied, noteGone: wordCardGone}

func dmNote(u Snowflake) string      { return "dm/" + string(u) }
func cardNote(match table.ID) string { return "card/" + string(match) }

// putNote keeps a note, or takes it off when it is "".
func (b *Bot) putNote(ctx context.Context, key, note string) error {
	r := table.Record{Key: key}
	if note != "" {
		r.Value = []byte(note)
	}
	return b.Records.Put(ctx, r)
}

// note is the sentence of a note, "" if there is none.
func (b *Bot) note(ctx context.Context, key string) string {
	raw, err := b.Records.Get(ctx, key)
	if err != nil {
		return ""
	}
	return b.text(noteWords[string(raw)])
}

// illness is the note for what kept the card from everybody; "" for what a later try will mend by itself.
func illness(err error) string {
	switch {
	case errors.Is(err, ErrDenied):
		return noteDenied
	case errors.Is(err, ErrGone):
		return noteGone
	}
	return ""
}
