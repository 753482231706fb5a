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

// This file derives dice that two players can verify.
//
// Before a match the host draws a Seed, 32 random bytes, and publishes its commitment, the SHA-256 of those bytes. Each
// player then contributes entropy: the SHA-256 of words of their own, or 32 bytes drawn for them. The match's first
// record holds the commitment and the entropy. The seed stays in the store until the match is over; the last record
// reveals it.
//
// Every die has a stream and a number. Stream 0 is public; a seat's number is the stream that only that seat sees. The
// number counts the dice of a stream from 1 over the whole match and never goes down, not even after an undo. The face
// of a die comes from
//
//	HMAC-SHA-256(key: the seed, message: "downsync dice 1
// " stream "
// " entropy of seat 1 "
// " entropy of seat 2 "
// " … number "
// " counter)
//
// where numbers are decimal, entropy is 64 hexadecimal digits, and counter begins at 0. The 32 bytes are read as four
// big-endian numbers of 64 bits. The first of them below the greatest multiple of sides that fits into 64 bits gives
// the face: its remainder by sides, plus 1. If none is below it, the counter increases by 1. So every face is equally
// likely.
//
// A step that was decided but not stored gets the same dice when it is decided again, because it asks for the same
// numbers.

// Seed is the seed of a match's dice. It is secret until the match is over, so it does not print itself.
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

// Hex returns the seed as 64 hexadecimal digits.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// String does not reveal the seed.
func (Seed) String() string { return "(seed)" }

// GoString does not reveal the seed.
func (Seed) GoString() string { return "(seed)" }

// Commitment returns the seed's SHA-256 in hexadecimal.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Entropy returns a player's contribution to the dice: the hash of their words, or random bytes if words is "". The
// words are stored nowhere.
func Entropy(words string) string {
	if words == "" {
		var b [32]byte
		_, _ = rand.Read(b[:]) // documented never to fail
		return hex.EncodeToString(b[:])
	}
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])
}

// IsEntropy reports whether Entropy could have returned the text.
func IsEntropy(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32 && strings.ToLower(text) == text
}

// Derive returns the face of one die of a match, from 1 to sides.
func Derive(s Seed, entropy []string, stream game.Seat, number, sides int) int {
	head := fmt.Sprintf("downsync dice 1\n%d\n%s\n%d\n", stream, strings.Join(entropy, "\n"), number)
	n := uint64(sides)
	limit := -(-n % n) // 2^64 minus the remainder; 0 if there is none: -n is 2^64 - n
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

// systemDice draws from the system's random source, without bias. Matches that began before seeds existed use it.
type systemDice struct{}

func (systemDice) Roll(_ game.Seat, _, sides int) (int, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(sides)))
	if err != nil {
		return 0, fmt.Errorf("dice: %w", err)
	}
	return int(n.Int64()) + 1, nil
}
