package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"downsync/game"
)

// luck is the source of a match's dice.
type luck struct {
	dice  game.Dice
	terms *game.DiceTerms // nil: the dice cannot be derived again
	seed  Seed            // valid if terms is set
	// hidden is the source of delays: the seed, or the host's own secret in a match without one.
	hidden Seed
}

// ErrSeed: the seed of a match is missing, or is not the one committed to.
var ErrSeed = fmt.Errorf("%w: the seed of its dice is missing, or is not the one committed to", ErrFrozen)

// Dice holds what everybody may know about a match's dice. The zero value means that they cannot be verified, because the match
// began before seeds existed.
type Dice struct {
	game.DiceTerms
	Seed string // "" until the match ends
}

// Part says where the entropy of a seat comes from.
type Part int

const (
	// FromWords means that the player gave words.
	FromWords Part = iota
	// FromSeed means that the player gave no words, and the entropy follows from the seed.
	FromSeed
	// FromOlderHost means that an older program did not record which: it is from words, or the host drew it as the match began.
	FromOlderHost
)

// Part returns where the entropy of a seat comes from, as the match's first record says.
func (d Dice) Part(seat game.Seat) Part {
	switch {
	case d.Version == 0:
		return FromOlderHost
	case slices.Contains(d.Words, seat):
		return FromWords
	}
	return FromSeed
}

// seedKey is the key of a match's seed. The record stays after the end, when the seed is no longer secret.
func seedKey(id ID) string { return "dice/" + string(id) }

// deal prepares the dice of a new match.
func deal(h *Hall, id ID, o Opening) (luck, error) {
	if h.opts.Dice != nil {
		return luck{dice: h.opts.Dice(id), hidden: h.hidden}, nil
	}
	if o.Seed == (Seed{}) {
		o.Seed = NewSeed()
	}
	terms, err := termsOf(o.Seed, len(o.Users), o.Entropy)
	return luck{dice: derived{o.Seed, terms.Entropy}, terms: terms, seed: o.Seed, hidden: o.Seed}, err
}

// records returns the record that keeps the seed.
func (l luck) records(id ID) []Record {
	if l.terms == nil {
		return nil
	}
	return []Record{l.seed.record(id)}
}

func (s Seed) record(id ID) Record { return Record{Key: seedKey(id), Value: []byte(s.Hex())} }

// open returns the seed for the record that ends the match.
func (l luck) open() string {
	if l.terms == nil {
		return ""
	}
	return l.seed.Hex()
}

// public returns what everybody may know.
func (l luck) public(over bool) Dice {
	if l.terms == nil {
		return Dice{}
	}
	d := Dice{DiceTerms: *l.terms}
	if over {
		d.Seed = l.seed.Hex()
	}
	return d
}

// luckOf returns the dice of a stored match, from the terms in its first record and from its seed.
func luckOf(ctx context.Context, h *Hall, id ID, stored Loaded) (luck, error) {
	if h.opts.Dice != nil {
		return luck{dice: h.opts.Dice(id), hidden: h.hidden}, nil
	}
	raw, err := h.store.Get(ctx, seedKey(id))
	if err != nil && !errors.Is(err, ErrNoRecord) {
		return luck{}, err
	}
	l, err := luckFrom(stored, string(raw))
	if err == nil && l.terms == nil {
		l.hidden, err = secret(ctx, h)
	}
	return l, err
}

// secretKey is the key of the secret that hosts on one store share.
const secretKey = "secret/delays"

// secret returns the source of delays in matches without a seed. Hosts that share a store share it, because a delay must not
// depend on the host.
func secret(ctx context.Context, h *Hall) (Seed, error) {
	if !h.opts.Shared {
		return h.hidden, nil
	}
	err := h.store.Put(ctx, Record{Key: secretKey, Value: []byte(h.hidden.Hex()), If: true})
	if err == nil {
		return h.hidden, nil
	}
	if !errors.Is(err, ErrChanged) {
		return Seed{}, err
	}
	raw, err := h.store.Get(ctx, secretKey)
	if err != nil {
		return Seed{}, err
	}
	return ParseSeed(string(raw))
}

// luckFrom returns the dice of a stored match with the given seed.
func luckFrom(stored Loaded, hex string) (luck, error) {
	terms, err := storedTerms(stored)
	if err != nil {
		return luck{}, err
	}
	if terms == nil {
		return luck{dice: systemDice{}}, nil
	}
	if err := checkTerms(terms, len(terms.Entropy)); err != nil {
		return luck{}, fmt.Errorf("%w: %w", ErrFrozen, err)
	}
	seed, err := ParseSeed(hex)
	if err != nil || checkSeed(terms, seed) != nil {
		return luck{}, ErrSeed
	}
	return luck{dice: derived{seed, terms.Entropy}, terms: terms, seed: seed, hidden: seed}, nil
}

// storedTerms reads the terms of the dice from the match's first event; nil if it has none.
func storedTerms(stored Loaded) (*game.DiceTerms, error) {
	for _, events := range [][]Event{stored.Before, stored.Events} {
		if len(events) > 0 {
			var first struct {
				Dice *game.DiceTerms `json:"dice"`
			}
			err := json.Unmarshal(events[0].Data, &first)
			return first.Dice, err
		}
	}
	return nil, nil
}
