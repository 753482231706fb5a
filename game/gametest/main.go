package gametest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Soak reports whether the large counts are to be run: SOAK=1.
func Soak() bool { return os.Getenv("SOAK") == "1" }

// Main runs the tests of a package that keeps little and throws away much, as random games do. Garbage is collected when there is five
// times what is kept instead of twice, which saves a fifth of the processor time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
