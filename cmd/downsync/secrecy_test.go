package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"downsync/bot/local"
	"downsync/game/downsync/cards"
)

// watch checks every user's deliveries after each step, for unit names that only their owner may know, and for other people's
// consoles.
type watch struct {
	s *stage
	// read counts how much of each user's deliveries was looked at.
	read map[string]int
	// shown holds the Units that the table has seen, by name.
	shown map[string]bool
}

func newWatch(s *stage) *watch { return &watch{s: s, read: map[string]int{}, shown: map[string]bool{}} }

// check fails if anybody was delivered a secret of others. The two sides play different factions, so a Unit's name shows whose
// secret it is.
func (w *watch) check() {
	w.s.t.Helper()
	w.user("player1", "republic-of-terra")
	w.user("player2", "coalition")
	w.user("player3", "coalition")
	w.user("player3", "republic-of-terra")
}

// learn notes which Units the thread reports as revealed.
func (w *watch) learn() {
	items := w.s.srv.User("player3").Delivered()
	w.note(items[w.read["learn"]:])
	w.read["learn"] = len(items)
}

// note notes which Units the thread reports as revealed, from an onlooker's deliveries.
func (w *watch) note(items []local.Item) {
	for _, it := range items {
		body := inThread(it)
		for _, u := range cards.Printed().All() {
			if body != "" && revealed(body, u.Name) {
				w.shown[u.Name] = true
				if t, ok := u.Trait("carrier"); ok { // what comes with it is on its card
					w.shown[cards.Printed().Must(t.Unit).Name] = true
				}
			}
		}
	}
}

// inThread returns the message with the item that everybody was delivered, "" if there is none.
func inThread(it local.Item) string {
	var d struct{ Message *local.Message }
	if it.Kind != local.EventMessage && it.Kind != local.EventMessageUpdate || json.Unmarshal(it.Data, &d) != nil || d.Message == nil || d.Message.Ephemeral() {
		return ""
	}
	return string(it.Data)
}

// revealed reports whether the text has a line that the Unit is revealed.
func revealed(body, name string) bool {
	for line := range strings.SplitSeq(body, `\n`) {
		if (strings.Contains(line, " is revealed") || strings.Contains(line, " sets down ") || strings.Contains(line, " aboard.")) && strings.Contains(line, "**"+name+"**") {
			return true
		}
	}
	return false
}

// user looks for Units of a faction in everything new that was delivered to the user. If everybody was not shown a Unit yet,
// the thread must show it before anybody presses again: a console may be delivered before the thread's card.
func (w *watch) user(name, faction string) {
	w.s.t.Helper()
	key := name + faction
	items := w.s.srv.User(name).Delivered()
	for _, it := range items[w.read[key]:] {
		if it.Kind == local.EventCommands {
			continue // which are the same for everybody, always
		}
		raw, err := json.Marshal(it)
		if err != nil {
			w.s.t.Fatal(err)
		}
		body := string(raw)
		if strings.Contains(body, "Choose your force") || strings.Contains(body, `"force|`) || strings.Contains(body, "Starter Set") {
			continue // the catalogue, before the match
		}
		if strings.Contains(strings.ToLower(body), "match over") {
			continue // all is open then
		}
		for {
			u := w.leak(body, faction)
			if u == nil {
				break
			}
			if !w.waits(u) {
				w.s.t.Fatalf("%s was delivered %q before it was revealed: %s", name, u.Name, body)
			}
		}
	}
	w.read[key] = len(items)
}

// leak returns a Unit of the faction that the text names and the thread has not shown, nil if there is none.
func (w *watch) leak(body, faction string) *cards.Unit {
	for _, u := range cards.Printed().All() {
		if u.Faction == faction && !w.shown[u.Name] && (strings.Contains(body, u.Name) || strings.Contains(body, u.Slug)) {
			return u
		}
	}
	return nil
}

// waits lets pending deliveries arrive, and then reports whether the thread shows the Unit.
func (w *watch) waits(u *cards.Unit) bool {
	ctx, cancel := context.WithTimeout(w.s.t.Context(), limit)
	defer cancel()
	_, err := w.s.srv.User("player3").Wait(ctx, func(local.View) bool {
		w.learn()
		return w.shown[u.Name]
	})
	return err == nil
}

// Only what the thread says makes a Unit public: its owner's own board and news do not, nor does a board that everybody sees.
func TestEvidenceOfReveals(t *testing.T) {
	const own = `{"message":{"content":"A3 is revealed: **Virago**.","flags":64}}`
	enemys := `{"message":{"content":"A3 Virago at 12,11"}}`
	for _, c := range []struct {
		name string
		told local.Item
		leak bool
	}{
		{"nothing", local.Item{}, true},
		{"the owner's own news", local.Item{Kind: local.EventMessage, Data: json.RawMessage(own)}, true},
		{"what the owner pressed", local.Item{Kind: local.EventInteraction, Data: json.RawMessage(`{"said":"A3 is revealed: **Virago**."}`)}, true},
		{"a board", local.Item{Kind: local.EventMessage, Data: json.RawMessage(enemys)}, true},
		{"another Unit", local.Item{Kind: local.EventMessage, Data: json.RawMessage(`{"message":{"content":"A3 is revealed: **Harbinger**."}}`)}, true},
		{"the thread", local.Item{Kind: local.EventMessageUpdate, Data: json.RawMessage(`{"message":{"content":"A3 is revealed: **Virago**."}}`)}, false},
	} {
		w := newWatch(nil)
		w.note([]local.Item{c.told})
		if u := w.leak(enemys, cards.Printed().Must("virago").Faction); (u != nil) != c.leak {
			t.Errorf("told by %s: the leak is %v, expected %v", c.name, u, c.leak)
		}
	}
}

// nothingForOnlookers: the third user has no DM, and never sees an ephemeral of others.
func (w *watch) nothingForOnlookers() {
	w.s.t.Helper()
	v := w.s.srv.User("player3").View()
	if dm := v.Channel("dm"); dm != nil && len(dm.Messages) > 0 {
		w.s.t.Errorf("the onlooker has direct messages: %s", text(dm.Messages[0]))
	}
	for _, c := range v.Channels {
		for _, m := range c.Messages {
			if m.Ephemeral() {
				w.s.t.Errorf("the onlooker sees somebody's ephemeral: %s", text(m))
			}
		}
	}
}

// An onlooker who presses "My view" gets the board that everybody sees, and no controls.
func TestOnlookerPresses(t *testing.T) {
	s := newStage(t)
	s.challenge("size:small")
	v := s.await("player3", "the card", func(v local.View) bool {
		return button(v, "view|") != nil && strings.Contains(thread(v), "deploys first")
	})
	b := button(v, "view|")
	out := s.finish(s.srv.User("player3").Click(b.message, b.id))
	m := s.srv.User("player3").View().Message(out.Message)
	if m == nil || !strings.Contains(text(m), "not in this match") || asks(m) {
		t.Errorf("the onlooker was answered %s", text(m))
	}
}
