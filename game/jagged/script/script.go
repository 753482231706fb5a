// Package script holds what only scripts of Jagged Shards have: headers, among them the headers of a lab, which starts from any
// position, and measurements. Package game/script plays them.
//
//	map spire-yard                        a board; open: one without terrain. Without it an equal chance decides.
//	rulings 0                             the version of the rulings; left out: the newest
//	attacker martian-order                the faction of side 1
//	pv 50                                 the number that the Insertion must reach
//	position human-outer-gate             the Position attacked
//	penalty human-supply-depot            a Position whose loss has an effect in this battle
//	option wounds combined
//	place 1 colonist-rifleman A1 at 10,10 wounds=1 grenade=concussion-grenade       makes a lab, on an open table unless a map is named
//	objective 1 at 24,24                  one of a lab, owned by side 1; 0: by nobody
//	flares 1 3                            of a lab, by side: flares, kept, vp, fr, lostfr
//	lost 1 command-officer                units destroyed
//	used 1 seers-insight                  special rules used up
//	begin 2 shoot 1                       a lab's Round, phase and who has the Initiative
package script

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/script"
)

// Game makes Jagged Shards available to scripts.
var Game = script.Game{Rules: rules.Rules(), New: newHead}

// head holds what the headers of one script have set.
type head struct {
	conf  rules.Config
	lab   *rules.Lab
	begun bool
}

func newHead(fs.FS) script.Head {
	h := &head{conf: rules.Defaults()}
	headers := script.Plain(map[string]func([]string) error{
		"map": script.Map(&h.conf.Board, "map spire-yard"), "rulings": script.Rulings(&h.conf.Rulings, rules.NewestRulings),
		"option": script.Option(h.conf.Set, "option wounds combined"), "pv": h.pv, "position": h.position, "penalty": h.penalty,
		"attacker": script.OneOf("attacker", func(w string) { h.conf.Attacker = w }, cards.Humans, cards.Martians),
		"place":    h.place, "objective": h.objective,
		"flares": h.figure(func(l *rules.Lab) *[2]int { return &l.Flares }), "kept": h.figure(func(l *rules.Lab) *[2]int { return &l.Kept }),
		"vp": h.figure(func(l *rules.Lab) *[2]int { return &l.VP }), "fr": h.figure(func(l *rules.Lab) *[2]int { return &l.FR }),
		"lostfr": h.figure(func(l *rules.Lab) *[2]int { return &l.LostFR }), "lost": h.words(func(l *rules.Lab) *[2][]string { return &l.Lost }),
		"used": h.words(func(l *rules.Lab) *[2][]string { return &l.Used }), "begin": h.begin,
	})
	return script.Head{Sides: 100, Headers: headers, Config: h.config, Stored: script.Stored(&h.conf), Begins: func() bool { return h.begun }, Requests: requests}
}

// requests are measurements: "measure A1 B1", "aim A1 B1 concussion-grenade", "charge A1".
var requests = map[string]script.Request{
	"measure": measures("measure FROM TO", "like measure A1 B1", 2),
	"aim":     measures("aim FROM TO WEAPON", "like aim A1 B1 ballistic-rifle", 3),
	"charge": {Form: "charge UNIT", Answer: func(p *script.Player, args []string) (any, error) {
		if len(args) != 1 {
			return nil, script.Expected("expected charge UNIT, like charge A1")
		}
		v, ls, err := models(p, args)
		if err != nil {
			return nil, err
		}
		return v.Rush(ls[0], "")
	}},
}

// measures returns a request that measures from one model to another, with a weapon or with the one that an order without a weapon
// uses.
func measures(form, like string, words int) script.Request {
	return script.Request{Form: form, Answer: func(p *script.Player, args []string) (any, error) {
		if len(args) != words {
			return nil, script.Expected("expected %s, %s", form, like)
		}
		v, ls, err := models(p, args[:2])
		if err != nil {
			return nil, err
		}
		return v.Measure(ls[0], ls[1], strings.Join(args[2:], ""))
	}}
}

