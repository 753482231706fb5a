package syndicate

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/seal"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Sizes of the battlefield (S2.1).
const (
	Small    = "small"
	Standard = "standard"
)

// These are the modes of secrecy (R-P1). Hands are secret in both.
const (
	Veiled = "veiled" // only its owner knows what is in a deck
	Open   = "open"   // everybody knows what is in the decks
)

var edges = map[string]int{Small: grid.SmallEdge, Standard: grid.StandardEdge}

// Terms holds the public settings of a match.
type Terms struct {
	Size    string `json:"size"`    // small, standard
	Secrecy string `json:"secrecy"` // veiled, open
	Map     string `json:"map"`     // its slug
	// Ground holds the rows of the map, the northernmost first; nil: the rows that the named map has when the match begins.
	Ground  []string `json:"ground,omitempty"`
	Rulings int      `json:"rulings,omitempty"` // the version of the rulings, up to NewestRulings; 0: the first
	// Printed is the version of the printed cards; "": the first.
	Printed string `json:"printed,omitempty"`
	// Cards holds all of the server's own cards, so that it does not reveal which of them are in a deck.
	Cards *cards.Set `json:"cards,omitempty"`
	Options
}

// Config holds the options of one match, which keeps them for ever. A later change of files changes no match.
type Config struct {
	Terms
	// Squads holds what each side brings. The sides choose in private.
	Squads [2]cards.Squad `json:"squads"`
	// Salts holds the salts of the decks' commitments, random and as long as a hash; "": there is no commitment.
	Salts [2]string `json:"salts,omitzero"`
	// Lab starts from any position without set-up; for scripts.
	Lab *Lab `json:"lab,omitempty"`
}

// Defaults returns the initial options of a new match: a small veiled match on its usual map, with a mission that calls both sides
// to the middle and waits for the slower one, and few enough rounds for an evening (R-V2, R-V3).
func Defaults() Config {
	return Config{Terms: Terms{Size: Small, Secrecy: Veiled, Map: grid.Maps()[0].Slug, Rulings: NewestRulings, Printed: cards.Version, Options: Options{Mission: Uplink, ScoresFrom: scoresFromDefault, Ties: tiesLosses, MaxRounds: maxRoundsDefault, Lasting: true}}}
}

// DefaultsFor returns the initial options of a match with that mission.
func DefaultsFor(mission string) Config {
	c := Defaults()
	switch c.Mission = mission; mission {
	case Elimination:
		c.Mission, c.MaxRounds = "", maxRoundsElimination
	case Extract:
		c.MaxRounds, c.ScoresFrom = maxRoundsExtract, scoresFromExtract
	}
	return c
}

// AsPrinted returns the initial options of a match as the manual prints it (R-V4).
func AsPrinted() Config {
	c := DefaultsFor(Elimination)
	c.Size, c.Map, c.MaxRounds = Standard, MapFor(Standard), 0
	return c
}

// AsPrinted reports whether a match has the battlefield and the end that the manual prints (R-V4).
func (t Terms) AsPrinted() bool {
	return t.Size == Standard && t.MissionName() == Elimination && t.MaxRounds == 0
}

// Encode writes the options for game.Game.Start.
func (c Config) Encode() game.Config { return game.ConfigOf(c) }

// decodeConfig reads and checks options.
func decodeConfig(raw game.Config) (Config, error) {
	c := Config{}
	if err := raw.Read(&c); err != nil {
		return c, err
	}
	return c, c.Check()
}

// Check says what is wrong with the options, if anything.
func (c Config) Check() error {
	if err := c.CheckSettings(); err != nil {
		return err
	}
	if c.Lab != nil {
		return c.Lab.check(c)
	}
	for i, s := range c.Squads {
		if err := c.CheckSquad(s); err != nil {
			return game.Errorf("squad of player %d: %s", i+1, err)
		}
	}
	return nil
}

// CheckSettings says what is wrong with the terms, which are settled before the squads are chosen.
func (t Terms) CheckSettings() error {
	if err := t.checkVersions(); err != nil {
		return err
	}
	if edges[t.Size] == 0 {
		return game.Errorf("size %q: expected small or standard", t.Size)
	}
	if t.Secrecy != Veiled && t.Secrecy != Open {
		return game.Errorf("secrecy %q: expected veiled or open", t.Secrecy)
	}
	if err := MatchOptions.Check(t.Options); err != nil {
		return err
	}
	if _, err := t.ground(); err != nil {
		return err
	}
	if t.Cards != nil {
		if id, err := t.Cards.Check(); err != nil {
			return game.Errorf("cards: %s: %s", id, err)
		}
	}
	return nil
}

// checkVersions refuses rulings or cards that this program does not have.
func (t Terms) checkVersions() error {
	if t.Rulings < 0 || t.Rulings > NewestRulings {
		return game.Errorf("rulings %d: this program has 0 to %d", t.Rulings, NewestRulings)
	}
	if t.Printed != "" && t.Printed != cards.Version {
		return game.Errorf("printed cards %q: expected %s", t.Printed, cards.Version)
	}
	return nil
}

// catalogue returns the match's cards: the printed ones and the server's own.
func (t Terms) catalogue() (*cards.Catalogue, error) { return cards.Printed().With(t.Cards) }

// CheckSquad says what is wrong with a squad for these terms, if anything (S1).
func (t Terms) CheckSquad(s cards.Squad) error {
	cat, err := t.catalogue()
	if err != nil {
		return err
	}
	return cat.CheckSquad(s)
}

// Edge returns the number of spaces on each side of the battlefield.
func (t Terms) Edge() int { return edges[t.Size] }

// ground returns the battlefield. The error lists the maps there are.
func (t Terms) ground() (*grid.Ground, error) {
	if t.Ground != nil {
		g, err := grid.Read(t.Ground)
		switch {
		case err != nil:
			return nil, game.Errorf("map %s: %s", t.Map, err)
		case g.Edge() != t.Edge():
			return nil, game.Errorf("map %s: %d {row|rows}: expected %d", t.Map, g.Edge(), t.Edge())
		}
		return g, nil
	}
	if _, g, ok := grid.Find(t.Map, t.Edge()); ok {
		return g, nil
	}
	var fit []string
	for _, m := range grid.Maps() {
		if m.Edge == 0 || m.Edge == t.Edge() {
			fit = append(fit, m.Slug)
		}
	}
	return nil, game.Errorf("map %q: expected one of %s for a match of this size", t.Map, strings.Join(fit, ", "))
}

// withGround returns the terms with the rows of the map, so that a later change to the map's file has no effect.
func (t Terms) withGround(g *grid.Ground) Terms {
	t.Ground = g.Rows()
	return t
}

// MapFor returns the usual map for a battlefield of that size.
func MapFor(size string) string {
	maps := grid.Maps()
	return maps[max(0, slices.IndexFunc(maps, func(m grid.Map) bool { return m.Edge == edges[size] }))].Slug
}

// commitments returns the hashes published for the decks at the start. It returns nil where nothing is sealed: in open matches, and
// in those without salts, such as scripts.
func (c Config) commitments() []string {
	if c.Secrecy == Open || c.Lab != nil || c.Salts[0] == "" || c.Salts[1] == "" {
		return nil
	}
	return []string{seal.Hash(c.Salts[0], c.Squads[0].List()), seal.Hash(c.Salts[1], c.Squads[1].List())}
}
