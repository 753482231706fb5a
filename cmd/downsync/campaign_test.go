package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot/customid"
	"downsync/bot/local"
	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/campaign"
	"downsync/game/jagged/cards"
	"downsync/game/table"
)

// front is a stage on which two teams of two fight a campaign.
type front struct {
	*stage
	names map[string]string // users' names by their id
}

func newFront(t *testing.T) *front {
	f := &front{stage: bareStageFor(t, 4, local.Real()), names: map[string]string{}}
	for n := range 4 {
		name := fmt.Sprintf("player%d", n+1)
		f.names[f.srv.User(name).View().User.ID.String()] = name
	}
	return f
}

// card waits for the campaign's newest public card to say some of the words.
func (f *front) card(words ...string) (card *local.Message) {
	f.t.Helper()
	f.await("player1", "a card that says "+words[0], func(v local.View) bool {
		card = nil
		if c := v.Channel("#general"); c != nil {
			for _, m := range c.Messages {
				if !m.Ephemeral() && tells(m.Components, "## ⚔️") {
					card = m
				}
			}
		}
		return card != nil && slices.ContainsFunc(words, func(w string) bool { return tells(card.Components, w) })
	})
	return card
}

// called returns the player whom the card's next task names first.
func (f *front) called(card *local.Message) string {
	_, after, _ := strings.Cut(text(card), "▶️")
	_, after, _ = strings.Cut(after, "@")
	id, _, _ := strings.Cut(after, ">")
	if i := strings.Index(id, `\`); i >= 0 { // as JSON writes it
		id = id[:i]
	}
	return f.names[id]
}

// press presses a control, by how its custom id begins, and returns the answer as the user sees it.
func (f *front) press(user string, m *local.Message, prefix string, values ...string) *local.Message {
	f.t.Helper()
	k := control(m, prefix)
	if k == nil {
		f.t.Fatalf("%s finds no %q in %s", user, prefix, text(m))
	}
	out := f.finish(f.srv.User(user).Click(m.ID, k.CustomID, touch(k, values)...))
	return f.srv.User(user).View().Message(out.Message)
}

// battle begins the battle that the card asks for, and returns its id and its players.
func (f *front) battle() (id, attacks, defends string) {
	f.t.Helper()
	card := f.card("chooses the next match")
	attacks = f.called(card)
	asked := f.press(attacks, card, "campaign|")
	targets := control(asked, "campaign|").Options
	f.press(attacks, asked, "campaign|", targets[len(targets)-1].Value)
	card = f.card("is to be played")
	defends = f.called(card)
	id = strings.TrimPrefix(control(card, "accept|").CustomID, "accept|")
	forces := f.press(defends, card, "accept|")
	f.press(defends, forces, "force|", control(forces, "force|").Options[0].Value)
	v := f.await(attacks, "the ready card", func(v local.View) bool { return button(v, "ready|"+id) != nil })
	b := button(v, "ready|"+id)
	f.finish(f.srv.User(attacks).Click(b.message, b.id))
	f.card("The match is on")
	return id, attacks, defends
}

// Two teams of two fight a raid to its end over the wire. The process is killed twice: while a battle runs, and right after one
// was conceded. Result and history follow from the exports of the battles.
func TestRaidThroughKills(t *testing.T) {
	t.Parallel()
	f := newFront(t)
	process := f.child()
	t.Cleanup(func() {
		_ = process.Process.Kill() // it may have ended
		_ = process.Wait()         // killed: its status tells nothing
	})
	kill := func() {
		t.Helper()
		if err := process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = process.Wait() // killed: its status tells nothing
	}
	f.finish(f.srv.User("player1").Slash("#general", "/campaign start side:1 name:Raid"))
	for n, verb := range []string{"join.2", "join.1", "join.2"} {
		card := f.card("Human Colonies")
		id := strings.Split(control(card, "campaign|").CustomID, "|")[1]
		f.press(fmt.Sprintf("player%d", n+2), card, "campaign|"+id+"|"+verb)
	}
	var ids []string
	for going := true; going; {
		id, _, defends := f.battle()
		ids = append(ids, id)
		if len(ids) == 1 {
			kill()
			process = f.child()
		}
		out := f.finish(f.srv.User(defends).Slash("#general", "/match concede match:"+id))
		f.press(defends, f.srv.User(defends).View().Message(out.Message), customid.Concede+"|"+id)
		if len(ids) == 2 {
			kill()
			process = f.child()
		}
		going = !tells(f.card("chooses the next match", "It is over.").Components, "It is over.")
		if len(ids) > 20 {
			t.Fatal("no end")
		}
	}
	over := f.card("It is over.")
	out := f.finish(f.srv.User("player4").Slash("#general", "/campaign history"))
	history := f.srv.User("player4").View().Message(out.Message)
	if !tells(history.Components, fmt.Sprintf("matches 1 to %d of %d", len(ids), len(ids))) {
		t.Errorf("%d battles; the history says %s", len(ids), text(history))
	}
	if bad := f.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
	kill()
	f.agrees(ids, over, history)
}

// agrees fails unless the card and the history agree with the exports of the battles.
func (f *front) agrees(ids []string, card, history *local.Message) {
	f.t.Helper()
	names := map[bool]string{true: "took", false: "attacked"}
	var c campaign.Campaign
	for n, id := range ids {
		var raw, errs bytes.Buffer
		if run(f.t.Context(), []string{"export", "-store", f.conf.Store.Path, id}, &raw, &errs) != 0 {
			f.t.Fatal(errs.String())
		}
		_, events, err := table.ReadCarried(raw.Bytes())
		if err != nil {
			f.t.Fatal(err)
		}
		var records []game.Record
		for _, e := range events {
			var r game.Record
			if err := json.Unmarshal(e.Data, &r); err != nil {
				f.t.Fatal(err)
			}
			records = append(records, r)
		}
		m, err := jagged.Rules().Resume(records)
		if err != nil {
			f.t.Fatal(err)
		}
		result, _ := m.Result()
		v := m.View(game.Onlooker()).(jagged.View)
		if n == 0 {
			if c, err = campaign.New(campaign.Setup{First: v.Attacker}); err != nil {
				f.t.Fatal(err)
			}
		}
		if !slices.Equal(c.Penalties(), v.Penalties) {
			f.t.Errorf("battle %d is fought with the penalties %v, expected %v", n+1, v.Penalties, c.Penalties())
		}
		b := campaign.Outcome(v.Position, result)
		if c, err = c.Fought(b); err != nil {
			f.t.Fatal(err)
		}
		if p := cards.FindPosition(v.Position); !tells(history.Components, names[b.Won]+" "+p.Name) {
			f.t.Errorf("battle %d, %s %s, is not in %s", n+1, names[b.Won], p.Name, text(history))
		}
	}
	winner, over := c.Winner()
	if name := map[string]string{cards.Humans: "Human Colonies", cards.Martians: "Martian Order"}[winner]; !over || !tells(card.Components, "**"+name+"** has won: ") {
		f.t.Errorf("worked out anew %s has won, %t; the card says %s", name, over, text(card))
	}
}
