package syndicate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/syndicate"
	draw "downsync/render/syndicate"
)

const (
	ann = bot.UserID("ann")
	ben = bot.UserID("ben")
	eve = bot.UserID("eve")
)

// sketch gives scenes as text in place of pictures, which take most of a test's time.
type sketch struct{ draw.Look }

func (s sketch) Public(v rules.View, n draw.News) (render.Public, error) {
	if v.Viewer != game.Onlooker() {
		return render.Public{}, fmt.Errorf("a public picture of the view of %s", v.Viewer)
	}
	return render.Public{PNG: []byte(s.Scene(v, nil, n).String())}, nil
}

func (s sketch) Private(v rules.View, st *draw.Staged, n draw.News) (render.Private, error) {
	return render.Private{Seat: v.Viewer.Seat(), PNG: []byte(s.Scene(v, st, n).String())}, nil
}

func (s sketch) Result(v rules.View, told []game.Fact) (render.Public, error) {
	return render.Public{PNG: fmt.Appendf(nil, "the end after %d facts", len(told))}, render.End{Viewer: v.Viewer, Result: v.Result}.Check()
}

// sketched are the forms with sketches.
var sketched = Forms{brush: func(l draw.Look) brush { return sketch{l} }}

// arena is a room in which ann and ben play.
type arena struct {
	*bottest.Room
	lang.Language
	t     testing.TB
	id    table.ID
	steps bool // cards are played step by step, not as proposed
}

func opt(name, value string) bottest.Option { return bottest.Option{Name: name, Value: value} }

func text(a bot.Answer) string {
	if a.Letter == nil {
		return ""
	}
	return bottest.Words(*a.Letter)
}

// newArena lets ann challenge ben in a language, and both choose a starter by buttons.
func newArena(t testing.TB, l lang.Language, dice func(table.ID) game.Dice, options ...bottest.Option) *arena {
	t.Helper()
	s := &arena{t: t, Language: l, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: sketched, Dice: dice,
		Timings: map[string]table.Timing{"quick": {Clocks: map[string]time.Duration{"turn": 10 * time.Minute, "react": 3 * time.Minute}}}, Default: "quick"})}
	locale := map[lang.Language]string{lang.English: "en-GB", lang.German: "de"}[l]
	s.Locales = map[bot.UserID]string{ann: locale, ben: locale, eve: locale, "": locale}
	s.Slash(ann, []string{"match", "challenge"}, append(options, opt("opponent", string(ben)))...)
	card := s.lobby()
	s.click(ben, card, "accept|")
	s.choose(ben, "velocity-starter")
	if m, ok := s.find(ann, "force|"); ok {
		s.Press(ann, m, mustFind(t, m, "force|"), "razor-starter")
	}
	s.click(ann, s.lobby(), "ready|")
	s.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	s.id = table.ID(id)
	return s
}

func mustFind(t testing.TB, m bottest.Message, words string) string {
	t.Helper()
	id, ok := bottest.ControlsOf(m.Message).Find(words)
	if !ok {
		t.Fatalf("no %q in:\n%s", words, bottest.Words(m.Message))
	}
	return id
}

func (s *arena) find(user bot.UserID, words string) (bottest.Message, bool) {
	ms := s.Wire.Messages(bot.ChannelID("eph-" + user))
	for _, m := range slices.Backward(ms) {
		if _, ok := bottest.ControlsOf(m.Message).Find(words); ok {
			return m, true
		}
	}
	return bottest.Message{}, false
}

func (s *arena) lobby() bottest.Message {
	ms := s.Wire.Messages(bottest.General)
	return ms[len(ms)-1]
}

func (s *arena) click(user bot.UserID, m bottest.Message, words string, values ...string) bot.Answer {
	s.t.Helper()
	return s.Press(user, m, mustFind(s.t, m, words), values...)
}

func (s *arena) choose(user bot.UserID, starter string) {
	s.t.Helper()
	s.click(user, s.Newest(user), "force|", starter)
}

