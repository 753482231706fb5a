package script

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/maps"
	"downsync/game/plane"
)

// headers are the lines before the first order, lab directives among them.
var headers map[string]func(*player, []string) error

func init() {
	headers = map[string]func(*player, []string) error{
		"game":     oneOf("game", func(*player, string) {}, "downsync"),
		"rules":    oneOf("rules", func(p *player, w string) { p.conf.Rules = w }, rules.Editions...),
		"size":     oneOf("size", func(p *player, w string) { p.conf.Size = w }, rules.Small, rules.Standard),
		"secrecy":  oneOf("secrecy", func(p *player, w string) { p.conf.Secrecy = w }, rules.Veiled, rules.Open),
		"map":      (*player).board,
		"terrain":  (*player).terrain,
		"building": (*player).building,
		"cards":    (*player).cards,
		"option":   (*player).option,
		"force":    (*player).force,
		"dice":     (*player).addDice,
		"lab":      (*player).beginLab,
		"match":    (*player).matched,
		"place":    labOnly((*player).place),
		"aboard":   labOnly((*player).aboard),
		"reserve":  labOnly((*player).reserve),
		"token":    labOnly((*player).token),
		"cp":       labOnly((*player).points),
		"vp":       labOnly((*player).victory),
		"begin":    labOnly((*player).begin),
	}
}

// oneOf reads a header with one word out of a few.
func oneOf(name string, set func(*player, string), allowed ...string) func(*player, []string) error {
	return func(p *player, args []string) error {
		if len(args) != 1 || !slices.Contains(allowed, args[0]) {
			return expected("%s %s: expected %s", name, strings.Join(args, " "), strings.Join(allowed, " or "))
		}
		set(p, args[0])
		return nil
	}
}

// board reads "plain", "random seed:7" or "file boards/x.json", a file beside the script.
func (p *player) board(args []string) error {
	var m maps.Map
	var ok bool
	switch {
	case len(args) == 1:
		m, ok = maps.Find(args[0])
	case len(args) == 2 && args[0] == "random":
		m, ok = maps.Find(maps.Random + ":" + strings.TrimPrefix(args[1], "seed:"))
	case len(args) == 2 && args[0] == "file":
		raw, err := p.beside(p.words[1])
		if err != nil {
			return malformed{err.Error()}
		}
		if m, err = maps.Parse(p.words[1], raw); err != nil {
			return malformed{err.Error()}
		}
		ok = true
	}
	if !ok {
		return expected("map %s: expected the name of a map, random seed:N or file PATH", strings.Join(args, " "))
	}
	p.conf.Map = strings.Join(args, " ")
	if len(args) == 1 {
		p.conf.Map = m.Slug
	}
	p.ground().Areas = append(p.ground().Areas, m.Areas...)
	p.ground().Buildings = append(p.ground().Buildings, m.Buildings...)
	return nil
}

// cards reads "own.toml", a file of cards beside the script.
func (p *player) cards(args []string) error {
	if len(args) != 1 {
		return expected("expected cards FILE, like cards own.toml")
	}
	raw, err := p.beside(p.words[0])
	if err == nil {
		p.conf.Cards, err = cards.Read(p.words[0], raw)
	}
	if err != nil {
		return malformed{err.Error()}
	}
	return nil
}

// beside reads a file in the script's folder or below.
func (p *player) beside(name string) ([]byte, error) {
	return fs.ReadFile(os.DirFS(p.folder), filepath.ToSlash(filepath.Clean(name)))
}

// terrain reads "forest 10,10 16,10 16,16 10,16".
func (p *player) terrain(args []string) error {
	if len(args) < 4 {
		return expected("expected terrain KIND and at least three corners, like terrain forest 10,10 16,10 16,16")
	}
	kind := plane.Kind(args[0])
	if !slices.Contains([]plane.Kind{plane.Forest, plane.Urban, plane.Rough, plane.Grass}, kind) {
		return expected("terrain %s: expected forest, urban, rough or grass", kind)
	}
	shape, err := corners(args[1:])
	if err == nil {
		p.ground().Areas = append(p.ground().Areas, plane.Area{Kind: kind, Shape: shape})
	}
	return err
}

// building reads "h=3 cap=6 20,20 25,20 25,23.5 20,23.5"; without cap it holds what fits (Q35).
func (p *player) building(args []string) error {
	b := plane.Building{Height: plane.In(1)}
	agreed := false // how many it holds (R11.4)
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
			return malformed{err.Error()}
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
	p.ground().Buildings = append(p.ground().Buildings, b)
	return nil
}

func (p *player) ground() *rules.Terrain {
	if p.conf.Terrain == nil {
		p.conf.Terrain = &rules.Terrain{}
	}
	return p.conf.Terrain
}

func corners(words []string) (plane.Polygon, error) {
	var shape plane.Polygon
	for _, w := range words {
		pt, err := plane.ParsePoint(w)
		if err != nil {
			return nil, malformed{err.Error()}
		}
		shape = append(shape, pt)
	}
	if len(shape) < 3 {
		return nil, expected("expected at least three corners, each like 10,10")
	}
	return shape, nil
}

func (p *player) option(args []string) error {
	if len(args) != 2 {
		return expected("option %s: expected option NAME VALUE, like option max_rounds 6", strings.Join(args, " "))
	}
	if err := p.conf.Set(args[0], args[1]); err != nil {
		return malformed{err.Error()}
	}
	return nil
}

// card finds a Unit of the match.
func (p *player) card(slug string) error {
	if _, err := p.conf.ForceOf([]string{slug, slug}); err != nil {
		return expected("there is no Unit %q: expected a slug like gsv-phantom", slug)
	}
	return nil
}

