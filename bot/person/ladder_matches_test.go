package person_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A match that got beyond its set-up counts once, in the commit of its end: for ratings, by faction, and for conduct.
func TestLadder(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Slash(eve, ladder), "Nobody has played")
	p.Round()
	if s := p.Stored("rating/guild/ann"); s != "" {
		t.Errorf("rated while it is on: %s", s)
	}
	p.Play(ben, "quit")
	a := party.Text(p.Slash(eve, ladder))
	if !strings.Contains(a, "`  1.    –` <@ann> (Name of ann) · 1 win, too few matches to rank yet\n`  2.    –` <@ben> (Name of ben) · 1 loss, too few matches to rank yet") {
		t.Errorf("the ladder: %s", a)
	}
	if !strings.Contains(a, "\n-# Won by faction: blue 0 % of 1, red 100 % of 1") {
		t.Errorf("the ladder: %s", a)
	}
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ben")), "with blue: 1 loss")
	p.Says(p.Slash(eve, ladder, party.Opt("user", "eve")), "has played no match")
	p.Says(p.Slash(eve, ladder, party.Opt("season", "2149-4")), "Nobody has played")
	before := p.Stored("rating/guild/ann")
	p.Restart()
	p.Settle()
	p.Slash(ben, []string{"match", "show"}, party.In(string(id)))
	if now := p.Stored("rating/guild/ann"); now != before {
		t.Errorf("counted twice: %s, before %s", now, before)
	}
	if s := party.Text(p.Slash(owner, []string{"mod", "list"})); !strings.Contains(s, "<@ben> (Name of ben): 1 match, 1 conceded") || strings.Contains(s, "<@ann>: 1 match") {
		t.Errorf("conduct: %s", s)
	}
}

// A player who has won the day's limit of counting matches against the same opponent risks something in the next one,
// and gains nothing by postponing the concession of a lost match.
func TestCheatByWinningThreeFirst(t *testing.T) {
	p, _ := party.Court(t)
	for n, loser := range []wire.UserID{ben, ben, ben, ben, ann, ann, ann, ann, ben} {
		if n > 0 {
			p.Begin()
		}
		if loser == ann {
			round2(p)
		} else {
			p.Round()
			p.Play(ben, "quit")
		}
		p.Says(p.Slash(eve, ladder, party.Opt("user", "ann")), []string{"1 win", "2 wins", "3 wins", "3 wins", "3 wins, 1 loss", "3 wins, 2 losses", "3 wins, 3 losses", "3 wins, 4 losses", "3 wins, 4 losses"}[n])
	}
	p.Pass(25 * time.Hour)
	p.Begin()
	p.Round()
	p.Play(ben, "quit")
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ann")), "4 wins, 4 losses")
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ben")), "3 wins, 6 losses")
}

// A player who is losing several matches against the same opponent loses each of them, even by conceding them all on
// one day.
func TestCheatByGivingUpAllAtOnce(t *testing.T) {
	p, _ := party.Court(t)
	for n := range 5 {
		if n > 0 {
			p.Begin()
		}
		p.Round()
		p.Play(ben, "quit")
	}
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ben")), "5 losses")
	p.Says(p.Slash(eve, ladder, party.Opt("user", "ann")), "3 wins")
}

// Conceding hundreds of matches on one day to a second account does not fill a user's record until no further match of
// theirs can end: what is remembered of a day is bounded, including what older programs wrote.
func TestCheatByGivingUpUntilNoneCanEnd(t *testing.T) {
	p, _ := party.Court(t)
	p.Round()
	p.Play(ben, "quit")
	var kept map[string]any
	if err := json.Unmarshal([]byte(p.Stored("rating/guild/ben")), &kept); err != nil {
		t.Fatal(err)
	}
	if kept["met"] != nil {
		t.Errorf("a match that was lost bounds nothing, and is remembered: %v", kept["met"])
	}
	for _, lost := range []bool{true, false} {
		meeting := map[string]any{"at": p.Clock.Now(), "key": rand.Text(), "hash": strings.Repeat("0", 64), "lost": lost}
		var raw []byte
		for n := 370; ; n++ {
			kept["met"] = slices.Repeat([]any{meeting}, n)
			more, err := json.Marshal(kept)
			if err != nil {
				t.Fatal(err)
			}
			if len(more) > table.MaxValue {
				break
			}
			raw = more
		}
		if err := p.Store.Put(t.Context(), table.Record{Key: "rating/guild/ben", Value: raw}); err != nil {
			t.Fatal(err)
		}
		p.Begin()
		round2(p) // this time ann concedes
		p.Says(p.Slash(eve, ladder, party.Opt("user", "ben")), "1 win, 1 loss")
	}
}

