package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/table"
)

func privacy(sub string) []string { return []string{"privacy", sub} }

// about are the records that name a user, by key or in their value.
func (p *party) about(u string) (out []string) {
	p.t.Helper()
	rs, err := p.Store.List(context.Background(), "", "", 1000)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, r := range rs {
		if strings.Contains(r.Key+"/", "/"+u+"/") || strings.Contains(string(r.Value), `"`+u+`"`) || strings.Contains(string(r.Value), "Name of "+u) || strings.Contains(u, " ") && strings.Contains(string(r.Value), u) {
			out = append(out, r.Key+" = "+string(r.Value))
		}
	}
	return out
}

// All that is kept is shown in short and given as a file: one's own settings, forces, challenges and matches, and nothing
// of another's that one does not know.
func TestPrivacyExport(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, settings, opt("zone", "Asia/Tokyo"))
	p.begin()
	p.play(ann, "note red")
	p.play(ben, "note blue", "bid 3")
	p.Slash(eve, challenge, challengeTo(ann), opt("force", "blue"))
	p.says(p.Slash(ann, privacy("show")), "in 1 match that is on and 0 that are over")
	p.says(p.Slash(ann, privacy("export")), ".json")
	m := p.Newest(ann)
	if len(m.Files) != 1 {
		t.Fatalf("%d files", len(m.Files))
	}
	var got struct {
		User     string
		Settings bot.Prefs
		Matches  []struct {
			Seat int
			Told []struct {
				Kind string
				Fact map[string]any
			}
		}
		Challenges []map[string]any
	}
	raw := m.Files[0].Data
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.User != "ann" || got.Settings.Zone != "Asia/Tokyo" || len(got.Matches) != 1 || len(got.Challenges) != 1 {
		t.Errorf("%s", raw)
	}
	if !strings.Contains(string(raw), `"text": "red"`) || strings.Contains(string(raw), `"text": "blue"`) {
		t.Errorf("her own note, and not his:\n%s", raw)
	}
	if open := bottest.OpenTables(t, p.Store); len(open) != 1 || open[0].Seats[0].Force != "blue" {
		t.Errorf("the challenge is %+v", open)
	}
	if told := fmt.Sprint(got.Challenges[0]); !strings.Contains(told, "eve") || strings.Contains(told, "blue") {
		t.Errorf("of the challenge it says %s, with eve's name and not her force", told)
	}
}

// A removal says first what it does; matches that are on are given up only by the button that says so.
func TestPrivacyDelete(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, settings, opt("zone", "Asia/Tokyo"))
	over := p.begin()
	p.play(ben, "quit")
	p.says(p.Slash(ann, privacy("delete")), "Your 1 match that is over keeps its moves")
	asked := p.Newest(ann)
	live := p.begin()
	p.says(p.Slash(ann, []string{"dispute", "open"}, opt("reason", "my own words"), slashIn(string(live))), "The match is stopped")
	p.Slash(ann, privacy("export"))
	if raw := string(p.Newest(ann).Files[0].Data); !strings.Contains(raw, "my own words") {
		t.Errorf("what she wrote is not exported:\n%s", raw)
	}
	p.Slash(ann, challenge)
	p.Slash(eve, challenge)
	p.click(ann, p.lobby(), "accept|") // and no force chosen
	p.says(p.click(ann, asked, "privacy|"), "Give up 1 match")
	p.Pass(11 * time.Minute)
	p.says(p.click(ann, p.Newest(ann), "privacy|"), "too old")
	p.Slash(ann, privacy("delete"))
	p.says(p.click(ann, p.Newest(ann), "Give up 1 match and remove all"), "in 2 matches your seat has a name that says nothing")
	sent := len(p.dms(ann))
	p.Restart()
	p.Settle()
	if n := len(p.dms(ann)); n != sent {
		t.Errorf("%d messages more were sent", n-sent)
	}
	if left := p.about("ann"); len(left) > 0 {
		t.Errorf("left of ann:\n%s", strings.Join(left, "\n"))
	}
	if left := p.about("my own words"); len(left) > 0 {
		t.Errorf("what she wrote is left:\n%s", strings.Join(left, "\n"))
	}
	has(t, p.lobby(), "Name of eve") // whose challenge stands
	if got := bottest.Words(p.lobby().Message); strings.Contains(got, "choosing") {
		t.Errorf("the card says %s", got)
	}
	p.says(p.Slash(ann, []string{"match", "list"}), "Name of eve to anyone")
	p.says(p.Slash(ann, []string{"match", "show"}, opt("match", string(over))), "not in this match")
	p.says(p.Slash(ben, []string{"match", "show"}, opt("match", string(live))), "over true")
	p.says(p.click(ben, p.Newest(ben), "Rematch"), "cannot be asked")
	if got := text(p.Slash(ben, []string{"match", "list"})); strings.Count(got, "• gone.") != 2 {
		t.Errorf("ben's list:\n%s", got)
	}
	if got, err := p.Hall.Public(context.Background(), live); err != nil || got.Result.Rank[0] != 2 {
		t.Errorf("the match that was given up: %+v, %v", got.Result, err)
	}
}

