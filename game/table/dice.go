package table

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"downsync/game"
)

// Dice that two players can verify.
//
// Before a match the host draws a Seed, 32 random bytes, and publishes its commitment, the SHA-256 of those bytes. Each
// player then gives entropy: the SHA-256 of words of their own, or 32 bytes drawn for them. Commitment and entropy stand in
// the match's first record. The seed stays in the store until the match is over; the record that ends it opens it.
//
// Every die has a stream (0: what everybody sees; a seat's number: what that seat alone sees) and a number, which counts
// the dice of its stream from 1 over the whole match and never goes down, whatever is taken back. Its face comes from
//
//	HMAC-SHA-256(key: the seed, message: "downsync dice 1\n" stream "\n" entropy of seat 1 "\n" entropy of seat 2 "\n" … number "\n" counter)
//
// where numbers are decimal, entropy is 64 hexadecimal digits, and counter begins at 0. The 32 bytes are read as four
// big-endian numbers of 64 bits. The first one below the greatest multiple of sides that fits into 64 bits gives the
// face: its remainder by sides, plus 1. If none is below it, the counter goes up by 1. So every face is equally likely.
//
// A step that was decided and not stored is decided again with the same dice, as it asks for the same numbers.

// Seed is what a match's dice are drawn from. It is secret until the match is over, so it does not print itself.
type Seed [32]byte

// NewSeed draws a seed from the system's random source.
func NewSeed() Seed {
	var s Seed
	_, _ = rand.Read(s[:]) // documented never to fail
	return s
}

// ParseSeed reads what Hex wrote.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	if n, err := hex.Decode(s[:], []byte(text[:min(len(text), 2*len(s))])); err != nil || n != len(s) || len(text) != 2*len(s) {
		return Seed{}, errors.New("a seed is 64 hexadecimal digits")
	}
	return s, nil
}

// Hex writes the seed out.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// String does not tell the seed.
func (Seed) String() string { return "(seed)" }

// GoString does not tell the seed.
func (Seed) GoString() string { return "(seed)" }

// Commitment is the seed's SHA-256, in hexadecimal.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Entropy is a player's part in the dice, of their own words; drawn for them if there are none. The words themselves are
// kept nowhere.
func Entropy(words string) string {
	if words == "" {
		var b [32]byte
		_, _ = rand.Read(b[:]) // documented never to fail
		return hex.EncodeToString(b[:])
	}
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])
}

// IsEntropy tells whether the text is what Entropy gives.
func IsEntropy(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32 && strings.ToLower(text) == text
}

// Derive works out a die of a match: its face from 1 to sides.
func Derive(s Seed, entropy []string, stream game.Seat, number, sides int) int {
	head := fmt.Sprintf("downsync dice 1\n%d\n%s\n%d\n", stream, strings.Join(entropy, "\n"), number)
	n := uint64(sides)
	limit := -(-n % n) // 2^64 less what is left over, 0 if nothing is: -n is 2^64 - n
	mac := hmac.New(sha256.New, s[:])
	for counter := 0; ; counter++ {
		mac.Reset()
		fmt.Fprintf(mac, "%s%d", head, counter)
		sum := mac.Sum(nil)
		for ; len(sum) > 0; sum = sum[8:] {
			if x := binary.BigEndian.Uint64(sum); x < limit || limit == 0 {
				return int(x%n) + 1
			}
		}
	}
}

// derived are the dice of a match with a seed.
type derived struct {
	seed    Seed
	entropy []string
}

func (d derived) Roll(stream game.Seat, number, sides int) (int, error) {
	return Derive(d.seed, d.entropy, stream, number, sides), nil
}

// systemDice draw from the system's random source, without bias. Matches that began before seeds were kept use them.
type systemDice struct{}

func (systemDice) Roll(_ game.Seat, _, sides int) (int, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(sides)))
	if err != nil {
		return 0, fmt.Errorf("dice: %w", err)
	}
	return int(n.Int64()) + 1, nil
}