func models(p *script.Player, args []string) (rules.View, []rules.Label, error) {
	v, _, err := p.View("referee")
	if err != nil {
		return rules.View{}, nil, err
	}
	var out []rules.Label
	for _, a := range args {
		l, err := rules.ParseLabel(a)
		if err != nil {
			return rules.View{}, nil, script.Expected("%v", err)
		}
		out = append(out, l)
	}
	return v.(rules.View), out, nil
}

func (h *head) config() (game.Config, error) {
	if h.lab != nil && !h.begun {
		return nil, script.Expected("a lab needs begin, like begin 2 shoot 1")
	}
	h.conf.Lab = h.lab
	if h.lab != nil && h.conf.Board == "" {
		h.conf.Board = boards.Open
	}
	return h.conf.Encode(), nil
}

func (h *head) pv(args []string) error {
	n, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil {
		return script.Expected("expected pv and a number, like pv 50")
	}
	h.conf.PV = n
	return nil
}

func (h *head) position(args []string) error {
	h.conf.Position = strings.Join(args, " ")
	return nil
}

func (h *head) penalty(args []string) error {
	h.conf.Penalties = append(h.conf.Penalties, args...)
	return nil
}

// inLab returns the script's lab and begins it if this is its first header.
func (h *head) inLab() *rules.Lab {
	if h.lab == nil {
		h.lab = &rules.Lab{Flares: [2]int{rules.Flares(1), rules.Flares(2)}}
	}
	return h.lab
}

// place reads "1 colonist-rifleman A1 at 10,10 wounds=1".
func (h *head) place(args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	if len(args) < 5 || args[3] != "at" {
		return script.Expected("expected place SEAT UNIT LABEL at x,y")
	}
	l, err := rules.ParseLabel(args[2])
	at, err2 := plane.ParsePoint(args[4])
	if err != nil || err2 != nil || l.Seat() != seat {
		return script.Expected("%s at %s: expected a model of side %d and a place", args[2], args[4], seat)
	}
	m := rules.LabModel{Label: l, Unit: args[1], At: at}
	for _, w := range args[5:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "wounds":
			if m.Wounds, err = strconv.Atoi(value); err != nil {
				return script.Expected("%s: expected a number", w)
			}
		case "grenade":
			m.Grenade = value
		default:
			return script.Expected("%s: expected wounds=1 or grenade=concussion-grenade", w)
		}
	}
	lab := h.inLab()
	lab.Models = append(slices.DeleteFunc(lab.Models, func(o rules.LabModel) bool { return o.Label == l }), m)
	return nil
}

// objective reads "1 at 24,24".
func (h *head) objective(args []string) error {
	if len(args) == 3 && args[1] == "at" {
		n, err := strconv.Atoi(args[0])
		at, err2 := plane.ParsePoint(args[2])
		if err == nil && err2 == nil && n >= 0 && n <= 2 {
			lab := h.inLab()
			lab.Objectives = append(lab.Objectives, rules.LabMarker{At: at, Owner: game.Seat(n)})
			return nil
		}
	}
	return script.Expected("expected objective, a side or 0, at and a place, like objective 1 at 24,24")
}

func (h *head) figure(of func(*rules.Lab) *[2]int) func([]string) error {
	return func(args []string) error {
		seat, err := script.Seat(args, 2)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(strings.Join(args[1:], " "))
		if err != nil || n < 0 {
			return script.Expected("expected a side and a number, like flares 1 3")
		}
		of(h.inLab())[seat-1] = n
		return nil
	}
}

func (h *head) words(of func(*rules.Lab) *[2][]string) func([]string) error {
	return func(args []string) error {
		seat, err := script.Seat(args, 2)
		if err == nil {
			to := of(h.inLab())
			to[seat-1] = append(to[seat-1], args[1:]...)
		}
		return err
	}
}

// begin reads "2 shoot 1".
func (h *head) begin(args []string) error {
	lab := h.inLab()
	if len(args) == 3 {
		round, err := strconv.Atoi(args[0])
		first, err2 := strconv.Atoi(args[2])
		if err == nil && err2 == nil {
			lab.Round, lab.Phase, lab.Initiative = round, rules.Phase(args[1]), game.Seat(first)
			h.begun = true
			return nil
		}
	}
	return script.Expected("expected begin, a Round, a phase and a side, like begin 2 shoot 1")
}
