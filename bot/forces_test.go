package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
)

// form answers the form that a press on the newest message's button opens.
func (p *party) form(user bot.UserID, words, value string) {
	p.t.Helper()
	m := p.Newest(user)
	a := p.click(user, m, words)
	if a.Form == nil {
		p.t.Fatalf("%s opens no form", words)
	}
	p.Submit(user, m, a.Form, map[string]string{a.Form.Fields[0].ID: value})
}

func (p *party) shows(user bot.UserID, words ...string) {
	p.t.Helper()
	s := bottest.Words(p.Newest(user).Message)
	for _, w := range words {
		if !strings.Contains(s, w) {
			p.t.Errorf("%q is missing in:\n%s", w, s)
		}
	}
}

// A force is built, kept under a name, found again in any case, changed, shared, entered by somebody else, and deleted.
func TestForces(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, []string{"force"})
	p.shows(ann, "starter set", "0 of 20")
	p.click(ann, p.Newest(ann), "Build a new one")
	p.shows(ann, "A new force", "colour T-")
	p.form(ann, "Keep", "nothing")
	p.shows(ann, "There is nothing in this force yet")
	p.click(ann, p.Newest(ann), "Share")
	p.shows(ann, "There is nothing in this force yet")
	p.Slash(ann, []string{"force"})
	p.shows(ann, "0 of 20")
	p.click(ann, p.Newest(ann), "Build a new one")
	p.click(ann, p.Newest(ann), "build|colour", "blue")
	p.shows(ann, "colour T-blue")
	p.click(ann, p.Newest(ann), "build|colour", "grey")
	p.shows(ann, "no colour grey", "colour T-blue")
	p.form(ann, "Keep", "  My   *Blues* ")
	p.shows(ann, `My \*Blues\*`, "Kept as")
	p.form(ann, "Type a list", "green")
	p.shows(ann, "colour T-green", "not kept yet")
	p.form(ann, "Keep", "my *BLUES*")
	p.click(ann, p.Newest(ann), "Share")
	p.shows(ann, "T-green")
	if choices := p.Complete(ann, []string{"force"}, opt("open", "")); len(choices) != 3 || choices[0].Name != "Red" || choices[2].Value != "my *BLUES*" {
		t.Errorf("suggested: %v", choices)
	}
	if choices := p.Complete(ben, []string{"force"}, opt("open", "")); len(choices) != 2 {
		t.Errorf("suggested to another: %v", choices)
	}

	p.Slash(ben, []string{"force"}, opt("code", "T-green"))
	p.shows(ben, "A new force", "colour T-green")
	p.click(ben, p.Newest(ben), "Paint it red")
	p.shows(ben, "colour T-red after paintred")
	p.click(ben, p.Newest(ben), "Paint it grey")
	p.shows(ben, "no colour grey", "colour T-red after paintgrey")
	p.Slash(ben, []string{"force"}, opt("code", "green"))
	p.shows(ben, `no code`)
	p.Slash(ben, []string{"force"}, opt("open", "my *blues*"))
	p.shows(ben, "keep no force")

	p.Slash(ann, []string{"force"}, opt("open", "MY *blues*"))
	p.click(ann, p.Newest(ann), "Delete")
	p.shows(ann, "Delete **")
	p.click(ann, p.Newest(ann), "Leave it")
	p.shows(ann, "colour T-green")
	p.click(ann, p.Newest(ann), "Delete")
	p.click(ann, p.Newest(ann), "Delete it")
	p.shows(ann, "Deleted", "0 of 20")
	for _, m := range p.Wire.Messages(bottest.General) {
		t.Errorf("something was said in public: %s", bottest.Words(m.Message))
	}
}

// A force that cannot be shown, as one that was kept with nothing in it, can still be opened, and deleted.
func TestForceBeyondReadingIsDeleted(t *testing.T) {
	p := newParty(t)
	if err := p.Store.Put(t.Context(), table.Record{Key: "forces/ann", Value: []byte(`{"kept":[{"name":"Hollow","code":""}]}`)}); err != nil {
		t.Fatal(err)
	}
	p.Slash(ann, []string{"force"}, opt("open", "hollow"))
	p.shows(ann, "Hollow", "no code")
	p.click(ann, p.Newest(ann), "Delete")
	p.click(ann, p.Newest(ann), "Delete it")
	p.shows(ann, "Deleted", "0 of 20")
}

