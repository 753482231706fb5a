package bot_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	down "downsync/bot/downsync"
	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/prefs"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/table"
	"downsync/game/toy"
)

// house is a party with two games, in one language.
type house struct {
	*party.Party
	lang.Language
	down, toy table.ID // ann's matches against ben, one of each game
}

// newHouse returns a house in which both games are under way.
func newHouse(t *testing.T, l lang.Language) *house {
	t.Helper()
	h := &house{Language: l, Party: &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: downsync.Rules(), Forms: down.Forms{}, More: []bottest.Offer{{Game: toy.Rules(), Forms: small.Forms{}}},
		Timings: map[string]table.Timing{"quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute, "react": 3 * time.Minute}}}, Default: "quick"})}}
	locale := map[lang.Language]string{lang.English: "en-GB", lang.Of("de"): "de"}[l]
	h.Locales = map[wire.UserID]string{ann: locale, ben: locale, eve: locale, judge: locale, owner: locale, "": locale}
	h.May[owner] = wire.ManageServer
	h.Slash(owner, setup, party.Opt("moderators", string(modRole)))
	h.Roles[judge] = []wire.RoleID{modRole}
	h.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	h.down = h.accept()

	h.Slash(ann, []string{"help"}, party.Opt("game", "toy"))
	h.Click(ann, h.Newest(ann), "challenge|toy")
	whom := h.Newest(ann)
	whom.Channel = bottest.General // where Discord shows it
	h.Click(ann, whom, "whom", string(ben))
	h.toy = h.accept()
	return h
}

// accept has ben accept the newest challenge with the first force that he is offered, and has ann say that she is
// ready.
func (h *house) accept() table.ID {
	h.T.Helper()
	h.Click(ben, h.Card(), "accept|")
	force := bottest.ControlsOf(h.Newest(ben).Message).Selects[0]
	h.Press(ben, h.Newest(ben), force.ID, force.Options[0].Value)
	card := h.Card()
	h.Click(ann, card, "ready|")
	h.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	return table.ID(id)
}

// in gives a command about the toy match.
func (h *house) in(user wire.UserID, command string, options ...bottest.Option) wire.Answer {
	h.T.Helper()
	return h.Slash(user, strings.Fields(command), append(options, party.In(string(h.toy)))...)
}

// orders gives orders in the toy match.
func (h *house) orders(user wire.UserID, lines ...string) {
	h.T.Helper()
	for _, line := range lines {
		h.Says(h.in(user, "order", party.Opt("line", line)), "✔️")
		h.Settle()
	}
}

// press presses the control with that label on the toy console, in the house's language.
func (h *house) press(user wire.UserID, label game.Text, values ...string) {
	h.T.Helper()
	h.in(user, "match show")
	h.Click(user, h.Newest(user), h.Text(label), values...)
	h.Settle()
}

// inEach runs the test in each language.
func inEach(t *testing.T, test func(*testing.T, *house)) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			test(t, newHouse(t, l))
		})
	}
}

