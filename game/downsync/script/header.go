// Package script adds Downsync to scripts: headers, among them those of a lab, which starts from any position, and
// measurements. Package game/script plays the scripts.
package script

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
	"downsync/game/script"
)

// Game is Downsync for scripts.
var Game = script.Game{Rules: rules.Rules(), New: newHead}

// head holds the settings from the headers of one script.
type head struct {
	folder fs.FS
	conf   rules.Config
	lab    *rules.Lab
}

func newHead(folder fs.FS) script.Head {
	h := &head{folder: folder, conf: rules.Defaults()}
	return script.Head{Sides: 6, Headers: h.headers(), Config: h.config, Stored: script.Stored(&h.conf), Begins: h.begins, Requests: requests}
}

// headers returns the lines before the first order, lab directives among them.
func (h *head) headers() map[string]func(words, written []string) error {
	out := script.Plain(map[string]func([]string) error{
		"rules":   script.OneOf("rules", func(w string) { h.conf.Rules = w }, rules.Editions...),
		"rulings": script.Rulings(&h.conf.Rulings, rules.NewestRulings),
		"size":    script.OneOf("size", func(w string) { h.conf.Size = w }, rules.Small, rules.Standard),
		"secrecy": script.OneOf("secrecy", func(w string) { h.conf.Secrecy = w }, rules.Veiled, rules.Open),
		"option":  script.Option(h.conf.Set, "option max_rounds 6"),
		"terrain": h.terrain, "building": h.building, "force": h.force, "lab": h.beginLab,
		"place": h.labOnly(h.place), "aboard": h.labOnly(h.aboard), "reserve": h.labOnly(h.reserve), "token": h.labOnly(h.token),
		"cp": h.labOnly(h.points), "vp": h.labOnly(h.victory), "begin": h.labOnly(h.begin),
	})
	out["map"] = h.board
	out["cards"] = script.Cards(h.folder, func(name string, raw []byte) (err error) {
		h.conf.Cards, err = cards.Read(name, raw)
		return err
	})
	return out
}

// config returns the options, if nothing is missing.
func (h *head) config() (game.Config, error) {
	if h.lab != nil && h.lab.Active == 0 {
		return nil, script.Expected("a lab needs begin 1 or begin 2")
	}
	for i, f := range h.conf.Forces {
		if h.lab == nil && len(f) == 0 {
			return nil, script.Expected("no force %d: expected an army like coalition-starter, or the slugs of Units", i+1)
		}
	}
	h.conf.Lab = h.lab
	return h.conf.Encode(), nil
}

// begins reports whether the lab begins.
func (h *head) begins() bool { return h.lab != nil && h.lab.Active != 0 }

// malformed reports a line that is not in the format, for that reason.
func malformed(err error) error { return script.Expected("%v", err) }

// board reads "plain", "random seed:7" or "file boards/x.json", a file beside the script.
func (h *head) board(args, written []string) error {
	var m maps.Map
	var ok bool
	switch {
	case len(args) == 1:
		m, ok = maps.Find(args[0])
	case len(args) == 2 && args[0] == "random":
		m, ok = maps.Find(maps.Random + ":" + strings.TrimPrefix(args[1], "seed:"))
	case len(args) == 2 && args[0] == "file":
		raw, err := script.Beside(h.folder, written[1], maps.MaxBytes)
		if err != nil {
			return malformed(err)
		}
		if m, err = maps.Parse(written[1], raw); err != nil {
			return malformed(err)
		}
		ok = true
	}
	if !ok {
		return script.Expected("map %s: expected the name of a map, random seed:N or file PATH", strings.Join(args, " "))
	}
	h.conf.Map = strings.Join(args, " ")
	if len(args) == 1 {
		h.conf.Map = m.Slug
	}
	h.ground().Areas = append(h.ground().Areas, m.Areas...)
	h.ground().Buildings = append(h.ground().Buildings, m.Buildings...)
	return nil
}

// terrain reads "forest 10,10 16,10 16,16 10,16".
func (h *head) terrain(args []string) error {
	if len(args) < 4 {
		return script.Expected("expected terrain KIND and at least three corners, like terrain forest 10,10 16,10 16,16")
	}
	kind := plane.Kind(args[0])
	if !slices.Contains([]plane.Kind{plane.Forest, plane.Urban, plane.Rough, plane.Grass}, kind) {
		return script.Expected("terrain %s: expected forest, urban, rough or grass", kind)
	}
	shape, err := corners(args[1:])
	if err == nil {
		h.ground().Areas = append(h.ground().Areas, plane.Area{Kind: kind, Shape: shape})
	}
	return err
}

// building reads "h=3 cap=6 20,20 25,20 25,23.5 20,23.5"; without cap it holds as many as fit (Q35).
func (h *head) building(args []string) error {
	b := plane.Building{Height: plane.In(1)}
	agreed := false // whether the room is given (R11.4)
	for len(args) > 0 && strings.Contains(args[0], "=") {
		name, value, _ := strings.Cut(args[0], "=")
		var err error
		switch name {
		case "h":
			b.Height, err = plane.ParseInch(value)
		case "cap":
			if b.Room, err = strconv.Atoi(value); err != nil || b.Room < 0 {
				err = fmt.Errorf("cap=%s: expected how many bases it holds", value)
			}
			agreed = true
		default:
			err = fmt.Errorf("%q is no figure of a building: expected h=HEIGHT or cap=BASES", name)
		}
		if err != nil {
			return malformed(err)
		}
		args = args[1:]
	}
	var err error
	if b.Shape, err = corners(args); err != nil {
		return err
	}
	if !agreed {
		b.Room = maps.Room(b.Shape)
	}
	h.ground().Buildings = append(h.ground().Buildings, b)
	return nil
}

