package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

var replay = []string{"match", "replay"}

// toTheEnd brings a match to its end, in a few steps.
func (p *party) toTheEnd() (id table.ID, in bottest.Option) {
	p.t.Helper()
	id = p.begin()
	in = opt("in", string(p.Wire.Threads()[len(p.Wire.Threads())-1]))
	p.play(ann, "note red", "bid 2")
	p.play(ben, "bid 3", "quit")
	return id, in
}

// A match that is over is offered by name, as it is not meant where none is named.
func TestOverMatchesAreNamed(t *testing.T) {
	p := newParty(t)
	id, _ := p.toTheEnd()
	read := []string{"match", "log"}
	p.says(p.Slash(ann, read), "pick it with the option")
	if cs := p.Complete(ann, read, opt("match", "")); len(cs) != 1 || cs[0].Value != string(id) {
		t.Errorf("offered: %v", cs)
	}
	p.says(p.Slash(ann, read, opt("match", string(id))), "1.")
}

// A list of matches says who won those that are over.
func TestOverMatchesSayWhoWon(t *testing.T) {
	p := newParty(t)
	p.begin()
	p.play(ann, "bid 3")
	p.play(ben, "bid 2", "quit")
	p.says(p.Slash(ann, []string{"match", "list"}), "Name of ann against Name of ben: won")
	p.says(p.Slash(ben, []string{"match", "list"}), "Name of ann against Name of ben: lost")
}

// A picture of any step is offered in the direct messages, where the command means the match that began last.
func TestReplayMeansTheLatestMatch(t *testing.T) {
	p := newParty(t)
	for n := range 5 { // each is longer than the one before
		p.Clock.Advance(time.Minute)
		p.begin()
		for range n {
			p.play(ann, "note red")
		}
		p.play(ann, "bid 2")
		p.play(ben, "bid 3", "quit")
		p.says(p.Slash(ann, replay, opt("step", "1")), fmt.Sprintf("step 1 of %d", n+3))
	}
}

func (p *party) newest() bottest.Message {
	p.t.Helper()
	ms := p.cards()
	return ms[len(ms)-1]
}

// While a match is on everybody sees their own past alone.
func TestPastOfAMatchThatIsOn(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	in := opt("in", string(p.Wire.Threads()[0]))
	p.play(ann, "note red", "bid 2")
	p.play(ben, "note blue", "bid 3")
	p.says(p.Slash(ann, replay, in), "when it is over")
	p.says(p.Slash(ann, replay, in, opt("step", "2")), `seat 1 at step 2: note "red"`)
	p.says(p.Slash(ben, replay, in, opt("step", "2"), opt("view", "truth")), `seat 2 at step 2: note "blue"`)
	p.says(p.Slash(eve, replay, in, opt("step", "2")), "all at step 2: bid 1 2")
	p.says(p.Slash(eve, replay, in, opt("step", "3")), "expected 1 to 2")
	p.says(p.Slash(ann, replay, in, opt("step", "4")), "expected 1 to 3")
	for _, bad := range []string{"0", "-1", "x", "99999999999999999999"} {
		p.says(p.Slash(ann, replay, in, opt("step", bad)), "whole number")
	}
	p.says(p.Slash(ann, replay, in, opt("step", "1"), opt("view", "everything")), `"everything" is none of the choices of `+"`view`")
	p.says(p.Slash(ann, replay, opt("match", "nothing"), opt("step", "1")), "no such match")
	p.says(p.Press(ann, p.cards()[0], "film|"+string(id)), "when it is over")
	p.Settle()
	if n := len(p.cards()); n != 1 {
		t.Errorf("%d messages in the thread of a match that is on", n)
	}
}

