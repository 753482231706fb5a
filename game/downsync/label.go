package downsync

import (
	"fmt"
	"strconv"
	"strings"

	"downsync/game"
)

// Label names a piece: "A1", "A2", … are seat 1's in the order Small, Medium, Large, "B1", … seat 2's. A Unit keeps its Ping's
// label.
type Label string

// labelFor returns the n-th label of a seat.
func labelFor(s game.Seat, n int) Label { return Label(string(rune('A'-1+s)) + strconv.Itoa(n)) }

// Seat returns the owner, or 0 if the label is not well formed.
func (l Label) Seat() game.Seat {
	if len(l) < 2 || l[0] < 'A' || l[0] > 'B' {
		return 0
	}
	return game.Seat(l[0]-'A') + 1
}

// Ref names a base: "A3.2" is the second base of A3. N is 0 when the whole piece, or its only base, is meant.
type Ref struct {
	Label Label
	N     int
}

// String returns "A3" or "A3.2".
func (r Ref) String() string {
	if r.N == 0 {
		return string(r.Label)
	}
	return fmt.Sprintf("%s.%d", r.Label, r.N)
}

// MarshalText returns String.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (r *Ref) UnmarshalText(b []byte) error {
	v, err := parseRef(string(b))
	if err != nil {
		return err
	}
	*r = v
	return nil
}

func parseLabel(s string) (Label, error) {
	l := Label(strings.ToUpper(s))
	n, err := strconv.Atoi(string(l[min(1, len(l)):]))
	if l.Seat() == 0 || err != nil || n < 1 || n > 99 || string(labelFor(l.Seat(), n)) != string(l) {
		return "", game.Errorf("%q is no piece: write a label like A1 or B3", s)
	}
	return l, nil
}

func parseRef(s string) (Ref, error) {
	ls, ns, dotted := strings.Cut(s, ".")
	l, err := parseLabel(ls)
	if err != nil {
		return Ref{}, game.Errorf("%q is no piece: write a label like A1, or A3.2 for a base", s)
	}
	if !dotted {
		return Ref{Label: l}, nil
	}
	n, err := strconv.Atoi(ns)
	if err != nil || n < 1 || n > 9 || strconv.Itoa(n) != ns {
		return Ref{}, game.Errorf("%q is no base: write the label, a point and the base's number, like A3.2", s)
	}
	return Ref{l, n}, nil
}
