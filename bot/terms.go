package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Terms are the game's settings and the clocks of a match. The challenge settles them, and they are public.
type Terms struct {
	Game        string // the ruleset's id
	Settings    json.RawMessage
	Clock       string        // one of the bot's timings, by name; "": no clock runs
	Pace        string        // strict, or "": natural
	Turn, React time.Duration // the match's own times; 0: the clock's
}

// The paces of reaction windows: natural windows close with the last answer, strict ones stay open for a fixed time.
const (
	PaceNatural = "natural"
	PaceStrict  = "strict"
)

// The clocks of a match: for a question, and for a reaction window.
const ClockTurn, ClockReact = "turn", "react"

// Timing returns the clock with the match's own times, and with strict windows only if the match chose them.
func (a *App) Timing(x Terms) table.Timing {
	t, known := a.Timings[x.Clock]
	if !known {
		return unhurried
	}
	t.Clocks = maps.Clone(t.Clocks)
	for name, own := range map[string]time.Duration{ClockTurn: x.Turn, ClockReact: x.React} {
		if own > 0 {
			t.Clocks[name] = own
		}
	}
	if x.Pace != PaceStrict {
		t.Strict = 0
	}
	return t
}

// unhurried is the timing of a match without a clock, usual against the program. Its windows still close on a grid, so
// that they show less about how long somebody thought.
var unhurried = table.Timing{Tick: 3 * time.Second, MinWindow: 3 * time.Second}

// Summary describes a match's terms in a few words, for a list.
func (c *Call) Summary(x Terms) string {
	words := []string{c.ClockName(x.Clock)}
	if x.Clock == "" {
		words[0] = c.Text("no clock")
	}
	if x.Pace != "" {
		words = append(words, c.Text(game.Text(x.Pace)))
	}
	if x.Turn+x.React > 0 {
		t := c.Timing(x)
		words = append(words, "("+c.Span(t.Clocks[ClockTurn])+" / "+c.Span(t.Clocks[ClockReact])+")")
	}
	return c.NameGame(x.Game, c.Say("%s · %s", c.Forms(x.Game).Summary(x.Settings), strings.Join(words, " ")))
}

// clockNames are the usual clocks' names as people read them. Options take the name of the configuration.
var clockNames = map[string]game.Text{"live": "clock|live", "correspondence": "clock|correspondence"}

// ClockName returns a clock's name in the reader's language. A clock of the operator's own keeps its name.
func (v Voice) ClockName(clock string) string {
	if name, ok := clockNames[clock]; ok {
		return v.Text(name)
	}
	return clock
}

// Played describes a match's terms in a few words.
func (c *Call) Played(game string, p Place) string {
	if p.Settings == nil {
		return p.Summary
	}
	return c.Summary(Terms{game, p.Settings, p.Clock, p.Pace, p.Turn, p.React})
}

// Explain describes a match's terms in a few short lines: what is played, and how long each player may think.
func (c *Call) Explain(x Terms) string {
	t := c.Timing(x)
	clock := c.Text("• **No clock**: nobody's time runs.")
	if t.Clocks[ClockTurn]+t.Clocks[ClockReact] > 0 {
		clock = c.Say("• **Clock**, %s: %s for each question, %s for a reaction window.", c.ClockName(x.Clock), c.Span(t.Clocks[ClockTurn]),
			c.Span(t.Clocks[ClockReact]))
	}
	if t.Strict > 0 {
		clock += " " + c.Text("Reaction windows always stay open for the same time.")
	}
	return c.Forms(x.Game).Terms(x.Settings) + "\n" + clock
}

// Place is where a match is played. It is stored with the match and public.
type Place struct {
	Channel wire.ChannelID `json:"channel"`
	Message wire.MessageID `json:"message"` // the challenge's message, on which the thread was started
	// Language is the language of the match's public cards, as lang.Of reads it.
	Language string `json:"language,omitempty"`
	// Theme is the theme of the match's public pictures, one of Themes; "": the first.
	Theme string   `json:"theme,omitempty"`
	Names []string `json:"names"`
	// Learner is the seat of the only reader, in a lesson; 0 in every match.
	Learner game.Seat `json:"learner,omitempty"`
	// Summary describes the terms of matches that are older than the fields below.
	Summary string `json:"summary,omitempty"`
	// The terms, and what else a rematch needs.
	Guild wire.GuildID `json:"guild,omitempty"`
	// Direct is set for a match of one person against the program that is on no server: Channel is their direct channel.
	Direct bool `json:"direct,omitempty"`
	// Server is the server's name for a picture, see Call.Named. It is never stored.
	Server   string          `json:"server,omitempty"`
	Settings json.RawMessage `json:"settings,omitempty"`
	Clock    string          `json:"clock,omitempty"`
	Pace     string          `json:"pace,omitempty"`
	Turn     time.Duration   `json:"turn,omitempty"`
	React    time.Duration   `json:"react,omitempty"`
	// Rival says how the program plays in the match; nil: it does not. Rivals are its further seats.
	Rival  *RivalSeat  `json:"rival,omitempty"`
	Rivals []RivalSeat `json:"rivals,omitempty"`
	// Hints allows each side to ask the program for its advice.
	Hints bool `json:"hints,omitempty"`
	// Series is the match's place in a series; nil: none.
	Series *SeriesMatch `json:"series,omitempty"`
	// Again is how many matches came before it in its row of rematches; 0: it is no rematch.
	Again int `json:"again,omitempty"`
	// left holds the seats that the program plays for players who left (table.Meta.Left).
	left []game.Seat
}

