package match_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
)

// wholeFilm asks /match replay for the film.
var wholeFilm = party.Opt("view", "film")

// A finished match is offered by name, because without a name a command does not mean it.
func TestOverMatchesAreNamed(t *testing.T) {
	p := party.Plain(t)
	id, _ := p.PlaysToTheEnd()
	read := []string{"match", "log"}
	p.Says(p.Slash(ann, read), "pick it with the option")
	if cs := p.Complete(ann, read, party.Opt("match", "")); len(cs) != 1 || cs[0].Value != string(id) {
		t.Errorf("offered: %v", cs)
	}
	p.Says(p.Slash(ann, read, party.Opt("match", string(id))), "1.")
}

// A list of matches says who won the finished ones.
func TestOverMatchesSayWhoWon(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ann, "bid 3")
	p.Play(ben, "bid 2", "quit")
	p.Says(p.Slash(ann, []string{"match", "list"}), "Name of ann against Name of ben: won")
	p.Says(p.Slash(ben, []string{"match", "list"}), "Name of ann against Name of ben: lost")
}

// A picture of any step is offered in direct messages, where the command means the match that began last.
func TestReplayMeansTheLatestMatch(t *testing.T) {
	p := party.Plain(t)
	for n := range 5 { // each match is longer than the one before
		p.Clock.Advance(time.Minute)
		p.Begin()
		for range n {
			p.Play(ann, "note red")
		}
		p.Play(ann, "bid 2")
		p.Play(ben, "bid 3", "quit")
		p.Says(p.Slash(ann, replay, party.Opt("step", "1")), fmt.Sprintf("step 1 of %d", n+3))
	}
}

func newestInChannel(p *party.Party) bottest.Message {
	p.T.Helper()
	ms := p.Cards()
	return ms[len(ms)-1]
}

// During a match each reader sees only their own past.
func TestPastOfAMatchThatIsOn(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	in := party.Opt("in", string(p.Wire.Threads()[0]))
	p.Play(ann, "note red", "bid 2")
	p.Play(ben, "note blue", "bid 3")
	p.Says(p.Slash(ann, replay, in), "after the match")
	p.Says(p.Slash(ann, replay, in, party.Opt("step", "2")), `seat 1 at step 2: note "red"`)
	p.Says(p.Slash(ben, replay, in, party.Opt("step", "2"), party.Opt("view", "truth")), `seat 2 at step 2: note "blue"`)
	p.Says(p.Slash(eve, replay, in, party.Opt("step", "2")), "all at step 2: bid 1 2")
	p.Says(p.Slash(eve, replay, in, party.Opt("step", "3")), "expected 1 to 2")
	p.Says(p.Slash(ann, replay, in, party.Opt("step", "4")), "expected 1 to 3")
	for _, bad := range []string{"0", "-1", "x", "99999999999999999999"} {
		p.Says(p.Slash(ann, replay, in, party.Opt("step", bad)), "whole number")
	}
	p.Says(p.Slash(ann, replay, in, party.Opt("step", "1"), party.Opt("view", "everything")), `"everything" is not one of the choices of `+"`view`")
	p.Says(p.Slash(ann, replay, party.Opt("match", "nothing"), party.Opt("step", "1")), "no such match")
	p.Says(p.Press(ann, p.Cards()[0], "film|"+string(id)), "after the match")
	p.Settle()
	if n := len(p.Cards()); n != 1 {
		t.Errorf("%d messages in the thread of a match that is on", n)
	}
}

