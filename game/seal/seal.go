// Package seal commits each side to a list, such as a force or a deck, before a match, so that everybody can check at its
// end that the list was the same throughout.
//
// The salt says by which version a list is hashed. Salt makes salts of version 2, whose hashes fix where the salt and each item end.
// A salt of version 1 has no prefix; matches from before version 2 have such salts. Two different lists never give the same text
// to hash: not within a version, and not across versions, because only version 1 ends its text with a line feed.
package seal

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// version2 begins the salts of version 2.
const version2 = "2."

// Salt returns the salt of version 2 with this random text, which should hold as many random bits as a hash, so that nobody can
// try out lists.
func Salt(random string) string { return version2 + random }

// Hash returns the published hash of a list: the SHA-256 of text, in hexadecimal.
func Hash(salt string, list []string) string {
	sum := sha256.Sum256([]byte(text(salt, list)))
	return hex.EncodeToString(sum[:])
}

// text returns the hashed text. In version 2 it is the salt and the items in alphabetical order, each as its length in bytes, a
// colon, itself and a comma. In version 1 it is the same without lengths, each followed by a line feed.
func text(salt string, list []string) string {
	all := append([]string{salt}, slices.Sorted(slices.Values(list))...)
	if !strings.HasPrefix(salt, version2) {
		return strings.Join(all, "\n") + "\n"
	}
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%d:%s,", len(s), s)
	}
	return b.String()
}

// sound reports whether no other salt and list have the same text. In version 1 a line feed within an item would look like its
// end.
func sound(salt string, list []string) bool {
	return strings.HasPrefix(salt, version2) || !strings.Contains(salt, "\n") && !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, "\n") })
}

// Check compares the opened lists with the published hashes, by seat. The error names the first seat with a different list.
func Check(hashes, salts []string, lists [][]string) error {
	for i, h := range hashes {
		if i >= len(salts) || i >= len(lists) {
			return fmt.Errorf("seat %d: its list was not opened", i+1)
		}
		if !sound(salts[i], lists[i]) {
			return fmt.Errorf("seat %d: a line feed in its salt or list: the hash would fit another list too", i+1)
		}
		if got := Hash(salts[i], lists[i]); got != h {
			return fmt.Errorf("seat %d: the hash of its list is %s, and %s was published", i+1, got, h)
		}
	}
	return nil
}

// Telling is a fact by which everybody learns lists of sides: those that were sealed until then, or were never secret.
type Telling interface {
	// ListsTold returns how many sides' lists the fact tells.
	ListsTold() int
}

// AllTold reports whether the facts have told the lists of that many sides.
func AllTold[F any](facts []F, sides int) bool {
	told := 0
	for _, f := range facts {
		if x, ok := any(f).(Telling); ok {
			told += x.ListsTold()
		}
	}
	return told >= sides
}
