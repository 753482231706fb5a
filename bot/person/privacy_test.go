package person_test

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
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/prefs"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// All stored data is summarised and exported as a file: the user's own settings, forces, challenges and matches, and
// nothing of another user's that they do not know.
func TestPrivacyExport(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, settings, party.Opt("zone", "Asia/Tokyo"))
	p.Begin()
	p.Play(ann, "note red")
	p.Play(ben, "note blue", "bid 3")
	p.Slash(eve, party.Challenge, party.ChallengeTo(ann), party.Opt("force", "blue"))
	p.Says(p.Slash(ann, party.PrivacyCommand("show")), "in 1 running match and 0 finished matches")
	p.Says(p.Slash(ann, party.PrivacyCommand("export")), ".json")
	m := p.Newest(ann)
	if len(m.Files) != 1 {
		t.Fatalf("%d files", len(m.Files))
	}
	var got struct {
		User     string
		Settings prefs.User
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

// A removal first explains its effects. Running matches are conceded only by the button that says so.
func TestPrivacyDelete(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, settings, party.Opt("zone", "Asia/Tokyo"))
	over := p.Begin()
	p.Play(ben, "quit")
	p.Says(p.Slash(ann, party.PrivacyCommand("delete")), "Your 1 finished match keeps its moves")
	asked := p.Newest(ann)
	live := p.Begin()
	p.Says(p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", "my own words"), party.In(string(live))), "The match is stopped")
	p.Slash(ann, party.PrivacyCommand("export"))
	if raw := string(p.Newest(ann).Files[0].Data); !strings.Contains(raw, "my own words") {
		t.Errorf("what she wrote is not exported:\n%s", raw)
	}
	p.Slash(ann, party.Challenge)
	p.Slash(eve, party.Challenge)
	p.Click(ann, p.Card(), "accept|") // without choosing a force
	p.Says(p.Click(ann, asked, "privacy|"), "Concede 1 match")
	p.Pass(11 * time.Minute)
	p.Says(p.Click(ann, p.Newest(ann), "privacy|"), "too old")
	p.Slash(ann, party.PrivacyCommand("delete"))
	p.Says(p.Click(ann, p.Newest(ann), "Concede 1 match and remove all"), "in 2 matches your seat has an anonymous name")
	sent := len(p.Direct(ann))
	p.Restart()
	p.Settle()
	if n := len(p.Direct(ann)); n != sent {
		t.Errorf("%d messages more were sent", n-sent)
	}
	if left := p.About("ann"); len(left) > 0 {
		t.Errorf("left of ann:\n%s", strings.Join(left, "\n"))
	}
	if left := p.About("my own words"); len(left) > 0 {
		t.Errorf("what she wrote is left:\n%s", strings.Join(left, "\n"))
	}
	party.Has(t, p.Card(), "Name of eve") // her challenge stays open
	if got := bottest.Words(p.Card().Message); strings.Contains(got, "choosing") {
		t.Errorf("the card says %s", got)
	}
	p.Says(p.Slash(ann, []string{"match", "list"}), "Name of eve to anyone")
	p.Says(p.Slash(ann, []string{"match", "show"}, party.Opt("match", string(over))), "not in this match")
	p.Says(p.Slash(ben, []string{"match", "show"}, party.Opt("match", string(live))), "over true")
	p.Says(p.Click(ben, p.Newest(ben), "Rematch"), "cannot be asked")
	if got := party.Text(p.Slash(ben, []string{"match", "list"})); strings.Count(got, "• gone.") != 2 {
		t.Errorf("ben's list:\n%s", got)
	}
	if got, err := p.Hall.Public(context.Background(), live); err != nil || got.Result.Rank[0] != 2 {
		t.Errorf("the match that was given up: %+v, %v", got.Result, err)
	}
}

// A removal leaves nothing that could identify the user: no checksum of their id in the memory of a thread, and no
// ruling that they were asked to confirm.
func TestPrivacyDeleteLeavesNoTrace(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.May[eve] = wire.ManageServer
	p.Slash(eve, []string{"mod", "show"}, party.In(string(id)), party.Opt("view", "all"), party.Opt("reason", "x"))
	p.Play(ben, "quit")
	p.Settle()
	p.Erase(ann)
	p.Erase(eve)
	if left := p.About("eve"); len(left) > 0 {
		t.Errorf("left of eve:\n%s", strings.Join(left, "\n"))
	}
	sum := fmt.Sprint(crc32.ChecksumIEEE([]byte("ann")))
	for _, queue := range []string{table.PublicQueue, table.SeatQueue(1), table.SeatQueue(2)} {
		if prior := memory(p, id, queue); strings.Contains(prior, sum) || strings.Contains(prior, `"ann"`) {
			t.Errorf("%s recognises ann: %s", queue, prior)
		}
	}
}

// Removing a user's data also deletes a moderator's unconfirmed question about them; its button then does nothing.
func TestPrivacyDeleteWhileAModeratorIsAsked(t *testing.T) {
	p, id := party.Court(t)
	p.Slash(judge, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "spam"))
	ban := p.Newest(judge)
	p.Slash(second, []string{"mod", "ban"}, party.Opt("user", "ben"), party.Opt("reason", "spam"))
	other := p.Newest(second)
	p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"), party.Opt("reason", "x"))
	replace := p.Newest(judge)
	p.Erase(eve)
	for _, what := range []string{"eve", "Name of eve"} {
		if left := p.About(what); len(left) > 0 {
			t.Errorf("left of %q: %s", what, strings.Join(left, "\n"))
		}
	}
	p.Says(p.Click(judge, ban, "ban|go"), "no longer waiting")
	p.Says(p.Click(judge, replace, "|go"), "no longer waiting")
	p.Says(p.Click(second, other, "ban|go"), "is banned from matches")
	if left := p.About("eve"); len(left) > 0 {
		t.Errorf("pressed again it left %s", strings.Join(left, "\n"))
	}
}

