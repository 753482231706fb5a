package inspect

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// The board in words: each piece with its distance and direction from one of the reader's pieces. North is side B's edge.

// maxBoard limits the board in words, in characters.
const maxBoard = 3900

func boardCommand() bot.Command {
	return bot.Command{Name: "board", Description: "What stands where, with distances and directions; for your eyes only",
		Options: []bot.CommandOption{
			{Name: "from", Description: "Tell it from this piece or point, like A2 or 12.5,30; else from the nearest of yours",
				Kind: wire.StringOption},
			{Name: "what", Description: "The pieces, or the terrain; default: the pieces", Kind: wire.StringOption,
				Choices: wire.ChoicesOf("pieces", "terrain")},
			{Name: "view", Description: "Your own view, or what everybody sees; default: yours", Kind: wire.StringOption,
				Choices: wire.ChoicesOf("mine", "public")},
		}}
}

// boardText describes the board. seat is the reader's; 0 means an onlooker.
func boardText(v wording.Reading, seat game.Seat, o map[string]string) (string, error) {
	from, err := fromWhere(v, seat, o["from"])
	if err != nil {
		return "", err
	}
	lines := []string{v.Say("**Round %d, Turn %d**", v.Round, v.Turn),
		v.Say("A: %d VP, %d CP. B: %d VP, %d CP. At most %d CP.", v.VP.Of(1), v.CP.Of(1), v.VP.Of(2), v.CP.Of(2), v.CPMax),
		v.Say("downsync.board.board-table", v.Table.X, v.Table.Y)}
	if v.Round == 0 {
		lines[0] = v.Text("**Set-up**")
	}
	if o["what"] == "terrain" {
		lines = append(lines, terrainLines(v, from)...)
	} else {
		for _, s := range []game.Seat{max(seat, 1), 3 - max(seat, 1)} {
			lines = append(lines, sideLines(v, s, seat, from)...)
		}
		for _, g := range v.Goals() {
			line := v.Say("• %s at %s", wording.GoalName(v, g), g.At)
			if far := from.bearing(v, plane.Disc{At: g.At}, rules.Ref{}); far != "" {
				line += ", " + far
			}
			lines = append(lines, line)
		}
	}
	return clipLines(v, lines, maxBoard), nil
}

// clipLines joins as many whole lines as fit in most characters, and says how many lines are missing.
func clipLines(v wording.Reading, lines []string, most int) string {
	size, n := 0, 0
	for n < len(lines) && size+len([]rune(lines[n]))+1 <= most-80 {
		size += len([]rune(lines[n])) + 1
		n++
	}
	if left := len(lines) - n; left > 0 {
		lines = append(lines[:n], v.Say("… and %d {line|lines} more. With `from` the nearest comes first.", left))
	}
	return strings.Join(lines, "\n")
}

// stand is a named place from which directions are given.
type stand struct {
	plane.Disc
	name string
	ref  rules.Ref
}

// stands are the places from which directions are given: one chosen place, or all of the reader's pieces. The nearest one is
// used.
type stands []stand

// fromWhere reads the option, which is a piece or a point. Without the option it returns the reader's pieces; for an
// onlooker, side A's.
func fromWhere(v wording.Reading, seat game.Seat, typed string) (stands, error) {
	if typed != "" {
		spots, err := v.Spots(typed)
		if err != nil {
			return nil, err
		}
		s := spots[0]
		return stands{{s.Disc, cmp.Or(s.Ref.String(), s.Disc.At.String()), s.Ref}}, nil
	}
	var out stands
	for _, p := range v.Pieces {
		for _, b := range p.Bases {
			if p.Seat == max(seat, 1) {
				out = append(out, stand{b.Disc(), p.Ref(b.N).String(), rules.Ref{Label: p.Label, N: b.N}})
			}
		}
	}
	return out, nil
}

// nearest returns the stand nearest to a disc. It skips the piece named by not.
func (ss stands) nearest(to plane.Disc, not rules.Ref) (stand, bool) {
	others := wording.Those(ss, func(s stand) bool { return s.ref.Label == "" || s.ref.Label != not.Label })
	if len(others) == 0 {
		return stand{}, false
	}
	sortBy(others, func(s stand) plane.Inch { return plane.Gap(s.Disc, to) })
	return others[0], true
}

// bearing returns the distance and direction of a disc, or "" if there is no place to measure from.
func (ss stands) bearing(v wording.Reading, to plane.Disc, not rules.Ref) string {
	s, ok := ss.nearest(to, not)
	switch gap := plane.Gap(s.Disc, to); {
	case !ok:
		return ""
	case s.At == to.At:
		return v.Say("where %s is", s.name)
	case gap == 0:
		return v.Say("touching, %s of %s", v.Text(windTo(s.At, to.At)), s.name)
	default:
		return v.Say("%s\" %s of %s", wording.Tenths(gap), v.Text(windTo(s.At, to.At)), s.name)
	}
}

