package table_test

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// updated is a game with more rulings.
type updated struct{ game.Game }

func (l updated) Card() game.Card {
	c := l.Game.Card()
	c.Rulings = 7
	return c
}

// A program meets a match with a fact that it does not know. It says that a newer program wrote the match if the store may hold such
// matches, and otherwise that something is wrong with it. It never lowers what the store knows.
func TestMatchOfANewerProgram(t *testing.T) {
	b := newBench(t, table.Timing{})
	head, err := b.store.Head(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.store.Commit(ctx, table.Commit{Match: id, Expect: head.Version, Cause: "newer", At: b.clock.Now(), Events: [][]byte{[]byte(`{"kind":"step","facts":[{"k":"unheard-of","d":{}}]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	read := func(what string, newer bool) {
		t.Helper()
		b.reopen()
		_, err := b.hall.Public(ctx, id)
		_, err2 := b.hall.Verify(ctx, id)
		if err == nil || err2 == nil || errors.Is(err, table.ErrNewer) != newer || errors.Is(err2, table.ErrNewer) != newer || errors.Is(err, table.ErrDamaged) {
			t.Errorf("%s: %v; %v", what, err, err2)
		}
	}
	note := func(s *memory.Store, g game.Game, want ...string) {
		t.Helper()
		if newer, err := table.New(s, b.clock, table.Options{Games: []game.Game{g}}).NoteRulings(ctx); err != nil || !slices.Equal(newer, want) {
			t.Errorf("newer: %v %v", newer, err)
		}
	}
	note(b.store, toy.Rules())
	read("without a note", false)
	note(b.store, updated{toy.Rules()})
	note(b.store, updated{toy.Rules()})
	note(b.store, toy.Rules(), "toy")
	note(b.store, updated{toy.Rules()})
	read("with a note", true)
}
