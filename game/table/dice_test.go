package table_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/table"
)

func testSeed(n byte) table.Seed {
	var s table.Seed
	for i := range s {
		s[i] = n + byte(i)
	}
	return s
}

// The derivation that docs/dice.md states, written once more.
func TestDerivation(t *testing.T) {
	seed := testSeed(3)
	entropy := []string{table.Entropy("ann's words"), table.Entropy("ben's words")}
	for number := 1; number <= 50; number++ {
		for _, stream := range []game.Seat{0, 1, 2} {
			mac := hmac.New(sha256.New, seed[:])
			fmt.Fprintf(mac, "downsync dice 1\n%d\n%s\n%s\n%d\n0", stream, entropy[0], entropy[1], number)
			want := int(binary.BigEndian.Uint64(mac.Sum(nil))%6) + 1 // with 6 sides, rejection is too rare to matter here
			if got := table.Derive(seed, entropy, stream, number, 6); got != want {
				t.Fatalf("die %d of stream %d: %d, want %d", number, stream, got, want)
			}
		}
	}
	// A fixed value, computed with OpenSSL's hmac: the derivation may never change.
	zero := strings.Repeat("0", 64)
	if got := fmt.Sprint(table.Derive(table.Seed{}, []string{zero, zero}, 0, 1, 6), table.Derive(table.Seed{}, []string{zero, zero}, 0, 2, 6),
		table.Derive(table.Seed{}, []string{zero, zero}, 2, 1, 20)); got != derivedByHand {
		t.Errorf("%s, want %s", got, derivedByHand)
	}
}

const derivedByHand = "5 5 12"

// Where sides do not divide 2^64 well, numbers above the last whole multiple are rejected.
func TestDerivationRejects(t *testing.T) {
	const sides = math.MaxInt/2 + math.MaxInt/4 // a quarter of all numbers is rejected
	high := 0
	for n := range 4000 {
		face := table.Derive(testSeed(1), nil, 0, n+1, sides)
		if face < 1 || face > sides {
			t.Fatalf("a face %d of %d", face, sides)
		}
		if face > sides/2 {
			high++
		}
	}
	if high < 1850 || high > 2150 { // 2,000 expected, 32 a standard deviation
		t.Errorf("%d of 4,000 in the upper half", high)
	}
}

// A million dice are uniform and uncorrelated, also with the dice of other streams, seeds and players.
func TestDiceAreFair(t *testing.T) {
	const million = 1_000_000
	entropy := []string{table.Entropy("a"), table.Entropy("b")}
	var faces, sums [13]float64
	var pairs [7][7]float64
	last, before := 0, 0
	for n := 1; n <= million; n++ {
		f := table.Derive(testSeed(7), entropy, 0, n, 6)
		faces[f]++
		pairs[last][f]++
		if n%2 == 0 {
			sums[before+f]++
		}
		last, before = f, f
	}
	chi := 0.0
	for f := 1; f <= 6; f++ {
		chi += square(faces[f]-million/6.0) / (million / 6.0)
	}
	if chi > 20.5 { // 5 degrees of freedom: 1 in 1,000
		t.Errorf("faces %v: chi-square %.1f", faces[1:7], chi)
	}
	chi = 0
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			chi += square(pairs[a][b]-million/36.0) / (million / 36.0)
		}
	}
	if chi > 66.6 { // 35 degrees of freedom: 1 in 1,000
		t.Errorf("pairs: chi-square %.1f", chi)
	}
	chi = 0
	for s := 2; s <= 12; s++ {
		want := float64(6-abs(s-7)) / 36 * million / 2
		chi += square(sums[s]-want) / want
	}
	if chi > 29.6 { // 10 degrees of freedom: 1 in 1,000
		t.Errorf("2d6 %v: chi-square %.1f", sums[2:], chi)
	}
}

func square(x float64) float64 { return x * x }

func abs(n int) int { return max(n, -n) }

// Each part of the derivation matters. Changing any part gives other dice, which agree with the original only by chance.
func TestDiceHangOnEachPart(t *testing.T) {
	const n = 6000
	seed, entropy := testSeed(7), []string{table.Entropy("a"), table.Entropy("b")}
	flipped := seed
	flipped[31] ^= 1
	for what, roll := range map[string]func(int) int{
		"stream":  func(i int) int { return table.Derive(seed, entropy, 1, i, 6) },
		"seed":    func(i int) int { return table.Derive(flipped, entropy, 0, i, 6) },
		"seat 1":  func(i int) int { return table.Derive(seed, []string{table.Entropy("A"), entropy[1]}, 0, i, 6) },
		"seat 2":  func(i int) int { return table.Derive(seed, []string{entropy[0], table.Entropy("B")}, 0, i, 6) },
		"swapped": func(i int) int { return table.Derive(seed, []string{entropy[1], entropy[0]}, 0, i, 6) },
		"number":  func(i int) int { return table.Derive(seed, entropy, 0, i+n, 6) },
	} {
		same := 0
		for i := 1; i <= n; i++ {
			if roll(i) == table.Derive(seed, entropy, 0, i, 6) {
				same++
			}
		}
		if same < 880 || same > 1120 { // 1,000 expected, 29 a standard deviation
			t.Errorf("another %s: %d of %d dice are the same", what, same, n)
		}
	}
}

// Seeds differ, and print themselves only by Hex.
func TestSeedIsQuiet(t *testing.T) {
	s := table.NewSeed()
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %s %q", s, s, s, s, s)} {
		if strings.Contains(text, s.Hex()[:8]) || strings.Contains(text, fmt.Sprint([32]byte(s))) {
			t.Errorf("the seed shows in %s", text)
		}
	}
	if other := table.NewSeed(); s == other || s == (table.Seed{}) || other == (table.Seed{}) {
		t.Error("seeds are not drawn")
	}
	if back, err := table.ParseSeed(s.Hex()); err != nil || back != s {
		t.Errorf("read back: %v", err)
	}
	for _, text := range []string{"", s.Hex()[1:], s.Hex() + "0", strings.Repeat("x", 64)} {
		if _, err := table.ParseSeed(text); err == nil {
			t.Errorf("%q is a seed", text)
		}
	}
	words, again := table.Entropy("x"), table.Entropy("x")
	if a, b := table.EntropyWithout(s, 1), table.EntropyWithout(s, 2); a == b || !table.IsEntropy(a) || a != table.EntropyWithout(s, 1) || words != again {
		t.Error("entropy is drawn once or not at all")
	}
}