// A user keeps so many forces and no more, under names of so many characters.
func TestForcesBounded(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, []string{"force"}, opt("code", "T-red"))
	for n := range 20 {
		p.form(ann, "Keep", fmt.Sprintf("%d %s", n, strings.Repeat("ß", 37)))
		p.shows(ann, "Kept as")
	}
	p.form(ann, "Keep", "one more")
	p.shows(ann, "which is the most")
	p.form(ann, "Keep", fmt.Sprintf("%d %s", 0, strings.Repeat("ß", 37)))
	p.shows(ann, "Kept as")
	p.form(ann, "Keep", strings.Repeat("x", 41))
	p.shows(ann, "1 to 40 characters")
	p.form(ann, "Keep", "   ")
	p.shows(ann, "1 to 40 characters")
	p.click(ann, p.Newest(ann), "All my forces")
	p.shows(ann, "20 of 20")
}

// What a user keeps is offered to them, and to nobody else, when they challenge and accept; its name may be typed.
func TestForcesOffered(t *testing.T) {
	p := newParty(t)
	for _, user := range []bot.UserID{ann, ben} {
		p.Slash(user, []string{"force"}, opt("code", "T-blue"))
		p.form(user, "Keep", "of "+string(user))
		p.Slash(user, []string{"force"}, opt("code", "T-green")) // no match is played with it
		p.form(user, "Keep", "other of "+string(user))
	}
	choices := p.Complete(ann, []string{"match", "challenge"}, opt("force", ""))
	if len(choices) != 2 || choices[0].Value != "red" || choices[1].Value != "T-blue" || !strings.Contains(choices[1].Name, "of ann") {
		t.Errorf("suggested: %v", choices)
	}
	p.Slash(ann, []string{"match", "challenge"}, opt("opponent", string(ben)), opt("force", "OF ANN"))
	p.click(ben, p.lobby(), "Accept")
	selects := bottest.ControlsOf(p.Newest(ben).Message).Selects
	if len(selects) != 1 || len(selects[0].Options) != 3 || !strings.Contains(selects[0].Options[2].Label, "of ben") {
		t.Fatalf("offered: %+v", selects)
	}
	p.Press(ben, p.Newest(ben), selects[0].ID, selects[0].Options[2].Value)
	p.shows(ben, "The match begins")
}

// A record that cannot be read is named in the log, and nothing of it is quoted.
func TestDamagedRecordIsNotQuoted(t *testing.T) {
	p := newParty(t)
	const digits = "99999999999999999999777"
	if err := p.Store.Put(t.Context(), table.Record{Key: "forces/ann", Value: []byte(`{"v":` + digits + `}`)}); err != nil {
		t.Fatal(err)
	}
	p.says(p.Slash(ann, []string{"force"}), "did not work")
	if log := p.Log.String(); !strings.Contains(log, "forces/ann") || strings.Contains(log, digits) {
		t.Errorf("logged %s", log)
	}
}

// Forces kept twice, or under the name of a starter's share code, leave nobody without the menus that they stand in, which Discord takes.
func TestForcesKeptTwice(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, []string{"force"}, opt("code", "T-blue"))
	for _, name := range []string{"One", "Another", "T-red"} {
		p.form(ann, "Keep", name)
		p.shows(ann, "Kept as")
	}
	p.Slash(ann, []string{"force"})
	p.click(ann, p.Newest(ann), "forces|open", "T-red")
	p.shows(ann, "## T-red", "colour T-blue")
	p.Slash(ann, challenge, challengeTo(ben))
	p.shows(ann, "Yours: One")
	if said := bottest.Words(p.Newest(ann).Message); strings.Contains(said, "Yours: Another") {
		t.Errorf("the same force is offered twice:\n%s", said)
	}
}

// A control of a game that is offered no more is told as an old one.
func TestForcesOfAGameThatIsGone(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, []string{"force"})
	for _, what := range []string{"type", "import", "keep", "open", "new", "home"} {
		p.Press(ann, p.Newest(ann), "forces|"+what+"|gone", "red")
	}
	p.Press(ann, p.Newest(ann), "forces|type|gone")
	p.shows(ann, "old")
}

// A form that is sent back under the name of the button that opens it opens no other, which Discord would refuse.
func TestNoFormAnswersAForm(t *testing.T) {
	p := newParty(t)
	p.Slash(ann, challenge)
	id, _ := bottest.ControlsOf(p.lobby().Message).Find("accept|")
	p.Submit(ben, p.lobby(), &bot.Form{ID: "own|" + strings.TrimPrefix(id, "accept|")}, nil)
	p.shows(ben, "older message")
}
