package bot_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
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
	if f := got.Challenges[0]["force"]; f != "" {
		t.Errorf("eve's force is %v", f)
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
