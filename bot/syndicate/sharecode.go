package syndicate

import (
	"hash/crc32"
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/syndicate/cards"
)

// A share code is a squad in one line: "SP-12…". It stands for itself on any host, holds no user's data, and its last characters tell a
// slip in it. The alphabet leaves out what looks alike (I, L, O, U).
//
//	version · Operator · weapon · armor · the counts of all cards that fit the Operator, two a character · checksum (4)
//
// Operators, weapons, armors and cards are meant by their place in the printed catalogue, from 1; 0 is none. What is printed later
// comes at the end of its list. Both Mercenaries follow from the Operator. The checksum is also of the ids that the places stand for.

const (
	codePrefix  = "SP-"
	codeVersion = 1
	codeDigits  = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeHead    = 4 // characters before the counts
	codeSum     = 4
	counts      = cards.MostOfOne + 1 // 0 to 4 of a card
)

const wordBadCode game.Text = "there is a slip in that share code: its characters do not fit together. Copy it whole"

// fitting are the cards of a squad with that Operator, none without one.
func fitting(operator string) []*cards.Card {
	o, ok := cards.Printed().Operator(operator)
	if !ok {
		return nil
	}
	return cards.Printed().Fitting(o.Color)
}

// encodeSquad writes a squad of printed cards, whole or under construction.
func encodeSquad(s cards.Squad) string {
	cat := cards.Printed()
	digits := []int{codeVersion, place(cat.Operators, func(x *cards.Operator) bool { return x.ID == s.Operator }),
		place(cat.Weapons, func(x *cards.Weapon) bool { return x.ID == s.Weapon }), place(cat.Armors, func(x *cards.Armor) bool { return x.ID == s.Armor })}
	fit := fitting(s.Operator)
	for i := 0; i < len(fit); i += 2 {
		n := s.Deck[fit[i].ID]
		if i+1 < len(fit) {
			n += counts * s.Deck[fit[i+1].ID]
		}
		digits = append(digits, n)
	}
	digits = append(digits, checksum(digits, s)...)
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(codePrefix, "-"))
	for i, d := range digits {
		if i%5 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(codeDigits[d])
	}
	return b.String()
}

func place[T any](list []*T, is func(*T) bool) int { return slices.IndexFunc(list, is) + 1 }

// checksum is of the digits and of all that they stand for.
func checksum(digits []int, s cards.Squad) []int {
	var b strings.Builder
	for _, d := range digits {
		b.WriteByte(byte(d))
	}
	b.WriteString(strings.Join(append([]string{s.Operator, s.Weapon, s.Armor}, s.List()...), ","))
	sum := int(crc32.ChecksumIEEE([]byte(b.String())) & (1<<20 - 1))
	return []int{sum >> 15, sum >> 10 & 31, sum >> 5 & 31, sum & 31}
}

// decodeSquad reads a code and forgives common slips. It does not judge whether the squad may be played.
func decodeSquad(text string) (cards.Squad, error) {
	text = strings.ToUpper(strings.TrimSpace(text))
	text = strings.NewReplacer("-", "", " ", "", "\n", "", "\t", "", "O", "0", "I", "1", "L", "1").Replace(strings.TrimPrefix(text, "SP"))
	var digits []int
	for _, r := range text {
		d := strings.IndexRune(codeDigits, r)
		if d < 0 || len(digits) == 100 {
			return cards.Squad{}, game.Errorf(wordBadCode)
		}
		digits = append(digits, d)
	}
	if len(digits) < codeHead+codeSum {
		return cards.Squad{}, game.Errorf("that is no share code: expected one like %s, as Share gives it", encodeSquad(cards.Starters()[0].Squad))
	}
	if digits[0] != codeVersion {
		return cards.Squad{}, game.Errorf("that share code is of a newer version than I know")
	}
	s := cards.Squad{Deck: map[string]int{}}
	cat := cards.Printed()
	if n := digits[1]; n > 0 && n <= len(cat.Operators) {
		s.Operator, s.Mercenaries = cat.Operators[n-1].ID, mercenaries(cat.Operators[n-1].Color)
	}
	if n := digits[2]; n > 0 && n <= len(cat.Weapons) {
		s.Weapon = cat.Weapons[n-1].ID
	}
	if n := digits[3]; n > 0 && n <= len(cat.Armors) {
		s.Armor = cat.Armors[n-1].ID
	}
	body, sum := digits[:len(digits)-codeSum], digits[len(digits)-codeSum:]
	fit := fitting(s.Operator)
	if len(body) != codeHead+(len(fit)+1)/2 {
		return cards.Squad{}, game.Errorf(wordBadCode)
	}
	for i, x := range fit {
		n := body[codeHead+i/2]
		if i%2 == 1 {
			n /= counts
		}
		if n %= counts; n > 0 {
			s.Deck[x.ID] = n
		}
	}
	if !slices.Equal(checksum(body, s), sum) || encodeDigits(s) != text {
		return cards.Squad{}, game.Errorf(wordBadCode)
	}
	return s, nil
}

// encodeDigits is the one way in which a squad is written, without hyphens.
func encodeDigits(s cards.Squad) string {
	return strings.ReplaceAll(strings.TrimPrefix(encodeSquad(s), "SP"), "-", "")
}

// mercenaries are the two of a color (R-C3).
func mercenaries(color string) []string {
	var out []string
	for _, m := range cards.Printed().Mercenaries {
		if m.Color == color {
			out = append(out, m.ID)
		}
	}
	return out
}
