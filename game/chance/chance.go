// Package chance is a seeded source of numbers that returns the same ones on every machine, for ever. The boards of "map random
// seed:N" and the dice of "dice seed N" in scripts depend on its exact sequence, so no other generator may replace it.
package chance

// Source is SplitMix64, a well-mixed counter. Its value is the seed.
type Source uint64

// Next returns 64 random bits.
func (s *Source) Next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