// A removal deletes the user's reports about others, and their id from a moderator's acts about their seat. Others'
// reports about them belong to their server.
func TestPrivacyDeleteOfReportsAndSeats(t *testing.T) {
	p, id := party.Court(t)
	const user = wire.UserID("xavier")
	report := func(by, of wire.UserID) {
		p.Slash(by, []string{"report"}, party.Opt("user", string(of)), party.Opt("reason", "words of "+string(by)))
	}
	report(user, ann)
	report(ann, user)
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", string(user)))
	p.Slash(user, party.PrivacyCommand("export"))
	if raw := string(p.Newest(user).Files[0].Data); !strings.Contains(raw, "words of xavier") || strings.Contains(raw, "words of ann") {
		t.Errorf("exported: %s", raw)
	}
	p.Erase(user)
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

// memory returns what the match's queue remembers. The match cannot be used afterwards.
func memory(p *party.Party, id table.ID, queue string) string {
	p.T.Helper()
	head, err := p.Store.Head(ctx, id)
	if err != nil {
		p.T.Fatal(err)
	}
	if _, err := p.Store.Commit(ctx, table.Commit{Match: id, Expect: head.Version, Cause: "a:" + queue, At: p.Clock.Now(), Events: [][]byte{[]byte("{}")},
		Send: []table.Effect{{Queue: queue}}}); err != nil {
		p.T.Fatal(err)
	}
	all, err := p.Store.Lease(ctx, p.Clock.Now(), time.Minute, 9)
	if err != nil || len(all) != 1 || all[0].Queue != queue {
		p.T.Fatalf("%s: leased %v (%v)", queue, all, err)
	}
	return string(all[0].Prior)
}

// An export does not reveal whether the other side's direct messages are open.
func TestPrivacyExportOfAChallenge(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben), party.Opt("clock", "quick"))
	p.Click(ben, p.Card(), "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue") // the bot writes to ann
	for user, told := range map[wire.UserID]bool{ann: true, ben: false} {
		p.Slash(user, party.PrivacyCommand("export"))
		if raw := string(p.Newest(user).Files[0].Data); strings.Contains(raw, `"written"`) != told {
			t.Errorf("%s is told of messages to ann, expected %t:\n%s", user, told, raw)
		}
	}
}

// Only the user who asked can confirm the question, whoever presses it.
func TestPrivacyDeleteTwice(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ben, "quit")
	p.Slash(ann, party.PrivacyCommand("delete"))
	m := p.Newest(ann)
	p.Says(p.Press(eve, bottest.Message{Channel: m.Channel}, bottest.ControlsOf(m.Message).Buttons[0].ID), "in 0 matches")
	p.Says(p.Click(ann, m, "privacy|"), "in 1 match your seat")
	p.Says(p.Click(ann, m, "privacy|"), "in 0 matches")
}

