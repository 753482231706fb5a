package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/seal"
)

// Sealed rosters (S9): in a veiled match each force is committed to by a salted hash. Everybody is told the hash at the start;
// the force is opened when the match ends.

// commitments returns the hashes published at the start; nil if nothing is sealed: in open matches, and in those without salts,
// such as scripts.
func (c Config) commitments() []string {
	if c.Secrecy == Open || c.Lab != nil || c.Salts[0] == "" || c.Salts[1] == "" {
		return nil
	}
	return []string{seal.Hash(c.Salts[0], c.Forces[0]), seal.Hash(c.Salts[1], c.Forces[1])}
}

// roster returns every Unit of the seat's force, wherever it is now, without those that came with a Carrier.
func roster(s *state, seat game.Seat) []string {
	out := slices.Clone(s.Reserve[seat-1])
	add := func(slug string) {
		if s.unit(slug).PackagedWith == "" {
			out = append(out, slug)
		}
	}
	for _, p := range side(s, seat, isUnit) {
		add(p.Unit)
	}
	for _, r := range s.Riders {
		if r.Seat == seat {
			add(r.Piece.Unit)
		}
	}
	for _, l := range s.Lost {
		if l.Seat == seat {
			add(l.Unit)
		}
	}
	for _, slug := range s.Free[seat-1] {
		out = without(out, slug)
	}
	return out
}

// checkRoster compares the force with its commitment before a Unit is revealed. It cannot fail, because Units come from the
// Reserve only; if it did, the match must stop.
func checkRoster(s *state, seat game.Seat) {
	if c := s.Conf.commitments(); c != nil && seal.Hash(s.Conf.Salts[seat-1], roster(s, seat)) != c[seat-1] {
		panic("downsync: a force that is not the one committed to")
	}
}

// end ends the match and opens the sealed rosters.
func end(t tx, f Ended) {
	openPaid(t)
	t.Emit(f)
	if c := t.State().Conf; c.commitments() != nil {
		t.Emit(RostersOpened{Salts: c.Salts, Forces: c.Forces})
	}
}
