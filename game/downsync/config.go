package downsync

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"
)

// Game sizes (R4.2, R4.3).
const (
	Small    = "small"
	Standard = "standard"
)

// Modes of secrecy.
const (
	Veiled = "veiled"
	Open   = "open"
)

// MaxRoundsLimit bounds the option max_rounds.
const MaxRoundsLimit = 100

// sizes are the CP Capacity and the limits by Signature.
var sizes = map[string]struct {
	cp     int
	limits map[cards.Signature]int
}{
	Small:    {5, map[cards.Signature]int{cards.Small: 2, cards.Medium: 3, cards.Large: 1}}, // R4.2
	Standard: {7, map[cards.Signature]int{cards.Small: 4, cards.Medium: 5, cards.Large: 2}}, // R4.3
}

// Config are the options of one match, kept with it for ever.
type Config struct {
	Size    string `json:"size"`    // small, standard
	Secrecy string `json:"secrecy"` // veiled, open
	Map     string `json:"map"`     // "plain"
	// Forces are the Units of each side, by slug, without those that come packaged. Chosen in private (A4).
	Forces [2][]string `json:"forces"`
	// MaxRounds ends the match after that many Rounds, most VP wins; 0: no limit (Q19).
	MaxRounds int `json:"max_rounds,omitempty"`
	// Lab starts without set-up, from any position; for scripts.
	Lab *Lab `json:"lab,omitempty"`
}

// Defaults are the options of a new match before anybody chose: a small veiled game on the plain map.
func Defaults() Config { return Config{Size: Small, Secrecy: Veiled, Map: "plain"} }

// Encode writes the options for game.Game.Start.
func (c Config) Encode() game.Config {
	b, err := json.Marshal(c)
	if err != nil {
		panic("downsync: options do not encode: " + err.Error()) // plain data always does
	}
	return b
}

// decodeConfig reads and checks options.
func decodeConfig(raw game.Config) (Config, error) {
	c := Config{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return c, fmt.Errorf("options: %w", err)
	}
	return c, c.Check()
}

// Check says what is wrong with the options, if anything.
func (c Config) Check() error {
	if _, ok := sizes[c.Size]; !ok {
		return fmt.Errorf("size %q: expected small or standard", c.Size)
	}
	if c.Secrecy != Veiled && c.Secrecy != Open {
		return fmt.Errorf("secrecy %q: expected veiled or open", c.Secrecy)
	}
	if c.Map != "plain" {
		return fmt.Errorf("map %q: expected plain", c.Map)
	}
	if c.MaxRounds < 0 || c.MaxRounds > MaxRoundsLimit {
		return fmt.Errorf("max_rounds %d: expected 0 (no limit) to %d", c.MaxRounds, MaxRoundsLimit)
	}
	if c.Lab != nil {
		return c.Lab.check()
	}
	for i, f := range c.Forces {
		if err := CheckForce(c.Size, f); err != nil {
			return fmt.Errorf("force of player %d: %w", i+1, err)
		}
	}
	return nil
}

// CheckForce says what is wrong with a force for that size, if anything: known Units, one faction, nothing that
// comes packaged, within the limits, at least one (R4, Q7).
func CheckForce(size string, slugs []string) error {
	if len(slugs) == 0 {
		return fmt.Errorf("a force needs at least one Unit")
	}
	count := map[cards.Signature]int{}
	faction := ""
	for _, slug := range slugs {
		u, ok := cards.Find(slug)
		switch {
		case !ok:
			return fmt.Errorf("there is no Unit %q", slug)
		case u.PackagedWith != "":
			return fmt.Errorf("%s comes free with the %s and is not listed (Q7)", u.Name, cards.MustFind(u.PackagedWith).Name)
		case faction != "" && u.Faction != faction:
			return fmt.Errorf("%s is of another faction; a force has one (Q7)", u.Name)
		}
		faction = u.Faction
		count[u.Signature]++
	}
	for _, sig := range cards.Signatures {
		if n, most := count[sig], sizes[size].limits[sig]; n > most {
			return fmt.Errorf("%d Units of %s signature; a %s game allows %d (R4)", n, sig, size, most)
		}
	}
	return nil
}

// ForceOf reads a force as people write it: the id of an army, or the slugs of Units. It does not check limits.
func ForceOf(words []string) ([]string, error) {
	if len(words) == 1 {
		if a, ok := cards.FindArmy(words[0]); ok {
			return slices.Clone(a.Units), nil
		}
	}
	for _, w := range words {
		if _, ok := cards.Find(w); !ok {
			return nil, fmt.Errorf("there is no army or Unit %q", w)
		}
	}
	return slices.Clone(words), nil
}

// Capacity is the size's CP Capacity (R17.1).
func (c Config) Capacity() int { return sizes[c.Size].cp }

// TableSize is the length of the table's edges (R25.1).
const TableSize = 48 * 1000

// ground is the match's battlefield.
func (c Config) ground() *plane.Ground { return plane.Open(TableSize, TableSize) }

// VIPs are the places of side 1's and side 2's VIP: lower right as each side sees it (R25.3, Q11).
var VIPs = [2]plane.Point{{X: 36000, Y: 12000}, {X: 12000, Y: 36000}}

// ZoneDepth is how far from its own edge a side deploys (R25.2).
const ZoneDepth = 10 * 1000

// Zone is a side's deployment zone; the whole base lies in it (Q10).
func Zone(s game.Seat) plane.Rect {
	if s == 1 {
		return plane.Rect{Max: plane.Point{X: TableSize, Y: ZoneDepth}}
	}
	return plane.Rect{Min: plane.Point{Y: TableSize - ZoneDepth}, Max: plane.Point{X: TableSize, Y: TableSize}}
}
