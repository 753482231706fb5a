// Package toy has the bot's words and controls for the toy game. It sees a match only as its readers do.
package toy

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/book"
	"downsync/game/table"
	rules "downsync/game/toy"
	"downsync/render"
	draw "downsync/render/toy"
)

// Forms are the toy's forms. The zero value is ready.
type Forms struct {
	bot.Voice
}

// Game is the toy as the bot offers it. It has no builder, no film of a whole match, no lesson and no questions about a match.
func (Forms) Game() bot.Game {
	card := rules.Rules().Card()
	return bot.Game{ID: card.ID, Name: "Toy", MinSeats: card.MinSeats, MaxSeats: card.MaxSeats, In: func(v bot.Voice) bot.Forms {
		w := Forms{v}
		about := bot.About{Name: "Toy", Goal: w.Text("Bid in secret, claim, and look at cards. After a few rounds the most points win."),
			Order: "bid 3", Concede: "quit", Conceded: "quit", RulingHow: "points 1 5"}
		return bot.Forms{About: about, Lobby: w, Roster: w, Play: w.play(), History: history{w.play().Past()}, Endings: films{w}, Library: w.rulebook(), Series: cup{w}}
	}}
}

// Options are the game's own options of a challenge.
func (Forms) Options() []bot.CommandOption {
	return []bot.CommandOption{
		{Name: "force", Description: "Your colour: red, blue or green; nobody else is told", Kind: wire.StringOption, Autocomplete: true},
		{Name: "rounds", Description: "How many rounds, 1 to 5; default: 3", Kind: wire.IntOption},
		bot.LeaverOption(),
	}
}

// Settings reads the options: three rounds unless others are chosen (T1).
func (Forms) Settings(o map[string]string) (json.RawMessage, error) {
	c := rules.Config{Rounds: 3, Keep: o["leaver"] == bot.LeaverProgram}
	if typed := o["rounds"]; typed != "" {
		n, err := strconv.Atoi(typed)
		if c.Rounds = n; err != nil || n == 0 {
			c.Rounds = -1
		}
	}
	if err := c.CheckSettings(); err != nil {
		return nil, game.Errorf("%q is no number of rounds: expected 1 to 5", wire.Clip(o["rounds"], 20))
	}
	return json.RawMessage(c.Encode()), nil
}

// settled reads settings that were kept.
func settled(raw json.RawMessage) (c rules.Config, err error) {
	err = json.Unmarshal(raw, &c)
	return c, err
}

// Mode is "": nothing about a match is settled about what is secret.
func (Forms) Mode(json.RawMessage) string { return "" }

// Summary names the settings in a few words.
func (w Forms) Summary(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	said := w.Say("rounds: %d", c.Rounds)
	if c.Keep {
		said += ", " + w.Text("the bot plays on for leavers")
	}
	return said
}

// Terms says what is played.
func (w Forms) Terms(raw json.RawMessage) string {
	c, err := settled(raw)
	if err != nil {
		return ""
	}
	leaver := ""
	if c.Keep {
		leaver = "\n" + w.Text("• **Leavers**: the bot plays on for them; they rank behind all who stay.")
	}
	return w.Say("• **Rounds**: %d; the most points win.",
		c.Rounds) + leaver + "\n" + w.Text("• **Secret**: each bid until all are in, and your colour until the end.")
}

// Preview shows nothing: every match has the same board.
func (Forms) Preview(json.RawMessage) (wire.Notice, error) { return wire.Notice{}, nil }

// Suggest completes a colour, or what is looked up in the rules.
func (w Forms) Suggest(name string, o map[string]string) []wire.Choice {
	if name == "word" {
		return w.rulebook().Suggest(o[name])
	}
	s := page.Suggest(o[name])
	if name == "force" {
		for _, colour := range rules.Colours {
			s.Add(colour, w.Text(colours[colour]))
		}
	}
	return s.Choices()
}

// Config makes the ruleset's options.
func (Forms) Config(raw json.RawMessage, forces []string) (game.Config, error) {
	c, err := settled(raw)
	c.Colours = forces
	return c.Encode(), err
}

// Forces are the colours. Either seat's usual one is another.
func (w Forms) Forces(raw json.RawMessage, seat game.Seat) []bot.Force {
	var out []bot.Force
	for i := range rules.Colours {
		out = append(out, w.ForceNamed(raw, rules.Colours[(i+int(seat)-1)%len(rules.Colours)]))
	}
	return out
}

// ForceNamed is a colour for its owner.
func (w Forms) ForceNamed(_ json.RawMessage, colour string) bot.Force {
	return bot.Force{Value: colour, Name: w.Text(colours[colour]), Units: w.Text("2 points at the end, if nobody else chose it")}
}

// ReadForce reads a colour as it is called in the reader's language or in English.
func (w Forms) ReadForce(_ json.RawMessage, _ game.Seat, typed string) (force, note string, err error) {
	for _, colour := range rules.Colours {
		if t := strings.TrimSpace(typed); strings.EqualFold(t, colour) || strings.EqualFold(t, w.Text(colours[colour])) {
			return colour, "", nil
		}
	}
	return "", "", game.Errorf("there is no colour %q: expected red, blue or green", wire.Clip(strings.TrimSpace(typed), 40))
}

// Played are the colours, which open when a match ends (T2).
func (Forms) Played(p table.Public) ([]string, bool) {
	list := p.View.(rules.View).Colours
	return list, p.Result != nil && !slices.Contains(list, "")
}

// Factions names the colours.
func (Forms) Factions(p table.Public) []string {
	var out []string
	for _, colour := range p.View.(rules.View).Colours {
		out = append(out, string(colours[colour]))
	}
	return out
}

// numbered holds the rules.
var numbered = book.New(book.Source{Rules: rules.Numbered})

func (w Forms) rulebook() page.Rulebook {
	return page.Rulebook{Voice: w.Voice, Book: numbered, Word: "bid", Number: "T4", Hint: "Words like bid, or a number like T4"}
}

// matchLook returns the look of a match's pictures for the reader, with the players' names.
func (w Forms) matchLook(m table.Meta) draw.Look {
	place, _ := bot.PlaceOf(m) // an unreadable place has no theme and no names
	return draw.Look{Reader: render.NewReader(cmp.Or(w.Theme, place.Theme), w.Say, w.Patient), Names: place.NowIn(w.Language), Server: place.Server}
}
