package table

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"downsync/game"
)

// This file ties the players of a match to its events without naming them there.
//
// The first record of a match holds a commitment for each seat, game.Record.Players: the SHA-256 of
//
//	salt "\n" match id "\n" user id "\n"
//
// in hexadecimal. The salt is 32 random bytes as 64 hexadecimal digits. A record that seats another user holds all
// commitments again. Users' ids and salts are in mutable records beside the match. A user's removal deletes both, and
// nobody can tell from the commitment alone whom it was for. Matches of older programs, and those without derived dice,
// have no commitments.

// saltsKey is the key of the salts of a match's commitments: a JSON list by seat, "" where the user was removed.
func saltsKey(id ID) string { return "salts/" + string(id) }

// newSalts draws a salt for each seat.
func newSalts(seats int) []string {
	var salts []string
	for range seats {
		salts = append(salts, newSalt())
	}
	return salts
}

// newSalt draws a salt. The salts of the players have no part in the dice.
func newSalt() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // documented never to fail
	return hex.EncodeToString(b[:])
}

// saltsOf reads the salts of a match; nil if its events hold no commitments.
func saltsOf(ctx context.Context, h *Hall, id ID) (salts []string, err error) {
	raw, err := h.store.Get(ctx, saltsKey(id))
	if errors.Is(err, ErrNoRecord) {
		return nil, nil
	}
	if err == nil && json.Unmarshal(raw, &salts) != nil {
		err = fmt.Errorf("match %s: the record of its salts is damaged", id)
	}
	return salts, err
}

// commitPlayer returns the commitment to one user.
func commitPlayer(salt string, id ID, u User) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n", salt, id, u))
	return hex.EncodeToString(sum[:])
}

// commitPlayers returns the commitments to users, with the record that keeps their salts.
func commitPlayers(id ID, users []User, salts []string) ([]string, Record, error) {
	var commitments []string
	for i, u := range users {
		commitments = append(commitments, commitPlayer(salts[i], id, u))
	}
	raw, err := json.Marshal(salts)
	return commitments, Record{Key: saltsKey(id), Value: raw}, err
}

// resalted returns the commitments once the seat has another user, or none, with the given salt, and the record that keeps the
// salts. meta holds the match's users. A match without commitments gets none.
func resalted(ctx context.Context, h *Hall, id ID, meta Meta, seat game.Seat, salt string) ([]string, []Record, error) {
	salts, err := saltsOf(ctx, h, id)
	if err != nil || int(seat) > len(salts) || len(salts) != len(meta.Users) {
		return nil, nil, err
	}
	salts[seat-1] = salt
	commitments, r, err := commitPlayers(id, meta.Users, salts)
	return commitments, []Record{r}, err
}

// userForm matches every id of a user, so that a file cannot print anything else in the place of one.
var userForm = regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)

// Player is the player of a seat, according to the file of a match.
type Player struct {
	User User
	// Removed: the name of the user was removed after the match, and cannot be compared.
	Removed bool
	// Seated is the event in which a referee gave the seat to this user; 0: the user played from the start.
	Seated uint64
}

// players holds what a match's events say about its players.
type players struct {
	commitments []string // by seat; nil: the events hold none
	removed     map[game.Seat]bool
	seated      map[game.Seat]uint64
}

// note reads one record of a match with so many seats. The error is an *Inconsistency.
func (p *players) note(e Event, rec game.Record, seats int) error {
	if rec.Players == nil {
		return nil
	}
	if len(rec.Players) != seats || slices.ContainsFunc(rec.Players, func(s string) bool { return !IsEntropy(s) }) {
		return inconsistent(e.Seq, "players: expected 64 hexadecimal digits for each of %d seats", seats)
	}
	if !rec.Start() {
		f, ok := rec.Refereed()
		if !ok || p.commitments == nil {
			return inconsistent(e.Seq, "who plays changes, and no referee's act changes it")
		}
		for i, c := range rec.Players {
			if seat := game.Seat(i + 1); (c != p.commitments[i]) != (seat == f.Seat) {
				return inconsistent(e.Seq, "the referee's act seats somebody in seat %d, and the commitment to seat %d does not say so", f.Seat, seat)
			}
		}
		p.seated[f.Seat] = e.Seq
	}
	p.commitments = rec.Players
	return nil
}

// remove reads the mark that a seat's user was removed, which comes after the end.
func (p *players) remove(e Event, rec game.Record, seats int, over bool) error {
	var seat game.Seat
	if _, err := fmt.Sscanf(rec.MarkNote(), markPart+" %d", &seat); err != nil {
		return nil // another mark
	}
	if !over || seat < 1 || int(seat) > seats {
		return inconsistent(e.Seq, "a player is removed from seat %d, which no host does there", seat)
	}
	p.removed[seat] = true
	return nil
}

// compare compares the users that the file names with the commitments. The error is an *Inconsistency.
func (p *players) compare(c Carried, seats int) ([]Player, error) {
	if len(c.Meta.Users) != seats {
		return nil, inconsistent(0, "it has %d users; expected one for each of %d seats", len(c.Meta.Users), seats)
	}
	if p.commitments == nil && c.Salts != nil || p.commitments != nil && len(c.Salts) != seats {
		return nil, inconsistent(0, "it has %d salts for %d commitments to its players", len(c.Salts), len(p.commitments))
	}
	records, err := c.Meta.records(c.ID)
	if err != nil {
		return nil, inconsistent(0, "%v", err)
	}
	for _, r := range records {
		if err := r.Check(); err != nil {
			return nil, inconsistent(0, "%v", err)
		}
	}
	out := make([]Player, seats)
	for i, u := range c.Meta.Users {
		seat := game.Seat(i + 1)
		out[i] = Player{User: u, Removed: p.removed[seat], Seated: p.seated[seat]}
		if !userForm.MatchString(string(u)) {
			return nil, inconsistent(0, "seat %d: %q is no user", seat, u)
		}
		if p.commitments != nil && !out[i].Removed && commitPlayer(c.Salts[i], c.ID, u) != p.commitments[i] {
			return nil, inconsistent(0, "seat %d: %s is not who the events commit to", seat, u)
		}
	}
	return out, nil
}
