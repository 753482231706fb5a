// Package cardfile reads files of cards strictly: the program's, and a server's own. Its errors name the file, the line, the
// field and what was expected.
package cardfile

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// Limits of a server's own cards.
const (
	MaxOwn  = 200       // entries in a file
	MaxFile = 256 << 10 // bytes
	MaxName = 40        // characters of a name
)

// Decode reads TOML; a field that into lacks is an error.
func Decode(name string, raw []byte, into any) error {
	md, err := toml.Decode(string(raw), into)
	var at toml.ParseError
	switch {
	case errors.As(err, &at):
		return fmt.Errorf("%s:%d: %s", name, at.Position.Line, at.Message)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	if un := md.Undecoded(); len(un) > 0 {
		return fmt.Errorf("%s:%d: unknown field %s", name, Line(raw, un[0][len(un[0])-1]), un[0])
	}
	return nil
}

// Must decodes an embedded file. A mistake in it is a mistake of the build, and panics.
func Must(files embed.FS, name string, into any) {
	raw, err := files.ReadFile(name)
	if err == nil {
		err = Decode(name, raw, into)
	}
	if err != nil {
		panic("cards: " + err.Error())
	}
}

// CheckSize refuses a server's own file that is too large.
func CheckSize(name string, raw []byte) error {
	if len(raw) > MaxFile {
		return fmt.Errorf("%s: %d bytes; expected at most %d", name, len(raw), MaxFile)
	}
	return nil
}

// Line returns the first line that holds the word, for messages.
func Line(raw []byte, word string) int {
	for i, line := range strings.Split(string(raw), "\n") {
		if strings.Contains(line, word) {
			return i + 1
		}
	}
	return 1
}

// Bound is a number on a card with its allowed range.
type Bound struct {
	field     string
	n, lo, hi int
}

// In returns the bound of a field: from lo to hi.
func In(field string, n, lo, hi int) Bound { return Bound{field, n, lo, hi} }

// CheckBounds names the first number that is out of its range.
func CheckBounds(bounds ...Bound) error {
	for _, b := range bounds {
		if b.n < b.lo || b.n > b.hi {
			return fmt.Errorf("%s = %d: expected %d to %d", b.field, b.n, b.lo, b.hi)
		}
	}
	return nil
}