func (h *head) ground() *rules.Terrain {
	if h.conf.Terrain == nil {
		h.conf.Terrain = &rules.Terrain{}
	}
	return h.conf.Terrain
}

func corners(words []string) (plane.Polygon, error) {
	var shape plane.Polygon
	for _, w := range words {
		pt, err := plane.ParsePoint(w)
		if err != nil {
			return nil, malformed(err)
		}
		shape = append(shape, pt)
	}
	if len(shape) < 3 {
		return nil, script.Expected("expected at least three corners, each like 10,10")
	}
	return shape, nil
}

// card checks that the match has the Unit.
func (h *head) card(slug string) error {
	if _, err := h.conf.ForceOf([]string{slug, slug}); err != nil {
		return script.Expected("there is no Unit %q: expected a slug like gsv-phantom", slug)
	}
	return nil
}

// aboard reads "A2 vector-squad".
func (h *head) aboard(args []string) error {
	if len(args) != 2 {
		return script.Expected("expected aboard TRANSPORT UNIT, like aboard A2 vector-squad")
	}
	i := slices.IndexFunc(h.lab.Pieces, func(q rules.LabPiece) bool { return strings.EqualFold(string(q.Label), args[0]) })
	if i < 0 {
		return script.Expected("%s is not placed", args[0])
	}
	h.lab.Pieces[i].Aboard = args[1]
	return h.card(args[1])
}

func (h *head) force(args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	if len(args) == 1 {
		return script.Expected("force %d: expected an army like coalition-starter, or the slugs of Units", seat)
	}
	units, err := h.conf.ForceOf(args[1:])
	if err != nil {
		return malformed(err)
	}
	h.conf.Forces[seat-1] = units
	return nil
}

func (h *head) beginLab(args []string) error {
	if len(args) > 0 || h.lab != nil {
		return script.Expected("lab: expected the word alone, once")
	}
	h.lab = &rules.Lab{}
	return nil
}

// labOnly reads a directive that needs a lab which has not begun.
func (h *head) labOnly(read func([]string) error) func([]string) error {
	return func(args []string) error {
		if h.lab == nil {
			return script.Expected("that is for a lab: expected the header lab before it")
		}
		if h.lab.Active != 0 {
			return script.Expected("the lab has begun: expected orders and requests")
		}
		return read(args)
	}
}

// place reads "1 ping small A1 at 10,5" and "1 unit virago A2 at 10,5".
func (h *head) place(args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	if len(args) < 6 || args[4] != "at" || args[1] != "ping" && args[1] != "unit" {
		return script.Expected("expected place SEAT ping SIGNATURE LABEL at x,y or place SEAT unit SLUG LABEL at x,y …")
	}
	ref, err := rules.ParseRef(args[3])
	if err != nil || ref.N != 0 || ref.Label.Seat() != seat {
		return script.Expected("%s is no label of player %d: expected one like %c1", args[3], seat, 'A'-1+seat)
	}
	piece := rules.LabPiece{Label: ref.Label}
	if args[1] == "ping" {
		piece.Sig = cards.Signature(args[2])
		if !slices.Contains(cards.Signatures, piece.Sig) {
			return script.Expected("ping %s: expected small, medium or large", args[2])
		}
	} else {
		piece.Unit = args[2]
		if err := h.card(args[2]); err != nil {
			return err
		}
	}
	for _, w := range args[5:] {
		pt, err := plane.ParsePoint(w)
		if err != nil {
			return malformed(err)
		}
		piece.Bases = append(piece.Bases, rules.LabBase{At: pt})
	}
	h.lab.Pieces = append(h.lab.Pieces, piece)
	return nil
}

func (h *head) reserve(args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	for _, slug := range args[1:] {
		if err := h.card(slug); err != nil {
			return err
		}
	}
	h.lab.Reserve[seat-1] = append(h.lab.Reserve[seat-1], args[1:]...)
	return nil
}

// token reads "A2 stun", "A3.2 cm=1": with a base's number for that base, otherwise for every base.
func (h *head) token(args []string) error {
	if len(args) != 2 {
		return script.Expected("expected token PIECE TOKEN, like token A2 stun or token A2 cm=1")
	}
	ref, err := rules.ParseRef(args[0])
	if err != nil {
		return malformed(err)
	}
	i := slices.IndexFunc(h.lab.Pieces, func(q rules.LabPiece) bool { return q.Label == ref.Label })
	if i < 0 || ref.N > len(h.lab.Pieces[i].Bases) {
		return script.Expected("%s is not placed", ref)
	}
	if err := h.lab.Pieces[i].Put(ref.N, args[1]); err != nil {
		return script.Expected("%s", err.Error())
	}
	return nil
}

func (h *head) points(args []string) error {
	if h.lab.CP == nil {
		h.lab.CP = &rules.Both{h.conf.Capacity(), h.conf.Capacity()}
	}
	return setPoints(h.lab.CP, args)
}

func (h *head) victory(args []string) error { return setPoints(&h.lab.VP, args) }

func setPoints(to *rules.Both, args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	if len(args) != 2 {
		return script.Expected("expected the player and a number, like cp 1 3")
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 || n > 99 {
		return script.Expected("%s: expected a number from 0 to 99", args[1])
	}
	to[seat-1] = n
	return nil
}

func (h *head) begin(args []string) error {
	seat, err := script.Seat(args, 2)
	if err != nil {
		return err
	}
	h.lab.Active = seat
	return nil
}
