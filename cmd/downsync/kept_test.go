package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
)

// The chains, snapshots and indexes of each store are whole. Each finished match exports as it did, and its earlier export
// verifies, can be imported elsewhere and verifies there.
func TestKeptStoreIsSound(t *testing.T) {
	t.Parallel()
	for kept, holds := range map[string]string{
		oldKept:   `10 matches, \d{3} events, 0 damaged, 0 astray`,
		gamesKept: `8 matches, 721 events, 0 damaged, 0 astray`,
	} {
		t.Run(filepath.Base(kept), func(t *testing.T) {
			t.Parallel()
			dir, m := unpackKept(t, kept)
			k := &keeper{t: t, dir: dir, path: filepath.Join(dir, "downsync.db")}
			if out, _ := k.do(0, "check", "-store", k.path); !regexp.MustCompile(holds).MatchString(out) {
				t.Errorf("check says %s", out)
			}
			for _, x := range m.Matches {
				if !x.Over {
					k.do(0, "export", "-store", k.path, "-seat", "2", x.ID)
					continue
				}
				k.comesBack(x)
			}
			k.do(0, "check", "-store", k.file("other.db"))
			if kept != oldKept {
				return
			}
			if out, _ := k.do(0, "verify", k.file("evidence.json")); !strings.Contains(out, "everything fits") {
				t.Errorf("the evidence: %s", out)
			}
		})
	}
}

// comesBack compares three exports of a finished match: by the earlier program, by this one, and from another store that has
// imported the first.
func (k *keeper) comesBack(x keptMatch) {
	then := k.file("export-" + x.ID + ".json")
	verdict, _ := k.do(0, "verify", then)
	now, _ := k.do(0, "export", "-store", k.path, x.ID)
	k.write("now.json", now)
	k.do(0, "import", "-store", k.file("other.db"), then)
	again, _ := k.do(0, "export", "-store", k.file("other.db"), x.ID)
	k.write("again.json", again)
	for _, file := range []string{"now.json", "again.json"} {
		if got, _ := k.do(0, "verify", k.file(file)); got != verdict || !strings.Contains(got, "everything fits") {
			k.t.Errorf("%s: %s verifies as %s and the export of then as %s", x.Name, file, got, verdict)
		}
	}
}

