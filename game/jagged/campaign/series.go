package campaign

import (
	"encoding/json"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/series"
)

// Rules presents a campaign as a series of matches: side 0 is the Humans, side 1 the Martians, and the Attacker chooses a Position.
type Rules struct{}

// begun is the beginning of a campaign as a series stores it.
type begun struct {
	Setup
	Faces [][2]int `json:"faces"` // of the first Attacker's roll, the Humans' first (J16.2)
}

// War is a campaign between two battles of its series.
type War struct {
	Campaign
	Faces [][2]int // of the first Attacker's roll, the Humans' first
}

// factions lists the factions by side.
var factions = [2]string{cards.Humans, cards.Martians}

// Choices lists the settings besides the form, each with its values, the default first: JQ47, JQ49, JQ52.
var Choices = []Choice{{"roles", []string{"alternate", "momentum"}}, {"retake", []string{"no", "yes"}}, {"pv", []string{"appendix", "tiers"}}}

// Choice is a setting with its values.
type Choice struct {
	Name   string
	Values []string
}

// setup reads a form followed by choices, such as "raid roles=momentum".
func setup(form string) (s Setup, err error) {
	s.Battles = jagged.Defaults().Options
	words := strings.Fields(form)
	for i, word := range words {
		name, value, chosen := strings.Cut(word, "=")
		n := slices.IndexFunc(Choices, func(c Choice) bool { return c.Name == name })
		switch {
		case i == 0 && !chosen:
			s.Form = word
			continue
		case n < 0:
			return s, game.Errorf("%q: expected roles, retake or pv, like roles=momentum", word)
		case !slices.Contains(Choices[n].Values, value):
			return s, game.Errorf("%s %q: expected %s", name, value, strings.Join(Choices[n].Values, ", "))
		case value == Choices[n].Values[0]: // the default is not stored
			continue
		}
		switch name {
		case "roles":
			s.Roles = value
		case "retake":
			s.Retake = value
		case "pv":
			err = s.Battles.Set(name, value)
		}
	}
	return s, err
}

// Start begins a campaign of that form and rolls for its first Attacker.
func (Rules) Start(form string, roll func(sides int) int) (json.RawMessage, error) {
	s, err := setup(form)
	if err != nil {
		return nil, err
	}
	first, faces, err := toss(func() (int, error) { return roll(100), nil })
	if err != nil {
		return nil, err
	}
	s.First = first
	c, err := New(s)
	if err != nil {
		return nil, err
	}
	return json.Marshal(begun{c.Setup, faces})
}

// After returns the campaign after those battles.
func (Rules) After(setup json.RawMessage, played []series.Played) (series.State, error) {
	var b begun
	if err := json.Unmarshal(setup, &b); err != nil {
		return nil, err
	}
	var battles []Battle
	for _, p := range played {
		battles = append(battles, Outcome(p.Choice, p.Result))
	}
	c, err := Replay(b.Setup, battles)
	return War{c, b.Faces}, err
}

// Turn returns the Attacker's side, and the Positions that it may name (J16.3).
func (w War) Turn() (side int, choices []string) { return sideOf(w.Attacker()), w.Targets() }

// Winner returns the side that took the enemy's headquarters (J16.1).
func (w War) Winner() (side int, over bool) {
	faction, over := w.Campaign.Winner()
	return sideOf(faction), over
}

func sideOf(faction string) int {
	if faction == factions[1] {
		return 1
	}
	return 0
}