// The film of a finished match is drawn once, with its progress; after that the command says where it is. Everything
// else can be seen in private.
func TestFilm(t *testing.T) {
	p := party.Plain(t)
	id, in := p.PlaysToTheEnd()
	p.Says(p.Slash(eve, replay, in, party.Opt("step", "2")), "step 2 of 4, \"\": note 1 0 red")
	p.Says(p.Slash(eve, replay, in, party.Opt("step", "4"), party.Opt("view", "truth")), "step 4 of 4, \"truth\": quit 2")
	p.Says(p.Slash(eve, replay, in, party.Opt("step", "5")), "expected 1 to 4")
	p.Says(p.Slash(eve, replay, in, party.Opt("view", "truth")), "Name a step")
	p.Says(p.Slash(eve, replay, in, party.Opt("view", "sheet")), "a sheet of 4 steps")
	before := len(p.Cards())
	p.Says(p.Slash(ann, replay, party.Opt("match", string(id)), wholeFilm), "being drawn")
	p.Says(p.Slash(ben, replay, party.Opt("match", string(id)), party.Opt("view", "film")), "being drawn") // the same film
	sent := p.Wire.Count()
	p.Settle()
	if n := len(p.Cards()); n != before+1 {
		t.Fatalf("%d messages more", n-before)
	}
	party.Has(t, newestInChannel(p), "a film of 4 steps")
	var told []string
	for _, s := range p.Wire.Delivered(eve, sent) {
		told = append(told, bottest.Words(s.Message.Message))
	}
	if got := strings.Join(told, "\n"); !strings.Contains(got, "step 1 of 4") || !strings.Contains(got, "step 3 of 4") {
		t.Errorf("it was told: %s", got)
	}
	edits := newestInChannel(p).Edits
	p.Says(p.Slash(eve, replay, in, wholeFilm), "is in <#"+string(p.Wire.Threads()[0])+">")
	p.Settle()
	if newestInChannel(p).Edits != edits {
		t.Error("it was drawn again")
	}
	p.Wire.Remove(string(newestInChannel(p).ID))
	p.Click(eve, p.Newest(eve), "again")
	p.Settle()
	party.Has(t, newestInChannel(p), "a film of 4 steps")
	if cs := p.Complete(ann, replay, party.Opt("match", "")); len(cs) != 1 || cs[0].Value != string(id) {
		t.Errorf("matches suggested: %v", cs)
	}
}

// The highlights are a separate film beside the whole one: each is drawn once and has its own message.
func TestHighlights(t *testing.T) {
	p := party.Plain(t)
	id, _ := p.PlaysToTheEnd()
	p.Says(p.Press(eve, newestInChannel(p), "reel|"+string(id)), "being drawn")
	p.Settle()
	reel := newestInChannel(p)
	party.Has(t, reel, "highlights")
	p.Says(p.Slash(ben, replay, party.Opt("match", string(id)), wholeFilm), "being drawn")
	p.Settle()
	if film := newestInChannel(p); film.ID == reel.ID || strings.Contains(bottest.Words(film.Message), "highlights") {
		t.Error("the highlights stand for the film")
	}
	p.Says(p.Press(eve, newestInChannel(p), "reel|"+string(id)), "is in <#")
	p.Wire.Remove(string(reel.ID))
	p.Click(eve, p.Newest(eve), "again")
	p.Settle()
	party.Has(t, newestInChannel(p), "highlights")
}

// If the thread is gone, the film is posted in the channel. If Discord fails, the message says so, and the film can be
// requested again.
func TestFilmWhereItCannotBe(t *testing.T) {
	p := party.Plain(t)
	_, in := p.PlaysToTheEnd()
	p.Slash(ann, replay, in, wholeFilm)
	p.Wire.Remove(string(p.Wire.Threads()[0]))
	p.Settle()
	party.Has(t, p.Card(), "a film of 4 steps")

	p = party.Plain(t)
	_, in = p.PlaysToTheEnd()
	p.Slash(ann, replay, in, wholeFilm)
	failing := &wire.WireError{Status: 500, Text: "no"}
	p.Wire.Lose(4, nil) // nothing fails until it is drawn
	p.Wire.Fail(1, failing)
	p.Settle()
	party.Has(t, newestInChannel(p), "could not be drawn")
	if !strings.Contains(p.Log.String(), "film not drawn") {
		t.Error("the operator was not told")
	}
	p.Click(eve, newestInChannel(p), "film|")
	p.Settle()
	party.Has(t, newestInChannel(p), "a film of 4 steps")
}

// A film that was ordered is drawn even after a restart.
func TestFilmAfterARestart(t *testing.T) {
	p := party.Plain(t)
	_, in := p.PlaysToTheEnd()
	p.Slash(ann, replay, in, wholeFilm)
	p.Restart()
	p.Settle()
	party.Has(t, newestInChannel(p), "a film of 4 steps")
}

// The number of waiting films is bounded.
func TestFilmsBounded(t *testing.T) {
	p := party.Plain(t)
	var ids []string
	for range 18 {
		id, _ := p.PlaysToTheEnd()
		ids = append(ids, string(id))
	}
	for i, id := range ids[:16] {
		want := "being drawn and"
		if i > 0 {
			want = game.Text("after %d {other|others}").Format(i)
		}
		p.Says(p.Slash(eve, replay, party.Opt("match", id), wholeFilm), want)
	}
	p.Says(p.Slash(eve, replay, party.Opt("match", ids[16]), wholeFilm), "Many films")
	p.Settle()
	p.Says(p.Slash(eve, replay, party.Opt("match", ids[16]), wholeFilm), "being drawn and")
}