func (s *arena) public() table.Public {
	s.t.Helper()
	p, err := s.Hall.Public(context.Background(), s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

// over tells whether the match is.
func (s *arena) over() bool { return s.public().Result != nil }

// pressing presses one control of the user's console: the green one, else a proposal, else what there is. ok is false if
// there is nothing to press.
func (s *arena) pressing(user bot.UserID) (ok bool) {
	s.t.Helper()
	m, ok := s.Wire.Console(user)
	c := bottest.ControlsOf(m.Message)
	if !ok || len(c.Buttons) == 0 { // something else stands below it
		s.in(user, "match show")
		m = s.Newest(user)
		c = bottest.ControlsOf(m.Message)
	}
	labelled := func(words string) func(bot.Button) bool {
		return func(b bot.Button) bool { return strings.HasSuffix(b.Label, words) }
	}
	alone := labelled(strings.TrimPrefix(s.Text("%s alone"), "%s"))
	planning, chosen := slices.ContainsFunc(c.Buttons, labelled(s.Text("Change the orders"))), slices.ContainsFunc(c.Buttons, alone)
	best, rank := bot.Button{}, 0
	for _, b := range c.Buttons {
		kind, _, _ := strings.Cut(b.ID, "|")
		n := 0
		switch {
		case s.steps && planning && (alone(b) || !chosen && b.Style == bot.Primary):
			n = 5
		case b.Disabled || kind != bot.ControlSubmit && kind != bot.ControlDraft:
		case b.Style == bot.Success:
			n = 4
		case b.Style == bot.Primary:
			n = 3
		case kind == bot.ControlSubmit && b.Style != bot.Danger:
			n = 1
		}
		if n > rank {
			best, rank = b, n
		}
	}
	if rank > 1 || rank > 0 && len(c.Selects) == 0 {
		s.Press(user, m, best.ID)
	} else if len(c.Selects) > 0 {
		s.Press(user, m, c.Selects[0].ID, c.Selects[0].Options[0].Value)
	} else {
		return false
	}
	s.Settle()
	return true
}

// play goes on by buttons until stop is satisfied.
func (s *arena) play(stop func() bool, each func(user bot.UserID)) (presses int) {
	s.t.Helper()
	for presses = 0; !stop(); presses++ {
		if presses > 3000 {
			s.t.Fatalf("no end after %d presses", presses)
		}
		asked := s.public().Asked
		if len(asked) == 0 {
			s.t.Fatal("nobody is asked")
		}
		user := []bot.UserID{ann, ben}[asked[0].Seat-1]
		if p, err := s.Hall.Private(context.Background(), s.id, asked[0].Seat); err != nil || !slices.ContainsFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing }) {
			user = []bot.UserID{ann, ben}[2-asked[0].Seat] // a seal hides that the first has answered
		}
		if each != nil {
			each(user)
		}
		if !s.pressing(user) {
			m, _ := s.Wire.Console(user)
			s.t.Fatalf("%s has nothing to press in:\n%s", user, bottest.Words(m.Message))
		}
	}
	return presses
}

// in gives a command about the match.
func (s *arena) in(user bot.UserID, command string, options ...bottest.Option) bot.Answer {
	s.t.Helper()
	return s.Slash(user, strings.Fields(command), append(options, opt("match", string(s.id)))...)
}

// says fails unless the answer holds the words.
func (s *arena) says(a bot.Answer, words string) {
	s.t.Helper()
	if !strings.Contains(text(a), words) {
		s.t.Errorf("answered %q; expected %q in it", text(a), words)
	}
}

// thread is all that the match's thread says.
func (s *arena) thread() string {
	raw, err := s.Store.Get(context.Background(), bot.RoomKey(s.id))
	if err != nil {
		s.t.Fatal(err)
	}
	var all []string
	for _, m := range s.Wire.Messages(bot.ChannelID(raw)) {
		all = append(all, bottest.Words(m.Message))
	}
	return strings.Join(all, "\n")
}

// reached tells whether the match is in that phase of a round, or later.
func (s *arena) reached(round int, phase rules.Phase) func() bool {
	return func() bool {
		v := s.public().View.(rules.View)
		return v.Round > round || v.Round == round && v.Phase == phase || s.over()
	}
}