// A removal leaves nothing by which a user could be recognised: no checksum of their id in what is kept of a thread, and no ruling that
// they were asked to confirm.
func TestPrivacyDeleteLeavesNoTrace(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	p.May[eve] = bot.ManageServer
	p.Slash(eve, []string{"mod", "show"}, slashIn(string(id)), opt("view", "all"), opt("reason", "x"))
	p.play(ben, "quit")
	p.Settle()
	p.erase(ann)
	p.erase(eve)
	if left := p.about("eve"); len(left) > 0 {
		t.Errorf("left of eve:\n%s", strings.Join(left, "\n"))
	}
	sum := fmt.Sprint(crc32.ChecksumIEEE([]byte("ann")))
	for _, queue := range []string{table.PublicQueue, table.SeatQueue(1), table.SeatQueue(2)} {
		if prior := p.memory(id, queue); strings.Contains(prior, sum) || strings.Contains(prior, `"ann"`) {
			t.Errorf("%s recognises ann: %s", queue, prior)
		}
	}
}

// What a moderator has been asked to confirm about a user goes when that user's data is removed; the button then does nothing.
func TestPrivacyDeleteWhileAModeratorIsAsked(t *testing.T) {
	p, id := court(t)
	p.Slash(judge, []string{"mod", "ban"}, opt("user", "eve"), opt("reason", "spam"))
	ban := p.Newest(judge)
	p.Slash(second, []string{"mod", "ban"}, opt("user", "ben"), opt("reason", "spam"))
	other := p.Newest(second)
	p.mod(judge, id, "replace", opt("side", "B"), opt("user", "eve"), opt("reason", "x"))
	replace := p.Newest(judge)
	p.erase(eve)
	for _, what := range []string{"eve", "Name of eve"} {
		if left := p.about(what); len(left) > 0 {
			t.Errorf("left of %q: %s", what, strings.Join(left, "\n"))
		}
	}
	p.says(p.click(judge, ban, "ban|go"), "no longer waiting")
	p.says(p.click(judge, replace, "|go"), "no longer waiting")
	p.says(p.click(second, other, "ban|go"), "is kept from matches")
	if left := p.about("eve"); len(left) > 0 {
		t.Errorf("pressed again it left %s", strings.Join(left, "\n"))
	}
}

// A removal takes away what the user reported of others, and their id from what a moderator did with a seat for them. What others
// reported of them is their server's.
func TestPrivacyDeleteOfReportsAndSeats(t *testing.T) {
	p, id := court(t)
	const user = bot.UserID("xavier")
	report := func(by, of bot.UserID) {
		p.Slash(by, []string{"report"}, opt("user", string(of)), opt("reason", "words of "+string(by)))
	}
	report(user, ann)
	report(ann, user)
	p.does(judge, id, "replace", opt("side", "B"), opt("user", string(user)))
	p.Slash(user, privacy("export"))
	if raw := string(p.Newest(user).Files[0].Data); !strings.Contains(raw, "words of xavier") || strings.Contains(raw, "words of ann") {
		t.Errorf("exported: %s", raw)
	}
	p.erase(user)
	rs, err := p.Store.List(t.Context(), "", "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, r := range rs {
		if strings.Contains(r.Key+string(r.Value), string(user)) {
			left = append(left, string(r.Value))
		}
	}
	if len(left) != 1 || !strings.Contains(left[0], "words of ann") {
		t.Errorf("left:\n%s", strings.Join(left, "\n"))
	}
}

// memory is what the match's queue remembers. The match is of no use afterwards.
func (p *party) memory(id table.ID, queue string) string {
	p.t.Helper()
	head, err := p.Store.Head(ctx, id)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.Store.Commit(ctx, table.Commit{Match: id, Expect: head.Version, Cause: "a:" + queue, At: p.Clock.Now(), Events: [][]byte{[]byte("{}")},
		Send: []table.Effect{{Queue: queue}}}); err != nil {
		p.t.Fatal(err)
	}
	all, err := p.Store.Lease(ctx, p.Clock.Now(), time.Minute, 9)
	if err != nil || len(all) != 1 || all[0].Queue != queue {
		p.t.Fatalf("%s: leased %v (%v)", queue, all, err)
	}
	return string(all[0].Prior)
}

// An export tells nobody whether the other side's direct messages are open.
func TestPrivacyExportOfAChallenge(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, challenge, challengeTo(ben), opt("clock", "quick"))
	p.click(ben, p.lobby(), "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue") // which writes to ann
	for user, told := range map[bot.UserID]bool{ann: true, ben: false} {
		p.Slash(user, privacy("export"))
		if raw := string(p.Newest(user).Files[0].Data); strings.Contains(raw, `"written"`) != told {
			t.Errorf("%s is told of messages to ann, expected %t:\n%s", user, told, raw)
		}
	}
}

// The question is its own user's, whoever presses it.
func TestPrivacyDeleteTwice(t *testing.T) {
	p := newParty(t)
	p.begin()
	p.play(ben, "quit")
	p.Slash(ann, privacy("delete"))
	m := p.Newest(ann)
	p.says(p.Press(eve, bottest.Message{Channel: m.Channel}, bottest.ControlsOf(m.Message).Buttons[0].ID), "in 0 matches")
	p.says(p.click(ann, m, "privacy|"), "in 1 match your seat")
	p.says(p.click(ann, m, "privacy|"), "in 0 matches")
}

