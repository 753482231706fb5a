package discord

import (
	"flag"
	"runtime"
	"strconv"
	"testing"
)

// The tests mostly wait for the wire, so four run at once on each processor; what the command line says of -parallel goes before.
func TestMain(m *testing.M) {
	flag.Parse()
	const name = "test.parallel"
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == name })
	if !said {
		if err := flag.Set(name, strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	m.Run()
}
