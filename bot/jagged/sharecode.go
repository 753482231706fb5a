package jagged

import (
	"slices"
	"strings"

	"downsync/bot/sharecode"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// A share code of a list has these digits:
//
//	version · faction and role · each model in order: its unit and its grenade (2) · checksum (4)
//
// Units are represented by their place in the catalogue, grenades by their place among the unit's grenades, both from 1; 0 is none.
// Later printings are added at the end of the catalogue. The checksum also covers the ids that the places represent.

const codes sharecode.Letters = "JS"

const (
	codeVersion = 1
	codeHead    = 2 // digits before the models
	codeModel   = 2 // digits of a model
	mostDigits  = codeHead + codeModel*rules.MaxModels + sharecode.SumSize
)

const wordForeignCode game.Text = "there is a slip in that share code, or a unit that is not known here. Copy it whole"

// force is a list, whole or under construction (J3). BP that are not spent are kept for Reinforcements.
type force struct {
	Faction, Role string // "" before they are chosen
	Models        []rules.Pick
}

// kinds lists the factions in each role, in the order of share codes.
var kinds = []force{{Faction: cards.Humans, Role: cards.Attacker}, {Faction: cards.Humans, Role: cards.Defender},
	{Faction: cards.Martians, Role: cards.Attacker}, {Faction: cards.Martians, Role: cards.Defender}}

// kind returns the place of the faction and role among kinds, from 1; 0 before they are chosen.
func (f force) kind() int {
	return slices.IndexFunc(kinds, func(k force) bool { return k.Faction == f.Faction && k.Role == f.Role }) + 1
}

// digits returns the digits of a share code without its checksum.
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

// summed returns the digits with their checksum, which also covers everything that they represent.
func (f force) summed(digits []int) []int {
	var b strings.Builder
	for _, p := range f.Models {
		b.WriteString(p.Unit + "/" + p.Grenade + ",")
	}
	return sharecode.Summed(digits, b.String())
}

// code writes the list as a share code.
func (f force) code() string { return codes.Write(f.summed(f.digits())) }

// readCode reads a share code and forgives common slips. It does not judge whether the list may be played.
func readCode(text string) (force, error) { return sharecode.Decode(codes, text, forceOfDigits) }

func forceOfDigits(digits []int) (force, error) {
	switch {
	case len(digits) > mostDigits:
		return force{}, game.Errorf(sharecode.WordSlip)
	case len(digits) < codeHead+sharecode.SumSize:
		return force{}, game.Errorf("that is no share code: expected one like %s, as Share gives it", starterForce(cards.Lists()[0]).code())
	case digits[0] != codeVersion:
		return force{}, game.Errorf(sharecode.WordNewer)
	}
	body := digits[:len(digits)-sharecode.SumSize]
	f, foreign, ok := stands(body)
	switch {
	case foreign:
		return force{}, game.Errorf(wordForeignCode)
	case !ok || !slices.Equal(f.summed(body), digits):
		return force{}, game.Errorf(sharecode.WordSlip)
	}
	return f, nil
}

// stands returns the list that the digits before the checksum represent. foreign is set if a unit is unknown; ok is false for
// digits that represent no list.
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

func starterForce(l cards.List) force {
	return force{Faction: l.Faction, Role: l.Role, Models: rules.Picks(&l)}
}