// winds are the 16 directions, clockwise from north.
var winds = [16]game.Text{"north", "north-north-east", "north-east", "east-north-east", "east", "east-south-east", "south-east",
	"south-south-east", "south", "south-south-west", "south-west", "west-south-west", "west", "west-north-west", "north-west",
	"north-north-west"}

func windTo(from, to plane.Point) game.Text {
	angle := math.Atan2(float64(to.X-from.X), float64(to.Y-from.Y)) // clockwise from north
	return winds[(int(math.Round(angle/(math.Pi/8)))+16)%16]
}

// sideLines lists a side's pieces: an enemy's by distance, the reader's by label.
func sideLines(v wording.Reading, side, reader game.Seat, from stands) []string {
	head := v.Say("**Side %s**", bot.SideName(side))
	if side == reader {
		head = v.Say("**Yours: side %s**", bot.SideName(side))
	}
	type line struct {
		far  plane.Inch
		text string
	}
	var found []line
	for _, p := range wording.Those(v.Pieces, func(p rules.Piece) bool { return p.Seat == side }) {
		far := plane.Inch(1 << 30)
		var at []string
		for _, b := range p.Bases {
			r := rules.Ref{Label: p.Label, N: b.N}
			s := v.When(len(p.Bases) > 1, "base %d ", b.N) + v.Say("at %s", b.Point) + baseState(v, b)
			if near, ok := from.nearest(b.Disc(), r); ok && (side != reader || len(from) == 1) {
				s += ", " + from.bearing(v, b.Disc(), r)
				far = min(far, plane.Gap(near.Disc, b.Disc()))
			}
			at = append(at, s)
		}
		text := v.Say("• %s, %s, %s", p.Label, boardName(v, p), strings.Join(at, "; ")) + v.When(p.Activated, ", activated") +
			v.When(p.Overwatch != nil && *p.Overwatch, ", on Overwatch") + v.When(p.MayWatch && p.Overwatch == nil, ", may be on Overwatch") +
			v.When(slices.Contains(v.Taskforce, p.Label), ", in the Taskforce")
		if len(at) == 0 {
			text = v.Say("• %s, %s, not deployed yet", p.Label, boardName(v, p))
		}
		found = append(found, line{far, text})
	}
	sortBy(found, func(l line) plane.Inch { return l.far })
	if len(found) == 0 {
		return []string{head, v.Text("Nothing on the table.")}
	}
	return append([]string{head}, page.Each(found, func(l line) string { return l.text })...)
}

// boardName returns what the reader knows of a piece's name.
func boardName(v wording.Reading, p rules.Piece) string {
	if !p.IsPing() {
		return v.Cards().Must(p.Unit).Name
	}
	s := v.Text(wording.Contacts[p.Sig])
	if p.Plan != "" {
		s += v.Say(" (your plan: %s)", v.Cards().Must(p.Plan).Name)
	}
	return s
}

// baseState lists the marks on a base.
func baseState(v wording.Reading, b rules.Base) string {
	s := v.When(b.Stun, ", stunned") + v.When(b.Stealth, ", hidden by Stealth") + v.When(b.Tagged || b.Locked, ", its DEF lowered")
	if b.CM != nil {
		s += v.When(*b.CM > 0, ", %d CM", *b.CM)
	}
	if b.Hardened != nil {
		s += v.When(*b.Hardened > 0, ", %d Hardened", *b.Hardened)
	}
	return s
}

// terrainNames are the kinds of terrain in a player's words.
var terrainNames = map[plane.Kind]game.Text{plane.Rough: "rough ground", plane.Grass: "tall grass", plane.Urban: "urban ground",
	plane.Forest: "forest"}

// terrainLines lists the terrain by its bounding boxes.
func terrainLines(v wording.Reading, from stands) []string {
	lines := []string{v.Text("**Terrain**, each by the box around it")}
	tell := func(what string, shape plane.Polygon) {
		box := plane.Box(shape)
		middle := plane.Disc{At: plane.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}}
		b := from.bearing(v, middle, rules.Ref{})
		lines = append(lines, v.Say("• %s from %s to %s", what, box.Min, box.Max)+v.When(b != "", ", its middle %s", b))
	}
	for _, a := range v.Ground().Areas {
		tell(v.Text(terrainNames[a.Kind]), a.Shape)
	}
	for _, b := range v.Ground().Buildings {
		tell(v.Say("building, %s\" high,", b.Height), b.Shape)
	}
	if len(lines) == 1 {
		lines = append(lines, v.Text("Open ground."))
	}
	return lines
}

// sortBy sorts by a key, the smallest first. Equal elements keep their order.
func sortBy[T any, K cmp.Ordered](all []T, key func(T) K) {
	slices.SortStableFunc(all, func(x, y T) int { return cmp.Compare(key(x), key(y)) })
}
