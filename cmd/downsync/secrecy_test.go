package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"downsync/bot/local"
	"downsync/game/downsync/cards"
)

// watch checks after each step what was delivered to whom: unit names that only their owner may know, and other
// people's consoles.
type watch struct {
	s *stage
	// read counts how much of each user's deliveries was looked at.
	read map[string]int
	// shown are the Units that the table has seen, by name.
	shown map[string]bool
}

func newWatch(s *stage) *watch { return &watch{s: s, read: map[string]int{}, shown: map[string]bool{}} }

// check fails if anybody was delivered what is not theirs. The two sides play different factions, so a Unit's name
// tells whose secret it is.
func (w *watch) check() {
	w.s.t.Helper()
	w.learn("player1", "coalition")
	w.learn("player2", "republic-of-terra")
	w.user("player1", "republic-of-terra")
	w.user("player2", "coalition")
	w.user("player3", "coalition")
	w.user("player3", "republic-of-terra")
}

// learn notes which Units the owner was told to be revealed: the owner hears of it with the answer to the own press.
func (w *watch) learn(owner, faction string) {
	key := "learn " + owner
	items := w.s.srv.User(owner).Delivered()
	for _, it := range items[w.read[key]:] {
		body := string(it.Data)
		for _, u := range cards.Printed().All() {
			if u.Faction == faction && revealed(body, u.Name) {
				w.shown[u.Name] = true
				if t, ok := u.Trait("carrier"); ok { // what comes with it is on its card
					w.shown[cards.Printed().Must(t.Unit).Name] = true
				}
			}
		}
	}
	w.read[key] = len(items)
}

// revealed tells whether the text has a line that the Unit is revealed, or describes a board on which it stands with its name. The
// owner's own console names a contact by its size alone there.
func revealed(body, name string) bool {
	if regexp.MustCompile(`\b[AB]\d+ ` + regexp.QuoteMeta(name) + ` at `).MatchString(body) {
		return true
	}
	for line := range strings.SplitSeq(body, `\n`) {
		if (strings.Contains(line, " is revealed") || strings.Contains(line, " sets down ") || strings.Contains(line, " aboard.")) && strings.Contains(line, "**"+name+"**") {
			return true
		}
	}
	return false
}

// user looks at everything new that was delivered to the user for Units of a faction that are not shown yet.
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
		for _, u := range cards.Printed().All() {
			if u.Faction == faction && !w.shown[u.Name] && (strings.Contains(body, u.Name) || strings.Contains(body, u.Slug)) {
				w.s.t.Fatalf("%s was delivered %q before it was revealed: %s", name, u.Name, body)
			}
		}
	}
	w.read[key] = len(items)
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
