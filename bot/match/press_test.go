package match_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// A note about a press stays on the console that it was given on, though the answer to the press before it was lost and the match's
// update comes only now.
func TestNoteStays(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	old := p.Console(ann)
	c, _ := bottest.ControlsOf(old.Message).Find("c|")
	lost := p.Bot.Handle(t.Context(), wire.Interaction{ID: "lost", Kind: wire.Press, Self: bottest.Self, At: p.Clock.Now(), User: ann, Name: "Name of ann", Channel: old.Channel,
		Message: old.ID, Private: true, Locale: "en-US", CustomID: c, Values: []string{"2"}})
	lost.Placed(false)
	p.Turn(0) // the same host
	p.Says(p.Click(ann, old, "c|", "3"), "already answered")
	p.Turn(0)
	p.Settle()
	party.Has(t, p.Console(ann), "already answered")
	if p.Console(ann).ID != old.ID {
		t.Fatal("a new console has replaced it: nothing was tried")
	}
	p.Play(ben, "bid 3")
	if words := bottest.Words(p.Console(ann).Message); strings.Contains(words, "already answered") {
		t.Errorf("it stays for longer than the state that it was given in: %s", words)
	}
}

// Presses that come too late, twice or from the wrong user are answered with the current state.
func TestPresses(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	old := p.Console(ann)
	p.Says(p.Click(ann, old, "c|", "2"), "console of seat 1")
	p.Says(p.Click(ann, old, "c|", "3"), "already answered")
	p.Says(p.Click(ann, old, "draft bid"), "already answered")
	p.Says(p.Click(eve, old, "c|", "3"), "board of all")
	p.Says(p.Click(eve, p.Cards()[0], "view|"), "not in this match")
	for custom, says := range map[string]string{
		"":                                 "older message",
		"nonsense":                         "older message",
		"z|" + string(id) + "|bid.0|bid 3": "older message",
		"s":                                "no such match",
		"view|nothing":                     "no such match",
		"s|nothing|0|1.1":                  "no such match",
		"s|" + string(id):                  "too old",
		"s|" + string(id) + "|bid.0|bid 3": "too old", // in the format of an older version
		"s|" + string(id) + "|0|1.1":       "too old", // this control is a select
		"c|" + string(id) + "|0|1.99":      "too old",
		"c|" + string(id) + "|7|1.1":       "too old",
		"c|" + string(id) + "|0|33.1":      "too old",
		"o|" + string(id) + "||":           "too old",
		"force|" + string(id):              "console of seat 1",
		"accept|nothing":                   "no longer open",
	} {
		p.Says(p.Press(ann, old, custom), says)
	}
	if strings.Contains(p.Log.String(), "level=ERROR") {
		t.Error(p.Log)
	}
}

// A match that a restored backup lacks leaves messages in Discord. A press on one closes it with what happened: a console in the
// presser's direct messages, and a card, a challenge or a campaign for everybody.
func TestPressesOnWhatIsGone(t *testing.T) {
	for custom, says := range map[string]string{"view|gone": "There is no such match any more", "accept|gone": "restored from a backup", "campaign|gone|": "no such campaign any more"} {
		p := party.Plain(t)
		p.Begin()
		a := p.Press(ann, p.Console(ann), "s|gone|0|1.1")
		if p.Says(a, "restored from a backup"); a.Fresh {
			t.Error("the console stays, and the answer comes beside it")
		}
		card := p.Cards()[0]
		p.Says(p.Press(eve, card, custom), says)
		if now := p.Cards()[0].Message; strings.Contains(bottest.Words(now), says) {
			t.Errorf("%s closes a card that does not have it", custom)
		}
		lost := wire.Message{Blocks: []wire.Block{wire.Text("another card"), wire.Row{{ID: custom, Label: "press"}}}}
		if err := p.Wire.Edit(t.Context(), card.Channel, card.ID, lost); err != nil {
			t.Fatal(err)
		}
		p.Says(p.Press(eve, card, custom), says)
		if now := p.Cards()[0].Message; !strings.Contains(bottest.Words(now), says) || len(bottest.ControlsOf(now).Buttons) > 0 {
			t.Errorf("%s: the card is\n%s", custom, bottest.Words(now))
		}
		if strings.Contains(p.Log.String(), "level=ERROR") {
			t.Error(p.Log)
		}
	}
}

