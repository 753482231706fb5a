package person_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// A force is built, saved under a name, found in any case, changed, shared, entered by another user, and deleted.
func TestForces(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"force"})
	p.Shows(ann, "starter set", "0 of 20")
	p.Click(ann, p.Newest(ann), "Build a new one")
	p.Shows(ann, "A new force", "colour T-")
	p.Form(ann, "Keep", "nothing")
	p.Shows(ann, "There is nothing in this force yet")
	p.Click(ann, p.Newest(ann), "Share")
	p.Shows(ann, "There is nothing in this force yet")
	p.Slash(ann, []string{"force"})
	p.Shows(ann, "0 of 20")
	p.Click(ann, p.Newest(ann), "Build a new one")
	p.Click(ann, p.Newest(ann), "build|colour", "blue")
	p.Shows(ann, "colour T-blue")
	p.Click(ann, p.Newest(ann), "build|colour", "grey")
	p.Shows(ann, "no colour grey", "colour T-blue")
	p.Form(ann, "Keep", "  My   *Blues* ")
	p.Shows(ann, `My \*Blues\*`, "Kept as")
	p.Form(ann, "Type a list", "green")
	p.Shows(ann, "colour T-green", "Unsaved changes")
	p.Form(ann, "Keep", "my *BLUES*")
	p.Click(ann, p.Newest(ann), "Share")
	p.Shows(ann, "T-green")
	if choices := p.Complete(ann, []string{"force"}, party.Opt("open", "")); len(choices) != 3 || choices[0].Name != "Red" || choices[2].Value != "my *BLUES*" {
		t.Errorf("suggested: %v", choices)
	}
	if choices := p.Complete(ben, []string{"force"}, party.Opt("open", "")); len(choices) != 2 {
		t.Errorf("suggested to another: %v", choices)
	}

	p.Slash(ben, []string{"force"}, party.Opt("code", "T-green"))
	p.Shows(ben, "A new force", "colour T-green")
	p.Click(ben, p.Newest(ben), "Paint it red")
	p.Shows(ben, "colour T-red after paintred")
	p.Click(ben, p.Newest(ben), "Paint it grey")
	p.Shows(ben, "no colour grey", "colour T-red after paintgrey")
	p.Slash(ben, []string{"force"}, party.Opt("code", "green"))
	p.Shows(ben, `no code`)
	p.Slash(ben, []string{"force"}, party.Opt("open", "my *blues*"))
	p.Shows(ben, "keep no force")

	p.Slash(ann, []string{"force"}, party.Opt("open", "MY *blues*"))
	p.Click(ann, p.Newest(ann), "Delete")
	p.Shows(ann, "Delete **")
	p.Click(ann, p.Newest(ann), "Leave it")
	p.Shows(ann, "colour T-green")
	p.Click(ann, p.Newest(ann), "Delete")
	p.Click(ann, p.Newest(ann), "Delete it")
	p.Shows(ann, "Deleted", "0 of 20")
	for _, m := range p.Wire.Messages(bottest.General) {
		t.Errorf("something was said in public: %s", bottest.Words(m.Message))
	}
}

// A force that cannot be shown, for example because it was saved empty, can still be opened and deleted.
func TestForceBeyondReadingIsDeleted(t *testing.T) {
	p := party.Plain(t)
	if err := p.Store.Put(t.Context(), table.Record{Key: "forces/ann", Value: []byte(`{"kept":[{"name":"Hollow","code":""}]}`)}); err != nil {
		t.Fatal(err)
	}
	p.Slash(ann, []string{"force"}, party.Opt("open", "hollow"))
	p.Shows(ann, "Hollow", "no code")
	p.Click(ann, p.Newest(ann), "Delete")
	p.Click(ann, p.Newest(ann), "Delete it")
	p.Shows(ann, "Deleted", "0 of 20")
}

// The number of saved forces and the length of their names are bounded.
func TestForcesBounded(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"force"}, party.Opt("code", "T-red"))
	for n := range 20 {
		p.Form(ann, "Keep", fmt.Sprintf("%d %s", n, strings.Repeat("ß", 37)))
		p.Shows(ann, "Kept as")
	}
	p.Form(ann, "Keep", "one more")
	p.Shows(ann, "the maximum")
	p.Form(ann, "Keep", fmt.Sprintf("%d %s", 0, strings.Repeat("ß", 37)))
	p.Shows(ann, "Kept as")
	p.Form(ann, "Keep", strings.Repeat("x", 41))
	p.Shows(ann, "1 to 40 characters")
	p.Form(ann, "Keep", "   ")
	p.Shows(ann, "1 to 40 characters")
	p.Click(ann, p.Newest(ann), "All my forces")
	p.Shows(ann, "20 of 20")
}