// What a moderator did goes on to stand, without their name and their words, in matches that are on, in those that are over, and in bans.
// While a match is on they go on to be known as who looked at its secrets, and as whose decision an appeal is about; after it nobody can
// tell. An export has all of it before.
func TestPrivacyDeleteOfAModerator(t *testing.T) {
	p, over := court(t)
	p.does(second, over, "note")
	p.play(ben, "quit")
	id := p.begin()
	p.does(second, id, "show", opt("view", "A"))
	p.does(second, id, "extend", opt("hours", "2"))
	p.Slash(ann, []string{"dispute", "appeal"}, slashIn(string(id)), opt("number", "2"), opt("reason", "x"))
	for _, user := range []string{"eve", "somebody"} {
		p.Slash(second, []string{"mod", "ban"}, opt("user", user), opt("reason", "words about eve"))
		p.click(second, p.Newest(second), "ban|go")
	}
	p.Slash(second, privacy("export"))
	raw := string(p.Newest(second).Files[0].Data)
	for _, told := range []string{string(over), string(id), "for a good reason", "words about eve", "moderated_matches"} {
		has(t, bottest.Message{Message: bot.Message{Blocks: []bot.Block{bot.Text(raw)}}}, told)
	}
	p.erase(second)
	for _, what := range []string{"second", "Name of second", "for a good reason", "words about eve"} {
		if left := p.about(what); len(left) > 0 {
			t.Errorf("left of %q:\n%s", what, strings.Join(left, "\n"))
		}
	}
	for _, match := range []table.ID{over, id} {
		p.says(p.Slash(ann, []string{"dispute", "list"}, slashIn(string(match))), "By gone.")
	}
	p.says(p.Slash(judge, []string{"mod", "list"}), "<@eve> until further notice, by gone.")
	maker := regexp.MustCompile(`"by":"[^"]*"`)
	if one, other := maker.FindString(p.stored("ban/guild/eve")), maker.FindString(p.stored("ban/guild/somebody")); one == other {
		t.Errorf("both bans are still one person's: %s", one)
	}
	p.says(p.Slash(eve, challenge), "until further notice: -")
	p.says(p.mod(judge, id, "replace", opt("side", "A"), opt("user", "second"), opt("reason", "x")), "looked at this match's secrets")
	p.says(p.mod(second, id, "dismiss", opt("reason", "x")), "against a decision of yours")
	codes := regexp.MustCompile(`"(?:hash|key)":"(\w+)"`)
	marks := codes.FindAllStringSubmatch(p.stored("act/"+string(id)+"/0001")+p.stored("act/"+string(id)+"/0002"), -1)
	if len(marks) != 4 {
		t.Fatalf("the marks are %q", marks)
	}
	file := string(p.does(judge, id, "evidence").Letter.Files[0].Data)
	for _, m := range marks {
		if strings.Contains(file, m[1]) {
			t.Errorf("the evidence tells whose decisions they are: %s", m[0])
		}
	}
	p.does(judge, id, "end", opt("result", "a"))
	rs, err := p.Store.List(ctx, "", "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		if sort, _, _ := strings.Cut(r.Key, "/"); (sort == "act" || sort == "dispute") && codes.Match(r.Value) {
			t.Errorf("a code is left: %s %s", r.Key, r.Value)
		}
	}
}

// meddled is a hall in which something else happens before the next answer, once.
type meddled struct {
	bot.Hall
	first func()
}

func (h *meddled) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error) {
	if do := h.first; do != nil {
		h.first = nil
		do()
	}
	return h.Hall.Act(ctx, cause, id, seat, ask, r, then...)
}

// A removal gives up a match also if its user has done something else in it meanwhile, and also if it is held.
func TestPrivacyDeleteMeanwhile(t *testing.T) {
	for _, held := range []bool{false, true} {
		meddling := &meddled{}
		p := newPartyAs(t, func(s *bottest.Setup) {
			s.Hall = func(h bot.Hall) bot.Hall { meddling.Hall = h; return bot.HallOf(meddling) }
		})
		id := p.begin()
		if held {
			p.Slash(ben, []string{"dispute", "open"}, opt("reason", "x"), slashIn(string(id)))
		}
		p.Slash(ann, privacy("delete"))
		sure := p.Newest(ann)
		meddling.first = func() { p.play(ann, "note red") }
		if held { // the same press on another host
			meddling.first = func() { p.click(ann, sure, "privacy|") }
		}
		p.says(p.click(ann, sure, "privacy|"), "in 1 match your seat")
		if left := p.about("ann"); len(left) > 0 {
			t.Errorf("held %t: left of ann: %s", held, strings.Join(left, "\n"))
		}
		if r := p.publicOf(id).Result; r == nil || r.Rank[0] != 2 {
			t.Errorf("held %t: the match ended as %+v", held, r)
		}
	}
}
