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
	"slices"
	"strings"

	"downsync/game"
)

// This file derives dice that two players can verify.
//
// Before a match the host draws a Seed, 32 random bytes, and publishes its commitment, the SHA-256 of those bytes. Each
// player may then contribute entropy, the SHA-256 of words of their own. The entropy of a seat without words is derived
// from the seed, so nothing is drawn after the commitment was published. The match's first record holds the commitment, the
// entropy, and which seats gave words. The seed stays in the store until the match is over; the last record reveals it.
//
// Every die has a stream and a number. Stream 0 is public; a seat's number is the stream that only that seat sees, and the number after
// the last seat's is the stream that nobody sees (game.NobodysDice). The
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
// The entropy of a seat without words is
//
//	HMAC-SHA-256(key: the seed, message: "downsync seat 1\n" seat)
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

// Entropy returns a player's contribution to the dice: the hash of their words. The words are stored nowhere.
func Entropy(words string) string {
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:])
}

// EntropyWithout returns the contribution of a seat whose player gave no words. It follows from the seed, so the host
// cannot choose it after it has published the seed's commitment.
func EntropyWithout(s Seed, seat game.Seat) string {
	mac := hmac.New(sha256.New, s[:])
	fmt.Fprintf(mac, "downsync seat 1\n%d", seat)
	return hex.EncodeToString(mac.Sum(nil))
}

// termsOf returns the terms of a new match with that many seats. words holds the entropy of the seats that gave words; it is
// "" or missing for the others.
func termsOf(s Seed, seats int, words []string) (*game.DiceTerms, error) {
	terms := &game.DiceTerms{Version: game.DiceVersion, Commitment: s.Commitment()}
	for i := range seats {
		seat := game.Seat(i + 1)
		if i >= len(words) || words[i] == "" {
			terms.Entropy = append(terms.Entropy, EntropyWithout(s, seat))
			continue
		}
		terms.Entropy, terms.Words = append(terms.Entropy, words[i]), append(terms.Words, seat)
	}
	return terms, checkTerms(terms, seats)
}

// checkTerms returns an error if no host writes terms of that form. It needs no seed.
func checkTerms(terms *game.DiceTerms, seats int) error {
	switch {
	case terms.Version != 0 && terms.Version != game.DiceVersion:
		return fmt.Errorf("terms of the dice: version %d, which this program does not know", terms.Version)
	case len(terms.Entropy) != seats || slices.ContainsFunc(terms.Entropy, func(e string) bool { return !IsEntropy(e) }):
		return fmt.Errorf("entropy: expected 64 hexadecimal digits for each of %d seats", seats)
	case !IsEntropy(terms.Commitment):
		return errors.New("the seed's hash: expected 64 hexadecimal digits")
	case terms.Version == 0 && terms.Words != nil:
		return errors.New("terms of the dice: they say who gave words, which an older program did not record")
	}
	last := game.Seat(0)
	for _, seat := range terms.Words {
		if seat <= last || int(seat) > seats {
			return fmt.Errorf("terms of the dice: expected the seats that gave words in order, each once, of %d", seats)
		}
		last = seat
	}
	return nil
}

// checkSeed returns an error if the seed is not the one committed to, or if the entropy of a seat without words does not
// follow from it.
func checkSeed(terms *game.DiceTerms, s Seed) error {
	if s.Commitment() != terms.Commitment {
		return fmt.Errorf("the seed is not the one committed to: its hash is %s, and %s was published", s.Commitment(), terms.Commitment)
	}
	for i, entropy := range terms.Entropy {
		seat := game.Seat(i + 1)
		if terms.Version != 0 && !slices.Contains(terms.Words, seat) && entropy != EntropyWithout(s, seat) {
			return fmt.Errorf("entropy of seat %d: it gave no words, and this does not follow from the seed", seat)
		}
	}
	return nil
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

// derived holds the dice of a match with a seed.
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