// A moderator's acts stay, without their name and words, in running matches, in finished ones, and in bans. During a
// match they can still be recognised as having looked at its secrets, and as the moderator whose decision is appealed;
// after it nobody can tell. An export before the removal contains everything.
func TestPrivacyDeleteOfAModerator(t *testing.T) {
	p, over := party.Court(t)
	p.Moderates(second, over, "note")
	p.Play(ben, "quit")
	id := p.Begin()
	p.Moderates(second, id, "show", party.Opt("view", "A"))
	p.Moderates(second, id, "extend", party.Opt("hours", "2"))
	p.Slash(ann, []string{"dispute", "appeal"}, party.In(string(id)), party.Opt("number", "2"), party.Opt("reason", "x"))
	for _, user := range []string{"eve", "somebody"} {
		p.Slash(second, []string{"mod", "ban"}, party.Opt("user", user), party.Opt("reason", "words about eve"))
		p.Click(second, p.Newest(second), "ban|go")
	}
	p.Slash(second, party.PrivacyCommand("export"))
	raw := string(p.Newest(second).Files[0].Data)
	for _, told := range []string{string(over), string(id), "for a good reason", "words about eve", "moderated_matches"} {
		party.Has(t, bottest.Message{Message: wire.Message{Blocks: []wire.Block{wire.Text(raw)}}}, told)
	}
	p.Erase(second)
	for _, what := range []string{"second", "Name of second", "for a good reason", "words about eve"} {
		if left := p.About(what); len(left) > 0 {
			t.Errorf("left of %q:\n%s", what, strings.Join(left, "\n"))
		}
	}
	for _, match := range []table.ID{over, id} {
		p.Says(p.Slash(ann, []string{"dispute", "list"}, party.In(string(match))), "By gone.")
	}
	p.Says(p.Slash(judge, []string{"mod", "list"}), "<@eve> (Name of eve) until further notice, by gone.")
	maker := regexp.MustCompile(`"by":"[^"]*"`)
	if one, other := maker.FindString(p.Stored("ban/guild/eve")), maker.FindString(p.Stored("ban/guild/somebody")); one == other {
		t.Errorf("both bans are still one person's: %s", one)
	}
	p.Says(p.Slash(eve, party.Challenge), "until further notice: -")
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "A"), party.Opt("user", "second"), party.Opt("reason", "x")), "looked at this match's secrets")
	p.Says(p.Mod(second, id, "dismiss", party.Opt("reason", "x")), "against your decision")
	codes := regexp.MustCompile(`"(?:hash|key)":"(\w+)"`)
	marks := codes.FindAllStringSubmatch(p.Stored("act/"+string(id)+"/0001")+p.Stored("act/"+string(id)+"/0002"), -1)
	if len(marks) != 4 {
		t.Fatalf("the marks are %q", marks)
	}
	file := string(p.Moderates(judge, id, "evidence").Letter.Files[0].Data)
	for _, m := range marks {
		if strings.Contains(file, m[1]) {
			t.Errorf("the evidence tells whose decisions they are: %s", m[0])
		}
	}
	p.Moderates(judge, id, "end", party.Opt("result", "a"))
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

// meddled is a hall in which something else happens once before the next answer.
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

// A removal concedes a match even if its user has done something else in it meanwhile, and even if it is held.
func TestPrivacyDeleteMeanwhile(t *testing.T) {
	for _, held := range []bool{false, true} {
		meddling := &meddled{}
		p := party.PlainAs(t, func(s *bottest.Setup) {
			s.Hall = func(h bot.Hall) bot.Hall { meddling.Hall = h; return bot.HallOf(meddling) }
		})
		id := p.Begin()
		if held {
			p.Slash(ben, []string{"dispute", "open"}, party.Opt("reason", "x"), party.In(string(id)))
		}
		p.Slash(ann, party.PrivacyCommand("delete"))
		sure := p.Newest(ann)
		meddling.first = func() { p.Play(ann, "note red") }
		if held { // the same press on another host
			meddling.first = func() { p.Click(ann, sure, "privacy|") }
		}
		p.Says(p.Click(ann, sure, "privacy|"), "in 1 match your seat")
		if left := p.About("ann"); len(left) > 0 {
			t.Errorf("held %t: left of ann: %s", held, strings.Join(left, "\n"))
		}
		if r := p.PublicOf(id).Result; r == nil || r.Rank[0] != 2 {
			t.Errorf("held %t: the match ended as %+v", held, r)
		}
	}
}

// Players who have left a match that the others still play keep their name in it until it ends; all their other data is removed at once.
func TestPrivacyDeleteOfALeaver(t *testing.T) {
	for _, leaver := range []string{"out", "program"} {
		p := party.New(t, mind.Mind{})
		p.Plays([]wire.UserID{party.Ben, party.Cal}, "leaver:"+leaver)
		p.Slash(party.Ben, []string{"settings"}, party.Opt("rival", "calm"))
		erase := func() string {
			p.Slash(party.Ben, party.PrivacyCommand("delete"))
			return party.Text(p.Click(party.Ben, p.Newest(party.Ben), "privacy|"))
		}
		party.Want(t, erase(), "Done", "the others still play")
		if m := p.Match(); m.Result != nil || len(m.Out) != 1 || m.Meta.Users[1] != party.Ben {
			t.Errorf("%s: %+v", leaver, m)
		}
		if p.Stored("prefs/"+string(party.Ben)) != "" {
			t.Errorf("%s: the settings are kept", leaver)
		}
		p.Orders(party.Cal, "quit")
		if said := erase(); strings.Contains(said, "still play") {
			t.Errorf("%s: %s", leaver, said)
		}
		if m := p.Match(); !bot.IsGone(m.Meta.Users[1]) || strings.Contains(fmt.Sprintf("%+v", m.Meta), "ben") {
			t.Errorf("%s: after the end: %+v", leaver, m.Meta)
		}
		p.NoFaults()
	}
}
