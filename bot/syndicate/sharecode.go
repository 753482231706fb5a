package syndicate

import (
	"hash/crc32"
	"slices"
	"strings"

	"downsync/bot/sharecode"
	"downsync/game"
	"downsync/game/syndicate/cards"
)

// A share code of a squad has these digits:
//
//	version · Operator · weapon · armor · the counts of all cards that fit the Operator, two a digit · checksum (4)
//
// Operators, weapons, armors and cards are represented by their place in the printed catalogue, from 1; 0 is none. Later printings
// are added at the end of the lists. Both Mercenaries follow from the Operator. The checksum also covers the ids that the places
// represent.
//
// A squad with a server's own cards has version 2. Its color comes before the counts. After the counts comes each of the server's
// own things, with 17 bits of a hash of its id and 3 bits of its number, in order (4 digits each).

const codes sharecode.Letters = "SP"

const (
	codeVersion = 1
	ownVersion  = 2
	codeHead    = 4 // digits before the counts
	ownSize     = 4 // digits of one of a server's own things
	mostOwn     = 12
	mostDigits  = 100
	counts      = cards.MostOfOne + 1 // 0 to 4 of a card
)

// squads makes, changes and writes squads of those cards.
type squads struct{ cat *cards.Catalogue }

// fitting returns the cards of a squad with that Operator, none without one.
func (w squads) fitting(operator string) []*cards.Card {
	o, ok := w.cat.Operator(operator)
	if !ok {
		return nil
	}
	return w.cat.Fitting(o.Color)
}

// encode writes a squad, whole or under construction.
func (w squads) encode(s cards.Squad) string { return codes.Write(w.digits(s)) }

// digits returns the digits of a squad, which are unique.
func (w squads) digits(s cards.Squad) []int {
	cat := cards.Printed()
	digits := []int{codeVersion, place(cat.Operators, func(x *cards.Operator) bool { return x.ID == s.Operator }),
		place(cat.Weapons, func(x *cards.Weapon) bool { return x.ID == s.Weapon }), place(cat.Armors, func(x *cards.Armor) bool { return x.ID == s.Armor })}
	own := w.ownWords(s)
	color := ""
	if o, ok := w.cat.Operator(s.Operator); ok {
		color = o.Color
	}
	if len(own) > 0 {
		digits[0] = ownVersion
		digits = append(digits, slices.Index(cards.Colors, color)+1)
	}
	digits = append(digits, deckDigits(s, color)...)
	for _, n := range own {
		digits = append(digits, sharecode.Split(n, ownSize)...)
	}
	return sharecode.Summed(digits, strings.Join(append([]string{s.Operator, s.Weapon, s.Armor}, s.List()...), ","))
}

// printedFor returns the printed cards for a color, none without one.
func printedFor(color string) []*cards.Card {
	if color == "" {
		return nil
	}
	return cards.Printed().Fitting(color)
}

// deckDigits returns the counts of the printed cards that fit the color.
func deckDigits(s cards.Squad, color string) (digits []int) {
	fit := printedFor(color)
	for i := 0; i < len(fit); i += 2 {
		n := s.Deck[fit[i].ID]
		if i+1 < len(fit) {
			n += counts * s.Deck[fit[i+1].ID]
		}
		digits = append(digits, n)
	}
	return digits
}

// ownWords returns the server's own things of a squad, each with its number, in order. Mercenaries other than the color's default
// ones count as own.
func (w squads) ownWords(s cards.Squad) (out []int) {
	cat := cards.Printed()
	add := func(id string, printed bool, n int) {
		if id != "" && !printed && n > 0 {
			out = append(out, idHash(id)<<3|n)
		}
	}
	_, operator := cat.Operator(s.Operator)
	_, weapon := cat.Weapon(s.Weapon)
	_, armor := cat.Armor(s.Armor)
	add(s.Operator, operator, 1)
	add(s.Weapon, weapon, 1)
	add(s.Armor, armor, 1)
	if o, ok := w.cat.Operator(s.Operator); ok && !slices.Equal(s.Mercenaries, w.mercenaries(o.Color)) {
		for _, id := range s.Mercenaries {
			add(id, false, 1)
		}
	}
	for id, n := range s.Deck {
		_, printed := cat.Card(id)
		add(id, printed, n)
	}
	slices.Sort(out)
	return out
}

