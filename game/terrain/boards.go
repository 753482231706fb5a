package terrain

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Boards holds a game's boards by their names in options and scripts.
type Boards[B any] struct {
	Named []B
	// Slug returns a board's name there; Generate draws the board of a seed, whose name is Random, a colon and the seed.
	Slug     func(B) string
	Random   string
	Generate func(seed uint64) B
}

// Load reads the boards of embedded files, each named by its slug. It panics on a mistake in one, which is a mistake of the
// build.
func Load[B any](files embed.FS, parse func(file string, raw []byte) (B, error), slug func(B) string) (out []B) {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("boards: " + err.Error())
	}
	for _, e := range entries {
		raw, err := files.ReadFile(e.Name())
		if err != nil {
			panic("boards: " + err.Error())
		}
		b, err := parse(e.Name(), raw)
		if err != nil {
			panic("boards: " + err.Error())
		}
		if slug(b) != strings.TrimSuffix(e.Name(), path.Ext(e.Name())) {
			panic(fmt.Sprintf("boards: %s holds the board %s", e.Name(), slug(b)))
		}
		out = append(out, b)
	}
	return out
}

// Find returns a board by its name: the slug of a named one, or "random:N" for the generated board of seed N, 0 to 2^64-1.
func (bs Boards[B]) Find(name string) (b B, ok bool) {
	if digits, drawn := strings.CutPrefix(name, bs.Random+":"); drawn {
		seed, err := strconv.ParseUint(digits, 10, 64)
		if err != nil || strconv.FormatUint(seed, 10) != digits {
			return b, false
		}
		return bs.Generate(seed), true
	}
	i := slices.IndexFunc(bs.Named, func(b B) bool { return bs.Slug(b) == name })
	if i < 0 {
		return b, false
	}
	return bs.Named[i], true
}
