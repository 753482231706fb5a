// Package plain has plain forms of the toy game: the bot must work for any game, whatever its words are.
package plain

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/customid"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Forms are plain forms of the toy ruleset: the bot must work for any game.
type Forms struct{}

// Fact is a toy fact or view, read through its JSON.
type Fact struct {
	What  string `json:"what"`
	Seat  game.Seat
	N     int
	Text  string
	Round int
	Stage string
	Tuned int
	Note  string
}

// Read reads a fact or a view of the toy.
func Read(v any) Fact {
	var t Fact
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &t)
	}
	if err != nil {
		panic(err)
	}
	return t
}

func (f Forms) Game() bot.Game {
	return GameOf(f)
}

// Whole is everything that a game can have.
type Whole interface {
	bot.Lobby
	bot.Roster
	bot.Play
	bot.Shorthand
	bot.History
	bot.Builder
	bot.Films
	bot.Endings
	bot.Lessons
	bot.Inspector
	bot.Library
}

// FormsOf offers all that the forms have.
func FormsOf(f Whole) bot.Forms {
	return bot.Forms{About: Forms{}.About(), Lobby: f, Roster: f, Play: f, Shorthand: f, History: f, Builder: f, Films: f, Endings: f, Lessons: f, Inspector: f, Library: f}
}

// GameOf is the toy with other forms.
func GameOf(f Whole) bot.Game {
	return bot.Game{ID: "toy", Name: "Toy", First: true, In: func(bot.Voice) bot.Forms { return FormsOf(f) }}
}

func (Forms) About() bot.About {
	return bot.About{Name: "Toy", Goal: "Bid.", Order: "bid 3", Concede: "quit", Conceded: "quit"}
}

func (Forms) Options() []bot.CommandOption {
	return []bot.CommandOption{{Name: "force", Description: "Your colour", Kind: wire.StringOption, Autocomplete: true}, {Name: "deck", Description: "Cards", Kind: wire.IntOption},
		{Name: "secrecy", Description: "Faces", Kind: wire.StringOption, Choices: []wire.Choice{{Name: "plain", Value: "plain"}, {Name: "masked", Value: "masked"}}}}
}

func (f Forms) Lesson(orders []string) (bot.Lesson, error) {
	n := 0
	for i, o := range orders {
		switch {
		case o == "undo" && n > 0:
			n--
		case o == "bid 1":
			n++
		default:
			return bot.Lesson{}, &game.Refusal{Code: fmt.Sprintf("lesson-%d", i), Text: "not in this step"}
		}
	}
	l := bot.Lesson{Step: n + 1, Steps: 3, Opponents: 1, Tell: fmt.Sprintf("bid, the %d. time", n+1), Example: "bid 1"}
	l.Seat, l.CanUndo = 1, n > 0
	l.Along = func(begun string) (string, error) {
		if begun == "" || strings.HasPrefix("bid 1", begun) {
			return begun, nil
		}
		return "", &game.Refusal{Code: "stray", Text: "that leads elsewhere"}
	}
	l.Facts = make([]game.Fact, len(orders))
	l.Asks = []table.OpenAsk{{Ask: game.Ask{Name: "bid", ID: fmt.Sprintf("bid.%d", n), Seat: 1, Menu: game.Menu{{Words: "bid 1"}, {Words: "bid 2"}, {Words: "pass", Slots: []game.Slot{{Name: "on", Options: []string{"red"}}}}}}}}
	if n == 3 {
		l.Example, l.Asks, l.Result = "", nil, &game.Result{Rank: []int{1, 2}}
	}
	return l, nil
}

func (Forms) Typed(_ table.Private, line string) string {
	return strings.ReplaceAll(line, "a dozen", "12")
}

func (Forms) Played(p table.Public) ([]string, bool) {
	return []string{"red", "blue"}, p.Result != nil
}

func (Forms) Starters() []wire.Option {
	return []wire.Option{{Value: "T-red", Label: "Red"}, {Value: "T-blue", Label: "Blue"}}
}

func (Forms) NewForce() string { return "T-" }

func (Forms) EmptyForce(code string) bool { return strings.TrimPrefix(code, "T-") == "" }

func (Forms) ForceCode(typed string) (string, string, error) {
	colour, ok := strings.CutPrefix(typed, "T-")
	if !ok {
		return "", "", fmt.Errorf("%q is no code", typed)
	}
	return typed, colour, nil
}

func (Forms) BuilderPage(code string, pressed bot.Built) ([]wire.Block, error) {
	if code == "" {
		return nil, fmt.Errorf("%q is no code", code)
	}
	return []wire.Block{wire.Text("colour " + code + " after " + pressed.Part + strings.Join(pressed.Values, ",")), wire.Select{ID: customid.BuildControl("colour"), Options: []wire.Option{{Value: "blue", Label: "blue"}}},
		wire.Row{{ID: customid.BuildButton("paint", "grey"), Label: "Paint it grey"}, {ID: customid.BuildButton("paint", "red"), Label: "Paint it red"}}}, nil
}