// idHash returns the 17 bits that represent an id.
func idHash(id string) int { return int(crc32.ChecksumIEEE([]byte(id)) & (1<<17 - 1)) }

func place[T any](list []*T, is func(*T) bool) int { return slices.IndexFunc(list, is) + 1 }

// decode reads a code and forgives common slips. It does not judge whether the squad may be played.
func (w squads) decode(text string) (cards.Squad, error) {
	return sharecode.Decode(codes, text, w.squadOfDigits)
}

func (w squads) squadOfDigits(digits []int) (cards.Squad, error) {
	switch {
	case len(digits) > mostDigits:
		return cards.Squad{}, game.Errorf(sharecode.WordSlip)
	case len(digits) < codeHead+sharecode.SumSize:
		return cards.Squad{}, game.Errorf("that is no share code: expected one like %s, as Share gives it", w.encode(cards.Starters()[0].Squad))
	}
	s, color, body, ok := head(digits[:len(digits)-sharecode.SumSize])
	fit := printedFor(color)
	n := (len(fit) + 1) / 2
	switch {
	case body == nil:
		return cards.Squad{}, game.Errorf(sharecode.WordNewer)
	case !ok || len(body) < n || (len(body)-n)%ownSize != 0 || digits[0] == codeVersion && len(body) != n:
		return cards.Squad{}, game.Errorf(sharecode.WordSlip)
	}
	for i, x := range fit {
		n := body[i/2]
		if i%2 == 1 {
			n /= counts
		}
		if n %= counts; n > 0 {
			s.Deck[x.ID] = n
		}
	}
	var mercs []string
	for word := range slices.Chunk(body[n:], ownSize) {
		id, ok := w.take(&s, sharecode.Join(word))
		if !ok {
			return cards.Squad{}, game.Errorf(sharecode.WordForeign)
		}
		mercs = append(mercs, id...)
	}
	s.Mercenaries = w.mercenaries(color)
	if mercs != nil {
		s.Mercenaries = mercs
	}
	if !slices.Equal(w.digits(s), digits) {
		return cards.Squad{}, game.Errorf(sharecode.WordSlip)
	}
	return s, nil
}

// head reads the digits before the counts; rest is nil for an unknown version.
func head(digits []int) (s cards.Squad, color string, rest []int, ok bool) {
	s = cards.Squad{Deck: map[string]int{}}
	cat := cards.Printed()
	if digits[0] != codeVersion && digits[0] != ownVersion {
		return s, "", nil, false
	}
	if n := digits[1]; n > 0 && n <= len(cat.Operators) {
		s.Operator, color = cat.Operators[n-1].ID, cat.Operators[n-1].Color
	}
	if n := digits[2]; n > 0 && n <= len(cat.Weapons) {
		s.Weapon = cat.Weapons[n-1].ID
	}
	if n := digits[3]; n > 0 && n <= len(cat.Armors) {
		s.Armor = cat.Armors[n-1].ID
	}
	rest = digits[codeHead:]
	if digits[0] == codeVersion {
		return s, color, rest, true
	}
	if len(rest) == 0 || rest[0] > len(cards.Colors) {
		return s, "", rest, false
	}
	if n := rest[0]; n > 0 {
		color = cards.Colors[n-1]
	}
	return s, color, rest[1:], true
}

// take adds one of the server's own things to the squad; it returns the thing if it is a Mercenary. ok is false if no thing has
// that hash, or several have it.
func (w squads) take(s *cards.Squad, word int) (merc []string, ok bool) {
	var found []string
	for _, id := range w.cat.IDs() {
		if idHash(id) == word>>3 {
			found = append(found, id)
		}
	}
	if len(found) != 1 || word&7 == 0 {
		return nil, false
	}
	id, cat := found[0], w.cat
	if _, ok := cat.Operator(id); ok {
		s.Operator = id
	} else if _, ok := cat.Weapon(id); ok {
		s.Weapon = id
	} else if _, ok := cat.Armor(id); ok {
		s.Armor = id
	} else if _, ok := cat.Mercenary(id); ok {
		return []string{id}, true
	} else if _, ok := cat.Card(id); ok {
		s.Deck[id] = word & 7
	}
	return nil, true
}

// mercenaries returns the default two of a color (R-C3): the first ones.
func (w squads) mercenaries(color string) []string {
	var out []string
	for _, m := range w.cat.Mercenaries {
		if m.Color == color && len(out) < 2 {
			out = append(out, m.ID)
		}
	}
	return out
}
