// Package seal commits each side to a list, such as a force or a deck, before a match, so that everybody can check at its
// end that the list was the same throughout.
package seal

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Hash returns the published hash of a list: SHA-256 over the salt and the items in alphabetical order, each followed by a line
// feed, in hexadecimal. The salt is random and as long as the hash, so that nobody can try out lists.
func Hash(salt string, list []string) string {
	items := slices.Sorted(slices.Values(list))
	sum := sha256.Sum256([]byte(salt + "\n" + strings.Join(items, "\n") + "\n"))
	return hex.EncodeToString(sum[:])
}

// Check compares the opened lists with the published hashes, by seat. The error names the first seat with a different list.
func Check(hashes, salts []string, lists [][]string) error {
	for i, h := range hashes {
		if i >= len(salts) || i >= len(lists) {
			return fmt.Errorf("seat %d: its list was not opened", i+1)
		}
		if got := Hash(salts[i], lists[i]); got != h {
			return fmt.Errorf("seat %d: the hash of its list is %s, and %s was published", i+1, got, h)
		}
	}
	return nil
}