func (Forms) ChangeForce(_, part string, values []string) (string, error) {
	if part != "colour" && part != "paint" && part != bot.BuildTyped || len(values) != 1 || values[0] == "grey" {
		return "", fmt.Errorf("no colour %s", strings.Join(values, ","))
	}
	return "T-" + values[0], nil
}

func (Forms) Books() []bot.Command {
	return []bot.Command{{Name: "lore", Description: "What the cards say", Options: []bot.CommandOption{{Name: "card", Description: "Its number", Kind: wire.StringOption}}}}
}

func (Forms) LookUp(_ string, o map[string]string) (wire.Message, error) {
	if o["card"] == "" {
		return wire.Message{}, fmt.Errorf("expected a card")
	}
	return wire.Message{Blocks: []wire.Block{wire.Text("card " + o["card"]), wire.Select{ID: customid.BookControl("lore"), Options: []wire.Option{{Value: "8", Label: "eight"}}}}}, nil
}

func (Forms) Settings(o map[string]string) (json.RawMessage, error) {
	if o["deck"] != "" {
		return nil, fmt.Errorf("deck %q: expected none", o["deck"])
	}
	if o["secrecy"] == "masked" {
		return json.RawMessage(`{"masked":true}`), nil
	}
	return json.RawMessage(`{}`), nil
}

func (Forms) Mode(settings json.RawMessage) string {
	if strings.Contains(string(settings), "masked") {
		return "masked"
	}
	return "plain"
}

func (Forms) Summary(json.RawMessage) string { return "a plain game" }

func (Forms) Terms(json.RawMessage) string { return "who bids most wins" }

func (Forms) Preview(json.RawMessage) (wire.Notice, error) { return wire.Notice{}, nil }

func (f Forms) Forces(s json.RawMessage, seat game.Seat) []bot.Force {
	red, blue := f.ForceNamed(s, "red"), f.ForceNamed(s, "blue")
	if seat == 1 {
		return []bot.Force{red, blue}
	}
	return []bot.Force{blue, red}
}

func (Forms) ForceNamed(_ json.RawMessage, force string) bot.Force {
	return bot.Force{Value: force, Name: "the " + force, About: "bids high", Units: force + " cards"}
}

func (f Forms) ReadForce(s json.RawMessage, _ game.Seat, typed string) (string, string, error) {
	for _, o := range f.Forces(s, 1) {
		if o.Value == strings.TrimPrefix(typed, "T-") {
			return o.Value, "a fine colour", nil
		}
	}
	return "", "", fmt.Errorf("force %q: expected red or blue", typed)
}

func (Forms) Suggest(name string, _ map[string]string) []wire.Choice {
	if name == "force" {
		return []wire.Choice{{Name: "Red", Value: "red"}}
	}
	return []wire.Choice{}
}

func (Forms) Queries() []bot.Command {
	return bot.FormerlyAlone(bot.Command{Name: "count", Description: "What I know"})
}

func (Forms) Query(p table.Private, _ string, o map[string]string) (wire.Letter, error) {
	if o["match"] == "odd" {
		return wire.Letter{}, fmt.Errorf("expected something else")
	}
	return wire.Letter{Seat: p.Seat, Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("seat %d knows note %q", p.Seat, Read(p.View).Note))}}}, nil
}

func (Forms) Complete(game.View, table.Meta, string, string) []wire.Choice { return nil }

func (Forms) QueryPublic(p table.Public, _ string, _ map[string]string) (wire.Notice, error) {
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("all know round %d", Read(p.View).Round))}}}, nil
}

func (Forms) Config(_ json.RawMessage, forces []string) (game.Config, error) {
	if len(forces) != 2 {
		return nil, fmt.Errorf("secret forces %v", forces)
	}
	return game.Config(`{}`), nil
}

func (Forms) Turn(p table.Public) int { return Read(p.View).Round }

func (Forms) Split(facts []game.Fact, turn int) int {
	for i, f := range facts {
		if Read(f).What != "round" {
			continue
		}
		if turn--; turn < 0 {
			return i
		}
	}
	return len(facts)
}

// Words are facts of the toy as words.
func Words(facts []game.Fact) string {
	var b strings.Builder
	for _, f := range facts {
		t := Read(f)
		fmt.Fprintf(&b, "%s %d %d %s;", t.What, t.Seat, t.N, t.Text)
	}
	return b.String()
}

func (f Forms) Card(p table.Public, facts []game.Fact) (wire.Notice, error) {
	text := fmt.Sprintf("card of round %d, closed false: %s", Read(p.View).Round, Words(facts))
	m := wire.Message{Blocks: []wire.Block{wire.Text(text)}}
	for _, a := range p.Asked {
		m.Blocks = append(m.Blocks, wire.Text(fmt.Sprintf("asked %d %s by %s", a.Seat, a.Name, a.By.Format(time.TimeOnly))))
	}
	m.Blocks = append(m.Blocks, wire.Row{customid.ViewButton(p.ID, lang.English)})
	return wire.Notice{Message: m}, nil
}

func (f Forms) Closed(p table.Public, turn int, told []game.Fact, below wire.Row) (wire.Notice, error) {
	text := fmt.Sprintf("card of round %d, closed true: %s board after: %s", turn, Words(told), Words(p.Facts))
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(text), below}}}, nil
}

