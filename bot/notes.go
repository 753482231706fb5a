package bot

import (
	"context"
	"downsync/game/table"
	"errors"
)

// Notes are what a player is told in private of messages that did not get through. They are records, as the delivery
// that fails and the click that is answered know nothing of each other.

const (
	NoteClosed = "closed" // the user's direct messages
	noteDenied = "denied" // the match's card
	noteGone   = "gone"   // the match's card
)

var noteWords = map[string]string{NoteClosed: wordDMClosed, noteDenied: wordCardDenied, noteGone: wordCardGone}

// DMNote is of the note on a user's direct messages.
func DMNote(u Snowflake) string { return "dm/" + string(u) }

// CardNote is of the note on a match's public card.
func CardNote(match table.ID) string { return "card/" + string(match) }

// PutNote keeps a note, or takes it off when it is "".
func (a *App) PutNote(ctx context.Context, key, note string) error {
	r := table.Record{Key: key}
	if note != "" {
		r.Value = []byte(note)
	}
	return a.Records.Put(ctx, r)
}

// Note is the sentence of a note, "" if there is none.
func (c *Call) Note(ctx context.Context, key string) string {
	raw, err := c.Records.Get(ctx, key)
	if err != nil {
		return ""
	}
	return c.Text(noteWords[string(raw)])
}

// Illness is the note for what kept the card from everybody; "" for what a later try will mend by itself.
func Illness(err error) string {
	switch {
	case errors.Is(err, ErrDenied):
		return noteDenied
	case errors.Is(err, ErrGone):
		return noteGone
	}
	return ""
}