// Two people play a match from the challenge to its end by buttons alone, in each language. On the way they look everything up, one
// takes a step back, and a moderator settles a dispute.
func TestMatchByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newArena(t, l, func(table.ID) game.Dice { return gametest.NewDice(7) })
			s.steps = true
			s.play(s.reached(1, rules.MercsMoving), nil)
			s.asked()
			s.takeBack()
			s.play(s.reached(3, rules.Planning), nil)
			s.lookUp()
			s.dispute()
			n := s.play(s.over, nil)
			if n < 25 {
				t.Errorf("over after %d presses more", n)
			}
			s.ended()
		})
	}
}

// asked tries what a player may type, and what an onlooker may see.
func (s *arena) asked() {
	s.t.Helper()
	asked := s.public().Asked[0].Seat
	user, other := []bot.UserID{ann, ben}[asked-1], []bot.UserID{ben, ann}[asked-1]
	l := letter(asked)
	choices := s.Complete(user, []string{"order"}, opt("match", string(s.id)), opt("line", "move "))
	if !slices.ContainsFunc(choices, func(c bot.Choice) bool { return strings.HasPrefix(c.Value, "move "+l+"1") }) {
		s.t.Errorf("completed with %v", choices)
	}
	s.says(s.in(user, "order", opt("line", "move "+l+"1 to 12,12")), "S4.4")
	s.says(s.in(other, "order", opt("line", "done")), "⚠️")
	s.says(s.in(eve, "match show"), s.Say("Round %d", 1))
	said := s.thread() + text(s.in(eve, "match show"))
	for _, hand := range []game.Seat{1, 2} {
		p, err := s.Hall.Private(context.Background(), s.id, hand)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, id := range p.View.(rules.View).Sides[hand-1].Hand {
			x, _ := p.View.(rules.View).Catalogue().Card(id)
			told := said
			for _, side := range p.View.(rules.View).Sides { // a card that is shown may have it in its name: Ghostline Dash
				if shown, ok := p.View.(rules.View).Catalogue().Card(side.Committed); ok && strings.Contains(shown.Name, x.Name) {
					told = strings.ReplaceAll(told, shown.Name, "")
				}
			}
			if strings.Contains(told, x.Name) {
				s.t.Errorf("everybody is told of %s:\n%s", x.Name, told)
			}
		}
	}
}

// takeBack lets who is asked move a Mercenary and take it back.
func (s *arena) takeBack() {
	s.t.Helper()
	asked := s.public().Asked[0].Seat
	user := []bot.UserID{ann, ben}[asked-1]
	p, _ := s.Hall.Private(context.Background(), s.id, asked)
	to := ""
	for _, k := range p.Asks[0].Menu {
		if strings.HasPrefix(k.Words, "move "+letter(asked)+"1") {
			to = k.Words + " to " + k.Slots[0].Options[0]
		}
	}
	s.says(s.in(user, "order", opt("line", to)), "✔️")
	s.Settle()
	s.says(s.in(user, "order", opt("line", "undo")), s.Text("Taken back."))
	s.Settle()
}

// lookUp asks everything that can be asked.
func (s *arena) lookUp() {
	s.t.Helper()
	s.says(s.in(ann, "know"), s.Say("### %s: hand %d, deck %d", "B", 5, 33))
	s.says(s.in(eve, "know"), "4 ")
	s.says(s.in(ann, "measure", opt("from", "A"), opt("to", "B")), "A Razor")
	s.says(s.in(eve, "measure", opt("from", "A"), opt("to", "x")), "⚠️")
	s.says(s.Slash(eve, []string{"card"}, opt("name", "Flashbang")), "Flashbang")
	s.says(s.Slash(eve, []string{"card"}, opt("name", "Rampart")), "HP 20")
	s.says(s.Slash(eve, []string{"card"}, opt("name", "nothing")), "⚠️")
	s.says(s.Slash(eve, []string{"rules"}, opt("word", "cover")), "S2.5")
	s.says(s.Slash(eve, []string{"rules"}, opt("word", "R-A2")), "R-A2")
	s.says(s.Slash(eve, []string{"map"}, opt("map", "district-nine")), "District Nine")
	s.says(s.in(ann, "match log", opt("rules", "true")), "*S")
	s.says(s.in(ann, "match event", opt("number", "2")), "**S")
	s.says(s.in(ann, "match replay", opt("step", "2")), s.Say("Round %d", 1))
	s.says(s.in(eve, "match replay", opt("step", "2")), s.Say("Round %d", 1))
	s.says(s.Slash(ann, []string{"help"}), s.Text("syndicate.goal"))
}

