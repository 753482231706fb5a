// Package script holds what only scripts of Syndicate Protocol have: headers, among them the headers of a lab, which starts from
// any position, and measurements. Package game/script plays them.
//
//	board 12                     12 or 24: the size; plain ground unless a map is named
//	map relay-court
//	rulings 0                    the version of the rulings; left out: the newest
//	secrecy veiled               veiled or open
//	option max_rounds 6
//	cards own.toml               a file of cards beside the script
//	light 3,6 4,6                terrain on top of the map: light, heavy, impassable, door, hazard
//	squad 1 lens-starter         a starter; for matches from the start
//	lab
//	place 1 operator lens A at 3,3 weapon longshot-m99 armor L      L, C, X: the printed armors, light to heavy
//	place 1 merc glyph A1 at 4,3
//	hand 1 dash advance
//	deck 1 dash                  default: none
//	gone 1 advance               discards; default: none
//	hp B 3
//	status B marked
//	priority 1                   1, 2 or roll
//	begin 1                      the round
package script

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/script"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Game makes Syndicate Protocol available to scripts.
var Game = script.Game{Rules: rules.Rules(), New: newHead}

// head holds what the headers of one script have set.
type head struct {
	conf   rules.Config
	ground *grid.Ground // nil: the map's
	lab    *rules.Lab
	begun  bool
}

func newHead(folder fs.FS) script.Head {
	h := &head{conf: rules.Defaults()}
	h.conf.Map, h.conf.Options = "plain", rules.Options{MaxRounds: 20} // a script must not change its meaning with the defaults
	headers := script.Plain(map[string]func([]string) error{
		"board": script.OneOf("board", func(w string) {
			h.conf.Size = map[string]string{"12": rules.Small, "24": rules.Standard}[w]
		}, "12", "24"),
		"map": script.Map(&h.conf.Map, "map relay-court"), "rulings": script.Rulings(&h.conf.Rulings, rules.NewestRulings),
		"secrecy": script.OneOf("secrecy", func(w string) { h.conf.Secrecy = w }, rules.Veiled, rules.Open),
		"option":  script.Option(h.conf.Set, "option max_rounds 6"),
		"squad":   h.squad, "lab": h.beginLab, "place": h.place, "hand": h.list(func(l *rules.Lab) *[2][]string { return &l.Hands }),
		"deck": h.list(func(l *rules.Lab) *[2][]string { return &l.Decks }), "gone": h.list(func(l *rules.Lab) *[2][]string { return &l.Gone }),
		"hp": h.hp, "status": h.status, "priority": h.priority, "begin": h.begin,
	})
	headers["cards"] = script.Cards(folder, func(name string, raw []byte) (err error) {
		h.conf.Cards, err = cards.Read(name, raw)
		return err
	})
	for name, t := range map[string]grid.Terrain{"light": grid.Light, "heavy": grid.Heavy, "impassable": grid.Impassable, "door": grid.Door, "hazard": grid.Hazard, "raised": grid.Raised} {
		headers[name] = func(words, _ []string) error { return h.terrain(t, words) }
	}
	return script.Head{Sides: 40, Headers: headers, Config: h.config, Stored: script.Stored(&h.conf), Begins: func() bool { return h.begun }, Requests: requests}
}

// requests are measurements: "measure A B1".
var requests = map[string]script.Request{
	"measure": {Form: "measure FROM TO", Answer: func(p *script.Player, args []string) (any, error) {
		if len(args) != 2 {
			return nil, script.Expected("expected measure FROM TO, like measure A B1")
		}
		v, _, err := p.View("referee")
		if err != nil {
			return nil, err
		}
		from, err1 := rules.ParseLabel(args[0])
		to, err2 := rules.ParseLabel(args[1])
		if err1 != nil || err2 != nil {
			return nil, script.Expected("measure %s: expected two units, like A B1", strings.Join(args, " "))
		}
		return v.(rules.View).Measure(from, to)
	}},
}

func (h *head) config() (game.Config, error) {
	if h.lab != nil && !h.begun {
		return nil, script.Expected("a lab needs begin and a round, like begin 1")
	}
	for i, s := range h.conf.Squads {
		if s.Operator == "" {
			return nil, script.Expected("no squad %d: expected a starter like squad %d lens-starter", i+1, i+1)
		}
	}
	if h.ground != nil {
		h.conf.Ground = h.ground.Rows()
	}
	h.conf.Lab = h.lab
	return h.conf.Encode(), nil
}

// terrain puts terrain on spaces of the map.
func (h *head) terrain(t grid.Terrain, args []string) error {
	if h.ground == nil {
		_, g, ok := grid.Find(h.conf.Map, h.conf.Edge())
		if !ok {
			return script.Expected("map %s: there is none of that name and size", h.conf.Map)
		}
		h.ground = g
	}
	for _, w := range args {
		at, err := space(h.ground, w)
		if err != nil {
			return err
		}
		h.ground = h.ground.With(at, t)
	}
	return nil
}

