package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game/table"
	"downsync/storage/postgres/pgtest"
)

// A store with three games, open challenges, a campaign, a dispute and undelivered news goes on to the end of everything: in its
// file, and in a database after a move.
func TestKeptGamesGoOn(t *testing.T) {
	t.Parallel()
	t.Run("in its file", func(t *testing.T) {
		t.Parallel()
		loadKept(t, gamesKept, time.Minute).finishes()
	})
	t.Run("in a database", func(t *testing.T) {
		t.Parallel()
		address := pgtest.URL(t)
		k := loadKept(t, gamesKept, time.Minute)
		(&keeper{t: t}).do(0, "move", k.conf.Store.Path, address)
		k.conf.Store.Path, k.conf.Store.URL = "", address
		k.finishes()
	})
}

// finishes starts the program and plays everything that was begun to its end.
func (k *keptStage) finishes() {
	k.t.Helper()
	k.conf.seams.store = func(x table.Store) table.Store { return swift{x, k.srv.Clock()} }
	k.start()
	k.remembersGames()
	k.settles()
	for _, m := range k.Matches {
		if !m.Over {
			k.playOut(m)
		}
	}
	k.takesUp("open to anyone, Downsync", "player6", "player2")
	k.takesUp("open to anyone, Syndicate Protocol", "player5", "player3")
	k.takesUp("open to anyone, Jagged Shards", "player4", "player1")
	k.fightsOn()
	k.sound()
}

// remembersGames checks that everything that was stored is shown.
func (k *keptStage) remembersGames() {
	k.t.Helper()
	for _, m := range k.Matches {
		k.shows("player5", "/match log match:"+m.ID, "**Log**")
		verdict := "So far everything fits"
		if m.Over {
			verdict = "Everything fits"
		}
		k.shows(m.Users[0], "/match verify match:"+m.ID, verdict)
		if !m.Over {
			k.shows(m.Users[0], "/match list", m.ID)
		}
	}
	for how, id := range k.Challenges {
		if b := button(k.srv.User("player1").View(), "accept|"+id); b == nil {
			k.t.Errorf("nobody can accept the challenge %s", how)
		}
	}
	k.shows("player1", "/ladder game:downsync", "200101", "200102", "1 draw")
	k.shows("player1", "/ladder game:syndicate", "200104\\u003e · 1 win, too few", "200103\\u003e · 1 loss, too few")
	k.shows("player2", "/campaign history", "matches 1 to 1 of 1")
	k.shows("player2", "/campaign map", "200101", "200102", "200103", "200104", "chooses the next match")
}

// settles has the moderators decide the dispute, whose news the earlier program could not deliver.
func (k *keptStage) settles() {
	k.t.Helper()
	id := k.id("Downsync, stopped by a dispute")
	k.await("player5", "the call for the moderators", func(local.View) bool {
		return strings.Contains(k.told(id), "I did not see that") && strings.Contains(k.told(id), `\u003c@\u0026`)
	})
	k.shows("player5", "/dispute list match:"+id, "I did not see that")
	k.shows("player4", "/order match:"+id+" line:done", "held")
	k.do("player5", "/mod dismiss reason:it is in the log match:"+id)
	k.clickAny("player5", "mod|"+id+"|go")
	for _, user := range []string{"player3", "player4"} {
		k.await(user, "the decision", func(v local.View) bool {
			return slices.ContainsFunc(v.Channel("dm").Messages, func(m *local.Message) bool { return strings.Contains(text(m), "it is in the log") })
		})
	}
}

// takesUp accepts a challenge, and its match begins.
func (k *keptStage) takesUp(how, from, by string) {
	k.t.Helper()
	id := k.Challenges[how]
	k.clickAny(by, "accept|"+id)
	k.clickAny(by, "force|"+id)
	k.clickAny(from, "ready|"+id)
	user, _ := k.asksNow(keptMatch{ID: id, Name: how, Users: []string{from, by}})
	k.shows(user, "/match list", id)
}

// fightsOn plays the next battle of the campaign.
func (k *keptStage) fightsOn() {
	k.t.Helper()
	f := &front{stage: k.stage, names: map[string]string{}}
	for _, u := range k.srv.Users() {
		f.names[u.ID().String()] = u.Name()
	}
	id, attacks, defends := f.battle()
	k.await(attacks, "the battle", func(v local.View) bool { return consoleOf(v, id) != nil })
	k.playOut(keptMatch{ID: id, Name: "the campaign's next battle", Users: []string{attacks, defends}})
	f.card("chooses the next match")
	k.shows("player2", "/campaign history", "matches 1 to 2 of 2")
}

// playOut presses on as a newcomer does, until the match is over. Then everything in it fits.
func (k *keptStage) playOut(m keptMatch) {
	k.t.Helper()
	for range 400 {
		user, console := k.asksNow(m)
		if console == nil {
			k.shows(m.Users[0], "/match verify match:"+m.ID, "Everything fits")
			return
		}
		before, choice := text(console), plainChoice(console)
		act, err := k.srv.User(user).Click(console.ID, choice.CustomID, touch(choice, valuesOf(choice))...)
		if err != nil {
			continue // the console changed under the finger
		}
		k.finish(act, nil)
		k.await(user, "the console to change in: "+m.Name, func(v local.View) bool { return text(consoleOf(v, m.ID)) != before })
	}
	k.t.Fatalf("%s: no end", m.Name)
}

// asksNow waits until a player is asked something and returns their console; nil if the match is over.
func (k *keptStage) asksNow(m keptMatch) (user string, console *local.Message) {
	k.t.Helper()
	k.untilAsked(m.Users[0], "somebody to be asked in: "+m.Name, func(local.View) bool {
		if over, err := k.host.hall.Over(k.t.Context(), table.ID(m.ID)); over || err != nil {
			console = nil
			return err == nil // it has not begun yet
		}
		for _, user = range m.Users {
			if console = consoleOf(k.srv.User(user).View(), m.ID); plainChoice(console) != nil {
				return true
			}
		}
		k.windowCloses()
		return false
	})
	return user, console
}

// windowCloses advances the clock to the end of a reaction window, if one is open.
func (k *keptStage) windowCloses() {
	k.t.Helper()
	next, err := k.host.store.NextWake(k.t.Context())
	if err != nil {
		k.t.Fatal(err)
	}
	if left := next.Sub(k.srv.Clock().Now()); left > 0 && left <= 30*time.Second {
		k.srv.Clock().Advance(left)
	}
}
