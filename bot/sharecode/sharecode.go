// Package sharecode writes what a player built in one line, like "DS-1091Y-EG64G-V". Such a code is complete in itself on any host
// that knows the same game, and holds no user's data. It consists of the game's letters and then digits of 5 bits, in groups of
// five; the last four are a checksum, which reveals a slip. Each game defines the meaning of the other digits. The alphabet leaves
// out characters that look alike (I, L, O, U).
package sharecode

import (
	"hash/crc32"
	"slices"
	"strings"

	"downsync/game"
)

const (
	alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	group    = 5
)

// SumSize is the number of digits of the checksum.
const SumSize = 4

// The refusals of codes.
const (
	WordSlip    game.Text = "there is a slip in that share code: its characters do not fit together. Copy it whole"
	WordForeign game.Text = "that share code has a card that is not known here; it may be another server's own"
	WordNewer   game.Text = "that share code is of a newer version than I know"
)

// Letters is the prefix of one game's codes, like "DS".
type Letters string

// Begin reports whether a player typed or pasted a code of this game, even with slips.
func (l Letters) Begin(typed string) bool {
	text := plain(typed)
	if strings.HasPrefix(text, string(l)+"-") {
		return true
	}
	return slices.ContainsFunc(l.starts(text), func(at int) bool {
		all := l.candidates(text[at:])
		return len(all) > 0 && len(all[0]) >= group
	})
}

// Write writes digits, including the checksum, as a code.
func (l Letters) Write(digits []int) string {
	var b strings.Builder
	b.WriteString(string(l))
	for i, d := range digits {
		if i%group == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(alphabet[d])
	}
	return b.String()
}

// slips corrects common slips in codes that people pass on.
var slips = strings.NewReplacer("-", "", " ", "", "\n", "", "\t", "", "O", "0", "I", "1", "L", "1")

// digitsOf reads digits and forgives common slips; nil if there are none, or if a character is not a digit.
func digitsOf(text string) (digits []int) {
	for _, r := range slips.Replace(strings.ToUpper(text)) {
		d := strings.IndexRune(alphabet, r)
		if d < 0 {
			return nil
		}
		digits = append(digits, d)
	}
	return digits
}

// Summed returns the digits with their checksum, which also covers the words that they represent.
func Summed(digits []int, words string) []int {
	raw := make([]byte, len(digits), len(digits)+len(words))
	for i, d := range digits {
		raw[i] = byte(d)
	}
	sum := int(crc32.ChecksumIEEE(append(raw, words...)) & (1<<(5*SumSize) - 1))
	return slices.Concat(digits, Split(sum, SumSize))
}

// Split writes a number as that many digits.
func Split(n, size int) []int {
	digits := make([]int, size)
	for i := range digits {
		digits[size-1-i] = n & 31
		n >>= 5
	}
	return digits
}

// Join reads a number that Split wrote.
func Join(digits []int) int {
	n := 0
	for _, d := range digits {
		n = n<<5 | d
	}
	return n
}