// aboard reads "A2 vector-squad".
func (p *player) aboard(args []string) error {
	if len(args) != 2 {
		return expected("expected aboard TRANSPORT UNIT, like aboard A2 vector-squad")
	}
	i := slices.IndexFunc(p.lab.Pieces, func(q rules.LabPiece) bool { return strings.EqualFold(string(q.Label), args[0]) })
	if i < 0 {
		return expected("%s is not placed", args[0])
	}
	p.lab.Pieces[i].Aboard = args[1]
	return p.card(args[1])
}

// seatOf reads a seat that is the first word.
func seatOf(args []string) (game.Seat, error) {
	if len(args) < 1 || args[0] != "1" && args[0] != "2" {
		return 0, expected("expected the player first, 1 or 2")
	}
	return game.Seat(args[0][0] - '0'), nil
}

func (p *player) force(args []string) error {
	seat, err := seatOf(args)
	if err != nil {
		return err
	}
	if len(args) == 1 {
		return expected("force %d: expected an army like coalition-starter, or the slugs of Units", seat)
	}
	units, err := p.conf.ForceOf(args[1:])
	if err != nil {
		return malformed{err.Error()}
	}
	p.conf.Forces[seat-1] = units
	return nil
}

func (p *player) addDice(args []string) error {
	if len(args) == 2 && args[0] == "seed" {
		n, err := strconv.ParseUint(args[1], 10, 64)
		if err != nil {
			return expected("dice seed %s: expected a whole number", args[1])
		}
		p.dice.seed(n)
		return nil
	}
	if len(args) == 0 {
		return expected("dice: expected faces like 6 1 4, or seed N")
	}
	for _, w := range args {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > 6 {
			return expected("dice %s: expected faces from 1 to 6", w)
		}
		p.dice.faces = append(p.dice.faces, n)
	}
	return nil
}

func (p *player) beginLab(args []string) error {
	if len(args) > 0 || p.lab != nil {
		return expected("lab: expected the word alone, once")
	}
	p.lab = &rules.Lab{}
	return nil
}

// labOnly reads a directive that needs a lab which has not begun.
func labOnly(read func(*player, []string) error) func(*player, []string) error {
	return func(p *player, args []string) error {
		if p.lab == nil {
			return expected("that is for a lab: expected the header lab before it")
		}
		if p.lab.Active != 0 {
			return expected("the lab has begun: expected orders and requests")
		}
		return read(p, args)
	}
}

// place reads "1 ping small A1 at 10,5" and "1 unit virago A2 at 10,5".
func (p *player) place(args []string) error {
	seat, err := seatOf(args)
	if err != nil {
		return err
	}
	if len(args) < 6 || args[4] != "at" || args[1] != "ping" && args[1] != "unit" {
		return expected("expected place SEAT ping SIGNATURE LABEL at x,y or place SEAT unit SLUG LABEL at x,y …")
	}
	ref, err := rules.ParseRef(args[3])
	if err != nil || ref.N != 0 || ref.Label.Seat() != seat {
		return expected("%s is no label of player %d: expected one like %c1", args[3], seat, 'A'-1+seat)
	}
	piece := rules.LabPiece{Label: ref.Label}
	if args[1] == "ping" {
		piece.Sig = cards.Signature(args[2])
		if !slices.Contains(cards.Signatures, piece.Sig) {
			return expected("ping %s: expected small, medium or large", args[2])
		}
	} else {
		piece.Unit = args[2]
		if err := p.card(args[2]); err != nil {
			return err
		}
	}
	for _, w := range args[5:] {
		pt, err := plane.ParsePoint(w)
		if err != nil {
			return malformed{err.Error()}
		}
		piece.Bases = append(piece.Bases, rules.LabBase{At: pt})
	}
	p.lab.Pieces = append(p.lab.Pieces, piece)
	return nil
}

func (p *player) reserve(args []string) error {
	seat, err := seatOf(args)
	if err != nil {
		return err
	}
	for _, slug := range args[1:] {
		if err := p.card(slug); err != nil {
			return err
		}
	}
	p.lab.Reserve[seat-1] = append(p.lab.Reserve[seat-1], args[1:]...)
	return nil
}

// token reads "A2 stun", "A3.2 cm=1": with a base's number that base's, else every base's.
func (p *player) token(args []string) error {
	if len(args) != 2 {
		return expected("expected token PIECE TOKEN, like token A2 stun or token A2 cm=1")
	}
	ref, err := rules.ParseRef(args[0])
	if err != nil {
		return malformed{err.Error()}
	}
	i := slices.IndexFunc(p.lab.Pieces, func(q rules.LabPiece) bool { return q.Label == ref.Label })
	if i < 0 || ref.N > len(p.lab.Pieces[i].Bases) {
		return expected("%s is not placed", ref)
	}
	if err := p.lab.Pieces[i].Put(ref.N, args[1]); err != nil {
		return malformed{err.Error()}
	}
	return nil
}

func (p *player) points(args []string) error {
	if p.lab.CP == nil {
		p.lab.CP = &rules.Both{p.conf.Capacity(), p.conf.Capacity()}
	}
	return setPoints(p.lab.CP, args)
}

func (p *player) victory(args []string) error { return setPoints(&p.lab.VP, args) }

func setPoints(to *rules.Both, args []string) error {
	seat, err := seatOf(args)
	if err != nil {
		return err
	}
	if len(args) != 2 {
		return expected("expected the player and a number, like cp 1 3")
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 0 || n > 99 {
		return expected("%s: expected a number from 0 to 99", args[1])
	}
	to[seat-1] = n
	return nil
}

func (p *player) begin(args []string) error {
	seat, err := seatOf(args)
	if err != nil {
		return err
	}
	p.lab.Active = seat
	return p.start()
}
