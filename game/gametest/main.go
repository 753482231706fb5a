package gametest

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// Soak reports whether to run the large counts: SOAK=1.
func Soak() bool { return os.Getenv("SOAK") == "1" }

// Main runs the tests of a package that keeps little memory and throws away much, as random games do. It collects garbage when
// memory is five times what is kept instead of twice, which saves a fifth of the processor time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// AtOnce makes that many tests run at once on each processor, for tests that mostly wait. A -parallel on the command line
// overrides it. It is for TestMain.
func AtOnce(perProcessor int) error {
	const name = "test.parallel"
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == name })
	if said {
		return nil
	}
	return flag.Set(name, strconv.Itoa(perProcessor*runtime.GOMAXPROCS(0)))
}