// dispute is one that ends with a ruling and a rewind, and evidence of it.
func (s *arena) dispute() {
	s.t.Helper()
	const judge, owner = bot.UserID("judge"), bot.UserID("owner")
	s.May[owner], s.May[judge] = bot.ManageServer, bot.ManageServer
	s.in(ann, "dispute open", opt("reason", "a slip"))
	for _, c := range [][2]string{{"rule", "hp A 9"}, {"rewind", "12"}, {"uphold", ""}} {
		options := []bottest.Option{opt("reason", "because")}
		if c[1] != "" {
			options = append(options, opt(map[string]string{"rule": "ruling", "rewind": "number"}[c[0]], c[1]))
		}
		s.in(judge, "mod "+c[0], options...)
		s.click(judge, s.Newest(judge), "|go")
		s.Settle()
	}
	if said := s.thread(); !strings.Contains(said, s.Say("By a moderator's ruling %s has %d HP.", "A Razor", 9)) {
		s.t.Errorf("the thread says %s", said)
	}
	s.in(judge, "mod evidence", opt("reason", "to keep"))
	a := s.click(judge, s.Newest(judge), "|go")
	if carried, _, err := table.ReadCarried(a.Letter.Files[0].Data); err != nil || carried.Meta.Game != "syndicate" {
		s.t.Errorf("the evidence: %+v, %v", carried.Meta, err)
	}
	s.Settle()
}

// ended looks at what everybody is told of the match that is over: who won, both hands, the decks, a film.
func (s *arena) ended() {
	s.t.Helper()
	if said := s.thread(); !strings.Contains(said, s.Text("The decks lie open.")) {
		s.t.Errorf("the thread says %s", said)
	}
	s.in(ann, "match replay", opt("step", "9"))
	if m := s.Newest(ann); len(m.Files) == 0 {
		s.t.Errorf("a still without a picture: %s", bottest.Words(m.Message))
	}
	if m := s.lobby(); len(m.Files) != 1 || m.Files[0].Name != "result.png" {
		s.t.Errorf("the card in the channel has %d files: %s", len(m.Files), bottest.Words(m.Message))
	}
	s.in(ann, "match show")
	mustFind(s.t, s.Newest(ann), "reel|")
	p := s.public()
	if squads, ok := (Forms{}).Played(p); !ok || len(squads) != 2 {
		s.t.Errorf("played %v", squads)
	}
	s.says(s.Slash(eve, []string{"ladder"}), "<@ann>")
}

// A match with drawn dice is checked by anybody when it is over, and a moderator's evidence of it fits its record.
func TestVerified(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, nil, opt("options", "mission=relay mulligan=on"))
	s.play(s.reached(1, rules.MercsMoving), nil)
	s.in(ben, "match concede")
	s.click(ben, s.Newest(ben), "x|")
	s.Settle()
	s.says(s.in(eve, "match verify"), "✅")
	if said := s.thread(); !strings.Contains(said, "Name of ann wins by concession") {
		t.Errorf("the thread says %s", said)
	}
	carried, events, err := s.carried()
	if err == nil {
		_, err = carried.Audit(rules.Rules(), events)
	}
	if err != nil {
		t.Error(err)
	}
}

// carried is the whole match, as a moderator takes it.
func (s *arena) carried() (table.Carried, []table.Event, error) {
	s.t.Helper()
	const judge = bot.UserID("judge")
	s.May[judge] = bot.ManageServer
	s.in(ann, "dispute open", opt("reason", "a slip"))
	s.in(judge, "mod evidence", opt("reason", "to keep"))
	a := s.click(judge, s.Newest(judge), "|go")
	return table.ReadCarried(a.Letter.Files[0].Data)
}