// The same two players play a match of each game. They play the smaller one to its end, with everything that players do
// on the way, and the other one goes on untouched.
func TestTwoGames(t *testing.T) {
	inEach(t, func(t *testing.T, h *house) {
		before, err := h.Hall.Public(t.Context(), h.down)
		if err != nil {
			t.Fatal(err)
		}
		if s := h.Everything(ben); !strings.Contains(s, h.Text("How much do you bid?")) || strings.Contains(s, h.Say("(only you see this) Your colour is %s.", h.Text("red"))) {
			t.Errorf("ben is told %s", s)
		}
		h.press(ann, "Bid", "3")
		choices := h.Complete(ben, []string{"order"}, party.In(string(h.toy)), party.Opt("line", "bid "))
		if !slices.ContainsFunc(choices, func(c wire.Choice) bool { return c.Value == "bid 2" }) {
			t.Errorf("completed with %v", choices)
		}
		h.Says(h.in(ben, "order", party.Opt("line", "bid 7")), "T4")
		h.orders(ben, "bid 2")
		h.press(ben, "Note, draw, quitting")
		h.Click(ben, h.Newest(ben), h.Text("Pin a note"), "rest")
		h.press(ann, "Tune")
		h.press(ann, "Undo")
		h.orders(ann, "tune")
		h.Says(h.in(ann, "order", party.Opt("line", "undo")), h.Text("Taken back."))
		h.orders(ann, "done", "pass")
		h.orders(ben, "claim")
		h.press(ann, "Peek")

		h.Says(h.in(ben, "match log"), h.Say("(only you see this) Your note is %s.", h.Text("rest")))
		h.Says(h.in(ben, "match log", party.Opt("rules", "true")), h.Say("(only you see this) Your note is %s.", h.Text("rest"))+" *T8*")
		h.Says(h.in(ben, "match event", party.Opt("event", "1a")), "**T2** · "+h.Text("The game"))
		h.Says(h.in(ann, "match replay", party.Opt("step", "2")), h.Say("%s bid %d.", "A", 3))
		h.Says(h.in(eve, "match replay", party.Opt("step", "2")), h.Say("%s bid %d.", "A", 3))
		h.Says(h.in(eve, "match show"), h.Say("Round %d of %d", 2, 3))
		if s := h.Everything(eve) + h.thread(); strings.Contains(s, h.Text("rest")) {
			t.Errorf("everybody is told the note: %s", s)
		}

		h.dispute()
		h.orders(ann, "bid 1")
		h.orders(ben, "bid 4", "done")
		h.orders(ann, "pass")
		h.orders(ben, "pass") // their note disappears from the card
		h.Pass(time.Minute)
		h.orders(ann, "bid 1")
		h.orders(ben, "bid 1")
		h.orders(ann, "done", "pass")
		h.orders(ben, "pass")
		h.orders(ann, "leave")
		h.ended()
		after, err := h.Hall.Public(t.Context(), h.down)
		if err != nil || len(after.Facts) != len(before.Facts) || after.Result != nil {
			t.Errorf("the other match went on by itself: %d facts, before %d, %v", len(after.Facts), len(before.Facts), err)
		}
		h.again()
		h.kept()
	})
}

// room returns the thread of a match.
func (h *house) room(id table.ID) wire.ChannelID { return wire.ChannelID(h.Stored(keys.Room(id))) }

// thread returns the whole text of the toy match's thread.
func (h *house) thread() string { return h.Read(eve, h.room(h.toy)) }

// dispute plays a dispute that ends with a rewind, with evidence.
func (h *house) dispute() {
	h.T.Helper()
	h.in(ann, "dispute open", party.Opt("reason", "a slip"))
	h.in(judge, "mod rule", party.Opt("ruling", "points 1 9"), party.Opt("reason", "so be it"))
	h.Says(h.Click(judge, h.Newest(judge), "|go"), "2")
	h.Settle()
	if s := h.thread(); !strings.Contains(s, h.Say("By a moderator's ruling %s has %d {point|points}.", "A", 9)) {
		h.T.Errorf("the thread says %s", s)
	}
	h.in(judge, "mod rewind", party.Opt("event", "12"), party.Opt("reason", "back"))
	h.Click(judge, h.Newest(judge), "|go")
	h.in(judge, "mod uphold", party.Opt("reason", "right"))
	h.Click(judge, h.Newest(judge), "|go")
	h.Settle()
	h.in(judge, "mod evidence", party.Opt("reason", "to keep"))
	a := h.Click(judge, h.Newest(judge), "|go")
	carried, events, err := table.ReadCarried(a.Letter.Files[0].Data)
	if err != nil || carried.Meta.Game != "toy" {
		h.T.Errorf("the evidence: %+v, %v", carried.Meta, err)
	}
	if _, err := carried.Audit(toy.Rules(), events); err != nil {
		h.T.Errorf("the evidence: %v", err)
	}
	h.Settle()
}

// ended checks what everybody is told about the finished match.
func (h *house) ended() {
	h.T.Helper()
	if s := h.thread(); !strings.Contains(s, h.Say("%s had the colour %s.", "A", h.Text("red"))) || !strings.Contains(s, h.Say("%s had the colour %s.", "B", h.Text("blue"))) ||
		!strings.Contains(s, h.Text(" by points")) {
		h.T.Errorf("the thread says %s", s)
	}
	h.Says(h.in(eve, "match verify"), "✅")
	h.Says(h.in(ann, "match replay"), h.Text("### Highlights"))
	h.in(ann, "match show")
	for _, m := range append(h.Wire.Messages(h.room(h.toy)), h.Newest(ann)) {
		if _, ok := bottest.ControlsOf(m.Message).Find("film|"); ok {
			h.T.Errorf("a film is offered:\n%s", bottest.Words(m.Message))
		}
	}
	h.Says(h.Slash(eve, ladder, party.Opt("game", "toy")), "<@ann>")
	h.Says(h.Slash(eve, ladder, party.Opt("game", "toy"), party.Opt("user", "ann")), h.Text("Red"))
	if s := party.Text(h.Slash(eve, ladder, party.Opt("game", "downsync"))); strings.Contains(s, "<@ann>") {
		h.T.Errorf("the other game's ladder: %s", s)
	}
}