// A match does not count if it ended in its set-up, or by a moderator's ruling.
func TestLadderLeavesOut(t *testing.T) {
	p, _ := party.Court(t)
	p.Play(ann, "quit")
	p2, id := party.Court(t)
	p2.Round()
	p2.Moderates(judge, id, "end", party.Opt("result", "a"))
	for _, x := range []*party.Party{p, p2} {
		if s := x.Stored("rating/guild/ann"); s != "" {
			t.Errorf("it counts: %s", s)
		}
	}
	if s := p2.Stored("conduct/guild/ann"); !strings.Contains(s, `"played":1`) {
		t.Errorf("conduct: %s", s)
	}
}

// Nobody can be made to lose a match that another player began: a seat that a moderator gave away counts neither on the
// ladder nor for the new player's conduct.
func TestLadderLeavesOutReplaced(t *testing.T) {
	p, id := party.Court(t)
	p.Round()
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	p.Play(eve, "quit")
	for _, u := range []string{"ann", "ben", "eve"} {
		if s := p.Stored("rating/guild/" + u); s != "" {
			t.Errorf("it counts for %s: %s", u, s)
		}
	}
	if s := p.Stored("conduct/guild/eve"); s != "" {
		t.Errorf("eve's conduct: %s", s)
	}
	if s := p.Stored("conduct/guild/ann"); !strings.Contains(s, `"played":1`) {
		t.Errorf("ann's conduct: %s", s)
	}
}

// A new season begins with the ratings of the last one, less certain, and the last one can still be read.
func TestLadderSeasons(t *testing.T) {
	p, _ := party.Court(t)
	p.Round()
	p.Play(ben, "quit")
	p.Pass(120 * 24 * time.Hour)
	p.Says(p.Slash(eve, ladder), "in the season 2150-3")
	p.Says(p.Slash(eve, ladder, party.Opt("season", "2150-1")), "`  1.    –` <@ann> (Name of ann) · 1 win, too few matches to rank yet")
	p.Begin()
	round2(p)
	a := party.Text(p.Slash(eve, ladder))
	if !strings.Contains(a, "**Season 2150-3**") || !strings.Contains(a, "<@ann>") || !strings.Contains(a, "1 loss") {
		t.Errorf("the new season: %s", a)
	}
	p.Says(p.Slash(eve, ladder, party.Opt("season", "2150-1")), "`  1.    –` <@ann> (Name of ann) · 1 win")
}

// round2 plays the second match, which ann loses.
func round2(p *party.Party) {
	p.T.Helper()
	ms, err := p.Hall.MatchesOf(context.Background(), ann)
	if err != nil {
		p.T.Fatal(err)
	}
	live := ""
	for _, m := range ms {
		if !m.Over {
			live = string(m.Match)
		}
	}
	for _, x := range []struct {
		user wire.UserID
		line string
	}{{ann, "bid 2"}, {ben, "bid 3"}, {ann, "done"}, {ben, "claim"}, {ann, "leave"}, {ann, "quit"}} {
		p.Slash(x.user, []string{"order"}, party.Opt("line", x.line), party.In(live))
		p.Settle()
	}
}

// The ladder names players beside their mention, which a client that does not know them shows as a number. The name goes with the user's data.
func TestLadderNamesPlayers(t *testing.T) {
	p, _ := party.Court(t)
	p.Round()
	p.Play(ann, "quit")
	p.Says(p.Slash(eve, []string{"ladder"}), "<@ben> (Name of ben) · ")
	p.Says(p.Slash(eve, []string{"ladder"}, party.Opt("user", "ann")), "<@ann> (Name of ann) · ")
	p.Slash(ann, []string{"privacy", "delete"})
	p.Click(ann, p.Newest(ann), "Remove all")
	p.Settle()
	if got := party.Text(p.Slash(eve, []string{"ladder"})); strings.Contains(got, "Name of ann") {
		t.Errorf("after the removal of their data: %s", got)
	}
}
