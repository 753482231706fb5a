package jagged

import (
	"hash/crc32"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/jagged/cards"

	rules "downsync/game/jagged"
)

// A share code is a list in one line: "JS-112…". It stands for itself on any host that knows the same units, holds no user's data, and
// its last characters tell a slip in it. The alphabet leaves out what looks alike (I, L, O, U).
//
//	version · faction and role · each model in order: its unit and its grenade (2) · checksum (4)
//
// Units are meant by their place in the catalogue, grenades by their place among those of the unit, both from 1; 0 is none. What is
// printed later comes at the end of the catalogue. The checksum is also of the ids that the places stand for.

const (
	codePrefix  = "JS-"
	codeVersion = 1
	codeDigits  = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeHead    = 2 // characters before the models
	codeModel   = 2 // characters of a model
	codeSum     = 4
)

const (
	wordBadCode     game.Text = "there is a slip in that share code: its characters do not fit together. Copy it whole"
	wordForeignCode game.Text = "there is a slip in that share code, or a unit that is not known here. Copy it whole"
)

// force is a list, whole or under construction (J3). What is not spent is kept for Reinforcements.
type force struct {
	Faction, Role string // "" before they are chosen
	Models        []rules.Pick
}

// kinds are the factions in each role, in the order of share codes.
var kinds = []force{{Faction: cards.Humans, Role: cards.Attacker}, {Faction: cards.Humans, Role: cards.Defender},
	{Faction: cards.Martians, Role: cards.Attacker}, {Faction: cards.Martians, Role: cards.Defender}}

// kind is the place of the faction and role among kinds, from 1; 0 before they are chosen.
func (f force) kind() int {
	return slices.IndexFunc(kinds, func(k force) bool { return k.Faction == f.Faction && k.Role == f.Role }) + 1
}

// digits are what a share code is made of, without its checksum.
func (f force) digits() []int {
	digits := []int{codeVersion, f.kind()}
	for _, p := range f.Models {
		unit := slices.IndexFunc(cards.Units(), func(u cards.Unit) bool { return u.ID == p.Unit }) + 1
		grenade := 0
		if unit > 0 {
			grenade = slices.Index(cards.Units()[unit-1].Grenades, p.Grenade) + 1
		}
		digits = append(digits, unit, grenade)
	}
	return digits
}

// checksum is of the digits and of all that they stand for.
func (f force) checksum(digits []int) []int {
	var b strings.Builder
	for _, d := range digits {
		b.WriteByte(byte(d))
	}
	for _, p := range f.Models {
		b.WriteString(p.Unit + "/" + p.Grenade + ",")
	}
	sum := int(crc32.ChecksumIEEE([]byte(b.String())) & (1<<20 - 1))
	return []int{sum >> 15, sum >> 10 & 31, sum >> 5 & 31, sum & 31}
}

// code writes the list as a share code.
func (f force) code() string {
	digits := f.digits()
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(codePrefix, "-"))
	for i, d := range append(digits, f.checksum(digits)...) {
		if i%5 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(codeDigits[d])
	}
	return b.String()
}

// isCode tells whether somebody typed a share code of this game, slips and all.
func isCode(typed string) bool {
	return strings.HasPrefix(strings.ToUpper(strings.TrimSpace(typed)), codePrefix)
}

// readCode reads a share code and forgives common slips. It does not judge whether the list may be played.
func readCode(text string) (force, error) {
	text = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), strings.TrimSuffix(codePrefix, "-"))
	text = strings.NewReplacer("-", "", " ", "", "\n", "", "\t", "", "O", "0", "I", "1", "L", "1").Replace(text)
	var digits []int
	for _, r := range text {
		d := strings.IndexRune(codeDigits, r)
		if d < 0 || len(digits) == codeHead+codeModel*rules.MaxModels+codeSum {
			return force{}, game.Errorf(wordBadCode)
		}
		digits = append(digits, d)
	}
	if len(digits) < codeHead+codeSum {
		return force{}, game.Errorf("that is no share code: expected one like %s, as Share gives it", starterForce(cards.Lists()[0]).code())
	}
	body, sum := digits[:len(digits)-codeSum], digits[len(digits)-codeSum:]
	if body[0] != codeVersion {
		return force{}, game.Errorf("that share code is of a newer version than I know")
	}
	f, foreign, ok := stands(body)
	switch {
	case foreign:
		return force{}, game.Errorf(wordForeignCode)
	case !ok || !slices.Equal(f.checksum(body), sum):
		return force{}, game.Errorf(wordBadCode)
	}
	return f, nil
}

// stands is what the digits before the checksum stand for. foreign: a unit is not known; ok is false for what no list is written as.
func stands(body []int) (f force, foreign, ok bool) {
	models := body[codeHead:]
	if body[1] > len(kinds) || len(models)%codeModel != 0 {
		return f, false, false
	}
	if body[1] > 0 {
		f = kinds[body[1]-1]
	}
	for m := range slices.Chunk(models, codeModel) {
		if m[0] > len(cards.Units()) {
			return f, true, false
		}
		if m[0] == 0 {
			return f, false, false
		}
		u := &cards.Units()[m[0]-1]
		p := rules.Pick{Unit: u.ID}
		switch {
		case u.Faction != f.Faction || m[1] > len(u.Grenades) || (m[1] == 0) != (len(u.Grenades) == 0):
			return f, false, false
		case m[1] > 0:
			p.Grenade = u.Grenades[m[1]-1]
		}
		f.Models = append(f.Models, p)
	}
	return f, false, true
}

// starterForce is a sample list as a force.
func starterForce(l cards.List) force {
	return force{Faction: l.Faction, Role: l.Role, Models: rules.Picks(&l)}
}