// An answer that is slower than the message about another player's act does not overwrite it: the console shows the
// current question.
func TestSlowAnswer(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	mine := p.Console(ann)
	p.Meanwhile = func() { p.Play(ben, "bid 3") }
	before := party.Text(p.Click(ann, mine, "c|", "2"))
	if now := bottest.Words(p.Console(ann).Message); strings.Contains(before, "asked tune") || !strings.Contains(now, "asked tune") {
		t.Errorf("answered\n%s\nand then the console stays at\n%s", before, now)
	}
}

// The same interaction, delivered twice, is one act.
func TestInteractionTwice(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	i := wire.Interaction{ID: "twice", Kind: wire.Slash, User: ann, Guild: "guild", Channel: bottest.General, Command: []string{"order"},
		Options: map[string]string{"line": "tune"}}
	for range 2 {
		if got := party.Text(p.Repeat(i)); !strings.Contains(got, "tuned 1") {
			t.Errorf("answered %s", got)
		}
	}
}

// A refused order leaves the console at the draft.
func TestRefusedStays(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	m := p.Console(ann)
	a := p.Click(ann, m, "type bid")
	if a.Form == nil {
		t.Fatalf("no form: %s", party.Text(a))
	}
	a = p.Submit(ann, m, a.Form, map[string]string{"1": "9"})
	p.Says(a, "A bid is 1 to 4")
	p.Says(a, "begun: bid")
	f := p.Click(ann, p.Console(ann), "type bid").Form
	p.Says(p.Submit(ann, p.Console(ann), f, map[string]string{"1": "x y"}), "is no order")
	p.Says(p.Submit(ann, p.Console(ann), f, map[string]string{"1": "4"}), "console of seat 1")
}

// An undo takes back one step, however often it is pressed.
func TestUndoTwice(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	p.Play(ann, "tune", "tune")
	m := p.Console(ann)
	p.Says(p.Click(ann, m, "undo"), "Taken back.")
	p.Says(p.Click(ann, m, "undo"), "Too late to undo")
	p.Settle()
	party.Has(t, p.Console(ann), "tuned 1")
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "UNDO")), "Taken back.")
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "undo")), "Nothing to take back")
}

// Several orders given at once are one press: all or none are played, and one undo takes back all of them, even after a
// restart.
func TestOrdersAtOnce(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	line := func(text string) wire.Answer { return p.Slash(ann, []string{"order"}, party.Opt("line", text)) }
	events := func() int {
		stored, err := p.Store.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return int(stored.Version)
	}
	before := events()
	for text, says := range map[string]string{
		"tune; tune; tune; tune":              "Nothing was done. Of the 4 orders, `tune` was refused: You have tuned three times",
		"tune; fly":                           "I cannot read",
		strings.Repeat("tune; ", 48) + "tune": "49 orders; give at most 48",
		"tune; bid 2":                         "Nothing was done. Of the 2 orders, `bid 2` was refused",
	} {
		p.Says(line(text), says)
		if n := events(); n != before {
			t.Errorf("%s: %d events after %d", text, n, before)
		}
	}
	p.Says(line("tune; tune; tune"), "tuned 3")
	p.Restart()
	p.Settle()
	p.Says(p.Click(ann, p.Console(ann), "undo"), "Taken back.")
	p.Says(line("undo"), "Nothing to take back")
	p.Settle()
	party.Has(t, p.Console(ann), "tuned 0")
	p.Says(line("tune; done; claim; tune"), "Done: 3 of 4 moves. Something must be settled first")
}

func TestOrders(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2")), "in no match")
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", "nothing")), "no such match")
	id := p.Begin()
	for _, x := range []struct{ line, says string }{
		{"", "Write the order itself"},
		{"fly", "I cannot read"},
		{"claim", "That is not asked"},
		{strings.Repeat("x", 1000), "I cannot read"},
		{strings.Repeat("x", 5000), "has 5000 characters; expected at most 1000"},
		{"  bid   2 ", "✔️ `bid 2`"},
	} {
		p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", x.line)), x.says)
	}
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 3")), "It is not your turn")
	p.Says(p.Slash(eve, []string{"order"}, party.Opt("line", "bid 3"), party.Opt("match", string(id))), "not in this match")
	p.Says(p.Slash(ben, []string{"order"}, party.Opt("line", "bid 3"), party.Opt("in", "dm-ben")), "✔️")
	p.Says(p.Slash(ann, []string{"nonsense"}), "older message")
	p.Says(p.Slash(ann, []string{"help"}), "My matches")
}