func (Forms) Headline(_ table.Public, turn int, told []game.Fact) (name, deeds string, counts bool) {
	return fmt.Sprintf("round %d", turn), Words(told), len(told) > 2
}

func (Forms) Board(p table.Public) (wire.Notice, error) {
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text("board of all: " + Words(p.Facts))}}}, nil
}

func (Forms) Question(_ table.Private, a table.OpenAsk) string { return "what to " + a.Name }

func (Forms) Outcome(p table.Public) string {
	return fmt.Sprintf("ranks %v, %s", p.Result.Rank, p.Result.Why)
}

func (Forms) PrivateThen(p table.Private, m table.Moment) (wire.Letter, error) {
	return wire.Letter{Seat: p.Seat, Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("seat %d at step %d: note %q, %s", p.Seat, m.Step, Read(p.View).Note, Words(p.Facts[m.First-1:m.Last])))}}}, nil
}

func (Forms) PublicThen(p table.Public, m table.Moment) (wire.Notice, error) {
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("all at step %d: %s", m.Step, Words(p.Facts[m.First-1:m.Last])))}}}, nil
}

func (Forms) Title(_ table.Public, names []string) string { return strings.Join(names, " – ") }

func (Forms) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	v := Read(p.View)
	m := wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("console of seat %d, tuned %d, note %q, over %t", p.Seat, v.Tuned, v.Note, p.Result != nil))}}
	if page.Guide != nil {
		m.Blocks = append(m.Blocks, wire.Text(page.Guide.Tell))
	}
	if page.Note != "" {
		m.Blocks = append(m.Blocks, wire.Text(page.Note))
	}
	if page.Order != "" {
		m.Blocks = append(m.Blocks, wire.Text("begun: "+page.Order))
	}
	for _, a := range p.Asks {
		if !a.Standing {
			m.Blocks = append(m.Blocks, wire.Text(fmt.Sprintf("asked %s by %s", a.ID, a.By.Format(time.TimeOnly))))
		}
		var row wire.Row
		for _, c := range a.Menu {
			if len(c.Slots) == 0 {
				row = append(row, wire.Button{Does: wire.Control{Kind: wire.ControlSubmit, Ask: a.ID, Draft: c.Words}, Label: c.Words})
				continue
			}
			does := func(kind string) wire.Control { return wire.Control{Kind: kind, Ask: a.ID, Draft: c.Words} }
			s := wire.Select{Does: does(wire.ControlChoose), Placeholder: c.Words}
			for _, o := range c.Slots[0].Options {
				s.Options = append(s.Options, wire.Option{Value: o, Label: o})
			}
			m.Blocks = append(m.Blocks, s, wire.Row{{Does: does(wire.ControlDraft), Label: "draft " + c.Words}, {Does: does(wire.ControlType), Label: "type " + c.Words}})
		}
		if len(row) > 0 {
			m.Blocks = append(m.Blocks, row)
		}
	}
	if p.CanUndo {
		m.Blocks = append(m.Blocks, wire.Row{{Does: bot.UndoControl(p), Label: "undo"}})
	}
	return wire.Letter{Seat: p.Seat, Message: m}, nil
}

func (Forms) Press(p table.Private, ask, draft string, values []string) bot.Step {
	if len(values) == 0 {
		return bot.Step{Form: &wire.Form{Title: "Type", Fields: []wire.Field{{ID: "1", Label: "what", Min: 1, Required: true}}}}
	}
	return bot.Step{Order: draft + " " + strings.Join(values, " ")}
}

func (Forms) Presses(_ table.Private, _, order string) (steps []string, all bool) {
	return []string{"Press **" + order + "**."}, true
}

func (f Forms) Plainly(v game.View, m table.Meta, facts []game.Fact) []string {
	return f.Log(v, m, facts)
}

func (Forms) Log(_ game.View, _ table.Meta, facts []game.Fact) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		if t := Read(f); t.What != "stage" {
			out[i] = fmt.Sprintf("%s %d %d %s", t.What, t.Seat, t.N, t.Text)
		}
	}
	return out
}

func (Forms) Ruling(before, after table.Public, n int) (wire.Notice, error) {
	return wire.Notice{Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("all saw %s after %d facts", Words(after.Facts[n-1:n]), len(before.Facts)))}}}, nil
}

func (Forms) RulingOwn(before, after table.Private, n int) (wire.Letter, error) {
	return wire.Letter{Seat: after.Seat, Message: wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("seat %d saw %s after %d facts", after.Seat, Words(after.Facts[n-1:n]), len(before.Facts)))}}}, nil
}

func (Forms) Disclosed(o table.Opened, _ table.Meta) (wire.Message, error) {
	return wire.Message{Blocks: []wire.Block{wire.Text(fmt.Sprintf("%s sees note %q: %s", o.View.For(), Read(o.View).Note, Words(o.Facts)))}}, nil
}

func (Forms) Factions(table.Public) []string { return []string{"red", "blue"} }

func (Forms) Sealed([]game.Fact) ([]string, error) { return []string{"-# a sealed colour"}, nil }