// again plays a rematch of the same game. Nobody bids in time, and ben concedes.
func (h *house) again() {
	h.T.Helper()
	h.in(ann, "match show")
	h.Click(ann, h.Newest(ann), "rematch|")
	rematch, _ := bottest.ControlsOf(h.Card().Message).Find("ready|")
	h.Press(ben, h.Card(), rematch)
	h.Settle()
	for _, user := range []wire.UserID{ann, ben} {
		h.Says(h.Slash(user, []string{"match", "list"}), "Toy · ")
		h.Says(h.Slash(user, []string{"match", "list"}), "Downsync · ")
		h.Says(h.Slash(user, []string{"match", "list"}, party.Opt("which", "server")), "Toy · "+h.Say("rounds: %d", 3))
		h.Says(h.Slash(user, []string{"inbox"}), "**"+h.Text("How much do you bid?")+"**")
		h.Says(h.Slash(user, []string{"inbox"}), "Toy · "+h.Say("against %s", "Name of "))
	}
	_, id, _ := strings.Cut(rematch, "|")
	h.givenUp(table.ID(id))
}

// givenUp lets the clock of the newest toy match run out once, and has ben concede.
func (h *house) givenUp(id table.ID) {
	h.T.Helper()
	h.toy = id
	h.Pass(11 * time.Minute)
	if s := h.thread(); !strings.Contains(s, h.Say("%s bid %d.", "A", 1)) || !strings.Contains(s, h.Say("%s bid %d.", "B", 1)) {
		h.T.Errorf("when the time ran out: %s", s)
	}
	h.in(ben, "match concede")
	h.Click(ben, h.Newest(ben), "x|")
	h.Settle()
	if s := h.thread(); !strings.Contains(s, h.Say("%s wins%s", "Name of ann", h.Text(", as everyone else quit"))) {
		h.T.Errorf("given up: %s", s)
	}
	h.Says(h.Slash(judge, []string{"mod", "list"}), "<@ben>")
}

// kept checks that a player's stored data is shown, exported and removed.
func (h *house) kept() {
	h.T.Helper()
	h.Says(h.Slash(ann, party.PrivacyCommand("show")), "2")
	h.Slash(ann, party.PrivacyCommand("export"))
	var e struct {
		Settings prefs.User
		Matches  []struct{ Place bot.Place }
	}
	if err := json.Unmarshal(h.Newest(ann).Files[0].Data, &e); err != nil || len(e.Matches) != 3 || e.Settings.Played != "toy" {
		h.T.Errorf("exported %+v: %v", e, err)
	}
	h.Slash(ann, party.PrivacyCommand("delete"))
	h.Click(ann, h.Newest(ann), "privacy|")
	h.Settle()
	if left := h.About("ann"); len(left) > 0 {
		h.T.Errorf("what is left: %s", strings.Join(left, "\n"))
	}
}

// The bot does not offer what the smaller game lacks. A command for it is answered with a sentence.
func TestNotOffered(t *testing.T) {
	inEach(t, func(t *testing.T, h *house) {
		for command, english := range map[string]game.Text{
			"learn": "⚠️ %s has no lesson yet; `/help` explains the game.",
			"force": "⚠️ %s has no force builder; challenges offer the forces there are.",
		} {
			h.Says(h.Slash(ann, []string{command}, party.Opt("game", "toy")), h.Say(english, "Toy"))
		}
		for _, own := range []string{"learn", "force"} { // the game that has it, whatever was played last
			if s := party.Text(h.Slash(ann, []string{own})); strings.Contains(s, "Toy") || s == "" {
				t.Errorf("/%s: %s", own, s)
			}
		}
		h.Says(h.in(ann, "show"), "Toy")
		h.Slash(ann, []string{"help"}, party.Opt("game", "toy"))
		for _, kind := range []string{"learn", "forces"} {
			if _, ok := bottest.ControlsOf(h.Newest(ann).Message).Find(kind); ok {
				t.Errorf("/help offers %s of the toy", kind)
			}
		}
		h.Says(h.Slash(ann, party.Challenge, party.Opt("game", "toy"), party.Opt("size", "small")), "Toy")
		h.Says(h.Slash(ann, party.Challenge, party.Opt("game", "downsync"), party.Opt("rounds", "2")), "Downsync")
		h.Says(h.Slash(ann, party.Challenge, party.Opt("game", "chess")), "chess")
		h.Says(h.Slash(ann, party.Challenge, party.Opt("game", "toy"), party.Opt("rounds", "9")), "9")
		h.Says(h.Slash(ann, party.Challenge, party.Opt("game", "toy"), party.Opt("force", "grey")), "grey")
	})
}