// The film of a match that is over is drawn once, with its progress, and then told where it is; everything else can be
// seen in private.
func TestFilm(t *testing.T) {
	p := newParty(t)
	id, in := p.toTheEnd()
	p.says(p.Slash(eve, replay, in, opt("step", "2")), "step 2 of 4, \"\": note 1 0 red")
	p.says(p.Slash(eve, replay, in, opt("step", "4"), opt("view", "truth")), "step 4 of 4, \"truth\": quit 2")
	p.says(p.Slash(eve, replay, in, opt("step", "5")), "expected 1 to 4")
	p.says(p.Slash(eve, replay, in, opt("view", "truth")), "which step")
	p.says(p.Slash(eve, replay, in, opt("view", "sheet")), "a sheet of 4 steps")
	before := len(p.cards())
	p.says(p.Slash(ann, replay, opt("match", string(id))), "being drawn")
	p.says(p.Slash(ben, replay, opt("match", string(id)), opt("view", "film")), "being drawn") // the same one
	sent := p.Wire.Count()
	p.Settle()
	if n := len(p.cards()); n != before+1 {
		t.Fatalf("%d messages more", n-before)
	}
	has(t, p.newest(), "a film of 4 steps")
	var told []string
	for _, s := range p.Wire.Delivered(eve, sent) {
		told = append(told, bottest.Words(s.Message.Message))
	}
	if got := strings.Join(told, "\n"); !strings.Contains(got, "step 1 of 4") || !strings.Contains(got, "step 3 of 4") {
		t.Errorf("it was told: %s", got)
	}
	edits := p.newest().Edits
	p.says(p.Slash(eve, replay, in), "is in <#"+string(p.Wire.Threads()[0])+">")
	p.Settle()
	if p.newest().Edits != edits {
		t.Error("it was drawn again")
	}
	p.Wire.Remove(string(p.newest().ID))
	p.click(eve, p.Newest(eve), "again")
	p.Settle()
	has(t, p.newest(), "a film of 4 steps")
	if cs := p.Complete(ann, replay, opt("match", "")); len(cs) != 1 || cs[0].Value != string(id) {
		t.Errorf("matches suggested: %v", cs)
	}
}

// The highlights are a film of their own beside the whole one: each is drawn once and has its own message.
func TestHighlights(t *testing.T) {
	p := newParty(t)
	id, _ := p.toTheEnd()
	p.says(p.Press(eve, p.newest(), "reel|"+string(id)), "being drawn")
	p.Settle()
	reel := p.newest()
	has(t, reel, "highlights")
	p.says(p.Slash(ben, replay, opt("match", string(id))), "being drawn")
	p.Settle()
	if film := p.newest(); film.ID == reel.ID || strings.Contains(bottest.Words(film.Message), "highlights") {
		t.Error("the highlights stand for the film")
	}
	p.says(p.Press(eve, p.newest(), "reel|"+string(id)), "is in <#")
	p.Wire.Remove(string(reel.ID))
	p.click(eve, p.Newest(eve), "again")
	p.Settle()
	has(t, p.newest(), "highlights")
}

// Where the thread is gone the film comes into the channel; where Discord fails it says so, and can be had again.
func TestFilmWhereItCannotBe(t *testing.T) {
	p := newParty(t)
	_, in := p.toTheEnd()
	p.Slash(ann, replay, in)
	p.Wire.Remove(string(p.Wire.Threads()[0]))
	p.Settle()
	has(t, p.lobby(), "a film of 4 steps")

	p = newParty(t)
	_, in = p.toTheEnd()
	p.Slash(ann, replay, in)
	failing := &bot.WireError{Status: 500, Text: "no"}
	p.Wire.Lose(4, nil) // all is well until it is drawn
	p.Wire.Fail(1, failing)
	p.Settle()
	has(t, p.newest(), "could not be drawn")
	if !strings.Contains(p.Log.String(), "film not drawn") {
		t.Error("the operator was not told")
	}
	p.click(eve, p.newest(), "film|")
	p.Settle()
	has(t, p.newest(), "a film of 4 steps")
}

// A film that was asked for is drawn after a restart too.
func TestFilmAfterARestart(t *testing.T) {
	p := newParty(t)
	_, in := p.toTheEnd()
	p.Slash(ann, replay, in)
	p.Restart()
	p.Settle()
	has(t, p.newest(), "a film of 4 steps")
}

// So many films wait at most.
func TestFilmsBounded(t *testing.T) {
	p := newParty(t)
	var ids []string
	for range 18 {
		id, _ := p.toTheEnd()
		ids = append(ids, string(id))
	}
	for i, id := range ids[:16] {
		want := "being drawn;"
		if i > 0 {
			want = game.Text("after %d {other|others}").Format(i)
		}
		p.says(p.Slash(eve, replay, opt("match", id)), want)
	}
	p.says(p.Slash(eve, replay, opt("match", ids[16])), "Many films")
	p.Settle()
	p.says(p.Slash(eve, replay, opt("match", ids[16])), "being drawn;")
}