// An old configuration keeps its meaning.
func TestKeptConfig(t *testing.T) {
	read := func(kept string) config {
		t.Helper()
		c, err := readConfig(filepath.Join(kept, "config.toml"), true)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := read(oldKept)
	want := clockConfig{Turn: minutes(48 * 60), React: minutes(24 * 60), Tick: duration(15 * time.Second), Strict: minutes(4 * 60), Misses: 3, Vacation: 7,
		Brisk: minutes(5), BriskTick: duration(15 * time.Second), BriskWindow: duration(5 * time.Second)} // which is no finer than its own
	if c.Discord.Guild != "100000000000000001" || c.Store.Path != "matches.db" || c.Store.Backups != "copies" || c.Store.BackupEvery != minutes(360) ||
		c.Store.BackupKeep != 3 || c.Watch.Listen != "" || c.Clock.Default != "slow" || c.Clock.Choices["slow"] != want ||
		c.Clock.Choices["live"] != defaults().Clock.Choices["live"] || c.Log.Level != "warn" || c.Log.Format != "json" {
		t.Errorf("it is read as %+v", c)
	}
	usual, every := defaults(), read(gamesKept) // every key of that program, most with its default
	usual.Clock.Default, usual.Watch.Listen = "live", ""
	every.source, every.folder, every.exposed = usual.source, usual.folder, usual.exposed
	if !reflect.DeepEqual(every, usual) {
		t.Errorf("it is read as %+v, expected %+v", every, usual)
	}
}

// Every running match is shown, accepts a press on an old button of its console, and goes on.
func TestKeptMatchesGoOn(t *testing.T) {
	t.Parallel()
	k := resumeKept(t, 0)
	for _, m := range k.Matches {
		for n, user := range m.Users {
			k.shows(user, "/match show match:"+m.ID, "You are "+string("AB"[n]))
			k.shows(user, "/match log match:"+m.ID, "**Log**")
		}
		if m.Over {
			continue
		}
		if m.Name == disputed {
			k.shows(m.asking(), "/order match:"+m.ID+" line:done", "held")
			continue
		}
		if m.Undo != "" {
			k.takesBack(m)
		}
		k.goesOn(m)
	}
	for _, old := range k.Old { // questions that are answered by now
		if i := slices.IndexFunc(k.Matches, func(m keptMatch) bool { return m.ID == old.Match && m.Name != disputed }); i < 0 {
			continue
		}
		was := k.logOf(old.Match)
		k.pressAll(old)
		if k.logOf(old.Match) != was {
			t.Errorf("%s: a button of an answered question did something", old.What)
		}
	}
	k.sound()
}

// takesBack presses the button of a kept console that takes a step back.
func (k *keptStage) takesBack(m keptMatch) {
	k.t.Helper()
	console := consoleOf(k.srv.User(m.Undo).View(), m.ID)
	before := text(console)
	undo := control(console, "u|"+m.ID)
	if undo == nil {
		k.t.Fatalf("%s: nothing to take a step back with on %s", m.Name, before)
	}
	k.holds(m.Name, k.click(m.Undo, console.ID, undo.CustomID, touch(undo, nil)...), "aken back")
	k.await(m.Undo, "the console after it", func(v local.View) bool { return text(consoleOf(v, m.ID)) != before })
}

// goesOn answers the question of a kept match with the buttons of its console, until everybody is told something new.
func (k *keptStage) goesOn(m keptMatch) {
	k.t.Helper()
	was, log := k.told(m.ID), k.logOf(m.ID)
	for range 12 {
		user, console := k.asked(m)
		before := text(console)
		press := control(console, "s|"+m.ID)
		if press == nil || strings.HasPrefix(press.Label, "Undo") {
			press = control(console, "c|"+m.ID)
		}
		if press == nil {
			k.t.Fatalf("%s: nothing to press on %s", m.Name, before)
		}
		if got := k.click(user, console.ID, press.CustomID, first(press)...); strings.Contains(got, "⚠️") {
			k.t.Fatalf("%s: %s was answered %s", m.Name, press.Label, got)
		}
		k.await(user, "the console to change in: "+m.Name, func(v local.View) bool { return text(consoleOf(v, m.ID)) != before })
		k.srv.Clock().Advance(15 * time.Second) // a reaction window closes
		if k.logOf(m.ID) != log {
			k.await("player3", "the news in: "+m.Name, func(local.View) bool { return k.told(m.ID) != was })
			return
		}
	}
	k.t.Errorf("%s: nothing new after 12 presses", m.Name)
}

// asked waits until a player is asked something and returns their console.
func (k *keptStage) asked(m keptMatch) (user string, console *local.Message) {
	k.t.Helper()
	k.await("player3", "somebody to be asked in: "+m.Name, func(local.View) bool {
		for _, user = range m.Users {
			console = consoleOf(k.srv.User(user).View(), m.ID)
			if control(console, "s|"+m.ID) != nil || control(console, "c|"+m.ID) != nil {
				return true
			}
		}
		return false
	})
	return user, console
}

// Old buttons have their effect or say that they are old: each is answered, none with a failure. An action that waited for
// confirmation is done; a decision of long ago is not repeated.
func TestKeptButtons(t *testing.T) {
	t.Parallel()
	k := resumeKept(t, 0)
	for _, old := range k.Old {
		if old.Match != "" {
			continue // of a match that goes on
		}
		was := k.logs()
		answers := k.pressAll(old)
		if done := k.logs() != was; done != strings.HasPrefix(old.What, "a rewind that waits") {
			t.Errorf("%s: something changed: %v", old.What, done)
		}
		if old.What == "a force under construction" && !strings.Contains(answers["forces|share"], "DS-") {
			t.Errorf("no code is shared: %s", answers["forces|share"])
		}
	}
	k.shows("player3", "/mod list", "200105", "200108") // the second ban was not confirmed yet
	k.sound()
}

// logs returns everybody's logs of all matches.
func (k *keptStage) logs() string {
	all := ""
	for _, m := range k.Matches {
		all += k.logOf(m.ID)
	}
	return all
}

// logOf returns the end of everybody's log of a match.
func (k *keptStage) logOf(id string) string {
	k.t.Helper()
	raw, err := json.Marshal(k.do("player8", "/match log match:"+id).Components)
	if err != nil {
		k.t.Fatal(err)
	}
	return string(raw)
}

// pressAll presses each control of an old message and returns the answers by custom id.
func (k *keptStage) pressAll(old keptMessage) map[string]string {
	k.t.Helper()
	m := k.srv.User(old.User).View().Message(old.Message)
	if m == nil {
		k.t.Fatalf("%s is gone", old.What)
	}
	answers := map[string]string{}
	for _, c := range controlsOf(m) {
		act, err := k.srv.User(old.User).Click(m.ID, c.CustomID, first(c)...)
		if err != nil {
			continue // an answer before it has changed the message
		}
		out := k.finish(act, nil)
		if out.State != local.Answered {
			k.t.Errorf("%s: %s was answered %+v", old.What, c.CustomID, out)
		}
		answers[c.CustomID] = text(k.srv.User(old.User).View().Message(out.Message))
	}
	return answers
}

// All other kept data is found: forces, preferences, the server's settings, the lesson, the ladder of two seasons, conduct,
// disputes, films, deliveries, plans and standing orders.
func TestKeptRecords(t *testing.T) {
	t.Parallel()
	k := resumeKept(t, 0)
	id := k.id
	k.shows("player1", "/force", "First of mine", "Big one", "forces|draft")
	k.shows("player1", "/force open:First of mine", "Widow Scout", "can be played")
	k.shows("player1", "/privacy show", "3 forces")
	for _, code := range k.Codes {
		k.shows("player7", "/force code:"+code, "Widow Scout", "build|add")
	}
	k.shows("player2", "/settings", "Europe/Berlin", "23")
	k.shows("player4", "/setup", "slow", "200050", "200301")
	k.shows("player6", "/learn", "4 von 27", "c|learn")
	k.shows("player1", "/ladder", "2150-2", "200101", "1 win, too few matches to rank yet")
	k.shows("player1", "/ladder season:2150-1", "200102", "1 loss, too few matches to rank yet")
	k.shows("player3", "/mod list", "200105", "rude in the thread")
	k.shows("player5", "/match challenge opponent:@player1", "rude")
	k.shows("player3", "/dispute list match:"+id("ended by a moderator"), "that roll was odd", "the dice fit")
	k.shows("player1", "/match ledger match:"+id("won"), "direct message")
	k.shows("player1", "/match replay view:film match:"+id("won"), "film|"+id("won")+"|again")
	k.shows("player1", "/match replay step:3 match:"+id("won"), ".png")
	k.shows("player2", "/match verify match:"+id("won"), "Everything fits")
	k.shows("player1", "/match log match:"+id("a plan"), "You plan A1", "You pass all")
	k.shows("player1", "/match list", id("a plan"), id("the middle"))
	k.sound()
}

// Old challenges lead to matches, from their stored state.
func TestKeptChallenges(t *testing.T) {
	t.Parallel()
	k := resumeKept(t, 0)
	begins := func(how, user string) {
		t.Helper()
		k.await(user, "the match of the challenge "+how, func(v local.View) bool { return consoleOf(v, k.Challenges[how]) != nil })
	}
	choose := func(user, id, card string) {
		t.Helper()
		k.clickAny(user, card)
		k.clickAny(user, "force|"+id)
	}
	how := "taken up, its challenger not ready"
	k.clickAny("player7", "ready|"+k.Challenges[how])
	begins(how, "player2")
	how = "a force is being chosen"
	k.shows("player6", "/match list", "Player One wählt")
	choose("player1", k.Challenges[how], "accept|"+k.Challenges[how])
	k.clickAny("player6", "ready|"+k.Challenges[how])
	begins(how, "player1")
	how = "to one person"
	choose("player1", k.Challenges[how], "accept|"+k.Challenges[how])
	k.clickAny("player7", "ready|"+k.Challenges[how])
	begins(how, "player1")
	how = "open to anyone"
	choose("player8", k.Challenges[how], "accept|"+k.Challenges[how])
	k.clickAny("player6", "ready|"+k.Challenges[how])
	begins(how, "player8")
	threads := func(v local.View) (n int) {
		for _, c := range v.Channels {
			if c.IsThread() {
				n++
			}
		}
		return n
	}
	was := threads(k.srv.User("player3").View())
	k.clickAny("player2", "rematch|"+k.id("won")) // player1 has asked for it
	k.await("player3", "the rematch", func(v local.View) bool { return threads(v) > was })
	k.sound()
}

// An open dispute is known, can be taken back, and counts among those that its player may open.
func TestKeptDispute(t *testing.T) {
	t.Parallel()
	k := resumeKept(t, 0)
	stopped, other := k.id(disputed), k.id("a live clock")
	open := func(id, want string) { t.Helper(); k.shows("player2", "/dispute open reason:x match:"+id, want) }
	withdraw := func(id string) { t.Helper(); k.shows("player2", "/dispute withdraw match:"+id, "goes on") }
	open(stopped, "open in this match already")
	k.shows("player2", "/dispute list match:"+stopped, "I did not see that")
	for range 2 {
		withdraw(stopped)
		open(stopped, "The match is stopped")
	}
	withdraw(stopped)
	open(stopped, "You have opened 3")
	k.shows("player1", "/order line:done match:"+stopped, "✔")
	for range 2 {
		open(other, "The match is stopped")
		withdraw(other)
	}
	open(other, "You have opened 5")
	k.sound()
}

// Time goes on where it stopped: a clock that has run out meanwhile plays the default, and a reminder that is due is sent.
func TestKeptClocks(t *testing.T) {
	t.Parallel()
	k := resumeKept(t, 37*time.Hour)
	live := k.id("a live clock")
	k.await("player3", "the default in the match with a live clock", func(local.View) bool { return strings.Contains(k.told(live), "Taskforce:") })
	k.await("player2", "a reminder of the sealed reply", func(v local.View) bool {
		return slices.ContainsFunc(v.Channel("dm").Messages, func(m *local.Message) bool {
			return m.Timestamp.After(k.Now) && control(m, "view|"+k.id("one of two sealed replies")) != nil
		})
	})
	k.sound()
}
