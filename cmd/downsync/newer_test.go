package main

import (
	"encoding/json"
	"strings"
	"testing"

	"downsync/game/table"
	"downsync/storage"
)

// After an update was taken back, the store has a match of rulings that this program does not have. `check` says so, and neither calls the
// match damaged nor advises a backup; the bot's log warns of it.
func TestCheckOfANewerMatch(t *testing.T) {
	k := newKeeper(t)
	s, err := storage.Open(k.path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	card := rulesets(games)[0].Card()
	start, err := json.Marshal(map[string]any{"kind": "start", "card": card, "seats": 2, "config": map[string]any{"rulings": card.Rulings + 1, "unheard_of": true}})
	if err != nil {
		t.Fatal(err)
	}
	meta, err := json.Marshal(table.Meta{Game: card.ID, Users: []table.User{"1", "2"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Commit(t.Context(), table.Commit{Match: "newer", Cause: "a", Events: [][]byte{start}, Records: []table.Record{{Key: "match/newer", Value: meta}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	out, _ := k.do(1, "check", "-store", k.path)
	if !strings.Contains(out, "match newer: written by a newer version of this program") || !strings.Contains(out, "0 damaged, 0 astray") {
		t.Error(out)
	}
}