// Suggestions come from the user's own questions. A user without a question gets none.
func TestSuggestions(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	in := party.Opt("match", string(id))
	for line, want := range map[string]string{
		"": "bid note quit draw", "b": "bid", "bid ": "bid 1,bid 2,bid 3,bid 4", "BID ": "BID 1,BID 2,BID 3,BID 4", "note re": "note red,note rest", "fly": "", "bid 2": "bid 2",
	} {
		var got []string
		for _, c := range p.Complete(ann, []string{"order"}, in, party.Opt("line", line)) {
			got = append(got, c.Value)
		}
		sep := ","
		if line == "" {
			sep = " "
		}
		if strings.Join(got, sep) != want {
			t.Errorf("%q suggests %q, expected %q", line, got, want)
		}
	}
	if cs := p.Complete(eve, []string{"order"}, in, party.Opt("line", "")); len(cs) != 0 {
		t.Errorf("a stranger is suggested %v", cs)
	}
	if cs := p.Complete(ann, []string{"order"}, party.Opt("match", "")); len(cs) != 1 || cs[0].Value != string(id) || !strings.Contains(cs[0].Name, "your move") {
		t.Errorf("matches suggested: %v", cs)
	}
}

func TestWhichMatch(t *testing.T) {
	p := party.Plain(t)
	first := p.Begin()
	second := p.Begin()
	p.Says(p.Slash(ann, []string{"match", "show"}), "several matches")
	p.Says(p.Slash(ann, []string{"match", "show"}, party.Opt("match", string(first))), "console of seat 1")
	threads := p.Wire.Threads()
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("in", string(threads[0]))), "✔️")
	p.Says(p.Slash(eve, []string{"match", "show"}, party.Opt("in", string(threads[0]))), "board of all")
	p.Says(p.Slash(ann, []string{"match", "show"}, party.Opt("match", string(second))), "console of seat 1")
}

func TestConcede(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Says(p.Slash(eve, []string{"match", "concede"}, party.Opt("match", string(id))), "not in this match")
	p.Says(p.Slash(ann, []string{"match", "concede"}), "cannot be undone")
	sure := p.Newest(ann)
	p.Says(p.Click(ann, sure, "x|"), "over true")
	p.Says(p.Click(ann, sure, "x|"), "over true")
	p.Settle()
	party.Has(t, p.Console(ben), "over true")
	p.Says(p.Slash(ann, []string{"match", "concede"}, party.Opt("match", string(id))), "match is over")
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", string(id))), "one of your open questions takes this order")
	p.Says(p.Slash(ann, []string{"match", "list"}), ": lost")
}

// The list begins with running matches and is cut to a readable length.
func TestList(t *testing.T) {
	p := party.Plain(t)
	over := p.Begin()
	p.Play(ann, "quit")
	var last table.ID
	for range 21 {
		last = p.Begin()
	}
	p.Slash(eve, party.Challenge)
	got := party.Text(p.Slash(ann, []string{"match", "list"}))
	if n := strings.Count(got, "• Name of ann against"); n != 20 || !strings.Contains(got, "Page 1 of 2") || !strings.Contains(got, "your move") || strings.Contains(got, string(over)) {
		t.Errorf("%d matches (%s over, %s running):\n%s", n, over, last, got)
	}
}

// A match with a fault is held. Its players are told so, and the operator sees only a code.
func TestHeldMatch(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	broken := bottest.App(bot.Config{Wire: p.Wire, Hall: bot.HallOf(brokenHall{p.Hall}), Records: p.Store, Clock: p.Clock, Games: []bot.Game{plain.Forms{}.Game()}})
	a := broken.Handle(t.Context(), wire.Interaction{ID: "x", Kind: wire.Press, User: ann, CustomID: "view|" + string(id)})
	p.Says(a, "is on hold")
}

type brokenHall struct{ *table.Hall }

func (brokenHall) Private(ctx context.Context, id table.ID, s game.Seat) (table.Private, error) {
	return table.Private{}, fmt.Errorf("%w: match %s", table.ErrFrozen, id)
}

// Errors of the forms may quote secrets; the log holds only their type.
func TestLogHoldsNoSecrets(t *testing.T) {
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: secretForms{}})}
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Click(ben, p.Card(), "accept|")
	p.Says(p.Click(ben, p.Newest(ben), "force|", "blue"), "did not work")
	if got := p.Log.String(); strings.Contains(got, "red") || !strings.Contains(got, "forms: config") {
		t.Errorf("logged %s", got)
	}
}

type secretForms struct{ plain.Forms }

func (f secretForms) Game() bot.Game { return plain.GameOf(f) }

func (secretForms) Config(_ json.RawMessage, forces []string) (game.Config, error) {
	return nil, fmt.Errorf("forces %v", forces)
}