// AddProgram adds a seat that the program plays.
func (p *Place) AddProgram(s RivalSeat) {
	if p.Rival == nil {
		p.Rival = &s
		return
	}
	p.Rivals = append(p.Rivals, s)
}

// Programs lists the seats that the program plays.
func (p Place) Programs() []RivalSeat {
	if p.Rival == nil {
		return nil
	}
	return append([]RivalSeat{*p.Rival}, p.Rivals...)
}

// Program returns how the program plays in a seat; nil if a person plays there.
func (p Place) Program(seat game.Seat) *RivalSeat {
	for _, s := range p.Programs() {
		if s.Seat == seat {
			return &s
		}
	}
	return nil
}

// NowIn returns the players' names. Where the program plays on for one who left, it says so in the reader's language.
func (p Place) NowIn(l lang.Language) []string {
	names := slices.Clone(p.Names)
	for _, seat := range p.left {
		names[seat-1] = l.Say("%s (bot)", names[seat-1])
	}
	return names
}

// NamesIn is NowIn with the program's own seats in the reader's language too.
func (p Place) NamesIn(l lang.Language) []string {
	names := p.NowIn(l)
	for n, s := range p.Programs() {
		if int(s.Seat) <= len(names) && s.Seat > 0 {
			names[s.Seat-1] = s.NameOf(n+1, l)
		}
	}
	return names
}

// WithoutProgram returns the place without the program in that seat.
func (p Place) WithoutProgram(seat game.Seat) Place {
	left := p.Programs()
	p.Rival, p.Rivals = nil, nil
	for _, s := range left {
		if s.Seat != seat {
			p.AddProgram(s)
		}
	}
	return p
}

// PlaceOf returns where a match is played.
func PlaceOf(m table.Meta) (Place, error) {
	place, err := places.read(m.Place)
	if err != nil {
		return place, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	if len(place.Names) != len(m.Users) {
		return place, fmt.Errorf("%w: a match of %d seats with %d names", table.ErrGiveUp, len(m.Users), len(place.Names))
	}
	place.left = m.Left
	return place, nil
}

// places caches the last decoded places by their text, because everything shown of a match asks for its place.
var places placesRead

type placesRead struct {
	mu   sync.Mutex
	last map[string]Place
}

// mostPlaces bounds the cached places.
const mostPlaces = 256

func (r *placesRead) read(raw []byte) (Place, error) {
	r.mu.Lock()
	place, ok := r.last[string(raw)]
	r.mu.Unlock()
	if !ok {
		var err error
		if place, err = decodePlace(raw); err != nil {
			return place, err
		}
		r.mu.Lock()
		if r.last == nil || len(r.last) >= mostPlaces {
			r.last = map[string]Place{}
		}
		r.last[string(raw)] = place
		r.mu.Unlock()
	}
	place.Names = slices.Clone(place.Names) // nobody changes any other part of a place
	return place, nil
}

func decodePlace(raw []byte) (place Place, err error) {
	if err = json.Unmarshal(raw, &place); err != nil {
		return place, err
	}
	for n, name := range place.Names { // an older match has them as typed
		place.Names[n] = wire.Clean(name)
	}
	return place, nil
}

// Versus names the players of a match in the order of their seats: two against each other, more in a row.
func Versus(l lang.Language, names []string) string {
	if len(names) == 2 {
		return l.Say("%s against %s", names[0], names[1])
	}
	return strings.Join(names, ", ")
}

// Players names the players of a match, after its game if the bot offers several, and says where the program plays on; "?" if they
// cannot be read.
func (c *Call) Players(ctx context.Context, id table.ID) string {
	meta, err := c.Hall.Meta(ctx, id)
	if err == nil && len(meta.Users) > 2 {
		if p, err := c.Hall.Public(ctx, id); err == nil { // otherwise the match is held after a fault
			meta.Left = p.Meta.Left
		}
	}
	if err == nil {
		if place, err := PlaceOf(meta); err == nil {
			return c.NameGame(meta.Game, Versus(c.Language, place.NowIn(c.Language)))
		}
	}
	return "?"
}
