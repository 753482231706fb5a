package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"downsync/game"
)

// A store notes the newest rulings of each game that a host has offered on it. A program that does not have them yet may meet matches
// with facts or options that it cannot read. It must not take such a match for damaged.

// ErrNewer: a newer program wrote the match. It is frozen here until this program is updated; the others go on.
var ErrNewer = game.ErrNewer

func rulingsKey(game string) string { return "rulings/" + game }

// storedRulings returns the newest rulings of a game that the store may hold; 0 if it has no note.
func storedRulings(ctx context.Context, s Records, game string) (newest int, was []byte, err error) {
	was, err = s.Get(ctx, rulingsKey(game))
	if errors.Is(err, ErrNoRecord) {
		return 0, nil, nil
	}
	if err == nil && json.Unmarshal(was, &newest) != nil {
		err = fmt.Errorf("record %s: expected a number", rulingsKey(game))
	}
	return newest, was, err
}

// NoteRulings notes in the store the newest rulings of the games of the hall. It returns the games whose matches in the store may be newer
// than this program, by id. A host calls it before it opens matches.
func (h *Hall) NoteRulings(ctx context.Context) (newer []string, err error) {
	for id, g := range h.games {
		for {
			own := g.Card().Rulings
			newest, was, err := storedRulings(ctx, h.store, id)
			if err == nil && newest > own {
				newer = append(newer, id)
			}
			if err != nil || newest > own || newest == own && (was != nil || own == 0) {
				if err != nil {
					return nil, err
				}
				break
			}
			value, _ := json.Marshal(own) // a number
			err = h.store.Put(ctx, Record{Key: rulingsKey(id), Value: value, If: true, Was: was})
			if err != nil && !errors.Is(err, ErrChanged) { // otherwise another host was faster
				return nil, err
			}
		}
	}
	slices.Sort(newer)
	return newer, nil
}

// orNewer returns an error of reading a match of the game. If a newer program may have written the match, the error is ErrNewer.
func (h *Hall) orNewer(ctx context.Context, game string, err error) error {
	if err == nil || errors.Is(err, ErrNewer) || errors.Is(err, ErrDamaged) || FaultOf(err) != "" {
		return err
	}
	own := 0
	if g, ok := h.games[game]; ok {
		own = g.Card().Rulings
	}
	if newest, _, e := storedRulings(ctx, h.store, game); e == nil && newest > own {
		return fmt.Errorf("%w: the store has rulings %d of %s, this program has 0 to %d (%w)", ErrNewer, newest, game, own, err)
	}
	return err
}