func space(g *grid.Ground, word string) (grid.Space, error) {
	at, err := grid.Parse(word)
	if err != nil || !g.Holds(at) {
		return at, script.Expected("%s: expected a space on the board, like 5,7", word)
	}
	return at, nil
}

func (h *head) squad(args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	if len(args) == 2 {
		if s, ok := cards.FindStarter(args[1]); ok {
			h.conf.Squads[seat-1] = s.Squad
			return nil
		}
	}
	return script.Expected("expected squad and a starter, like squad 1 lens-starter")
}

func (h *head) beginLab(args []string) error {
	if len(args) > 0 || h.lab != nil {
		return script.Expected("lab: expected the word alone, once")
	}
	h.lab = &rules.Lab{}
	for i := range h.conf.Squads {
		h.conf.Squads[i] = cards.Squad{Mercenaries: make([]string, 2)}
	}
	return nil
}

// inLab returns an error if a directive that needs a lab has none.
func (h *head) inLab() error {
	if h.lab == nil {
		return script.Expected("that is for a lab: expected the header lab before it")
	}
	return nil
}

// armors maps letters to the printed armors.
var armors = map[string]string{"l": "light-tactical-vest", "c": "composite-armor-rig", "x": "bulwark-exo-shell"}

// place reads "1 operator lens A at 3,3 weapon longshot-m99 armor L" and "1 merc glyph A1 at 4,3".
func (h *head) place(args []string) error {
	if err := h.inLab(); err != nil {
		return err
	}
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	if len(args) < 6 || args[4] != "at" {
		return script.Expected("expected place SEAT operator ID LABEL at x,y weapon ID armor ID, or place SEAT merc ID LABEL at x,y")
	}
	l, err := rules.ParseLabel(args[3])
	at, err2 := grid.Parse(args[5])
	if err != nil || err2 != nil || l.Seat() != seat || l.Operator() != (args[1] == "operator") {
		return script.Expected("%s at %s: expected a unit of player %d and a space", args[3], args[5], seat)
	}
	s := &h.conf.Squads[seat-1]
	switch {
	case args[1] == "merc" && len(args) == 6:
		s.Mercenaries[l[1]-'1'] = args[2]
	case args[1] == "operator" && len(args) == 10 && args[6] == "weapon" && args[8] == "armor":
		s.Operator, s.Weapon, s.Armor = args[2], args[7], args[9]
		if long, ok := armors[s.Armor]; ok {
			s.Armor = long
		}
	default:
		return script.Expected("expected an Operator with weapon and armor, or a merc")
	}
	h.lab.Units = append(h.lab.Units, rules.LabUnit{Label: l, At: at})
	return nil
}

// list reads "1 dash advance".
func (h *head) list(of func(*rules.Lab) *[2][]string) func([]string) error {
	return func(args []string) error {
		if err := h.inLab(); err != nil {
			return err
		}
		seat, err := script.Seat(args, 2)
		if err == nil {
			to := of(h.lab)
			to[seat-1] = append(to[seat-1], args[1:]...)
		}
		return err
	}
}

// unit finds a placed unit.
func (h *head) unit(args []string, form string) (*rules.LabUnit, error) {
	if err := h.inLab(); err != nil {
		return nil, err
	}
	if len(args) != 2 {
		return nil, script.Expected("expected %s", form)
	}
	i := slices.IndexFunc(h.lab.Units, func(u rules.LabUnit) bool { return strings.EqualFold(string(u.Label), args[0]) })
	if i < 0 {
		return nil, script.Expected("%s is not placed", args[0])
	}
	return &h.lab.Units[i], nil
}

func (h *head) hp(args []string) error {
	u, err := h.unit(args, "hp and a unit, like hp B 3")
	if err == nil {
		if u.HP, err = strconv.Atoi(args[1]); err != nil || u.HP < 1 {
			err = script.Expected("hp %s: expected a number from 1", args[1])
		}
	}
	return err
}

func (h *head) status(args []string) error {
	u, err := h.unit(args, "status, a unit and a status, like status B marked")
	if err == nil {
		u.Statuses = append(u.Statuses, args[1])
	}
	return err
}

func (h *head) priority(args []string) error {
	if err := h.inLab(); err != nil {
		return err
	}
	return script.OneOf("priority", func(w string) {
		h.lab.Priority = 0
		if w != "roll" {
			h.lab.Priority = game.Seat(w[0] - '0')
		}
	}, "1", "2", "roll")(args)
}

func (h *head) begin(args []string) error {
	if err := h.inLab(); err != nil {
		return err
	}
	var err error
	if len(args) != 1 {
		err = fmt.Errorf("no round")
	} else {
		h.lab.Round, err = strconv.Atoi(args[0])
	}
	if err != nil {
		return script.Expected("expected begin and a round, like begin 1")
	}
	h.begun = true
	return nil
}