// A user's saved forces are offered to them alone, when they challenge and accept. Their names may be typed.
func TestForcesOffered(t *testing.T) {
	p := party.Plain(t)
	for _, user := range []wire.UserID{ann, ben} {
		p.Slash(user, []string{"force"}, party.Opt("code", "T-blue"))
		p.Form(user, "Keep", "of "+string(user))
		p.Slash(user, []string{"force"}, party.Opt("code", "T-green")) // no match is played with it
		p.Form(user, "Keep", "other of "+string(user))
	}
	choices := p.Complete(ann, []string{"match", "challenge"}, party.Opt("force", ""))
	if len(choices) != 2 || choices[0].Value != "red" || choices[1].Value != "T-blue" || !strings.Contains(choices[1].Name, "of ann") {
		t.Errorf("suggested: %v", choices)
	}
	p.Slash(ann, []string{"match", "challenge"}, party.Opt("opponent", string(ben)), party.Opt("force", "OF ANN"))
	p.Click(ben, p.Card(), "Accept")
	selects := bottest.ControlsOf(p.Newest(ben).Message).Selects
	if len(selects) != 1 || len(selects[0].Options) != 3 || !strings.Contains(selects[0].Options[2].Label, "of ben") {
		t.Fatalf("offered: %+v", selects)
	}
	p.Press(ben, p.Newest(ben), selects[0].ID, selects[0].Options[2].Value)
	p.Shows(ben, "The match begins")
}

// An unreadable record is named in the log, and nothing of it is quoted.
func TestDamagedRecordIsNotQuoted(t *testing.T) {
	p := party.Plain(t)
	const digits = "99999999999999999999777"
	if err := p.Store.Put(t.Context(), table.Record{Key: "forces/ann", Value: []byte(`{"v":` + digits + `}`)}); err != nil {
		t.Fatal(err)
	}
	p.Says(p.Slash(ann, []string{"force"}), "did not work")
	if log := p.Log.String(); !strings.Contains(log, "forces/ann") || strings.Contains(log, digits) {
		t.Errorf("logged %s", log)
	}
}

// Duplicate forces, and forces named like a starter's share code, still leave menus that Discord accepts.
func TestForcesKeptTwice(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"force"}, party.Opt("code", "T-blue"))
	for _, name := range []string{"One", "Another", "T-red"} {
		p.Form(ann, "Keep", name)
		p.Shows(ann, "Kept as")
	}
	p.Slash(ann, []string{"force"})
	p.Click(ann, p.Newest(ann), "forces|open", "T-red")
	p.Shows(ann, "## T-red", "colour T-blue")
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Shows(ann, "Yours: One")
	if said := bottest.Words(p.Newest(ann).Message); strings.Contains(said, "Yours: Another") {
		t.Errorf("the same force is offered twice:\n%s", said)
	}
}

// A control of a game that is no longer offered is answered as an old one.
func TestForcesOfAGameThatIsGone(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"force"})
	for _, what := range []string{"type", "import", "keep", "open", "new", "home"} {
		p.Press(ann, p.Newest(ann), "forces|"+what+"|gone", "red")
	}
	p.Press(ann, p.Newest(ann), "forces|type|gone")
	p.Shows(ann, "old")
}

// A form that is sent back under the id of the button that opens it does not open another form, which Discord would
// refuse.
func TestNoFormAnswersAForm(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, party.Challenge)
	id, _ := bottest.ControlsOf(p.Card().Message).Find("accept|")
	p.Submit(ben, p.Card(), &wire.Form{ID: "own|" + strings.TrimPrefix(id, "accept|")}, nil)
	p.Shows(ben, "older message")
}

// An option that leads to another part of a long list shows that part, and changes nothing in the force.
func TestPartOfABuildersList(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"force"})
	p.Click(ann, p.Newest(ann), "Build a new one")
	p.Click(ann, p.Newest(ann), "build|colour", "blue")
	p.Click(ann, p.Newest(ann), "build|colour", bot.PartValue(1))
	words := bottest.Words(p.Newest(ann).Message)
	if !strings.Contains(words, "colour T-blue after colour"+bot.PartValue(1)) || strings.Contains(words, "⚠️") {
		t.Error(words)
	}
}