// A command means the game of the thread, otherwise the one played last, otherwise the server's, otherwise the first.
func TestWhichGame(t *testing.T) {
	h := newHouse(t, lang.English)
	rules := []string{"rules"}
	h.Says(h.Slash(ann, rules, party.Opt("word", "bid")), "T4")
	h.Says(h.Slash(eve, rules, party.Opt("word", "overwatch")), "R27")
	h.Says(h.Slash(eve, rules, party.Opt("word", "T4"), party.Opt("in", string(h.room(h.toy)))), "bids 1 to 4")
	h.Says(h.Slash(ann, rules, party.Opt("word", "overwatch"), party.Opt("in", string(h.room(h.down)))), "R27")
	h.Says(h.Slash(ann, rules, party.Opt("word", "overwatch"), party.Opt("game", "downsync")), "R27")
	h.Slash(owner, setup, party.Opt("game", "toy"))
	h.Says(h.Slash(eve, rules, party.Opt("word", "T4")), "bids 1 to 4")
	h.Says(h.Slash(ann, []string{"help"}), "Toy")
	h.Slash(ann, party.Challenge, party.ChallengeTo(eve), party.Opt("game", "downsync"))
	h.Says(h.Slash(ann, rules, party.Opt("word", "T4")), "bids 1 to 4") // a challenge is not yet a match
	h.Click(eve, h.Card(), "accept|")
	pick := bottest.ControlsOf(h.Newest(eve).Message).Selects[0]
	h.Press(eve, h.Newest(eve), pick.ID, pick.Options[0].Value)
	h.Click(ann, h.Card(), "ready|")
	for _, user := range []wire.UserID{ann, eve} {
		h.Says(h.Slash(user, rules, party.Opt("word", "overwatch")), "R27")
	}
}

// A select in a book's answer stays with the same game, whatever its reader plays meanwhile.
func TestBooksKeepTheirGame(t *testing.T) {
	h := newHouse(t, lang.English)
	h.Slash(ann, []string{"rules"}, party.Opt("word", "move"), party.Opt("game", "downsync"))
	h.Says(h.Click(ann, h.Newest(ann), "book|", "R27.4"), "R27.4")
	a := h.Slash(ann, []string{"rules"}, party.Opt("word", "R27.4"))
	h.Says(a, "nothing in the rules")
	h.Says(a, "Downsync has it: `/rules word:R27.4 game:downsync`.")
}

// An option of another game is refused with that game's name.
func TestOptionsOfAnotherGame(t *testing.T) {
	h := newHouse(t, lang.English)
	h.Says(h.Slash(ann, party.Challenge, party.Opt("game", "toy"), party.Opt("size", "standard")),
		"`size` is not an option of Toy. Leave it out, or play Downsync with `game:downsync`.")
}

// There is no command or option for what no game has. If only one game has it, no option asks for the game.
func TestCommandsOfOneGame(t *testing.T) {
	named := func(games ...bottest.Offered) map[string]bool {
		out := map[string]bool{}
		for _, c := range bottest.Commands(games...) {
			out[c.Name] = true
			for _, o := range c.Options {
				out[c.Name+" "+o.Name] = true
			}
		}
		return out
	}
	alone, both := named(small.Forms{}), named(down.Forms{}, small.Forms{})
	for _, name := range []string{"learn", "force", "card", "look", "unit", "map", "show", "measure"} {
		if alone[name] || !both[name] || both[name+" game"] {
			t.Errorf("/%s: with the toy alone %t, with both %t, asking which %t", name, alone[name], both[name], both[name+" game"])
		}
	}
	if !alone["rules"] || !both["rules game"] || !both["ladder game"] || !both["help game"] {
		t.Errorf("with the toy alone %v, with both %v", alone, both)
	}
}

// While the bot offers one game, no option asks for the game.
func TestOneGame(t *testing.T) {
	for _, games := range [][]bottest.Offered{{down.Forms{}}, {small.Forms{}}} {
		for _, c := range bottest.Commands(games...) {
			for _, sub := range append([]bot.Command{c}, c.Sub...) {
				if slices.ContainsFunc(sub.Options, func(o bot.CommandOption) bool { return o.Name == "game" }) {
					t.Errorf("/%s %s asks which game", c.Name, sub.Name)
				}
			}
		}
	}
}
