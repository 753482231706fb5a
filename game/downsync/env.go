package downsync

import (
	"fmt"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// env holds the derived settings of a match, computed once: edition, cards, battlefield.
type env struct {
	conf    Config // without its secrets: views hold it
	ed      *Edition
	cards   *cards.Catalogue
	ground  *plane.Ground
	mission *Mission
	goals   []Goal
	// changed and hashes are shown by views: the options that are not at their default, and the forces' commitments.
	changed, hashes []string
}

// newEnv derives the env from options that were checked before they were stored.
func newEnv(c Config) *env {
	e, err := envOf(c)
	if err != nil {
		panic("downsync: options of a match: " + err.Error())
	}
	return e
}

// envOf derives the env from the options; the error names the impossible option.
func envOf(c Config) (*env, error) {
	cat, err := c.Catalogue()
	if err != nil {
		return nil, fmt.Errorf("cards: %w", err)
	}
	t, err := c.laid()
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	g, err := c.ground(t)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	goals, err := c.goals(t)
	if err != nil {
		return nil, fmt.Errorf("map: %w", err)
	}
	out := &env{ed: editionOf(c.Rules), cards: cat, ground: g, mission: c.Mission(), goals: goals, changed: c.Changed(), hashes: c.commitments()}
	c.Forces, c.Salts, c.Lab = [2][]string{}, [2]string{}, nil
	out.conf = c
	return out, nil
}

// plainEnv is the env of a view made by hand: open ground and the printed cards.
var plainEnv = newEnv(Defaults())

func ed(s *state) *Edition { return s.env.ed }

// unit returns the card of that slug in this match.
func (s *state) unit(slug string) *cards.Unit { return s.env.cards.Must(slug) }

// ground returns the match's battlefield.
func ground(s *state) *plane.Ground { return s.env.ground }

// mission returns what the match is fought for.
func mission(s *state) *Mission { return s.env.mission }

// goals returns the places where Units score.
func goals(s *state) []Goal { return s.env.goals }

// attach sets the cards of pieces read from a record.
func (e *env) attach(ps []piece) {
	for i := range ps {
		if ps[i].Unit != "" {
			ps[i].unit = e.cards.Must(ps[i].Unit)
		}
	}
}

// known returns the view's env.
func known(v View) *env {
	if v.env == nil {
		return plainEnv
	}
	return v.env
}

// Ground returns the battlefield with all its terrain, known to everybody.
func (v View) Ground() *plane.Ground { return known(v).ground }

// Cards returns the cards of the match.
func (v View) Cards() *cards.Catalogue { return known(v).cards }

// Zone returns the side's deployment zone.
func (v View) Zone(s game.Seat) plane.Rect { return known(v).conf.zone(s) }
